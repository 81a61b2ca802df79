"""The documentation site, opened in a real browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pipeline import Pipeline

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium installed: apt-get install chromium")


@pytest.fixture(scope="module")
def site(pipeline: Pipeline) -> Path:
    pipeline.clear()
    pipeline.declare_as_shipped()
    pipeline.dbt("build", "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test")
    pipeline.dbt("docs", "generate", "--static")
    return pipeline.folder / "target" / "static_index.html"


def shown(site: Path, page: str, profile: Path) -> str:
    """The text that the browser has built of a page of the site."""
    assert BROWSER is not None
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={profile}", "--virtual-time-budget=20000", "--dump-dom", f"file://{site}#!/{page}",
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_the_site_opens_with_the_pipeline(site: Path, tmp_path: Path) -> None:
    page = shown(site, "overview", tmp_path)
    assert "From messages to typed tables" in page


def test_a_model_shows_its_columns_and_its_lineage(site: Path, tmp_path: Path) -> None:
    page = shown(site, "model/model.changefeed.changefeed_changes", tmp_path)
    assert "previous_row_key" in page
    assert "changefeed_decoded" in page, "the model it depends on"


def test_the_dialect_has_its_page(site: Path, tmp_path: Path) -> None:
    page = shown(site, "model/model.changefeed.changefeed_stg_canal", tmp_path)
    assert "What the producer destroys" in page
