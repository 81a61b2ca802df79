"""The schemas that Avro messages name by number: asked of a schema registry over HTTP, kept in the table `schemas`.

The HTTP is Confluent's (GET /schemas/ids/{id}), which Karapace and Apicurio (/apis/ccompat/v7) speak too; or Apicurio's
own (/apis/registry/v2), where a number is another one, the globalId. A schema is asked for once: a rebuild needs no
registry. No error leaves this module with a secret in it.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.sql import Row, SparkSession

from loader import feeds, macros, schemas
from loader.errors import ChangefeedError
from loader.messages import table_name
from loader.places import package_dir
from loader.profile import folders_of
from loader.words import counted

PREFIX = "CHANGEFEED_REGISTRY_"
_SECONDS = 10.0  # for one answer
_SECONDS_IN_ALL = 120.0  # for the questions of one run; the rest are asked by the next one
_BYTES = 8_000_000  # of one answer
_ATTEMPTS, _PAUSE = 3, 0.5  # where a server says that it is busy or broken
_REFERENCES = 200  # of one schema, with those of its references
_OF_APICURIO = re.compile(r"/apis/registry/v\d+$")  # the end of an address that speaks Apicurio's own HTTP
_SHOWN = 5
_BATCH = 200  # schemas of one commit
_MOST_OF_A_TOPIC = 50  # schemas of a topic that no feed claims


class Refused(Exception):
    """A registry did not answer as one does: what it said, without secrets. `is_final`: it knows no such schema."""

    def __init__(self, message: str, is_final: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the password would go to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True)
class Registry:
    """The addresses of a registry, and the user to ask as. Its repr shows no secrets."""

    urls: tuple[str, ...]
    authorization: str = field(repr=False)
    ca: str

    @classmethod
    def from_environment(cls) -> Registry | None:
        """As CHANGEFEED_REGISTRY_URL (several with commas), _USER, _PASSWORD and _CA say; None without a URL.

        A URL may have user and password in it. Raises ChangefeedError for a URL that is none, and a CA that is no file.
        """
        named = [part.strip() for part in os.environ.get(f"{PREFIX}URL", "").split(",") if part.strip()]
        user, password = os.environ.get(f"{PREFIX}USER", ""), os.environ.get(f"{PREFIX}PASSWORD", "")
        urls = []
        for url in named:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                shown = f"{parts.scheme}://{parts.hostname or ''}" if parts.scheme else "what it holds"
                raise ChangefeedError(f"{PREFIX}URL: {shown} is no address: write https://HOST:PORT")
            if parts.username is not None:
                user, password = urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password or "")
            place = parts.netloc.rpartition("@")[2]
            urls.append(f"{parts.scheme}://{place}{parts.path.rstrip('/')}")
        ca = os.environ.get(f"{PREFIX}CA", "")
        if ca and not Path(ca).is_file():
            raise ChangefeedError(f"{PREFIX}CA: {ca} is no file: name one with the certificates (PEM) to trust")
        login = base64.b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
        return cls(tuple(urls), f"Basic {login}" if login else "", ca) if urls else None

    def check(self) -> None:
        """Raise ChangefeedError if no registry answers here."""
        try:
            self.schema("0")
        except Refused as error:
            if not error.is_final:
                raise ChangefeedError(f"{error}. Check {PREFIX}URL, _USER, _PASSWORD and _CA.") from error

    def schema(self, number: str) -> dict[str, Any]:
        """What the registry says of a schema: `schema` (its text), `schemaType`, `references`. Raises Refused."""
        return self._ask(f"/schemas/ids/{number}", f"/ids/globalIds/{number}")

    def texts_of_references(self, references: Iterable[dict[str, Any]]) -> list[str]:
        """The texts of what a schema refers to, each behind those that it refers to itself. Raises Refused."""
        found: dict[tuple[str, int], str] = {}

        def follow(each: dict[str, Any]) -> None:
            try:
                subject, version = str(each["subject"]), int(each["version"])
            except (KeyError, TypeError, ValueError) as error:
                raise Refused(f"{self.urls[0]} gives a reference without subject and version") from error
            if (subject, version) in found:
                return
            if len(found) >= _REFERENCES:
                raise Refused(f"{self.urls[0]} gives over {_REFERENCES} references of one schema")
            found[subject, version] = ""  # a circle ends here
            answer = self._ask(f"/subjects/{urllib.parse.quote(subject, safe='')}/versions/{version}")
            for deeper in answer.get("references") or ():
                follow(deeper)
            found[subject, version] = found.pop((subject, version)) or answer["schema"]

        for each in references:
            follow(each)
        return list(found.values())

    def _ask(self, path: str, of_apicurio: str = "") -> dict[str, Any]:
        """The answer of the first of the URLs that gives one."""
        refused = Refused("no registry")
        for url in self.urls:
            try:
                return self._ask_one(url + (of_apicurio if of_apicurio and _OF_APICURIO.search(url) else path))
            except Refused as error:
                if error.is_final:
                    raise
                refused = error
        raise refused

    def _ask_one(self, url: str) -> dict[str, Any]:
        context = ssl.create_default_context(cafile=self.ca or None) if url.startswith("https:") else None
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        opener = urllib.request.build_opener(*handlers)
        accepted = "application/vnd.schemaregistry.v1+json, application/json"
        headers = {"Accept": accepted} | ({"Authorization": self.authorization} if self.authorization else {})
        said = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE * 2**attempt)
            try:
                with opener.open(urllib.request.Request(url, headers=headers), timeout=_SECONDS) as answer:
                    return _read(answer, is_apicurio="/ids/globalIds/" in url)
            except urllib.error.HTTPError as error:
                said = f"{url} answers {error.code}"
                if error.code == 404 and _error_code(error) in (404, 40401, 40402, 40403):
                    raise Refused(f"{said}: it knows no such schema", is_final=True) from None
                if error.code in (401, 403):
                    raise Refused(f"{said}: {PREFIX}USER and {PREFIX}PASSWORD may not read it") from None
                if error.code not in (429, 500, 502, 503, 504):
                    raise Refused(f"{said}, which no schema registry does here") from None
            except TimeoutError:
                raise Refused(f"{url} does not answer within {_SECONDS:.0f} seconds") from None
            except (urllib.error.URLError, OSError) as error:
                why = getattr(error, "reason", error)
                if isinstance(why, TimeoutError):
                    raise Refused(f"{url} does not answer within {_SECONDS:.0f} seconds") from None
                raise Refused(f"{url} can't be reached ({why})") from None
            except ValueError as error:
                raise Refused(f"{url} does not answer as a schema registry does ({error})") from None
        raise Refused(said)


def _read(answer: Any, is_apicurio: bool) -> dict[str, Any]:
    """What is said of a schema. Raises ValueError, or OSError where it does not come whole within the time."""
    began, read = time.monotonic(), bytearray()
    while chunk := answer.read1(65536):
        read += chunk
        if len(read) > _BYTES:
            raise ValueError(f"more than {_BYTES:,} bytes")
        if time.monotonic() - began > _SECONDS:
            raise TimeoutError
    if is_apicurio:  # the schema itself
        kind = answer.headers.get("X-Registry-ArtifactType") or "AVRO"
        return {"schema": json.dumps(json.loads(read)) if kind == "AVRO" else read.decode(), "schemaType": kind}
    found = json.loads(read)
    if not isinstance(found, dict) or not isinstance(found.get("schema"), str):
        raise ValueError("no schema in it")
    return found


def _error_code(error: urllib.error.HTTPError) -> int | None:
    with contextlib.suppress(ValueError, OSError, AttributeError):
        return int(json.loads(error.read(65536)).get("error_code"))
    return None


# -- which schemas are needed


@dataclass(frozen=True)
class Fetched:
    """What became of the schemas that messages name: numbers, as texts."""

    landed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # that still lack
    is_retry: bool = False  # whether a quarantined message can be read now


def fetch(
    spark: SparkSession,
    project_dir: Path,
    say: Callable[[str], None] = lambda line: None,
    is_proposing: bool = False,
) -> Fetched:
    """Ask the registry for the schemas that messages of Avro feeds name and the table `schemas` lacks.

    Looks at what no run has decoded, and at what is quarantined for want of a schema; `is_proposing`, also at topics of
    no feed. A registry that does not answer is said, and stops nothing.
    """
    framings = _framings(project_dir)
    registry = Registry.from_environment() if framings or is_proposing else None
    named = _named(spark, framings) if framings else []
    if is_proposing and registry is not None:
        named += _named_elsewhere(spark, project_dir)
    if not named:
        _note_waiting(())
        return Fetched()
    known = _known(spark)
    lacking = sorted({number for each in named for number in each["numbers"]} - known.keys(), key=int)
    topics = {number: each["topic"] for each in named for number in each["numbers"]}
    landed: list[str] = []
    if lacking and registry is None:
        say(
            f"warns    messages name {counted(len(lacking), 'schema')} that nobody has given ({_some(lacking)}): "
            f"set {PREFIX}URL, or put them into {schemas.FOLDER}/ as <number>.avsc"
        )
    elif lacking:
        landed = _ask_for(spark, registry, lacking, topics, say)
        known |= dict.fromkeys(landed, True)
    sound = {number for number, is_sound in _known(spark).items() if is_sound} if landed else {
        number for number, is_sound in known.items() if is_sound
    }  # fmt: skip
    unknown = tuple(number for number in lacking if number not in sound)
    _note_waiting(unknown)
    is_retry = any(each["is_quarantined"] and set(each["numbers"]) <= sound for each in named)
    return Fetched(tuple(landed), unknown, is_retry)


def is_waiting() -> bool:
    """Whether messages wait for schemas that the last run could not get."""
    return _waiting_note().exists()


def _waiting_note() -> Path:
    return Path(os.environ["CHANGEFEED_HOME"]) / "unknown_schemas.json"


def _note_waiting(unknown: tuple[str, ...]) -> None:
    if unknown:
        _waiting_note().write_text(json.dumps(unknown))
    else:
        _waiting_note().unlink(missing_ok=True)


def _some(numbers: list[str]) -> str:
    return ", ".join(numbers[:_SHOWN]) + (", …" if len(numbers) > _SHOWN else "")


def _framings(project_dir: Path) -> list[tuple[str, str]]:
    """Of each declared feed of Avro behind a frame: _regex() of its topics, and the framing."""
    lines = feeds.read_feeds(project_dir).values()
    written = _dialects_in_avro(project_dir) if lines else frozenset()
    found = []
    for line in lines:
        if line.get("dialect") in written:
            given = dict(part.partition("=")[::2] for part in (line.get("options") or "").split())
            found.append((_regex((line.get("topics") or "").split()), given.get("framing", "confluent")))
    return found


def _dialects_in_avro(project_dir: Path) -> frozenset[str]:
    """The dialects made with the macro written_in_avro(), by the texts of macros: to run them takes seconds."""
    folders = {package_dir() / "macros" / "dialects", *folders_of(project_dir, "macro")}
    texts = (file.read_text(encoding="utf-8") for folder in folders for file in folder.rglob("*_dialect.sql"))
    return frozenset(
        name for text in texts if "written_in_avro(" in text for name in re.findall(r"macro\s+(\w+)_dialect\(", text)
    )


def _regex(patterns: list[str]) -> str:
    """A regular expression of the topics that any of these names and patterns fits, as SQL has it between quotes."""
    joined = "|".join(macros.own().topic_regex(pattern) for pattern in patterns)
    return f"^({joined})$".replace("\\", "\\\\").replace("'", "\\'")


def _named(spark: SparkSession, framings: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The numbers that values and keys of messages name together: topic, numbers, is_quarantined."""
    each = []
    for pattern, framing in framings:
        size = 8 if framing == "apicurio" else 4
        numbers = f"""array_sort(array_distinct(transform(
            filter(array(value, key), bytes -> startswith(bytes, x'00') and length(bytes) > {size}),
            bytes -> conv(hex(substring(bytes, 2, {size})), 16, 10)
        )))"""
        each.append(f"when topic rlike '{pattern}' then {numbers}")
    numbers = f"case {' '.join(each)} end"
    messages = table_name("messages")
    read_batches, quarantine = table_name("read_batches"), table_name("quarantine")
    if spark.catalog.tableExists(read_batches):
        since = f"(select topic, max(last_batch_id) as seen from {read_batches} where feed <> '' group by topic)"
    else:
        since = "(select '' as topic, 0L as seen)"
    query = f"""
        select topic, {numbers} as numbers, false as is_quarantined
        from {messages} left join {since} as claimed using (topic)
        where batch_id > coalesce(seen, 0)
    """
    if spark.catalog.tableExists(table_name("decoded")):
        query += f"""
            union all
            select topic, {numbers} as numbers, true as is_quarantined
            from {messages} left semi join (
                select topic, topic_incarnation, partition, offset from {quarantine}
                where reason = 'schema_unknown' and resolved_at is null
            ) using (topic, topic_incarnation, partition, offset)
        """
    rows = spark.sql(f"select distinct topic, numbers, is_quarantined from ({query}) where size(numbers) > 0").collect()
    return [row.asDict() for row in rows]


