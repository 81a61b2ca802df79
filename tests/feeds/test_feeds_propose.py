"""`changefeed feeds propose`: one line for topics that belong together, what it guesses from messages, what it asks."""

from __future__ import annotations

import base64
import contextlib
import io
import json
from typing import Any

import pytest

import registry_messages
from changefeed.loader import landing_tables as messages
from changefeed.loader import schemas
from changefeed.project import macros
from changefeed.spark import relations
from pipeline import REPO, Pipeline, record

AT = 1_717_210_800_000  # 2024-06-01 03:00:00 UTC


def canal(number: int, row: dict[str, str], types: dict[str, str], **members: Any) -> str:
    message = {"id": number, "es": AT + 1000 * number, "ts": AT + 1000 * number + 80, "gtid": "", "database": "d"}
    message |= {"table": "t", "type": "INSERT", "isDdl": False, "sql": "", "sqlType": {}, "mysqlType": types}
    return json.dumps(message | {"data": [row], "old": None, "pkNames": ["id"]} | members)


def debezium(connector: str, table: str = "t") -> str:
    source = {"connector": connector, "name": "s", "db": "d", "table": table, "ts_ms": AT, "snapshot": "false"}
    return json.dumps({"before": None, "after": {"id": 1}, "source": source, "op": "c", "ts_ms": AT})


def flat(table: str) -> str:
    return json.dumps({"id": 1, "__op": "c", "__table": table, "__source_ts_ms": AT})


def with_own_words(is_flat: bool) -> str:
    """An update of a task with a placeholder, or with a prefix, of its own."""
    if is_flat:
        return json.dumps({"id": 1, "__deleted": "false", "cdc_source_op": "u", "cdc_table": "t", "cdc_source_lsn": 5})
    source = {"connector": "postgresql", "name": "s", "db": "d", "schema": "s", "table": "t", "ts_ms": AT, "lsn": 5}
    row = {"id": 1, "body": "(unavailable)"}
    return json.dumps({"before": None, "after": row, "source": source, "op": "u", "ts_ms": AT})


def dms(table: str) -> str:
    place = {"schema-name": "crm", "table-name": table, "record-type": "data", "operation": "load"}
    return json.dumps({"data": {"id": 1}, "metadata": place | {"timestamp": "2024-06-01T03:00:00.000000Z"}})


def golden_gate(number: int) -> str:
    message = {"table": "S.T", "op_type": "I", "op_ts": f"2024-06-01 11:00:0{number}", "pos": f"{number}"}
    return json.dumps(message | {"current_ts": "2024-06-01T11:00:09", "after": {"ID": number}})


def maxwell(database: str, kind: str, data: dict[str, Any] | None = None) -> str:
    """A row, or without one a statement."""
    told = {"data": data} if data else {"sql": "alter table t add c int", "def": {}}
    return json.dumps({"database": database, "table": "t", "type": kind, "ts": 1717210800} | told)


def oms(kind: str, types: dict[str, Any] | None = None) -> str:
    about = {
        "record_primary_key": "id",
        "dbType": "OB_MYSQL",
        "table_name": "t",
        "db": "tn.d",
        "timestamp": "1717210800",
    }
    row = {"id": 1} | ({"__light_type": types} if types else {})
    rows = {"prevStruct": row if kind == "DELETE" else None, "postStruct": row if kind == "INSERT" else None}
    return json.dumps(rows | {"allMetaData": about, "recordType": kind})


NEIGHBOURS = {
    "inn": "ticdc_open", "cafe": "ticdc_simple", "fair": "debezium_mongodb", "vine": "pg_logical",
    "mine": "huawei_migration_canal", "ride": "debezium_mongodb_flat",
}  # fmt: skip


def captured(name: str) -> list[dict[str, Any]]:
    """The records of a capture of the demo, in one topic with the capture's name."""
    (file,) = (REPO / "demo" / "captures").glob(f"{name}_*.jsonl")
    records = [json.loads(each) for each in file.read_text(encoding="utf-8").splitlines()]
    return [each | {"topic": f"shown_{name}", "partition": 0, "offset": n} for n, each in enumerate(records)]


