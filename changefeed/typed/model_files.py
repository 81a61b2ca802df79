"""The files of typed tables: a model of one line, and a yml that people edit.

Each proposed entry has a mark (`proposed`, in meta), which is a hash of the entry. If the mark still fits, nobody has
edited the entry, and a new proposal may change it. Everything else in the file belongs to people and stays.
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import functools
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from ruamel.yaml.comments import CommentedMap

from changefeed.errors import ChangefeedError
from changefeed.project import seeds
from changefeed.project.edited_files import replace
from changefeed.project.profile import package_variables, read_project
from changefeed.project.yaml_edit import changed, flow, is_commented, written
from changefeed.spark import storage
from changefeed.typed import shards
from changefeed.typed.source_columns import VALUES, Column, Seen, Table
from changefeed.words import shown

MODEL = "{{ changefeed.typed_table() }}\n"
_WHY_A_TABLE = "its query is longer than a view of the embedded metastore may be"
_HEADER = (
    "# Proposed by `changefeed tables propose` from what had landed. Edit it: your changes stay when it is proposed\n"
    "# again. An entry that still fits its mark (`proposed`) follows the source. An entry without a mark is yours.\n"
    "version: 2\n\n"
)
_UNREADABLE = {
    "name": "_unreadable", "data_type": "map<string,string>", "description": "{{ doc('unreadable') }}",
}  # fmt: skip
# The columns that tell shards apart.
_OF_SHARDS = (
    {"name": "_source_database", "data_type": "string", "description": "{{ doc('typed_source_database') }}"},
    {"name": "_source_schema", "data_type": "string", "description": "{{ doc('typed_source_schema') }}"},
    {"name": "_source_table", "data_type": "string", "description": "{{ doc('typed_source_table') }}"},
)
# The columns that identify a row of a kept table: _row_key, and in a table without a key both.
_KNOWN_BY = (
    {"name": "_row_key", "data_type": "string", "description": "{{ doc('typed_row_key') }}"},
    {"name": "_copy", "data_type": "int", "description": "{{ doc('typed_copy') }}"},
)
KEPT = "typed_incremental"  # the materialization of a typed table that is kept
_HISTORY_OF = re.compile(r"\btyped_history\(\s*(?:of\s*=\s*)?['\"]([^'\"]+)['\"]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
# Characters that would start Jinja or end a line of the file, and how they are written instead.
_JINJA = {"{": "{{ '{' }}", "\r": r"{{ '\r' }}", "\n": r"{{ '\n' }}"}
_TO_ESCAPE = re.compile(r"\{(?=[{%#\r\n])|[\r\n]")
_ESCAPED = {written: character for character, written in _JINJA.items()}
_TO_READ = re.compile("|".join(map(re.escape, _ESCAPED)))
OF_EVERY_TABLE = ("_unreadable", "_row_key", "_copy")
_OF_A_COLUMN = ("name", "quote", "data_type", "description", "config", "data_tests")
_OF_A_TYPE = ("source_type", "source_types", "type_from", "sent_type", "data_type_from")  # in a column's meta
_WORDS = ("description", "data_tests")
_OF_A_FEED = ("dialect", "source_kind", "time_zone", "options")
_OF_A_TABLE = (*_OF_A_FEED, "key", "is_keyless")  # these follow the seed and the source
_LONGEST_NAME = 100
# The variables of dbt_project.yml that say the schema and the alias of new models, and what they are without them.
_RULES = {"changefeed_typed_schemas": "{feed}", "changefeed_typed_names": "{table}"}


@dataclass
class Declared:
    """A model that a yml declares for a source table."""

    name: str
    file: Path
    columns: dict[str, dict[str, Any]]  # with what the yml says of each
    about: dict[str, Any]  # what it says of the table (meta.changefeed)
    materialized: str = ""
    place: tuple[str, str] = ("", "")  # its schema and alias, as the yml gives them

    @property
    def is_proposed(self) -> bool:
        return bool(self.about.get("proposed"))


@dataclass
class Outcome:
    """What proposing came to."""

    written: dict[Path, str] = field(default_factory=dict)  # new files with their texts
    changes: list[str] = field(default_factory=list)  # a diff for each file that was there
    notes: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)  # whose models were proposed, also those that stay as they are
    unchanged: int = 0
    by_hand: list[str] = field(default_factory=list)


# -- YAML and Jinja


def jinja_free(value: Any) -> Any:
    """A value for a yml. dbt renders the texts of a yml; after that these texts are the same again."""
    if isinstance(value, dict):
        return {name: jinja_free(each) for name, each in value.items()}
    if isinstance(value, list):
        return [jinja_free(each) for each in value]
    return _TO_ESCAPE.sub(lambda found: _JINJA[found[0]], value) if isinstance(value, str) else value


def rendered(text: str) -> str:
    """The text that was given to jinja_free()."""
    return _TO_READ.sub(lambda found: _ESCAPED[found[0]], text)


def _hash(*values: Any) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:6]


# -- what is proposed


def _column_entry(column: Column, tests: list[Any], is_quoted: bool) -> dict[str, Any]:
    meta: dict[str, Any] = {"source_type": column.source_type}
    if column.source_types:
        meta["source_types"] = [_other_type(*each) for each in column.source_types]
    meta["type_from"] = column.type_from
    if column.sent_type:
        meta["sent_type"] = column.sent_type
    if column.is_as_seen:
        meta["data_type_from"] = VALUES
    entry: dict[str, Any] = {"name": column.name}
    if is_quoted:
        entry["quote"] = True
    entry["data_type"] = column.data_type
    if column.comment:
        entry["description"] = column.comment
    entry["config"] = {"meta": meta}
    if tests:
        entry["data_tests"] = tests
    entry = jinja_free(entry)
    entry["config"]["meta"]["proposed"] = _column_mark(entry)
    return entry


def _other_type(table: Table, source_type: str) -> dict[str, str]:
    names = {"database": table.database, "schema": table.schema, "table": table.name}
    return {name: text for name, text in names.items() if text} | {"source_type": source_type}


def _column_mark(entry: dict[str, Any]) -> str:
    """The mark of a column's entry: one hash of its type, one of its description and tests."""
    meta = (entry.get("config") or {}).get("meta") or {}
    of_type = [meta.get(name) for name in ("source_type", "type_from", "sent_type")]
    types = _hash(entry.get("data_type"), *of_type, *([meta["source_types"]] if "source_types" in meta else []))
    return f"{types}.{_hash(entry.get('description') or '', entry.get('data_tests') or [])}"


