"""The tree itself: rooms without circles, macros of a readable size, one list of columns."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dbt.include
import pytest
import yaml
from jinja2 import Undefined

import encoders
from bench import chart
from changefeed.loader.landing_tables import SOURCES
from changefeed.project import macros as macros_of_project
from changefeed.spark.relations import PUBLIC
from docs import generate
from pipeline import REPO

MACROS = REPO / "macros"
BEGIN = re.compile(r"{%-?\s*(?:macro|test|materialization)\s+(\w+)")
PACKAGE = generate.package()
END = re.compile(r"{%-?\s*end(?:macro|test|materialization)")


def macros() -> Iterator[tuple[str, Path, int]]:
    """Each macro with its file and its number of lines."""
    for file in sorted(MACROS.rglob("*.sql")):
        name, begun = "", 0
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            begin = BEGIN.match(line)
            if begin:
                name, begun = begin[1], number
            if END.search(line):
                yield name, file, number - begun + 1


def room(file: Path) -> str:
    return file.relative_to(MACROS).parts[0]


def calls() -> dict[str, set[str]]:
    """Which rooms' macros call those of which others."""
    home = {name: room(file) for name, file, _ in macros()}
    found: dict[str, set[str]] = {each: set() for each in home.values()}
    for file in MACROS.rglob("*.sql"):
        called = {
            home[name] for name in re.findall(r"changefeed\.(\w+)", file.read_text(encoding="utf-8")) if name in home
        }
        found[room(file)] |= called - {room(file)}
    return found


# The stages in the order of the data, by the name that each has in every tree (docs/decisions/adr-0040-rooms.md), and
# the rooms beside the way where macros of a stage may come upon them.
STAGES = ("landing", "dialects", "decoding", "statements", "ordering", "actions", "rows", "typed", "health")
ROOMS_OF_MACROS = (
    *("text", "asking", "storage", "runs", "json", "types", "landing", "avro", "changes", "dialects", "decoding"),
    *("read_batches", "statements", "ordering", "actions", "rows", "typed", "materializations", "adapters"),
    *("retention", "feeds", "health"),
)


def test_a_stage_has_one_name_and_comes_in_the_order_of_the_data() -> None:
    assert {each.name for each in (REPO / "models").iterdir() if each.is_dir()} == set(STAGES)
    assert {each.name for each in MACROS.iterdir() if each.is_dir()} == set(ROOMS_OF_MACROS)
    beside = {"feeds", "source", "runs", "server", "cli", "house", "package", "field", "oracles", "support", "fixtures"}
    of_tests = {each.name for each in (REPO / "tests").iterdir() if each.is_dir() and each.name != "__pycache__"}
    assert of_tests - beside - {"generic", "singular"} <= set(STAGES)
    assert [each for each in ROOMS_OF_MACROS if each in STAGES] == list(STAGES)


def test_macros_call_those_of_rooms_before_theirs() -> None:
    back = {each: called - set(ROOMS_OF_MACROS[: ROOMS_OF_MACROS.index(each)]) for each, called in calls().items()}
    assert {each: called for each, called in back.items() if called} == {}


def test_models_read_those_of_folders_before_theirs() -> None:
    files = {file.stem: file for file in (REPO / "models").rglob("*.sql")}
    stage = {name: STAGES.index(file.relative_to(REPO / "models").parts[0]) for name, file in files.items()}
    read = {name: re.findall(r"ref\('(\w+)'\)", file.read_text(encoding="utf-8")) for name, file in files.items()}
    assert sum(map(len, read.values())) > 50
    back = [(name, each) for name, refs in read.items() for each in refs if each in stage and stage[each] > stage[name]]
    assert back == []


PACKAGES = ("project", "spark", "loader", "typed", "source", "runs", "watch", "server", "cli")


def test_a_package_imports_only_those_before_it() -> None:
    code = REPO / "changefeed"
    assert {each.parent.name for each in code.glob("*/__init__.py")} == set(PACKAGES)
    back, seen = [], 0
    for file in sorted(code.rglob("*.py")):
        own = PACKAGES.index(file.parent.name) if file.parent != code else -1  # beside the packages: what all use
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "changefeed":
                names = [(*node.module.split("."), each.name)[1] for each in node.names]
                seen += len(names)
                back += [(str(file), each) for each in names if each in PACKAGES and PACKAGES.index(each) > own]
    assert seen > 200
    assert {file for file, _ in back} <= {str(code / "__main__.py")}


