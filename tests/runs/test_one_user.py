"""No other account on the machine reaches Spark, reads its temporary files, or puts code into it."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from pyspark.sql import SparkSession

from changefeed.server import jdbc
from changefeed.spark import launch, scratch
from changefeed.watch import doctor
from pipeline import LINKED, REPO

LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}  # as /proc has them


def process_of(spark: SparkSession) -> Path:
    return Path("/proc") / str(spark._jvm.java.lang.ProcessHandle.current().pid())


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_nothing_of_spark_listens_beyond_this_machine(spark: SparkSession) -> None:
    java = process_of(spark)
    links = [os.readlink(each) for each in (java / "fd").iterdir() if each.is_symlink()]
    own = {link.removeprefix("socket:[")[:-1] for link in links if link.startswith("socket:")}
    listening = {
        (words[1].rpartition(":")[0], words[1].rpartition(":")[2])
        for table in ("tcp", "tcp6")
        for words in (line.split() for line in (java / "net" / table).read_text().splitlines()[1:])
        if words[3] == "0A" and words[9] in own
    }
    assert listening and {address for address, _ in listening} <= LOOPBACK
    conf = spark.sparkContext.getConf()
    assert (conf.get("spark.driver.host"), conf.get("spark.authenticate")) == ("localhost", "true")


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_settings_are_not_on_the_command_line(spark: SparkSession) -> None:
    words = (process_of(spark) / "cmdline").read_bytes().decode().split("\0")
    assert "--properties-file" in words and "--conf" not in words
    assert not [word for word in words if "ConnectionURL" in word or "spark.sql." in word]
    assert not Path(words[words.index("--properties-file") + 1]).exists()
    assert spark.conf.get("spark.databricks.delta.snapshotPartitions") == "2", "they count all the same"


def test_temporary_files_are_in_a_folder_of_the_user(spark: SparkSession) -> None:
    place = Path(spark._jvm.java.lang.System.getProperty("java.io.tmpdir"))
    home = Path(spark.conf.get("spark.sql.warehouse.dir").removeprefix("file:")).parent
    assert place.parent == home / "tmp" and stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    spark.range(1000).repartition(3).count()  # a shuffle
    assert list(place.glob("blockmgr-*/*/shuffle_*"))


def test_the_class_that_asks_for_the_password_is_in_no_folder(spark: SparkSession) -> None:
    """Spark's loader of jars looks into each of its folders for each class: it has none."""
    jdbc.define_classes(spark)
    loader = spark._jsparkSession.sharedState().jarClassLoader()
    assert not [url.toString() for url in loader.getURLs()]
    for each in (loader, spark._jvm.java.lang.ClassLoader.getSystemClassLoader()):
        assert jdbc._CLASS in each.loadClass(jdbc._CLASS).toString()


def test_what_a_dead_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os, sys; from pathlib import Path; from changefeed.spark import scratch\n"
    code += "os.umask(0); print(scratch.own(Path(sys.argv[1])), flush=True); sys.stdin.read()"
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    living, dead = (Path(each.stdout.readline().strip()) for each in others)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (living, living.parent)] == [0o700, 0o700]
    (dead / "blockmgr-1").mkdir()
    (living.parent / "blockmgr-of-dbt").mkdir()
    (living.parent / "old").mkdir()
    os.utime(living.parent / "old", (time.time() - 8 * 86_400,) * 2)
    others[1].kill()
    others[1].wait()
    monkeypatch.setattr(scratch, "_own", None)
    own = scratch.own(tmp_path)
    assert scratch.own(tmp_path) == own and own.is_dir()
    left = {each.name for each in living.parent.iterdir()}
    assert left == {own.name, living.name, "gate", "blockmgr-of-dbt"}
    others[0].communicate()
    living.parent.chmod(0o755)
    assert stat.S_IMODE(scratch.folder(tmp_path).stat().st_mode) == 0o700, "what another umask made"


@pytest.mark.parametrize("text", ["a b", "C:\\x\\u0041", " =:#!", "ä\n€\t", '"-Dx=y z"', ""])
def test_a_file_of_properties_says_what_a_setting_says(text: str, spark: SparkSession) -> None:
    properties = spark._jvm.java.util.Properties()
    written = f"{launch._escaped('spark.a b')}={launch._escaped(text)}\n"
    properties.load(spark._jvm.java.io.StringReader(written))
    assert properties.getProperty("spark.a b") == text


def test_doctor_names_secrets_that_plain_dbt_would_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LINKED:
        (tmp_path / name).symlink_to(REPO / name)
    (tmp_path / "profiles.yml").unlink()
    profile = yaml.safe_load((REPO / "profiles.yml").read_text())
    profile["changefeed"]["outputs"]["local"]["server_side_parameters"]["spark.hadoop.fs.s3a.secret.key"] = "hush"
    (tmp_path / "profiles.yml").write_text(yaml.safe_dump(profile))
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CHANGEFEED_METASTORE", "jdbc:postgresql://h/db?user=me&password=hush2")
    found = [each for each in doctor.examine(tmp_path) if each.what == "secrets"]
    assert [each.verdict for each in found] == [doctor.WARNING]
    said = shlex.join([found[0].detail, found[0].todo])
    assert "spark.hadoop.fs.s3a.secret.key" in said and "ConnectionURL" in said and "spark-defaults.conf" in said
    assert "hush" not in said
