"""OMS's formats with whole rows, and SharePlex's form from OMS and DTS: what becomes of rows in two runs."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from pipeline import Pipeline, record

pytestmark = pytest.mark.slow

SECOND = 100_000_000  # in OMS's numbers: milliseconds, then five digits
FEEDS = ("numbered", "typed", "bags", "oms", "dts")
FIRST = 171_721_080_000_000_000


def default(kind: str, was: Any, now: Any, number: int | None = None, types: Any = None, table: str = "t") -> str:
    """A message of OMS's Default, or with types in its rows."""
    about = {
        "record_primary_key": "id" if kind != "DDL" and table == "t" else None,
        "dbType": "OB_MYSQL", "table_name": table,
        "db": "d" if kind == "DDL" else "tenant.d", "timestamp": "1717210800", "storeDataSequence": number,
    }  # fmt: skip
    typed = {"__light_type": {name: {"schemaType": kind} for name, kind in types.items()}} if types else {}
    rows = {"prevStruct": was and was | typed, "postStruct": now and now | typed}
    return json.dumps(rows | {"allMetaData": about, "recordType": kind})


def shareplex(code: str, data: Any, key: Any = None, scn: str | None = None, seq: int = 1) -> str:
    meta = {"op": code, "table": "d.t", "scn": scn, "seq": seq}
    return json.dumps({"data": data, "meta": meta} | ({"key": key} if key else {}))


@pytest.fixture(scope="module")
def warehouse(pipeline: Pipeline) -> Pipeline:
    """Five feeds after a first run."""
    pipeline.clear()
    by_time = {"order": "kafka_time"}
    pipeline.declare(
        "feeds",
        {"feed": "numbered", "dialect": "oms_default", "topics": "numbered"},
        {"feed": "typed", "dialect": "oms_default_extend", "topics": "typed"} | by_time,
        {"feed": "bags", "dialect": "oms_default", "topics": "bags"} | by_time,
        {"feed": "oms", "dialect": "oms_shareplex", "topics": "oms"},
        {"feed": "dts", "dialect": "dts_shareplex", "topics": "dts", "source_kind": "oracle", "order": "scn"},
    )
    pipeline.declare(
        "table_keys",
        {"feed": "bags", "source_database": "d", "source_table": "bag"},
        {"feed": "oms", "source_database": "d", "source_table": "t", "key_columns": "id"},
        {"feed": "dts", "source_schema": "d", "source_table": "t", "key_columns": "id"},
    )
    long = {"id": 1, "body": "long", "v": "a"}
    unsent = long | {"body": None}
    alter = {"ddl": "alter table t add column shelf int default 7"}
    types = {"id": "INT", "body": "LONGTEXT", "n": "INT"}
    large = {"id": 1, "body": "long", "n": 1}
    bag = {"n": 1, "x": None}
    numbered, typed, bags, oms, dts = (partial(record, topic=feed) for feed in FEEDS)
    pipeline.land([
        numbered(0, default("ROW", None, long)),
        numbered(0, default("ROW", None, {"id": 2, "body": None, "v": "b"}), partition=1),
        # The number decides between partitions, whatever Kafka's time says.
        numbered(1, default("UPDATE", unsent | {"v": "b"}, unsent | {"v": "c"}, FIRST + 2), partition=1),
        numbered(1, default("UPDATE", unsent, unsent | {"v": "b"}, FIRST + 1), ts=1717210990000),
        # Statements come in every partition.
        numbered(2, default("DDL", None, alter, FIRST + SECOND), ts=1717210991000),
        numbered(2, default("DDL", None, alter, FIRST + SECOND), partition=1),
        numbered(3, default("INSERT", None, {"id": 3, "body": "x", "v": "c", "shelf": 8}, FIRST + 2 * SECOND)),
        typed(0, default("ROW", None, large, types=types)),
        typed(1, default("UPDATE", large | {"body": None}, {"id": 4, "body": None, "n": None}, types=types)),
        bags(0, default("INSERT", None, bag, table="bag")),
        bags(1, default("INSERT", None, bag, table="bag")),
        bags(2, default("UPDATE", bag, {"n": 2, "x": None}, table="bag")),
        oms(0, shareplex("ins", {"id": 1, "body": "long", "n": 1}, scn="null")),
        oms(1, shareplex("upd", {"n": None}, {"id": 1, "body": None, "n": 1}, str(FIRST))),
        oms(2, shareplex("upd", {"id": 5}, {"id": 1, "body": None, "n": None}, str(FIRST + 1))),
        oms(3, shareplex("del", {"id": 6, "body": None, "n": None})),  # no scn: quarantined
        dts(0, shareplex("ins", {"id": "7", "w": "1", "o": "A"}, scn="9")),
        dts(1, shareplex("upd", {"o": "C"}, {"id": "7"}, "10", 10), partition=1),
        dts(1, shareplex("upd", {"o": "B"}, {"id": "7"}, "10", 9), ts=1717210990000),
    ])  # fmt: skip
    pipeline.build()
    return pipeline


