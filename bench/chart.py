"""Draw docs/explanation/benchmarks.svg, and write the table of benchmarks.md, from bench/figures.csv.

    python bench/chart.py

Each bar is what something costs, divided by what its target allows: a bar that ends before the line is within it.
"""

from __future__ import annotations

import csv
import re
from html import escape
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
PAGE = REPO / "docs" / "explanation" / "benchmarks.md"
CHART = PAGE.with_suffix(".svg")
HEAD = "| what | measured | target | | repeat it | commit |\n| --- | --- | --- | --- | --- | --- |\n"
LEFT, UNIT, ROW, TOP = 390, 160, 24, 46  # where bars begin, the width of a target, the height of a row, of the title


def figures() -> list[dict[str, str]]:
    with (REPO / "bench" / "figures.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cost(row: dict[str, str]) -> float:
    """What it costs, with its target as 1."""
    figure, target = float(row["figure"]), float(row["target"])
    return target / figure if row["better"] == "more" else figure / target


def table() -> str:
    lines = []
    for row in figures():
        target = f"at {'least' if row['better'] == 'more' else 'most'} {_shown(row['target'])}"
        reached = "reached" if cost(row) <= 1 else "**missed**"
        measured = f"{_shown(row['figure'])} {row['unit']}"
        lines.append(f"| {row['what']} | {measured} | {target} | {reached} | {row['how']} | {row['commit']} |\n")
    return HEAD + "".join(lines)


def _shown(number: str) -> str:
    return f"{int(number):,}" if number.isdigit() else number


def chart() -> str:
    rows = figures()
    height = TOP + ROW * len(rows) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {height}"'
        ' font-family="Helvetica, Arial, sans-serif" font-size="13">',
        "<title>What each thing costs, as a part of what its target allows</title>",
        f'<rect width="860" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT + UNIT}" y="20" text-anchor="middle" fill="#1f2937" font-weight="bold">target</text>',
        f'<text x="{LEFT + UNIT}" y="36" text-anchor="middle" fill="#4b5563">shorter is better</text>',
    ]
    for number, row in enumerate(rows):
        y, width = TOP + ROW * number, cost(row) * UNIT
        fill = "#4a9a58" if cost(row) <= 1 else "#c2622d"
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 14}" text-anchor="end" fill="#1f2937">{escape(row["what"])}</text>',
            f'<rect x="{LEFT}" y="{y + 2}" width="{max(width, 2):.0f}" height="16" fill="{fill}"/>',
            f'<text x="{LEFT + max(width, UNIT if cost(row) <= 1 else 0) + 6:.0f}" y="{y + 14}" fill="#1f2937">'
            f"{_shown(row['figure'])} {row['unit']}</text>",
        ]
    line = f"M{LEFT + UNIT} {TOP - 6}V{height - 10}"
    parts += [f'<path d="{line}" stroke="#1f2937" stroke-dasharray="4 3"/>', "</svg>"]
    return "\n".join(parts) + "\n"


def page() -> str:
    """benchmarks.md with the table as it is now."""
    return re.sub(rf"{re.escape(HEAD)}(?:\|.*\n)*", lambda _: table(), PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    CHART.write_text(chart(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
