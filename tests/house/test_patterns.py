"""Every regular expression over foreign text takes time in proportion to the text, and no more of Java's stack.

Anybody who can write to a topic decides what the texts are. The patterns are those of macros, models and udfs
(patterns.py); each is run by Java's own java.util.regex (Matching.java) on texts made of its own pieces
(worst_texts.py). No Spark.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

if sys.version_info < (3, 11):
    pytest.skip("possessive repetitions are read since Python 3.11", allow_module_level=True)

import patterns
import worst_texts

JAVA = shutil.which("java")
MATCHING = Path(__file__).parent / "Matching.java"
# Looks at a character for each character of a text: so many are well with any pattern. Four times the text may take
# this many times as much.
FEW, GROWTH = 16, 4.6
SHORT, LONG = (1_000, 4_000), (25_000, 100_000)
MOST = 400  # for each character; Matching.java stops there
# Patterns of the kinds that were there once.
BAD = (
    r'"((?:[^"]|"")*)"\z', r'^"[^"]*"(?:[.]"[^"]*")*\z', r"(?: ;)+$", r"^([01]|[0-9]*[2-9][0-9]*)\z",
    r"(?is)\A(?:(ADD) [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| ONLINE)*))\z", "([0-9]+:[0-9]+)$",
    r"(?s)/\*M?![0-9]*+(?=.*?\*/)", r"[nN]?[qQ]\x27(?:\[.*?\]|\{.*?\}|([^\s\[{(<]).*?\1)\x27", r" *[(] *[)]",
    r"^[-+]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\z", r'"(?:[^"\\]++|\\.)*+"',
)  # fmt: skip
Text = tuple[str, str, str]  # how it begins, what repeats, how it ends


@pytest.fixture(scope="module")
def found() -> set[str]:
    return patterns.of_project()


def matched(asked: Iterable[tuple[str, Text]], sizes: tuple[int, int], to: Path) -> dict[tuple[str, Text], list[int]]:
    """How many characters Java looked at, for two sizes of each text; none where its stack was full."""
    asked = list(asked)
    fields = [(pattern, *text) for pattern, text in asked]
    lines = ["\t".join(base64.b64encode(each.encode("utf-8", "replace")).decode() for each in line) for line in fields]
    file = to / "texts.tsv"
    file.write_text("".join(f"{line}\t{sizes[0]},{sizes[1]}\n" for line in lines))
    ran = subprocess.run([str(JAVA), str(MATCHING), str(file)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr[-2000:]
    answers = [[] if line == "overflow" else [*map(int, line.split(","))] for line in ran.stdout.splitlines()]
    return dict(zip(asked, answers, strict=True))


def is_well(counts: list[int], sizes: tuple[int, int]) -> bool:
    if not counts or counts[1] >= MOST * sizes[1]:
        return False
    return counts[1] < FEW * sizes[1] or counts[1] < GROWTH * counts[0]


def judged(found: Iterable[str], to: Path) -> dict[str, tuple[Text, list[int]]]:
    """Of each pattern that is not well on some text, that text and what Java looked at."""
    short = matched(((pattern, text) for pattern in found for text in worst_texts.worst(pattern)), SHORT, to)
    heaviest: dict[str, tuple[Text, list[int]]] = {}
    for (pattern, text), counts in short.items():
        if pattern not in heaviest or _weight(counts) > _weight(heaviest[pattern][1]):
            heaviest[pattern] = text, counts
    bad = {pattern: each for pattern, each in heaviest.items() if not is_well(each[1], SHORT)}
    rest = [(pattern, text) for pattern, (text, _) in heaviest.items() if pattern not in bad]
    long = matched(rest, LONG, to) if rest else {}
    return bad | {pattern: (text, each) for (pattern, text), each in long.items() if not is_well(each, LONG)}


def _weight(counts: list[int]) -> tuple[bool, float]:
    """The more, the worse: a full stack, then what grows, then what takes long."""
    if not counts:
        return True, float("inf")
    return not is_well(counts, SHORT), counts[1]


def test_the_patterns_of_all_rooms_are_found(found: set[str]) -> None:
    assert len(found) > 180
    for part in (r"TRUNCATE (?:TABLE )?+", r"/\*M?!", "ObjectId", r"[2-9]", r"(?:[abfnrtv"):
        assert any(part in each for each in found), part


def test_no_repetition_makes_java_recurse(found: set[str]) -> None:
    """An open repetition of more than one character is possessive: else each turn takes a piece of the stack."""
    assert {pattern: told for pattern in found if (told := worst_texts.recursions(pattern))} == {}


@pytest.mark.skipif(JAVA is None, reason="no Java")
def test_the_work_of_a_pattern_grows_as_its_text_does(found: set[str], tmp_path: Path) -> None:
    assert judged(sorted(found), tmp_path) == {}


@pytest.mark.skipif(JAVA is None, reason="no Java")
def test_a_pattern_that_does_not_is_seen(tmp_path: Path) -> None:
    recursive = {pattern for pattern in BAD if worst_texts.recursions(pattern)}
    assert judged(BAD, tmp_path).keys() | recursive == set(BAD)
