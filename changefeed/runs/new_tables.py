"""New tables of feeds that keep them: their typed tables are proposed and built by the run that reads them first."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession

from changefeed.errors import ChangefeedError
from changefeed.notices import tell
from changefeed.project import profile, seeds
from changefeed.runs.workspace import Context
from changefeed.spark.relations import table_name
from changefeed.typed import model_files, source_columns
from changefeed.typed.source_columns import Table

VARIABLE = "changefeed_new_tables"


def feeds_that_keep_them(project_dir: Path) -> list[str]:
    """The feeds that the variable names. Raises ChangefeedError for one that is not declared."""
    named = profile.package_variables(project_dir).get(VARIABLE) or []
    known = seeds.read_feeds(project_dir)
    if not isinstance(named, list) or any(each not in known for each in named):
        raise ChangefeedError(
            f"dbt_project.yml, vars: {VARIABLE} is {named!r}: write a list of feeds of seeds/changefeed_feeds.csv "
            f"({', '.join(known) or 'it has none'}), as [{next(iter(known), 'shop')}]"
        )
    return [str(each) for each in named]


def build(context: Context, feeds: list[str], after: int) -> list[str]:
    """Write and build the models of tables that appeared after a decode batch and have none. Returns what failed."""
    spark = context.spark()
    folders = profile.folders_of(context.project_dir, "model")
    declared, _ = model_files.read_declared(folders)
    new = [each for each in _appeared(spark, feeds, after) if not any(known.covers(each) for known in declared)]
    if not new:
        return []
    seen = [each for each in source_columns.look(spark, context.asking()) if each.table in new]
    try:
        proposed = model_files.propose(context.project_dir, seen, folders[0] / "typed", folders, is_whole=False)
    except OSError as error:
        names = ", ".join(each.in_words() for each in new)
        way_out = "Run `changefeed tables propose` where the project is kept"
        tell(f"warns        no file could be written for the new tables {names}: {error}. {way_out}")
        return []
    for note in proposed.notes:
        tell(note)
    for file in proposed.written:
        tell(f"wrote        {file}")
    models = [file.stem for file in proposed.written if file.suffix == ".sql"]
    if not models:
        return []
    return context.dbt("build", "--select", *models, "--exclude-resource-type", "unit_test").failed_nodes


def _appeared(spark: SparkSession, feeds: list[str], after: int) -> list[Table]:
    found = spark.sql(
        f"""
        select distinct feed, source_database, source_schema, source_table from {table_name("schema_changes")}
        where change = 'table_appeared' and decode_batch_id > {after} and array_contains(:feeds, feed) order by all
        """,
        args={"feeds": feeds},
    )
    return [Table.of(row) for row in found.collect()]
