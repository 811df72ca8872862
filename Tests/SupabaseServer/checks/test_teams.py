"""teams.sql as real roles: who may do what, over the wire, from one table."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import RESOURCES, Project, new_id
from test_row_security import event, post, read
from test_scripts import IDENTITY

PEOPLE = {
    "owner": "aaaaaaaa-0000-4000-8000-000000000000",
    "editor": "bbbbbbbb-0000-4000-8000-000000000000",
    "viewer": "cccccccc-0000-4000-8000-000000000000",
    "stranger": "dddddddd-0000-4000-8000-000000000000",
    "nobody": None,
}
NEWCOMER = "eeeeeeee-0000-4000-8000-000000000000"
OWNER, EDITOR, VIEWER, STRANGER = (
    PEOPLE[name] for name in ("owner", "editor", "viewer", "stranger"))


@dataclass
class Team:
    """A space of three members, with an anchor, an event and a world map."""

    project: Project
    space: str
    anchor: str

    def ask(self, who: str | None, method: str, path: str, body: object = None, **headers: str):
        return self.project.http.request(
            method, f"/rest/v1/{path}", json=body, headers=self.project.headers(who, **headers))

    def map(self, who: str | None, method: str, path: str, data: bytes | None = None):
        return self.project.http.request(
            method, f"/storage/v1/object/{path}", content=data,
            headers=self.project.headers(who, x_upsert="true"))

    def holds(self, query: str, *values: object) -> bool:
        """Of a query that counts, past the stand-in."""
        return self.project.sql(query, *values)[0][0] > 0

    def add(self, who: str, role: str, by: str = OWNER):
        return self.ask(by, "POST", "space_members", [
            {"space_id": self.space, "user_id": who, "role": role}])


@pytest.fixture
def team(teams) -> Team:
    result = Team(teams, new_id(), new_id())
    path = f"world-maps/{result.space}/first"
    assert result.map(OWNER, "POST", path, b"map").status_code == 200
    assert post(teams, "spaces", {"id": result.space, "name": "Hall"}, OWNER).status_code == 201
    anchor = {"id": result.anchor, "space_id": result.space, "transform": IDENTITY}
    assert post(teams, "anchors", anchor, OWNER).status_code == 201
    row = event(result.space) | {"anchor_id": result.anchor}
    assert post(teams, "anchor_events", row, OWNER).status_code == 201
    for who, role in ((EDITOR, "editor"), (VIEWER, "viewer")):
        assert result.add(who, role).status_code == 201
    return result


# What there is to do. Each tells whether it was done, by looking at what is there afterwards.


def see(table: str) -> Callable[[Team, str | None], bool]:
    return lambda team, who: len(read(team.project, table, who)) > 0


def see_state(team: Team, who: str | None) -> bool:
    reply = team.ask(who, "POST", "rpc/state_at", {"space": team.space})
    return reply.status_code == 200 and len(reply.json()) > 0


def see_map(team: Team, who: str | None) -> bool:
    path = f"authenticated/world-maps/{team.space}/first"
    return team.map(who, "GET", path).content == b"map"


def rename(team: Team, who: str | None) -> bool:
    team.ask(who, "PATCH", f"spaces?id=eq.{team.space}", {
        "name": "Renamed", "updated_at": "2100-01-01T00:00:00Z"})
    return team.holds("select count(*) from spaces where name = 'Renamed'")


def upsert_space(team: Team, who: str | None) -> bool:
    post(team.project, "spaces", {
        "id": team.space, "name": "Renamed", "updated_at": "2100-01-01T00:00:00Z"}, who)
    return team.holds("select count(*) from spaces where name = 'Renamed'")


def delete_space(team: Team, who: str | None) -> bool:
    team.ask(who, "DELETE", f"spaces?id=eq.{team.space}")
    return not team.holds("select count(*) from spaces")


def delete_space_by_date(team: Team, who: str | None) -> bool:
    team.ask(who, "PATCH", f"spaces?id=eq.{team.space}", {
        "deleted_at": "2100-01-01T00:00:00Z", "updated_at": "2100-01-01T00:00:00Z"})
    return team.holds("select count(*) from spaces where deleted_at is not null")


def bring_back_space(team: Team, who: str | None) -> bool:
    team.ask(OWNER, "DELETE", f"spaces?id=eq.{team.space}")
    post(team.project, "spaces", {
        "id": team.space, "name": "Back", "updated_at": "2100-01-01T00:00:00Z"}, who)
    return team.holds("select count(*) from spaces")


def add_anchor(team: Team, who: str | None) -> bool:
    post(team.project, "anchors", {
        "id": new_id(), "space_id": team.space, "transform": IDENTITY}, who)
    return team.holds("select count(*) - 1 from anchors")


def change_anchor(team: Team, who: str | None) -> bool:
    post(team.project, "anchors", {
        "id": team.anchor, "space_id": team.space, "transform": IDENTITY,
        "metadata": {"text": "changed"}, "updated_at": "2100-01-01T00:00:00Z"}, who)
    return team.holds("select count(*) from anchors where metadata ? 'text'")


def delete_anchor(team: Team, who: str | None) -> bool:
    team.ask(who, "DELETE", f"anchors?id=eq.{team.anchor}")
    return not team.holds("select count(*) from anchors")


def take_anchor_away(team: Team, who: str | None) -> bool:
    """Into a space of one's own."""
    own = new_id()
    post(team.project, "spaces", {"id": own}, who)
    team.ask(who, "PATCH", f"anchors?id=eq.{team.anchor}", {
        "space_id": own, "updated_at": "2100-01-01T00:00:00Z"})
    return team.holds("select count(*) from anchors where space_id = %s", own)


