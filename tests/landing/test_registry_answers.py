"""Whatever answers at the address of a schema registry: a schema, or one sentence. Bytes of a socket, without Spark."""

from __future__ import annotations

import json
import os
import random
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import registry_client
from pipeline import REPO
from schema_registry import serving

DRAWN = int(os.environ.get("CHANGEFEED_ANSWERS", "1000"))
SEED = os.environ.get("CHANGEFEED_TEST_SEED", "1")
SCHEMA = json.dumps({"schema": '{"type":"int"}'}).encode()


def http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunked(*chunks: bytes, is_cut: bool) -> bytes:
    told = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    told += b"".join(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" for chunk in chunks)
    return told if is_cut else told + b"0\r\n\r\n"


def referring(references: object) -> bytes:
    return http(json.dumps({"schema": '{"type":"int"}', "references": references}).encode())


ODD = {
    "no such route of a gateway": http(b'{"message":"no Route matched"}', "404 Not Found"),
    "an error code that is a list": http(b'{"error_code":[]}', "404 Not Found"),
    "an error code without end": http(b'{"error_code":1e999}', "404 Not Found"),
    "a deep 404": http(b"[" * 30_000, "404 Not Found"),
    "a deep answer": http(b"[" * 30_000),
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n\x1b]0;title\x07",
    "TLS": b"\x15\x03\x01\x00\x02\x02\x46",
    "nothing": b"",
    "a cut 404": http(b'{"error_code":', "404 Not Found")[:-5],
    "a chunk that is cut": chunked(SCHEMA, is_cut=True)[:-9],
    "no last chunk": chunked(SCHEMA[:20], is_cut=True),
    "a chunk of a wrong size": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "101 headers": http(SCHEMA, "200 OK", *(f"X-{number}: 1" for number in range(101))),
    "a long header": http(SCHEMA, "200 OK", f"X: {'x' * 70_000}"),
    "a long status": b"HTTP/1.1 200 " + b"x" * 70_000,
    "a status of words": b"HTTP/1.1 two hundred\r\n\r\n",
    "101": b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "100 without end": b"HTTP/1.1 100 Continue\r\n\r\n" * 50_000,
    "a length of letters": b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{",
    "a redirect to itself": http(b"", "301 Moved", "Location: /schemas/ids/7"),
    "a redirect to a file": http(b"", "302 Found", "Location: file:///etc/passwd"),
    "a login in another way": http(b"", "401 Unauthorized", "WWW-Authenticate: Digest"),
    "references that are a number": referring(5),
    "a reference that is a number": referring([5]),
    "a reference of nothing": referring([{}]),
    "a reference without end": b"".join(referring([{"subject": "s", "version": 7}]).split(b"7")[:1]),
    "a version without end": http(b'{"schema":"","references":[{"subject":"s","version":1e999}]}'),
    "a version of 5,000 digits": referring([{"subject": "s", "version": "9" * 5_000}]),
    "half a character in a subject": referring([{"subject": "\ud800", "version": 1}]),
    "half a character in a schema": http(b'{"schema":"\\ud800"}'),
    "a type that is a list": http(b'{"schema":"","schemaType":["AVRO"]}'),
    "a schema that is an object": http(b'{"schema":{"type":"int"}}'),
    "no JSON": http(b"\xff\xfe\x00"),
    "a number of a million digits": http(b'{"schema":"","n":' + b"9" * 1_000_000 + b"}"),
    "nine million bytes": http(b'{"schema":"' + b"x" * 9_000_000 + b'"}'),
}  # fmt: skip


@contextmanager
def answering(answer: Callable[[], bytes], pause: float = 0.0) -> Iterator[str]:
    """A server whose every connection gets these bytes, whatever was asked; with `pause`, byte by byte."""
    server = socket.create_server(("127.0.0.1", 0), backlog=64)

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                connection.recv(65536)
                sent = answer()
                for each in [sent[place : place + 1] for place in range(len(sent))] if pause else [sent]:
                    connection.sendall(each)
                    time.sleep(pause)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):  # closed with unread bytes, a connection is reset
                    pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join(10)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_client, "_PAUSE", 0.0)
    for name in ("USER", "PASSWORD", "TOKEN", "CA", "CERT", "KEY", "KEY_PASSWORD"):
        monkeypatch.delenv(f"CHANGEFEED_REGISTRY_{name}", raising=False)


