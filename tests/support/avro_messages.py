"""Avro records as DTS, OMS and DRS write them, encoded by fastavro from schemas of this file's own.

Run `python tests/support/avro_messages.py` after a change: it writes the messages of the dialects' unit tests as
tests/fixtures/<name>.sql, for dbt's fixtures in rows cannot hold bytes, and the dialects' captures of the demo. A test
checks that they are up to date.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastavro

import registry_messages

REPO = Path(__file__).parents[2]
FIXTURES, CAPTURES = REPO / "tests" / "fixtures", REPO / "demo" / "captures"
Value = tuple[str, Any] | str | None


def _record(name: str, /, **members: Any) -> dict[str, Any]:
    fields = [{"name": each, "type": kind} for each, kind in members.items()]
    return {"type": "record", "name": name, "fields": fields}


def _enum(name: str, symbols: str) -> dict[str, Any]:
    return {"type": "enum", "name": name, "symbols": symbols.split()}


OPERATIONS = "INSERT UPDATE DELETE DDL BEGIN COMMIT ROLLBACK ABORT HEARTBEAT CHECKPOINT COMMAND FILL FINISH CONTROL RDB NOOP INIT"
SOURCES = "MySQL Oracle SQLServer PostgreSQL MongoDB Redis DB2 PPAS DRDS HBASE HDFS FILE OTHER"
_PARTS = ("year", "month", "day", "hour", "minute", "second", "millis")
BRANCHES = [
    _record("Integer", precision="int", value="string"),
    _record("Character", charset="string", value="bytes"),
    _record("Decimal", value="string", precision="int", scale="int"),
    _record("Float", value="double", precision="int", scale="int"),
    _record("Timestamp", timestamp="long", millis="int"),
    _record("DateTime", **{part: ["null", "int"] for part in _PARTS}),
    _record("TimestampWithTimeZone", value="DateTime", timezone="string"),
    _record("BinaryGeometry", type="string", value="bytes"),
    _record("TextGeometry", type="string", value="string"),
    _record("BinaryObject", type="string", value="bytes"),
    _record("TextObject", type="string", value="string"),
    _enum("EmptyObject", "NULL NONE"),
]


def _images(branches: list[Any]) -> list[Any]:
    return ["null", "string", {"type": "array", "items": ["null", *branches]}]


def dts_schema(is_old: bool = False) -> dict[str, Any]:
    """The schema of a record of DTS and OMS; the old one lacks bornTimestamp."""
    members = {
        "version": "int",
        "id": "long",
        "sourceTimestamp": "long",
        "sourcePosition": "string",
        "safeSourcePosition": "string",
        "sourceTxid": "string",
        "source": _record("Source", sourceType=_enum("SourceType", SOURCES), version="string"),
        "operation": _enum("Operation", OPERATIONS),
        "objectName": ["null", "string"],
        "processTimestamps": ["null", {"type": "array", "items": "long"}],
        "tags": {"type": "map", "values": "string"},
        "fields": ["null", "string", {"type": "array", "items": _record("Field", name="string", dataTypeNumber="int")}],
        "beforeImages": _images(BRANCHES),
        "afterImages": _images([each["name"] for each in BRANCHES]),
    }
    return _record("Record", **members, **({} if is_old else {"bornTimestamp": "long"}))


_SCHEMAS = {is_old: fastavro.parse_schema(dts_schema(is_old)) for is_old in (False, True)}


def encode(record: Mapping[str, Any], schema: Any) -> bytes:
    """A record's bytes, and nothing else."""
    written = io.BytesIO()
    fastavro.schemaless_writer(written, schema, dict(record))
    return written.getvalue()


# -- values of DTS: each a branch of the union by its name


def integer(value: int | str) -> Value:
    return "Integer", {"precision": 8, "value": str(value)}


def text(value: str | bytes, charset: str = "utf8mb4") -> Value:
    return "Character", {"charset": charset, "value": value.encode() if isinstance(value, str) else value}


def decimal(value: str) -> Value:
    return "Decimal", {"value": value, "precision": 20, "scale": 4}


def double(value: float) -> Value:
    return "Float", {"value": value, "precision": 64, "scale": 0}


