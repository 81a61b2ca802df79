"""Make a capture file of canal messages, as `kcat -C -J` would write them, for benchmarks.

    python bench/generate.py --messages 500000 --out /tmp/canal.jsonl

Each message is a canal FlatMessage of about 1.1 KB for one row of 20 columns: 60 % updates,
30 % inserts, 10 % deletes, over `--keys` keys. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

COLUMNS = ["id", "name", "email", "city", "amount", "status", "created_at", "updated_at"] + [
    f"c{n:02d}" for n in range(1, 13)
]
TYPES = {"id": "bigint", "amount": "decimal(12,2)", "created_at": "datetime", "updated_at": "datetime"}
FIRST_AT = 1_760_000_000_000  # ms since 1970, of the first message


def messages(count: int, keys: int, partitions: int, seed: int) -> Iterator[str]:
    """Yield `count` lines without line ends, in the order of their offsets, each key in one partition.

    The topic is the demo's, which seeds/feeds.csv claims.
    """
    offsets = [0] * partitions
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(2000)]
    mysql_type = {name: TYPES.get(name, "varchar(32)") for name in COLUMNS}
    sql_type = {name: 12 for name in COLUMNS} | {"id": -5, "amount": 3}
    for number in range(count):
        at = FIRST_AT + number * 3
        operation = chance.choices(["UPDATE", "INSERT", "DELETE"], [6, 3, 1])[0]
        row = {name: chance.choice(words) for name in COLUMNS}
        row |= {
            "id": str(chance.randrange(keys) + 1),
            "amount": f"{chance.randrange(10**8) / 100:.2f}",
            "created_at": "2025-10-09 08:53:20",
            "updated_at": f"2025-10-09 {at // 3600000 % 24:02d}:{at // 60000 % 60:02d}:{at // 1000 % 60:02d}",
        }
        changed = chance.sample(COLUMNS[1:], 2)
        payload = {
            "data": [row],
            "database": "shop",
            "es": at - 40,
            "id": number // 50 + 1,
            "isDdl": False,
            "mysqlType": mysql_type,
            "old": [{name: chance.choice(words) for name in changed}] if operation == "UPDATE" else None,
            "pkNames": ["id"],
            "sql": "",
            "sqlType": sql_type,
            "table": "bench_orders",
            "ts": at,
            "type": operation,
        }
        partition = int(row["id"]) % partitions
        offsets[partition] += 1
        yield json.dumps(
            {
                "topic": "shop_canal",
                "partition": partition,
                "offset": offsets[partition] - 1,
                "tstype": "create",
                "ts": at,
                "broker": 1,
                "key": row["id"],
                "payload": json.dumps(payload, separators=(",", ":")),
            },
            separators=(",", ":"),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, default=500_000, help="how many (default 500000)")
    parser.add_argument("--keys", type=int, default=100_000, help="different row keys (default 100000)")
    parser.add_argument("--partitions", type=int, default=4, help="partitions of the topic (default 4)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same bytes (default 1)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write; .gz is compressed")
    chosen = parser.parse_args()
    opened = gzip.open if chosen.out.suffix == ".gz" else open
    with opened(chosen.out, "wt", encoding="utf-8") as out:
        for line in messages(chosen.messages, chosen.keys, chosen.partitions, chosen.seed):
            out.write(line + "\n")


if __name__ == "__main__":
    main()