def test_only_the_command_line_prints_by_click() -> None:
    """The packages before it are called by other programs too: what they tell goes through changefeed/notices.py."""
    code = REPO / "changefeed"
    others = [file for file in code.rglob("*.py") if (code / "cli") not in file.parents]
    assert len(others) > 50
    assert [file for file in others if re.search(r"(?m)^\s*(import|from) click\b", file.read_text("utf-8"))] == []


def test_no_macro_is_longer_than_a_person_reads_at_once() -> None:
    assert {name: lines for name, _, lines in macros() if lines > 120} == {}


def test_a_file_of_macros_has_one_public_macro_and_its_name() -> None:
    public: dict[str, list[str]] = {}
    for name, file, _ in macros():
        names = public.setdefault(file.relative_to(MACROS).as_posix(), [])
        names.extend([] if name.startswith("_") else [name])
    assert len(public) > 300
    assert {file: names for file, names in public.items() if names != [Path(file).stem]} == {}


def test_no_macro_takes_the_name_of_one_of_dbt() -> None:
    """dbt calls its own by name, as `create_schema`, and finds those of the project first."""
    defined = re.compile(r"\{%-?\s*macro\s+(\w+)\s*\(")
    files = (file for include in dbt.include.__path__ for file in Path(include).rglob("*.sql"))
    of_dbt = {name for file in files for name in defined.findall(file.read_text(encoding="utf-8"))}
    assert len(of_dbt) > 300
    ours = {
        name
        for file in (REPO / "macros").rglob("*.sql")
        if file.parent.name != "adapters"
        for name in defined.findall(file.read_text(encoding="utf-8"))
    }
    assert ours & of_dbt == {"position"}  # dbt's is only called as dbt.position()


def test_a_private_macro_is_called_in_its_file_only() -> None:
    home = {name: file for name, file, _ in macros()}
    found = set()
    for file in (*MACROS.rglob("*.sql"), *(REPO / "models").rglob("*.sql"), *(REPO / "tests").rglob("*.sql")):
        for name in re.findall(r"changefeed\.(_\w+)", file.read_text(encoding="utf-8")):
            if home[name] != file:
                found.add((name, file.name))
    assert found == set()


TEXTS_OF_SQL = re.compile(r"\br'[^']*'|'(?:[^'\\]|\\.|'')*'")


def terms_read(dialect: dict[str, Any], sql: Any) -> set[str]:
    """The terms of its envelope that an SQL of a dialect reads; of a fault, its condition and its words."""
    texts = sql.values() if isinstance(sql, dict) else [sql]
    column = rf"(?<![.\w]){dialect['envelope']['name']}_(\w+)"
    return {term for text in texts for term in re.findall(column, TEXTS_OF_SQL.sub("''", text))}


def test_a_dialect_has_the_terms_that_it_reads_and_states_them_in_order() -> None:
    known = PACKAGE.dialects()
    found = 0
    for dialect in known:
        terms = list(dialect.get("terms", {}))
        for place, term in enumerate(terms):
            missing = terms_read(dialect, dialect["terms"][term]) - set(terms[:place])
            assert missing == set(), f"{dialect['name']}: the term {term} reads terms that do not stand before it"
        for name, sql in [*dialect["faults"].items(), *dialect["changes"].items()]:
            foreign = terms_read(dialect, sql) - set(terms)
            assert foreign == set(), f"{dialect['name']}: {name} reads terms that the dialect does not have"
            found += len(terms_read(dialect, sql))
    assert found > 300
    columns = list(PACKAGE._terms(known))
    for dialect in known:
        of_dialect = [f"{dialect['envelope']['name']}_{term}" for term in dialect.get("terms", {})]
        assert [column for column in columns if column in of_dialect] == of_dialect, f"{dialect['name']}, with others"


def test_a_dialect_is_read_in_one_file() -> None:
    columns = {f"{each['envelope']['name']}_{term}" for each in PACKAGE.dialects() for term in each.get("terms", {})}
    files = [file for kind in ("dialect", "family") for file in (MACROS / "dialects").glob(f"*/*_{kind}.sql")]
    assert len(files) > 40
    for file in files:
        text = file.read_text(encoding="utf-8")
        read = {column for column in re.findall(r"(?<![.\w])\w+", text) if column in columns}
        if "base.terms," not in text:
            stated = {name for line in re.findall(r"(?m)^-- ([\w, ]+)", text) for name in line.split(", ")}
            unstated = {column for column in read if not stated & {*ends(column)}}
            assert unstated == set(), f"{file.name}: terms that it neither states nor takes from its base"


