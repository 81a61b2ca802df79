"""Words that several commands print."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with what is counted: 1 message, 2,000 messages."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def first_of(names: list[str], most: int = 5) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
