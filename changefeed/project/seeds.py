"""What the seeds of the project declare, and the lines that commands add to them."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytz
import yaml

from changefeed.errors import ChangefeedError
from changefeed.project import avro_files, edited_files, macros
from changefeed.project import paths as places
from changefeed.project.profile import folders_of, package_schema, read_project
from changefeed.project.yaml_edit import changed, parsed
from changefeed.words import counted

FEEDS = "changefeed_feeds"
MASKS = "changefeed_table_masks"
# `changefeed load --baseline` lands under this topic, followed by the feed's name. Nothing else may land under it.
# macros/landing/topics_pattern.sql claims it for the feed, macros/dialects/dialect_of.sql reads it as a dump.
BASELINE_TOPIC = "changefeed_baseline."
SEEDS = (FEEDS, "changefeed_table_keys", "changefeed_table_columns", MASKS)
_SOURCES = """version: 2

sources:
  - name: feeds
    description: When each feed last landed something, for `changefeed freshness`.
    schema: "{schema}"
    tables:
"""
_ENTRY = """      - name: {feed}
        identifier: messages
        description: What the topics of the feed {feed} have landed.
        config:
          loaded_at_field: landed_at
          freshness:
            filter: {filter}
            warn_after: {{count: 1, period: hour}}
            error_after: {{count: 1, period: day}}
"""


def refuse_old_names(project_dir: Path) -> None:
    """Raise ChangefeedError if a seed still has its old name, without changefeed_ before it.

    A file with such a name and other columns belongs to the project.
    """
    found = []
    for seed in SEEDS:
        for path in _files_called(project_dir, seed.removeprefix("changefeed_")):
            with path.open(encoding="utf-8-sig", errors="replace") as file:
                columns = file.readline().strip().split(",")
            if "feed" in columns and ("dialect" in columns or "source_table" in columns):
                found.append(f"{path.relative_to(project_dir)} to {seed}.csv")
    if found:
        raise ChangefeedError(
            f"The names of changefeed's seeds begin with changefeed_. Rename {', '.join(found)}; if both files exist, "
            "move the lines. Rename their entries under `seeds:` in dbt_project.yml as well."
        )


def _seed_files(project_dir: Path, seed: str) -> list[Path]:
    """The files of a seed. A project that has changefeed as a package may keep them in a folder below its seeds'."""
    refuse_old_names(project_dir)
    return _files_called(project_dir, seed)


def _files_called(project_dir: Path, seed: str) -> list[Path]:
    return [path for folder in folders_of(project_dir, "seed") for path in sorted(folder.rglob(f"{seed}.csv"))]


def _no_seed(project_dir: Path, seed: str) -> ChangefeedError:
    folder = folders_of(project_dir, "seed")[0]
    return ChangefeedError(f"{folder} has no {seed}.csv. Make one with the header of the package's file.")


def read_feeds(project_dir: Path) -> dict[str, dict[str, str]]:
    """The declared lines, by feed."""
    lines: dict[str, dict[str, str]] = {}
    for path in _seed_files(project_dir, FEEDS):
        lines |= _lines_of(path)
    return lines


def _lines_of(path: Path) -> dict[str, dict[str, str]]:
    lines = csv.DictReader(io.StringIO(_text_of(path)))
    return {line["feed"]: {name: _stands_for(text) for name, text in line.items()} for line in lines}


def _stands_for(cell: Any) -> str:
    """What a cell of changefeed_feeds.csv stands for. The check reports lines that are too long or too short."""
    return str(macros.own().seed_cell(cell)) if isinstance(cell, str) else ""


def line_of_seed(*texts: str | list[str]) -> str:
    """A line of a seed as CSV, always one line and printable. A list stands for key columns."""
    return str(macros.own().line_of_seed(list(texts)))


def cells_of_seed(project_dir: Path, seed: str) -> list[list[str]]:
    """What the cells of each line of a seed stand for; empty cells are ''."""
    return [[*line.values()] for line in lines_of_seed(project_dir, seed)]


