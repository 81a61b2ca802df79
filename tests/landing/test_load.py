"""What `changefeed load` promises: each test is named after the rule it shows."""

from __future__ import annotations

import base64
import gzip
import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import captures, landing_tables
from changefeed.watch import preview
from conftest import Warehouse, record, write_capture
from pipeline import REPO


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


# -- what lands is what was sent

LARGE = "x" * 3_000_000
SENT = {
    "plain": record(0),
    "a_tombstone_is_a_message": record(1, None),
    "an_absent_payload_is_null": record(2, ...),
    "a_null_key_is_null": record(3, key=None),
    "an_absent_key_is_null": record(4, key=...),
    "an_empty_payload_is_empty": record(5, ""),
    "headers_keep_order_and_repeat": record(6, headers=["a", "1", "b", None, "a", "2"]),
    "empty_headers_are_null": record(7, headers=[]),
    "a_time_of_minus_one_is_null": record(8, ts=-1, tstype="unknown"),
    "an_absent_time_is_null": record(9, ts=..., tstype=...),
    "log_append_time": record(10, tstype="logappend"),
    "bytes_that_are_no_text": record(11, ..., payload_base64=b64(b"\xff\x00\xfe"), key_base64=b64(b"\x80"), key=...),
    "escapes_and_emoji": record(12, '{"a":"\\u00e9 \\ud83d\\ude00 😀 \\\\ \\" 中文"}'),
    "numbers_keep_their_digits": record(13, '{"n":1.50,"d":9.99999999999999999999999999,"i":123456789012345678901}'),
    "text_that_looks_like_a_member": record(14, '{"payload":{"offset":7,"tstype":"x"}} \\ud800'),
    "a_large_payload": record(15, LARGE),
    "members_in_another_order": json.dumps(dict(reversed(record(16).items()))),
    "blanks_between_members": json.dumps(record(17), indent=None, separators=(" , ", " : ")),
    "escaped_pairs_in_the_line": json.dumps(record(18, "😀 \x00 é")),
    "carriage_return_at_the_end": json.dumps(record(19)) + "\r",
    "blanks_at_the_end": json.dumps(record(20)) + "   ",
    "a_blank_line": "",
    "a_line_of_blanks": "   ",
    "another_partition": record(0, partition=7),
    "a_large_offset": record(2**62, ts=0),
    "a_last_time": record(21, ts=253402300799999),
}


@pytest.fixture(scope="module")
def landed(module_warehouse: Warehouse) -> dict[tuple[int, int], dict]:
    report = module_warehouse.land(*SENT.values())
    assert report.rejected == []
    rows = module_warehouse.sql("select * from messages")
    assert report.landed == len(rows) == len(SENT) - 2  # two blank lines
    return {(row["partition"], row["offset"]): row for row in rows}


def test_what_lands_is_what_was_sent(landed: dict) -> None:
    for sent in SENT.values():
        one = sent if isinstance(sent, dict) else json.loads(sent) if sent.strip() else None
        if one is None:
            continue
        row = landed[one["partition"], one["offset"]]
        for column, member in (("key", "key"), ("value", "payload")):
            expected = one.get(member)
            expected = None if expected is None else expected.encode()
            if one.get(f"{member}_base64"):
                expected = base64.b64decode(one[f"{member}_base64"])
            assert row[column] == expected, sent


def test_decode_reads_a_record_as_it_lands(landed: dict) -> None:
    given = preview.values(
        "\n".join(each if isinstance(each, str) else json.dumps(each) for each in SENT.values()).encode()
    )
    for found in preview.records(given, "here"):
        row = landed[found.partition, found.offset]
        headers = row["headers"] and [(each["key"], each["value"]) for each in row["headers"]]
        at = row["kafka_at"] and int(row["kafka_at"].replace(tzinfo=timezone.utc).timestamp() * 1000)
        assert (found.topic, found.key, found.value) == (row["topic"], row["key"], row["value"])
        assert (found.at, found.headers) == (at, headers)


def test_every_record_has_its_identity_and_batch(landed: dict) -> None:
    for row in landed.values():
        assert (row["topic"], row["topic_incarnation"], row["batch_id"]) == ("shop", "", 1)
        assert row["landed_at"] is not None


