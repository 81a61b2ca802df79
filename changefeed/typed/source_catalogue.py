"""Types and keys from the source's catalogue: one SELECT to run at the source, and its result as lines of the seeds.

Where messages name no types, nobody should type declarations by hand.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.functions import col as spark_col

from changefeed.errors import ChangefeedError
from changefeed.project import seeds
from changefeed.spark.relations import table_name
from changefeed.typed.source_columns import Table
from changefeed.words import shown

COLUMNS = ("source_database", "source_schema", "source_table", "column_name", "source_type", "key_position")
_KEYS, _TYPES = "changefeed_table_keys", "changefeed_table_columns"
_ESCAPES = {"t": "\t", "n": "\n", "0": "\0", "\\": "\\"}
_ESCAPE = re.compile(r"\\([tn0\\])")

_MYSQL = """select
    c.table_schema as source_database,
    '' as source_schema,
    c.table_name as source_table,
    c.column_name as column_name,
    c.column_type as source_type,
    k.ordinal_position as key_position
from information_schema.columns c
inner join information_schema.tables t
    on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
left join information_schema.key_column_usage k
    on k.constraint_name = 'PRIMARY' and k.table_schema = c.table_schema
    and k.table_name = c.table_name and k.column_name = c.column_name
where c.table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys', 'oceanbase')
order by c.table_schema, c.table_name, c.ordinal_position"""

_POSTGRESQL = """select
    current_database() as source_database,
    n.nspname as source_schema,
    c.relname as source_table,
    a.attname as column_name,
    case t.typtype
        when 'e' then 'enum'
        when 'd' then format_type(t.typbasetype, t.typtypmod)
        else format_type(a.atttypid, a.atttypmod)
    end as source_type,
    (select k.place from unnest(i.indkey::int2[]) with ordinality as k (attnum, place) where k.attnum = a.attnum)
        as key_position
from pg_catalog.pg_class c
inner join pg_catalog.pg_namespace n on n.oid = c.relnamespace
inner join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
inner join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
where c.relkind in ('r', 'p')
    and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname not like 'pg_toast%'
order by n.nspname, c.relname, a.attnum"""

_ORACLE = """select
    '' as source_database,
    c.owner as source_schema,
    c.table_name as source_table,
    c.column_name as column_name,
    case
        when c.data_type = 'NUMBER' and c.data_precision is not null
            then 'NUMBER(' || c.data_precision || ',' || c.data_scale || ')'
        when c.data_type = 'NUMBER' and c.data_scale = 0 then 'INTEGER'
        when c.data_type = 'FLOAT' then 'FLOAT(' || c.data_precision || ')'
        when c.data_type in ('CHAR', 'VARCHAR2', 'NCHAR', 'NVARCHAR2') then c.data_type || '(' || c.char_length || ')'
        when c.data_type = 'RAW' then 'RAW(' || c.data_length || ')'
        else c.data_type
    end as source_type,
    k.position as key_position
from all_tab_columns c
inner join all_tables t on t.owner = c.owner and t.table_name = c.table_name
left join (
    select p.owner, p.table_name, p.column_name, p.position
    from all_constraints o
    inner join all_cons_columns p on p.owner = o.owner and p.constraint_name = o.constraint_name
    where o.constraint_type = 'P'
) k on k.owner = c.owner and k.table_name = c.table_name and k.column_name = c.column_name
where c.owner not in ('SYS', 'SYSTEM', 'XDB', 'MDSYS', 'CTXSYS', 'WMSYS', 'OUTLN', 'AUDSYS', 'ORDSYS', 'OLAPSYS',
    'LBACSYS', 'DVSYS', 'GSMADMIN_INTERNAL', 'DBSNMP', 'APPQOSSYS', 'OJVMSYS', 'ORDDATA', 'oceanbase')
order by c.owner, c.table_name, c.column_id"""

_SQLSERVER = """select
    db_name() as source_database,
    s.name as source_schema,
    t.name as source_table,
    c.name as column_name,
    case
        when type_name(c.system_type_id) in ('char', 'varchar', 'binary', 'varbinary') then concat(
            type_name(c.system_type_id), '(', iif(c.max_length = -1, 'max', cast(c.max_length as varchar(10))), ')')
        when type_name(c.system_type_id) in ('nchar', 'nvarchar') then concat(
            type_name(c.system_type_id), '(', iif(c.max_length = -1, 'max', cast(c.max_length / 2 as varchar(10))), ')')
        when type_name(c.system_type_id) in ('decimal', 'numeric') then concat(
            type_name(c.system_type_id), '(', c.precision, ',', c.scale, ')')
        when type_name(c.system_type_id) in ('time', 'datetime2', 'datetimeoffset') then concat(
            type_name(c.system_type_id), '(', c.scale, ')')
        else coalesce(type_name(c.system_type_id), type_name(c.user_type_id))
    end as source_type,
    k.key_ordinal as key_position
