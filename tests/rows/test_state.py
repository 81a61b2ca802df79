"""What docs/explanation/state.md says of tables that are truncated, dropped, renamed or swept, and of rebuilt tasks.

Each story is a feed of its own; all of them go through the same two runs side by side. Times are ms after FIRST_AT.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import one_writer
from changefeed.errors import ChangefeedError
from changefeed.runs import declarations
from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow

FIRST_AT = 1_717_210_800_000
Sent = tuple[int, int, str]  # partition, time, payload


def put(partition: int, at: int, key: str, value: str = "", table: str = "t", kind: str = "INSERT") -> Sent:
    row = {"id": key, "v": value or key}
    return partition, at, canal(kind, [row], [{}] if kind == "UPDATE" else None, table=table, es=FIRST_AT + at)


def state(
    partition: int, at: int, sql: str, kind: str = "ALTER", table: str = "t", said_at: int = 0, database: str = "d"
) -> Sent:
    fields: dict[str, Any] = {"isDdl": True, "sql": sql, "es": FIRST_AT + (said_at or at), "database": database}
    return partition, at, canal(kind, None, table=table, keys=None, **fields)


def drs(partition: int, at: int, kind: str, number: int | None, key: str, value: str, table: str = "t") -> Sent:
    message = {"mysqlType": {"id": "int", "v": "text"}, "sqlType": {"id": 4, "v": 12}, "pkNames": ["id"]}
    message |= {"id": number, "es": FIRST_AT + at, "ts": FIRST_AT + at, "database": "d", "table": table, "type": kind}
    row = {"id": key, "v": value}
    message |= {"isDdl": False, "sql": "", "data": [row], "old": [row] if kind == "UPDATE" else None}
    return partition, at, json.dumps(message)


def drs_move(partition: int, at: int, number: int, key: str, new_key: str) -> Sent:
    """A row of Oracle gets another key; the log has no other column."""
    _, _, payload = drs(partition, at, "UPDATE", number, key, "")
    return partition, at, json.dumps(json.loads(payload) | {"data": [{"id": new_key}], "old": [{"id": key}]})


def drs_truncate(partition: int, at: int, number: int, table: str = "t") -> Sent:
    message = {"mysqlType": None, "sqlType": None, "pkNames": None, "id": number, "es": FIRST_AT + at}
    message |= {"ts": FIRST_AT + at, "database": "d", "table": table, "type": "DDL", "isDdl": True}
    return partition, at, json.dumps(message | {"sql": f"truncate {table}", "data": None, "old": None})


def oms(
    partition: int,
    at: int,
    kind: str,
    value: str | None,
    old: dict | None = None,
    types: dict | None = None,
    key: int = 1,
) -> Sent:
    message = {"old": [old] if kind == "UPDATE" else None, "es": FIRST_AT + at, "ts": FIRST_AT + at, "database": "d"}
    message |= {"isDdl": False, "sql": "", "type": kind}
    message |= {"table": "t", "pkNames": ["id"], "mysqlType": {"id": "int"} | (types or {})}
    return partition, at, json.dumps(message | {"data": [{"id": key, "v": value}]})


def loose(at: int, kind: str, **row: str) -> Sent:
    """A row of the table `loose`, which has no key."""
    return 0, at, canal(kind, [row], None, table="loose", keys=None, es=FIRST_AT + at)


def pair(partition: int, at: int, kind: str, old: dict[str, str] | None = None, **row: str) -> Sent:
    """A row whose key has two columns: all but v."""
    keys = [name for name in row if name != "v"]
    before = [old or {}] if kind == "UPDATE" else None
    return partition, at, canal(kind, [row], before, keys=keys, es=FIRST_AT + at)


def move(partition: int, at: int, key: str, new: str, value: str) -> Sent:
    row = {"id": new, "v": value}
    return partition, at, canal("UPDATE", [row], [{"id": key}], es=FIRST_AT + at)


def take(partition: int, at: int, key: str, value: str) -> Sent:
    return partition, at, canal("DELETE", [{"id": key, "v": value}], es=FIRST_AT + at)


SWAP = "rename table t to _t_del, _t_gho to t"
# Feed → what is sent before the first run, and before the second.
STORIES: dict[str, tuple[list[Sent], list[Sent]]] = {
    "an_online_schema_change_swaps_two_tables": (
        [put(0, 10, "1"), put(0, 20, "2"), put(0, 30, "1", "new", "_t_gho"), put(0, 31, "2", "new", "_t_gho")],
        [state(0, 40, SWAP, "RENAME", "t"), put(0, 50, "2", "newer", kind="UPDATE")],
    ),
    "a_table_takes_the_name_of_a_dropped_one": (
        [put(0, 10, "1", "old"), put(0, 20, "5", "old"), put(0, 30, "1", "new", "t_new")],
        [state(0, 40, "drop table t", "ERASE"), state(0, 50, "alter table t_new rename to t", "RENAME", "t")],
    ),
    "a_row_without_key_is_found_after_a_column_was_added": (
        [loose(10, "INSERT", id="1", v="1"), loose(11, "INSERT", id="2", v="2")],
        [
            state(0, 20, "alter table loose add n int default '0'", table="loose"),
            loose(30, "DELETE", id="1", v="1", n="0"),
        ],
    ),
    "a_dropped_database_takes_its_tables_along": (
        [put(0, 10, "1"), put(0, 11, "2", table="u"), put(0, 12, "3", table="v")],
        [
            state(0, 15, "rename table v to w", "RENAME", "v"),
            state(0, 20, "drop database d", "QUERY", ""),
            put(0, 30, "9", table="u"),
            put(1, 18, "4", table="x"),
        ],
    ),
    "another_dropped_database_takes_nothing": (
        [put(0, 10, "1")],
        [state(0, 20, "drop database e", "QUERY", "")],
    ),
    "a_rename_in_a_chain": (
        [put(0, 10, "1", table="a"), put(0, 11, "2", table="b")],
        [state(0, 20, "RENAME TABLE b TO c, a TO b", "RENAME", "b"), put(0, 30, "9", table="a")],
    ),
    "a_row_that_names_the_new_name_follows_the_rename_whatever_the_clocks_say": (
        [put(0, 5, "1", "a"), put(1, 10, "2", table="u"), put(1, 12, "1", "b", "u", "UPDATE")],
        [state(0, 20, "rename table t to u", "RENAME", "u")],
    ),
    "a_rename_that_comes_late": (
        [put(0, 10, "1"), put(0, 30, "2", table="u")],
        [state(1, 20, "rename table t to u", "RENAME", "u")],
    ),
    "a_truncate_in_every_partition_cuts_each_at_its_own_place": (
        [put(0, 10, "a"), put(1, 30, "b"), put(2, 10, "d"), put(2, 30, "e")],
        [
            state(0, 20, "truncate t", "TRUNCATE", said_at=19),
            state(1, 50, "truncate t", "TRUNCATE", said_at=19),
            put(1, 60, "c"),
        ],
    ),
    "a_truncate_that_is_sent_again_with_what_followed_it": (
        [put(0, 10, "a"), state(0, 20, "truncate t", "TRUNCATE", said_at=19), put(0, 30, "b")],
        [state(0, 40, "truncate t", "TRUNCATE", said_at=19), put(0, 50, "b")],
    ),
    "a_table_is_dropped_and_made_again": (
        [put(0, 10, "1"), put(0, 20, "2")],
        [state(0, 30, "drop table t", "ERASE"), state(0, 40, "create table t (id int)", "CREATE"), put(0, 50, "2")],
    ),
    "a_statement_that_is_not_understood_changes_nothing": (
        [put(0, 10, "1")],
        [state(0, 20, "alter table t exchange partition p with table u")],
    ),
    "history_is_kept_of_the_tables_that_the_feed_names": (
        [put(0, 10, "1", table="t"), put(0, 11, "2", table="other"), put(0, 12, "3", table="orders_1")],
        [state(0, 20, "rename table t to orders", "RENAME", "t"), put(0, 30, "4", table="orders")],
    ),
    # A name that no row has exactly is that of the one table that has it when case is ignored.
    "statements_in_capitals_after_their_rows": (
        [put(0, 10, "1"), put(0, 11, "2"), put(0, 12, "1", table="u")],
        [
            state(0, 20, "TRUNCATE TABLE T", "TRUNCATE", "T"),
            state(0, 21, "DROP TABLE `D`.`U`", "ERASE", "U", database="D"),
            put(0, 30, "3"),
        ],
    ),
    "statements_in_capitals_before_their_rows": (
        [
            state(0, 20, "ALTER TABLE T ADD COLUMN W int DEFAULT 7", table="T"),
            state(0, 30, "TRUNCATE T", "TRUNCATE", "T"),
        ],
        [put(1, 10, "1"), put(0, 40, "2")],
    ),
    "statements_in_capitals_between_their_rows": (
        [state(1, 20, "TRUNCATE T", "TRUNCATE", "T"), put(0, 30, "2")],
        [put(2, 10, "1"), put(0, 40, "3")],
    ),
    "a_truncate_without_a_text_in_capitals": ([put(0, 10, "1")], [state(0, 20, "", "TRUNCATE", "T"), put(0, 30, "2")]),
    "a_statement_that_two_tables_may_mean": (
        [put(0, 10, "1", table="Tt"), put(0, 11, "2", table="tT"), state(0, 20, "truncate TT", "TRUNCATE", "TT")],
        [put(0, 30, "3", table="Tt")],
    ),
    "a_statement_that_two_tables_may_mean_since_the_second_came": (
        [put(0, 10, "1", table="Tt"), state(0, 20, "truncate TT", "TRUNCATE", "TT"), put(0, 30, "3", table="Tt")],
        [put(0, 40, "2", table="tT")],
    ),
    "a_statement_whose_table_came_after_another_that_differs_in_case": (
        [put(0, 10, "1"), state(0, 20, "truncate T", "TRUNCATE", "T"), put(0, 30, "2")],
        [put(1, 15, "3", table="T"), put(1, 25, "4", table="T")],
    ),
    "a_cut_of_a_table_without_key_was_that_of_another": (
        [loose(10, "INSERT", id="1", v="1"), state(0, 20, "truncate LOOSE", "TRUNCATE", "LOOSE")],
        [put(1, 15, "3", table="LOOSE"), put(1, 25, "4", table="LOOSE"), loose(30, "INSERT", id="1", v="1")],
    ),
    "a_column_of_a_table_without_key_in_capitals": (
        [loose(10, "INSERT", id="1", v="1"), loose(11, "INSERT", id="2", v="2")],
        [
            state(0, 20, "alter table Loose add n int default '0'", table="LOOSE"),
            loose(30, "DELETE", id="1", v="1", n="0"),
        ],
    ),
    "a_rename_in_capitals": (
        [put(0, 10, "1"), put(0, 11, "2"), state(0, 20, "RENAME TABLE T TO T_NEW", "RENAME", "T_NEW")],
        [put(0, 30, "2", "newer", "t_new", "UPDATE")],
    ),
    "a_rename_in_capitals_all_in_one_run": (
        [],
        [
            put(0, 10, "1"),
            put(0, 11, "2"),
            state(0, 20, "RENAME TABLE T TO T_NEW", "RENAME", "T_NEW"),
            put(0, 30, "2", "newer", "t_new", "UPDATE"),
        ],
    ),
    "renames_in_capitals_in_a_chain": (
        [
            put(0, 10, "1"),
            state(0, 20, "RENAME TABLE T TO D.Mid", "RENAME", "Mid"),
            state(0, 21, "RENAME TABLE mid TO d.`END`", "RENAME", "END"),
            state(0, 22, "alter table End add w int default 7"),
        ],
        [put(0, 30, "2", table="end")],
    ),
    "a_renamed_table_of_which_no_row_came_is_dropped": (
        [put(0, 10, "1"), put(0, 11, "2", table="u")],
        [
            state(0, 20, "RENAME TABLE T TO Goods", "RENAME", "Goods"),
            state(0, 30, "DROP TABLE GOODS", "ERASE", "GOODS"),
        ],
    ),
    "a_rename_that_is_not_understood_any_more": (
        [put(0, 10, "1", table="Tt"), state(0, 20, "rename table TT to u, u to w", "RENAME", "u")],
        [put(1, 5, "2", table="tT")],
    ),
    "a_database_is_dropped_in_capitals": (
        [put(0, 10, "1"), put(0, 11, "2", table="u")],
        [state(0, 20, "DROP DATABASE `D`", "QUERY", "", database="D"), put(0, 30, "9", table="u")],
    ),
    "a_database_is_dropped_in_capitals_before_its_rows_came": (
        [state(0, 20, "DROP DATABASE `D`", "QUERY", "", database="D")],
        [put(1, 10, "1"), put(0, 30, "9", table="u")],
    ),
    "a_dot_in_front_of_a_table": (
        [put(0, 10, "1")],
        [state(0, 20, "truncate .`t`", "TRUNCATE"), put(0, 30, "2"), state(0, 40, "rename table .t to .u")],
    ),
    # The columns of a key are told in the order of their names: a new name may change it.
    "a_column_of_a_key_is_renamed": (
        [pair(0, 10, "INSERT", id="1", n="5", v="a"), pair(0, 11, "INSERT", id="2", n="6", v="b")],
        [
            state(0, 20, "alter table t rename column id to z"),
            pair(0, 30, "UPDATE", z="1", n="5", v="c"),
            pair(0, 31, "DELETE", z="2", n="6", v="b"),
            pair(0, 32, "INSERT", z="3", n="7", v="d"),
        ],
    ),
    "a_column_of_a_key_is_renamed_in_one_run": (
        [],
        [
            pair(0, 10, "INSERT", id="1", n="5", v="a"),
            state(0, 20, "alter table t change ID z int"),
            pair(0, 30, "UPDATE", z="1", n="6", v="c", old={"n": "5"}),
        ],
    ),
    "a_column_of_a_key_is_renamed_late": (
        [pair(0, 10, "INSERT", id="1", n="5", v="a"), pair(0, 30, "UPDATE", z="1", n="5", v="c")],
        [pair(1, 15, "INSERT", id="4", n="8", v="e"), state(1, 20, "alter table t rename column id to z")],
    ),
    "an_empty_table_is_altered": ([state(0, 10, "alter table t add w int default 7")], [put(0, 20, "1")]),
}
# Changes of several partitions at one time (at 30): what comes out is the same however they are cut.
TWO_ROWS = [put(1, 10, "1", "a"), put(2, 11, "2", "b")]
OUT_AND_BACK = [move(1, 30, "1", "101", "a"), move(1, 30, "2", "1", "b")]
OVER = [move(0, 30, "101", "2", "a")]
PUT_AND_GONE = [put(1, 30, "4", "d")], [move(0, 30, "4", "5", "d")]
CUT = [state(0, 30, "truncate t", "TRUNCATE")]
CUT_IN_CAPITALS = [state(0, 30, "TRUNCATE T", "TRUNCATE", "T")]
BEFORE_AND_AFTER = [put(1, 30, "1", "c", kind="UPDATE"), put(1, 30, "2", "c", kind="UPDATE"), put(1, 30, "1", "new")]
NARROWED = [state(0, 30, "alter table t drop column v")]
WIDE_AND_NARROW = [put(1, 30, "3", "c"), (1, 30, canal("INSERT", [{"id": "4"}], es=FIRST_AT + 30))]
ONE_TIME = {
    "rows_that_swap_keys": (TWO_ROWS, OUT_AND_BACK + OVER, {("t", "1", "b"), ("t", "2", "a")}),
    "rows_never_seen_that_swap_keys": ([], OUT_AND_BACK + OVER, {("t", "1", "b"), ("t", "2", "a")}),
    "equal_rows_that_swap_keys": (
        [put(1, 10, "1", "a"), put(2, 11, "2", "a")],
        [move(1, 30, "1", "101", "a"), move(1, 30, "2", "1", "a"), *OVER],
        {("t", "1", "a"), ("t", "2", "a")},
    ),
    "the_third_of_a_swap_comes_late": (TWO_ROWS + OUT_AND_BACK, OVER, {("t", "1", "b"), ("t", "2", "a")}),
    "the_third_of_a_swap_comes_early": (TWO_ROWS + OVER, OUT_AND_BACK, {("t", "1", "b"), ("t", "2", "a")}),
    "a_row_that_comes_and_goes": ([], PUT_AND_GONE[0] + PUT_AND_GONE[1], {("t", "5", "d")}),
    "a_row_that_comes_late_and_goes": (PUT_AND_GONE[1], PUT_AND_GONE[0], {("t", "5", "d")}),
    "a_row_that_comes_and_goes_late": (PUT_AND_GONE[0], PUT_AND_GONE[1], {("t", "5", "d")}),
    "a_row_that_goes_and_comes_again": (
        [put(1, 10, "4", "c")], [move(0, 30, "4", "5", "c"), put(1, 30, "4", "c")], {("t", "4", "c"), ("t", "5", "c")},
    ),
    "what_was_there_before_comes_late": (
        [move(0, 30, "4", "5", "c"), put(1, 30, "4", "c")], [put(1, 10, "4", "c")], {("t", "4", "c"), ("t", "5", "c")},
    ),
    "a_truncate_between_two_lives_of_a_row": (TWO_ROWS, CUT + BEFORE_AND_AFTER, {("t", "1", "new")}),
    "a_truncate_between_them_that_comes_late": (TWO_ROWS + BEFORE_AND_AFTER, CUT, {("t", "1", "new")}),
    "a_truncate_between_them_that_comes_early": (TWO_ROWS + CUT, BEFORE_AND_AFTER, {("t", "1", "new")}),
    "a_truncate_that_nothing_decides": ([], [*CUT, put(1, 30, "7")], {("t", "7", "7")}),
    "a_truncate_in_capitals_between_two_lives_of_a_row": (
        TWO_ROWS, CUT_IN_CAPITALS + BEFORE_AND_AFTER, {("t", "1", "new")},
    ),
    "a_truncate_in_capitals_between_them_that_comes_early": (
        CUT_IN_CAPITALS, TWO_ROWS + BEFORE_AND_AFTER, {("t", "1", "new")},
    ),
    "a_truncate_between_them_that_was_of_another_table": (
        TWO_ROWS + CUT_IN_CAPITALS + BEFORE_AND_AFTER,
        [put(2, 5, "5", table="T")],
        {("t", "1", "new"), ("t", "2", "c")},
    ),
    "columns_tell_the_side_of_a_statement": (
        TWO_ROWS, NARROWED + WIDE_AND_NARROW, {("t", key, None) for key in "1234"},
    ),
    "columns_tell_the_side_of_a_late_statement": (
        TWO_ROWS + WIDE_AND_NARROW, NARROWED, {("t", key, None) for key in "1234"},
    ),
    "a_table_without_key_at_one_time": (
        [], [(0, 30, loose(30, "DELETE", id="1", v="1")[2]), (1, 30, loose(30, "INSERT", id="1", v="1")[2])], set(),
    ),
    "two_values_that_contradict": (
        TWO_ROWS, [put(0, 30, "1", "x"), put(1, 30, "1", "y")], {("t", "1", "y"), ("t", "2", "b")},
    ),
}  # fmt: skip
UNDECIDED = {"a_truncate_that_nothing_decides": 1, "two_values_that_contradict": 1}
STORIES |= {feed: (first, second) for feed, (first, second, _) in ONE_TIME.items()}
DRS_STORIES: dict[str, tuple[list[Sent], list[Sent]]] = {
    "a_full_load_after_increments_is_a_new_epoch": (
        [drs(0, 10, "INIT", None, "1", "a"), drs(0, 20, "UPDATE", 500, "1", "b")],
        [drs(0, 30, "INIT", None, "1", "c"), drs(0, 40, "UPDATE", 7, "1", "d")],
    ),
    "an_increment_of_an_older_epoch_that_comes_late": (
        [drs(0, 10, "INIT", None, "1", "a"), drs(0, 15, "UPDATE", 490, "2", "x"), drs(0, 30, "INIT", None, "1", "c")],
        [drs(1, 20, "UPDATE", 500, "1", "b")],
    ),
    "an_increment_that_shows_late_that_a_full_load_is_a_new_epoch": (
        [drs(0, 30, "INIT", None, "1", "c")],
        [drs(1, 20, "UPDATE", 500, "1", "b")],
    ),
    "an_increment_of_a_new_epoch_whose_full_load_comes_late": (
        [drs(1, 20, "INSERT", 500, "1", "b"), drs(1, 35, "UPDATE", 7, "1", "d")],
        [drs(0, 30, "INIT", None, "1", "c")],
    ),
    # Between partitions Kafka's time may contradict the numbers: an epoch here would let it decide.
    "a_table_that_a_running_task_takes_up_begins_no_epoch": (
        [
            drs(0, 10, "INIT", None, "1", "a"),
            drs(0, 20, "UPDATE", 500, "1", "b"),
            drs(0, 21, "INIT", None, "1", "a", "u"),
            drs(0, 22, "INSERT", 501, "9", "i", "u"),
            drs(0, 23, "INIT", None, "2", "b", "u"),
            drs(0, 30, "UPDATE", 505, "1", "newest"),
        ],
        [
            drs(1, 24, "UPDATE", 502, "1", "d", "u"),
            drs(0, 31, "INIT", None, "3", "c", "u"),
            drs(1, 32, "UPDATE", 504, "1", "older"),
            drs(0, 33, "INIT", None, "4", "e", "u"),
        ],
    ),
    "a_row_of_a_full_load_replaces_what_was_written_before_it": (
        [drs(0, 10, "INIT", None, "1", "a"), drs(0, 20, "UPDATE", 500, "2", "b"), drs(0, 30, "INIT", None, "2", "c")],
        [drs(0, 40, "UPDATE", 501, "1", "d"), drs(0, 50, "INIT", None, "3", "e"), drs(0, 60, "UPDATE", 502, "2", "f")],
    ),
    "a_full_load_of_a_table_that_had_none": (
        [drs(0, 10, "DELETE", 500, "1", "a"), drs(0, 20, "UPDATE", 501, "2", "b")],
        [drs(0, 30, "INIT", None, "3", "c"), drs(0, 40, "INSERT", 1, "1", "d")],
    ),
    "a_truncate_of_a_new_epoch_that_shows_late": (
        [drs(0, 30, "INIT", None, "1", "c"), drs_truncate(0, 35, 7), drs(0, 40, "INSERT", 8, "2", "d")],
        [drs(1, 20, "UPDATE", 500, "1", "b")],
    ),
    "a_full_load_after_a_truncate_in_capitals": (
        [drs(0, 10, "INIT", None, "1", "a"), drs_truncate(0, 20, 500, "T")],
        [drs(0, 30, "INIT", None, "1", "b"), drs(0, 31, "INIT", None, "2", "c")],
    ),
    "a_full_load_after_a_truncate": (
        [drs(0, 10, "INIT", None, "1", "a"), drs_truncate(0, 20, 500)],
        [drs(0, 30, "INIT", None, "1", "b"), drs(0, 31, "INIT", None, "2", "c")],
    ),
}
# One statement of Oracle, two messages: they say the same as a row that moves and comes back.
ORACLE_STORY = "two_rows_that_swap_keys"
DRS_STORIES[ORACLE_STORY] = (
    [drs(0, 10, "INIT", None, "1", "a"), drs(0, 20, "INIT", None, "2", "b")],
    [drs_move(0, 30, 500, "1", "2"), drs_move(0, 31, 501, "2", "1")],
)
OMS_STORIES: dict[str, tuple[list[Sent], list[Sent]]] = {
    "a_null_of_an_unknown_type_is_applied_and_counted": (
        [oms(0, 10, "ROW", "a")],
        [oms(0, 20, "UPDATE", None, {})],
    ),
    "a_null_of_a_declared_large_value_keeps_it": (
        [oms(0, 10, "ROW", "a")],
        [oms(0, 20, "UPDATE", None, {})],
    ),
    "a_null_of_a_sent_type_keeps_the_value_where_another_table_is_declared": (
        [oms(0, 10, "ROW", "a", types={"v": "text"})],
        [oms(0, 20, "UPDATE", None, {}, {"v": "text"})],
    ),
    "a_null_that_the_old_image_names_was_set": (
        [oms(0, 10, "ROW", "a")],
        [oms(0, 20, "UPDATE", None, {"v": "a"})],
    ),
    "a_row_that_moves_takes_along_what_is_not_sent": (
        [oms(0, 10, "ROW", "a", types={"v": "text"})],
        [oms(0, 20, "UPDATE", None, {"id": 1}, {"v": "text"}, key=2)],
    ),
}
# The mark of paths in documents (ADR 0012) is part of a name elsewhere: neither column is a member of the other.
PARTS = {
    "a_column_whose_name_goes_on_with_nul": (
        [(0, 10, canal("INSERT", [{"id": "1", "v": "a", "v\0x": "kept", "": "b", "\0": "kept"}], es=FIRST_AT + 10))],
        [(0, 20, canal("UPDATE", [{"id": "1", "v": "c", "": "d"}], [{"v": "a"}], es=FIRST_AT + 20))],
    ),
}
SEVERAL_MAY_BE_MEANT = (
    "a_statement_that_two_tables_may_mean",
    "a_statement_that_two_tables_may_mean_since_the_second_came",
    "a_rename_that_is_not_understood_any_more",
)
ALL_STORIES = STORIES | DRS_STORIES | OMS_STORIES | PARTS
SOME = {"history_is_kept_of_the_tables_that_the_feed_names": "order? orders"}  # feed → tables with history
# Feed → the rows that are left: table, key, value.
LEFT = {
    "an_online_schema_change_swaps_two_tables": {
        ("_t_del", "1", "1"), ("_t_del", "2", "2"), ("t", "1", "new"), ("t", "2", "newer"),
    },
    "a_table_takes_the_name_of_a_dropped_one": {("t", "1", "new")},
    "a_row_without_key_is_found_after_a_column_was_added": {("loose", "2", "2")},
    "a_dropped_database_takes_its_tables_along": {("u", "9", "9")},
    "another_dropped_database_takes_nothing": {("t", "1", "1")},
    "a_rename_in_a_chain": {("b", "1", "1"), ("c", "2", "2"), ("a", "9", "9")},
    "a_row_that_names_the_new_name_follows_the_rename_whatever_the_clocks_say": {("u", "1", "b"), ("u", "2", "2")},
    "a_rename_that_comes_late": {("u", "1", "1"), ("u", "2", "2")},
    "a_truncate_in_every_partition_cuts_each_at_its_own_place": {("t", "c", "c"), ("t", "e", "e")},
    "a_truncate_that_is_sent_again_with_what_followed_it": {("t", "b", "b")},
    "a_table_is_dropped_and_made_again": {("t", "2", "2")},
    "a_statement_that_is_not_understood_changes_nothing": {("t", "1", "1")},
    "history_is_kept_of_the_tables_that_the_feed_names": {
        ("orders", "1", "1"), ("orders", "4", "4"), ("other", "2", "2"), ("orders_1", "3", "3"),
    },
    "statements_in_capitals_after_their_rows": {("t", "3", "3")},
    "statements_in_capitals_before_their_rows": {("t", "2", "2")},
    "statements_in_capitals_between_their_rows": {("t", "2", "2"), ("t", "3", "3")},
    "a_truncate_without_a_text_in_capitals": {("t", "2", "2")},
    "a_statement_that_two_tables_may_mean": {("Tt", "1", "1"), ("tT", "2", "2"), ("Tt", "3", "3")},
    "a_statement_that_two_tables_may_mean_since_the_second_came": {
        ("Tt", "1", "1"), ("tT", "2", "2"), ("Tt", "3", "3"),
    },
    "a_statement_whose_table_came_after_another_that_differs_in_case": {
        ("t", "1", "1"), ("t", "2", "2"), ("T", "4", "4"),
    },
    "a_cut_of_a_table_without_key_was_that_of_another": {("loose", "1", "1"), ("LOOSE", "4", "4")},
    "a_column_of_a_table_without_key_in_capitals": {("loose", "2", "2")},
    "a_rename_in_capitals": {("t_new", "1", "1"), ("t_new", "2", "newer")},
    "a_rename_in_capitals_all_in_one_run": {("t_new", "1", "1"), ("t_new", "2", "newer")},
    "renames_in_capitals_in_a_chain": {("end", "1", "1"), ("end", "2", "2")},
    "a_renamed_table_of_which_no_row_came_is_dropped": {("u", "2", "2")},
    "a_rename_that_is_not_understood_any_more": {("Tt", "1", "1"), ("tT", "2", "2")},
    "a_database_is_dropped_in_capitals": {("u", "9", "9")},
    "a_database_is_dropped_in_capitals_before_its_rows_came": {("u", "9", "9")},
    "a_dot_in_front_of_a_table": {("u", "2", "2")},
    "a_column_of_a_key_is_renamed": {("t", None, "c"), ("t", None, "d")},
    "a_column_of_a_key_is_renamed_in_one_run": {("t", None, "c")},
    "a_column_of_a_key_is_renamed_late": {("t", None, "c"), ("t", None, "e")},
    "an_empty_table_is_altered": {("t", "1", "1")},
    "a_full_load_after_increments_is_a_new_epoch": {("t", "1", "d")},
    "an_increment_of_an_older_epoch_that_comes_late": {("t", "1", "c"), ("t", "2", "x")},
    "an_increment_that_shows_late_that_a_full_load_is_a_new_epoch": {("t", "1", "c")},
    "an_increment_of_a_new_epoch_whose_full_load_comes_late": {("t", "1", "d")},
    "a_table_that_a_running_task_takes_up_begins_no_epoch": {
        ("t", "1", "newest"), ("u", "1", "d"), ("u", "2", "b"), ("u", "3", "c"), ("u", "4", "e"), ("u", "9", "i"),
    },
    "a_row_of_a_full_load_replaces_what_was_written_before_it": {
        ("t", "1", "d"), ("t", "2", "f"), ("t", "3", "e"),
    },
    "a_full_load_of_a_table_that_had_none": {("t", "1", "d"), ("t", "2", "b"), ("t", "3", "c")},
    "a_truncate_of_a_new_epoch_that_shows_late": {("t", "2", "d")},
    "a_full_load_after_a_truncate_in_capitals": {("t", "1", "b"), ("t", "2", "c")},
    "a_full_load_after_a_truncate": {("t", "1", "b"), ("t", "2", "c")},
    ORACLE_STORY: {("t", "1", "a")},  # counted as taken_keys
    "a_null_of_an_unknown_type_is_applied_and_counted": {("t", "1", None)},
    "a_null_of_a_declared_large_value_keeps_it": {("t", "1", "a")},
    "a_null_of_a_sent_type_keeps_the_value_where_another_table_is_declared": {("t", "1", "a")},
    "a_null_that_the_old_image_names_was_set": {("t", "1", None)},
    "a_row_that_moves_takes_along_what_is_not_sent": {("t", "2", "a")},
    "a_column_whose_name_goes_on_with_nul": {("t", "1", "c")},
}  # fmt: skip
LEFT |= {feed: rows for feed, (_, _, rows) in ONE_TIME.items()}


def records(feed: str, sent: list[Sent], offsets: dict[int, int]) -> list[dict]:
    found = []
    for partition, at, payload in sent:
        found.append(record(offsets.get(partition, 0), payload, partition, topic=feed, ts=FIRST_AT + at))
        offsets[partition] = offsets.get(partition, 0) + 1
    return found


def left(pipeline: Pipeline) -> dict[str, set[tuple]]:
    found: dict[str, set[tuple]] = {}
    for row in pipeline.sql(
        "select feed, source_table, row['id'] as id, row['v'] as v from current_rows where not is_deleted"
    ):
        found.setdefault(row["feed"], set()).add((row["source_table"], row["id"], row["v"]))
    return found


@pytest.fixture(scope="module")
def ends_of_runs() -> list[int]:
    """Delta's version of folded_rows after each run."""
    return []


