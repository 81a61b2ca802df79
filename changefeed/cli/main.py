"""The command line of changefeed, put together from the modules of changefeed/cli."""

from __future__ import annotations

import os
import select
import time
from pathlib import Path
from typing import Any

import click

from changefeed import journal
from changefeed.cli import decode, erase, feeds, load, operate, run, source, tables
from changefeed.errors import ChangefeedError, is_interrupt
from changefeed.project import paths
from changefeed.runs.workspace import Context
from changefeed.spark import disk, session

# A usage error must not exit with 2 (the warehouse is in use), on which scripts try again. 64 is sysexits' EX_USAGE.
click.UsageError.exit_code = os.EX_USAGE


class _Group(click.Group):
    """Shows one line for an expected error, for a disk that is full or read-only, and for Ctrl-C."""

    def invoke(self, ctx: click.Context) -> Any:
        began, said = time.monotonic(), None
        code: int | str = 0
        try:
            try:
                return super().invoke(ctx)
            finally:
                session.sync()
        except click.exceptions.Exit as end:
            code = end.exit_code
            raise
        except (click.ClickException, click.Abort) as error:
            code = getattr(error, "exit_code", 1)
            raise
        except (Exception, KeyboardInterrupt) as error:
            if is_interrupt(error):
                code = 130
                click.echo("changefeed: stopped. The next run goes on where this one was.", err=True)
                ctx.exit(130)
            if isinstance(error, BrokenPipeError) and _has_no_reader():  # as of `changefeed status | head`
                code = 1
                raise  # click ends without a word
            project_dir = ctx.obj.project_dir if ctx.obj else None
            shown = disk.explain(error, project_dir) or session.java_has_ended(error) or error
            if not isinstance(shown, ChangefeedError):
                shown = disk.failed(error) or error
            code, said = getattr(shown, "exit_code", 1), str(shown)
            if ctx.invoked_subcommand == "erase":
                said = type(shown).__name__  # its text can have what is to be erased
            if ctx.params.get("verbose") or not isinstance(shown, ChangefeedError):
                raise
            click.echo(f"changefeed: {shown}", err=True)
            ctx.exit(shown.exit_code)
        finally:
            seconds = round(time.monotonic() - began, 1)
            journal.note("command", command=ctx.invoked_subcommand, exit_code=code, seconds=seconds, error=said)


def _has_no_reader() -> bool:
    """Whether nobody reads what this process writes to standard output."""
    output = select.poll()
    output.register(1, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in output.poll(0))


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--project-dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder with dbt_project.yml. Default: this one, or else where changefeed is installed from.",
)
@click.option("--verbose", is_flag=True, help="Show what Spark and dbt say, and tracebacks.")
@click.version_option(package_name="changefeed")
@click.pass_context
def main(ctx: click.Context, project_dir: Path | None, verbose: bool) -> None:
    """Turn CDC messages from Kafka into tables.

    \b
    First look, with the captures that come along:
        changefeed demo

    \b
    Your own messages, captured with `kcat -C -J -t TOPIC -e > orders.jsonl`:
        changefeed load orders.jsonl     land them in `messages`
        changefeed feeds propose         see which dialect they speak
        changefeed decode FILE           see what becomes of a message, with nothing landed
        changefeed feeds add NAME ...    declare it
        changefeed run                   decode them, fold them into tables
        changefeed tables propose        write the typed tables, which the next run builds
        changefeed sql "select * from current_rows"

    The warehouse is the folder ./warehouse of the project, or CHANGEFEED_HOME.
    One command at a time uses it; another one says who holds it and exits with 2 (wrong options: 64).
    `changefeed serve` keeps one Spark for all of them.
    """
    found = project_dir or _find_project()
    ctx.obj = Context(found.resolve(), verbose)


def _find_project() -> Path:
    if found := paths.find_project():
        return found
    raise ChangefeedError("No dbt_project.yml here. Go to the project's folder or give --project-dir.")


for _command in (
    load.load, decode.decode, run.run, run.test, run.freshness, run.docs, feeds.feeds, tables.tables,
    operate.init, operate.doctor, operate.setup, operate.demo, operate.sql, operate.shell, operate.serve,
    operate.status, source.compare, source.repair, operate.notify, operate.maintain, operate.sweep, erase.erase,
    operate.completion,
):  # fmt: skip
    main.add_command(_command)
