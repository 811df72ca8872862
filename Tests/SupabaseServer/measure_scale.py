"""Measures what a large project costs, for Resources/supabase/scale.md.

Usage: measure.sh [EVENTS]; a tenth of a million if none are given. It fills a database as the scripts
make it with a history of that many events, of a hundred for each space, and prints sizes and times as
they are found.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import psycopg

from stand_in.cluster import Cluster
from stand_in.projects import Projects

USER = "aaaaaaaa-0000-4000-8000-000000000000"
EVENTS_PER_SPACE = 100
# Whose spaces are how many, scattered over the project; None is the secret key.
MEMBERS: dict[str, tuple[str | None, int]] = {
    "secret key": (None, 0),
    "member of all spaces": (USER, 1 << 40),
    "member of 1000 spaces": ("bbbbbbbb-0000-4000-8000-000000000000", 1000),
    "member of 20 spaces": ("cccccccc-0000-4000-8000-000000000000", 20),
}
SPACE = "md5('space ' || n / %(per_space)s)::uuid" % {"per_space": EVENTS_PER_SPACE}

FILL = f"""
insert into public.anchor_events (id, anchor_id, space_id, type, "timestamp", version, transform,
  metadata, actor_id, extra, sync_seq, user_id)
select gen_random_uuid(), md5('anchor ' || n / 10)::uuid, {SPACE},
  case when n %% 10 = 0 then 'created' when n %% 3 = 0 then 'updated' else 'moved' end,
  '2024-01-01Z'::timestamptz + n * interval '1 millisecond', n %% 10 + 1,
  case when n %% 10 = 0 or n %% 3 > 0 then
    array[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, n %% 977 / 100.0, 1.25, n %% 499 / 100.0, 1] end,
  case when n %% 10 = 0 or n %% 3 = 0 then
    jsonb_build_object('text', 'note ' || n, 'type', 'note') end,
  'device', jsonb_build_object('operation', gen_random_uuid()), n + 1, '{USER}'
from generate_series(%s, %s) n
"""


def log(what: str, value: object) -> None:
    print(f"{what}: {value}", flush=True)


def size(text: int) -> str:
    return f"{text / 1e9:.2f} GB" if text > 1e8 else f"{text / 1e6:.1f} MB"


def fill(database: psycopg.Connection, count: int) -> None:
    """Indexes are made afterwards: so a table is filled that is restored from a backup."""
    database.execute("set session_replication_role = replica")
    indexes = database.execute("""
        select indexname, indexdef from pg_indexes
        where tablename = 'anchor_events' and indexname not like '%pkey'""").fetchall()
    for name, _ in indexes:
        database.execute(f"drop index public.{name}")
    start = time.monotonic()
    for first in range(0, count, 500_000):
        database.execute(FILL, [first, min(first + 500_000, count) - 1])
    log("seconds to fill the table", round(time.monotonic() - start))
    start = time.monotonic()
    for _, definition in indexes:
        database.execute(definition)
    log("seconds to make the indexes", round(time.monotonic() - start))
    database.execute(f"""
        insert into public.spaces (id, name, sync_seq, user_id)
        select md5('space ' || n)::uuid, 'Space ' || n, n + 1, '{USER}'
        from generate_series(0, {count} / {EVENTS_PER_SPACE} - 1) n""")
    for user, most in MEMBERS.values():
        if user:
            database.execute("""
                insert into public.space_members (space_id, user_id, role, sync_seq)
                select id, %s, 'owner', 0 from public.spaces order by id limit %s""", [user, most])
    database.execute("select setval('public.sync_seq', %s)", [count + 1])
    database.execute("set session_replication_role = origin")
    database.execute("vacuum analyze")


def measure_sizes(database: psycopg.Connection, count: int) -> None:
    heap, total = database.execute("""
        select pg_table_size('public.anchor_events'), pg_total_relation_size('public.anchor_events')
        """).fetchone()
    log("table of events", f"{size(heap)}, {heap / count:.0f} bytes an event")
    log("its indexes", f"{size(total - heap)}, {(total - heap) / count:.0f} bytes an event")
    for name, bytes_used in database.execute("""
            select indexrelname, pg_relation_size(indexrelid) from pg_stat_user_indexes
            where relname = 'anchor_events' order by 2 desc""").fetchall():
        log(f"  {name}", f"{bytes_used / count:.0f} bytes an event")


def as_user(database: psycopg.Connection, user: str | None) -> None:
    if user is None:
        database.execute("set role service_role")
        return
    database.execute("set role authenticated")
    database.execute("select set_config('request.jwt.claims', %s, false)", [
        json.dumps({"sub": user, "role": "authenticated"})])


def milliseconds(database: psycopg.Connection, query: str, *values: object) -> float:
    times = []
    for _ in range(7):
        start = time.monotonic()
        database.execute(query, values).fetchall()
        times.append((time.monotonic() - start) * 1000)
    return statistics.median(times)


def measure_reads(uri: str, count: int) -> None:
    page = 'select * from public.anchor_events where sync_seq > %s order by sync_seq limit 1000'
    with psycopg.connect(uri, autocommit=True) as database:
        space = database.execute("select id from public.spaces order by id limit 1").fetchone()[0]
        for name, (user, _) in MEMBERS.items():
            database.execute("reset role")
            as_user(database, user)
            log(f"{name}: the first page of 1000 events",
                f"{milliseconds(database, page, 0):.1f} ms")
            log(f"{name}: nothing new", f"{milliseconds(database, page, count + 1):.1f} ms")
            log(f"{name}: nothing new, and a tenth of the project's events came since, all of spaces anywhere",
                f"{milliseconds(database, page , count - count // 10):.1f} ms")
            log(f"{name}: state of a space", f"{milliseconds(database, STATE, space):.1f} ms")


STATE = "select public.state_events(%s, array['infinity'::timestamptz])"


def measure_writes(uri: str, name: str, writers: int, batch: int) -> None:
    """Batches of events into spaces of the writers' own, for five seconds."""
    user = MEMBERS[name][0]
    counts = [0] * writers
    stop = time.monotonic() + 5

    def write(number: int) -> None:
        with psycopg.connect(uri, autocommit=True) as database:
            space = database.execute(
                "select id from public.spaces order by id offset %s limit 1", [number]
            ).fetchone()[0]
            as_user(database, user)
            while time.monotonic() < stop:
                database.execute("""
                    insert into public.anchor_events (id, anchor_id, space_id, type, "timestamp",
                      version, transform, metadata)
                    select gen_random_uuid(), gen_random_uuid(), %s, 'created', now(), 1,
                      array_fill(0.5, array[16]), '{"text": "note"}' from generate_series(1, %s)
                    on conflict (id) do nothing""", [space, batch])
                counts[number] += batch

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log(f"{name}: events written in a second, {writers} writers in batches of {batch}",
        round(sum(counts) / 5))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory(prefix="hyperbasis-scale-") as folder:
        directory = Path(folder)
        directory.chmod(0o755)
        cluster = Cluster.start(directory / "cluster")
        try:
            projects = Projects(cluster, directory / "projects")
            template = projects.template("teams")
            uri = cluster.uri(template)
            with psycopg.connect(uri, autocommit=True) as database:
                log("events", count)
                fill(database, count)
                measure_sizes(database, count)
            measure_reads(uri, count)
            for name in MEMBERS:
                for writers, batch in ((1, 1), (1, 500), (8, 1), (8, 500)):
                    measure_writes(uri, name, writers, batch)
            projects.stop()
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
