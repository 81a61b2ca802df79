"""`changefeed feeds types`: types and keys from the source's catalogue, as lines of the seeds."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import databases
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.typed import source_catalogue
from changefeed.typed.source_columns import Table
from conftest import OWN
from pipeline import Pipeline, canal, record

HEADER = "source_database,source_schema,source_table,column_name,source_type,key_position"
MARIADB_TABLES = """use shop;
create table goods (
    id bigint unsigned not null, part int not null, price decimal(12,2), kind enum('a','it''s,b'), `q"x` varchar(3),
    primary key (part, id)
);
create table notes (text_ text);"""
POSTGRESQL_TABLES = """create type mood as enum ('sad', 'ok'); create domain amount as numeric(12,2);
create table goods (id integer, part smallint, price amount, m mood, tags text[], "q""x" timestamptz(3),
    primary key (part, id));
create table notes (text_ text);"""


def answer(tmp_path: Path, *lines: str, header: str = HEADER) -> Path:
    file = tmp_path / "answer.csv"
    file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("lines", "header"),
    [
        (['shop,,goods,part,int,1', 'shop,,goods,id,"decimal(12,2)",2', "shop,,goods,x,text,NULL"], HEADER),
        (["shop;;goods;part;int;1", "shop;;goods;id;decimal(12,2);2", "shop;;goods;x;text;"], HEADER.replace(",", ";")),
        (["shop\t\tgoods\tpart\tint\t1", "shop\t\tgoods\tid\tdecimal(12,2)\t2", "shop\t\tgoods\tx\ttext\tNULL"],
         HEADER.replace(",", "\t").upper()),
    ],
)  # fmt: skip
def test_an_answer_is_read_however_a_client_saves_it(tmp_path: Path, lines: list[str], header: str) -> None:
    read = source_catalogue.read_answer(answer(tmp_path, *lines, header=header))
    assert list(read) == [("shop", "", "goods")]
    described = read["shop", "", "goods"]
    assert described.columns == {"part": "int", "id": "decimal(12,2)", "x": "text"}
    assert described.key == ["part", "id"]


@pytest.mark.parametrize(
    ("lines", "header", "words"),
    [
        ([], HEADER, "no line below its header"),
        (["shop,goods,id,int"], "a,b,c,d", "has no column source_database"),
        (["shop,,goods,id,int"], HEADER, "line 2: the header has 6 columns, this line 5"),
        (["shop,,goods,id,int,first"], HEADER, "key_position 'first' is no number"),
        (["shop,,goods,,int,"], HEADER, "line 2: source_table, column_name and source_type must not be empty"),
    ],
)
def test_what_is_no_answer_is_told_with_its_line(tmp_path: Path, lines: list[str], header: str, words: str) -> None:
    with pytest.raises(ChangefeedError, match="--from: ") as error:
        source_catalogue.read_answer(answer(tmp_path, *lines, header=header))
    assert words in str(error.value)


def test_a_table_is_found_by_what_messages_say_of_it() -> None:
    tables = [("XE", "CRM", "LEADS"), ("XE", "ERP", "LEADS"), ("shop", "", "goods")]
    assert source_catalogue.matched(Table("f", "XE", "CRM", "LEADS"), tables) == [("XE", "CRM", "LEADS")]
    assert source_catalogue.matched(Table("f", "", "crm", "LEADS"), tables) == [("XE", "CRM", "LEADS")]
    assert len(source_catalogue.matched(Table("f", "", "", "LEADS"), tables)) == 2
    assert source_catalogue.matched(Table("f", "shop", "", "goods"), tables) == [("shop", "", "goods")]
    assert source_catalogue.matched(Table("f", "CRM", "", "LEADS"), tables) == [("XE", "CRM", "LEADS")]
    assert source_catalogue.matched(Table("f", "shop", "", "Goods"), tables) == []


@pytest.mark.slow
def test_types_and_keys_become_lines_of_the_seeds(
    spark: SparkSession, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Of a feed whose messages name neither: a second time nothing is new, and what a seed says stays."""
    project = Pipeline(spark, tmp_path_factory.mktemp("catalogue"), f"{OWN}_catalogue")
    project.own_models()
    project.clear()
    project.declare("feeds", {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mysql"})
    place = {"feed": "shop", "source_database": "d", "source_table": "goods"}
    project.declare("table_columns", place | {"column_name": "id", "source_type": "int"})
    row = {"id": "1", "price": "1.50", "kind": "2"}
    keyed = canal("INSERT", [row], table="goods")
    project.land(
        [record(0, keyed, topic="shop"), record(1, canal("INSERT", [row], table="log", keys=None), topic="shop")]
    )
    project.build()
    file = answer(
        tmp_path,
        "d,,goods,id,bigint,1", 'd,,goods,price,"decimal(12,2)",', "d,,goods,kind,\"enum('a','it''s,b')\",",
        "d,,log,id,int,", "d,,other,id,int,1",
    )  # fmt: skip

    def types() -> str:
        arguments = ["--project-dir", str(project.folder), "feeds", "types", "--feed", "shop", "--from", str(file)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output + repr(result.exception)
        return result.output

    first = types()
    assert "declared   3 types, 1 keys, 0 declared already" in first
    assert "kept       shop: d.goods, id: int, not bigint" in first
    assert "left out   1 tables of the answer" in first
    assert "price" in first and "decimal(12,2)" in first, "what the typed tables would be"
    columns = (project.folder / "seeds" / "changefeed_table_columns.csv").read_text()
    assert "shop,d,,goods,kind,\"enum('a','it''s,b')\"\n" in columns
    assert (project.folder / "seeds" / "changefeed_table_keys.csv").read_text().endswith("\nshop,d,,log,\n")
    assert "declared   0 types, 0 keys, 4 declared already" in types()
    project.build(models=["+changefeed_feed_settings"])
    project.dbt("build", "--select", "changefeed_read_batches+", "--exclude-resource-type", "unit_test", "--vars",
                '{"changefeed_retry": {"feed": "shop"}}')  # fmt: skip
    assert project.sql("select count(*) as n from quarantine where resolved_at is null") == [{"n": 0}]


@pytest.mark.slow
@databases.needs_mariadb
def test_a_real_mariadb_answers_the_query(tmp_path: Path) -> None:
    with databases.mariadb() as server:
        server.run(MARIADB_TABLES)
        (tmp_path / "told").write_text(server.run(source_catalogue.QUERIES["mysql"]), encoding="utf-8")
    read = source_catalogue.read_answer(tmp_path / "told")
    assert read["shop", "", "goods"].columns == {
        "id": "bigint(20) unsigned", "part": "int(11)", "price": "decimal(12,2)", "kind": "enum('a','it''s,b')",
        'q"x': "varchar(3)",
    }  # fmt: skip
    assert read["shop", "", "goods"].key == ["part", "id"] and read["shop", "", "notes"].key == []


@pytest.mark.slow
@databases.needs_postgresql
def test_a_real_postgresql_answers_the_query(tmp_path: Path) -> None:
    with databases.postgresql() as server:
        server.run(POSTGRESQL_TABLES)
        (tmp_path / "told").write_text(server.run(source_catalogue.QUERIES["postgresql"]), encoding="utf-8")
    read = source_catalogue.read_answer(tmp_path / "told")
    goods = read["postgres", "public", "goods"]
    assert goods.columns == {
        "id": "integer", "part": "smallint", "price": "numeric(12,2)", "m": "enum", "tags": "text[]",
        'q"x': "timestamp(3) with time zone",
    }  # fmt: skip
    assert goods.key == ["part", "id"] and read["postgres", "public", "notes"].key == []