def framed(number: int, topic: str, value: bytes) -> dict[str, Any]:
    """A record whose value has a schema registry's bytes before it."""
    told = {name: each for name, each in record(number, None, topic=topic).items() if name != "payload"}
    return told | {"payload_base64": base64.b64encode(value).decode()}


@pytest.fixture(scope="module")
def proposed(pipeline: Pipeline) -> list[str]:
    """What is printed for topics of several dialects, beside one feed that is declared."""
    pipeline.clear()
    kept = {"feed": "kept", "dialect": "debezium", "topics": "kept.*"}
    late = {"feed": "late", "dialect": "maxwell", "topics": "late"}
    pipeline.declare("feeds", {"feed": "old", "dialect": "canal", "topics": "old.one"}, kept, late)
    rows = "select 'late' as feed, 'late' as source_database, '' as source_schema"
    pipeline.spark.sql(macros.own().make_table(relations.table_name("folded_rows"), rows))
    built = pipeline.dbt("build", "--select", "+changefeed_feed_settings", "--exclude-resource-type", "test")
    assert {node.status for node in built.values()} == {"success"}
    timed = {"id": "bigint", "born": "datetime", "seen": "timestamp"}
    types = {"id": {"schemaType": "INT"}}
    spread = ("2020-01-01 00:00:00", "2021-05-05 05:05:05", "2023-12-31 23:59:59", "1999-09-09 09:09:09")
    sent = {
        "shop.orders": [canal(n, {"id": f"{n}", "seen": f"2024-06-01 08:30:0{n}"}, timed) for n in (1, 2)],
        "shop.items": [
            *(canal(n, {"id": f"{n}", "seen": f"2024-06-01 08:30:0{n}"}, timed) for n in (3, 4)),
            # Set by no change, or read in no zone: these tell nothing.
            canal(5, {"id": "5", "seen": "2024-06-02 01:15:00", "born": "2024-06-01 03:00:01"}, timed),
        ],
        "asked": [canal(n, {"id": f"{n}", "seen": spread[n]}, timed) for n in range(4)],
        "untimed": [canal(1, {"id": "1", "born": "2024-06-01 11:00:01"}, {"id": "bigint", "born": "datetime"})],
        "2024": [
            canal(1, {"n": "1"}, {"n": "int"}, pkNames=None, table="a,b"),
            canal(2, {"n": "1"}, {}, pkNames=None),
            canal(3, {"n": "1"}, {}, pkNames=None, table="t's"),
            canal(4, {"n": "1"}, {}, pkNames=None, table='say "x" \\ y'),
            canal(5, {"n": "1"}, {}, pkNames=None, table="a\nb"),
        ],
        "hostile": [canal(1, {"id": "1"}, {"id": "timestamp\nx,canal,x,,,,,,", "e": "enum('${a}','b\nc')"})],
        "it's": [canal(1, {"id": "1"}, {})],
        "old.one": [canal(1, {"id": "1"}, {})],
        "old.two": [canal(1, {"id": "1"}, {})],
        "old.three": [canal(1, {"id": "1"}, {})],
        "dbz": [json.dumps({"source": {"connector": "mysql"}, "ddl": "create table t (id int)", "ts_ms": AT})],
        "dbz.d.a": [debezium("mysql", "a")],
        "dbz.d.b": [debezium("mysql", "b")],
        "__debezium-heartbeat.dbz": [json.dumps({"ts_ms": AT})],
        "mix.pg.a": [debezium("postgresql")],
        "mix.pg.b": [debezium("postgresql")],
        "mix.my.a": [debezium("mariadb")],
        "mix.my.b": [debezium("mariadb")],
        "kept.d.a": [debezium("mysql")],
        "__debezium-heartbeat.kept": [json.dumps({"ts_ms": AT})],
        "__debezium-heartbeat.one": [json.dumps({"ts_ms": AT})],
        "__debezium-heartbeat.two": [json.dumps({"ts_ms": AT})],
        "flat.d.a": [flat("a")],
        "flat.d.b": [flat("b")],
        "__debezium-heartbeat.flat": [json.dumps({"ts_ms": AT})],
        "words.s.t": [with_own_words(is_flat=False)],
        "prefixed.s.t": [with_own_words(is_flat=True)],
        "signalled.d.a": [debezium("mysql", "a")],
        "signalled.d.b": [debezium("mysql", "b")],
        "signalled.signals": [json.dumps({"id": "1", "type": "log", "data": "{}"})],
        "listed.a": [debezium("mysql", "a")],
        "listed.b": [debezium("mysql", "b")],
        "listed.none": ["{}"],
        "dms": [dms("leads"), dms("deals")],
        "gate.a": [golden_gate(n) for n in (1, 2, 3)],
        "lost.a": [debezium("mysql")],
        "lost.b": ["{}"],
        "plain": [oms("INSERT"), oms("DELETE"), oms("HEARTBEAT")],
        "typed": [oms("INSERT", types), oms("DELETE", types), oms("HEARTBEAT")],
        "tunnel": [
            json.dumps({"data": {"id": n}, "type": kind, "database": "d", "table": "t", "ts": AT})
            for n, kind in enumerate(("INSERT", "DELETE", "INSERT"))
        ],
        "wells": [maxwell("d", kind, {"id": n}) for n, kind in enumerate(("insert", "delete"))],
        "pit": [maxwell("pit", "insert", {"id": 1})],
        "pit_ddl": [maxwell("pit", "table-alter"), maxwell("pit", "table-create")],
        "twin_a": [maxwell("twin", "insert", {"id": 1})],
        "twin_b": [maxwell("twin", "insert", {"id": 1})],
        "twin_ddl": [maxwell("twin", "table-alter")],
        "lone_ddl": [maxwell("lone", "table-alter")],
        "late_ddl": [maxwell("late", "table-alter")],
    }  # fmt: skip
    keyed = {"key": json.dumps({"id": 1, "shard\n": "t1"})}
    messages.create_tables(pipeline.spark, pipeline.folder)
    known = registry_messages.NUMBERS.schemas.items()
    schemas.add(pipeline.spark, [schemas.fetched_row(pipeline.spark, str(number), text) for number, text in known])
    pipeline.land(
        [
            *(
                record(n, text, topic=topic, ts=AT + 2000)
                for topic, messages in sent.items()
                for n, text in enumerate(messages)
            ),
            record(0, '{"id":1,"__deleted":"false"}', topic="routed.d.t") | keyed,
            *(each for name in NEIGHBOURS for each in captured(name)),
            *map(json.loads, (REPO / "demo" / "captures" / "erp_drs_json.jsonl").read_text().splitlines()),
            *(framed(n, "told.d.t", f"\0\0\0\0\5{debezium('mysql')}".encode()) for n in (1, 2)),
            framed(0, "mute.d.t", b"\0\0\0\0\7\2\4"),
            *(
                framed(n, topic, value)
                for n, (topic, _, value) in enumerate(registry_messages.STORIES["guild_debezium_avro"])
                if value
            ),
        ]
    )
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        pipeline.dbt("run-operation", "propose_feeds")
    return printed.getvalue().splitlines()


