"""Programs that know the two tables and the bucket alone, by way of the official clients: whatever
the tables hold can be written and read, before and after the migration."""

from __future__ import annotations

import random

import pytest
from postgrest import SyncPostgrestClient

from conftest import Project, new_id
from test_clients import IDENTITY, files, tables

TIERS = ["seed", "migrated"]
SPACE_COLUMNS = "id, name, world_map_url, created_at, updated_at"
ANCHOR_COLUMNS = "id, space_id, transform, metadata, created_at, updated_at, deleted_at"
THEN, LATER = "2024-01-15T10:00:00.123456+00:00", "2024-01-15T11:00:00.654321+00:00"


@pytest.fixture(params=TIERS)
def project(request: pytest.FixtureRequest, new_project) -> Project:
    return new_project(request.param)


def space_row(**values: object) -> dict:
    row = {"id": new_id(), "name": "Küche \N{HOUSE BUILDING} \u2028",
           "world_map_url": "https://a/b?c=d#e", "created_at": THEN, "updated_at": THEN}
    return row | values


def anchor_row(space: str, **values: object) -> dict:
    noise = random.Random(5)
    metadata = {
        "text": "line\nbreak", "": "no name", "count": 2**53 + 1, "share": 0.1, "flag": False,
        "none": None, "list": [1, [None, "x"], {}], "nested": {"deep": {"deeper": -1e-7}}}
    row = {
        "id": new_id(), "space_id": space, "transform": [noise.uniform(-9, 9) for _ in range(16)],
        "metadata": metadata, "created_at": THEN, "updated_at": THEN, "deleted_at": None}
    return row | values


def stored(client: SyncPostgrestClient, table: str, columns: str, identifier: str) -> dict:
    return client.table(table).select(columns).eq("id", identifier).single().execute().data


class TestSpaces:
    @pytest.mark.parametrize("values", [{}, {"name": None, "world_map_url": None}, {"name": ""}])
    def test_every_column_is_read_as_it_was_written(self, project, values):
        client, row = tables(project), space_row(**values)
        assert client.table("spaces").insert(row).execute().data[0].items() >= row.items()
        assert stored(client, "spaces", SPACE_COLUMNS, row["id"]) == row

    def test_what_is_left_out_has_its_default(self, project):
        client, space = tables(project), new_id()
        client.table("spaces").insert({"id": space}).execute()
        row = stored(client, "spaces", SPACE_COLUMNS, space)
        assert (row["name"], row["world_map_url"]) == (None, None)
        assert row["created_at"] == row["updated_at"]

    def test_changes_of_each_column(self, project):
        client, row = tables(project), space_row()
        client.table("spaces").insert(row).execute()
        changes = {"name": None, "world_map_url": "x", "created_at": LATER, "updated_at": LATER}
        for column, value in changes.items():
            client.table("spaces").update({column: value}).eq("id", row["id"]).execute()
            row[column] = value
            assert stored(client, "spaces", SPACE_COLUMNS, row["id"]) == row

    def test_an_upsert_creates_and_replaces(self, project):
        client, row = tables(project), space_row()
        for values in ({}, {"name": "Bath", "updated_at": LATER}):
            row |= values
            client.table("spaces").upsert(row).execute()
            assert stored(client, "spaces", SPACE_COLUMNS, row["id"]) == row

    def test_deleting_takes_the_anchors_along(self, project):
        client, row = tables(project), space_row()
        client.table("spaces").insert(row).execute()
        client.table("anchors").insert([anchor_row(row["id"]) for _ in range(3)]).execute()
        client.table("spaces").delete().eq("id", row["id"]).execute()
        assert client.table("spaces").select("*").execute().data == []
        assert client.table("anchors").select("*").execute().data == []


