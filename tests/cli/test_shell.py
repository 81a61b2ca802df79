"""The prompt of `changefeed shell`: what the tab key completes at a real terminal; what a pipe gets back. No Spark."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from changefeed.watch import terminal
from changefeed.watch.shell import Known

pytestmark = pytest.mark.fast

COLUMNS = {"shop.orders": ["id", "amount", "order", "Größe", "a`b", "evil\x1b"], "current_rows": ["feed", "row"]}
PROGRAM = """
import sys
from pathlib import Path
import click
from changefeed.notices import print_by
from changefeed.watch.shell import Known, prompt
print_by(click.echo)
known = Known(lambda: ["current_rows", "shop.orders"], {"shop.orders": ["amount"], "current_rows": ["feed"]}.get)
sys.exit(prompt(
    {"status", "run"}, lambda words: print("called", words) or 0, lambda text: print("asked", repr(text)),
    Path(sys.argv[1]), known, has_echo=True,
))
"""


def completed(line: str, begun: str = "") -> list[str]:
    known = Known(lambda: list(COLUMNS), COLUMNS.__getitem__)
    completer = terminal._Completer({"status", "run", "shell"}, known, lambda: begun)
    return [each.text for each in completer.get_completions(Document(line), CompleteEvent())]


@pytest.mark.parametrize(
    ("line", "begun", "found"),
    [
        ("s", "", ["shell", "status", "select", "show tables", "show schemas"]),
        ("select * from sh", "", ["shop.orders", "show tables", "show schemas"]),
        ("select AM", "", []),
        ("from shop.orders select AM", "", ["amount"]),
        ("am", "select * from shop.orders where\n", ["amount"]),
        ("o.am", "select * from shop.orders as o where\n", ["o.amount"]),
        ("g", "from shop.orders\n", ["Größe", "group by"]),
        ("`a", "from shop.orders select\n", ["amount", "`a``b`", "and"]),
        ("run --f", "", []),
    ],
)
def test_the_tab_key_completes_what_may_stand_there(line: str, begun: str, found: list[str]) -> None:
    assert completed(line, begun) == found


def test_names_are_asked_once_and_only_where_they_are_needed() -> None:
    asked: list[str] = []
    known = Known(lambda: asked.append("tables") or ["t"], lambda table: asked.append(table) or ["c"])
    completer = terminal._Completer({"run"}, known, lambda: "")
    for line in ("r", "select x", "select c from t where c", "select c from t where c"):
        list(completer.get_completions(Document(line), CompleteEvent()))
    assert asked == ["tables", "t"]


def test_at_a_terminal_a_statement_is_completed_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    main, other = pty.openpty()
    history = tmp_path / "history"
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(history)], stdin=other, stdout=other, stderr=other, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(other)
    shown = ""

    def until(words: str) -> None:
        nonlocal shown
        end = time.monotonic() + 20
        while words not in (plain := re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)):
            assert time.monotonic() < end, shown
            if select.select([main], [], [], 1)[0]:
                shown += os.read(main, 65536).decode(errors="replace")
        shown = plain.partition(words)[2]

    until("changefeed>")
    os.write(main, b"select amo")
    os.write(main, b"\x15from shop.orders select amo\t")
    until("select amount")
    os.write(main, b";\r")
    until("asked 'from shop.orders select amount'")
    until("changefeed>")
    os.write(main, b"stat\t")
    until("status")
    os.write(main, b"\r")
    until("called ['status']")
    until("changefeed>")  # before it, the terminal would take the key for itself
    os.write(main, b"\x04")
    assert process.wait(30) == 0
    os.close(main)
    assert "+from shop.orders select amount;" in history.read_text() and history.stat().st_mode & 0o077 == 0


def test_answers_of_a_pipe_carry_their_statement(tmp_path: Path) -> None:
    given = "select 1;\nselect\n  2;\nstatus\nselect 3"
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "history")], input=given, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        "changefeed> select 1", "asked 'select 1'",
        "changefeed> select", "              2", "asked 'select\\n  2'",
        "changefeed> status", "called ['status']",
        "changefeed> select 3", "asked 'select 3'",
    ]  # fmt: skip
    assert not (tmp_path / "history").exists()