@pytest.fixture(scope="module")
def stories(pipeline: Pipeline, ends_of_runs: list[int]) -> Pipeline:
    pipeline.clear()
    pipeline.declare(
        "feeds",
        *({"feed": feed, "dialect": "canal", "topics": feed, "history": SOME.get(feed, "on")} for feed in STORIES),
        *(
            {
                "feed": feed,
                "dialect": "drs_json",
                "topics": feed,
                "history": "on",
                "source_kind": "oracle" if feed == ORACLE_STORY else "mysql",
            }
            for feed in DRS_STORIES
        ),
        *({"feed": feed, "dialect": "oms_canal", "topics": feed, "history": "on"} for feed in OMS_STORIES),
        *(
            {"feed": feed, "dialect": "canal", "topics": feed, "history": "on", "absent_means": "unchanged"}
            for feed in PARTS
        ),
        {"feed": "documents", "dialect": "drs_mongo", "topics": "documents"},
    )
    column = {"source_database": "d", "source_table": "t", "column_name": "v", "source_type": "text"}
    others = {feed: {"source_table": "u"} for feed in OMS_STORIES if "another_table" in feed}
    pipeline.declare(
        "table_columns",
        *({"feed": feed} | column | others.get(feed, {}) for feed in OMS_STORIES if "unknown" not in feed),
    )
    pipeline.declare(
        "table_keys",
        *({"feed": feed, "source_database": "d", "source_table": "loose"} for feed in STORIES),
    )
    offsets: dict[str, dict[int, int]] = {}
    for run in (0, 1):
        pipeline.land(
            each
            for feed, story in ALL_STORIES.items()
            for each in records(feed, story[run], offsets.setdefault(feed, {}))
        )
        pipeline.build()
        ends_of_runs.append(pipeline.version("folded_rows"))
    return pipeline


