"""The Thrift server that Spark ships, in a session that is there: JDBC, for people's own tools and for dbt.

Hive's servers take a password by LDAP, Kerberos, or a class that somebody brings. The class here is a few lines which
Janino compiles, the compiler that Spark has for its own code: it compares with a file that only its user may read.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import time
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from loader.errors import ChangefeedError

_PASSWORD_FILE = "changefeed.jdbc.password"  # the property of Java that names the file
_CLASS = "PasswordOfFile"
_SOURCE = f"""
public class {_CLASS} implements org.apache.hive.service.auth.PasswdAuthenticationProvider {{
    public void Authenticate(String user, String password) throws javax.security.sasl.AuthenticationException {{
        byte[] known;
        try {{
            java.io.File file = new java.io.File(System.getProperty("{_PASSWORD_FILE}"));
            known = java.nio.file.Files.readAllBytes(file.toPath());
        }} catch (java.io.IOException error) {{
            throw new javax.security.sasl.AuthenticationException("the file of the password can't be read");
        }}
        byte[] given = (password + "\\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        if (!java.security.MessageDigest.isEqual(given, known)) {{
            throw new javax.security.sasl.AuthenticationException("wrong password");
        }}
    }}
}}
"""


def address(host: str, port: int) -> tuple[str, int]:
    """Where to listen: this place, with a free port for port 0. Raises ChangefeedError where nobody can listen."""
    try:
        with socket.create_server((host, port)) as free:
            return host, free.getsockname()[1]
    except OSError as error:
        raise ChangefeedError(
            f"--port {port}: nothing can listen there on {host} ({error.strerror}). "
            "Give another, 0 for any that is free, or --no-jdbc."
        ) from error


def password_file(home: Path) -> Path:
    """The file of the password, with a new one where there is none. Raises ChangefeedError where others may read it."""
    file = home / "jdbc_password"
    with contextlib.suppress(FileExistsError):
        made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(made, "w", encoding="utf-8") as text:
            text.write(secrets.token_urlsafe(24) + "\n")
    if file.stat().st_mode & 0o077:
        raise ChangefeedError(f"{file}: others may read this password. chmod 600 it, or delete it for a new one.")
    return file


def settings(host: str, port: int) -> dict[str, str]:
    """What Spark has to be started with, for start()."""
    return {f"spark.hadoop.{name}": value for name, value in _of_hive(host, port).items()}


def _of_hive(host: str, port: int) -> dict[str, str]:
    return {
        "hive.server2.thrift.bind.host": host,
        "hive.server2.thrift.port": str(port),
        "hive.server2.authentication": "CUSTOM",
        "hive.server2.custom.authentication.class": _CLASS,
        "hive.server2.enable.doAs": "false",
    }


def start(spark: SparkSession, host: str, port: int, password: Path) -> None:
    """Listen, as settings() say; each connection has a session of its own."""
    java, of_hive = spark._jvm.java.lang, _of_hive(host, port)
    java.System.setProperty(_PASSWORD_FILE, str(password))
    # Read where Hive has no other settings to look at than Java's.
    java.System.setProperty("hive.server2.custom.authentication.class", _CLASS)
    compiler = spark._jvm.org.codehaus.janino.SimpleCompiler()
    compiler.setParentClassLoader(java.Thread.currentThread().getContextClassLoader())
    compiler.cook(_SOURCE)
    java.Thread.currentThread().setContextClassLoader(compiler.getClassLoader())  # the server's threads inherit it
    server = _thrift(spark).HiveThriftServer2.startWithSparkSession(spark._jsparkSession, False)
    if {name: server.getHiveConf().get(name) for name in of_hive} != of_hive:
        server.stop()
        raise ChangefeedError("Hive's server did not take its settings. Start without it: --no-jdbc")
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            socket.create_connection((host, port), 1).close()
            return
        time.sleep(0.1)
    raise ChangefeedError(f"Hive's server does not listen on {host}:{port}. Start without it: --no-jdbc")


def last_used(spark: SparkSession) -> float:
    """When a statement of a connection began or ended last, in seconds since 1970: now while one runs, 0 for never."""
    store = _thrift(spark).ui.HiveThriftServer2AppStatusStore(spark._jsc.sc().statusStore().store())
    if store.getTotalRunning():
        return time.time()
    known = store.getExecutionList()
    return max((known.apply(number).finishTimestamp() for number in range(known.size())), default=0) / 1000


def _thrift(spark: SparkSession) -> Any:
    return spark._jvm.org.apache.spark.sql.hive.thriftserver


def greeting(host: str, port: int, schema: str, password: Path) -> str:
    """How to connect, in a line."""
    return f"jdbc:hive2://{host}:{port}/{schema}, any user, the password in {password}"
