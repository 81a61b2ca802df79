"""Huawei DRS from other databases than MySQL, read in Python from its document: readers for dialect_readers."""

from __future__ import annotations

import json
import re
from typing import Any

import strict_json
from dialect_readers import (
    Change,
    Image,
    Message,
    Rows,
    Undefined,
    _begins_with_truncate,
    _changes,
    _images,
    _old_of,
    _sequence,
    _unread_names,
)
from strict_json import NotStrict, Number, Object

# --- table 4: PostgreSQL, GaussDB, SQL Server, Oracle

KINDS = (("gaussdb", "gaussdb"), ("postgres", "postgresql"), ("sql.*server", "sqlserver"), ("oracle", "oracle"))


def drs_json_schema(message: Message) -> list[Change]:
    """The form with columnType, schema and opType."""
    kind, is_statement, written_for = message.get("opType"), message.get("isDdl"), message.name("dbType")
    if not isinstance(kind, str) or not isinstance(is_statement, bool):
        raise Undefined("no opType, or no isDdl")
    if message.get("type") not in (None, kind):
        raise Undefined("type and opType differ")
    sent = next((name for pattern, name in KINDS if re.search(pattern, written_for.lower(), re.DOTALL)), None)
    source = message.line["source_kind"] or sent
    if sent not in (None, source):
        raise Undefined("dbType contradicts the feed")
    event = Change(
        "", database=message.name("database"), schema=message.name("schema"), table=message.name("table"),
        statement=message.note("sql"), source_at=message.time("es"), processed_at=message.time("ts"),
    )  # fmt: skip
    if source == "sqlserver":
        small = {each for each in event.source_at if each is not None and abs(each) < 10**11}
        event.source_at = {each * 1000 if each in small and each is not None else each for each in event.source_at}
    row_kinds = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete", "INIT": "snapshot"}
    if kind == "INIT_DDL" or (kind == "DDL" and is_statement):
        event.operation = "truncate" if _begins_with_truncate(message) else "ddl"
        event.statement_kind = kind.lower()
    elif not is_statement and kind in row_kinds:
        event.operation = row_kinds[kind]
    else:
        raise Undefined(f"no opType {kind}")
    if kind not in ("INIT", "INIT_DDL"):
        event.sequence = [_sequence(message)]
    types = _column_types(message)
    event.types = types
    if kind not in row_kinds:
        message.unused_rows("data")
        message.unused_rows("old")
        _unread_names(message)
        return [event]
    member, other = ("old", "data") if kind == "DELETE" else ("data", "old")
    sent_rows = message.rows(member)
    if sent_rows is None:
        raise Undefined("no rows")
    if kind != "UPDATE" or not sent_rows:
        message.unused_rows(other)
    if not sent_rows:
        _unread_names(message)
        event.operation = "other"
        return [event]
    rows = Rows(event.operation)
    if kind == "DELETE":
        rows.before = _images(sent_rows)
    else:
        rows.after = _images(sent_rows)
    if kind == "UPDATE":
        rows.before, rows.lies_over_after = _old_of(message, len(sent_rows)), True
    if kind in ("UPDATE", "DELETE"):
        named = set(types.names()) if types else set()
        lacks = any(named - set(row.names()) for row in sent_rows)
        if kind == "UPDATE":
            pairs = zip(rows.after or [], rows.before or [], strict=True)
            lacks = lacks or any(set(before) - set(after) for after, before in pairs)
        rows.is_partial = source == "oracle" or lacks
    return _changes(message, event, rows, (event.database, event.table))


def _column_types(message: Message) -> Object | None:
    types = message.get("columnType")
    if types is None or (isinstance(types, str) and not types.strip(" ")):
        return None
    if not isinstance(types, Object):
        raise Undefined("columnType is no object")
    if types.repeats():
        raise Undefined("columnType names a column twice")
    if any(each is not None and not isinstance(each, str) for _, each in types.members):
        raise Undefined("a type in columnType is no text")
    return types if types.members else None


# --- table 3: MongoDB

NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
TOKENS = re.compile(
    rf'(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>{NUMBER}(?![0-9A-Za-z_.]))|(?P<mark>[{{}}\[\],: \t\r\n]+)'
    r"|(?P<word>(?P<minus>-?)(?:new +)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r'(?:\((?P<arguments>(?:[^()"]|"(?:[^"\\]|\\.)*")*)\))?)',
    re.DOTALL | re.ASCII,
)
PLAIN = r'"([^"\\\x00-\x1f]*)"'
INTEGER = r'(?:"(-?[0-9]+)"|(-?[0-9]+))'
WORDS: dict[str, tuple[str, Any]] = {
    "ObjectId": ('"([0-9a-fA-F]{24})"', lambda text: {"$oid": text}),
    "ISODate": (PLAIN, lambda text: {"$date": text}),
    "Date": (INTEGER, lambda *text: {"$date": {"$numberLong": "".join(filter(None, text))}}),
    "NumberDecimal": (PLAIN, lambda text: {"$numberDecimal": text}),
    "Decimal128": (PLAIN, lambda text: {"$numberDecimal": text}),
    "UUID": (PLAIN, lambda text: {"$uuid": text}),
    "MinKey": ("", lambda: {"$minKey": 1}),
    "MaxKey": ("", lambda: {"$maxKey": 1}),
    "undefined": ("", lambda: {"$undefined": True}),
    "NaN": ("", lambda: {"$numberDouble": "NaN"}),
    "BinData": (
        f"([0-9]|128), *{PLAIN}",
        lambda kind, text: {"$binary": {"base64": text, "subType": f"{int(kind):02x}"}},
    ),
}
LIKE_ANOTHER = re.compile(
    r'(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|["\[{].*|[0-9a-fA-F]{24}'
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*)\n?\Z",
    re.DOTALL | re.ASCII,
)


def _word(found: re.Match[str]) -> str:
    """The Extended JSON of one of the shell's words."""
    name, arguments, minus = found["name"], found["arguments"], found["minus"]
    if name in ("true", "false", "null") and found["word"] == name:
        return name
    if name == "Infinity" and not arguments:
        return json.dumps({"$numberDouble": f"{minus}Infinity"})
    if minus:
        raise Undefined(f"-{name}")
    if name in ("NumberLong", "NumberInt", "Long", "Int32"):
        inside = re.fullmatch(INTEGER, arguments or "", re.ASCII)
        if inside is None:
            raise Undefined(f"{name} of no number")
        beside = found.string[: found.start()][-1:] + found.string[found.end() :][:1]
        if re.search("[-+.0-9A-Za-z)]", beside, re.ASCII):
            raise Undefined(f"{name} beside a number or word")
        return inside[1] or inside[2]
    if name == "Timestamp":
        inside = re.fullmatch("([0-9]+), *([0-9]+)", arguments or "", re.ASCII)
        if inside is None:
            raise Undefined("Timestamp of no two numbers")
        return f'{{"$timestamp":{{"t":{inside[1]},"i":{inside[2]}}}}}'
    pattern, render = WORDS.get(name, ("", None))
    inside = re.fullmatch(pattern, arguments or "", re.ASCII | re.DOTALL)
    if render is None or inside is None:
        raise Undefined(f"no word {found['word']}")
    return json.dumps(render(*inside.groups()), ensure_ascii=False)


def _document(message: Message, member: str) -> Object | None:
    """A document in the text of the MongoDB shell."""
    text = message.get(member)
    if text is None:
        return None
    if not isinstance(text, str):
        raise Undefined(f"{member} is no text")
    if "\ufdd1" in text:
        message.excuse("a character that is none")
    parts, place = [], 0
    while place < len(text):
        found = TOKENS.match(text, place)
        if found is None:
            raise Undefined(f"{member} is no document")
        parts.append(_word(found) if found["word"] else found[0])
        place = found.end()
    try:
        document = strict_json.read("".join(parts).encode("utf-8", "surrogatepass"))
    except NotStrict as fault:
        raise Undefined(f"{member} is no document") from fault
    if not isinstance(document, Object) or document.repeats():
        raise Undefined(f"{member} is no document")
    if any("\0" in name for name in document.names()):
        raise Undefined("a name with U+0000")
    if strict_json.depth(document) > 900:
        message.excuse("a deep document")
    if any("\0" in each for each in strict_json.texts_in(document)):
        message.excuse("a text with U+0000")
    if any(len(each) > 1000 for each in strict_json.numbers_in(document)):
        message.excuse("a long number")
    return document


