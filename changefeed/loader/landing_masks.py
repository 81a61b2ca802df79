"""The masks that act as messages land: what the seeds declare, and how each way of landing writes messages anew."""

from __future__ import annotations

import base64
import functools
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from changefeed.errors import ChangefeedError
from changefeed.loader.masked_messages import MARK, FeedMasks, Headers, Mask, Masking, mark_of
from changefeed.project import seeds

_KEYS, _COLUMNS = seeds.SEEDS[1:3]
_REWRITTEN = "struct<key:binary,value:binary,headers:array<struct<key:string,value:binary>>>"
# SQL: what a message says of what it was before it was rewritten. NULL of any other.
MARK_AS_SQL = f"cast(get(filter(headers, header -> header.key = '{MARK}'), 0).value as string)"


def declared(project_dir: Path) -> Masking | None:
    """The masks with the place landing. None if there is none.

    Raises ChangefeedError if the key of the hashes is missing, or a line of masks is wrong: nothing lands then.
    """
    lines = seeds.masks_at_landing(project_dir)
    if not lines:
        return None
    rules = seeds.rules_of(project_dir)
    dialects = {each["name"]: each for each in rules.dialects()}
    feeds = []
    for feed, line in seeds.read_feeds(project_dir).items():
        of_feed = tuple(_mask(rules, each) for each in lines if seeds.matches(each["feed"], feed))
        if not of_feed:
            continue
        keys, types = _of_tables(project_dir, feed)
        said = seeds.settings(line)
        options = {name: value for name, _, value in (pair.partition("=") for pair in said["options"].split())}
        if said["dialect"] not in dialects:
            raise ChangefeedError(
                f"Nothing lands, because feed {feed} has a mask at landing, and seeds/changefeed_feeds.csv says "
                f"'{said['dialect']}', which is no dialect: changefeed feeds check"
            )
        for topics, dialect in (
            (line["topics"].split(), dialects[said["dialect"]]),
            ([seeds.BASELINE_TOPIC + feed], dialects["baseline"]),
        ):
            envelope = dialect["envelope"]
            feeds.append(
                FeedMasks(
                    topics=tuple(re.compile(rules.topic_regex(each), re.DOTALL) for each in topics),
                    masks=of_feed, dialect=dialect["name"], envelope=envelope["name"],
                    members=envelope["members"] if envelope["format"] == "json_object" else None,
                    options=options, unsent=_unsent(rules, dialect, options), keys=keys, types=types,
                )
            )  # fmt: skip
    key = functools.partial(_key, os.environ.get("CHANGEFEED_MASK_KEY_FILE", ""))
    key()
    return Masking(tuple(feeds), key)


def _mask(rules: Any, line: dict[str, Any]) -> Mask:
    table, column = line.get("source_table"), line["column_name"]
    return Mask(
        table=_pattern(table) if table else None,
        column=_pattern(column),
        pattern=column,
        action=line["action"],
        argument=line["argument"],
        in_statement=(rules._pattern_in_statement(column), rules._pattern_in_statement(table or "*")),
    )


def _pattern(pattern: str) -> re.Pattern[str]:
    parts = {"*": ".*", "?": "."}
    return re.compile("".join(parts.get(each) or re.escape(each) for each in pattern.lower()), re.DOTALL)


def _of_tables(project_dir: Path, feed: str) -> tuple[dict[str, list[str]], dict[str, dict[str, str]]]:
    """What the seeds declare of a feed's tables: key columns, and types of columns."""
    keys: dict[str, list[str]] = {}
    types: dict[str, dict[str, str]] = {}
    for line in seeds.lines_of_seed(project_dir, _KEYS):
        if line["feed"] == feed:
            names = line["key_columns"]
            of_key = json.loads(names[5:]) if names.startswith("json:") else names.split("|")
            keys[line["source_table"].lower()] = of_key
    for line in seeds.lines_of_seed(project_dir, _COLUMNS):
        if line["feed"] == feed:
            types.setdefault(line["source_table"].lower(), {})[line["column_name"]] = line["source_type"]
    return keys, types