def add_event(team: Team, who: str | None) -> bool:
    post(team.project, "anchor_events", event(team.space), who)
    return team.holds("select count(*) - 1 from anchor_events")


def change_event(team: Team, who: str | None) -> bool:
    team.ask(who, "PATCH", f"anchor_events?space_id=eq.{team.space}", {"type": "deleted"})
    return team.holds("select count(*) from anchor_events where type = 'deleted'")


def delete_event(team: Team, who: str | None) -> bool:
    team.ask(who, "DELETE", f"anchor_events?space_id=eq.{team.space}")
    return not team.holds("select count(*) from anchor_events")


def forge_event(team: Team, who: str | None) -> bool:
    other = VIEWER if who == OWNER else OWNER
    row = event(team.space) | {"user_id": other}
    post(team.project, "anchor_events", row, who)
    return team.holds("select count(*) from anchor_events where id = %s", row["id"])


def forge_anchor(team: Team, who: str | None) -> bool:
    other = VIEWER if who == OWNER else OWNER
    row = {"id": new_id(), "space_id": team.space, "transform": IDENTITY, "user_id": other}
    post(team.project, "anchors", row, who)
    return team.holds("select count(*) from anchors where id = %s", row["id"])


def forge_space(team: Team, who: str | None) -> bool:
    other = VIEWER if who == OWNER else OWNER
    row = {"id": new_id(), "user_id": other}
    post(team.project, "spaces", row, who)
    return team.holds("select count(*) from spaces where id = %s", row["id"])


def take_authorship(team: Team, who: str | None) -> bool:
    """Of a row that is there."""
    for table, key in (("spaces", team.space), ("anchors", team.anchor)):
        team.ask(who, "PATCH", f"{table}?id=eq.{key}", {
            "user_id": NEWCOMER, "updated_at": "2100-01-01T00:00:00Z"})
    return team.holds("""
        select (select count(*) from spaces where user_id = %s)
          + (select count(*) from anchors where user_id = %s)""", NEWCOMER, NEWCOMER)


def bury(team: Team, who: str | None) -> bool:
    post(team.project, "tombstones", {"kind": "space", "id": team.space}, who)
    return team.holds("select count(*) from tombstones")


def invite(team: Team, who: str | None) -> bool:
    team.ask(who, "POST", "space_members", [
        {"space_id": team.space, "user_id": NEWCOMER, "role": "viewer"}])
    return team.holds("select count(*) from space_members where user_id = %s", NEWCOMER)


def promote_oneself(team: Team, who: str | None) -> bool:
    if who is not None:
        team.ask(who, "POST", "space_members", [
            {"space_id": team.space, "user_id": who, "role": "owner"}])
        team.ask(who, "PATCH", f"space_members?user_id=eq.{who}", {"role": "owner"})
    return team.holds(
        "select count(*) from space_members where role = 'owner' and user_id = %s", who or NEWCOMER)


def remove_member(team: Team, who: str | None) -> bool:
    other = EDITOR if who == VIEWER else VIEWER
    team.ask(who, "DELETE", f"space_members?user_id=eq.{other}")
    return not team.holds("select count(*) from space_members where user_id = %s", other)


