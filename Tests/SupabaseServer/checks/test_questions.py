"""What is asked without pulling: it takes as little as it says, and each sees their own."""

from __future__ import annotations

import os
import time

import pytest
from conftest import Project, new_id
from test_row_security import ALICE, BOB, event, post
from test_scripts import IDENTITY


def ask(project: Project, name: str, body: dict, user: str | None = None):
    reply = project.http.post(f"/rest/v1/rpc/{name}", json=body, headers=project.headers(user))
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_spaces_are_found_by_name_id_and_beginning(migrated):
    ids = [f"abcdef0{n}-0000-4000-8000-00000000000{n}" for n in range(3)]
    for identifier, name in zip(ids, ("Hall", "hall", "Attic"), strict=True):
        migrated.sql("insert into spaces (id, name) values (%s, %s)", identifier, name)

    def found(term: str | None) -> list[str]:
        return sorted(row["id"] for row in ask(migrated, "find_spaces", {"term": term}))

    assert found("HALL") == ids[:2]
    assert found(ids[2].upper()) == [ids[2]]
    assert found("abcdef02") == [ids[2]]
    assert found("abcd") == found(None) == ids
    assert found("abc") == found("%") == found("nowhere") == []


@pytest.mark.parametrize("tier", ["secured", "teams"])
def test_strangers_are_told_nothing(new_project, tier):
    project = new_project(tier)
    space = new_id()
    post(project, "spaces", {"id": space, "name": "Hall"}, ALICE)
    assert post(project, "anchor_events", event(space), ALICE).status_code == 201
    body = {"space": space}
    for user, count in ((ALICE, 1), (BOB, 0), (None, 0)):
        assert len(ask(project, "find_spaces", {"term": "Hall"}, user)) == count
        state = ask(project, "state_events", body | {"instants": ["infinity"]}, user)
        assert len(state["events"]) == count
        log = ask(project, "log_events", body | {"most": 10}, user)
        assert (len(log["events"]), len(log["printed"])) == (count, count)


def fill(project: Project, space: str, count: int, anchors: int) -> None:
    project.sql("set session_replication_role = replica")
    project.database.execute("""
        insert into anchor_events (id, anchor_id, space_id, type, "timestamp", version, transform,
          metadata, extra, sync_seq)
        select gen_random_uuid(),
          md5((n %% %(anchors)s)::text)::uuid, %(space)s,
          case when n < %(anchors)s then 'created' when n %% 7 = 0 then 'updated' else 'moved' end,
          '2024-01-01Z'::timestamptz + n * interval '1 second', n / %(anchors)s + 1,
          case when n %% 7 > 0 or n < %(anchors)s then array_fill(n / 7.0, array[16]) end,
          case when n < %(anchors)s or n %% 7 = 0
            then jsonb_build_object('text', 'note ' || n, 'type', 'note', 'color', '#ff0000') end,
          jsonb_build_object('operation', gen_random_uuid()), n
        from generate_series(0, %(count)s - 1) n""", {
            "anchors": anchors, "space": space, "count": count})
    project.sql("set session_replication_role = origin")
    project.sql("insert into spaces (id, name) values (%s, 'Hall')", space)
    project.sql("vacuum analyze anchor_events")


def test_a_long_history_is_asked_within_a_second_and_a_megabyte(migrated):
    """`QUESTION_EVENTS` sets how many events; a million is what is promised."""
    count = int(os.environ.get("QUESTION_EVENTS", "50000"))
    space = new_id()
    fill(migrated, space, count, anchors=1000)
    for name, body in {
        "find_spaces": {"term": "hall"},
        "state_events": {"space": space, "instants": ["infinity"]},
        "changes_between": {"space": space, "start_at": "2024-01-01T02:00:00Z"},
        "log_events": {"space": space, "most": 100, "is_reversed": True},
    }.items():
        seconds = []
        for _ in range(3):
            start = time.monotonic()
            reply = migrated.http.post(
                f"/rest/v1/rpc/{name}", json=body, headers=migrated.headers())
            seconds.append(time.monotonic() - start)
            assert reply.status_code == 200, reply.text
        size = len(reply.content)
        print(f"{count} events, {name}: {min(seconds) * 1000:.0f} ms, {size} bytes")
        assert min(seconds) < 1
        assert size < (2_000_000 if name == "changes_between" else 1_000_000)


def test_what_did_not_change_does_not_travel(migrated):
    space = new_id()
    fill(migrated, space, 2000, anchors=100)
    migrated.sql("""insert into anchor_events (id, anchor_id, space_id, type, "timestamp", version,
        transform, sync_seq) values (%s, md5('5')::uuid, %s, 'moved', '2025-01-01Z', 1000, %s, 0)""",
        new_id(), space, IDENTITY)
    events = ask(migrated, "changes_between", {
        "space": space, "start_at": "2024-06-01T00:00:00Z"})["events"]
    assert len([values for values in events if values[5]]) == 2
    assert len({values[1] for values in events}) == 100
