"""Texts for people and for yml: counts, lists, what a message holds, what Spark says of an error."""

from __future__ import annotations

import contextlib
import difflib
import re


def counted(number: int, noun: str) -> str:
    """A number with what is counted: 1 message, 2,000 messages."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def first_of(names: list[str], most: int = 5) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def shown(text: str) -> str:
    """Text of a message as a line for people: what is not printable is escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def nearest(name: str, names: list[str], least: float = 0.6) -> str:
    """The name that is most like a misspelled one, for people; '' if none is alike by `least`, from 0 to 1 (equal)."""
    near = difflib.get_close_matches(name, names, n=1, cutoff=least)
    return shown(near[0]) if near else ""


def yaml_text(text: str) -> str:
    """A text as a double-quoted YAML scalar: every character that is not printable is escaped."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def first_lines(error: BaseException, most: int = 3) -> str:
    """What Spark says about an error, without its stack traces and query plans."""
    text = re.split(r"\n\s*(?:at |JVM stacktrace|== SQL|'?[A-Z]\w+ \[|\+- )", str(error).strip())[0]
    return "\n".join(line.rstrip() for line in text.splitlines()[:most] if line.strip())


def whole_message(error: BaseException) -> str:
    """An error's text and that of all its causes in Java."""
    parts = [str(error)]
    cause = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    with contextlib.suppress(Exception):  # a JVM that has died tells nothing more
        while cause is not None:
            parts.append(cause.toString())
            cause = cause.getCause()
    return "\n".join(parts)
