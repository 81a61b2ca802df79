"""Runs that are killed, and runs that meet: nothing is lost, nothing comes twice, and who waits knows for whom."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import jinja2
import pytest
from pyspark.sql import SparkSession
from test_pipeline import BAG, CANAL, history

from loader import build, messages
from loader.errors import ChangefeedError
from pipeline import REPO, Pipeline

KILLS = int(os.environ.get("CHANGEFEED_TEST_KILLS", "3"))  # `make test-crash` sets more
STARTS = int(os.environ.get("CHANGEFEED_TEST_STARTS", "1"))
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", random.randrange(10**6)))
STATE = (
    "select feed, source_table, row_key, copies, is_deleted, operation, changed_at,"
    " to_json(array_sort(map_entries(row))) as row, to_json(position) as position from {} order by 1, 2, 3"
)
RUN = ("run", "--select", "+changefeed_folded_rows", "--exclude", "test_type:singular")
PLACES = "select topic, partition, offset, message_index, step, operation from {} order by 1, 2, 3, 4, 5"


def start(project: Path, home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A `changefeed` process in a process group of its own."""
    environment = os.environ | {"CHANGEFEED_HOME": str(home), "CHANGEFEED_SCHEMA": "changefeed"}
    return subprocess.Popen(
        [sys.executable, "-m", "loader.cli", "--project-dir", str(project), *arguments],
        cwd=REPO, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    output, _ = process.communicate(timeout=600)
    return process.returncode, output.decode()


@pytest.fixture
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    return pipeline


def test_killed_loads_and_runs_leave_what_an_undisturbed_run_leaves(feeds: Pipeline, tmp_path: Path) -> None:
    """A load is killed, done again, and two runs over what it landed are killed; and so on.

    At the end two runs are started together: one completes everything, the other says who does.
    """
    chance = random.Random(SEED)
    records = history(seed=SEED, length=200)
    rounds = -(-KILLS // 3)
    cuts = sorted(chance.sample(range(1, len(records)), rounds - 1))
    captures = []
    for start_at, end_at in zip([0, *cuts], [*cuts, len(records)], strict=True):
        capture = tmp_path / f"part-{len(captures)}.jsonl"
        capture.write_text("".join(json.dumps(each) + "\n" for each in records[start_at:end_at]))
        captures.append(str(capture))

    home = tmp_path / "home"
    killed_in = []
    for number in range(KILLS):
        is_load = number % 3 == 0
        command = ["load", *captures[: number // 3 + 1]] if is_load else [*RUN]
        process = start(feeds.folder, home, *command)
        time.sleep(chance.uniform(5, 30))
        os.killpg(process.pid, signal.SIGKILL)
        killed_in.append((command[0], finish(process)[1].strip().splitlines()[-1:]))
        if is_load:
            code, output = finish(start(feeds.folder, home, *command))
            assert code == 0, (killed_in, output)
    for _ in range(STARTS):
        both = [finish(each) for each in [start(feeds.folder, home, *RUN) for _ in range(2)]]
        assert sorted(code for code, _ in both) == [0, 2], (killed_in, both)
        refused = next(output for code, output in both if code == 2)
        assert "is in use by `changefeed" in refused and "process" in refused and "since" in refused

    feeds.land(records)
    feeds.build()
    tables = home / "tables" / "changefeed.db"
    for query, name in ((STATE, "folded_rows"), (PLACES, "decoded")):
        disturbed = feeds.sql(query.format(f"delta.`{tables / name}`"))
        assert disturbed == feeds.sql(query.format(name)), f"seed {SEED}, killed in {killed_in}"


# -- a warehouse that several processes can reach


@pytest.fixture
def runs(spark: SparkSession, feeds: Pipeline) -> str:
    spark.sql("drop table if exists runs")
    messages.create_tables(spark, feeds.folder)
    return f"{feeds.schema}.runs"


def claim_statement(runs: str, run_id: str) -> str:
    """The statement of the macro `claim`."""
    changefeed = SimpleNamespace(sql_string=lambda text: f"'{text}'")
    template = jinja2.Environment(extensions=["jinja2.ext.do"]).from_string(
        (REPO / "macros" / "runs" / "claim_run.sql").read_text(), globals={"changefeed": changefeed}
    )
    return template.module.claim(runs, run_id, "test")


def test_of_claims_at_the_same_moment_one_wins(spark: SparkSession, runs: str) -> None:
    def claim(run_id: str) -> str:
        try:
            spark.sql(claim_statement(runs, run_id))
        except Exception as error:
            return str(error)
        return ""

    for attempt in range(10):
        with ThreadPoolExecutor(2) as threads:
            refused = list(threads.map(claim, [f"{attempt}-a", f"{attempt}-b"]))
        for error in filter(None, refused):
            with pytest.raises(ChangefeedError, match=r"is in use by test, since .* UTC: that run began") as told:
                build._raise_refused(error)
            assert told.value.exit_code == 2
        holders = spark.sql(f"select run_id from {runs} where ended_at is null").collect()
        assert len(holders) == 1
        spark.sql(f"update {runs} set ended_at = current_timestamp() where ended_at is null")


def test_a_claimed_warehouse_refuses_a_run_until_it_is_taken_over(
    feeds: Pipeline, runs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = ("--vars", '{"changefeed_claim_runs": true}')
    feeds.spark.sql(claim_statement(runs, "dead"))
    with pytest.raises(ChangefeedError, match=r"is in use by test, since .* UTC\. .*--take-over") as refused:
        build.invoke(feeds.folder, ["build", "--select", "changefeed_windows", *shared])
    assert refused.value.exit_code == 2
    monkeypatch.setenv("CHANGEFEED_TAKE_OVER", "yes")
    feeds.build(*shared)
    feeds.build()  # beside an embedded metastore nobody claims
    outcomes = feeds.sql("select outcome from runs order by started_at")
    assert [each["outcome"] for each in outcomes] == ["taken over", "done"]