def lines_of_seed(project_dir: Path, seed: str) -> list[dict[str, str]]:
    """The lines of a seed, by the names of its columns: what their cells stand for, empty cells ''."""
    found = []
    for path in _seed_files(project_dir, seed):
        rows, columns = _read_seed(path, str(path.relative_to(project_dir)))
        for _, row in rows:
            found.append({name: str(macros.own().seed_cell(row[name], name) or "") for name in columns})
    return found


def masks_at_landing(project_dir: Path) -> list[dict[str, Any]]:
    """The masks that act as messages land, as the macro masks() returns them.

    Raises ChangefeedError, as check() does, if any line names a place: a misspelled one must not let values land.
    """
    lines = [line for line in lines_of_seed(project_dir, MASKS) if line.get("place")]
    if lines:
        _check(project_dir, (MASKS,))
    return list(macros.own().masks(json.dumps([line for line in lines if line["place"] == "landing"])))


def append_lines(project_dir: Path, seed: str, lines: list[str]) -> Path:
    """Add lines to a seed and return its file. Raises ChangefeedError where the project has no such seed."""
    paths = _seed_files(project_dir, seed)
    if not paths:
        raise _no_seed(project_dir, seed)
    text = paths[0].read_text(encoding="utf-8")
    edited_files.replace(paths[0], text + ("" if text.endswith("\n") else "\n") + "\n".join(lines) + "\n")
    return paths[0]


def _text_of(path: Path) -> str:
    """The text of a seed as dbt reads it: without a BOM, every line break one of \\n."""
    return path.read_text(encoding="utf-8-sig")


def settings(line: dict[str, str]) -> dict[str, str]:
    """The settings in a feed's line that say how values are read, as the view feed_settings has them."""
    given = {name: text for name, text in line.items() if text and text != "null"}
    return {
        "dialect": given.get("dialect", ""),
        "source_kind": given.get("source_kind", ""),
        "time_zone": given.get("time_zone", "UTC"),
        "options": given.get("options", ""),
    }


def keeps_history(line: dict[str, str], table: str) -> bool:
    """Whether a feed's line says that the history of this table is kept. The macro has_history() reads it alike."""
    kept = (line.get("history") or "off").split()
    return kept == ["on"] or (kept != ["off"] and any(matches(pattern, table) for pattern in kept))


def with_history(line: dict[str, str], table: str) -> str:
    """What a feed's line must say in its column history, so that the history of this table is kept, too."""
    kept = [name for name in (line.get("history") or "").split() if name != "off"]
    return " ".join([*kept, re.sub(r"\s", "?", table)])


def reads_alike(project_dir: Path, dialect: str, options: str, others: str) -> bool:
    """Whether typed tables read values alike with two texts of a dialect's options."""
    rules = rules_of(project_dir)
    return bool(rules.options_for_types(dialect, options) == rules.options_for_types(dialect, others))


def reads(project_dir: Path, feed: str, source_type: str, data_type: str) -> str:
    """The SQL by which a declared feed's text of a source type is read as a Spark type; '' if its dialect does not."""
    rules, said = rules_of(project_dir), settings(read_feeds(project_dir)[feed])
    try:
        of_feed = rules.feed_of_dialect(
            _dialect(rules, said["dialect"]), said["source_kind"], said["time_zone"], said["options"]
        )
        return str(rules.typed_value(source_type, "text", data_type, of_feed)).strip()
    except macros.Wrong:
        return ""


def reads_in_zone(project_dir: Path, dialect: str) -> bool:
    """Whether the time zone of a feed can change anything in a dialect."""
    rules = rules_of(project_dir)
    return bool(rules.reads_in_zone(_dialect(rules, dialect)))


def idle_zones(project_dir: Path) -> dict[str, str]:
    """Feed → that its time zone has no effect, for feeds of dialects that read no time in it."""
    return {
        feed: f"time_zone has no effect in {line['dialect']}, which reads no time in it"
        for feed, line in read_feeds(project_dir).items()
        if line["time_zone"] and not reads_in_zone(project_dir, line["dialect"])
    }


