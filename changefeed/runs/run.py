"""One run: what has landed is decoded, and all tables are brought up to date."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

from changefeed import journal, words
from changefeed.errors import ChangefeedError
from changefeed.loader import landing_tables, registry, schemas
from changefeed.notices import tell
from changefeed.project import profile, said_to_dbt
from changefeed.project import seeds as feeds
from changefeed.runs import dbt_build, erasing, last_run, lineage, new_tables, parsed, schema_changes, selection
from changefeed.runs.workspace import Context
from changefeed.spark import quick_start, relations
from changefeed.typed import masks, model_checks, model_files, source_columns
from changefeed.words import counted, first_of

_SHOWN_MISFITS = 20


def run_if_needed(
    context: Context,
    select: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    full_refresh: bool = False,
    always: bool = False,
    variables: dict[str, Any] | None = None,
    skipped: tuple[str, ...] = ("tag:changefeed_daily",),
    is_one_slice: bool = False,
) -> dbt_build.Outcome | None:
    """Build what is new, but for what is skipped, and note how it ended.

    Of a backlog too large for one build, it builds slice after slice, or one slice where `is_one_slice`.
    None when nothing has landed and no file has changed since a run that ended well.
    """
    began, code = time.monotonic(), 1
    try:
        outcome = _run_if_needed(context, select, exclude, full_refresh, always, variables, skipped, is_one_slice)
        code = outcome.exit_code if outcome else 0
        return outcome
    except ChangefeedError as error:
        code = error.exit_code
        raise
    finally:
        journal.note("run", exit_code=code, seconds=round(time.monotonic() - began, 1))


def _run_if_needed(
    context: Context,
    select: tuple[str, ...],
    exclude: tuple[str, ...],
    full_refresh: bool,
    always: bool,
    variables: dict[str, Any] | None,
    skipped: tuple[str, ...],
    is_one_slice: bool,
) -> dbt_build.Outcome | None:
    is_whole = not select and not exclude
    is_asked = full_refresh or always or variables
    settings = context.settings()
    is_plain = is_whole and not is_asked and not registry.is_waiting()  # a schema that was not there may be there now
    if settings is not None and is_plain and last_run.is_known_to_have_nothing_to_do(context.project_dir, settings):
        return None
    place = settings or context.place()
    has_few_messages = last_run.has_few_messages(place, is_all_again=bool(full_refresh or variables))
    has_few_rows = has_few_messages and last_run.has_few_rows(place)
    spark = context.spark(is_short=has_few_rows)
    said_to_dbt.say(has_few_rows=has_few_rows, has_small_logs=last_run.has_small_logs(place))  # compile_plans() asks
    landing_tables.create_tables(spark, context.project_dir)
    schemas.read(spark, context.project_dir)
    fetched = registry.fetch(spark, context.project_dir, tell, is_all=bool(is_asked))
    if fetched.is_retry and not (variables or full_refresh):
        variables, is_asked = {"changefeed_retry": {"reason": "schema_unknown"}}, True
    started_from = last_run.state(spark, context.project_dir)
    if is_whole and not is_asked and last_run.is_nothing_to_do(spark, started_from):
        return None
    is_settled = is_whole and not is_asked and last_run.has_built(started_from)
    known = dbt_build.Known(facts=last_run.facts(place, started_from))
    if is_settled:
        known.manifest = parsed.manifest(context.project_dir, started_from["project"])
    last_run.forget()
    keeping = new_tables.feeds_that_keep_them(context.project_dir) if is_whole else []
    events = lineage.Run(str(profile.read_project(context.project_dir)["name"]))
    is_asked_for = (keeping and last_run.is_checked(started_from)) or events.is_wanted
    before = dbt_build.last_decoded_batch(spark) if is_asked_for else 0
    events.begin()
    try:
        with quick_start.interpreted(spark) if has_few_messages else contextlib.nullcontext():
            is_to_go_on = is_whole and not is_one_slice
            outcome = _run(
                context, select, (*skipped, *exclude), full_refresh, variables, is_settled, is_to_go_on, known
            )
        if keeping and not outcome.failed_nodes:
            outcome.failed_nodes += new_tables.build(context, keeping, before)
    except ChangefeedError as error:
        events.end(spark, before, (), str(error))
        raise
    failed = f"failed: {', '.join(outcome.failed_nodes)}" if outcome.failed_nodes else ""
    events.end(spark, before, outcome.typed, failed)
    if is_whole and not outcome.failed_nodes and not last_run.is_checked(started_from):
        _say_what_fits(context, started_from, outcome)
    if is_whole and outcome.exit_code == 0 and not outcome.left:
        last_run.remember(started_from, spark, known.facts.noted)
        if not variables:
            parsed.tell(context.project_dir, started_from["project"])
    return outcome


def _say_what_fits(context: Context, started_from: dict[str, Any], outcome: dbt_build.Outcome) -> None:
    """Name the typed tables that were built, those that are missing, and what does not fit; remember when all fits.

    What does not fit: names that no row has, settings that are not their feed's, zones that are in doubt. A run after
    a change of the project says all this, and the next one does not.
    """
    known = source_columns.columns_of_rows(context.spark())
    folders = profile.folders_of(context.project_dir, "model")
    found = model_checks.misfits(context.project_dir, folders, known)
    found += selection.misfits(context.spark(), context.project_dir, known)
    found += masks.misfits(context.spark(), known)
    if outcome.typed:
        tell(f"typed        {first_of([words.shown(name) for name in sorted(outcome.typed)])}")
    declared, _ = model_files.read_declared(folders)
    missing = [table.in_words() for table in sorted(known) if not any(each.covers(table) for each in declared)]
    if declared and missing:
        tell(f"no typed table has {first_of(missing)}: changefeed tables propose")
    for problem in (*feeds.doubted_zones(context.project_dir).values(), *found[:_SHOWN_MISFITS]):
        tell(f"warns        {problem}")
    if len(found) > _SHOWN_MISFITS:
        tell(f"warns        and {len(found) - _SHOWN_MISFITS:,} more: changefeed tables check")
    if not found:
        last_run.remember_checked(started_from)


def _run(
    context: Context,
    select: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    full_refresh: bool = False,
    variables: dict[str, Any] | None = None,
    is_settled: bool = False,
    is_to_go_on: bool = False,
    known: dbt_build.Known | None = None,
) -> dbt_build.Outcome:
    """Build what is selected; where `is_settled`, without what stays as it is while no file has changed.

    With `is_to_go_on` it builds until no message waits, and tests once more at the end. `known` is what dbt need
    not find out by itself.
    """
    spark = context.spark()
    began = time.monotonic()
    before = 0 if full_refresh else dbt_build.last_decoded_batch(spark)
    nodes = [
        *(item for node in select for item in ("--select", node)),
        *(item for node in (*exclude, *([] if select else [dbt_build.STAGING])) for item in ("--exclude", node)),
    ]
    outcome = _build(
        context,
        *nodes,
        *(["--indirect-selection", "buildable"] if select else []),  # no test of what was not built
        *(["--full-refresh"] if full_refresh else []),
        *(["--vars", json.dumps(variables)] if variables else []),
        is_settled=is_settled,
        known=known,
    )
    if _only_seeds_are_wrong(context, outcome):
        tell(f"as declared before: all is built with {' and '.join(outcome.failed_nodes)} of the last run")
        wrong = outcome.failed_nodes
        outcome = _build(context, *nodes, "--exclude-resource-type", "seed", is_settled=False)
        outcome.failed_nodes[:0] = wrong
    is_in_slices = is_to_go_on and outcome.left and not outcome.failed_nodes
    while is_to_go_on and outcome.left and not outcome.failed_nodes:
        outcome = _build(context, *nodes, "--exclude-resource-type", "test", is_settled=True)
    if is_in_slices and not outcome.failed_nodes:
        outcome = context.dbt("test", "--exclude-resource-type", "unit_test", *nodes)
    if not outcome.failed_nodes:
        dbt_build.print_summary(spark, before)
        for line in [] if full_refresh else schema_changes.lines(spark, before):
            tell(line)
        dbt_build.print_not_well(spark, outcome)
        dbt_build.print_refused(spark, outcome)
        dbt_build.print_shared_keys(spark, outcome)
        if again := erasing.came_again(spark):
            tell(
                f"erased       {counted(again, 'message')} of erased rows came again: changefeed maintain empties them"
            )
        if before == 0 and not full_refresh and dbt_build.last_decoded_batch(spark):
            tell("Next: changefeed tables propose, changefeed status, or changefeed sql")
        tell(f"took         {time.monotonic() - began:.0f} s")
    return outcome


def _only_seeds_are_wrong(context: Context, outcome: dbt_build.Outcome) -> bool:
    """Whether nothing failed but seeds that an earlier run has built: a wrong line stops no other feed."""
    seeds = {f"changefeed_{name}" for name in ("feeds", "table_keys", "table_columns")}
    is_wrong = bool(outcome.failed_nodes) and seeds.issuperset(outcome.failed_nodes)
    return is_wrong and context.spark().catalog.tableExists(relations.table_name("read_batches"))


def _build(
    context: Context, *arguments: str, is_settled: bool, known: dbt_build.Known | None = None
) -> dbt_build.Outcome:
    left_out = dbt_build.settled(context.project_dir) if is_settled else []
    said_to_dbt.say(is_settled=is_settled)  # typed_table() asks
    return context.dbt(
        "build", "--exclude-resource-type", "unit_test", *arguments,
        *(item for node in left_out for item in ("--exclude", node)),
        *(["--indirect-selection", "empty"] if is_settled else []),  # what is left out is tested all the same
        known=known,
    )  # fmt: skip
