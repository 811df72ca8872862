"""A threaded HTTP/1.1 server on a free loopback port, for whatever answers requests."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

from stand_in.errors import Dropped
from stand_in.messages import CHUNK, BodyReader, FilePart, Request, Response

Answer = Callable[[Request], Response]
# Counts the bytes of a body that may be sent before the line is cut; None means all of them.
Limit = Callable[[Request], int | None]


class WebServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256

    def __init__(self, answer: Answer, limit: Limit = lambda _: None, port: int = 0) -> None:
        self.answer = answer
        self.limit = limit
        super().__init__(("127.0.0.1", port), Connection)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of the game."""

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "cloudflare"
    sys_version = ""
    disable_nagle_algorithm = True
    server: WebServer
    wbufsize = CHUNK
    # An idle connection ends at last, so that threads do not pile up.
    timeout = 120

    def respond(self) -> None:
        path, _, query = self.path.partition("?")
        request = Request(self.command, path, query, self.headers, self.body_reader())
        try:
            response = self.server.answer(request)
            self.give_up_on(request)
            self.send(response, self.server.limit(request))
        except Dropped:
            self.drop()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = respond

    def body_reader(self) -> BodyReader:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return BodyReader(self.rfile, None)
        return BodyReader(self.rfile, int(self.headers.get("Content-Length") or 0))

    def give_up_on(self, request: Request) -> None:
        """Swallows a short rest of a body; for a long one the connection closes."""
        while not request.body.is_finished and (request.body.remaining or 0) < 1_000_000:
            if not request.body.read():
                break
        self.close_connection |= not request.body.is_finished

    def send(self, response: Response, limit: int | None) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status not in (204, 304):
            self.send_header("Content-Length", str(response.length))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.send_body(response.body, limit)
        self.wfile.flush()

    def send_body(self, body: bytes | FilePart, limit: int | None) -> None:
        if isinstance(body, FilePart):
            self.send_file(body, limit)
        else:
            self.wfile.write(body[:limit])
        if limit is not None:
            self.wfile.flush()
            self.close_connection = True

    def send_file(self, part: FilePart, limit: int | None) -> None:
        left = part.length if limit is None else min(part.length, limit)
        with part.path.open("rb") as file:
            file.seek(part.start)
            while left > 0 and (data := file.read(min(CHUNK, left))):
                self.wfile.write(data)
                left -= len(data)

    def drop(self) -> None:
        """Breaks off where the body would begin. Earlier would be less honest a test: a request
        on a reused connection that is answered by no byte at all is repeated in silence by many
        clients' libraries, and half a header makes Foundation on Linux end the whole process."""
        self.close_connection = True
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n")
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def log_message(self, format: str, *arguments: object) -> None:
        pass