def _dialect(rules: Any, name: str) -> Any:
    """The dialect of this name, as its macro describes it."""
    (known,) = (each for each in rules.dialects() if each["name"] == name)
    return known


@functools.cache
def rules_of(project_dir: Path) -> Any:
    """The macros with the dialects of a project of its own. SQL that they return is compared, and never run."""
    return macros.load(project_dir, {"landed_schemas": lambda: avro_files.unchecked(project_dir)}, function=str)


class NothingDeclared(ChangefeedError):
    """No feed is declared yet."""


def check(project_dir: Path) -> list[str]:
    """Check the seeds by the rules of the macro check_seed, without dbt and Spark; returns a line about each.

    Raises ChangefeedError with file, line and column of the first mistake, and when no feed is declared.
    """
    return _check(project_dir, SEEDS)


def _check(project_dir: Path, names: tuple[str, ...]) -> list[str]:
    seed = SimpleNamespace(name="", original_file_path="")
    table = SimpleNamespace(rows=[], column_names=[])
    rules = macros.load(
        project_dir,
        {"landed_schemas": lambda: avro_files.unchecked(project_dir)},
        model=seed,
        load_agate_table=lambda: table,
    )
    found: list[str] = []
    feeds: dict[str, dict[str, str]] = {}
    for name in names:
        feeds = read_feeds(project_dir) if name != FEEDS else {}  # whose seed was checked before
        for path in _seed_files(project_dir, name):
            seed.name, seed.original_file_path = name, str(path.relative_to(project_dir))
            rows, table.column_names = _read_seed(path, seed.original_file_path)
            table.rows = [row for _, row in rows]
            try:
                rules.check_seed()
                for number, row in rows:
                    if name == FEEDS:
                        continue
                    fitting = [feed for feed in feeds if feed == row["feed"] or _fits(row["feed"], name, feed)]
                    if not fitting:
                        told = f"seeds/changefeed_feeds.csv declares no feed '{row['feed']}'."
                        rules._wrong_line(number, "feed", told + rules.did_you_mean(row["feed"], list(feeds)))
                    elif name == MASKS and row.get("place") == "landing":
                        rules._check_place(number, [feeds[feed] for feed in fitting])
            except macros.Wrong as mistake:
                raise ChangefeedError(str(mistake)) from mistake
            found.append(f"{seed.original_file_path}: {counted(len(table.rows), 'line')}")
    if not feeds:
        raise NothingDeclared(
            f"{folders_of(project_dir, 'seed')[0]} has no changefeed_feeds.csv, or no line in it: "
            "`changefeed feeds add` writes one"
        )
    return found


def _fits(pattern: str | None, seed: str, feed: str) -> bool:
    return seed == MASKS and matches(pattern or "", feed)


def _read_seed(path: Path, shown_path: str) -> tuple[list[tuple[int, dict[str, str | None]]], list[str]]:
    """The lines of a seed as dbt reads them, each with its number (blank cells and null are None); and its columns."""
    reader = csv.reader(io.StringIO(_text_of(path)), strict=True)
    found, begins = [], 1
    try:
        columns = next(reader, [])
        begins = reader.line_num + 1
        for cells in reader:
            if len(cells) not in (0, len(columns)):
                raise ChangefeedError(
                    f"{shown_path} line {begins}: the header has {counted(len(columns), 'column')}, this line has not"
                )
            texts = (None if text.strip().lower() in ("", "null") else text for text in cells or [""] * len(columns))
            found.append((begins, dict(zip(columns, texts, strict=True))))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise ChangefeedError(f"{shown_path}, after line {begins - 1}: {error}") from error
    return found, columns


def note_proposed(project_dir: Path, printed: list[str]) -> None:
    """Note the lines that `feeds propose` printed, for doubted_zones()."""
    header = [text.removeprefix("# ") for text in printed if text.startswith("# feed,")]
    lines = csv.DictReader([*header, *(text for text in printed if header and not text.startswith("#"))])
    noted = _proposed(project_dir) | {line["topics"]: line for line in lines if line["topics"]}
    _note_of_proposed(project_dir).write_text(json.dumps(noted))


