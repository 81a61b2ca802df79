"""Typed tables that are kept, as engines beside Spark read them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import deltalake
import duckdb
import duckdb_extension_avro
import duckdb_extension_delta
import duckdb_extension_iceberg
import pyarrow
from pyiceberg.table import StaticTable

from changefeed.spark import storage
from pipeline import Pipeline


def read(project: Pipeline, table: str, database: duckdb.DuckDBPyConnection) -> tuple[pyarrow.Table, str]:
    """The table, named with its schema, as Arrow has it (DuckDB knows it as table_of_arrow); and what DuckDB scans."""
    return (_read_delta if storage.file_format() == "delta" else _read_iceberg)(project, table, database)


def read_version(project: Pipeline, table: str, version: int) -> pyarrow.Table:
    """A version of the table, by deltalake or pyiceberg."""
    if storage.file_format() == "delta":
        return deltalake.DeltaTable(_folder_of_delta(project, table), version=version).to_pyarrow_table()
    return StaticTable.from_metadata(_metadata_of_iceberg(project, table)).scan(snapshot_id=version).to_arrow()


def _read_delta(project: Pipeline, name: str, database: duckdb.DuckDBPyConnection) -> tuple[pyarrow.Table, str]:
    folder = _folder_of_delta(project, name)
    table = deltalake.DeltaTable(folder)
    database.register("table_of_arrow", table.to_pyarrow_dataset())
    _load_extension(database, duckdb_extension_delta, "delta")
    return table.to_pyarrow_table(), f"delta_scan('{folder}')"


def _read_iceberg(project: Pipeline, name: str, database: duckdb.DuckDBPyConnection) -> tuple[pyarrow.Table, str]:
    """Of the metadata file that the catalog names."""
    file = _metadata_of_iceberg(project, name)
    table = StaticTable.from_metadata(file).scan().to_arrow()
    database.register("table_of_arrow", table)
    _load_extension(database, duckdb_extension_avro, "avro")
    _load_extension(database, duckdb_extension_iceberg, "iceberg")
    return table, f"iceberg_scan('{file}')"


def _folder_of_delta(project: Pipeline, name: str) -> str:
    return str(project.sql(f"describe detail {name}")[0]["location"]).removeprefix("file:")


def _metadata_of_iceberg(project: Pipeline, name: str) -> str:
    log = project.sql(f"select file from {name}.metadata_log_entries order by timestamp desc limit 1")
    return str(log[0]["file"]).removeprefix("file:")


def _load_extension(database: duckdb.DuckDBPyConnection, module: ModuleType, name: str) -> None:
    """Give DuckDB an extension of its own, which a package of PyPI brings."""
    folder = Path(module.__file__ or "").parent / "extensions" / f"v{duckdb.__version__}"
    database.load_extension(str(folder / f"{name}.duckdb_extension"))