def _table_mark(entry: dict[str, Any]) -> str:
    """The mark of a model's entry: one hash of its key and its feed's settings, one of its description and tests."""
    table = ((entry.get("config") or {}).get("meta") or {}).get("changefeed") or {}
    of_feed = [{name: table.get(name) for name in _OF_A_FEED}] if "dialect" in table else []
    key = _hash(table.get("key") or [], bool(table.get("is_keyless")), *of_feed)
    return f"{key}.{_hash(entry.get('description') or '', entry.get('data_tests') or [])}"


def _is_testable(name: str) -> bool:
    """Whether dbt's tests can name a column. They render the name as Jinja, and quote it without escapes."""
    return "`" not in name and not re.search(r"[{}][{%#}]|[%#]\}", name)


def _entry(
    seen: Seen, name: str, place: tuple[str, str], package: str, settings: dict[str, str], is_kept: bool
) -> dict[str, Any]:
    """The whole entry of a model, as it is proposed, with its schema and alias; `settings` are those of its feed."""
    table = seen.table
    names = {column.name for column in seen.columns}
    is_tested = bool(seen.key) and all(name in names and _is_testable(name) for name in seen.key)
    about: dict[str, Any] = {
        "feed": table.feed,
        "database": table.database,
        "schema": table.schema,
        "table": table.name,
    }
    if table.shards:
        about["shards"] = table.shards
    about |= {name: text for name, text in settings.items() if text}
    if seen.key:
        about["key"] = list(seen.key)
    else:
        about["is_keyless"] = True
    key = f"key {shown(', '.join(seen.key))}" if seen.key else "without a key, so that equal rows are rows of their own"
    what = "Source tables" if table.shards else "Source table"
    entry: dict[str, Any] = {
        "name": name,
        "description": f"{what} {shown(table.full_name())} of feed {table.feed}, {key}.",
    }
    of_shards = [each["name"] for each in shard_columns(table)] if table.shards == "apart" else []
    if is_tested and len(of_shards) + len(seen.key) > 1:
        entry["data_tests"] = [{f"{package}key_is_unique": {"arguments": {"columns": [*of_shards, *seen.key]}}}]
    built = {"materialized": KEPT} if is_kept else {}
    entry["config"] = built | {"alias": place[1], "schema": place[0], "meta": {"changefeed": about}}
    entry = jinja_free(entry)
    entry["columns"] = [
        _column_entry(
            column,
            _tests_of_key(seen.key, of_shards, table.shards == "one_key")
            if is_tested and column.name in seen.key
            else [],
            not _PLAIN.match(column.name),
        )
        for column in seen.columns
    ]
    _meta_of(entry)["proposed"] = _table_mark(entry)
    return entry