def leave(team: Team, who: str | None) -> bool:
    before = team.project.sql("select count(*) from space_members")
    team.ask(who, "DELETE", f"space_members?user_id=eq.{who or NEWCOMER}")
    return team.project.sql("select count(*) from space_members") != before


def add_map(team: Team, who: str | None) -> bool:
    path = f"world-maps/{team.space}/second"
    team.map(who, "POST", path, b"other")
    return team.holds("select count(*) from storage.objects where name like '%%/second'")


def replace_map(team: Team, who: str | None) -> bool:
    team.map(who, "POST", f"world-maps/{team.space}/first", b"other")
    service = {"apikey": team.project.description["secretKey"]}
    reply = team.project.http.get(
        f"/storage/v1/object/authenticated/world-maps/{team.space}/first", headers=service)
    return reply.content == b"other"


def remove_map(team: Team, who: str | None) -> bool:
    team.project.http.request(
        "DELETE", "/storage/v1/object/world-maps",
        content=json.dumps({"prefixes": [f"{team.space}/first"]}),
        headers=team.project.headers(who))
    return not team.holds("select count(*) from storage.objects")


def create_space(team: Team, who: str | None) -> bool:
    identifier = new_id()
    post(team.project, "spaces", {"id": identifier}, who, "return=representation")
    return team.holds("select count(*) from spaces where id = %s", identifier)


DEEDS: dict[str, Callable[[Team, str | None], bool]] = {
    "see the space": see("spaces"),
    "see its anchors": see("anchors"),
    "see its history": see("anchor_events"),
    "see its members": see("space_members"),
    "ask `state_at`": see_state,
    "download its world map": see_map,
    "add to its history": add_event,
    "add an anchor": add_anchor,
    "change an anchor": change_anchor,
    "delete an anchor": delete_anchor,
    "move an anchor to a space of their own": take_anchor_away,
    "rename the space": rename,
    "upload the space's row again": upsert_space,
    "upload a world map": add_map,
    "replace a world map": replace_map,
    "remove a world map": remove_map,
    "bring the space back once it was deleted": bring_back_space,
    "delete the space": delete_space,
    "delete the space by a date": delete_space_by_date,
    "invite others": invite,
    "remove others": remove_member,
    "leave": leave,
    "create a space of their own": create_space,
    "change what is in its history": change_event,
    "delete from its history": delete_event,
    "write in another's name": forge_event,
    "add an anchor in another's name": forge_anchor,
    "create a space in another's name": forge_space,
    "give a row another author": take_authorship,
    "write a tombstone": bury,
    "make themselves an owner": promote_oneself,
}


def table_of_rights() -> list[tuple[str, str, bool]]:
    """The table in the README: deed, who, and whether they may."""
    lines = (RESOURCES / "README.md").read_text().splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("| in a space |"))
    people = [cell.strip() for cell in lines[start].split("|")[2:-1]]
    rights = []
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        deed, *cells = (cell.strip() for cell in line.split("|")[1:-1])
        rights += [(deed, who, cell == "yes") for who, cell in zip(people, cells, strict=True)]
    return rights


def test_the_table_names_all_deeds_and_people():
    rights = table_of_rights()
    assert {deed for deed, _, _ in rights} == set(DEEDS)
    assert {who for _, who, _ in rights} == set(PEOPLE)


@pytest.mark.parametrize(("deed", "who", "may"), table_of_rights())
def test_who_may_do_what(team, deed, who, may):
    # An owner is one already.
    if deed == "make themselves an owner" and who == "owner":
        assert may
        return
    assert DEEDS[deed](team, PEOPLE[who]) == may


def test_the_last_owner_hands_over_before_leaving(team):
    refused = team.ask(OWNER, "DELETE", f"space_members?user_id=eq.{OWNER}")
    assert (refused.status_code, refused.json()["code"]) == (403, "42501")
    assert "last owner" in refused.json()["message"]
    demoted = team.ask(OWNER, "PATCH", f"space_members?user_id=eq.{OWNER}", {"role": "viewer"})
    assert demoted.status_code == 403
    promoted = team.ask(OWNER, "PATCH", f"space_members?user_id=eq.{EDITOR}", {"role": "owner"})
    assert promoted.status_code == 204
    assert team.ask(OWNER, "DELETE", f"space_members?user_id=eq.{OWNER}").status_code == 204
    assert read(team.project, "spaces", OWNER) == []
    assert len(read(team.project, "spaces", EDITOR)) == 1


