"""Spark's Thrift server in the session that has been started. People's tools and dbt connect to it by JDBC.

Hive's server checks passwords by LDAP, by Kerberos, or by a class that somebody brings. The class here has a few lines.
Janino, the compiler in Spark, compiles it. It compares the password with a file that only the user may read.

Hive looks for the class anew at each connection, in the class loader of the thread that takes it, and the server's
threads have several. So the class is defined where Hive's own classes are, from which all of them take it. No file has
it: what a class loader finds in a folder of temporary files, another account could have put there.

Hive gives each connection a thread, of which it has 500, before it asks who is there. So connections that have not said
the password yet are few: where one more comes, the oldest of them is closed.
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

from changefeed.errors import ChangefeedError
from changefeed.spark import jvm

_PASSWORD_FILE = "changefeed.jdbc.password"  # the property of Java that names the file
_MOST_UNKNOWN = 50  # connections at once that have not said the password
_PACKAGE = "org.apache.hive.service.auth"
_CLASS, _SOCKET = f"{_PACKAGE}.PasswordOfFile", f"{_PACKAGE}.ServerSocketOfFewUnknown"
_DEFINER = "Definer"
_SOURCES = {
    _CLASS: f"""
package {_PACKAGE};

public class PasswordOfFile implements PasswdAuthenticationProvider {{
    static final java.util.ArrayDeque unknown = new java.util.ArrayDeque();
    static final ThreadLocal current = new ThreadLocal();

    static void came(org.apache.thrift.transport.TSocket client) {{
        synchronized (unknown) {{
            unknown.addLast(client);
            if (unknown.size() > {_MOST_UNKNOWN}) {{
                ((org.apache.thrift.transport.TSocket) unknown.removeFirst()).close();
            }}
        }}
    }}

    public void Authenticate(String user, String password) throws javax.security.sasl.AuthenticationException {{
        byte[] known;
        try {{
            java.nio.file.Path file = new java.io.File(System.getProperty("{_PASSWORD_FILE}")).toPath();
            java.nio.file.LinkOption[] options = new java.nio.file.LinkOption[0];
            java.util.Set rights = java.nio.file.Files.getPosixFilePermissions(file, options);
            if (!java.nio.file.attribute.PosixFilePermissions.toString(rights).endsWith("------")) {{
                throw new javax.security.sasl.AuthenticationException("others may read the file of the password");
            }}
            known = java.nio.file.Files.readAllBytes(file);
        }} catch (java.io.IOException error) {{
            throw new javax.security.sasl.AuthenticationException("the file of the password can't be read");
        }}
        byte[] given = (password + "\\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        if (!java.security.MessageDigest.isEqual(given, known)) {{
            throw new javax.security.sasl.AuthenticationException("wrong password");
        }}
        synchronized (unknown) {{
            unknown.remove(current.get());
        }}
    }}
}}
""",
    f"{_PACKAGE}.UnknownSocket": f"""
package {_PACKAGE};

public class UnknownSocket extends org.apache.thrift.transport.TSocket {{
    public UnknownSocket(java.net.Socket client) throws org.apache.thrift.transport.TTransportException {{
        super(client);
        PasswordOfFile.came(this);
    }}

    public int read(byte[] to, int from, int length) throws org.apache.thrift.transport.TTransportException {{
        PasswordOfFile.current.set(this);
        return super.read(to, from, length);
    }}
}}
""",
    _SOCKET: f"""
package {_PACKAGE};

public class ServerSocketOfFewUnknown extends org.apache.thrift.transport.TServerSocket {{
    public ServerSocketOfFewUnknown(java.net.ServerSocket socket)
            throws org.apache.thrift.transport.TTransportException {{
        super(socket);
    }}

    public org.apache.thrift.transport.TSocket accept() throws org.apache.thrift.transport.TTransportException {{
        return new UnknownSocket(super.accept().getSocket());
    }}
}}
""",
}
# Defines a class beside Hive's own.
_DEFINES = f"""
public class {_DEFINER} implements java.util.function.Function {{
    public Object apply(Object bytes) {{
        try {{
            Class beside = {_PACKAGE}.PasswdAuthenticationProvider.class;
            java.lang.invoke.MethodHandles.Lookup mine = java.lang.invoke.MethodHandles.lookup();
            return java.lang.invoke.MethodHandles.privateLookupIn(beside, mine).defineClass((byte[]) bytes);
        }} catch (IllegalAccessException error) {{
            throw new RuntimeException(error);
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
    java, of_hive = jvm.of(spark).java.lang, _of_hive(host, port)
    java.System.setProperty(_PASSWORD_FILE, str(password))
    # Hive reads this where it sees only Java's system properties.
    java.System.setProperty("hive.server2.custom.authentication.class", _CLASS)
    define_classes(spark)
    java.Thread.currentThread().setContextClassLoader(spark._jsparkSession.sharedState().jarClassLoader())
    server = _thrift(spark).HiveThriftServer2.startWithSparkSession(spark._jsparkSession, False)
    if {name: server.getHiveConf().get(name) for name in of_hive} != of_hive:
        server.stop()
        raise ChangefeedError("Hive's server did not take its settings. Start without it: --no-jdbc")
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            socket.create_connection((host, port), 1).close()
            _let_few_unknown_in(spark, server)
            return
        time.sleep(0.1)
    raise ChangefeedError(f"Hive's server does not listen on {host}:{port}. Start without it: --no-jdbc")


def define_classes(spark: SparkSession) -> None:
    """Make the classes above known to Hive's class loader, and so to all others."""
    classes = jvm.of(spark)
    beside = classes.java.lang.Class.forName(f"{_PACKAGE}.PasswdAuthenticationProvider").getClassLoader()

    def compiled(source: str) -> Any:
        compiler = classes.org.codehaus.janino.SimpleCompiler()
        compiler.setParentClassLoader(beside)
        compiler.cook(source)
        return compiler

    definer = compiled(_DEFINES).getClassLoader().loadClass(_DEFINER).newInstance()
    for name, source in _SOURCES.items():
        definer.apply(compiled(source).getBytecodes()[name])


def _let_few_unknown_in(spark: SparkSession, server: Any) -> None:
    """From now on Hive's server takes its connections from a socket that keeps few of unknown people."""
    service = next(each for each in server.getServices() if "Thrift" in each.getName())
    thrift = _field(service, "server").get(service)
    place = _field(thrift, "serverTransport_")
    listening = place.get(thrift).getServerSocket()
    few = getattr(jvm.of(spark), _SOCKET)(listening)
    place.set(thrift, few)


def _field(of: Any, name: str) -> Any:
    """A field of a Java object that is not public."""
    kind = of.getClass()
    while name not in [each.getName() for each in kind.getDeclaredFields()]:
        kind = kind.getSuperclass()
    field = kind.getDeclaredField(name)
    field.setAccessible(True)
    return field


def last_used(spark: SparkSession) -> float:
    """When a statement of a connection began or ended last, in seconds since 1970: now while one runs, 0 for never."""
    store = _thrift(spark).ui.HiveThriftServer2AppStatusStore(spark._jsc.sc().statusStore().store())
    if store.getTotalRunning():
        return time.time()
    known = store.getExecutionList()
    return max((known.apply(number).finishTimestamp() for number in range(known.size())), default=0) / 1000


def _thrift(spark: SparkSession) -> Any:
    return jvm.of(spark).org.apache.spark.sql.hive.thriftserver


def greeting(host: str, port: int, schema: str, password: Path) -> str:
    """How to connect, in a line."""
    return f"jdbc:hive2://{host}:{port}/{schema}, any user, the password in {password}"
