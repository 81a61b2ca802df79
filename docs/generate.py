"""Write what is generated in the documentation; a test checks that it is what this script writes.

    python docs/generate.py

docs/reference/dialects.md, options.md, columns.md, commands.md: see reference_pages.py. The operations of a dialect are
those of the expected rows of its unit tests.

models/overview.md: the picture docs/pipeline.svg, in the page itself, for the site is one file; the links to the pages
of the dialects.

docs/reference/types/<family>.md: what each dialect does with each type of a family, from the lists in macros/types/.
docs/reference/types/README.md lists these pages.

models/decoding/_decoding__models.yml, models/ordering/_ordering__models.yml, models/dialects/_dialects__models.yml: the
columns of decoded, changes and the previews, from macros/changes/columns.sql. A line that is there stays, with what it
says beside the column's block.

docs/reference/reasons.md: each reason for which a message is quarantined, from macros/decoding/reasons.sql; which
dialects give it, from their rendered decoders; the shortest message that gives it, from the unit tests.
docs/zh/reasons.md: the same in Chinese, from docs/zh/reasons.yml.
"""

from __future__ import annotations

import base64
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import yaml

REPO = Path(__file__).resolve().parents[1]
REFERENCE = REPO / "docs" / "reference"
sys.path[:0] = [str(REPO), str(REPO / "docs")]
import reference_pages  # noqa: E402

from changefeed.cli import main  # noqa: E402
from changefeed.project import macros  # noqa: E402

OPERATIONS = (
    "snapshot", "insert", "update", "delete", "truncate", "ddl", "heartbeat", "begin", "commit", "rollback", "other",
)  # fmt: skip


def dialects() -> list[str]:
    """The names of the dialects, in the order of the list."""
    return re.findall(r"changefeed\.(\w+)_dialect\(\)", (REPO / "macros" / "dialects" / "dialects.sql").read_text())


def tests_of(dialect: str) -> dict[str, str]:
    """Operation → name of the first unit test that expects a row with it; `quarantined` stands for a reason."""
    found: dict[str, str] = {}
    file = REPO / "models" / "dialects" / dialect / f"_{dialect}__unit_tests.yml"
    for test in yaml.safe_load(file.read_text())["unit_tests"]:
        for operation in _operations(test["expect"]["rows"]):
            found.setdefault(operation, test["name"])
    return found


def _operations(rows: list[dict[str, Any]] | str) -> list[str]:
    if isinstance(rows, str):
        return re.findall(r"'(\w+)' as operation", rows) + (["quarantined"] if "' as reason" in rows else [])
    return [str(row["operation"]) for row in rows if row.get("operation")] + [
        "quarantined" for row in rows if row.get("reason")
    ]


def page() -> str:
    """The text of docs/reference/dialects.md."""
    return reference_pages.dialects_page(package(), {dialect: _in_order(tests_of(dialect)) for dialect in dialects()})


def _in_order(tests: dict[str, str]) -> dict[str, str]:
    return {operation: tests[operation] for operation in (*OPERATIONS, "quarantined") if operation in tests}


def reference() -> dict[str, str]:
    """Name → text of the pages that are made of the project alone."""
    return {
        "options.md": reference_pages.options_page(package()),
        "columns.md": reference_pages.columns_page(),
        "commands.md": reference_pages.commands_page(main.main),
    }


def overview() -> str:
    """The text of models/overview.md, with the picture and the dialects as they are now."""
    picture = base64.b64encode((REPO / "docs" / "pipeline.svg").read_bytes()).decode()
    text = (REPO / "models" / "overview.md").read_text(encoding="utf-8")
    text = re.sub(r"(data:image/svg\+xml;base64,)[^)]*", rf"\g<1>{picture}", text)
    links = (f"  [{name}](#!/model/model.changefeed.changefeed_stg_{name})" for name in sorted(dialects()))
    listed = ",\n".join(link for link in links if not link.startswith("  [baseline]")) + ".\n"
    return re.sub(r"(?:  \[\w+\]\(#!/model/model\.changefeed\.changefeed_stg_\w+\)[,.]\n)+", listed, text)


