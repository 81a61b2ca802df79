"""Texts on which a regular expression has the most to do, made of its own pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as of  # Python 3.11 has possessive repetitions
from re import _parser as parser
from typing import Any

_REPEATS = (of.MAX_REPEAT, of.MIN_REPEAT, of.POSSESSIVE_REPEAT)
_SPELLED = (("[^\\x00-\\x7f]]", "\\x80-\\U0010ffff]"), ("\\z", "\\Z"), ("\\G", ""))
_MOST = 60  # pieces that are tried of one pattern in one place


def parsed(pattern: str) -> Any:
    """A pattern of Java as Python parses it."""
    for java, python in _SPELLED:
        pattern = pattern.replace(java, python)
    pattern = re.sub(r"\\x\{([0-9A-Fa-f]{4})\}", r"\\u\1", pattern)
    return parser.parse(pattern)


def sample(node: Any, place: int = 0) -> str:
    """A text that a part of a pattern takes; another one for another `place`, where it has choices."""
    return "".join(_of(kind, value, place) for kind, value in node)


def _of(kind: Any, value: Any, place: int) -> str:
    if kind is of.LITERAL:
        return chr(value)
    if kind is of.NOT_LITERAL:
        return next(each for each in "x y\n" if ord(each) != value)
    if kind is of.ANY:
        return "x"
    if kind is of.IN:
        return _of_class(value, place)
    if kind is of.SUBPATTERN:
        return sample(value[-1], place)
    if kind is of.BRANCH:
        return sample(value[1][place % len(value[1])], place // len(value[1]))
    if kind is of.ATOMIC_GROUP:
        return sample(value, place)
    if kind in _REPEATS:
        least, most, body = value
        return sample(body, place) * max(least, 1 if most else 0)
    return ""  # a place, a look around, a group again


def _of_class(members: Any, place: int) -> str:
    if members[0][0] is of.NEGATE:
        taken = {chr(value) for kind, value in members if kind is of.LITERAL}
        ranges = [value for kind, value in members if kind is of.RANGE]
        taken |= {chr(each) for first, last in ranges for each in range(first, min(last, 0x3000) + 1)}
        kinds = {value for kind, value in members if kind is of.CATEGORY}
        return next(each for each in "xé~ 1\n\t_一" if each not in taken and not any(_is(each, kind) for kind in kinds))
    kind, value = members[place % len(members)]
    if kind is of.LITERAL:
        return chr(value)
    if kind is of.RANGE:
        return chr(value[0] if place % 2 == 0 else min(value[1], 0xFFFD))
    return {of.CATEGORY_DIGIT: "7", of.CATEGORY_SPACE: " ", of.CATEGORY_WORD: "w"}.get(value, "x")


def _is(character: str, category: Any) -> bool:
    if category is of.CATEGORY_SPACE:
        return character.isspace()
    if category is of.CATEGORY_DIGIT:
        return character.isdigit()
    return category is of.CATEGORY_WORD and (character.isalnum() or character == "_")


def parts(node: Any, before: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each part of a pattern: a text of what stands before it, its kind and its value."""
    for kind, value in node:
        yield before, kind, value
        within = (
            [value[-1]] if kind is of.SUBPATTERN else value[1] if kind is of.BRANCH
            else [value] if kind is of.ATOMIC_GROUP else [value[2]] if kind in _REPEATS
            else [value[1]] if kind in (of.ASSERT, of.ASSERT_NOT) else []
        )  # fmt: skip
        for each in within:
            yield from parts(each, before)
        before += _of(kind, value, 0)


def recursions(pattern: str) -> list[str]:
    """Repetitions for which Java recurses: open ones of more than one character, and not possessive."""
    found = []
    for before, kind, value in parts(parsed(pattern)):
        if kind in (of.MAX_REPEAT, of.MIN_REPEAT) and value[1] is of.MAXREPEAT:
            body = [each for each in value[2]]
            if not (len(body) == 1 and body[0][0] in (of.LITERAL, of.NOT_LITERAL, of.IN, of.ANY)):
                found.append(f"behind {before!r}: ({sample(value[2])})*")
    return found


def worst(pattern: str) -> Iterator[tuple[str, str, str]]:
    """Texts as what they begin with, what repeats, what they end with."""
    tree = parsed(pattern)
    begins: dict[str, None] = {"": None}
    repeats: dict[str, None] = {}
    ends = {"": None, "\x01": None}
    for before, kind, value in parts(tree):
        pieces = [sample([(kind, value)], place) for place in range(4)]
        if kind in _REPEATS and (value[1] is of.MAXREPEAT or value[1] > 50):
            begins[before] = None
            pieces += [sample(value[2], place) for place in range(8)]
        if kind in (of.ASSERT, of.ASSERT_NOT):
            pieces.append(sample(value[1]))
            ends[pieces[-1]] = None
        for piece in (*pieces, before[-60:], before + pieces[0]):
            repeats[piece] = None
    whole = sample(tree)
    last = sample(tree[-2:])
    ends |= {last: None, last + "\x01": None}
    repeats |= {whole: None, whole[:-1]: None}
    repeats.pop("", None)
    for begin in list(begins)[:_MOST]:
        for piece in sorted(repeats, key=len)[:_MOST]:
            for end in list(ends)[:4]:
                yield begin, piece, end
