"""Messages of JSON dialects are written anew without the values of masked columns, before they land.

A dialect's envelope says what its decoder reads: rows in maps, else facts about the change. So columns are masked in
rows, facts stay, and in what the decoder does not read everything is masked that has the name of a column. All works on
bytes, and is the same for files, dumps and Kafka, with Spark and without (docs/decisions/adr-0051-masks-at-landing.md).
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from changefeed.loader.json_documents import Document, Node, NotJson, every, objects, quoted
from changefeed.loader.masked_texts import hashed, masked

Headers = Sequence[tuple[str, "bytes | None"]]
MARK = "changefeed.masked"  # a header: says with which key a message was written anew, and the hash of what it was
LEFT_OUT = "changefeed: left out at landing, because "  # macros/json/strict/text_fault.sql knows such a value by it
_STATEMENTS = {"sql", "ddl", "query", "statement"}
_KEPT = {"source", "transaction", "schema"}  # objects that describe, although they are maps
_ROWS = {  # members that have rows, although their envelope calls them texts
    ("dds", "value"), ("dds", "where"), ("flink", "data"), ("flink", "old"),
    ("dbm", "before"), ("dbm", "after"), ("dbm", "updatedFields"),
}  # fmt: skip
_LISTS = {"columnnames": "columnvalues", "keynames": "keyvalues", "primary_key_columns": "primary_key"}
_TYPES_BESIDE = {"columnnames": "columntypes", "keynames": "keytypes"}
_NAMES_OF_TABLES = re.compile(r"table|tbl|table_name|table-name|tablename|coll|collection|iodebeziumtable")
_FACTS_BESIDE = {  # what messages that are the row have beside columns; options name more
    "ogg_row": {"table", "op_type", "op_ts", "current_ts", "pos", "primary_keys", "tokens"},
    "ocdc": {"table", "scn", "op_type", "op_ts", "current_ts", "row_id", "username"},
    "dataworks_flat": {"_sequence_id_", "_operation_type_", "_execute_time_", "_before_image_", "_after_image_"},
}
_IS_DDL = re.compile(r"(?is)(?:\s|/\*.*?\*/|--[^\n]*\n|#[^\n]*\n)*(create|alter|drop|truncate|rename|comment)\b")
_WORDS = {  # of the MongoDB shell, with the arguments that they have
    "ObjectId": '{{"$oid":"{}"}}', "ISODate": '{{"$date":"{}"}}', "Date": '{{"$date":{{"$numberLong":"{}"}}}}',
    "UUID": '{{"$uuid":"{}"}}', "Timestamp": '{{"$timestamp":{{"t":{},"i":{}}}}}', "MinKey": '{{"$minKey":1}}',
    "MaxKey": '{{"$maxKey":1}}', "undefined": '{{"$undefined":true}}', "NaN": '{{"$numberDouble":"NaN"}}',
    "Infinity": '{{"$numberDouble":"Infinity"}}', "-Infinity": '{{"$numberDouble":"-Infinity"}}',
    "NumberLong": "{}", "NumberInt": "{}", "Long": "{}", "Int32": "{}",
    "NumberDecimal": '{{"$numberDecimal":"{}"}}', "Decimal128": '{{"$numberDecimal":"{}"}}',
}  # fmt: skip
_DECIMAL = "org.apache.kafka.connect.data.Decimal"
_NUMBERS_OF_TIDB = {"1", "2", "3", "4", "5", "8", "9", "246"}
_LOOKS_OTHER = re.compile(
    r"-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|[\"\[{].*|[0-9a-fA-F]{24}|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*",
    re.DOTALL,
)


@dataclass(frozen=True)
class Mask:
    """A line of the seed. `table` is None for all tables; `in_statement` are both patterns as statements are read."""

    table: re.Pattern[str] | None
    column: re.Pattern[str]
    pattern: str
    action: str
    argument: str
    in_statement: tuple[str, str]


@dataclass(frozen=True)
class FeedMasks:
    """The masks of a feed, the strictest first, and how its messages are read.

    `members` is the envelope of its dialect; None if the message is the row. `keys` and `types` are what the seeds
    declare: of a table in small letters, its key columns, and its columns with their types.
    """

    topics: tuple[re.Pattern[str], ...]
    masks: tuple[Mask, ...]
    dialect: str
    envelope: str
    members: Mapping[str, Any] | None
    options: Mapping[str, str]
    unsent: frozenset[str]  # texts that stand for a value that was not sent
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Masking:
    """Writes messages anew. `baseline` reads the rows of dumps; `key` gives the key of the hashes."""

    feeds: tuple[FeedMasks, ...]
    key: Callable[[], bytes]

    def of_topic(self, topic: str) -> FeedMasks | None:
        """The masks of the feed that claims a topic."""
        return next((feed for feed in self.feeds if any(each.fullmatch(topic) for each in feed.topics)), None)

    def masks(self, topic: str, table: str, column: str) -> bool:
        """Whether a column of a table has a mask in the messages of a topic."""
        feed = self.of_topic(topic)
        return feed is not None and any(
            mask.column.fullmatch(column.lower()) and (mask.table is None or mask.table.fullmatch(table.lower()))
            for mask in feed.masks
        )

    def original(self, key: bytes | None, value: bytes | None, headers: Headers) -> str:
        """What MARK says of a message: which key hashed it, and the hash. Of another key, hashes tell nothing."""
        parts = [key, value, *(each for name, text in headers for each in (name.encode(), text))]
        framed = b"".join(b"-" if each is None else b"%d:%s" % (len(each), each) for each in parts)
        secret = self.key()
        return f"{hashed(secret, 'changefeed')[:8]}:{hmac.new(secret, framed, hashlib.sha256).hexdigest()}"

    def written(
        self, topic: str, key: bytes | None, value: bytes | None, headers: Headers
    ) -> tuple[bytes | None, bytes | None, Headers]:
        """Key, value and headers of a message as they land."""
        feed = self.of_topic(topic)
        if feed is None:
            return key, value, headers
        writer = _Writer(feed, self.key())
        mark = (MARK, self.original(key, value, headers).encode())
        new_value = writer.value(key, value)
        new_headers = [(name, writer.header(name, text)) for name, text in headers if name != MARK]
        return writer.key(key), new_value, [*new_headers, mark]


def mark_of(headers: Iterable[tuple[str, bytes | None]] | None) -> str:
    """What a message that was written anew says of what it was; '' of any other."""
    return next((text.decode() for name, text in headers or () if name == MARK and text), "")


def left_out(why: str, size: int) -> bytes:
    """What lands instead of a value that can't be judged. It is no JSON, so that no dialect takes it for a message."""
    return f"{LEFT_OUT}{why}. It had {size:,} bytes.".encode()


