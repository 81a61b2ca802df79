"""A server that speaks a schema registry's HTTP, for tests: not a registry, but what one answers, and what none should.

It knows schemas by number and by subject and version. It can be told to want a login, to be slow, to answer wrongly.
"""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class SchemaRegistry:
    """What the server answers with: `schemas` by number, `subjects` by (subject, version), each an answer's members."""

    url: str = ""
    schemas: dict[int, dict[str, Any]] = field(default_factory=dict)
    subjects: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    login: tuple[str, str] | None = None
    answers: list[tuple[int, bytes]] = field(default_factory=list)  # status and body of the next answers, instead
    seconds: float = 0.0  # before each answer
    asked: list[str] = field(default_factory=list)

    def knows(self, number: int, schema: str, **members: Any) -> None:
        self.schemas[number] = {"schema": schema} | members

    def answer(self, path: str, authorization: str | None) -> tuple[int, bytes]:
        self.asked.append(path)
        time.sleep(self.seconds)
        if self.login and authorization != "Basic " + base64.b64encode(":".join(self.login).encode()).decode():
            return 401, b'{"error_code":401,"message":"Unauthorized"}'
        if self.answers:
            return self.answers.pop(0)
        parts = path.strip("/").split("/")
        if parts[:2] == ["schemas", "ids"]:
            found, code = self.schemas.get(int(parts[2])), 40403
        else:
            found, code = self.subjects.get((parts[1], int(parts[3]))), 40401
        if found is None:
            return 404, json.dumps({"error_code": code, "message": "not found"}).encode()
        return 200, json.dumps(found).encode()


@contextmanager
def serving(context: Any = None) -> Iterator[SchemaRegistry]:
    """A server on a free port of loopback; with TLS by an ssl context."""
    registry = SchemaRegistry()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = registry.answer(self.path, self.headers.get("Authorization"))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", body.decode())
            with suppress(OSError):  # who asked has gone
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    registry.url = f"{'https' if context else 'http'}://127.0.0.1:{server.server_address[1]}"
    try:
        yield registry
    finally:
        server.shutdown()
        server.server_close()
