"""All JSON dialects in one statement, as it is compiled for users: what each takes for its own, how far that scales."""

from __future__ import annotations

import csv
import fnmatch
import io
import json
import re
from contextlib import redirect_stdout
from typing import Any

import pytest
from pyspark.sql import DataFrame

import frames
from conftest import as_shipped
from pipeline import REPO, Pipeline

FACTS = """
{% for d in changefeed.dialects() if not d.is_internal and d.envelope.format != 'avro' and not d.written -%}
{{ tojson({
    'name': d.name, 'source_kinds': d.source_kinds, 'options': d.get('options', {}), 'format': d.envelope.format,
    'look_alikes': changefeed.look_alikes(d, changefeed.dialects()), 'members': changefeed.member_names(d),
    'has': d.signature.has, 'takes_along': d.takes_along or []
}) }}
{% endfor %}
"""
# Every landed message in every feed, as a run would decode it there.
IN_EVERY_FEED = """
with messages as (

    select
        landed.*,
        landed.kafka_at as ordered_at,
        landed.batch_id as decode_batch_id,
        feeds.dialect,
        feeds.* except (dialect, options),
        {{ changefeed.feed_options('feeds.options') }} as options
    from messages_of_all as landed
    cross join {{ ref('changefeed_feed_settings') }} as feeds
    where {condition}

),

{% set known = changefeed.dialects() | rejectattr('is_internal') -%}
{% set texts = known | rejectattr('envelope.format', 'equalto', 'avro') | rejectattr('written', 'defined') | list -%}
{{ changefeed.decode_messages('messages', texts, known) }}

select feed, topic, offset, reason, operation, detail from decoded_changes
"""


def inline(pipeline: Pipeline, template: str) -> str:
    (node,) = pipeline.dbt("compile", "--inline", template).values()
    return node.node.compiled_code


def seed(name: str) -> list[dict[str, str]]:
    with (REPO / "seeds" / f"changefeed_{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def demo_records() -> list[tuple[str, dict[str, Any]]]:
    """The records of the demo that are text, each with the dialect of its feed."""
    feeds = seed("feeds")
    found = []
    for capture in sorted((REPO / "demo" / "captures").glob("*.jsonl")):
        for line in capture.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for feed in feeds:
                is_its = any(fnmatch.fnmatchcase(record["topic"], pattern) for pattern in feed["topics"].split())
                if is_its and ("payload" in record or feed["dialect"] in frames.FRAMED):
                    found.append((feed["dialect"], record))
    return found


@pytest.fixture(scope="module")
def dialects(pipeline: Pipeline) -> dict[str, dict[str, Any]]:
    """Facts of each dialect; a feed of each is declared, and all demo messages stand in messages_of_all."""
    facts = [json.loads(line) for line in inline(pipeline, FACTS).splitlines() if line.strip()]
    pipeline.clear()
    shipped = [feed for feed in seed("feeds") if feed["dialect"] in {each["name"] for each in facts}]
    pipeline.declare("feeds", *(
        feed | {"feed": f"pair_{feed['dialect']}", "topics": f"pair_{feed['dialect']}"} for feed in shipped
    ))  # fmt: skip
    owners = {feed["feed"]: feed["dialect"] for feed in shipped}
    for name in ("table_keys", "table_columns"):
        lines = [line for line in seed(name) if line["feed"] in owners]
        pipeline.declare(name, *(line | {"feed": f"pair_{owners[line['feed']]}"} for line in lines))
    pipeline.land(record for _, record in demo_records())
    pipeline.build(models=["+changefeed_feed_settings"])
    pipeline.spark.table("messages").cache().createOrReplaceTempView("messages_of_all")
    return {each["name"]: each for each in facts}


def can_be_taken_for(dialect: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the list says so: proposing does not tell them apart, or a message can have all that the other needs.

    Messages without rows may be the other's own.
    """
    if other["name"] in (*dialect["look_alikes"], *dialect["takes_along"]) or other["format"] == "json_map":
        return True
    needed = [[sign] if isinstance(sign, str) else sign for sign in other["has"]]
    return all(set(names) & set(dialect["members"]) for names in needed)


def decoded(pipeline: Pipeline, condition: str = "true") -> DataFrame:
    return pipeline.spark.sql(inline(pipeline, IN_EVERY_FEED.replace("{condition}", condition)))


def test_a_message_of_another_dialect_is_refused_or_named_as_a_look_alike(
    pipeline: Pipeline, dialects: dict[str, dict[str, Any]]
) -> None:
    owner = {(record["topic"], record["offset"]): dialect for dialect, record in demo_records()}
    assert set(owner.values()) == set(dialects), "each dialect has messages in the demo"
    with as_shipped(pipeline.spark):
        rows = decoded(pipeline, "landed.value is not null").collect()
    taken: dict[tuple[str, str], int] = {}
    for row in rows:
        pair = (row["feed"].removeprefix("pair_"), owner[row["topic"], row["offset"]])
        taken[pair] = taken.get(pair, 0) + (row["reason"] is None)
    assert [name for name in dialects if not taken[name, name]] == [], "take none of their own messages"
    unnamed = {
        f"{dialect} in a feed of {name}": count
        for (name, dialect), count in taken.items()
        if count and name != dialect and not can_be_taken_for(dialects[dialect], dialects[name])
    }
    assert unnamed == {}


def test_a_statement_with_all_dialects_is_compiled_whole(
    pipeline: Pipeline, dialects: dict[str, dict[str, Any]]
) -> None:
    with as_shipped(pipeline.spark):
        pipeline.spark.conf.set("spark.sql.adaptive.enabled", "false")  # else Spark explains before it compiles
        frame = decoded(pipeline)
        told = io.StringIO()
        with redirect_stdout(told):
            frame.explain("codegen")
    sizes = [int(size) for size in re.findall(r"maxMethodCodeSize:(\d+)", told.getvalue())]
    assert sizes and max(sizes) < 65_536, "Spark gives up compiling a stage whose longest method is longer"
