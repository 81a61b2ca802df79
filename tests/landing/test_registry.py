"""Schema registries: what is asked of one, what becomes of messages whose schema nobody knows, and Avro of Connect.

The registry of most of these tests is tests/support/schema_registry.py, a server that speaks its HTTP. One asks a real one,
Apicurio.
"""

from __future__ import annotations

import base64
import json
import os
import random
import ssl
import subprocess
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import apicurio
import connect_avro
import registry_messages
import strict_avro
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import landing_tables, registry, registry_client, schemas
from changefeed.spark import relations
from connect_avro import Numbers
from pipeline import Pipeline, record
from schema_registry import SchemaRegistry, serving

RECORDS = int(os.environ.get("CHANGEFEED_AVRO_RECORDS", "600"))  # mutants of records
SEED = os.environ.get("CHANGEFEED_TEST_SEED", "1")
ROW = {
    "type": "struct",
    "name": "s.d.t.Value",
    "optional": True,
    "fields": [
        {"field": "id", "type": "int32", "optional": False},
        {"field": "small", "type": "int16", "optional": True},
        {"field": "price", "type": "bytes", "optional": True, "name": "org.apache.kafka.connect.data.Decimal", "version": 1,
         "parameters": {"scale": "2", "connect.decimal.precision": "10"}},
        {"field": "free", "type": "struct", "optional": True, "name": "io.debezium.data.VariableScaleDecimal", "version": 1,
         "fields": [{"field": "scale", "type": "int32", "optional": False}, {"field": "value", "type": "bytes", "optional": False}]},
        {"field": "born", "type": "int32", "optional": True, "name": "io.debezium.time.Date", "version": 1},
        {"field": "seen", "type": "int64", "optional": True, "name": "io.debezium.time.MicroTimestamp", "version": 1},
        {"field": "kind", "type": "string", "optional": True, "default": "a", "name": "io.debezium.data.Enum", "version": 1,
         "parameters": {"allowed": "a,b"}},
        {"field": "tags", "type": "array", "optional": True, "items": {"type": "string", "optional": True}},
        {"field": "bits", "type": "bytes", "optional": True, "name": "io.debezium.data.Bits", "version": 1, "parameters": {"length": "9"}},
        {"field": "ratio", "type": "double", "optional": True},
        {"field": "note", "type": "string", "optional": True},
    ],
}  # fmt: skip
SOURCE = {
    "type": "struct", "name": "io.debezium.connector.mysql.Source", "optional": False, "field": "source",
    "fields": [
        *({"field": name, "type": "string", "optional": False} for name in ("version", "connector", "name")),
        {"field": "ts_ms", "type": "int64", "optional": False},
        {"field": "snapshot", "type": "string", "optional": True, "default": "false", "name": "io.debezium.data.Enum",
         "version": 1, "parameters": {"allowed": "true,last,false,incremental"}},
        {"field": "db", "type": "string", "optional": False},
        {"field": "table", "type": "string", "optional": True},
        {"field": "file", "type": "string", "optional": False},
        {"field": "pos", "type": "int64", "optional": False},
        {"field": "row", "type": "int32", "optional": False},
    ],
}  # fmt: skip
FULL = {
    "id": 1, "small": -7, "price": "MDk=", "free": {"scale": 3, "value": "AQ=="}, "born": 19875, "seen": 1717210800000001, "kind": "b",
    "tags": ["x", None, "Möwe 🚢"], "bits": "AQE=", "ratio": 0.1, "note": 'ein "Wort"\n\ufffd',
}  # fmt: skip


def envelope(row: dict[str, Any] = ROW) -> dict[str, Any]:
    """The schema of a Debezium message with such a row."""
    fields = [
        row | {"field": "before"}, row | {"field": "after"}, SOURCE,
        {"field": "op", "type": "string", "optional": False}, {"field": "ts_ms", "type": "int64", "optional": True},
    ]  # fmt: skip
    return {"type": "struct", "name": "s.d.t.Envelope", "optional": False, "version": 2, "fields": fields}


def change(number: int, op: str, before: Any, after: Any) -> dict[str, Any]:
    source = {"version": "3.5", "connector": "mysql", "name": "s", "ts_ms": 1717210800000, "snapshot": "false"}
    source |= {"db": "d", "table": "t", "file": "b.000001", "pos": number, "row": 0}
    return {"before": before, "after": after, "source": source, "op": op, "ts_ms": 1717210800080}


