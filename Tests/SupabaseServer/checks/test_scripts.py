"""The scripts of Resources/supabase, run against PostgreSQL."""

from __future__ import annotations

import threading

import psycopg
import pytest

from conftest import Project, new_id

IDENTITY = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
SCRIPTS = [
    "schema.sql", "migration.sql", "bucket.sql", "anonymous-bucket.sql", "row-security.sql",
    "teams.sql",
]


def shape_of(project: Project) -> list[tuple]:
    """Everything a script can have made, except data."""
    return project.sql("""
        select 'column', c.oid::regclass::text || '.' || attname,
          format_type(atttypid, atttypmod) || attnotnull || atthasdef
        from pg_class c join pg_attribute a on attrelid = c.oid
        where relnamespace = 'public'::regnamespace and attnum > 0
        union all select 'trigger', tgrelid::regclass::text, tgname from pg_trigger
        union all select 'policy', tablename, policyname || roles::text || coalesce(qual, '')
          || coalesce(with_check, '') from pg_policies
        union all select 'function', proname, prosrc from pg_proc
        where pronamespace = 'public'::regnamespace
        union all select 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
        union all select 'bucket', id, public::text from storage.buckets
        order by 1, 2, 3""")


@pytest.mark.parametrize("count", range(1, len(SCRIPTS) + 1))
def test_every_prefix_of_the_scripts_may_run_twice(new_project, count):
    project = new_project("empty")
    for name in SCRIPTS[:count]:
        project.script(name)
    once = shape_of(project)
    for name in SCRIPTS[:count]:
        project.script(name)
    # What anonymous-bucket.sql gives row-security.sql has taken back in both runs.
    assert shape_of(project) == once


def test_the_tables_are_those_of_the_documentation(seed):
    columns = dict(seed.sql("""
        select table_name,
          string_agg(column_name || ' ' || udt_name, ', ' order by ordinal_position)
        from information_schema.columns where table_schema = 'public' group by 1"""))
    assert columns == {
        "spaces": "id uuid, name text, world_map_url text, created_at timestamptz,"
        " updated_at timestamptz",
        "anchors": "id uuid, space_id uuid, transform _float8, metadata jsonb,"
        " created_at timestamptz, updated_at timestamptz, deleted_at timestamptz",
    }


def test_the_migration_numbers_the_rows_that_are_there(seed):
    space = new_id()
    seed.sql("insert into spaces (id) values (%s)", space)
    seed.sql("insert into anchors (id, space_id, transform) select gen_random_uuid(), %s, %s"
             " from generate_series(1, 5)", space, IDENTITY)
    seed.script("migration.sql")
    numbers = seed.sql(
        "select sync_seq from spaces union all select sync_seq from anchors order by 1")
    assert [number for (number,) in numbers] == [1, 2, 3, 4, 5, 6]
    seed.sql("update spaces set name = 'x', updated_at = now()")
    assert seed.sql("select sync_seq from spaces") == [(7,)]


def test_scripts_tell_the_server_to_look_again(new_project):
    project = new_project("empty")
    with psycopg.connect(project.description["database"], autocommit=True) as listener:
        listener.execute("listen pgrst")
        for name in ("schema.sql", "migration.sql", "row-security.sql"):
            project.script(name)
            (heard,) = listener.notifies(timeout=5, stop_after=1)
            assert heard.payload == "reload schema"


