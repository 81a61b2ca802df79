"""Messages of about 1.1 KB for benchmarks, made by Spark: the same numbers give the same bytes.

    python bench/generate.py --messages 500000 --out canal.jsonl

Each message carries one row of 20 columns in the envelope of one dialect: 60 % updates, 30 % inserts, 10 % deletes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

DIALECTS = ("canal", "dts_canal", "drs_json", "drs_json_c", "oms_canal", "dataworks", "oms_dataworks", "dts_avro")
FIRST_AT = 1_760_000_000_000  # ms since 1970, of the first message
PARTITIONS = 4
_WORDS = 2000
_TYPES = {"id": ("bigint", -5), "amount": ("decimal(12,2)", 3), "created_at": ("datetime", 12)}
_TEXTS = ["name", "email", "city", "status", *(f"c{n:02d}" for n in range(1, 15))]
COLUMNS = ["id", "amount", "created_at", *_TEXTS[:-1]]


def messages(
    spark: SparkSession,
    dialect: str = "canal",
    count: int = 500_000,
    keys: int = 100_000,
    first: int = 0,
    topic: str = "bench",
    tables: int = 1,
    feeds: int = 1,
    is_keyless: bool = False,
    only_inserts: bool = False,
    late_share: float = 0.0,
) -> DataFrame:
    """The records numbered `first` to `first + count - 1` as append_messages takes them, in their order.

    A key's records share a partition; keys run from 0 to `keys - 1`, and `tables` share them. With more
    `feeds` than one each has a topic, `topic` and its number, and tables of its own. `late_share` of the
    records come through a partition of their own, an hour too late. With `is_keyless` a message names no key columns;
    with `only_inserts` each record has a key of its own, its number.
    """
    row_id = "id" if only_inserts else f"pmod(xxhash64(id, 'row'), {keys})"
    mixed = "case when o < 6 then 'UPDATE' when o < 9 then 'INSERT' else 'DELETE' end"
    operation = "'INSERT'" if only_inserts else mixed
    records = (
        spark.range(first, first + count, 1, 2)
        .selectExpr(
            "id as n",
            f"{row_id} as row_id",
            "pmod(xxhash64(id, 'operation'), 10) as o",
            f"pmod(xxhash64(id, 'late'), 10000) < {int(late_share * 10000)} as is_late",
        )
        .selectExpr(
            "*",
            f"{FIRST_AT} + if(is_late, n - 3600000, n * 3) as at",
            f"{operation} as type",
            f"concat('orders_', pmod(floor(row_id / {feeds}), {tables})) as source_table",
        )
    )
    is_avro = dialect == "dts_avro"
    value = _record(spark, is_keyless) if is_avro else f"cast({_message(dialect, is_keyless)} as binary)"
    return records.selectExpr(
        f"'{topic}' as topic" if feeds == 1 else f"concat('{topic}_', pmod(row_id, {feeds})) as topic",
        "'' as topic_incarnation",
        f"cast(if(is_late, {PARTITIONS}, pmod(row_id, {PARTITIONS})) as int) as partition",
        "n as offset",
        "timestamp_millis(at) as kafka_at",
        "'create' as kafka_at_type",
        "cast(null as array<struct<key: string, value: binary>>) as headers",
        "cast(cast(row_id as string) as binary) as key",
        f"{value} as value",
    )


def _message(dialect: str, is_keyless: bool) -> str:
    """SQL: the message as text, from n, row_id, at, type and source_table."""
    row = _row(dialect)
    if "dataworks" in dialect:
        return _of_dataworks(dialect, row, is_keyless)
    rows = f"concat('[', to_json({row}), ']')"
    is_old = "type = 'DELETE'" if dialect == "drs_json" else "false"  # where a DELETE has its row
    types = {name: _TYPES.get(name, ("varchar(32)", 12)) for name in COLUMNS}
    names = ",".join(f'"{name}":"{each[0]}"' for name, each in types.items())
    codes = ",".join(f'"{name}":{each[1]}' for name, each in types.items())
    keys = "null" if is_keyless else '["id"]'
    number = "" if dialect == "oms_canal" else """',"id":', cast(n + 1 as string),"""
    return f"""concat(
        '{{"data":', if({is_old}, 'null', {rows}),
        ',"database":"bench","table":"', source_table, '","es":', cast(at - 40 as string), ',"ts":', cast(at as string),
        {number}
        ',"isDdl":false,"sql":"","mysqlType":{{{names}}},"sqlType":{{{codes}}},"pkNames":{keys},"old":',
        case when {is_old} then {rows} when type = 'UPDATE' then concat('[', to_json({_changed(dialect, row)}), ']') else 'null' end,
        ',"type":"', type, '"}}'
    )"""  # noqa: E501


def _record(spark: SparkSession, is_keyless: bool) -> str:
    """SQL: a record of DTS, from n, row_id, at, type and source_table: made as JSON, and written as its schema says."""
    from avro_messages import dts_schema

    schema = json.dumps(dts_schema())
    kind = spark.sql(f"select from_avro(x'', '{schema}') as record").schema["record"].dataType.simpleString()
    numbers = {"id": 8, "amount": 246, "created_at": 12}
    fields = [{"name": name, "dataTypeNumber": numbers.get(name, 253)} for name in COLUMNS]
    tags = {"thread_id": "163931"} | ({} if is_keyless else {"pk_uk_info": '{"PRIMARY":["id"]}'})
    told = json.dumps(tags).replace("\\", "\\\\")  # for a literal of SQL

    def image(changed: str) -> str:
        """SQL: the row's values as JSON; `changed` is what two of them were."""
        values = ["""concat('{"member0":{"precision":8,"value":"', row_id, '"}}')"""]
        amount = "cast(pmod(xxhash64(n, 'amount'), 100000000) / 100 as decimal(12, 2))"
        values.append(f"""concat('{{"member2":{{"precision":12,"scale":2,"value":"', {amount}, '"}}}}')""")
        parts = {"year": 2025, "month": 10, "day": 9, "hour": 8, "minute": 53, "second": 20, "millis": 0}
        values.append(f"""'{{"member5":{json.dumps(parts)}}}'""")
        for name in COLUMNS[3:]:
            text = f"concat('w', lpad(pmod(xxhash64(n, '{name}'), {_WORDS}), 5, '0'))"
            text = f"'w{_WORDS}'" if changed and name in ("c01", "c02") else text
            values.append(
                f"""concat('{{"member1":{{"charset":"utf8mb4","value":"', base64(cast({text} as binary)), '"}}}}')"""
            )
        return "concat('{\"member1\":[', concat_ws(',', " + ", ".join(values) + "), ']}')"

    record = f"""concat(
        '{{"version":0,"id":', n, ',"sourceTimestamp":', floor(at / 1000), ',"sourcePosition":"', n, '@78","safeSourcePosition":"', n, '@78",
        "sourceTxid":"0","source":{{"sourceType":"MySQL","version":"8.0.28"}},"operation":"', type, '","objectName":"bench.', source_table, '",
        "tags":{told},"fields":{{"member1":{json.dumps(fields)}}},"bornTimestamp":', at,
        ',"beforeImages":', if(type = 'INSERT', 'null', if(type = 'UPDATE', {image("changed")}, {image("")})),
        ',"afterImages":', if(type = 'DELETE', 'null', {image("")}), '}}'
    )"""  # noqa: E501
    return f"to_avro(from_json({record}, '{kind}'), '{schema}')"


