"""JSON read strictly, in Python, beside what Spark makes of it: every name and every digit as it was sent."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

DEEPEST = 100_000  # levels that Python may go down; messages of the fuzzer have some thousand at most


@contextlib.contextmanager
def deeply() -> Iterator[None]:
    """Let Python go down as deep as messages of the fuzzer do: where it may, a text of C's reader can end it."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST)
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


class NotStrict(ValueError):
    """These bytes are not one strict JSON text."""


@dataclass(frozen=True)
class Number:
    """A number as it was written."""

    text: str


@dataclass(frozen=True)
class Object:
    """The members of an object, in their order, names that repeat too."""

    members: tuple[tuple[str, Any], ...]

    def names(self) -> list[str]:
        return [name for name, _ in self.members]

    def repeats(self) -> bool:
        return len({name for name, _ in self.members}) < len(self.members)

    def get(self, name: str) -> Any:
        """The member's value; None where it is null or absent. For objects whose names do not repeat."""
        return next((value for each, value in self.members if each == name), None)


def _refuse(name: str) -> Any:
    raise NotStrict(f"{name} is not JSON value")


_DECODER = json.JSONDecoder(
    object_pairs_hook=lambda pairs: Object(tuple(pairs)),
    parse_float=Number,
    parse_int=Number,
    parse_constant=_refuse,
    strict=True,
)
_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def read(value: bytes) -> Any:
    """The one JSON value in these bytes. Raises NotStrict when they hold anything else.

    Text in UTF-8, no NaN or Infinity, no comments, nothing behind, no half of a surrogate pair; names may repeat.
    """
    try:
        text = value.decode("utf-8")
        read_value = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise NotStrict("not UTF-8") from error
    except ValueError as error:
        raise NotStrict(str(error)) from error
    if _MAYBE_SURROGATE.search(text) and any(_SURROGATE.search(each) for each in texts_in(read_value)):
        raise NotStrict("half of a surrogate pair")
    return read_value


def texts_in(value: Any) -> list[str]:
    """All names and texts in a value."""
    found, waiting = [], [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, list):
            waiting.extend(each)
        elif isinstance(each, Object):
            for name, inner in each.members:
                found.append(name)
                waiting.append(inner)
    return found


def numbers_in(value: Any) -> list[str]:
    """All numbers in a value, as they were written."""
    found, waiting = [], [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Number):
            found.append(each.text)
        elif isinstance(each, list):
            waiting.extend(each)
        elif isinstance(each, Object):
            waiting.extend(inner for _, inner in each.members)
    return found


def repeats_anywhere(value: Any) -> bool:
    """Whether any object in a value has a name twice."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting.extend(each)
        elif isinstance(each, Object):
            if each.repeats():
                return True
            waiting.extend(inner for _, inner in each.members)
    return False


def depth(value: Any) -> int:
    """How many objects and arrays lie in each other."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        each, level = waiting.pop()
        if isinstance(each, list | Object):
            deepest = max(deepest, level)
            inner = each if isinstance(each, list) else [member for _, member in each.members]
            waiting.extend((one, level + 1) for one in inner)
    return deepest


def same_value(sent: Any, text: str | None) -> bool:
    """Whether a text is what a column holds of a value that was sent: NULL, the text, the number with all its digits as
    sent, true or false, or JSON that reads the same, numbers again with their digits."""
    if sent is None or text is None:
        return sent is None and text is None
    if isinstance(sent, str):
        return sent == text
    if isinstance(sent, bool):
        return text == ("true" if sent else "false")
    if isinstance(sent, Number):
        return sent.text == text
    try:
        return read(text.encode("utf-8")) == sent
    except (NotStrict, UnicodeEncodeError):
        return False
