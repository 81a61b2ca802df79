"""Messages of Kafka Connect, GoldenGate and TiCDC as their serializers write them with a schema registry: of unit tests and of the demo.

Their schemas are the files schemas/<number>.avsc of this project. tests/support/avro_messages.py writes all of it.
"""

from __future__ import annotations

import json
from typing import Any

from connect_avro import Numbers, confluent, record

NUMBERS = Numbers(2_100_000_001)  # far from what a registry gives its own
Message = tuple[str, bytes | None, bytes | None]  # topic, key, value
Keyed = tuple[str, bytes | None, bytes | None]  # topic, value, key: of a fixture
_MS = 1_717_210_800_000


def field(name: str, kind: str, optional: bool = True, /, **more: Any) -> dict[str, Any]:
    """A field of a Connect schema."""
    return {"field": name, "type": kind, "optional": optional} | more


def struct(name: str, /, *fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A Connect struct."""
    return {"type": "struct", "name": name, "optional": False, "fields": list(fields)} | more


def decimal(name: str, scale: int) -> dict[str, Any]:
    """A decimal as decimal.handling.mode=precise has it."""
    parameters = {"scale": str(scale), "connect.decimal.precision": "10"}
    return field(name, "bytes", name="org.apache.kafka.connect.data.Decimal", version=1, parameters=parameters)


_KEY = struct("guild.guild.smiths.Key", field("id", "int32", False))
_SOURCE = struct(
    "io.debezium.connector.mysql.Source",
    *(field(name, "string", False) for name in ("version", "connector", "name")),
    field("ts_ms", "int64", False),
    field("snapshot", "string", default="false", name="io.debezium.data.Enum", version=1, parameters={"allowed": "true,false"}),
    field("db", "string", False), field("table", "string"), field("file", "string", False), field("pos", "int64", False),
    field("row", "int32", False), field="source",
)  # fmt: skip
_COLUMNS = (
    field("id", "int32", False), field("name", "string", default="?"), decimal("wage", 2),
    field("joined", "int32", name="io.debezium.time.Date", version=1),
    field("marks", "array", items={"type": "int16", "optional": False}),
)  # fmt: skip


def _envelope(*columns: dict[str, Any]) -> dict[str, Any]:
    row = struct("guild.guild.smiths.Value", *columns, optional=True)
    return struct(
        "guild.guild.smiths.Envelope", row | {"field": "before"}, row | {"field": "after"}, _SOURCE,
        field("op", "string", False), field("ts_ms", "int64"), version=2,
    )  # fmt: skip


def _change(step: int, op: str, before: Any, after: Any, more: bool = False) -> bytes:
    source = {
        "version": "3.5.0.Final",
        "connector": "mysql",
        "name": "guild",
        "ts_ms": _MS + 7000 * step,
        "db": "guild",
    }
    source |= {
        "snapshot": "true" if op == "r" else "false",
        "table": "smiths",
        "file": "mybin.000009",
        "pos": 4 + 100 * step,
        "row": 0,
    }
    columns = (*_COLUMNS, field("guilds", "int64", default=0)) if more else _COLUMNS
    payload = {"before": before, "after": after, "source": source, "op": op, "ts_ms": _MS + 7000 * step + 80}
    return NUMBERS.written({"schema": _envelope(*columns), "payload": payload})


def _key(number: int) -> bytes:
    return NUMBERS.written({"schema": _KEY, "payload": {"id": number}})


_HEARTBEAT = struct("io.debezium.connector.common.Heartbeat", field("ts_ms", "int64", False))
_BEAT = NUMBERS.written({"schema": _HEARTBEAT, "payload": {"ts_ms": _MS}})


def _guild() -> list[Message]:
    """Smiths, by Debezium: a full load, a decimal, a list, a column that was added, a delete with its tombstone."""
    ada = {"id": 1, "name": "Ada", "wage": "BOI=", "joined": 19875, "marks": [1, -2]}
    bo = {"id": 2, "name": "Bø 🔨", "wage": None, "joined": None, "marks": None}
    topic = "guild.guild.smiths"
    return [
        (topic, _key(1), _change(0, "r", None, ada)),
        (topic, _key(2), _change(1, "c", None, bo)),
        (topic, _key(1), _change(2, "u", ada, ada | {"wage": "/w=="})),
        (topic, _key(1), _change(3, "u", ada | {"wage": "/w==", "guilds": 0}, ada | {"guilds": 2**60}, more=True)),
        (topic, _key(2), _change(4, "d", bo, None)),
        (topic, _key(2), None),
        ("__debezium-heartbeat.guild", None, _BEAT),
    ]


_PIE = struct(
    "booth.public.pies.Value", field("id", "int32", False), field("name", "string"), field("price", "double"), field("__deleted", "string"),
    field("__op", "string"), field("__table", "string"), field("__lsn", "int64"), field("__source_ts_ms", "int64"),
)  # fmt: skip
_PIE_KEY = struct("booth.public.pies.Key", field("id", "int32", False))


def _pie(step: int, op: str, number: int, name: str | None, price: float | None) -> Message:
    row = {
        "id": number,
        "name": name,
        "price": price,
        "__deleted": "true" if op == "d" else "false",
        "__op": op,
        "__table": "pies",
    }
    row |= {"__lsn": 9000 + step, "__source_ts_ms": _MS + 7000 * step}
    key = NUMBERS.written({"schema": _PIE_KEY, "payload": {"id": number}})
    return "booth.public.pies", key, NUMBERS.written({"schema": _PIE, "payload": row})


def _booth() -> list[Message]:
    """Pies, flattened by Debezium's transform."""
    return [
        _pie(0, "c", 1, "leek", 4.5),
        _pie(1, "c", 2, "plum", 1e-7),
        _pie(2, "u", 1, "leek & egg", 4.75),
        _pie(3, "d", 2, None, None),
    ]


_STONE_ROW = struct(
    "QUARRY.STONES.row", field("ID", "int64"), field("ID_isMissing", "boolean"), field("NAME", "string"), field("NAME_isMissing", "boolean"),
    optional=True,
)  # fmt: skip
_STONE = struct(
    "QUARRY.STONES", *(field(name, "string", False) for name in ("table", "op_type", "op_ts", "current_ts", "pos")),
    field("primary_keys", "array", items={"type": "string", "optional": False}),
    _STONE_ROW | {"field": "before"}, _STONE_ROW | {"field": "after"},
)  # fmt: skip


def _stone(step: int, op: str, before: Any, after: Any) -> Message:
    told = {
        "table": "QUARRY.STONES",
        "op_type": op,
        "op_ts": f"2024-06-01 11:00:0{step}.000000",
        "current_ts": "2024-06-01T11:00:09.5",
    }
    told |= {"pos": f"0000000000000000000{step}", "primary_keys": ["ID"], "before": before, "after": after}
    return "quarry_ogg_avro", None, NUMBERS.written({"schema": _STONE, "payload": told})


def _quarry() -> list[Message]:
    """Stones, by GoldenGate's handler for Kafka Connect: a value that the trail lacks is marked as missing."""

    def row(number: int, name: str | None, is_missing: bool = False) -> dict[str, Any]:
        return {"ID": number, "ID_isMissing": False, "NAME": name, "NAME_isMissing": is_missing}

    return [
        _stone(1, "I", None, row(1, "slate")), _stone(2, "I", None, row(2, "granite")), _stone(3, "U", row(1, None, True), row(1, "blue slate")),
        _stone(4, "D", row(2, "granite"), None),
    ]  # fmt: skip


def _tidb(name: str, kind: str, tidb: str, optional: bool = True, /, **more: Any) -> dict[str, Any]:
    """A column as TiCDC states it."""
    parameters = {"tidb_type": tidb} | more.pop("parameters", {})
    stated = {"type": kind, "connect.parameters": parameters} | more
    return {"name": name, "type": ["null", stated] if optional else stated}


_CRATE_ID = _tidb("id", "long", "BIGINT UNSIGNED", False)
_CRATE = {
    "name": "crates", "namespace": "default.wharf", "type": "record",
    "fields": [
        _CRATE_ID, _tidb("label", "string", "TEXT"), _tidb("load", "bytes", "DECIMAL", logicalType="decimal", precision=10, scale=3),
        _tidb("seal", "bytes", "BIT", parameters={"length": "9"}), _tidb("docked", "string", "DATETIME"), _tidb("photo", "bytes", "BLOB"),
        {"name": "_tidb_op", "type": "string"}, {"name": "_tidb_commit_ts", "type": "long"}, {"name": "_tidb_commit_physical_time", "type": "long"},
    ],
}  # fmt: skip
_CRATE_KEY = {"name": "crates", "namespace": "default.wharf", "type": "record", "fields": [_CRATE_ID]}


def _crate(step: int, op: str, number: int, **columns: Any) -> Message:
    key = confluent(NUMBERS.of(_CRATE_KEY), record(_CRATE_KEY, {"id": number}))
    commit = {
        "_tidb_op": op,
        "_tidb_commit_ts": (_MS + 7000 * step) << 18,
        "_tidb_commit_physical_time": _MS + 7000 * step,
    }
    row = {"id": number, **dict.fromkeys(("label", "load", "seal", "docked", "photo")), **columns, **commit}
    return "wharf_ticdc_avro", key, None if op == "d" else confluent(NUMBERS.of(_CRATE), record(_CRATE, row))


def _wharf() -> list[Message]:
    """Crates from TiDB, by TiCDC with the TiDB extension: an id beyond 2^63, bits, bytes, a delete without a value."""
    tea = {
        "label": "tea 茶",
        "load": (12500).to_bytes(2, "big"),
        "seal": b"\1\1",
        "docked": "2024-06-01 11:00:42",
        "photo": b"\0\xff",
    }
    return [
        _crate(0, "c", 1, **tea),
        _crate(1, "c", -1, label="rum"),
        _crate(2, "u", 1, **tea | {"load": b"\xff\xff"}),
        _crate(3, "d", -1),
    ]


# Name of a capture of the demo → its messages; made once, so that each schema has one number.
STORIES = {
    "guild_debezium_avro": _guild(),
    "booth_debezium_flat_avro": _booth(),
    "quarry_ogg_avro": _quarry(),
    "wharf_ticdc_avro": _wharf(),
}


def fixtures() -> dict[str, list[Keyed]]:
    """Name of a fixture of unit tests → topic, value, key."""
    key, value = _key(1), _change(1, "c", None, {"id": 1, "name": "a", "wage": "Ag==", "joined": 0, "marks": []})
    nobodys = b"\0\0\0\0\x63"
    broken = [
        ("guild", value + b"\0", key), ("guild", value[5:], key), ("guild", nobodys + value[5:], key), ("guild", value, nobodys + key[5:]),
        ("guild", value.replace(b"mybin", b"my\xffin"), key), ("guild", b"", key), ("guild", value, key + b"\0"), ("declared", value, nobodys + key[5:]),
    ]  # fmt: skip
    of = {name: [("guild", value, key) for _, key, value in story] for name, story in STORIES.items()}
    pie_key = of["booth_debezium_flat_avro"][0][2] or b""
    crate_key = of["wharf_ticdc_avro"][0][2] or b""
    crate = of["wharf_ticdc_avro"][0][1] or b""
    return {
        "debezium_avro_rules": of["guild_debezium_avro"] + broken,
        "debezium_flat_avro_rules": [*of["booth_debezium_flat_avro"], ("tombs", None, pie_key), ("tombs", None, nobodys + b"\2"), ("tombs", None, None)],
        "ogg_avro_rules": [*of["quarry_ogg_avro"], ("guild", nobodys + b"\0", None)],
        "ticdc_avro_rules": [
            *of["wharf_ticdc_avro"], ("guild", crate.replace(b"\2c", b"\2x"), crate_key), ("guild", None, nobodys), ("guild", crate[:-3], crate_key),
        ],
    }  # fmt: skip


def landed() -> dict[str, Any]:
    """The schemas as the macro landed_schemas() gives them."""
    from changefeed.loader import schemas

    found = {}
    for number, text in NUMBERS.schemas.items():
        plain = schemas.plain(json.loads(text))
        found[str(number)] = {"text": json.dumps(plain, separators=(",", ":")), "schema": plain, "fault": None}
    return found
