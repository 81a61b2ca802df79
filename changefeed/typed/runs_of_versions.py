"""Which version of each kept typed table belongs to which run, so that several are read as they were together.

A run notes in `typed_tables` which tables it has brought up to date, in a commit that says its number
(macros/typed/note_typed_tables.sql). The commits to the tables say it too (macros/storage/mark_commits.sql), or the
note names their versions, if the format's commits can't say it.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession

from changefeed.errors import ChangefeedError
from changefeed.spark import jvm, storage
from changefeed.spark.relations import table_name
from changefeed.words import counted, first_of, shown, whole_message

RELATION = "table_versions"
_HOW_TO_KEEP = "keep it as a typed table (materialized: typed_incremental, docs/how-to/typed-tables.md)"


@dataclass(frozen=True)
class Cut:
    """The kept tables as a run left them: relation (lower, without quotes) → how far it was built then, and its version
    where the run noted that.
    """

    run: int
    built: dict[str, int]
    noted: dict[str, int]


def cut_of(spark: SparkSession, run: int | None = None) -> Cut:
    """The tables that a run (None: the last one) noted at its end. Raises ChangefeedError where it noted none."""
    notes = {each.run: each.version for each in _versions(spark, table_name("typed_tables")) if each.run is not None}
    if not notes:
        raise ChangefeedError("No run has noted versions of kept typed tables: changefeed run, then ask again.")
    known = sorted(notes)
    run = known[-1] if run is None else run
    if run not in notes:
        before = known[: bisect.bisect(known, run)]
        nearest = f", the last before it is {before[-1]}" if before and run < known[-1] else ""
        raise ChangefeedError(
            f"Run {run} has noted no versions of kept typed tables: it is not known, changed no rows, or did not end. "
            f"Those that have: {known[0]} to {known[-1]}{nearest}."
        )
    note = storage.at_version(table_name("typed_tables"), notes[run])
    try:
        found = spark.sql(f"select * from {note}").collect()
    except (PySparkException, Py4JJavaError) as error:
        if not is_gone(error):
            raise
        raise files_are_gone(run) from error
    rows = [(_plain(row["relation"]), row.asDict()) for row in found]
    noted = {relation: row["version"] for relation, row in rows if row.get("version") is not None}
    return Cut(run, {relation: row["checked_batch_id"] for relation, row in rows}, noted)


def version_of(spark: SparkSession, relation: str, cut: Cut) -> storage.Version:
    """The version of a kept table that a cut has. Raises ChangefeedError where that run did not leave one."""
    built = cut.built.get(relation)
    if built is None:
        raise ChangefeedError(f"{shown(relation)} was not there yet in run {cut.run}.")
    if built != cut.run:
        raise ChangefeedError(
            f"{shown(relation)} was not brought up to run {cut.run}, because its model failed, was left out or had to "
            f"wait: it stood as of run {built}."
        )
    versions = _versions(spark, relation)
    last = cut.noted.get(relation) or _last_of_run(versions, cut.run)
    following = {each.parent: each.version for each in versions if each.is_housekeeping}  # it leaves the rows alone
    while last in following:
        last = following[last]
    found = next((each for each in versions if each.version == last), None)
    if found is None:
        raise ChangefeedError(
            f"The version of {shown(relation)} that run {cut.run} left is gone from its history: `changefeed maintain` "
            "and the format remove old ones (docs/how-to/other-engines.md#several-tables-as-of-one-run)."
        )
    return found


def _last_of_run(versions: list[storage.Version], run: int) -> int | None:
    """The last version that a run or an earlier one wrote, as commits say. What nobody marked is the work of no run."""
    later = next((n for n, each in enumerate(versions) if each.run is not None and each.run > run), len(versions))
    until = versions[:later]
    return max((each.version for each in until if each.run is not None), default=until[-1].version if until else None)


def statement_at(spark: SparkSession, statement: str, cut: Cut) -> str:
    """A query in which each kept typed table is the version that a cut has. Raises ChangefeedError for other tables."""
    kept = {_plain(row["relation"]) for row in spark.table(table_name("typed_tables")).select("relation").collect()}
    versions: dict[str, storage.Version] = {}
    made = statement
    for start, stop, name in reversed(_tables_in(spark, statement)):
        relation = name if "." in name else f"{spark.catalog.currentDatabase().lower()}.{name}"
        if relation not in kept:
            if not spark.catalog.tableExists(relation):
                continue  # Spark says so, with the name that is nearest
            raise ChangefeedError(f"{shown(relation)} has no versions of runs: {_HOW_TO_KEEP}.")
        versions[relation] = versions.get(relation) or version_of(spark, relation, cut)
        made = f"{made[:start]}{storage.at_version(made[start:stop], versions[relation].version)}{made[stop:]}"
    return made


def split_transactions(spark: SparkSession, run: int) -> list[str]:
    """A line for transactions of the source of which this run had a part, and a later one the rest."""
    found = spark.sql(
        f"""
        select feed, count(*) as n, min(transaction_id) as first from (
            select feed, transaction_id
            from {table_name("decoded")}
            where decode_batch_id >= {run} and transaction_id is not null and reason is null
            group by feed, transaction_id
            having min(decode_batch_id) = {run} and max(decode_batch_id) > {run}
        ) group by feed order by feed
        """
    ).collect()
    lines = [f"{row['feed']}: {counted(row['n'], 'transaction')} (first: {shown(row['first'])})" for row in found]
    return [f"warns        a part of these came with later runs: {first_of(lines)}"] if lines else []


def note(spark: SparkSession, cut: Cut) -> list[Row]:
    """Write the versions of a cut into table_versions, in the place of what it has of this run, and return its rows."""
    at = table_name(RELATION)
    found = []
    for relation in sorted(cut.built):
        if cut.built[relation] == cut.run:
            each = version_of(spark, relation, cut)
            found.append((cut.run, relation, storage.file_format(), each.version, each.written_at))
    frame = spark.createDataFrame(
        found, "run bigint, relation string, format string, version bigint, written_at timestamp"
    )
    spark.sql(f"delete from {at} where run = {cut.run}")
    storage.append(frame, at)
    return spark.table(at).where(f"run = {cut.run}").orderBy("relation").collect()


def is_gone(error: Exception) -> bool:
    """Whether an error says that files of an old version were deleted."""
    gone = ("FILE_NOT_EXIST", "FileNotFoundException", "VERSION_NOT_FOUND", "does not exist")
    return any(word in whole_message(error) for word in gone)


def files_are_gone(run: int) -> ChangefeedError:
    """What to say if files of what a run left are deleted."""
    return ChangefeedError(
        f"Files of run {run} are deleted: `changefeed maintain` does so when they have been unused for --unused-hours "
        "(a week). Ask for a later run."
    )


def _versions(spark: SparkSession, relation: str) -> list[storage.Version]:
    return storage.versions(spark, relation) if spark.catalog.tableExists(relation) else []


def _tables_in(spark: SparkSession, statement: str) -> list[tuple[int, int, str]]:
    """The tables that a query names, but for its own common table expressions: first place, end, name in small letters.

    Spark's own grammar finds them.
    """
    java = jvm.of(spark)
    antlr, parsing = java.org.antlr.v4.runtime, java.org.apache.spark.sql.catalyst.parser
    lexer = parsing.SqlBaseLexer(parsing.UpperCaseCharStream(antlr.CharStreams.fromString(statement)))
    parser = parsing.SqlBaseParser(antlr.CommonTokenStream(lexer))
    lexer.removeErrorListeners()
    parser.removeErrorListeners()
    tree = parser.singleStatement()  # what it cannot read, Spark refuses with its own words

    def places(path: str) -> list[tuple[int, int, str]]:
        nodes = antlr.tree.xpath.XPath.findAll(tree, path, parser)
        return sorted(
            (node.getStart().getStartIndex(), node.getStop().getStopIndex() + 1, _plain(node.getText()))
            for node in nodes
        )

    own = {name for _, _, name in places("//namedQuery/errorCapturingIdentifier")}
    return [each for each in places("//relationPrimary/identifierReference") if each[2] not in own]


def _plain(name: str) -> str:
    return name.replace("`", "").removeprefix("spark_catalog.").lower()
