"""Notices: what is sent, once, to a service that really takes it over HTTP; and no secret is printed."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apprise
import pytest

from changefeed import journal
from changefeed.errors import ChangefeedError
from changefeed.watch import notify
from changefeed.watch.status import Status

SECRET = "hush-hush-hush"


@pytest.fixture
def service() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A web hook: its URL, and what it took. A path that has "full" in it takes nothing."""
    taken: list[dict[str, Any]] = []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(507 if "full" in self.path else 200)
            self.end_headers()
            if "full" not in self.path:
                taken.append(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"json://u:{SECRET}@127.0.0.1:{server.server_address[1]}", taken
    server.shutdown()
    server.server_close()


def status(**counts: int) -> Status:
    faults = [{"measure": name, "count": count, "words": f"{name}: {count}"} for name, count in counts.items()]
    return Status("", [{"feed": "shop", "faults": faults}], {"faults": []}, [], [], [])


def test_each_thing_is_sent_once_and_again_when_it_grows_or_is_over(tmp_path: Path) -> None:
    def round_of(**counts: int) -> list[str]:
        found = notify.of_status(status(**counts))
        lines = notify.news(tmp_path, found)
        notify.remember(tmp_path, found)
        return lines

    assert round_of() == []
    assert round_of(quarantined=2, lag_seconds=90) == ["shop: quarantined: 2", "shop: lag_seconds: 90"]
    assert round_of(quarantined=2, lag_seconds=95) == []
    assert round_of(quarantined=5, lag_seconds=99) == ["shop: quarantined: 5"]
    assert round_of(quarantined=1) == ["over: shop: lag_seconds: 99"]
    (tmp_path / "notified.json").write_text('["torn')
    assert round_of(quarantined=1) == ["shop: quarantined: 1"], "a note that cannot be read sends once more"


def test_a_failed_run_is_known_without_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "logs").mkdir()
    monkeypatch.setenv("CHANGEFEED_HOME", str(tmp_path))
    assert notify.of_runs() == {}
    journal.note("run", exit_code=1)
    assert "the last run failed" in notify.of_runs()["run"].words
    notify.remember(tmp_path, {"shop/quarantined": notify.Finding("kept", 1)})
    notify.remember(tmp_path, notify.of_runs(), is_whole=False)
    journal.note("run", exit_code=3)
    assert notify.news(tmp_path, notify.of_runs(), is_whole=False) == []
    assert len(notify.news(tmp_path, notify.of_runs())) == 2, "both are over"


def test_a_notice_arrives_and_no_url_is_printed(
    service: tuple[str, list[dict[str, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, taken = service
    file = tmp_path / "urls"
    file.write_text(f"# the team's\n{url}/team {url}/others\n")
    monkeypatch.setenv("CHANGEFEED_NOTIFY_FILE", str(file))
    assert notify.send([f"line {n} <b>" for n in range(30)], notify.services(), "cdc") == ["json", "json"]
    assert [each["title"] for each in taken] == ["changefeed: cdc"] * 2
    assert taken[0]["message"].startswith("line 0 <b>\n")
    assert taken[0]["message"].endswith("and 10 more: changefeed status")

    monkeypatch.delenv("CHANGEFEED_NOTIFY_FILE")
    for urls, problem in (
        ("", "No service is set. Set CHANGEFEED_NOTIFY_URLS"),
        (f"{url}/full {url}/team", r"json took no notice \(1 others did\). Check the URL in CHANGEFEED_NOTIFY_URLS"),
        (f"nosuch://{SECRET}", r"A URL \(nosuch\) is of no service that Apprise knows"),
        (SECRET, r"A URL \(something without ://\)"),
    ):
        monkeypatch.setenv("CHANGEFEED_NOTIFY_URLS", urls)
        with pytest.raises(ChangefeedError, match=problem) as error:
            notify.send(["x"], notify.services(), "cdc")
        assert "hush" not in str(error.value)
    monkeypatch.setenv("CHANGEFEED_NOTIFY_FILE", str(tmp_path / "absent"))
    with pytest.raises(ChangefeedError, match=r"CHANGEFEED_NOTIFY_FILE: .*absent can't be read"):
        notify.services()


@pytest.mark.parametrize(
    "url",
    [
        "dingtalk://1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef",
        "feishu://01234567-89ab-cdef-0123-456789abcdef",
        "wecombot://01234567-89ab-cdef-0123-456789abcdef",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        "jsons://hooks.example.com/cdc",
    ],
)
def test_the_services_of_the_page_are_known(url: str) -> None:
    assert apprise.Apprise().add(url)
