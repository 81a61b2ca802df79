"""The connection to a source: what variables say, what an account may do, and types from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import databases
from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.source import connection
from changefeed.source.connection import Settings
from conftest import OWN
from pipeline import Pipeline, canal, record
from source_story import set_source

URL = "jdbc:mariadb://db:3306/shop"
GOODS = """create table goods (id bigint unsigned not null, part int not null, price decimal(12,2),
kind enum('a','it''s,b'), primary key (part, id))"""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "CHANGEFEED_SOURCE_SHOP_URL is not set"),
        ({"URL": "jdbc:mysql://db/shop?user=a&password=b"}, "has a password in it"),
        ({"URL": "jdbc:mysql://a:b@db/shop"}, "has a password in it"),
        ({"URL": "jdbc:derby:x"}, "no URL of a known driver, which begin with jdbc:mysql:, jdbc:mariadb:"),
        ({"URL": URL, "PARALLEL": "0"}, "CHANGEFEED_SOURCE_SHOP_PARALLEL: '0' is no number from 1 to 64"),
        ({"URL": URL, "TIMEOUT": "soon"}, "CHANGEFEED_SOURCE_SHOP_TIMEOUT: 'soon' is no number from 1 to 86,400"),
        ({"URL": URL, "PASSWORD_FILE": "/nowhere"}, "CHANGEFEED_SOURCE_SHOP_PASSWORD_FILE can't be read"),
        ({"URL": URL, "PASSWORD_FILE": "x", "PASSWORD": "y"}, "are both set. Keep one."),
    ],
)  # fmt: skip
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], words: str) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"CHANGEFEED_SOURCE_SHOP_{name}", value)
    with pytest.raises(ChangefeedError) as error:
        assert Settings.of("shop").engine
    assert words in str(error.value) and "password=b" not in str(error.value)


def test_a_password_can_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s3cret \n")
    set_source(monkeypatch, "shop", URL, None)
    monkeypatch.setenv("CHANGEFEED_SOURCE_SHOP_PASSWORD_FILE", str(tmp_path / "secret"))
    settings = Settings.of("shop")
    assert settings.password == "s3cret " and "s3cret" not in repr(settings)


def test_a_shard_has_its_own_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the database's name; what it does not say is the feed's."""
    set_source(monkeypatch, "shop", URL)
    monkeypatch.setenv("CHANGEFEED_SOURCE_SHOP__ORDER_DB_07_URL", "jdbc:mariadb://other/x")
    monkeypatch.setenv("CHANGEFEED_SOURCE_SHOP__ORDER_DB_07_PARALLEL", "2")
    whole, shard = Settings.of_shards("shop", ["a", "order-db.07", "b", "a"])
    assert (whole.url, whole.databases, whole.parallel) == (URL, ("a", "b"), 4)
    assert (shard.url, shard.databases, shard.parallel) == ("jdbc:mariadb://other/x", ("order-db.07",), 2)
    assert (shard.user, shard.password) == (databases.USER, databases.PASSWORD)
    assert whole.has("a") and not whole.has("order-db.07") and not shard.has("a")
    assert [each.databases for each in Settings.of_shards("shop", ["a", ""])] == [()]
    monkeypatch.delenv("CHANGEFEED_SOURCE_SHOP_URL")
    assert [each.url for each in Settings.of_shards("shop", ["order-db.07"])] == ["jdbc:mariadb://other/x"]
    monkeypatch.setenv("CHANGEFEED_SOURCE_SHOP__ORDER_DB_07_PARALLEL", "x")
    with pytest.raises(ChangefeedError, match="CHANGEFEED_SOURCE_SHOP__ORDER_DB_07_PARALLEL: 'x' is no number"):
        Settings.of_shards("shop", ["order-db.07"])


@pytest.fixture(scope="module")
def mariadb() -> Iterator[databases.Database]:
    with databases.mariadb() as server:
        server.run(f"use shop; {GOODS};")
        yield server