class TestLastWriteWins:
    def put(self, project: Project, space: str, name: str, at: str) -> tuple:
        return project.sql("""
            insert into spaces (id, name, created_at, updated_at) values (%s, %s, %s, %s)
            on conflict (id) do update set name = excluded.name, updated_at = excluded.updated_at
            returning name, sync_seq""", space, name, "2024-01-01Z", at)[0]

    def test_an_older_write_answers_with_the_row_that_won(self, migrated):
        space = new_id()
        _, first = self.put(migrated, space, "new", "2024-05-02Z")
        assert self.put(migrated, space, "old", "2024-05-01Z") == ("new", first)
        name, second = self.put(migrated, space, "newer", "2024-05-02 00:00:00.000001Z")
        assert name == "newer" and second > first

    def test_a_write_that_changes_nothing_is_no_news(self, migrated):
        space = new_id()
        first = self.put(migrated, space, "same", "2024-05-02Z")
        assert self.put(migrated, space, "same", "2024-05-02Z") == first

    def test_at_equal_times_the_newcomer_wins(self, migrated):
        space = new_id()
        _, first = self.put(migrated, space, "one", "2024-05-02Z")
        name, second = self.put(migrated, space, "two", "2024-05-02Z")
        assert name == "two" and second > first

    def test_a_clock_far_ahead_does_not_shield_its_row(self, migrated):
        space = new_id()
        self.put(migrated, space, "from 2099", "2099-01-01Z")
        assert self.put(migrated, space, "from now", "2024-05-02Z")[0] == "from now"

    def test_a_clock_an_hour_ahead_wins_as_any(self, migrated):
        space = new_id()
        migrated.sql("insert into spaces (id, name, updated_at)"
                     " values (%s, 'ahead', now() + interval '1 hour')", space)
        assert self.put(migrated, space, "now", "2024-05-02Z")[0] == "ahead"

    def test_the_number_is_never_the_clients(self, migrated):
        space = new_id()
        migrated.sql("insert into spaces (id, sync_seq) values (%s, 999)", space)
        migrated.sql("update spaces set name = 'x', sync_seq = 999, updated_at = now()")
        assert migrated.sql("select sync_seq from spaces")[0][0] < 10


class TestTombstones:
    def fill(self, project: Project) -> tuple[str, list[str]]:
        space, anchors = new_id(), [new_id() for _ in range(3)]
        project.sql("insert into spaces (id, updated_at) values (%s, '2024-01-01Z')", space)
        for anchor in anchors:
            project.sql("insert into anchors (id, space_id, transform, updated_at)"
                        " values (%s, %s, %s, '2024-01-01Z')", anchor, space, IDENTITY)
        return space, anchors

    def test_removing_a_space_buries_its_anchors_too(self, migrated):
        space, anchors = self.fill(migrated)
        migrated.sql("delete from spaces where id = %s", space)
        buried = migrated.sql("select kind, id::text, space_id::text from tombstones order by 1, 2")
        assert buried == [("anchor", anchor, space) for anchor in sorted(anchors)] + [
            ("space", space, None)]
        newest = migrated.sql("select min(sync_seq), count(distinct sync_seq) from tombstones")
        assert newest[0][0] > 4 and newest[0][1] == 4

    def test_what_was_removed_does_not_come_back_by_an_old_upload(self, migrated):
        space, _ = self.fill(migrated)
        migrated.sql("delete from spaces where id = %s", space)
        again = migrated.sql(
            "insert into spaces (id, updated_at) values (%s, '2024-01-01Z') returning id", space)
        assert again == [] and migrated.sql("select 1 from spaces") == []

    def test_a_change_after_the_removal_brings_it_back(self, migrated):
        space, _ = self.fill(migrated)
        migrated.sql("delete from spaces where id = %s", space)
        migrated.sql("insert into spaces (id, updated_at) values (%s, clock_timestamp())", space)
        assert migrated.sql("select id::text from spaces") == [(space,)]
        assert migrated.sql("select 1 from tombstones where kind = 'space'") == []

    def test_history_outlives_the_space(self, migrated):
        space, anchors = self.fill(migrated)
        add_event(migrated, space, anchors[0], "created", "2024-01-01Z", 1, IDENTITY)
        migrated.sql("delete from spaces where id = %s", space)
        assert migrated.sql("select count(*) from anchor_events") == [(1,)]


def add_event(project, space, anchor, kind, at, version, transform=None, metadata=None,
              extra="{}") -> str:
    identifier = new_id()
    project.sql("""
        insert into anchor_events (id, anchor_id, space_id, type, "timestamp", version, transform,
          metadata, extra) values (%s, %s, %s, %s, %s, %s, %s, %s, %s)""",
                identifier, anchor, space, kind, at, version, transform, metadata, extra)
    return identifier