def _tests_of_key(key: tuple[str, ...], of_shards: list[str], is_one_key: bool) -> list[Any]:
    """The tests of a column that is the key; in shards that are apart it is unique in each.

    They read the whole table, so a run leaves them to `changefeed test`: rows are merged by their key. That shards
    share one key (`is_one_key`) is a claim, which each run tests.
    """
    names = [] if len(key) > 1 else ["not_null"] if of_shards else ["not_null", "unique"]
    if is_one_key:
        return list(names)
    return [{name: {"config": {"tags": ["changefeed_daily"]}}} for name in names]


def own_columns(table: Table, about: dict[str, Any]) -> list[str]:
    """The names of the columns that a typed table has of its own, whatever its yml lists."""
    of_deleted = ["_is_deleted", "_deleted_at"] if about.get("deletes") == "kept" else []
    return [*OF_EVERY_TABLE, *(each["name"] for each in shard_columns(table)), *of_deleted]


def shard_columns(table: Table) -> list[dict[str, str]]:
    """The entries of the columns that tell shards apart; none of a table that is one source table."""
    has_schemas = "*" in table.schema or "?" in table.schema
    return [each for each in _OF_SHARDS if table.shards and (has_schemas or each["name"] != "_source_schema")]


def _file_text(entry: dict[str, Any]) -> str:
    model = {name: flow(value) for name, value in entry.items()}
    about = {"changefeed": model["config"].pop("meta")["changefeed"]}
    model["config"] = CommentedMap(model["config"] | {"meta": about})
    materialized = entry["config"].get("materialized")
    if materialized == "table":
        model["config"].yaml_add_eol_comment(_WHY_A_TABLE, "materialized")
    known_by = _KNOWN_BY[: 2 if about["changefeed"].get("is_keyless") else 1] if materialized == KEPT else ()
    of_shards = shard_columns(_table_of(entry) or Table("", "", "", ""))
    model["columns"] = [*map(flow, of_shards), *model["columns"], *map(flow, known_by), flow(_UNREADABLE)]
    return _HEADER + written({"models": [model]})


# -- names


def _model_names(tables: list[Table], taken: set[str], merged: str) -> dict[Table, str]:
    """A name for each table: <feed>__<table>, of shards <feed>__<merged>.

    If two would be alike, the schema, the database or a hash is added.
    """
    names: dict[Table, str] = {}
    taken = {name.lower() for name in taken}
    for table in sorted(tables, key=lambda each: (each.name != _word(each.name), each)):
        called = dataclasses.replace(table, name=merged) if merged and table.shards else table
        names[table] = next(name for name in _candidates(called) if name not in taken)
        taken.add(names[table])
    return names


def _candidates(table: Table) -> list[str]:
    found = []
    for parts in ((table.name,), (table.schema, table.name), (table.database, table.schema, table.name)):
        found.append(f"{table.feed}__{'_'.join(filter(None, map(_word, parts))) or 'table'}")
    digest = hashlib.sha256(repr(table).encode()).hexdigest()
    cut = [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}_{digest[:8]}" for name in found]
    return [*dict.fromkeys(cut), f"{cut[0]}_{digest[:8]}", f"{cut[0]}_{digest}"]


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


