"""Messages of which key and value are frames, each behind its length in eight bytes, as TiCDC's Open Protocol has them.

Where one event is tried, it is written as the object that it is read as: {"open_key": …, "open_value": …}.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

VERSION = (1).to_bytes(8, "big")
FRAMED = ("ticdc_open",)  # dialects whose messages are such


def framed(texts: Iterable[bytes]) -> bytes:
    """These texts, each behind its length."""
    return b"".join(len(text).to_bytes(8, "big") + text for text in texts)


def message(event: bytes) -> tuple[bytes, bytes]:
    """Key and value of a message with one event; what is no object of a key and a value is the key."""
    key, content = parts(event)
    return VERSION + framed([key]), framed([content])


def parts(event: bytes) -> tuple[bytes, bytes]:
    """The texts of an event's key and value."""
    key, separator, content = event.removeprefix(b'{"open_key":').partition(b',"open_value":')
    if not event.startswith(b'{"open_key":') or not separator or not content.endswith(b"}"):
        return event, b""
    return key, content.removesuffix(b"}")


def events(key: bytes, value: bytes) -> list[bytes]:
    """The events of a message."""
    pairs = zip(_frames(key.removeprefix(VERSION)), _frames(value), strict=True)
    return [b'{"open_key":%s,"open_value":%s}' % (each, content or b"null") for each, content in pairs]


def _frames(data: bytes) -> Iterator[bytes]:
    while data:
        size = 8 + int.from_bytes(data[:8], "big")
        yield data[8:size]
        data = data[size:]
