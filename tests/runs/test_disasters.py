"""A disk that is full or read-only is told in one line, and when it is mended the same commands go on.

A clock that goes wrong changes no row.

The disks are small ones in memory, which only root may mount.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pyspark
import pytest
from click.testing import CliRunner, Result
from pyspark.sql import SparkSession

from changefeed.cli.main import main
from changefeed.runs.maintain import _boundary, _remove_changes, _remove_messages
from changefeed.spark.disk import explain
from changefeed.spark.relations import table_name
from made_up_source import BAG, CANAL, history
from pipeline import LINKED, REPO, Pipeline, record
from processes import RUN, STATE, finish, start

FAULTS = int(os.environ.get("CHANGEFEED_TEST_FAULTS", "8"))  # commands that meet a file system that fails
FAULTY = """
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.*;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

public class Faulty extends LocalFileSystem {
    private static final double SHARE = Double.parseDouble(System.getenv().getOrDefault("FAULTY_SHARE", "0"));

    private static void fail(Path path) throws IOException {
        if (path.toString().contains("/tables/") && ThreadLocalRandom.current().nextDouble() < SHARE)
            throw new IOException("no answer about " + path.getName());
    }
    @Override public FSDataInputStream open(Path path, int size) throws IOException {
        fail(path); return super.open(path, size);
    }
    @Override public FSDataOutputStream create(Path path, FsPermission permission, boolean overwrite, int size,
            short replication, long block, Progressable progress) throws IOException {
        fail(path); return super.create(path, permission, overwrite, size, replication, block, progress);
    }
    @Override public boolean rename(Path path, Path to) throws IOException {
        fail(path); boolean done = super.rename(path, to); fail(path); return done;
    }
    @Override public FileStatus[] listStatus(Path path) throws IOException {
        fail(path); return super.listStatus(path);
    }
    @Override public FileStatus getFileStatus(Path path) throws IOException {
        fail(path); return super.getFileStatus(path);
    }
    @Override public boolean delete(Path path, boolean all) throws IOException {
        fail(path); return super.delete(path, all);
    }
}
"""
IS_LONG = bool(os.environ.get("CHANGEFEED_TEST_DISASTERS"))  # `make test-crash` sets it
FULL = "The disk of the warehouse"
READ_ONLY = "can't be written to: its disk is read-only"


class Disk:
    """A disk of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, left: int = 0) -> None:
        """Fill it but for so many bytes. The Java of the last command may still take its temporary files away."""
        filler, quiet = self.folder / "filler", 0
        deadline = time.monotonic() + 60
        while quiet < 3 and time.monotonic() < deadline:
            with filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
                while True:
                    file.write(bytes(65536))
            time.sleep(1)
            quiet = 0 if os.statvfs(self.folder).f_bavail else quiet + 1
        os.truncate(filler, filler.stat().st_size - left)

    def free(self) -> None:
        (self.folder / "filler").unlink()

    def remount(self, how: str) -> None:
        """Mount it anew, as soon as the Java of the last command has let go of its files."""
        command = ["mount", "-o", f"remount,{how}", str(self.folder)]
        deadline = time.monotonic() + 60
        while subprocess.run(command, capture_output=True).returncode and time.monotonic() < deadline:
            time.sleep(1)
        subprocess.run(command, check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"can't mount a small disk: {mounted.stderr.strip()}")
    yield Disk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def capture(file: Path, records: list[dict]) -> str:
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    return str(file)


def check_told(code: int, output: str, words: str, folder: Path) -> None:
    """Exit code 1, and one line at the end that says what is wrong with which folder; no traces, nor what Java says."""
    assert code == 1, output
    *before, last = output.strip().splitlines()
    assert last.startswith("changefeed: ") and words in last and str(folder) in last and "Nothing is lost." in last
    assert "Traceback" not in output and "xception" not in output and len(before) < 30, output


@pytest.mark.parametrize(
    ("free", "is_read_only", "said", "words"),
    [
        (10**7, False, "java.io.IOException: No space left on device", FULL),
        (10**5, False, "[TASK_WRITE_FAILED] Task failed", FULL),
        (10**5, True, "java.io.IOException: Mkdirs failed to create file:/x", READ_ONLY),
        (10**5, True, "[Errno 30] Read-only file system: '/x'", READ_ONLY),
        (10**12, False, "[USER_RAISED_EXCEPTION] No space left on device", None),  # what a message may hold
        (10**12, False, "Read-only file system", None),
        (10**5, False, "[TABLE_OR_VIEW_NOT_FOUND] no such table", None),
        (10**5, True, "[TABLE_OR_VIEW_NOT_FOUND] no such table", None),
    ],
)
def test_words_and_the_disk_must_say_the_same(
    free: int, is_read_only: bool, said: str, words: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path / "not" / "there"))
    flags = os.ST_RDONLY if is_read_only else 0
    state = SimpleNamespace(f_flag=flags, f_bavail=free, f_frsize=1, f_files=10, f_favail=5)
    monkeypatch.setattr(os, "statvfs", lambda folder: state)
    told = explain(RuntimeError(said), tmp_path)
    assert (told is None) == (words is None) and (not words or words in str(told))