class _Writer:
    """Writes one message anew."""

    def __init__(self, feed: FeedMasks, key: bytes) -> None:
        self._feed = feed
        self._key = key
        self._tables: list[str] = []  # what the message says of its table, in small letters
        self._types: dict[str, str] = {}
        self._fits: dict[str, list[Mask]] = {}  # by name
        self._masks: list[Mask] = list(feed.masks)
        self._key_names: Sequence[str] | None = None

    # -- the parts of a message

    def value(self, key: bytes | None, value: bytes | None) -> bytes | None:
        """The value without the masked values."""
        if not value:
            return value
        head = self._head(value)
        try:
            if self._feed.envelope == "open":
                return self._frames(key or b"", value)
            return head + self._message(value.removeprefix(head).decode()).encode()
        except NotJson as error:
            return head + left_out(str(error), len(value))
        except UnicodeError:
            return head + left_out("it is not UTF-8", len(value))
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):  # whose words can have a value
            return head + left_out("its form is not known", len(value))

    def key(self, key: bytes | None) -> bytes | None:
        """The Kafka key. What is not JSON with names is a hash as a whole, so that it stays a key."""
        if not key:
            return key
        if self._feed.envelope == "open" and key[:8] == b"\0\0\0\0\0\0\0\1":
            return key  # it has names, numbers and the commit's time
        head = self._head(key)
        try:
            return head + self._of_key(key.removeprefix(head).decode()).encode()
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            return hmac.new(self._key, key, hashlib.sha256).hexdigest().encode()

    def header(self, name: str, value: bytes | None) -> bytes | None:
        """The value of a header. Only those that services write stay, and the JSON of a key."""
        prefix = self._feed.options.get("headers_prefix") or "__"
        if value is None or (self._feed.envelope == "baseline" and name.startswith("changefeed_")):
            return value  # where a load from the source goes on: such a load has no masked key
        try:
            if value[:1] in (b"{", b"["):
                return self._of_key(value.decode()).encode()
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            return None
        is_kept = name.startswith((prefix, "__", "ce_", "content-type")) and not self._fitting(name)
        return value if is_kept else None

    def _head(self, data: bytes) -> bytes:
        """What a schema registry's serializer writes before JSON."""
        return data[:5] if self._feed.options.get("framing") == "confluent" and data[:1] == b"\0" else b""

    def _message(self, text: str) -> str:
        document = Document(text)
        self._know(document)
        if document.root.kind != "object":
            raise NotJson("it is not a JSON object")
        if self._feed.members is None:
            self._flat(document, document.root)
        elif self._feed.envelope == "wal":
            self._described(document, document.root)
        else:
            self._envelope(document, document.root, self._feed.members)
        return document.written()

    def _frames(self, key: bytes, value: bytes) -> bytes:
        """A message of TiCDC's Open Protocol: documents, each behind its length in eight bytes."""
        keys, written = list(_in_frames(key[8:])), []
        values = list(_in_frames(value))
        if key[:8] != b"\0\0\0\0\0\0\0\1" or (values and len(values) != len(keys)):
            raise NotJson("its frames are not those of the Open Protocol")
        assert self._feed.members is not None
        for known, each in zip(keys, values, strict=False):
            if not each:
                written.append(b"")
                continue
            beside, document = Document(known.decode()), Document(each.decode())
            self._know(beside)
            self._envelope(document, document.root, self._feed.members["open_value"])
            written.append(document.written().encode())
        return b"".join(len(each).to_bytes(8, "big") + each for each in written)

    def _of_key(self, text: str) -> str:
        document = Document(text)
        root = document.root
        inner = root.named("payload")
        if inner is not None and {name for name, _ in root.members} <= {"schema", "schemaId", "payload"}:
            self._described(document, root)
            root = inner
        if root.kind == "array":
            self._listed(document, root)
        elif root.kind != "object":
            document.exchange(root, json.dumps(hashed(self._key, _plain(document, root))))
        for name, child in root.members:
            column = name.removeprefix("pk.")
            is_mongo = column == "id" and self._feed.dialect.startswith("debezium_mongodb")
            self._mask(document, child, "_id" if is_mongo else column, is_document=is_mongo)
        return document.written()

    # -- what a message says of itself

    def _know(self, document: Document) -> None:
        """Find the table, the types of columns and the names of the key: cheaply, and not in rows."""
        facts = list(self._facts(document.root, self._feed.members))
        self._tables = [
            document.string(node).strip('`"[]').lower()
            for name, node in facts
            if node.kind == "string" and _NAMES_OF_TABLES.fullmatch(name.lower()) and document.string(node)
        ]
        self._masks = [mask for mask in self._feed.masks if self._is_of_table(mask)]
        self._fits.clear()
        for table in self._names():
            self._types |= self._feed.types.get(table, {})
            self._key_names = self._feed.keys.get(table, self._key_names)
        for name, node in facts:
            if name == "primary_keys" and node.kind == "array" and self._key_names is None:
                self._key_names = [document.string(each) for each in node.items if each.kind == "string"]
        if any(mask.action == "hash" for mask in self._masks):
            self._types = _types_in(document) | self._types

    def _facts(self, node: Node, members: Any, depth: int = 0) -> Iterator[tuple[str, Node]]:
        """The members of the envelope, without rows."""
        prefixes = ("__source_", "__", self._feed.options.get("fields_prefix") or "__")
        for name, child in node.members:
            if members is None:
                bare = next((name.removeprefix(each) for each in prefixes if name.startswith(each)), "")
                if bare:
                    yield bare, child
                elif self._feed.envelope in ("ogg_row", "ocdc") or name == "source":
                    yield name, child
                if name in ("source", "payload") and depth < 2:
                    is_source = name == "source"
                    yield from self._facts(child, {} if is_source else None, depth + 1)
                continue
            type_ = members.get(name)
            if not self._has_rows(name, type_):
                yield name, child
                inner = type_ if isinstance(type_, Mapping) else members if name == "payload" else {}
                if child.kind == "object" and depth < 3 and (type_ or name == "source"):
                    yield from self._facts(child, inner, depth + 1)

    def _names(self) -> set[str]:
        """What the table can be called: whole, behind a dot, and behind the copy of a tool."""
        found = {part for table in self._tables for part in (table, table.rpartition(".")[2])}
        return found | {copied for name in found for copied in re.findall("^_(.+)_(?:gho|ghc|del|new|old)$", name)}

    def _is_of_table(self, mask: Mask) -> bool:
        """Whether a mask is of this table. Without a name it is: to mask too much is safe."""
        return mask.table is None or not self._tables or any(mask.table.fullmatch(name) for name in self._names())

    def _has_rows(self, name: str, type_: Any) -> bool:
        if name in _KEPT or not isinstance(type_, str):
            return False
        is_struct = "struct<" in type_.lower()
        return (self._feed.envelope, name) in _ROWS or ("map<" in type_.lower() and not is_struct)

    # -- walking

    def _envelope(self, document: Document, node: Node, members: Mapping[str, Any]) -> None:
        self._in_pairs(document, node)
        for name, child in node.members:
            type_ = members.get(name)
            if name in _STATEMENTS or (self._feed.envelope == "open" and name == "q"):
                self._statement(document, child)
            elif name in _KEPT:
                self._described(document, child)
            elif self._feed.envelope == "crdb" and name == "key":
                self._listed(document, child)
            elif isinstance(type_, Mapping):
                for each in [child, *child.items]:
                    self._envelope(document, each, type_)
            elif name == "payload" and type_:
                self._envelope(document, child, members)
            elif self._has_rows(name, type_):
                self._rows_or_statement(document, node, child)
            elif not type_:
                self._anywhere(document, child, name)
            else:
                self._described(document, child)

    def _flat(self, document: Document, node: Node) -> None:
        """A message that is the row, with facts among its columns."""
        payload = node.named("payload")
        if payload is not None and {name for name, _ in node.members} <= {"schema", "schemaId", "payload"}:
            for name, child in node.members:
                if name != "payload":
                    self._described(document, child)
            if payload.kind == "string":
                self._within(document, payload, self._flat)
            else:
                self._flat(document, payload)
            return
        options = self._feed.options
        facts = _FACTS_BESIDE.get(self._feed.envelope, set()) | {*(options.get("metacolumns") or "").split("/")}
        rows = {"before", "after", "old", options.get("before") or "old"}
        prefix = options.get("fields_prefix") or "__"
        for name, child in node.members:
            if name.endswith("updatedFields") or (name in rows and child.kind == "object"):
                self._rows(document, child)
            elif name in facts or (name in ("source", "transaction") and child.kind == "object"):
                self._described(document, child)
            elif name.startswith((prefix, "__")):
                if any(mask.pattern.startswith("_") for mask in self._fitting(name)):
                    self._mask(document, child, name)
            else:
                self._mask(document, child, name)

    def _rows_or_statement(self, document: Document, message: Node, node: Node) -> None:
        """Rows; or the statement that OMS and DRS write in their place."""
        said = message.named("op" if self._feed.envelope == "dds" else "recordType")
        if said is None or document.source(said) != '"DDL"' or self._feed.envelope not in ("dds", "oms"):
            self._rows(document, node)
            return
        for name, child in node.members:
            if name in _STATEMENTS:
                self._statement(document, child)
            elif name != "__light_type":
                self._mask(document, child, name)
        if node.kind == "string":
            self._statement(document, node)

    def _rows(self, document: Document, node: Node) -> None:
        if node.kind == "string":
            self._within(document, node, self._rows)
        for each in node.items:
            self._rows(document, each)
        for name, child in node.members:
            if name in ("$set", "$unset", "$setOnInsert") and self._feed.envelope == "dds":
                self._rows(document, child)
            elif name == "__light_type" and child.kind == "object":
                continue  # the types that OMS sends
            elif self._feed.envelope == "open":
                shown, number = child.named("v"), child.named("t")
                if number is not None and document.source(number) in _NUMBERS_OF_TIDB:
                    self._types.setdefault(name, "decimal")
                if shown is not None:
                    self._mask(document, shown, name)
            else:
                self._mask(document, child, name)

    def _within(self, document: Document, node: Node, walk: Callable[[Document, Node], None]) -> None:
        """A document that is the text of a string."""
        text = document.string(node)
        if not text:
            return
        inner = Document(text, is_shell=self._feed.envelope in ("dds", "dbm"))
        walk(inner, inner.root)
        if (new := inner.written()) != text:
            document.exchange(node, quoted(new))

    def _anywhere(self, document: Document, node: Node, name: str) -> None:
        """What no decoder reads: all that has the name of a masked column, however deep."""
        if self._fitting(name):
            self._mask(document, node, name)
        elif name in _STATEMENTS:
            self._statement(document, node)
        elif name == "content":  # of a logical message of PostgreSQL
            document.exchange(node, "null")
        elif node.kind == "string" and self._feed.members is not None:
            text = document.string(node)
            if text[:1] in ("{", "["):
                try:
                    self._within(document, node, lambda inner, root: self._anywhere(inner, root, ""))
                except NotJson:
                    document.exchange(node, "null")
        self._described(document, node, is_deep=False)
        for each in node.items:
            self._anywhere(document, each, "")
        for inner_name, each in node.members:
            self._anywhere(document, each, inner_name)

    def _described(self, document: Document, node: Node, is_deep: bool = True) -> None:
        """What describes columns: objects with a name and a value or default, lists of names beside lists of values."""
        for each in objects(node) if is_deep else [node]:
            self._in_pairs(document, each)
            named = each.named("name") if each.named("field") is None else each.named("field")
            for name, child in each.members:
                if name in ("query", "content"):
                    document.exchange(child, "null")
                elif named is None or named.kind != "string" or not (found := self._fitting(document.string(named))):
                    continue
                elif each.named("field") is not None and name in ("type", "name"):
                    if each.named("fields") is None and found[0].action != "generalize" and child.kind == "string":
                        document.exchange(
                            child, '"string"' if name == "type" else "null"
                        )  # as it is a text from here on
                elif name == "value":
                    self._mask(document, child, document.string(named))
                elif name.lower().startswith(("default", "comment")) and child.kind not in ("object", "array"):
                    document.exchange(child, "null" if child.kind != "word" else document.source(child))

    def _in_pairs(self, document: Document, node: Node) -> None:
        for names, values in _LISTS.items() if node.members else ():
            listed, beside = node.named(names), node.named(values)
            if listed is not None and beside is not None:
                for name, value in zip(listed.items, beside.items, strict=False):
                    if name.kind == "string":
                        self._mask(document, value, document.string(name))

    def _listed(self, document: Document, node: Node) -> None:
        """The values of a key as a list: of columns that are known, or each one as if it were masked."""
        if node.kind == "object":
            for name, child in node.members:
                self._mask(document, child, name)
            return
        names = self._key_names if self._key_names and len(self._key_names) == len(node.items) else None
        for place, each in enumerate(node.items):
            if each.members or each.items:
                self._anywhere(document, each, "")
            elif names is not None:
                self._mask(document, each, names[place])
            elif self._feed.envelope != "maxwell" and document.source(each) != "null":
                document.exchange(each, json.dumps(hashed(self._key, _plain(document, each))))

    # -- one value

    def _fitting(self, name: str) -> list[Mask]:
        if name not in self._fits:
            bare = re.split("[.\0]", name)[0] if self._feed.envelope in ("dds", "dbm") else name
            self._fits[name] = [mask for mask in self._masks if mask.column.fullmatch(bare.lower())]
        return self._fits[name]

    def _mask(self, document: Document, node: Node, name: str, is_document: bool = False) -> None:
        """Exchange a value if a mask is of its column. What stands for a value that was not sent stays."""
        found = self._fitting(name)
        if not found or document.source(node) == "null":
            return
        mask = found[0]
        inner = None
        if is_document and node.kind == "string" and self._feed.envelope == "dbm":
            inner = Document(document.string(node))
        text, type_ = self._text(inner or document, inner.root if inner else node), self._types.get(name, "")
        if self._is_unsent(text):
            return
        if type_.startswith(_DECIMAL) and re.fullmatch(
            r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)?", text
        ):
            text = f'{{"scale":{type_[len(_DECIMAL) + 1 : -1]},"value":"{text}"}}'  # debezium_scaled.sql
        new = masked(text, mask.action, mask.argument, self._key, type_)
        if new is None:
            written = "null"
        elif node.kind == "number" and mask.action == "generalize":
            written = new
        else:
            written = quoted(new)
        document.exchange(node, quoted(written) if inner else written)

    def _is_unsent(self, text: str) -> bool:
        unsent = self._feed.unsent
        if not unsent:
            return False
        is_list = text.startswith("[") and hashlib.md5(text.encode(), usedforsecurity=False).hexdigest() in unsent
        return text in unsent or text.strip('["]') in unsent or is_list

    def _text(self, document: Document, node: Node) -> str:
        """The text that a row has of a value."""
        if self._feed.envelope in ("dds", "dbm"):
            return _mongo_text(document, node, is_extended=self._feed.envelope == "dbm")
        return _plain(document, node)

    # -- statements

    def _statement(self, document: Document, node: Node) -> None:
        """Of DDL, the literals behind masked columns are emptied, as the decoder does it; other statements go."""
        for each in every(node):
            if each.kind == "string" and (text := document.string(each)):
                new = self._without_literals(text) if _IS_DDL.match(text) else ""
                if new != text:
                    document.exchange(each, quoted(new))

    def _without_literals(self, text: str) -> str:
        for mask in self._feed.masks:
            column, table = mask.in_statement
            if self._is_of_table(mask) or re.search(rf"(?i)(?<![\w$#]){table}(?![\w$#])", text):
                text = without_literals(text, column)
        return text