# -- what is there


def read_declared(folders: list[Path]) -> tuple[dict[Table, Declared], set[str]]:
    """The typed models that yml files below these folders declare, and the names of all models there."""
    declared: dict[Table, Declared] = {}
    names: set[str] = set()
    for folder in folders:
        names.update(file.stem for suffix in ("sql", "py") for file in folder.rglob(f"*.{suffix}"))
    for file, entry in _entries(folders):
        names.add(str(entry.get("name")))
        table = _table_of(entry)
        if table:
            config = entry.get("config")
            config = config if isinstance(config, dict) else {}
            materialized = str(config.get("materialized") or "")
            place = (str(config.get("schema") or ""), str(config.get("alias") or entry.get("name")))
            of_entry = (_columns_of(entry), _meta_of(entry), materialized, place)
            declared[table] = Declared(str(entry.get("name")), file, *of_entry)
    return declared, names


def tables_of_models(folders: list[Path]) -> dict[str, Table]:
    """The source table of each typed model that yml files below these folders declare; several can have one.

    A model of its history has that of the typed model.
    """
    named = ((str(entry.get("name")), _table_of(entry)) for _, entry in _entries(folders))
    found = {name: table for name, table in named if table}
    for file in (file for folder in folders for file in folder.rglob("*.sql")):
        of = _HISTORY_OF.search(file.read_text(encoding="utf-8", errors="replace"))
        if of and of[1] in found:
            found[file.stem] = found[of[1]]
    return found


