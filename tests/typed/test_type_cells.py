"""Each example of each type, in each dialect: written by its producer, landed, decoded, and read by the typed reader.

test_types.py reads the texts of the same cells by themselves. Here each stands in a message of its dialect's encoder
(tests/oracles/encoders) as the producer writes such a value: a JSON text, a JSON number, a branch of an Avro union. All
dialects, kinds of source and options are feeds of one warehouse, built once, but for those that read as another does;
each feed has one table, whose columns are the types, and in which each row has the next example of each.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import avro_messages as avro
import encoders
from changefeed.loader import landing_tables as messages
from changefeed.loader import schemas
from encoders.base import Encoder, Event, Sent
from histories import land_schemas, written
from pipeline import REPO, Pipeline
from type_cells import PACKAGE, ZONE, cells, is_value

pytestmark = pytest.mark.slow

NUMBERS = ("integer", "decimal", "float32", "float64", "bits", "year")
# Which of their values producers write as JSON's own: by dialect, besides numbers and booleans.
NUMBERED = (
    "maxwell", "ogg", "aws_dms", "dataworks", "dataworks_flat", "oms_canal", "oms_default", "oms_default_extend",
    "oms_shareplex", "oms_dataworks", "oms_debezium", "oms_debezium_flatten", "oms_debezium_smt", "flink_json",
    "drs_mongo", "debezium_mongodb", "debezium_mongodb_flat", "huawei_migration_canal",
)  # fmt: skip
MONGODB = {"drs_mongo": encoders.others.shell, "debezium_mongodb": encoders.debezium.extended}  # documents as texts
WITH_JSON = {"maxwell": ("json", "set"), "flink_json": ("json",), **dict.fromkeys(MONGODB, ("json",))}
LONGS = ("unix_days", "micros_of_day", "wall_millis", "unix_millis")  # readers of what is a number in JSON
DB_TYPES = {
    "oracle": "Oracle", "postgresql": "PostgreSQL", "sqlserver": "SQL Server", "gaussdb": "GaussDB Primary/Standby",
}  # fmt: skip
SOURCES = {
    "oracle": ("Oracle", "19c"), "postgresql": ("PostgreSQL", "14"), "sqlserver": ("SQLServer", "2019"),
    "db2": ("DB2", "11"), "mongodb": ("MongoDB", "6"),
}  # fmt: skip
EPOCH = re.compile(r"(-?\d+)(?:\.(\d+))?")
TIME = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d))?[ T:]?(?:(-?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?)?(?: ?(\S+))?")


@dataclass
class Feed:
    """A dialect, a kind of source and options; `columns` are the types that are read there."""

    name: str
    encoder: Encoder
    line: dict[str, str]
    columns: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def dialect(self) -> str:
        return self.encoder.dialect

    @property
    def key(self) -> str:
        return "_id" if "mongo" in self.dialect else "id"

    @property
    def table(self) -> str:
        return f"{self.name}.t" if self.encoder.calls_tables_as_topics else "t"

    def rows(self) -> int:
        return max(len(cell["examples"]) for cell in self.columns.values())

    def example(self, column: str, row: int) -> tuple[str, str]:
        """Text and value that a column has in a row; the last example again where it has no more."""
        return (self.columns[column]["examples"] * (row + 1))[row]

    def messages(self) -> Iterator[Sent]:
        for number in range(self.rows()):
            image = {"id": str(number + 1)} | {name: self.example(name, number)[0] for name in self.columns}
            for sent in self.encoder.encode(Event("insert", "t", number, after=image)):
                yield self.as_written(sent, number)

    def as_written(self, sent: Sent, number: int) -> Sent:
        """With values as the producer writes them where that is no JSON text."""
        if isinstance(sent.value, bytes):
            return sent
        text = sent.value
        for name, cell in self.columns.items():
            value = self.example(name, number)[0]
            own = own_json(self.dialect, cell, value)
            if own is None:
                continue
            key = json.dumps(name) + ": "
            if self.dialect in MONGODB:  # a text in the message's text
                shown = MONGODB[self.dialect]({name: value})[1:-1]
                text = text.replace(json.dumps(shown)[1:-1], json.dumps(key + own, ensure_ascii=False)[1:-1])
            else:
                text = text.replace(key + json.dumps(value, ensure_ascii=False), key + own)
        return Sent(sent.partition, text, sent.changes, sent.key, sent.headers, sent.topic)


def own_json(dialect: str, cell: dict[str, Any], text: str) -> str | None:
    """The JSON that a producer writes of a value; None for a text."""
    kind, reader = cell["kind"], cell["reader"]
    if kind in WITH_JSON.get(dialect, ()) and text[:1] in "{[":
        return text
    if reader == "located_instant":
        return text
    if dialect in MONGODB:
        special = {"bson_object_id": f'ObjectId("{text}")', "bson_date": f'ISODate("{text}")'}.get(reader)
        if dialect == "debezium_mongodb":
            special = {"bson_object_id": f'{{"$oid":"{text}"}}', "bson_date": f'{{"$date":"{text}"}}'}.get(reader)
        if special or text[:2] == '{"':
            return special or text
        if reader == "bson_string" and text[:1] == '"':
            return text
    is_number = kind in NUMBERS or reader in LONGS
    if dialect in NUMBERED and is_number and re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", text):
        return text
    if dialect in NUMBERED and kind in ("boolean", "integer") and text in ("true", "false"):
        return text
    return None


# -- Avro: each value a branch of the union


class _DtsCells(encoders.avro.DtsAvro):
    """DTS's record whose values have the branches of their types."""

    columns: dict[str, dict[str, Any]]
    digits = 6, 6  # of the fraction of a second in a Timestamp and in a DateTime

    def number(self, name: str) -> int:
        if name == "id":
            return super().number(name)
        numbers = PACKAGE.dts_record_types()
        named = numbers.get(self.columns[name]["family"], {}) | numbers["texts"] | numbers["bytes"]
        return next((number for number, each in named.items() if each == self.columns[name]["type"]), 253)

    def values(self, event: Event, image: Any) -> Any:
        if image is None or isinstance(image, str):
            return image
        known = {"id": {"kind": "integer", "reader": "", "type": "bigint"}} | self.columns
        return [branch(known[name], image[name], *self.digits) for name in event.row]