def rows(warehouse: Pipeline, feed: str) -> list[dict[str, Any]]:
    found = warehouse.sql(
        "select to_json(row, map('ignoreNullFields', 'false')) as row, copies from current_rows"
        f" where feed = '{feed}' and not is_deleted order by row_key"
    )
    return [json.loads(each["row"]) for each in found for _ in range(each["copies"])]


def test_the_number_decides_and_a_large_value_that_was_not_sent_stays(warehouse: Pipeline) -> None:
    assert rows(warehouse, "numbered") == [
        {"id": "1", "body": "long", "v": "c", "shelf": "7"},
        {"id": "2", "body": None, "v": "b", "shelf": "7"},
        {"id": "3", "body": "x", "v": "c", "shelf": "8"},
    ]
    assert rows(warehouse, "typed") == [{"id": "4", "body": "long", "n": None}]
    statements = "select count(distinct partition) as n from table_events where feed = 'numbered' and is_understood"
    assert warehouse.sql(statements) == [{"n": 2}]


def test_a_table_without_a_key_counts_rows_with_nulls(warehouse: Pipeline) -> None:
    assert sorted(rows(warehouse, "bags"), key=str) == [{"n": "1", "x": None}, {"n": "2", "x": None}]
    warehouse.build(models=["changefeed_feed_health"])
    health = warehouse.sql("select feed, ambiguous_nulls from feed_health where ambiguous_nulls > 0")
    assert health == [{"feed": "bags", "ambiguous_nulls": 1}]


def test_what_an_update_of_shareplex_does_not_name_stays(warehouse: Pipeline) -> None:
    assert rows(warehouse, "oms") == [{"id": "5", "body": "long", "n": None}]
    assert rows(warehouse, "dts") == [{"id": "7", "w": "1", "o": "C"}]  # 10 is more than 9, as numbers
    assert warehouse.sql("select feed, reason from quarantine") == [{"feed": "oms", "reason": "sequence_missing"}]


def test_what_comes_again_or_late_changes_nothing(warehouse: Pipeline) -> None:
    before = [rows(warehouse, feed) for feed in FEEDS]
    row = {"id": 1, "body": None, "v": "a"}
    numbered, _, _, oms, dts = (partial(record, topic=feed) for feed in FEEDS)
    warehouse.land([
        numbered(4, default("UPDATE", row, row | {"v": "b"}, FIRST + 1), ts=1717211990000),  # a copy
        numbered(4, default("HEARTBEAT", None, None), partition=1),
        oms(4, shareplex("upd", {"n": 1}, {"id": 1, "body": None, "n": 1}, str(FIRST - 1)), partition=1),
        dts(4, shareplex("upd", {"o": "0"}, {"id": "7"}, "9", 2), ts=1717211990000),
    ])  # fmt: skip
    warehouse.build()
    assert [rows(warehouse, feed) for feed in FEEDS] == before