def line(proposed: list[str], name: str) -> str:
    (found,) = [each for each in proposed if each.startswith(f"{name},")]
    return found


def comments(proposed: list[str], name: str) -> str:
    """What stands between the line of a feed and the line before it."""
    end = proposed.index(line(proposed, name))
    start = max((n for n in range(end) if not proposed[n].startswith("#") or proposed[n].startswith("# or")), default=0)
    return "\n".join(proposed[start + 1 : end])


def test_topics_of_one_source_have_one_line(proposed: list[str]) -> None:
    assert line(proposed, "shop") == "shop,canal,shop.*,,+05:30,,,,"
    assert line(proposed, "dbz") == "dbz,debezium,dbz dbz.* __debezium-heartbeat.dbz,mysql,,,,,"
    assert "# 4 topics, dbz dbz.* __debezium-heartbeat.dbz: 4 of 4 messages look like debezium" in proposed


def test_topics_of_two_sources_have_a_line_each(proposed: list[str]) -> None:
    assert line(proposed, "mix_pg") == "mix_pg,debezium,mix.pg.*,postgresql,,,,,"
    assert line(proposed, "mix_my") == "mix_my,debezium,mix.my.*,mariadb,,,,,"


def test_no_line_claims_a_topic_of_another_feed_or_of_no_dialect(proposed: list[str]) -> None:
    assert line(proposed, "old_2").startswith("old_2,canal,old.three old.two,")
    assert line(proposed, "lost_a").startswith("lost_a,debezium,lost.a,mysql,")
    assert any(
        each.startswith("# topic lost.b: 1 message, 1 JSON object among them, looks like no dialect")
        for each in proposed
    )


