"""The files of deploy/, as far as they run without the machine that they are for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from pipeline import REPO


def a_round(home: Path, minutes: int, *commands: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"CHANGEFEED_HOME": str(home), "ROUND_PAUSE": "0", "NOTES": str(home / "notes")}
    return subprocess.run(
        ["sh", REPO / "deploy" / "round.sh", str(minutes), *commands],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip


def test_a_round_prints_what_a_person_has_to_look_at(tmp_path: Path) -> None:
    quiet = a_round(tmp_path, 0, "echo landed", "echo built")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    log = (tmp_path / "logs" / "rounds.log").read_text()
    assert [word for word in ("landed", "built") if word in log] == ["landed", "built"]

    (tmp_path / "logs" / "rounds.log").write_text("x" * 10_000_000)
    assert a_round(tmp_path, 0, "echo landed").returncode == 0
    sizes = {file.name: file.stat().st_size for file in (tmp_path / "logs").iterdir()}
    assert sizes["rounds.1.log"] == 10_000_000 and sizes["rounds.log"] < 1000

    loud = a_round(tmp_path, 0, "echo offsets were lost; exit 1", "echo 'the run' > $NOTES")
    assert (loud.returncode, loud.stdout) == (
        1, "exit code 1: echo offsets were lost; exit 1\noffsets were lost\n",
    )  # fmt: skip
    assert (tmp_path / "notes").read_text() == "the run\n", "a failed load does not stop the run"


def test_a_round_ends_where_the_warehouse_is_in_use(tmp_path: Path) -> None:
    skipped = a_round(tmp_path, 0, "echo landed", "echo held; exit 2", "echo dbt fails here > $NOTES; exit 1")
    assert (skipped.returncode, skipped.stdout, skipped.stderr) == (0, "", "")
    assert "held" in (tmp_path / "logs" / "rounds.log").read_text() and not (tmp_path / "notes").exists()
    after_failure = a_round(tmp_path, 0, "echo offsets were lost; exit 1", "echo held; exit 2", "exit 1")
    assert (after_failure.returncode, after_failure.stdout.splitlines()[1:]) == (1, ["offsets were lost"])


def test_rounds_that_are_refused_for_long_say_so_and_fail(tmp_path: Path) -> None:
    """Whoever holds the warehouse hangs, or is dead: else nobody would hear of it."""
    refused = ("echo landed", "echo 'in use by 7'; exit 2", "exit 1")
    assert a_round(tmp_path, 0, *refused).returncode == 0
    [since] = (tmp_path / "logs").glob("held.*")
    since.write_text(str(int(time.time()) - 59 * 60))
    assert (a_round(tmp_path, 0, *refused).returncode, len(list((tmp_path / "logs").glob("held.*")))) == (0, 1)
    since.write_text(str(int(time.time()) - 61 * 60))
    told = a_round(tmp_path, 0, *refused)
    assert (told.returncode, told.stderr) == (1, "")
    assert "in use by 7\nrefused for 61 minutes, since another command holds the warehouse" in told.stdout
    assert a_round(tmp_path, 0, refused[1].replace("exit 2", "exit 0")).returncode == 0, "another command"
    assert since.exists()
    waited = a_round(tmp_path, 1, refused[1])
    assert waited.returncode == 1 and "refused for" in waited.stdout
    since.unlink()
    assert a_round(tmp_path, 0, "[ -e $NOTES ] || { touch $NOTES; exit 2; }").returncode == 0
    assert list((tmp_path / "logs").glob("held.*")), "refused once"
    assert a_round(tmp_path, 0, "[ -e $NOTES ] || { touch $NOTES; exit 2; }").returncode == 0
    assert not list((tmp_path / "logs").glob("held.*")), "and then not"


def test_a_round_waits_for_who_holds_the_warehouse(tmp_path: Path) -> None:
    held_twice = 'echo x >> $NOTES; [ "$(wc -l < $NOTES)" -gt 2 ] || exit 2'
    assert a_round(tmp_path, 3, held_twice).returncode == 0
    assert (tmp_path / "notes").read_text() == "x\nx\nx\n"
    always = a_round(tmp_path, 3, "echo held by another; exit 2")
    assert (always.returncode, always.stdout.splitlines()[-1]) == (2, "held by another")


def test_cron_and_airflow_call_commands_that_are_there() -> None:
    from changefeed.cli.main import main

    for name in ("crontab", "airflow_dag.py"):
        text = (REPO / "deploy" / name).read_text()
        called = set(re.findall(r'"changefeed (\w+)', text))
        looks = {"status"} if name == "crontab" else set()
        assert called == {"load", "run", "freshness", "test", "tables", "maintain"} | looks, name
        assert called <= set(main.commands), name
        assert text.index('"changefeed run"') < text.index('"changefeed freshness'), name
    rules = yaml.safe_load((REPO / "deploy" / "alerts.yml").read_text())["groups"][0]["rules"]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in rules) and len(rules) >= 6


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Debian's package prometheus has promtool")
def test_the_alerts_fire_where_they_should() -> None:
    asked = ["promtool", "test", "rules", REPO / "tests" / "fixtures" / "alerts_test.yml"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
