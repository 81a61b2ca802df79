"""Real databases for tests, from Debian's packages: each runs on a free port of loopback and ends with the test."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import broker
from services import wait_for

USER, PASSWORD = "reader", "hush-'7\\\"%s"  # of the account that may only read
needs_mariadb = pytest.mark.skipif(
    not shutil.which("mariadbd"), reason="needs the Debian package mariadb-server, and root"
)
needs_postgresql = pytest.mark.skipif(
    not Path("/usr/lib/postgresql").is_dir(), reason="needs the Debian package postgresql, and root"
)


@dataclass(frozen=True)
class Database:
    """A server that runs: its owner's client as a command, its JDBC URL, and where its data are."""

    client: tuple[str, ...]
    url: str
    data: Path

    def run(self, statements: str, *options: str) -> str:
        """What the owner's client prints for these statements. The test fails with what the server says."""
        done = subprocess.run([*self.client, *options], input=statements, text=True, capture_output=True)
        if done.returncode:
            pytest.fail(f"{done.stderr}\n{statements[:2000]}", pytrace=False)
        return done.stdout


@contextlib.contextmanager
def mariadb(*options: str) -> Iterator[Database]:
    """MariaDB that logs rows in its binlog, with a database `shop` and the account USER, which may read and no more."""
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o777)
        data, socket, (port,) = Path(folder) / "data", Path(folder) / "socket", broker.free_ports(1)
        made = ["mariadb-install-db", "--no-defaults", "--user=mysql", f"--datadir={data}", "--skip-test-db"]
        subprocess.run(made, check=True, capture_output=True)
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(
                ["mariadbd", "--no-defaults", "--user=mysql", f"--datadir={data}", f"--socket={socket}",
                 "--bind-address=127.0.0.1", f"--port={port}", f"--log-bin={data}/binlog", "--server-id=1",
                 "--binlog-format=ROW", "--binlog-row-metadata=FULL", "--innodb-flush-log-at-trx-commit=0",
                 "--character-set-server=utf8mb4", *options],
                stdout=log, stderr=log,
            )  # fmt: skip
        found = Database(("mariadb", f"--socket={socket}", "--batch", "--default-character-set=utf8mb4"),
                         f"jdbc:mariadb://127.0.0.1:{port}/shop", data)  # fmt: skip
        try:
            wait_for(
                "MariaDB", 60,
                lambda: subprocess.run([*found.client, "-e", "select 1"], capture_output=True).returncode == 0,
                lambda: server.poll() is None, Path(folder) / "log",
            )  # fmt: skip
            password = PASSWORD.replace("\\", "\\\\").replace("'", "''")
            found.run(f"create database shop; create user {USER} identified by '{password}'; "
                      f"grant select on shop.* to {USER};")  # fmt: skip
            yield found
        finally:
            server.terminate()
            server.wait(60)


@contextlib.contextmanager
def postgresql() -> Iterator[Database]:
    """PostgreSQL with the account USER, which may read what is in `public` and no more."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        shutil.chown(folder, "postgres")
        as_owner, data, (port,) = ["runuser", "-u", "postgres", "--"], f"{folder}/data", broker.free_ports(1)
        made = [*as_owner, str(programs / "initdb"), "-A", "trust", "-E", "UTF8", "-D", data]
        subprocess.run(made, check=True, capture_output=True)
        with (Path(data) / "pg_hba.conf").open("w") as file:
            file.write(f"local all all trust\nhost all {USER} 127.0.0.1/32 scram-sha-256\n")
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
        control = [*as_owner, str(programs / "pg_ctl"), "-D", data, "-w", "-l", f"{folder}/log"]
        subprocess.run([*control, "-o", options, "start"], check=True, stdout=subprocess.DEVNULL)
        client = (str(programs / "psql"), "-h", folder, "-p", str(port), "-U", "postgres", "--csv", "--quiet",
                  "-v", "ON_ERROR_STOP=1")  # fmt: skip
        found = Database(client, f"jdbc:postgresql://127.0.0.1:{port}/postgres", Path(data))
        try:
            password = PASSWORD.replace("'", "''")
            found.run(f"create role {USER} login password '{password}'; "
                      f"alter default privileges in schema public grant select on tables to {USER};")  # fmt: skip
            yield found
        finally:
            subprocess.run([*control, "-m", "fast", "stop"], check=False, capture_output=True)
