"""`changefeed compare` and `repair` with a real MariaDB, whose log a writer in Canal's shape reads."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from changefeed.source import comparing, connection
from conftest import OWN
from pipeline import canal
from source_story import Story, told


@pytest.fixture(scope="module")
def story(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with told(spark, tmp_path_factory.mktemp("compared"), f"{OWN}_compared") as one:
        yield one


def test_faults_are_proven_and_what_is_in_flight_is_not(story: Story) -> None:
    story.write("insert into goods select seq, concat('n', seq), seq / 4 from seq_1_to_20;")
    story.land(story.writer.messages())
    assert story.compare()[::2] == (0, {})
    assert "20 rows here, 20 there: equal, until" in story.compare()[1]

    # In flight: written at the source, not landed. Lost: 3 is changed and 4 deleted, and no message ever comes.
    story.write("update goods set price = 9.99 where id = 2;")
    flying = story.writer.messages()
    story.write("update goods set price = 7.5 where id = 3; delete from goods where id = 4;")
    assert len(story.writer.messages()) == 2
    story.write("set sql_log_bin = 0; insert into goods values (99, 'unlogged', null);")
    code, said, found = story.compare()
    assert (code, found) == (0, dict.fromkeys(["2", "3", "4", "99"], "in_flight")), said
    assert "4 in flight" in said and "Next: once a change has landed that happened at the source after" in said
    assert story.compare()[2] == found, "nothing was applied since: nothing is proven"

    story.land(flying)
    code, said, found = story.compare()
    assert "2" not in found and set(found.values()) == {"in_flight"}, said
    story.settle()
    code, said, found = story.compare()
    assert (code, found) == (3, dict.fromkeys(["3", "4", "99"], "proven")), said
    assert '["3"] price: here "0.75", at the source "7.50"' in said
    assert '["99"] is missing here' in said
    through = story.project.sql("select keys_proven, verified_through from comparisons where source_table = 'goods'")
    assert through[0]["keys_proven"] == 3 and through[0]["verified_through"] is not None

    # The next change of the key brings it right.
    story.write("update goods set name = 'again' where id = 3;")
    story.land(story.writer.messages())
    assert story.compare()[2] == {"4": "proven", "99": "proven"}


def test_a_repair_brings_proven_keys_right(story: Story) -> None:
    """One key that another value hides, one that is gone, one that never came; a fourth changes before the run."""
    story.write("set sql_log_bin = 0; delete from goods;")
    story.land([canal("TRUNCATE", None, table="goods", database="shop", isDdl=True, sql="truncate table goods",
                      es=int(time.time() * 1000))])  # fmt: skip
    assert story.compare()[2] == {}
    story.write("insert into goods select seq, concat('n', seq), seq / 4 from seq_1_to_9;")
    story.land(story.writer.messages())
    story.write("update goods set price = null where id in (3, 5); delete from goods where id = 4;")
    story.write("insert into goods values (10, 'late', 1), (11, 'short', 1);")
    assert len(story.writer.messages()) == 5, "all of them are lost"
    story.compare()
    story.settle()
    lost = dict.fromkeys(["10", "11", "3", "4", "5"], "proven")
    assert story.compare()[::2] == (3, lost)

    story.write("delete from goods where id = 11;")
    assert len(story.writer.messages()) == 1, "lost, too"
    code, said = story.command("repair", "shop", "--table", "shop.goods", "--dry-run")
    assert code == 0 and "to land  4" in said and "5 proven keys" in said, said
    assert story.compare()[2].keys() == lost.keys() - {"11"}, "nothing landed; 11 is on neither side"
    said = story.repair()
    assert '3 read again: ["10"], ["3"], ["5"]' in said and '1 gone at the source: ["4"]' in said, said
    code, said, found = story.compare()
    assert (code, found) == (0, {}) and "equal, until" in said, said
    assert story.here() == story.at_source()
    assert story.command("repair", "shop", "--table", "goods")[1] == "shop: shop.goods: 0 proven keys\nlanded  0\n"
    code, said = story.command("repair", "shop", "--table", "nothing")
    assert code == 1 and "feed shop has no table nothing" in said

    # What the source writes later wins, and all made anew is the same (rules 6 and 11).
    story.write("update goods set name = 'newer' where id = 3; insert into goods values (4, 'again', 2);")
    story.land(story.writer.messages())
    assert story.here()["3"] == ("newer", "NULL") and story.here()["4"] == ("again", "2.00")
    before = story.project.state()
    versions = story.project.sql("select row_key, valid_from, valid_to, is_current from history order by all")
    story.project.build("--full-refresh", models=("+changefeed_current_rows", "+changefeed_history"))
    assert story.project.state() == before
    assert story.project.sql("select row_key, valid_from, valid_to, is_current from history order by all") == versions
    assert story.compare()[2] == {}


def test_a_key_that_changed_since_the_comparison_waits_for_the_next_one(story: Story) -> None:
    story.write("set sql_log_bin = 0; update goods set price = 77 where id in (1, 2);")
    story.compare()
    story.settle()
    assert story.compare()[2] == {"1": "proven", "2": "proven"}
    story.write("update goods set name = 'moved' where id = 1;")
    story.land(story.writer.messages())
    said = story.repair()
    assert '1 read again: ["2"]' in said and '1 changed since the comparison: ["1"]' in said, said
    assert story.compare()[2] == {}


def test_a_part_is_compared(story: Story, tmp_path: Path) -> None:
    """Keys that changed since a time, and a share of all; what else was known stays known."""
    story.write("set sql_log_bin = 0; update goods set price = 5 where id in (6, 7);")
    time.sleep(1.1)
    since = f"{connected_clock(story):%Y-%m-%d %H:%M:%S}"
    story.write("update goods set name = 'part' where id = 7;")
    flying = story.writer.messages()
    before = story.project.sql("select * from comparisons where source_table = 'goods'")
    code, said, found = story.compare("--since", since)
    assert (code, found) == (0, {}) and "keys that changed since" in said and "0 rows here" in said, said
    story.land([json.dumps(json.loads(flying[0]) | {"data": [{"id": "7", "name": "part", "price": "1.75"}]})])
    code, said, found = story.compare("--since", since)
    assert (code, found) == (0, {"7": "in_flight"}) and "1 row here, 1 there" in said, said
    code, said, found = story.compare("--sample", "100")
    assert found == {"6": "in_flight", "7": "in_flight"} and "(100 % of the keys)" in said, said
    assert story.compare("--sample", "0.001")[2] == found
    assert story.project.sql("select * from comparisons where source_table = 'goods'") == before
    story.settle()
    page = tmp_path / "page.html"
    code, said, found = story.compare("--html", str(page))
    assert (code, found) == (3, {"6": "proven", "7": "proven"}), said
    text = page.read_text()
    assert "<h1>shop and its source</h1>" in text and "<td>proven<td>[&quot;6&quot;]<td>price<td>1.50<td>5.00" in text
    assert story.command("compare", "shop", "--since", since, "--sample", "1")[0] == 64
    story.repair()
    assert story.compare()[2] == {}


def connected_clock(story: Story) -> object:
    with connection.connected(story.project.spark, "shop") as source:
        return source.now()


def test_rows_travel_only_for_buckets_that_differ(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    story.write("set sql_log_bin = 0; delete from goods;")
    story.land([canal("TRUNCATE", None, table="goods", database="shop", isDdl=True, sql="truncate table goods",
                      es=int(time.time() * 1000))])  # fmt: skip
    story.write("insert into goods select seq, if(seq % 9 = 0, null, concat('n,', seq)), seq / 4 from seq_1_to_700;")
    story.land(story.writer.messages())
    read, frames = [], connection.Source.frames

    def seen(source: connection.Source, *arguments: object) -> object:
        read.append(arguments)
        return frames(source, *arguments)

    monkeypatch.setattr(connection.Source, "frames", seen)
    assert compared(story) == (700, 700, [])
    assert len(read) == 1 and read[0][3].startswith("group by"), "only sums were asked for"
    story.write("set sql_log_bin = 0; update goods set name = '' where id = 9; delete from goods where id = 500;")
    read.clear()
    assert compared(story) == (700, 699, [('["500"]', ""), ('["9"]', "name")])
    assert len(read) == 2 and len(re.findall("'[0-9a-f]{3}'", read[1][2][0])) == 2, "the rows of two buckets of 4,096"


def compared(story: Story) -> tuple[int, int, list[tuple[str, str]]]:
    with connection.connected(story.project.spark, "shop") as source:
        [one] = comparing.compare(story.project.spark, story.project.folder, source, "goods", rows_per_range=100)
    return one.rows_here, one.rows_at_source, [(each.row_key, each.column) for each in one.differences]