def ends(column: str) -> list[str]:
    """What of a column's name can be the term: all behind any of its underscores."""
    parts = column.split("_")
    return ["_".join(parts[i:]) for i in range(1, len(parts))]


def test_a_folder_has_one_dialect_or_what_a_family_shares() -> None:
    home = {name: file for name, file, _ in macros()}
    listed = {each["name"] for each in PACKAGE.dialects()}
    folders = {file.name: file for file in (MACROS / "dialects").iterdir() if file.is_dir()}
    assert listed <= folders.keys()
    for name, folder in folders.items():
        assert {file.stem for file in folder.glob("*_dialect.sql")} == (
            {f"{name}_dialect"} if name in listed else set()
        )
        assert {file.stem for file in folder.glob("*_family.sql")} <= {f"{name}_family"}, name
        if name not in listed:
            texts = [(file.parent, file.read_text(encoding="utf-8")) for file in (MACROS / "dialects").glob("*/*.sql")]
            own = [f"changefeed.{macro}(" for macro, file in home.items() if file.parent == folder]
            users = {other for other, text in texts if other != folder and any(each in text for each in own)}
            assert len(users) > 1, f"{name}: no dialect, and not shared either"


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"terms": {"a": "1", "b": "2"}}, "says nothing of changes, which its base has"),
        ({"terms": {"a": "1"}, "changes": {}}, "says nothing of terms.b, which its base has"),
        ({"terms": {"a": "1", "b": None}, "changes": {}}, "has to state terms.b itself"),
        ({"terms": {"a": "1", "b": Undefined()}, "changes": {}}, "takes terms.b from its base, which has no terms.b"),
    ],
)
def test_a_dialect_names_all_that_its_base_has(own: dict[str, Any], words: str) -> None:
    with pytest.raises(macros_of_project.Wrong, match=f"The dialect made {words}"):
        PACKAGE.extend({"terms": {"a": "1", "b": None}, "changes": {}}, {"name": "made"} | own)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"changes": {"source_tabel": "1"}}, "changes.source_tabel, which no dialect has. Did you mean source_table?"),
        ({"changes": {"": "1"}}, "changes., which no dialect has."),
        ({"chnages": {}}, "chnages, which no dialect has. Did you mean changes?"),
        ({"envelope": {"fraction": False}}, "envelope.fraction, which no dialect has. Did you mean fractions?"),
        ({"signature": {"hass": []}}, "signature.hass, which no dialect has. Did you mean has?"),
        ({"faults": {"x": {"wenn": ""}}}, "faults.x.wenn, which no dialect has. Did you mean when?"),
        ({"options": {"x": {"defualt": ""}}}, "options.x.defualt, which no dialect has. Did you mean default?"),
        ({"types": {"mysql": {"reader": {}}}}, "types.mysql.reader, which no dialect has. Did you mean readers?"),
    ],
)
def test_a_misspelled_name_in_a_dialect_stops_with_its_name(own: dict[str, Any], words: str) -> None:
    with pytest.raises(macros_of_project.Wrong) as wrong:
        PACKAGE.check_dialects([PACKAGE.canal_dialect(), {"name": "made"} | own])
    assert str(wrong.value).startswith(f"The dialect made states {words}")


def test_a_misspelled_name_in_a_dialect_of_a_project_stops_what_asks_for_dialects(tmp_path: Path) -> None:
    (tmp_path / "dbt_project.yml").write_text(
        "name: paper\ndispatch: [{macro_namespace: changefeed, search_order: [paper, changefeed]}]"
    )
    ledger = (REPO / "integration_tests" / "macros" / "ledger_dialect.sql").read_text(encoding="utf-8")
    (tmp_path / "macros").mkdir()
    (tmp_path / "macros" / "ledger_dialect.sql").write_text(ledger)
    assert macros_of_project.load(tmp_path, {}).dialects()[-1]["name"] == "ledger"
    (tmp_path / "macros" / "ledger_dialect.sql").write_text(ledger.replace("-- source_at", "-- sorce_at"))
    with pytest.raises(macros_of_project.Wrong, match=r"ledger states changes\.sorce_at, .* Did you mean source_at"):
        macros_of_project.load(tmp_path, {}).dialects()


