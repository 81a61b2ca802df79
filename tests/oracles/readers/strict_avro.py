"""A strict reader of Avro records: what the bytes say as JSON has it, or that they are no whole record."""

from __future__ import annotations

import base64
import struct
from typing import Any


class NotWhole(ValueError):
    """The bytes are no whole record of the schema."""


class _Reader:
    def __init__(self, schema: Any, data: bytes) -> None:
        self.data, self.place = data, 0
        self.named: dict[str, Any] = {}
        self.name(schema)

    def name(self, schema: Any) -> None:
        """Notes the records in a schema by their names."""
        if isinstance(schema, dict):
            if schema["type"] == "record":
                self.named[f"{schema.get('namespace', '')}.{schema['name']}".removeprefix(".")] = schema
            for inner in (schema["type"], schema.get("items"), *(each["type"] for each in schema.get("fields", ()))):
                self.name(inner)
        elif isinstance(schema, list):
            for branch in schema:
                self.name(branch)

    def take(self, size: int) -> bytes:
        if size < 0 or self.place + size > len(self.data):
            raise NotWhole(f"{size} bytes at {self.place}")
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, bits: int) -> int:
        found = shift = 0
        while True:
            (byte,) = self.take(1)
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
            if shift >= (35 if bits == 32 else 70):
                raise NotWhole("a number of too many bytes")
        found &= 2**bits - 1  # Java's reader drops the bits above
        return (found >> 1) ^ -(found & 1)

    def value(self, schema: Any) -> Any:
        if isinstance(schema, str):
            schema = self.named.get(schema, schema)
        if isinstance(schema, list):
            branch = self.number(32)
            if not 0 <= branch < len(schema):
                raise NotWhole(f"branch {branch}")
            return self.value(schema[branch])
        kind = schema if isinstance(schema, str) else schema["type"]
        if isinstance(kind, (dict, list)):
            return self.value(kind)
        if kind == "record":
            return {each["name"]: self.value(each["type"]) for each in schema["fields"]}
        if kind == "array":
            return self.items(schema["items"])
        if kind in ("int", "long"):
            return self.number(32 if kind == "int" else 64)
        if kind in ("bytes", "string"):
            taken = self.take(self.number(64))
            return base64.b64encode(taken).decode() if kind == "bytes" else _text(taken)
        if kind == "boolean":
            return self.take(1) == b"\1"  # so Java's reader has it
        if kind == "double":
            return struct.unpack("<d", self.take(8))[0]
        return None  # null

    def items(self, schema: Any) -> list[Any]:
        found: list[Any] = []
        while count := self.number(64):
            if count < 0:
                self.number(64)  # how many bytes follow, for those who pass over them
                count = -count
            if count > len(self.data):
                raise NotWhole("more items than bytes")
            found += [self.value(schema) for _ in range(count)]
        return found


def _text(taken: bytes) -> str:
    try:
        return taken.decode()
    except UnicodeDecodeError as error:
        raise NotWhole("no UTF-8") from error


def read(schema: Any, data: bytes) -> Any:
    """What a record says: numbers, texts, bytes as base64, lists, objects. Raises NotWhole."""
    reader = _Reader(schema, data)
    found = reader.value(schema)
    if reader.place != len(data):
        raise NotWhole("bytes behind it")
    return found
