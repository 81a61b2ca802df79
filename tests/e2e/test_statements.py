"""Statements (DDL as text): which actions they mean, and that what is not understood stays whole."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
import sqlglot
from pyspark.sql import Row, SparkSession
from sqlglot import expressions as exp
from statement_cases import CASES, FOREIGN_TO_SQLGLOT, TABLES

from pipeline import REPO

SEED = random.randrange(10**6)
NOT_UNDERSTOOD = ["not understood"]


def macros(folder: str) -> SimpleNamespace:
    """The macros of a folder without dbt: as functions that call each other as changefeed.<name>(), and that `return` like dbt's."""

    class Returned(Exception):
        pass

    def give_back(value: Any) -> None:
        raise Returned(value)

    def as_function(macro: Any) -> Any:
        def call(*arguments: Any) -> Any:
            try:
                return str(macro(*arguments))
            except Returned as returned:
                return returned.args[0]

        return call

    known = SimpleNamespace()
    environment = jinja2.Environment(extensions=["jinja2.ext.do"], undefined=jinja2.StrictUndefined)
    environment.globals |= {"changefeed": known, "return": give_back}
    for file in sorted((REPO / "macros" / folder).glob("*.sql")):
        # Jinja keeps names with a leading underscore to itself; dbt puts a prefix before every name, and so do we.
        text = re.sub(r"macro (\w+)\(", r"macro macro_\1(", file.read_text())
        for name, macro in vars(environment.from_string(text).module).items():
            if name.startswith("macro_"):
                setattr(known, name.removeprefix("macro_"), as_function(macro))
    return known


# A token, in which nothing may be put. MySQL has backslashes in strings, and # comments.
BOTH = r'"(?:[^"\\]|\\.|"")*"|`(?:[^`]|``)*`|/\*.*?\*/|[\w$.#]+(?:(?<=[eE])[+-]\d+)?|::|\S'
MYSQL_TOKEN = re.compile(r"(?:-- |#)[^\n]*(?:\n|\Z)|'(?:[^'\\]|\\.|'')*'|" + BOTH, re.DOTALL)
OTHER_TOKEN = re.compile(
    r"--[^\n]*(?:\n|\Z)|[eE]'(?:[^'\\]|\\.|'')*'|q'\[.*?\]'|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|" + BOTH, re.DOTALL
)
# Words that are no name in any case, so that they can be written in any case.
KEYWORDS = set(
    "add after all alter analyze and as auto_increment cascade change character charset check column constraint create"
    " database default drop engine exists first foreign from grant if like modify not null on only or primary purge"
    " references rename replace restrict schema set table temporary to truncate unique unused user using view".split()
)


def disguised(statement: str, chance: random.Random, is_mysql: bool) -> str:
    """The same statement in other words: keywords in another case, other space and comments between the tokens."""
    words = [found.group() for found in (MYSQL_TOKEN if is_mysql else OTHER_TOKEN).finditer(statement)]
    if {"'", '"', "`"} & set(words):
        return statement  # a quote that is never closed: what follows is no token
    gaps = [" /* a, 'b */", " -- (c\n", "\n", "\t ", "  "] + [" # ;d`\n"] * is_mysql
    written = ""
    for word in words:
        written += chance.choice(["", " "] if word in "(),;" else gaps)
        written += chance.choice([word.upper(), word.lower(), word]) if word.lower() in KEYWORDS else word
    return written


def in_words(answer: Row, table: tuple[str, str, str]) -> list[str]:
    """Actions as they stand in the cases: `action column type = default -> new name @ table`, the message's own table left out."""
    if not answer.is_understood:
        assert answer.actions == []
        return NOT_UNDERSTOOD
    lines = []
    for action in answer.actions:
        assert [name for name, value in action.asDict().items() if value is None] in ([], ["column_default"])
        line = " ".join(filter(None, [action.action, action.column_name, action.column_type]))
        if action.column_default is not None:
            line += f" = {action.column_default}"
        if action.new_column_name:
            line += f" -> {action.new_column_name}"
        if action.action == "rename_table":
            line += " -> " + ".".join(filter(None, [action.new_database, action.new_schema, action.new_table]))
        else:
            assert (action.new_database, action.new_schema, action.new_table) == ("", "", "")
        of = (action.source_database, action.source_schema, action.source_table)
        if of != table:
            line += " @ " + ".".join((of[0], of[2]) if not table[1] else of)
        lines.append(line)
    return lines


@pytest.fixture(scope="module")
def answers(spark: SparkSession) -> dict[tuple[str, str], dict[str, list[str]]]:
    """What each statement means, and what it means in disguise: one Spark job for all."""
    chance = random.Random(SEED)
    asked = []
    for database, cases in CASES.items():
        for statement in cases:
            asked.append((database, statement, "plain", statement, *TABLES[database]))
            asked.append((database, statement, "disguised", disguised(statement, chance, TABLES[database][1] == ""), *TABLES[database]))
    expression = macros("statements").statement_actions("`text`", "`database`", "`schema`", "`table`")
    columns = "origin string, statement string, manner string, text string, `database` string, `schema` string, `table` string"
    found = {}
    for row in spark.createDataFrame(asked, columns).selectExpr("*", f"{expression} as answer").collect():
        key = found.setdefault((row.origin, row.statement), {})
        key[row.manner] = in_words(row.answer, TABLES[row.origin])
        key[f"{row.manner} text"] = row.text
    return found


