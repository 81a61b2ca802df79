"""Files that people edit are written whole or not at all; Spark's log does not grow without end. No Spark."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pyspark
import pytest

from changefeed.project import edited_files, seeds
from changefeed.typed.model_files import propose
from changefeed.typed.source_columns import Column, Seen, Table
from pipeline import REPO, Pipeline

LOGGING = """
public class Logging {
    public static void main(String[] arguments) {
        var logger = org.apache.logging.log4j.LogManager.getLogger("changefeed");
        for (int line = 0; line < 50_000; line++) logger.error("x".repeat(1_000));
    }
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Pipeline:
    made = Pipeline(None, tmp_path / "project", "unused")  # type: ignore[arg-type]  # nothing here asks Spark
    made.own_models()
    return made


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)


def goods(comment: str = "") -> Seen:
    return Seen(Table("shop", "d", "", "goods"), 1, ("id",), [Column("id", "int", "int", "messages", comment=comment)])


def test_a_file_keeps_its_rights_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    edited_files.replace(link, "new é")
    assert link.is_symlink() and real.read_text(encoding="utf-8") == "new é" and real.stat().st_mode & 0o777 == 0o640
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.csv", "real.csv"]


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_the_seed_as_it_was(project: Pipeline) -> None:
    seed = project.folder / "seeds" / "changefeed_table_keys.csv"
    before = seed.read_text()
    with pytest.raises(OSError, match="No space left"):
        seeds.append_lines(project.folder, "changefeed_table_keys", ["shop,orders,id"])
    line = {"feed": "shop", "dialect": "canal", "topics": "shop", "source_kind": "mysql"}
    with pytest.raises(OSError, match="No space left"), seeds.added(project.folder, line):
        pass
    assert seed.read_text() == before and not [*seed.parent.glob(".*")]
    assert "shop" not in (seed.parent / "changefeed_feeds.csv").read_text()


def test_a_full_disk_leaves_a_yml_as_it_was(project: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    models = project.folder / "models"
    propose(project.folder, [goods()], models / "tables", [models])
    file = models / "tables" / "shop" / "shop__goods.yml"
    before = file.read_text()
    monkeypatch.setattr(os, "fsync", lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space left"):
        propose(project.folder, [goods("said")], models / "tables", [models])
    assert file.read_text() == before and len([*file.parent.iterdir()]) == 2


def test_the_log_of_spark_has_a_largest_size(tmp_path: Path, own_spark: None) -> None:
    program = tmp_path / "Logging.java"
    program.write_text(LOGGING)
    jars = Path(pyspark.__file__).parent / "jars" / "*"
    settings = f"-Dlog4j2.configurationFile=file:{REPO / 'changefeed' / 'spark' / 'log4j2.properties'}"
    environment = os.environ | {"CHANGEFEED_HOME": str(tmp_path)}
    subprocess.run(["java", "-cp", str(jars), settings, str(program)], env=environment, check=True, timeout=120)
    sizes = {each.name: each.stat().st_size for each in (tmp_path / "logs").iterdir()}
    assert sizes.keys() == {"spark.log", "spark.log.1"} and max(sizes.values()) < 21 << 20, sizes