def keyed(number: int) -> dict[str, Any]:
    fields = [{"field": "id", "type": "int32", "optional": False}]
    return {"schema": {"type": "struct", "name": "s.d.t.Key", "fields": fields}, "payload": {"id": number}}


def kcat(topic: str, offset: int, value: bytes | str | None, key: bytes | str | None = None) -> dict[str, Any]:
    """A record as `kcat -J` prints it."""
    found = {name: text for name, text in record(offset, None, topic=topic).items() if name not in ("key", "payload")}
    for name, each in (("key", key), ("payload", value)):
        if isinstance(each, bytes):
            found[f"{name}_base64"] = base64.b64encode(each).decode()
        else:
            found[name] = each
    return found


@pytest.fixture(scope="module")
def feeds(pipeline: Pipeline) -> Pipeline:
    """A feed of JSON and feeds of Avro of the same messages; nothing landed, no schema known."""
    pipeline.clear()
    mysql = {"source_kind": "mysql"}
    pipeline.declare(
        "feeds",
        {"feed": "json", "dialect": "debezium", "topics": "json"} | mysql,
        {"feed": "avro", "dialect": "debezium_avro", "topics": "avro avro.*"} | mysql,
        {"feed": "wide", "dialect": "debezium_avro", "topics": "wide", "framing": "apicurio"} | mysql,
        {"feed": "flat", "dialect": "debezium_flat_avro", "topics": "flat", "deletes": "tombstone"} | mysql,
    )
    pipeline.build(models=["+changefeed_feed_settings"])
    return pipeline


@pytest.fixture
def clean(feeds: Pipeline) -> Pipeline:
    feeds.spark.sql(f"drop table if exists {relations.table_name('messages')}")  # its numbers of batches, too
    landing_tables.create_tables(feeds.spark, feeds.folder)
    feeds.spark.sql(f"delete from {relations.table_name('schemas')}")
    return feeds


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[SchemaRegistry]:
    """A server that the loader is told of."""
    for name in ("USER", "PASSWORD", "CA"):
        monkeypatch.delenv(f"CHANGEFEED_REGISTRY_{name}", raising=False)
    with serving() as found:
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", found.url)
        yield found


def land_schemas(pipeline: Pipeline, numbers: Numbers) -> None:
    rows = [schemas.fetched_row(pipeline.spark, str(number), text) for number, text in numbers.schemas.items()]
    assert [row["fault"] for row in rows] == [None] * len(rows)
    schemas.add(pipeline.spark, rows)


def decoded(pipeline: Pipeline, *dialects: str) -> dict[tuple[str, int], dict[str, Any]]:
    """What is landed, decoded, by topic and offset."""
    template = f"{{{{ changefeed.staged_changes({json.dumps(list(dialects))}) }}}}"
    (node,) = pipeline.dbt("compile", "--inline", template).values()
    rows = pipeline.spark.sql(node.node.compiled_code).collect()
    return {(row["topic"], row["offset"]): row.asDict() for row in rows if row["step"] == 0}


def test_avro_of_connect_reads_as_its_json_does(clean: Pipeline) -> None:
    numbers, wide = Numbers(), Numbers(2**40)
    wider = ROW | {"fields": [*ROW["fields"], {"field": "more", "type": "int64", "optional": True, "default": 5}]}
    sent = [
        (envelope(), change(1, "c", None, FULL)),
        (envelope(), change(2, "u", FULL, dict.fromkeys(FULL) | {"id": 1, "kind": "a"})),
        (envelope(wider), change(3, "u", None, FULL | {"more": 2**53 + 1})),
        (envelope(), change(4, "d", FULL, None)),
    ]
    records = []
    for place, (schema, payload) in enumerate(sent):
        message = {"schema": schema, "payload": payload}
        records.append(kcat("json", place, json.dumps(message), json.dumps(keyed(1))))
        records.append(kcat("avro", place, numbers.written(message), numbers.written(keyed(1))))
        framed = wide.written(message, connect_avro.apicurio), wide.written(keyed(1), connect_avro.apicurio)
        records.append(kcat("wide", place, *framed))
    assert len(numbers.schemas) == 3
    land_schemas(clean, numbers)
    land_schemas(clean, wide)
    clean.land(records)
    rows = decoded(clean, "debezium", "debezium_avro")
    assert len(rows) == 12
    named = (
        "operation",
        "reason",
        "row_key",
        "before",
        "after",
        "column_types",
        "source_at",
        "source_sequence",
        "source_table",
    )
    for place in range(len(sent)):
        told = {topic: {name: rows[topic, place][name] for name in named} for topic in ("json", "avro", "wide")}
        types = {topic: json.loads(each.pop("column_types")) for topic, each in told.items()}
        assert told["json"]["reason"] is None
        assert told["avro"] == told["json"] and told["wide"] == told["json"]
        assert types["avro"] == types["json"] and types["wide"] == types["json"]


