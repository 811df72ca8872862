"""What PostgREST does, fact by fact: a request, and the status, headers and body it gives."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from conftest import Project, new_id

SPACE = "550e8400-e29b-41d4-a716-446655440000"
OTHER = "550e8400-e29b-41d4-a716-446655440001"
ABSENT = "00000000-0000-4000-8000-00000000dead"
ANCHOR = "660e8400-e29b-41d4-a716-446655440001"
AT = "2024-01-15T10:00:00+00:00"
LATER = "2024-05-01T00:00:39.5+00:00"
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 1.2, -2, 1]

REPRESENTATION = "return=representation"
MERGE = "resolution=merge-duplicates"
IGNORE = "resolution=ignore-duplicates"


class Anything:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


ANY = Anything()


def error(code: str, message: str, details: object = ANY, hint: object = ANY) -> dict:
    return {"code": code, "message": message, "details": details, "hint": hint}


@dataclass
class Fact:
    """A request, and what is to come back; headers that are not named may be anything."""

    name: str
    request: str
    body: object = None
    prefer: str | None = None
    send: dict[str, str] = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str | None] = field(default_factory=dict)
    answer: Any = ANY


def row(identifier: str, **more: object) -> dict:
    return {"id": identifier, "name": None, "created_at": AT, "updated_at": AT, **more}


READS = [
    Fact("all rows, without a count",
         "GET spaces?select=id&order=id.asc", status=200,
         headers={"Content-Range": "0-1/*", "Content-Type": "application/json; charset=utf-8"},
         answer=[{"id": SPACE}, {"id": OTHER}]),
    Fact("whole seconds have no fraction, others lose their trailing zeros",
         "GET spaces?select=updated_at&order=updated_at.asc",
         answer=[{"updated_at": AT}, {"updated_at": LATER}]),
    Fact("another zone on request",
         "GET spaces?select=updated_at&id=eq." + SPACE, prefer="timezone=Asia/Kolkata",
         headers={"Preference-Applied": "timezone=Asia/Kolkata"},
         answer=[{"updated_at": "2024-01-15T15:30:00+05:30"}]),
    Fact("a plus sign is a space",
         f"GET spaces?updated_at=gt.{AT}", status=400,
         answer=error("22007", 'invalid input syntax for type timestamp with time zone:'
                      ' "2024-01-15T10:00:00 00:00"')),
    Fact("a plus sign that is escaped is one",
         f"GET spaces?select=id&updated_at=gt.{AT.replace('+', '%2B')}", answer=[{"id": OTHER}]),
    Fact("a UUID in upper case finds its row",
         f"GET spaces?select=id&id=eq.{SPACE.upper()}", answer=[{"id": SPACE}]),
    Fact("in", f"GET spaces?select=id&id=in.({SPACE},{ABSENT})", answer=[{"id": SPACE}]),
    Fact("in, quoted", "GET spaces?select=id&name=in.(%22Kitchen%22,%22a,b%22)",
         answer=[{"id": SPACE}]),
    Fact("in, of nothing", "GET spaces?select=id&id=in.()", answer=[]),
    Fact("is null", "GET spaces?select=id&world_map_url=is.null&order=id",
         answer=[{"id": SPACE}, {"id": OTHER}]),
    Fact("not", f"GET spaces?select=id&id=not.eq.{SPACE}", answer=[{"id": OTHER}]),
    Fact("like with stars", "GET spaces?select=id&name=like.Kit*", answer=[{"id": SPACE}]),
    Fact("outside logic quotes belong to the value", 'GET spaces?select=id&name=eq.%22Kitchen%22',
         answer=[]),
    Fact("inside logic quotes protect the value",
         "GET spaces?select=id&or=(name.eq.%22Kitchen%22,id.eq." + ABSENT + ")",
         answer=[{"id": SPACE}]),
    Fact("a keyset page",
         "GET spaces?select=id&order=updated_at.asc,id.asc&limit=1&or=%28updated_at.gt."
         f"%22{AT.replace('+', '%2B').replace(':', '%3A')}%22%2Cand%28updated_at.eq."
         f"%22{AT.replace('+', '%2B').replace(':', '%3A')}%22%2Cid.gt.{SPACE}%29%29",
         answer=[{"id": OTHER}]),
    Fact("not or", f"GET spaces?select=id&not.or=(id.eq.{SPACE},id.eq.{ABSENT})",
         answer=[{"id": OTHER}]),
    Fact("a filter without an operator", "GET spaces?id=foo", status=400,
         headers={"Proxy-Status": "PostgREST; error=PGRST100"},
         answer=error("PGRST100", '"failed to parse filter (foo)" (line 1, column 1)')),
    Fact("an operator that does not exist", "GET spaces?id=almost.1", status=400,
         answer=error("PGRST100", ANY)),
    Fact("a column that does not exist, selected", "GET anchors?select=zzz&limit=0", status=400,
         answer=error("42703", "column anchors.zzz does not exist")),
    Fact("a column that does not exist, in a filter", "GET anchors?zzz=eq.1", status=400,
         answer=error("42703", "column anchors.zzz does not exist")),
    Fact("a table that does not exist", "GET anchor_events?select=*", status=404,
         answer=error("PGRST205",
                      "Could not find the table 'public.anchor_events' in the schema cache",
                      None, "Perhaps you meant the table 'public.anchors'")),
    Fact("a UUID that is none", "GET spaces?id=eq.nonsense", status=400,
         answer=error("22P02", 'invalid input syntax for type uuid: "nonsense"')),
    Fact("limit and offset", "GET spaces?select=id&order=id&limit=1&offset=1",
         headers={"Content-Range": "1-1/*"}, answer=[{"id": OTHER}]),
    Fact("an offset past the end", "GET spaces?offset=100", status=200,
         headers={"Content-Range": "*/*"}, answer=[]),
    Fact("an offset past the end, counted", "GET spaces?offset=100", prefer="count=exact",
         status=416, headers={"Content-Range": "*/2"},
         answer=error("PGRST103", "Requested range not satisfiable",
                      "An offset of 100 was requested, but there are only 2 rows.", None)),
    Fact("part of what there is, counted", "GET spaces?select=id&limit=1", prefer="count=exact",
         status=206, headers={"Content-Range": "0-0/2", "Preference-Applied": "count=exact"}),
    Fact("all there is, counted", "GET spaces?select=id", prefer="count=exact", status=200,
         headers={"Content-Range": "0-1/2"}),
    Fact("a count alone", "HEAD spaces?select=id", prefer="count=exact", status=200,
         headers={"Content-Range": "0-1/2"}, answer=""),
    Fact("a header names the range", "GET spaces?select=id&order=id",
         send={"Range-Unit": "items", "Range": "1-1"}, headers={"Content-Range": "1-1/*"},
         answer=[{"id": OTHER}]),
    Fact("a range the wrong way round", "GET spaces", send={"Range": "5-1"}, status=416,
         answer=error("PGRST103", "Requested range not satisfiable")),
    Fact("one object", f"GET spaces?select=name&id=eq.{SPACE}",
         send={"Accept": "application/vnd.pgrst.object+json"},
         headers={"Content-Type": "application/vnd.pgrst.object+json; charset=utf-8"},
         answer={"name": "Kitchen"}),
    Fact("one object, and there is none", f"GET spaces?id=eq.{ABSENT}",
         send={"Accept": "application/vnd.pgrst.object+json"}, status=406,
         answer=error("PGRST116", "Cannot coerce the result to a single JSON object",
                      "The result contains 0 rows", None)),
    Fact("a cast and an alias", f"GET spaces?select=key:id::text&id=eq.{SPACE}",
         answer=[{"key": SPACE}]),
    Fact("a path into JSON", "GET anchors?select=metadata-%3E%3Etext", answer=[{"text": "Hello"}]),
    Fact("another schema", "GET spaces", send={"Accept-Profile": "auth"}, status=406,
         answer=error("PGRST106", "Invalid schema: auth")),
]

WRITES = [
    Fact("a new row", "POST spaces", [row(ABSENT)], status=201,
         headers={"Content-Range": "*/*", "Content-Length": "0", "Preference-Applied": None},
         answer=""),
    Fact("a new row, shown", "POST spaces?select=id", [row(ABSENT)], REPRESENTATION, status=201,
         headers={"Preference-Applied": "return=representation"}, answer=[{"id": ABSENT}]),
    Fact("a row that is there", "POST spaces", [row(SPACE)], status=409,
         answer=error("23505", 'duplicate key value violates unique constraint "spaces_pkey"',
                      f"Key (id)=({SPACE}) already exists.", None)),
    Fact("an upsert that inserts", "POST spaces?on_conflict=id", [row(SPACE), row(ABSENT)], MERGE,
         status=201, headers={"Preference-Applied": MERGE}),
    Fact("an upsert that only updates", "POST spaces?on_conflict=id", [row(SPACE)],
         f"{MERGE}, return=minimal", status=200,
         headers={"Preference-Applied": f"{MERGE}, return=minimal"}),
    Fact("an upsert of nothing", "POST spaces", [], f"{MERGE}, {REPRESENTATION}", status=200,
         answer=[]),
    Fact("an insert that skips what is there", "POST spaces?select=id", [row(SPACE), row(ABSENT)],
         f"{IGNORE}, {REPRESENTATION}", status=201, answer=[{"id": ABSENT}]),
    Fact("an insert that skips everything", "POST spaces", [row(SPACE)],
         f"{IGNORE}, {REPRESENTATION}", status=201, answer=[]),
    Fact("one row twice in an upsert", "POST spaces", [row(ABSENT), row(ABSENT)], MERGE, status=500,
         answer=error("21000",
                      "ON CONFLICT DO UPDATE command cannot affect row a second time")),
    Fact("rows with different keys", "POST spaces", [{"id": ABSENT}, {"id": OTHER, "name": "x"}],
         status=400, answer=error("PGRST102", "All object keys must match", None, None)),
    Fact("named columns fill what a row lacks with NULL", "POST spaces?columns=id,name,created_at",
         [{"id": ABSENT}], status=400, answer=error(
             "23502", 'null value in column "created_at" of relation "spaces" violates not-null'
             ' constraint')),
    Fact("or with the default, on request", "POST spaces?columns=id,name,created_at",
         [{"id": ABSENT}], "missing=default", status=201,
         headers={"Preference-Applied": "missing=default"}),
    Fact("a key that is no column", "POST spaces", [row(ABSENT, is_compressed=True)], status=400,
         answer=error("PGRST204", "Could not find the 'is_compressed' column of 'spaces' in the"
                      " schema cache", None, None)),
    Fact("a named column that is none", "POST spaces?columns=id,is_compressed", [{"id": ABSENT}],
         status=400, answer=error("PGRST204", ANY)),
    Fact("a body that is no JSON", "POST spaces", "{", status=400,
         answer=error("PGRST102", "Empty or invalid json")),
    Fact("no parent", "POST anchors", [{"id": ABSENT, "space_id": ABSENT, "transform": IDENTITY}],
         status=409, answer=error("23503", ANY,
                                  f'Key (space_id)=({ABSENT}) is not present in table "spaces".')),
    Fact("a number out of range", "POST anchors",
         '[{"id":"%s","space_id":null,"transform":[1e999]}]' % ABSENT, status=400,
         answer=error("22003", ANY)),
    Fact("a NUL in JSON", "POST anchors",
         [{"id": ABSENT, "space_id": SPACE, "transform": IDENTITY, "metadata": {"a": "\0"}}],
         status=400, answer=error("22P05", ANY)),
    Fact("a PATCH that applies", f"PATCH spaces?id=eq.{SPACE}&select=name", {"name": "New"},
         REPRESENTATION, status=200, headers={"Content-Range": "0-0/*"},
         answer=[{"name": "New"}]),
    Fact("a PATCH on a condition that fails",
         f"PATCH spaces?id=eq.{SPACE}&updated_at=lt.2000-01-01T00%3A00%3A00Z", {"name": "New"},
         REPRESENTATION, status=200, headers={"Content-Range": "*/*"}, answer=[]),
    Fact("a PATCH that shows nothing", f"PATCH spaces?id=eq.{SPACE}", {"name": "New"}, status=204,
         answer=""),
    Fact("a PATCH of everything", "PATCH spaces", {"name": "New"}, status=400,
         answer=error("21000", "UPDATE requires a WHERE clause")),
    Fact("a PATCH of more rows than allowed", f"PATCH spaces?id=in.({SPACE},{OTHER})",
         {"name": "New"}, "handling=strict, max-affected=1", status=400,
         answer=error("PGRST124", ANY, "The query affects 2 rows", None)),
    Fact("a preference that nobody knows, strictly", "POST spaces", [row(ABSENT)],
         "handling=strict, return=everything", status=400, answer=error(
             "PGRST122", "Invalid preferences given with handling=strict",
             "Invalid preferences: return=everything", None)),
    Fact("a preference that nobody knows", "POST spaces", [row(ABSENT)], "return=everything",
         status=201),
    Fact("a DELETE", f"DELETE spaces?id=eq.{SPACE}", status=204,
         headers={"Content-Range": "*/*"}, answer=""),
    Fact("a DELETE of nothing", f"DELETE spaces?id=eq.{ABSENT}", prefer=REPRESENTATION, status=200,
         answer=[]),
    Fact("a DELETE of everything", "DELETE spaces", status=400,
         answer=error("21000", "DELETE requires a WHERE clause")),
    Fact("a function that does not exist", "POST rpc/sync_push", {"rows": []}, status=404,
         answer=error("PGRST202", "Could not find the function public.sync_push(rows) in the"
                      " schema cache")),
    Fact("a method that does not exist", "PUT spaces", {}, status=405,
         answer=error("PGRST117", "Unsupported HTTP method: PUT")),
]


@pytest.fixture(scope="module")
def reader(server) -> Project:
    project = Project(server, "seed")
    fill(project)
    yield project
    project.close()


def fill(project: Project) -> None:
    project.sql("insert into spaces values (%s, 'Kitchen', null, %s, %s)", SPACE, AT, AT)
    project.sql("insert into spaces values (%s, 'Hall', null, %s, %s)", OTHER, AT, LATER)
    project.sql("insert into anchors values (%s, %s, %s, '{\"text\":\"Hello\"}', %s, %s)",
                ANCHOR, SPACE, "{" + ",".join(map(str, IDENTITY)) + "}", AT, AT)


def check(fact: Fact, project: Project) -> None:
    method, address = fact.request.split(" ", 1)
    headers = project.headers() | fact.send
    if fact.prefer:
        headers["Prefer"] = fact.prefer
    content = fact.body if isinstance(fact.body, str) else json.dumps(fact.body)
    reply = project.http.request(
        method, f"/rest/v1/{address}", headers=headers,
        content=None if fact.body is None else content)
    assert reply.status_code == fact.status, reply.text
    for name, value in fact.headers.items():
        assert reply.headers.get(name) == value, name
    found = reply.json() if reply.text else ""
    assert found == fact.answer


@pytest.mark.parametrize("fact", READS, ids=lambda fact: fact.name)
def test_reads(fact, reader):
    check(fact, reader)


@pytest.mark.parametrize("fact", WRITES, ids=lambda fact: fact.name)
def test_writes(fact, seed):
    fill(seed)
    before = seed.sql("select * from spaces order by id")
    check(fact, seed)
    if fact.status >= 400:
        assert seed.sql("select * from spaces order by id") == before


def test_rows_are_cut_silently(migrated):
    migrated.sql("insert into spaces (id) select gen_random_uuid() from generate_series(1, 1500)")
    reply = migrated.http.get("/rest/v1/spaces?select=id&limit=2000", headers=migrated.headers())
    assert (reply.status_code, len(reply.json())) == (200, 1000)
    assert reply.headers["Content-Range"] == "0-999/*"
    migrated.steer("PATCH", "settings", {"max_rows": 3})
    reply = migrated.http.get("/rest/v1/spaces?select=id", headers=migrated.headers())
    assert len(reply.json()) == 3
    written = migrated.http.patch(
        "/rest/v1/spaces?id=not.is.null", json={"name": "x"},
        headers=migrated.headers(Prefer=REPRESENTATION))
    assert len(written.json()) == 1500


def test_an_omitted_key_keeps_the_old_value_and_a_null_clears_it(seed):
    fill(seed)
    for body, expected in (([{"id": SPACE, "name": None}], None), ([{"id": SPACE}], None)):
        seed.http.post("/rest/v1/spaces", json=body, headers=seed.headers(Prefer=MERGE))
        assert seed.sql("select name from spaces where id = %s", SPACE) == [(expected,)]
    seed.sql("update anchors set deleted_at = now()")
    anchor = {"id": ANCHOR, "space_id": SPACE, "transform": IDENTITY}
    seed.http.post("/rest/v1/anchors", json=[anchor], headers=seed.headers(Prefer=MERGE))
    assert seed.sql("select deleted_at is null from anchors") == [(False,)]
    seed.http.post("/rest/v1/anchors", json=[anchor | {"deleted_at": None}],
                   headers=seed.headers(Prefer=MERGE))
    assert seed.sql("select deleted_at is null from anchors") == [(True,)]


def test_numbers_keep_their_digits(seed):
    fill(seed)
    sent = '[0.1,1e-07,-0.0,123456789.12345679' + ",0" * 12 + "]"
    body = ('[{"id":"%s","space_id":"%s","transform":%s,"metadata":{"b":1e2,"a":1.50,'
            '"big":12345678901234567890}}]' % (new_id(), SPACE, sent))
    reply = seed.http.post("/rest/v1/anchors?select=transform,metadata", content=body,
                           headers=seed.headers(Prefer=REPRESENTATION))
    assert re.sub(r"\s", "", reply.text) == (
        '[{"transform":[0.1,1e-07,-0,123456789.12345679' + ",0" * 12 + '],'
        '"metadata":{"a":1.50,"b":100,"big":12345678901234567890}}]')


def test_an_older_write_by_a_condition_never_wins(seed):
    """The way without a trigger: change if older, insert if absent."""
    fill(seed)
    for at, name in (("2024-03-01", "newer"), ("2024-02-01", "older")):
        seed.http.patch(
            f"/rest/v1/spaces?id=eq.{SPACE}&updated_at=lt.{at}",
            json={"name": name, "updated_at": at}, headers=seed.headers(Prefer=REPRESENTATION))
    assert seed.sql("select name from spaces where id = %s", SPACE) == [("newer",)]


def test_the_schema_is_remembered_until_it_is_read_again(seed):
    seed.script("migration.sql")
    table = "/rest/v1/anchor_events?select=id"
    column = "/rest/v1/spaces?columns=id,is_compressed"
    body = [{"id": new_id(), "is_compressed": False}]
    assert seed.http.get(table, headers=seed.headers()).json()["code"] == "PGRST205"
    assert seed.http.post(column, json=body, headers=seed.headers()).json()["code"] == "PGRST204"
    seed.steer("POST", "reload")
    assert seed.http.get(table, headers=seed.headers()).json() == []
    assert seed.http.post(column, json=body, headers=seed.headers()).status_code == 201


class TestFunctions:
    def test_rows_come_back_as_from_a_table(self, migrated):
        space = new_id()
        for number in range(3):
            migrated.sql("""insert into anchor_events (id, anchor_id, space_id, type, "timestamp",
                version, transform) values (%s, %s, %s, 'created', %s, 1, %s)""",
                         new_id(), f"00000000-0000-4000-8000-{number:012}", space, AT,
                         [1.0] * 16)
        reply = migrated.http.post(
            "/rest/v1/rpc/state_at?select=id,metadata&limit=2",
            json={"space": space, "instant": AT}, headers=migrated.headers(Prefer="count=exact"))
        assert (reply.status_code, reply.headers["Content-Range"]) == (206, "0-1/3")
        assert reply.json()[0] == {"id": "00000000-0000-4000-8000-000000000000", "metadata": {}}
        by_get = migrated.http.get(
            f"/rest/v1/rpc/state_at?space={space}&select=id", headers=migrated.headers())
        assert len(by_get.json()) == 3

    def test_a_status_may_come_from_sql(self, new_project):
        project = new_project("migrated")
        project.sql("""create function public.refuse() returns void language plpgsql as
            $$ begin raise sqlstate 'PT409' using message = 'no'; end $$""")
        project.steer("POST", "reload")
        reply = project.http.post("/rest/v1/rpc/refuse", json={}, headers=project.headers())
        assert (reply.status_code, reply.json()["code"]) == (409, "PT409")


class TestKeysAndTokens:
    ADDRESS = "/rest/v1/spaces?select=id"

    def get(self, project: Project, **headers: str):
        return project.http.get(self.ADDRESS, headers=headers)

    def test_no_key(self, seed):
        reply = self.get(seed)
        assert reply.status_code == 401
        assert reply.json()["message"] == "No API key found in request"

    def test_a_wrong_key(self, seed):
        assert self.get(seed, apikey="nonsense").status_code == 401

    def test_both_forms_of_keys(self, seed):
        for name in ("anonymousKey", "publishableKey", "serviceKey", "secretKey"):
            key = seed.description[name]
            assert self.get(seed, apikey=key).status_code == 200, name
            assert self.get(seed, apikey=key, Authorization=f"Bearer {key}").status_code == 200

    def test_an_opaque_key_that_is_not_the_api_key_is_no_token(self, seed):
        reply = self.get(seed, apikey=seed.description["anonymousKey"],
                         Authorization="Bearer sb_publishable_other")
        assert reply.status_code == 401

    def test_an_expired_token(self, seed):
        token = seed.token(new_id(), lifetime=60)
        key = seed.description["publishableKey"]
        seed.steer("PUT", "clock", {"offset": 80})
        # Half a minute is forgiven.
        assert self.get(seed, apikey=key, Authorization=f"Bearer {token}").status_code == 200
        seed.steer("PUT", "clock", {"offset": 100})
        reply = self.get(seed, apikey=key, Authorization=f"Bearer {token}")
        assert (reply.status_code, reply.json()["code"]) == (401, "PGRST303")
        assert reply.json()["message"] == "JWT expired"
        assert reply.headers["WWW-Authenticate"] == (
            'Bearer error="invalid_token", error_description="JWT expired"')

    @pytest.mark.parametrize(("token", "message"), [
        ("nonsense", "Expected 3 parts in JWT; got 1"),
        ("a.b.c", "No suitable key or wrong key type"),
    ])
    def test_a_token_that_is_none(self, seed, token, message):
        reply = self.get(seed, apikey=seed.description["publishableKey"],
                         Authorization=f"Bearer {token}")
        assert (reply.status_code, reply.json()["code"]) == (401, "PGRST301")
        assert reply.json()["message"] == message

    def test_a_token_with_another_signature(self, seed, new_project):
        token = new_project("seed").token(new_id())
        reply = self.get(seed, apikey=seed.description["publishableKey"],
                         Authorization=f"Bearer {token}")
        assert (reply.status_code, reply.json()["code"]) == (401, "PGRST301")

    def test_missing_rights_are_401_without_a_user_and_403_with_one(self, seed):
        seed.sql("revoke all on spaces from anon, authenticated")
        anonymous = seed.http.get(self.ADDRESS, headers=seed.headers())
        assert (anonymous.status_code, anonymous.json()["code"]) == (401, "42501")
        signed_in = seed.http.get(self.ADDRESS, headers=seed.headers(new_id()))
        assert (signed_in.status_code, signed_in.json()["code"]) == (403, "42501")

    def test_row_security_without_policies_hides_everything(self, seed):
        fill(seed)
        seed.sql("alter table spaces enable row level security")
        assert seed.http.get(self.ADDRESS, headers=seed.headers()).json() == []
        reply = seed.http.post("/rest/v1/spaces", json=[row(ABSENT)], headers=seed.headers())
        assert (reply.status_code, reply.json()["code"]) == (401, "42501")


def test_a_statement_that_takes_too_long(migrated):
    migrated.steer("PATCH", "settings", {"statement_timeouts": {"anon": 50}})
    migrated.sql("create function public.slow() returns void language sql as 'select pg_sleep(5)'")
    migrated.steer("POST", "reload")
    reply = migrated.http.post("/rest/v1/rpc/slow", json={}, headers=migrated.headers())
    assert (reply.status_code, reply.json()["code"]) == (500, "57014")


def test_careless_requests_are_noted(seed):
    seed.http.get(f"/rest/v1/spaces?id=eq.{SPACE.upper()}", headers=seed.headers())
    seed.http.get("/rest/v1/spaces?updated_at=gt.2024-01-01T00:00:00Z", headers=seed.headers())
    seed.http.post("/rest/v1/spaces", json=[row(ABSENT)], headers=seed.headers())
    violations = seed.steer("GET", "journal")["violations"]
    for words in ("upper case", "not escaped", "columns are not named", "what to return"):
        assert any(words in violation for violation in violations), words
