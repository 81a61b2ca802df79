"""One history of a source, as each producer writes it, gives the rows of the contract in every dialect.

Hypothesis draws what a source does and the way its messages take. A primary key may be redefined, and the type of a
column (`d`) may change: what typed tables have in it is compared. Each history goes through an encoder of every dialect
(tests/oracles/encoders; of a dialect that has several, one after the other), which leaves out what its producer cannot
say. All are feeds of one warehouse, and go through the same few runs. Rows and history are compared with
tests/oracles/reference/reference.py. What differs is made smaller, all counter-examples side by side, and shown with
its dialect.

CHANGEFEED_TEST_CASES: how many histories; CHANGEFEED_TEST_SEED: which; CHANGEFEED_TEST_DIALECTS: of which dialects, or
encoders, their names with blanks between.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import encoders
from encoders.base import STATEMENTS
from histories import (
    RUNS,
    Case,
    Places,
    differences,
    expected_rows,
    expected_values,
    expected_versions,
    fold_side_by_side,
    folded,
    values,
    versions,
    without_values,
)  # fmt: skip
from pipeline import Pipeline

pytestmark = pytest.mark.slow

CASES = int(os.environ.get("CHANGEFEED_TEST_CASES", "4"))  # `make test-properties` sets more
SEED = int(os.environ.get("CHANGEFEED_TEST_SEED", "1"))
CHOSEN = os.environ.get("CHANGEFEED_TEST_DIALECTS", "").split()
SHOWN = 3  # counter-examples that are made smaller, each of another encoder
ROUNDS = 6  # in which they are

OPERATIONS = (
    *("insert", "update", "edit", "move") * 2,
    *("delete", "unseen", "put", "take", "swap", "load", "shift", "rekey", "measure", "retype", "retype"),
    *STATEMENTS,
)
small = st.integers(0, 3)
places = st.integers(0, 30)
stretches = st.tuples(st.integers(0, 12), st.sampled_from([0, 0, 3, 8]))
histories = st.builds(
    Case,
    operations=st.lists(st.tuples(st.sampled_from(OPERATIONS), small, small, small), min_size=14, max_size=30),
    producer=st.just(""),
    cuts=st.lists(places, max_size=RUNS - 1),
    late=st.lists(places, max_size=3),
    late_partition=st.sampled_from([-1, -1, -1, 0, 1, 2]),
    landed_again=stretches,
    sent_again=stretches,
    has_history=st.booleans(),
    loaded=st.sampled_from([0, 2, 4]),
    has_lob=st.booleans(),
    wanders=st.sampled_from([False, False, True]),
    typed=st.sampled_from(["", "number", "time"]),
)


def drawn_histories() -> list[Case]:
    found: list[Case] = []

    @seed(SEED)
    @settings(max_examples=CASES, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
    @given(histories)
    def draw(case: Case) -> None:
        found.append(case)

    draw()
    return found


def example(producer: str, *operations: tuple[str, int, int, int], loaded: int = 0, has_lob: bool = False) -> Case:
    return Case(
        list(operations), producer, [], [], -1, (0, 0), (0, 0), has_history=True, loaded=loaded, has_lob=has_lob
    )


# Counter-examples that were found, each named after what it shows.
NAMED = {
    "a_load_after_a_rename_replaces_the_rows_that_came_with_the_name": example(
        "Debezium", ("insert", 2, 1, 0), ("retitle", 0, 0, 0), ("load", 1, 1, 1)
    ),
    "a_truncate_without_a_time_ends_versions_in_kafkas": example("AwsDms", ("truncate", 0, 0, 1), loaded=1),
    "a_row_that_moves_is_as_its_message_says_of_before": example(
        "DataWorksInOne", ("unseen", 1, 1, 1), ("move", 1, 2, 2)
    ),
    "a_row_that_is_gone_is_gone_under_a_name_that_comes_late": replace(
        example("OmsDataWorks", ("insert", 1, 1, 0), ("delete", 1, 1, 0), ("retitle", 0, 0, 0), ("insert", 2, 1, 1)),
        late=[2],
    ),
    "a_key_comes_back": example(
        "CanalMinimal",
        ("insert", 1, 1, 1),
        ("rekey", 0, 1, 0),
        ("shift", 1, 2, 0),
        ("rekey", 0, 0, 0),
        ("delete", 1, 0, 0),
        ("rekey", 0, 1, 0),
        ("insert", 2, 1, 1),
    ),
    "values_of_a_renamed_table_keep_the_types_that_they_had": replace(
        example(
            "Canal",
            ("retype", 1, 2, 0),
            ("insert", 0, 2, 1),
            ("retitle", 0, 0, 0),
            ("retype", 0, 0, 0),
            ("insert", 2, 1, 1),
        ),
        typed="number",
    ),
}


def named() -> dict[str, Case]:
    """The counter-examples of the chosen dialects."""
    chosen = [case for case in NAMED.values() if not CHOSEN or {case.producer, case.encoder.dialect} & {*CHOSEN}]
    return {f"named_{number}": case for number, case in enumerate(chosen)}


def feeds_of(history: Case, number: int) -> Iterator[tuple[str, Case]]:
    """The history as each dialect has it, if its messages show their order."""
    for dialect, known in encoders.DIALECTS.items():
        names = [type(each).__name__ for each in known]
        if not CHOSEN or dialect in CHOSEN:
            name = names[(number + SEED) % len(names)]
            told = [(f"{dialect}_{number}", replace(history, producer=name))]
        else:
            told = [(f"{name.lower()}_{number}", replace(history, producer=name)) for name in {*names} & {*CHOSEN}]
        yield from ((feed, case) for feed, case in told if case.encoder.shows_order(case.source().sent))


def shown(rows: Places, case: Case) -> Places:
    """What is compared: of rows that are gone, none without a key (which cut took them last is nobody's matter)."""
    compared = {place: row for place, row in rows.items() if row[2] or not place[0].endswith("bag")}
    compared = without_values(compared)
    if case.encoder.keeps_tombstones:
        return compared
    return {place: ({}, *row[1:]) if row[1] else row for place, row in compared.items()}


def faults(pipeline: Pipeline, feeds: Mapping[str, Case]) -> dict[str, str]:
    """What is wrong with each feed, in words; those with nothing are left out."""
    fold_side_by_side(pipeline, feeds)
    rows, history, read = folded(pipeline), versions(pipeline), values(pipeline, feeds)
    refused: dict[str, str] = {}
    for row in pipeline.sql("select feed, reason, detail, resolved_at is null as is_open from quarantine"):
        if row["is_open"] and not (row["reason"] == "unpaired_update" and feeds[row["feed"]].may_have_lone_sides):
            refused[row["feed"]] = f"  quarantined: {row['reason']}: {row['detail']}"
    undecided = {row["feed"] for row in pipeline.sql("select distinct feed from internal.undecided_orders")}
    found = {}
    for feed, case in feeds.items():
        changes = case.deliver(feed)[1]
        told = [
            refused.get(feed, ""),
            "  the order is undecided" if feed in undecided and not case.encoder.places_statements else "",
            differences(shown(rows.get(feed, {}), case), shown(expected_rows(case, changes), case)),
            differences(without_values(history.get(feed, {})), without_values(expected_versions(case, changes))),
            differences(read.get(feed, {}), expected_values(case, changes)),
        ]
        if any(told):
            found[feed] = "\n".join(each for each in told if each)
    return found


def test_histories_of_every_dialect_give_the_rows_of_the_reference(pipeline: Pipeline) -> None:
    drawn = enumerate(drawn_histories())
    feeds = named() | {feed: case for number, history in drawn for feed, case in feeds_of(history, number)}
    wrong = faults(pipeline, feeds)
    if not wrong:
        return
    shown = {}
    for feed in sorted(wrong, key=lambda feed: weight(feeds[feed])):
        shown.setdefault(feeds[feed].producer, feed)
    smallest = made_smaller(pipeline, {feed: (feeds[feed], wrong[feed]) for feed in list(shown.values())[:SHOWN]})
    examples = "\n".join(
        f"{case.encoder.dialect} ({case.producer}, {feed}), seed {SEED}: {case}\n{messages(case)}{told}"
        for feed, (case, told) in smallest.items()
    )
    counted = ", ".join(
        f"{producer} {sum(feeds[feed].producer == producer for feed in wrong)}"
        for producer in sorted({feeds[feed].producer for feed in wrong})
    )
    pytest.fail(f"{len(wrong)} of {len(feeds)} feeds differ ({counted}), seed {SEED}:\n{examples}", pytrace=False)


# -- counter-examples made smaller


def weight(case: Case) -> tuple[int, ...]:
    """How much there is to look at."""
    rest = len(case.cuts) + len(case.late) + (case.late_partition >= 0) + case.has_history
    again = case.landed_again[1] + case.sent_again[1]
    more = case.loaded + case.has_lob + case.wanders + bool(case.typed)
    return len(case.source().sent), len(case.operations), rest, again, more


def tidied(case: Case) -> Case:
    """Without the operations that do nothing, as far as its messages show."""
    sent = case.source().sent
    for place in reversed(range(len(case.operations))):
        less = replace(case, operations=case.operations[:place] + case.operations[place + 1 :])
        if less.source().sent == sent:
            case = less
    return case


def smaller(case: Case) -> Iterator[Case]:
    """What a smaller history could be."""
    operations, count = case.operations, len(case.operations)
    size = count
    while size > 1:
        size //= 2
        for start in range(0, count, size):
            yield replace(case, operations=operations[:start] + operations[start + size :])
    nothing = {"late": [], "late_partition": -1, "cuts": [], "landed_again": (0, 0), "sent_again": (0, 0)}
    for name, none in nothing.items():
        yield replace(case, **{name: none})
    yield replace(case, **nothing)
    for name in ("late", "cuts"):
        listed = getattr(case, name)
        for place in range(len(listed)):
            yield replace(case, **{name: listed[:place] + listed[place + 1 :]})
    for loaded in range(case.loaded):
        yield replace(case, loaded=loaded)
    yield replace(case, has_lob=False)
    yield replace(case, wanders=False)
    yield replace(case, typed="")
    yield replace(case, has_history=False)


def made_smaller(pipeline: Pipeline, examples: dict[str, tuple[Case, str]]) -> dict[str, tuple[Case, str]]:
    """The same faults in smaller histories: in each round all that could be smaller is tried at once."""
    examples = {feed: (tidied(case), told) for feed, (case, told) in examples.items()}
    for _ in range(ROUNDS):
        tried: dict[str, Case] = {}
        for feed, (case, _) in examples.items():
            known = {repr(case)}
            for number, less in enumerate(map(tidied, smaller(case))):
                if weight(less) < weight(case) and repr(less) not in known:
                    known.add(repr(less))
                    tried[f"{feed}_{number}"] = less
        wrong = faults(pipeline, tried) if tried else {}
        if not wrong:
            break
        for feed in examples:
            found = [each for each in wrong if each.rpartition("_")[0] == feed]
            if found:
                best = min(found, key=lambda each: weight(tried[each]))
                examples[feed] = (tried[best], wrong[best])
    return examples


def messages(case: Case) -> str:
    """The messages of a case, a line each: run, partition, Kafka key and value."""
    runs, _ = case.deliver("")
    return "".join(
        f"  run {run} {each['topic']}[{each['partition']}] {each.get('key', each.get('key_base64')) or ''} "
        f"{each.get('payload', each.get('payload_base64'))}\n"
        for run, records in enumerate(runs)
        for each in records
    )
