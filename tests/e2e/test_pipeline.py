"""From landed records to current rows: whatever the batches, the order of loading and the kills between them."""

from __future__ import annotations

import base64
import random

import pytest

from pipeline import Pipeline, canal, record

CANAL = {"feed": "f", "dialect": "canal", "topics": "t"}
BAG = {"feed": "f", "source_database": "d", "source_table": "bag"}


def history(seed: int, length: int = 120) -> list[dict]:
    """Records of a made-up source: keyed rows with key changes on three partitions, and a keyless table."""
    chance = random.Random(seed)
    offsets = {0: 0, 1: 0, 2: 0}
    rows: dict[str, str] = {}
    bag: list[dict] = []
    records = []

    def send(partition: int, payload: str) -> None:
        records.append(record(offsets[partition], payload, partition, ts=1717210800000 + len(records) * 10))
        offsets[partition] += 1

    for step in range(length):
        key, value = str(chance.randrange(8)), str(step)
        what = chance.random()
        if what < 0.25:
            image = {"at": str(chance.randrange(3)), "n": None if chance.random() < 0.3 else "1"}
            if bag and chance.random() < 0.4:
                gone = bag.pop(chance.randrange(len(bag)))
                send(0, canal("DELETE", [gone], table="bag", keys=None))
            elif bag and chance.random() < 0.3:
                earlier = bag.pop(chance.randrange(len(bag)))
                bag.append(image)
                old = {name: earlier[name] for name in earlier if earlier[name] != image[name]}
                send(0, canal("UPDATE", [image], [old], table="bag", keys=None))
            else:
                bag.append(image)
                send(0, canal("INSERT", [image], table="bag", keys=None))
        elif key not in rows:
            rows[key] = value
            send(int(key) % 3, canal("INSERT", [{"id": key, "v": value}]))
        elif what < 0.4:
            send(int(key) % 3, canal("DELETE", [{"id": key, "v": rows.pop(key)}]))
        elif what < 0.6 and (new := str(chance.randrange(8))) not in rows:
            old_value = rows.pop(key)
            rows[new] = value
            send(int(new) % 3, canal("UPDATE", [{"id": new, "v": value}], [{"id": key, "v": old_value}]))
        else:
            send(int(key) % 3, canal("UPDATE", [{"id": key, "v": value}], [{"v": rows[key]}]))
            rows[key] = value
    return records


@pytest.fixture
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare("feeds", CANAL)
    pipeline.declare("table_keys", BAG)
    return pipeline


def test_an_empty_warehouse_builds_to_empty_tables(feeds: Pipeline) -> None:
    feeds.build()
    assert feeds.rows() == []
    assert feeds.sql("select * from quarantine") == []


def test_clocks_that_run_backwards_do_not_reorder_a_partition(feeds: Pipeline) -> None:
    rows = [
        record(0, canal("INSERT", [{"id": "1", "v": "a"}]), ts=2_000_000_000_000),
        record(1, canal("UPDATE", [{"id": "1", "v": "b"}], [{"v": "a"}]), ts=1_000_000_000_000),
        record(2, canal("UPDATE", [{"id": "1", "v": "c"}], [{"v": "b"}]), ts=1_500_000_000_000),
    ]
    feeds.land(rows)
    feeds.build()
    assert feeds.rows() == [("t", '["1"]', {"id": "1", "v": "c"}, 1)]
    at_once = feeds.state()

    feeds.clear()
    for each in rows:
        feeds.land([each])
        feeds.build()
    assert feeds.state() == at_once


def test_a_topic_made_again_holds_other_messages(feeds: Pipeline) -> None:
    feeds.land([record(0, canal("INSERT", [{"id": "1", "v": "a"}]))])
    feeds.land([record(0, canal("INSERT", [{"id": "2", "v": "b"}]))], incarnation="second")
    feeds.build()
    assert [key for _, key, _, _ in feeds.rows()] == ['["1"]', '["2"]']


def test_a_topic_is_decoded_when_a_feed_claims_it(feeds: Pipeline) -> None:
    feeds.declare("feeds", CANAL | {"topics": "other"})
    feeds.land([record(0, canal("INSERT", [{"id": "1", "v": "a"}]))])
    feeds.build()
    assert feeds.rows() == []
    assert feeds.sql("select feed, messages from windows") == [{"feed": "", "messages": 1}]

    feeds.declare("feeds", CANAL)
    feeds.build()
    assert len(feeds.rows()) == 1
    feeds.build()
    assert feeds.sql("select count(*) as n from decoded") == [{"n": 1}]


def test_a_topic_that_two_feeds_claim_stops_the_build_and_names_both(feeds: Pipeline) -> None:
    feeds.declare("feeds", CANAL | {"topics": "t*"}, CANAL | {"feed": "g", "topics": "?"})
    feeds.land([record(0, canal("INSERT", [{"id": "1"}]))])
    with pytest.raises(AssertionError, match=r"topic t is claimed by more than one feed \(f, g\)"):
        feeds.build()


def test_a_run_with_nothing_new_writes_nothing(feeds: Pipeline) -> None:
    feeds.land(history(seed=3, length=20))
    feeds.build()

    def versions() -> list[int]:
        return [
            feeds.sql(f"describe history {table} limit 1")[0]["version"]
            for table in ("windows", "decoded", "table_events", "folded_rows")
        ]

    before = versions()
    feeds.build()
    assert versions() == before


