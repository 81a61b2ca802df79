"""What the seeds declare, as queries: the macros read them without dbt, before it has built a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from changefeed.project import seeds
from changefeed.project.paths import package_dir

FEED_SETTINGS = "changefeed_feed_settings"
_MODEL = f"models/landing/{FEED_SETTINGS}.sql"
_KEYS, _COLUMNS, _MASKS = seeds.SEEDS[1:]
COLUMNS_OF = {
    seeds.FEEDS: (
        "feed", "dialect", "topics", "source_kind", "time_zone", "database", "schema", "history", "options",
    ),
    _KEYS: ("feed", "source_database", "source_schema", "source_table", "key_columns"),
    _COLUMNS: ("feed", "source_database", "source_schema", "source_table", "column_name", "source_type"),
    _MASKS: ("feed", "source_database", "source_schema", "source_table", "column_name", "action"),
}  # fmt: skip


def settings_of_feeds(rules: Any) -> str:
    """The model changefeed_feed_settings, as a query on what ref() of these macros gives for the seeds."""
    return f"({rules.rendered((package_dir() / _MODEL).read_text(encoding='utf-8'))})"


def as_dbt_reads(line: Mapping[str, str]) -> dict[str, str]:
    """The cells of a line of changefeed_feeds.csv: dbt takes the word null for no value."""
    return {name: "" if text.strip().lower() == "null" else text for name, text in line.items()}


def lines_of(project_dir: Path, name: str) -> list[list[str]]:
    """The cells of each line of a seed of the project."""
    if name != seeds.FEEDS:
        return seeds.cells_of_seed(project_dir, name)
    feeds = [as_dbt_reads(line) for line in seeds.read_feeds(project_dir).values()]
    return [[line.get(column, "") for column in COLUMNS_OF[name]] for line in feeds]


def seed(rules: Any, name: str, lines: Sequence[Sequence[str]]) -> str:
    """Lines of a seed as a query: a text for each of its columns. An empty text is NULL."""
    columns = COLUMNS_OF[name]
    cells = [["null" if not text else rules.sql_string(text).strip() for text in line] for line in lines]
    rows = [f"({', '.join(line)})" for line in [["cast(null as string)"] * len(columns), *cells]]
    return f"(select * from values {', '.join(rows)} as seed ({', '.join(columns)}) where feed is not null)"
