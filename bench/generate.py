"""Canal's messages of about 1.1 KB for benchmarks, made by Spark: the same numbers give the same bytes.

    python bench/generate.py --messages 500000 --out canal.jsonl

Each message carries one row of 20 columns: 60 % updates, 30 % inserts, 10 % deletes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

FIRST_AT = 1_760_000_000_000  # ms since 1970, of the first message
PARTITIONS = 4
_WORDS = 2000
_TYPES = {"id": ("bigint", -5), "amount": ("decimal(12,2)", 3), "created_at": ("datetime", 12)}
_TEXTS = ["name", "email", "city", "status", *(f"c{n:02d}" for n in range(1, 15))]
COLUMNS = ["id", "amount", "created_at", *_TEXTS[:-1]]


def messages(
    spark: SparkSession,
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
    return records.selectExpr(
        f"'{topic}' as topic" if feeds == 1 else f"concat('{topic}_', pmod(row_id, {feeds})) as topic",
        "'' as topic_incarnation",
        f"cast(if(is_late, {PARTITIONS}, pmod(row_id, {PARTITIONS})) as int) as partition",
        "n as offset",
        "timestamp_millis(at) as kafka_at",
        "'create' as kafka_at_type",
        "cast(null as array<struct<key: string, value: binary>>) as headers",
        "cast(cast(row_id as string) as binary) as key",
        f"cast({_message(is_keyless)} as binary) as value",
    )


def _message(is_keyless: bool) -> str:
    """SQL: the message as text, from n, row_id, at, type and source_table."""
    row = _row()
    rows = f"concat('[', to_json({row}), ']')"
    types = {name: _TYPES.get(name, ("varchar(32)", 12)) for name in COLUMNS}
    names = ",".join(f'"{name}":"{each[0]}"' for name, each in types.items())
    codes = ",".join(f'"{name}":{each[1]}' for name, each in types.items())
    keys = "null" if is_keyless else '["id"]'
    return f"""concat(
        '{{"data":', {rows}, ',"database":"bench","es":', cast(at - 40 as string), ',"id":', cast(n + 1 as string),
        ',"isDdl":false,"mysqlType":{{{names}}},"old":',
        if(type = 'UPDATE', concat('[', to_json({_changed()}), ']'), 'null'),
        ',"pkNames":{keys},"sql":"","sqlType":{{{codes}}},"table":"', source_table, '","ts":', cast(at as string),
        ',"type":"', type, '"}}'
    )"""


def _row() -> str:
    """SQL: the row's columns."""
    values = {
        "id": "cast(row_id as string)",
        "amount": "cast(cast(pmod(xxhash64(n, 'amount'), 100000000) / 100 as decimal(12, 2)) as string)",
        "created_at": "'2025-10-09 08:53:20'",
    }
    for name in COLUMNS[3:]:
        values[name] = f"concat('w', lpad(pmod(xxhash64(n, '{name}'), {_WORDS}), 5, '0'))"
    return "named_struct(" + ", ".join(f"'{name}', {value}" for name, value in values.items()) + ")"


def _changed() -> str:
    """SQL: the image before an update: two columns."""
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
    parser.add_argument("--messages", type=int, default=500_000, help="how many (default 500000)")
    parser.add_argument("--keys", type=int, default=100_000, help="different row keys (default 100000)")
    parser.add_argument("--topic", default="bench", help="the topic (default bench)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    chosen = parser.parse_args()
    settings = {"spark.ui.enabled": "false", "spark.driver.memory": "4g"}  # half of the lines at a time
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    write_capture(messages(spark, chosen.messages, chosen.keys, topic=chosen.topic), chosen.out)


if __name__ == "__main__":
    main()
