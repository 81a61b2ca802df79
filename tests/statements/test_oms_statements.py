"""Statements of OMS have no number though rows have one: they are placed by their second and by their partition.

One history goes through OMS's formats that number rows, in one partition and in two, cut into runs in several ways and
with a stretch delivered again. OMS's number is by its own clock, here more than a second behind the commits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pipeline import Pipeline

pytestmark = pytest.mark.slow

AT = 1_717_210_800  # the first second
LAG = 1_300  # milliseconds from a commit to its number
Row = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """What the source did at a second: a new row, or a statement."""

    second: int
    partition: int
    table: str
    row: Row | None = None
    statement: str = ""
    counter: int = 1

    def number(self) -> int:
        return ((AT + self.second) * 1000 + LAG) * 100_000 + self.counter


HISTORY = (
    Change(0, 0, "t", {"id": 1}),
    Change(0, 0, "u", {"id": 1}),
    Change(0, 0, "bag", {"n": 1}),
    Change(10, 1, "t", {"id": 2}),
    Change(10, 1, "u", {"id": 2}),
    Change(20, 0, "u", statement="alter table u add column shelf int default 7"),
    Change(30, 1, "u", {"id": 3, "shelf": 8}),
    Change(39, 1, "t", {"id": 3}, counter=2),  # its number is greater than the milliseconds of the truncate's second
    Change(40, 0, "t", {"id": 4}, counter=1),
    Change(40, 0, "bag", {"n": 1}, counter=2),
    Change(40, 0, "t", statement="truncate table t"),
    Change(40, 0, "bag", statement="truncate table bag"),
    Change(40, 1, "t", {"id": 6}, counter=3),  # only Kafka's time says that it came after the truncate
    Change(40, 0, "bag", {"n": 1}, counter=4),
    Change(40, 0, "t", {"id": 5}, counter=5),
    Change(50, 1, "t", {"id": 7}),
)
FIRST_AFTER = next(place for place, change in enumerate(HISTORY) if change.statement)
AGAIN = next(place for place, change in enumerate(HISTORY) if change.row == {"id": 4})


def default(change: Change, with_types: bool = False) -> str:
    about = {
        "record_primary_key": "id" if change.row and change.table != "bag" else None,
        "dbType": "OB_MYSQL", "table_name": change.table, "db": "tenant.d" if change.row else "d",
        "timestamp": str(AT + change.second), "storeDataSequence": change.number() if change.row else None,
        "ddlType": None if change.row else "OTHER",
    }  # fmt: skip
    row = change.row or {"ddl": change.statement}
    types = {"__light_type": {name: {"schemaType": "INT"} for name in row}} if with_types else {}
    kind = "INSERT" if change.row else "DDL"
    return json.dumps({"prevStruct": None, "postStruct": row | types, "allMetaData": about, "recordType": kind})


def shareplex(change: Change) -> str:
    meta = {
        "op": "ins" if change.row else "ddl", "table": f"d.{change.table}",
        "time": f"2024-06-01T11:00:{change.second:02}",
        "scn": str(change.number()) if change.row else "null", "seq": 1,
    }  # fmt: skip
    return json.dumps(
        {"data": change.row or {}, "meta": meta} | ({} if change.row else {"sql": {"ddl": change.statement}})
    )


FORMATS: dict[str, Callable[[Change], str]] = {
    "oms_default": default,
    "oms_default_extend": lambda change: default(change, with_types=True),
    "oms_shareplex": shareplex,
}
# Which records land in the first run, of two: by place in the history and partition.
CUTS: dict[str, Callable[[int, int], bool]] = {
    "once": lambda place, partition: True,
    "cut": lambda place, partition: place < FIRST_AFTER,
    "amid": lambda place, partition: place <= 11,  # between the truncates and what comes after them in their second
    "late": lambda place, partition: partition == 0,
    "early": lambda place, partition: partition == 1,
    "again": lambda place, partition: True,
    "split": lambda place, partition: place > AGAIN,  # a statement before what it removes
}
FEEDS = [(name, partitions, cut) for name in FORMATS for partitions in (1, 2) for cut in CUTS]


def feed_of(name: str, partitions: int, cut: str) -> str:
    return f"{name}_{partitions}_{cut}"


def records(name: str, partitions: int, cut: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of a feed, each with its run. What is delivered again lies at later offsets of its partition."""
    offsets = [0, 0]
    sent = [
        (0 if CUTS[cut](place, each.partition % partitions) else 1, place, each) for place, each in enumerate(HISTORY)
    ]
    sent += [(1, len(HISTORY) + place, each) for place, each in enumerate(HISTORY) if cut == "again" and place >= AGAIN]
    for run, place, change in sent:
        partition = change.partition % partitions
        offsets[partition] += 1
        yield run, {
            "topic": feed_of(name, partitions, cut), "partition": partition, "offset": offsets[partition] - 1,
            "tstype": "create", "ts": AT * 1000 + 3_000 + place * 10_000, "key": None, "payload": FORMATS[name](change),
        }  # fmt: skip