def _of_dataworks(dialect: str, row: str, is_keyless: bool) -> str:
    """SQL: a message of DataWorks, with an update in one message, or of OMS's DataWorks 2.0."""
    is_oms = dialect == "oms_dataworks"
    rows, columns, key, table = (
        ("data", "column", "pk", "table") if is_oms else ("dataColumn",) * 2 + ("primaryKey", "tableName")
    )
    types = ",".join(f'{{"name":"{name}","type":"{"VARCHAR" if is_oms else "STRING"}"}}' for name in COLUMNS)
    image = f"""concat('{{"{rows}":', to_json({row}), '}}')"""
    update = "type" if is_oms else "if(type = 'UPDATE', 'UPDATE_AFTER', type)"
    number = "" if is_oms else """',"sequenceId":"', cast(n + 1 as string), '"',"""
    return f"""concat(
        '{{"schema":{{"{columns}":[{types}],"{key}":{"null" if is_keyless else '["id"]'},"source":{{"dbName":"bench","{table}":"', source_table,
        '"}}}},"payload":{{"before":', if(type = 'INSERT', 'null', {image}), ',"after":', if(type = 'DELETE', 'null', {image}),
        {number}
        ',"op":"', {update}, '","ddl":null,"timestamp":{{"eventTime":', cast(at - 40 as string), ',"systemTime":', cast(at as string),
        '}}}},"version":"{"2.0" if is_oms else "0.0.1"}"}}'
    )"""  # noqa: E501


