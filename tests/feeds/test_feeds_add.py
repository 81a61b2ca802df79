"""`changefeed feeds add`: a line for changefeed_feeds.csv and an entry for `dbt source freshness`, or neither."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from changefeed.cli.main import main
from changefeed.errors import ChangefeedError
from changefeed.project import macros
from changefeed.project import seeds as feeds
from changefeed.project.seeds import added, check, line_of_seed, read_feeds
from changefeed.spark.init_project import init
from conftest import Warehouse
from odd_names import NAMES
from pipeline import REPO

LINE = {"feed": "shop", "dialect": "canal", "topics": "shop_canal shop.*", "options": "absent_means=unchanged"}
HEADER = "feed,dialect,topics,source_kind,time_zone,database,schema,history,options\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that has this one as a package: seeds in a folder, no entry for freshness yet."""
    (tmp_path / "seeds" / "cdc").mkdir(parents=True)
    text = HEADER + "erp,drs_json,erp,,,,,,"  # without a last line end
    (tmp_path / "seeds" / "cdc" / "changefeed_feeds.csv").write_text(text)
    (tmp_path / "dbt_project.yml").write_text("{name: small, model-paths: [marts]}")
    (tmp_path / "marts").mkdir()
    return tmp_path


def test_a_line_and_its_freshness_are_written(project: Path) -> None:
    (project / "marts").rmdir()  # git keeps no empty folder
    for feed, topics in (("shop", LINE["topics"]), ("depot", "shop_canal, shop.*")):
        with added(project, LINE | {"feed": feed, "topics": topics}):
            pass
    assert list(read_feeds(project)) == ["erp", "shop", "depot"]
    assert (project / "seeds/cdc/changefeed_feeds.csv").read_text().splitlines()[2] == (
        "shop,canal,shop_canal shop.*,,,,,,absent_means=unchanged"
    )
    (source,) = yaml.safe_load((project / "marts/_feeds__sources.yml").read_text())["sources"]
    assert [(each["name"], each["config"]["freshness"]["filter"]) for each in source["tables"]] == [
        (feed, "topic = 'shop_canal' or topic rlike '^shop[.].*$'") for feed in ("shop", "depot")
    ]


def test_seeds_are_where_the_project_has_them(project: Path) -> None:
    (project / "seeds").rename(project / "data")
    with pytest.raises(ChangefeedError, match=r"seeds has no changefeed_feeds\.csv"), added(project, LINE):
        pass
    (project / "dbt_project.yml").write_text("{name: small, model-paths: [marts], seed-paths: [more, data]}")
    with added(project, LINE) as (seed, _):
        assert seed == project / "data/cdc/changefeed_feeds.csv"
    assert list(read_feeds(project)) == ["erp", "shop"]
    assert check(project) == ["data/cdc/changefeed_feeds.csv: 2 lines"]


def test_what_fails_leaves_nothing(project: Path) -> None:
    before = {path: path.read_text() for path in project.rglob("*") if path.is_file()}
    with pytest.raises(KeyError), added(project, LINE):
        raise KeyError
    assert {path: path.read_text() for path in project.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"feed": "Shop"}, "no name of a feed"),
        ({"feed": "erp"}, "^seeds/cdc/changefeed_feeds.csv declares erp already"),
        ({"topics": "a'b"}, "--topics: "),
        ({"topics": "{{ x }}"}, "--topics: "),
        ({"colour": "red"}, "the header has no column colour"),
    ],
)
def test_a_wrong_line_is_named(project: Path, line: dict[str, str], words: str) -> None:
    with pytest.raises(ChangefeedError, match=words), added(project, LINE | line):
        pass


