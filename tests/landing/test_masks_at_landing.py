"""Masks that act as messages land: no byte of a masked value is stored, and the rest is as with masks at decoding."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import captures, dumps, landing_tables
from changefeed.loader.masked_texts import masked
from changefeed.project import macros, seeds
from changefeed.spark import file_search, folders
from pipeline import REPO, Pipeline, canal, record

KEY = "a key of more than sixteen bytes"
LINE = {"feed": "f", "dialect": "canal", "topics": "t"}
CAPTURES = REPO / "demo" / "captures"
JSON = [
    each["name"]
    for each in macros.own().dialects()
    if not each.get("is_internal") and each["envelope"]["format"] != "avro" and each.get("written") != "avro"
]
# A path within a masked document has no text that both places could hash: its texts are left out.
IMAGES = ", ".join(
    f"to_json(array_sort(map_entries(map_filter({image}, (name, text) -> not contains(name, '\\u0000'))))) as {image}"
    for image in ("before", "after")
)
CHANGES = (
    "select topic, partition, offset, message_index, step, dialect, operation, reason, source_database, source_schema,"
    " source_table, row_key, previous_row_key, to_json(key_columns) as key_columns, is_partial, statement,"
    f" statement_kind, position, {IMAGES} from internal.decoded order by 1, 2, 3, 4, 5, row_key"
)


def hashed(text: str) -> str:
    return hmac.new(KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def mask(column: str, action: str, table: str = "", place: str = "landing", feed: str = "f") -> dict[str, str]:
    return {"feed": feed, "source_table": table, "column_name": column, "action": action, "place": place}


@pytest.fixture(scope="module", autouse=True)
def key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    file = tmp_path_factory.mktemp("key") / "key"
    file.write_text(KEY + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHANGEFEED_MASK_KEY_FILE", str(file))
        yield file


@pytest.fixture
def shop(pipeline: Pipeline) -> Iterator[Pipeline]:
    pipeline.clear()
    pipeline.declare("feeds", LINE)
    yield pipeline
    pipeline.declare("table_masks")


def search(pipeline: Pipeline, *values: str) -> dict[str, list[str]]:
    """Values, with the files of the warehouse that have them."""
    described = [
        row
        for schema in (pipeline.schema, f"{pipeline.schema}_internal")
        for row in pipeline.spark.sql(f"describe schema `{schema}`").collect()
    ]
    places = [folders.at(row["info_value"], pipeline.spark) for row in described if row["info_name"] == "Location"]
    searched = file_search.search(pipeline.spark, places, [*values])
    assert searched.unread == {}
    return searched.found


# -- every dialect of JSON


# A text in the rows of each capture, which gets an end that can be looked for. That of the Open Protocol is in base64.
TEXTS = {
    "arcade": "Post", "bakery": "Semmel", "bar": "Tea 茶", "bazaar": "Post", "books": "T-1",
    "cafe": "Mug", "carts": "Ulm", "cellar": "B-2", "chapel": "Big Ben 钟", "club": "Ann 安",
    "depot": "T-1", "desk": "Kaffee?", "dock": "Ada 茶", "erp": "T-1", "fair": "Sweets 茶", "garden": "好",
    "granary": "Weizen 麦", "harbour": "Anna", "kiosk": "Tee 茶", "library": "好", "lodge": "Red 茶",
    "meadow": "Boskoop 苹果", "meters": "茶", "mill": "dark", "mine": "Deep 深", "pier": "Gull 鸥",
    "post": "bike", "ride": "Wheel 轮", "shop": "SO-0003", "smithy": "Saw 锯", "stall": "Post",
    "tearoom": "Sencha", "vine": "Rot 茶", "voices": "sehr gut 好", "works": "P-1",
}  # fmt: skip
OPEN = "Garden"


class EveryDialect:
    """What became of the demo's captures, by dialect: with masks at decoding, and at landing."""

    def __init__(self, pipeline: Pipeline, folder: Path) -> None:
        feeds = {name: line for name, line in seeds.read_feeds(REPO).items() if line["dialect"] in JSON}
        self._pipeline = pipeline
        self.values = {line["dialect"]: f"geheim-{name}" for name, line in feeds.items()} | {"ticdc_open": OPEN}
        self.files = [self._with_values(name, folder) for name in feeds]
        self._load([mask("*", "hash", feed=name, place="decode") for name in feeds])
        pipeline.build(models=["+changefeed_decoded"])
        self.at_decoding = self._changes()
        self.found_at_decoding = search(pipeline, *self.values.values())
        first = self._load([mask("*", "hash", feed=name) for name in feeds])
        again = captures.load(pipeline.spark, pipeline.folder, self.files)
        self.landed = first.landed, again.landed, again.already_there
        pipeline.build()
        self.at_landing = self._changes()
        self.found = search(pipeline, *self.values.values())

    def _with_values(self, name: str, folder: Path) -> Path:
        [capture] = CAPTURES.glob(f"{name}_*.jsonl")
        text, written = capture.read_text(), folder / capture.name
        for each in ("\\", "\\\\\\"):
            text = text.replace(f'{TEXTS.get(name, "-")}{each}"', f'{TEXTS.get(name, "-")} geheim-{name}{each}"')
        written.write_text(text)
        return written

    def _load(self, masks: list[dict[str, str]]) -> captures.LoadReport:
        self._pipeline.clear()
        self._pipeline.declare_as_shipped()
        self._pipeline.declare("table_masks", *masks)
        landing_tables.create_tables(self._pipeline.spark, self._pipeline.folder)
        return captures.load(self._pipeline.spark, self._pipeline.folder, self.files)

    def _changes(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for row in self._pipeline.sql(CHANGES):
            if row["reason"] == "left_out_at_landing":
                row["reason"] = "invalid_json"  # what it was
            found.setdefault(row["dialect"], []).append(row)
        return found


@pytest.fixture(scope="module")
def every(pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EveryDialect]:
    yield EveryDialect(pipeline, tmp_path_factory.mktemp("captures"))
    pipeline.clear()


@pytest.mark.parametrize("dialect", JSON)
def test_no_byte_of_a_masked_value_is_in_any_file(every: EveryDialect, dialect: str) -> None:
    value = every.values[dialect]
    assert value in every.found_at_decoding  # else it proves nothing
    assert every.found.get(value, []) == []


@pytest.mark.parametrize("dialect", JSON)
def test_changes_are_those_of_masks_at_decoding(every: EveryDialect, dialect: str) -> None:
    assert every.at_landing[dialect]
    assert every.at_landing[dialect] == every.at_decoding[dialect]


def test_the_same_captures_land_once(every: EveryDialect) -> None:
    first, again, already_there = every.landed
    assert (again, already_there) == (0, first)


# -- one feed


def person(key: str, email: str | None = "ada@secret.example", **more: Any) -> dict[str, Any]:
    return {"id": key, "email": email, "phone": "13812345678", "city": "Ulm", **more}


def people(kind: str, *rows: dict[str, Any], **more: Any) -> str:
    types = {"id": "decimal(20,2)", "email": "varchar(80)", "phone": "varchar(20)"}
    return canal(kind, list(rows), table="people", mysqlType=types, **more)


MASKS = (mask("id", "hash", "people"), mask("*mail", "hash"), mask("phone", "keep_last:4", "people"))
MESSAGES = (
    people("INSERT", person("1.00"), person("2")),
    people("UPDATE", person("1.00", "bob@secret.example"), old=[{"email": "ada@secret.example"}]),
    people("UPDATE", person("3"), old=[{"id": "2.00"}]),
    canal("ALTER", None, table="people", isDdl=True,
          sql="alter table d.people add column mail varchar(80) "
              "comment 'as ada@secret.example' default 'x@secret.example'"),
    canal("QUERY", None, table="people", sql="update people set email = 'ada@secret.example'"),
)  # fmt: skip


def with_key(place: int, payload: str | None, key: str | None = None, **more: Any) -> dict[str, Any]:
    return record(place, payload) | {"key": key, **more}


def test_rows_keys_and_statements_are_those_of_masks_at_decoding(shop: Pipeline) -> None:
    found = []
    for place in ("decode", "landing"):
        shop.clear()
        shop.declare("table_masks", *(each | {"place": place} for each in MASKS))
        shop.land(with_key(place, payload, "ada@secret.example") for place, payload in enumerate(MESSAGES))
        shop.build()
        found.append((shop.rows(), shop.sql(CHANGES), shop.sql("select statement, is_understood from table_events")))
    assert found[0] == found[1]
    rows, changes, events = found[1]
    assert {key for _, key, _, _ in rows} == {json.dumps([hashed("1")]), json.dumps([hashed("3")])}
    assert [each["reason"] for each in changes] == [None] * len(changes)
    assert [each["statement"] for each in events] == [
        "alter table d.people add column mail varchar(80) comment '' default NULL"
    ]
    assert search(shop, "secret.example", "13812345678") == {}


def test_what_cannot_be_parsed_waits_in_quarantine_without_its_value(shop: Pipeline) -> None:
    shop.declare("table_masks", *MASKS)
    cut_off = '{"data":[{"email":"ada@secret.example"'
    tombstone = with_key(3, None, '{"id":"1"}', headers=["user", "ada@secret.example", "__op", "d"])
    report = shop.land([
        with_key(0, MESSAGES[0]), with_key(1, cut_off), with_key(2, "ada@secret.example"), tombstone,
        {"topic": "t", "email": "ada@secret.example"},
    ])  # fmt: skip
    assert (report.landed, report.newly_rejected) == (4, 1)
    shop.build()
    quarantined = shop.sql("select `offset`, reason, detail from quarantine order by `offset`")
    assert [(row["offset"], row["reason"]) for row in quarantined] == [
        (1, "left_out_at_landing"), (2, "left_out_at_landing"),
    ]  # fmt: skip
    assert [row["detail"] for row in quarantined] == [
        f"The value was left out at landing, because it is not one whole JSON document (character {character}). "
        f"It had {size} bytes."
        for character, size in ((len(cut_off) + 1, len(cut_off)), (1, 18))
    ]
    counts = shop.sql("select count(*) as n, count(distinct `offset`) as places from internal.decoded")
    assert counts == [{"n": 5, "places": 4}]
    [stored] = shop.sql("select key, value, headers from messages where `offset` = 3")
    assert (stored["value"], stored["key"]) == (None, b'{"id":"%s"}' % hashed("1").encode())
    assert [(each["key"], each["value"]) for each in stored["headers"]][:2] == [("user", None), ("__op", b"d")]
    rejected = shop.sql("select reason, cast(line as string) as line from rejected_lines")
    assert [row["line"].startswith("changefeed: left out at landing (") for row in rejected] == [True]
    assert search(shop, "secret.example", "13812345678") == {}


def test_a_place_has_one_record_by_what_it_was(shop: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.declare("table_masks", mask("email", "null"))
    records = [with_key(place, payload) for place, payload in enumerate(MESSAGES[:3])]
    assert shop.land(records).landed == 3
    again = shop.land([*records, with_key(3, MESSAGES[0])])
    assert (again.landed, again.already_there) == (1, 3)
    other = MESSAGES[1].replace("bob@secret.example", "eve@secret.example")  # which lands as the same bytes
    with pytest.raises(ChangefeedError, match=r"offset 1: the record in .* differs from what landed") as refused:
        shop.land([with_key(1, other)])
    assert "secret" not in str(refused.value)
    file = tmp_path / "key"
    file.write_text("another key of more than sixteen bytes\n")
    monkeypatch.setenv("CHANGEFEED_MASK_KEY_FILE", str(file))
    assert shop.land(records).already_there == 3
    shop.declare("table_masks")
    assert shop.land(records).already_there == 3


def test_what_landed_before_the_mask_is_known_again(shop: Pipeline) -> None:
    records = [with_key(place, payload) for place, payload in enumerate(MESSAGES[:3])]
    shop.land(records)
    shop.declare("table_masks", *MASKS)
    report = shop.land([*records, with_key(3, MESSAGES[0])])
    assert (report.landed, report.already_there) == (1, 3)


def test_a_dump_lands_masked(shop: Pipeline, tmp_path: Path) -> None:
    shop.declare("table_masks", *MASKS)
    file = tmp_path / "people.csv"
    file.write_text("id,email,phone,city\n1,ada@secret.example,13812345678,Ulm\n2,,,\n")
    dumps.load(shop.spark, shop.folder, dumps.Baseline(file, "f", "d.people", ("id",)))
    shop.build()
    rows = {key: row for _, key, row, _ in shop.rows()}
    assert rows[json.dumps([hashed("1")])] == {
        "id": hashed("1"), "email": hashed("ada@secret.example"), "phone": "*******5678", "city": "Ulm",
    }  # fmt: skip
    assert len(rows) == 2
    assert search(shop, "secret.example", "13812345678") == {}


def test_avro_and_misspelled_lines_land_nothing(shop: Pipeline) -> None:
    shop.declare("feeds", LINE, {"feed": "g", "dialect": "dts_avro", "topics": "u"})
    for line, said in (
        (mask("email", "hash", feed="*"), r"column place: the messages of feed 'g' are Avro \(dts_avro\)"),
        (mask("email", "hash", place="lading"), "column place: there is no place 'lading'"),
        (mask("email", "hash", feed="h"), "seeds/changefeed_feeds.csv declares no feed 'h'"),
    ):
        shop.declare("table_masks", line)
        with pytest.raises(ChangefeedError, match=said):
            shop.land([with_key(0, MESSAGES[0])])
    landing_tables.create_tables(shop.spark, shop.folder)
    assert shop.sql("select count(*) as n from messages") == [{"n": 0}]


def test_texts_are_masked_as_the_macro_masks_them(shop: Pipeline) -> None:
    texts = ["", "1", "1.0", "005", "-0.50", "+7", "1e3", "-2.5E-2", "0.00", "a", "é😀x", "13812345678", "1980-05-06",
             "1980-05-06 07:08:09.123", "1980-05-06T07:08:09Z", "1980-05-6", "42999.5", "-1", "99.9999999999", " 12 ",
             "1" * 40, ".5", "5.", "NaN"]  # fmt: skip
    actions = [
        ("hash", ""),
        ("keep_first", "3"),
        ("keep_last", "4"),
        ("generalize", "year"),
        ("generalize", "10"),
        ("null", ""),
    ]
    own = macros.own()
    for source_type in ("decimal(9,2)", "varchar(20)", "bigint unsigned"):
        selected = ", ".join(
            f"{own.masked_text('text', {'action': action, 'argument': argument}, own.comparable_text('text', 'type'))}"
            f" as c{place}"
            for place, (action, argument) in enumerate(actions)
        )
        values = ", ".join(f"('{text}')" for text in texts)
        rows = shop.sql(
            f"select text, {selected} from (select text, '{source_type}' as type from values {values} as t (text))"
            f" cross join ({own.mask_key()})"
        )
        expected = {
            text: [masked(text, action, argument, KEY.encode(), source_type) for action, argument in actions]
            for text in texts
        }
        assert {row["text"]: [row[f"c{place}"] for place in range(len(actions))] for row in rows} == expected
