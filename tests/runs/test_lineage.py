"""What `changefeed run` tells an OpenLineage server: real requests to a server of this machine. Without Spark."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from changefeed.runs import lineage

pytestmark = pytest.mark.fast

TABLES = (lineage.Table("file:/w/tables", "changefeed_shop.orders", (("id", "bigint"), ("amount", "decimal(12,2)"))),)


@contextmanager
def listening(status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The address of a server, and the events that it gets."""
    events: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            events.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", events
    finally:
        server.shutdown()
        server.server_close()


def test_a_run_is_told_from_its_topics_to_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as (url, events):
        monkeypatch.setenv("OPENLINEAGE_URL", url)
        monkeypatch.setenv("CHANGEFEED_LINEAGE_KAFKA", "kafka://broker:9092")
        run = lineage.Run("cdc")
        run.begin()
        run._send("COMPLETE", ["shop.orders"], TABLES, "")
    began, ended = events
    assert (began["eventType"], ended["eventType"]) == ("START", "COMPLETE")
    assert began["run"]["runId"] == ended["run"]["runId"] and began["job"] == ended["job"]
    assert (began["job"]["namespace"], began["job"]["name"]) == ("changefeed", "cdc.run")
    assert [(each["namespace"], each["name"]) for each in ended["inputs"]] == [("kafka://broker:9092", "shop.orders")]
    [table] = ended["outputs"]
    assert (table["namespace"], table["name"]) == ("file:/w/tables", "changefeed_shop.orders")
    fields = [(each["name"], each["type"]) for each in table["facets"]["schema"]["fields"]]
    assert fields == [("id", "bigint"), ("amount", "decimal(12,2)")]
    assert all(each["producer"].startswith("https://pypi.org/project/changefeed/") for each in events)


def test_a_failed_run_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as (url, events):
        monkeypatch.setenv("OPENLINEAGE_URL", url)
        lineage.Run("cdc")._send("FAIL", (), (), "failed: changefeed_decoded")
    assert events[0]["run"]["facets"]["errorMessage"]["message"] == "failed: changefeed_decoded"


@pytest.mark.parametrize("status", [500, 0])
def test_a_server_that_takes_no_event_is_told_once_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    said: list[str] = []
    monkeypatch.setattr(lineage, "tell", said.append)
    with listening(status or 200) as (url, events):
        monkeypatch.setenv("OPENLINEAGE_URL", url if status else "http://127.0.0.1:9")
        monkeypatch.setenv("OPENLINEAGE__TRANSPORT__TYPE", "http")
        monkeypatch.setenv("OPENLINEAGE__TRANSPORT__URL", url if status else "http://127.0.0.1:9")
        monkeypatch.setenv("OPENLINEAGE__TRANSPORT__RETRY", '{"total": 0}')
        run = lineage.Run("cdc")
        run.begin()
        run.begin()
    assert len(said) == 1 and said[0].startswith("warns        OpenLineage: no event could be sent: "), said
    assert len(events) == bool(status)


def test_nothing_is_sent_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("OPENLINEAGE")]:  # the library itself sets some
        monkeypatch.delenv(name)
    assert not lineage.Run("cdc").is_wanted
    monkeypatch.setenv("OPENLINEAGE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENLINEAGE_DISABLED", "true")
    assert not lineage.Run("cdc").is_wanted
