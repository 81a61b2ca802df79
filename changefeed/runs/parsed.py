"""What dbt has parsed of a project, kept by a server for the commands that it forks (ADR 0032).

Each call of dbt reads the parsed project from target/, writes it again, and compiles each macro that it calls. A server
does so once, and again after files of the project, or variables of the environment, have changed: a command that has
built a project tells the server what that was built from, and the next command finds it parsed.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from changefeed.project import paths, said_to_dbt
from changefeed.project.profile import profiles_dir

if TYPE_CHECKING:
    from dbt.contracts.graph.manifest import Manifest

_OF_SHELLS = {"_", "PWD", "OLDPWD", "SHLVL", "COLUMNS", "LINES"}


@dataclass(frozen=True)
class _Origin:
    """What a parsed project depends on: its folder, a hash of its files, and the environment, but for the shell's."""

    project_dir: str
    files: str
    environment: dict[str, str]


server: socket.socket | None = None  # in a command's process: where the server hears what was built
_kept: tuple[_Origin, Manifest] | None = None


def tell(project_dir: Path, files: str) -> None:
    """Tell the server, if there is one, what a whole build without --vars was made from: files with this hash."""
    if server:
        origin = _Origin(str(project_dir), files, _environment())
        with suppress(OSError):  # the server has ended
            server.sendall(json.dumps(vars(origin)).encode() + b"\n")


def keep(told: bytes) -> None:
    """In the server: have dbt parse what a command told of, unless that is kept already.

    A project that dbt refuses is not kept: the command that calls dbt says why.
    """
    global _kept
    origin = _Origin(**json.loads(told.splitlines()[-1]))
    if _kept and _kept[0] == origin:
        return
    _kept = None
    from dbt.cli.main import dbtRunner  # takes seconds to import
    from dbt_common.clients.jinja import template_cache

    project_dir = Path(origin.project_dir)
    with paths.in_folder(project_dir), _in_environment(origin.environment):
        of_project = ["--project-dir", str(project_dir), "--profiles-dir", str(profiles_dir(project_dir))]
        result = dbtRunner().invoke(["parse", "--no-write-json", "--log-level", "none", *of_project])
    parsed: Any = result.result  # of `parse`, a manifest
    if result.success:
        for macro in parsed.macros.values():
            template_cache.get_node_template(macro)  # it is found by the macro's text, so none is ever old
        _kept = origin, parsed


def manifest(project_dir: Path, files: str) -> Manifest | None:
    """The parsed project for a call of dbt without --vars, if the server kept it, and nothing has changed since.

    `files` is the hash of the project's files. dbt changes what it is given, so only one call of a process has it.
    """
    global _kept
    kept, _kept = _kept, None
    return kept[1] if kept and kept[0] == _Origin(str(project_dir), files, _environment()) else None


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OF_SHELLS | {said_to_dbt.VARIABLE}}


@contextmanager
def _in_environment(environment: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