def test_what_is_no_record_of_a_known_schema_says_why(clean: Pipeline) -> None:
    numbers = Numbers()
    value = numbers.written({"schema": envelope(), "payload": change(1, "c", None, FULL)})
    key = numbers.written(keyed(1))
    land_schemas(clean, numbers)
    other = key[:4] + b"\x63" + key[5:]
    broken = {
        0: (value, key, None), 1: (value + b"\0", key, "invalid_avro"), 2: (value[:-3], key, "invalid_avro"), 3: (b"", key, "empty_value"),
        4: (value[4:], key, "wrong_framing"), 5: (value[:4], key, "wrong_framing"), 6: (value[:5], key, "invalid_avro"),
        7: (value[:4] + b"\x63" + value[5:], key, "schema_unknown"), 8: (value, other, "schema_unknown"),
        9: (value, key + b"\1", "no_key_declared"), 10: (value, '{"id":1}', None), 11: (None, other, None),
        12: (value.replace("Möwe".encode(), b"M\xc3\xc3we"), key, "not_utf8"), 13: ('{"op":"c"}', key, "wrong_framing"),
        14: (key, key, "wrong_dialect"), 15: (value[:4] + key[4:], key, "wrong_dialect"),
    }  # fmt: skip
    flat = numbers.written({"schema": ROW | {"optional": False}, "payload": FULL})
    land_schemas(clean, _only(numbers, max(numbers.schemas)))
    clean.land([
        *(kcat("avro", place, each, named) for place, (each, named, _) in broken.items()),
        kcat("flat", 0, flat, key), kcat("flat", 1, None, key), kcat("flat", 2, None, other), kcat("flat", 3, None, None),
    ])  # fmt: skip
    rows = decoded(clean, "debezium_avro", "debezium_flat_avro")
    assert {place: rows["avro", place]["reason"] for place in broken} == {
        place: each[2] for place, each in broken.items()
    }
    assert rows["avro", 8]["detail"].startswith(
        "The Kafka key on topic avro was written with the schema 99, and neither"
    )
    assert "schemas/99.avsc" in rows["avro", 7]["detail"] and "topic avro" in rows["avro", 7]["detail"]
    told = {place: (rows["flat", place]["operation"], rows["flat", place]["reason"]) for place in range(4)}
    assert told == {0: ("update", None), 1: ("delete", None), 2: (None, "schema_unknown"), 3: ("other", None)}


@pytest.mark.slow
def test_messages_wait_for_their_schema_and_no_others_do(
    clean: Pipeline, served: SchemaRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = Numbers(71)
    value, key = (
        numbers.written({"schema": envelope(), "payload": change(1, "c", None, FULL)}),
        numbers.written(keyed(1)),
    )
    plain = json.dumps(change(2, "c", None, {"id": 5}))
    clean.land([kcat("avro.waits", 0, value, key), kcat("json", 0, plain, '{"id":5}')])

    def run() -> Any:
        chosen = ("--select", "+changefeed_current_rows", "--select", "changefeed_quarantine")
        return CliRunner().invoke(main, ["--project-dir", str(clean.folder), "run", *chosen])

    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "http://me:secret@127.0.0.1:9")
    first = run()
    assert "schema 71, named on topic avro.waits: http://127.0.0.1:9/schemas/ids/71 can't be reached" in first.output
    assert "secret" not in first.output and first.exit_code == 0, first.output
    assert [(row[0], row[1]) for row in clean.rows()] == [("t", '["5"]')]
    (waits,) = clean.sql("select feed, reason, detail from quarantine where resolved_at is null")
    assert (waits["feed"], waits["reason"]) == ("avro", "schema_unknown") and "schema 71" in waits["detail"]
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", served.url)
    for number, text in numbers.schemas.items():
        served.knows(number, text)
    second = run()
    assert second.exit_code == 0, second.output
    assert [(row[0], row[1]) for row in clean.rows()] == [("t", '["1"]'), ("t", '["5"]')]
    assert clean.sql("select 1 from quarantine where resolved_at is null") == []
    assert not registry.is_waiting()