FAMILIES = {
    "mysql": "MySQL, MariaDB, TiDB and OceanBase in MySQL mode",
    "postgresql": "PostgreSQL",
    "gaussdb": "GaussDB",
    "oracle": "Oracle and OceanBase in Oracle mode",
    "sqlserver": "SQL Server",
    "db2": "Db2",
    "mongodb": "MongoDB",
    "dataworks": "DataWorks",
    "flink": "Flink",
    "debezium": "Debezium",
}
_SOURCES = {
    "mysql": "MySQL and MariaDB", "postgresql": "PostgreSQL", "sqlserver": "SQL Server", "oracle": "Oracle",
    "db2": "Db2",
}  # fmt: skip
_NOTES = {  # what the table of a source does not show: debezium_type() has the rules
    "postgresql": [
        "- `int8` is Connect's byte in these dialects. Write PostgreSQL's own int8 as `bigint`.",
        "- `numeric` without digits has a scale in each value, with decimals=precise as in",
        '  `{"scale":2,"value":"MDk="}`. `changefeed tables propose` takes its digits from the values.',
        "- `bit(n)` with n from 2 on becomes Bits.",
        "- An array is the type of its elements with `[]` behind it, as `integer[]`. It becomes array, and each",
        "  element is written as its own type is.",
    ],
}
_KINDS = {
    "integer": "whole numbers", "decimal": "decimals", "float32": "32-bit floats", "float64": "64-bit floats",
    "bits": "bits", "boolean": "booleans", "year": "years", "date": "dates", "wall_time": "times without a zone",
    "instant": "instants", "time": "times of day", "interval": "intervals", "enum": "ENUM", "set": "SET",
    "text": "texts", "json": "JSON", "binary": "bytes", "geometry": "geometries",
}  # fmt: skip


def type_cells() -> list[dict[str, Any]]:
    """What each dialect does with each type, as the macro type_cells() says it."""
    loaded = package()
    known = [
        each for each in loaded.dialects() if not each.get("is_internal") and each.keys() & {"types", "type_cells"}
    ]
    return [cell for dialect in known for cell in loaded.type_cells(dialect)]


def types_page(family: str, cells: list[dict[str, Any]]) -> str:
    """The text of docs/reference/types/<family>.md."""
    own = [cell for cell in cells if cell["family"] == family]
    if family == "debezium":
        return _debezium_page([cell for cell in own if cell["dialect"] == "debezium"])
    columns = _columns(own)
    lines = [
        f"# Types of {FAMILIES[family]}",
        "",
        "Here you see which Spark type holds each type of the source exactly, in which dialect, and how it is written.",
        "",
        *_where_debezium_is(family, cells),
        "`python docs/generate.py` writes this page from the lists in `macros/types/`. A test reads each example.",
        "",
        "- **exact**: a typed table has the value. If its Spark type cannot hold the value, it has NULL, and",
        "  the text is in `_unreadable`.",
        "- **text**: how the service writes the type is not known. Declare source_type `text` to get the text as sent.",
        "- **not sent**: the service leaves columns of the type out.",
        "- The Spark type is the one that is proposed. The others read exactly, too. A Spark type that is not",
        "  listed is refused with an error.",
        "- `decimal(p,s)` has the p and s of the source's type. If that names none, `changefeed tables propose`",
        "  takes them from the values.",
        "",
        "| type | Spark type | others | " + " | ".join(columns) + " |",
        "| --- " * (len(columns) + 3) + "|",
    ]
    for name in dict.fromkeys(cell["type"] for cell in own):
        of_type = [cell for cell in own if cell["type"] == name]
        synonyms = [each for each in dict.fromkeys(_bare(cell["source_type"]) for cell in of_type) if each != name]
        read = [cell for cell in of_type if cell["reader"]]
        proposed = {cell["spark"] for cell in read}
        spark = list(dict.fromkeys(_spark(cell) for cell in read))
        others = list(dict.fromkeys(each for cell in read for each in cell["also"] if each not in proposed))
        shown = name + (f" ({', '.join(synonyms)})" if synonyms else "")
        does = [_does([cell for cell in of_type if cell["dialect"] in dialects]) for dialects in columns.values()]
        lines.append(f"| {shown} | {' or '.join(spark) or '–'} | {', '.join(others) or '–'} | {' | '.join(does)} |")
    return "\n".join([*lines, "", *_forms(own)]) + "\n"


