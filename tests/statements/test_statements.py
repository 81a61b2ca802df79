"""Statements (DDL as text): which actions they mean, and that what is not understood stays whole.

CHANGEFEED_STATEMENTS, a part of their text, asks for these statements only.
"""

from __future__ import annotations

import os
import random
import re
import time
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
import sqlglot
from pyspark.sql import Row, SparkSession
from sqlglot import expressions as exp

from pipeline import REPO, Pipeline, canal, record
from statement_cases import CASES as ALL_CASES
from statement_cases import SQLGLOT_READS_OTHERWISE, TABLES

SEED = random.randrange(10**6)
ONLY = os.environ.get("CHANGEFEED_STATEMENTS", "")
CASES = {
    database: chosen
    for database, cases in ALL_CASES.items()
    if (chosen := {statement: meaning for statement, meaning in cases.items() if ONLY in statement})
}
if not CASES:
    raise pytest.Collector.CollectError(f"CHANGEFEED_STATEMENTS: no statement of statement_cases.py has {ONLY!r} in it")
of_all = pytest.mark.skipif(bool(ONLY), reason="CHANGEFEED_STATEMENTS asks for others")
NOT_UNDERSTOOD = ["not understood"]


def macros(folder: str) -> SimpleNamespace:
    """The macros of a folder without dbt: functions that call each other as changefeed.<name>(); `return` as in dbt."""

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
KEYWORD = re.compile(
    r"add|after|all|alter|analyze|and|as|auto_increment|cascade|change|charset|check|column|constraint|create|"
    r"database|default|drop|engine|exists|first|foreign|from|grant|if|like|modify|not|null|on|only|or|primary|"
    r"purge|references|rename|replace|restrict|schema|table|temporary|truncate|unique|unused|user|using|view",
    re.IGNORECASE,
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
        written += chance.choice([word.upper(), word.lower(), word]) if KEYWORD.fullmatch(word) else word
    return written


def in_words(answer: Row, table: tuple[str, str, str]) -> list[str]:
    """Actions as in the cases: `action column type = default -> new name @ table`, without the message's own table."""
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


LONG = "alter table items " + ", ".join(f"add c{i} varchar(9) default 'x' comment '{'(, ' * 100}'" for i in range(300))
# In disguise these would be others: q and a text.
UNCLOSED_Q = (
    "alter table items add a varchar2(9) default q'[x'",
    "alter table items add a varchar2(9) default q'ab', add b varchar2(9) default 'x'",
    "alter table items add a varchar2(9) default nq'(x''",
)
UNCLOSED = LONG.replace("'x'", "'x\\\\'")[:-1]


@pytest.fixture(scope="module")
def answers(spark: SparkSession) -> dict[tuple[str, str | None, str], Row]:
    """What each statement means, and what it means in disguise: one Spark job for all."""
    chance = random.Random(SEED)
    alone = () if ONLY else (None, LONG, UNCLOSED)
    asked = [("mysql", each, "plain", each, *TABLES["mysql"]) for each in alone]
    asked += [("oracle", each, "plain", each, *TABLES["oracle"]) for each in (() if ONLY else UNCLOSED_Q)]
    for origin, cases in CASES.items():
        table = TABLES[origin]
        for statement in cases:
            asked.append((origin, statement, "plain", statement, *table))
            asked.append(
                (origin, statement, "disguised", disguised(statement, chance, is_mysql=table[1] == ""), *table)
            )
    # Columns may be called what the macros call their own.
    columns = ["origin", "statement", "manner", "tokens", "given", "own", "shape"]
    expression = macros("statements").statement_actions("tokens", "given", "own", "shape")
    schema = ", ".join(f"{column} string" for column in columns)
    found = {}
    for row in spark.createDataFrame(asked, schema).selectExpr("*", f"{expression} as answer").collect():
        found[row.origin, row.statement, row.manner] = row
    return found


def lines_of(answers: dict[tuple[str, str | None, str], Row], database: str, manner: str) -> dict[str, list[str]]:
    """What the statements of a database were found to mean."""
    return {
        statement: in_words(answers[database, statement, manner].answer, TABLES[database])
        for statement in CASES[database]
    }


@pytest.mark.parametrize("database", CASES)
def test_a_statement_means_these_actions_and_no_others(answers: Any, database: str) -> None:
    wrong = {}
    found = lines_of(answers, database, "plain")
    for statement, lines in CASES[database].items():
        expected = NOT_UNDERSTOOD if lines is None else lines
        if found[statement] != expected:
            wrong[statement] = (found[statement], expected)
    assert wrong == {}


@pytest.mark.parametrize("database", CASES)
def test_case_space_and_comments_change_nothing(answers: Any, database: str) -> None:
    print(f"seed {SEED}")
    plain = lines_of(answers, database, "plain")
    wrong = {
        answers[database, statement, "disguised"].tokens: (lines, plain[statement])
        for statement, lines in lines_of(answers, database, "disguised").items()
        if lines != plain[statement]
    }
    assert wrong == {}, f"seed {SEED}"


@of_all
def test_no_statement_is_not_understood(answers: Any) -> None:
    assert in_words(answers["mysql", None, "plain"].answer, TABLES["mysql"]) == NOT_UNDERSTOOD


@of_all
def test_a_long_statement_is_read_whole(answers: Any) -> None:
    found = in_words(answers["mysql", LONG, "plain"].answer, TABLES["mysql"])
    assert len(LONG) > 100_000
    assert found == [f"add_column c{i} varchar(9) = x" for i in range(300)]
    assert in_words(answers["mysql", UNCLOSED, "plain"].answer, TABLES["mysql"]) == NOT_UNDERSTOOD


@of_all
@pytest.mark.parametrize("statement", UNCLOSED_Q)
def test_a_text_of_oracle_that_is_not_closed_goes_to_the_end(answers: Any, statement: str) -> None:
    assert in_words(answers["oracle", statement, "plain"].answer, TABLES["oracle"]) == NOT_UNDERSTOOD


@of_all
@pytest.mark.parametrize("quote", ["", "`"])
def test_a_statement_costs_in_proportion_to_its_length(spark: SparkSession, quote: str) -> None:
    expression = macros("statements").statement_actions("statement", "'d'", "''", "'t'")

    def seconds(columns: int, copies: int) -> float:
        listed = ", ".join(f"{quote}c{i}{quote} int" for i in range(columns))
        dropped = ", ".join(f"drop column {quote}d{i}{quote}" for i in range(columns))
        texts = [f"alter table t add column ({listed})", f"alter table t {dropped}"]
        asked = spark.createDataFrame([(text,) for text in texts * copies], "statement string").coalesce(1)
        started = time.monotonic()
        found = asked.selectExpr(f"size({expression}.actions) as actions").collect()
        assert {row.actions for row in found} == {columns}
        return time.monotonic() - started

    seconds(500, 1)
    # As many columns in long statements as in short ones: four times as much where each looks through all others.
    short, long = ([seconds(columns, copies) for _ in range(3)] for columns, copies in ((1000, 8), (8000, 1)))
    assert min(long) < 2.5 * min(short), (short, long)


# What is repeated to 200,000 characters, for a database of MySQL's kind or another.
HOSTILE = {
    "cascade": ("alter table t add (a int)", " cascade", ""),
    "open code": ("alter table t add c int ", "/*!", "*/"),
    "open q": ("alter table t add c int default ", "q'[", ""),
    "semicolons": ("alter table t drop c ", ";", " x"),
    "quotes": ("alter table t add c int default ", "'x\\'", ""),
    "names": ("alter table t add c int ", "``\\", "/*x*/"),
    "lists": ("create table t (a int)", " (a int)", ";"),
    "clauses": ("alter table t drop a", ", add a1 int, drop a1", ""),
    "defaults": ("alter table t add a int", " default (a::int)", ""),
    "parentheses": ("alter table t add a int default ", "(", ""),
    "using": ("alter table t alter c type int using c", ", add `a1` int, add `a2` int", ""),
}


@of_all
@pytest.mark.parametrize("schema", ["", "s"])
def test_no_statement_ends_java_or_takes_long(spark: SparkSession, schema: str) -> None:
    asked = [
        (what, begins + repeats * ((size - len(begins)) // len(repeats)) + ends)
        for what, (begins, repeats, ends) in HOSTILE.items()
        for size in (20_000, 200_000)
    ]
    asked.append(("too long", "alter table t drop c" + " " * 262_144))
    asked.append(("as long as may be", "alter table t drop c".ljust(262_144)))
    expression = macros("statements").statement_actions("statement", "'d'", f"'{schema}'", "'t'")
    seconds, found = {}, {}
    for what, statement in asked:
        began = time.monotonic()
        (row,) = (
            spark.createDataFrame([(statement,)], "statement string").selectExpr(f"{expression} as answer").collect()
        )
        seconds[what, len(statement)] = time.monotonic() - began
        found[what] = row.answer.is_understood
    assert not found["too long"] and found["as long as may be"]
    assert max(seconds.values()) < 15, seconds


@pytest.mark.slow
def test_no_statement_of_one_feed_stops_another(pipeline: Pipeline) -> None:
    pipeline.clear()
    pipeline.declare(
        "feeds",
        {"feed": "hostile", "dialect": "canal", "topics": "hostile", "source_kind": "mysql"},
        {"feed": "good", "dialect": "canal", "topics": "good", "source_kind": "mysql"},
    )
    sent = [(begins + repeats * (200_000 // len(repeats)) + ends) for begins, repeats, ends in HOSTILE.values()]
    sent += ["alter table t add (a int)" + " cascade" * 2_500, "alter table t drop c" + ";" * 1_000_000]
    statements = [canal("ALTER", None, keys=None, isDdl=True, sql=statement) for statement in sent]
    pipeline.land([record(place, each, topic="hostile") for place, each in enumerate(statements)])
    pipeline.land([record(0, canal("INSERT", [{"id": "1"}]), topic="good")])
    began = time.monotonic()
    pipeline.build()
    assert time.monotonic() - began < 180
    assert [row[1] for row in pipeline.rows()] == ['["1"]']
    kept = pipeline.sql("select length(statement) as size, is_understood from table_events where feed = 'hostile'")
    assert sorted(row["size"] for row in kept) == sorted(map(len, sent))
    assert sum(not row["is_understood"] for row in kept) > 3


# -- what sqlglot reads in the same text


def named(answer: Row) -> list[tuple[str, ...]]:
    """Actions as of_sqlglot() gives them: what, and the names of table, column and new name, in small letters."""
    found = []
    for action in answer.actions:
        names = [action.source_table, action.column_name, action.new_table or action.new_column_name]
        found.append((action.action, *(name.lower() for name in names if name)))
    return found


def of_sqlglot(statement: str, database: str) -> list[tuple[str, ...]] | None:
    """The same by sqlglot; None where it does not parse the statement, or keeps it as text."""
    dialect = "oracle" if database == "oceanbase_oracle" else database
    try:
        trees = [tree for tree in sqlglot.parse(statement, dialect=dialect) if tree]
    except sqlglot.errors.SqlglotError:
        return None
    trees = [tree for tree in trees if not isinstance(tree, exp.Semicolon)]
    if len(trees) != 1 or trees[0].find(exp.Command):
        return None
    return [tuple(name.lower() for name in action if name) for action in of_tree(trees[0])]


def of_tree(tree: exp.Expression) -> list[tuple[str, ...]]:
    if isinstance(tree, exp.TruncateTable):
        return [("truncate", each.name) for each in tree.expressions]
    kind = tree.args.get("kind")
    if isinstance(tree, exp.Drop) and kind in ("TABLE", "DATABASE", "SCHEMA") and not tree.args["temporary"]:
        return [("drop_table", each.name if kind == "TABLE" else "") for each in tree.args["tables"]]
    if isinstance(tree, exp.Create) and kind == "TABLE" and not tree.find(exp.TemporaryProperty):
        table = tree.find(exp.Table).name
        return [("drop_table", table)] * bool(tree.args.get("replace")) + [("create_table", table)]
    if isinstance(tree, exp.Alter) and kind == "TABLE":
        actions = [action for each in tree.args["actions"] for action in of_clause(each, tree.this.name)]
        return sorted(actions, key=lambda action: action[0] == "rename_table")
    return []


def of_clause(clause: exp.Expression, table: str) -> list[tuple[str, ...]]:
    if isinstance(clause, exp.ColumnDef):
        return [("add_column", table, clause.name)]
    if isinstance(clause, exp.Schema):
        return [("add_column", table, each.name) for each in clause.expressions if isinstance(each, exp.ColumnDef)]
    if isinstance(clause, exp.Drop) and clause.args["kind"] == "COLUMN":
        return [("drop_column", table, each.name) for each in clause.args["tables"]]
    if isinstance(clause, exp.RenameColumn):
        return [("rename_column", table, clause.this.name, clause.args["to"].name)]
    if isinstance(clause, exp.AlterRename):
        return [("rename_table", table, clause.this.name)]
    if isinstance(clause, exp.AlterColumn):
        return [("change_type", table, clause.name)] if clause.args.get("dtype") else []
    if isinstance(clause, exp.ModifyColumn):
        column, old = clause.this.name, clause.args.get("rename_from")
        renamed = [("rename_column", table, old.name, column)] if old and old.name != column else []
        return [*renamed, ("change_type", table, column)] if clause.this.args.get("kind") else renamed
    return []


@pytest.mark.parametrize("database", CASES)
def test_sqlglot_reads_the_same_where_it_reads_at_all(answers: Any, database: str) -> None:
    differ = {}
    compared = 0
    for statement, expected in CASES[database].items():
        theirs = of_sqlglot(statement, database)
        if expected is None or theirs is None:
            continue
        ours = named(answers[database, statement, "plain"].answer)
        compared += 1
        if ours != theirs:
            differ[statement] = (ours, theirs)
    assert compared > 0 or ONLY
    assert set(differ) == SQLGLOT_READS_OTHERWISE.get(database, set()) & set(CASES[database]), differ