def test_one_topic_of_no_dialect_does_not_part_the_others(proposed: list[str]) -> None:
    assert line(proposed, "signalled_d") == "signalled_d,debezium,signalled.d.*,mysql,,,,,"
    assert line(proposed, "listed") == "listed,debezium,listed.a listed.b,mysql,,,,,"


def test_heartbeats_go_with_the_rows_of_their_server(proposed: list[str]) -> None:
    """Also of rows without an envelope, whose dialect they do not look like; those of servers without rows are one."""
    assert line(proposed, "flat").startswith("flat,debezium_flat,flat.* __debezium-heartbeat.flat,")
    told = (
        "# topic __debezium-heartbeat.kept: 1 message of heartbeats; feed kept has topics of the same server: add this"
    )
    assert [each for each in proposed if "heartbeat.kept" in each] == [f"{told} one to its topics"]
    lonely = "debezium_heartbeats,debezium,__debezium-heartbeat.one __debezium-heartbeat.two,"
    assert line(proposed, "debezium_heartbeats").startswith(lonely)


def test_statements_go_with_the_rows_of_their_database(proposed: list[str]) -> None:
    """Where it is not known with which, a comment says so; with those of a declared feed, it names that."""
    assert line(proposed, "pit") == "pit,maxwell,pit pit_ddl,,,,,,"
    assert "# 2 topics, pit pit_ddl: 3 of 3 messages look like maxwell" in proposed
    assert line(proposed, "twin_ddl").startswith("twin_ddl,maxwell,twin_ddl,")
    told = "topics? All messages are statements. The feed that has the rows{} probably needs them: then write the topic"
    assert told.format(" (twin_a, or twin_b)") in comments(proposed, "twin_ddl")
    assert told.format("") in comments(proposed, "lone_ddl")
    (late,) = [each for each in proposed if "late_ddl" in each]
    assert late == (
        "# topic late_ddl: 1 message of statements; feed late has rows of the same database: add this one to its topics"
    )
    assert len([each for each in proposed if "topics?" in each]) == 2


def test_statements_are_of_the_likely_dialect_that_reads_them(proposed: list[str]) -> None:
    """Messages of DRS have the shape of Canal's, whose statements are others."""
    assert line(proposed, "erp_stock").split(",")[2] == "erp-stock erp"


def test_what_stands_before_a_message_is_seen(proposed: list[str]) -> None:
    assert line(proposed, "told_d_t") == "told_d_t,debezium,told.d.t,mysql,,,,,framing=confluent"
    assert "framing: the five bytes of a schema registry stand before the JSON" in comments(proposed, "told_d_t")
    assert line(proposed, "guild") == "guild,debezium_avro,guild.* __debezium-heartbeat.guild,mysql,,,,,"
    (told,) = [each for each in proposed if each.startswith("# topic mute.d.t: ")]
    assert "nobody knows their schema 7" in told and "CHANGEFEED_REGISTRY_URL" in told


def test_words_of_a_tasks_own_are_seen(proposed: list[str]) -> None:
    assert line(proposed, "words_s_t") == "words_s_t,debezium,words.s.t,postgresql,,,,,unavailable=(unavailable)"
    assert "unavailable=(unavailable), as messages show" in comments(proposed, "words_s_t")
    assert line(proposed, "prefixed_s_t").endswith(",fields_prefix=cdc_")