def test_the_guide_of_dialects_has_each_field_of_changes() -> None:
    page = (REPO / "docs" / "how-to" / "add-a-dialect.md").read_text(encoding="utf-8")
    section = page.partition("### The fields of `changes`")[2].partition("\n### ")[0]
    listed = {name for line in section.splitlines() for name in re.findall(r"`(\w+)`", line.split(" | ")[0])}
    assert listed - {"change_fields"} == set(PACKAGE.change_fields())


def test_dialects_of_one_envelope_that_contradict_each_other_are_refused() -> None:
    assert PACKAGE._in_one_order([["a", "b"], ["x", "b"], ["b", "c"], []]) == ["a", "x", "b", "c"]
    with pytest.raises(macros_of_project.Wrong, match="state terms in contrary order: a, b"):
        PACKAGE._in_one_order([["a", "b"], ["b", "a"]])


def test_a_dialect_leaves_out_what_it_says_is_none() -> None:
    base = {"terms": {"a": "1", "b": None}, "faults": {"x": {"when": "false"}}, "type_cells": "some"}
    own = {"name": "made", "terms": {"b": "3", "a": None}, "faults": base["faults"], "type_cells": None}
    assert PACKAGE.extend(base, own) == {"name": "made", "terms": {"b": "3"}, "faults": base["faults"]}


def test_models_ask_the_warehouse_in_one_place() -> None:
    """So a unit test answers for the warehouse by one override, changefeed.facts. What a macro does is no question."""
    rooms = ("avro", "decoding", "read_batches", "statements", "ordering", "actions", "rows", "typed")
    for file in (
        each for folder in [REPO / "models", *(MACROS / room for room in rooms)] for each in folder.rglob("*.sql")
    ):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"(?<!do )run_query\(|asked_once\(", text), f"{file}: call changefeed.ask()"


def test_one_variable_of_the_environment_says_what_a_command_says() -> None:
    """All others are settings, and stand in profiles.yml or a page of docs."""
    written = [each.read_text("utf-8") for each in (REPO / "profiles.yml", *(REPO / "docs" / "how-to").glob("*.md"))]
    for file in MACROS.rglob("*.sql"):
        for name in re.findall(r"env_var\('(\w+)'", file.read_text(encoding="utf-8")):
            is_said = name == "CHANGEFEED_COMMAND" and file.stem == "said_by_command"
            assert is_said or any(name in each for each in written), f"{file}: {name}"


def test_materializations_name_no_models() -> None:
    for file in (MACROS / "materializations").glob("*.sql"):
        assert not re.search(r"(ref|source)\(\s*'", file.read_text(encoding="utf-8")), file


def documented_models() -> Iterator[dict[str, Any]]:
    """The previews, and the relations that show the columns of a change."""
    for stage in ("dialects", "decoding", "ordering"):
        file = REPO / "models" / stage / f"_{stage}__models.yml"
        for model in yaml.safe_load(file.read_text(encoding="utf-8"))["models"]:
            if stage == "dialects" or model["name"] in ("changefeed_decoded", "changefeed_changes"):
                yield model


def test_each_view_of_changes_documents_the_columns_of_the_list() -> None:
    documented = {model["name"].removeprefix("changefeed_"): model["columns"] for model in documented_models()}
    staged = [name for name in documented if name.startswith("stg_")]
    assert set(staged) == {file.stem.removeprefix("changefeed_") for file in (REPO / "models").glob("dialects/*/*.sql")}
    columns = PACKAGE.columns()
    assert len({each["name"] for each in columns}) == len(columns) > 30
    for name, relation in {"decoded": "decoded", "changes": "changes", **dict.fromkeys(staged, "staged")}.items():
        listed = {each["name"]: generate.shown_type(each, relation) for each in columns if relation in each["in"]}
        assert [(each["name"], each["data_type"]) for each in documented[name]] == list(listed.items()), name
    for file, text in generate.described_columns(PACKAGE).items():
        assert file.read_text(encoding="utf-8") == text, "python docs/generate.py"


