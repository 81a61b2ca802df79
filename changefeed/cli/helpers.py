"""What several commands need: the project's folder, and how they end."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from changefeed.project import paths
from changefeed.runs import dbt_build
from changefeed.runs.workspace import Context

TIME = click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"])  # as people give one


def in_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command in the project's folder, since dbt and relative settings count from there."""

    @click.pass_obj
    @functools.wraps(command)
    def wrapped(context: Context, *args: Any, **options: Any) -> Any:
        with paths.in_folder(context.project_dir):
            return command(context, *args, **options)

    return wrapped


def finish(outcome: dbt_build.Outcome) -> None:
    """Print the tests' counts and exit as the outcome says."""
    dbt_build.show_outcome(outcome)
    if outcome.exit_code:
        click.get_current_context().exit(outcome.exit_code)
