"""No text of a source runs as script on a page that changefeed writes: shown in a real browser, without Spark."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbt.task.docs import DOCS_INDEX_FILE_PATH

from changefeed.project import site
from changefeed.typed.model_files import propose
from changefeed.typed.source_columns import Column, Seen, Table
from changefeed.watch import status
from pipeline import Pipeline

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium installed: apt-get install chromium")
OWN = "document.title='owned'"
HOSTILE = (
    f"</script><script>{OWN}</script>",
    f"<img src=x onerror={OWN}>",
    f"<svg onload={OWN}></svg>",
    f"<!--<script>{OWN}",
    f"[x](javascript:{OWN})",
    "{{constructor.constructor('" + OWN.replace("'", "\\'") + "')()}}",
    f'" autofocus onfocus={OWN} x="',
    f"<details open ontoggle={OWN}>",
    "</head><body>",
    "MANIFEST.JSON INLINE DATA",
    "CATALOG.JSON INLINE DATA",
)


class Page:
    """A page in a browser that is asked over a pipe (the protocol of its developer tools)."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write, self._number = os.fdopen(read, "rb"), os.fdopen(write, "wb"), 0
        (target,) = (each for each in self._ask("Target.getTargets")["targetInfos"] if each["type"] == "page")
        attached = self._ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = {"sessionId": attached["sessionId"]}

    def _ask(self, method: str, session: dict[str, str] | None = None, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        asked = {"id": self._number, "method": method, "params": parameters} | (session or {})
        self._write.write(json.dumps(asked).encode() + b"\0")
        self._write.flush()
        while True:
            told = bytearray()
            while (byte := self._read.read(1)) != b"\0":
                assert byte, "the browser has gone"
                told += byte
            answer = json.loads(told)
            if answer.get("id") == self._number:
                return answer["result"]

    def open(self, address: str) -> None:
        self._ask("Page.navigate", self._session, url=address)

    def says(self, script: str) -> Any:
        return self._ask("Runtime.evaluate", self._session, expression=script)["result"].get("value")

    def waits_for(self, script: str) -> None:
        until = time.monotonic() + 60
        while not self.says(script):
            assert time.monotonic() < until, f"never: {script}: {self.says('document.body.innerText')[:2000]}"
            time.sleep(0.2)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    to_read, to_write = os.pipe(), os.pipe()  # what it reads, what it writes
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}", "about:blank",
    ]  # fmt: skip

    def as_3_and_4() -> None:
        read, write = os.dup(to_read[0]), os.dup(to_write[1])
        os.dup2(read, 3), os.dup2(write, 4)

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(command, close_fds=False, preexec_fn=as_3_and_4, **quiet)
    try:
        os.close(to_read[0]), os.close(to_write[1])
        yield Page(to_write[0], to_read[1])
    finally:
        started.kill()
        started.wait(30)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a project whose source has hostile names and comments, as dbt parses it."""
    project = Pipeline(None, tmp_path_factory.mktemp("site"), "unused")  # type: ignore[arg-type]
    project.own_models()
    columns = [Column("id", "int", "int", "messages", comment="a key")]
    columns += [Column(text, text, "string", "messages", comment=text) for text in HOSTILE]
    named = [Seen(Table("shop", "d", "", "goods"), 1, ("id",), columns)]
    named += [Seen(Table("shop", text, text, text), 1, (), columns[:1]) for text in HOSTILE]
    models = project.folder / "models"
    propose(project.folder, named, models / "tables", [models])
    goods = (models / "tables" / "shop" / "shop__goods.yml").read_text()
    said = json.dumps(" ".join(HOSTILE[:-2]).replace("{{", "{{ '{' }}{"))
    about = re.sub(r"(?m)^    description: .*$", lambda _: f"    description: {said}", goods, count=1)
    assert about != goods
    (models / "tables" / "shop" / "shop__goods.yml").write_text(about)
    project.parse()
    target = project.folder / "target"
    shutil.copy(DOCS_INDEX_FILE_PATH, target / "index.html")  # as `dbt docs generate` does
    found = {text: {"type": text, "index": n, "name": text, "comment": text} for n, text in enumerate(HOSTILE)}
    metadata = {
        "type": "table",
        "schema": "shop",
        "name": "goods",
        "database": None,
        "comment": HOSTILE[0],
        "owner": HOSTILE[0],
    }
    node = {"metadata": metadata, "columns": found, "stats": {}, "unique_id": "model.changefeed.shop__goods"}
    catalog = {"metadata": {}, "nodes": {node["unique_id"]: node}, "sources": {}, "errors": None}
    (target / "catalog.json").write_text(json.dumps(catalog))
    site.write(target, project.folder / "site.html")
    return project.folder / "site.html"


def test_no_name_or_comment_runs_on_the_page_of_its_model(page: Path, browser: Page) -> None:
    browser.open(f"file://{page}#!/model/model.changefeed.shop__goods")
    browser.waits_for("document.body.innerText.includes('shop__goods') && document.body.innerText.includes('a key')")
    shown = browser.says("document.body.innerText")
    assert f"</script><script>{OWN}</script>" in shown and "CATALOG.JSON INLINE DATA" in shown
    browser.says("document.querySelectorAll('a').forEach(a => a.href.startsWith('javascript') && a.click())")
    _is_not_owned(browser)


def test_no_name_or_comment_runs_where_somebody_searches(page: Path, browser: Page) -> None:
    browser.open(f"file://{page}#!/overview")
    browser.waits_for("!!document.querySelector('input[type=search], .search input, input')")
    browser.says(
        "var i = document.querySelector('input'); i.focus(); i.value = 'owned';"
        "i.dispatchEvent(new Event('input', {bubbles: true})); i.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    browser.waits_for("document.querySelectorAll('.result-body').length > 1")
    _is_not_owned(browser)


def _is_not_owned(browser: Page) -> None:
    time.sleep(1)  # for what a broken picture or a link starts
    assert browser.says("document.title") != "owned"


def test_the_site_has_its_style_and_all_else_works(page: Path, browser: Page) -> None:
    browser.open(f"file://{page}#!/overview")
    browser.waits_for("document.body.innerText.includes('You are an analyst')")
    styles = browser.says("[...document.querySelectorAll('head style')].map(each => each.textContent).join('')")
    assert "prefers-color-scheme: dark" in styles
    browser.says("location.hash = '#!/model/model.changefeed.changefeed_changes'")
    browser.waits_for("document.body.innerText.includes('previous_row_key')")
    browser.says("document.querySelector('.launcher a, .launcher').click()")
    browser.waits_for("!!document.querySelector('canvas')")


def test_no_name_runs_on_the_page_of_status(tmp_path: Path, browser: Page, capsys: pytest.CaptureFixture[str]) -> None:
    feeds, tables = [], []
    for text in HOSTILE:
        fault = {"measure": text, "count": 1, "command": text, "words": text}
        feed = {
            "feed": text,
            "verdict": "not well",
            "dialect": text,
            "messages": 1,
            "quarantined": 1,
            "tables": 1,
            "rows": 1,
        }
        feed |= {"last_source_at": text, "lag_seconds": 3, "undecided_orders": 1, "quarantined_by_reason": {text: 2}}
        feeds.append(feed | {"faults": [fault], "accepted": [fault]})
        tables.append({"feed": text, "table": text, "rows": 1, "last_changed_at": text})
    days = [{"feed": text, "day": text, "messages": 1} for text in HOSTILE]
    fault = {"measure": HOSTILE[0], "count": 1, "command": HOSTILE[0], "words": HOSTILE[0]}
    beside = {
        "verdict": "not well",
        "faults": [fault],
        "accepted": [fault],
        "rejected_lines": 1,
        "unclaimed_messages": 1,
    }
    status.show_html(status.Status("now", feeds, beside, [], tables, days))
    written = tmp_path / "status.html"
    written.write_text(capsys.readouterr().out, encoding="utf-8")
    browser.open(f"file://{written}")
    browser.waits_for("document.body.innerText.includes('Tables')")
    assert html.unescape(HOSTILE[0]) in browser.says("document.body.innerText")
    _is_not_owned(browser)