def test_a_reader_sees_each_row_as_before_a_run_or_after_it(stories: Pipeline, ends_of_runs: list[int]) -> None:
    def rows(version: int) -> set[tuple]:
        found = stories.sql(
            "select feed, source_table, row_key, is_deleted, copies, to_json(array_sort(map_entries(row))) as row"
            f" from internal.folded_rows version as of {version} where row is not null"
        )
        return {tuple(row.values()) for row in found}

    before, after = map(rows, ends_of_runs)
    between = range(ends_of_runs[0] + 1, ends_of_runs[1])
    assert between, "no run that needs two commits"
    for version in between:
        assert rows(version) <= before | after


@pytest.fixture(scope="module")
def rows_left(stories: Pipeline) -> dict[str, set[tuple]]:
    """What is left after the stories, asked for once."""
    return left(stories)


@pytest.mark.parametrize("story", LEFT)
def test_the_rows_that_are_left(rows_left: dict[str, set[tuple]], story: str) -> None:
    assert rows_left.get(story, set()) == LEFT[story]


def test_a_column_whose_name_goes_on_with_nul(stories: Pipeline) -> None:
    for rows in ("current_rows", "history"):
        found = stories.sql(f"select to_json(row) as row from {rows} where feed like '%nul' order by position desc")
        assert json.loads(found[0]["row"]) == {"id": "1", "v": "c", "v\0x": "kept", "": "d", "\0": "kept"}