def timestamp(seconds: int, fraction: int = 0) -> Value:
    return "Timestamp", {"timestamp": seconds, "millis": fraction}


def _date_time(parts: Mapping[str, int]) -> dict[str, int | None]:
    return {part: parts.get(part) for part in _PARTS}


def date_time(**parts: int) -> Value:
    return "DateTime", _date_time(parts)


def zoned(timezone: str, **parts: int) -> Value:
    return "TimestampWithTimeZone", {"value": _date_time(parts), "timezone": timezone}


def geometry(value: bytes) -> Value:
    return "BinaryGeometry", {"type": "GEOMETRY", "value": value}


def geometry_text(value: str) -> Value:
    return "TextGeometry", {"type": "GEOMETRY", "value": value}


def binary(value: bytes, kind: str = "BLOB") -> Value:
    return "BinaryObject", {"type": kind, "value": value}


def text_object(value: str, kind: str = "JSON") -> Value:
    return "TextObject", {"type": kind, "value": value}


NONE: Value = "NONE"  # an enum: no other branch is a text
EMPTY_NULL: Value = "NULL"


def dts(
    operation: str,
    fields: Mapping[str, int] | None = None,
    before: list[Value] | str | None = None,
    after: list[Value] | str | None = None,
    is_old: bool = False,
    source: tuple[str, str] = ("MySQL", "8.0.28"),
    keys: Mapping[str, list[str]] | None = None,
    tags: Mapping[str, str] | None = None,
    **members: Any,
) -> bytes:
    """A record of DTS: `fields` are columns with their dataTypeNumber, `keys` what pk_uk_info holds."""
    told = {"pk_uk_info": json.dumps(keys, separators=(",", ":"))} if keys is not None else {}
    record = {
        "version": 0,
        "id": 1700382,
        "sourceTimestamp": 1717210800,
        "sourcePosition": "72469@78",
        "safeSourcePosition": "72347@78",
        "sourceTxid": "0",
        "source": {"sourceType": source[0], "version": source[1]},
        "operation": operation,
        "objectName": "mydb.t1",
        "processTimestamps": None,
        "tags": told | dict(tags or {}),
        "fields": None if fields is None else [{"name": n, "dataTypeNumber": t} for n, t in fields.items()],
        "beforeImages": before,
        "afterImages": after,
        "bornTimestamp": 1717210800,
    } | members
    return encode(record, _SCHEMAS[is_old])


# -- DRS: a schema of this project's own, after what a public sample reads of a record

DRS_SCHEMA = REPO / "schemas" / "drs_demo.avsc"


def drs_schema() -> dict[str, Any]:
    return json.loads(DRS_SCHEMA.read_text(encoding="utf-8"))


def fingerprint(schema: Any) -> bytes:
    """The CRC-64-AVRO fingerprint of a schema, as it stands before a single object."""
    return bytes.fromhex(fastavro.schema.fingerprint(fastavro.schema.to_parsing_canonical_form(schema), "CRC-64-AVRO"))


def drs(operation: str, columns: list[str] | None, before: Any = None, after: Any = None, **members: Any) -> bytes:
    """A single-object record of the demo's schema."""
    schema = drs_schema()
    named = {
        side: image and [each and (f"{schema['namespace']}.{each[0]}", each[1]) for each in image]
        for side, image in {"beforeImages": before, "afterImages": after}.items()
    }
    record = {
        "version": 1,
        "seqno": 42,
        "shardId": 0,
        "eventid": "1",
        "updateTimestamp": 1717210800250,
        "tableName": "stock",
        "operation": operation,
        "columnCount": len(columns or []),
        "fields": None if columns is None else [{"name": name, "type": "varchar"} for name in columns],
        **named,
    } | members
    return b"\xc3\x01" + fingerprint(schema) + encode(record, fastavro.parse_schema(schema))


# -- the messages of the dialects' unit tests


