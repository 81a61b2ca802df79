"""What every command works with: the project's folder, Spark, and dbt."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession

from changefeed.loader import landing_tables
from changefeed.project import seeds
from changefeed.runs import dbt_build
from changefeed.spark import folders, session
from changefeed.spark.operations import Operations
from changefeed.typed.source_columns import Ask


@dataclass(frozen=True)
class Context:
    """What every command needs: the project's folder, and whether to show what Spark and dbt say."""

    project_dir: Path
    verbose: bool

    def spark(self, is_short: bool = False, is_reading: bool = False) -> SparkSession:
        """The Spark session; the first call starts it. `is_short`: the command is soon done, so Spark starts faster.

        `is_reading`: the command does not call dbt. In a server it then runs beside a command that writes.
        """
        seeds.refuse_old_names(self.project_dir)
        return session.start(self.project_dir, _command(), self.verbose, is_short, is_reading)

    def settings(self) -> dict[str, str] | None:
        """Take the warehouse for this process, and return what Spark's settings will be. None if Spark has started."""
        if SparkSession.getActiveSession() is not None:
            return None
        seeds.refuse_old_names(self.project_dir)
        return session.prepare(self.project_dir, _command())[1]

    def place(self) -> dict[str, str]:
        """The setting that says where the tables of the started session are."""
        return {"spark.sql.warehouse.dir": folders.of_session(self.spark())}

    def dbt(
        self, *arguments: str, only_failures: bool = False, known: dbt_build.Known | None = None
    ) -> dbt_build.Outcome:
        """Run dbt in this process on the session."""
        return dbt_build.invoke(self.project_dir, list(arguments), self.verbose, only_failures, known)

    def asking(self) -> Ask:
        """A function that asks macros about tables and types. First dbt makes the SQL functions, if no run has."""
        spark = self.spark(is_short=True)
        landing_tables.create_tables(spark, self.project_dir)
        if not spark.catalog.functionExists(f"{session.schema_name()}.decimal_places"):
            self.dbt("build", "--select", "resource_type:function", only_failures=True)
        return Operations(spark, self.project_dir).ask


def _command() -> str:
    """The command as others see who holds the warehouse; what `erase` is given may be personal data."""
    words = sys.argv[1:]
    return shlex.join(["changefeed", *(words[: words.index("erase") + 1] if "erase" in words else words)])
