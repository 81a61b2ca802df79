"""How the feeds do, as Prometheus reads it (`changefeed status --output prometheus`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from changefeed import journal
from changefeed.notices import tell
from changefeed.watch.status import Status

_OF_FEEDS = {  # measure → what its metric says
    "messages": "Messages that were decoded or quarantined.",
    "rows": "Rows of all tables of the feed, as they are now.",
    "tables": "Tables that have rows.",
    "lag_seconds": "Seconds from the newest change at the source to now.",
    "unread_seconds": "Seconds since the oldest message landed that no run has read.",
    "statements_not_understood": "Statements whose effect on tables is not known.",
    "ambiguous_nulls": "NULLs that may mean a value that did not change.",
    "shared_keys": "Row keys that several Kafka keys share.",
    "rows_not_found": "Deletes and updates of rows without a key that were not there.",
    "times_ahead": "Changes with a time of Kafka that is more than a day ahead.",
    "contested_topics": "Landed topics that another feed claims, too.",
    "undecided_orders": "Instants at which nothing decides the order of changes.",
    "taken_keys": "Rows that moved to a key that was taken.",
    "former_keys": "Rows that kept a former key of their table.",
    "numbers_back": "Changes of rows whose numbers went back.",
    "inserted_over": "Inserts of rows that were there with other values.",
    "key_forms": "Rows that are there twice, with two forms of one key.",
    "lost_offsets": "Offsets that Kafka lost or could not send, and that were given up.",
    "held_partitions": "Partitions of which something can't land.",
    "transaction_seconds": "Seconds for which an open transaction has held back messages.",
    "compacted_topics": "Topics from which Kafka removes changes that a later one of the same key replaces.",
    "ahead_seconds": "Seconds by which messages landed in the future, by the clock of the machine.",
}
_OF_NONE = {  # the same, of what is of no feed
    "rejected_lines": "Lines of capture files that are no record.",
    "unclaimed_messages": "Messages of topics that no feed reads.",
}


class _Status:
    """What prometheus_client asks for metrics."""

    def __init__(self, status: Status) -> None:
        self._status = status

    def collect(self) -> Iterable[Metric]:
        """All metrics of this status, one family after the other."""
        for measure, words in _OF_FEEDS.items():
            family = GaugeMetricFamily(f"changefeed_{measure}", words, labels=("feed", "dialect"))
            for feed in self._status.feeds:
                if feed.get(measure) is not None:
                    family.add_metric((feed["feed"], feed["dialect"]), feed[measure])
            yield family
        for measure, words in _OF_NONE.items():
            yield GaugeMetricFamily(f"changefeed_{measure}", words, value=self._status.beside[measure])
        quarantined = GaugeMetricFamily(
            "changefeed_quarantined_messages",
            "Messages that wait in quarantine, by reason.",
            labels=("feed", "dialect", "reason"),
        )
        for feed in self._status.feeds:
            for reason, count in (feed["quarantined_by_reason"] or {}).items():
                quarantined.add_metric((feed["feed"], feed["dialect"], reason), count)
        yield quarantined
        changed = CounterMetricFamily(
            "changefeed_schema_changes",
            "Changes of source tables and their columns, by what changed.",
            labels=("feed", "dialect", "change"),
        )
        for feed in self._status.feeds:
            for change, count in feed["schema_changes"].items():
                changed.add_metric((feed["feed"], feed["dialect"], change), count)
        yield changed
        well = GaugeMetricFamily(
            "changefeed_feed_is_well",
            "1 if nothing is wrong with the feed but what is accepted, else 0.",
            labels=("feed", "dialect"),
        )
        for feed in self._status.feeds:
            well.add_metric((feed["feed"], feed["dialect"]), feed["verdict"] != "not well")
        yield well
        yield from _ends_of_runs()


def _ends_of_runs() -> Iterable[GaugeMetricFamily]:
    """When a run last ended, by its exit code: 0, 1 failed, 3 only tests failed.

    It is 0 where none did: a rule that compares two of them finds nothing where one is absent.
    """
    family = GaugeMetricFamily(
        "changefeed_run_ended_timestamp_seconds",
        "Unix time at which a run last ended with this exit code (0 well, 1 failed, 3 only tests failed); 0 for never.",
        labels=("exit_code",),
    )
    for code in (0, 1, 3):
        line = journal.newest("run", exit_code=code)
        at = datetime.fromisoformat(line["at"].replace("Z", "+00:00")).timestamp() if line else 0
        family.add_metric((str(code),), at)
    yield family


def show(status: Status) -> None:
    """Print the metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Status(status))
    tell(generate_latest(registry).decode(), nl=False)
