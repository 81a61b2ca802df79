"""Personal data that a project masks: it is nowhere behind the decoder, and keys stay keys."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import captures, landing_tables
from changefeed.project import macros, seeds
from changefeed.spark import file_search, folders
from changefeed.typed import masks, personal, source_columns
from conftest import write_capture
from pipeline import LINKED, REPO, Pipeline, canal, record
from processes import finish, start

KEY = "a key of more than sixteen bytes"
LINE = {"feed": "f", "dialect": "canal", "topics": "t"}


def hashed(text: str) -> str:
    return hmac.new(KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def mask(table: str, column: str, action: str, **more: str) -> dict[str, str]:
    return {"feed": "f", "source_table": table, "column_name": column, "action": action, **more}


@pytest.fixture
def shop(pipeline: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipeline]:
    pipeline.clear()
    pipeline.declare("feeds", LINE)
    (tmp_path / "key").write_text(KEY + "\n")
    monkeypatch.setenv("CHANGEFEED_MASK_KEY_FILE", str(tmp_path / "key"))
    yield pipeline
    pipeline.declare("table_masks")


def people(kind: str, *rows: dict[str, Any], old: list[dict[str, Any]] | None = None, **more: Any) -> str:
    types = {"id": "bigint", "email": "varchar(80)", "phone": "varchar(20)", "born": "date", "pay": "decimal(12,2)"}
    return canal(kind, list(rows), old, table="people", mysqlType=types, **more)


def person(key: str, **more: str | None) -> dict[str, str | None]:
    return {"id": key, "email": "ada@secret.example", "phone": "13812345678", "born": "1980-05-06", "pay": "-12.34",
            "note": "secret note", "city": "Ulm", **more}  # fmt: skip


MASKS = (
    mask("people", "id", "hash"),
    mask("p*", "EMAIL", "hash"),
    mask("people", "phone", "keep_last:4"),
    mask("people", "born", "generalize:year"),
    mask("people", "pay", "generalize:10"),
    mask("people", "no?e", "drop", source_database="d"),
    mask("visits", "person", "hash"),
    mask("bag", "name", "null"),
)
MESSAGES = (
    people("INSERT", person("1"), person("2", email=None, phone="123", pay="99.999", born="no date")),
    people("UPDATE", person("1", email="bob@secret.example"), old=[{"email": "ada@secret.example"}]),
    people("UPDATE", person("3"), old=[{"id": "2", "phone": "123"}]),
    people("DELETE", person("9")),
    canal("INSERT", [{"id": "7", "person": "1"}], table="visits"),
    canal("INSERT", [{"name": "ada", "n": "1"}, {"name": "bob", "n": "1"}], table="bag", keys=None),
    canal("DELETE", [{"name": "ada", "n": "1"}], table="bag", keys=None),
    canal("ALTER", None, table="people", isDdl=True,
          sql="alter table d.people add column email_2 varchar(9) default 'ok', "
              "add email varchar(80) comment 'as ada@secret.example' default 'x@secret.example'"),
    canal("QUERY", None, table="people", sql="update people set email = 'ada@secret.example'"),
    people("INSERT", {"email": "ada@secret.example"}),
    '{"data": "ada@secret.example',
)  # fmt: skip


def test_masked_values_are_nowhere_behind_the_decoder(shop: Pipeline) -> None:
    shop.declare("table_keys", {"feed": "f", "source_database": "d", "source_table": "bag"})
    shop.declare("table_masks", *MASKS)
    shop.land(record(place, payload) for place, payload in enumerate(MESSAGES))
    shop.build()
    rows = {key: row for table, key, row, copies in shop.rows() if table == "people"}
    whole = {"phone": "*******5678", "born": "1980-01-01", "pay": "-20", "city": "Ulm"}
    assert {key: {name: text for name, text in row.items() if name != "email_2"} for key, row in rows.items()} == {
        json.dumps([hashed("1")]): {"id": hashed("1"), "email": hashed("bob@secret.example"), **whole},
        json.dumps([hashed("3")]): {"id": hashed("3"), "email": hashed("ada@secret.example"), **whole},
    }
    assert [(table, row, copies) for table, _, row, copies in shop.rows() if table != "people"] == [
        ("bag", {"name": None, "n": "1"}, 1),
        ("visits", {"id": "7", "person": hashed("1")}, 1),
    ]
    log = shop.sql("select * from internal.decoded order by offset, message_index, step")
    assert [(row["offset"], row["step"], row["operation"], row["reason"]) for row in log] == [
        (0, 0, "insert", None), (0, 0, "insert", None), (1, 0, "update", None), (2, 0, "update", None),
        (2, 1, "update", None), (3, 0, "delete", None), (4, 0, "insert", None), (5, 0, "insert", None),
        (5, 0, "insert", None), (6, 0, "delete", None), (7, 0, "ddl", None), (8, 0, "other", None),
        (9, 0, None, "key_absent"), (10, 0, None, "invalid_json"),
    ]  # fmt: skip
    second = log[1]["after"]
    assert (second["email"], second["phone"], second["pay"], second["born"]) == (None, "***", "90", None)
    assert json.loads(log[0]["column_types"]) == {"born": "date", "pay": "decimal(12,2)"}
    assert log[10]["statement"] == (
        "alter table d.people add column email_2 varchar(9) default 'ok', add email varchar(80) comment '' default NULL"
    )
    assert log[11]["statement"] is None
    assert shop.sql("select is_understood from table_events") == [{"is_understood": True}]
    said = json.dumps([log, shop.sql("select * from quarantine"), shop.sql("select * from table_events")], default=str)
    for value in ("secret", "13812345678", "1980-05-06", "12.34", '"ada"', '"bob"'):
        assert value not in said, value


def test_a_key_has_a_hash_or_waits(shop: Pipeline) -> None:
    shop.declare("table_masks", mask("people", "*", "null"))
    shop.land(record(place, payload) for place, payload in enumerate(MESSAGES[:3]))
    shop.build()
    assert [(row["reason"], row["detail"]) for row in shop.sql("select * from quarantine")] == [
        ("key_masked", "d.people: one of the key columns (id) has a mask that can make two keys one. Only the action"
         " hash keeps keys apart: correct the line in seeds/changefeed_table_masks.csv.")
    ] * 3  # fmt: skip
    assert shop.rows() == []
    shop.declare("table_masks", mask("people", "*", "hash"))
    shop.build("--vars", json.dumps({"changefeed_retry": {}}))
    assert [key for _, key, _, _ in shop.rows()] == [json.dumps([hashed("1")]), json.dumps([hashed("3")])]


def test_what_fits_nothing_and_what_is_older_is_named(shop: Pipeline) -> None:
    shop.land(record(place, payload) for place, payload in enumerate(MESSAGES[:5]))
    shop.build()
    assert list(masks.misfits(shop.spark, source_columns.columns_of_rows(shop.spark))) == []
    shop.declare("table_masks", *MASKS[1:7], mask("peple", "email", "hash"), mask("people", "emial", "hash"))
    shop.build()
    said = [line.removeprefix("seeds/changefeed_table_masks.csv: ") for line in
            masks.misfits(shop.spark, source_columns.columns_of_rows(shop.spark))]  # fmt: skip
    assert sorted(said) == [
        "1 change of d.visits was decoded before its mask: changefeed run --redecode f, then changefeed maintain",
        "6 changes of d.people were decoded before their masks: changefeed run --redecode f, then changefeed maintain",
        "no row of d.people has a column emial. Did you mean email?",
        "no table of f is called peple. Did you mean d.people?",
    ]
    shop.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}))
    said = list(masks.misfits(shop.spark, source_columns.columns_of_rows(shop.spark)))
    assert [line for line in said if "decoded" in line] == []


def test_columns_that_look_personal_are_proposed(shop: Pipeline) -> None:
    rows = [
        {"id": str(n), "Email": f"a{n}@x.example", "手机号": "1", "call": f"1380000000{n}", "city": "Ulm"}
        for n in range(4)
    ]
    shop.land([record(0, people("INSERT", *rows))])
    shop.build()
    table = source_columns.Table("f", "d", "", "people")
    columns = [source_columns.Column(name, "varchar", "string", "messages") for name in rows[0]]
    seen = [source_columns.Seen(table, 4, ("id",), columns)]
    lines = ["f,d,,people,Email,hash", "f,d,,people,手机号,keep_last:4", "f,d,,people,call,keep_last:4"]
    assert personal.proposed(shop.spark, seen) == lines
    shop.declare("table_masks", mask("people", "email", "hash"))
    shop.build()
    assert personal.proposed(shop.spark, seen) == lines[1:]
    key = [source_columns.Seen(table, 4, ("call",), columns[3:])]
    assert personal.proposed(shop.spark, key) == ["f,d,,people,call,hash"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"action": "hsah"}, "column action: there is no action 'hsah'. Did you mean hash?"),
        ({"action": "keep_last"}, "column action: 'keep_last' is no action: write keep_last:4"),
        ({"action": "generalize:0"}, "write generalize:year or generalize:10"),
        ({"action": "hash:1"}, "'hash:1' is no action: write hash"),
        ({"column_name": ""}, "column column_name: is empty: * stands for all"),
        ({"feed": "g*"}, "seeds/changefeed_feeds.csv declares no feed 'g*'"),
    ],
)
def test_a_line_that_is_none_is_refused(line: dict[str, str], problem: str, tmp_path: Path) -> None:
    (tmp_path / "seeds").mkdir()
    for name in ("macros", "dbt_project.yml", "profiles.yml"):
        (tmp_path / name).symlink_to(REPO / name)
    written = {"feeds": LINE, "table_masks": mask("people", "email", "hash") | line}
    for seed in ("feeds", "table_keys", "table_columns", "table_masks"):
        header = (REPO / "seeds" / f"changefeed_{seed}.csv").read_text().splitlines()[0]
        lines = (
            [seeds.line_of_seed(*(written[seed].get(name, "") for name in header.split(",")))]
            if seed in written
            else []
        )
        (tmp_path / "seeds" / f"changefeed_{seed}.csv").write_text("\n".join([header, *lines]) + "\n")
    with pytest.raises(ChangefeedError) as refused:
        seeds.check(tmp_path)
    assert problem in str(refused.value)


def test_without_a_key_a_hash_stops_with_a_sentence(shop: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHANGEFEED_MASK_KEY_FILE")
    shop.declare("table_masks", mask("people", "email", "hash"))
    shop.land([record(0, MESSAGES[0])])
    with pytest.raises(AssertionError, match="there is no key of 16 bytes or more: set CHANGEFEED_MASK_KEY"):
        shop.build()


@pytest.mark.usefixtures("own_spark")
def test_the_key_can_be_in_the_environment_and_is_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    shutil.copytree(REPO / "seeds", project / "seeds")
    for name in LINKED:
        (project / name).symlink_to(REPO / name)
    line = seeds.line_of_seed("f", "canal", "t", *[""] * 6)
    written = {"feeds": line, "table_masks": "f,,,people,email,hash", "table_keys": "", "table_columns": ""}
    for seed, text in written.items():
        file = project / "seeds" / f"changefeed_{seed}.csv"
        header = file.read_text().splitlines()[0].removesuffix(",place")  # a seed from before this column
        file.write_text("\n".join([header, *filter(None, [text])]) + "\n")
    monkeypatch.setenv("CHANGEFEED_MASK_KEY", KEY)
    monkeypatch.delenv("CHANGEFEED_MASK_KEY_FILE", raising=False)
    capture = write_capture(tmp_path / "capture.jsonl", [record(0, MESSAGES[0])])
    for given in (["load", str(capture)], ["run", "--select", "+changefeed_current_rows"]):
        code, output = finish(start(project, home, *given))
        assert code == 0, output
    select = "select row['email'] as email from current_rows where row['email'] is not null"
    code, output = finish(start(project, home, "sql", "--output", "json", select))
    assert hashed("ada@secret.example") in output
    seen, found = 0, []
    for place in (home, project / "target", project / "logs"):
        for file in place.rglob("*"):
            with contextlib.suppress(FileNotFoundError):  # Spark deletes its own as it ends
                if file.is_file():
                    seen += 1
                    found += [file] * (KEY.encode() in file.read_bytes())
    assert seen > 50 and found == []


# -- every dialect: no byte of a masked value is in any file behind the log

# Captures of the demo in which no value is long enough to be looked for.
LONGER = {
    "books_ticdc_canal": ("T-1", "Tolstoy-1"),
    "bar_debezium_flat": ("Tea 茶", "Green leaves 茶"),
    "cellar_drs_json_schema": ("A-1", "Amphora-1"),
    "meters_dataworks_flat": ("茶", "绿茶一壶"),
    "mill_oms_shareplex": ("dark", "dark rye"),
    "post_dts_canal": ("bike", "cargo bike"),
}


@pytest.fixture(scope="module")
def found(pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[int, list[str]]]]:
    """By dialect: how many values its capture has that can be looked for, and those that are in a file."""
    pipeline.clear()
    pipeline.declare_as_shipped()
    pipeline.declare("table_masks")
    captured = []
    for file in sorted((REPO / "demo" / "captures").glob("*.jsonl")):
        short, longer = LONGER.get(file.stem, ("", ""))
        captured.append(tmp_path_factory.mktemp("captures") / file.name)
        text = file.read_text(encoding="utf-8")
        assert short in text
        captured[-1].write_text(text.replace(short, longer) if short else text, encoding="utf-8")
    captures.load(pipeline.spark, pipeline.folder, captured)
    pipeline.build(models=["+changefeed_decoded"])
    looked_for = values(pipeline)
    pipeline.clear()
    pipeline.declare_as_shipped()
    pipeline.declare("table_masks", {"feed": "*", "column_name": "*", "action": "hash"})
    key = tmp_path_factory.mktemp("key") / "key"
    key.write_text(KEY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHANGEFEED_MASK_KEY_FILE", str(key))
        landing_tables.create_tables(pipeline.spark, pipeline.folder)
        captures.load(pipeline.spark, pipeline.folder, captured)
        pipeline.build()
    searched = file_search.search(
        pipeline.spark, places(pipeline), [text for texts in looked_for.values() for text in texts],
        leaves_out=lambda name: name.startswith("messages/"),
    )  # fmt: skip
    assert searched.unread == {}
    assert searched.with_values > 50
    yield {
        dialect: (len(texts), [text for text in texts if text in searched.found])
        for dialect, texts in looked_for.items()
    }
    pipeline.clear()


def values(pipeline: Pipeline) -> dict[str, list[str]]:
    """Texts of images, by dialect, that cannot be in a file for another reason: as a time, a label, a name."""
    rows = pipeline.sql(
        "select dialect, collect_set(text) as texts from (select dialect, explode(concat("
        "coalesce(map_values(after), array()), coalesce(map_values(before), array()))) as text from internal.decoded)"
        " where text rlike '[^-0-9:.TZ +/{}]{3}' and length(text) >= if(text rlike '^[a-z]+$', 8, 4) group by dialect"
    )
    said = json.dumps(
        pipeline.sql(
            "select distinct statement, column_types, source_table, to_json(key_columns) from internal.decoded"
        ),
        ensure_ascii=False,
    )
    return {row["dialect"]: sorted(text for text in row["texts"] if text not in said) for row in rows}


def places(pipeline: Pipeline) -> list[folders.Local | folders.Remote]:
    """The folders of the two schemas."""
    described = [
        row
        for schema in (pipeline.schema, f"{pipeline.schema}_internal")
        for row in pipeline.spark.sql(f"describe schema `{schema}`").collect()
    ]
    return [folders.at(row["info_value"], pipeline.spark) for row in described if row["info_name"] == "Location"]


@pytest.mark.parametrize("dialect", [each["name"] for each in macros.own().dialects() if not each.get("is_internal")])
def test_no_byte_of_a_masked_value_is_in_a_file(found: dict[str, tuple[int, list[str]]], dialect: str) -> None:
    sought, there = found.get(dialect, (0, []))
    assert sought
    assert there == []
