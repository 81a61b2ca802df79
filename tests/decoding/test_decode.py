"""`changefeed decode`: what becomes of messages, with nothing landed."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from changefeed.cli.main import main
from changefeed.watch import preview as decoding
from conftest import Warehouse, write_capture
from pipeline import REPO, canal, record
from schema_registry import serving

DEMO = REPO / "demo" / "captures"
INSERT = canal("INSERT", [{"id": "1", "name": None, "note": "a 茶"}])
UPDATE = canal("UPDATE", [{"id": "2", "name": "b", "note": "a 茶"}], [{"id": "1", "name": None}])


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def decoded(warehouse: Warehouse, *arguments: str, stdin: str | None = None, code: int = 0) -> list[dict[str, Any]]:
    """What the command prints; its exit code is as given."""
    result = warehouse.cli("decode", *arguments, stdin=stdin)
    assert result.exit_code == code, f"{result.output}{result.exception!r}"
    return lines(result)


def of(row: dict[str, Any], *names: str) -> list[Any]:
    return [row[name] for name in names]


# -- what the input is


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (b'{"a":1}', [b'{"a":1}']),
        (b'{"a":1}\r\n\n  [2] \n"3"\n', [b'{"a":1}', b"[2]", b'"3"']),
        (b'{\n  "a": 1.50\n}\n{\n  "b": 2\n}\n', [b'{\n  "a": 1.50\n}', b'{\n  "b": 2\n}']),
        (b'{"a":1}{"b":2}\n{"c":3}\n', [b'{"a":1}{"b":2}', b'{"c":3}']),
        (b'{"a":1}\r\n{"b":\r\n', [b'{"a":1}', b'{"b":']),
        (b'{"a":1}\n\xff\n', [b'{"a":1}', b"\xff"]),
        (b"[" * 100_000 + b"\n1\n", [b"[" * 100_000, b"1"]),
        (b" \n\n", []),
        (b"", []),
    ],
    ids=["one", "lines", "on_several_lines", "two_on_a_line", "cut_off", "no_text", "deep", "blank", "empty"],
)
def test_values_are_as_they_were_sent(given: bytes, expected: list[bytes]) -> None:
    assert decoding.values(given) == expected


def test_many_values_take_a_time_that_grows_with_their_number() -> None:
    assert len(decoding.values(b'{"a":[1,2,3]}\n' * 200_000)) == 200_000


def test_a_record_has_the_place_of_a_message() -> None:
    assert decoding.is_record(json.dumps(record(0, None)).encode())
    for other in (INSERT, "[]", "7", "{", '{"topic":"t","offset":1}'):
        assert not decoding.is_record(other.encode()), other


# -- wrong options: said before Spark starts


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--dialect", "canl"], "there is no dialect 'canl'. Did you mean canal?"),
        (["--dialect", "canal", "--option", "absent=x"], "dialect canal has no option 'absent'. It has absent_means="),
        (["--dialect", "canal", "--option", "absent_means=x"], "option 'absent_means' of dialect canal can't be 'x'."),
        (["--dialect", "canal", "--time-zone", "Asia/Shangai"], "Did you mean Asia/Shanghai?"),
        (["--dialect", "canal", "--source-kind", "oracle"], "canal does not come from 'oracle', but from mysql"),
        (["--dialect", "drs_avro", "--option", "schema=drs"], "there is no file schemas/drs.avsc; the folder has"),
        (["--dialect", "canal", "--keys", "shop.items"], "--keys: 'shop.items' is no key: write TABLE=COLUMN"),
        (["--feed", "shop", "--option", "order=pos"], "feed shop, options: dialect canal has no option 'order'."),
        (["--option", "absent_means=as_null"], "give --dialect NAME or --feed FEED, too"),
        ([], "a value does not say its feed: give --dialect NAME or --feed FEED"),
    ],
    ids=lambda given: "_".join(given)[:40] if isinstance(given, list) else "",
)  # fmt: skip
def test_a_wrong_option_is_named(options: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "decode", *options], input=INSERT)
    assert (result.exit_code, result.stdout) == (64, "")
    assert words in result.stderr


def test_no_message_is_said() -> None:
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "decode", "--dialect", "canal"], input="\n")
    assert result.exit_code == 64 and "there is no message" in result.stderr


def test_a_record_that_is_none_is_named(tmp_path: Path) -> None:
    file = write_capture(tmp_path / "some.jsonl", [record(0, INSERT), '{"topic":"t"}'])
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "decode", "--dialect", "canal", str(file)])
    assert result.exit_code == 1
    assert f"{file}, record 2: partition is missing or not a number from 0" in result.stderr


def test_a_topic_that_no_feed_claims_is_named() -> None:
    given = json.dumps(record(0, INSERT, topic="nowhere"))
    result = CliRunner().invoke(main, ["--project-dir", str(REPO), "decode"], input=given)
    assert result.exit_code == 1 and "No feed claims the topic nowhere" in result.stderr


# -- what becomes of messages


def tables_of(warehouse: Warehouse) -> list[str]:
    found = warehouse.sql(f"show tables in {warehouse.schema}")
    return [row["tableName"] for row in found if not row["isTemporary"]]  # other tests leave views in the session


def test_a_message_becomes_changes_and_nothing_lands(warehouse: Warehouse) -> None:
    (insert,) = decoded(warehouse, "--dialect", "canal", stdin=INSERT)
    assert insert == {
        "feed": "own", "topic": "topic", "partition": 0, "offset": 0, "message_index": 0, "step": 0,
        "source_database": "d", "source_schema": "", "source_table": "t", "operation": "insert",
        "row_key": '["1"]', "source_at": "2024-06-01 03:00:00Z", "processed_at": "2024-06-01 03:00:00.08Z",
        "is_partial": False, "key_columns": ["id"], "after": {"id": "1", "name": None, "note": "a 茶"},
    }  # fmt: skip
    given = "\n".join([INSERT, UPDATE, canal("DELETE", [{"id": "2"}]), "{", canal("INSERT", [{"name": "c"}])])
    result = warehouse.cli("decode", "--dialect", "canal", stdin=given)
    assert result.exit_code == 3
    assert "standard input: 5 values (--records: read Kafka records)" in result.stderr
    found = lines(result)
    places = [[each["offset"], *map(each.get, ("step", "operation", "reason"))] for each in found]
    assert places == [
        [0, 0, "insert", None], [1, 0, "update", None], [1, 1, "update", None], [2, 0, "delete", None],
        [3, None, None, "invalid_json"], [4, None, None, "key_absent"],
    ]  # fmt: skip
    assert of(found[1], "row_key", "before") == ['["1"]', {"id": "1", "name": None, "note": "a 茶"}]
    assert of(found[2], "row_key", "previous_row_key") == ['["2"]', '["1"]']
    assert found[5]["detail"] == "d.t: a row lacks one of the key columns id."
    assert "row_key" not in found[5] and "before" not in found[0]
    assert tables_of(warehouse) == []
    assert warehouse.sql(f"show schemas like '{warehouse.schema}_internal'") == []


def test_a_statement_shows_what_it_means(warehouse: Warehouse) -> None:
    given = canal("ALTER", None, sql="alter table t add column c int default 5, drop x", isDdl=True)
    (ddl,) = decoded(warehouse, "--dialect", "canal", stdin=given)
    assert of(ddl, "operation", "statement_kind", "is_understood") == ["ddl", "alter", True]
    added, dropped = ddl["actions"]
    assert of(added, "action", "column_name", "column_type", "column_default") == ["add_column", "c", "int", "5"]
    assert dropped == {
        "action": "drop_column", "source_database": "d", "source_table": "t", "column_name": "x",
    }  # fmt: skip


def test_a_statement_alone_shows_what_it_means(warehouse: Warehouse) -> None:
    (found,) = decoded(warehouse, "--statement", "truncate table x.items", "--table", "d.items")
    assert found["actions"] == [{"action": "truncate", "source_database": "x", "source_table": "items"}]
    (found,) = decoded(warehouse, "--statement", "alter table b.items add c text", "--table", "a.b.items")
    assert found["actions"][0]["source_schema"] == "b"
    (found,) = decoded(warehouse, "--statement", "alter table t explode", code=3)
    assert found == {"statement": "alter table t explode", "is_understood": False, "actions": []}


def test_a_record_keeps_its_place_and_the_feed_of_its_topic_reads_it(warehouse: Warehouse, tmp_path: Path) -> None:
    """Records of several feeds, plain and packed; a place may be given twice."""
    shop = [json.loads(line) for line in (DEMO / "shop_canal.jsonl").read_text().splitlines()][1:3]
    erp = json.loads((DEMO / "works_dataworks.jsonl").read_text().splitlines()[0])
    plain = write_capture(tmp_path / "some.jsonl", [shop[1], shop[0], shop[0]])
    packed = tmp_path / "more.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(erp, indent=2).encode()))
    found = decoded(warehouse, str(plain), str(packed))
    places = [of(each, "feed", "topic", "partition", "offset") for each in found]
    given = [("shop", shop[1]), ("shop", shop[0]), ("shop", shop[0]), ("works", erp)]
    assert list(dict.fromkeys(map(tuple, places))) == list(
        dict.fromkeys((feed, each["topic"], each["partition"], each["offset"]) for feed, each in given)
    )
    assert found.count(next(each for each in found if each["offset"] == shop[0]["offset"])) == 2


def test_raw_takes_a_record_as_a_value(warehouse: Warehouse) -> None:
    (found,) = decoded(warehouse, "--raw", "--dialect", "canal", stdin=json.dumps(record(7, INSERT)), code=3)
    assert of(found, "offset", "reason") == [0, "wrong_dialect"]


def test_settings_of_the_command_and_of_the_feed(warehouse: Warehouse) -> None:
    """--feed takes the seeds' lines: the zone, the key of page_views (none). The command's own options win."""
    message = json.loads(INSERT) | {"database": "shop", "table": "page_views", "pkNames": None}
    given = json.dumps(message)
    (found,) = decoded(warehouse, "--feed", "shop", stdin=given)
    assert of(found, "feed", "key_columns") == ["shop", []]
    (found,) = decoded(warehouse, "--feed", "shop", "--keys", "shop.page_views=name|id", stdin=given)
    assert of(found, "key_columns", "row_key") == [["id", "name"], '["1",null]']
    (found,) = decoded(warehouse, "--dialect", "canal", stdin=given, code=3)
    assert found["reason"] == "no_key_declared"
    given = json.dumps(message | {"database": ""})
    (found,) = decoded(warehouse, "--dialect", "canal", "--database", "b", "--keys", "b.page_views=id", stdin=given)
    assert of(found, "source_database", "row_key") == ["b", '["1"]']


def test_a_value_gets_a_topic_and_a_key(warehouse: Warehouse) -> None:
    given = '{"id":1,"name":"Post","__deleted":"false"}'
    more = ("--key", '{"id":1}', "--topic", "a.b.papers", "--option", "deletes=marked", "--option", "order=offset")
    (found,) = decoded(warehouse, "--dialect", "debezium_flat", *more, stdin=given)
    assert of(found, "topic", "source_table", "row_key") == ["a.b.papers", "papers", '["1"]']


def test_the_two_messages_of_an_update_meet(warehouse: Warehouse) -> None:
    """Also where they come from two partitions; a side alone waits in quarantine."""
    captured = [json.loads(line) for line in (DEMO / "works_dataworks.jsonl").read_text().splitlines()]
    sides = [json.dumps(each) for each in captured if '"1717210800000000006"' in each["payload"]]
    before, after = decoded(warehouse, "--feed", "works", stdin="\n".join(sides))
    assert of(before, "partition", "step", "row_key") == [1, 0, '["P-2"]']
    assert of(after, "partition", "step", "row_key", "previous_row_key") == [0, 1, '["P-20"]', '["P-2"]']
    (alone,) = decoded(warehouse, "--feed", "works", stdin=sides[0], code=3)
    assert alone["reason"] == "unpaired_update"


def test_a_record_of_avro_is_read_with_the_schema_of_the_folder(warehouse: Warehouse) -> None:
    """Behind a registry's frame by its number; of DRS by the name in its option."""
    wharf, kiln = (
        (DEMO / f"{name}.jsonl").read_text().splitlines()[0] for name in ("wharf_ticdc_avro", "kiln_drs_avro")
    )
    (found,) = decoded(warehouse, "--dialect", "ticdc_avro", "--source-kind", "tidb", stdin=wharf)
    assert of(found, "operation", "source_table") == ["insert", "crates"]
    assert "tea 茶" in found["after"].values()
    more = ("--dialect", "drs_avro", "--option", "schema=drs_demo", "--keys", "kiln.pots=pot")
    (found,) = decoded(warehouse, *more, stdin=kiln)
    assert of(found, "source_database", "source_table", "key_columns") == ["kiln", "pots", ["pot"]]


