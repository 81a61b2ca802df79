"""Where things are: changefeed's own dbt project, the user's project, its warehouse. Its imports take no time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

CODE = Path(__file__).parents[1]  # the folder of the Python package


def package_dir() -> Path:
    """The folder of changefeed's own dbt project: beside the package in a clone, within it where pip installed it."""
    here = CODE.resolve()
    installed = here / "dbt_project"
    return installed if installed.is_dir() else here.parent


def find_project() -> Path | None:
    """The current folder, if it is a dbt project, or else changefeed's own, if there is one."""
    return next((folder for folder in (Path.cwd(), package_dir()) if (folder / "dbt_project.yml").exists()), None)


def home_of(project_dir: Path) -> Path:
    """CHANGEFEED_HOME, or else warehouse/ in the project: the folder of tables, metastore, lock and logs."""
    return (project_dir / (os.environ.get("CHANGEFEED_HOME") or "warehouse")).resolve()


def in_shell(file: Path) -> str:
    """A file's path for the user's shell: from the folder where the command was given, if the file lies below that."""
    here = Path(os.environ.get("PWD", os.devnull))
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


@contextlib.contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    """Work in another folder, and come back."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