def _where_debezium_is(family: str, cells: list[dict[str, Any]]) -> list[str]:
    """A line for who looks on the page of a source for Debezium's dialects."""
    of_debezium = (cell for cell in cells if cell["family"] == "debezium" and cell["source_kind"] == family)
    *names, last = dict.fromkeys(cell["dialect"] for cell in of_debezium) or [""]
    if not last:
        return []
    anchor = f"debezium.md#from-{_SOURCES[family].lower().replace(' ', '-')}"
    return [
        f"In {', '.join(names)} and {last} the types are Debezium's own:",
        f"[what those of {_SOURCES[family]} become]({anchor}).",
        "",
    ]


def types_index() -> str:
    """The text of docs/reference/types/README.md."""
    lines = [
        "# Types",
        "",
        "Here you find the page of your source, with the Spark type that holds each of its types exactly.",
        "",
        *(f"- [{sources}]({family}.md)" for family, sources in FAMILIES.items() if family != "debezium"),
        "- [Debezium and Kafka Connect](debezium.md), whatever the source is",
        "",
        "`python docs/generate.py` writes this page.",
    ]
    return "\n".join(lines) + "\n"


def _debezium_page(cells: list[dict[str, Any]]) -> str:
    """What Debezium's and Connect's names are, and what the types of each source become."""
    lines = [
        "# Types of Debezium and Kafka Connect",
        "",
        "Here you see which Spark type holds each type of Debezium exactly, and which types of a source become it.",
        "",
        "`python docs/generate.py` writes this page from `macros/types/debezium_own_types.sql` and",
        "`macros/dialects/debezium/debezium_source_types.sql`. A test reads each example.",
        "",
        "With a schema in the messages, `column_types` has Debezium's or Connect's names. Without one, a typed table",
        "names the source's own type, and the feed's options say what the connector makes of it. The Spark type is the",
        "one that is proposed; the others, and string, read exactly, too. A Spark type that is not listed is refused.",
        "UnsignedLong, JavaNumber, UrlSafeBytes, HexBytes and Hstore are names of this page, for what types of sources",
        "become under a setting.",
        "",
        "With times=adaptive or times=adaptive_time_microseconds, the digits of a second decide how a time is written.",
        "Up to 3 digits become Time or Timestamp (milliseconds), 4 to 6 MicroTime or MicroTimestamp, more NanoTime or",
        "NanoTimestamp. So PostgreSQL's `timestamp(3)` becomes Timestamp, and its `timestamp` MicroTimestamp. With",
        "times=adaptive_time_microseconds a time of day is MicroTime, whatever its digits. The lists of sources below",
        "show types without digits. Such a type has 0 digits in MySQL, 7 in SQL Server, 6 in PostgreSQL, Oracle and",
        "Db2 (TIME of Db2: 0).",
        "",
        "| type | Spark type | others | how it is written | for example |",
        "| --- | --- | --- | --- | --- |",
    ]
    for cell in cells:
        if not cell["source_kind"]:
            others = ", ".join(each for each in cell["also"] if each != cell["spark"].split("(")[0]) or "–"
            example = f"`{_printable(cell['examples'][0][0])}`"
            lines.append(f"| {cell['type']} | {cell['spark']} | {others} | {cell['form']} | {example} |")
    for kind, source in _SOURCES.items():
        found: dict[str, list[tuple[str, str]]] = {}
        for cell in cells:
            if cell["source_kind"] == kind:
                found.setdefault(cell["source_type"], []).append((cell["type"], cell["options"]))
        lines += ["", f"## From {source}", "", "| type | becomes |", "| --- | --- |"]
        alike: dict[str, list[str]] = {}
        for name, types in found.items():
            alike.setdefault(_becomes(types), []).append(_printable(name))
        lines += [f"| {', '.join(names)} | {becomes} |" for becomes, names in alike.items()]
        lines += ["", *_NOTES[kind]] if kind in _NOTES else []
    return "\n".join(lines) + "\n"