def test_headers_are_pairs_in_their_order(landed: dict) -> None:
    pairs = [{"key": "a", "value": b"1"}, {"key": "b", "value": None}, {"key": "a", "value": b"2"}]
    assert landed[0, 6]["headers"] == pairs
    assert landed[0, 7]["headers"] is landed[0, 0]["headers"] is None


def test_times_are_utc_milliseconds_or_null(landed: dict) -> None:
    assert landed[0, 1]["kafka_at"] == datetime(2025, 10, 9, 8, 53, 20, 1000)
    assert landed[0, 21]["kafka_at"] == datetime(9999, 12, 31, 23, 59, 59, 999000)
    assert landed[0, 8]["kafka_at"] is landed[0, 9]["kafka_at"] is None
    kinds = [landed[0, offset]["kafka_at_type"] for offset in (0, 8, 9, 10)]
    assert kinds == ["create", None, None, "append"]


# -- malformed lines are set aside

SURROGATE = json.dumps(record(0)).replace("{}", "\\ud83d")
MALFORMED = {
    "no JSON": ("xx", "not JSON"),
    "cut off": (json.dumps(record(0))[:-10], "not JSON, or cut off"),
    "trailing text": (json.dumps(record(0)) + " x", "not JSON"),
    "trailing text and brace": (json.dumps(record(0)) + " x }", "not JSON"),
    "two objects": (json.dumps(record(0)) + json.dumps(record(1)), "not JSON"),
    "one brace too many": (json.dumps(record(0)) + "}", "not JSON"),
    "single quotes": (json.dumps(record(0)).replace('"', "'"), "not JSON"),
    "NaN": (json.dumps(record(0)).replace("1760000000000", "NaN"), "NaN"),
    "an array": (json.dumps([record(0)]), "not a JSON object"),
    "a number": ("1", "not a JSON object"),
    "no UTF-8": (json.dumps(record(0)).encode().replace(b"{}", b"\xff"), "not UTF-8"),
    "no topic": (record(0, topic=...), "topic"),
    "empty topic": (record(0, topic=""), "topic"),
    "topic no text": (record(0, topic=7), "topic"),
    "topic of a baseline": (record(0, topic="changefeed_baseline.shop"), "load --baseline"),
    "no partition": (record(0, partition=...), "partition"),
    "partition is text": (record(0, partition="0"), "partition"),
    "partition too large": (record(0, partition=2**31), "partition"),
    "negative partition": (record(0, partition=-1), "partition"),
    "no offset": (record(0) | {"offset": None}, "offset"),
    "offset a fraction": (record(0) | {"offset": 1.5}, "offset"),
    "negative offset": (record(-1), "offset"),
    "offset too large": (record(2**63), "offset"),
    "payload an object": (record(0, {"n": 1.50}), "payload is not a string"),
    "payload a number": (record(0, 12), "payload is not a string"),
    "payload an array": (record(0, ["a"]), "payload is not a string"),
    "payload true": (record(0, True), "payload is not a string"),
    "key a number": (record(0, key=5), "key is not a string"),
    "base64 a number": (record(0, ..., payload_base64=1234), "payload_base64 is not a string"),
    "no base64": (record(0, ..., payload_base64="!!"), "base64"),
    "no base64 key": (record(0, key=..., key_base64="!!"), "base64"),
    "both payloads": (record(0, "a", payload_base64="YQ=="), "both payload and payload_base64"),
    "both keys": (record(0, key="a", key_base64="YQ=="), "both key and key_base64"),
    "odd headers": (record(0, headers=["a"]), "odd number"),
    "headers an object": (record(0, headers={"a": "1"}), "headers is not a flat array"),
    "a header of a number": (record(0, headers=["a", 1]), "headers is not a flat array"),
    "a header without a name": (record(0, headers=[None, "1"]), "a header has no name"),
    "half a surrogate pair": (SURROGATE, "surrogate"),
    "time is text": (record(0, ts="now"), "ts"),
    "time beyond the calendar": (record(0, ts=2**60), "ts"),
    "unknown tstype": (record(0, tstype="other"), "tstype"),
}  # fmt: skip