@pytest.mark.skipif(not IS_LONG, reason="takes minutes: make test-crash")
def test_every_command_tells_of_a_disk_that_takes_nothing_and_goes_on(
    pipeline: Pipeline, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The project, with the warehouse in it, is on a disk that is full, then freed, then read-only, then writable."""
    project = disk.folder / "project"
    home = project / "warehouse"
    (project / "seeds").mkdir(parents=True)
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    for name in LINKED:
        (project / name).symlink_to(REPO / name)
    for file in (pipeline.folder / "seeds").iterdir():
        (project / "seeds" / file.name).write_bytes(file.read_bytes())
    records = history(seed=7, length=200)
    captures = [capture(tmp_path / f"{number}.jsonl", records[number::3]) for number in range(3)]

    def tell(words: str, *arguments: str) -> None:
        check_told(*finish(start(project, home, *arguments)), words, home)

    def do(*arguments: str) -> None:
        code, output = finish(start(project, home, *arguments))
        assert code == 0, output

    disk.fill()
    tell(FULL, "load", captures[0])
    disk.free()
    do("load", captures[0])
    disk.fill()
    tell(FULL, *RUN)
    disk.free()
    # Where it can still write who holds the lock, a load gets as far as Spark, and a run as far as dbt.
    large = capture(tmp_path / "large.jsonl", [record(n, os.urandom(50_000).hex(), topic="nobody") for n in range(500)])
    disk.fill(left=6_000_000)
    tell(FULL, "load", large)
    code, output = finish(start(project, home, *RUN))
    if code:
        check_told(code, output, FULL, home)
    disk.free()
    do("load", large)
    do(*RUN)
    for spoil, mend, words, number in (
        (disk.fill, disk.free, FULL, 1),
        (lambda: disk.remount("ro"), lambda: disk.remount("rw"), READ_ONLY, 2),
    ):
        for arguments in (("load", captures[number]), RUN, ("maintain",)):
            spoil()  # again: a command that fails takes its temporary files away, and the next could write
            tell(words, *arguments)
        # These ask for nothing that has to be written but what the session's start writes.
        code, output = finish(start(project, home, "sql", "select 1"))
        if code:
            check_told(code, output, words, home)
        code, output = finish(start(project, home, "status"))
        if "There is nothing to show yet" not in output:  # RUN builds fewer tables than status shows
            check_told(code, output, words, home)
        mend()
        do("load", captures[number])
        do(*RUN)
        do("maintain")
    pipeline.land(records)
    pipeline.build()
    there = f"delta.`{home / 'tables' / 'changefeed_internal.db' / 'folded_rows'}`"
    assert pipeline.sql(STATE.format(there)) == pipeline.sql(STATE.format("internal.folded_rows"))


@pytest.fixture
def on_disk(spark: SparkSession, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipeline]:
    """A schema of the shared session with its tables on that disk."""
    schema = "changefeed_on_disk"
    for each in (schema, f"{schema}_internal"):
        spark.sql(f"create schema {each} location '{disk.folder / 'tables' / each}'")
    before = os.environ["CHANGEFEED_SCHEMA"]
    monkeypatch.setenv("CHANGEFEED_WAREHOUSE", str(disk.folder / "tables"))
    pipeline = Pipeline(spark, tmp_path / "project", schema)
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    yield pipeline
    for each in (schema, f"{schema}_internal"):
        spark.sql(f"drop schema {each} cascade")
    os.environ["CHANGEFEED_SCHEMA"] = before
    spark.sql(f"use `{before}`")


@pytest.mark.skipif(not IS_LONG, reason="takes minutes: make test-crash")
def test_tables_on_a_disk_that_takes_nothing(on_disk: Pipeline, disk: Disk, tmp_path: Path) -> None:
    captures = [capture(tmp_path / f"{number}.jsonl", history(seed=7)[number::3]) for number in range(3)]

    def command(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["--project-dir", str(on_disk.folder), *arguments])

    first_batch = ("run", "--select", "+changefeed_read_batches", "--exclude", "test_type:singular")
    assert [command(*each).exit_code for each in (("load", captures[0]), first_batch)] == [0, 0]
    for spoil, mend, words, file in (
        (disk.fill, disk.free, "The disk of the warehouse's tables", captures[1]),
        (lambda: disk.remount("ro"), lambda: disk.remount("rw"), READ_ONLY, captures[2]),
    ):
        spoil()
        told = command("load", file)
        check_told(told.exit_code, told.output, words, disk.folder)
        mend()
        done = command("load", file)
        assert done.exit_code == 0, done.output
        spoil()
        told = command(*first_batch)
        check_told(told.exit_code, told.output, words, disk.folder)
        mend()
        done = command(*first_batch)
        assert done.exit_code == 0, done.output
    read = "(select sum(messages) from internal.read_batches)"
    counts = f"select count(*) as n, count(distinct partition, offset) as d, {read} as w"
    length = len(history(seed=7))
    assert on_disk.sql(f"{counts} from messages") == [{"n": length, "d": length, "w": length}]


@pytest.mark.slow
def test_a_clock_that_goes_wrong_changes_no_row_and_makes_nothing_old(pipeline: Pipeline) -> None:
    """The clock stood in 1970 in the second run and was ten years ahead in the third.

    Loads and batches are in the order of their numbers, and a load is as young as any that came before it.
    """
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    records = history(seed=11)
    pipeline.land(records)
    pipeline.build()
    undisturbed = pipeline.state()

    pipeline.clear()
    pipeline.declare("table_keys", BAG)
    now = "current_timestamp()"
    columns = {"messages": "landed_at", "read_batches": "opened_at", "decoded": "decoded_at"}
    clocks = (f"{now} - interval 40 days", "timestamp '1970-01-02'", f"{now} + interval 10 years", None)
    loads = []
    for number, clock in enumerate(clocks):
        loads.append(pipeline.land(records[number * 20 : (number + 1) * 20]).batch_id)
        pipeline.build()
        for table, column in columns.items() if clock else ():
            of_run = f"{column} between {now} - interval 1 hour and {now}"
            pipeline.sql(f"update {table_name(table)} set {column} = {clock} where {of_run}")
    boundary = _boundary(pipeline.spark, 30, None)
    assert boundary == loads[0], "what was landed while the clock stood in 1970 is not 30 days old"
    _remove_messages(pipeline.spark, boundary)
    _remove_changes(pipeline.spark, boundary)
    pipeline.land(records[len(clocks) * 20 :])
    pipeline.build()
    assert pipeline.state() == undisturbed


@pytest.mark.slow
def test_a_file_system_that_fails_now_and_then_takes_nothing(tmp_path: Path, own_spark: None) -> None:
    """Any read, write, rename or list of a table may fail, and a rename may be done and say that it was not."""
    seed = int(os.environ.get("CHANGEFEED_TEST_SEED", random.randrange(10**6)))
    chance = random.Random(seed)
    classes, conf = tmp_path / "classes", tmp_path / "conf"
    conf.mkdir()
    (tmp_path / "Faulty.java").write_text(FAULTY)
    jars = Path(pyspark.__file__).parent / "jars" / "*"
    subprocess.run(["javac", "-cp", str(jars), "-d", str(classes), str(tmp_path / "Faulty.java")], check=True)
    (conf / "spark-defaults.conf").write_text(
        f"spark.driver.extraClassPath {classes}\nspark.hadoop.fs.file.impl Faulty\n"
    )
    project = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # commands have Spark
    project.own_models()
    project.declare("feeds", CANAL)
    project.declare("table_keys", BAG)
    records = history(seed=3)

    def changefeed(*arguments: str, share: float = 0.0) -> tuple[int, str]:
        environment = {"CHANGEFEED_HOME": str(tmp_path / "home"), "SPARK_CONF_DIR": str(conf), "PYTHONPATH": str(REPO)}
        done = subprocess.run(
            [sys.executable, "-m", "changefeed", "--project-dir", str(project.folder), *arguments],
            env=os.environ | environment | {"FAULTY_SHARE": str(share)}, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    ends = []
    commands = [("load",), (*RUN, "--always"), ("maintain",), ("status",), ("feeds", "propose"), ("tables", "propose")]
    for number in range(FAULTS):
        part = capture(tmp_path / f"{number}.jsonl", records[number * 5 : number * 5 + 5])
        command = commands[number % len(commands)]
        if command != ("load",):
            code, output = changefeed("load", part)
            assert code == 0, output
        share = chance.choice([0.02, 0.002])
        code, output = changefeed(*command, *([part] if command == ("load",) else []), share=share)
        assert code in (0, 1, 3) and "Traceback" not in output, (seed, command, share, output)
        ends.append((command[0], share, code, output.strip().rpartition("\n")[2][:100]))
        for again in ("load", part), (*RUN, "--always"):
            code, output = changefeed(*again)
            assert code == 0, (seed, ends, output)
    print(ends)
    state = (
        "select source_table, row_key, copies, is_deleted, to_json(array_sort(map_entries(row))) as row"
        " from changefeed_internal.folded_rows order by 1, 2"
    )
    found = changefeed("sql", "--output", "csv", state)
    code, output = changefeed("test", "--select", "each_place_is_there_once", "nothing_is_lost")
    assert code == 0 and "2 pass" in output, output
    code, output = changefeed(*RUN, "--full-refresh")
    assert code == 0, output
    assert changefeed("sql", "--output", "csv", state) == found, (seed, ends)