def _only(numbers: Numbers, number: int) -> Numbers:
    found = Numbers()
    found.schemas = {number: numbers.schemas[number]}
    return found


def test_a_schema_is_asked_for_once_by_number(clean: Pipeline, served: SchemaRegistry) -> None:
    numbers = Numbers(41)
    value = numbers.written({"schema": envelope(), "payload": change(1, "c", None, FULL)})
    for number, text in numbers.schemas.items():
        served.knows(number, text)
    said: list[str] = []
    # A schema that names another one, which the registry has under a subject.
    served.subjects["s.d.t.Point", 3] = {
        "schema": '{"type":"record","name":"g.Point","fields":[{"name":"x","type":"double"}]}'
    }
    shape = '{"type":"record","name":"s.Shape","fields":[{"name":"id","type":"int"},{"name":"at","type":["null","g.Point"]}]}'
    served.knows(50, shape, references=[{"name": "g.Point", "subject": "s.d.t.Point", "version": 3}])
    served.knows(51, "message M {}", schemaType="PROTOBUF")
    served.knows(52, '{"type":"record","name":"x.y-z.R","fields":[{"name":"id","type":["null","int","string"]}]}')
    clean.land([
        kcat("avro", 0, value, connect_avro.confluent(50, b"\2\0")), kcat("avro.other", 0, connect_avro.confluent(51, b"x")),
        kcat("avro", 1, connect_avro.confluent(52, b"\0")), kcat("avro", 2, connect_avro.confluent(53, b"\0")),
        kcat("unclaimed", 0, connect_avro.confluent(54, b"\0")), kcat("json", 0, connect_avro.confluent(55, b"\0")),
    ])  # fmt: skip
    fetched = registry.fetch(clean.spark, clean.folder, said.append)
    assert sorted(fetched.landed) == ["41", "50", "51", "52"]
    assert fetched.unknown == ("51", "52", "53") and not fetched.is_retry and registry.is_waiting()
    assert sorted(served.asked) == [
        *(f"/schemas/ids/{number}" for number in (41, 50, 51, 52, 53)), "/subjects/s.d.t.Point/versions/3",
    ]  # fmt: skip
    assert any("schema 53" in line and "topic avro:" in line and "no such schema" in line for line in said)
    assert any("schema 51" in line and "PROTOBUF" in line for line in said)
    assert any("schema 52" in line and "union of several types" in line for line in said)
    served.asked.clear()
    assert registry.fetch(clean.spark, clean.folder).landed == ()
    assert served.asked == ["/schemas/ids/53"], "what it gave is not asked for again"
    _asked_of_rarely(clean, served)
    assert decoded(clean, "debezium_avro")["avro", 1]["detail"].startswith(
        "The value on topic avro was written with the schema 52, which decodes nothing: it has a union of several types"
    )
    schemas.read(clean.spark, clean.folder)
    assert "registry:41" in {row["name"] for row in clean.sql("select name from schemas")}, (
        "reading the folder keeps it"
    )


