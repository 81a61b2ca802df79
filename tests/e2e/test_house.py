"""The tree itself: rooms without circles, macros of a readable size, one list of columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

import encoders
from loader.messages import PUBLIC, SOURCES
from pipeline import REPO

MACROS = REPO / "macros"
BEGIN = re.compile(r"{%-?\s*(?:macro|test|materialization)\s+(\w+)")
END = re.compile(r"{%-?\s*end(?:macro|test|materialization)")


def macros() -> Iterator[tuple[str, Path, int]]:
    """Each macro with its file and its number of lines."""
    for file in sorted(MACROS.rglob("*.sql")):
        name, begun = "", 0
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            begin = BEGIN.match(line)
            if begin:
                name, begun = begin[1], number
            if END.match(line):
                yield name, file, number - begun + 1


def room(file: Path) -> str:
    return file.relative_to(MACROS).parts[0]


def calls() -> dict[str, set[str]]:
    """Which rooms' macros call those of which others."""
    home = {name: room(file) for name, file, _ in macros()}
    found: dict[str, set[str]] = {each: set() for each in home.values()}
    for file in MACROS.rglob("*.sql"):
        called = {
            home[name] for name in re.findall(r"changefeed\.(\w+)", file.read_text(encoding="utf-8")) if name in home
        }
        found[room(file)] |= called - {room(file)}
    return found


def test_no_rooms_of_macros_call_each_other_in_a_circle() -> None:
    left = calls()
    assert len(left) > 10
    while left:
        free = {each for each, called in left.items() if not called & left.keys()}
        assert free, f"a circle among { ({each: sorted(called & left.keys()) for each, called in left.items()}) }"
        left = {each: called for each, called in left.items() if each not in free}


def test_no_macro_is_longer_than_a_person_reads_at_once() -> None:
    assert {name: lines for name, _, lines in macros() if lines > 120} == {}


def test_materializations_name_no_models() -> None:
    for file in (MACROS / "materializations").glob("*.sql"):
        assert not re.search(r"(ref|source)\(\s*'", file.read_text(encoding="utf-8")), file


def test_every_staging_view_documents_the_same_columns() -> None:
    columns = {}
    for file in sorted((REPO / "models" / "staging").glob("*/_*__models.yml")):
        (model,) = yaml.safe_load(file.read_text(encoding="utf-8"))["models"]
        columns[file.parent.name] = {
            each["name"]: (each["data_type"], each["description"]) for each in model["columns"]
        }
    assert len(columns) > 5
    first = columns["canal"]
    assert {name: each for name, each in columns.items() if each != first} == {}


def test_the_loader_knows_which_relations_are_internal() -> None:
    public, internal = set(), set()
    rooms = ("landing", "changes", "state", "health")
    for file in (each for room in rooms for each in (REPO / "models" / room).glob("*.sql")):
        text = file.read_text(encoding="utf-8")
        (internal if "schema='internal'" in text else public).add(file.stem.removeprefix("changefeed_"))
    landing = yaml.safe_load((REPO / SOURCES).read_text(encoding="utf-8"))["sources"]
    for names, source in zip((public, internal), landing, strict=True):
        names.update(table["name"] for table in source["tables"])
    public.update(file.stem for file in (REPO / "seeds").glob("*.csv"))
    assert public == PUBLIC and not internal & public and len(internal) > 10


def test_every_dialect_has_an_encoder() -> None:
    listed = (MACROS / "dialects" / "dialects.sql").read_text(encoding="utf-8")
    dialects = set(re.findall(r"changefeed\.(\w+)_dialect\(\)", listed)) - {"baseline"}
    assert set(encoders.DIALECTS) == dialects, "tests/e2e/encoders: what its producer writes, for the drawn histories"