def test_what_remains_of_erased_messages_has_the_columns_of_the_log() -> None:
    sources = yaml.safe_load((REPO / SOURCES).read_text(encoding="utf-8"))["sources"]
    (table,) = (each for source in sources for each in source["tables"] if each["name"] == "erased_messages")
    log = [(each["name"], each["type"]) for each in PACKAGE.columns() if "decoded" in each["in"]]
    assert [(each["name"], each["data_type"]) for each in table["columns"]] == [("reference", "string"), *log]


def test_a_column_of_the_list_means_in_each_of_them_what_its_block_says() -> None:
    blocks = (REPO / "models" / "_columns__docs.md").read_text(encoding="utf-8")
    for column in PACKAGE.columns():
        name = column["name"]
        assert f"{{% docs col_{name} %}}" in blocks, name
        for model in documented_models():
            for each in (each for each in model["columns"] if each["name"] == name):
                assert each["description"].startswith(f"{{{{ doc('col_{name}') }}}}"), (model["name"], name)


def test_unit_tests_of_previews_expect_columns_of_the_list() -> None:
    listed = {each["name"] for each in PACKAGE.columns() if "staged" in each["in"]}
    found = 0
    for file in (REPO / "models").glob("dialects/*/_*__unit_tests.yml"):
        for test in yaml.safe_load(file.read_text(encoding="utf-8"))["unit_tests"]:
            rows = test["expect"]["rows"]
            named = {name for row in rows for name in row} if isinstance(rows, list) else set()
            assert named <= listed, (file.name, test["name"], named - listed)
            found += len(named)
    assert found > 1000


def test_the_list_of_reasons_is_what_decoders_give_and_unit_tests_show() -> None:
    listed = set(PACKAGE.reasons())
    given = generate.reasons_given(PACKAGE)
    assert set(given) == listed, "macros/decoding/reasons.sql"
    shown = generate.shown_reasons()
    assert set(shown) == listed, "a unit test of a preview for each reason"
    in_words = {reason for reason, words in PACKAGE.reasons().items() if "message" in words}
    assert in_words == {reason for reason, (_, _, text) in shown.items() if not text}, "`message`, in words"
    assert (REPO / "docs" / "reference" / "reasons.md").read_text(encoding="utf-8") == generate.reasons_page(PACKAGE), (
        "python docs/generate.py"
    )
    chinese = REPO / "docs" / "zh"
    assert set(yaml.safe_load((chinese / "reasons.yml").read_text(encoding="utf-8"))) == listed, "in Chinese, too"
    assert (chinese / "reasons.md").read_text(encoding="utf-8") == generate.reasons_page_zh(PACKAGE), (
        "python docs/generate.py"
    )


def test_pages_of_dialects_list_reasons_that_their_dialects_give() -> None:
    known = PACKAGE.dialects()
    in_order = []
    for dialect in known:
        name = dialect["name"]
        judged = generate.reasons_judged(PACKAGE, dialect, known)
        page = (REPO / "models" / "dialects" / name / f"_{name}__docs.md").read_text(encoding="utf-8")
        section = page.partition("## Quarantine reasons")[2].partition("\n## ")[0]
        listed = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in section.splitlines() if line.startswith("|")]
        assert {code for row in listed for code in row} <= set(judged), name
        if "They are tried in this order" in section:
            in_order.append(name)
            place = 0
            for row in filter(None, listed):
                assert set(row) <= set(judged[place:]), f"{name}: {row} is judged before the reasons above it"
                place = max(judged.index(code, place) for code in row) + 1
            twice = judged.count("duplicate_name") > 1
            assert twice == ("occurs twice in the message itself is found" in " ".join(section.split())), name
    assert len(in_order) > 15


def test_the_loader_knows_which_relations_are_internal() -> None:
    public, internal = set(), set()
    rooms = ("landing", "decoding", "statements", "ordering", "actions", "rows", "health")
    for file in (each for room in rooms for each in (REPO / "models" / room).glob("*.sql")):
        text = file.read_text(encoding="utf-8")
        (internal if "schema='internal'" in text else public).add(file.stem.removeprefix("changefeed_"))
    landing = yaml.safe_load((REPO / SOURCES).read_text(encoding="utf-8"))["sources"]
    for names, source in zip((public, internal), landing, strict=True):
        names.update(table["name"] for table in source["tables"])
    public.update(file.stem for file in (REPO / "seeds").glob("*.csv"))
    assert public == PUBLIC == set(generate.reference_pages.PUBLIC) and not internal & public and len(internal) > 10


