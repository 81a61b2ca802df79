"""`changefeed feeds add`: a line for feeds.csv and an entry for `dbt source freshness`, or neither."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from conftest import Warehouse
from loader.cli import main
from loader.errors import ChangefeedError
from loader.feeds import added, read_feeds
from pipeline import REPO

LINE = {"feed": "shop", "dialect": "canal", "topics": "shop_canal shop.*", "options": "absent_means=unchanged"}
HEADER = "feed,dialect,topics,source_kind,time_zone,database,schema,history,options\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that has this one as a package: seeds in a folder, no entry for freshness yet."""
    (tmp_path / "seeds" / "cdc").mkdir(parents=True)
    (tmp_path / "seeds" / "cdc" / "feeds.csv").write_text(HEADER + "erp,drs_json,erp,,,,,,")  # without a last line end
    (tmp_path / "dbt_project.yml").write_text("{name: small, model-paths: [marts]}")
    (tmp_path / "marts").mkdir()
    return tmp_path


def test_a_line_and_its_freshness_are_written(project: Path) -> None:
    for feed in ("shop", "depot"):
        with added(project, LINE | {"feed": feed}):
            pass
    assert list(read_feeds(project)) == ["erp", "shop", "depot"]
    assert (project / "seeds/cdc/feeds.csv").read_text().splitlines()[2] == (
        "shop,canal,shop_canal shop.*,,,,,,absent_means=unchanged"
    )
    (source,) = yaml.safe_load((project / "marts/_feeds__sources.yml").read_text())["sources"]
    assert [(each["name"], each["config"]["freshness"]["filter"]) for each in source["tables"]] == [
        (feed, "topic = 'shop_canal' or topic rlike '^shop[.].*$'") for feed in ("shop", "depot")
    ]


def test_what_fails_leaves_nothing(project: Path) -> None:
    before = {path: path.read_text() for path in project.rglob("*") if path.is_file()}
    with pytest.raises(KeyError), added(project, LINE):
        raise KeyError
    assert {path: path.read_text() for path in project.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"feed": "Shop"}, "no name of a feed"),
        ({"feed": "erp"}, "declares erp already"),
        ({"topics": "a'b"}, "--topics: "),
        ({"topics": "{{ x }}"}, "--topics: "),
        ({"colour": "red"}, "the header has no column colour"),
    ],
)
def test_a_wrong_line_is_named(project: Path, line: dict[str, str], words: str) -> None:
    with pytest.raises(ChangefeedError, match=words), added(project, LINE | line):
        pass


def test_an_entry_that_cannot_stand_at_the_end_is_refused(project: Path) -> None:
    sources = project / "marts" / "sources.yml"
    sources.write_text("sources:\n  - name: feeds\n    tables: []\n  - name: other\n    tables:\n      - name: t\n")
    with pytest.raises(ChangefeedError, match="its source feeds does not stand last"), added(project, LINE):
        pass
    assert list(read_feeds(project)) == ["erp"]


def test_dbt_checks_the_line_before_it_stays(warehouse: Warehouse, tmp_path: Path) -> None:
    project = tmp_path / "project"
    for name in ("macros", "models", "seeds", "tests", "udfs"):
        shutil.copytree(REPO / name, project / name)
    for name in ("dbt_project.yml", "profiles.yml"):
        shutil.copy(REPO / name, project / name)
    warehouse.use()
    sources = project / "models" / "landing" / "_feeds__sources.yml"
    before = sources.read_text(encoding="utf-8")
    arguments = ["--project-dir", str(project), "feeds", "add", "orders", "--topics", "orders.*", "--dialect"]

    refused = CliRunner().invoke(main, [*arguments, "debezum"])
    assert refused.exit_code == 1 and "debezum" in refused.output, refused.output
    assert sources.read_text(encoding="utf-8") == before and "orders" not in read_feeds(project)

    taken = CliRunner().invoke(main, [*arguments, "debezium", "--options", "decimals=string"])
    assert taken.exit_code == 0, taken.output
    assert "written: seeds/feeds.csv\nwritten: models/landing/_feeds__sources.yml\n" in taken.output
    assert read_feeds(project)["orders"]["options"] == "decimals=string"
    assert sources.read_text(encoding="utf-8").startswith(before)
