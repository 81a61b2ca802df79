"""What a mask makes of a text, as macros/decoding/masked_text.sql says it in SQL: a test holds the two together."""

from __future__ import annotations

import decimal
import hashlib
import hmac
import re

_NUMBER = re.compile(r"([-+]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([-+]?[0-9]{1,3}))?")
_PLAIN = re.compile(r"0|-?[1-9][0-9]*")
_NUMBER_TYPE = re.compile(
    r"^(unsigned )?((tiny|small|medium|big)?int(eger)?[0-9]*|long|decimal|dec|fixed|numeric|number|float[0-9]*|double"
    r"|real)\b|[.]decimal\b"
)
_YEAR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9:.]+)?(Z|[-+][0-9:]+)?")
_LARGE = decimal.Context(prec=100, rounding=decimal.ROUND_HALF_UP)


def hashed(key: bytes, text: str) -> str:
    """The hash of a text: HMAC-SHA-256, 64 hexadecimal digits."""
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def masked(text: str, action: str, argument: str, key: bytes, source_type: str = "") -> str | None:
    """What an action makes of a text, None for NULL. A hash is one for each number, if its type is one of numbers."""
    if action == "hash":
        return hashed(key, comparable(text, source_type))
    if action in ("keep_first", "keep_last"):
        kept, stars = int(argument), "*" * len(text)
        if len(text) <= kept:
            return stars
        return text[:kept] + stars[kept:] if action == "keep_first" else stars[kept:] + text[-kept:]
    if action == "generalize":
        return _of_year(text) if argument == "year" else _of_step(text, int(argument))
    return None


def comparable(text: str, source_type: str) -> str:
    """The text of a value in a key: macros/changes/comparable_text.sql."""
    found = _NUMBER.fullmatch(text)
    if not found or _PLAIN.fullmatch(text) or not _NUMBER_TYPE.search(source_type.lower()):
        return text
    whole, _, fraction = found[2].partition(".")
    digits, point = whole + fraction, len(whole) + int(found[3] or 0)
    before = digits[: max(point, 0)].ljust(max(point, 0), "0").lstrip("0") or "0"
    behind = (digits[point:] if point >= 0 else "0" * -point + digits).rstrip("0")
    return ("-" if found[1] == "-" else "") + before + ("." + behind if behind else "")


def _of_year(text: str) -> str | None:
    return text[:4] + "-01-01" + re.sub("[0-9]", "0", text[10:]) if _YEAR.fullmatch(text) else None


def _of_step(text: str, step: int) -> str | None:
    if not _NUMBER.fullmatch(text.strip(" ")):
        return None
    number = _LARGE.quantize(decimal.Decimal(text.strip(" ")), decimal.Decimal("1e-9"))
    if abs(number) >= decimal.Decimal(10) ** 29:
        return None
    least = int(number.to_integral_value(decimal.ROUND_FLOOR))
    return str(least - least % step)