@pytest.mark.parametrize("killed_before", ["decoded", "folded_rows"])
def test_a_run_killed_between_two_stages_is_completed_by_the_next(feeds: Pipeline, killed_before: str) -> None:
    records = history(seed=19)
    feeds.land(records[:60])
    feeds.build()
    feeds.land(records[60:90])
    done = {"decoded": "+changefeed_windows", "folded_rows": "+changefeed_decoded"}[killed_before]
    feeds.dbt("build", "--select", done, "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test")
    feeds.land(records[90:])
    feeds.build()
    interrupted = feeds.state()

    feeds.clear()
    feeds.land(records)
    feeds.build()
    assert feeds.state() == interrupted


GOOD = canal("INSERT", [{"id": "good", "v": "中文 🚀"}])
DEEP = '{"type":"INSERT","isDdl":false,"data":' + '{"a":' * 10_000 + "1" + "}" * 10_000 + "}"
POISON = {
    "empty_value": "",
    "invalid_json": '{"type": INSERT}',
    "invalid_json truncated": GOOD[:60],
    "invalid_json trailing": GOOD + " garbage",
    "invalid_json twice": GOOD + GOOD,
    "invalid_json nul": GOOD.replace("good", "a\0b"),
    "invalid_json deep": DEEP,
    "invalid_json null": "null",
    "invalid_json array": "[1, 2]",
    "wrong_dialect": '{"before":null,"after":{"id":1},"source":{"db":"d","table":"t"},"op":"c","ts_ms":1}',
    "unknown_operation": canal("UPSERT", [{"id": "1"}]),
    "data_not_rows": canal("INSERT", {"id": "1"}),
    "data_not_rows texts": canal("INSERT", ["a", "b"]),
    "old_not_rows": canal("UPDATE", [{"id": "1"}, {"id": "2"}], [{}]),
    "statement_without_rows": canal("DELETE", None, sql="delete from t"),
    "no_key_declared": canal("INSERT", [{"v": "1"}], keys=None),
    "table_missing": canal("INSERT", [{"id": "1"}], table=""),
    "key_absent": canal("INSERT", [{"v": "1"}]),
    "key_absent in one of two rows": canal("INSERT", [{"id": "1"}, {"v": "1"}]),
    "lone_surrogate": GOOD.replace("good", "\\ud83d"),
    "duplicate_name": GOOD.replace('"v"', '"id"'),
}


def test_each_poison_message_is_quarantined_with_its_reason_and_stops_nobody(feeds: Pipeline) -> None:
    records = [record(offset, payload) for offset, payload in enumerate(POISON.values())]
    not_utf8 = record(len(records), None)
    not_utf8["payload_base64"] = base64.b64encode(b'{"type":"\xff"}').decode()
    records += [not_utf8, record(len(records) + 1, GOOD)]
    feeds.land(records)
    feeds.build()

    found = feeds.sql("select offset, reason, detail, attempts, resolved_at from quarantine order by offset")
    assert [each["reason"] for each in found] == [name.split()[0] for name in POISON] + ["not_utf8"]
    assert all(len(each["detail"]) > 20 for each in found)
    assert {each["attempts"] for each in found} == {1}
    assert {each["resolved_at"] for each in found} == {None}
    assert feeds.rows() == [("t", '["good"]', {"id": "good", "v": "中文 🚀"}, 1)]


def test_a_message_of_16_mb_is_decoded_whole_and_a_broken_one_is_quarantined(feeds: Pipeline) -> None:
    long = "中" * (16 * 1024 * 1024 // 3)
    message = canal("INSERT", [{"id": "1", "v": long}])
    feeds.land([record(0, message), record(1, message[:-1]), record(2, GOOD)])
    feeds.build()
    assert feeds.sql("select offset, reason from quarantine") == [{"offset": 1, "reason": "invalid_json"}]
    assert {key: row["v"] for _, key, row, _ in feeds.rows()} == {'["1"]': long, '["good"]': "中文 🚀"}


def test_json_numbers_keep_all_their_digits(feeds: Pipeline) -> None:
    digits = "12345678901234567890123456789012345.123456789012345678901234567890"
    feeds.land(
        [
            record(
                0,
                canal("INSERT", [{"id": "1", "v": "N", "w": "M"}]).replace('"N"', digits).replace('"M"', "1.50e-7"),
            )
        ]
    )
    feeds.build()
    assert feeds.rows() == [("t", '["1"]', {"id": "1", "v": digits, "w": "1.50e-7"}, 1)]


def test_tombstones_and_statements_are_messages_that_change_no_row(feeds: Pipeline) -> None:
    statement = canal("QUERY", None, table="", database="", sql="UPDATE t SET v = 1")
    ddl = canal("ALTER", None, isDdl=True, sql="alter table t add column w int")
    feeds.land([record(0, None), record(1, statement), record(2, ddl), record(3, canal("INSERT", []))])
    feeds.build()
    changes = feeds.sql("select operation, statement_kind from changes order by offset")
    assert [(each["operation"], each["statement_kind"]) for each in changes] == [
        ("other", None),
        ("other", "query"),
        ("ddl", "alter"),
        ("other", None),
    ]
    assert feeds.rows() == []


def test_the_invariants_hold_and_would_notice(feeds: Pipeline) -> None:
    feeds.land([*history(seed=23, length=40), record(0, "broken", partition=9)])
    feeds.build()
    invariants = [
        "nothing_is_lost",
        "every_key_has_one_current_row",
        "no_change_without_a_message",
        "canonical_operations_only",
    ]
    assert {feeds.dbt("test", "--select", *invariants)[name].status for name in invariants} == {"pass"}

    feeds.spark.sql("delete from decoded where offset = 0 and partition = 0")
    feeds.spark.sql("update decoded set offset = 999, operation = 'nonsense' where offset = 1 and partition = 1")
    feeds.spark.sql("insert into folded_rows select * from folded_rows")
    assert {feeds.dbt("test", "--select", *invariants)[name].status for name in invariants} == {"fail"}