def _row(dialect: str) -> str:
    """SQL: the row's columns as the dialect writes them."""
    has_numbers = dialect in ("oms_canal", "oms_dataworks")
    amount = "cast(pmod(xxhash64(n, 'amount'), 100000000) / 100 as decimal(12, 2))"
    values = {
        "id": "row_id" if has_numbers else "cast(row_id as string)",
        "amount": amount if has_numbers else f"cast({amount} as string)",
        "created_at": "'1760000000.000'" if dialect == "drs_json" else "'2025-10-09 08:53:20'",
    }
    for name in COLUMNS[3:]:
        values[name] = f"concat('w', lpad(pmod(xxhash64(n, '{name}'), {_WORDS}), 5, '0'))"
    return "named_struct(" + ", ".join(f"'{name}', {value}" for name, value in values.items()) + ")"


def _changed(dialect: str, row: str) -> str:
    """SQL: the image before an update: the whole row with DRS, else two columns."""
    if dialect.startswith("drs"):
        others = (
            f"map_filter(from_json(to_json({row}), 'map<string,string>'), (name, text) -> name not in ('c01', 'c02'))"
        )
        return f"map_concat({others}, map('c01', 'w{_WORDS}', 'c02', 'w{_WORDS}'))"
    names = ", ".join(f"'{name}'" for name in COLUMNS[3:])
    place = "pmod(xxhash64(n, 'changed'), 8)"
    return f"map(array({names})[{place}], 'w{_WORDS}', array({names})[{place} + 8], 'w{_WORDS}')"


def write_capture(records: DataFrame, file: Path) -> None:
    """Write records as `kcat -C -J` prints them."""
    lines = records.selectExpr(
        "to_json(named_struct('topic', topic, 'partition', partition, 'offset', offset, 'tstype', 'create', 'ts',"
        " unix_millis(kafka_at), 'broker', 1, 'key', cast(key as string), 'payload', cast(value as string))) as line"
    )
    with file.open("w", encoding="utf-8") as out:
        out.writelines(row["line"] + "\n" for row in lines.toLocalIterator())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dialect", choices=DIALECTS, default="canal", help="the envelope (default canal)")
    parser.add_argument("--messages", type=int, default=500_000, help="how many (default 500000)")
    parser.add_argument("--keys", type=int, default=100_000, help="different row keys (default 100000)")
    parser.add_argument("--topic", default="bench", help="the topic (default bench)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    chosen = parser.parse_args()
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    write_capture(messages(spark, chosen.dialect, chosen.messages, chosen.keys, topic=chosen.topic), chosen.out)


if __name__ == "__main__":
    main()