def _named_elsewhere(spark: SparkSession, project_dir: Path) -> list[dict[str, Any]]:
    """The same of topics that no feed claims, where values look as if a serializer of Avro had framed them.

    Other bytes can begin with the byte 0: a topic with more numbers than it can have schemas is left out.
    """
    declared = feeds.topic_patterns(project_dir)
    rows = spark.sql(f"""
        select topic, collect_set(number) as numbers from (
            select topic, explode(transform(
                filter(
                    array(value, key),
                    bytes -> startswith(bytes, x'00') and length(bytes) > 5 and substring(bytes, 6, 1) <> x'7b'
                ),
                bytes -> conv(hex(substring(bytes, 2, 4)), 16, 10)
            )) as number
            from {table_name("messages")}
            where {f"not topic rlike '{_regex(declared)}'" if declared else "true"}
        )
        group by topic
        having size(numbers) <= {_MOST_OF_A_TOPIC}
    """).collect()
    return [{"topic": row["topic"], "numbers": sorted(row["numbers"]), "is_quarantined": False} for row in rows]


def _known(spark: SparkSession) -> dict[str, bool]:
    """The numbers of the schemas that the table has, and whether records can be decoded with them."""
    found: dict[str, bool] = {}
    for row in spark.sql(f"select name, fault from {table_name('schemas')}").collect():
        number = row["name"].removeprefix(schemas.FETCHED)
        if number.isdigit():
            found[number] = found.get(number, False) or row["fault"] is None
    return found


