"""Rows that are erased are nowhere, and no way brings them back; what is kept by age goes, and is counted."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.loader import captures
from changefeed.project import macros
from changefeed.runs import erasing, retention
from changefeed.runs.maintain import maintain
from changefeed.spark import file_search, folders, storage
from changefeed.typed import masks, source_columns
from conftest import OWN
from pipeline import RELATIONS, REPO, Pipeline, canal, record

SCHEMA = f"{OWN}_erase"
KEY = "a key of more than sixteen bytes"
MODELS = (*RELATIONS, "+kept_people")
HISTORY = "kept_people_history"
TESTS = ("nothing_is_lost", "no_change_without_a_message", "current_rows_equal_a_rebuild", "each_place_is_there_once",
         "versions_do_not_overlap", "every_key_has_one_current_row", "canonical_operations_only")  # fmt: skip
# What is to be nowhere, and what stays.
ERASED = ("ada@secret.example", "bob@secret.example", "13800000001", "torn@secret.example")
OTHERS = ("eve@other.example", "kim@other.example")


def people(kind: str, *rows: dict[str, Any], **more: Any) -> str:
    return canal(kind, list(rows), table="people", **more)


def person(key: str, email: str, phone: str = "13900000000") -> dict[str, str]:
    return {"id": key, "email": email, "phone": phone}


ADA = person("1", "ada@secret.example", "13800000001")
MESSAGES = (
    people("INSERT", ADA, person("2", "eve@other.example")),
    people("UPDATE", ADA | {"email": "bob@secret.example"}, old=[{"email": "ada@secret.example"}]),
    people("INSERT", person("3", "kim@other.example")),
    canal("INSERT", [{"id": "7", "person": "1"}], table="visits"),
    '{"data": [{"id": "1", "email": "torn@secret.example"}], "type"',
    '{"data": [{"id": "12"',
    canal("INSERT", [{"name": "x"}], table="bag", keys=None),
)
LATE = people("UPDATE", ADA | {"email": "late@secret.example"}, old=[{"email": "bob@secret.example"}])


def kept_model() -> dict[str, Any]:
    about = {"feed": "f", "database": "d", "schema": "", "table": "people", "key": ["id"], "dialect": "canal",
             "source_kind": "", "time_zone": "UTC"}  # fmt: skip
    columns = [
        {"name": name, "data_type": "string", "config": {"meta": {"source_type": "varchar(80)"}}}
        for name in ("id", "email", "phone")
    ]
    config = {"alias": "kept_people", "materialized": "typed_incremental", "meta": {"changefeed": about}}
    return {"name": "kept_people", "description": "People.", "config": config, "columns": columns}


@pytest.fixture(scope="module")
def made(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    project = Pipeline(spark, tmp_path_factory.mktemp("erase"), SCHEMA)
    project.own_models()
    folder = project.folder / "models" / "typed"
    folder.mkdir(exist_ok=True)
    (folder / "kept_people.sql").write_text("{{ changefeed.typed_table() }}\n")
    (folder / f"{HISTORY}.sql").write_text(
        "{{ config(materialized='typed_incremental') }}\n{{ changefeed.typed_history('kept_people') }}\n"
    )
    (folder / "kept.yml").write_text(yaml.safe_dump({"version": 2, "models": [kept_model()]}, sort_keys=False))
    return project


@pytest.fixture(autouse=True)
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text(KEY + "\n")
    monkeypatch.setenv("CHANGEFEED_MASK_KEY_FILE", str(tmp_path / "key"))


def built(project: Pipeline, *messages: str, models: tuple[str, ...] = MODELS) -> Pipeline:
    """A warehouse with these messages, and nothing before them."""
    project.clear()
    for name in ("kept_people", HISTORY):
        project.sql(macros.own().drop_with_files(name))
    project.declare("feeds", {"feed": "f", "dialect": "canal", "topics": "t", "history": "on"})
    project.declare("table_keys", {"feed": "f", "source_database": "d", "source_table": "bag"})
    project.land(record(place, payload) for place, payload in enumerate(messages))
    project.build(models=models)
    return project


def asked(*keys: str, **more: Any) -> erasing.Asked:
    given = {"of_no_table": True, **more}
    return erasing.Asked("f", given.pop("table", "people"), "R-1", tuple((each,) for each in keys), **given)


def erased(project: Pipeline, *keys: str, progress: Callable[[str], None] = lambda line: None) -> bool:
    """What `changefeed erase --yes` does."""
    found = erasing.plan(project.spark, project.folder, asked(*keys))
    return erasing.erase(project.spark, project.folder, found, progress=progress)


def searched(project: Pipeline, *values: str) -> dict[str, list[str]]:
    """Values that are in files of this warehouse, and in which."""
    places = []
    for schema in (project.schema, f"{project.schema}_internal"):
        described = project.spark.sql(f"describe schema `{schema}`").collect()
        places += [folders.at(row["info_value"], project.spark) for row in described if row["info_name"] == "Location"]
    done = file_search.search(project.spark, places, list(values))
    assert done.files > 10
    assert done.unread == {}
    return done.found


def is_as_if_never_there(project: Pipeline) -> None:
    """Nobody has row 1, and the others are whole."""
    rows = {(table, key): row.get("email") for table, key, row, _ in project.rows() if table == "people"}
    assert rows == {("people", '["2"]'): "eve@other.example", ("people", '["3"]'): "kim@other.example"}
    assert {each["row_key"] for each in project.sql("select row_key from history where source_table = 'people'")} == {
        '["2"]', '["3"]',
    }  # fmt: skip
    assert {each["email"] for each in project.sql("select email from kept_people")} == set(OTHERS)
    log = project.sql(
        "select distinct offset, message_index, coalesce(operation, reason) as what from internal.decoded order by 1, 2"
    )
    assert [tuple(each.values()) for each in log[:8]] == [
        (0, 0, "erased"), (0, 1, "insert"), (1, 0, "erased"), (2, 0, "insert"), (3, 0, "insert"), (4, 0, "erased"),
        (5, 0, "invalid_json"), (6, 0, "insert"),
    ]  # fmt: skip
    empty = project.sql("select offset from messages where value is null order by offset")
    assert [each["offset"] for each in empty][:3] == [0, 1, 4]
    results = project.dbt("test", "--select", *TESTS, "--vars", json.dumps({"changefeed_sampled_share": 1}))
    assert {name: results[name].status for name in TESTS} == dict.fromkeys(TESTS, "pass")


@pytest.fixture(scope="module")
def shop(made: Pipeline) -> Iterator[Pipeline]:
    """The tests below go on with it, one after the other."""
    yield built(made, *MESSAGES)


def test_a_plan_says_what_goes_and_changes_nothing(shop: Pipeline) -> None:
    before = shop.state()
    assert set(searched(shop, *ERASED, *OTHERS)) == {*ERASED, *OTHERS}
    found = erasing.plan(shop.spark, shop.folder, asked("1", "99"))
    assert {name: count for name, count in found.counts.items() if count} == {
        "messages": 3, "decoded": 2, "folded_rows": 1, "versions": 2, "quarantine": 1, f"{SCHEMA}.kept_people": 1,
    }  # fmt: skip
    assert (found.keys, found.beside) == (1, 1)
    assert found.places() == [("t", "", 0, 4)]
    assert found.mentions == ["f: d.visits, column person: 1 row"]
    assert found.notes == ['left out, because nothing has them: ["99"]']
    careful = erasing.plan(shop.spark, shop.folder, asked("1", of_no_table=False))
    assert careful.places() == []
    assert careful.notes == [
        "1 message in quarantine, of no known table, may be of it, and stay: look at the relation quarantine. "
        "--quarantined empties those that mention the key"
    ]
    of_where = erasing.plan(shop.spark, shop.folder, asked(where=(("id", "1"),)))
    assert of_where.counts["folded_rows"] == 1
    assert shop.state() == before
    assert shop.sql("select * from erasures") == []


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"keys": ["1"], "table": "peple"}, "f has no rows of a table peple. Did you mean d.people?"),
        ({"keys": ["1"], "table": "bag"}, "has no key, so none of its rows can be named"),
        ({"keys": [" "]}, "an empty text is no key"),
        ({"keys": ["99"]}, r'no message, change or row of f: d.people has \["99"\]'),
        ({"keys": [], "where": (("email", "x"),)}, r"email is no column of the key \(id\)"),
        ({"keys": [], "where": (("id", "99"),)}, "no row of f: d.people has these values in its key"),
    ],
)
def test_what_cannot_be_erased_is_refused(shop: Pipeline, given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ChangefeedError, match=problem):
        erasing.plan(shop.spark, shop.folder, asked(*given.pop("keys"), **given))


def test_a_key_of_too_many_values_is_refused(shop: Pipeline) -> None:
    with pytest.raises(ChangefeedError, match=r"--key: 2 values given, and the key of f: d.people is \(id\)"):
        erasing.plan(shop.spark, shop.folder, erasing.Asked("f", "people", "R-1", (("1", "2"),)))


def test_a_missing_key_of_hashes_is_named(shop: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGEFEED_MASK_KEY_FILE", "/nowhere/key")
    with pytest.raises(ChangefeedError, match=r"^CHANGEFEED_MASK_KEY_FILE: Path does not exist: file:/nowhere/key\.$"):
        erasing.plan(shop.spark, shop.folder, asked("1"))
    monkeypatch.delenv("CHANGEFEED_MASK_KEY_FILE")
    with pytest.raises(ChangefeedError, match=r"^A mask or an erasure hashes values, and there is no key .*`\)\.$"):
        erasing.plan(shop.spark, shop.folder, asked("1"))


def test_what_is_erased_is_in_no_file(shop: Pipeline) -> None:
    assert erased(shop, "1")
    assert list(searched(shop, *ERASED)) == []
    assert set(searched(shop, *OTHERS)) == set(OTHERS)
    is_as_if_never_there(shop)
    (noted,) = shop.sql("select * from erasures")
    assert (noted["reference"], noted["counts"]["messages"], noted["lifted_at"]) == ("R-1", 3, None)
    assert noted["begun_at"] <= noted["rows_gone_at"] <= noted["done_at"]
    assert not any(count for _, count in erasing.left(shop.spark, shop.folder, "R-1"))


def test_landing_the_same_file_again_brings_nothing_back(shop: Pipeline) -> None:
    again = captures.load(shop.spark, shop.folder, [shop.folder / f"capture-{shop.captures}.jsonl"])
    assert (again.landed, again.already_there) == (0, len(MESSAGES))
    shop.build(models=MODELS)
    is_as_if_never_there(shop)


def test_decoding_again_brings_nothing_back(shop: Pipeline) -> None:
    shop.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}), models=MODELS)
    is_as_if_never_there(shop)
    shop.build("--vars", json.dumps({"changefeed_retry": {}}), models=MODELS)
    is_as_if_never_there(shop)


def test_building_anew_brings_nothing_back(shop: Pipeline) -> None:
    shop.build("--full-refresh", models=MODELS)
    is_as_if_never_there(shop)


def test_a_late_copy_is_emptied_and_then_its_message(shop: Pipeline) -> None:
    shop.land([record(7, MESSAGES[1]), record(8, LATE)])
    shop.build(models=MODELS)
    is_as_if_never_there(shop)
    assert erasing.came_again(shop.spark) == 2
    assert maintain(shop.spark, unused_hours=0).removed == {"messages of erased rows": 2}
    assert erasing.came_again(shop.spark) == 0
    assert list(searched(shop, *ERASED, "late@secret.example")) == []
    is_as_if_never_there(shop)


def test_another_key_of_the_hashes_stops_the_run(shop: Pipeline, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("another key of more than sixteen bytes\n")
    shop.land([record(9, LATE)])
    with pytest.raises(AssertionError, match="The key that hashes values is another than when rows were erased"):
        shop.build(models=MODELS)
    (tmp_path / "key").write_text(KEY + "\n")
    shop.build(models=MODELS)
    is_as_if_never_there(shop)


def test_new_changes_are_read_where_the_erasure_is_lifted(shop: Pipeline) -> None:
    with pytest.raises(ChangefeedError, match=r"no reference R-2\. Did you mean R-1\?"):
        erasing.lift(shop.spark, "R-2")
    shop.land([record(10, LATE)])
    shop.build(models=MODELS)
    assert erasing.lift(shop.spark, "R-1") == 1
    with pytest.raises(ChangefeedError, match="R-1 erased this row before, and was lifted"):
        erasing.plan(shop.spark, shop.folder, asked("1"))
    shop.land([record(11, people("INSERT", person("1", "new@other.example")))])
    shop.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}), models=MODELS)
    assert shop.sql("select value from messages where offset = 10") == [{"value": None}]
    assert [row["email"] for _, key, row, _ in shop.rows() if key == '["1"]'] == ["new@other.example"]


def test_a_backup_that_is_restored_is_erased_again_without_the_keys(made: Pipeline, tmp_path: Path) -> None:
    project = built(made, *MESSAGES[:4])
    assert erased(project, "1")
    told = CliRunner().invoke(
        main, ["--project-dir", str(project.folder), "sql", "-o", "json", "select * from erasures"]
    )
    (tmp_path / "erasures.json").write_text(told.output)
    built(made, *MESSAGES[:4])  # as it was before the erasure
    assert searched(project, "bob@secret.example")
    given = ["--project-dir", str(project.folder), "erase", "--repeat", str(tmp_path / "erasures.json")]
    done = CliRunner().invoke(main, given)
    assert (done.exit_code, done.output.splitlines()[-1]) == (
        0,
        "1 line of erasures: erased, with all old files. Next: changefeed erase --verify REFERENCE --value TEXT",
    )
    assert searched(project, "ada@secret.example", "bob@secret.example", "13800000001") == {}
    assert [key for table, key, _, _ in project.rows() if table == "people"] == ['["2"]', '["3"]']


class Killed(Exception):
    """As if the process had died there."""


def test_an_erasure_that_was_killed_is_completed_by_the_next_call(made: Pipeline) -> None:
    """Each call is killed at the first kind of step that no call before it was killed at."""
    project = built(made, *MESSAGES)
    killed: list[str] = []

    def step(line: str) -> None:
        kind = line.split(" of ")[0]
        if kind not in killed:
            killed.append(kind)
            raise Killed

    for _ in range(100):
        try:
            assert erased(project, "1", progress=step)
            break
        except Killed:
            pass
    assert {"noting the erasure", "emptying messages", "writing files", "deleting old files"} < {*killed}
    assert len(killed) > 10
    assert list(searched(project, *ERASED)) == []
    is_as_if_never_there(project)
    assert len(project.sql("select * from erasures where done_at is not null")) == 1


def test_all_keys_that_a_row_has_had_are_erased_together(made: Pipeline) -> None:
    moved = people("UPDATE", ADA | {"id": "5"}, old=[{"id": "1"}])
    project = built(made, MESSAGES[0], moved)
    with pytest.raises(ChangefeedError, match=r'had another key, .*: \["1"\] became \["5"\]'):
        erasing.plan(project.spark, project.folder, asked("5"))
    assert erased(project, "1", "5")
    assert [key for _, key, _, _ in project.rows()] == ['["2"]']
    assert list(searched(project, "ada@secret.example", "13800000001")) == []
    project.build("--full-refresh", models=MODELS)
    assert [key for _, key, _, _ in project.rows()] == ['["2"]']


def test_a_table_that_was_renamed_is_erased_by_all_its_names(made: Pipeline) -> None:
    renamed = canal("RENAME", None, table="people", isDdl=True, keys=None, sql="rename table d.people to d.persons")
    update = canal(
        "UPDATE", [ADA | {"email": "bob@secret.example"}], [{"email": "ada@secret.example"}], table="persons"
    )
    project = built(made, MESSAGES[0], renamed, update)
    found = erasing.plan(project.spark, project.folder, asked("1", table="persons"))
    assert sorted(table.name for table in found.tables) == ["people", "persons"]
    assert (found.counts["messages"], found.counts["decoded"]) == (2, 2)
    assert erasing.erase(project.spark, project.folder, found)
    assert list(searched(project, "ada@secret.example", "bob@secret.example")) == []
    project.build("--full-refresh", models=MODELS)
    assert [key for _, key, _, _ in project.rows()] == ['["2"]']


def test_a_key_that_is_masked_is_given_as_it_is_at_the_source(made: Pipeline) -> None:
    project = made
    project.clear()
    project.declare("feeds", {"feed": "f", "dialect": "canal", "topics": "t"})
    project.declare("table_masks", {"feed": "f", "source_table": "people", "column_name": "id", "action": "hash"})
    project.land([record(0, MESSAGES[0])])
    project.build(models=MODELS)
    assert erased(project, "1")
    assert [row["email"] for _, _, row, _ in project.rows()] == ["eve@other.example"]
    assert list(searched(project, "ada@secret.example")) == []


def test_a_mask_that_is_declared_afterwards_reaches_what_remains(made: Pipeline) -> None:
    project = built(made, *MESSAGES[:4])
    assert erased(project, "1")
    project.declare(
        "table_masks",
        {"feed": "f", "source_table": "people", "column_name": "id", "action": "hash"},
        {"feed": "f", "source_table": "people", "column_name": "email", "action": "keep_last:4"},
    )
    for _ in range(2):  # what a mask has made stays
        project.build("--vars", json.dumps({"changefeed_redecode": {"feed": "f"}}), models=MODELS)
        rows = {(table, key): row.get("email") for table, key, row, _ in project.rows() if table == "people"}
        keys = {json.dumps([hmac.new(KEY.encode(), key.encode(), hashlib.sha256).hexdigest()]) for key in "23"}
        assert {key for _, key in rows} == keys
        assert set(rows.values()) == {"*************mple"}
        assert {row["email"] for row in project.sql("select email from kept_people")} == {"*************mple"}
        stored = project.sql("select row_key, after from internal.erased_messages where operation = 'insert'")
        assert [each["row_key"] in keys for each in stored] == [True]
        assert "eve@other.example" not in str(stored)
    maintain(project.spark, unused_hours=0, forget_versions=True)
    assert searched(project, "eve@other.example") == {}
    assert set(masks.misfits(project.spark, source_columns.columns_of_rows(project.spark))) == set()


def test_a_kept_table_is_not_partitioned_by_a_masked_column(made: Pipeline) -> None:
    project = built(made, MESSAGES[2])
    project.declare("table_masks", {"feed": "f", "source_table": "peo*", "column_name": "phone", "action": "hash"})
    file = project.folder / "models" / "typed" / "kept.yml"
    model = kept_model()
    written, model["config"]["partition_by"] = file.read_text(), ["phone"]
    file.write_text(yaml.safe_dump({"version": 2, "models": [model]}, sort_keys=False))
    try:
        project.parse()
        with pytest.raises(AssertionError, match=r"partition_by names the column phone, which is masked \(hash\)"):
            project.build(models=MODELS)
    finally:
        file.write_text(written)
        project.parse()


def test_rows_versions_and_the_quarantine_go_by_age(made: Pipeline) -> None:
    deleted = people("DELETE", person("2", "eve@other.example"))
    project = built(made, *MESSAGES, deleted, models=(*MODELS, HISTORY))
    assert len(project.sql(f"select * from {HISTORY}")) == 4
    young = retention.Limits(
        {"deleted": 36500, "history": 36500, "quarantine": 9}, (("f", "visits", {"deleted": 0.0}),)
    )
    report = maintain(project.spark, project_dir=project.folder, limits=young)
    assert set(report.removed.values()) == {0}
    old = retention.Limits({"quarantine": 0}, (("f", "d.pe*", {"deleted": 30.0, "history": 30.0}),))
    report = maintain(project.spark, project_dir=project.folder, limits=old, unused_hours=0)
    removed = {name.split(".")[-1].strip("`"): count for name, count in report.removed.items() if count}
    assert removed.pop("versions") >= 2
    assert removed == {"folded_rows": 1, "quarantine": 2, HISTORY: 2}
    kept = project.sql(f"select email, _is_current from {HISTORY} order by email")
    assert kept == [{"email": email, "_is_current": True} for email in ("bob@secret.example", "kim@other.example")]
    (row,) = project.sql("select row_key, size(row) as n from current_rows where is_deleted")
    assert row == {"row_key": '["2"]', "n": 0}
    assert [each["email"] for each in project.sql("select row['email'] as email from history order by 1")] == [
        None, None, "bob@secret.example", "kim@other.example",
    ]  # fmt: skip
    assert project.sql("select * from quarantine where resolved_at is null") == []
    assert searched(project, "torn@secret.example") == {}
    results = project.dbt("test", "--select", *TESTS, "--vars", json.dumps({"changefeed_sampled_share": 1}))
    assert {name: results[name].status for name in TESTS} == dict.fromkeys(TESTS, "pass")


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ({"feed": "f", "table": "people", "deleted": 30}, True),
        ({"feed": "f", "quarantine": 0.5}, True),
        ({"feed": "g", "deleted": 30}, False),
        ({"feed": "f", "deletd": 30}, False),
        ({"feed": "f", "deleted": "30"}, False),
        ({"feed": "f"}, False),
        ("f", False),
    ],
)
def test_a_limit_of_the_project_file_that_is_none_is_refused(tmp_path: Path, line: object, is_one: bool) -> None:
    for name in ("macros", "dbt_project.yml", "profiles.yml"):
        (tmp_path / name).symlink_to(REPO / name)
    (tmp_path / "seeds").mkdir()
    head = (REPO / "seeds" / "changefeed_feeds.csv").read_text().splitlines()[0]
    (tmp_path / "seeds" / "changefeed_feeds.csv").write_text(f"{head}\nf,canal,t,,,,,,\n")
    project = yaml.safe_load((REPO / "dbt_project.yml").read_text()) | {"vars": {"changefeed_keep": [line]}}
    (tmp_path / "dbt_project.yml").unlink()
    (tmp_path / "dbt_project.yml").write_text(yaml.safe_dump(project))
    if is_one:
        assert retention.limits(tmp_path, deleted=9, history=None).usual == {"deleted": 9}
    else:
        with pytest.raises(ChangefeedError, match=r"changefeed_keep: .* is no limit"):
            retention.limits(tmp_path)


@pytest.mark.skipif(storage.file_format() != "iceberg", reason="only tables in Iceberg have tags")
def test_a_tag_that_holds_a_version_is_named(made: Pipeline) -> None:
    project = built(made, *MESSAGES[:4])
    table = next(t for t in erasing._tables(project.spark, project.folder) if t.endswith("folded_rows`"))
    assert storage.held_by(project.spark, table) == []
    java = project.spark._jvm.org.apache.iceberg.spark.Spark3Util
    loaded = java.loadIcebergTable(project.spark._jsparkSession, table)
    loaded.manageSnapshots().createTag("audit", loaded.currentSnapshot().snapshotId()).commit()
    with pytest.raises(ChangefeedError, match=r"folded_rows: audit: a tag or a branch keeps an earlier version"):
        erasing.plan(project.spark, project.folder, asked("1"))
    loaded.manageSnapshots().removeTag("audit").commit()
    assert erased(project, "1")
    assert searched(project, *ERASED[:3]) == {}


def test_files_of_killed_writers_go_with_an_erasure(made: Pipeline) -> None:
    """Such a file is in no version of a table. It may have what is erased."""
    project = built(made, *MESSAGES[:4])
    table = next(t for t in erasing._tables(project.spark, project.folder) if t.endswith("messages`"))
    folder = Path(storage.folder_of(project.spark, table).removeprefix("file:"))
    lost = next(folder.rglob("*.parquet"))
    copy = lost.with_name("part-99999-of-a-killed-writer.parquet")
    copy.write_bytes(lost.read_bytes())
    assert erased(project, "1")
    assert not copy.exists()
    assert searched(project, *ERASED[:3]) == {}


def test_the_socket_of_a_server_is_no_file_to_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("a")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("server.sock")
        assert set(folders.Local(tmp_path).files()) == {"a", "key"}


def test_the_command_shows_a_plan_and_erases_when_told(made: Pipeline, tmp_path: Path) -> None:
    project = built(made, *MESSAGES)
    (tmp_path / "torn.jsonl").write_text('{"topic": "t", "value": {"id": "1", "email": "lost@secret.example\n')
    assert captures.load(project.spark, project.folder, [tmp_path / "torn.jsonl"]).newly_rejected == 1
    assert searched(project, "lost@secret.example")
    (tmp_path / "keys").write_text('["1"]\n')
    given = ["erase", "f", "--table", "people", "--file", str(tmp_path / "keys"), "--reference", "R-1", "--quarantined"]
    shown = CliRunner().invoke(main, ["--project-dir", str(project.folder), *given])
    assert shown.exit_code == 0, shown.output
    assert "R-1: 1 row of d.people in feed f" in shown.output
    assert "has a value of the key, and stays: f: d.visits, column person: 1 row" in shown.output
    assert shown.output.endswith("Nothing is erased yet: give --yes.\n")
    done = CliRunner().invoke(main, ["--project-dir", str(project.folder), *given, "--yes"])
    assert done.exit_code == 0, done.output
    assert "R-1: erased, with all old files." in done.output
    is_as_if_never_there(project)
    looked = CliRunner().invoke(main, [
        "--project-dir", str(project.folder), "erase", "--verify", "R-1",
        "--value", "torn@secret.example", "--value", "eve@other.example", "--value", "lost@secret.example",
    ])  # fmt: skip
    assert "value 1      is nowhere" in looked.output
    assert "value 2      is in " in looked.output
    assert "value 3      is nowhere" in looked.output
    assert looked.exit_code == 3
