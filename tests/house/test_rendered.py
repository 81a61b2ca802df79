"""What models and dialects render is what is kept in the folder rendered/, where a person can read it.

Nothing here needs Spark. dbt runs the models against a warehouse that answers (answering.py); each scenario below says
what the warehouse has. `make rendered` writes the folder anew.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlglot
from sqlglot import expressions as exp

import answering
from changefeed.loader import landing_tables, schemas
from changefeed.project import avro_files, macros
from conftest import Warehouse, without_settings
from pipeline import REPO

FOLDER = REPO / "rendered"
HASHES = "rendered.sha256"
COMMAND = "make rendered"
IS_WRITING = bool(os.environ.get("CHANGEFEED_WRITE_RENDERED"))
SHORT, LONG = 300, 200_000  # characters: of a block that is shown once, and of a text that is only hashed
MOST_LINES = 300  # of a difference
TOGETHER = (("canal", "maxwell"), ("dts_avro", "debezium_avro"))  # dialects that are also kept as one decoder
ALL_DIALECTS, STAGED = "all", "canal.staged"
# Statements that sqlglot does not parse, by their beginning: each is of Delta's or Spark's own, and short.
NOT_PARSED = (
    r"alter table \S+ alter column .*, `",  # comments of several columns in one statement
    r"describe detail ",
    r"optimize ",
    r"show tblproperties ",
)
Feed = Mapping[str, str | None]


def feeds_as_shipped() -> list[Feed]:
    """The rows of feed_settings for the seed of this repository."""
    with (REPO / "seeds" / "changefeed_feeds.csv").open(encoding="utf-8", newline="") as lines:
        rows = [{name: text or None for name, text in line.items()} for line in csv.DictReader(lines)]
    usual = {"time_zone": "UTC", "source_kind": "", "history": "off"}
    return [row | {name: row[name] or value for name, value in usual.items()} for row in rows]


def feed(name: str, dialect: str, history: str = "off") -> Feed:
    return {
        "feed": name, "dialect": dialect, "topics": name, "time_zone": "UTC", "source_kind": "mysql",
        "history": history, "options": None,
    }  # fmt: skip


# -- what a warehouse answers

USUAL = {r" as fingerprint, ": [["0/0", 0, 0, 0]]}  # a text, also where there is no statement

LANDED = {r"^select max\(batch_id\), count": [[12, 4000]]}  # twelve loads
READ = {  # earlier runs read nine loads; the fifth was the last
    r"^select coalesce\(max\(last_batch_id\)": [[9, 5, 0, 0]],
    r"^select coalesce\(max\((decode|ranked|applied)_batch_id\), 0\) from \S+ where true$": [[5]],
}
RUN = {r"^select coalesce\(max\(decode_batch_id\), 0\), coalesce\(max\(declarations\)": [[6, 0]]}  # this is the sixth


def opened(
    *dialects: str,
    loads: tuple[int | None, int | None] = (10, 12),
    late_clocks: int = 0,
    retries: int = 0,
    redecoded: str = "",
    reasons: str = "",
    masks: str | None = None,
    erased: tuple[str, int] = ("", 0),
) -> dict[str, answering.Rows]:
    """The read batches of this run, of these dialects; `loads` are the first and the last that are read as a whole.

    `erased` has the feeds of erased rows, and the number of changes that remain of erased messages.
    """
    return {
        r"count_if\(kind = 'retry'\) as retries": [
            [2, *loads, late_clocks, retries, redecoded, ",".join(dialects), reasons, 6, masks, *erased]
        ]
    }


def rows(keyless: int = 0, partial: int = 0) -> dict[str, answering.Rows]:
    """The log has new changes of rows, and whether some have no key, or not all columns."""
    return {r"-coalesce\(unix_micros\(position.ordered_at\), 0\)": [[6, keyless, partial, -1_700_000_000_000_000]]}


VERSIONED = {r"feed in \('[\w', ]+\) and operation in": [[6]]}  # new changes of a feed with history
STATED = {  # statements, of which some act on tables
    r"operation in \('ddl', 'truncate'\)$": [[6]],
    r"^select 1 from \S+statements limit 1": [[1]],
    r" as fingerprint, ": [["8/6/1", 0, 0, 0]],
    r"^select \(select count\(\*\) from \S+event_actions where action <> 'create_table'\)": [[3]],
}
MEANT_ANEW = {r"^select feed from \S+statements where not is_spelled": [["shop"]]}
CONCURRENT = {  # changes of several partitions at one time, also at times that were ranked before
    r" as last_before": [["shop", 1_700_000_000_000_000, False]],
    r" as concurrent_times": [["shop", 1_700_000_000_000_000, 3]],
    r"where what = 'rank' limit 1$": [[1]],
}
ORDERED = {r"^select \(select true from \S+source_epochs": [[True, True]]}  # epochs and ranks
LOADED_AGAIN = {
    r" as has_snapshots": [["shop", "2026-11-20 00:00:00", True, True]],
    r"startswith\(topic, 'changefeed_baseline": [["shop"]],
}


def causes(*there: str) -> dict[str, answering.Rows]:
    """For what reasons rows have to be folded again."""
    names = ("redecoded", "epochs", "reloads", "ranks", "actions", "redefined_keys", "former_tables", "sweeps")
    return {r" as redecoded, ": [[int(name in there) for name in names]]}


def requested(single: int = 0, bounded: int = 0, whole: int = 0) -> dict[str, answering.Rows]:
    """What refold_requests asks for: single rows, rows beyond a late change, whole tables."""
    return {
        r"refold_requests where reason is not null$": [[6]],
        r"if\(row_key is not null, 1, 0\)": [[single, bounded, whole]],
    }


MASKED = '[{"feed":"shop","source_table":"people","column_name":"id","action":"hash"}]'
MARKED = {r"^select coalesce\(max\(refold_batch_id\)": [[5]]}
MOVED = {r"^select 1 from \(select .* as moves": [[1]]}  # partial images moved between the marked rows and others
SCHEMAS = {
    r"^select name, text, fingerprint, fault": [
        [name, found["text"], None, found["fault"]] for name, found in avro_files.unchecked(REPO).items()
    ]
}

ALL = ("--select", "changefeed")
TABLES = ("--select", "+changefeed_folded_rows", "+changefeed_versions", "--exclude", "config.materialized:view")
KEPT = ("demo_shop__orders", "demo_shop__orders_history", "demo_shop__page_views")


@dataclass(frozen=True)
class Scenario:
    """A run of dbt, and the warehouse that it finds.

    `kept` are typed tables that are kept here, whatever they are elsewhere. They have the properties with which the
    scenario `stands_as_made` made them.
    """

    says: str
    answers: Mapping[str, answering.Rows] = field(default_factory=dict)
    feeds: Sequence[Feed] = (feed("shop", "canal"),)
    stands: Collection[str] = ("model", "seed", "source")
    arguments: Sequence[str] = TABLES
    kept: Sequence[str] = ()
    stands_as_made: str = ""


SCENARIOS = {
    "first": Scenario(
        "Feeds of all dialects are declared, and nothing has landed. All models are built for the first time.",
        SCHEMAS, feeds=feeds_as_shipped(), stands=("source",), arguments=ALL,
    ),
    "landed": Scenario(
        "The first run where messages of two dialects have landed, with statements and tables without a key.",
        LANDED | opened("canal", "maxwell", late_clocks=1) | rows(keyless=1, partial=1) | VERSIONED | STATED | RUN,
        feeds=[feed("shop", "canal", "orders"), feed("kiosk", "maxwell")], stands=(),
    ),
    "nothing": Scenario("Nothing new has landed.", READ | RUN),
    "later": Scenario(
        "New messages of one feed: rows with a key, and no statement.",
        LANDED | READ | RUN | opened("canal") | rows(),
    ),
    "keyless": Scenario(
        "New messages with rows without a key, of which every change is kept; clocks are late.",
        LANDED | READ | RUN | opened("canal", late_clocks=3) | rows(keyless=1) | VERSIONED,
        feeds=[feed("shop", "canal", "on")],
    ),
    "all_at_once": Scenario(
        "Nearly all that can come: statements, late and concurrent changes, full loads, moved images, of two dialects.",
        LANDED | READ | RUN | opened("canal", "debezium_avro", late_clocks=3) | rows(keyless=1, partial=1) | VERSIONED
        | STATED | MEANT_ANEW | CONCURRENT | ORDERED | LOADED_AGAIN
        | causes("epochs", "reloads", "ranks", "actions", "former_tables", "sweeps") | requested(single=1, bounded=1)
        | MARKED | MOVED | SCHEMAS | {r"where is_partial limit 1": [[True, True]]},
        feeds=[feed("shop", "canal", "on"), feed("guild", "debezium_avro", "orders|parts")],
    ),
    "rebuilt": Scenario(
        "Whole tables have to be folded again, from a log from which changes that no fold needs were removed.",
        READ | RUN | STATED | requested(whole=1) | {r"removed_from = 'superseded changes'": [[3]]},
        feeds=[feed("shop", "canal", "on")],
    ),
    "rebuilt_without_actions": Scenario(
        "The same where no statement acts on tables.",
        READ | RUN | requested(whole=1),
        feeds=[feed("shop", "canal", "on")],
    ),
    "redecoded": Scenario(
        "`changefeed run --redecode shop`.",
        READ | RUN | opened("canal", redecoded="shop") | rows() | VERSIONED | causes("redecoded") | requested(whole=1)
        | {
            r"^select coalesce\(min\(first_batch_id\), 0\)": [[1]],
            r"^select coalesce\(max\(decode_batch_id\), 0\) from \S+ where kind = 'redecode'": [[6]],
            r"^select feed, min\(first_batch_id\)": [["shop", 1]],
        },
        feeds=[feed("shop", "canal", "on")],
        arguments=(*TABLES, "--vars", "{changefeed_redecode: {feed: shop, since: '2026-11-20'}}"),
    ),
    "erased": Scenario(
        "The same where rows of the feed are erased, and a key was masked afterwards.",
        opened("canal", redecoded="shop", masks=MASKED, erased=("shop", 2)) | {
            r"^select \(select to_json\(array_sort": [[MASKED, 2]],
            r"^select 1 from \S+erased_messages where": [[1]],
            r"^select coalesce\(max\((decode|ranked|applied)_batch_id\), 0\) from \S+ where true$": [[5]],
            r"^select coalesce\(max\(decode_batch_id\), 0\) from \S+ where kind = 'redecode'": [[6]],
            r"^select feed, min\(first_batch_id\)": [["shop", 1]],
        },
        arguments=("--select", "changefeed_decoded"),
    ),
    "retried": Scenario(
        "`changefeed run --retry shop`. A feed claims messages that none claimed, and more wait than a run takes.",
        READ | RUN | opened("canal", loads=(None, None), retries=1, reasons="no_key_declared") | rows() | {
            r"^select coalesce\(max\(last_batch_id\)": [[9, 5, 1, 0]],
            r"^select max\(batch_id\), sum\(messages\) from": [[4, 300]],
            r"^select max\(batch_id\), count": [[12, 4000]],
            r"^select max\(batch_id\) filter": [[10, 3500]],
            r"^select min\(batch_id\), max\(batch_id\)": [[2, 4]],
        },
        arguments=(
            *TABLES, "--vars",
            "{changefeed_retry: {feed: shop, reason: no_key_declared}, changefeed_max_messages_per_run: 900}",
        ),
    ),
    "paired": Scenario(
        "New messages of a dialect whose updates come as two messages; one side waited.",
        LANDED | READ | RUN | opened("dataworks", retries=1, reasons="unpaired_update") | rows() | {
            r"^select min\(batch_id\), max\(batch_id\)": [[9, 9]],
        },
        feeds=[feed("works", "dataworks")],
    ),
    "declared": Scenario(
        "A restart and a full load were declared, and nothing has landed.",
        READ | causes("epochs", "sweeps") | ORDERED | {
            r"^select \(select count\(\*\) from \S+restarts": [[2]],
            r"^select coalesce\(max\(decode_batch_id\), 0\), coalesce\(max\(declarations\)": [[6, 2]],
            r"^select feed, cast\(min\(since\)": [["shop", "2026-11-20 00:00:00"]],
        },
    ),
    "dropped_databases": Scenario(
        "Statements of OMS, which have no number of their own; one dropped a database.",
        {
            r" as fingerprint, ": [["8/6/1", 1, 1, 0]],
            r"^select coalesce\(max\(decode_batch_id\), 0\) from \S+table_events": [[6]],
            r"^select coalesce\(max\(1\), 0\)": [[1]],
            r"^select distinct cast\(date_trunc": [["2026-11-20 10:00:00"], ["2026-11-20 12:00:00"]],
            r"^select greatest": [[6]],
            r"^select count\(distinct feed": [[12]],
        },
        feeds=[feed("voices", "oms_canal")],
        arguments=("--select", "changefeed_event_actions", "changefeed_table_renames", "changefeed_table_actions"),
    ),
    "retyped": Scenario(
        "A column got another type, after which earlier texts mean another value.",
        {
            r" as fingerprint, ": [["8/6/1", 0, 0, 0]],
            r"^select count\(\*\) from \S+event_actions where action = 'change_type'": [[1]],
            r"^select distinct feed, old_type, new_type": [["shop", "enum('a','b')", "enum('b','a')", "0cc1"]],
        },
        arguments=("--select", "changefeed_table_actions"),
    ),
    "rekeyed": Scenario(
        "The primary key of a table was redefined.",
        LANDED | READ | RUN | opened("canal") | rows() | VERSIONED | causes("redefined_keys") | requested(whole=1) | {
            r" as is_redefined from named": [["shop", "shop", "", "orders", True]],
            r"^select 1 from \S+redefined_keys where what = 'present' limit 1$": [[1]],
        },
        feeds=[feed("shop", "canal", "on")],
    ),
    "documents": Scenario(
        "Feeds of documents, whose partial images name paths in them.",
        rows(partial=1),
        feeds=[feed("carts", "drs_mongo", "on")],
        arguments=("--select", "changefeed_folded_rows", "changefeed_current_rows", "changefeed_history"),
    ),
    "kept": Scenario(
        "Kept typed tables are made, one of a table without a key, one of versions.",
        feeds=feeds_as_shipped(), arguments=("--select", *KEPT), kept=KEPT,
    ),
    "kept_later": Scenario(
        "The same tables, where rows of all have changed.",
        {
            r"^select 'rows' as what": [
                ["rows", "shop", "shop", "", table, 7, None, None] for table in ("orders", "page_views")
            ],
            r"max\(refold_batch_id\) from \S+versions": [["shop", "shop", "", "orders", 7, None]],
        },
        feeds=feeds_as_shipped(), arguments=("--select", *KEPT), kept=KEPT, stands_as_made="kept",
    ),
}  # fmt: skip


# -- what is kept


def text_of(statements: Sequence[str]) -> str:
    """Statements as they are kept: without descriptions, and hashes of them, which change with every word."""
    text = ";\n\n".join(statements) + ";\n"
    text = re.sub(r"\bcomment '(?:[^'\\]|\\.)*'", "comment '…'", text)
    text = re.sub(r"(?<=changefeed\.fingerprint' = ')[0-9a-f]+|\b[0-9a-f]{32}\.[0-9a-f]{32}\b", "…", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def with_references(lines: list[str], known: dict[str, tuple[str, str]], path: str) -> list[str]:
    """Lines, in which a long block that is kept already is one line that says where. A block is what is indented."""
    found: list[str] = []
    place = 0
    while place < len(lines):
        first = lines[place]
        found.append(first)
        start = place = place + 1
        while first and place < len(lines) and (not lines[place] or margin_of(lines[place]) > margin_of(first)):
            place += 1
        block = lines[start:place]
        text = textwrap.dedent("\n".join(block)).strip()
        if len(text) < SHORT:
            found += block
        elif text in known:
            where, under = known[text]
            beside = f", under {under[:60]}" if under != first.strip() else ""
            found.append(" " * (margin_of(first) + 4) + f"-- as in {where}{beside}")
        else:
            known[text] = path, first.strip()
            found += with_references(block, known, path)
    return found


def is_decoder(model: str) -> bool:
    """A preview: the decoder of a dialect, which is kept as that, without line breaks."""
    return model.startswith("changefeed_stg_")


def margin_of(line: str) -> int:
    return len(line) - len(line.lstrip())


@pytest.fixture(scope="module")
def of_models(parsed: Any) -> dict[str, dict[str, list[str]]]:
    """Scenario → model or hook → what is sent."""
    sent: dict[str, dict[str, list[str]]] = {}
    with without_settings():
        for name, scenario in SCENARIOS.items():
            answers = {**scenario.answers, **properties(sent.get(scenario.stands_as_made, {}))}
            sent[name] = statements(parsed, scenario, answers)
    return sent


def statements(manifest: Any, scenario: Scenario, answers: Mapping[str, answering.Rows]) -> dict[str, list[str]]:
    """What each model, or hook, of a scenario sends."""
    warehouse = answering.Warehouse(manifest, scenario.stands, scenario.feeds, answers, USUAL)
    with pytest.MonkeyPatch.context() as patch:
        for name in scenario.kept:
            patch.setattr(manifest.nodes[f"model.changefeed.{name}"].config, "materialized", "typed_incremental")
        warehouse.run(*scenario.arguments)
    return warehouse.statements


def properties(made: Mapping[str, list[str]]) -> dict[str, answering.Rows]:
    """The properties of tables, from the statements that made them."""
    found = {}
    for statement in (each for sent in made.values() for each in sent if each.startswith("create or replace table")):
        relation = statement.split()[4]
        found[f"^show tblproperties {relation}$"] = re.findall(r"'(changefeed[.]\w+)' = '([^']*)'", statement)
    return found


@pytest.fixture(scope="module")
def project() -> Any:
    """The macros of this project, rendered as texts."""
    return macros.load(REPO, {"landed_schemas": lambda: avro_files.unchecked(REPO)}, function=str)


@pytest.fixture(scope="module")
def of_dialects(project: Any) -> dict[str, str]:
    """Dialect, or several → the CTEs of their decoder."""
    known = project.dialects()
    found = {dialect["name"]: project.decode_messages("messages", [dialect], known) for dialect in known}
    for names in TOGETHER:
        dialects = [dialect for dialect in known if dialect["name"] in names]
        found["+".join(names)] = project.decode_messages("messages", dialects, known)
    found[ALL_DIALECTS] = project.decode_messages("messages", known, known)
    canal = [dialect for dialect in known if dialect["name"] == "canal"]
    found[STAGED] = project.decode_messages("messages", canal, known, by_value=False)
    return {name: text_of([text]) for name, text in found.items()}


@pytest.fixture(scope="module")
def of_types(project: Any) -> dict[str, list[tuple[str, str]]]:
    """How a text is read → the types that are read so, and in which feeds."""
    found: dict[str, list[tuple[str, str]]] = {}
    for dialect in project.dialects():
        for kind in dialect.get("types", {}):
            for options in project._options_of_types(dialect):
                feed = project.feed_of_dialect(dialect, kind, "Asia/Shanghai", options)
                where = " ".join(filter(None, [dialect["name"], kind, options]))
                for row in project.type_families()[project.types_of_feed(feed)["family"]]():
                    name = row["type"] + (f"({row['arguments']})" if "arguments" in row else "")
                    if known := project.known_type(name, feed):
                        text = project.typed_value(name, "text", known["type"], feed)
                        found.setdefault(text, []).append((f"{name} as {known['type']}", where))
    return found


@pytest.fixture(scope="module")
def rendered(
    of_models: dict[str, dict[str, list[str]]],
    of_dialects: dict[str, str],
    of_types: dict[str, list[tuple[str, str]]],
) -> dict[str, str]:
    """All that is kept, by its path in the folder. A text of an earlier scenario is only among the hashes."""
    kept: dict[str, str] = {}
    known: dict[str, tuple[str, str]] = {}
    hashes: dict[str, str] = {}
    for name, text in of_dialects.items():
        path = f"dialects/{name}.sql"
        hashes[path] = sha256(text)
        if name != ALL_DIALECTS:
            kept[path] = "\n".join(with_references(text.split("\n"), known, path))
    for scenario, sent in of_models.items():
        for model, texts in sent.items():
            text = text_of(texts)
            path = f"models/{model}/{scenario}.sql"
            is_known = sha256(text) in hashes.values()
            hashes[path] = sha256(text)
            if not is_known and len(text) < LONG and not is_decoder(model):
                kept[path] = "\n".join(with_references(text.split("\n"), known, path))
    kept["types.sql"] = "".join(
        f"-- {', '.join(dict.fromkeys(name for name, _ in read))}\n{text};\n\n" for text, read in of_types.items()
    )
    hashes["types"] = sha256(repr(of_types))
    kept[HASHES] = "".join(f"{each}  {path}\n" for path, each in sorted(hashes.items()))
    return kept


def test_models_and_dialects_render_what_is_kept(rendered: dict[str, str]) -> None:
    if IS_WRITING:
        shutil.rmtree(FOLDER, ignore_errors=True)
        for path, text in rendered.items():
            (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / path).write_text(text, encoding="utf-8")
    stands = {str(file.relative_to(FOLDER)): file.read_text("utf-8") for file in FOLDER.rglob("*") if file.is_file()}
    differs = [path for path in sorted({*stands, *rendered}) if stands.get(path) != rendered.get(path)]
    lines: list[str] = []
    for path in differs:
        before, now = (texts.get(path, "").splitlines() for texts in (stands, rendered))
        lines += difflib.unified_diff(before, now, f"rendered/{path}", "what is rendered now", lineterm="", n=2)
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"... and {len(lines) - MOST_LINES} lines more, of {', '.join(differs)}"]
    assert not differs, "\n".join([f"if this is meant, write the folder anew with `{COMMAND}`:", *lines])


def test_each_statement_is_parsed_by_sqlglot(
    of_models: dict[str, dict[str, list[str]]], of_dialects: dict[str, str]
) -> None:
    texts = {
        f"with {text.rstrip().removesuffix(';')} select 1" for name, text in of_dialects.items() if name != ALL_DIALECTS
    }
    for sent in of_models.values():
        for model, statements_ in sent.items():
            if not is_decoder(model):
                texts |= {each for each in statements_ if len(each) < LONG}
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)  # sqlglot calls itself some twenty times for each pair of parentheses
    try:
        refused = {pattern for text in texts for pattern in [how_not_parsed(text)] if pattern}
    finally:
        sys.setrecursionlimit(usual)
    assert refused == set(NOT_PARSED), "what no statement begins with any more is taken out"


def how_not_parsed(text: str) -> str:
    """The pattern of NOT_PARSED that a statement meets which sqlglot does not parse; '' where it does."""
    try:
        if not isinstance(sqlglot.parse_one(text, dialect="databricks"), exp.Command):
            return ""
        error = "sqlglot reads no more than its first word"
    except sqlglot.errors.SqlglotError as failed:
        error = str(failed)
    words = " ".join(text.split())
    pattern = next((each for each in NOT_PARSED if re.match(each, words)), "")
    assert pattern, f"{error}: {words[:300]}"
    return pattern


# -- that the answers are those of Spark


@pytest.mark.slow
def test_in_an_empty_warehouse_spark_is_sent_the_same(warehouse: Warehouse, parsed: Any) -> None:
    """What writes, of all models, with the feeds of this repository: the scenario `first`."""
    warehouse.use()
    landing_tables.create_tables(warehouse.spark, REPO)
    schemas.read(warehouse.spark, REPO)
    (question,) = SCHEMAS
    landed = warehouse.sql("select name, text, fingerprint, fault from schemas order by name")
    with without_settings():
        expected = statements(parsed, SCENARIOS["first"], {question: [list(row.values()) for row in landed]})

    sent: dict[str, list[str]] = {}

    def note(event: Any) -> None:
        if event.info.name == "SQLQuery":
            sent.setdefault(event.data.node_info.node_name, []).append(answering.without_comment(event.data.sql))

    kinds = [word for kind in ("test", "unit_test", "function") for word in ("--exclude-resource-type", kind)]
    options = [*answering.options_of(str(warehouse.folder / "target")), "--threads", "1"]
    done = answering.dbtRunner(callbacks=[note]).invoke(["build", "--select", "changefeed", *kinds, *options])
    assert done.success, done.exception or [each.message for each in done.result if each.status == "error"]
    for model in (name for name in expected if not name.startswith("changefeed-on-run")):
        found = written(sent[model]).replace(warehouse.schema, answering.SCHEMA)
        found = re.sub(r'(?<=folded_rows": ")[-0-9a-f]{36}', "the id of changefeed_internal.folded_rows", found)
        assert found == written(expected[model]), model


def written(sent: Sequence[str]) -> str:
    """The statements that are no questions."""
    return text_of([each for each in sent if not re.match(r"(select|describe|show)\b", each)])
