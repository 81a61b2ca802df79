"""Sends what a person must know to chats and webhooks: a failed run, what is not well, changes of schemas.

What was sent is noted in $CHANGEFEED_HOME/notified.json, so each thing is sent once, and again when it is over.
The services are those of the library Apprise (the extra `changefeed[notify]`).
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from changefeed import journal
from changefeed.errors import ChangefeedError
from changefeed.runs import schema_changes
from changefeed.spark.relations import table_name
from changefeed.watch.status import Status, of_all
from changefeed.words import shown

_GROWING = ("quarantined", "statements_not_understood", "lost_offsets", "rejected_lines")
_MOST = 20  # lines of a notice
_URLS, _FILE = "CHANGEFEED_NOTIFY_URLS", "CHANGEFEED_NOTIFY_FILE"


@dataclass(frozen=True)
class Finding:
    """What is not as it should be: its words, and a count that may grow (0 if only its presence matters)."""

    words: str
    count: int = 0


def services() -> list[str]:
    """The URLs of the services, as Apprise writes them. They hold secrets: print only kind_of().

    Raises ChangefeedError if none is set, or a file can't be read.
    """
    named = os.environ.get(_FILE)
    try:
        given = Path(named).read_text(encoding="utf-8") if named else os.environ.get(_URLS, "")
    except (OSError, UnicodeDecodeError) as error:
        raise ChangefeedError(f"{_FILE}: {named} can't be read: {error}") from error
    found = [each for line in given.splitlines() if not line.startswith("#") for each in line.split()]
    if not found:
        raise ChangefeedError(
            f"No service is set. Set {_URLS} to one or more URLs, separated by blanks, or {_FILE} to a file with one a "
            "line: dingtalk://TOKEN, feishu://TOKEN, wecombot://KEY, slack://A/B/C, json://HOST/PATH "
            "(docs/how-to/notices.md)"
        )
    return found


def kind_of(url: str) -> str:
    """The kind of a service, without its secrets."""
    scheme, mark, _ = url.partition("://")
    return scheme if mark and re.fullmatch("[a-zA-Z0-9+]+", scheme) else "something without ://"


def of_runs() -> dict[str, Finding]:
    """Whether the last run failed, by the journal: no Spark is needed to know it."""
    line = journal.newest("run")
    if not line or line.get("exit_code") != 1:
        return {}
    return {"run": Finding(f"the last run failed ({line['at'][:19].replace('T', ' ')} UTC): changefeed run")}


def of_status(status: Status) -> dict[str, Finding]:
    """What is beyond its limit, by feed and measure."""
    return {
        f"{name}/{each['measure']}": Finding(
            shown(f"{name}: {each['words']}"), each["count"] if each["measure"] in _GROWING else 0
        )
        for name, each in of_all(status, "faults")
    }


def news(home: Path, found: dict[str, Finding], is_whole: bool = True) -> list[str]:
    """What of the findings was not sent yet or has grown, and what is over. `is_whole`: what is not found is over."""
    before = _sent(home)
    lines = [each.words for name, each in found.items() if name not in before or each.count > before[name].count]
    over = [name for name in before if name not in found] if is_whole else []
    return lines + [f"over: {before[name].words}" for name in over]


def schema_news(spark: SparkSession, home: Path) -> tuple[list[str], int]:
    """What changed at the sources since the last notice, and up to which decode batch. The first call tells nothing."""
    newest = spark.sql(f"select coalesce(max(decode_batch_id), 0) from {table_name('schema_changes')}").head(1)[0][0]
    after = _noted(home).get("schema_changes")
    return (schema_changes.lines(spark, after) if isinstance(after, int) and after < newest else []), newest


def remember(home: Path, found: dict[str, Finding], is_whole: bool = True, schema_batch: int | None = None) -> None:
    """Note what was sent. `schema_batch`: up to which decode batch changes of schemas were."""
    kept = {} if is_whole else _sent(home)
    noted = {
        "schema_changes": _noted(home).get("schema_changes") if schema_batch is None else schema_batch,
        "findings": {name: [each.words, each.count] for name, each in (kept | found).items()},
    }
    (home / "notified.json").write_text(json.dumps(noted, ensure_ascii=False), encoding="utf-8")


def _sent(home: Path) -> dict[str, Finding]:
    try:
        return {name: Finding(*each) for name, each in _noted(home)["findings"].items()}
    except (KeyError, TypeError, AttributeError):
        return {}  # what was sent is sent once more


def _noted(home: Path) -> dict[str, Any]:
    try:
        noted = json.loads((home / "notified.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def send(lines: list[str], urls: list[str], project: str) -> list[str]:
    """Send a notice to each service. Returns the services that took it.

    Raises ChangefeedError without Apprise, for a URL that is none, and if a service took nothing. URLs are not printed.
    """
    sender = _sender()
    took: list[str] = []
    failed: list[str] = []
    more = [f"and {len(lines) - _MOST} more: changefeed status"] if len(lines) > _MOST else []
    body = "\n".join([*lines[:_MOST], *more])
    for url in urls:
        is_taken = sender(url, f"changefeed: {project}", body)
        (took if is_taken else failed).append(kind_of(url))
    if failed:
        raise ChangefeedError(
            f"{', '.join(failed)} took no notice{f' ({len(took)} others did)' if took else ''}. Check the URL in "
            f"{_FILE if os.environ.get(_FILE) else _URLS}, and whether this machine reaches the service."
        )
    return took


def _sender() -> Callable[[str, str, str], bool]:
    try:
        import apprise
    except ImportError as error:
        raise ChangefeedError("Notices need Apprise: pip install 'changefeed[notify]'") from error

    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its warnings show parts of URLs

    def post(url: str, title: str, body: str) -> bool:
        service = apprise.Apprise()
        if not service.add(url):
            raise ChangefeedError(
                f"A URL ({kind_of(url)}) is of no service that Apprise knows, or lacks a part "
                "(https://github.com/caronc/apprise/wiki lists them)"
            )
        return bool(service.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT))

    return post
