"""The regular expressions in the SQL of macros, models and udfs, as Java gets them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from changefeed.project import macros
from docs import generate
from pipeline import REPO

# A piece of SQL: a comment, a literal (raw or not), a word, or a character.
_PIECE = re.compile(r"--[^\n]*|/\*.*?\*/|r'[^']*'|'(?:[^'\\]|\\.|'')*'|[A-Za-z_]\w*|\s+|.", re.DOTALL)
_TAKES = {
    "regexp_replace",
    "regexp_extract",
    "regexp_extract_all",
    "regexp_count",
    "regexp_instr",
    "regexp_substr",
    "split",
}
_LIKE = {"rlike", "regexp", "regexp_like"}
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "Z": "\x1a", "0": "\0"}
# In a file, where what a call is given may have parentheses and commas of its own.
_OF_SOURCE = re.compile(r"(?:rlike|regexp\w*\((?:[^'\n]|'[^r'][^']*')*?,) *(?:r'([^']*)'|'([^'\n]*)')")


def of_sql(sql: str) -> Iterator[str]:
    """The patterns of a SQL text: all literals in what is given as one, for it may be an if(), or names of columns."""
    pieces = [piece for piece in _PIECE.findall(sql) if not piece.isspace() and not piece.startswith(("--", "/*"))]
    for place, piece in enumerate(pieces):
        word = piece.lower()
        if word in _TAKES and pieces[place + 1 : place + 2] == ["("]:
            arguments = _arguments(pieces, place + 2)
            yield from _literals(arguments[1] if len(arguments) > 1 else [])
        elif word in _LIKE:
            yield from _literals(_operand(pieces, place + 1))
        elif word == "as" and pieces[place + 1 : place + 2] == ["pattern"]:  # rules that are taken one after the other
            yield from _literals(pieces[place - 1 : place])


def _arguments(pieces: list[str], place: int) -> list[list[str]]:
    """The arguments of a call whose parenthesis opens before `place`."""
    found: list[list[str]] = [[]]
    depth = 0
    for piece in pieces[place:]:
        if piece == ")" and not depth:
            break
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and not depth:
            found.append([])
        else:
            found[-1].append(piece)
    return found


def _operand(pieces: list[str], place: int) -> list[str]:
    """What stands behind rlike: a literal, or a call with all that is in it."""
    if pieces[place : place + 1] and pieces[place].startswith(("'", "r'")):
        return pieces[place : place + 1]
    start = place if pieces[place : place + 1] == ["("] else place + 1
    is_call = pieces[start : start + 1] == ["("]
    return [piece for each in _arguments(pieces, start + 1) for piece in each] if is_call else []


def _literals(pieces: list[str]) -> Iterator[str]:
    for piece in pieces:
        if piece.startswith("r'"):
            yield piece[2:-1]
        elif piece.startswith("'"):
            yield re.sub(r"\\u([0-9A-Fa-f]{4})|\\(.)|''", _unescaped, piece[1:-1], flags=re.DOTALL)


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    if found[0] == "''":
        return "'"
    return _ESCAPED.get(found[2], ("\\" if found[2] in "%_" else "") + found[2])


def rendered() -> Iterator[str]:
    """The SQL of all dialects, of all macros that can be called without dbt, and of all functions."""
    names = {"source": lambda *parts: ".".join(parts), "ref": "changefeed_internal.{}".format}
    loaded = macros.load(REPO, {"landed_schemas": dict, "facts": dict}, **{**generate.CONTEXT, **names})
    known = loaded.dialects()
    for dialect in known:
        yield str(loaded._staged_changes([dialect["name"]], known))
    for name in loaded.names():
        yield from _called(loaded, name)
    for file in (REPO / "udfs").glob("*.sql"):
        yield file.read_text(encoding="utf-8")


def written() -> Iterator[str]:
    """The patterns that stand in a file as they are, also where no call above has them: {{ … }} is taken for 3.

    One that Jinja puts together of others is not among them.
    """
    for folder in ("macros", "models", "udfs"):
        for file in sorted((REPO / folder).rglob("*.sql")):
            text = re.sub(r"{#.*?#}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
            for found in _OF_SOURCE.finditer(text):
                literal = found[1] if found[1] is not None else found[2]
                if not re.search(r"['\"] ~|~ ['\"]|{%", literal):
                    if r"\\z" in literal:  # in a text of Jinja, where every backslash stands twice
                        literal = literal.replace(r"\\", "\\")
                    yield re.sub(r"{{.*?}}", "3", literal)


def _called(loaded: Any, name: str) -> Iterator[str]:
    """What a macro returns for as many arguments as it wants; nothing of one that wants others than texts."""
    for count in range(9):
        with contextlib.suppress(Exception):
            yield from _texts(getattr(loaded, name)(*(f"x{number}" for number in range(count))))
            return


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def of_project() -> set[str]:
    found = {pattern for sql in rendered() for pattern in of_sql(sql)} | set(written())
    return {pattern for pattern in found if re.search(r"[*+]|{\d*,", pattern)}
