"""The pages of the reference that generate.py writes from the project itself: dialects, options, columns, commands."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

REPO = Path(__file__).resolve().parents[1]
WRITTEN = "`python docs/generate.py` writes this page"
_FORMATS = {"json_object": "JSON", "json_map": "JSON", "avro": "Avro"}


def dialects_page(loaded: Any, tests: Mapping[str, Mapping[str, str]]) -> str:
    """The text of docs/reference/dialects.md. `tests`: dialect → operation → the unit test that shows it."""
    known = loaded.dialects()
    lines = [
        "# Dialects",
        "",
        "Here you see which dialects there are, who writes them, from which sources, and what their messages can say.",
        f"{WRITTEN} from `macros/dialects/` and the unit tests.",
        "",
        "| dialect | what it is | form | sources | operations | options |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for each in known:
        name = each["name"]
        page = f"[{name}](../../models/dialects/{name}/_{name}__docs.md)"
        form = "Avro" if each.get("written") == "avro" else _FORMATS[each["envelope"]["format"]]
        sources = ", ".join(each["source_kinds"]) or "–"
        operations = ", ".join(operation for operation in tests[name] if operation != "quarantined")
        options = ", ".join(f"[{option}](options.md#{name})" for option in each.get("options") or {}) or "–"
        lines.append(f"| {page} | {_heading(name)} | {form} | {sources} | {operations} | {options} |")
    lines += [
        "",
        "## What shows each operation",
        "",
        "Each operation is shown by a unit test in `models/dialects/<dialect>/`. `quarantined` names a test of",
        "messages that are set aside.",
        "",
        "| dialect | operation | unit test |",
        "| --- | --- | --- |",
    ]
    for each in known:
        lines += [f"| {each['name']} | {operation} | {test} |" for operation, test in tests[each["name"]].items()]
    return "\n".join(lines) + "\n"


def _heading(dialect: str) -> str:
    """The heading of a dialect's page, which names the service; its own name in brackets is left out."""
    page = (REPO / "models" / "dialects" / dialect / f"_{dialect}__docs.md").read_text(encoding="utf-8")
    return str(re.findall(r"^# (.*)$", page, re.MULTILINE)[0]).replace(f" ({dialect})", "")


def options_page(loaded: Any) -> str:
    """The text of docs/reference/options.md."""
    lines = [
        "# Options of dialects",
        "",
        "Here you see what a feed may say in its column `options` (seeds/changefeed_feeds.csv), as `name=value` with a",
        "blank between two. A feed without an option that must be given is refused. One that may be left out says",
        "something only if it is given.",
        f"{WRITTEN} from `macros/dialects/`.",
    ]
    for each in loaded.dialects():
        if not each.get("options"):
            continue
        lines += [
            "",
            f"## {each['name']}",
            "",
            "| option | values | default | what it says |",
            "| --- | --- | --- | --- |",
        ]
        for name, option in each["options"].items():
            values = option.get("values")
            shown = ", ".join(map(str, values)) if isinstance(values, list) else str(values or "a text")
            lines.append(f"| `{name}` | {_cell(shown)} | {_default(option)} | {_cell(option['meaning'])} |")
    return "\n".join(lines) + "\n"


def _default(option: Mapping[str, Any]) -> str:
    """As check_seed() reads it."""
    if option.get("default"):
        return f"`{option['default']}`"
    return "may be left out" if option.get("is_optional") else "must be given"


# The relations of the public schema (changefeed.spark.relations.PUBLIC), those first that people ask most.
PUBLIC = (
    "current_rows", "history", "changes", "table_events", "quarantine", "feed_health", "partition_health",
    "order_health", "run_counts", "schema_changes", "comparisons", "differences", "table_versions", "erasures",
    "messages", "rejected_lines", "schemas", "changefeed_feeds", "changefeed_table_keys", "changefeed_table_columns",
    "changefeed_table_masks",
)  # fmt: skip
HEAD_OF_COLUMNS = ("| column | type | what it says |", "| --- | --- | --- |")


def columns_page() -> str:
    """The text of docs/reference/columns.md."""
    blocks = (REPO / "models" / "_columns__docs.md").read_text(encoding="utf-8")
    means = dict(re.findall(r"\{% docs col_(\w+) %\}\n(.*?)\n\{% enddocs %\}", blocks, re.DOTALL))
    lines = [
        "# Columns",
        "",
        "Here you see the columns of every table in the schema `changefeed`. Those of typed tables and of",
        "`changefeed_internal` are on the docs site (`changefeed docs`). Columns of typed tables that begin with _",
        "have [another table](../how-to/typed-tables.md#columns-that-begin-with-_).",
        f"{WRITTEN} from the yml of the models, sources and seeds.",
    ]
    described = _described()
    for name in PUBLIC:
        means_here = textwrap.wrap(described[name]["description"], 120, break_on_hyphens=False)
        lines += ["", f"## {name}", "", *means_here, "", *HEAD_OF_COLUMNS]
        types = described[name].get("config", {}).get("column_types", {})  # of a seed
        for column in described[name]["columns"]:
            said = re.sub(r"\{\{ doc\('col_(\w+)'\) \}\}", lambda block: means[block[1]], column["description"])
            kind = column.get("data_type", types.get(column["name"])).replace(",", ", ")
            lines.append(f"| `{column['name']}` | {kind} | {_cell(' '.join(said.split()))} |")
    return "\n".join(lines) + "\n"


def _described() -> dict[str, Mapping[str, Any]]:
    """Relation → what the yml of its model, source or seed says of it."""
    found: dict[str, Mapping[str, Any]] = {}
    for file in (*(REPO / "models").glob("*/_*.yml"), REPO / "seeds" / "_seeds.yml"):
        text = yaml.safe_load(file.read_text(encoding="utf-8"))
        tables = [table for source in text.get("sources", []) for table in source["tables"] if "columns" in table]
        found |= {model["name"].removeprefix("changefeed_"): model for model in text.get("models", [])}
        found |= {each["name"]: each for each in (*tables, *text.get("seeds", []))}
    return found


def commands_page(main: click.Group) -> str:
    """The text of docs/reference/commands.md."""
    lines = [
        "# Commands",
        "",
        "Here you see every command with its options, as `changefeed COMMAND --help` prints them. The codes that they",
        "exit with are in [Schedule](../how-to/schedule.md#exit-codes).",
        f"{WRITTEN} from the commands.",
    ]
    for words, command in ((("changefeed",), main), *_commands(main, ("changefeed",))):
        context = click.Context(command, info_name=" ".join(words), max_content_width=100, terminal_width=100)
        text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
        lines += ["", f"## {' '.join(words)}", "", "```", text, "```"]
    return "\n".join(lines) + "\n"


def _commands(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from _commands(command, (*words, name))
        else:
            yield (*words, name), command


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
