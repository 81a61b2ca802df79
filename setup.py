"""Puts the dbt project beside the package into the wheel, without its demo, so that `changefeed init` finds it.

README is the page of a package index, where its links to files of the repository lead nowhere. They lead to the
repository if CHANGEFEED_REPOSITORY names its address, such as https://github.com/OWNER/NAME; else they are plain text.
"""

import os
import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROJECT = (
    "dbt_project.yml", "profiles.yml", "selectors.yml",
    "macros", "models", "seeds", "tests/generic", "tests/singular", "udfs",
)  # fmt: skip
LEFT_OUT = ("demo", "_*__unit_tests.yml", "__pycache__")


class WithProject(build_py):
    def run(self) -> None:
        super().run()
        here, to = Path(__file__).parent, Path(self.build_lib) / "changefeed" / "dbt_project"
        for name in PROJECT:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            if (here / name).is_dir():
                shutil.copytree(here / name, to / name, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
            else:
                shutil.copy(here / name, to / name)


def page_of_index() -> str:
    text = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    repository = os.environ.get("CHANGEFEED_REPOSITORY", "").rstrip("/")
    images = rf"![\1]({repository}/raw/HEAD/\2)" if repository else ""
    text = re.sub(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)", images, text)
    links = rf"[\1]({repository}/blob/HEAD/\2)" if repository else r"\1"
    return re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)", links, text)


setup(
    cmdclass={"build_py": WithProject},
    long_description=page_of_index(),
    long_description_content_type="text/markdown",
)
