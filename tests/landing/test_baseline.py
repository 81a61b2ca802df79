"""A dump as snapshot rows before the first increment."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import dumps
from pipeline import Pipeline, canal, record

FEED = {"feed": "f", "dialect": "canal", "topics": "t", "time_zone": "Asia/Shanghai"}


@pytest.fixture
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare("feeds", FEED)
    return pipeline


def load(feeds: Pipeline, file: Path, table: str = "d.t", keys: tuple[str, ...] = ("id",)) -> int:
    return dumps.load(feeds.spark, feeds.folder, dumps.Baseline(file, "f", table, keys)).landed


def replace(feeds: Pipeline, file: Path) -> dumps.Report:
    return dumps.load(feeds.spark, feeds.folder, dumps.Baseline(file, "f", "d.t", ("id",), replaces=True))


def test_of_two_dumps_of_one_table_one_lands(feeds: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one lands while this one is checked, which can take minutes."""
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text("id,v\n1,a\n")
    other.write_text("id,v\n1,b\n2,b\n")
    rows = dumps._rows

    def rows_at_last(*arguments: Any) -> Any:
        monkeypatch.setattr(dumps, "_rows", rows)
        assert load(feeds, other) == 2
        return rows(*arguments)

    monkeypatch.setattr(dumps, "_rows", rows_at_last)
    with pytest.raises(ChangefeedError, match="Another load landed"):
        load(feeds, one)
    assert feeds.sql("select count(*) as n from messages") == [{"n": 2}]
    with pytest.raises(ChangefeedError, match="has a baseline from another file already"):
        load(feeds, one)


@pytest.mark.slow
def test_a_dump_lies_before_every_change_whenever_it_is_landed(feeds: Pipeline, tmp_path: Path) -> None:
    feeds.land(
        [
            record(0, canal("UPDATE", [{"id": "1", "v": "new"}], [{"v": "a"}])),
            record(1, canal("DELETE", [{"id": "2", "v": "b"}])),
            record(2, canal("UPDATE", [{"a": "1", "b": "2", "v": "new"}], [{"v": "x"}], table="o", keys=["a", "b"])),
        ]
    )
    feeds.build()
    other_order = tmp_path / "o.csv"
    other_order.write_text("b,a,v\n2,1,x\n")  # its key's columns are named in another order than the messages' are
    assert load(feeds, other_order, "d.o", ("b", "a")) == 1
    dump = tmp_path / "t.csv"
    dump.write_text('id,v\n1,a\n2,b\n3,"say ""hi"",\n中文"\n4,\n5,""\n')
    assert load(feeds, dump) == 5
    assert load(feeds, dump) == 0
    feeds.build()
    assert [(key, image["v"]) for _, key, image, _ in feeds.rows()] == [
        ('["1","2"]', "new"), ('["1"]', "new"), ('["3"]', 'say "hi",\n中文'), ('["4"]', None), ('["5"]', ""),
    ]  # fmt: skip
    operations = feeds.sql("select operation, count(*) as n from changes where dialect = 'baseline' group by all")
    assert operations == [{"operation": "snapshot", "n": 6}]
    assert feeds.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"

    (tmp_path / "other.csv").write_text("id,v\n9,z\n")
    with pytest.raises(ChangefeedError, match=r"d\.t of feed f has a baseline from another file already"):
        load(feeds, tmp_path / "other.csv")
    assert load(feeds, dump) == 0

    assert replace(feeds, tmp_path / "other.csv") == dumps.Report(landed=1, replaced=5)
    assert replace(feeds, tmp_path / "other.csv") == dumps.Report(landed=0, replaced=0)
    of_dump = "select messages, offsets_without_message as missing from partition_health where topic like '%baseline%'"
    feeds.build("--vars", '{"changefeed_redecode": {"feed": "f"}}')
    assert [(key, image["v"]) for _, key, image, _ in feeds.rows()] == [
        ('["1","2"]', "new"), ('["1"]', "new"), ('["9"]', "z"),
    ]  # fmt: skip
    assert feeds.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"

    assert replace(feeds, dump) == dumps.Report(landed=5, replaced=1), "the first one again"
    feeds.build("--vars", '{"changefeed_redecode": {"feed": "f"}}')
    feeds.build(models=["changefeed_partition_health"])
    assert [key for _, key, _, _ in feeds.rows()] == ['["1","2"]', '["1"]', '["3"]', '["4"]', '["5"]']
    assert feeds.sql(f"{of_dump} order by messages") == [{"messages": 1, "missing": 0}, {"messages": 5, "missing": 0}]
    assert feeds.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"
    assert replace(feeds, tmp_path / "other.csv") == dumps.Report(landed=1, replaced=5)

    feeds.sql(
        "insert into internal.removed_ranges select topic, topic_incarnation, partition, min(offset), max(offset)"
        " from messages group by all"
    )
    feeds.spark.sql("delete from messages")  # as `changefeed maintain` does
    assert load(feeds, tmp_path / "other.csv") == 0
    with pytest.raises(ChangefeedError, match=r"has a baseline of which `changefeed maintain` removed messages"):
        replace(feeds, dump)


