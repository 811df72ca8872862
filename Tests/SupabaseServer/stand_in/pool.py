"""Connections to one database that are kept for the next request."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg


class Pool:
    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.lock = threading.Lock()
        self.idle: list[psycopg.Connection] = []
        self.is_closed = False

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        connection = self.take()
        try:
            yield connection
        finally:
            self.give_back(connection)

    def take(self) -> psycopg.Connection:
        with self.lock:
            if self.idle:
                return self.idle.pop()
        # Never prepared on the server: a plan would outlive a change of its table.
        return psycopg.connect(self.uri, prepare_threshold=None)

    def give_back(self, connection: psycopg.Connection) -> None:
        if not connection.closed:
            connection.rollback()
        with self.lock:
            if connection.closed or self.is_closed:
                connection.close()
            else:
                self.idle.append(connection)

    def close(self) -> None:
        with self.lock:
            self.is_closed = True
            for connection in self.idle:
                connection.close()
            self.idle.clear()
