"""Each type of each dialect, with texts of it and the values that they are: what the families' lists say."""

from __future__ import annotations

import functools
import math
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from changefeed.project import macros
from conftest import SCHEMA
from pipeline import REPO

ZONE = "Asia/Shanghai"  # of the feeds of type_cells()
IN_FEEDS_ZONE = ("instant", "iso_instant")
# The macros; functions have the names that they have in the warehouse of the tests.
PACKAGE = macros.load(REPO, {}, function=lambda name: f"{SCHEMA}.{name}", ref=str, source=str, var=str)


def dialects() -> list[dict[str, Any]]:
    known = [each for each in PACKAGE.dialects() if not each.get("is_internal")]
    return [each for each in known if each.keys() & {"types", "type_cells"}]


@functools.cache
def cells() -> list[dict[str, Any]]:
    return [
        cell | {"feed": PACKAGE.feed_of_dialect(dialect, cell["source_kind"], ZONE, cell["options"])}
        for dialect in dialects()
        for cell in PACKAGE.type_cells(dialect)
    ]


def is_value(found: str | None, value: str, cell: dict[str, Any]) -> bool:
    """Whether the text of a value of Spark is that of a value of the source."""
    if found is None:
        return False
    kind, spark = cell["kind"], cell["spark"]
    if kind in ("integer", "decimal", "float32", "float64", "bits", "year", "boolean"):
        if spark == "boolean":
            return found == {"1": "true", "0": "false"}.get(value, value)
        value = {"true": "1", "false": "0"}.get(value, value)
        if spark in ("float", "double"):
            one, other = float(found), float(value)
            return (math.isnan(one) and math.isnan(other)) or one == (
                pytest.approx(other) if spark == "float" else other
            )
        return Decimal(found) == Decimal(value)
    if kind == "time" and spark == "bigint":
        return int(found) == micros(value)
    if kind == "instant":
        wanted = datetime.fromisoformat(value)
        if cell["reader"] in IN_FEEDS_ZONE and "T" not in value:
            wanted = wanted.replace(tzinfo=ZoneInfo(ZONE)).astimezone(timezone.utc).replace(tzinfo=None)
        return datetime.fromisoformat(found) == wanted
    if kind == "wall_time":
        return datetime.fromisoformat(found) == datetime.fromisoformat(value)
    return found == value


def micros(clock: str) -> int:
    hours, minutes, seconds = clock.lstrip("-").split(":")
    whole = (int(hours) * 60 + int(minutes)) * 60_000_000 + int(Decimal(seconds) * 1_000_000)
    return -whole if clock.startswith("-") else whole