def _json(value: Any) -> Any:
    """A member's JSON text, or what reads the same (strict_json.same_value())."""
    if isinstance(value, str):
        return re.sub(
            r"\\u00[0-9a-f]{2}", lambda found: r"\u" + found[0][2:].upper(), json.dumps(value, ensure_ascii=False)
        )
    return "null" if value is None else value


def _shown(value: Any) -> Any:
    """What the row keeps of a member at the top."""
    if isinstance(value, str):
        return _json(value) if LIKE_ANOTHER.match(value) else value
    if isinstance(value, Object) and len(value.members) == 1:
        ((name, inner),) = value.members
        if name == "$oid" and isinstance(inner, str) and re.fullmatch("[0-9a-fA-F]{24}", inner):
            return inner.lower()
        if name == "$date" and isinstance(inner, str) and re.fullmatch(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"\\]*', inner):
            return inner
    return value


def _row(document: Object, leaves_out_paths: bool = False) -> Image:
    return {
        name: _json(value) if "." in name else _shown(value)
        for name, value in document.members
        if not (leaves_out_paths and "." in name)
    }


def drs_mongo(message: Message) -> list[Change]:
    """The form with op, coll and clusterTime."""
    operation, kind = message.get("op"), message.get("recordType")
    database, table = message.name("db"), message.name("coll")
    if not isinstance(operation, str) or (message.get("db") is None and message.get("coll") is None):
        raise Undefined("no op, or no db and coll")
    message.name("recordType")
    message.name("dbType")
    documented = {("INSERT", "insert"): "insert", ("DELETE", "doc"): "delete"}
    documented |= {("UPDATE", "update"): "update", ("UPDATE", "replace"): "update"}
    known = {"INIT": "snapshot", "DDL": "ddl"}.get(operation) or documented.get((operation, kind or ""))
    if known is None:
        raise Undefined(f"no op {operation} with recordType {kind}")
    event = Change(known, database=database, table=table, source_at=message.time("es"), processed_at=message.time("ts"))
    cluster_time = message.get("clusterTime")
    if operation != "INIT":
        if not isinstance(cluster_time, str) or not re.fullmatch("[0-9]{1,18}:[0-9]{1,18}", cluster_time, re.ASCII):
            raise Undefined("no clusterTime")
        event.sequence = [*map(int, cluster_time.split(":")), _sequence(message)]
    elif message.name("clusterTime") and not isinstance(message.get("id"), Number):
        message.excuse("id is no number")
    if known == "ddl":
        message.name("where")
        event.statement = None if message.get("value") is None else message.name("value")
        event.statement_kind = (kind or operation).lower() if kind != "" else ""
        return [event]
    document, where = _document(message, "value"), _document(message, "where")
    if document is None:
        raise Undefined("no value")
    is_update = known == "update" and kind == "update"
    rows = Rows(known, is_partial=known == "delete" or is_update)
    if is_update:
        rows.after = [_after_update(document, where)]
    elif any(name.startswith("$") for name in document.names()):
        raise Undefined("a name with $")
    elif known == "delete":
        rows.before = [_row(document)]
    else:
        rows.after = [_row(document)]
    if known == "update" and where is not None:
        rows.before = [_row(where, leaves_out_paths=True)]
    message.body = Object((*message.body.members, ("pkNames", ["_id"])))
    if not event.table:
        raise Undefined("no collection")
    return _changes(message, event, rows, (database, table))


def _after_update(document: Object, where: Object | None) -> Image:
    operators = dict(document.members)
    version = operators.pop("$v", Number("1"))
    if not isinstance(version, Number) or version.text != "1" or set(operators) - {"$set", "$unset"}:
        raise Undefined("other operators")
    if any(not isinstance(each, Object) or each.repeats() for each in operators.values()):
        raise Undefined("an operator without an object")
    names = [name for each in operators.values() for name in each.names()]
    for name in names:
        parts = name.split(".")
        if len(parts) > 1 and "" in parts:
            raise Undefined("a path that is not followed")
    if len(set(names)) < len(names):
        raise Undefined("a name twice")
    found = {} if where is None else {name: each for name, each in _row(where, True).items() if name not in names}
    for name, value in operators.get("$set", Object(())).members:
        path = name.replace(".", "\0")
        found[path] = _json(value) if "." in name else _shown(value)
    for name in operators.get("$unset", Object(())).names():
        found[name.replace(".", "\0")] = None
    return found