class TestEvents:
    def test_an_event_never_changes(self, migrated):
        space, anchor = new_id(), new_id()
        event = add_event(migrated, space, anchor, "created", "2024-01-01Z", 1, IDENTITY)
        before = migrated.sql("select * from anchor_events")
        migrated.sql("update anchor_events set type = 'deleted' where id = %s", event)
        assert migrated.sql("select * from anchor_events") == before

    @pytest.mark.parametrize("transform", [
        [1.0] * 15, [1.0] * 17, [[1.0, 2.0, 3.0, 4.0] for _ in range(4)], [float("nan")] * 16,
        [float("inf")] * 16, [None] * 16, [],
    ])
    def test_a_transform_is_sixteen_finite_numbers(self, migrated, transform):
        with pytest.raises(psycopg.errors.CheckViolation):
            add_event(migrated, new_id(), new_id(), "moved", "2024-01-01Z", 1, transform)

    @pytest.mark.parametrize(("kind", "at", "version"), [
        ("renamed", "2024-01-01Z", 1), ("moved", "infinity", 1), ("moved", "2024-01-01Z", 0),
    ])
    def test_what_is_no_event_is_refused(self, migrated, kind, at, version):
        with pytest.raises(psycopg.errors.CheckViolation):
            add_event(migrated, new_id(), new_id(), kind, at, version)


class TestCursor:
    def test_a_greater_number_is_never_visible_before_a_smaller_one(self, migrated):
        """A writer that commits late makes the next one wait, not the reader miss its row."""
        uri = migrated.description["database"]
        first = psycopg.connect(uri)
        first.execute("insert into spaces (id, name) values (gen_random_uuid(), 'first')")

        def write_second() -> None:
            with psycopg.connect(uri) as second:
                second.execute("insert into spaces (id, name) values (gen_random_uuid(), 'second')")

        waiting = threading.Thread(target=write_second)
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive() and migrated.sql("select 1 from spaces") == []
        first.commit()
        waiting.join(5)
        first.close()
        assert migrated.sql("select name from spaces order by sync_seq") == [
            ("first",), ("second",)]

    def test_many_writers_neither_deadlock_nor_hide_rows(self, migrated):
        space = new_id()
        migrated.sql("insert into spaces (id) values (%s)", space)
        migrated.sql("insert into anchors (id, space_id, transform, updated_at)"
                     " select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, %s, %s,"
                     " '2024-01-01Z' from generate_series(1, 4) n", space, IDENTITY)
        uri, failures, seen = migrated.description["database"], [], set()
        done = threading.Event()

        def write(number: int) -> None:
            with psycopg.connect(uri, autocommit=True) as connection:
                for turn in range(40):
                    which = f"00000000-0000-4000-8000-{(turn + number) % 4 + 1:012}"
                    try:
                        if turn % 2:
                            connection.execute(
                                "update anchors set updated_at = clock_timestamp() where id = %s",
                                [which])
                        else:
                            connection.execute("""
                                insert into anchors (id, space_id, transform, updated_at)
                                values (%s, %s, %s, clock_timestamp()) on conflict (id)
                                do update set updated_at = excluded.updated_at""",
                                               [which, space, IDENTITY])
                        connection.execute(
                            "insert into anchor_events (id, anchor_id, space_id, type,"
                            " \"timestamp\", version) values (gen_random_uuid(), %s, %s, 'moved',"
                            " now(), 1)", [which, space])
                    except psycopg.Error as error:
                        failures.append(str(error))

        def read() -> None:
            cursor = 0
            with psycopg.connect(uri, autocommit=True) as connection:
                while True:
                    last = done.is_set()
                    rows = connection.execute(
                        "select sync_seq, id from anchor_events where sync_seq > %s"
                        " order by sync_seq limit 7", [cursor]).fetchall()
                    seen.update(row[1] for row in rows)
                    cursor = rows[-1][0] if rows else cursor
                    if last and not rows:
                        return

        reader = threading.Thread(target=read)
        writers = [threading.Thread(target=write, args=(number,)) for number in range(6)]
        for thread in [reader, *writers]:
            thread.start()
        for thread in writers:
            thread.join(60)
        done.set()
        reader.join(60)
        assert failures == []
        assert len(seen) == migrated.sql("select count(*) from anchor_events")[0][0] == 240
