// The same history in SQLite: one table, an index on anchor and time, a write-ahead log. Compiled and
// loaded by the benchmark where SQLite is installed.
#include <sqlite3.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *db;
static sqlite3_stmt *insert;
static sqlite3_stmt *state;

static int run(const char *sql) {
  int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  if (code != SQLITE_OK) fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db));
  return code;
}

// Opens a new database and begins to load it.
int sqlite_begin(const char *path) {
  if (sqlite3_open(path, &db) != SQLITE_OK) return 1;
  if (run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-400000;"
          "PRAGMA mmap_size=4000000000;"
          "CREATE TABLE events(id BLOB, anchor BLOB, instant INTEGER, version INTEGER, type INTEGER,"
          "  transform BLOB, metadata BLOB);"
          "CREATE TABLE anchors(anchor BLOB PRIMARY KEY) WITHOUT ROWID;"))
    return 1;
  if (sqlite3_prepare_v2(db, "INSERT INTO events VALUES(?,?,?,?,?,?,?)", -1, &insert, NULL)) return 1;
  return run("BEGIN");
}

// Adds a row; `transform` is 64 bytes, or NULL, and so are the metadata where there are none.
int sqlite_add(const uint8_t *id, const uint8_t *anchor, int64_t instant, int32_t version,
               int32_t type, const uint8_t *transform, const uint8_t *metadata, int32_t length) {
  sqlite3_bind_blob(insert, 1, id, 16, SQLITE_STATIC);
  sqlite3_bind_blob(insert, 2, anchor, 16, SQLITE_STATIC);
  sqlite3_bind_int64(insert, 3, instant);
  sqlite3_bind_int(insert, 4, version);
  sqlite3_bind_int(insert, 5, type);
  if (transform) sqlite3_bind_blob(insert, 6, transform, 64, SQLITE_STATIC);
  else sqlite3_bind_null(insert, 6);
  if (metadata) sqlite3_bind_blob(insert, 7, metadata, length, SQLITE_STATIC);
  else sqlite3_bind_null(insert, 7);
  int code = sqlite3_step(insert);
  sqlite3_reset(insert);
  return code != SQLITE_DONE;
}

// Ends the loading and makes the index.
int sqlite_finish(void) {
  if (run("COMMIT; CREATE INDEX byTime ON events(anchor, instant, version);"
          "INSERT INTO anchors SELECT DISTINCT anchor FROM events; ANALYZE;"))
    return 1;
  return sqlite3_prepare_v2(
             db,
             "SELECT (SELECT transform FROM events e WHERE e.anchor = a.anchor AND e.instant <= ?1"
             "  AND e.transform IS NOT NULL ORDER BY e.instant DESC, e.version DESC LIMIT 1),"
             " (SELECT type FROM events e WHERE e.anchor = a.anchor AND e.instant <= ?1"
             "  AND e.type IN (0, 3, 4) ORDER BY e.instant DESC, e.version DESC LIMIT 1)"
             " FROM anchors a",
             -1, &state, NULL) != SQLITE_OK;
}

// The anchors that are there at an instant, each with its place; gives their number, and the sum of
// the first coordinates.
int64_t sqlite_state(int64_t instant, double *sum) {
  int64_t count = 0;
  sqlite3_bind_int64(state, 1, instant);
  while (sqlite3_step(state) == SQLITE_ROW) {
    const float *transform = sqlite3_column_blob(state, 0);
    if (!transform || sqlite3_column_int(state, 1) == 3) continue;
    *sum += transform[12];
    count += 1;
  }
  sqlite3_reset(state);
  return count;
}

// Adds one row and commits it to the disk.
int sqlite_append(const uint8_t *id, const uint8_t *anchor, int64_t instant, int32_t version,
                  const uint8_t *transform) {
  if (run("BEGIN IMMEDIATE")) return 1;
  if (sqlite_add(id, anchor, instant, version, 1, transform, NULL, 0)) return 1;
  return run("COMMIT");
}

void sqlite_end(void) {
  sqlite3_finalize(insert);
  sqlite3_finalize(state);
  sqlite3_close(db);
}
