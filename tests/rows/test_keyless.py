"""Tables without a key: loaded again, swept, dumped, their rows compared by value; and what health says of them.

Each story is a feed of its own; all go through the same runs side by side. Times are ms after FIRST_AT.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from pyspark.sql import SparkSession

import one_writer
from changefeed.loader import dumps
from changefeed.project import macros as rendered
from changefeed.runs import declarations
from pipeline import REPO, Pipeline, canal, record

pytestmark = pytest.mark.slow

FIRST_AT = 1_717_210_800_000
Sent = tuple[int, int, str]  # partition, time, payload


def after(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(FIRST_AT / 1000, timezone.utc).replace(tzinfo=None) + timedelta(
        milliseconds=milliseconds
    )


class Drs:
    """What DRS writes: rows of a full load have no number."""

    def __init__(self, table: str = "bag", keys: list[str] | None = None) -> None:
        self.table, self.keys = table, keys

    def send(self, at: int, kind: str, number: int | None, data: dict | None, old: dict | None, partition: int) -> Sent:
        message = {
            "mysqlType": {"v": "text"}, "sqlType": {"v": 12}, "pkNames": self.keys, "id": number, "es": FIRST_AT + at,
            "ts": FIRST_AT + at, "database": "d", "table": self.table, "type": kind, "isDdl": False, "sql": "",
            "data": [data] if data else None, "old": [old] if old else None,
        }  # fmt: skip
        return partition, at, json.dumps(message)

    def load(self, at: int, value: str, partition: int = 0) -> Sent:
        return self.send(at, "INIT", None, self.row(value), None, partition)

    def put(self, at: int, number: int, value: str, partition: int = 0) -> Sent:
        return self.send(at, "INSERT", number, self.row(value), None, partition)

    def take(self, at: int, number: int, value: str, partition: int = 0) -> Sent:
        return self.send(at, "DELETE", number, None, self.row(value), partition)

    def set(self, at: int, number: int, old: str, new: str, partition: int = 0) -> Sent:
        return self.send(at, "UPDATE", number, self.row(new), self.row(old), partition)

    def row(self, value: str) -> dict[str, str]:
        return {"id": value[0], "v": value} if self.keys else {"v": value}

    def truncate(self, at: int, number: int) -> Sent:
        return self.state(at, number, f"truncate {self.table}")

    def state(self, at: int, number: int, sql: str) -> Sent:
        message = {
            "mysqlType": None, "sqlType": None, "pkNames": None, "id": number, "es": FIRST_AT + at, "ts": FIRST_AT + at,
            "database": "d", "table": self.table, "type": "DDL", "isDdl": True, "sql": sql, "data": None, "old": None,
        }  # fmt: skip
        return 0, at, json.dumps(message)


class Debezium:
    """What Debezium writes; with order=offset nothing but Kafka orders it."""

    def send(self, at: int, op: str, before: str | None, after: str | None) -> Sent:
        rows = {name: value and {"v": value} for name, value in (("before", before), ("after", after))}
        source = {"connector": "mysql", "db": "d", "table": "bag", "snapshot": str(op == "r").lower()}
        return 0, at, json.dumps(rows | {"op": op, "ts_ms": FIRST_AT + at, "source": source})

    def load(self, at: int, value: str) -> Sent:
        return self.send(at, "r", None, value)

    def put(self, at: int, value: str) -> Sent:
        return self.send(at, "c", None, value)

    def take(self, at: int, value: str) -> Sent:
        return self.send(at, "d", value, None)


bag, keyed, loose = Drs(), Drs("t", ["id"]), Debezium()
FIRST = [bag.load(10, "a"), bag.load(11, "b"), bag.put(20, 500, "c"), bag.take(21, 501, "a")]
AGAIN = [bag.load(30, "b"), bag.load(31, "c"), bag.load(32, "c")]
ANEW = [bag.put(40, 7, "a")]
# Feed → what is sent before the first run and before the second, and the rows that are left.
STORIES: dict[str, tuple[list[Sent], list[Sent], str]] = {
    "loaded_again": (FIRST, AGAIN + ANEW, "abcc"),
    "loaded_again_in_one_run": (FIRST + AGAIN + ANEW, [], "abcc"),
    "loaded_again_in_two_halves": (FIRST + AGAIN[:1], AGAIN[1:] + ANEW, "abcc"),
    "loaded_again_with_what_no_task_saw": (FIRST, [bag.load(30, v) for v in "cde"], "cde"),
    "loaded_again_what_no_task_saw_first": (FIRST, [bag.load(30, "d"), bag.load(31, "c"), bag.load(32, "b")], "bcd"),
    "a_load_that_alternates_with_changes": (
        [bag.load(10, "a"), bag.put(20, 500, "x"), bag.load(21, "b")],
        [bag.take(30, 501, "a"), bag.load(31, "c"), bag.take(32, 502, "b")],
        "cx",
    ),
    "a_second_load_that_alternates_with_changes": (
        [*FIRST, bag.load(30, "b"), bag.put(31, 502, "e")],
        [bag.load(32, "c"), bag.put(33, 503, "f"), bag.load(34, "g")],
        "bcefg",
    ),
    # What a full load wrote last is sent again: nothing tells that from a row that is there twice.
    "a_load_whose_end_is_sent_again": (
        [*(bag.load(10 + i, v) for i, v in enumerate("abcdef")), bag.put(20, 500, "x")],
        [bag.load(30, "f"), bag.put(31, 501, "y")],
        "abcdeffxy",
    ),
    "a_load_that_is_sent_again_as_a_whole": (FIRST, [(0, at + 20, payload) for _, at, payload in FIRST], "bc"),
    "another_table_shows_the_epoch": (
        [keyed.load(10, "1"), bag.load(11, "a"), keyed.set(20, 500, "1", "1x")],
        [bag.load(30, "a"), keyed.load(31, "1x"), bag.load(32, "b")],
        "ab",
    ),
    "increments_show_late_that_it_was_loaded_again": (
        [bag.load(10, "a"), bag.load(11, "b"), bag.load(30, "a"), bag.load(31, "b"), bag.load(32, "c")],
        [bag.put(20, 500, "c", 1), bag.put(21, 501, "x", 1), bag.put(33, 502, "y", 1)],
        "abcy",
    ),
    "the_load_of_a_new_epoch_comes_late": (
        [*FIRST, keyed.load(10, "1"), keyed.set(20, 500, "1", "1x"), bag.put(40, 7, "b"), keyed.load(30, "1x", 1)],
        [bag.load(31, "b", 2), bag.load(32, "c", 2)],
        "bbc",
    ),
    "loaded_after_changes_only": (
        [bag.put(10, 500, "a"), bag.put(11, 501, "b")], [bag.load(30, "a"), bag.load(31, "b")], "ab",
    ),
    "loaded_again_after_a_truncate": ([*FIRST, bag.truncate(25, 502)], [bag.load(30, "d"), *ANEW], "ad"),
    "loaded_again_after_a_column_was_added": (
        [*FIRST, bag.state(25, 502, "alter table bag add w int default '0'")],
        [bag.send(30, "INIT", None, {"v": v, "w": "0"}, None, 0) for v in "bc"],
        "bc",
    ),
    "loaded_three_times": (
        [*FIRST, *AGAIN, *ANEW], [bag.put(41, 8, "e"), *(bag.load(50 + i, v) for i, v in enumerate("abcce"))], "abcce",
    ),
}  # fmt: skip
# Nothing but Kafka's time orders these.
LOOSE_STORIES: dict[str, tuple[list[Sent], list[Sent], str]] = {
    "unordered_loaded_again": (
        [loose.load(10, "a"), loose.load(11, "b"), loose.put(20, "c"), loose.take(21, "a")],
        [loose.load(30, "b"), loose.load(31, "c"), loose.put(40, "d")],
        "bcd",
    ),
    "unordered_load_that_alternates_with_changes": (
        [loose.load(10, "a"), loose.put(20, "x"), loose.load(21, "b")],
        [loose.take(30, "a"), loose.load(31, "c")],
        "bcx",
    ),
    "unordered_loaded_again_as_declared": (
        [loose.load(10, "a"), loose.load(11, "b")], [loose.load(30, "c"), loose.load(31, "d")], "cd",
    ),
    "unordered_swept": ([loose.load(10, "a"), loose.load(11, "b")], [loose.load(30, "a"), loose.load(31, "c")], "ac"),
    "unordered_dumped": ([loose.load(10, "a"), loose.put(20, "c")], [loose.put(40, "d")], "acd"),
}  # fmt: skip
RESTARTED, SWEPT, DUMPED = list(LOOSE_STORIES)[-3:]


def spelled(at: int, kind: str, value: str, types: dict[str, str] | None, **row: str | None) -> Sent:
    data = {"v": value} | row
    return 0, at, canal(kind, [data], table="bag", keys=None, es=FIRST_AT + at, mysqlType=types)


TYPES = {"v": "varchar(9)", "j": "json", "n": "decimal(10,2)", "t": "datetime(3)", "c": "char(5)"}
ONE = {"j": '{"b": 2, "a": [1, 2.50]}', "n": "1.50", "t": "2024-06-01 10:00:00.500", "c": "x"}
SAME = {"j": '{"a":[1,2.5],"b":2}', "n": "1.5", "t": "2024-06-01 10:00:00.5", "c": "x    "}
OTHER = SAME | {"j": '{"a":[1,2.51],"b":2}'}
# Where the type of a column is known, rows are compared by value.
SPELLED_STORIES: dict[str, tuple[list[Sent], list[Sent], str]] = {
    "spelled_otherwise": (
        [spelled(10, "INSERT", v, TYPES, **ONE) for v in "aab"],
        [spelled(20, "DELETE", "a", TYPES, **SAME), spelled(21, "DELETE", "b", TYPES, **OTHER)],
        "ab",
    ),
    "spelled_otherwise_as_declared": (
        [spelled(10, "INSERT", v, None, j=ONE["j"]) for v in "ab"],
        [spelled(20, "DELETE", "a", None, j=SAME["j"])],
        "b",
    ),
    "spelled_otherwise_and_altered": (
        [spelled(10, "INSERT", v, TYPES, **ONE) for v in "ab"],
        [
            (0, 15, canal("ALTER", None, table="bag", keys=None, es=FIRST_AT + 15, isDdl=True,
                          sql="alter table bag add w int")),
            spelled(20, "DELETE", "a", TYPES, w=None, **SAME),
        ],
        "b",
    ),
    "spelled_otherwise_of_no_known_type": (
        [spelled(10, "INSERT", v, None, **ONE) for v in "ab"], [spelled(20, "DELETE", "a", None, **SAME)], "ab",
    ),
}  # fmt: skip
NOT_FOUND = {"spelled_otherwise": 1, "spelled_otherwise_of_no_known_type": 1}
ALL = STORIES | LOOSE_STORIES | SPELLED_STORIES


def records(feed: str, sent: list[Sent], offsets: dict[int, int]) -> list[dict]:
    found = []
    for partition, at, payload in sent:
        found.append(record(offsets.get(partition, 0), payload, partition, topic=feed, ts=FIRST_AT + at))
        offsets[partition] = offsets.get(partition, 0) + 1
    return found


def left(pipeline: Pipeline) -> dict[str, str]:
    """Feed → the values of the rows of its table without a key, in order, as often as they are there."""
    found: dict[str, Counter[str]] = {}
    for row in pipeline.sql(
        "select feed, row['v'] as v, copies from current_rows where not is_deleted and size(key_columns) = 0"
    ):
        found.setdefault(row["feed"], Counter())[row["v"]] += row["copies"]
    return {feed: "".join(sorted(values.elements())) for feed, values in found.items()}


def everything(pipeline: Pipeline) -> tuple[list, list]:
    """Rows and versions, but for what says in which run they were written."""
    history = pipeline.sql(
        "select * except (applied_batch_id, row), to_json(row) as row from history order by feed, row_key, position"
    )
    return pipeline.state(), history


@pytest.fixture(scope="module")
def stories(pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    pipeline.clear()
    of_drs = {"dialect": "drs_json", "source_kind": "mysql", "history": "on"}
    of_debezium = {"dialect": "debezium", "source_kind": "mysql", "history": "on", "order": "offset"}
    pipeline.declare(
        "feeds",
        *({"feed": feed, "topics": feed} | of_drs for feed in STORIES),
        *({"feed": feed, "topics": feed} | of_debezium for feed in LOOSE_STORIES),
        *({"feed": feed, "topics": feed, "dialect": "canal", "history": "on"} for feed in SPELLED_STORIES),
    )
    pipeline.declare(
        "table_columns",
        {"feed": "spelled_otherwise_as_declared", "source_database": "d", "source_table": "bag"}
        | {"column_name": "j", "source_type": "json"},
    )
    pipeline.declare("table_keys", *({"feed": feed, "source_database": "d", "source_table": "bag"} for feed in ALL))
    offsets: dict[str, dict[int, int]] = {}
    for run in (0, 1):
        if run:
            dump = tmp_path_factory.mktemp("dump") / "bag.csv"
            dump.write_text("v\na\nb\n")
            dumps.load(pipeline.spark, pipeline.folder, dumps.Baseline(dump, DUMPED, "d.bag", ()))
            declarations.restarted(pipeline.spark, pipeline.folder, RESTARTED, after(25))
        pipeline.land(
            each for feed, story in ALL.items() for each in records(feed, story[run], offsets.setdefault(feed, {}))
        )
        pipeline.build()
    declarations.sweep(pipeline.spark, pipeline.folder, SWEPT, "d.bag", after(25))
    pipeline.build()
    return pipeline


@pytest.fixture(scope="module")
def rows_left(stories: Pipeline) -> dict[str, str]:
    return left(stories)


@pytest.mark.parametrize("story", ALL)
def test_the_rows_that_are_left(rows_left: dict[str, str], story: str) -> None:
    assert rows_left.get(story, "") == ALL[story][2]


def test_a_rebuild_gives_the_same_rows_and_versions(stories: Pipeline) -> None:
    before = everything(stories)
    stories.build("--full-refresh")
    for found, expected in zip(everything(stories), before, strict=True):
        assert found == expected


def test_the_history_of_what_is_left_is_current(stories: Pipeline) -> None:
    current = stories.sql(
        "select feed, row['v'] as v, copies from history where is_current and size(key_columns) = 0 order by all"
    )
    assert current == stories.sql(
        "select feed, row['v'] as v, copies from current_rows"
        " where not is_deleted and size(key_columns) = 0 order by all"
    )


def test_health_counts_rows_that_were_not_found_and_copies(stories: Pipeline) -> None:
    stories.dbt("run", "--select", "changefeed_feed_health", "changefeed_partition_health", "changefeed_order_health")
    found = stories.sql("select feed, rows_not_found from feed_health where rows_not_found > 0")
    assert {row["feed"]: row["rows_not_found"] for row in found} == NOT_FOUND
    assert stories.sql("select feed, copies from order_health where copies > 0") == []

    def judged(*variables: str) -> Any:
        return stories.dbt("test", "--select", "feeds_are_healthy", *variables)["feeds_are_healthy"]

    assert str(judged().status) == "warn"
    assert str(judged("--vars", json.dumps({"changefeed_most_rows_not_found": NOT_FOUND})).status) == "pass"
    wrong = judged("--vars", "{changefeed_most_rows_not_found: many}")
    assert str(wrong.status) == "error"
    assert 'The dbt variable changefeed_most_rows_not_found is "many". Give a whole number from 0 on' in wrong.message


def test_copies_are_changes_that_came_again(pipeline: Pipeline) -> None:
    """Changes of one transaction may have one number: of several rows, and of one row. Copies come later."""
    pipeline.clear()
    pipeline.declare("feeds", {"feed": "f", "dialect": "drs_json", "source_kind": "mysql", "topics": "t"})
    one, two = keyed.put(10, 500, "1a"), keyed.put(10, 500, "2a")
    changed = [keyed.set(11, 501, "1a", "1b"), keyed.set(11, 501, "1b", "1c")]
    sent = [(each, 0) for each in (one, two, *changed)] + [(each, 1000) for each in (two, changed[1])]
    pipeline.land(
        record(offset, payload, ts=FIRST_AT + offset + later) for offset, ((_, _, payload), later) in enumerate(sent)
    )
    pipeline.build()
    pipeline.build(models=["changefeed_order_health"])
    assert pipeline.sql("select copies from order_health") == [{"copies": 2}]


# Source type, kind of source, two texts, and whether they are one value.
VALUES = (
    ("json", "mysql", '{"a": 2}', '{"a":2}', True),
    ("json", "mysql", '{"b":1,"a":[1, {"d":null,"c":true}]}', '{"a":[1,{"c":true,"d":null}],"b":1}', True),
    ("json", "mysql", '{"a":1.0}', '{"a":1}', True),
    ("json", "mysql", '{"a":1E2}', '{"a":100.0}', True),
    ("json", "mysql", '{"a":-1.5e-3}', '{"a":-0.0015}', True),
    ("json", "mysql", '{"a":"\\u00e9\\n"}', '{"a": "é\\n"}', True),
    ("json", "mysql", '"1.0"', '"1"', False),
    ("json", "mysql", '{"a":"1"}', '{"a":1}', False),
    ("json", "mysql", "[1,2]", "[2,1]", False),
    ("json", "mysql", '{"a":9007199254740993}', '{"a":9007199254740992}', False),
    ("json", "mysql", "0.1000000000000000055511151231257827021181583404541015625", "0.1", False),
    ("json", "mysql", f"1{'0' * 60}1", f"1{'0' * 60}2", False),
    ("json", "mysql", '{"a":null}', "{}", False),
    ("json", "mysql", '{"a":"x y"}', '{"a":"xy"}', False),
    ("json", "mysql", '{"a":-0.0}', '{"a":0}', False),
    ("json", "mysql", '{"a":"\ufdd01"}', '{"a":1}', False),
    ("json", "mysql", '{"a":1,"a":2}', '{"a":2}', False),
    ("json", "mysql", "{'a':1}", "{'a':2}", False),
    ("jsonb", "postgresql", '{"a": 2}', '{"a":2}', True),
    ("json", "postgresql", '{"a": 2}', '{"a":2}', False),
    ("json", "mariadb", '{"a": 2}', '{"a":2}', False),
    ("io.debezium.data.Json", "mysql", '{"a": 2}', '{"a":2}', True),
    ("io.debezium.data.Json", "postgresql", '{"a": 2}', '{"a":2}', False),
    ("decimal(10,2)", "mysql", "1.50", "1.5", True),
    ("decimal(10,2)", "mysql", "0.00", "0", True),
    ("decimal(10,2)", "mysql", "1.50", "1.51", False),
    ("decimal(10,2)", "mysql", "-1.0", "1", False),
    ("NUMBER", "oracle", ".5", "0.50", True),
    ("numeric", "postgresql", "1.5E+3", "1500", True),
    ("numeric", "postgresql", "12E-4", "0.0012", True),
    ("numeric", "postgresql", "NaN", "nan", False),
    ("org.apache.kafka.connect.data.Decimal(2)", "mysql", "7.10", "7.1", True),
    ("int(5) unsigned zerofill", "mysql", "00042", "42", True),
    ("int", "mysql", "42", "420", False),
    ("double", "mysql", "1.0E10", "10000000000", True),
    ("interval", "postgresql", "01:00:00.0", "1.0", False),
    ("datetime(3)", "mysql", "2024-06-01 10:00:00.000", "2024-06-01 10:00:00", True),
    ("time(6)", "mysql", "-10:00:00.120000", "-10:00:00.12", True),
    ("time(6)", "mysql", "10:00:00.1", "10:00:00.01", False),
    ("timestamp with time zone", "postgresql", "2024-06-01 10:00:00.50+00", "2024-06-01 10:00:00.5+00", True),
    ("timestamptz", "postgresql", "2024-06-01 10:00:00.0+08", "2024-06-01 10:00:00+00", False),
    ("io.debezium.time.ZonedTimestamp", "mysql", "2024-06-01T10:00:00.000Z", "2024-06-01T10:00:00Z", True),
    ("char(5)", "mysql", "ab   ", "ab", True),
    ("character(5)", "postgresql", "ab   ", "ab", True),
    ("char(5)", "mysql", " ab", "ab", False),
    ("varchar(5)", "mysql", "ab ", "ab", False),
    ("character varying(5)", "postgresql", "ab ", "ab", False),
    ("binary(3)", "mysql", "ab ", "ab", False),
    ("text", "mysql", '{"a": 2}', '{"a":2}', False),
    ("", "mysql", "1.50", "1.5", False),
)  # fmt: skip


def test_values_are_one_where_the_source_holds_them_equal(spark: SparkSession) -> None:
    comparable_image = rendered.load(REPO, {}).comparable_image
    rows = [(i, *each[:4]) for i, each in enumerate(VALUES)]
    pairs = spark.createDataFrame(rows, "i int, type string, kind string, a string, b string")
    one, other = (comparable_image(f"map('x', {each})", "map('x', nullif(type, ''))", "kind") for each in "ab")
    found = pairs.selectExpr("i", f"{one}['x'] as a", f"{other}['x'] as b").orderBy("i").collect()
    assert [VALUES[row["i"]] for row in found if (row["a"] == row["b"]) != VALUES[row["i"]][4]] == []


def test_each_relation_has_one_writer_and_reads_what_stands_before_it(stories: Pipeline) -> None:
    assert len({id for id, _ in stories.statements}) > 15
    assert one_writer.faults(stories.statements, stories.manifest) == []