class TestAnchors:
    @pytest.fixture
    def space(self, project: Project) -> str:
        row = space_row()
        tables(project).table("spaces").insert(row).execute()
        return row["id"]

    @pytest.mark.parametrize("values", [{}, {"metadata": {}}, {"deleted_at": LATER}])
    def test_every_column_is_read_as_it_was_written(self, project, space, values):
        client, row = tables(project), anchor_row(space, **values)
        client.table("anchors").insert(row).execute()
        assert stored(client, "anchors", ANCHOR_COLUMNS, row["id"]) == row

    def test_what_is_left_out_has_its_default(self, project, space):
        client, anchor = tables(project), new_id()
        client.table("anchors").insert(
            {"id": anchor, "space_id": space, "transform": IDENTITY}).execute()
        row = stored(client, "anchors", ANCHOR_COLUMNS, anchor)
        assert (row["metadata"], row["deleted_at"]) == ({}, None)

    def test_changes_of_each_column(self, project, space):
        client, row = tables(project), anchor_row(space)
        client.table("anchors").insert(row).execute()
        other = space_row()
        client.table("spaces").insert(other).execute()
        changes = {
            "transform": IDENTITY, "metadata": {"text": "new"}, "deleted_at": LATER,
            "space_id": other["id"], "created_at": LATER, "updated_at": LATER}
        for column, value in [*changes.items(), ("deleted_at", None)]:
            client.table("anchors").update({column: value}).eq("id", row["id"]).execute()
            row[column] = value
            assert stored(client, "anchors", ANCHOR_COLUMNS, row["id"]) == row

    def test_many_at_once_by_filter_and_order(self, project, space):
        client = tables(project)
        rows = [anchor_row(space, updated_at=f"2024-02-{day:02}T00:00:00+00:00",
                           deleted_at=LATER if day % 3 == 0 else None) for day in range(1, 22)]
        client.table("anchors").upsert(rows).execute()
        found = (client.table("anchors").select(ANCHOR_COLUMNS).eq("space_id", space)
                 .is_("deleted_at", "null").gt("updated_at", "2024-02-04T00:00:00+00:00")
                 .order("updated_at", desc=True).limit(5).execute().data)
        assert found == [row for row in reversed(rows) if row["deleted_at"] is None][:5]

    def test_deletion(self, project, space):
        client, row = tables(project), anchor_row(space)
        client.table("anchors").insert(row).execute()
        assert len(client.table("anchors").delete().eq("id", row["id"]).execute().data) == 1
        assert client.table("anchors").select("*").execute().data == []


class TestMaps:
    def test_a_map_is_found_by_what_the_row_says(self, project):
        client, bucket, row = tables(project), files(project).from_("world-maps"), space_row()
        for data in (b"first scan", b"second scan, in its place"):
            bucket.upload(row["id"], data, {"upsert": "true"})
            row["world_map_url"] = bucket.create_signed_url(row["id"], 3600)["signedURL"]
            client.table("spaces").upsert(row).execute()
            address = stored(client, "spaces", SPACE_COLUMNS, row["id"])["world_map_url"]
            assert project.http.get(address).content == data


class TestWholeRows:
    """What is read with all columns that the migration added can be written back."""

    def test_rows_of_all_tables_go_back_as_they_came(self, migrated):
        client, row = tables(migrated), space_row()
        client.table("spaces").insert(row).execute()
        anchor = anchor_row(row["id"])
        client.table("anchors").insert(anchor).execute()
        events = [
            {"id": new_id(), "anchor_id": anchor["id"], "space_id": row["id"], "type": kind,
             "timestamp": THEN, "version": version, "transform": IDENTITY, "metadata": {"a": 1},
             "actor_id": "Ada", "extra": {"operation": new_id()}}
            for version, kind in ((2, "moved"), (1, "created"), (1, "updated"))]
        for event in events:
            client.table("anchor_events").insert(event).execute()
        for table in ("spaces", "anchors", "anchor_events"):
            before = client.table(table).select("*").order("id").execute().data
            client.table(table).upsert(before).execute()
            assert client.table(table).select("*").order("id").execute().data == before

    def test_the_copy_of_a_row_is_another_row(self, migrated):
        client, row = tables(migrated), space_row()
        client.table("spaces").insert(row).execute()
        (whole,) = client.table("spaces").select("*").execute().data
        client.table("spaces").insert(whole | {"id": new_id()}).execute()
        first, second = client.table("spaces").select("*").order("sync_seq").execute().data
        assert first["sync_seq"] < second["sync_seq"]
        assert {k: v for k, v in first.items() if k not in ("id", "sync_seq")} == {
            k: v for k, v in second.items() if k not in ("id", "sync_seq")}
