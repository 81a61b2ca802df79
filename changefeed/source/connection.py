"""A connection to the database at a feed's source: read-only, in UTC, with a timeout and a bounded number of readers.

The password goes to the driver as a property, in memory. It is in no URL, no SQL text, no plan and no error.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from changefeed.errors import ChangefeedError
from changefeed.spark import jvm
from changefeed.words import first_lines, shown

PREFIX = "CHANGEFEED_SOURCE_"
_SECRET_IN_URL = re.compile(r"(?i)\b(?:password|pwd|passwd)=|//[^/\s@]*:[^/\s@]*@")
_FETCH_ROWS = 2000
_MOST_READERS = 64


@dataclass(frozen=True)
class Engine:
    """A kind of database: its driver, and the words that make a session read-only, in UTC and bounded."""

    name: str
    urls: tuple[str, ...]  # how its JDBC URLs begin
    driver: str
    package: str  # the driver's Maven name
    kinds: tuple[str, ...]  # of changefeed_feeds.csv; the first is what a server is called that says no more
    quote: str  # of names, before and behind
    now: str  # an expression: the clock, in UTC
    is_read: bool = False  # whether rows can be read, for loads and comparisons


MYSQL = Engine(
    "MySQL", ("jdbc:mysql:", "jdbc:mariadb:"), "org.mariadb.jdbc.Driver", "org.mariadb.jdbc:mariadb-java-client:3.5.3",
    ("mysql", "mariadb", "tidb", "oceanbase_mysql"), "``", "utc_timestamp(6)", True,
)  # fmt: skip
POSTGRESQL = Engine(
    "PostgreSQL", ("jdbc:postgresql:",), "org.postgresql.Driver", "org.postgresql:postgresql:42.7.7",
    ("postgresql", "gaussdb"), '""', "clock_timestamp() at time zone 'UTC'", True,
)  # fmt: skip
SQLSERVER = Engine(
    "SQL Server", ("jdbc:sqlserver:",), "com.microsoft.sqlserver.jdbc.SQLServerDriver",
    "com.microsoft.sqlserver:mssql-jdbc:12.10.0.jre11", ("sqlserver",), "[]", "sysutcdatetime()",
)  # fmt: skip
ORACLE = Engine(
    "Oracle", ("jdbc:oracle:",), "oracle.jdbc.OracleDriver", "com.oracle.database.jdbc:ojdbc11:23.7.0.25.01",
    ("oracle", "oceanbase_oracle"), '""', "sys_extract_utc(systimestamp)",
)  # fmt: skip
ENGINES = (MYSQL, POSTGRESQL, SQLSERVER, ORACLE)


@dataclass(frozen=True)
class Settings:
    """What the environment says of a feed's source."""

    feed: str
    url: str
    user: str
    password: str = field(repr=False)
    parallel: int
    timeout: int  # seconds a statement
    databases: tuple[str, ...] = ()  # of the feed, whose source this is; without any, of all

    @classmethod
    def of(cls, feed: str, shard: str = "", databases: tuple[str, ...] = ()) -> Settings:
        """The settings of a feed, or of a shard of it, which has the feed's where it has none of its own.

        Raises ChangefeedError for what is missing or wrong, by the variable's name.
        """
        prefix = variable(feed, shard)
        url = os.environ.get(f"{prefix}URL", "").strip()
        if not url:
            raise ChangefeedError(
                f"{prefix}URL is not set. Give the source of feed {feed}: export "
                f"{prefix}URL=jdbc:mysql://HOST/DATABASE {prefix}USER=… {prefix}PASSWORD=… (docs/how-to/prove-it.md)"
            )
        if _SECRET_IN_URL.search(url):
            raise ChangefeedError(f"{prefix}URL has a password in it. Put it into {prefix}PASSWORD, or into a file.")
        whole = variable(feed)
        is_own = any(f"{prefix}{name}" in os.environ for name in ("PASSWORD", "PASSWORD_FILE"))
        return cls(
            feed, url, os.environ.get(f"{prefix}USER") or os.environ.get(f"{whole}USER", ""),
            _password(prefix if is_own else whole),
            _number(prefix, whole, "PARALLEL", 4, _MOST_READERS), _number(prefix, whole, "TIMEOUT", 600, 86_400),
            databases,
        )  # fmt: skip

    @classmethod
    def of_shards(cls, feed: str, databases: Iterable[str]) -> list[Settings]:
        """The settings of each shard that has a URL of its own, by the databases of a feed, and of all others."""
        every = sorted(set(databases))
        own = [each for each in every if each and f"{variable(feed, each)}URL" in os.environ]
        others = tuple(each for each in every if each not in own)
        whole = [cls.of(feed, databases=others if own else ())] if others or not own else []
        return [*whole, *(cls.of(feed, each, (each,)) for each in own)]

    @functools.cached_property
    def engine(self) -> Engine:
        """The kind of database that the URL names."""
        found = next((each for each in ENGINES if self.url.lower().startswith(each.urls)), None)
        if found is None:
            known = ", ".join(url for each in ENGINES for url in each.urls)
            raise ChangefeedError(f"{variable(self.feed)}URL is no URL of a known driver, which begin with {known}")
        return found

    def has(self, database: str) -> bool:
        """Whether this is the source of a database of the feed."""
        return not self.databases or database in self.databases

    @property
    def place(self) -> str:
        """The URL without its parameters, for people."""
        return shown(re.split("[?;]", self.url)[0])