_LITERAL = r"[nNeE]?'(?:[^'\\]|\\.|'')*'(?!')"
_OF_TYPE = rf"\((?:[^()']|{_LITERAL})*\)"


def without_literals(statement: str, column: str) -> str:
    """A statement without the literals behind a column, up to the next comma: macros/decoding/masked_changes.sql.

    `column` is a regular expression of its name.
    """
    named = rf"(?<![\w$#])[`\"\[]?{column}[`\"\]]?(?![\w$#])"
    within = rf"(?:[^,'();]|{_OF_TYPE})*?"
    with_literals = rf"(?:{_LITERAL}|[^,'();]|{_OF_TYPE})*?"
    default = rf"(?is)({named}{with_literals}\bdefault)\s*(?:{_LITERAL}|[-+]?[0-9][0-9.eE]*|{_OF_TYPE})"
    statement = re.sub(default, r"\1 NULL", statement)
    return re.sub(
        rf"(?is)({named})((?:{within}{_LITERAL})+)",
        lambda found: found[1] + re.sub(rf"(?s)({within}){_LITERAL}", r"\1''", found[2]),
        statement,
    )


# -- texts


def _plain(document: Document, node: Node) -> str:
    """The text that a row has of a value."""
    return document.string(node) if node.kind == "string" else document.compact(node)