# -- asking for them


def row_of(spark: SparkSession, registry: Registry, number: str) -> Row:
    """The row of `schemas` for what the registry has under a number. Raises Refused."""
    answer = registry.schema(number)
    kind = answer.get("schemaType") or "AVRO"
    references = registry.texts_of_references(answer.get("references") or ()) if kind == "AVRO" else []
    return schemas.fetched_row(spark, number, answer["schema"], references, kind)


def _ask_for(
    spark: SparkSession, registry: Registry, numbers: list[str], topics: dict[str, str], say: Callable[[str], None]
) -> list[str]:
    """Land the schemas of these numbers that the registry gives; returns those. Stops where it does not answer."""
    began, landed, unknown = time.monotonic(), [], []
    refused: Refused | None = None
    for batch in _in_batches(numbers):
        rows = []
        for number in batch:
            if time.monotonic() - began > _SECONDS_IN_ALL:
                refused = Refused(f"{registry.urls[0]} needed over {_SECONDS_IN_ALL:.0f} seconds")
                break
            try:
                rows.append(row_of(spark, registry, number))
            except Refused as error:
                if not error.is_final:
                    refused = error
                    say(f"warns    schema {number}, named on topic {topics[number]}: {error}")
                    break
                unknown.append(number)
                if len(unknown) <= _SHOWN:
                    say(f"warns    schema {number}, named on topic {topics[number]}: {error}")
        schemas.add(spark, rows)
        landed += [row["name"].removeprefix(schemas.FETCHED) for row in rows]
        for row in rows:
            if row["fault"]:
                number = row["name"].removeprefix(schemas.FETCHED)
                say(f"warns    schema {number}, named on topic {topics[number]}: {row['fault']}")
        if refused:
            break
    if landed:
        say(f"schemas  {len(landed):,} from {registry.urls[0]}")
    if refused and len(numbers) - len(landed) - len(unknown) > 1:
        say(f"warns    {len(numbers) - len(landed) - len(unknown):,} schemas are asked for by the next run")
    return landed


def _in_batches(numbers: list[str]) -> Iterator[list[str]]:
    for place in range(0, len(numbers), _BATCH):
        yield numbers[place : place + _BATCH]