@pytest.mark.slow
def test_every_format_keeps_values_as_the_dialect_writes_them(feeds: Pipeline, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "j.jsonl.gz", "wt") as file:
        file.write('{"id":1,"amount":12345678901234567890123456789012345678901234567890.10}\n\n')
    feeds.spark.sql(
        "select 1 as id, cast('1.50' as decimal(30,2)) as amount, timestamp '2024-06-01 03:00:00.000001' as at,"
        " timestamp_ntz '2024-06-01 03:00:00' as wall, date '2024-06-01' as day, true as flag"
    ).coalesce(1).write.parquet(str(tmp_path / "p.parquet"))
    load(feeds, tmp_path / "j.jsonl.gz", "d.j")
    load(feeds, tmp_path / "p.parquet", "d.s.p")
    feeds.build()
    (_, _, from_json, _), (_, _, from_parquet, _) = feeds.rows()
    assert from_json == {"id": "1", "amount": "12345678901234567890123456789012345678901234567890.10"}
    assert from_parquet == {
        "id": "1", "amount": "1.50", "at": "2024-06-01 11:00:00.000001", "wall": "2024-06-01 03:00:00.000000",
        "day": "2024-06-01", "flag": "1",
    }  # fmt: skip


ROWS = {
    "bom.jsonl": b'\xef\xbb\xbf{"id":1,"v":"a"}\r\n\r\n \t\r\n{"id":2, "v":1.50}\r\n',
    "bom.csv": b"\xef\xbb\xbfid,v\r\n1,a\r\n2,1.50\r\n",
    "names.csv": b'id,v,V,"a""b`c","$.x"\n1,a,A,q,d\n2,1.50,B,,"line\r\nbreak"\n',
    "nested.jsonl": b'{"id":1,"v":"a"}\n{"id":2,"v":1.50,"n":{"a":[1.10,null],"b":"}{"},"t":"{\\"x\\":1}"}\n',
}
AT_2 = {  # what the second row has beside id 2 and v 1.50
    "names.csv": {"V": "B", 'a"b`c': None, "$.x": "line\r\nbreak"},
    "nested.jsonl": {"n": '{"a":[1.10,null],"b":"}{"}', "t": '{"x":1}'},
}


@pytest.mark.slow
def test_a_row_is_what_the_file_says_under_any_name(feeds: Pipeline, tmp_path: Path) -> None:
    for name, content in ROWS.items():
        (tmp_path / name).write_bytes(content)
        assert load(feeds, tmp_path / name, f"d'\".{name.replace('.', ':')}") == 2
    feeds.build()
    assert [(table, image) for table, _, image, _ in feeds.rows()] == [
        (name.replace(".", ":"), row)
        for name in sorted(ROWS)
        for row in (
            {"id": "1", "v": "a"} | ({"V": "A", 'a"b`c': "q", "$.x": "d"} if name == "names.csv" else {}),
            {"id": "2", "v": "1.50"} | AT_2.get(name, {}),
        )
    ]
    assert feeds.sql("select distinct source_database from changes") == [{"source_database": "d'\""}]


