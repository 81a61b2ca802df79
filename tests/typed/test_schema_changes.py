"""What changes at a source, and what typed tables make of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.runs import new_tables, schema_changes
from changefeed.runs.workspace import Context
from changefeed.spark import storage
from conftest import OWN
from pipeline import CHAIN, Pipeline, canal, record

SCHEMA = f"{OWN}_schemas"
TYPES = {"id": "int", "amount": "decimal(10,2)"}
BUILT = (*CHAIN, "changefeed_schema_changes")


class Source:
    """Lands messages, each later than the one before, builds, and says what changed."""

    def __init__(self, project: Pipeline) -> None:
        self.project, self.at = project, 0

    def land(self, *payloads: str, topic: str = "t") -> None:
        records = []
        for payload in payloads:
            told = json.loads(payload)
            if "es" in told:
                told["es"] += self.at * 1000
            records.append(record(self.at, json.dumps(told), topic=topic))
            self.at += 1
        self.project.land(records)

    def build(self, *payloads: str, topic: str = "t", models: tuple[str, ...] = BUILT) -> list[list[Any]]:
        """What a run after these messages tells: change, column, new name, types, offset."""
        before = self.project.sql("select coalesce(max(decode_batch_id), 0) as n from internal.source_columns")[0]["n"]
        self.land(*payloads, topic=topic)
        self.project.build(models=models)
        return self.told(before)

    def told(self, after: int = 0) -> list[list[Any]]:
        found = self.project.sql(
            "select source_table, change, column_name, new_name, old_type, new_type, offset from schema_changes"
            f" where decode_batch_id > {after} order by first_seen_at, offset, change desc, column_name"
        )
        return [list(row.values()) for row in found]


def row(kind: str, table: str = "orders", types: dict[str, str] | None = None, **values: Any) -> str:
    known = TYPES if types is None else types
    data = {name: str(number) for number, name in enumerate(known)} | values
    return canal(kind, [data], table=table, mysqlType=known)


def statement(sql: str, table: str = "orders") -> str:
    return canal("ALTER", None, table=table, keys=None, isDdl=True, sql=sql)


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    made = Pipeline(spark, tmp_path_factory.mktemp("schemas"), SCHEMA)
    made.own_models()
    made.clear()
    made.declare(
        "feeds",
        {"feed": "shop", "dialect": "canal", "source_kind": "mysql", "topics": "t"},
        {"feed": "plain", "dialect": "maxwell", "source_kind": "mysql", "topics": "m"},
    )
    return made


@pytest.fixture(scope="module")
def source(project: Pipeline) -> Source:
    made = Source(project)
    made.land(row("DELETE"), row("INSERT"))
    project.build(models=("+changefeed_current_rows", "+changefeed_schema_changes"))
    return made


def test_each_change_is_told_once_with_its_message(source: Source) -> None:
    assert source.told() == [["orders", "table_appeared", None, None, None, None, 1]], "from the first whole row on"

    # A statement, and the images behind it, tell one change.
    told = source.build(
        statement("alter table orders add column coupon varchar(8)"),
        row("INSERT", types=TYPES | {"coupon": "varchar(8)"}),
    )
    assert told == [["orders", "column_added", "coupon", None, None, "varchar(8)", 2]]
    assert source.build(row("INSERT", types=TYPES | {"coupon": "varchar(8)"})) == []

    # Images alone.
    wider = {"id": "bigint", "amount": "decimal(10,2)", "note": "text"}
    assert source.build(row("INSERT", types=wider)) == [
        ["orders", "type_changed", "id", None, "int", "bigint", 5],
        ["orders", "column_dropped", "coupon", None, "varchar(8)", None, 5],
        ["orders", "column_added", "note", None, None, "text", 5],
    ]
    # Statements that come late say nothing new; a type that only statements name is told by them.
    told = source.build(
        statement("alter table orders modify amount decimal(12,4)"),
        statement("alter table orders rename column note to remark"),
        statement("alter table orders drop column amount"),
        statement("rename table orders to old_orders"),
        row("INSERT", table="old_orders", types={"id": "bigint", "remark": "text"}),
    )
    assert told == [
        ["orders", "type_changed", "amount", None, "decimal(10,2)", "decimal(12,4)", 6],
        ["orders", "column_renamed", "note", "remark", "text", "text", 7],
        ["orders", "column_dropped", "amount", None, "decimal(12,4)", None, 8],
        ["orders", "table_renamed", None, "d.old_orders", None, None, 9],
        ["old_orders", "table_appeared", None, None, None, None, 10],
    ]
    told = source.build(statement("drop table old_orders", table="old_orders"))
    assert told == [["old_orders", "table_dropped", None, None, None, None, 11]]
    told = source.build(row("INSERT", table="old_orders", types={"id": "bigint"}))
    assert told == [["old_orders", "table_appeared", None, None, None, None, 12]]

    # What a run says of all this.
    assert schema_changes.lines(source.project.spark, 0) == [
        "schema       shop: new tables, d.orders, d.old_orders",
        "schema       shop: d.orders, column coupon is new (varchar(8)): statement t/0/2",
        "schema       shop: d.orders, column id was int and is bigint: message t/0/5",
        "schema       shop: d.orders, column coupon is gone: message t/0/5",
        "schema       shop: d.orders, column note is new (text): message t/0/5",
        "schema       shop: d.orders, column amount was decimal(10,2) and is decimal(12,4): statement t/0/6",
        "schema       shop: d.orders, column note is called remark now: statement t/0/7",
        "schema       shop: d.orders, column amount is gone: statement t/0/8",
        "schema       shop: d.orders is called d.old_orders now: statement t/0/9",
        "schema       shop: d.old_orders was dropped: statement t/0/11",
    ]


def test_a_rebuild_tells_the_same(source: Source) -> None:
    columns = "source_table, change, column_name, new_name, old_type, new_type, first_seen_in, topic, offset"
    query = f"select {columns} from schema_changes where source_table = 'orders' order by all"
    before = source.project.sql(query)
    source.project.build("--full-refresh", models=BUILT)
    assert source.project.sql(query) == before


def test_a_column_is_seen_in_messages_that_name_no_types(source: Source) -> None:
    def of_maxwell(**data: Any) -> str:
        message = {"database": "d", "table": "v", "type": "insert", "ts": 1717210800 + source.at, "xid": source.at}
        return json.dumps(message | {"commit": True, "data": data, "primary_key_columns": ["id"]})

    assert source.build(of_maxwell(id=1), topic="m") == [["v", "table_appeared", None, None, None, None, source.at - 1]]
    told = source.build(of_maxwell(id=2, page="a"), of_maxwell(id=3), topic="m")
    assert told == [["v", "column_added", "page", None, None, None, source.at - 2]]
    assert source.build(of_maxwell(id=4, page="a"), topic="m") == []


# -- typed tables that follow

ABOUT = {"feed": "shop", "database": "d", "schema": "", "table": "bags", "key": ["id"], "dialect": "canal",
         "source_kind": "mysql", "time_zone": "UTC"}  # fmt: skip
BAGS = {"id": "mediumint", "amount": "decimal(10,2)"}
KEPT = ("followed", "synced", "ignored")


def model(name: str, mode: str, columns: dict[str, tuple[str, str]], **config: Any) -> dict[str, Any]:
    about = ABOUT | config.pop("about", {})
    made = {"materialized": "typed_incremental", "on_schema_change": mode} | config
    entries = [
        {"name": each, "data_type": types[1], "config": {"meta": {"source_type": types[0]}}}
        for each, types in columns.items()
    ]
    return {"name": name, "config": made | {"meta": {"changefeed": about}}, "columns": entries}


def write(project: Pipeline, *models: dict[str, Any]) -> None:
    folder = project.folder / "models" / "typed"
    folder.mkdir(exist_ok=True)
    for each in models:
        (folder / f"{each['name']}.sql").write_text("{{ changefeed.typed_table() }}\n")
        (folder / f"{each['name']}.yml").write_text(yaml.safe_dump({"version": 2, "models": [each]}, sort_keys=False))
    project.manifest = None


class Bags:
    """Kept tables of one source table, which follow it in different ways."""

    def __init__(self, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source, self.project, self.said = source, source.project, []
        note = self.project._note
        monkeypatch.setattr(self.project, "_note", lambda event: (note(event), self._hear(event)))

    def _hear(self, event: Any) -> None:
        if event.info.name == "JinjaLogInfo":
            self.said.append(event.info.msg.strip().removeprefix(f"{SCHEMA}."))

    def build(self, *payloads: str, models: tuple[str, ...] = KEPT) -> dict[str, str]:
        """What became of each table."""
        self.said.clear()
        self.source.land(*payloads)
        self.project.statements.clear()
        self.project.build(models=(*CHAIN, "changefeed_current_rows", *models))
        return {name: self._done_to(name) for name in models}

    def _done_to(self, name: str) -> str:
        sent = [sql.lower() for node, sql in self.project.statements if node.endswith(f".{name}")]
        words = {
            "create or replace table ": "made", "alter table .* add columns": "more columns",
            r"alter table \S+ alter column \S+ type": "wider", "merge into ": "merged",
        }  # fmt: skip
        return " ".join(done for word, done in words.items() if any(re.search(word, sql) for sql in sent))

    def rows(self, name: str) -> list[list[Any]]:
        found = self.project.sql(f"select * except (_row_key, _unreadable) from {name} order by id")
        return [[str(cell) if cell is not None else None for cell in row.values()] for row in found]


@pytest.fixture
def bags(source: Source, monkeypatch: pytest.MonkeyPatch) -> Bags:
    return Bags(source, monkeypatch)


def bag(number: int, types: dict[str, str] | None = None, **values: str) -> str:
    return row("INSERT", table="bags", types=types or BAGS, id=str(number), amount="1.50", **values)


def test_a_new_column_comes_without_the_table_made_anew(bags: Bags) -> None:
    project = bags.project
    listed = {"id": ("mediumint", "int"), "amount": ("decimal(10,2)", "decimal(10,2)")}
    write(
        project,
        model("followed", "append_new_columns", listed),
        model("synced", "sync_all_columns", listed),
        model("ignored", "ignore", listed),
    )
    bags.source.land(bag(1), bag(2))
    project.build(models=tuple(f"+{name}" for name in KEPT))
    assert bags.rows("followed") == [["1", "1.50"], ["2", "1.50"]]

    # By a statement with a default, which all rows have.
    colored = BAGS | {"color": "varchar(9)"}
    done = bags.build(
        statement("alter table bags add column color varchar(9) not null default 'red'", table="bags"),
        bag(3, colored, color="blue"),
    )
    assert done == {"followed": "more columns merged", "synced": "more columns merged", "ignored": "merged"}
    assert "followed gets column color (string)" in bags.said
    expected = [["1", "1.50", "red"], ["2", "1.50", "red"], ["3", "1.50", "blue"]]
    assert bags.rows("followed") == bags.rows("synced") == expected
    assert bags.rows("ignored") == [row[:2] for row in expected]
    assert bags.build() == dict.fromkeys(KEPT, "")

    # By images alone, of which nothing says it but the types.
    sized = colored | {"size": "int"}
    assert bags.build(bag(4, sized, color="red", size="7"))["followed"] == "more columns merged"
    assert bags.rows("followed")[-2:] == [["3", "1.50", "blue", None], ["4", "1.50", "red", "7"]]
    assert dict(project.spark.table("followed").dtypes)["size"] == "bigint"

    # Settled: no file changed, so that nothing but the change of the source is looked at.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHANGEFEED_COMMAND", '{"is_settled": true}')
        done = bags.build(
            statement("alter table bags add note text", table="bags"), bag(5, sized | {"note": "text"}, note="n")
        )
        assert done == {"followed": "more columns merged", "synced": "more columns merged", "ignored": "merged"}
        assert bags.build(bag(6, sized | {"note": "text"}))["followed"] == "merged"
        assert bags.build() == dict.fromkeys(KEPT, "")

    # A column that is gone stays, empty, or goes.
    gone = {name: kind for name, kind in sized.items() if name != "color"}
    done = bags.build(statement("alter table bags drop column color", table="bags"), bag(7, gone))
    assert done == {"followed": "made", "synced": "made", "ignored": "merged"}
    names = [list(dict(project.spark.table(name).dtypes)) for name in ("followed", "synced")]
    assert ("color" in names[0], "color" in names[1]) == (True, False)
    assert [row["color"] for row in project.sql("select distinct color from followed")] == [None]

    # The yml may take it over: nothing happens to the table.
    write(
        project,
        model("followed", "append_new_columns", listed | {"size": ("int", "bigint"), "note": ("text", "string")}),
    )
    assert bags.build()["followed"] == ""


def test_a_wider_type_is_followed(bags: Bags) -> None:
    types = {"id": "int", "amount": "decimal(12,2)", "size": "int", "note": "text"}
    done = bags.build(bag(8, types, size="9"), models=("followed", "ignored"))
    is_delta = storage.file_format() == "delta"
    assert done == {"followed": "made" if is_delta else "wider merged", "ignored": "merged"}
    assert dict(bags.project.spark.table("followed").dtypes)["amount"] == "decimal(12,2)"
    assert dict(bags.project.spark.table("ignored").dtypes)["amount"] == "decimal(10,2)"
    if is_delta:
        said = "column id was int and is bigint, column amount was decimal(10,2) and is decimal(12,2)"
        assert [line for line in bags.said if "made anew" in line] == [f"followed is made anew: {said}"]


def test_a_type_that_cannot_be_widened_is_said(bags: Bags) -> None:
    types = {"id": "int", "amount": "varchar(20)", "size": "datetime", "note": "text"}
    done = bags.build(
        row("INSERT", table="bags", types=types, id="9", amount="many", size="soon"), models=("followed",)
    )
    assert done == {"followed": "merged"}
    said = "which is no wider decimal(12,2): it stays decimal(12,2)"
    assert any("followed, column amount was decimal(12,2)" in line and said in line for line in bags.said), bags.said
    assert any(
        "followed, column size was int at the source and is datetime (timestamp_ntz)" in line for line in bags.said
    )
    [unreadable] = bags.project.sql("select _unreadable from followed where id = 9")
    assert unreadable["_unreadable"] == {"amount": "many", "size": "soon"}
    assert bags.build(models=("followed",)) == {"followed": ""}
    assert not bags.said, "once"


def test_what_a_table_refuses_ends_the_run_with_3_and_says_how_to_accept_it(source: Source) -> None:
    project = source.project
    about = {"table": "caps", "proposed": "a.b"}
    write(project, model("refusing", "fail", {"id": ("int", "bigint"), "amount": ("decimal(10,2)", "decimal(10,2)")},
                         about=about))  # fmt: skip
    source.land(row("INSERT", table="caps"))
    project.build(models=("+refusing", "changefeed_schema_changes", "changefeed_run_counts"))
    test = "typed_tables_follow_their_source"
    assert project.dbt("test", "--select", test)[test].status == "pass"

    source.land(row("INSERT", table="caps", types={"id": "int", "amount": "decimal(12,2)", "size": "varchar(3)"}))
    nodes = [*CHAIN, "changefeed_current_rows", "changefeed_schema_changes", "refusing", test]
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), "run", "--select", *nodes])
    project.manifest = None
    place = f"t/0/{source.at - 1}"
    accept = f"since {place}; accept it: `changefeed tables propose --feed shop --table d.caps`"
    told = [line for line in result.output.splitlines() if line.startswith(("schema ", "refused "))]
    assert told == [
        f"schema       shop: d.caps, column amount was decimal(10,2) and is decimal(12,2): message {place}",
        f"schema       shop: d.caps, column size is new (varchar(3)): message {place}",
        f"refused      refusing: column amount was decimal(10,2) at the source and is decimal(12,2) {accept}",
        f"refused      refusing: the source has column size (varchar(3)) {accept}",
    ], result.output
    assert result.exit_code == 3
    assert project.sql("select count(*) as n from refusing")[0]["n"] == 1, "the same key; rows go on"

    wanted = {"id": ("int", "bigint"), "amount": ("decimal(12,2)", "decimal(12,2)")}
    write(project, model("refusing", "fail", wanted, about=about | {"without": ["size"]}))
    assert project.dbt("test", "--select", test)[test].status == "pass"


def test_new_tables_are_built_where_their_feed_says_so(source: Source, capsys: pytest.CaptureFixture[str]) -> None:
    project = source.project
    file = project.folder / "dbt_project.yml"
    shipped = file.read_text()
    file.unlink()
    file.write_text(shipped + "\nvars: {changefeed: {changefeed_new_tables: [shpo]}}\n")
    with pytest.raises(ChangefeedError, match=r"changefeed_new_tables is .* write a list of feeds"):
        new_tables.feeds_that_keep_them(project.folder)
    file.write_text(shipped + "\nvars: {changefeed: {changefeed_new_tables: [shop]}}\n")
    feeds = new_tables.feeds_that_keep_them(project.folder)
    assert feeds == ["shop"]
    before = project.sql("select max(decode_batch_id) as n from internal.source_columns")[0]["n"]
    source.land(row("INSERT", table="hats"))
    project.build(models=(*CHAIN, "changefeed_current_rows", "changefeed_schema_changes"))
    context = Context(project.folder, verbose=False)
    assert new_tables.build(context, feeds, before) == []
    assert "wrote        models/typed/shop/shop__hats.sql\n" in capsys.readouterr().out
    assert project.sql(f"select id, amount from {SCHEMA}_shop.hats")[0]["id"] == 0
    assert new_tables.build(context, feeds, before) == []
    assert capsys.readouterr().out == "", "it has a model now"
    project.manifest = None