def doubted_zones(project_dir: Path) -> dict[str, str]:
    """Feed → why its time zone may be wrong: `feeds propose` guessed another from messages of its topics."""
    found, guesses = {}, [line for line in _proposed(project_dir).values() if line["time_zone"]]
    for feed, line in read_feeds(project_dir).items() if guesses else ():
        declared, topics = settings(line), (line.get("topics") or "").split()
        for proposed in guesses:
            guess, others = proposed["time_zone"], proposed["topics"].split()
            is_of_feed = any(matches(one, other) or matches(other, one) for one in topics for other in others)
            if not is_of_feed or proposed["dialect"] != declared["dialect"]:
                continue
            if not _offsets(guess) <= _offsets(declared["time_zone"]):
                found[feed] = (
                    f"feed {feed} reads times in {declared['time_zone']}, but `changefeed feeds propose` guessed "
                    f"{guess} from its messages. Where that is right, change time_zone in the feed's line in "
                    'seeds/changefeed_feeds.csv (docs/how-to/operate.md, "A wrong time zone")'
                )
    return found


def _offsets(zone: str) -> set[timedelta | None]:
    """How far a zone is from UTC in the months of this year. Empty if there is no such zone."""
    year = datetime.now(timezone.utc).year
    with contextlib.suppress(ValueError, pytz.UnknownTimeZoneError):
        of_zone = datetime.fromisoformat(f"{year}-01-01T00:00{zone}").tzinfo if zone[0] in "+-" else pytz.timezone(zone)
        return {datetime(year, month, 1, tzinfo=timezone.utc).astimezone(of_zone).utcoffset() for month in range(1, 13)}
    return set()


def _proposed(project_dir: Path) -> dict[str, dict[str, str]]:
    """The lines that `feeds propose` printed so far, by their topics."""
    with contextlib.suppress(OSError, ValueError):
        noted: dict[str, dict[str, str]] = json.loads(_note_of_proposed(project_dir).read_text())
        return noted
    return {}


def _note_of_proposed(project_dir: Path) -> Path:
    return places.home_of(project_dir) / "proposed_feeds.json"


def topic_patterns(project_dir: Path) -> list[str]:
    """The topics of all declared feeds: names, and patterns with * and ?."""
    return [part for line in read_feeds(project_dir).values() for part in (line.get("topics") or "").split()]


def named_topics(text: str) -> list[str]:
    """The names and patterns that somebody gives in one text, with commas or blanks between."""
    return text.replace(",", " ").split()


def matches(pattern: str, name: str) -> bool:
    """Whether the name of a topic or table fits a pattern with * and ?."""
    return _regex(pattern).fullmatch(name) is not None


@functools.cache
def _regex(pattern: str) -> re.Pattern[str]:
    return re.compile(macros.own().topic_regex(pattern), re.DOTALL)


@contextlib.contextmanager
def added(project_dir: Path, line: dict[str, str]) -> Iterator[list[Path]]:
    """Write a feed's line into changefeed_feeds.csv and its entry for `changefeed freshness`; yields the files.

    If the `with` block fails, both files get their old content again.
    Raises ChangefeedError for a feed that is declared already, and for a name or topics that no feed can have.
    """
    feed, topics = line["feed"], " ".join(named_topics(line["topics"]))
    line = line | {"topics": topics}
    if not re.fullmatch("[a-z][a-z0-9_]*", feed):
        raise ChangefeedError(
            f"FEED: {feed!r} is no name of a feed. Use small letters, digits and _, with a letter first."
        )
    if not re.fullmatch(r"[A-Za-z0-9._*?-]+( [A-Za-z0-9._*?-]+)*", topics):
        raise ChangefeedError(f"--topics: {topics!r}: give names, or patterns with * and ?, with commas or blanks.")
    paths = _seed_files(project_dir, FEEDS)
    for path in paths:
        if feed in _lines_of(path):
            raise ChangefeedError(f"{path.relative_to(project_dir)} declares {feed} already. Change its line there.")
    if not paths:
        raise _no_seed(project_dir, FEEDS)
    sources = _freshness_file(project_dir)
    before = {path: path.read_text(encoding="utf-8") if path.exists() else None for path in (paths[0], sources)}
    try:
        edited_files.replace(paths[0], _with_line(paths[0], line))
        entries = _with_freshness(sources, feed, topics, _schema_in_yml(project_dir))
        sources.parent.mkdir(parents=True, exist_ok=True)
        edited_files.replace(sources, entries)
        yield [paths[0], sources]
    except BaseException:
        for path, text in before.items():
            if text is None:
                path.unlink(missing_ok=True)
            else:
                edited_files.replace(path, text)
        raise