def _becomes(types: list[tuple[str, str]]) -> str:
    """The types that a source's type becomes, each with the options that make it so; these stay away where all do."""
    names = list(dict.fromkeys(name for name, _ in types))
    if len(names) == 1:
        return names[0]
    return "; ".join(f"{name} ({', '.join(option for each, option in types if each == name)})" for name in names)


def _bare(source_type: str) -> str:
    return source_type.split("(")[0]


def _spark(cell: dict[str, Any]) -> str:
    """The Spark type that is proposed, as the page shows it."""
    arguments = cell["source_type"].partition("(")[2]
    if arguments and cell["spark"] == f"decimal({arguments}":
        return "decimal(p,s)"
    return "bigint (microseconds)" if (cell["kind"], cell["spark"]) == ("time", "bigint") else cell["spark"]


def _does(cells: list[dict[str, Any]]) -> str:
    """What a dialect does with a type: with some values of an option only, or with all."""
    if not any(cell["is_sent"] for cell in cells):
        return "not sent"
    read = {cell["options"] for cell in cells if cell["reader"]}
    if read and {cell["options"] for cell in cells} - read:
        return "exact with " + " or ".join(sorted(read))
    return "exact" if read else "text"


def _columns(cells: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Heading → dialects that do the same with each type."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for dialect in dict.fromkeys(cell["dialect"] for cell in cells):
        types: dict[str, list[dict[str, Any]]] = {}
        for cell in cells:
            if cell["dialect"] == dialect:
                types.setdefault(cell["type"], []).append(cell)
        alike.setdefault(tuple(map(_does, types.values())), []).append(dialect)
    return {", ".join(dialects): dialects for dialects in alike.values()}


def _forms(cells: list[dict[str, Any]]) -> list[str]:
    """In which text each kind of value comes, and from whom."""
    found: dict[tuple[str, str], list[str]] = {}
    examples: dict[tuple[str, str], str] = {}
    for kind in _KINDS:
        for cell in cells:
            if cell["kind"] == kind and cell["reader"] and cell["reader"] != "text":
                key = (_KINDS[kind], cell["form"])
                found.setdefault(key, []).append(cell["dialect"])
                examples.setdefault(key, cell["examples"][-1][0])
    return [
        "## How values are written",
        "",
        "| what | form | for example | by |",
        "| --- | --- | --- | --- |",
        *(
            f"| {what} | {form} | `{_printable(examples[what, form])}` | {', '.join(dict.fromkeys(dialects))} |"
            for (what, form), dialects in found.items()
        ),
    ]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text).replace("|", "\\|")