@pytest.fixture(scope="module")
def project(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    """A feed of the tables goods and hidden, built."""
    project = Pipeline(spark, tmp_path_factory.mktemp("source"), f"{OWN}_source")
    project.own_models()
    project.clear()
    project.declare("feeds", {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mariadb"})
    row = {"id": "1", "part": "1", "price": "1.50", "kind": "2"}
    sent = [canal("INSERT", [row], table=table, keys=["part", "id"], database="shop") for table in ("goods", "hidden")]
    project.land([record(number, text, topic="shop") for number, text in enumerate(sent)])
    project.build()
    return project


def command(project: Pipeline, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--project-dir", str(project.folder), *arguments])
    return result.exit_code, result.output


@databases.needs_mariadb
def test_doctor_says_which_right_is_missing_and_types_come_from_the_source(
    project: Pipeline, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "shop", mariadb.url)
    code, said = command(project, "doctor", "--source", "shop")
    assert f"ok       source           {mariadb.url}: 10." in said and "the session reads only, in UTC" in said
    assert (code, "wrong    its tables       1 table of the feed can't be read: shop.hidden" in said) == (1, True)
    assert "ok       its clock" in said

    code, said = command(project, "feeds", "types", "--feed", "shop", "--from-source")
    assert code == 0, said
    assert "declared   4 types, 0 keys" in said and "missing    shop: shop.hidden" in said
    columns = (project.folder / "seeds" / "changefeed_table_columns.csv").read_text()
    assert "shop,shop,,goods,kind,\"enum('a','it''s,b')\"\n" in columns

    monkeypatch.setenv("CHANGEFEED_SOURCE_NEW_URL", mariadb.url)
    monkeypatch.setenv("CHANGEFEED_SOURCE_NEW_USER", databases.USER)
    monkeypatch.setenv("CHANGEFEED_SOURCE_NEW_PASSWORD", databases.PASSWORD)
    code, said = command(
        project, "feeds", "add", "new", "--dialect", "canal", "--topics", "new", "--time-zone", "UTC", "--from-source"
    )
    assert (code, "source: mariadb, 10." in said) == (0, True), said
    assert "\nnew,canal,new,mariadb,UTC," in (project.folder / "seeds" / "changefeed_feeds.csv").read_text()


@databases.needs_mariadb
def test_errors_of_a_source_hold_no_secret(
    spark: SparkSession, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "shop", mariadb.url, "wr0ng-one")
    with pytest.raises(ChangefeedError, match=r"The source of shop .*can't connect: .*Access denied") as error:
        connection.Source(spark, Settings.of("shop"))
    assert "wr0ng-one" not in str(error.value)

    set_source(monkeypatch, "shop", mariadb.url)
    monkeypatch.setenv("CHANGEFEED_SOURCE_SHOP_TIMEOUT", "1")
    with connection.connected(spark, "shop") as source:
        with pytest.raises(ChangefeedError, match=r"a query failed: .*(INSERT command denied|READ ONLY)"):
            source.ask("insert into goods values (1, 1, 1, 'a')")
        with pytest.raises(ChangefeedError, match=r"a query failed: .*[Qq]uery"):
            source.ask(f"select count(*) from {', '.join(f'information_schema.collations {x}' for x in 'abcdef')}")
    monkeypatch.setattr(connection.Source, "_session", lambda self: ["set session time_zone = 'Nowhere/Here'"])
    with pytest.raises(ChangefeedError, match=r"its session can't be set .*Nowhere"):
        connection.Source(spark, Settings.of("shop"))


@databases.needs_mariadb
def test_a_literal_is_the_text_in_any_mode(
    spark: SparkSession, mariadb: databases.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_source(monkeypatch, "shop", mariadb.url)
    texts = ["it's", "\\' or 1=1 -- ", "日本 \U0001f600", 'a"b`c', ""]
    with connection.connected(spark, "shop") as source:
        found = source.ask(f"select {', '.join(f'{source.literal(each)} as c{n}' for n, each in enumerate(texts))}")
        assert list(found[0].values()) == texts
        assert source.name("a`b", "c") == "`a``b`.`c`"


@databases.needs_postgresql
def test_a_postgresql_says_its_tables_and_what_may_not_be_read(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    from changefeed.source import catalogue

    with databases.postgresql() as server:
        server.run("create table seen (id int primary key, v text); create table hidden (id int);"
                   f"revoke all on hidden from {databases.USER};")  # fmt: skip
        set_source(monkeypatch, "pg", server.url)
        with connection.connected(spark, "pg") as source:
            assert source.kind == "postgresql"
            assert catalogue._forbidden(source) == [("postgres", "public", "hidden")]
            assert catalogue.read(source)["postgres", "public", "seen"].key == ["id"]
            assert abs((source.replayed() - source.now()).total_seconds()) < 5
            with pytest.raises(ChangefeedError, match=r"a query failed: .*read-only"):
                source.ask("insert into seen values (1)")
