"""The package as pip installs it: from a wheel, and from git."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from pipeline import REPO

NEXT = re.compile(r"Next: cd cdc, then (changefeed setup, then )?changefeed load FILES, or changefeed load --kafka")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


class Installed:
    """An environment of its own with changefeed from a wheel or a repository; all else is that of this one."""

    def __init__(self, folder: Path, requirement: str | Path) -> None:
        venv.create(folder / "venv", with_pip=False)
        self.packages = next((folder / "venv").glob("lib/python*/site-packages"))
        subprocess.run([*PIP, "install", "--no-deps", "--target", self.packages, requirement], check=True, timeout=300)
        borrowed = [path for path in sys.path if path.endswith("site-packages")]
        (self.packages / "borrowed.pth").write_text("\n".join(borrowed) + "\n")
        self.python = folder / "venv" / "bin" / "python"

    def call(self, folder: Path, *arguments: str, module: str = "changefeed") -> str:
        """Run the command line, or another module, in a folder; returns what it prints."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CHANGEFEED_", "DBT_"))}
        command = [self.python, "-m", module, *arguments]
        done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def git(*arguments: str) -> list[str]:
    """The lines that git prints in this repository."""
    return subprocess.run(["git", *arguments], cwd=REPO, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(not (REPO / ".git").exists(), reason="needs the repository")
@pytest.mark.slow
def test_pip_installs_it_from_git(tmp_path: Path) -> None:
    """What is committed is all that it takes: a clone has every macro and model, and makes a project."""
    installed = Installed(tmp_path, f"git+file://{REPO}")
    assert NEXT.search(installed.call(tmp_path, "init", "cdc"))
    feed = ("feeds", "add", "shop", "--dialect", "canal", "--topics", "shop")
    assert "written: seeds/changefeed_feeds.csv" in installed.call(tmp_path / "cdc", *feed)
    ours = set(git("ls-tree", "-r", "--name-only", "HEAD", "macros", "models", "udfs", "tests/generic"))
    needed = {name for name in ours if not name.endswith("__unit_tests.yml") and "/demo/" not in name}
    package = tmp_path / "cdc" / "dbt_packages" / "changefeed"
    assert len(needed) > 200 and {name for name in needed if not (package / name).is_file()} == set()


@pytest.mark.slow
@pytest.mark.usefixtures("own_spark")
def test_a_wheel_and_init_make_a_project_from_nothing(tmp_path: Path) -> None:
    """As a user installs it: nothing of this repository is read but the wheel and a capture."""
    source = tmp_path / "source"
    for name in git("ls-files", "-co", "--exclude-standard"):
        if (REPO / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPO / name, source / name)
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", tmp_path, source], check=True, timeout=300)
    (wheel,) = tmp_path.glob("changefeed-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        page = packed.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert "changefeed/py.typed" in names
    assert "# changefeed" in page and not re.search(r"\]\((?!https?:|#)", page), "an index has no files to link to"
    call = Installed(tmp_path, wheel).call
    shutil.rmtree(source)

    assert NEXT.search(call(tmp_path, "init", "cdc", "--name", "my_cdc"))
    project = tmp_path / "cdc"
    parsed = call(project, "parse", module="dbt.cli.main")
    assert "depends on the root" not in parsed and "models.changefeed" not in parsed, parsed
    capture = tmp_path / "orders.jsonl"
    shutil.copy(REPO / "demo" / "captures" / "shop_canal.jsonl", capture)
    assert "Next: changefeed feeds propose" in call(project, "load", str(capture))
    feed = ("--dialect", "canal", "--topics", "shop_canal", "--source-kind", "mysql", "--time-zone", "Asia/Shanghai")
    assert "written: seeds/changefeed_feeds.csv" in call(project, "feeds", "add", "shop", *feed)
    ran = call(project, "run")
    assert "tables       3 with changes" in ran and "unit_test" not in ran
    assert "models    3 new" in call(project, "tables", "propose")
    built = call(project, "build", module="dbt.cli.main")
    assert "unit test" not in built and "changefeed_shop.orders" in built and "Completed" in built
    assert "unused configuration" not in built, "dbt has nothing to say of the package"
    shown = call(project, "sql", "select order_no, status from changefeed_shop.orders order by order_no")
    assert "SO-0001   paid" in shown
    assert (project / call(project, "docs").split("written: ")[1].strip()).stat().st_size > 1_000_000