def asked(url: str) -> registry_client.Answer | registry_client.Refused:
    """What a registry says of a schema. It may be one, or a sentence for a terminal; nothing else."""
    one = registry_client.Registry((url,), "", ssl.create_default_context())
    try:
        answer = one.schema("7")
        one.texts_of_references(answer.references)
        answer.text.encode(), answer.kind.encode()
        return answer
    except registry_client.Refused as refused:
        said = str(refused)
        assert url in said and said.isprintable() and len(said) < 500, said
        return refused


@pytest.mark.parametrize("what", ODD)
def test_an_odd_answer_is_a_sentence(what: str) -> None:
    with answering(lambda: ODD[what]) as url:
        said = asked(url)
    assert isinstance(said, registry_client.Refused) and not said.is_final, said


@pytest.mark.parametrize("what", ("no such route of a gateway", "a deep 404", "TLS", "a deep answer"))
def test_doctor_says_that_no_registry_answers_so(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(lambda: ODD[what]) as url:
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", url)
        ended = CliRunner().invoke(main, ["--project-dir", str(REPO), "doctor"])
    (line,) = (line for line in ended.output.splitlines() if "schema registry" in line)
    assert ended.exit_code == 1 and line.startswith("wrong") and url in line, ended.output


def test_a_schema_without_end_of_references_ends() -> None:
    with answering(lambda: referring([{"subject": str(random.random()), "version": 1}])) as url:
        said = asked(url)
    assert "references" in str(said)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 99, http(b" " * 999)], ids=["head", "body"])
def test_an_answer_that_comes_byte_by_byte_ends(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_client, "_SECONDS", 0.4)
    began = time.monotonic()
    with answering(lambda: answer, pause=0.02) as url:
        said = asked(url)
        assert "does not answer within" in str(said) and time.monotonic() - began < 2


def mutant(dice: random.Random) -> bytes:
    """An answer of a kind, with bytes and members exchanged."""
    members = ("schema", "schemaType", "references", "subject", "version", "error_code", "message", "id", "name")
    values = (
        None, True, 0, 7, -1, 2**70, 1.5, float("inf"), float("nan"), 40403, 404, "40401", "", "AVRO", "JSON", "{}",
        '{"type":"int"}', "\ud83d", "\0", "../x", "9" * 400, [], {}, [[]], [{"subject": "s", "version": 1}],
        [{"subject": {}, "version": []}],
    )  # fmt: skip
    statuses = ("200 OK",) * 4 + ("404 Not Found", "404", "204 None", "206 Part", "500 X", "429 X", "600 X", "199 X")
    odd = (
        "X: y", "Content-Encoding: gzip", "Content-Length: 3", "Transfer-Encoding: chunked", "Location: :", "A", ": b",
        " c: d", "Content-Type: text/html; charset=x", "Content-Length: -5", "Connection: keep-alive",
    )  # fmt: skip

    def value() -> object:
        if dice.random() < 0.3:
            return [value() for _ in range(dice.randrange(3))]
        if dice.random() < 0.3:
            return {dice.choice(members): value() for _ in range(dice.randrange(4))}
        return dice.choice(values)

    told: object = {"schema": '{"type":"int"}'} | {dice.choice(members): value() for _ in range(dice.randrange(4))}
    body = json.dumps(told if dice.random() < 0.8 else value()).encode()
    sent = bytearray(http(body, dice.choice(statuses), *dice.sample(odd, dice.randrange(3))))
    for _ in range(dice.choice((0, 0, 1, 1, 2, 5))):
        place = dice.randrange(len(sent)) if sent else 0
        how = dice.randrange(4)
        if how == 0:
            del sent[place:]
        elif how == 1:
            sent[place : place + 1] = dice.randbytes(1)
        elif how == 2:
            sent[place:place] = dice.randbytes(dice.choice((1, 3, 200)))
        else:
            del sent[place : place + dice.randrange(1, 9)]
    return bytes(sent)


def test_thousands_of_drawn_answers_are_schemas_or_sentences() -> None:
    dice = random.Random(SEED)
    found = {registry_client.Answer: 0, registry_client.Refused: 0}
    with answering(lambda: mutant(dice)) as url:
        for _ in range(DRAWN):
            found[type(asked(url))] += 1
    assert min(found.values()) > DRAWN / 20, found


