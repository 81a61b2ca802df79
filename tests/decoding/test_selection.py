"""Tables and rows that a project leaves out: they are not in the log, they are counted, and a redecode brings them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from changefeed.project import macros
from changefeed.runs import selection
from changefeed.typed import source_columns
from pipeline import REPO, Pipeline, canal, record

EU = {"rows": {"orders": {"region": ["EU", None]}}, "except_rows": {"bag": {"kind": ["test"]}}}
WRONG = {"f": {"tables": ["order", "*"], "rows": {"orders": {"regoin": ["EU"]}, "bag": {"kind": ["real"]}}}}
TABLES = {"tables": ["orders", "d.b?g", "*_log"], "except_tables": ["audit_*"]}


def order(key: str, region: str | None, **more: str) -> dict[str, Any]:
    return {"id": key, "region": region, **more}


def orders(kind: str, *images: dict[str, Any], old: list[dict[str, Any]] | None = None, table: str = "orders") -> str:
    return canal(kind, list(images), old, table=table)


MESSAGES = (
    orders("INSERT", order("1", "EU"), order("2", "US"), order("3", None)),
    orders("UPDATE", order("1", "US"), old=[{"region": "EU"}]),  # leaves the selection
    orders("UPDATE", order("2", "EU"), old=[{"region": "US"}]),  # enters it
    orders("UPDATE", order("3", None, v="2"), old=[{"v": "1"}]),
    orders("DELETE", order("9", "US")),
    orders("INSERT", order("4", "US")),
    orders("UPDATE", order("5", "US"), old=[{"id": "4"}]),
    orders("INSERT", order("6", "EU")),
    orders("UPDATE", order("7", "US"), old=[{"id": "6", "region": "EU"}]),
    canal("INSERT", [{"kind": "real", "n": "1"}, {"kind": "test", "n": "2"}], table="bag", keys=None),
    canal("UPDATE", [{"kind": "test", "n": "1"}], [{"kind": "real"}], table="bag", keys=None),
    canal("INSERT", [{"kind": "real", "n": "3"}], table="bag", keys=None),
    orders("INSERT", order("1", "EU"), table="customers"),
    orders("INSERT", order("1", "EU"), table="audit_log"),
    orders("INSERT", order("1", "EU"), table="query_log"),
    orders("INSERT", order("1", "EU"), table="_orders_gho"),
    canal("INSERT", [{"note": "of a table whose key nobody declares"}], table="customers", keys=None),
    canal("ALTER", None, table="customers", isDdl=True, sql="alter table d.customers add column secret int"),
)


@pytest.fixture
def shop(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    line = {"feed": "f", "dialect": "canal", "topics": "t"}
    pipeline.declare("feeds", line, line | {"feed": "another", "topics": "u"})
    pipeline.declare("table_keys", {"feed": "f", "source_database": "d", "source_table": "bag"})
    pipeline.land(record(place, payload) for place, payload in enumerate(MESSAGES))
    return pipeline


def counted(shop: Pipeline) -> dict[str, int]:
    rows = shop.sql(
        "select source_table, count(*) as n from internal.decoded where operation = 'left_out' group by source_table"
    )
    return {row["source_table"]: row["n"] for row in rows}


def test_what_is_left_out_is_counted_and_comes_back_with_a_redecode(
    shop: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.build("--vars", json.dumps({"changefeed_selection": {"f": {**EU, **TABLES}, "another": TABLES}}))
    assert [(table, row, copies) for table, _, row, copies in shop.rows()] == [
        ("_orders_gho", {"id": "1", "region": "EU"}, 1),
        ("bag", {"kind": "real", "n": "3"}, 1),
        ("orders", {"id": "2", "region": "EU"}, 1),
        ("orders", {"id": "3", "region": None, "v": "2"}, 1),
        ("query_log", {"id": "1", "region": "EU"}, 1),
    ]
    selected = shop.rows()
    assert counted(shop) == {"orders": 4, "bag": 1, "customers": 3, "audit_log": 1}
    assert shop.sql("select * from quarantine") == []
    log = json.dumps(shop.sql("select before, after, statement from internal.decoded"))
    assert "secret" not in log
    assert "nobody declares" not in log
    assert '"id": "4"' not in log
    seen = shop.sql("select sum(n) as n from (select 1 as n from internal.decoded group by topic, partition, offset)")
    assert seen == [{"n": len(MESSAGES)}], "each message has its row in the log"

    misspelled = json.dumps({"changefeed_selection": {"anothr": TABLES}})
    with pytest.raises(AssertionError, match=r"declares no feed 'anothr'\. Did you mean another\?"):
        shop.build("--vars", misspelled, models=["changefeed_feeds"])

    again = {"changefeed_redecode": {"feed": "f"}}
    shop.build("--vars", json.dumps(again))
    assert counted(shop) == {}
    assert [row[0] for row in shop.rows()].count("orders") == 5
    assert shop.sql("select reason from quarantine") == [{"reason": "no_key_declared"}]
    shop.build("--vars", json.dumps(again | {"changefeed_selection": {"f": {**EU, **TABLES}}}))
    assert shop.rows() == selected

    monkeypatch.setattr(macros, "package_variables", lambda folder: {"changefeed_selection": WRONG})
    known = source_columns.columns_of_rows(shop.spark)
    assert [said.removeprefix(selection._WHERE + ": ") for said in selection.misfits(shop.spark, REPO, known)] == [
        "f: tables: no table is called order. Did you mean d.orders?",
        "f: rows: orders: no row of d._orders_gho has a column regoin. Did you mean region?",
        "f: rows: orders: no row of d.orders has a column regoin. Did you mean region?",
        "4 changes of d.audit_log, d.customers were left out, and nothing leaves them out now:"
        " changefeed run --redecode f",
    ]


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ([], "is no mapping of feeds"),
        ({"f": {}}, "f has none of tables"),
        ({"f": {"tabels": ["a"]}}, "f has no tabels. Did you mean tables?"),
        ({"f": {"tables": "orders"}}, "f: tables is no list of names or patterns"),
        ({"f": {"rows": {"orders": ["region"]}}}, "f: rows: orders names no column"),
        ({"f": {"rows": {"orders": {"id": [1]}}}}, "f: rows: orders: id is no list of texts"),
    ],
)
def test_a_selection_that_is_none_is_refused_by_its_name(said: Any, problem: str) -> None:
    with pytest.raises(macros.Wrong) as wrong:
        macros.load(REPO, {}, var=lambda name, default: said).selection()
    assert f"dbt_project.yml, vars, changefeed_selection{': ' if said else ' '}{problem}" in str(wrong.value)