def test_two_owners_who_leave_at_once_leave_one(team):
    team.ask(OWNER, "PATCH", f"space_members?user_id=eq.{EDITOR}", {"role": "owner"})
    with ThreadPoolExecutor(2) as threads:
        replies = list(threads.map(
            lambda who: team.ask(who, "DELETE", f"space_members?user_id=eq.{who}").status_code,
            (OWNER, EDITOR)))
    assert sorted(replies) == [204, 403]


def test_a_member_cannot_be_moved_to_another_space(team):
    own = new_id()
    post(team.project, "spaces", {"id": own}, OWNER)
    reply = team.ask(
        OWNER, "PATCH", f"space_members?space_id=eq.{own}", {"space_id": team.space})
    assert reply.status_code in (403, 409)
    reply = team.ask(OWNER, "PATCH", f"space_members?user_id=eq.{VIEWER}", {"user_id": NEWCOMER})
    assert reply.status_code == 403


def test_whoever_is_removed_sees_nothing_any_more(team):
    assert len(read(team.project, "anchor_events", EDITOR)) == 1
    team.ask(OWNER, "DELETE", f"space_members?user_id=eq.{EDITOR}")
    for table in ("spaces", "anchors", "anchor_events", "space_members"):
        assert read(team.project, table, EDITOR) == []


def test_joining_and_joining_again_gets_a_new_number(team):
    def number() -> int:
        return team.project.sql(
            "select sync_seq from space_members where user_id = %s", EDITOR)[0][0]

    first = number()
    assert first > team.project.sql("select max(sync_seq) from anchor_events")[0][0]
    team.ask(OWNER, "PATCH", f"space_members?user_id=eq.{EDITOR}", {"role": "viewer"})
    assert number() == first
    team.ask(OWNER, "DELETE", f"space_members?user_id=eq.{EDITOR}")
    assert team.add(EDITOR, "viewer").status_code == 201
    assert number() > first


def test_members_learn_of_a_deletion_and_strangers_do_not(team):
    assert delete_space(team, OWNER)
    for who in (OWNER, EDITOR, VIEWER):
        assert {row["kind"] for row in read(team.project, "tombstones", who)} == {
            "space", "anchor"}
    for who in (STRANGER, None):
        assert read(team.project, "tombstones", who) == []


def test_edits_of_two_members_are_one_history(team):
    """The editor did not know of the owner's event: keys count one by one from there."""
    anchor = new_id()
    first = event(team.space) | {"anchor_id": anchor, "metadata": {"a": 1, "b": 1}}
    edit = {"anchor_id": anchor, "type": "updated", "version": 2, "transform": None}
    mine = event(team.space) | edit | {
        "timestamp": "2024-01-02T00:00:00Z", "metadata": {"a": 2, "b": 1},
        "extra": {"changed": ["a"]}}
    theirs = event(team.space) | edit | {
        "timestamp": "2024-01-03T00:00:00Z", "metadata": {"a": 1, "b": 2},
        "extra": {"changed": ["b"]}}
    for row, who in ((first, OWNER), (mine, OWNER), (theirs, EDITOR)):
        assert post(team.project, "anchor_events", row, who).status_code == 201
    state = team.ask(VIEWER, "POST", "rpc/state_at", {"space": team.space}).json()
    assert [row["metadata"] for row in state if row["id"] == anchor] == [{"a": 2, "b": 2}]


def test_what_was_there_goes_to_its_users(secured):
    """And what others had put under the id of a space stays out of its history."""
    space, deleted = new_id(), new_id()
    for identifier in (space, deleted):
        post(secured, "spaces", {"id": identifier}, OWNER)
        assert post(secured, "anchor_events", event(identifier), OWNER).status_code == 201
    assert post(secured, "anchor_events", event(space), STRANGER).status_code == 201
    secured.http.delete(f"/rest/v1/spaces?id=eq.{deleted}", headers=secured.headers(OWNER))
    unowned = new_id()
    secured.sql("insert into spaces (id) values (%s)", unowned)
    for _ in range(2):
        secured.script("teams.sql")
    secured.steer("POST", "reload")
    assert {row["space_id"] for row in read(secured, "space_members", OWNER)} == {space, deleted}
    assert {row["id"] for row in read(secured, "spaces", OWNER)} == {space}
    assert len(read(secured, "anchor_events", OWNER)) == 2
    assert read(secured, "anchor_events", STRANGER) == []
    assert secured.sql("select user_id::text from set_aside_events") == [(STRANGER,)]
    assert secured.http.get(
        "/rest/v1/set_aside_events?select=id", headers=secured.headers(STRANGER)).json() == []
    taken = post(secured, "spaces", {"id": unowned, "name": "mine"}, STRANGER)
    assert taken.status_code == 403
    secured.sql("insert into space_members (space_id, user_id, role) values (%s, %s, 'owner')",
                unowned, STRANGER)
    assert [row["id"] for row in read(secured, "spaces", STRANGER)] == [unowned]


