"""What Storage does beyond what its client shows: true codes, ranges, tags, resumption."""

from __future__ import annotations

import base64
import socket
from urllib.parse import urlsplit

import httpx
import pytest

from conftest import Project, new_id

OBJECT = "/storage/v1/object"
RESUMABLE = "/storage/v1/upload/resumable"


def put(project: Project, name: str, data: bytes = b"0123456789", **headers: str):
    return project.http.post(
        f"{OBJECT}/world-maps/{name}", content=data,
        headers=project.headers(content_type="application/octet-stream", **headers))


def get(project: Project, name: str, **headers: str):
    return project.http.get(
        f"{OBJECT}/authenticated/world-maps/{name}", headers=project.headers(None, **headers))


def sign(project: Project, name: str, lifetime: object = 60):
    return project.http.post(f"{OBJECT}/sign/world-maps/{name}", json={"expiresIn": lifetime},
                             headers=project.headers())


def told(reply) -> tuple[int, str, str]:
    """The status of HTTP, the true one, and the code."""
    return reply.status_code, reply.json()["statusCode"], reply.json()["code"]


def test_an_upload_names_the_object(seed):
    name = new_id()
    reply = put(seed, name)
    assert reply.status_code == 200
    assert reply.json()["Key"] == f"world-maps/{name}"
    assert reply.json()["Id"] == seed.sql("select id::text from storage.objects")[0][0]


def test_a_second_upload_is_a_duplicate_unless_it_says_otherwise(seed):
    name = new_id()
    put(seed, name)
    assert told(put(seed, name)) == (400, "409", "ResourceAlreadyExists")
    assert put(seed, name, b"new", x_upsert="true").status_code == 200
    assert get(seed, name).content == b"new"


def test_too_large(seed):
    seed.steer("PATCH", "settings", {"file_size_limit": 9})
    assert told(put(seed, new_id())) == (400, "413", "EntityTooLarge")
    assert seed.sql("select 1 from storage.objects") == []


def test_no_bucket_and_no_object(seed):
    reply = seed.http.post(f"{OBJECT}/nowhere/x", content=b"x", headers=seed.headers())
    assert told(reply) == (400, "404", "NoSuchBucket")
    assert told(get(seed, "absent")) == (400, "404", "NoSuchKey")
    gone = seed.http.delete(f"{OBJECT}/world-maps/absent", headers=seed.headers())
    assert told(gone) == (400, "404", "NoSuchKey")


def test_an_expired_token(seed):
    headers = seed.headers(new_id())
    seed.steer("PUT", "clock", {"offset": 7200})
    reply = seed.http.get(f"{OBJECT}/authenticated/world-maps/x", headers=headers)
    assert told(reply) == (400, "403", "AccessDenied")
    assert reply.json()["message"] == '"exp" claim timestamp check failed'