def variable(feed: str, shard: str = "") -> str:
    """How the variables of a feed's source begin, or those of a shard, which is a database of the feed."""
    own = re.sub(r"\W", "_", shard, flags=re.ASCII).upper()
    return f"{PREFIX}{feed.upper()}_" + (f"_{own}_" if own else "")


def _password(prefix: str) -> str:
    given, file = os.environ.get(f"{prefix}PASSWORD"), os.environ.get(f"{prefix}PASSWORD_FILE")
    if given is not None and file:
        raise ChangefeedError(f"{prefix}PASSWORD and {prefix}PASSWORD_FILE are both set. Keep one.")
    if not file:
        return given or ""
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ChangefeedError(f"{prefix}PASSWORD_FILE can't be read: {error}") from error


def _number(prefix: str, whole: str, variable_name: str, default: int, most: int) -> int:
    name = next((f"{each}{variable_name}" for each in (prefix, whole) if os.environ.get(f"{each}{variable_name}")), "")
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise ChangefeedError(f"{name}: {text!r} is no number from 1 to {most:,}")
    return int(text)


Row = dict[str, str | None]


class Source:
    """The source of a feed. Small questions are asked in one session of its own; `frame` reads rows with Spark."""

    def __init__(self, spark: SparkSession, settings: Settings) -> None:
        self.settings = settings
        self.engine = settings.engine
        self._spark = spark
        _name_driver(spark, self.engine)
        self._connection = self._connected()
        try:
            self.version = self._first(self._version_query()) or ""
            self._begin()
        except BaseException:
            self.close()
            raise

    def ask(self, query: str) -> list[Row]:
        """The rows of a query: column, in small letters, to text.

        Raises ChangefeedError with what the database says.
        """

        def read() -> list[Row]:
            statement = self._connection.createStatement()
            try:
                statement.setQueryTimeout(self.settings.timeout)
                answer = statement.executeQuery(query)
                said = answer.getMetaData()
                names = [said.getColumnLabel(number + 1).lower() for number in range(said.getColumnCount())]
                rows = []
                while answer.next():
                    rows.append({name: answer.getString(number + 1) for number, name in enumerate(names)})
                return rows
            finally:
                statement.close()

        with self.errors("a query failed"):
            return read()

    def frames(
        self, query: str, columns: Sequence[str], conditions: Sequence[str] = ("",), behind: str = ""
    ) -> list[DataFrame]:
        """For each condition the rows of a query that fulfil it, as one session reads them, in one partition of Spark.

        `query` begins with FROM, `behind` follows the condition. `columns` are expressions of the source's SQL, which
        come as the texts c0, c1 …
        """
        options = {
            "url": self._url(), "driver": self.engine.driver, "user": self.settings.user,
            "password": self.settings.password, "sessionInitStatement": "; ".join(self._session()),
            "fetchsize": str(_FETCH_ROWS), "queryTimeout": str(self.settings.timeout),
            "customSchema": ", ".join(f"c{number} string" for number in range(len(columns))),
        }  # fmt: skip
        selected = f"select {', '.join(f'{each} as c{number}' for number, each in enumerate(columns))} {query}"
        with self.errors("its rows can't be read"):
            return [
                self._spark.read.format("jdbc").options(**options)
                .option("dbtable", f"({selected}{' where ' + condition if condition else ''} {behind}) q").load()
                for condition in conditions
            ]  # fmt: skip

    def together(self, frames: Sequence[DataFrame]) -> DataFrame:
        """All rows of these frames. No more sessions read at once than the feed's setting allows."""
        return functools.reduce(DataFrame.unionAll, frames).coalesce(min(self.settings.parallel, len(frames)))

    @contextlib.contextmanager
    def errors(self, what: str) -> Iterator[None]:
        """What fails in the block is an error that names the source and what failed."""
        try:
            yield
        except ChangefeedError:
            raise
        except Exception as error:
            raise self._error(error, what) from None

    def now(self) -> datetime:
        """The source's clock, in UTC."""
        return _instant(self._first(f"select {self.engine.now}") or "")

    def replayed(self) -> datetime:
        """Until when this server has what was written at the source: its clock, less the lag of a replica.

        Raises ChangefeedError where that can't be known.
        """
        now = self.now()
        if self.engine is POSTGRESQL:
            at = self._first("select pg_last_xact_replay_timestamp() at time zone 'UTC' where pg_is_in_recovery()")
            return _instant(at) if at else now
        if self.engine is not MYSQL:
            return now
        if self.kind == "mariadb" and not self._first("select @@global.gtid_slave_pos"):
            return now
        said = self.ask("show slave status" if self.kind in ("mariadb", "oceanbase_mysql") else "show replica status")
        if not said:
            return now
        behind = said[0].get("seconds_behind_master") or said[0].get("seconds_behind_source")
        if behind is None:
            raise ChangefeedError(f"The source of {self.settings.feed} is a replica that does not replicate now.")
        return now - timedelta(seconds=int(behind) + 1)

    def name(self, *parts: str) -> str:
        """A name, with its schema or database, as SQL of the source. Never part of it as it is: quotes are doubled."""
        first, last = self.engine.quote[0], self.engine.quote[1]
        return ".".join(f"{first}{part.replace(last, last + last)}{last}" for part in parts if part)

    def literal(self, text: str) -> str:
        """A text as a literal of the source's SQL."""
        doubled = text.replace("'", "''")
        if self.engine is MYSQL:  # a backslash is one in any mode of MySQL's where it is given as hexadecimal digits
            return f"_utf8mb4 x'{text.encode().hex()}'" if "\\" in text else f"'{doubled}'"
        return f"'{doubled}'"

    def text(self, expression: str) -> str:
        """A number of the source's SQL as text."""
        return f"cast({expression} as char)" if self.engine is MYSQL else f"({expression})::text"

    def sum_of_md5(self, text: str, digits: int) -> str:
        """The sum, over rows, of the first hexadecimal digits of the MD5 of a text."""
        first = f"left(md5({text}), {digits})"
        if self.engine is MYSQL:
            return f"sum(cast(conv({first}, 16, 10) as unsigned))"
        return f"sum(('x' || {first})::bit({4 * digits})::bigint)"

    @property
    def kind(self) -> str:
        """What the server is, as changefeed_feeds.csv calls it."""
        said = self.version.lower()
        named = {"mariadb": "mariadb", "tidb": "tidb", "oceanbase": "oceanbase_mysql", "gaussdb": "gaussdb"}
        return next((kind for word, kind in named.items() if word in said), self.engine.kinds[0])

    def refuse_unread(self, what: str) -> None:
        """Raise ChangefeedError if nobody tried how this database prints its values."""
        if not self.engine.is_read:
            raise ChangefeedError(
                f"{what} reads MySQL, MariaDB and PostgreSQL; {self.engine.name} was not tried. Its types can be taken "
                "(changefeed feeds types --from-source), and a dump landed (changefeed load --baseline)."
            )

    def close(self) -> None:
        """End the session. It may have died."""
        with contextlib.suppress(Exception):
            self._connection.close()

    # -- how a session begins

    def _connected(self) -> Any:
        java = jvm.of(self._spark)

        def connect() -> Any:
            loader = self._spark._jsparkSession.sharedState().jarClassLoader()
            gateway = jvm.gateway()
            made = java.java.lang.Class.forName(self.engine.driver, True, loader).getDeclaredConstructor(
                gateway.new_array(java.java.lang.Class, 0)
            )
            driver = made.newInstance(gateway.new_array(java.java.lang.Object, 0))
            given = java.java.util.Properties()
            given.setProperty("user", self.settings.user)
            given.setProperty("password", self.settings.password)
            return driver.connect(self._url(), given)

        with self.errors("can't connect"):
            return connect()

    def _url(self) -> str:
        """The URL for the driver. Spark knows MySQL's quotes by MySQL's URLs, which MariaDB's driver takes if told."""
        if self.engine is not MYSQL:
            return self.settings.url
        url = re.sub("^jdbc:mariadb:", "jdbc:mysql:", self.settings.url, flags=re.I)
        return url + ("&" if "?" in url else "?") + "permitMysqlScheme"

    def _version_query(self) -> str:
        return {
            MYSQL: "select version()",
            POSTGRESQL: "select version()",
            SQLSERVER: "select @@version",
            ORACLE: "select banner from v$version",
        }[self.engine]

    def _begin(self) -> None:
        for statement in self._session():
            with self.errors(f"its session can't be set ({statement})"):
                self._execute(statement)

    def _execute(self, statement: str) -> None:
        made = self._connection.createStatement()
        try:
            made.execute(statement)
        finally:
            made.close()

    def _session(self) -> list[str]:
        """The statements by which a session reads only, prints every value in one way, and ends what takes too long."""
        seconds = self.settings.timeout
        if self.engine is MYSQL:
            settings = ["time_zone = '+00:00'", "sql_mode = ''", "group_concat_max_len = 1000000"]
            if self.kind == "mariadb":
                settings += ["tx_read_only = 1", f"max_statement_time = {seconds}"]
            else:
                settings += [f"max_execution_time = {seconds * 1000}"]
                # TiDB knows no session that only reads; all that is sent are SELECTs.
                settings += [] if self.kind == "tidb" else ["transaction_read_only = 1"]
            return [f"set session {', '.join(settings)}"]
        if self.engine is POSTGRESQL:
            return [
                "set session characteristics as transaction read only", "set timezone = 'UTC'",
                f"set statement_timeout = {seconds * 1000}", "set datestyle = 'ISO, MDY'",
                "set intervalstyle = 'postgres'", "set extra_float_digits = 1", "set bytea_output = 'hex'",
            ]  # fmt: skip
        return []

    # -- errors

    def _first(self, query: str) -> str | None:
        rows = self.ask(query)
        return next(iter(rows[0].values())) if rows else None

    def _error(self, error: BaseException, what: str) -> ChangefeedError:
        """An error that names the source, and holds no secret, whatever a driver puts into its texts."""
        cause = _innermost(error)
        said = re.sub(r"^[\w.$]+(?:Exception|Error): ", "", cause)
        if self.settings.password:
            said = said.replace(self.settings.password, "…")
        return ChangefeedError(f"The source of {self.settings.feed} ({self.settings.place}): {what}: {said}")