def _published(operation: str, at: int, position: str, safe: str, read_at: str, number: int, **rest: Any) -> bytes:
    """A record of MySQL as github.com/LioRoger/subscribe_example prints it in its readme, encoded here."""
    tags = {"readerThroughoutTime": read_at, "server_id": "26957161", "thread_id": "163931"} | rest.pop("tags", {})
    return dts(
        operation, **{"fields": {"a": 8, "b": 253}, "keys": {"PRIMARY": ["a"]}} | rest, tags=tags, id=number,
        sourceTimestamp=at, bornTimestamp=at, sourcePosition=position, safeSourcePosition=safe,
    )  # fmt: skip


def _published_dts() -> list[bytes]:
    row = [integer(123456789), text("test insert statement.")]
    changed = [integer(123456789), text("test update statement.")]
    shard = {"id": 3, "seller_id": 3, "trade_id": 3, "buyer_id": 3, "buyer_nick": 253}
    return [
        _published("INSERT", 1696984408, "72469@78", "72347@78", "1696984408050", 1700382, after=row),
        _published("UPDATE", 1696984517, "75259@78", "75103@78", "1696984517078", 1700504, before=row, after=changed),
        _published("DELETE", 1696984560, "76176@78", "76054@78", "1696984560421", 1700553, before=changed),
        _published(
            "DDL", 1696984152, "67008@78", "67008@78", "1696984152751", 1700104, fields=None, keys=None,
            after="create table t1(a bigint primary key, b varchar(100))", objectName="mydb",
            tags={"GTID": "281c62dc-590c-11ee-a295-00163e390c7c:108156"},
        ),
        dts(
            "INSERT", shard, None, [*map(integer, (10000, 11, 122, 33)), text("aaas", "utf8mb3")], is_old=True,
            source=("MySQL", "8.0.34"), keys={"PRIMARY": ["id"]}, id=1858644, sourceTimestamp=1712905965,
            objectName="test_drds_hzy_pyii_0005.sample_order_real_aeje_11", sourcePosition="2924526@143",
            tags={"l_db_name": "test_drds_hzy", "l_tb_name": "sample_order_real", "readerThroughoutTime": "1712905965384"},
        ),
        dts(
            "BEGIN", is_old=True, id=521705329, sourceTimestamp=1624467825, objectName=None, source=("MySQL", "5.6.47-log"),
            tags={"GTID": "9d437549-9a4c-11ea-9659-9efc635af2ae:558572086", "readerThroughoutTime": "1624467825852"},
        ),
    ]  # fmt: skip


def _published_oms() -> list[bytes]:
    """The records in OMS's document, which hides their objectName: here it is test.t."""
    fields = {"id": 8, "bid": 3, "name": 15}
    base: dict[str, Any] = {
        "source": ("MySQL", "OBMySQL"),
        "version": 1,
        "sourceTxid": "",
        "objectName": "test.t",
        "is_old": True,
    }
    keyed = base | {"keys": {"PRIMARY": ["id"]}}
    rows = {bid: [integer(3), integer(bid), text("xxx")] for bid in (22, 44)}
    return [
        dts("INIT", {"id": 246, "bid": 3, "name": 15, "address": 254}, None,
            [decimal("1"), integer(11), text("yyy"), None], **keyed, id=0, sourceTimestamp=1702371565,
            sourcePosition="", processTimestamps=[1702371565238]),
        dts("INSERT", fields, None, [integer(2), integer(12), text("xxx")], **keyed, id=170236922143600000,
            sourceTimestamp=1702369092, sourcePosition="1702369080", processTimestamps=[1702369221480]),
        dts("UPDATE", fields, rows[22], rows[44], **keyed, id=170236975822100001, sourceTimestamp=1702369757,
            sourcePosition="1702369756", processTimestamps=[1702369758237]),
        dts("DELETE", fields, rows[44], None, **keyed, id=170236976527500000, sourceTimestamp=1702369764,
            sourcePosition="1702369763", processTimestamps=[1702369765287]),
        dts("DDL", after="alter table multi_db_multi_tbl add column address char(20) default null", **base,
            id=170236979372400000, sourceTimestamp=1702369793, sourcePosition="1702369792",
            processTimestamps=[1702369794543]),
    ]  # fmt: skip


