"""Spark's Thrift server in the session that has been started. People's tools and dbt connect to it by JDBC.

Hive's server checks passwords by LDAP, by Kerberos, or by a class that somebody brings. The class here has a few lines.
Janino, the compiler in Spark, compiles it. It compares the password with a file that only the user may read.

Hive looks for the class anew at each connection, in the class loader of the thread that takes it. The server's threads
are used again, and a statement leaves Spark's own class loader in its thread. So the class is made known there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
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
    """Where to listen; port 0 stands for any free port. Raises ChangefeedError if nothing can listen there."""
    try:
        with socket.create_server((host, port)) as free:
            return host, free.getsockname()[1]
    except OSError as error:
        raise ChangefeedError(
            f"--port {port}: nothing can listen there on {host} ({error.strerror}). "
            "Give another, 0 for any that is free, or --no-jdbc."
        ) from error


def password_file(home: Path) -> Path:
    """The file with the password; makes one if there is none. Raises ChangefeedError if others may read the file."""
    file = home / "jdbc_password"
    with contextlib.suppress(FileExistsError):
        made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(made, "w", encoding="utf-8") as text:
            text.write(secrets.token_urlsafe(24) + "\n")
    if file.stat().st_mode & 0o077:
        raise ChangefeedError(f"{file}: others may read this password. chmod 600 it, or delete it to get a new one.")
    return file


def settings(host: str, port: int) -> dict[str, str]:
    """The settings that Spark needs at its start, so that start() works."""
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
    # Hive reads this where it sees only Java's system properties.
    java.System.setProperty("hive.server2.custom.authentication.class", _CLASS)
    java.Thread.currentThread().setContextClassLoader(_with_class(spark))  # the server's threads inherit it
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


def _with_class(spark: SparkSession) -> Any:
    """Spark's class loader of jars that are added to a session, which knows the compiled class now."""
    loader = spark._jsparkSession.sharedState().jarClassLoader()
    compiler = spark._jvm.org.codehaus.janino.SimpleCompiler()
    compiler.setParentClassLoader(loader)
    compiler.cook(_SOURCE)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{_CLASS}.class").write_bytes(compiler.getBytecodes()[_CLASS])
        loader.addURL(spark._jvm.java.io.File(folder).toURI().toURL())
        loader.loadClass(_CLASS)  # from now on it needs no file
    return loader


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
