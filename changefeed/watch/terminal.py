"""Reads lines from a terminal, with a history and the tab key."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from changefeed.watch.shell import Known

_SQL = (
    "select", "from", "where", "group by", "order by", "limit", "join", "left join", "with", "and", "or", "not",
    "count(*)", "describe", "show tables", "show schemas",
)  # fmt: skip


def asking(history: Path, names: Collection[str], known: Known, begun: Callable[[], str]) -> Callable[[str], str]:
    """What reads a line behind a prompt. `begun` is the text of the statement that the line goes on with."""
    kept: History = InMemoryHistory()
    with contextlib.suppress(OSError):  # on a full disk nothing depends on it
        history.touch(mode=0o600)
        kept = FileHistory(str(history))
    completer = _Completer(names, known, begun)
    session: PromptSession[str] = PromptSession(history=kept, completer=completer, complete_while_typing=False)
    return session.prompt


class _Completer(Completer):
    """Completes a command where a line begins; then words of SQL, tables, and columns of tables that are named."""

    def __init__(self, names: Collection[str], known: Known, begun: Callable[[], str]) -> None:
        self._names, self._known, self._begun = sorted(names), known, begun

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """What may stand where the cursor is, by its beginning; capital letters or not."""
        before = document.text_before_cursor
        word = re.search(r"[\w.`]*\Z", before)[0]  # type: ignore[index]
        whole = self._begun() + document.text
        is_first = not self._begun() and not before[: len(before) - len(word)].strip()
        if is_first:
            found: list[str] = [*self._names, *_SQL]
        elif not self._begun() and before.split()[0] in self._names:
            return  # a command: its words are files and names of feeds
        else:
            qualifier = word.rpartition(".")[0]
            columns = [f"{qualifier}.{each}" for each in map(_as_sql, self._known.columns(whole))] if qualifier else []
            found = [*map(_as_sql, self._known.columns(whole)), *columns, *self._known.tables(), *_SQL]
        for each in dict.fromkeys(found):
            if each.replace("`", "").lower().startswith(word.replace("`", "").lower()) and each.isprintable():
                yield Completion(each, start_position=-len(word))


def _as_sql(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else "`" + name.replace("`", "``") + "`"