def test_an_unknown_schema_is_a_reason(warehouse: Warehouse) -> None:
    frame = base64.b64encode(b"\0\0\0\0\x07x").decode()
    given = json.dumps(record(0, None, topic="wharf_ticdc_avro") | {"payload": None, "payload_base64": frame})
    (found,) = decoded(warehouse, stdin=given, code=3)
    assert of(found, "feed", "reason") == ["wharf", "schema_unknown"]
    assert "was written with the schema 7, and neither" in found["detail"]


def test_a_registry_is_asked_for_a_schema_and_the_answer_is_not_kept(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = json.loads((DEMO / "wharf_ticdc_avro.jsonl").read_text().splitlines()[0])
    with serving() as registry:
        monkeypatch.setenv("CHANGEFEED_REGISTRY_URL", registry.url)
        for name, number in (("key_base64", 2100000008), ("payload_base64", 2100000009)):
            registry.knows(number - 2100000000, (REPO / "schemas" / f"{number}.avsc").read_text())
            framed = base64.b64decode(given[name])
            given[name] = base64.b64encode(b"\0\0\0\0" + bytes([number - 2100000000]) + framed[5:]).decode()
        (found,) = decoded(warehouse, stdin=json.dumps(given))
        assert "tea 茶" in found["after"].values()
        assert sorted(registry.asked) == ["/schemas/ids/8", "/schemas/ids/9"]
        del registry.schemas[9]
        result = warehouse.cli("decode", stdin=json.dumps(given))
        assert result.exit_code == 3 and "warns: schema 9: " in result.stderr
        assert lines(result)[0]["reason"] == "schema_unknown"
    assert tables_of(warehouse) == []
