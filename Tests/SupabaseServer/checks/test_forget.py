"""Forgetting a space: what goes, what stays, and who may."""

from __future__ import annotations

from conftest import Project, new_id
from test_questions import ask
from test_row_security import event, post
from test_teams import EDITOR, OWNER, PEOPLE, STRANGER, VIEWER, Team, team  # noqa: F401


def forget(project: Project, space: str, who: str | None, **values: object):
    return project.http.post(
        "/rest/v1/rpc/forget_space", json={"space": space} | values,
        headers=project.headers(who))


def left(project: Project, space: str) -> dict[str, int]:
    return {
        table: project.sql(f"select count(*) from {table} where {column} = %s", space)[0][0]
        for table, column in (
            ("spaces", "id"), ("anchors", "space_id"), ("anchor_events", "space_id"))
    }


def test_only_an_owner_forgets(team):  # noqa: F811
    for who in (EDITOR, VIEWER, STRANGER, None):
        for name in ("forget_space", "unforget_space"):
            reply = team.ask(who, "POST", f"rpc/{name}", {"space": team.space})
            assert reply.status_code in (401, 403) and reply.json()["code"] == "42501"
    assert left(team.project, team.space) == {"spaces": 1, "anchors": 1, "anchor_events": 1}
    rehearsal = forget(team.project, team.space, OWNER, is_rehearsal=True)
    assert rehearsal.json() == {"events": 1, "anchors": 1, "isForgotten": False}
    assert left(team.project, team.space)["anchor_events"] == 1
    assert forget(team.project, team.space, OWNER).status_code == 200
    assert left(team.project, team.space) == {"spaces": 0, "anchors": 0, "anchor_events": 0}
    assert team.project.sql("select kind, id::text from tombstones") == [
        ("forgotten", team.space)]
    for who in PEOPLE.values():
        seen = team.ask(who, "GET", "tombstones?select=kind").json()
        assert len(seen) == (who in (OWNER, EDITOR, VIEWER))


def test_what_devices_upload_again_is_left_out_until_an_owner_says_so(team):  # noqa: F811
    forget(team.project, team.space, OWNER)

    def upload() -> list[int]:
        row = {"id": team.space, "name": "Hall", "updated_at": "2100-01-01T00:00:00Z"}
        return [
            post(team.project, "spaces", row, OWNER).status_code,
            post(team.project, "anchor_events", event(team.space), EDITOR).status_code,
        ]

    upload()
    assert left(team.project, team.space) == {"spaces": 0, "anchors": 0, "anchor_events": 0}
    assert ask(team.project, "unforget_space", {"space": team.space}, OWNER) is True
    assert upload() == [201, 201]
    assert left(team.project, team.space) == {"spaces": 1, "anchors": 0, "anchor_events": 1}


def test_of_users_apart_each_forgets_their_own(secured):
    space = new_id()
    post(secured, "spaces", {"id": space}, OWNER)
    for who in (OWNER, STRANGER):
        assert post(secured, "anchor_events", event(space), who).status_code == 201
    assert forget(secured, space, STRANGER).status_code == 403
    assert forget(secured, space, None).status_code == 401
    assert forget(secured, space, OWNER).json()["events"] == 1
    assert secured.sql("select user_id::text from anchor_events") == [(STRANGER,)]
    assert secured.sql("select user_id::text from tombstones") == [(OWNER,)]


def test_without_row_security_whoever_has_the_key_forgets(migrated):
    space = new_id()
    post(migrated, "spaces", {"id": space}, None)
    assert post(migrated, "anchor_events", event(space), None).status_code == 201
    assert forget(migrated, space, None).json()["events"] == 1
    assert left(migrated, space) == {"spaces": 0, "anchors": 0, "anchor_events": 0}


def test_a_number_that_no_float_can_hold_hides_no_other_space(migrated):
    for value in (1e300, 1e-300):
        space, anchor = new_id(), new_id()
        post(migrated, "spaces", {"id": space}, None)
        row = event(space) | {"transform": [value] * 16}
        assert post(migrated, "anchor_events", row, None).status_code == 201
        migrated.sql(
            "insert into anchors (id, space_id, transform) values (%s, %s, %s)",
            anchor, space, [value] * 16)
        found = {row["id"]: row for row in ask(migrated, "space_digests", {})}
        assert (found[space]["events"], found[space]["anchors"]) == (1, 1)


def test_digests_do_not_depend_on_the_order(migrated):
    space, other = new_id(), new_id()
    for identifier in (space, other):
        post(migrated, "spaces", {"id": identifier}, None)
    rows = [event(space) for _ in range(3)]
    for row in rows:
        post(migrated, "anchor_events", row, None)

    def digest() -> tuple:
        found = {row["id"]: row for row in ask(migrated, "space_digests", {})}
        assert found[other]["event_digest"] == found[other]["anchor_digest"] == "0"
        return found[space]["events"], found[space]["event_digest"]

    first = digest()
    assert first[0] == 3
    migrated.sql("delete from anchor_events")
    for row in reversed(rows):
        post(migrated, "anchor_events", row, None)
    assert digest() == first
    migrated.sql("set session_replication_role = replica")
    migrated.sql("update anchor_events set version = 2 where id = %s", rows[0]["id"])
    assert digest() != first
