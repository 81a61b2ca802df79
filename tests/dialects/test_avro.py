"""Avro records of DTS, OMS and DRS: bytes that are no whole record, random records, schemas that users give.

CHANGEFEED_AVRO_RECORDS says how many random records are tried (1,000), CHANGEFEED_TEST_SEED which.
"""

from __future__ import annotations

import base64
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbt.cli.main import dbtRunner

import avro_messages as avro
import avro_reader
from changefeed.errors import ChangefeedError
from changefeed.loader import landing_tables, schemas
from pipeline import REPO, Pipeline, canal, record

RECORDS = int(os.environ.get("CHANGEFEED_AVRO_RECORDS", "1000"))
SEED = os.environ.get("CHANGEFEED_TEST_SEED", "1")
FEEDS = (
    {"feed": "dts", "dialect": "dts_avro", "topics": "dts", "source_kind": "mysql"},
    {"feed": "framed", "dialect": "dts_avro", "topics": "framed", "source_kind": "mysql", "framing": "confluent"},
    {"feed": "oms", "dialect": "oms_avro", "topics": "oms", "source_kind": "oceanbase_mysql"},
    {"feed": "drs", "dialect": "drs_avro", "topics": "drs", "source_kind": "mysql", "options": "schema=drs_demo"},
    {"feed": "texts", "dialect": "canal", "topics": "texts", "source_kind": "mysql"},
)
OMS = ("MySQL", "OBMySQL")
FIELDS, KEYS = {"id": 8, "name": 253}, {"PRIMARY": ["id"]}


@pytest.fixture(scope="module")
def feeds(pipeline: Pipeline) -> Iterator[Pipeline]:
    """Feeds of the Avro dialects and one of text, with the demo's schema; nothing landed."""
    pipeline.clear()
    folder = pipeline.folder / "schemas"
    folder.mkdir()
    (folder / "drs_demo.avsc").write_text(avro.DRS_SCHEMA.read_text())
    pipeline.declare("feeds", *FEEDS)
    pipeline.declare("table_keys", {"feed": "drs", "source_table": "stock", "key_columns": "sku"})
    landing_tables.create_tables(pipeline.spark, pipeline.folder)
    assert schemas.read(pipeline.spark, pipeline.folder) == 1
    pipeline.build(models=["+changefeed_feed_settings"])
    yield pipeline
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    schemas.read(pipeline.spark, pipeline.folder)


def kcat(topic: str, offset: int, value: bytes) -> dict[str, Any]:
    """A record with bytes, as `kcat -J` prints it."""
    whole = record(offset, None, topic=topic)
    del whole["payload"]
    return whole | {"payload_base64": base64.b64encode(value).decode()}


def decoded(
    feeds: Pipeline, dialect: str, values: dict[str, list[bytes]]
) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """What comes out of values by topic and place: the rows of the dialect's preview, by topic and offset."""
    file = feeds.folder / "values.txt"
    with file.open("w", encoding="ascii") as out:
        for topic, each in values.items():
            out.writelines(f"{topic} {place} {base64.b64encode(value).decode()}\n" for place, value in enumerate(each))
    feeds.spark.sql(f"""
        insert overwrite messages
        select parts[0], '', 0, cast(parts[1] as bigint), 1, timestamp '2024-06-01', 'create', current_timestamp(),
            null, null, unbase64(parts[2])
        from (select split(value, ' ') as parts from text.`{file}`)
    """)
    name = f"changefeed_stg_{dialect}"
    statement = feeds.dbt("compile", "--quiet", "--select", name)[name].node.compiled_code
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in feeds.sql(f"select * from ({statement}) order by topic, offset, message_index, step"):
        found.setdefault((row["topic"], row["offset"]), []).append(row)
    return found


def compare(value: bytes, rows: list[dict[str, Any]], is_oms: bool, counts: Counter[str]) -> None:
    """Check what came out of a value against the strict reading in Python, and count it."""
    reasons = {row["reason"] for row in rows}
    whole = avro_reader.whole_record(value)
    if whole is None and len(value) <= 2 and not is_oms:
        assert [row["operation"] for row in rows] == ["other"], value.hex()
        counts["noise"] += 1
        return
    try:
        if whole is None:
            raise avro_reader.Undefined("no whole record")
        if (whole["source"]["version"] == "OBMySQL") != is_oms:
            raise avro_reader.Undefined("another service's")
        expected = avro_reader.changes_of(whole)
    except avro_reader.Undefined as why:
        assert None not in reasons, f"{why}: {value.hex()} gave {rows}"
        counts["quarantined, " + ("no whole record" if whole is None else "undefined")] += 1
        return
    if None not in reasons:
        counts[f"refused though it could be read, {reasons}"] += 1
        return
    read = [{name: row[name] for name in ("operation", "before", "after")} for row in rows]
    for row in read:
        row.update({side: row[side] and json.loads(row[side]) for side in ("before", "after")})
    assert read == expected, value.hex()
    counts["decoded right"] += 1


