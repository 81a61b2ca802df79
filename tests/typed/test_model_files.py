"""What `changefeed tables propose` writes is read by dbt as it was meant, whatever a source calls its things.

dbt itself reads it: its renderer for each text, its parser for whole files. No Spark.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.clients.jinja import get_rendered

from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.project.yaml_edit import flow, written
from changefeed.typed.model_files import jinja_free, propose, rendered
from changefeed.typed.source_columns import Column, Seen, Table
from pipeline import Pipeline

SEED = os.environ.get("CHANGEFEED_TEST_SEED", "1")
# What Jinja and YAML take for their own, line breaks of any kind, and what jinja_free() itself writes.
PIECES = (
    *"{}%#\n\r\t '\"\\-a:,[]&*!|>?@`\0\x1b\x7f\x85\xa0\u2028\u2029\ufeff\ufffe\u202eé订🚀",
    "{{", "}}", "{%", "%}", "{#", "#}", "{{ '{' }}", "{{ '\\n' }}", "{% raw %}", "{% endraw %}",
    "{{ env_var('HOME') }}", "\\n", "null", "true", "1e3", "~", "---",
)  # fmt: skip


def drawn(dice: random.Random) -> str:
    return "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 12)))


def as_dbt_reads(value: Any) -> Any:
    """A value of a yml after dbt's renderer, which takes texts only."""
    if isinstance(value, dict):
        return {as_dbt_reads(name): as_dbt_reads(each) for name, each in value.items()}
    if isinstance(value, list):
        return [as_dbt_reads(each) for each in value]
    return get_rendered(value, {}) if isinstance(value, str) else value


def test_any_text_is_rendered_to_itself() -> None:
    short = ("".join(each) for size in range(1, 5) for each in itertools.product("{}%#\n\r' ", repeat=size))
    dice = random.Random(SEED)
    for text in (*short, *(drawn(dice) for _ in range(3_000))):
        safe = jinja_free(text)
        assert get_rendered(safe, {}) == text, repr(text)
        assert rendered(safe) == text, repr(text)
        assert yaml.safe_load(written({"text": flow(safe)})) == {"text": safe}, repr(text)


def drawn_table(dice: random.Random, number: int) -> Seen:
    """A table that messages could have described so."""
    types = ("int", f"enum('{drawn(dice)}')", drawn(dice))
    columns = [
        Column(
            name=drawn(dice) if place else "c",  # unlike some that are drawn, one that any table can have
            source_type=dice.choice(types),
            data_type=dice.choice(("string", "bigint", "timestamp_ntz")),
            type_from=dice.choice(("messages", "statements", "values")),
            sent_type=dice.choice(("", drawn(dice))),
            comment=dice.choice(("", drawn(dice))),
        )
        for place in range(dice.randrange(1, 6))
    ]
    key = tuple(dict.fromkeys(dice.choice(columns).name for _ in range(dice.randrange(3))))
    parts = (drawn(dice), dice.choice(("", drawn(dice))), f"{drawn(dice)}{number}")
    return Seen(Table("shop", *parts), 1, key, columns)


def test_dbt_reads_each_proposed_table_as_it_was_described(tmp_path: Path) -> None:
    dice = random.Random(SEED)
    project = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # dbt parses without Spark
    project.own_models()
    models = project.folder / "models"
    seen = [drawn_table(dice, number) for number in range(40)]
    assert len(propose(project.folder, seen, models / "tables", [models]).written) == 2 * len(seen)
    assert propose(project.folder, seen, models / "tables", [models]).unchanged == len(seen)
    for column in (dice.choice(each.columns) for each in seen):
        column.comment, column.sent_type = drawn(dice), drawn(dice)
    assert len(propose(project.folder, seen, models / "tables", [models]).changes) == len(seen)

    project.parse()
    nodes = json.loads((project.folder / "target" / "manifest.json").read_text())["nodes"].values()
    parsed = {
        (about["database"], about["schema"], about["table"]): each
        for each in nodes
        if (about := each["config"].get("meta", {}).get("changefeed")) and each["resource_type"] == "model"
    }
    for each in seen:
        model = parsed[each.table.database, each.table.schema, each.table.name]
        for column in each.columns:
            entry = model["columns"][column.name]
            told = entry["config"]["meta"]
            assert entry["description"] == column.comment
            assert (told["source_type"], told.get("sent_type", "")) == (column.source_type, column.sent_type)