class _OmsCells(_DtsCells, encoders.avro.OmsAvro):
    """OMS's, whose document does not say what the fraction of a DateTime is: the feed does."""

    options = "fraction=nanos"
    digits = 9, 9


def branch(cell: dict[str, Any], text: str, digits: int, digits_of_date_time: int) -> avro.Value:
    """The branch of DTS's union that a text comes of."""
    kind, reader = cell["kind"], cell["reader"]
    if reader == "base64_text":
        return avro.binary(base64.b64decode(text), "JSONB")
    if reader == "base64_bytes":
        return (avro.geometry if kind == "geometry" else avro.binary)(base64.b64decode(text))
    if reader == "unix_instant" and (found := EPOCH.fullmatch(text)):
        return avro.timestamp(int(found[1]), int((found[2] or "").ljust(digits, "0")))
    if kind in ("date", "wall_time", "time", "instant") and reader != "text" and (found := TIME.fullmatch(text)):
        return moment(found, digits_of_date_time)
    if kind == "year":
        return avro.date_time(year=int(text)) if text.isdigit() else avro.decimal(text)
    if kind in ("integer", "bits"):
        return avro.integer(text)
    if kind == "decimal":
        return avro.decimal(text)
    if kind in ("float32", "float64"):
        return avro.double(float(text))
    if cell["type"] in ("geometry", "sdo_geometry"):
        return avro.geometry_text(text)
    if kind in ("text",):
        return avro.text(text)
    return avro.text_object(text, kind.upper())


def moment(found: re.Match[str], digits: int) -> avro.Value:
    year, month, day, sign, hour, minute, second, fraction, zone = found.groups()
    parts = {"year": year, "month": month, "day": day} if year else {}
    if hour:
        parts |= {"hour": hour, "minute": minute, "second": second}
        if fraction:
            parts |= {"millis": fraction[:digits].ljust(digits, "0")}
    of_day = ("year", "month", "day")
    numbers = {name: int(each) * (-1 if sign and name not in of_day else 1) for name, each in parts.items()}
    return avro.zoned(zone, **numbers) if zone else avro.date_time(**numbers)


class _DrsCells(encoders.avro.DrsAvro):
    """DRS's record, bytes as bytes."""

    columns: dict[str, dict[str, Any]]

    def row(self, event: Event) -> list[Sent]:
        def value(name: str, text: str) -> Any:
            if name in self.columns and self.columns[name]["reader"] == "base64_bytes":
                return "Bytes", {"value": base64.b64decode(text)}
            return "Text", {"value": text}

        values = [value(name, text) for name, text in event.row.items()]
        sent = avro.drs(
            "INSERT", list(event.row), None, values, tableName=f"d.{event.table}", seqno=event.sequence,
            updateTimestamp=event.at,
        )  # fmt: skip
        return [Sent(self.place(event), sent, [])]


AVRO = {"dts_avro": _DtsCells, "oms_avro": _OmsCells, "drs_avro": _DrsCells}


# -- the feeds