# -- random records

NAMES = ("id", "name", "price", "größe", "列", "a b", "")
STRINGS = ("", "x", "李娜", "🚀", "null", "\x00", "a\nb", '{"a":1}', "1", "-7.50", "1E+3", "18446744073709551615")
INTS = (-838, -60, -1, 0, 1, 7, 12, 28, 59, 99, 250000, 999999, 1000000, 2024)


class Maker:
    """Random records of the schema."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def value(self) -> avro.Value:
        """A value of any branch; most are sound, some are not."""
        pick, text = self.random.choice, self.random.choice(STRINGS)
        raw = bytes(self.random.randrange(256) for _ in range(self.random.randrange(6)))
        seconds = self.random.choice((-1, 0, 1717210800, -9223372022400, 2**40))
        parts = self.random.choice((
            ("year", "month", "day"), ("hour", "minute", "second"), ("hour", "minute", "second", "millis"), ("year",),
            ("year", "month", "day", "hour", "minute", "second", "millis"), ("year", "month"), ("month",),
            ("day", "hour", "minute", "second"), ("year", "month", "day", "millis"), (),
        ))  # fmt: skip
        date_time = {part: pick(INTS) if self.random.random() < 0.5 else self.random.randrange(0, 29) for part in parts}
        return pick((
            None, avro.NONE, avro.EMPTY_NULL if self.random.random() < 0.2 else None,
            avro.integer(pick(INTS)), avro.integer(text), avro.decimal("12345678901234567890.1234567890"),
            avro.text(text), avro.text(text.encode("utf-16-be"), "utf16"), avro.text("李娜".encode("gbk"), "gbk"),
            avro.text("größe".encode("cp1252"), "latin1"),
            avro.text(raw, pick(("utf8mb4", "utf8", "binary", "klingon"))),
            avro.double(pick((0.0, -0.0, 1.5, 1e10, -2.5e-9, 123456.789, float("nan"), float("inf"), 1e7, 0.001))),
            avro.timestamp(seconds, pick((0, 1, 250000, 999999, -1, 999999999))),
            avro.date_time(**date_time), avro.zoned(pick(("+08:00", "Asia/Shanghai", "")), **date_time),
            avro.geometry(raw), avro.geometry_text("POINT(1 2)"), avro.binary(raw), avro.text_object(text),
        ))  # fmt: skip

    def record(self, is_oms: bool) -> bytes:
        """A record; most are changes of a table with a key."""
        pick, chance = self.random.choice, self.random.random
        columns = {
            name: pick((3, 8, 10, 11, 12, 13, 19, 253, 252, 999)) for name in self.random.sample(NAMES, pick((1, 2, 4)))
        }
        operation = pick(("INSERT", "UPDATE", "UPDATE", "DELETE", "INIT", pick(avro.OPERATIONS.split())))
        sides = []
        for is_there in (operation in ("UPDATE", "DELETE"), operation in ("INSERT", "UPDATE", "INIT")):
            values = [self.value() for _ in columns]
            sides.append(values if is_there != (chance() < 0.02) else None)
        if chance() < 0.02 and sides[1]:
            sides[1].append(None)
        if operation == "DDL":
            sides = [None, pick(("truncate table t", "create table t (a int)", ""))]
        sources = (("Oracle", "19c"), ("PostgreSQL", "14"), ("SQLServer", "2019"), ("DRDS", "8"), ("PPAS", "11"))
        source = (
            OMS if is_oms else pick((("MySQL", "8.0.28"), pick(sources), OMS if chance() < 0.1 else ("MySQL", "5.7")))
        )
        return avro.dts(
            operation, columns, *sides, is_old=chance() < 0.5, source=source,
            keys={"PRIMARY": [pick(list(columns))]} if chance() < 0.95 else {},
            sourcePosition=pick(("1@2", "a<->b")),
            objectName=pick(("d.t", "d.t", "d.s.t", "a.b.c.d" if chance() < 0.2 else "d")),
            bornTimestamp=pick((0, 1, -1, 1717210800, 2**40)),
        )  # fmt: skip


def test_random_records_decode_to_what_the_documents_say(feeds: Pipeline) -> None:
    maker = Maker(SEED)
    values = {
        "dts_avro": {"dts": [maker.record(False) for _ in range(RECORDS)]},
        "oms_avro": {"oms": [maker.record(True) for _ in range(RECORDS // 4)]},
    }
    for dialect, topics in values.items():
        counts: Counter[str] = Counter()
        rows = decoded(feeds, dialect, topics)
        for topic, each in topics.items():
            for place, value in enumerate(each):
                compare(value, rows[topic, place], dialect == "oms_avro", counts)
        print(dialect, dict(counts))
        assert counts["decoded right"] > sum(counts.values()) / 4
        assert not [kind for kind in counts if kind.startswith("refused")], counts


def test_bytes_that_are_no_whole_record_are_never_read_as_one(feeds: Pipeline) -> None:
    maker = Maker(SEED)
    insert = avro.dts("INSERT", FIELDS, None, [avro.integer(1), avro.text("李娜")], keys=KEYS)
    update = avro.dts("UPDATE", FIELDS, [avro.integer(1), avro.NONE], [avro.integer(2), None], is_old=True, keys=KEYS)
    tried = [insert, update]
    for value in (insert, update, *(maker.record(False) for _ in range(3))):
        tried += [value[:end] for end in range(len(value))]
        tried += [value + more for more in (b"\0", b"\2", b"\2\0", b"\x80", value)]
    for _ in range(RECORDS // 2):
        flipped = bytearray(maker.random.choice((insert, update)))
        for _ in range(maker.random.choice((1, 1, 2, 5))):
            flipped[maker.random.randrange(len(flipped))] = maker.random.randrange(256)
        tried.append(bytes(flipped))
        tried.append(bytes(maker.random.randrange(256) for _ in range(maker.random.randrange(120))))
    counts: Counter[str] = Counter()
    framed = [b"\0\0\0\0\7" + value for value in tried]
    rows = decoded(feeds, "dts_avro", {"dts": tried, "framed": framed})
    for place, value in enumerate(tried):
        compare(value, rows["dts", place], False, counts)
        same = [{**row, "feed": "", "topic": "", "detail": ""} for row in rows["dts", place]]
        if len(value) > 2:
            assert [{**row, "feed": "", "topic": "", "detail": ""} for row in rows["framed", place]] == same
    print(dict(counts))
    assert counts["quarantined, no whole record"] > RECORDS / 2


def test_a_record_of_drs_is_read_by_the_schema_that_the_feed_names(feeds: Pipeline) -> None:
    row = [("Text", {"value": "T-1"}), ("Number", {"value": 2**40}), ("Bytes", {"value": b"\xff"}), None]
    columns = ["sku", "count", "photo", "note"]
    value = avro.drs("UPDATE", columns, row, [("Text", {"value": "T-2"}), *row[1:]], tableName='"erp"."stock"')
    tried = [value[:end] for end in range(len(value))] + [
        value + b"\0",
        b"\xc3\x01" + b"\0" * 8 + value[10:],
        value[10:],
    ]
    rows = decoded(feeds, "drs_avro", {"drs": [value, avro.drs("COMMIT", None), *tried]})
    assert [(each["step"], each["reason"], each["row_key"]) for each in rows["drs", 0]] == [
        (0, "no_key_declared", ""),
    ], "declared is the table without a database"
    assert [each["operation"] for each in rows["drs", 1]] == ["other"]
    reasons = [rows["drs", place + 2][0]["reason"] for place in range(len(tried))]
    assert reasons[0] == "empty_value" and set(reasons[1:10]) == {"wrong_framing"}
    assert set(reasons[10 : len(value)]) == {"invalid_avro"} and reasons[len(value) :] == [
        "invalid_avro",
        "wrong_schema",
        "wrong_framing",
    ]


@pytest.mark.slow
def test_a_topic_set_of_texts_and_records_becomes_rows(feeds: Pipeline) -> None:
    feeds.clear()
    feeds.declare("table_keys", {"feed": "drs", "source_table": "stock", "key_columns": "sku"})
    person = [avro.integer(1), avro.text("李娜")]
    stock = [("Text", {"value": "T-1"}), ("Number", {"value": 7})]
    feeds.land([
        kcat("dts", 0, avro.dts("INSERT", FIELDS, None, person, keys=KEYS)),
        kcat("dts", 1, avro.dts("UPDATE", FIELDS, person, [avro.integer(2), avro.NONE], keys=KEYS)),
        kcat("dts", 2, b"\0"),
        kcat("dts", 3, b"no record"),
        kcat("framed", 0, b"\0\0\0\0\7" + avro.dts("INSERT", FIELDS, None, person, keys=KEYS, is_old=True)),
        kcat("oms", 0, avro.dts("INIT", FIELDS, None, [avro.decimal("1"), person[1]], keys=KEYS, source=OMS)),
        kcat("oms", 1, avro.dts("DELETE", FIELDS, person, None, keys=KEYS, source=OMS)),
        kcat("drs", 0, avro.drs("INSERT", ["sku", "count"], None, stock)),
        record(0, canal("INSERT", [{"id": "1"}]), topic="texts"),
        record(1, None, topic="texts"),
        kcat("texts", 2, b'{"data":[{"id":"\xff"}]}'),
    ])  # fmt: skip
    feeds.build()
    assert sorted((row["feed"], row["row_key"], json.loads(row["row"])) for row in feeds.sql(
        "select feed, row_key, to_json(row) as row from current_rows where not is_deleted"
    )) == [
        ("drs", '["T-1"]', {"sku": "T-1", "count": "7"}),
        ("dts", '["2"]', {"id": "2", "name": "李娜"}),
        ("framed", '["1"]', {"id": "1", "name": "李娜"}),
        ("texts", '["1"]', {"id": "1"}),
    ], "the deleted row had a Decimal in the full load and an Integer later: one key"  # fmt: skip
    quarantined = feeds.sql("select feed, offset, reason from quarantine order by feed")
    assert [tuple(each.values()) for each in quarantined] == [("dts", 3, "invalid_avro"), ("texts", 2, "not_utf8")]


# -- what users declare


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("schema=drs_demo framing=none", ""),
        (
            "schema=absent",
            "column options: there is no file schemas/absent.avsc; the folder has broken, drs_demo, other.",
        ),
        ("schema=broken", "schemas/broken.avsc cannot be used for drs_avro: "),
        ("schema=other", "it lacks operation, tableName, fields, beforeImages, afterImages. Get the schema file"),
        ("framing=none", "drs_avro needs the option 'schema'"),
    ],
)
def test_a_feed_names_a_sound_schema(feeds: Pipeline, options: str, problem: str) -> None:
    folder = feeds.folder / "schemas"
    (folder / "broken.avsc").write_text('{"type": "record", "name": "R", "fields": [{"name": "a", "type": "nothing"}]}')
    (folder / "other.avsc").write_text('{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}]}')
    assert schemas.read(feeds.spark, feeds.folder) == 3
    feeds.declare("feeds", FEEDS[3] | {"options": options})
    seeded = feeds.dbt("seed", "--select", "changefeed_feeds")["changefeed_feeds"]
    assert seeded.status == ("error" if problem else "success"), seeded.message
    assert problem in seeded.message
    assert not problem or "seeds/changefeed_feeds.csv line 2, column options: " in seeded.message
    feeds.declare("feeds", *FEEDS)


def test_a_schema_that_is_gone_quarantines_what_needs_it(feeds: Pipeline, tmp_path: Path) -> None:
    schemas.read(feeds.spark, tmp_path)
    assert feeds.sql("select * from schemas") == []
    rows = decoded(feeds, "drs_avro", {"drs": [avro.drs("COMMIT", None)]})
    assert [(each["reason"], "schemas/" in each["detail"]) for each in rows["drs", 0]] == [("schema_missing", True)]
    assert schemas.read(feeds.spark, feeds.folder) > 0
    (fingerprint,) = (row["fingerprint"] for row in feeds.sql("select * from schemas where name = 'drs_demo'"))
    assert fingerprint == avro.fingerprint(avro.drs_schema()).hex().upper()
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "my schema.avsc").write_text("{}")
    with pytest.raises(ChangefeedError, match=r"my schema\.avsc: name it with letters"):
        schemas.read(feeds.spark, tmp_path)


def test_topics_with_records_are_proposed(feeds: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    feeds.clear()
    feeds.declare("feeds")
    insert = avro.dts("INSERT", FIELDS, None, [avro.integer(1), None], keys=KEYS)
    oms = avro.dts("INSERT", FIELDS, None, [avro.integer(1), None], keys=KEYS, source=OMS)
    values = {"dts": insert, "framed": b"\0\0\0\0\7" + insert, "oms": oms, "drs": avro.drs("COMMIT", None)}
    feeds.land([kcat(topic, 0, value) for topic, value in values.items()])
    feeds.build(models=["+changefeed_feed_settings"])
    dbtRunner().invoke(
        ["run-operation", "propose_feeds", "--quiet", "--log-level-file", "none",
         "--project-dir", str(feeds.folder), "--profiles-dir", str(REPO),
         "--target-path", str(feeds.folder / "target")]
    )  # fmt: skip
    lines = capsys.readouterr().out.splitlines()
    proposed = {tuple(line.split(",")[:3]) for line in lines if not line.startswith("#") and ",,,," in line}
    assert {(name, dialect) for name, dialect, _ in proposed} == {
        ("dts", "dts_avro"), ("framed", "dts_avro"), ("oms", "oms_avro"), ("drs", "drs_avro")
    }  # fmt: skip
    assert any("write into its options schema=" in line for line in lines)