@pytest.fixture(scope="module")
def malformed(module_warehouse: Warehouse) -> tuple[Path, captures.LoadReport, captures.LoadReport]:
    lines = [line for line, _ in MALFORMED.values()]
    good = [record(1000), record(1001)]
    file = module_warehouse.capture(good[0], *lines, "", good[1], name="half bad [1].jsonl")
    return file, module_warehouse.load(file), module_warehouse.load(file)


def test_the_rest_of_the_file_lands(malformed: tuple, module_warehouse: Warehouse) -> None:
    _, first, _ = malformed
    assert (first.landed, first.already_there) == (2, 0)


def test_a_malformed_line_is_set_aside_with_file_line_and_reason(malformed: tuple) -> None:
    file, first, _ = malformed
    found = {line.line_number: line for line in first.rejected}
    assert sorted(found) == list(range(2, 2 + len(MALFORMED)))
    for number, (name, (_, reason)) in enumerate(MALFORMED.items(), start=2):
        assert found[number].file == str(file)
        assert reason in found[number].reason, name


def test_a_malformed_line_is_stored_as_it_was(malformed: tuple, module_warehouse: Warehouse) -> None:
    file, first, _ = malformed
    stored = module_warehouse.sql("select * from rejected_lines order by line_number")
    assert [row["line"] for row in stored] == file.read_bytes().split(b"\n")[1 : 1 + len(MALFORMED)]
    assert {(row["file"], row["batch_id"]) for row in stored} == {(str(file), first.batch_id)}


def test_a_malformed_line_is_not_set_aside_twice(malformed: tuple) -> None:
    _, first, again = malformed
    assert (first.newly_rejected, again.newly_rejected) == (len(MALFORMED), 0)
    assert len(again.rejected) == len(MALFORMED)
    assert (again.landed, again.already_there, again.batch_id) == (0, 2, None)