_K: dict[str, Any] = {"keys": {"PRIMARY": ["id"]}}
_VALUES: dict[str, tuple[int, Value]] = {
    "id": (8, integer("18446744073709551615")),
    "utf8mb4": (253, text("李娜 🚀")),
    "gbk": (253, text("李娜".encode("gbk"), "gbk")),
    "latin1": (253, text("€".encode("cp1252"), "latin1")),
    "utf16": (253, text("é".encode("utf-16-be"), "utf16")),
    "decimal": (246, decimal("12345678901234567890.1234567890")),
    "double": (5, double(1.5e10)),
    "timestamp": (7, timestamp(1717210842, 201000)),
    "before_1970": (7, timestamp(-1, 250000)),
    "date": (10, date_time(year=2024, month=6, day=1, hour=0, minute=0, second=0)),
    "zero_date": (10, date_time(year=0, month=0, day=0)),
    "datetime": (12, date_time(year=2024, month=6, day=1, hour=11, minute=0, second=42, millis=250000)),
    "time": (11, date_time(hour=-838, minute=-59, second=-59, millis=-1)),
    "short_time": (11, date_time(hour=0, minute=-30, second=0)),
    "year": (13, date_time(year=2024)),
    "zoned": (12, zoned("+08:00", year=2024, month=6, day=1, hour=11, minute=0, second=42)),
    "geometry": (255, geometry(b"\x00\x01\xff")),
    "geometry_text": (255, geometry_text("SRID=4326;POINT(1 2)")),
    "blob": (252, binary(b"\x89PNG")),
    "json": (245, text_object('{"a": [1.50]}')),
    "enum": (247, text_object("paid", "ENUM")),
    "null": (253, None),
}


def _values(row: Mapping[str, tuple[int, Value]], **members: Any) -> bytes:
    fields = {name: number for name, (number, _) in row.items()}
    return dts("INSERT", fields, None, [value for _, value in row.values()], **_K | members)


def _fraction(*source: str, **members: Any) -> bytes:
    at = date_time(year=2024, month=6, day=1, hour=11, minute=0, second=42, millis=250000)
    return _values({"id": (8, integer(1)), "at": (180, at)}, source=source, **members)


def _two(value: Value = None, **members: Any) -> bytes:
    return _values({"id": (8, integer(1)), "c": (253, value)}, **members)