@pytest.mark.parametrize(
    "there", ["    tables: []\n", "    tables:  # mine\n      - {  name: erp }  # by hand\n\n", ""]
)
def test_an_entry_stands_among_those_of_its_source(project: Path, there: str) -> None:
    sources, other = project / "marts" / "sources.yml", "  - name: other   # not mine\n    tables:\n      - name: t\n"
    sources.write_text(f"sources:\n  - name: feeds\n{there}{other}")
    with added(project, LINE):
        text = sources.read_text()
    (source, _) = yaml.safe_load(text)["sources"]
    assert [each["name"] for each in source["tables"]] == (["erp", "shop"] if "erp" in there else ["shop"])
    assert text.startswith(f"sources:\n  - name: feeds\n{there.replace(' []', '')}") and text.endswith(other)
    assert "\n            warn_after: {count: 1, period: hour}\n" in text


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("feeds", "x,cannal,t,,,,,,", "csv line 3, column dialect: there is no dialect 'cannal'. Did you mean canal?"),
        ("feeds", "x,canal,t,mysq,,,,,", "dialect canal does not come from 'mysq', but from mysql, "),
        ("feeds", "x,canal,t,,Asia/Shangai,,,,", "no time zone 'Asia/Shangai'. Did you mean Asia/Shanghai?"),
        ("feeds", "x,dts_canal,t,,,,,,varant=standard", "no option 'varant'. Did you mean variant? It has variant="),
        ("feeds", "x,canal,e*,,,,,,", "'e*' claims topics that feed 'erp' on line 2 claims with 'erp'"),
        (
            "feeds",
            'x,debezium,t,,,,,,"decimals=precise,times=connect"',
            "can't be 'precise,times=connect'. One blank separates options, not a comma. Write decimals=undeclared or ",
        ),
        ("feeds", 'x,debezium,t,,,,,,"key_with=a,order=offset"', "not a comma. Write key_with=… (fields of"),
        ("feeds", "x,drs_avro,t,,,,,,schema=none", "there is no file schemas/none.avsc; the folder has no schema"),
        ("feeds", "x,canal,t", "changefeed_feeds.csv line 3: the header has 9 columns, this line has not"),
        ("feeds", 'x,"canal,t', "changefeed_feeds.csv, after line 2: unexpected end of data"),
        (
            "table_keys",
            "epr,d,,t,id",
            "column feed: seeds/changefeed_feeds.csv declares no feed 'epr'. Did you mean erp?",
        ),
        ("table_keys", "erp,d,,,id", "changefeed_table_keys.csv line 2, column source_table: is empty"),
        (
            "table_keys",
            "erp,d,,json:a,id",
            "column source_table: the text after json: is not a JSON text: json:a. Write",
        ),
        ("table_keys", "erp,d,,t,json:id", "key_columns: the text after json: is not a JSON list of texts: json:id."),
        (
            "table_keys",
            'erp,d,,t,id\nerp,d,,"json:""t""",id',
            "line 3, column source_table: line 2 has the same declaration already",
        ),
        ("feeds", "x,canal,a\tb,,,,,,", "line 3, column topics: has a line break or a tab: one blank separates topics"),
        (
            "feeds",
            'x,canal,t,,,,,"a\nb",',
            "history: has a line break or a tab: one blank separates history, and ?",
        ),
    ],
)
def test_a_check_of_the_seeds_names_file_line_and_column(project: Path, file: str, line: str, told: str) -> None:
    path = project / "seeds" / "cdc" / f"changefeed_{file}.csv"
    if file == "table_keys":
        path.write_text("feed,source_database,source_schema,source_table,key_columns\n" + line)
    else:
        path.write_text(path.read_text() + "\n" + line)
    with pytest.raises(ChangefeedError, match=re.escape(told)):
        check(project)