def _unsent(rules: Any, dialect: Any, options: dict[str, str]) -> frozenset[str]:
    """The texts that stand for a value that Debezium did not send."""
    if "unavailable" not in dialect.get("options", {}):
        return frozenset()
    word = options.get("unavailable")
    if word is None:
        known = re.findall("'([^']*)'", rules.debezium_is_unavailable("text", "placeholders"))
        return frozenset(text for text in known if len(text) > len('["]'))
    raw = word.encode()
    lists = ["[" + ",".join(f"{byte}{end}" for byte in raw) + "]" for end in ("", ".0")]
    return frozenset([word, base64.b64encode(raw).decode(), raw.hex(), f'{{"{word}":"{word}"}}', *lists])


def _key(file: str) -> bytes:
    """The key of the hashes, as the macro mask_key() reads it. Spark's Python processes read it by themselves."""
    given = os.environ.get("CHANGEFEED_MASK_KEY", "").encode()
    if file:
        given = _first_line(file)
    if len(given) < 16:
        raise ChangefeedError(
            "A mask at landing hashes values, and there is no key of 16 bytes or more: set CHANGEFEED_MASK_KEY, or "
            "CHANGEFEED_MASK_KEY_FILE to a file with the key in its first line (`openssl rand -hex 32`)."
        )
    return given


@functools.cache
def _first_line(file: str) -> bytes:
    try:
        return Path(file).read_bytes().partition(b"\n")[0].removesuffix(b"\r")
    except OSError as error:
        raise ChangefeedError(f"CHANGEFEED_MASK_KEY_FILE: {file} can't be read ({error.strerror})") from error


# -- by Spark


def written_anew(messages: DataFrame, masking: Masking | None, is_stored: bool = False) -> DataFrame:
    """Messages as they land. With `is_stored`, those that were written anew before stay as they are."""
    if masking is None:
        return messages
    context = messages.sparkSession.sparkContext
    if "PYSPARK_PYTHON" not in os.environ:
        context.pythonExec = sys.executable  # it has this package
    write = F.udf(functools.partial(_write, masking, is_stored), _REWRITTEN)
    rest = [F.col(f"`{name}`") for name in messages.columns if name not in ("key", "value", "headers")]
    anew: Column = write("topic", "key", "value", "headers")
    return messages.select(*rest, anew.alias("anew")).select(*rest, "anew.key", "anew.value", "anew.headers")


def _write(
    masking: Masking, is_stored: bool, topic: str, key: bytes | None, value: bytes | None, headers: Headers | None
) -> tuple[bytes | None, bytes | None, list[tuple[str, bytes | None]] | None]:
    """Of one message."""
    given = [(name, None if text is None else bytes(text)) for name, text in headers or ()]
    key, value = (None if each is None else bytes(each) for each in (key, value))
    if not (is_stored and mark_of(given)):
        key, value, new = masking.written(topic, key, value, given)
        given = [*new]
    return key, value, given or None


# -- what a record is compared with


def is_same(
    masking: Masking | None,
    record: tuple[bytes | None, bytes | None, Headers],
    stored: tuple[bytes | None, bytes | None, Headers | None],
) -> bool:
    """Whether a record of Kafka is the one that landed. What another key hashed can't be compared, and counts as it."""
    mark = mark_of(stored[2])
    if not mark:
        return record[:2] == tuple(stored[:2])
    if masking is None:
        return True
    own = masking.original(*record)
    return own == mark or own[:8] != mark[:8]


def without_text(line: bytes, masking: Masking | None) -> bytes:
    """A line that is no record, as it is set aside: if anything is masked at landing, nobody knows what is in it."""
    if masking is None:
        return line
    return f"changefeed: left out at landing ({len(line):,} bytes, {masking.original(None, line, ())})".encode()
