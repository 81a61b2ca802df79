"""Makes mutants of messages: what a broken, careless or hostile producer could send. A seed always makes the same."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from strict_json import Number, Object, read

LEVELS = 900  # of arrays or objects in each other; readers of JSON give up at 1,000


@dataclass(frozen=True)
class Raw:
    """Text that is written as it is."""

    text: str


@dataclass(frozen=True)
class Mutant:
    """A message, and what was done to make it."""

    made_by: str
    value: bytes | None


# U+0001 with # once marked numbers; U+FDD0 and its like are no characters, so decoders like to mark with them.
MARKS = (
    "\x01", "\x01#z", '"\x01#y"', "\x01#1.5", "\ufdd0", "\ufdd0z\ufdd1", "\ufdef", "\ufffe", "\uffff", "\U0001ffff", "#", "\x00",
)  # fmt: skip
# What a decoder may well know its own marks by: as escapes and as what an escape looks like inside a text.
SPELLED = (r"\u0001#z", r"\u0001#1.5", r"\ufdd0", r"\"\u0001#7\"", r"\\u0001#z", r"\u0000", r"\u005c", r"\ud83d\ude00")
NAMES = (
    "", " ", "id", "ID", "a\tb", "a\nb", "`x`", "`a\nb`", "a.b", "a'b", 'a"b', "a\\", "b ", "${env:HOME}", "<rows>.feed", "{{ x }}",
    "__HIVE_DEFAULT_PARTITION__", "null", "NULL", "n" * 300, "订单", "🚀", "İ", "e\u0301", "\u202eabc", "\u2028", "\x7f",
    "\ufeffid", "changefeed_end", "a\x00b", "$['a']", "%s", "a/b", "..", "a=b", *MARKS,
)  # fmt: skip
NUMBERS = (
    "0", "-0", "1", "-1", "1.0", "1.50", "-0.0", "0.1", "1e5", "1E5", "1E+5", "1.5E-9", "1e400", "-1e400", "1e-400", "1e999999999",
    "9.99999999999999999999999999", "1.0000000000000000000000000000000000000000000000000000001", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "18446744073709551615", "340282366920938463463374607431768211456",
    "12345678901234567890123456789012345678901234567890", "123456789.123456789123456789123456789", "0.1000", "1717210800000",
    "1717210800000.0", "1.7172108E12", "253402300800000", "-62135596800001", "1" * 200, "0." + "3" * 300,
    "4.9E-324", "2.2250738585072012e-308", "100", "1e0", "0e0", "0E-10", "5121", "171721084208000012", "171721084208000012.0",
)  # fmt: skip
NO_NUMBERS = (
    "NaN", "Infinity", "-Infinity", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "1_000", "--1", "-", "1f", "1L", "INF", "-INF",
    "True", "False", "None", "TRUE", "nul", "undefined", "'1'", "tru", "truee", "nan", "1.5.2", "1e5e5", "1-2", "−1", "１",
)  # fmt: skip
TEXTS = (
    "", " ", "1", "x", "1.50", "NULL", "null", "true", "false", "0", "-0", "{}", "[]", '{"a":1.50}', "[1.0,2e5]", '"', "\\", '\\"',
    "a\nb\r\t", "\x08\x0c\x1f\x7f", "'", "茶 李娜", "🚀", "\u2028\u2029", "\ufeff", "//c", "/*c*/", ",", "}", "]", '"}', '"}]',
    ',{"changefeed_end":1}]', '"},{"changefeed_end":1}]', "1717210800000", "171721084208000012", "truncate table t", "/* c */ TRUNCATE t",
    "-- c\ntruncate t", "INSERT", "UPDATE", "DELETE", "INIT", "ROW", "DDL", "INIT_DDL", "QUERY", "TRUNCATE", "ALTER", "insert", "text", "blob",
    "BLOB(10)", "json", "5121", "5121\n", "1717210800000\n", *MARKS,
)  # fmt: skip
# For patterns that look at a text again from each of its places, or take a piece of the stack for each turn.
LONG = (
    "w" * 70_000, '"\\' * 20_000, "'" * 30_001, "``\\" * 20_000, "/*!" * 20_000 + "*/", "q'[" * 20_000, " (" * 30_000,
    '"a".' * 15_000, "2" * 60_000 + "x", "0" * 60_000 + "x", "00:" * 20_000, "alter table t add (a int)" + " cascade" * 7_000,
    Raw("-" + "0" * 60_000 + "."),
)  # fmt: skip
NESTED = (
    '{"a":1.50}', '{"a":{"b":[1e5,-0,1.0,null,true,"x",{}]}}', "[1.50,2]", "[[],[[1.0]]]", "{}", "[]", "[null]", '{"":1}',
    '{"a":1,"a":2}', '{"a":"\\u0001#z","b":1.5}', '["\\u0001#1.5",1.5]', '{"a":1e400,"b":-0.0}', '{ "a" : [ 1 , 2.50 ] }',
    '{"n":12345678901234567890123456789.123456789}', '{"a":"1.5"}', '{"a":"\\"1.5\\""}', '{"\\u0001#":1.5}', '{"a.b":1E5}',
    '[{"a":1},{"a":2.0}]', '{"a":"\\\\","b":1.5}', '{"changefeed_end":1}', "[true,null]", '{"é":"\\u00e9","s":"a\\/b"}',
)  # fmt: skip
BROKEN_NESTED = (
    '{"a":NaN}', '{"a":Infinity,"b":1}', "[True,null]", "{a:1}", "{'a':1}", '{"a":1,}', "[1,]", '{"a" 1}', '{"a":1 "b":2}', "{", "[", '"', "}", "]",
    '[1 2]', '{"a":01}', '{"a":"\n"}', '{"a":"\x01"}', '{"a":"\\x"}', '{"a":"\\u12"}', '{"a":"\\ud800"}', '{"\\udc00x":1}', '{,}', '[,]',
)  # fmt: skip
BEHIND = (
    ",", ',{"changefeed_end":1}]', ',{"changefeed_end":1}] anything', ' {"changefeed_end":1}', "]", "}", "x", " ", "\n", "\t\r\n ", "\x00", "\x0b",
    "\x0c", "\xa0", "\ufeff", "{}", ",{}", "null", "1", "//", "/**/", "#", ";", '"', "]]", ",{}]", ',{"changefeed_end":1},{"changefeed_end":1}]',
)  # fmt: skip
BEFORE = (
    "\ufeff", "\x00", " ", "\n\t\r ", "x", "[", "//c\n", "/*c*/", "#c\n", ",", "\xa0", "\x0b", "\x1e", "null", "1 ", '{"a":1},', ")]}',\n",
)  # fmt: skip
BAD_BYTES = (
    b"\xff", b"\xfe", b"\x80", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xed\xa0\xbd\xed\xb8\x80", b"\xf0\x80\x80\x80",
    b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x82", b"\xc3", b"\xef\xbb\xbf", b"\x00", b"\xc2\xa0", b"\xc2\x85", b"\xe2\x80\xa8",
)  # fmt: skip
LONE = (
    r"\ud800", r"\uDBFF", r"\udc00", r"\uDFFF", r"\ude00\ud83d", r"\ud83d\u0041", r"\ud83dx", r"\\\ud800", r"\ud83d\\ude00",
)  # fmt: skip
# Names of relatives' members, and of members that only decoders know.
STRANGE_MEMBERS = (
    "_tidb", "isHeartbeat", "dataSourceName", "columnType", "opType", "serverId", "gtid", "id", "changefeed_end", "", "Data", "DATA", "TABLE",
    "dat", "data ", "\x01#", "\ufdd0", "schema", "changefeed_baseline",
)  # fmt: skip


class Maker:
    """Mutants of some messages, one after the other, without end."""

    def __init__(self, messages: list[bytes], seed: str) -> None:
        self.random = random.Random(seed)
        self.seeds = [*messages, *_exchanged(messages)]
        self.trees = [read(each) for each in self.seeds]
        self.member_names = sorted({name for tree in self.trees for name in tree.names()})
        self.edits = self._positions()
        self.cuts = self._positions()

    def as_they_are(self) -> Iterator[Mutant]:
        yield Mutant("no value", None)
        yield Mutant("no bytes", b"")
        for message in self.seeds:
            yield Mutant("as it is", message)

    def each_name_repeated(self) -> Iterator[Mutant]:
        """Each message with each of its names twice, one after the other, at every depth."""
        for tree in self.trees:
            for path in dict.fromkeys(_paths(tree)):
                parent = _at(tree, path[:-1]) if path else None
                if isinstance(parent, Object):
                    members = Object((*parent.members, parent.members[path[-1]]))
                    yield _text("a name twice", _plainly(_replaced(tree, path[:-1], members)))

    def each_member_nested(self) -> Iterator[Mutant]:
        """Each message with each of its members as deep as JSON is read: what walks down such a value runs out of stack."""
        for tree in self.trees:
            for place, (name, _) in enumerate(tree.members):
                for start, end in (("[", "]"), ('{"a":', "}")):
                    deep = Raw(start * LEVELS + "1.5" + end * LEVELS)
                    yield _text("nested deep", _plainly(_with_member(tree, place, (name, deep))))

    def __iter__(self) -> Iterator[Mutant]:
        ways = (
            (self.edit_bytes, 30),
            (self.cut, 3),
            (self.damage_text, 12),
            (self.mutate_tree, 30),
            (self.mutate_rows, 25),
        )
        choices = [way for way, weight in ways for _ in range(weight)]
        while True:
            yield self.random.choice(choices)()

    def _positions(self) -> Iterator[tuple[bytes, int]]:
        """Every position of every message, in an order of chance, again and again."""
        places = [(message, place) for message in self.seeds for place in range(len(message))]
        while True:
            self.random.shuffle(places)
            yield from places

    # --- bytes

    def edit_bytes(self) -> Mutant:
        """Replaces, inserts or removes a byte or two."""
        message, place = next(self.edits)
        telling = b"\"\\{}[]:,0123456789.eE+-\x00\x01\x1f \n\t#/'tfnNI\x80\xc3\xff"
        byte = bytes([self.random.choice(telling) if self.random.random() < 0.7 else self.random.randrange(256)])
        way = self.random.randrange(6)
        if way <= 2:
            return Mutant("byte replaced", message[:place] + byte + message[place + 1 :])
        if way == 3:
            return Mutant("byte inserted", message[:place] + byte + message[place:])
        if way == 4:
            return Mutant("bytes removed", message[:place] + message[place + self.random.choice((1, 1, 2, 7)) :])
        flipped = bytes([message[place] ^ (1 << self.random.randrange(8))])
        return Mutant("bit flipped", message[:place] + flipped + message[place + 1 :])

    def cut(self) -> Mutant:
        message, place = next(self.cuts)
        return Mutant("cut off", message[:place] if self.random.random() < 0.8 else message[place:])

    def damage_text(self) -> Mutant:
        """Makes a text of it that is not JSON, or nearly none."""
        message = self.random.choice(self.seeds)
        text = message.decode()
        way = self.random.randrange(12)
        quotes = [place for place, each in enumerate(text) if each == '"']
        place = self.random.choice(quotes)
        if way == 0:
            control = self.random.choice("\x00\x01\x0b\x1f\n\t\r")
            return _text("control character for a quote", text[:place] + control + text[place + 1 :])
        if way == 1:
            return _text("text behind", text + self.random.choice(BEHIND))
        if way == 2:
            return _text("text in front", self.random.choice(BEFORE) + text)
        if way == 3:
            gap = self.random.choice([spot for spot, each in enumerate(text) if each in ",:{}[]"])
            filling = self.random.choice(("/*c*/", "//c\n", "#c\n", " ", "\n", "\x0b", "\xa0", "\ufeff", "\x00", ","))
            return _text("comment or blank", text[: gap + 1] + filling + text[gap + 1 :])
        if way == 4:
            return _text("single quotes", text.replace('"', "'"))
        if way == 5:
            end = quotes[min(quotes.index(place) + 1, len(quotes) - 1)]
            return _text("one in single quotes", text[:place] + "'" + text[place + 1 : end] + "'" + text[end + 1 :])
        if way == 6:
            bad = self.random.choice(BAD_BYTES)
            spot = self.random.randrange(len(message) + 1)
            return Mutant("bad bytes", message[:spot] + bad + message[spot:])
        if way == 7:
            return _text("half a surrogate pair", text[: place + 1] + self.random.choice(LONE) + text[place + 1 :])
        if way == 8:
            other = self.random.choice(self.seeds)
            return Mutant("two messages", message + self.random.choice((b"", b",", b"\n")) + other)
        if way == 9:
            encoding = self.random.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "utf-7"))
            return Mutant("other encoding", text.encode(encoding, "replace"))
        if way == 10:
            word = self.random.choice(list(re.finditer(r"\w+(\([^()]*\))?|[^\w\s]", text)))
            return _text("word twice", text[: word.end()] + text[word.start() :])
        return _text(
            "escape",
            text[: place + 1] + self.random.choice((*SPELLED, r"\x41", r"\u00", "\\", r"\/")) + text[place + 1 :],
        )

    # --- members and values

    def mutate_tree(self) -> Mutant:
        """Changes members and values at any depth, once to four times."""
        tree = self.random.choice(self.trees)
        made_by = []
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 4))):
            how, tree = self._mutated(tree)
            made_by.append(how)
        return _text(" + ".join(made_by), self.write(tree))

    def mutate_rows(self) -> Mutant:
        """Puts hostile values and names into rows, and leaves the envelope alone but for names and times."""
        tree = self.random.choice(self.trees)
        members = list(tree.members)
        names = {name: self.random.choice(NAMES) for name in self.member_names if self.random.random() < 0.05}
        for place, (member, value) in enumerate(members):
            if _holds_rows(value):
                new = [self._hostile_row(row) for row in value]
                members[place] = (member, new)
                names |= {old: now for row, each in zip(value, new, strict=True) for old, now in _renames(row, each)}
        if self.random.random() < 0.8:  # a column keeps its name throughout the message
            members = [(member, _renamed_throughout(value, names)) for member, value in members]
        if self.random.random() < 0.3:
            place = self.random.randrange(len(members))
            if not _holds_rows(members[place][1]):
                members[place] = (members[place][0], self.hostile())
        if self.random.random() < 0.2:
            self.random.shuffle(members)
        return _text("rows", self.write(Object(tuple(members))))

    def _hostile_row(self, row: Object) -> Object:
        share = self.random.choice((0.0, 0.2, 0.6))
        members = []
        for name, value in row.members:
            new_name = self.random.choice(NAMES) if self.random.random() < 0.04 else name
            members.append((new_name, self.hostile() if self.random.random() < share else value))
        return Object(tuple(members))

    def _mutated(self, tree: Any) -> tuple[str, Any]:
        path = self.random.choice(_paths(tree))
        parent = _at(tree, path[:-1]) if path else None
        ways = [self._other_value, self._other_value, self._other_value]
        if isinstance(parent, Object):
            ways += [self._renamed, self._repeated, self._removed, self._exchanged, self._retyped, self._added]
        elif isinstance(parent, list):
            ways += [self._element, self._retyped]
        how, changed = self.random.choice(ways)(parent, path[-1] if path else None, _at(tree, path))
        if how in ("value", "retyped", "wrapped"):
            return how, _replaced(tree, path, changed)
        return how, _replaced(tree, path[:-1], changed)

    def hostile(self) -> Any:
        """A value that nobody expects."""
        pick = self.random.choice
        way = self.random.randrange(24)
        if way < 6:
            return Number(pick(NUMBERS))
        if way < 11:
            return pick(TEXTS)
        if way < 13:
            return pick(NAMES)
        if way < 15:
            return Raw('"' + pick(SPELLED) + '"')
        if way < 19:
            return Raw(pick(NESTED))
        if way == 19:
            return Raw(pick(NO_NUMBERS + BROKEN_NESTED))
        if way == 20:
            return pick((None, None, True, False))
        if way == 21:
            return Raw('"' + pick(LONE) + '"')
        if way == 22 and self.random.random() < 0.2:
            levels = pick((60, 300, 990, 1010))
            return Raw(pick(("[" * levels + "1.5" + "]" * levels, '{"a":' * levels + "1" + "}" * levels)))
        if way == 23 and self.random.random() < 0.1:
            return pick((*LONG, Number("7" * pick((999, 1001, 1200))), Number("0." + "7" * 1200)))
        digits = "".join(pick("0123456789") for _ in range(pick((1, 5, 17, 40))))
        return Number(pick(("", "-")) + (digits.lstrip("0") or "0") + pick(("", ".5", ".50", "e7", ".125E-3")))

    def _other_value(self, parent: Any, place: Any, value: Any) -> tuple[str, Any]:
        if self.random.random() < 0.05:
            levels = self.random.choice((1, 1, 2, 40))
            around = self.write(value)
            return "wrapped", Raw("[" * levels + around + "]" * levels)
        if isinstance(parent, Object) and parent.members[place][0] == "pkNames" and self.random.random() < 0.5:
            names = [*(value if isinstance(value, list) else []), "id", "sku", "order_no"]
            pools: tuple[Any, ...] = (
                [None],
                [names[0]] * 2,
                [*names[:1], self.hostile()],
                [],
                [[names[0]]],
                names[::-1],
                [Number("1")],
                [True],
                [""],
            )
            return "value", self.random.choice(pools)
        return "value", self.hostile()

    def _retyped(self, parent: Any, place: Any, value: Any) -> tuple[str, Any]:
        text = self.write(value)
        if isinstance(value, str):
            return "retyped", self.random.choice(
                (Raw(value or "0"), [value], Object((("a", value),)), Number("7"), True)
            )
        if isinstance(value, list | Object):
            inner = value if isinstance(value, list) else [each for _, each in value.members]
            return "retyped", self.random.choice(
                (text, Object((("0", value),)), [value], inner[0] if inner else None, "", True)
            )
        return "retyped", self.random.choice(
            (text, text.strip('"') + ".0", [value], Object((("a", value),)), text.upper())
        )

    def _renamed(self, parent: Object, place: int, value: Any) -> tuple[str, Any]:
        siblings = [each for each in parent.names() if isinstance(each, str)]
        name = parent.members[place][0]
        new = self.random.choice(
            (*NAMES, *STRANGE_MEMBERS, *siblings, *siblings, *self.member_names, str(name).upper(), f"{name} ")
        )
        return "renamed", _with_member(parent, place, (new, value))

    def _repeated(self, parent: Object, place: int, value: Any) -> tuple[str, Any]:
        members = list(parent.members)
        spelled: Any = members[place][0]
        if self.random.random() < 0.3 and isinstance(spelled, str) and spelled and ord(spelled[0]) < 0x10000:
            spelled = Raw('"' + f"\\u{ord(spelled[0]):04x}" + json.dumps(spelled[1:])[1:])
        second = self.random.choice((value, self.hostile(), self.hostile(), None))
        members.insert(
            self.random.choice((0, len(members), self.random.randrange(len(members) + 1))), (spelled, second)
        )
        return "repeated", Object(tuple(members))

    def _removed(self, parent: Object, place: int, value: Any) -> tuple[str, Any]:
        return "removed", _with_member(parent, place)

    def _added(self, parent: Object, place: int, value: Any) -> tuple[str, Any]:
        member = (self.random.choice((*STRANGE_MEMBERS, *NAMES)), self.hostile())
        return "added", Object((*parent.members, member) if self.random.random() < 0.5 else (member, *parent.members))

    def _exchanged(self, parent: Object, place: int, value: Any) -> tuple[str, Any]:
        other = self.random.randrange(len(parent.members))
        name, other_name = parent.members[place][0], parent.members[other][0]
        first = _with_member(parent, place, (name, parent.members[other][1]))
        return "exchanged", _with_member(first, other, (other_name, value)) if other != place else first

    def _element(self, parent: list, place: int, value: Any) -> tuple[str, Any]:
        new = self.random.choice((
            [*parent, value], [*parent, None], [None, *parent], [*parent, self.hostile()], parent[:place] + parent[place + 1 :],
            parent[::-1], [parent], [*parent, *parent],
        ))  # fmt: skip
        return "element", new

    def write(self, tree: Any) -> str:
        """The tree as JSON text, its characters now raw, now escaped."""
        parts: list[str] = []
        is_escaped = self.random.random() < 0.25
        is_wide = self.random.random() < 0.1
        comma, colon = (" ,\n ", " :\t") if is_wide else (",", ":")

        def put(value: Any) -> None:
            if isinstance(value, Raw | Number):
                parts.append(value.text)
            elif isinstance(value, Object):
                parts.append("{")
                for number, (name, inner) in enumerate(value.members):
                    parts.append(comma if number else "")
                    put(name)
                    parts.append(colon)
                    put(inner)
                parts.append("}")
            elif isinstance(value, list):
                parts.append("[")
                for number, inner in enumerate(value):
                    parts.append(comma if number else "")
                    put(inner)
                parts.append("]")
            elif isinstance(value, str) and is_escaped and self.random.random() < 0.5:
                units = value.encode("utf-16-be", "surrogatepass")
                pairs = [units[place : place + 2].hex() for place in range(0, len(units), 2)]
                parts.append('"' + "".join(f"\\u{each}" for each in pairs) + '"')
            else:
                parts.append(json.dumps(value, ensure_ascii=is_escaped))

        put(tree)
        return "".join(parts)


def _text(made_by: str, text: str) -> Mutant:
    return Mutant(made_by, text.encode("utf-8", "surrogatepass"))


def _exchanged(messages: list[bytes]) -> list[bytes]:
    """The messages with two members exchanged that hold rows: where another dialect, or another variant, has them."""
    bodies = [read(each) for each in messages]
    holders = sorted({name for body in bodies for name, value in body.members if _holds_rows(value)})
    found = []
    for body in bodies:
        for one, other in itertools.combinations(holders, 2):
            swapped = {one: body.get(other), other: body.get(one)}
            if swapped[one] != swapped[other]:
                members = tuple((name, swapped.get(name, value)) for name, value in body.members)
                found.append(_plainly(Object(members)).encode())
    return found


def _holds_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Object) for each in value)


def _renames(row: Object, new: Object) -> Iterator[tuple[str, str]]:
    for (old, _), (now, _) in zip(row.members, new.members, strict=True):
        if old != now:
            yield old, now


def _renamed_throughout(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [names.get(each, each) if isinstance(each, str) else _renamed_throughout(each, names) for each in value]
    if isinstance(value, Object):
        return Object(tuple((names.get(name, name), each) for name, each in value.members))
    return value


def _plainly(tree: Any) -> str:
    """The tree as JSON text, nothing escaped that need not be."""
    if isinstance(tree, Raw | Number):
        return tree.text
    if isinstance(tree, Object):
        return "{" + ",".join(f"{_plainly(name)}:{_plainly(value)}" for name, value in tree.members) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(_plainly, tree)) + "]"
    return json.dumps(tree, ensure_ascii=False)


def _with_member(parent: Object, place: int, *members: tuple[Any, Any]) -> Object:
    return Object((*parent.members[:place], *members, *parent.members[place + 1 :]))


def _paths(tree: Any) -> list[tuple[int, ...]]:
    """The ways to all values, by number; members of the envelope count three times."""
    found: list[tuple[int, ...]] = [()]
    waiting: list[tuple[tuple[int, ...], Any]] = [((), tree)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list | Object):
            for place, each in enumerate(_inner(value)):
                found.extend([(*path, place)] * (1 if path else 3))
                waiting.append(((*path, place), each))
    return found


def _inner(value: list | Object) -> list[Any]:
    return value if isinstance(value, list) else [each for _, each in value.members]


def _at(tree: Any, path: tuple[int, ...]) -> Any:
    for place in path:
        tree = _inner(tree)[place]
    return tree


def _replaced(tree: Any, path: tuple[int, ...], value: Any) -> Any:
    if not path:
        return value
    place, rest = path[0], path[1:]
    new = _replaced(_inner(tree)[place], rest, value)
    if isinstance(tree, Object):
        return _with_member(tree, place, (tree.members[place][0], new))
    return [*tree[:place], new, *tree[place + 1 :]]