# What asks a warehouse finds nothing there.
CONTEXT: dict[str, Any] = {"function": str, "ref": str, "source": str, "var": lambda name, default=None: default}
_CTE = re.compile(r"^(\w+) as \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
_GIVEN = re.compile(r"(?:then|,) '(\w+)'(?:$|, null\))", re.MULTILINE)


def package() -> Any:
    """The macros, as in a project without schemas of its own."""
    return macros.load(REPO, {"landed_schemas": dict}, **CONTEXT)


# A mask that a key may not have, for the reason that says so.
_ANY_MASK = [{"feed": "*", "column_name": "*", "action": "null", "argument": ""}]


def reasons_judged(loaded: Any, dialect: dict[str, Any], known: list[dict[str, Any]]) -> list[str]:
    """The reasons that a dialect's decoder can give, in the order in which it looks; one may come at two places."""
    steps = dict(_CTE.findall(loaded.decode_messages("messages", [dialect], known, masks=_ANY_MASK)))
    names = (
        "judged_frames",
        "unframed_messages",
        "texts",
        "reasoned_messages",
        "paired_messages",
        "judged_messages",
        "judged_events",
    )
    return _GIVEN.findall("\n".join(steps.get(name, "") for name in names))


def reasons_given(loaded: Any) -> dict[str, list[str]]:
    """Reason → the dialects whose decoders can give it, in the order of the list of dialects."""
    known = loaded.dialects()
    found: dict[str, list[str]] = {}
    for dialect in known:
        for reason in dict.fromkeys(reasons_judged(loaded, dialect, known)):
            found.setdefault(reason, []).append(dialect["name"])
    return found


def shown_reasons() -> dict[str, tuple[str, str, str]]:
    """Reason → dialect, unit test and text of the shortest message that shows it; the text is '' where it is bytes."""
    found: dict[str, tuple[str, str, str]] = {}
    for dialect in dialects():
        file = REPO / "models" / "dialects" / dialect / f"_{dialect}__unit_tests.yml"
        for test in yaml.safe_load(file.read_text(encoding="utf-8"))["unit_tests"]:
            given = next((each.get("rows") for each in test["given"] if "'messages'" in each["input"]), None)
            sent = {row.get("offset"): row.get("value") for row in given} if isinstance(given, list) else {}
            for row in test["expect"]["rows"] if isinstance(test["expect"]["rows"], list) else []:
                if row.get("reason"):
                    text = str(sent.get(row.get("offset")) or "").replace("\\\\", "\\").strip()
                    best = found.get(row["reason"], ("", "", ""))[2]
                    if row["reason"] not in found or (text and (not best or len(text) < len(best))):
                        found[row["reason"]] = (dialect, test["name"], text)
    return found


_REASONS = """# Why messages are quarantined

English · [简体中文](../zh/reasons.md)

Here you find what a reason in `quarantine` means, the smallest message that gives it, and what to do.

`python docs/generate.py` writes this page from the list in `macros/decoding/reasons.sql` and from the unit tests.

A message is decoded whole or quarantined whole. Its row in `quarantine` has the reason, one of the codes below, and a
detail, a sentence about this message. If several reasons hold, the row has the first that was found. When the cause
is corrected, `changefeed run --retry-quarantine` decodes the messages again, each in its own place in the order. The
messages shown here are the shortest of the tests; a service writes more members.
"""
_REASONS_ZH = """# 消息为什么被隔离

[English](../reference/reasons.md) · 简体中文

本页说明 `quarantine` 中每个原因的含义、会触发它的最短消息，以及处理方法。

本页由 `python docs/generate.py` 根据 `docs/zh/reasons.yml` 和单元测试生成。

一条消息要么整体解码，要么整体隔离。
它在 `quarantine` 中的行有原因（下列代码之一）和 detail（关于这条消息的一句话）。
如果同时符合多个原因，记录最先发现的那一个。
排除原因后，`changefeed run --retry-quarantine` 会重新解码这些消息，
每条消息在顺序中的位置不变。
这里的消息取自测试，是最短的；服务写出的消息有更多字段。
"""


def reasons_page(loaded: Any) -> str:
    """The text of docs/reference/reasons.md."""
    given, shown = reasons_given(loaded), shown_reasons()
    public = [each for each in loaded.dialects() if not each.get("is_internal")]
    parts = [_REASONS]
    for reason, words in loaded.reasons().items():
        dialect, test, text = shown[reason]
        where = f" {words['where']}" if "where" in words else ""
        example = f"**A message that gives it**, in a feed of {dialect}{where} (unit test `{test}`):"
        example = example if text else f"{example} {words['message']}"
        paragraphs = (
            f"{words['condition']} {words['means']}",
            f"**What to do.** {words['todo']}",
            f"**Dialects.** {_these(public, given[reason])}.",
            example,
        )
        parts.append(f"## {reason}\n")
        parts += [
            textwrap.fill(each, 120, break_on_hyphens=False, break_long_words=False) + "\n" for each in paragraphs
        ]
        if text:
            parts.append(f"```\n{text}\n```\n")
    return "\n".join(parts)


def reasons_page_zh(loaded: Any) -> str:
    """The text of docs/zh/reasons.md. A sentence is a line, for a break of lines is shown as a blank."""
    given, shown = reasons_given(loaded), shown_reasons()
    said = yaml.safe_load((REPO / "docs" / "zh" / "reasons.yml").read_text(encoding="utf-8"))
    public = [each for each in loaded.dialects() if not each.get("is_internal")]
    parts = [_REASONS_ZH]
    for reason in loaded.reasons():
        words, (dialect, test, text) = said[reason], shown[reason]
        where = f"、{words['where']}" if "where" in words else ""
        dialects = _these(public, given[reason])
        dialects = {"All": "所有方言", "All that send JSON": "所有发送 JSON 的方言"}.get(dialects, dialects)
        parts += [
            f"## {reason}\n",
            f"{words['condition']}\n{words['means']}\n".replace("。", "。\n").replace("\n\n", "\n"),
            f"**处理方法。** {words['todo']}\n".replace("。", "。\n").replace("。\n** ", "。** ").replace("\n\n", "\n"),
            textwrap.fill(f"**方言。** {dialects}。", 120, break_on_hyphens=False, break_long_words=False) + "\n",
            f"**会触发它的消息**（feed 的方言为 {dialect}{where}；单元测试 `{test}`）："
            + ("\n" if text else f"\n{words['message']}\n"),
        ]
        if text:
            parts.append(f"```\n{text}\n```\n")
    return "\n".join(parts)


def _these(public: list[dict[str, Any]], names: list[str]) -> str:
    """Names of dialects, or words for them."""
    of = [each["name"] for each in public if each["name"] in names]
    if of == [each["name"] for each in public]:
        return "All"
    if of == [each["name"] for each in public if each["envelope"]["format"] != "avro"]:
        return "All that send JSON"
    return ", ".join(of)


# Relation of columns.sql → the file that documents it, and what precedes the list of its columns.
DESCRIBED = {
    "decoded": ("decoding", "- name: changefeed_decoded\n"),
    "changes": ("ordering", "- name: changefeed_changes\n"),
    "staged": ("dialects", "columns: &columns\n"),
}


def shown_type(column: dict[str, Any], relation: str) -> str:
    """The type with which a relation of columns.sql shows a column."""
    if relation == "staged" and column["type"].startswith(("array", "map")):
        return "string"
    return str(column.get("as", {}).get(relation, column["type"]))


def described_columns(loaded: Any) -> dict[Path, str]:
    """The yml files of DESCRIBED, with a line for each column that their relations show."""
    texts: dict[Path, str] = {}
    for relation, (room, before) in DESCRIBED.items():
        file = REPO / "models" / room / f"_{room}__models.yml"
        text = texts.get(file) or file.read_text(encoding="utf-8")
        begin = next(re.finditer(rf"{re.escape(before)}(?:.*\n)*?(?=( *)- \{{name: feed, )", text))
        lines = next(re.compile(rf"(?:{begin[1]}- .*\n)+").finditer(text, begin.end()))
        there = {re.findall(r"^ *- \{name: (\w+)", line)[0]: line for line in lines[0].splitlines()}
        columns = [each for each in loaded.columns() if relation in each["in"]]
        new = [_described(each, shown_type(each, relation), there.get(each["name"]), begin[1]) for each in columns]
        texts[file] = text[: begin.end()] + "".join(f"{line}\n" for line in new) + text[lines.end() :]
    return texts


def _described(column: dict[str, Any], data_type: str, there: str | None, indent: str) -> str:
    shown = f'"{data_type}"' if "," in data_type else data_type
    said = re.findall(r'description: (".*")', there)[0] if there else f"\"{{{{ doc('col_{column['name']}') }}}}\""
    return f"{indent}- {{name: {column['name']}, data_type: {shown}, description: {said}}}"


if __name__ == "__main__":
    for file, text in described_columns(package()).items():
        file.write_text(text, encoding="utf-8")
    (REFERENCE / "dialects.md").write_text(page())
    for name, text in reference().items():
        (REFERENCE / name).write_text(text, encoding="utf-8")
    (REFERENCE / "types").mkdir(exist_ok=True)
    found = type_cells()
    for family in FAMILIES:
        (REFERENCE / "types" / f"{family}.md").write_text(types_page(family, found), encoding="utf-8")
    (REFERENCE / "types" / "README.md").write_text(types_index(), encoding="utf-8")
    (REPO / "models" / "overview.md").write_text(overview(), encoding="utf-8")
    (REFERENCE / "reasons.md").write_text(reasons_page(package()), encoding="utf-8")
    (REPO / "docs" / "zh" / "reasons.md").write_text(reasons_page_zh(package()), encoding="utf-8")
