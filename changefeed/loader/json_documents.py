"""JSON documents that are read whole, strictly, and written anew with a few values exchanged.

All bytes but those values are copied: no number is read as a float, no text is escaped in another way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORD = re.compile(r"true|false|null")
_SHELL = re.compile(r"(?:new +)?-?[A-Za-z_][A-Za-z0-9_]*")  # ObjectId("…"), NaN, MinKey
_DEEPEST = 200


class NotJson(ValueError):
    """A text is not one whole JSON document. It says at which character, and nothing of the text."""


@dataclass
class Node:
    """A value: from `start` to `end` in its text. `kind` is object, array, string, number, word or shell."""

    kind: str
    start: int
    end: int = 0
    members: list[tuple[str, Node]] = field(default_factory=list)  # of an object; a name can be there twice
    items: list[Node] = field(default_factory=list)  # of an array; the arguments of what the MongoDB shell writes

    def named(self, name: str) -> Node | None:
        """The last member of a name."""
        found = None
        for known, node in self.members:
            if known == name:
                found = node
        return found


class Document:
    """A document, and what is to be exchanged in it."""

    def __init__(self, text: str, is_shell: bool = False) -> None:
        """Read a text. `is_shell` takes what the MongoDB shell writes as well. Raises NotJson."""
        self.text = text
        self._is_shell = is_shell
        self._new: dict[int, tuple[int, str]] = {}
        self.root = self._value(self._blank(0), 0)
        if self._blank(self.root.end) != len(text):
            raise self._wrong(self.root.end)

    def exchange(self, node: Node, json_text: str) -> None:
        """Write another value in the place of one. Whatever was exchanged within it is gone."""
        self._new[node.start] = node.end, json_text

    def written(self) -> str:
        """The text with the new values."""
        parts, at = [], 0
        for start, (end, new) in sorted(self._new.items()):
            if start >= at:  # not within one that was exchanged
                parts += [self.text[at:start], new]
                at = end
        return "".join([*parts, self.text[at:]])

    def source(self, node: Node) -> str:
        """The text of a value, as it is written."""
        return self.text[node.start : node.end]

    def string(self, node: Node) -> str:
        """What a string says."""
        return _said(self.source(node))

    def compact(self, node: Node) -> str:
        """The text of a value without blanks, and with characters instead of escapes."""
        if node.kind == "object":
            inner = ",".join(f"{quoted(name)}:{self.compact(each)}" for name, each in node.members)
            return "{" + inner + "}"
        if node.kind == "array":
            return "[" + ",".join(map(self.compact, node.items)) + "]"
        return quoted(self.string(node)) if node.kind == "string" else self.source(node)

    def _wrong(self, at: int) -> NotJson:
        return NotJson(f"it is not one whole JSON document (character {at + 1})")

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _value(self, at: int, depth: int) -> Node:
        text, begin = self.text, self.text[at : at + 1]
        if depth > _DEEPEST:
            raise NotJson(f"it is nested more than {_DEEPEST} levels deep")
        if begin == "{":
            return self._object(Node("object", at), depth)
        if begin == "[":
            return self._list(Node("array", at), "]", depth)
        for kind, pattern in (("string", _STRING), ("number", _NUMBER), ("word", _WORD)):
            if found := pattern.match(text, at):
                if kind == "word" and re.match(r"\w|\(", text[found.end() : found.end() + 1]):
                    break
                return Node(kind, at, found.end())
        if self._is_shell and (found := _SHELL.match(text, at)):
            node = Node("shell", at, found.end())
            return self._list(node, ")", depth) if text[node.end : node.end + 1] == "(" else node
        raise self._wrong(at)

    def _object(self, node: Node, depth: int) -> Node:
        at = self._blank(node.start + 1)
        if self.text[at : at + 1] != "}":
            while True:
                name = _STRING.match(self.text, at)
                colon = self._blank(name.end()) if name else at
                if name is None or self.text[colon : colon + 1] != ":":
                    raise self._wrong(at)
                value = self._value(self._blank(colon + 1), depth + 1)
                node.members.append((_said(name[0]), value))
                at = self._blank(value.end)
                if self.text[at : at + 1] != ",":
                    break
                at = self._blank(at + 1)
        return self._closed(node, at, "}")

    def _list(self, node: Node, closing: str, depth: int) -> Node:
        at = self._blank((node.end or node.start) + 1)
        if self.text[at : at + 1] != closing:
            while True:
                node.items.append(self._value(at, depth + 1))
                at = self._blank(node.items[-1].end)
                if self.text[at : at + 1] != ",":
                    break
                at = self._blank(at + 1)
        return self._closed(node, at, closing)

    def _closed(self, node: Node, at: int, closing: str) -> Node:
        if self.text[at : at + 1] != closing:
            raise self._wrong(at)
        node.end = at + 1
        return node


def objects(node: Node) -> Iterator[Node]:
    """The objects in a value, and itself if it is one."""
    if node.kind == "object":
        yield node
        for _, child in node.members:
            if child.members or child.items:
                yield from objects(child)
    for each in node.items:
        if each.members or each.items:
            yield from objects(each)


def every(node: Node) -> Iterator[Node]:
    """A value, and all within it."""
    yield node
    for each in [*(child for _, child in node.members), *node.items]:
        yield from every(each)


def _said(text: str) -> str:
    said: str = json.loads(text) if "\\" in text else text[1:-1]
    return said


def quoted(text: str) -> str:
    """A text as JSON writes it, with characters instead of escapes."""
    return json.dumps(text, ensure_ascii=False)
