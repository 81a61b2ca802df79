"""Messages are decoded again after a declaration changed: in their own place, without touching other feeds."""

from __future__ import annotations

import json

import pytest

from pipeline import Pipeline, canal, record

FEED = {"feed": "f", "dialect": "canal", "topics": "t"}
OTHER = {"feed": "other", "dialect": "canal", "topics": "o"}
KEY = {"feed": "f", "source_database": "d", "source_table": "t", "key_columns": "id"}


def row(id: str, v: str) -> dict[str, str]:
    return {"id": id, "v": v}


# Without pkNames nothing of topic t can be decoded until a key is declared; offset 2 never can.
MESSAGES = [
    record(0, canal("INSERT", [row("1", "a"), row("2", "b")], keys=None)),
    record(1, canal("UPDATE", [row("3", "b")], [{"id": "2"}], keys=None)),
    record(2, "{"),
    record(3, canal("DELETE", [row("1", "a")], keys=None)),
    record(0, canal("INSERT", [row("9", "z")]), topic="o"),
]
LATER = [record(4, canal("UPDATE", [row("3", "c")], [{"v": "b"}]))]


@pytest.fixture
def feeds(pipeline: Pipeline) -> Pipeline:
    pipeline.clear()
    pipeline.declare("feeds", FEED, OTHER)
    pipeline.declare("table_keys")
    return pipeline


def retry(feeds: Pipeline, **which: str) -> None:
    feeds.build("--vars", json.dumps({"changefeed_retry": which}))


def redecode(feeds: Pipeline, **which: str) -> None:
    feeds.build("--vars", json.dumps({"changefeed_redecode": which}))


def rebuilt(feeds: Pipeline, records: list[dict]) -> list[dict]:
    """The state that these records give when they are landed and built at once."""
    feeds.clear()
    feeds.land(records)
    feeds.build()
    return feeds.state()


def open_quarantine(feeds: Pipeline) -> list[tuple]:
    rows = feeds.sql("select offset, reason, attempts from quarantine where resolved_at is null order by offset")
    return [tuple(each.values()) for each in rows]


def test_quarantined_messages_are_retried_in_their_own_place(feeds: Pipeline) -> None:
    feeds.land(MESSAGES)
    feeds.build()
    assert [reason for _, reason, _ in open_quarantine(feeds)] == [
        "no_key_declared", "no_key_declared", "invalid_json", "no_key_declared",
    ]  # fmt: skip
    feeds.land(LATER)
    feeds.build()  # the row that stands is later than all that is retried
    feeds.declare("table_keys", KEY)
    retry(feeds, feed="f", reason="no_key_declared")
    assert open_quarantine(feeds) == [(2, "invalid_json", 1)]
    resolved = feeds.sql("select offset from quarantine where resolved_at >= first_seen_at order by offset")
    assert [each["offset"] for each in resolved] == [0, 1, 3]
    assert [(key, image["v"]) for _, key, image, _ in feeds.rows()] == [('["3"]', "c"), ('["9"]', "z")]
    retried = feeds.state()

    retry(feeds)
    assert open_quarantine(feeds) == [(2, "invalid_json", 2)]
    assert feeds.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"
    assert feeds.state() == retried
    assert retried == rebuilt(feeds, MESSAGES + LATER)


def test_a_feed_is_decoded_again_without_touching_another(feeds: Pipeline) -> None:
    feeds.declare("table_keys", KEY)
    feeds.land(MESSAGES)
    feeds.build()
    feeds.land(LATER)
    feeds.build()
    feeds.declare("table_keys", KEY | {"source_database": "renamed"})
    feeds.declare("feeds", FEED | {"database": "renamed"}, OTHER)
    redecode(feeds, feed="f")
    again = feeds.state()
    assert {each["source_database"] for each in again if each["feed"] == "f"} == {"renamed"}
    batches = feeds.sql(
        "select feed, collect_set(decode_batch_id) as ids from decoded where reason is null group by feed"
    )
    assert {each["feed"]: each["ids"] for each in batches} == {"f": [3], "other": [1]}
    assert open_quarantine(feeds) == [(2, "invalid_json", 2)]
    assert feeds.dbt("test", "--select", "nothing_is_lost")["nothing_is_lost"].status == "pass"

    feeds.build()
    assert feeds.state() == again
    feeds.build("--full-refresh")
    assert feeds.state() == again
    assert again == rebuilt(feeds, MESSAGES + LATER)


def test_feeds_check_names_what_an_older_version_decoded(feeds: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    feeds.land(MESSAGES)
    feeds.build()
    feeds.dbt("seed")
    feeds.dbt("run-operation", "check_feeds")
    printed = capsys.readouterr().out
    assert "the declared feeds are sound" in printed and "older version" not in printed
    feeds.spark.sql("update decoded set decoder_version = 0 where feed = 'other'")
    feeds.dbt("run-operation", "check_feeds")
    assert "feed other: 1 changes were decoded by an older version" in capsys.readouterr().out


def test_a_feed_is_decoded_again_since_a_time(feeds: Pipeline) -> None:
    feeds.declare("table_keys", KEY)
    feeds.land(MESSAGES)
    feeds.build()
    feeds.land([record(4, canal("UPDATE", [row("3", "c")], [{"v": "b"}]), ts=1767225600000)])
    feeds.build()
    before = feeds.state()
    redecode(feeds, feed="f", since="2026-01-01")
    ids = feeds.sql(
        "select offset, decode_batch_id as id from decoded where topic = 't' and step = 0 group by all order by 1"
    )
    assert [(each["offset"], each["id"]) for each in ids] == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 3)]
    assert feeds.state() == before


def test_a_redecode_that_was_killed_is_completed_and_may_be_asked_for_twice(feeds: Pipeline) -> None:
    feeds.land(MESSAGES)
    feeds.build()
    feeds.declare("table_keys", KEY)
    asked = ["--vars", '{"changefeed_redecode": {"feed": "f"}}']
    for killed_after in ("changefeed_windows", "changefeed_windows", "changefeed_decoded"):
        feeds.dbt(
            "build", "--select", f"+{killed_after}", "--exclude-resource-type", "unit_test",
            "--exclude-resource-type", "test", *asked,
        )  # fmt: skip
    feeds.land(LATER)
    feeds.build()
    interrupted = feeds.state()
    assert interrupted == rebuilt(feeds, MESSAGES + LATER)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"changefeed_redecode": {"feed": "nobody"}}, "no feed 'nobody' can be decoded again"),
        ({"changefeed_redecode": {"feed": "f", "since": "yesterday"}}, "'yesterday' is no time; write it in UTC"),
    ],
)
def test_a_wrong_request_is_named(feeds: Pipeline, asked: dict, words: str) -> None:
    feeds.build()
    with pytest.raises(AssertionError, match=words):
        feeds.build("--vars", json.dumps(asked))
