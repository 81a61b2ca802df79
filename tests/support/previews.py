"""The unit tests of the previews, from the models' yml."""

from __future__ import annotations

from typing import Any

import yaml

from pipeline import REPO

FILES = {file.parent.name: file for file in sorted((REPO / "models" / "dialects").glob("*/_*__unit_tests.yml"))}


def unit_tests(dialect: str) -> list[dict[str, Any]]:
    """The unit tests of a dialect's view, without those that override a macro: these only dbt can run."""
    tests = yaml.safe_load(FILES[dialect].read_text(encoding="utf-8"))["unit_tests"]
    return [test for test in tests if "overrides" not in test]
