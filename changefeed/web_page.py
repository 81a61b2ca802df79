"""One page of HTML that needs nothing else, for people who look at it in a browser or get it by mail."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

_STYLE = (
    "<style>body{font:14px sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:left}td.n{text-align:right}"
    "svg text{font:12px sans-serif}</style>"
)


def page(parts: Iterable[str]) -> str:
    """The page, from pieces of HTML."""
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>changefeed</title>{_STYLE}{''.join(parts)}</html>"


def table(names: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> str:
    """A table, from plain texts and numbers."""
    head = "".join(f"<th>{html.escape(name)}" for name in names)
    body = "".join("<tr>" + "".join(map(_cell, row)) for row in rows)
    return f"<table><tr>{head}{body}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, int):
        return f"<td class=n>{value:,}"
    return f"<td>{html.escape('' if value is None else str(value))}"