def encoder_of(dialect: str, kind: str) -> Encoder:
    """The encoder of a dialect, set up for a kind of source."""
    if dialect in AVRO:
        made: Any = AVRO[dialect]()
        if dialect == "dts_avro":
            made.source = SOURCES.get(kind, made.source)
            made.is_old = True
            made.digits = (6, 9 if kind == "oracle" else 6)
    else:
        known = encoders.DIALECTS[dialect]
        made = type(next((each for each in known if each.source_kind == kind), known[0]))()
    if dialect == "drs_json_schema":
        made.db_type = DB_TYPES[kind]
    made.source_kind = kind
    return made


def feeds() -> dict[str, Feed]:
    found: dict[str, Feed] = {}
    for cell in cells():
        if not cell["reader"] or not cell["is_sent"] or cell["source_type"].split("(")[0] != cell["type"]:
            continue  # other names of a type are read as it is
        dialect, kind = cell["dialect"], cell["source_kind"]
        name = re.sub(r"\W", "_", f"{dialect} {kind} {cell['options']}".strip())
        if name not in found:
            encoder = encoder_of(dialect, kind)
            line = encoder.line(name) | {"time_zone": ZONE}
            line["options"] = f"{line['options']} {cell['options']}".strip()
            found[name] = Feed(name, encoder, line)
        columns = found[name].columns
        columns[f"c{len(columns)}"] = cell
    for feed in found.values():
        if feed.dialect in AVRO:
            feed.encoder.columns = feed.columns  # type: ignore[attr-defined]
    alike: dict[Any, Feed] = {}
    for feed in found.values():
        read = tuple((cell["source_type"], cell["reader"], cell["spark"]) for cell in feed.columns.values())
        alike.setdefault((feed.dialect, read), feed)
    return {feed.name: feed for feed in alike.values()}


def typed_query(feed: Feed, table: dict[str, str]) -> str:
    """The rows of the feed's table in the view `rows_of_cells`, as a typed model reads them, each value as text."""
    columns = {
        name: {"name": name, "data_type": cell["spark"], "config": {"meta": {"source_type": cell["source_type"]}}}
        for name, cell in {feed.key: {"spark": "string", "source_type": "text"}, **feed.columns}.items()
    }
    told = {"dialect": feed.dialect, "source_kind": feed.line["source_kind"], "time_zone": ZONE}
    meta = {"changefeed": table | told | {"options": feed.line["options"]}}
    node = {"name": feed.name, "config": {"meta": meta}, "columns": columns}
    rows = PACKAGE.typed_rows(node, "rows_of_cells", [], None, "not is_deleted")
    shown = [
        f"hex({name}) as {name}" if cell["spark"] == "binary" else f"cast({name} as string) as {name}"
        for name, cell in feed.columns.items()
    ]
    return f"select {feed.key} as id, {', '.join(shown)} from ({rows})"


def test_every_example_reads_as_its_value_from_a_message_of_its_dialect(pipeline: Pipeline) -> None:
    pipeline.clear()
    known = feeds()
    pipeline.declare("feeds", *(each.line for each in known.values()))
    pipeline.declare("table_keys", *(
        {"feed": name, "source_table": feed.table, "key_columns": feed.key} | place
        for name, feed in known.items() if not feed.encoder.names_keys
        for place in ({"source_database": "d"}, {"source_schema": "d"})
    ))  # fmt: skip
    messages.create_tables(pipeline.spark, pipeline.folder)
    schemas.read(pipeline.spark, REPO)
    pipeline.land(
        written(sent, (name + sent.topic, sent.partition), offset, 1_717_210_800_000 + offset)
        for name, feed in known.items()
        for offset, sent in enumerate(feed.messages())
    )
    land_schemas(pipeline)
    pipeline.build(models=["resource_type:function", "+changefeed_current_rows", "changefeed_quarantine"])
    refused = pipeline.sql("select feed, reason, min(detail) as detail from quarantine group by feed, reason")
    landed = pipeline.spark.sql("select * from current_rows")
    # Planned for each feed, the view would take most of the time.
    pipeline.spark.createDataFrame(landed.collect(), landed.schema).createOrReplaceTempView("rows_of_cells")
    tables = pipeline.sql(
        "select distinct feed, source_database as database, source_schema as schema, source_table as table"
        " from rows_of_cells"
    )
    wrong, count = [f"{row['feed']}: {row['reason']}: {row['detail']}" for row in refused], 0
    for table in tables:
        feed = known[table["feed"]]
        for row in pipeline.sql(typed_query(feed, table)):
            key = int(row["id"], 16 if feed.dialect == "drs_mongo" else 10)
            for name, cell in feed.columns.items():
                text, value = feed.example(name, key - 1)
                count += 1
                if not is_value(row[name], value, cell):
                    wrong.append(
                        f"{feed.name} {cell['source_type']} ({cell['reader']}) as {cell['spark']}: {text!r} "
                        f"gives {row[name]!r}, not {value!r}"
                    )
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n".join(wrong[:80])
    assert count == sum(len(feed.columns) * feed.rows() for feed in known.values())