def epochs(pipeline: Pipeline) -> dict[str, list[int]]:
    """Feed → when its epochs begin that full loads show, in ms after FIRST_AT."""
    found = pipeline.sql(
        "select feed, unix_millis(since) as since from internal.source_epochs where cause = 'snapshot'"
        " group by feed, since having max_by(is_begun, decode_batch_id) order by all"
    )
    return {row["feed"]: [each["since"] - FIRST_AT for each in found if each["feed"] == row["feed"]] for row in found}


def test_the_epochs_that_begin(stories: Pipeline) -> None:
    assert epochs(stories) == {
        "a_full_load_after_increments_is_a_new_epoch": [30],
        "an_increment_of_an_older_epoch_that_comes_late": [30],
        "an_increment_that_shows_late_that_a_full_load_is_a_new_epoch": [30],
        "an_increment_of_a_new_epoch_whose_full_load_comes_late": [30],
        "a_row_of_a_full_load_replaces_what_was_written_before_it": [30],
        "a_full_load_of_a_table_that_had_none": [30],
        "a_truncate_of_a_new_epoch_that_shows_late": [30],
        "a_full_load_after_a_truncate_in_capitals": [30],
        "a_full_load_after_a_truncate": [30],
    }


def everything(pipeline: Pipeline, but: tuple[str, ...] = ()) -> tuple:
    """Rows, versions and epochs, but those of some feeds."""
    history = pipeline.sql("select * except (applied_batch_id) from history order by feed, position")
    rows, begun = left(pipeline), epochs(pipeline)
    for feed in but:
        rows.pop(feed, None)
        begun.pop(feed, None)
    return rows, [row for row in history if row["feed"] not in but], begun