@pytest.fixture(scope="module")
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    lines, keys = [], []
    runs: tuple[list[Any], list[Any]] = ([], [])
    for name, partitions, cut in FEEDS:
        feed = feed_of(name, partitions, cut)
        lines.append({"feed": feed, "dialect": name, "topics": feed, "time_zone": "Asia/Shanghai"})
        keys += [
            {"feed": feed, "source_database": "d", "source_table": table, "key_columns": "" if table == "bag" else "id"}
            for table in ("t", "u", "bag")
        ]
        for run, each in records(name, partitions, cut):
            runs[run].append(each)
    pipeline.declare("feeds", *lines)
    pipeline.declare("table_keys", *keys)
    for each in runs:
        pipeline.land(each)
        pipeline.build()
    pipeline.build(models=["changefeed_order_health"])
    return pipeline


def test_no_statement_is_quarantined(feeds: Pipeline) -> None:
    assert feeds.sql("select feed, offset, reason, detail from quarantine order by 1, 2") == []


@pytest.mark.parametrize(("name", "partitions", "cut"), FEEDS)
def test_a_statement_acts_on_what_is_before_it(feeds: Pipeline, name: str, partitions: int, cut: str) -> None:
    found = feeds.sql(
        "select source_table, to_json(row) as row, copies from current_rows"
        f" where feed = '{feed_of(name, partitions, cut)}' and not is_deleted order by 1, row_key"
    )
    rows: dict[str, list[Row]] = {}
    for each in found:
        rows.setdefault(each["source_table"], []).extend([json.loads(each["row"])] * each["copies"])
    assert rows == {
        "t": [{"id": "5"}, {"id": "6"}, {"id": "7"}],
        "u": [{"id": "1", "shelf": "7"}, {"id": "2", "shelf": "7"}, {"id": "3", "shelf": "8"}],
        "bag": [{"n": "1"}],
    }


def test_what_lies_in_the_second_of_a_statement_elsewhere_is_counted(feeds: Pipeline) -> None:
    counted = feeds.sql("select feed, undecided_orders from order_health where undecided_orders > 0 order by 1")
    assert {each["feed"]: each["undecided_orders"] for each in counted} == {
        feed_of(name, partitions, cut): 1 for name, partitions, cut in FEEDS if partitions == 2
    }


@pytest.mark.parametrize("partitions", [1, 2])
@pytest.mark.parametrize("name", FORMATS)
def test_every_cut_ends_alike(feeds: Pipeline, name: str, partitions: int) -> None:
    states = feeds.states()
    ends = {cut: states[feed_of(name, partitions, cut)] for cut in CUTS if cut not in ("again", "split")}
    assert all(end == ends["once"] for end in ends.values())
