"""Messages of every dialect, of about 1.1 KB: the row changes of the demo's captures, widened with columns of text.

What a dialect sends about its columns (types, descriptors, schemas) is widened with them, so that the envelope keeps
its proportions. Messages that carry no row are left out.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SIZE = 1100  # bytes, on average
VARIANTS = 500  # different messages of a dialect
CAPTURES = Path(__file__).parents[1] / "demo" / "captures"
# The text column of each capture that new columns stand beside.
BESIDE = {
    "arcade": "name", "bakery": "name", "bar": "name", "bazaar": "name", "books": "isbn", "cafe": "name",
    "carts": "state", "cellar": "bin", "club": "name", "depot": "sku", "desk": "state", "erp": "sku", "fair": "name",
    "garden": "note", "granary": "GRAIN", "harbour": "owner", "kiosk": "title", "library": "note", "meters": "note",
    "mill": "body", "pier": "name", "post": "carrier", "ride": "name", "shop": "name", "stall": "name",
    "tearoom": "name", "vine": "name", "voices": "body", "works": "part",
}  # fmt: skip
_AVRO = {"ferry": "ferry_dts_avro", "orchard": "orchard_oms_avro", "kiln": "kiln_drs_avro"}  # feeds and their topics
# Feeds whose records have a schema of a registry: the messages of another feed, as records.
_OF_REGISTRY = {"guild": "club", "booth": "bar", "quarry": "granary"}
_OF_TYPES = ("mysqlType", "sqlType", "columnType", "__light_type")
Message = tuple[str, bytes | None, bytes]  # topic, key, value


def messages(feed: str, size: int = SIZE) -> list[Message]:
    """Messages of a feed of the demo, each with values of its own; always the same. None of a feed not widened here."""
    draw = random.Random(feed)
    if feed in _OF_REGISTRY:
        return _as_records(feed, messages(_OF_REGISTRY[feed], size * 5 // 2))  # names are not in a record
    if feed not in _AVRO and feed not in BESIDE:
        return []
    make = _avro(feed) if feed in _AVRO else _json(feed)
    width = next(n for n in itertools.count(1) if _mean_size(make(random.Random(feed), n)) >= size)
    made: list[Message] = []
    while len(made) < VARIANTS:
        made.extend(make(draw, width))
    return made[:VARIANTS]


def _mean_size(made: list[Message]) -> float:
    return sum(len(value) for _, _, value in made) / len(made)


def _word(draw: random.Random) -> str:
    return f"w{draw.randrange(2000):05}"


def _names(width: int) -> list[str]:
    return [f"c{place:02}" for place in range(width)]


def _json(feed: str):
    (capture,) = CAPTURES.glob(f"{feed}_*.jsonl")
    records = [json.loads(line) for line in capture.read_text(encoding="utf-8").splitlines()]
    beside = BESIDE[feed]

    def make(draw: random.Random, width: int) -> list[Message]:
        return list(_widened(records, beside, draw, _names(width)))

    return make


def _widened(records: list[dict[str, Any]], beside: str, draw: random.Random, names: list[str]) -> Iterator[Message]:
    for record in records:
        try:
            message = json.loads(record["payload"])
        except (TypeError, ValueError):
            continue
        if isinstance(message, dict) and _widen(message, beside, draw, names, ""):
            key = record["key"] and record["key"].encode()
            yield record["topic"], key, json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _widen(value: Any, beside: str, draw: random.Random, names: list[str], under: str) -> bool:
    """Put new columns beside one wherever it stands; return whether it stood in a row."""
    if isinstance(value, list):
        described = [
            each for each in value if isinstance(each, dict) and beside in (each.get("name"), each.get("field"))
        ]
        for each in described:
            value.extend({part: name if text == beside else text for part, text in each.items()} for name in names)
        return any([_widen(each, beside, draw, names, under) for each in value])
    if not isinstance(value, dict):
        return False
    is_widened = any([_widen(each, beside, draw, names, name) for name, each in value.items()])
    if beside in value:
        of_types = under in _OF_TYPES
        value.update({name: value[beside] if of_types else _word(draw) for name in names})
        return is_widened or not of_types
    for part in ("value", "after"):  # a document of MongoDB, as text
        if isinstance(value.get(part), str) and f'"{beside}": ' in value[part]:
            added = "".join(f'"{name}": "{_word(draw)}", ' for name in names)
            value[part] = value[part].replace(f'"{beside}": ', f'{added}"{beside}": ')
            return True
    return is_widened


def schemas() -> dict[int, str]:
    """The schemas of the registry that records were made with, by number."""
    from encoders import registry

    return registry.NUMBERS.schemas


def _as_records(feed: str, made: list[Message]) -> list[Message]:
    """JSON messages as records of one schema, which has all that any of them has, with their keys."""
    import connect_avro
    from encoders import registry

    def encoded(texts: list[bytes], name: str) -> list[bytes]:
        told = [json.loads(text) for text in texts]
        values = [each["payload"] if "schema" in each else each for each in told]
        schema = _schema_of(values, name)
        number = registry.NUMBERS.of(schema)
        return [connect_avro.confluent(number, connect_avro.record(schema, value)) for value in values]

    made = [each for each in made if each[1]] or made  # Kafka keys, where a feed has any
    values = encoded([value for _, _, value in made], f"{feed}.Value")
    keys = encoded([key for _, key, _ in made], f"{feed}.Key") if made[0][1] else [None] * len(made)
    return [(feed, key, value) for key, value in zip(keys, values, strict=True)]


def _schema_of(values: list[Any], name: str) -> Any:
    """The Avro schema of JSON values: an object is a record, in which all is optional."""
    told = [each for each in values if each is not None]
    if told and isinstance(told[0], dict):
        names = list(dict.fromkeys(member for each in told for member in each))
        fields = [
            {"name": member, "type": ["null", _schema_of([each.get(member) for each in told], f"{name}_{member}")]}
            for member in names
        ]
        return {"type": "record", "name": name, "fields": fields}
    if told and isinstance(told[0], list):
        return {"type": "array", "items": "string"}
    kinds = {type(each) for each in told}
    return (
        "boolean" if kinds == {bool} else "long" if kinds == {int} else "double" if kinds <= {int, float} else "string"
    )


def _avro(feed: str):
    import avro_messages as avro

    def make(draw: random.Random, width: int) -> list[Message]:
        names = _names(width)
        numbers = {"id": 8} | dict.fromkeys(names, 253)
        source = {"source": ("MySQL", "OBMySQL"), "is_old": True} if feed == "orchard" else {}
        made = []
        for operation in ("INSERT", "UPDATE", "UPDATE", "DELETE"):
            sides = []
            number = draw.randrange(10**6)
            for is_absent in (operation == "INSERT", operation == "DELETE"):
                words = [_word(draw) for _ in names]
                if feed == "kiln":
                    row = [("Text", {"value": word}) for word in ("bowl", *words)]
                else:
                    row = [avro.integer(number), *map(avro.text, words)]
                sides.append(None if is_absent else row)
            if feed == "kiln":
                value = avro.drs(operation, ["pot", *names], *sides, tableName="kiln.pots")
            else:
                value = avro.dts(operation, numbers, *sides, keys={"PRIMARY": ["id"]}, **source)
            made.append((_AVRO[feed], None, value))
        return made

    return make
