"""What changefeed/ imports is declared in pyproject.toml, and not only installed because something else needs it."""

from __future__ import annotations

import ast
import re
import sys
from importlib import metadata

import pytest

from pipeline import REPO

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")


def declared(section: list[str]) -> set[str]:
    return {plain(re.split(r"[\s\[<>=!~;]", each, maxsplit=1)[0]) for each in section}


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


def imported() -> dict[str, str]:
    """Top-level module → a file that imports it."""
    found: dict[str, str] = {}
    for file in sorted((REPO / "changefeed").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                found[name.split(".")[0]] = file.relative_to(REPO).as_posix()
    return found


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (names for extra, names in project["optional-dependencies"].items() if extra != "dev")
    runtime = set().union(*map(declared, (project["dependencies"], *extras)))
    owners = metadata.packages_distributions()
    others = {name: file for name, file in imported().items() if name != "changefeed"}
    assert len(others.keys() & sys.stdlib_module_names) > 20
    undeclared = {
        f"{file} imports {name}: declare {' or '.join(sorted(set(owners.get(name, [name]))))} in pyproject.toml"
        for name, file in others.items()
        if name not in sys.stdlib_module_names and not set(map(plain, owners.get(name, []))) & runtime
    }
    assert undeclared == set()