def _asked_of_rarely(clean: Pipeline, served: SchemaRegistry) -> None:
    """A number that the registry has not known for an hour, and was asked for a minute ago, is not asked for."""
    note = Path(os.environ["CHANGEFEED_HOME"]) / "unknown_schemas.json"
    hour = {"urls": [served.url], "said": {"53": [time.time() - 3_600, time.time() - 60]}}
    note.write_text(json.dumps(hour))
    served.asked.clear()
    said: list[str] = []
    assert registry.fetch(clean.spark, clean.folder, said.append).unknown == ("53",)
    assert served.asked == [] and not registry.is_waiting()
    assert [line for line in said if line.startswith("waits") and "(53)" in line and "--retry-quarantine" in line]
    registry.fetch(clean.spark, clean.folder, is_all=True)
    assert served.asked == ["/schemas/ids/53"]
    for noted in (hour | {"urls": ["http://other"]}, hour | {"said": {"53": [0, time.time() - 7 * 3_600]}}, ["53"]):
        note.write_text(json.dumps(noted))
        assert registry.is_waiting(), noted
        served.asked.clear()
        registry.fetch(clean.spark, clean.folder)
        assert served.asked == ["/schemas/ids/53"], noted


def test_no_schema_of_a_registry_stops_decoding(
    clean: Pipeline, served: SchemaRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_client, "_PAUSE", 0.0)

    def nested(levels: int) -> str:
        field = '{"type":"record","name":"R%d","fields":[{"name":"f","type":'
        return "".join(field % level for level in range(levels)) + '"int"' + "}]}" * levels

    fields = [{"name": f"f{number}", "type": "int"} for number in range(2_000)]
    schemas_given = {
        "half a character": (b'{"schema":"\\ud800"}', "schema_unknown"),
        "a fixed of 2 GB": ({"type": "fixed", "name": "f", "size": 2**31 - 1}, "schema_unknown"),
        "40 levels": (nested(40), "invalid_avro"),
        "41 levels": (nested(41), "schema_unknown"),
        "400 levels": (nested(400), "schema_unknown"),
        "2,000 columns": ({"type": "record", "name": "R", "fields": fields}, "invalid_avro"),
    }
    numbers = Numbers(41)
    value = numbers.written({"schema": envelope(), "payload": change(1, "c", None, FULL)})
    served.answers = [(404, b'{"message":"no Route matched"}')]
    capture = clean.folder / "framed.jsonl"
    capture.write_text(json.dumps(kcat("avro", 0, value, b"{}")) + "\n")
    load = CliRunner().invoke(main, ["--project-dir", str(clean.folder), "load", str(capture)])
    assert load.exit_code == 0 and "answers 404, which no schema registry does here" in load.output, load.output
    for what, (given, reason) in schemas_given.items():
        clean.spark.sql(f"delete from {relations.table_name('schemas')}")
        text = given if isinstance(given, str) else json.dumps(given) if isinstance(given, dict) else ""
        served.answers = [(200, given if isinstance(given, bytes) else json.dumps({"schema": text}).encode())]
        registry.fetch(clean.spark, clean.folder, is_all=True)
        assert decoded(clean, "debezium_avro")["avro", 0]["reason"] == reason, what


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("login", "answers 401: CHANGEFEED_REGISTRY_USER and CHANGEFEED_REGISTRY_PASSWORD may not read it"),
        ("html", "answers 404, which no schema registry does here"),
        ("text", "does not answer as a schema registry does"),
        ("redirect", "answers 302"),
        ("busy", "answers 503"),
        ("slow", "does not answer within"),
        ("cut", "does not answer"),
        ("gone", "can't be reached"),
    ],
)
def test_a_registry_that_does_not_answer_is_told_without_secrets(
    served: SchemaRegistry, monkeypatch: pytest.MonkeyPatch, what: str, told: str
) -> None:
    monkeypatch.setattr(registry_client, "_SECONDS", 0.5)
    monkeypatch.setattr(registry_client, "_PAUSE", 0.01)
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", served.url.replace("//", "//me:very%20secret@") + "/")
    served.knows(7, "{}")
    served.login = ("me", "other") if what == "login" else ("me", "very secret")
    served.seconds = 1.0 if what == "slow" else 0.0
    answers = {
        "html": (404, b"<html>"), "text": (200, b'{"schema":5}'), "redirect": (302, b"http://127.0.0.1:9/"), "busy": (503, b""),
        "cut": (200, b'{"schema":'),
    }  # fmt: skip
    served.answers = [answers[what]] * 3 if what in answers else []
    if what == "gone":
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "http://me:very%20secret@127.0.0.1:9")
    asked = registry_client.Registry.from_environment()
    with pytest.raises(registry_client.Refused) as refused:
        asked.schema("7")
    assert told in str(refused.value) and "://127.0.0.1:" in str(refused.value) and not refused.value.is_final
    assert "secret" not in f"{refused.value} {asked!r}"
    served.answers = [(503, b"")] if what == "busy" else []
    if what not in ("gone", "login", "slow"):
        assert asked.schema("7") == registry_client.Answer("{}"), "it may answer later"


