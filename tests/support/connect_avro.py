"""Kafka Connect's data as Confluent's AvroConverter writes it: of a Connect schema, as JsonConverter has it, the Avro
schema and an Avro value; and the frames of serializers. After the code of Confluent's AvroData (Avro) and
Apicurio's DefaultIdHandler (8 bytes); the optional fields of Connect are unions, null first unless there is a default.
"""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import fastavro

_PLAIN = {
    "int8": "int", "int16": "int", "int32": "int", "int64": "long", "float": "float", "double": "double",
    "boolean": "boolean", "string": "string", "bytes": "bytes",
}  # fmt: skip
_DECIMAL = "org.apache.kafka.connect.data.Decimal"


def avro_schema(connect: dict[str, Any]) -> Any:
    """The Avro schema of a Connect schema; a named struct is written out where it is met first."""
    return _optional(connect, set(), is_top=True)


def _optional(connect: dict[str, Any], known: set[str], is_top: bool = False) -> Any:
    schema = _schema(connect, known)
    if not connect.get("optional") or is_top:
        return schema
    return [schema, "null"] if connect.get("default") is not None else ["null", schema]


def _schema(connect: dict[str, Any], known: set[str]) -> Any:
    kind, name = connect["type"], connect.get("name")
    said: dict[str, Any] = {}
    if connect.get("version") is not None:
        said["connect.version"] = connect["version"]
    if connect.get("parameters"):
        said["connect.parameters"] = connect["parameters"]
    if name:
        said["connect.name"] = name
    if kind == "struct":
        full = name or "ConnectDefault"
        if full in known:
            return full
        known.add(full)
        namespace, _, short = full.rpartition(".")
        fields = []
        for each in connect.get("fields", []):
            field = {"name": adjusted(each["field"]), "type": _optional(each, known)}
            if each.get("optional") or each.get("default") is not None:
                field["default"] = _json_default(each)
            fields.append(field)
        about = {"type": "record", "name": short} | ({"namespace": namespace} if namespace else {})
        return about | {"fields": fields} | said
    if kind == "array":
        return {"type": "array", "items": _optional(connect["items"], known)} | said
    if kind == "map":
        return {"type": "map", "values": _optional(connect["values"], known)} | said
    if kind in ("int8", "int16"):
        said["connect.type"] = kind
    if name == _DECIMAL:
        scale = int(connect["parameters"]["scale"])
        said |= {"logicalType": "decimal", "precision": 64, "scale": scale}
    return {"type": _PLAIN[kind], **said} if said else _PLAIN[kind]


def _json_default(connect: dict[str, Any]) -> Any:
    default = connect.get("default")
    return base64.b64decode(default).decode("latin-1") if connect["type"] == "bytes" and default else default


def adjusted(name: str) -> str:
    """A column's name as field.name.adjustment.mode=avro has it: Avro knows letters, digits and _ only."""
    plain = "".join(each if each.isascii() and (each.isalnum() or each == "_") else "_" for each in name)
    return f"_{plain}" if plain[:1].isdigit() else plain


def avro_value(connect: dict[str, Any], value: Any) -> Any:
    """A value as JsonConverter writes it, as fastavro takes it."""
    if value is None:
        return None
    kind = connect["type"]
    if kind == "struct":
        return {adjusted(each["field"]): avro_value(each, value.get(each["field"])) for each in connect["fields"]}
    if kind == "array":
        return [avro_value(connect["items"], each) for each in value]
    if kind == "map":
        return {name: avro_value(connect["values"], each) for name, each in value.items()}
    if kind == "bytes":
        return base64.b64decode(value)
    return float(value) if kind in ("float", "double") else value


def record(schema: Any, value: Any) -> bytes:
    """The bytes of a record; its decimals are given as the bytes of their digits."""
    written = io.BytesIO()
    fastavro.schemaless_writer(written, fastavro.parse_schema(json.loads(json.dumps(_without_logical(schema)))), value)
    return written.getvalue()


def _without_logical(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_logical(each) for each in schema]
    if isinstance(schema, dict):
        return {
            name: _without_logical(each)
            for name, each in schema.items()
            if name not in ("logicalType", "precision", "scale", "default")
        }
    return schema


def confluent(number: int, payload: bytes) -> bytes:
    """Behind the frame of Confluent's serializers."""
    return b"\0" + number.to_bytes(4, "big") + payload


def apicurio(number: int, payload: bytes) -> bytes:
    """Behind the frame of Apicurio's serializers before 3.0."""
    return b"\0" + number.to_bytes(8, "big") + payload


class Numbers:
    """Gives schemas their numbers, as a registry does: the same schema has one."""

    def __init__(self, first: int = 1) -> None:
        self._first = first
        self.schemas: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def of(self, schema: Any) -> int:
        """The number of a schema."""
        text = json.dumps(schema)
        number = self._numbers.setdefault(text, self._first + len(self._numbers))
        self.schemas[number] = text
        return number

    def written(self, message: dict[str, Any], frame: Any = confluent) -> bytes:
        """A message with its schema, {schema, payload}, as Avro behind a frame."""
        schema = avro_schema(message["schema"])
        return frame(self.of(schema), record(schema, avro_value(message["schema"], message["payload"])))