def test_a_line_of_a_seed_holds_any_names(project: Path) -> None:
    """As dbt reads it, whose reader takes blanks and null for nothing and a carriage return for a line break."""
    from dbt_common.clients import agate_helper

    names = [*NAMES, "json:", 'json:"a"', " a ", "None", "na", "\ufeff", '"', "''", "a\r\nb", ""]
    path = project / "seeds" / "changefeed_table_keys.csv"
    lines = [line_of_seed("erp", "d", "", name, [name, "a|b"]) for name in names]
    assert all(line.isprintable() for line in lines)
    path.write_text("feed,source_database,source_schema,source_table,key_columns\n" + "\n".join(lines) + "\n")
    columns = dict.fromkeys(("feed", "source_database", "source_schema", "source_table", "key_columns"), "string")
    package = macros.load(REPO, {})
    read = agate_helper.from_csv(path, text_columns=columns)
    assert [package.seed_cell(row["source_table"]) or "" for row in read.rows] == names
    for name, row in zip(names, read.rows, strict=True):
        assert json.loads(row["key_columns"].removeprefix("json:")) == [name, "a|b"]
    found = feeds._read_seed(path, "")[0]
    assert [tuple(row.values()) for _, row in found] == [tuple(row.values()) for row in read.rows]
    with pytest.raises(ChangefeedError, match=f"line {len(names) + 1}, column source_table: is empty"):  # the last name
        check(project)
    for name in ('say "x", \\', "line\nbreak", "null"):
        with added(project, LINE | {"feed": "named", "database": name}):
            assert read_feeds(project)["named"]["database"] == name
            (project / "seeds" / "cdc" / "changefeed_feeds.csv").write_text(HEADER + "erp,drs_json,erp,,,,,,")


def test_options_that_change_no_reading_are_alike() -> None:
    for dialect, options, others, is_alike in (
        ("debezium", "decimals=string", "order=offset decimals=string", True),
        ("debezium", "", "times=undeclared", True),
        ("debezium", "decimals=string", "decimals=double", False),
        ("aws_dms", "absent_means=as_null", "absent_means=unchanged hex_prefix=none", False),
        ("canal", "", "absent_means=unchanged", True),
        ("of_nobody", "a=b", "", False),
    ):
        assert feeds.reads_alike(REPO, dialect, options, others) is is_alike, (dialect, options, others)


def test_lines_are_counted_where_cells_have_line_breaks(project: Path) -> None:
    path = project / "seeds" / "changefeed_table_keys.csv"
    head = "feed,source_database,source_schema,source_table,key_columns\n"
    path.write_text(head + 'erp,d,,"a\n\nb",id\nerp,d,,c,"json:[""a""]"\nerp,d,,,id\n')
    with pytest.raises(ChangefeedError, match="line 6, column source_table: is empty"):
        check(project)
    path.write_text(head + 'erp,d,,"a\nb",id\nepr,d,,c,id\n')
    with pytest.raises(ChangefeedError, match=r"line 4, column feed: .* declares no feed 'epr'"):
        check(project)


@pytest.mark.parametrize(
    ("variables", "schema"),
    [
        ("{changefeed_schema: cdc}", "{{ var('changefeed_schema', none) or target.schema }}"),
        ("{changefeed: {changefeed_schema: cdc}}", "cdc"),  # this yml of the project's is not shown that variable
        ("{changefeed_schema: cdc, changefeed: {changefeed_schema: }}", "{{ target.schema }}"),
    ],
)
def test_freshness_looks_at_the_schema_of_the_package(project: Path, variables: str, schema: str) -> None:
    (project / "dbt_project.yml").write_text(f"{{name: small, model-paths: [marts], vars: {variables}}}")
    with added(project, LINE) as (_, sources):
        (source,) = yaml.safe_load(sources.read_text())["sources"]
    assert source["schema"] == schema


def test_a_seed_with_its_old_name_is_not_passed_over(project: Path) -> None:
    """It would be read by nothing, and what it declares would be gone."""
    seeds = project / "seeds" / "cdc"
    (seeds / "feeds.csv").write_text("name,weight\nhay,1\n")  # of the project's own
    assert check(project) == ["seeds/cdc/changefeed_feeds.csv: 1 line"]
    (seeds / "feeds.csv").write_text((seeds / "changefeed_feeds.csv").read_text())
    (seeds / "table_keys.csv").write_text("feed,source_database,source_schema,source_table,key_columns\n")
    told = "Rename seeds/cdc/feeds.csv to changefeed_feeds.csv, seeds/cdc/table_keys.csv to changefeed_table_keys.csv; "
    for is_there in (True, False):
        if not is_there:
            (seeds / "changefeed_feeds.csv").unlink()
        with pytest.raises(ChangefeedError, match=told + "if both files exist, move the lines.* under `seeds:`"):
            check(project)
        with pytest.raises(ChangefeedError, match=told), added(project, LINE):
            pass
        ran = CliRunner().invoke(main, ["--project-dir", str(project), "run"])
        assert ran.exit_code == 1 and told in ran.output


