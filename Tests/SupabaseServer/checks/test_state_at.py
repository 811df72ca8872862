"""state_at against a fold of the same events in the plainest way."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

from conftest import Project, new_id
from test_scripts import IDENTITY, add_event

START = datetime(2024, 1, 1, tzinfo=UTC)


def fold(events: list[tuple], instant: datetime) -> list[tuple]:
    """Events are (instant, version, id, anchor, type, transform, metadata, changed)."""
    anchors: dict[str, dict] = {}
    versions: dict[str, int] = {}
    contested: set[str] = set()
    for event in sorted(events, key=lambda event: event[:3]):
        at, version, _, anchor, kind, transform, metadata, changed = event
        if at > instant:
            continue
        if version <= versions.get(anchor, 0):
            contested.add(anchor)
        versions[anchor] = max(version, versions.get(anchor, 0))
        state = anchors.get(anchor)
        if state is None:
            if transform is None:
                continue
            state = anchors[anchor] = {"metadata": {}, "created": at, "hidden": False}
        state["updated"] = at
        state["transform"] = transform if transform is not None else state["transform"]
        if metadata is not None:
            state["metadata"] = (
                with_keys(state["metadata"], metadata, changed)
                if kind == "updated" and anchor in contested and names_keys(changed) else metadata)
        if kind in ("created", "deleted", "restored"):
            state["hidden"] = kind == "deleted"
    visible = [(state["created"], anchor, state) for anchor, state in anchors.items()
               if not state["hidden"]]
    return [(anchor, state["transform"], state["metadata"], created, state["updated"])
            for created, anchor, state in sorted(visible, key=lambda entry: entry[:2])]


def names_keys(changed: object) -> bool:
    return isinstance(changed, list) and all(isinstance(key, str) for key in changed)


def with_keys(old: dict, new: dict, changed: list[str]) -> dict:
    result = {key: value for key, value in old.items() if key not in changed}
    return result | {key: new[key] for key in changed if key in new}


def ask(project: Project, space: str, instant: datetime) -> list[tuple]:
    return project.sql("""
        select id::text, transform, metadata, created_at, updated_at
        from state_at(%s, %s)""", space, instant)


def make_history(seed: int, anchors: int, count: int) -> list[tuple]:
    """Few instants and versions, so that every tie of the order happens."""
    draw = random.Random(seed)
    names = [new_id() for _ in range(anchors)]
    events = []
    for number in range(count):
        kind = draw.choice(["created", "moved", "updated", "deleted", "restored", "moved"])
        transform = [*IDENTITY[:12], float(number), 0.1, -0.0, 1.0]
        events.append((
            START + timedelta(microseconds=draw.randrange(12)), draw.randint(1, 3), new_id(),
            draw.choice(names), kind, transform if draw.random() < 0.5 else None,
            draw_metadata(draw, number) if draw.random() < 0.5 else None, draw_changed(draw)))
    return events


def draw_metadata(draw: random.Random, number: int) -> dict:
    keys = draw.sample(["n", "text", "a b", "é", "null"], draw.randint(0, 3))
    return {key: draw.choice([number, None, [number], {"n": 1}, "word"]) for key in keys}


def draw_changed(draw: random.Random) -> object:
    """Mostly a list of keys; now and then nothing, or something else."""
    if draw.random() < 0.2:
        return draw.choice([None, "n", 1, [1], ["n", None], {"n": 1}])
    return draw.sample(["n", "text", "a b", "é", "missing"], draw.randint(0, 3))


def store(project: Project, space: str, events: list[tuple]) -> None:
    with project.database.cursor() as cursor, cursor.copy(
        'copy anchor_events ("timestamp", version, id, anchor_id, type, transform, metadata,'
        ' extra, space_id) from stdin'
    ) as copy:
        for event in events:
            *head, metadata, changed = event
            extra = {} if changed is None else {"changed": changed}
            copy.write_row([*head, None if metadata is None else json.dumps(metadata),
                            json.dumps(extra), space])


def test_state_at_equals_the_naive_fold(migrated):
    first = random.randrange(10**9)
    for seed in range(first, first + 20):
        space = new_id()
        events = make_history(seed, anchors=6, count=80)
        # In any order and in several requests, as devices send them.
        for part in range(4):
            store(migrated, space, events[part::4])
        for step in range(-1, 13):
            instant = START + timedelta(microseconds=step)
            assert ask(migrated, space, instant) == fold(events, instant), (seed, step)
        everything = migrated.sql("select id::text from state_at(%s)", space)
        assert [row[0] for row in everything] == [
            entry[0] for entry in fold(events, START + timedelta(days=1))]


def test_an_instant_includes_its_events(migrated):
    space, anchor = new_id(), new_id()
    add_event(migrated, space, anchor, "created", START, 1, IDENTITY)
    assert len(ask(migrated, space, START)) == 1
    assert ask(migrated, space, START - timedelta(microseconds=1)) == []


def test_an_anchor_has_its_own_creation_date(migrated):
    cases = {
        1_500_000_000_250_000: datetime(2017, 7, 14, 2, 40, 0, 250_000, tzinfo=UTC),
        -86_400_000_000: datetime(1969, 12, 31, tzinfo=UTC),
        # What is not a whole number of microseconds in range counts as none.
        1.5: START, "1500000000000000": START, None: START, 10**18: START, -(10**17) + 1: START,
        253_402_300_800_000_000: START,
    }
    for value, created in cases.items():
        space, anchor = new_id(), new_id()
        add_event(migrated, space, anchor, "created", START, 1, IDENTITY,
                  extra=json.dumps({"createdAt": value}))
        moved = START + timedelta(seconds=5)
        add_event(migrated, space, anchor, "moved", moved, 2, IDENTITY)
        ((_, _, _, at, updated),) = ask(migrated, space, moved)
        assert (at, updated) == (created, moved), value


def test_other_spaces_are_left_alone(migrated):
    anchor = new_id()
    add_event(migrated, new_id(), anchor, "created", START, 1, IDENTITY)
    assert ask(migrated, new_id(), START) == []


def test_a_long_history_is_not_read(migrated):
    """100,000 events of 20 anchors: what is read follows the anchors, not the events."""
    space = new_id()
    migrated.sql("set session_replication_role = replica")
    migrated.sql("""
        insert into anchor_events (id, anchor_id, space_id, type, "timestamp", version, transform,
          metadata, sync_seq)
        select gen_random_uuid(),
          ('00000000-0000-4000-8000-' || lpad((n %% 20)::text, 12, '0'))::uuid, %s,
          case when n < 20 then 'created' else 'moved' end,
          '2024-01-01Z'::timestamptz + n * interval '1 second', n / 20 + 1, %s,
          case when n < 20 then '{"text": "first"}'::jsonb end, n
        from generate_series(0, 99999) n""", space, IDENTITY)
    migrated.sql("set session_replication_role = origin")
    migrated.sql("vacuum analyze anchor_events")
    (plan,) = migrated.sql(
        "explain (analyze, buffers, format json) select * from state_at(%s, '2024-01-01 12:00Z')",
        space)[0]
    pages = plan[0]["Plan"]["Shared Hit Blocks"] + plan[0]["Plan"]["Shared Read Blocks"]
    assert plan[0]["Plan"]["Actual Rows"] == 20
    (all_pages,) = migrated.sql("select pg_table_size('anchor_events') / 8192")[0]
    assert pages < 1500 < all_pages, f"{pages} of {all_pages} pages"


def test_events_that_were_there_before_are_looked_at_by_the_migration(seed):
    """The tables of an older migration have no mark."""
    seed.script("migration.sql")
    space, events = new_id(), make_history(5, anchors=4, count=60)
    store(seed, space, events)
    marked = seed.sql("select id from anchor_events where is_behind order by id")
    assert marked
    seed.sql("alter table anchor_events drop column is_behind cascade")
    seed.script("migration.sql")
    assert marked == seed.sql("select id from anchor_events where is_behind order by id")
    end = START + timedelta(days=1)
    assert ask(seed, space, end) == fold(events, end)


def test_two_who_did_not_know_of_each_other_both_keep_their_keys(migrated):
    space, anchor = new_id(), new_id()
    add_event(migrated, space, anchor, "created", START, 1, IDENTITY,
              metadata=json.dumps({"old": 1}))
    for second, key in ((1, "ka"), (2, "kb")):
        add_event(migrated, space, anchor, "updated", START + timedelta(seconds=second), 2,
                  metadata=json.dumps({"old": 1, key: second}),
                  extra=json.dumps({"changed": [key]}))
    ((_, _, metadata, _, _),) = ask(migrated, space, START + timedelta(days=1))
    assert metadata == {"old": 1, "ka": 1, "kb": 2}