def _mongo_text(document: Document, node: Node, is_extended: bool) -> str:
    """The text that a row has of a value in a document of MongoDB: macros/dialects/drs_mongo/drs_mongo_text.sql.

    `is_extended`: of Debezium, macros/dialects/debezium_mongodb/extended_json_text.sql.
    """
    if node.kind == "string":
        text = document.string(node)
        return quoted(text) if _LOOKS_OTHER.fullmatch(text) else text
    text = _as_json(document, node)
    if found := re.fullmatch(r'\{"\$oid":"([0-9a-fA-F]{24})"\}', text):
        return found[1].lower()
    if found := re.fullmatch(r'\{"\$date":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[^"\\]*)"\}', text):
        return found[1]
    if not is_extended:
        return text
    if found := re.fullmatch(r'\{"\$number(?:Long|Int)":"(0|-?[1-9][0-9]{0,18})"\}', text):
        return found[1]
    if found := re.fullmatch(r'\{"\$date":(?:\{"\$numberLong":"(-?[0-9]{1,15})"\}|(-?[0-9]{1,15}))\}', text):
        with contextlib.suppress(OverflowError):
            at = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=int(found[1] or found[2]))
            return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"
    binary = re.fullmatch(r'\{"\$binary":"([^"\\]*)","\$type":"([0-9a-fA-F]{1,2})"\}', text)
    return f'{{"$binary":{{"base64":"{binary[1]}","subType":"{binary[2]}"}}}}' if binary else text


