"""The embedded metastore: Hive's, in Derby, beside the tables. One process at a time opens it.

A new warehouse gets a copy of the empty one that setup made, because Hive takes seconds to make one. Its views may be
of any length: Hive gives their texts a column of 32,700 characters (LONG VARCHAR), which is made a CLOB.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyspark

from changefeed.spark import jars

CONNECTION = "spark.hadoop.javax.jdo.option.ConnectionURL"
DRIVER = "spark.hadoop.javax.jdo.option.ConnectionDriverName"
_EMBEDDED = re.compile(r"jdbc:derby:;databaseName=([^;]+);create=true")
_TAKES_LONG_VIEWS = "changefeed-long-views"  # a file in the metastore's folder: its columns are CLOBs
_OF_DERBY = {"log", "seg0", "tmp", "db.lck", "dbex.lck", "README_DO_NOT_TOUCH_FILES.txt"}


def settings_for(folder: Path) -> dict[str, str]:
    """Settings of Spark for an embedded metastore in a folder."""
    return {
        CONNECTION: f"jdbc:derby:;databaseName={folder};create=true",
        DRIVER: "org.apache.derby.jdbc.EmbeddedDriver",
    }


def make_ready(settings: Mapping[str, str]) -> None:
    """Before Spark starts: what a kill left of a metastore goes, and a warehouse without one gets the empty one.

    Nothing happens if the settings name a metastore of another kind, or another version of Hive.
    """
    folder, template = _folder(settings), _template()
    if folder is None:
        return
    # Derby writes service.properties last, and opens no metastore without it.
    if folder.is_dir() and {entry.name for entry in folder.iterdir()} <= _OF_DERBY:
        shutil.rmtree(folder)
    is_other = any(name.startswith("spark.sql.hive.metastore.") for name in settings)
    if template and template.is_dir() and not is_other and not folder.exists():
        with contextlib.suppress(FileNotFoundError):  # setup makes it anew at this moment
            _copy_whole(template, folder)


def take_long_views(java_sql: Any, settings: Mapping[str, str]) -> None:
    """After Hive has opened the metastore: its views may be of any length from now on.

    `java_sql`: java.sql.DriverManager of the JVM that has the metastore open.
    """
    folder = _folder(settings)
    if folder is None or (folder / _TAKES_LONG_VIEWS).exists():
        return
    connection = java_sql.getConnection(f"jdbc:derby:;databaseName={folder}")
    connection.setAutoCommit(False)
    statement = connection.createStatement()
    try:
        for column in ("VIEW_EXPANDED_TEXT", "VIEW_ORIGINAL_TEXT"):
            statement.executeUpdate('alter table "APP"."TBLS" add column "OF_ANY_LENGTH" clob')
            statement.executeUpdate(f'update "APP"."TBLS" set "OF_ANY_LENGTH" = "{column}"')
            statement.executeUpdate(f'alter table "APP"."TBLS" drop column "{column}"')
            statement.executeUpdate(f'rename column "APP"."TBLS"."OF_ANY_LENGTH" to "{column}"')
        connection.commit()
    finally:
        connection.rollback()
        connection.close()
    (folder / _TAKES_LONG_VIEWS).touch()


def keep(java_sql: Any, folder: Path) -> None:
    """Keep a metastore in which no table is left, for new warehouses to copy; without its schema `default`.

    That has the folder of its warehouse, and Spark makes it in a metastore that has none. `java_sql`: as above, of a
    Spark that has ended.
    """
    template = _template()
    take_long_views(java_sql, settings_for(folder))
    connection = java_sql.getConnection(f"jdbc:derby:;databaseName={folder}")
    statement = connection.createStatement()
    for table in ("DATABASE_PARAMS", "DB_PRIVS", "DBS"):
        with contextlib.suppress(Exception):  # tables that this Hive has not made
            statement.executeUpdate(f'delete from "APP"."{table}"')
    connection.close()
    with contextlib.suppress(Exception):  # Derby says by an error that it has ended
        java_sql.getConnection(f"jdbc:derby:;databaseName={folder};shutdown=true")
    if template is None or (folder / "db.lck").exists():
        return
    with contextlib.suppress(OSError):  # nothing needs it
        template.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(template, ignore_errors=True)
        _copy_whole(folder, template)


def _folder(settings: Mapping[str, str]) -> Path | None:
    """The folder of the embedded metastore; None if the settings name another metastore."""
    url = _EMBEDDED.fullmatch(str(settings.get(CONNECTION, "")))
    return Path(url[1]) if url else None


def _template() -> Path | None:
    """The folder of the empty metastore for this Spark."""
    cache = jars.cache()
    return cache / f"metastore-{pyspark.__version__}" if cache else None


def _copy_whole(folder: Path, to: Path) -> None:
    """Copy a folder. The copy appears as a whole, or not at all."""
    with tempfile.TemporaryDirectory(dir=to.parent, prefix=".metastore-") as beside:
        os.rename(shutil.copytree(folder, Path(beside) / to.name), to)
