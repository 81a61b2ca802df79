"""Huawei DRS from MongoDB: how documents are put together."""

from __future__ import annotations

import json

import pytest

from pipeline import Pipeline, record


def dds(number: int, kind: str, value: str, where: str | None = None) -> str:
    """A message of DRS from MongoDB, at its own second; `kind` is the recordType."""
    operation = {"insert": "INSERT", "doc": "DELETE"}.get(kind, "UPDATE")
    message = {
        "id": number,
        "op": operation,
        "dbType": "MongoDB",
        "db": "d",
        "coll": "c",
        "value": value,
        "where": where,
    }
    message |= {"recordType": kind, "extra": kind, "es": 1, "ts": 1, "clusterTime": f"{number}:1"}
    return json.dumps(message)


DOCUMENTS = (
    dds(1, "insert", '{"_id": 1, "a": {"z": 1.10, "b": "was", "y": {"p": 1, "q": 2}}, "s": "x"}'),
    dds(
        2, "update",
        '{"$set": {"a.b": "is", "a.n.m.k": ISODate("2024-06-01T03:00:00Z"), "new.k": "5"}, "$unset": {"a.y.p": true}}',
        '{"_id": 1}',
    ),
    dds(3, "update", '{"$set": {"a.y.q": 3, "t": null}, "$unset": {"s": true}}', '{"_id": 1}'),
    dds(4, "insert", '{"_id": 2, "a": {"b": 1}}'),
    dds(5, "update", '{"$set": {"a.c": 2}}', '{"_id": 2}'),
    dds(6, "update", '{"$set": {"a": {"d": 4}}}', '{"_id": 2}'),
    dds(7, "update", '{"$set": {"a.e": {"f": 1}}}', '{"_id": 2}'),
    dds(8, "update", '{"$set": {"a.e.g": 2}}', '{"_id": 2}'),
    dds(9, "update", '{"$set": {"k.l": 1}}', '{"_id": 3}'),
    dds(10, "insert", '{"_id": 4, "a": {"b": 1}}'),
    dds(11, "update", '{"_id": 4, "v": 1}', '{"_id": 4}').replace('"update"', '"replace"'),
    dds(12, "doc", '{"_id": 4}'),
)  # fmt: skip
WHOLE = {
    '["1"]': {
        "_id": "1", "new": '{"k":"5"}', "t": None, "s": None,
        "a": '{"z":1.10,"b":"is","y":{"q":3},"n":{"m":{"k":{"$date":"2024-06-01T03:00:00Z"}}}}',
    },
    '["2"]': {"_id": "2", "a": '{"d":4,"e":{"f":1,"g":2}}'},
    '["3"]': {"_id": "3", "k": '{"l":1}'},
}  # fmt: skip


@pytest.mark.slow
def test_members_of_documents_are_set_one_by_one_in_whatever_runs(functions: Pipeline) -> None:
    """The same rows in one run, in a run for each message, and backwards; a version of the history is whole too."""
    feeds = ("once", "each", "late")
    functions.clear()
    functions.declare(
        "feeds",
        *({"feed": feed, "topics": feed, "dialect": "drs_mongo", "source_kind": "mongodb", "history": "on"}
          for feed in feeds),
    )  # fmt: skip
    for run in range(4):
        later = range(run * 3, run * 3 + 3)
        functions.land(
            [record(place, DOCUMENTS[place], topic="each") for place in later]
            + [record(place, DOCUMENTS[11 - place], topic="late") for place in later]
            + [record(place, message, topic="once") for place, message in enumerate(DOCUMENTS) if run == 3]
        )
        functions.build()
    assert functions.sql("select * from quarantine") == []
    rows = functions.sql("select feed, row_key, row from current_rows where not is_deleted")
    assert {(row["feed"], row["row_key"]): row["row"] for row in rows} == {
        (feed, key): row for feed in feeds for key, row in WHOLE.items()
    }
    versions = functions.sql(
        "select feed, position.sequence[0] as at, row['a'] as a from history where row_key = '[\"2\"]'"
    )
    for feed in feeds:
        assert {int(each["at"]): each["a"] for each in versions if each["feed"] == feed} == {
            4: '{"b":1}', 5: '{"b":1,"c":2}', 6: '{"d":4}', 7: '{"d":4,"e":{"f":1}}', 8: '{"d":4,"e":{"f":1,"g":2}}',
        }  # fmt: skip