def test_settings_of_a_registry_are_refused_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    for url in ("http://[", "http://h:port", "http://h:99999", "http://h h"):
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", url)
        with pytest.raises(ChangefeedError, match="is no address"):
            registry_client.Registry.from_environment()
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "https://127.0.0.1:9")
    monkeypatch.setenv("CHANGEFEED_REGISTRY_CA", str(REPO / "README.md"))
    with pytest.raises(ChangefeedError, match=r"README.md .*certificates"):
        registry_client.Registry.from_environment()


@pytest.mark.parametrize(
    ("url", "is_doubted"),
    [
        ("http://me:secret@registry:8081", True),
        ("https://me:secret@registry:8081", False),
        ("http://registry:8081", False),
        ("http://me:secret@127.0.0.1:8081", False),
        ("http://me:secret@localhost:8081", False),
        ("https://me:secret@one,http://two", True),
    ],
)
def test_a_password_that_everybody_on_the_way_can_read_is_warned_of(
    url: str, is_doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", url)
    one = registry_client.Registry.from_environment()
    assert one is not None and ("https" in one.doubt) == is_doubted and "secret" not in one.doubt


def test_a_token_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    heads: list[str] = []
    with serving() as served:
        served.knows(7, "{}")
        answer = served.answer
        monkeypatch.setattr(served, "answer", lambda path, said: (heads.append(said or ""), answer(path, said))[1])
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", served.url)
        monkeypatch.setenv("CHANGEFEED_REGISTRY_TOKEN", "eyJ.very-secret\n")
        one = registry_client.Registry.from_environment()
        assert one and one.schema("7") == registry_client.Answer("{}") and heads == ["Bearer eyJ.very-secret"]
        served.login = ("me", "other")
        with pytest.raises(registry_client.Refused, match="CHANGEFEED_REGISTRY_TOKEN may not read it") as refused:
            one.schema("7")
        assert "secret" not in f"{refused.value} {one!r} {one.doubt}"
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "http://registry:8081")
    exposed = registry_client.Registry.from_environment()
    assert exposed and "http://registry:8081 gets the token in plain text" in exposed.doubt


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"TOKEN": "a", "USER": "me"},
            "CHANGEFEED_REGISTRY_TOKEN and CHANGEFEED_REGISTRY_USER or _PASSWORD are both set",
        ),
        ({"TOKEN": "two words"}, "CHANGEFEED_REGISTRY_TOKEN is no token"),
        ({"KEY": __file__}, "CHANGEFEED_REGISTRY_KEY needs CHANGEFEED_REGISTRY_CERT"),
        ({"CERT": "/nowhere.pem"}, "CHANGEFEED_REGISTRY_CERT: /nowhere.pem is no file: name one with the client's"),
        ({"CERT": __file__}, f"CHANGEFEED_REGISTRY_CERT: {__file__} is no certificate"),
    ],
)
def test_settings_of_who_asks_are_checked(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str) -> None:
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "https://registry:8081")
    for name, value in given.items():
        monkeypatch.setenv(f"CHANGEFEED_REGISTRY_{name}", value)
    with pytest.raises(ChangefeedError) as error:
        registry_client.Registry.from_environment()
    assert str(error.value).startswith(told), error.value


def test_a_registry_that_wants_a_certificate_of_the_client_gets_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("server", "client"):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-days", "2", "-subj", f"/CN={name}", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", str(tmp_path / f"{name}.key"), "-out",
             str(tmp_path / f"{name}.pem"), *(["-passout", "pass:very secret"] if name == "client" else ["-nodes"])],
            check=True, capture_output=True,
        )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem", tmp_path / "server.key")
    context.load_verify_locations(tmp_path / "client.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    with serving(context) as served:
        served.knows(7, "{}")
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", served.url)
        monkeypatch.setenv("CHANGEFEED_REGISTRY_CA", str(tmp_path / "server.pem"))
        without = registry_client.Registry.from_environment()
        with pytest.raises(registry_client.Refused):
            without.schema("7")
        for name, value in {"CERT": "client.pem", "KEY": "client.key"}.items():
            monkeypatch.setenv(f"CHANGEFEED_REGISTRY_{name}", str(tmp_path / value))
        with pytest.raises(ChangefeedError, match="the key needs another password") as locked:
            registry_client.Registry.from_environment()
        monkeypatch.setenv("CHANGEFEED_REGISTRY_KEY_PASSWORD", "very secret")
        assert "secret" not in str(locked.value)
        assert registry_client.Registry.from_environment().schema("7") == registry_client.Answer("{}")