def _instant(text: str) -> datetime:
    """An instant that the source prints in UTC, with any number of digits."""
    at, _, digits = text.strip().partition(".")
    return datetime.fromisoformat(at).replace(microsecond=int(digits[:6].ljust(6, "0")), tzinfo=timezone.utc)


def _innermost(error: BaseException) -> str:
    """What the database or the driver says: the text of the last cause in Java."""
    cause = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    said = first_lines(error)
    with contextlib.suppress(Exception):
        while cause is not None:
            said = str(cause.toString())
            cause = cause.getCause()
    return said.splitlines()[0] if said else type(error).__name__


def _name_driver(spark: SparkSession, engine: Engine) -> None:
    """Put the driver on the class path of this Spark, unless it is there."""
    loader = spark._jsparkSession.sharedState().jarClassLoader()
    if loader.getResource(engine.driver.replace(".", "/") + ".class") is not None:
        return
    try:
        spark.sql(f"add jar 'ivy://{engine.package}?transitive=false'")
    except Exception as error:
        raise ChangefeedError(
            f"The driver for {engine.name} can't be fetched: {first_lines(error)}. Without Maven Central, add "
            f"{engine.package} to CHANGEFEED_PACKAGES on a machine that reaches it (docs/how-to/where-it-runs.md)."
        ) from error


@contextlib.contextmanager
def connected(spark: SparkSession, of: str | Settings) -> Iterator[Source]:
    """The source of a feed, as the environment says, or that of settings, until the block ends."""
    source = Source(spark, Settings.of(of) if isinstance(of, str) else of)
    try:
        yield source
    finally:
        source.close()
