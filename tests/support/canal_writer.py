"""A writer in the shape of Canal: what MariaDB logs becomes Canal's messages. It reads the log with mariadb-binlog."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from databases import Database
from pipeline import canal

_EVENT = re.compile(r"^#(\d{6}\s+\d+:\d\d:\d\d) server id .* end_log_pos (\d+)")
_ROW = re.compile(r"^### (INSERT INTO|UPDATE|DELETE FROM) `(\w+)`\.`(\w+)`")
_CELL = re.compile(r"^###   @(\d+)=(.*)$")


@dataclass
class CanalWriter:
    """Reads the log of a server from where it ended the last time. `tables`: name → its columns; the first is the key.

    Values are integers, decimals and texts of plain characters.
    """

    server: Database
    tables: Mapping[str, list[str]]
    _sent: int = field(default=0)

    def messages(self) -> list[str]:
        """The messages of what was logged since the last call, in order."""
        files = sorted(self.server.data.glob("binlog.[0-9]*"))
        command = ["mariadb-binlog", "--no-defaults", "--verbose", "--base64-output=DECODE-ROWS", *map(str, files)]
        said = subprocess.run(
            command, capture_output=True, text=True, check=True, env={"TZ": "UTC", "PATH": "/usr/bin"}
        )
        found = list(self._read(said.stdout.splitlines()))
        new, self._sent = found[self._sent :], len(found)
        return new

    def _read(self, lines: list[str]) -> Iterator[str]:
        at = 0
        row: dict[str, Any] | None = None
        for line in [*lines, "# end"]:
            cell = _CELL.match(line)
            if cell and row is not None:
                row[row["side"]][self.tables[row["table"]][int(cell[1]) - 1]] = _text(cell[2])
                continue
            if line in ("### SET", "### WHERE") and row is not None:
                row["side"] = line[4:]
                continue
            if row is not None:
                yield self._message(row, at)
                row = None
            if event := _EVENT.match(line):
                clock = datetime.strptime(" ".join(event[1].split()), "%y%m%d %H:%M:%S").replace(tzinfo=timezone.utc)
                at = int(clock.timestamp() * 1000)
            elif (found := _ROW.match(line)) and found[3] in self.tables:
                row = {"kind": found[1].split()[0], "table": found[3], "SET": {}, "WHERE": {}, "side": ""}

    def _message(self, row: dict[str, Any], at: int) -> str:
        table, before, after = row["table"], row["WHERE"], row["SET"]
        old = {name: before[name] for name in before if before[name] != after.get(name)}
        return canal(
            row["kind"], [after or before], [old] if row["kind"] == "UPDATE" else None, table=table,
            keys=[self.tables[table][0]], database="shop", es=at, ts=at,
        )  # fmt: skip


def _text(shown: str) -> str | None:
    if shown == "NULL":
        return None
    if shown.startswith("'"):
        return shown[1:-1]
    return re.sub(r" \(\d+\)$", "", shown)