from sys.tables t
inner join sys.schemas s on s.schema_id = t.schema_id
inner join sys.columns c on c.object_id = t.object_id
left join sys.indexes i on i.object_id = t.object_id and i.is_primary_key = 1
left join sys.index_columns k on k.object_id = t.object_id and k.index_id = i.index_id and k.column_id = c.column_id
where t.is_ms_shipped = 0
order by s.name, t.name, c.column_id"""

_DB2 = """select
    current server as source_database,
    rtrim(c.tabschema) as source_schema,
    c.tabname as source_table,
    c.colname as column_name,
    case
        when c.typename in ('DECIMAL', 'NUMERIC') then c.typename || '(' || c.length || ',' || c.scale || ')'
        when c.typename in ('CHARACTER', 'VARCHAR') and c.codepage = 0
            then c.typename || '(' || c.length || ') FOR BIT DATA'
        when c.typename in ('CHARACTER', 'VARCHAR', 'GRAPHIC', 'VARGRAPHIC', 'BINARY', 'VARBINARY')
            then c.typename || '(' || c.length || ')'
        when c.typename = 'TIMESTAMP' then 'TIMESTAMP(' || c.scale || ')'
        else c.typename
    end as source_type,
    c.keyseq as key_position
from syscat.columns c
inner join syscat.tables t on t.tabschema = c.tabschema and t.tabname = c.tabname and t.type = 'T'
where c.tabschema not like 'SYS%'
order by c.tabschema, c.tabname, c.colno"""

# By kind of source, as changefeed_feeds.csv names them.
QUERIES = {
    "mysql": _MYSQL,
    "mariadb": _MYSQL,
    "tidb": _MYSQL,
    "oceanbase_mysql": _MYSQL,
    "postgresql": _POSTGRESQL,
    "gaussdb": _POSTGRESQL,
    "oracle": _ORACLE,
    "oceanbase_oracle": _ORACLE,
    "sqlserver": _SQLSERVER,
    "db2": _DB2,
}


@dataclass
class Described:
    """A table of the catalogue: column → type, and the key's columns in order."""

    columns: dict[str, str] = field(default_factory=dict)
    key: list[str] = field(default_factory=list)


@dataclass
class Outcome:
    """What was declared from the catalogue's answer."""

    types: list[str] = field(default_factory=list)  # new lines of changefeed_table_columns.csv
    keys: list[str] = field(default_factory=list)  # new lines of changefeed_table_keys.csv
    files: list[Path] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)  # what a seed says otherwise, and stays
    unknown: list[str] = field(default_factory=list)  # tables of the feed that the answer lacks
    unused: int = 0  # how many tables of the answer the feed does not have
    declared: int = 0  # what the seeds say already


def read_answer(path: Path) -> dict[tuple[str, str, str], Described]:
    """The catalogue's answer from a CSV file with a header, separated by commas, semicolons or tabs.

    Raises ChangefeedError with file and line for a file that is no such answer.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ChangefeedError(f"--from: {path} cannot be read: {error}") from error
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    is_batch = separator == "\t" and '"' not in head  # as `mysql --batch` prints: no quotes, escapes instead
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=separator,
        quoting=csv.QUOTE_NONE if is_batch else csv.QUOTE_MINIMAL,
    )
    names = [name.strip().lower() for name in next(reader, [])]
    if missing := [name for name in COLUMNS if name not in names]:
        raise ChangefeedError(
            f"--from: {path} has no column {', '.join(missing)}: its first line must name the columns of the query "
            "that `changefeed feeds types --query` prints"
        )
    rows = []
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(names):
            raise ChangefeedError(
                f"--from: {path} line {reader.line_num}: the header has {len(names)} columns, this line {len(cells)}"
            )
        row = dict(zip(names, cells, strict=True))
        given = {name: "" if row[name] in ("NULL", "\\N") else row[name] for name in COLUMNS}
        if is_batch:
            given = {name: _ESCAPE.sub(lambda found: _ESCAPES[found[1]], each) for name, each in given.items()}
        if not given["source_table"] or not given["column_name"] or not given["source_type"].strip():
            raise ChangefeedError(
                f"--from: {path} line {reader.line_num}: source_table, column_name and source_type must not be empty"
            )
        position = given["key_position"].strip()
        if position and not position.isdigit():
            raise ChangefeedError(f"--from: {path} line {reader.line_num}: key_position {position!r} is no number")
        rows.append(given)
    if not rows:
        raise ChangefeedError(f"--from: {path} has no line below its header: may the user read these tables?")
    return described(rows)


def described(rows: Iterable[Mapping[str, str | None]]) -> dict[tuple[str, str, str], Described]:
    """The tables of the catalogue, from the rows of its query, whose columns are COLUMNS."""
    found: dict[tuple[str, str, str], dict[str, tuple[str, int]]] = {}
    for row in rows:
        given = {name: row[name] or "" for name in COLUMNS}
        table = (given["source_database"], given["source_schema"], given["source_table"])
        columns = found.setdefault(table, {})
        columns[given["column_name"]] = (given["source_type"].strip(), int(given["key_position"].strip() or 0))
    return {
        table: Described(
            {name: source_type for name, (source_type, _) in columns.items()},
            [name for name, (_, place) in sorted(columns.items(), key=lambda each: each[1][1]) if place],
        )
        for table, columns in found.items()
    }


def told_by_messages(spark: SparkSession, statements: str, feed: str) -> dict[tuple[str, str, str], Described]:
    """The keys of the tables that a feed's messages describe. `statements`: the query of `tables propose` for them.

    Raises ChangefeedError where no message does.
    """
    rows = spark.sql(statements).where("described is not null").where(spark_col("feed") == feed).collect()
    found = {
        (row["source_database"], row["source_schema"], each["table_name"]): Described(key=list(each["key"] or []))
        for row in rows
        for each in row["described"]
    }
    if not found:
        raise ChangefeedError(
            f"--feed: no message of {feed} describes tables; claim Debezium's topic of schema changes, or ask the "
            "catalogue with --from-source, or give its answer with --from FILE"
        )
    return found


def tables_of_feed(spark: SparkSession, feed: str) -> dict[Table, list[str]]:
    """The source tables that a feed's messages name, with the key that their rows have; those in quarantine too."""
    if not spark.catalog.tableExists(table_name("current_rows")):
        raise ChangefeedError("Nothing was built yet, so no table is known: `changefeed run` first")
    found: dict[Table, list[str]] = {}
    rows = spark.sql(
        f"""
        select feed, source_database, source_schema, source_table, max_by(key_columns, position) as key
        from {table_name("current_rows")} where feed = :feed group by all
        union all
        select distinct feed, source_database, source_schema, source_table, array() as key
        from {table_name("quarantine")} where feed = :feed and source_table <> '' and resolved_at is null
        """,
        args={"feed": feed},
    )
    for row in rows.collect():
        table = Table.of(row)
        found[table] = found.get(table) or list(row["key"] or [])
    return found


