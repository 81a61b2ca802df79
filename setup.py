"""Puts the dbt project beside the loader into the wheel, without its demo, so that `changefeed init` finds it."""

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
        here, to = Path(__file__).parent, Path(self.build_lib) / "loader" / "dbt_project"
        for name in PROJECT:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            if (here / name).is_dir():
                shutil.copytree(here / name, to / name, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
            else:
                shutil.copy(here / name, to / name)


setup(cmdclass={"build_py": WithProject})
