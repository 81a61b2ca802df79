"""Messages are decoded again after a declaration changed: in their own place, without touching other feeds.

Each case is a feed of its own, with the same messages; all of them go through the same runs side by side.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pipeline import Pipeline, canal, record

pytestmark = pytest.mark.slow


def row(id: str, v: str) -> dict[str, str]:
    return {"id": id, "v": v}


# Without pkNames nothing of these can be decoded until a key is declared; offset 2 never can. They name no database.
MESSAGES = [
    record(0, canal("INSERT", [row("1", "a"), row("2", "b")], database="", keys=None)),
    record(1, canal("UPDATE", [row("3", "b")], [{"id": "2"}], database="", keys=None)),
    record(2, "{"),
    record(3, canal("DELETE", [row("1", "a")], database="", keys=None)),
]
LATER = record(4, canal("UPDATE", [row("3", "c")], [{"v": "b"}], database=""))
IN_2026 = 1_767_225_600_000
AT_ONCE = ("expected", "expected_renamed", "other")  # feeds that nothing happens to
FEEDS = {
    name: {"feed": name, "dialect": "canal", "topics": name}
    for name in (*AT_ONCE, "retried", "again", "since", "killed")
}
FEEDS["expected_renamed"]["database"] = "renamed"


def key(feed: str, database: str = "") -> dict[str, str]:
    return {"feed": feed, "source_database": database, "source_table": "t", "key_columns": "id"}


@dataclass
class Seen:
    """What is there after a run; lists and mappings are by feed."""

    state: dict[str, list[dict[str, Any]]]
    open: dict[str, list[tuple]]  # offset, reason, attempts of what is quarantined
    resolved: dict[str, list[int]]  # offsets
    batches: dict[str, list[tuple[int, int]]]  # offset and decode_batch_id of each decoded message


def look(pipeline: Pipeline) -> Seen:
    seen = Seen({name: [] for name in FEEDS} | pipeline.states(), {}, {}, {})
    for each in pipeline.sql("select * from quarantine order by offset"):
        if each["resolved_at"] is None:
            seen.open.setdefault(each["feed"], []).append((each["offset"], each["reason"], each["attempts"]))
        else:
            assert each["resolved_at"] >= each["first_seen_at"]
            seen.resolved.setdefault(each["feed"], []).append(each["offset"])
    for each in pipeline.sql(
        "select distinct feed, offset, decode_batch_id from internal.decoded where reason is null order by 2"
    ):
        seen.batches.setdefault(each["feed"], []).append((each["offset"], each["decode_batch_id"]))
    return seen


@pytest.fixture(scope="module")
def runs(pipeline: Pipeline) -> dict[str, Seen]:
    """What is there after each run, by its name; `run` numbers them from 1, as decode_batch_id does."""
    seen = {}

    def build(name: str, **asked: dict[str, str]) -> None:
        variables = {f"changefeed_{what}": which for what, which in asked.items()}
        pipeline.build(*(("--vars", json.dumps(variables)) if asked else ()))
        seen[name] = look(pipeline)

    pipeline.clear()
    pipeline.declare("feeds", *FEEDS.values())
    keyed = [key("expected"), key("expected_renamed", "renamed"), key("other"), key("since")]
    pipeline.declare("table_keys", *keyed, key("again"))
    pipeline.land(each | {"topic": feed} for feed in FEEDS for each in MESSAGES)
    pipeline.land(LATER | {"topic": feed} for feed in AT_ONCE)
    build("first")
    pipeline.land(
        LATER | {"topic": feed} | ({"ts": IN_2026} if feed == "since" else {}) for feed in FEEDS if feed not in AT_ONCE
    )
    build("later")  # the row that stands is later than all that is decoded again
    pipeline.declare("table_keys", *keyed, key("again", "renamed"), key("retried"), key("killed"))
    pipeline.declare("feeds", *(FEEDS | {"again": FEEDS["again"] | {"database": "renamed"}}).values())
    build("retried", retry={"feed": "retried", "reason": "no_key_declared"})
    build("again", redecode={"feed": "again"})
    build("since", redecode={"feed": "since", "since": "2026-01-01"})
    for killed_after in ("changefeed_read_batches", "changefeed_read_batches", "changefeed_decoded"):
        pipeline.build("--vars", '{"changefeed_redecode": {"feed": "killed"}}', models=[f"+{killed_after}"])
    build("killed")
    build("all retried", retry={})
    assert pipeline.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"
    pipeline.build("--full-refresh")
    seen["rebuilt"] = look(pipeline)
    return seen


def test_quarantined_messages_are_retried_in_their_own_place(runs: dict[str, Seen]) -> None:
    assert [reason for _, reason, _ in runs["later"].open["retried"]] == [
        "no_key_declared", "no_key_declared", "invalid_json", "no_key_declared",
    ]  # fmt: skip
    retried = runs["retried"]
    assert retried.open["retried"] == [(2, "invalid_json", 1)]
    assert retried.resolved == {"retried": [0, 1, 3]}
    assert {each["row_key"] for each in retried.state["retried"] if not each["is_deleted"]} == {'["3"]'}
    assert retried.state["retried"] == runs["first"].state["expected"]
    assert retried.state["killed"] == runs["later"].state["killed"], "another feed is not touched"


def test_what_fails_again_counts_its_attempts(runs: dict[str, Seen]) -> None:
    assert runs["all retried"].open["retried"] == [(2, "invalid_json", 2)]
    assert runs["all retried"].state == runs["killed"].state


def test_a_feed_is_decoded_again_without_touching_another(runs: dict[str, Seen]) -> None:
    again = runs["again"]
    assert again.state["again"] == runs["first"].state["expected_renamed"]
    assert {batch for _, batch in again.batches["again"]} == {4}
    assert {batch for _, batch in again.batches["other"]} == {1}
    assert again.open["again"] == [(2, "invalid_json", 2)]


def test_a_feed_is_decoded_again_since_a_time(runs: dict[str, Seen]) -> None:
    assert runs["since"].batches["since"] == [(0, 1), (1, 1), (3, 1), (4, 5)]
    assert runs["since"].state["since"] == runs["later"].state["since"]


def test_a_redecode_that_was_killed_is_completed_and_may_be_asked_for_twice(runs: dict[str, Seen]) -> None:
    assert runs["killed"].state["killed"] == runs["first"].state["expected"]


def test_a_rebuild_gives_the_same(runs: dict[str, Seen]) -> None:
    assert runs["rebuilt"].state == runs["all retried"].state


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"changefeed_redecode": {"feed": "nobody"}}, "no feed 'nobody' can be decoded again"),
        (
            {"changefeed_redecode": {"feed": "again", "since": "yesterday"}},
            "'yesterday' is not a time; write it",
        ),
    ],
)
def test_a_wrong_request_is_named(pipeline: Pipeline, runs: dict[str, Seen], asked: dict, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        pipeline.build("--vars", json.dumps(asked))


def test_feeds_check_names_what_an_older_version_decoded(
    pipeline: Pipeline, runs: dict[str, Seen], capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.dbt("run-operation", "check_feeds")
    printed = capsys.readouterr().out
    assert "the declared feeds are sound" in printed and "older version" not in printed
    pipeline.sql("update internal.decoded set decoder_version = 0 where feed = 'other'")
    pipeline.dbt("run-operation", "check_feeds")
    assert "feed other: 7 changes were decoded by an older version" in capsys.readouterr().out