def fixtures() -> dict[str, list[tuple[str, bytes | None]]]:
    """Name of a fixture → topic and value of its messages; their offsets are their places."""
    one, oms = [integer(1), text("a")], ("MySQL", "OBMySQL")
    large = {"id": 8, "n": 3, "body": 252, "shape": 999, "page": 251}
    both: dict[str, int] = {"id": 8, "c": 253}
    whole = dts("INSERT", both, None, one, **_K)
    nanos = date_time(hour=1, minute=2, second=3, millis=500000)
    return {
        "dts_avro_published": [("dts", value) for value in _published_dts()],
        "dts_avro_operations": [
            ("dts", dts(each, both, one if each in ("UPDATE", "DELETE") else None, one if each in ("INSERT", "UPDATE", "INIT") else None, **_K))
            if each in ("INSERT", "UPDATE", "DELETE", "INIT")
            else ("dts", dts(each, after="drop table t1" if each in ("DDL", "COMMAND") else None))
            for each in OPERATIONS.split()
        ] + [("dts", dts("DDL", after="/* x */ truncate table t1")), ("dts", None), ("dts", b""), ("dts", b"\0\0")],
        "dts_avro_framings": [
            ("dts", whole), ("dts", dts("INSERT", both, None, one, is_old=True, **_K)), ("dts", b"\0\0\0\0\7" + whole),
            ("framed", b"\0\0\0\0\7" + whole), ("framed", whole[1:]), ("framed", whole),
            ("dts", whole[:-1]), ("dts", whole + b"\0"), ("dts", whole[:40]),
        ],
        "dts_avro_values": [("dts", _values(_VALUES))],
        "dts_avro_fractions": [
            ("dts", _fraction("MySQL", "8")), ("dts", _fraction("Oracle", "19c")), ("dts", _fraction("PostgreSQL", "14")),
            ("dts", _fraction("PPAS", "11", sourcePosition="1<->2")), ("dts", _fraction("SQLServer", "2019")),
            ("declared", _fraction("SQLServer", "2019")),
        ],
        "dts_avro_intervals": [("dts", _values({
            "id": (1, text("AAAB")), "months": (182, date_time(year=-2, month=-3)),
            "days": (183, date_time(day=3, hour=4, minute=5, second=6, millis=700000000)),
            "bc": (12, date_time(year=-44, month=3, day=15, hour=0, minute=0, second=0)),
        }, source=("Oracle", "19c")))],
        "dts_avro_unchanged": [
            ("dts", dts("UPDATE", both | {"d": 253}, [integer(1), NONE, text("x")], [integer(2), NONE, None], **_K)),
            ("dts", dts("DELETE", both, [integer(1), NONE], None, **_K)),
        ],
        "dts_avro_names": [
            ("dts", _two(objectName=r"my\u002Edb.t1")), ("dts", _two(objectName="db.public.t1")),
            ("dts", _two(objectName="p_0005.t_11", tags={"l_db_name": "p", "l_tb_name": "t"})), ("dts", _two(objectName="a.b.c.d")),
            ("two_parts", _two(objectName="public.t1")), ("dts", _two(objectName="t1")),
        ],
        "dts_avro_keys": [
            ("dts", _two(keys={"PRIMARY": ["id", "c"], "uk": ["c"]})), ("dts", _two(keys={"uk": ["c"]})), ("dts", _two(keys=None)),
            ("dts", _two(keys=None, tags={"pk_uk_info": '{"PRIMARY":"id"}'})), ("dts", _two(keys={"PRIMARY": ["ID"]})),
        ],
        "dts_avro_faults": [
            ("dts", _two(text(b"\xff"))), ("dts", _two(text(b"\x81", "latin1"))), ("dts", _two(text("x", "swe7"))),
            ("dts", _two(EMPTY_NULL)), ("dts", _two(date_time(year=2024, hour=1))), ("dts", _two(date_time(hour=-1, minute=30, second=0))),
            ("dts", _two(timestamp(1, 1000000))), ("dts", dts("INSERT", both, None, one[:1], **_K)),
            ("dts", dts("UPDATE", both, None, one, **_K)), ("dts", dts("INSERT", None, None, one, **_K)),
            ("dts", encode_field_twice()), ("dts", _two(source=oms)), ("dts", whole.replace(b"mydb.t1", b"myd\xff.t1")),
        ],
        "oms_avro_published": [("oms", value) for value in _published_oms()],
        "oms_avro_rules": [
            ("oms", _two(timestamp(1717210842, 250000000), source=oms)), ("oms", _two(timestamp(-9223372022400), source=oms)),
            ("oms", _two(nanos, source=oms)), ("micros", _two(nanos, source=oms)), ("oms", _two(date_time(hour=1, minute=2, second=3), source=oms)),
            ("oms", _two(objectName="tenant.test.t", source=oms)), ("oms", _two()), ("oms", b""), ("oms", b"\0"),
            ("oms", _two(geometry_text("POINT(1 2)"), source=oms)),
            ("oms", dts("DDL", after="truncate table t1", source=oms)), ("oms", None),
        ],
        "oms_avro_unsent": [
            (feed, dts(kind, large, was, now, source=oms, **_K))
            for feed, kind, was, now in (
                ("oms", "UPDATE", [integer(1), integer(7), None, None, None], [integer(2), None, None, None, text("x")]),
                ("oms", "DELETE", [integer(1), None, None, None, None], None),
                ("oms", "INSERT", None, [integer(1), None, None, None, None]),
                ("micros", "UPDATE", [integer(1), None, None, None, None], [integer(1), integer(8), None, None, None]),
            )
        ],
        "drs_avro_rules": [
            ("drs", drs("INSERT", ["sku", "n", "b", "z"], None, [("Text", {"value": "T-1"}), ("Number", {"value": 2**40}), ("Bytes", {"value": b"\xff"}), None])),
            ("drs", drs("UPDATE", ["sku"], [("Text", {"value": "T-1"})], [("Text", {"value": "T-2"})], tableName='"erp"."stock"')),
            ("drs", drs("DELETE", ["sku"], [("Text", {"value": "T-2"})], None, tableName="erp.dbo.stock")),
            ("drs", drs("COMMIT", None)), ("drs", drs("DDL", ["sku"])), ("drs", drs("INSERT", ["sku", "n"], None, [None])),
            ("drs", b"\xc3\x01" + b"\0" * 8 + drs("COMMIT", None)[10:]), ("drs", drs("COMMIT", None)[10:]), ("drs", drs("COMMIT", None)[:-1]),
            ("absent", drs("COMMIT", None)), ("bare", drs("COMMIT", None)[10:]), ("drs", b""), ("drs", None),
            ("drs", drs("UPDATE", ["sku"], None, [("Text", {"value": "T-2"})])),
        ],
    }  # fmt: skip