ROW = b'{"id":"1"}\n'
WRONG = {
    "another member": (b'{"id":"2"},"table":"victim","row":{"id":"9"}', "is not one JSON object: Extra data"),
    "another key": (b'{"id":"2"},"key_columns":["v"]', "is not one JSON object: Extra data"),
    "a closing brace": (b'{"id":"2"}} x {', "is not one JSON object: Extra data"),
    "a closing bracket": (b'{"id":"2"}] x [', "is not one JSON object: Extra data"),
    "two rows": (b'{"id":"2"} {"id":"3"}', "is not one JSON object: Extra data"),
    "another row": (b'{"id":"2"},{"id":"3"}', "is not one JSON object: Extra data"),
    "cut off": (b'{"id":"2"', "is not one JSON object: Expecting"),
    "a name twice": (b'{"id":"2","v":"a","\\u0076":"b"}', "v is named twice"),
    "a name twice within": (b'{"id":"2","v":{"a":1,"a":2}}', "a is named twice"),
    "an array": (b'[{"id":"2"}]', "is not one JSON object"),
    "null": (b"null", "is not one JSON object"),
    "single quotes": (b"{'id':'2'}", "is not one JSON object"),
    "NaN": (b'{"id":"2","v":NaN}', "NaN is not JSON"),
    "a line break in a text": (b'{"id":"2","v":"a\tb"}', "is not one JSON object"),
    "half a surrogate pair": (b'{"id":"2","v":"\\ud83d"}', "surrogate"),
    "no UTF-8": (b'{"id":"2","v":"\xff"}', r"is not UTF-8 \(byte 16\)"),
    "no key": (b'{"ID":"2"}', "has no key column id"),
}


WRONG_CSV = {
    b"id,v,v\n1,a,b\n": "names the column v twice",
    b"id,,v\n1,a,b\n": "column 2 has no name",
    b"id,v\n1,a,b\n": "can't be read, nothing landed",
    b"id,v\n1\n": "can't be read, nothing landed",
    b"id,v\n1,\xff\n": r"line 2: is not UTF-8 \(byte 3\)",
    b"": "is empty",
}


def test_a_line_that_is_not_one_row_is_named_and_nothing_lands(feeds: Pipeline, tmp_path: Path) -> None:
    for line, words in WRONG.values():
        (tmp_path / "t.jsonl").write_bytes(ROW + b"\n" + line + b"\n" + ROW)
        with pytest.raises(ChangefeedError, match=rf"t\.jsonl, line 3: .*{words}"):
            load(feeds, tmp_path / "t.jsonl")
    for content, words in WRONG_CSV.items():
        (tmp_path / "t.csv").write_bytes(content)
        with pytest.raises(ChangefeedError, match=words):
            load(feeds, tmp_path / "t.csv")
    assert feeds.sql("select * from messages") == []


@pytest.mark.parametrize(
    ("name", "table", "keys", "words"),
    [
        ("t.csv", "t", ("id",), "'t' is not a table name; write database.table"),
        ("t.csv", "d.t", ("nr",), "has no key column nr; it has id, v"),
        ("t.xml", "d.t", (), "is not one of .csv"),
    ],
)
def test_a_wrong_dump_is_named(feeds: Pipeline, tmp_path: Path, name: str, table: str, keys: tuple, words: str) -> None:
    (tmp_path / name).write_text("id,v\n1,a\n")
    with pytest.raises(ChangefeedError, match=words):
        load(feeds, tmp_path / name, table, keys)