def test_every_dialect_has_an_encoder() -> None:
    listed = (MACROS / "dialects" / "dialects.sql").read_text(encoding="utf-8")
    dialects = set(re.findall(r"changefeed\.(\w+)_dialect\(\)", listed)) - {"baseline"}
    assert set(encoders.DIALECTS) == dialects, (
        "tests/oracles/encoders: what its producer writes, for the drawn histories"
    )


def test_the_index_of_decisions_has_each_once() -> None:
    folder = REPO / "docs" / "decisions"
    listed = re.findall(r"\((adr-\S+\.md)\)", (folder / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(file.name for file in folder.glob("adr-*.md"))


def test_the_index_of_types_has_each_page() -> None:
    folder = REPO / "docs" / "reference" / "types"
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert index == generate.types_index(), "python docs/generate.py"
    assert set(re.findall(r"\((\w+\.md)\)", index)) == {file.name for file in folder.glob("*.md")} - {"README.md"}


def test_links_lead_somewhere() -> None:
    files = subprocess.check_output(["git", "ls-files", "*.md"], cwd=REPO, text=True).splitlines()
    assert len(files) > 80
    broken = {
        (name, link)
        for name in files
        for link in re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", (REPO / name).read_text(encoding="utf-8"))
        if not (REPO / name).parent.joinpath(link).exists()
    }
    assert broken == set()


def anchors(page: Path) -> set[str]:
    """The names under which links find the headings of a page, as GitHub makes them."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"))
    names = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", each) for each in re.findall(r"(?m)^#+ (.*?) *$", text))
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in names}


def test_links_lead_to_headings() -> None:
    files = subprocess.check_output(["git", "ls-files", "*.md"], cwd=REPO, text=True).splitlines()
    found, broken = 0, []
    for name in files:
        for link, heading in re.findall(
            r"\]\(([^)\s#:]*\.md|)#([^)\s!]+)\)", (REPO / name).read_text(encoding="utf-8")
        ):
            page = (REPO / name).parent / link if link else REPO / name
            found += 1
            broken += [f"{name}: {link}#{heading}"] if page.is_file() and heading not in anchors(page) else []
    assert found > 200 and broken == []


def test_the_index_of_the_documentation_has_each_page() -> None:
    index = REPO / "docs" / "README.md"
    listed = re.findall(r"\]\(([\w/-]+\.md)\)", index.read_text(encoding="utf-8"))
    folders = ("tutorial", "how-to", "reference", "explanation", "zh")
    docs = index.parent
    pages = {str(file.relative_to(docs)) for folder in folders for file in (docs / folder).glob("*.md")}
    assert {each for each in listed if not each.startswith("decisions/")} == pages


def test_the_readme_is_read_in_two_minutes_and_counts_what_there_is() -> None:
    text = (REPO / "README.md").read_text(encoding="utf-8")
    lines, words = len(text.splitlines()), len(text.split())
    assert (lines <= 90, words <= 700) == (True, True), f"README.md: {lines} lines of 90, {words} words of 700"
    text = " ".join(text.split())
    dialects = f"[{len(set(generate.dialects()) - {'baseline'})} dialects]"
    cases = len(list((REPO / "tests" / "field").glob("*/case.md")))
    figures = {row["what"]: row for row in chart.figures()}
    landed = f"{int(figures['500,000 messages land from a file']['figure']):,} messages"
    beside = figures["a run of 500,000 messages / Flink and Paimon with its log, cold"]
    shown = f"{float(beside['figure']):.1f} times as long as Flink with Paimon (the target is {beside['target']})"
    wanted = [f"{dialects}(docs/reference/dialects.md)", f"[{cases} cases](tests/field)", landed, shown]
    missing = [each for each in wanted if each not in text]
    assert missing == [], "README.md has to say each of these, for so it is counted or measured"
    compared = (REPO / "docs" / "explanation" / "compared.md").read_text(encoding="utf-8")
    assert f"{dialects}(../reference/dialects.md)" in compared


def test_the_table_and_the_chart_of_benchmarks_are_those_of_its_figures() -> None:
    assert chart.PAGE.read_text(encoding="utf-8") == chart.page(), "python bench/chart.py"
    assert chart.CHART.read_text(encoding="utf-8") == chart.chart(), "python bench/chart.py"
    assert all(f" | {row['commit']} |" in chart.page() for row in chart.figures())


def test_a_page_begins_with_what_its_reader_can_do_after_it() -> None:
    docs = REPO / "docs"
    pages = [
        file for each in ("tutorial", "how-to", "reference", "explanation") for file in (docs / each).rglob("*.md")
    ]
    texts = {file.name: re.sub(r"\n\nEnglish · .*", "", file.read_text(encoding="utf-8")) for file in pages}
    begins = {name: text.split("\n\n")[1] for name, text in texts.items()}
    assert len(begins) > 25
    assert {
        name for name, text in begins.items() if not text.startswith(("After this page you ", "Here you "))
    } == set()


# Words of the table formats. Upper case is a source's DDL text (macros/statements/statement_forms.sql).
OF_FORMATS = re.compile(
    r"(?i:\b(?:delta|iceberg)\b|_delta_log|replace ?where|num_affected_rows|table_changes|versionAsOf|userMetadata"
    r"|numOutputRows|operationMetrics|describe (?:history|detail)|is_delta|is_iceberg|saveAsTable)"
    r"|\b(?:optimize|vacuum)\b|insert into .* by name"
)
KNOWS_FORMATS = (
    "macros/storage/",
    "changefeed/spark/storage.py",
    "changefeed/spark/storage_without_spark.py",
    "changefeed/spark/power.py",
    "changefeed/spark/packages.py",
)


@pytest.mark.skipif(not shutil.which("java"), reason="there is no Java")
def test_a_fast_test_starts_no_java() -> None:
    """What has to is told how it says so (conftest.py); which Java there is can be asked."""
    started = subprocess.run(["java", "Main"], capture_output=True, text=True)
    assert started.returncode == 1 and "own_spark" in started.stderr
    assert "version" in subprocess.run(["java", "-version"], capture_output=True, text=True, check=True).stderr


def test_only_the_room_of_storage_knows_a_table_format() -> None:
    found = []
    for folder in ("macros", "models", "changefeed", "tests/singular", "tests/generic", "udfs"):
        for file in sorted((REPO / folder).rglob("*")):
            name = file.relative_to(REPO).as_posix()
            if file.suffix in (".sql", ".py", ".yml") and not name.startswith(KNOWS_FORMATS):
                lines = file.read_text(encoding="utf-8").splitlines()
                found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if OF_FORMATS.search(line)]
    assert found == []


WIDTH = 120
IN_COMMENT = re.compile(r"{#.*?#}", re.S)
NO_PROSE = re.compile(r"    |\s*(?:\||#|<|\{%|!\[|\[[^\]]+\]: )")  # code, tables, headings, tags and links of Markdown


def prose() -> Iterator[tuple[str, str]]:
    """Lines of prose with their files: comments of SQL, descriptions and comments in yml, text of Markdown."""
    listed = subprocess.run(["git", "ls-files"], cwd=REPO, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        text = (REPO / name).read_text(encoding="utf-8") if name.endswith((".sql", ".yml", ".md")) else ""
        if name.endswith(".sql"):
            for comment in IN_COMMENT.findall(text):
                yield from ((name, line) for line in comment.splitlines())
        elif name.endswith(".yml"):
            indent = None  # of the description whose block is read
            for line in text.splitlines():
                depth = len(line) - len(line.lstrip())
                if indent is not None and line.strip() and depth <= indent:
                    indent = None
                if indent is not None or re.match(r"\s*# |\s*(?:- )?description: [^>|{]", line):
                    yield name, line
                elif re.match(r"\s*(?:- )?description: [>|]", line):
                    indent = depth + 2 * line.lstrip().startswith("- ")
        else:
            is_code = False
            for line in text.splitlines():
                is_code ^= line.lstrip().startswith("```")
                if not is_code and not NO_PROSE.match(line):
                    yield name, line


def test_lines_of_prose_fit_a_page() -> None:
    """A word that is longer, as a link is, has a line of its own. In Chinese a sentence has one: it has no blanks."""
    wide = [f"{name}: {line.strip()[:60]}" for name, line in prose() if len(line) > WIDTH and " " in line.strip(" -*>")]
    wide = [each for each in wide if not each.startswith("docs/zh/")]
    assert wide == []