def encode_field_twice() -> bytes:
    """A record that names a column twice."""
    return dts("INSERT", {"id": 8, "ic": 253}, None, [integer(1), None], **_K).replace(b"\4ic", b"\4id")


def fixture_sql(messages: list[tuple[str, bytes | None]] | list[registry_messages.Keyed]) -> str:
    """The messages (topic, value and perhaps key) as dbt's fixture of the table `messages`."""
    has_keys = len(messages[0]) > 2
    rows = [
        f"    ('{topic}', {place}, {', '.join('null' if each is None else repr(each.hex()) for each in bytes_)})"
        for place, (topic, *bytes_) in enumerate(messages)
    ]
    return (
        "-- Written by tests/support/avro_messages.py.\n"
        "select\n    topic, '' as topic_incarnation, 0 as partition, cast(place as bigint) as offset, 1L as batch_id,\n"
        "    timestamp '2024-06-01 03:00:00' as kafka_at, timestamp '2024-06-01 03:00:01' as landed_at,\n"
        "    cast(null as array<struct<key:string,value:binary>>) as headers,"
        + (" unhex(key) as key,\n" if has_keys else " cast(null as binary) as key,\n")
        + "    unhex(value) as value\nfrom values\n" + ",\n".join(rows)
        + f"\n    as written (topic, place, value{', key' if has_keys else ''})\n"
    )  # fmt: skip


# -- the demo's captures

_START = 1_717_210_800  # 2024-06-01 03:00:00 UTC, as in demo/generate.py


def _ferry() -> list[bytes]:
    """Crossings of a ferry from MySQL, by DTS: three charsets, values that were not sent, a change of the key, noise, and a record that was cut off."""
    numbers = {"id": 8, "boat": 253, "fare": 246, "leaves": 12, "lasts": 11, "seen": 7, "ticket": 252, "extras": 245}
    evening = date_time(year=2024, month=6, day=1, hour=18, minute=30, second=0, millis=250000)
    rest = [
        evening,
        date_time(hour=26, minute=15, second=0),
        timestamp(_START, 1),
        binary(b"\x89PNG"),
        text_object('{"seats": [1.50, 2]}'),
    ]
    north = [integer(1), text("北极星".encode("gbk"), "gbk"), decimal("12.50"), *rest]
    gull = [
        integer(2),
        text("Möwe".encode("latin-1"), "latin1"),
        decimal("9999999999999999.99"),
        None,
        None,
        None,
        None,
        None,
    ]
    tug = [integer(3), text("Schlepper 🚢"), *gull[2:]]
    sent = [
        (
            "DDL",
            None,
            None,
            "create table crossings (id bigint primary key, boat varchar(40), fare decimal(18,2), ...)",
        ),
        ("INIT", numbers, None, north),
        ("INIT", numbers, None, gull),
        ("BEGIN", None, None, None),
        ("UPDATE", numbers, [*north[:6], NONE, NONE], [*north[:2], decimal("13.00"), *north[3:6], NONE, NONE]),
        ("UPDATE", numbers, gull, [integer(20), *gull[1:]]),  # a change of the key
        ("INSERT", numbers, None, tug),
        ("DELETE", numbers, tug, None),
        ("COMMIT", None, None, None),
        ("HEARTBEAT", None, None, None),
    ]
    records = [
        dts(
            kind, fields, before, after, keys={"PRIMARY": ["id"]} if fields else None, id=1000 + step,
            sourceTimestamp=_START + 7 * step, bornTimestamp=_START + 7 * step, sourcePosition=f"{4 + 100 * step}@7",
            objectName="ferry.crossings" if fields else "ferry" if kind == "DDL" else None,
        )
        for step, (kind, fields, before, after) in enumerate(sent)
    ]  # fmt: skip
    return [*records, b"\0\0", records[4][:-20]]


