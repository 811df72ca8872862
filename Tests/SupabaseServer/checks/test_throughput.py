"""Fast enough that tests wait for what they test."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from conftest import Project, new_id

TOTAL, BATCH = 20_000, 500
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 1.2, -2, 1]
COLUMNS = "id,anchor_id,space_id,type,timestamp,version,transform,metadata,actor_id,extra"


def push(project: Project, space: str, start: int) -> None:
    rows = [{
        "id": new_id(), "anchor_id": f"00000000-0000-4000-8000-{number % 100:012}",
        "space_id": space, "type": "moved", "timestamp": f"2024-01-01T00:00:00.{number:06}Z",
        "version": number + 1, "transform": IDENTITY, "metadata": {"text": f"note {number}"},
        "actor_id": "device", "extra": {"operation": new_id()},
    } for number in range(start, start + BATCH)]
    reply = project.http.post(
        f"/rest/v1/anchor_events?columns={COLUMNS}", json=rows,
        headers=project.headers(Prefer="resolution=ignore-duplicates,return=minimal"))
    assert reply.status_code == 201, reply.text


def pull(project: Project) -> int:
    cursor, count = 0, 0
    while True:
        page = project.http.get(
            f"/rest/v1/anchor_events?select=*&sync_seq=gt.{cursor}&order=sync_seq.asc&limit=1000",
            headers=project.headers()).json()
        if not page:
            return count
        count += len(page)
        cursor = page[-1]["sync_seq"]


def test_a_fifth_of_a_hundred_thousand_events(migrated):
    """The whole must take less than a minute, so this less than twelve seconds."""
    space, start = new_id(), time.monotonic()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda first: push(migrated, space, first), range(0, TOTAL, BATCH)))
    pushed = time.monotonic()
    assert pull(migrated) == TOTAL
    pulled = time.monotonic()
    print(f"pushed in {pushed - start:.1f} s, pulled in {pulled - pushed:.1f} s")
    assert pulled - start < 12
    assert migrated.sql("select count(*) from anchor_events") == [(TOTAL,)]