@pytest.fixture(scope="module")
def after_increments(stories: Pipeline) -> tuple:
    """Everything but the feeds to which `later` sends more, before any rebuild."""
    return everything(stories, but=(SWEPT, RESTARTED))


def test_a_rebuild_gives_the_same_rows_and_versions(stories: Pipeline, after_increments: tuple) -> None:
    """As before the first run, without an epoch; `later` rebuilds where those of the first runs are known."""
    before = everything(stories)
    stories.build("--full-refresh")
    assert everything(stories) == before


def test_the_history_of_what_is_left_is_current(stories: Pipeline) -> None:
    current = stories.sql(
        "select feed, source_table, row['id'] as id, row['v'] as v from history where is_current order by all"
    )
    rows = stories.sql(
        "select feed, source_table, row['id'] as id, row['v'] as v from current_rows where not is_deleted order by all"
    )
    (some,) = SOME
    assert current == [row for row in rows if row["feed"] != some or row["source_table"] == "orders"]


def test_health_counts_what_was_not_understood_and_what_was_not_decided(stories: Pipeline) -> None:
    stories.dbt("run", "--select", "changefeed_feed_health", "changefeed_partition_health", "changefeed_order_health")
    found = stories.sql("select feed, messages, statements_not_understood from feed_health where messages = 2")
    feed = "a_statement_that_is_not_understood_changes_nothing"
    assert {"feed": feed, "messages": 2, "statements_not_understood": 1} in found
    not_understood = stories.sql(
        "select feed, statements_not_understood as n from feed_health where statements_not_understood > 0"
    )
    assert {row["feed"]: row["n"] for row in not_understood} == {feed: 1} | dict.fromkeys(SEVERAL_MAY_BE_MEANT, 1)
    assert stories.sql(f"select copies, undecided_orders, unseen_rows from order_health where feed = '{feed}'") == [
        {"copies": 0, "undecided_orders": 0, "unseen_rows": 0}
    ]
    assert stories.sql("select feed, taken_keys from order_health where taken_keys > 0") == [
        {"feed": ORACLE_STORY, "taken_keys": 1}
    ]
    undecided = stories.sql("select feed, undecided_orders from order_health where undecided_orders > 0")
    assert {row["feed"]: row["undecided_orders"] for row in undecided} == UNDECIDED
    assert stories.sql("select feed, ambiguous_nulls from feed_health where ambiguous_nulls > 0") == [
        {"feed": "a_null_of_an_unknown_type_is_applied_and_counted", "ambiguous_nulls": 1}
    ]
    tests = stories.dbt("test", "--select", "feeds_are_healthy", "versions_do_not_overlap")
    assert str(tests["feeds_are_healthy"].status) == "warn"
    assert str(tests["versions_do_not_overlap"].status) == "pass"


