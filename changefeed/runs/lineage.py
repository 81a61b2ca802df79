"""OpenLineage events of a run: from which topics of Kafka it made which typed tables.

They are sent if OPENLINEAGE_URL, or another of the library's settings, says to whom (the extra `changefeed[lineage]`).
A run never fails because of them.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from pyspark.sql import SparkSession

from changefeed.notices import tell
from changefeed.spark import folders
from changefeed.spark.relations import table_name
from changefeed.words import first_lines

if TYPE_CHECKING:
    from openlineage.client import OpenLineageClient

_ASKED = ("OPENLINEAGE_URL", "OPENLINEAGE_CONFIG", "OPENLINEAGE__TRANSPORT")
_KAFKA = "CHANGEFEED_LINEAGE_KAFKA"
_PRODUCER = f"https://pypi.org/project/changefeed/{version('changefeed')}"


@dataclass(frozen=True)
class Table:
    """A table that a run made or changed: its place, its name with its schema, and its columns with their types."""

    place: str
    name: str
    columns: tuple[tuple[str, str], ...]


class Run:
    """The events of one run. `begin` or `end` warns once if the library is missing or nobody takes the event.

    `is_wanted`: whether the environment asks for events.
    """

    def __init__(self, project: str) -> None:
        self._project = project
        self._id = ""
        is_disabled = os.environ.get("OPENLINEAGE_DISABLED", "").lower() == "true"
        self.is_wanted = not is_disabled and any(name.startswith(_ASKED) for name in os.environ)

    def begin(self) -> None:
        """Send that the run has begun."""
        self._send("START", (), (), "")

    def end(self, spark: SparkSession, after: int, typed: Iterable[str], failed: str) -> None:
        """Send how the run ended: the topics of what was decoded after a batch, and the typed tables. `failed`: why."""
        if self.is_wanted:
            tables = [_described(spark, name) for name in sorted(set(typed))]
            self._send("FAIL" if failed else "COMPLETE", _topics(spark, after), tables, failed)

    def _send(self, kind: str, topics: Iterable[str], tables: Iterable[Table], failed: str) -> None:
        if not self.is_wanted:
            return
        try:
            from openlineage.client import OpenLineageClient
            from openlineage.client.uuid import generate_new_uuid

            logging.getLogger("openlineage").setLevel(logging.CRITICAL)  # it would show requests, with their headers
            self._id = self._id or str(generate_new_uuid())
            client: OpenLineageClient = OpenLineageClient()
            client.emit(self.event(kind, topics, tables, failed))
        except ImportError:
            self._stop("the library is not installed: pip install 'changefeed[lineage]'")
        except Exception as error:  # what a server and a library can raise has no end
            self._stop(f"no event could be sent: {first_lines(error, 1)}")

    def _stop(self, why: str) -> None:
        self.is_wanted = False
        tell(f"warns        OpenLineage: {why}")

    def event(self, kind: str, topics: Iterable[str], tables: Iterable[Table], failed: str) -> Any:
        """An event of OpenLineage, of the kind START, COMPLETE or FAIL."""
        from openlineage.client import event_v2, facet_v2

        schema, error = facet_v2.schema_dataset, facet_v2.error_message_run
        said = error.ErrorMessageRunFacet(message=failed, programmingLanguage="SQL")
        return event_v2.RunEvent(
            eventType=event_v2.RunState[kind],
            eventTime=datetime.now(timezone.utc).isoformat(),
            producer=_PRODUCER,
            run=event_v2.Run(runId=self._id, facets={"errorMessage": said} if failed else {}),
            job=event_v2.Job(namespace="changefeed", name=f"{self._project}.run"),
            inputs=[event_v2.InputDataset(os.environ.get(_KAFKA, "kafka"), topic) for topic in topics],
            outputs=[
                event_v2.OutputDataset(table.place, table.name, facets={"schema": schema.SchemaDatasetFacet(
                    fields=[schema.SchemaDatasetFacetFields(name=name, type=kind) for name, kind in table.columns]
                )})
                for table in tables
            ],
        )  # fmt: skip


def _topics(spark: SparkSession, after: int) -> list[str]:
    found = f"select distinct topic from {table_name('decoded')} where decode_batch_id > {after} order by topic"
    return [row["topic"] for row in spark.sql(found).collect()]


def _described(spark: SparkSession, name: str) -> Table:
    columns = tuple((field.name, field.dataType.simpleString()) for field in spark.table(name).schema.fields)
    return Table(folders.of_session(spark), name, columns)