@pytest.mark.parametrize("kind", ["cut off", "damaged"])
def test_a_broken_file_is_named_and_the_others_land(warehouse: Warehouse, tmp_path: Path, kind: str) -> None:
    plain = write_capture(tmp_path / "one.jsonl", [record(offset, "x" * 99) for offset in range(500)])
    packed = bytearray(gzip.compress(plain.read_bytes()))
    packed[-8] ^= kind == "damaged"
    (tmp_path / "two.jsonl.gz").write_bytes(packed[: len(packed) if kind == "damaged" else len(packed) // 2])
    write_capture(tmp_path / "three.jsonl", [record(0, partition=1), "no record"])
    result = warehouse.cli("load", str(tmp_path))
    assert result.exit_code == 1 and f"two.jsonl.gz: it is {kind}" in result.output, result.output
    assert warehouse.sql("select count(*) as n from messages") == [{"n": 501}]
    assert [row["file"] for row in warehouse.sql("select file from rejected_lines")] == [str(tmp_path / "three.jsonl")]
    alone = warehouse.cli("load", str(tmp_path / "two.jsonl.gz"))
    assert alone.exit_code == 1 and f"nothing landed: left out {tmp_path}/two.jsonl.gz: it is {kind}" in alone.output


def test_a_file_of_something_else_is_named_and_the_others_land(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(captures, "_MOST_MALFORMED", 100)
    write_capture(tmp_path / "a.jsonl", [record(0), "no record"])
    write_capture(tmp_path / "b.jsonl", [f"line {number}" for number in range(101)])
    write_capture(tmp_path / "c.jsonl", [record(1), "no record either"])
    result = warehouse.cli("load", str(tmp_path))
    assert result.exit_code == 1 and f"left out {tmp_path}/b.jsonl: 101 lines of it are not" in result.output
    assert "a.jsonl: 1 line" not in result.output and "landed         2" in result.output
    found = warehouse.sql("select file from rejected_lines order by file")
    assert [Path(row["file"]).name for row in found] == ["a.jsonl", "c.jsonl"]


# -- landing is idempotent


def test_a_record_lands_once(warehouse: Warehouse) -> None:
    file = warehouse.capture(record(0), record(1), record(1), record(2))
    first, again = warehouse.load(file), warehouse.load(file)
    assert (first.landed, first.already_there) == (3, 1)
    assert (again.landed, again.already_there, again.batch_id) == (0, 4, None)
    overlapping = warehouse.land(record(2), record(3), record(1, partition=1))
    assert (overlapping.landed, overlapping.already_there, overlapping.batch_id) == (2, 1, 2)
    assert warehouse.sql("select count(*) as n from messages") == [{"n": 5}]


def test_records_between_landed_ones_land(warehouse: Warehouse) -> None:
    warehouse.land(record(0), record(2), record(4))
    assert warehouse.land(record(1), record(3), record(5)).landed == 3


@pytest.mark.parametrize(
    "other",
    [
        record(1, "other"),
        record(1, None),
        record(1, key="other"),
        record(1, key=None, payload="1"),
        record(1, headers=["a", "1"]),
        record(1, ts=7),
    ],
    ids=["value", "tombstone", "key", "key and value swapped", "headers", "time"],
)
def test_the_same_place_with_other_bytes_is_an_error_and_lands_nothing(
    module_warehouse: Warehouse, other: dict
) -> None:
    place = {"topic": "conflict"}
    module_warehouse.land(record(0, **place), record(1, **place))
    file = module_warehouse.capture(other | place, record(9, **place))
    with pytest.raises(ChangefeedError) as error:
        module_warehouse.load(file)
    place_in_words = ("topic conflict", "incarnation ''", "partition 0", "offset 1", str(file))
    for words in (*place_in_words, "leave the other line out", "--incarnation"):
        assert words in str(error.value)
    assert module_warehouse.sql("select count(*) as n from messages where topic = 'conflict'") == [{"n": 2}]


def test_two_contents_of_one_place_in_one_load_are_an_error_that_names_both_files(
    warehouse: Warehouse,
) -> None:
    one, two = warehouse.capture(record(5, "one")), warehouse.capture(record(5, "two"))
    with pytest.raises(ChangefeedError) as error:
        warehouse.load(one, two)
    assert str(one) in str(error.value) and str(two) in str(error.value)
    assert warehouse.sql("select count(*) as n from messages") == [{"n": 0}]


def test_a_topic_made_again_is_another_incarnation(warehouse: Warehouse) -> None:
    warehouse.land(record(0, "before"))
    assert warehouse.land(record(0, "after"), incarnation="it's second").landed == 1
    rows = warehouse.sql("select topic_incarnation as i, cast(value as string) as v from messages order by i")
    assert rows == [{"i": "", "v": "before"}, {"i": "it's second", "v": "after"}]


def test_batch_ids_rise_also_past_loads_that_only_set_lines_aside(warehouse: Warehouse) -> None:
    assert [warehouse.land(line).batch_id for line in (record(0), "no record", record(1))] == [1, 2, 3]


def test_a_second_load_at_the_same_time_lands_nothing(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    warehouse.land(record(0))
    monkeypatch.setattr(captures, "next_batch_id", lambda spark: 1)
    with pytest.raises(ChangefeedError, match="Another load"):
        warehouse.land(record(1))
    assert warehouse.sql("select count(*) as n from messages") == [{"n": 1}]


def test_of_two_loads_of_one_file_one_lands(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one lands between this one's look at what has landed and its commit."""
    file = warehouse.capture(record(0), record(1))
    look = captures._landed_in

    def look_and_wait(*arguments: Any) -> Any:
        found = look(*arguments)
        monkeypatch.setattr(captures, "_landed_in", look)
        assert warehouse.load(file).landed == 2
        return found.where("false")  # as it was when this one looked

    monkeypatch.setattr(captures, "_landed_in", look_and_wait)
    with pytest.raises(ChangefeedError, match=r"Another load landed .* Run it again"):
        warehouse.load(file)
    assert warehouse.sql("select count(*) as n from messages") == [{"n": 2}]
    assert warehouse.load(file).already_there == 2


def test_a_load_lands_after_the_newest_one_was_taken_away(warehouse: Warehouse) -> None:
    """The table remembers the numbers of loads whose rows are gone."""
    for each in range(3):
        warehouse.land(record(each))
    warehouse.sql("delete from messages where batch_id > 1")
    assert [warehouse.land(record(each)).landed for each in (1, 3)] == [1, 1]
    assert [row["batch_id"] for row in warehouse.sql("select batch_id from messages order by 1")] == [1, 4, 5]


# -- many topics, many files


def test_more_partitions_than_are_looked_up_one_by_one(warehouse: Warehouse) -> None:
    records = [record(n % 3, topic=f"t{n // 3}") for n in range(3 * (captures._MOST_RANGES + 1))]
    file = warehouse.capture(*records)
    assert warehouse.load(file).landed == len(records)
    assert warehouse.load(file).already_there == len(records)


def test_a_small_load_is_one_file_sorted_by_topic(warehouse: Warehouse) -> None:
    files = [warehouse.capture(record(n, topic="b"), record(n, topic="a")) for n in range(3)]
    warehouse.load(*files)
    rows = warehouse.sql("select topic, _metadata.file_path as file from messages")
    assert len({row["file"] for row in rows}) == 1
    assert [row["topic"] for row in rows] == ["a"] * 3 + ["b"] * 3


def test_a_large_load_lands_in_one_commit_in_parts_of_rising_offsets(warehouse: Warehouse) -> None:
    warehouse.land(record(0, topic="other"))
    file = warehouse.capture(
        *(record(n, partition=0) for n in range(50)), *(record(1000 + n, partition=1) for n in range(10))
    )
    warehouse.use()
    report = captures.load(warehouse.spark, REPO, [file], most_per_batch=20)
    assert (report.landed, report.batch_id) == (60, 2)
    rows = warehouse.sql(
        "select batch_id, partition, count(*) as n, min(offset) as first, max(offset) as last from messages"
        " where batch_id > 1 group by all order by partition, batch_id"
    )
    assert [tuple(row.values()) for row in rows] == [
        (2, 0, 17, 0, 16), (3, 0, 17, 17, 33), (4, 0, 16, 34, 49),
        (2, 1, 4, 1000, 1003), (3, 1, 3, 1004, 1006), (4, 1, 3, 1007, 1009),
    ]  # fmt: skip
    assert warehouse.land(record(99)).batch_id == 5
    again = captures.load(warehouse.spark, REPO, [file], most_per_batch=20)
    assert (again.landed, again.already_there) == (0, 60)


def test_the_tables_are_those_that_the_sources_describe(warehouse: Warehouse) -> None:
    landing_tables.create_tables(warehouse.spark, Path.cwd())
    columns = {c.name: c.dataType.simpleString() for c in warehouse.spark.table("messages").schema}
    assert columns["headers"] == "array<struct<key:string,value:binary>>"
    assert (columns["offset"], columns["partition"], columns["value"]) == ("bigint", "int", "binary")


def test_files_folders_globs_and_gzip_are_read(warehouse: Warehouse, tmp_path: Path) -> None:
    write_capture(tmp_path / "in" / "a b.json", [record(0)])
    write_capture(tmp_path / "in" / "deep" / "c{1}*.log", [record(1)])
    write_capture(tmp_path / "in" / "ignored.csv", ["x"])
    (tmp_path / "in" / "empty.txt").touch()
    packed = write_capture(tmp_path / "in" / "d.jsonl", [record(2)])
    (tmp_path / "in" / "d.jsonl.gz").write_bytes(gzip.compress(packed.read_bytes() + b"bad line\n"))
    packed.unlink()
    named = write_capture(tmp_path / "capture.dump", [record(3)])
    write_capture(tmp_path / "g1.txt", [record(4)])
    write_capture(tmp_path / "g2.txt", [record(5)])
    report = warehouse.load(tmp_path / "in", named, tmp_path / "g*.txt", tmp_path / "in" / "a b.json")
    assert (report.files, report.landed) == (7, 6)
    assert [(Path(line.file).name, line.line_number) for line in report.rejected] == [("d.jsonl.gz", 2)]


# -- files that can't be read (no Spark needed)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("_hidden.json", b"{}", "Rename it"),
        ("packed.json.zst", b"x", "Unpack it"),
        ("packed.json", gzip.compress(b"x", mtime=0), "is compressed with gzip"),
        ("plain.json.gz", b"xx", "is not compressed with gzip"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ChangefeedError, match=words) as error:
        captures.find_files([tmp_path / name])
    assert str(tmp_path / name) in str(error.value)


def test_a_path_that_names_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ChangefeedError, match="no such file"):
        captures.find_files([tmp_path / "missing.json"])
    with pytest.raises(ChangefeedError, match="holds no capture file"):
        captures.find_files([tmp_path])