def test_the_next_of_several_addresses_is_asked(served: SchemaRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", f"http://127.0.0.1:9, {served.url}")
    served.knows(7, "{}")
    asked = registry_client.Registry.from_environment()
    assert asked.schema("7") == registry_client.Answer("{}")
    with pytest.raises(registry_client.Refused, match="knows no such schema") as refused:
        asked.schema("8")
    assert refused.value.is_final


def test_tls_is_checked_against_the_file_of_certificates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving(context) as served:
        served.knows(7, "{}")
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", served.url)
        monkeypatch.setenv("CHANGEFEED_REGISTRY_CA", str(certificate))
        assert registry_client.Registry.from_environment().schema("7") == registry_client.Answer("{}")
        monkeypatch.delenv("CHANGEFEED_REGISTRY_CA")
        with pytest.raises(registry_client.Refused, match="certificate"):
            registry_client.Registry.from_environment().schema("7")


def test_settings_that_name_no_registry_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "me:secret@host:8081")
    with pytest.raises(ChangefeedError, match="is no address") as error:
        registry_client.Registry.from_environment()
    assert "secret" not in str(error.value)
    monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", "https://host:8081")
    monkeypatch.setenv("CHANGEFEED_REGISTRY_CA", str(tmp_path / "none.pem"))
    with pytest.raises(ChangefeedError, match="is no file"):
        registry_client.Registry.from_environment()


def mutants(number: int, values: list[bytes] | None = None) -> Iterator[bytes]:
    """Values (or else those of the demo's captures) as they are, cut, longer, with other bytes, and with the numbers of other schemas."""
    dice = random.Random(SEED)
    values = values or [value for story in registry_messages.STORIES.values() for _, _, value in story if value]
    known = sorted(registry_messages.NUMBERS.schemas)
    yield from values
    for _ in range(number):
        value = bytearray(dice.choice(values))
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            place = dice.randrange(5, len(value)) if len(value) > 5 else len(value)
            how = dice.randrange(6)
            if how == 0:
                del value[place:]
            elif how == 1:
                value += dice.randbytes(dice.choice((1, 2, 40)))
            elif how == 2:
                value[place : place + 1] = dice.randbytes(dice.choice((0, 1, 2)))
            elif how == 3 and place < len(value):
                value[place] = dice.choice((0, 1, 2, 3, 0x7F, 0x80, 0xC3, 0xFF))
            elif how == 4 and place < len(value):
                value[place] ^= 1 << dice.randrange(8)
            elif how == 5:
                value[1:5] = dice.choice(known).to_bytes(4, "big")
        yield bytes(value)