def _orchard() -> list[bytes]:
    """Trees from OceanBase, by OMS: the key is a Decimal in the full load and an Integer after it, and a timestamp cannot be."""
    fields = {"id": 8, "sort": 253, "planted": 7}
    boskop, elstar = text("Boskop"), text("Elstar 苹果")
    sent = [
        ("INIT", {**fields, "id": 246}, None, [decimal("1"), boskop, timestamp(_START)]),
        ("INIT", {**fields, "id": 246}, None, [decimal("2"), text("Cox"), timestamp(-9223372022400)]),
        ("INSERT", fields, None, [integer(3), elstar, None]),
        (
            "UPDATE",
            fields,
            [integer(1), boskop, timestamp(_START)],
            [integer(1), boskop, timestamp(_START + 60, 500000000)],
        ),
        ("DELETE", fields, [integer(2), text("Cox"), None], None),
        ("DDL", None, None, "alter table trees add column height int"),
    ]
    return [
        dts(
            kind, columns, before, after, is_old=True, source=("MySQL", "OBMySQL"), objectName="orchard.trees",
            keys={"PRIMARY": ["id"]} if columns else None, id=0 if kind == "INIT" else 170236000000000000 + step,
            sourceTimestamp=_START + 7 * step, sourcePosition=str(_START + 7 * step), processTimestamps=[1000 * (_START + 7 * step) + 40],
        )
        for step, (kind, columns, before, after) in enumerate(sent)
    ]  # fmt: skip


def _kiln() -> list[bytes]:
    """Pots, as DRS may frame them, by the schema of this project's own."""
    columns = ["pot", "fired", "mark"]
    bowl = [("Text", {"value": "bowl"}), ("Number", {"value": 2**40}), ("Bytes", {"value": b"\x00\xff"})]
    jug = [("Text", {"value": "jug 壶"}), None, None]
    sent = [
        ("INSERT", None, bowl),
        ("INSERT", None, jug),
        ("UPDATE", jug, [*jug[:1], ("Number", {"value": 7}), None]),
        ("DELETE", bowl, None),
    ]
    rows = [
        drs(
            kind,
            columns,
            before,
            after,
            tableName="kiln.pots",
            seqno=100 + step,
            updateTimestamp=1000 * (_START + 7 * step) + 250,
        )
        for step, (kind, before, after) in enumerate(sent)
    ]
    return [*rows, drs("COMMIT", None, tableName=None)]


def captures() -> dict[str, list[dict[str, Any]]]:
    """Name of a capture → its records as `kcat -J` prints them, with the value as base64."""
    stories = {"ferry_dts_avro": _ferry(), "orchard_oms_avro": _orchard(), "kiln_drs_avro": _kiln()}
    unkeyed = {name: [(name, None, value) for value in values] for name, values in stories.items()}
    return {name: _records(told) for name, told in (unkeyed | registry_messages.STORIES).items()}


def _records(story: list[tuple[str, bytes | None, bytes | None]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for step, (topic, key, value) in enumerate(story):
        offset = sum(each["topic"] == topic for each in found)
        found.append({
            "topic": topic, "partition": 0, "offset": offset, "tstype": "create", "ts": 1000 * (_START + 7 * step) + 120,
            **({"key": None} if key is None else {"key_base64": base64.b64encode(key).decode()}),
            **({} if value is None else {"payload_base64": base64.b64encode(value).decode()}),
        })  # fmt: skip
    return found


if __name__ == "__main__":
    for name, messages in (fixtures() | registry_messages.fixtures()).items():
        (FIXTURES / f"{name}.sql").write_text(fixture_sql(messages))
    for name, records in captures().items():
        (CAPTURES / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    for number, schema in registry_messages.NUMBERS.schemas.items():
        (REPO / "schemas" / f"{number}.avsc").write_text(json.dumps(json.loads(schema), indent=2) + "\n")