def test_a_zone_is_in_doubt_where_another_was_guessed(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the two zones are now or half a year from now; of the topics and the dialect that were looked at alone."""
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    feeds.note_proposed(project, ["every landed topic has a feed: nothing to propose"])
    head = f"# {HEADER.strip()}"
    feeds.note_proposed(project, [head, "shop,canal,shop,,UTC,,,,", "# or: shop,dts_canal,shop,,,,,,", "# Next: this"])
    feeds.note_proposed(project, [head, "town,canal,town.a town.b,mysql,+01:00,,,,", "asked,canal,asked,,,,,,"])
    added = {
        "one": ("canal", "shop", "Asia/Shanghai"),
        "two": ("canal", "sho?", "Etc/UTC"),
        "three": ("dts_canal", "shop*", "Asia/Shanghai"),
        "four": ("canal", "town.*", ""),
        "five": ("canal", "town.*", "Europe/London"),
        "six": ("canal", "town.b", "+02:00"),
        "seven": ("canal", "asked", "+02:00"),
    }
    lines = [f"{feed},{dialect},{topics},,{zone},,,," for feed, (dialect, topics, zone) in added.items()]
    (project / "seeds" / "cdc" / "changefeed_feeds.csv").write_text(HEADER + "\n".join(lines) + "\n")
    doubts = feeds.doubted_zones(project)
    assert list(doubts) == ["one", "four", "six"]
    assert doubts["one"].startswith(
        "feed one reads times in Asia/Shanghai, but `changefeed feeds propose` guessed UTC from its messages."
    )
    assert "feed four reads times in UTC, but `changefeed feeds propose` guessed +01:00" in doubts["four"]

    (project / "seeds" / "cdc" / "changefeed_feeds.csv").write_text(HEADER)
    line = ("--dialect", "canal", "--topics", "shop", "--time-zone", "Asia/Shanghai")
    said = command(project, "feeds", "add", "one", *line).splitlines()
    assert said[2] == f"warns: {doubts['one']}" and said[3].startswith("Next: changefeed load")
    assert said[2].removeprefix("warns: ") in command(project, "feeds", "check")


def test_a_zone_that_a_dialect_does_not_read_is_named(project: Path) -> None:
    known = [each["name"] for each in macros.own().dialects() if not each.get("is_internal")]
    zoneless = [each for each in known if not feeds.reads_in_zone(REPO, each)]
    debezium = ["debezium", "debezium_flat", "debezium_cloudevents", "debezium_mongodb_flat", "debezium_avro"]
    assert set(zoneless) == {*debezium, "debezium_flat_avro", "confluent_oracle_cdc"}
    for dialect, is_told in (("debezium", True), ("canal", False)):
        line = ("--dialect", dialect, "--topics", f"{dialect}.*", "--time-zone", "Europe/Berlin")
        told = f"warns: time_zone has no effect in {dialect}, which reads no time in it\n"
        assert (told in command(project, "feeds", "add", f"of_{dialect}", *line)) is is_told
        checked = told.replace("warns", f"feed of_{dialect}")
        assert (checked in command(project, "feeds", "check")) is is_told
    line = ("--dialect", "debezium", "--topics", "other")
    assert "warns" not in command(project, "feeds", "add", "other", *line)


def test_a_check_of_the_seeds_starts_neither_spark_nor_dbt(project: Path) -> None:
    asked = (
        "import sys; from pathlib import Path; from pyspark import SparkContext\n"
        "from changefeed.cli import main; from changefeed.project import seeds\n"
        "print(seeds.check(Path(sys.argv[1])), 'dbt' in sys.modules, SparkContext._gateway)"
    )
    asking = [sys.executable, "-c", asked, str(project)]
    told = subprocess.run(asking, cwd=REPO, capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout == "['seeds/cdc/changefeed_feeds.csv: 1 line'] False None\n"


def test_a_new_project_is_called_like_its_folder(tmp_path: Path) -> None:
    init(tmp_path / "My cdc-2", None)
    assert yaml.safe_load((tmp_path / "My cdc-2" / "dbt_project.yml").read_text())["name"] == "my_cdc_2"
    with pytest.raises(ChangefeedError, match="already"):
        init(tmp_path / "My cdc-2", "other")
    init(tmp_path / "changefeed", None)
    assert "name: changefeed_project\n" in (tmp_path / "changefeed" / "dbt_project.yml").read_text()
    with pytest.raises(ChangefeedError, match="--name: '2cdc' is no name of a project"):
        init(tmp_path / "2cdc", None)


def test_a_project_checks_its_own_dialect() -> None:
    assert check(REPO / "integration_tests")[0] == "seeds/changefeed_feeds.csv: 1 line"


@pytest.fixture
def copied(warehouse: Warehouse, tmp_path: Path) -> Path:
    """A copy of the project, for commands that write into it."""
    project = tmp_path / "project"
    for name in ("macros", "models", "schemas", "seeds", "tests", "udfs"):
        shutil.copytree(REPO / name, project / name)
    for name in ("dbt_project.yml", "profiles.yml"):
        shutil.copy(REPO / name, project / name)
    warehouse.use()
    return project


def command(project: Path, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["--project-dir", str(project), *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_a_line_is_checked_before_it_stays(copied: Path) -> None:
    sources = copied / "models" / "landing" / "_feeds__sources.yml"
    before = sources.read_text(encoding="utf-8")
    line = ("feeds", "add", "orders", "--topics", "orders.*", "--dialect")
    told = command(copied, *line, "debezum", code=1)
    assert "column dialect: there is no dialect 'debezum'. Did you mean debezium? There are canal, " in told
    assert sources.read_text(encoding="utf-8") == before and "orders" not in read_feeds(copied)

    taken = command(copied, *line, "debezium", "--options", "decimals=string")
    assert "written: seeds/changefeed_feeds.csv\nwritten: models/landing/_feeds__sources.yml\n" in taken
    assert read_feeds(copied)["orders"]["options"] == "decimals=string"
    assert sources.read_text(encoding="utf-8").startswith(before)


@pytest.mark.slow
def test_each_command_of_the_first_hour_names_the_next(copied: Path, warehouse: Warehouse) -> None:
    (copied / "seeds" / "changefeed_feeds.csv").write_text(HEADER)
    for name in ("table_keys", "table_columns"):
        seed = copied / "seeds" / f"changefeed_{name}.csv"
        seed.write_text(seed.read_text(encoding="utf-8").partition("\n")[0] + "\n", encoding="utf-8")
    shutil.rmtree(copied / "models" / "typed")
    capture = str(REPO / "demo" / "captures" / "shop_canal.jsonl")

    assert "No feed claims shop_canal.\nNext: changefeed feeds propose\n" in command(copied, "load", capture)
    proposed = command(copied, "feeds", "propose").splitlines()
    assert [each for each in proposed if each and each[0] != "#"] == ["shop_canal,canal,shop_canal,,+08:00,,,,"]
    assert "changefeed feeds add NAME --dialect DIALECT --topics TOPICS; then changefeed run" in proposed[-1]
    line = ("--dialect", "canal", "--topics", "shop_canal", "--source-kind", "mysql", "--time-zone", "Asia/Shanghai")
    added = command(copied, "feeds", "add", "shop", *line)
    assert "`changefeed run`" in added and "warns" not in added
    first = command(copied, "run", code=0)
    assert "tables       3 with changes\n" in first and "Next: changefeed tables propose" in first
    tables = ("shop: invalid_json 1", "shop: orders  unknown_operation 1", "shop: page_views  no_key_declared 2")
    assert "".join(f"  {table}\n" for table in tables) in first
    assert "      no_key_declared: add to seeds/changefeed_table_keys.csv" in first
    assert "then changefeed run --retry-quarantine --feed shop\n          shop,shop,,page_views,\n" in first
    assert "Next: changefeed run" in command(copied, "tables", "propose")
    command(copied, "run", "--always")
    assert "SO-0002" in command(copied, "sql", f"select * from {warehouse.schema}_shop.orders")