def case_names() -> list[tuple[str, str]]:
    return [(database, statement) for database, cases in CASES.items() for statement in cases]


@pytest.mark.parametrize("database", CASES)
def test_a_statement_means_these_actions_and_no_others(answers: Any, database: str) -> None:
    wrong = {
        statement: (answers[database, statement]["plain"], expected or [])
        for statement, expected in CASES[database].items()
        if answers[database, statement]["plain"] != (expected if expected is not None else NOT_UNDERSTOOD)
    }
    assert wrong == {}


@pytest.mark.parametrize("database", CASES)
def test_case_space_and_comments_change_nothing(answers: Any, database: str) -> None:
    print(f"seed {SEED}")
    wrong = {
        each["disguised text"]: (each["disguised"], each["plain"])
        for (origin, _), each in answers.items()
        if origin == database and each["disguised"] != each["plain"]
    }
    assert wrong == {}, f"seed {SEED}"


# -- what sqlglot reads in the same text


def of_sqlglot(statement: str, database: str) -> list[tuple[str, ...]] | None:
    """(action, table, column, …) by sqlglot; None where it does not parse the statement, or keeps it as text."""
    dialect = {"oceanbase_oracle": "oracle", "mysql_schema": "mysql"}.get(database, database)
    try:
        tree = sqlglot.parse_one(statement, dialect=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    except sqlglot.errors.SqlglotError:
        return None
    if isinstance(tree, exp.TruncateTable):
        return [("truncate", each.name) for each in tree.expressions]
    if isinstance(tree, exp.Drop) and tree.args["kind"] in ("TABLE", "DATABASE", "SCHEMA"):
        is_table = tree.args["kind"] == "TABLE"
        named = [each.this if isinstance(each, exp.Schema) else each for each in [tree.this, *tree.expressions] if each]
        return [] if tree.args.get("temporary") else [("drop_table", each.name if is_table else "") for each in named]
    if isinstance(tree, exp.Create) and tree.args["kind"] == "TABLE":
        created = tree.find(exp.Table)
        properties = tree.args.get("properties")
        is_temporary = properties and properties.find(exp.TemporaryProperty)
        replaced = [("drop_table", created.name)] if tree.args.get("replace") else []
        return [] if is_temporary else [*replaced, ("create_table", created.name)]
    if isinstance(tree, exp.Alter) and tree.args["kind"] == "TABLE":
        return [action for each in tree.args["actions"] for action in of_clause(each, tree.this.name)]
    return None if isinstance(tree, exp.Command) else []


def of_clause(clause: exp.Expression, table: str) -> list[tuple[str, ...]]:
    if isinstance(clause, exp.ColumnDef):
        return [("add_column", table, clause.name)]
    if isinstance(clause, exp.Schema):
        return [("add_column", table, each.name) for each in clause.expressions if isinstance(each, exp.ColumnDef)]
    if isinstance(clause, exp.Drop) and clause.args["kind"] == "COLUMN":
        return [("drop_column", table, clause.this.name)]
    if isinstance(clause, exp.RenameColumn):
        return [("rename_column", table, clause.this.name, clause.args["to"].name)]
    if isinstance(clause, exp.AlterRename):
        return [("rename_table", table, clause.this.name)]
    if isinstance(clause, exp.AlterColumn | exp.ModifyColumn):
        definition = clause.this if isinstance(clause.this, exp.ColumnDef) else clause
        column = definition.this.name
        old = clause.args.get("rename_from")
        renamed = [("rename_column", table, old.name, column)] if old and old.name != column else []
        has_type = definition.args.get("dtype") or definition.args.get("kind")
        return renamed + ([("change_type", table, column)] if has_type else [])
    return []


def without_details(lines: list[str], table: str) -> list[tuple[str, ...]]:
    """Lines of in_words() as of_sqlglot() gives them."""
    found = []
    for line in lines:
        what, _, of = line.partition(" @ ")
        what, _, new = what.partition(" -> ")
        action, *words = what.split(" ")
        name = of.rpartition(".")[2] if of else table
        if action == "rename_table":
            found.append((action, name, new.rpartition(".")[2]))
        elif action == "rename_column":
            found.append((action, name, " ".join(words), new))
        else:
            found.append((action, name, *words[:1]))
    return found


@pytest.mark.parametrize("database", CASES)
def test_sqlglot_reads_the_same_where_it_reads_at_all(database: str, answers: Any) -> None:
    foreign = {statement for of, statement in FOREIGN_TO_SQLGLOT if of == database}
    differ = {}
    for statement in CASES[database]:
        ours = answers[database, statement]["plain"]
        theirs = of_sqlglot(statement, database)
        if ours == NOT_UNDERSTOOD or theirs is None:
            continue
        mine = without_details(ours, TABLES[database][2])
        if [tuple(map(str.lower, each)) for each in mine] != [tuple(map(str.lower, each)) for each in theirs]:
            differ[statement] = (mine, theirs)
    assert set(differ) == foreign, differ