def matched(table: Table, answer: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The tables of an answer that a table of a feed can be: those of its name, in its database and schema.

    Services name a database, a schema, or both. A part that the messages or the answer leave out is not compared.
    """

    def fits(one: str, other: str) -> bool:
        return not one or not other or one.lower() == other.lower()

    named = [each for each in answer if each[2] == table.name]
    found = [each for each in named if fits(table.database, each[0]) and fits(table.schema, each[1])]
    # What messages call the database is a schema elsewhere (Oracle), and the other way round (MySQL).
    return found or [each for each in named if table.database and fits(table.database, each[1]) and not table.schema]


def declare(
    project_dir: Path, feed: str, known: dict[Table, list[str]], answer: dict[tuple[str, str, str], Described]
) -> Outcome:
    """Write what the answer says of a feed's tables into the seeds. Lines that the seeds have stay as they are.

    A key is written where the messages name none. Raises ChangefeedError where a table could be several.
    """
    outcome = Outcome()
    columns, keys = _declared(project_dir, _TYPES), declared_keys(project_dir)
    used = set()
    for table, key in sorted(known.items()):
        of = matched(table, answer)
        if len(of) > 1:
            several = ", ".join(".".join(part for part in each if part) for each in of)
            raise ChangefeedError(
                f"{table.in_words()} could be {several}. Keep the lines of only one of them (--query, then --from)."
            )
        if not of:
            outcome.unknown.append(table.in_words())
            continue
        used.add(of[0])
        described = answer[of[0]]
        place = (feed, table.database, table.schema, table.name)
        for name, source_type in described.columns.items():
            said = columns.get((*place, name))
            if said is None:
                outcome.types.append(seeds.line_of_seed(*place, name, source_type))
            elif said.lower() == source_type.lower():
                outcome.declared += 1
            else:
                outcome.differing.append(f"{table.in_words()}, {shown(name)}: {shown(said)}, not {shown(source_type)}")
        if place in keys:
            outcome.declared += 1
        elif not key and (described.key or described.columns):
            outcome.keys.append(seeds.line_of_seed(*place, described.key))
    outcome.unused = len(set(answer) - used)
    for seed, lines in ((_TYPES, outcome.types), (_KEYS, outcome.keys)):
        if lines:
            outcome.files.append(seeds.append_lines(project_dir, seed, lines))
    return outcome


def declared_keys(project_dir: Path) -> dict[tuple[str, ...], str]:
    """What changefeed_table_keys.csv says: feed, database, schema and table → key columns with |, '' for no key."""
    return _declared(project_dir, _KEYS)


def _declared(project_dir: Path, seed: str) -> dict[tuple[str, ...], str]:
    """What a seed says: feed, database, schema, table (and column) → its last cell."""
    return {tuple(cells[:-1]): cells[-1] for cells in seeds.cells_of_seed(project_dir, seed)}