def test_mutants_of_records_are_refused_or_read_as_their_json(clean: Pipeline) -> None:
    """A strict reader in Python says which bytes are a record, and its JSON; what that gives the fuzzer compares."""
    pairs = {"d": ("debezium", "debezium_avro"), "f": ("debezium_flat", "debezium_flat_avro"), "o": ("ogg", "ogg_avro")}
    options = {"d": {}, "f": {"deletes": "marked"}, "o": {}}
    clean.declare(
        "feeds",
        *(
            {"feed": f"{feed}_{kind}", "dialect": dialect, "topics": f"{feed}.{kind}.t", "source_kind": source}
            | options[feed]
            for (feed, dialects), source in zip(pairs.items(), ("mysql", "postgresql", "oracle"), strict=True)
            for kind, dialect in zip(("json", "avro"), dialects, strict=True)
        ),
    )
    clean.build(models=["+changefeed_feed_settings"])
    land_schemas(clean, registry_messages.NUMBERS)
    parsed = {number: json.loads(text) for number, text in registry_messages.NUMBERS.schemas.items()}
    records, whole = [], {}
    for offset, value in enumerate(mutants(RECORDS)):
        key = '{"id":1}'
        number = int.from_bytes(value[1:5], "big")
        try:
            says = strict_avro.read(parsed[number], value[5:]) if number in parsed and value[:1] == b"\0" else None
        except strict_avro.NotWhole:
            says = None
        for feed in pairs:
            records.append(kcat(f"{feed}.avro.t", offset, value, key))
            if says is not None:
                whole[offset] = says
                records.append(kcat(f"{feed}.json.t", offset, json.dumps(says, ensure_ascii=False), key))
    clean.land(records)
    rows = decoded(clean, *(name for names in pairs.values() for name in names))
    compared, wrong = 0, []
    for feed in pairs:
        for offset in range(len(records) // 3):
            found = rows.get((f"{feed}.avro.t", offset))
            if found is None:
                continue
            told = rows.get((f"{feed}.json.t", offset))
            if told is None:
                if found["reason"] not in (
                    "invalid_avro",
                    "not_utf8",
                    "wrong_framing",
                    "schema_unknown",
                    "empty_value",
                ):
                    wrong.append((feed, offset, found["reason"], found["after"]))
                continue
            compared += 1
            if found["reason"] and told["reason"]:
                continue  # a dialect of Avro may know whose the record is
            named = ("operation", "reason", "row_key", "source_at", "source_sequence", "source_table", "transaction_id")
            same = all(found[name] == told[name] for name in named)
            if not same or any(unscaled(found[name]) != unscaled(told[name]) for name in ("before", "after")):
                wrong.append((feed, offset, *((found[name], told[name]) for name in (*named, "before", "after"))))
    assert wrong == [], f"seed {SEED}: {len(wrong)} of {compared}; the first {wrong[:3]}"
    assert compared > RECORDS / 10


def test_mutants_of_records_of_tidb_are_refused_or_read(clean: Pipeline) -> None:
    """No dialect of JSON says the same as TiCDC's Avro: what a record says is told here, from the strict reader's JSON."""
    line = {"feed": "tidb", "dialect": "ticdc_avro", "topics": "tidb", "source_kind": "tidb"}
    clean.declare("feeds", line)
    clean.build(models=["+changefeed_feed_settings"])
    land_schemas(clean, registry_messages.NUMBERS)
    parsed = {number: json.loads(text) for number, text in registry_messages.NUMBERS.schemas.items()}
    crates = [number for number, schema in parsed.items() if schema["name"] == "crates" and len(schema["fields"]) > 1]
    values = [value for _, _, value in registry_messages.STORIES["wharf_ticdc_avro"] if value]
    records, whole = [], {}
    for offset, value in enumerate(mutants(RECORDS, values)):
        records.append(kcat("tidb", offset, value, '{"id":1}'))
        number = int.from_bytes(value[1:5], "big")
        try:
            says = strict_avro.read(parsed[number], value[5:]) if number in parsed and value[:1] == b"\0" else None
        except strict_avro.NotWhole:
            says = None
        if says is None or number in crates:  # the schemas of other tables name what is no row of TiDB
            whole[offset] = says
    clean.land(records)
    rows = decoded(clean, "ticdc_avro")
    unread = ("invalid_avro", "not_utf8", "wrong_framing", "schema_unknown", "empty_value")
    wrong, compared = [], 0
    for offset, says in whole.items():
        row = rows["tidb", offset]
        found = (
            row["reason"],
            row["operation"],
            row["row_key"],
            row["transaction_id"],
            row["after"] and json.loads(row["after"]),
        )
        if says is None:
            wrong += [] if row["reason"] in unread else [(offset, found)]
            continue
        compared += 1
        operation = {"c": "insert", "u": "update"}.get(says["_tidb_op"])
        if operation is None:
            wrong += [] if row["reason"] == "unknown_operation" else [(offset, found)]
            continue
        after = _row_of_tidb(says)
        told = (None, operation, json.dumps([after["id"]]), str(says["_tidb_commit_ts"]), after)
        wrong += [] if found == told else [(offset, found, told)]
    assert wrong == [], f"seed {SEED}: {len(wrong)} of {compared}; the first {wrong[:3]}"
    assert compared > RECORDS / 10


def _row_of_tidb(says: dict[str, Any]) -> dict[str, str | None]:
    """The row that a record of crates says."""
    row = {
        name: each if each is None or isinstance(each, str) else str(each)
        for name, each in says.items()
        if name[:1] != "_"
    }
    if says["id"] < 0:
        row["id"] = str(says["id"] + 2**64)
    if says["load"] is not None:
        row["load"] = str(Decimal(int.from_bytes(base64.b64decode(says["load"]), "big", signed=True)).scaleb(-3))
    return row


def unscaled(image: str | None) -> Any:
    """An image whose decimals are without the scale that the schema of Avro tells, and whose numbers are numbers."""
    found = json.loads(image) if image else {}
    return {name: _value(text) for name, text in found.items()}


def _value(text: str | None) -> Any:
    if text and text.startswith('{"scale":'):
        return json.loads(text)["value"]
    try:
        return float(text) if text is not None else None
    except ValueError:
        return text


@pytest.mark.kafka
def test_a_real_registry_gives_schemas_by_both_of_its_numbers(
    clean: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Apicurio numbers contents (Confluent's HTTP) and, otherwise, what is registered (its own HTTP, its serializers' default)."""
    written = Numbers()
    message = {"schema": envelope(), "payload": change(1, "c", None, FULL)}
    written.written(message), written.written(keyed(1))
    whole, key = (json.loads(text) for text in written.schemas.values())
    point = {"type": "record", "name": "g.Point", "fields": [{"name": "x", "type": "double"}]}
    shape = {"type": "record", "name": "s.Shape", "fields": [{"name": "at", "type": ["null", "g.Point"]}]}
    with apicurio.serving(tmp_path) as real:
        contents = {}
        for subject, schema in zip(
            ("key", "one-key", "value", "one-value", "point"), (key, key, whole, whole, point), strict=True
        ):
            contents[subject] = real.register(subject, schema)
        contents["shape"] = real.register("shape", shape, [{"name": "g.Point", "subject": "point", "version": 1}])
        text = {"type": "object", "properties": {"id": {"type": "integer"}}}
        contents["json"] = real.register("json", text, kind="JSON")
        registered = {
            subject: real.ask(f"/apis/registry/v2/groups/default/artifacts/{subject}/meta")["globalId"]
            for subject in contents
        }
        assert contents["one-value"] == contents["value"] and registered["one-value"] != contents["one-value"]
        numbers = {"ccompat/v7": contents, "registry/v2": registered}
        for path, size in (("ccompat/v7", 4), ("registry/v2", 8)):
            monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", f"{real.address}/apis/{path}")
            number = numbers[path]
            clean.spark.sql(f"drop table {relations.table_name('messages')}")
            landing_tables.create_tables(clean.spark, clean.folder)
            clean.spark.sql(f"delete from {relations.table_name('schemas')}")

            def framed(subject: str, schema: Any, payload: Any, number: Any = number, size: int = size) -> bytes:
                told = connect_avro.record(schema, connect_avro.avro_value(payload["schema"], payload["payload"]))
                return b"\0" + number[subject].to_bytes(size, "big") + told

            topic = "avro" if size == 4 else "wide"
            value, named = framed("one-value", whole, message), framed("one-key", key, keyed(1))
            others = [b"\0" + each.to_bytes(size, "big") + b"\0" for each in (number["shape"], number["json"], 9999)]
            clean.land([kcat(topic, place, each, named) for place, each in enumerate([value, *others])])
            said: list[str] = []
            fetched = registry.fetch(clean.spark, clean.folder, said.append)
            assert set(fetched.landed) == {str(number[name]) for name in ("one-key", "one-value", "shape", "json")}, (
                said
            )
            of_shape = (
                "wrong_dialect" if size == 4 else "schema_unknown"
            )  # what it refers to is not asked for by the other
            lacking = {"json": number["json"], **({} if size == 4 else {"shape": number["shape"]})}
            assert set(fetched.unknown) == {str(each) for each in (*lacking.values(), 9999)}, said
            assert any("schema 9999" in line and "no such schema" in line for line in said)
            rows = decoded(clean, "debezium_avro")
            assert [rows[topic, place]["reason"] for place in range(4)] == [
                None,
                of_shape,
                "schema_unknown",
                "schema_unknown",
            ]
            assert (rows[topic, 0]["row_key"], json.loads(rows[topic, 0]["after"])["kind"]) == ('["1"]', "b")