def test_a_sample_of_rows_equals_its_rebuild_and_would_notice(stories: Pipeline) -> None:
    name = "current_rows_equal_a_rebuild"
    test = ("test", "--select", name, "--vars", '{"changefeed_sampled_share": 1}')
    result = stories.dbt(*test)[name]
    assert str(result.status) == "pass", result.message
    stories.sql(
        "update internal.folded_rows set row = map('id', '1', 'v', 'other') where feed = 'a_rename_that_comes_late'"
    )
    assert str(stories.dbt(*test)[name].status) == "fail"


SWEPT = "a_table_takes_the_name_of_a_dropped_one"
RESTARTED = "a_full_load_after_increments_is_a_new_epoch"


def test_an_event_says_which_table_its_names_mean(stories: Pipeline) -> None:
    def said(feed: str) -> list[tuple[bool, dict[str, list[str]]]]:
        def name(of: dict[str, str]) -> str:
            return f"{of['source_database']}.{of['source_table']}"

        found = stories.sql(
            f"select is_understood, other_spellings from table_events where feed = '{feed}' order by position"
        )
        return [
            (
                row["is_understood"],
                {name(each["name"]): [*map(name, each["tables"])] for each in row["other_spellings"]},
            )
            for row in found
        ]

    assert said("statements_in_capitals_after_their_rows") == [(True, {"d.T": ["d.t"]}), (True, {"D.U": ["d.u"]})]
    assert said("a_rename_in_capitals") == [(True, {"d.T": ["d.t"], "d.T_NEW": ["d.t_new"]})]
    assert said("a_database_is_dropped_in_capitals") == [(True, {"D.": ["d."]})]
    assert said("a_truncate_in_every_partition_cuts_each_at_its_own_place") == [(True, {}), (True, {})]
    for feed in ("a_statement_that_two_tables_may_mean", "a_statement_that_two_tables_may_mean_since_the_second_came"):
        assert said(feed) == [(False, {"d.TT": ["d.Tt", "d.tT"]})]