def test_the_line_of_a_key_is_the_one_that_the_source_kind_makes(proposed: list[str]) -> None:
    said = comments(proposed, "dms")
    assert "keys? Messages of 2 tables name none." in said
    mysql = "#     where source_kind is mysql or mariadb:\n#       dms,crm,,deals,\n#       dms,crm,,leads,\n"
    others = (
        "#     where source_kind is postgresql or oracle or sqlserver or db2 or left empty:\n#       dms,,crm,deals,\n"
    )
    assert mysql + others in said


def test_a_zone_is_guessed_from_times_that_a_change_sets(proposed: list[str]) -> None:
    told = "time_zone: a guess from 4 times without one, such as t.seen 2024-06-01 08:30:03;"
    assert told in comments(proposed, "shop")


def test_a_zone_that_times_do_not_tell_is_asked(proposed: list[str]) -> None:
    assert line(proposed, "asked") == "asked,canal,asked,,,,,,"
    told = "time_zone? that of times without one, such as t.seen 1999-09-09 09:09:09: messages do not tell it; "
    assert told + "left empty, these are read in UTC" in comments(proposed, "asked")


def test_a_zone_is_guessed_from_messages_that_tell_their_time_without_one(proposed: list[str]) -> None:
    assert line(proposed, "gate_a") == "gate_a,ogg,gate.a,,+08:00,,,,"
    assert "time_zone: a guess from the times of 3 messages;" in comments(proposed, "gate_a")


def test_no_zone_is_asked_where_nothing_is_read_in_it(proposed: list[str]) -> None:
    assert "time_zone" not in comments(proposed, "untimed")
    assert "#   time_zone: leave it empty, debezium reads no time in it" in comments(proposed, "dbz").splitlines()


def test_options_that_only_a_schema_would_tell_are_asked(proposed: list[str]) -> None:
    """Not of heartbeats, which have no values."""
    told = "options? Messages have no schema: say how values are written, else typed tables ask: "
    modes = "decimals (decimal.handling.mode), times (time.precision.mode), binaries (binary.handling.mode), "
    assert f"#   {told}{modes}intervals (interval.handling.mode), unsigned_bigints (" in comments(proposed, "dbz")
    assert f"{told}binaries (how bytes (RAW, BLOB, …) are written)" in comments(proposed, "gate_a")
    for name in ("guild", "debezium_heartbeats", "wells"):
        assert "options?" not in comments(proposed, name)


def test_a_source_kind_that_messages_do_not_tell_is_asked(proposed: list[str]) -> None:
    assert "#   source_kind? mysql or mariadb: messages do not tell" in comments(proposed, "asked")
    assert "#   source_kind: mysql, as messages say" in comments(proposed, "dbz")


def test_tables_without_a_key_are_named(proposed: list[str]) -> None:
    said = comments(proposed, "feed_2024")
    assert "keys? Messages of 5 tables name none." in said
    assert "#     feed_2024,d,,t,\n#     feed_2024,d,,t's," in said
    assert '#     feed_2024,d,,"a,b",\n' in said
    assert '#     feed_2024,d,,"say ""x"" \\ y",' in said
    assert '#     feed_2024,d,,"json:""a\\nb""",' in said
    assert "keys?" not in comments(proposed, "shop")


def test_messages_of_seatunnel_are_not_taken_for_maxwells(proposed: list[str]) -> None:
    assert line(proposed, "tunnel") == "tunnel,flink_json,tunnel,,,,,,"
    (told,) = (each for each in proposed if each.startswith("# topic tunnel:"))
    assert "maxwell" not in told
    assert line(proposed, "wells").startswith("wells,maxwell,wells,")
    (told,) = (each for each in proposed if each.startswith("# topic wells:"))
    assert "flink_json" not in told


def test_the_neighbours_are_known_by_their_messages(proposed: list[str]) -> None:
    found = {name: line(proposed, f"shown_{name}").split(",")[1] for name in NEIGHBOURS}
    assert found == NEIGHBOURS


def test_a_field_of_the_key_that_is_no_column_is_named(proposed: list[str]) -> None:
    assert line(proposed, "routed_d_t").startswith("routed_d_t,debezium_flat,routed.d.t,")
    said = comments(proposed, "routed_d_t")
    assert r'keys: the Kafka key has "shard\n", which rows lack: left out.' in said
    assert "key_with=" in said


