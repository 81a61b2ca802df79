"""What is asked of a schema registry over HTTP.

The HTTP is Confluent's (GET /schemas/ids/{id}), which Karapace and Apicurio (/apis/ccompat/v7) speak too; or Apicurio's
own (/apis/registry/v2), where a number is another one, the globalId. What answers may be no registry at all: whatever
it sends, and however slowly, becomes a schema or one sentence (Refused). No error leaves this module with a secret in
it.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import http.client
import json
import os
import re
import socket
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from changefeed.errors import ChangefeedError
from changefeed.words import shown

PREFIX = "CHANGEFEED_REGISTRY_"
_SECONDS = 10.0  # for one answer
_BYTES = 8_000_000  # of one answer
_ATTEMPTS, _PAUSE = 3, 0.5  # where a server says that it is busy or broken
_REFERENCES = 200  # of one schema, with those of its references
_OF_APICURIO = re.compile(r"/apis/registry/v\d+$")  # the end of an address that speaks Apicurio's own HTTP
_LONGEST = 200  # characters of what a server sent, in a sentence


class Refused(Exception):
    """A registry did not answer as one does: what it said, without secrets. `is_final`: it knows no such schema."""

    def __init__(self, message: str, is_final: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final


@dataclass(frozen=True)
class Answer:
    """What a registry says of a schema: its text, its kind, and subject and version of what it refers to."""

    text: str
    kind: str = "AVRO"
    references: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Registry:
    """The addresses of a registry, and the user to ask as. Its repr shows no secrets."""

    urls: tuple[str, ...]
    authorization: str = field(repr=False)
    ca: str
    until: float = float("inf")  # the time (monotonic) after which it asks nothing more

    @classmethod
    def from_environment(cls) -> Registry | None:
        """As CHANGEFEED_REGISTRY_URL (several with commas), _USER, _PASSWORD and _CA say; None without a URL.

        A URL may have user and password in it. Raises ChangefeedError for a URL that is none, and a CA that is no file.
        """
        named = [part.strip() for part in os.environ.get(f"{PREFIX}URL", "").split(",") if part.strip()]
        user, password = os.environ.get(f"{PREFIX}USER", ""), os.environ.get(f"{PREFIX}PASSWORD", "")
        urls = []
        for url in named:
            parts = _parts_of(url)
            if parts.username is not None:
                user, password = urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password or "")
            place = parts.netloc.rpartition("@")[2]
            urls.append(f"{parts.scheme}://{place}{parts.path.rstrip('/')}")
        ca = os.environ.get(f"{PREFIX}CA", "")
        if ca and not Path(ca).is_file():
            raise ChangefeedError(f"{PREFIX}CA: {ca} is no file: name one with the certificates (PEM) to trust")
        if ca:
            try:
                ssl.create_default_context(cafile=ca)
            except OSError as error:
                told = f"{PREFIX}CA: {ca} has no certificates (PEM) that can be read: name a file with those to trust"
                raise ChangefeedError(told) from error
        login = base64.b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
        return cls(tuple(urls), f"Basic {login}" if login else "", ca) if urls else None

    @property
    def doubt(self) -> str:
        """Why its password is not safe, and what to do; empty where it is."""
        of_network = [url for url in self.urls if url.startswith("http:") and not _is_of_this_machine(url)]
        if not (self.authorization and of_network):
            return ""
        return f"{of_network[0]} gets the password in plain text, for all on the way to read. Name it with https://."

    def check(self) -> None:
        """Raise ChangefeedError if no registry answers here."""
        try:
            self.schema("0")
        except Refused as error:
            if not error.is_final:
                raise ChangefeedError(f"{error}. Check {PREFIX}URL, _USER, _PASSWORD and _CA.") from error

    def schema(self, number: str) -> Answer:
        """What the registry says of a schema. Raises Refused."""
        return self._ask(f"/schemas/ids/{number}", f"/ids/globalIds/{number}")

    def texts_of_references(self, references: Iterable[tuple[str, int]]) -> list[str]:
        """The texts of what a schema refers to, each behind those that it refers to itself. Raises Refused."""
        found: dict[tuple[str, int], str] = {}

        def follow(each: tuple[str, int]) -> None:
            if each in found:
                return
            if len(found) >= _REFERENCES:
                raise Refused(f"{self.urls[0]} gives over {_REFERENCES} references of one schema")
            found[each] = ""  # a circle ends here
            subject, version = each
            answer = self._ask(f"/subjects/{urllib.parse.quote(subject, safe='')}/versions/{version}")
            for deeper in answer.references:
                follow(deeper)
            found[each] = found.pop(each) or answer.text

        for each in references:
            follow(each)
        return list(found.values())

    def _ask(self, path: str, of_apicurio: str = "") -> Answer:
        """The answer of the first of the URLs that gives one."""
        refused = Refused("no registry")
        for url in self.urls:
            try:
                return self._ask_one(url + (of_apicurio if of_apicurio and _OF_APICURIO.search(url) else path))
            except Refused as error:
                if error.is_final:
                    raise
                refused = error
        raise refused

    def _ask_one(self, url: str) -> Answer:
        accepted = "application/vnd.schemaregistry.v1+json, application/json"
        headers = {"Accept": accepted} | ({"Authorization": self.authorization} if self.authorization else {})
        request = urllib.request.Request(url, headers=headers)
        said = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE * 2**attempt)
            began = time.monotonic()
            if began > self.until:
                raise Refused(f"{url} comes too late: the registry has needed too long for all that was asked")
            try:
                with _ended_after(_SECONDS) as connect:
                    return self._answer(request, connect)
            except _Busy as error:
                said = f"{url} answers {error}"
            except Refused:
                raise
            except Exception as error:  # what a server can make Python's HTTP and JSON raise has no end
                why = getattr(error, "reason", None) or error
                if isinstance(why, TimeoutError) or time.monotonic() - began >= _SECONDS:
                    raise Refused(f"{url} does not answer within {_SECONDS:.0f} seconds") from None
                told = shown(str(why))[:_LONGEST] or type(why).__name__
                if isinstance(error, OSError):
                    raise Refused(f"{url} can't be reached ({told})") from None
                raise Refused(f"{url} does not answer as a schema registry does ({told})") from None
        raise Refused(said)

    def _answer(self, request: urllib.request.Request, connect: Callable[..., socket.socket]) -> Answer:
        """One answer. Raises Refused, _Busy, or whatever comes of what is no answer."""
        url = request.full_url
        try:
            with self._opener(url, connect).open(request, timeout=_SECONDS) as answer:
                return _read(answer, is_apicurio="/ids/globalIds/" in url)
        except urllib.error.HTTPError as error:
            with error:
                is_final = error.code == 404 and _error_code(error) in (404, 40401, 40402, 40403)
            said = f"{url} answers {error.code}"
            if is_final:
                raise Refused(f"{said}: it knows no such schema", is_final=True) from None
            if error.code in (401, 403):
                raise Refused(f"{said}: {PREFIX}USER and {PREFIX}PASSWORD may not read it") from None
            if error.code not in (429, 500, 502, 503, 504):
                raise Refused(f"{said}, which no schema registry does here") from None
            raise _Busy(error.code) from None

    def _opener(self, url: str, connect: Callable[..., socket.socket]) -> urllib.request.OpenerDirector:
        if not url.startswith("https:"):
            return urllib.request.build_opener(_NoRedirect(), _Http(connect))
        context = ssl.create_default_context(cafile=self.ca or None)
        return urllib.request.build_opener(_NoRedirect(), _Https(connect, context))


def _parts_of(url: str) -> urllib.parse.SplitResult:
    with contextlib.suppress(ValueError):
        parts = urllib.parse.urlsplit(url)
        is_plain = not re.search(r"[\s\0-\x20\x7f]", url) and parts.port != 0  # a port that is none is a ValueError
        if parts.scheme in ("http", "https") and parts.hostname and is_plain:
            return parts
    known = re.match(r"(https?://)(?:[^/@]*@)?([\w.-]*)", url)
    named = "".join(known.groups()) if known else "what it holds"
    raise ChangefeedError(f"{PREFIX}URL: {named} is no address: write https://HOST:PORT")


def _is_of_this_machine(url: str) -> bool:
    host = urllib.parse.urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


# -- one answer


class _Busy(Exception):
    """A server says that it is busy or broken: with which status."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the password would go to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Http(urllib.request.HTTPHandler):
    def __init__(self, connect: Callable[..., socket.socket]) -> None:
        super().__init__()
        self._made = functools.partial(_connection, http.client.HTTPConnection, connect)

    def http_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(self._made, request)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, connect: Callable[..., socket.socket], context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._made = functools.partial(_connection, http.client.HTTPSConnection, connect, context=context)

    def https_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(self._made, request)


