"""Makes a dbt project for a user, with changefeed as a package."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from changefeed.errors import ChangefeedError
from changefeed.project.paths import package_dir
from changefeed.spark import packages, storage

_PROJECT = """\
name: {name}
version: "1.0.0"
config-version: 2
profile: {name}

flags:
  send_anonymous_usage_stats: false
  warn_error_options:
    silence: [PackageNodeDependsOnRootProjectNode] # changefeed reads the seeds of this project: so it is meant

dispatch:
  - macro_namespace: dbt # Spark's syntax for SQL functions
    search_order: [{name}, changefeed, dbt]
  - macro_namespace: changefeed # own_dialects() of this project
    search_order: [{name}, changefeed]

# A schema for changefeed's relations alone, so that models of yours may be called messages, history … there:
# vars:
#   changefeed_schema: cdc

seeds:
  changefeed:
    +enabled: false # the demo's; yours are in seeds/
  {name}: # every column is text
{seeds}
models:
{demo}
  {name}:
    +persist_docs: {{relation: true, columns: true}} # what `describe table` shows

sources:
  changefeed:
    landing:
      feeds:
        +enabled: false # the freshness of the demo's feeds; `changefeed feeds add` writes that of yours

unit_tests:
  changefeed:
    +enabled: false # changefeed's own
"""
_FILE_FORMAT = f"      +file_format: \"{{{{ env_var('CHANGEFEED_FILE_FORMAT', '{storage.DEFAULT}') }}}}\""
# dbt warns of an entry for models that are not there, as in a wheel.
_DEMO = """\
  changefeed:
    typed:
      +enabled: false # the demo's typed tables"""
_NO_DEMO = "  # changefeed: {typed: {+enabled: false}} # needed with the git repository in packages.yml: it has a demo"
_PACKAGES = """\
# changefeed's dbt project as pip installed it. Its git repository does as well (dbt's documentation of packages.yml).
packages:
  - local: {package}
"""
_IGNORED = """\
/dbt_packages/
/logs/
/target/
/warehouse/
.user.yml
"""


def init(folder: Path, name: str | None) -> list[Path]:
    """Make a dbt project that has changefeed as a package, and return the files that were written.

    Existing files stay as they are. Raises ChangefeedError if the folder has a project already, and for a name that no
    dbt project can have.
    """
    if name is None:
        name = re.sub(r"\W+", "_", folder.name.lower()).strip("_")
        name = "changefeed_project" if name == "changefeed" else name  # the package has that name
    if not re.fullmatch("[a-z_][a-z0-9_]*", name) or name == "changefeed":
        raise ChangefeedError(
            f"--name: {name!r} is no name of a project. Use small letters, digits and _, a letter first, "
            "and not the package's name, changefeed."
        )
    if (folder / "dbt_project.yml").exists():
        raise ChangefeedError(
            f"{folder} has a dbt_project.yml already. What to add to it: docs/how-to/where-it-runs.md, "
            '"As a dbt package in your project"'
        )
    package = package_dir()
    columns = {
        seed["name"]: seed["config"]["column_types"]
        for seed in yaml.safe_load((package / "seeds" / "_seeds.yml").read_text(encoding="utf-8"))["seeds"]
    }
    demo = _DEMO if (package / "models" / "typed").is_dir() else _NO_DEMO
    files = {
        "dbt_project.yml": _PROJECT.format(name=name, seeds=_seeds(columns), demo=demo),
        "packages.yml": _PACKAGES.format(package=package),
        "profiles.yml": _profile((package / "profiles.yml").read_text(encoding="utf-8"), name),
        "selectors.yml": (package / "selectors.yml").read_text(encoding="utf-8"),
        "log4j2.properties": (Path(__file__).parent / "log4j2.properties").read_text(encoding="utf-8"),
        ".gitignore": _IGNORED,
        "models/.gitkeep": "",
    } | {f"seeds/{seed}.csv": ",".join(names) + "\n" for seed, names in columns.items()}  # fmt: skip
    written = []
    for file, text in files.items():
        path = folder / file
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def _profile(shipped: str, name: str) -> str:
    """The shipped profile with another name, and with the packages for the installed Spark."""
    named = shipped.replace("\nchangefeed:\n", f"\n{name}:\n").replace(
        "changefeed/spark/log4j2.properties", "log4j2.properties"
    )
    return named.replace(packages.of_spark("4.0", storage.DEFAULT), packages.of_spark(file_format=storage.DEFAULT))


def _seeds(columns: dict[str, dict[str, str]]) -> str:
    lines = []
    for seed, types in columns.items():
        lines += [f"    {seed}:", _FILE_FORMAT, "      +quote_columns: true"]
        lines += ['      +pre-hook: "{{ changefeed.check_seed() }}"', "      +column_types:"]
        lines += [f"        {column}: {kind}" for column, kind in types.items()]
    return "\n".join(lines) + "\n"
