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
    """The addresses of a registry, and who asks. Its repr shows no secrets."""

    urls: tuple[str, ...]
    authorization: str = field(repr=False)
    tls: ssl.SSLContext = field(repr=False)
    until: float = float("inf")  # the time (monotonic) after which it asks nothing more

    @classmethod
    def from_environment(cls) -> Registry | None:
        """As CHANGEFEED_REGISTRY_URL (several with commas) and the variables beside it say; None without a URL.

        A URL may have user and password in it. Raises ChangefeedError for a URL that is none, a file that is no
        certificate, and for a token beside a password.
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
        return cls(tuple(urls), _authorization(user, password), _tls()) if urls else None

    @property
    def doubt(self) -> str:
        """Why its secret is not safe, and what to do; empty where it is."""
        of_network = [url for url in self.urls if url.startswith("http:") and not _is_of_this_machine(url)]
        if not (self.authorization and of_network):
            return ""
        secret = "token" if self.authorization.startswith("Bearer ") else "password"
        return f"{of_network[0]} gets the {secret} in plain text, for all on the way to read. Name it with https://."

    def check(self) -> None:
        """Raise ChangefeedError if no registry answers here."""
        try:
            self.schema("0")
        except Refused as error:
            if not error.is_final:
                raise ChangefeedError(
                    f"{error}. Check {PREFIX}URL, _USER and _PASSWORD or _TOKEN, _CA and _CERT."
                ) from error

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
                raise Refused(f"{said}: {_who(self.authorization)} may not read it") from None
            if error.code not in (429, 500, 502, 503, 504):
                raise Refused(f"{said}, which no schema registry does here") from None
            raise _Busy(error.code) from None

    def _opener(self, url: str, connect: Callable[..., socket.socket]) -> urllib.request.OpenerDirector:
        if not url.startswith("https:"):
            return urllib.request.build_opener(_NoRedirect(), _Http(connect))
        return urllib.request.build_opener(_NoRedirect(), _Https(connect, self.tls))


def _authorization(user: str, password: str) -> str:
    """The header that says who asks; empty if nobody is named."""
    token = os.environ.get(f"{PREFIX}TOKEN", "").strip()
    if token and (user or password):
        raise ChangefeedError(f"{PREFIX}TOKEN and {PREFIX}USER or _PASSWORD are both set: a registry takes one of them")
    if token and not re.fullmatch(r"[\x21-\x7e]+", token):
        raise ChangefeedError(f"{PREFIX}TOKEN is no token: it has blanks, or characters that no header can have")
    if token:
        return f"Bearer {token}"
    return f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}" if user or password else ""


def _who(authorization: str) -> str:
    """The variables that say who asks, in words."""
    return f"{PREFIX}TOKEN" if authorization.startswith("Bearer ") else f"{PREFIX}USER and {PREFIX}PASSWORD"


def _tls() -> ssl.SSLContext:
    """Whom to trust, and the certificate to show: of _CA, _CERT and _KEY. Raises ChangefeedError for a wrong file."""
    files = {name: os.environ.get(f"{PREFIX}{name}", "") for name in ("CA", "CERT", "KEY")}
    for name, file in files.items():
        if file and not Path(file).is_file():
            what = {"CA": "the certificates to trust", "CERT": "the client's certificate", "KEY": "its key"}[name]
            raise ChangefeedError(f"{PREFIX}{name}: {file} is no file: name one with {what} (PEM)")
    try:
        context = ssl.create_default_context(cafile=files["CA"] or None)
    except OSError as error:
        told = f"{PREFIX}CA: {files['CA']} has no certificates (PEM) that can be read: name a file with those to trust"
        raise ChangefeedError(told) from error
    if files["KEY"] and not files["CERT"]:
        raise ChangefeedError(f"{PREFIX}KEY needs {PREFIX}CERT, the certificate of the key")
    if files["CERT"]:
        password = os.environ.get(f"{PREFIX}KEY_PASSWORD", "")
        try:  # with an empty password a locked key is an error; without one Python would ask on the terminal
            context.load_cert_chain(files["CERT"], files["KEY"] or None, password)
        except (OSError, ValueError) as error:
            held = f"{PREFIX}CERT: {files['CERT']}" + (f" with {PREFIX}KEY {files['KEY']}" if files["KEY"] else "")
            told = "is no certificate (PEM) with its key, or the key needs another password"
            raise ChangefeedError(f"{held} {told} ({PREFIX}KEY_PASSWORD)") from error
    return context


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