def test_schema_and_alias_of_new_models_have_one_rule(tmp_path: Path) -> None:
    """In dbt_project.yml. A model that is there keeps its own; two tables in one place are refused before any file."""
    project = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # nothing is built
    project.own_models()
    models, file = project.folder / "models", project.folder / "dbt_project.yml"
    shipped = yaml.safe_load(file.read_text())
    file.unlink()

    def proposed(*tables: tuple[str, str, str], **rules: str) -> dict[str, tuple[str, str]]:
        file.write_text(yaml.safe_dump(shipped | {"vars": {"changefeed": rules}}))
        columns = [Column("id", "int", "bigint", "messages")]
        seen = [Seen(Table(feed, database, "", name), 1, ("id",), columns) for feed, database, name in tables]
        written = propose(project.folder, seen, models / "typed", [models]).written
        entries = [yaml.safe_load(text)["models"][0] for name, text in written.items() if name.suffix == ".yml"]
        return {each["name"]: (each["config"]["schema"], each["config"]["alias"]) for each in entries}

    assert proposed(("shop", "d", "orders")) == {"shop__orders": ("shop", "orders")}
    rules = {"changefeed_typed_schemas": "ods", "changefeed_typed_names": "ods_{database}_{table}"}
    assert proposed(("shop", "d", "orders"), ("shop", "d", "bags"), **rules) == {"shop__bags": ("ods", "ods_d_bags")}
    with pytest.raises(ChangefeedError, match=r"shop: d\.bags and erp: d\.bags would both be ods\.ods_d_bags"):
        proposed(("erp", "d", "bags"), **rules)
    assert not (models / "typed" / "erp").exists()
    with pytest.raises(ChangefeedError, match=r"changefeed_typed_names is 'ods_\{tabel\}': write letters"):
        proposed(("erp", "d", "bags"), changefeed_typed_names="ods_{tabel}")


def test_shards_have_one_model_and_a_name_of_their_own(tmp_path: Path) -> None:
    project = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # nothing is built
    project.own_models()
    project.declare("feeds", {"feed": "f", "dialect": "canal", "topics": "t", "source_kind": "mysql"})
    models = project.folder / "models"

    def proposed(pattern: str, name: str, shards: str) -> int:
        columns = [Column("id", "int", "bigint", "messages")]
        seen = [
            Seen(Table("f", "d", "", f"{each}_{number}"), 1, ("id",), columns) for each in "tu" for number in (0, 1)
        ]
        merge = Table("f", "d", "", pattern, shards)
        return len(propose(project.folder, seen, models / "typed", [models], merge=merge, merged_name=name).written)

    assert proposed("t_*", "all", "apart") == 2
    assert proposed("t_*", "all", "apart") == 0, "it is there"
    with pytest.raises(ChangefeedError, match=r"f__all\.yml: f__all shows these tables already, with shards: apart"):
        proposed("t_*", "all", "one_key")
    with pytest.raises(ChangefeedError, match=r"--as all: a model is called f__all already\. Choose"):
        proposed("u_*", "all", "apart")
    assert proposed("u_*", "others", "one_key") == 2


@pytest.mark.parametrize(
    ("data_type", "wider", "is_wider"),
    [
        ("int", "bigint", True), ("tinyint", "smallint", True), ("bigint", "int", False), ("int", "int", False),
        ("decimal(10,2)", "decimal(12,2)", True), ("decimal(10,2)", "decimal(12,4)", True),
        ("decimal(10,2)", "decimal(10,4)", False), ("int", "decimal(12,2)", True), ("decimal(9,0)", "int", False),
        ("float", "double", True), ("int", "double", False), ("bigint", "string", False), ("date", "timestamp", False),
    ],
)  # fmt: skip
def test_a_type_is_wider_where_it_holds_every_value_exactly(data_type: str, wider: str, is_wider: bool) -> None:
    assert bool(macros.own().widens(data_type, wider)) == is_wider
