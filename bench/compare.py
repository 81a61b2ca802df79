"""Measure what `changefeed compare` costs beside a full look at both sides, with a real MariaDB (as root).

    .venv/bin/python bench/compare.py --rows 10000000
    .venv/bin/python bench/compare.py --rows 1000000 --parallel 2

A table of 20 columns is made at the source, loaded from there and built, in a project that `changefeed init` makes.
Then, --rounds times each, in a Spark that is kept (`changefeed serve`):

source    select count(*), sum(crc32(concat_ws(…))) of all columns, by MariaDB's client in one session
here      the same of current_rows, by Spark
compare   `changefeed compare`, all equal: sums alone
differing `changefeed compare` after 10 rows changed behind the log: sums, and the rows of 10 buckets

The ratio is compare / (source + here). Alone on the machine, or the figures mean little.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parents[1]
CHANGEFEED = [sys.executable, "-m", "changefeed"]
# 20 columns: expression of the row number `seq` by type
COLUMNS = {
    "id bigint primary key": "seq",
    "customer_id int": "seq % 100003",
    "order_no varchar(20)": "concat('SO-', seq)",
    "status enum('new','paid','sent','closed')": "1 + seq % 4",
    "amount decimal(12,2)": "seq % 1000000 / 100",
    "tax decimal(12,4)": "if(seq % 7 = 0, null, seq % 10000 / 3)",
    "created_at datetime": "'2024-01-01' + interval seq second",
    "changed_at datetime(3)": "'2024-01-01' + interval seq * 1000 microsecond",
    "paid_at timestamp null": "if(seq % 3 = 0, null, '2024-01-02' + interval seq % 9999999 second)",
    "due date": "'2024-01-01' + interval seq % 3650 day",
    "is_gift tinyint": "seq % 2",
    "email varchar(60)": "concat(md5(seq), '@example.com')",
    "name varchar(60)": "concat('name ', left(md5(seq), 12))",
    "city varchar(40)": "elt(1 + seq % 4, '上海', '杭州', '深圳', 'Berlin')",
    "note varchar(200)": "if(seq % 5 = 0, null, repeat('note ', seq % 12))",
    "token varbinary(16)": "unhex(md5(seq))",
    "quantity int": "seq % 50",
    "weight decimal(9,3)": "seq % 99999 / 1000",
    "channel varchar(12)": "elt(1 + seq % 3, 'web', 'app', 'shop')",
    "version bigint unsigned": "seq * 3",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=2, help="the first warms up and is not counted")
    parser.add_argument("--parallel", type=int, default=2, help="sessions that read the source at once")
    chosen = parser.parse_args()
    sys.path += [str(REPO / "tests" / each) for each in ("", "support", "oracles")]
    import databases

    with tempfile.TemporaryDirectory() as folder, databases.mariadb("--innodb-buffer-pool-size=1G") as server:
        Bench(Path(folder), server, chosen.parallel).run(chosen.rows, chosen.rounds)


class Bench:
    """One table on both sides, and what looks at it."""

    def __init__(self, work: Path, server: Any, parallel: int) -> None:
        import databases

        self.work, self.server, self.project = work, server, work / "cdc"
        self.env = {name: text for name, text in os.environ.items() if not name.startswith("CHANGEFEED_")} | {
            "CHANGEFEED_HOME": str(work / "home"), "PYTHONPATH": str(REPO),
            "CHANGEFEED_SOURCE_SHOP_URL": server.url, "CHANGEFEED_SOURCE_SHOP_USER": databases.USER,
            "CHANGEFEED_SOURCE_SHOP_PASSWORD": databases.PASSWORD, "CHANGEFEED_SOURCE_SHOP_PARALLEL": str(parallel),
        }  # fmt: skip
        self.names = [each.split()[0] for each in COLUMNS]

    def run(self, rows: int, rounds: int) -> None:
        began = time.monotonic()
        self.server.run(f"use shop; create table goods ({', '.join(COLUMNS)}); set sql_mode = '';"
                        f"insert into goods select {', '.join(COLUMNS.values())} from seq_1_to_{rows};")  # fmt: skip
        print(f"{rows:,} rows made in {time.monotonic() - began:.0f} s", flush=True)
        self.changefeed("init", str(self.project), folder=self.work)
        self.changefeed("feeds", "add", "shop", "--dialect", "canal", "--topics", "shop", "--time-zone", "UTC",
                        "--source-kind", "mariadb")  # fmt: skip
        self.changefeed("load", "--from-source", "shop", "--tables", "goods")
        self.changefeed("run")
        self.changefeed("serve", "--background", "--port", "0")
        try:
            whole = f"count(*), sum(crc32(concat_ws(',', {', '.join(self.names)})))"
            values = ", ".join(f"row['{name}']" for name in self.names)
            here = f"select count(*), sum(crc32(concat_ws(',', {values}))) from current_rows where not is_deleted"
            for number in range(rounds):
                at_source = self.timed(number, "source", lambda: self.server.run(f"select {whole} from shop.goods"))
                of_spark = self.timed(number, "here", lambda: self.changefeed("sql", here))
                compared = self.timed(number, "compare", lambda: self.changefeed("compare", "shop"))
                print(f"ratio {compared / (at_source + of_spark):.2f}", flush=True)
            self.server.run("use shop; set sql_log_bin = 0; update goods set quantity = -1 where id <= 10;")
            self.timed(rounds - 1, "differing", lambda: self.changefeed("compare", "shop"))
        finally:
            self.changefeed("serve", "--stop")

    def timed(self, number: int, what: str, do: Any) -> float:
        began = time.monotonic()
        said = do()
        seconds = time.monotonic() - began
        print(f"{'warm-up ' if number == 0 else ''}{what:10}{seconds:8.1f} s   load {os.getloadavg()[0]:.1f}   "
              f"{' '.join(said.split())[-110:]}", flush=True)  # fmt: skip
        return seconds

    def changefeed(self, *arguments: str, folder: Path | None = None) -> str:
        ended = subprocess.run(
            [*CHANGEFEED, *arguments], cwd=folder or self.project, env=self.env, text=True, capture_output=True
        )
        if ended.returncode:
            sys.exit(f"{' '.join(arguments)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
        return ended.stdout


if __name__ == "__main__":
    main()
