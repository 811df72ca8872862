"""The official clients as judges: they were written against the real services."""

from __future__ import annotations

import os
import random
from datetime import UTC, datetime, timedelta

import pytest
from postgrest import SyncPostgrestClient
from postgrest.exceptions import APIError
from storage3 import SyncStorageClient
from storage3.exceptions import StorageApiError
from tusclient.client import TusClient

from conftest import Project, new_id

IDENTITY = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5, 1.2, -2.0, 1.0]
CHUNK = 6 * 1024 * 1024


def tables(project: Project, user: str | None = None) -> SyncPostgrestClient:
    return SyncPostgrestClient(f"{project.url}/rest/v1", headers=both_keys(project, user))


def files(project: Project, user: str | None = None) -> SyncStorageClient:
    return SyncStorageClient(f"{project.url}/storage/v1/", both_keys(project, user))


def both_keys(project: Project, user: str | None) -> dict[str, str]:
    key = project.description["anonymousKey"]
    token = project.token(user) if user else key
    return {"apikey": key, "Authorization": f"Bearer {token}"}


def code_of(failure: pytest.ExceptionInfo[APIError]) -> str:
    return failure.value.code


class TestTables:
    def test_upsert_and_stale_upsert(self, migrated):
        client, space = tables(migrated), new_id()
        new = {"id": space, "name": "new", "updated_at": "2024-05-02T00:00:00.000001Z"}
        old = {"id": space, "name": "old", "updated_at": "2024-05-01T00:00:00Z"}
        assert client.table("spaces").upsert(new).execute().data[0]["name"] == "new"
        assert client.table("spaces").upsert(old).execute().data[0]["name"] == "new"
        assert migrated.sql("select name from spaces") == [("new",)]

    def test_stale_upsert_on_the_plain_tables_overwrites(self, seed):
        client, space = tables(seed), new_id()
        for name, at in (("new", "2024-05-02Z"), ("old", "2024-05-01Z")):
            client.table("spaces").upsert({"id": space, "name": name, "updated_at": at}).execute()
        assert seed.sql("select name from spaces") == [("old",)]

    def test_pages_by_keyset_lose_nothing_and_repeat_nothing(self, seed):
        client, start = tables(seed), datetime(2024, 5, 1, tzinfo=UTC)
        # Many rows share an instant, so that pages end between them.
        instants = [start + timedelta(seconds=number // 40) for number in range(1500)]
        rows = [{"id": new_id(), "updated_at": instant.isoformat()} for instant in instants]
        client.table("spaces").insert(rows).execute()
        seen, last = [], None
        while True:
            query = client.table("spaces").select("id, updated_at")
            if last:
                at, identifier = last["updated_at"], last["id"]
                query = query.or_(
                    f'updated_at.gt."{at}",and(updated_at.eq."{at}",id.gt.{identifier})')
            page = query.order("updated_at").order("id").limit(1000).execute().data
            if not page:
                break
            seen += [row["id"] for row in page]
            last = page[-1]
        assert sorted(seen) == sorted(row["id"] for row in rows)

    def test_filters_with_a_plus_sign_and_with_lists(self, seed):
        client = tables(seed)
        ids = [new_id() for _ in range(3)]
        client.table("spaces").insert([{"id": identifier} for identifier in ids]).execute()
        past = client.table("spaces").select("id").gt("updated_at", "2024-05-01T00:00:39+00:00")
        assert len(past.execute().data) == 3
        assert len(client.table("spaces").select("*").in_("id", ids[:2]).execute().data) == 2

    def test_counts(self, seed):
        client = tables(seed)
        client.table("spaces").insert([{"id": new_id()} for _ in range(15)]).execute()
        assert client.table("spaces").select("id", count="exact").limit(5).execute().count == 15
        head = client.table("spaces").select("id", count="exact", head=True).execute()
        assert head.count == 15

    def test_ignored_duplicates(self, seed):
        client, row = tables(seed), {"id": new_id()}
        first = client.table("spaces").upsert(row, ignore_duplicates=True).execute()
        second = client.table("spaces").upsert(row, ignore_duplicates=True).execute()
        assert (len(first.data), len(second.data)) == (1, 0)

    def test_errors_have_their_codes(self, seed):
        client, space = tables(seed), new_id()
        orphan = {"id": new_id(), "space_id": new_id(), "transform": IDENTITY}
        attempts = {
            "21000": client.table("spaces").upsert([{"id": space}, {"id": space}]),
            "23503": client.table("anchors").insert(orphan),
            "42703": client.table("anchors").select("zzz"),
            "PGRST116": client.table("spaces").select("*").eq("id", space).single(),
            "PGRST204": client.table("spaces").insert({"id": space, "is_compressed": True}),
            "PGRST205": client.table("anchor_events").select("*"),
        }
        for expected, attempt in attempts.items():
            with pytest.raises(APIError) as failure:
                attempt.execute()
            assert code_of(failure) == expected

    def test_an_expired_token(self, seed):
        client = tables(seed, user=new_id())
        seed.steer("PUT", "clock", {"offset": 7200})
        with pytest.raises(APIError) as failure:
            client.table("spaces").select("*").execute()
        assert code_of(failure) == "PGRST303"

    def test_change_and_delete(self, seed):
        client, space = tables(seed), new_id()
        client.table("spaces").insert({"id": space, "name": "a"}).execute()
        changed = client.table("spaces").update({"name": "b"}).eq("id", space).execute()
        assert changed.data[0]["name"] == "b"
        assert len(client.table("spaces").delete().eq("id", space).execute().data) == 1
        assert seed.sql("select 1 from spaces") == []

    def test_time_travel(self, migrated):
        space, anchor = new_id(), new_id()
        client = tables(migrated)
        event = {"id": new_id(), "anchor_id": anchor, "space_id": space, "type": "created",
                 "timestamp": "2024-01-01T00:00:00Z", "version": 1, "transform": IDENTITY}
        client.table("anchor_events").insert(event).execute()
        then = {"space": space, "instant": "2024-01-01T00:00:00Z"}
        (found,) = client.rpc("state_at", then).execute().data
        assert (found["id"], found["transform"]) == (anchor, IDENTITY)

    def test_row_security(self, secured):
        alice, bob, space = new_id(), new_id(), new_id()
        tables(secured, alice).table("spaces").insert({"id": space}).execute()
        assert tables(secured, bob).table("spaces").select("*").execute().data == []
        with pytest.raises(APIError) as failure:
            tables(secured, bob).table("spaces").upsert({"id": space, "name": "mine"}).execute()
        assert code_of(failure) == "42501"


class TestFiles:
    def test_upload_overwrite_and_download(self, seed):
        bucket, name = files(seed).from_("world-maps"), new_id()
        data = random.Random(1).randbytes(200_000)
        assert bucket.upload(name, data).path == name
        with pytest.raises(StorageApiError) as failure:
            bucket.upload(name, b"again")
        assert str(failure.value.status) == "409"
        assert bucket.download(name) == data
        bucket.upload(name, b"again", {"upsert": "true"})
        assert bucket.download(name) == b"again"
        bucket.update(name, b"replaced")
        assert bucket.download(name) == b"replaced"

    def test_signed_links(self, seed):
        bucket, name = files(seed).from_("world-maps"), new_id()
        bucket.upload(name, b"map")
        url = bucket.create_signed_url(name, 60)["signedURL"]
        assert seed.http.get(url).content == b"map"
        many = bucket.create_signed_urls([name, "absent"], 60)
        assert [bool(entry["error"]) for entry in many] == [False, True]
        seed.steer("PUT", "clock", {"offset": 61})
        assert seed.http.get(url).json()["error"] == "InvalidJWT"

    def test_removal_and_what_is_absent(self, seed):
        bucket, name = files(seed).from_("world-maps"), new_id()
        bucket.upload(name, b"map")
        assert [entry["name"] for entry in bucket.remove([name, "absent"])] == [name]
        assert bucket.remove([name]) == []
        with pytest.raises(StorageApiError) as failure:
            bucket.download(name)
        assert str(failure.value.status) in ("400", "404")
        assert seed.sql("select 1 from storage.objects") == []

    def test_a_map_that_is_too_large(self, seed):
        seed.steer("PATCH", "settings", {"file_size_limit": 1000})
        with pytest.raises(StorageApiError) as failure:
            files(seed).from_("world-maps").upload(new_id(), b"x" * 1001)
        assert str(failure.value.status) == "413"

    def test_a_bucket_that_does_not_exist(self, seed):
        with pytest.raises(StorageApiError) as failure:
            files(seed).from_("nowhere").upload("x", b"x")
        assert str(failure.value.status) == "404"

    def test_lists_and_information(self, seed):
        bucket = files(seed).from_("world-maps")
        bucket.upload("maps/one", b"12345")
        assert [entry["name"] for entry in bucket.list("maps")] == ["one"]
        assert bucket.info("maps/one")["size"] == 5
        assert bucket.exists("maps/one") and not bucket.exists("maps/two")


class TestResumableUploads:
    def test_an_interrupted_upload_goes_on_where_it_was(self, seed, tmp_path):
        data = random.Random(2).randbytes(2 * CHUNK + 12_345)
        path, name = tmp_path / "map", new_id()
        path.write_bytes(data)
        client = TusClient(f"{seed.url}/storage/v1/upload/resumable",
                           headers=both_keys(seed, None) | {"x-upsert": "true"})
        about = {"bucketName": "world-maps", "objectName": name,
                 "contentType": "application/octet-stream", "cacheControl": "3600"}
        first = client.uploader(str(path), chunk_size=CHUNK, metadata=about)
        first.upload_chunk()
        assert (first.offset, os.path.getsize(path)) == (CHUNK, len(data))
        second = client.uploader(str(path), chunk_size=CHUNK, url=first.url)
        assert second.offset == CHUNK
        second.upload()
        assert files(seed).from_("world-maps").download(name) == data
        stored = seed.sql("select name, metadata ->> 'size', metadata ->> 'cacheControl'"
                          " from storage.objects")
        assert stored == [(name, str(len(data)), "max-age=3600")]
