"""How a command finds `changefeed serve`, which then does the work. This module imports nothing that takes time.

The server listens on a Unix socket in the warehouse's folder that only its user may open. A command sends its words,
folder, environment and open files (standard input, output, errors): the server prints to the command's own terminal.
Then the command passes on signals and waits for the exit code.
"""

from __future__ import annotations

import contextlib
import getopt
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from changefeed.project import paths

SOCKET = "server.sock"
APART = ("serve", "setup", "init", "doctor", "completion")  # commands that do not run in a server
_MOST_BYTES = 64 << 20  # of a request: words and environment
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(words: list[str]) -> int | None:
    """Let the server of the warehouse run a command. Returns its exit code, or None if this process has to run it."""
    try:
        options, rest = getopt.getopt(words, "h", ["project-dir=", "verbose", "help", "version"])
        if not rest or rest[0] in APART:
            return None
        project_dir = dict(options).get("--project-dir") or paths.find_project()
        found = project_dir and connect(paths.home_of(Path(project_dir)))
        request = {
            "words": words,
            "folder": os.getcwd(),
            "environment": dict(os.environ),
            "encoding": sys.stdout.encoding if sys.stdout else "utf-8",
        }
    except (getopt.GetoptError, OSError):
        return None  # the command line says what is wrong
    if not found:
        return None
    with found as connection:
        return _ask(connection, request)


def connect(home: Path) -> socket.socket | None:
    """A connection to the server of this warehouse. None if no server listens, or if another user runs it.

    A command sends its environment, which may hold secrets: so it connects only to a server of the same user.
    """
    connection = socket.socket(socket.AF_UNIX)
    try:
        with paths.in_folder(home):  # the address of a Unix socket has some hundred bytes at most
            if os.stat(SOCKET).st_uid == os.getuid():
                connection.connect(SOCKET)
                return connection
    except OSError:
        pass
    connection.close()
    return None


def send(connection: socket.socket, request: dict[str, Any]) -> None:
    """Send a request, and the three open files of this process along."""
    text = json.dumps(request | {"code": str(paths.CODE)}).encode()
    with open(os.devnull, "r+b") as nothing:
        files = [number if _is_open(number) else nothing.fileno() for number in range(3)]
        socket.send_fds(connection, [len(text).to_bytes(8, "big")], files)
    connection.sendall(text)


class Incoming:
    """A request that comes to the server, in as many pieces as it likes: the server does not wait for any of them."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.files: list[int] = []  # open files that came along; who has the request closes them
        self.began = time.monotonic()
        self._bytes = b""

    def more(self) -> dict[str, Any] | None:
        """Take what is there; the request, once it is whole. Raises OSError or ValueError where it is none."""
        got, files, _, _ = socket.recv_fds(self.connection, 1 << 20, 3)
        self.files += files
        self._bytes += got
        length = int.from_bytes(self._bytes[:8], "big")
        if not got or len(self.files) > 3 or (len(self._bytes) >= 8 and length > _MOST_BYTES):
            raise ValueError("no request")
        if len(self._bytes) < 8 + length or len(self._bytes) < 8:
            return None
        request = json.loads(self._bytes[8:])
        if not isinstance(request, dict):
            raise ValueError("no request")
        return request


def answer(connection: socket.socket, **words: Any) -> None:
    """Answer a request, if the client is still there."""
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps(words).encode() + b"\n")


def _is_open(number: int) -> bool:
    with contextlib.suppress(OSError):
        os.fstat(number)
        return True
    return False


def answers(connection: socket.socket, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Send a request and yield the server's answers until it closes the connection. Its words go to the screen."""
    with contextlib.suppress(OSError, ValueError):
        send(connection, request)
        with connection.makefile("r", encoding="utf-8") as lines:
            for answer in map(json.loads, lines):
                if "said" in answer:
                    print(f"changefeed: {answer['said']}", file=sys.stderr, flush=True)
                yield answer


def _ask(connection: socket.socket, request: dict[str, Any]) -> int | None:
    """Send a request and wait for its end. Returns the exit code, or None if the server does not take the request."""

    def pass_on(number: int, frame: Any) -> None:
        with contextlib.suppress(OSError):
            connection.send(bytes([number]))

    before = {number: signal.getsignal(number) for number in _PASSED_ON}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, pass_on)
    is_begun = False
    try:
        for answer in answers(connection, request):
            if "code" in answer:
                return int(answer["code"])
            is_begun = is_begun or "begun" in answer
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if not is_begun:
        return None
    print("changefeed: the server has ended meanwhile. Give the same command again.", file=sys.stderr)
    return 1
