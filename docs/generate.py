"""Write what is generated in the documentation; a test checks that it is what this script writes.

    python docs/generate.py

docs/dialects.md: which operation of which dialect which unit test shows. The dialects are those of
macros/dialects/dialects.sql, the operations those of the expected rows of the unit tests in models/staging/<dialect>/.

models/overview.md: the picture docs/pipeline.svg, in the page itself, for the site is one file.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

import yaml

REPO = Path(__file__).resolve().parents[1]
OPERATIONS = (
    "snapshot", "insert", "update", "delete", "truncate", "ddl", "heartbeat", "begin", "commit", "rollback", "other",
)  # fmt: skip


def dialects() -> list[str]:
    """The names of the dialects, in the order of the list."""
    return re.findall(r"changefeed\.(\w+)_dialect\(\)", (REPO / "macros" / "dialects" / "dialects.sql").read_text())


def tests_of(dialect: str) -> dict[str, str]:
    """Operation → name of the first unit test that expects a row with it; `quarantined` stands for a reason."""
    found: dict[str, str] = {}
    file = REPO / "models" / "staging" / dialect / f"_{dialect}__unit_tests.yml"
    for test in yaml.safe_load(file.read_text())["unit_tests"]:
        for operation in _operations(test["expect"]["rows"]):
            found.setdefault(operation, test["name"])
    return found


def _operations(rows: list[dict] | str) -> list[str]:
    if isinstance(rows, str):
        return re.findall(r"'(\w+)' as operation", rows) + (["quarantined"] if "' as reason" in rows else [])
    return [str(row["operation"]) for row in rows if row.get("operation")] + [
        "quarantined" for row in rows if row.get("reason")
    ]


def page() -> str:
    """The text of docs/dialects.md."""
    columns = dialects()
    shown = {dialect: tests_of(dialect) for dialect in columns}
    lines = [
        "# Dialects and operations",
        "",
        "Written by `python docs/generate.py`. Each cell names a unit test that shows the operation; it is in",
        "`models/staging/<dialect>/`. –: the dialect has no message for it.",
        "",
        "| operation | " + " | ".join(columns) + " |",
        "| --- " * (len(columns) + 1) + "|",
    ]
    for operation in (*OPERATIONS, "quarantined"):
        cells = [shown[dialect].get(operation, "–") for dialect in columns]
        lines.append(f"| {operation} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def overview() -> str:
    """The text of models/overview.md, with the picture as it is now."""
    picture = base64.b64encode((REPO / "docs" / "pipeline.svg").read_bytes()).decode()
    text = (REPO / "models" / "overview.md").read_text(encoding="utf-8")
    return re.sub(r"(data:image/svg\+xml;base64,)[^)]*", rf"\g<1>{picture}", text)


if __name__ == "__main__":
    (REPO / "docs" / "dialects.md").write_text(page())
    (REPO / "models" / "overview.md").write_text(overview(), encoding="utf-8")