def _connection(kind: Callable[..., Any], connect: Callable[..., socket.socket], *given: Any, **named: Any) -> Any:
    made = kind(*given, **named)
    made._create_connection = connect
    return made


@contextlib.contextmanager
def _ended_after(seconds: float) -> Iterator[Callable[..., socket.socket]]:
    """What connects as socket.create_connection does. After these seconds a connection ends, whatever still comes.

    A timeout of a socket begins anew with each byte.
    """
    twins: list[socket.socket] = []

    def connect(*given: Any, **named: Any) -> socket.socket:
        made = socket.create_connection(*given, **named)
        twins.append(made.dup())  # TLS takes the socket itself away
        return made

    def end() -> None:
        for twin in twins:
            with contextlib.suppress(OSError):
                twin.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield connect
    finally:
        timer.cancel()
        timer.join()
        for twin in twins:
            twin.close()


def _read(answer: Any, is_apicurio: bool) -> Answer:
    """What is said of a schema. Raises ValueError where it is none."""
    read = answer.read(_BYTES + 1)
    if len(read) > _BYTES:
        raise ValueError(f"more than {_BYTES:,} bytes")
    if is_apicurio:  # the schema itself
        kind = answer.headers.get("X-Registry-ArtifactType") or "AVRO"
        return Answer(json.dumps(json.loads(read)) if kind == "AVRO" else read.decode(), shown(kind)[:_LONGEST])
    found = json.loads(read)
    if not isinstance(found, dict):
        raise ValueError("no schema in it")
    text, kind, references = found.get("schema"), found.get("schemaType") or "AVRO", found.get("references") or []
    if not isinstance(text, str) or not isinstance(kind, str):
        raise ValueError("no schema in it")
    if not isinstance(references, list):
        raise ValueError("references that are no list")
    refers = [_reference(each) for each in references]
    for each in (text, *(subject for subject, _ in refers)):
        each.encode()  # half of a surrogate pair is a ValueError
    return Answer(text, shown(kind)[:_LONGEST], tuple(refers))


def _reference(said: Any) -> tuple[str, int]:
    subject, version = (said.get(name) for name in ("subject", "version")) if isinstance(said, dict) else (None, None)
    if not isinstance(subject, str) or not isinstance(version, (int, str)):
        raise ValueError("a reference without subject and version")
    return subject, int(version)


def _error_code(error: urllib.error.HTTPError) -> Any:
    """What a server calls an error, if it says so as a registry does."""
    try:
        told = json.loads(error.read(65536))
    except (ValueError, RecursionError):
        return None
    return told.get("error_code") if isinstance(told, dict) else None