def test_the_script_that_ran_last_counts(team):
    team.project.script("row-security.sql")
    assert read(team.project, "anchor_events", EDITOR) == []
    assert len(read(team.project, "anchor_events", OWNER)) == 1
    team.project.script("migration.sql")
    team.project.script("teams.sql")
    assert len(read(team.project, "anchor_events", EDITOR)) == 1
    assert len(team.project.sql("select 1 from space_members")) == 3


def test_the_roles_of_the_caller_are_counted(team):
    post(team.project, "spaces", {"id": new_id()}, EDITOR)
    reply = team.ask(EDITOR, "POST", "rpc/team_roles", {})
    assert reply.json() == [{"role": "editor", "spaces": 1}, {"role": "owner", "spaces": 1}]
    assert team.ask(STRANGER, "POST", "rpc/team_roles", {}).json() == []


def fill(project: Project, count: int, spaces: int) -> None:
    """A history of many spaces, all of which the owner may see and some the viewer."""
    project.sql("set session_replication_role = replica")
    project.database.execute("""
        insert into anchor_events (id, anchor_id, space_id, type, "timestamp", version, transform,
          metadata, sync_seq, user_id)
        select gen_random_uuid(), gen_random_uuid(),
          ('00000000-0000-4000-8000-' || lpad((n %% %(spaces)s)::text, 12, '0'))::uuid,
          'created', '2024-01-01Z'::timestamptz + n * interval '1 second', 1,
          %(transform)s, '{"text": "note"}', n, %(user)s
        from generate_series(1, %(count)s) n""", {
            "count": count, "spaces": spaces, "transform": IDENTITY, "user": OWNER})
    project.database.execute("""
        insert into space_members (space_id, user_id, role, sync_seq)
        select distinct space_id, %s::uuid, 'owner', 0 from anchor_events""", [OWNER])
    project.sql("set session_replication_role = origin")
    project.sql("vacuum analyze")


def processor_time(project: Project) -> float:
    """Seconds that the database has worked on this project; by the clock where that is not known."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    rows = project.database.execute(
        "select pid from pg_stat_activity where datname = current_database()"
        " and backend_type = 'client backend'").fetchall()
    ticks = 0
    for (pid,) in rows:
        # Behind the name, which may hold anything: user and system time are the 12th and the 13th.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def pull(project: Project, headers: dict[str, str]) -> tuple[float, int]:
    start, cursor, count = processor_time(project), 0, 0
    while True:
        page = project.http.get(
            f"/rest/v1/anchor_events?select=*&sync_seq=gt.{cursor}&order=sync_seq.asc&limit=1000",
            headers=headers).json()
        if not page:
            return processor_time(project) - start, count
        count += len(page)
        cursor = page[-1]["sync_seq"]


def test_a_pull_under_teams_takes_little_longer(teams):
    """`TEAM_EVENTS` sets how many events; the default keeps the check short."""
    count = int(os.environ.get("TEAM_EVENTS", "20000"))
    fill(teams, count, spaces=2000)
    free = {"apikey": teams.description["secretKey"]}
    bound = teams.headers(OWNER)
    times = [(pull(teams, free), pull(teams, bound)) for _ in range(3)]
    without, under = (min(run[side][0] for run in times) for side in (0, 1))
    print(f"{count} events of 2000 spaces: {without:.2f} s without, {under:.2f} s under teams")
    assert all(run[side][1] == count for run in times for side in (0, 1))
    assert under <= without * 1.5 + 0.1


def test_membership_is_asked_once_a_statement(teams):
    fill(teams, 5000, spaces=500)
    with teams.database.transaction():
        teams.database.execute(
            "select set_config('role', 'authenticated', true),"
            " set_config('request.jwt.claims', %s, true)", [json.dumps({"sub": OWNER})])
        plan = "\n".join(row[0] for row in teams.database.execute("""
            explain (analyze, costs off, timing off)
            select * from anchor_events where sync_seq > 0 order by sync_seq limit 1000
            """).fetchall())
    assert "hashed SubPlan" in plan and "loops=1000" not in plan, plan