def _entries(folders: list[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for folder in folders:
        for file in sorted([*folder.rglob("*.yml"), *folder.rglob("*.yaml")]):
            for entry in _models_of(file):
                yield file, entry


def _models_of(file: Path) -> list[dict[str, Any]]:
    try:
        content = yaml.load(file.read_text(encoding="utf-8"), _LOADER)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ChangefeedError(f"{file} can't be read as YAML: {' '.join(str(error).split())}. Correct it.") from error
    models = content.get("models") if isinstance(content, dict) else None
    return [entry for entry in models if isinstance(entry, dict)] if isinstance(models, list) else []


def _meta_of(entry: dict[str, Any]) -> dict[str, Any]:
    for place in (entry.get("config"), entry):
        meta = place.get("meta") if isinstance(place, dict) else None
        about = meta.get("changefeed") if isinstance(meta, dict) else None
        if isinstance(about, dict):
            return about
    return {}


def _table_of(entry: dict[str, Any]) -> Table | None:
    meta = _meta_of(entry)
    if not meta.get("feed") or not meta.get("table"):
        return None
    return Table(*(rendered(str(meta.get(name) or "")) for name in ("feed", "database", "schema", "table", "shards")))


def _columns_of(entry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    columns = entry.get("columns") or []
    return {rendered(str(each["name"])): each for each in columns if isinstance(each, dict) and "name" in each}


# -- writing


def propose(
    project_dir: Path,
    seen: list[Seen],
    to: Path,
    model_folders: list[Path],
    is_dry: bool = False,
    as_views: bool = False,
    merge: Table | None = None,
    merged_name: str = "",
    is_whole: bool = True,
) -> Outcome:
    """Write the files of these tables below `to`, or change what nobody edited in those that are there.

    New models are kept as tables, or are views (`as_views`); those that are there stay what they are. The tables of
    `merge` get one model, called `merged_name`. Models of shards follow where `is_whole`: all their tables were seen.
    """
    declared, names = read_declared([*model_folders, *([] if _is_within(to, model_folders) else [to])])
    package = "" if read_project(project_dir).get("name") == "changefeed" else "changefeed."
    lines = seeds.read_feeds(project_dir)
    outcome = Outcome()
    of_shards = [each for each in declared if each.shards and is_whole]
    if merge is not None:
        _refuse_second_model(project_dir, merge, merged_name, declared, names)
        of_shards = [*(each for each in of_shards if each != merge), merge]
    seen = shards.together(seen, of_shards, declared, functools.partial(seeds.reads, project_dir))
    if merge is not None:
        seen = [each for each in seen if each.table == merge]
    writable = [_checked(each, outcome) for each in seen if not _is_refused(each, outcome)]
    new = _model_names([each.table for each in writable if each.table not in declared], names, merged_name)
    places = _places(project_dir, new, declared)
    for each in writable:
        there = declared.get(each.table)
        name = there.name if there else new[each.table]
        line = lines.get(each.table.feed)
        if there:
            is_kept, without = there.materialized == KEPT, there.about.get("without") or ()
            each.columns = [column for column in each.columns if column.name not in without]
            each.columns = [column for column in each.columns if not is_kept or _can_be_in_table(each, column, outcome)]
        else:
            is_kept = not as_views and _can_be_kept(each, outcome)
        place = there.place if there else places[each.table]
        entry = _entry(each, name, place, package, seeds.settings(line) if line else {}, is_kept)
        if there is None:
            _create(to / each.table.feed, entry, outcome, is_dry)
        elif there.is_proposed:
            _update(project_dir, there, entry, outcome, is_dry)
        else:
            file = relative(there.file, project_dir)
            outcome.by_hand.append(f"left alone {each.table.in_words()}: {name} is yours ({file})")
            continue
        outcome.seen.append(each)
    outcome.written = {relative(file, project_dir): text for file, text in outcome.written.items()}
    return outcome


def _refuse_second_model(
    project_dir: Path, merge: Table, merged_name: str, declared: dict[Table, Declared], names: set[str]
) -> None:
    """Raise ChangefeedError if these shards have a model with the other claim, or another model has the name."""
    for table, model in declared.items():
        if table.shards not in ("", merge.shards) and dataclasses.replace(table, shards=merge.shards) == merge:
            raise ChangefeedError(
                f"{relative(model.file, project_dir)}: {model.name} shows these tables already, with shards: "
                f"{table.shards}. For shards: {merge.shards}, delete this file and its .sql, and propose again."
            )
    name = _candidates(dataclasses.replace(merge, name=merged_name))[0]
    if merged_name and merge not in declared and name in {each.lower() for each in names}:
        raise ChangefeedError(f"--as {shown(merged_name)}: a model is called {name} already. Choose another name.")


def _is_within(folder: Path, others: list[Path]) -> bool:
    return any(folder.resolve().is_relative_to(other.resolve()) for other in others)


def _places(project_dir: Path, new: dict[Table, str], declared: dict[Table, Declared]) -> dict[Table, tuple[str, str]]:
    """The schema and alias of each new model, as the rules in dbt_project.yml say.

    Raises ChangefeedError for a rule that is none, and where two tables would have one place.
    """
    taken = {tuple(map(str.lower, model.place)): table for table, model in declared.items()}
    found: dict[Table, tuple[str, str]] = {}
    rules = {name: str(package_variables(project_dir).get(name) or usual) for name, usual in _RULES.items()}
    for table, model in sorted(new.items()):
        words = {"feed": table.feed, "database": _word(table.database), "schema": _word(table.schema)}
        words["table"] = model.removeprefix(f"{table.feed}__")
        schema, alias = (_by_rule(name, rule, words) for name, rule in rules.items())
        found[table] = (schema, f"t_{alias}" if alias[:1].isdigit() else alias)
        other = taken.setdefault((schema.lower(), found[table][1].lower()), table)
        if other != table:
            raise ChangefeedError(
                f"{other.in_words()} and {table.in_words()} would both be {schema}.{alias}. The rules are in "
                f"dbt_project.yml, vars: {' and '.join(_RULES)}. Put {{feed}} or {{database}} into one of them."
            )
    return found


def _by_rule(name: str, rule: str, words: dict[str, str]) -> str:
    with contextlib.suppress(KeyError, ValueError, IndexError):
        text = rule.format(**words)
        if rule == _RULES[name] or re.fullmatch(r"[A-Za-z0-9_]+", text):
            return text
    raise ChangefeedError(
        f"dbt_project.yml, vars: {name} is {rule!r}: write letters, digits, _ and what stands for names of the source "
        f"({', '.join(f'{{{word}}}' for word in words)}), as ods_{{table}}"
    )


def _is_refused(seen: Seen, outcome: Outcome) -> bool:
    if not seen.refused and not seen.columns:
        seen.refused = "no row of it has a column"
    if seen.refused:
        outcome.notes.append(f"left out   {seen.table.in_words()}: {seen.refused}")
    return bool(seen.refused)


def _can_be_in_table(seen: Seen, column: Column, outcome: Outcome) -> bool:
    """Whether a kept table can have this new column. Adds a note where it can't."""
    is_free = not storage.NOT_IN_NAMES.search(column.name)
    if not is_free:
        outcome.notes.append(
            f"left out   {seen.table.in_words()}, column {shown(column.name)}: no table can have a column of this "
            "name; a view can (config: {materialized: view})"
        )
    return is_free


def _can_be_kept(seen: Seen, outcome: Outcome) -> bool:
    """Whether a table can have columns of these names, and so be kept. Adds a note where it can't."""
    found = next((column.name for column in seen.columns if storage.NOT_IN_NAMES.search(column.name)), None)
    if found is not None:
        outcome.notes.append(
            f"as a view  {seen.table.in_words()}: no table can have a column called {shown(found)}, but a view can"
        )
    return found is None


def _checked(seen: Seen, outcome: Outcome) -> Seen:
    """The table without the columns that no view can have. Notes say which are left out."""
    kept: dict[str, Column] = {}
    for column in seen.columns:
        problem = ""
        if not column.name.strip() or not column.name.isprintable():
            problem = "its name has characters that no column of a view can have"
        elif column.name.lower() in OF_EVERY_TABLE:
            problem = "every typed table has a column of that name"
        elif column.name.lower() in [each["name"] for each in shard_columns(seen.table)]:
            problem = "every typed table of shards has a column of that name"
        elif column.name.lower() in kept:
            problem = f"its name differs from {kept[column.name.lower()].name} in case only, and Spark knows no case"
        if problem:
            outcome.notes.append(
                f"left out   {seen.table.in_words()}, column {shown(column.name) or repr('')}: {problem}"
            )
        else:
            kept[column.name.lower()] = column
    seen.columns = list(kept.values())
    outcome.notes += [*seen.notes, *doubts([seen])]
    return seen


def doubts(seen: list[Seen], declared: dict[Table, Declared] | None = None) -> list[str]:
    """A line for each column whose values may not be what they seem, with the type that the typed table declares."""
    lines = []
    for each in seen:
        model = (declared or {}).get(each.table)
        for column in each.columns:
            entry = model.columns.get(column.name, {}) if model else {}
            is_timestamp = str(entry.get("data_type") or column.data_type).lower() == "timestamp"
            doubt = column.doubt or (column.doubt_as_timestamp if is_timestamp else "")
            if doubt:
                lines.append(f"look at    {each.table.in_words()}, column {shown(column.name)}: it {doubt}")
    return lines


def _create(folder: Path, entry: dict[str, Any], outcome: Outcome, is_dry: bool) -> None:
    files = {folder / f"{entry['name']}.sql": MODEL, folder / f"{entry['name']}.yml": _file_text(entry)}
    for file, text in files.items():
        if file.exists():  # in another folder than dbt looks at, or a yml without this model
            raise ChangefeedError(f"{file} is not the model of this table. Move it, or name another folder with --to.")
        outcome.written[file] = text
        if not is_dry:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace(file, text)


def _update(project_dir: Path, there: Declared, entry: dict[str, Any], outcome: Outcome, is_dry: bool) -> None:
    before = there.file.read_text(encoding="utf-8")
    changes = [functools.partial(each, there, entry, outcome) for each in (_bring_columns, _bring_values)]
    after = before if before == _file_text(entry) else changed(there.file, before, *changes)
    if after == before:
        outcome.unchanged += 1
        return
    name = str(relative(there.file, project_dir))
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="", n=0)
    outcome.changes.append("\n".join(lines))
    if not is_dry:
        replace(there.file, after)


def relative(file: Path, project_dir: Path) -> Path:
    return file.relative_to(project_dir) if file.is_relative_to(project_dir) else file


# -- changing what is there


def _model_of(document: Any, there: Declared) -> CommentedMap:
    model: CommentedMap = next(each for each in document["models"] if each.get("name") == there.name)
    return model


def _bring_columns(there: Declared, entry: dict[str, Any], outcome: Outcome, document: Any) -> None:
    """Add the columns that are new to the entry of a model, and remove those that no row has and nobody edited."""
    columns = _model_of(document, there)["columns"]
    names = [rendered(str(each["name"])) for each in columns]
    proposed = {rendered(each["name"]): each for each in entry["columns"]}
    place = 0
    for name, new in proposed.items():
        if name in names:
            place = names.index(name)
        else:
            names.insert(place, name)
            columns.insert(place, flow(new))
        place += 1
    gone = [name for name in names if name not in proposed]
    for name in gone:
        place = names.index(name)
        mine = columns[place]
        mark = _column_proposal(mine)
        if mark == _column_mark(mine) and set(mine) <= set(_OF_A_COLUMN) and not is_commented(columns, place):
            del columns[place], names[place]
        elif mark:
            outcome.notes.append(
                f"kept       {there.name}, column {shown(name)}: no row has it any more, but its entry was edited"
            )


def _bring_values(there: Declared, entry: dict[str, Any], outcome: Outcome, document: Any) -> None:
    """Give the entry of a model what is proposed now, where nobody edited it."""
    model = _model_of(document, there)
    about: Any = _meta_of(model)  # which keeps the comments of its file, as all of the document
    new = _meta_of(entry)
    mark, is_as, to = (text.split(".") for text in (str(about["proposed"]), _table_mark(model), new["proposed"]))
    if mark[0] == is_as[0]:
        _take(about, new, _OF_A_TABLE, before="proposed")
        mark[0] = to[0]
    if mark[1:] == is_as[1:]:
        _take(model, entry, _WORDS, before="config")
        mark[1:] = to[1:]
    _take(about, {"proposed": ".".join(mark)}, ("proposed",))
    columns = {rendered(each["name"]): each for each in entry["columns"]}
    for each in model["columns"]:
        name = rendered(str(each["name"]))
        if name in columns and _column_proposal(each):
            _bring_column(each, columns[name], there, outcome)


def _bring_column(mine: CommentedMap, new: dict[str, Any], there: Declared, outcome: Outcome) -> None:
    meta, new_meta = mine["config"]["meta"], new["config"]["meta"]
    mark, is_as, to = (text.split(".") for text in (str(meta["proposed"]), _column_mark(mine), _column_mark(new)))
    if mark[0] == is_as[0]:
        _take(mine, new, ("data_type",))
        _take(meta, new_meta, _OF_A_TYPE, before="proposed")
        mark[0] = to[0]
    elif mark[0] != to[0]:
        types = f"{new_meta['source_type']}, {new['data_type']}"
        outcome.notes.append(
            f"kept       {there.name}, column {shown(mine['name'])}: its type was edited; proposed now: {types}"
        )
    if mark[1:] == is_as[1:]:
        _take(mine, new, _WORDS)
        mark[1:] = to[1:]
    _take(meta, {"proposed": ".".join(mark)}, ("proposed",))


def _take(mine: CommentedMap, new: dict[str, Any], names: tuple[str, ...], before: str = "") -> None:
    """Give an entry the values of another. A name that the entry lacks is put `before` another, or at the end."""
    for name in names:
        if mine.get(name) != new.get(name):
            known = list(mine)
            place = next((known.index(each) for each in (name, before) if each in mine), len(known))
            mine.pop(name, None)
            if name in new:
                mine.insert(place, name, flow(new[name]))


def _column_proposal(entry: dict[str, Any]) -> str | None:
    meta = (entry.get("config") or {}).get("meta") if isinstance(entry.get("config"), dict) else None
    mark = meta.get("proposed") if isinstance(meta, dict) else None
    return str(mark) if mark else None