def _with_line(path: Path, line: dict[str, str]) -> str:
    text = path.read_text(encoding="utf-8")
    header = next(csv.reader([text.partition("\n")[0]]), [])
    if missing := [name for name, value in line.items() if value and name not in header]:
        raise ChangefeedError(f"{path}: the header has no column {', '.join(missing)}. Add it as in the package.")
    return text + ("" if text.endswith("\n") else "\n") + line_of_seed(*(line.get(name, "") for name in header)) + "\n"


def _schema_in_yml(project_dir: Path) -> str:
    """The package's schema as a yml of the project names it: dbt shows it no variable that is the package's alone."""
    of_package = (read_project(project_dir).get("vars") or {}).get("changefeed") or {}
    if "changefeed_schema" in of_package:
        return package_schema(project_dir) or "{{ target.schema }}"
    return "{{ var('changefeed_schema', none) or target.schema }}"


def _freshness_file(project_dir: Path) -> Path:
    """The yml that has the source `feeds`, or the name of a new one."""
    folders = folders_of(project_dir, "model")
    for folder in folders:
        for path in sorted(folder.rglob("*.yml")):
            if _freshness_entries(path.read_text(encoding="utf-8")) is not None:
                return path
    return folders[0] / "_feeds__sources.yml"


def _freshness_entries(text: str) -> list[Any] | None:
    """The tables of the source `feeds` in a yml. None if the yml has no such source."""
    if "feeds" not in text or "sources:" not in text:
        return None
    for source in (yaml.safe_load(text) or {}).get("sources") or []:
        if source.get("name") == "feeds":
            return source.get("tables") or []
    return None


def _with_freshness(path: Path, feed: str, topics: str, schema: str) -> str:
    text = path.read_text(encoding="utf-8") if path.exists() else _SOURCES.format(schema=schema)
    was = _freshness_entries(text) or []
    if feed in [each["name"] for each in was]:
        return text
    entry = parsed(_ENTRY.format(feed=feed, filter=json.dumps(_filter(topics))))

    def add(document: Any) -> None:
        source = next(each for each in document["sources"] if each["name"] == "feeds")
        source["tables"] = source.get("tables") or []
        source["tables"] += entry

    return changed(path, text, add)


def _filter(topics: str) -> str:
    """A condition that only messages of these topics fulfil. The topics are names or patterns."""
    found = [
        f"topic rlike '^{macros.own().topic_regex(topic)}$'"
        if set(topic) & set("*?")
        else f"topic = '{topic}'"
        for topic in topics.split(" ")
    ]  # fmt: skip
    return " or ".join(found)


def declared_feed(project_dir: Path, feed: str) -> dict[str, str]:
    """The line of one feed. Raises ChangefeedError when there is none."""
    lines = read_feeds(project_dir)
    if feed not in lines:
        raise ChangefeedError(
            f"--feed: seeds/changefeed_feeds.csv does not declare {feed!r}; it declares {', '.join(lines) or 'none'}"
        )
    return lines[feed]


def table_parts(table: str) -> tuple[str, str, str]:
    """Database, schema ('' for none) and name of a table. Raises ChangefeedError for any other text."""
    parts = table.split(".")
    if len(parts) not in (2, 3) or not all(parts):
        raise ChangefeedError(f"--table: {table!r} is not a table name; write database.table or database.schema.table")
    return (parts[0], "", parts[1]) if len(parts) == 2 else (parts[0], parts[1], parts[2])