def _as_json(document: Document, node: Node) -> str:
    """A value of the MongoDB shell as Extended JSON: macros/dialects/drs_mongo/shell_as_json.sql."""
    if node.kind == "object":
        return "{" + ",".join(f"{quoted(name)}:{_as_json(document, each)}" for name, each in node.members) + "}"
    if node.kind == "array":
        return "[" + ",".join(_as_json(document, each) for each in node.items) + "]"
    if node.kind != "shell":
        return document.compact(node)
    word = document.source(node).partition("(")[0].removeprefix("new").strip()
    given = [_plain(document, each) for each in node.items]
    if word == "BinData" and len(given) == 2:
        kind = "80" if given[0] == "128" else f"0{given[0]}"
        return f'{{"$binary":{{"base64":"{given[1]}","subType":"{kind}"}}}}'
    return _WORDS[word].format(*given) if word in _WORDS and len(given) == _WORDS[word].count("{}") else word


def _types_in(document: Document) -> dict[str, str]:
    """Columns with their source types, as far as the message itself says them: in one of three forms."""
    found: dict[str, str] = {}
    for node in objects(document.root):
        for names, types in _TYPES_BESIDE.items():
            listed, beside = node.named(names), node.named(types)
            if listed is not None and beside is not None:
                for name, type_ in zip(listed.items, beside.items, strict=False):
                    if name.kind == type_.kind == "string":
                        found[document.string(name)] = document.string(type_)
        for member, child in node.members:
            if member in ("mysqlType", "columnType"):
                found |= {column: document.string(each) for column, each in child.members if each.kind == "string"}
        named = node.named("name") if node.named("field") is None else node.named("field")
        type_of = node.named("type")
        if named is not None and type_of is not None and named.kind == type_of.kind == "string":
            scale, own = node.named("parameters"), node.named("name")
            scale = scale.named("scale") if scale is not None else None
            is_decimal = own is not None and document.source(own) == f'"{_DECIMAL}"' and scale is not None
            text = f"{_DECIMAL}({document.string(scale)})" if is_decimal and scale else document.string(type_of)
            found.setdefault(document.string(named), text)
    return found


def _in_frames(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 8], "big")
        if at + 8 + size > len(data):
            raise NotJson("its frames are not those of the Open Protocol")
        yield data[at + 8 : at + 8 + size]
        at += 8 + size
