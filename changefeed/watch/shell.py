"""A prompt for SQL statements and commands of `changefeed`, in one session of Spark."""

from __future__ import annotations

import functools
import re
import shlex
import sys
from collections.abc import Callable, Collection
from pathlib import Path

from changefeed.errors import ChangefeedError, is_interrupt
from changefeed.notices import tell

_PROMPT = "changefeed> "
_WORD = re.compile(r"[\w.]+")
_LEAVE = ("exit", "quit", "\\q")
_WELCOME = r"""SQL statements end with ;   commands are one line: status, run, load FILE ...   help lists them
exit or Ctrl-D leaves. Until then this process holds the warehouse."""


def prompt(
    names: Collection[str],
    command: Callable[[list[str]], int],
    statement: Callable[[str], None],
    history: Path,
    known: Known,
    has_echo: bool = False,
) -> int:
    """Read lines from the terminal or a pipe until they end or one says exit; returns the exit code.

    A line whose first word is one of `names` (or changefeed) is a command: `command` gets its words and returns its
    exit code. Everything else is SQL up to a ; and goes to `statement`, which raises ChangefeedError. The prompt goes
    on after a failure, which from a pipe is named by the line where its statement begins. The exit code is that of the
    first failure, but always 0 at a terminal. There the tab key completes what is `known`. `has_echo`: from a pipe,
    each statement and command is printed before its answer.
    """
    is_person = sys.stdin.isatty()
    ask: Callable[[str], str] = input
    if is_person:
        from changefeed.watch import terminal  # takes a while to import

        ask = terminal.asking(history, names, known, lambda: text)
        tell(_WELCOME)
    text, first_code, number, began = "", 0, 0, 1

    def echo(said: str) -> None:
        if has_echo and not is_person and said:
            tell(_PROMPT + said.strip().replace("\n", "\n" + " " * len(_PROMPT)))

    while True:
        try:
            number += 1
            began = began if text.strip() else number
            line = _read(ask, ("        ... > " if text else _PROMPT) if is_person else "", is_open=bool(text))
            leaves, line = _leaves(line, is_open=bool(text))
            words = [] if text else line.replace(";", " ").split()
            if words and (words[0] in names or words[0] == "changefeed"):
                echo(line)
                code = _called(line, command)
            else:
                text += line + "\n"
                is_whole = leaves or not text.strip() or text.strip().endswith(";")
                asked, text = (text.strip(" ;\n"), "") if is_whole else ("", text)
                echo(asked)
                code = _asked(asked, statement, "" if is_person else f"line {began}: ") if asked else 0
        except (Exception, KeyboardInterrupt) as error:
            if not (is_person and is_interrupt(error)):
                raise
            tell()
            text, leaves, code = "", False, 0
        first_code = first_code or code
        if leaves:
            return 0 if is_person else first_code


def _read(ask: Callable[[str], str], asked: str, is_open: bool) -> str:
    """The next line. At the end of the input, a line that ends the open statement and leaves."""
    try:
        return ask(asked)
    except EOFError:
        return ";\\q" if is_open else "\\q"


def _leaves(line: str, is_open: bool) -> tuple[bool, str]:
    r"""Whether a line leaves, and what it says before that: \q may stand behind a statement, a word only alone."""
    said = line.strip()
    if said.endswith("\\q"):
        return True, said.removesuffix("\\q")
    leaves = not is_open and said.rstrip(" ;") in _LEAVE
    return leaves, "" if leaves else line


def _called(line: str, command: Callable[[list[str]], int]) -> int:
    try:
        words = shlex.split(line.strip().rstrip(";"))
    except ValueError as error:
        tell(f"changefeed: {error}: {line.strip()}", err=True)
        return 1
    return command(words[1:] if words[0] == "changefeed" else words)


def _asked(text: str, statement: Callable[[str], None], place: str) -> int:
    try:
        statement(text)
    except ChangefeedError as error:
        tell(f"{place}{error}", err=True)
        return error.exit_code
    return 0


class Known:
    """The names that the tab key completes: tables by `tables`, and by `columns` those of one; each asked once."""

    def __init__(self, tables: Callable[[], list[str]], columns: Callable[[str], list[str]]) -> None:
        self._tables = functools.cache(tables)
        self._columns = functools.cache(columns)

    def tables(self) -> list[str]:
        """The tables as statements may call them: public ones by their name alone, too."""
        return self._tables()

    def columns(self, text: str) -> list[str]:
        """The columns of the tables that a text names."""
        named = set(_WORD.findall(text))
        return [column for table in self.tables() if table in named for column in self._columns(table)]