def after(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(FIRST_AT / 1000, timezone.utc).replace(tzinfo=None) + timedelta(
        milliseconds=milliseconds
    )


@dataclass
class Later:
    """What came of a rebuild, a sweep and a restart that were declared after the stories."""

    rebuilt: tuple
    swept: tuple[int, int]
    restarted: int


@pytest.fixture(scope="module")
def later(stories: Pipeline, after_increments: tuple) -> Later:
    """Two more runs. The first decodes and folds everything again, also rows that a test has spoiled."""
    stories.land(records(SWEPT, [put(3, 100, "7")], {}))
    stories.build("--full-refresh")
    rebuilt = everything(stories, but=(SWEPT, RESTARTED))
    swept = declarations.sweep(stories.spark, stories.folder, SWEPT, "d.t", after(60))
    restarted = declarations.restarted(stories.spark, stories.folder, RESTARTED, after(1000))
    stories.land(records(RESTARTED, [drs(0, 2000, "UPDATE", 1, "1", "e")], {0: 4}))
    stories.build()
    return Later(rebuilt, swept, restarted)


def test_a_rebuild_beside_a_load_gives_the_same_rows_and_versions(later: Later, after_increments: tuple) -> None:
    assert later.rebuilt == after_increments


def test_a_full_load_that_is_declared_complete_deletes_what_it_did_not_mention(stories: Pipeline, later: Later) -> None:
    feed = "a_rename_in_a_chain"
    with pytest.raises(ChangefeedError, match=r"no row of d\.a was mentioned since"):
        declarations.sweep(stories.spark, stories.folder, feed, "d.a", after(24 * 3600 * 1000))
    with pytest.raises(ChangefeedError, match="does not declare 'nobody'"):
        declarations.sweep(stories.spark, stories.folder, "nobody", "d.a", after(0))
    assert later.swept == (1, 1)
    assert left(stories)[SWEPT] == {("t", "7", "7")}
    assert stories.sql(f"select row['id'] as id from history where is_current and feed = '{SWEPT}'") == [{"id": "7"}]


def test_a_declared_restart_is_a_new_epoch(stories: Pipeline, later: Later) -> None:
    assert later.restarted == 0
    assert left(stories)[RESTARTED] == {("t", "1", "e")}
    assert stories.sql(f"select cause from internal.source_epochs where feed = '{RESTARTED}' order by since") == [
        {"cause": "snapshot"},
        {"cause": "declared"},
    ]


def test_what_comes_too_late_is_left_out_before_the_merge(pipeline: Pipeline) -> None:
    def row(id: str, v: str) -> list[dict[str, str]]:
        return [{"id": id, "v": v}]

    pipeline.clear()
    pipeline.declare("feeds", {"feed": "f", "dialect": "canal", "topics": "t"})
    pipeline.land([record(0, canal("INSERT", row("1", "a"))), record(1, canal("INSERT", row("2", "b")))])
    pipeline.build()
    late = {"partition": 1, "ts": FIRST_AT - 1000}
    pipeline.land(
        [
            record(2, canal("UPDATE", row("2", "c"), [{"v": "b"}])),
            record(0, canal("UPDATE", row("1", "late"), [{"v": "?"}]), **late),
            record(1, canal("INSERT", row("3", "late, but the first of its key")), **late),
        ]
    )
    pipeline.build()
    assert [(row["id"], row["v"]) for _, _, row, _ in pipeline.rows()] == [
        ("1", "a"),
        ("2", "c"),
        ("3", "late, but the first of its key"),
    ]
    merge = pipeline.sql("describe history internal.folded_rows limit 1")[0]
    written = {what: merge["operationMetrics"][f"numTargetRows{what}"] for what in ("Updated", "Inserted")}
    assert (merge["operation"], written) == ("MERGE", {"Updated": "1", "Inserted": "1"})


def test_each_relation_has_one_writer_and_reads_what_stands_before_it(stories: Pipeline) -> None:
    assert len({id for id, _ in stories.statements}) > 15
    assert one_writer.faults(stories.statements, stories.manifest) == []