def test_ranges_and_tags(seed):
    name = new_id()
    put(seed, name)
    whole = get(seed, name)
    assert (whole.status_code, whole.headers["Accept-Ranges"]) == (200, "bytes")
    part = get(seed, name, Range="bytes=2-4")
    assert (part.status_code, part.content) == (206, b"234")
    assert part.headers["Content-Range"] == "bytes 2-4/10"
    assert get(seed, name, Range="bytes=7-").content == b"789"
    assert get(seed, name, Range="bytes=-2").content == b"89"
    assert get(seed, name, Range="bytes=10-").status_code == 416
    same = get(seed, name, If_None_Match=whole.headers["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    put(seed, name, b"other bytes", x_upsert="true")
    assert get(seed, name, If_None_Match=whole.headers["ETag"]).content == b"other bytes"
    stale = get(seed, name, Range="bytes=2-4", If_Range=whole.headers["ETag"])
    assert (stale.status_code, stale.content) == (200, b"other bytes")


def test_metadata_of_the_user(seed):
    name = new_id()
    put(seed, name, x_metadata=base64.b64encode(b'{"sha256":"ab"}').decode())
    reply = seed.http.get(f"{OBJECT}/info/world-maps/{name}", headers=seed.headers())
    assert reply.json()["metadata"] == {"sha256": "ab"}
    assert (reply.json()["size"], reply.json()["content_type"]) == (10, "application/octet-stream")


class TestSignedLinks:
    def test_a_link_is_relative_and_needs_no_key(self, seed):
        name = new_id()
        put(seed, name)
        link = sign(seed, name).json()["signedURL"]
        assert link.startswith(f"/object/sign/world-maps/{name}?token=")
        reply = seed.http.get(f"/storage/v1{link}", headers={"Range": "bytes=0-0"})
        assert (reply.status_code, reply.content) == (206, b"0")

    @pytest.mark.parametrize(
        ("lifetime", "status"), [(60, 200), ("60", 200), (0, 400), (None, 400)])
    def test_a_lifetime_may_be_text(self, seed, lifetime, status):
        put(seed, "x")
        assert sign(seed, "x", lifetime).status_code == status

    def test_a_link_for_what_is_not_there(self, seed):
        assert told(sign(seed, "absent")) == (400, "404", "NoSuchKey")

    def test_links_that_do_not_hold(self, seed):
        put(seed, "x")
        put(seed, "y")
        link = f"/storage/v1{sign(seed, 'x').json()['signedURL']}"
        assert told(seed.http.get(link.replace("maps/x", "maps/y"))) == (
            400, "400", "InvalidSignature")
        assert told(seed.http.get(link + "garbled")) == (400, "400", "InvalidJWT")
        seed.http.delete(f"{OBJECT}/world-maps/x", headers=seed.headers())
        assert told(seed.http.get(link)) == (400, "404", "NoSuchKey")
        seed.steer("PUT", "clock", {"offset": 61})
        assert told(seed.http.get(link)) == (400, "400", "InvalidJWT")


def test_a_public_bucket_is_read_without_a_key(seed):
    put(seed, "x")
    link = f"{OBJECT}/public/world-maps/x"
    assert told(seed.http.get(link)) == (400, "404", "NoSuchBucket")
    seed.sql("update storage.buckets set public = true")
    assert seed.http.get(link).content == b"0123456789"


class TestResumable:
    def start(self, project: Project, length: int, name: str = "x", **headers: str):
        fields = {"bucketName": "world-maps", "objectName": name}
        about = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}"
                         for key, value in fields.items())
        return project.http.post(RESUMABLE, headers=project.headers(
            tus_resumable="1.0.0", upload_length=str(length), upload_metadata=about, **headers))

    def patch(self, project: Project, location: str, offset: int, data: bytes):
        return project.http.patch(location, content=data, headers=project.headers(
            tus_resumable="1.0.0", upload_offset=str(offset),
            content_type="application/offset+octet-stream"))

    def head(self, project: Project, location: str):
        return project.http.head(location, headers=project.headers(tus_resumable="1.0.0"))

    def test_offsets(self, seed):
        reply = self.start(seed, 10)
        assert reply.status_code == 201
        location = reply.headers["Location"]
        assert self.patch(seed, location, 0, b"01234").headers["Upload-Offset"] == "5"
        wrong = self.patch(seed, location, 0, b"01234")
        assert (wrong.status_code, wrong.text) == (409, "Upload-Offset conflict")
        found = self.head(seed, location)
        assert (found.headers["Upload-Offset"], found.headers["Upload-Length"]) == ("5", "10")
        assert self.patch(seed, location, 5, b"56789").status_code == 204
        assert get(seed, "x").content == b"0123456789"

    def test_what_arrived_before_the_line_was_cut_stays(self, seed):
        location = self.start(seed, 200_000).headers["Location"]
        seed.fault(method="PATCH", cut_upload=70_000)
        with pytest.raises(httpx.TransportError):
            self.patch(seed, location, 0, b"x" * 200_000)
        assert self.head(seed, location).headers["Upload-Offset"] == "70000"
        self.patch(seed, location, 70_000, b"y" * 130_000)
        assert get(seed, "x").content == b"x" * 70_000 + b"y" * 130_000

    def test_refusals(self, seed):
        missing = seed.http.post(RESUMABLE, headers=seed.headers(upload_length="5"))
        assert missing.status_code == 412
        put(seed, "taken")
        assert self.start(seed, 5, "taken").status_code == 409
        assert self.start(seed, 5, "taken", x_upsert="true").status_code == 201
        seed.steer("PATCH", "settings", {"file_size_limit": 9})
        large = self.start(seed, 10)
        assert (large.status_code, large.text) == (413, "Maximum size exceeded")

    def test_the_first_to_finish_wins(self, seed):
        one, two = (self.start(seed, 1).headers["Location"] for _ in range(2))
        assert self.patch(seed, one, 0, b"1").status_code == 204
        assert self.patch(seed, two, 0, b"2").status_code == 409
        assert get(seed, "x").content == b"1"

    def test_an_upload_expires(self, seed):
        location = self.start(seed, 5).headers["Location"]
        seed.steer("PUT", "clock", {"offset": 25 * 3600})
        assert self.head(seed, location).status_code == 410
        assert self.head(seed, location).status_code == 404

    def test_row_security_is_asked_before_bytes_are_taken(self, secured):
        assert self.start(secured, 5).status_code == 403


def test_a_large_upload_that_is_refused_ends_the_connection(seed):
    """The answer comes while the client is still sending."""
    seed.steer("PATCH", "settings", {"file_size_limit": 1000})
    address = urlsplit(seed.url)
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        head = (f"POST {OBJECT}/world-maps/x HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n"
                f"apikey: {seed.description['anonymousKey']}\r\n\r\n")
        line.sendall(head.encode() + b"x" * 1000)
        answer = line.recv(65_536)
    assert b"Connection: close" in answer and answer.startswith(b"HTTP/1.1 400")