def test_names_of_topics_are_no_part_of_a_statement(proposed: list[str]) -> None:
    assert line(proposed, "it_s") == "it_s,canal,it's,,,,,,"


def test_no_type_of_a_message_passes_for_a_line(proposed: list[str]) -> None:
    assert line(proposed, "hostile").startswith("hostile,canal,hostile,")
    assert not [each for each in proposed if each.startswith("x,")]


def test_each_feed_has_a_name_of_its_own() -> None:
    package = macros.load(REPO, {})
    feeds: dict[str, list[str]] = {"a_b": ["x"]}
    assert [package._feed_name(place, feeds) for place in ("a.b", "A-b", "_a", "ß")] == [
        "a_b_2",
        "a_b_3",
        "feed__a",
        "feed__",
    ]


def test_types_in_rows_tell_two_formats_of_oms_apart(proposed: list[str]) -> None:
    for name, dialect in (("plain", "oms_default"), ("typed", "oms_default_extend")):
        assert line(proposed, name).startswith(f"{name},{dialect},{name},oceanbase_mysql,")
        assert f"# topic {name}: 3 of 3 messages look like {dialect}" in proposed
        assert not [each for each in proposed if each.startswith(f"# or: {name},")]


def test_eighty_topics_of_one_server_are_one_line_whatever_lies_beside_them() -> None:
    """Of two kinds of source, and of what no feed may claim, the fewest patterns."""
    package = macros.load(REPO, {})
    debezium, flat = {"name": "debezium"}, {"name": "debezium_flat", "takes_along": ["debezium"]}

    def topic(name: str, likely: list[dict[str, Any]], kinds: tuple[str, ...] = (), has_rows: bool = True) -> Any:
        return {"topic": name, "likely": likely, "said": {"kinds": list(kinds), "has_rows": has_rows}}

    def proposed(*topics: Any, landed: tuple[str, ...] = (), feeds: dict[str, list[str]] | None = None) -> list[Any]:
        names = [*landed, *(each["topic"] for each in topics)]
        dialects = dict.fromkeys(feeds or {}, debezium)
        found = package.topics_together(list(topics), feeds or {}, dialects, {}, names)
        return [(each["place"], each["patterns"], each["belongs_to"]) for each in found]

    many = [topic(f"app.s{n % 2}.t{n}", [flat]) for n in range(80)]
    beat = topic("__debezium-heartbeat.app", [debezium], has_rows=False)
    ended = topic("app.transaction", [debezium], has_rows=False)
    assert proposed(*many, beat, ended) == [("app", "app.* __debezium-heartbeat.app", "")]
    signal = topic("app.s0.signals", [], has_rows=False)
    ((place, patterns, _), alone) = proposed(*many, beat, signal)
    names = [each["topic"] for each in many if each["topic"].startswith("app.s0.")]
    assert (place, patterns) == ("app", " ".join([*names, "app.s1.*", "__debezium-heartbeat.app"]))
    assert alone == ("app.s0.signals", "app.s0.signals", "")
    mine, theirs = topic("p.my.a", [debezium], ("mysql",)), topic("p.pg.a", [debezium], ("postgresql",))
    more = topic("p.pg.b", [debezium], ("postgresql",))
    assert proposed(mine, theirs, more) == [("p.my.a", "p.my.a", ""), ("p.pg", "p.pg.*", "")]
    # Another feed claims one of them by a pattern that overlaps.
    assert proposed(theirs, more, landed=("p.pg.one",), feeds={"f": ["*.one"]}) == [("p", "p.pg.a p.pg.b", "")]
    beats = [topic(f"__debezium-heartbeat.{name}", [debezium], has_rows=False) for name in ("a", "b.c")]
    assert proposed(*beats) == [("debezium_heartbeats", "__debezium-heartbeat.*", "")]
    assert proposed(*beats, feeds={"f": ["b.c.*"]}) == [
        ("__debezium-heartbeat.b.c", "__debezium-heartbeat.b.c", "f"),
        ("__debezium-heartbeat.a", "__debezium-heartbeat.a", ""),
    ]
