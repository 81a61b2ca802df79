"""yml files that people edit: changed in place, with their comments, order and layout.

ruamel.yaml keeps comments and order, but writes indents and blanks in its own way. So a change is carried over to the
file line by line: a line that did not change stays as somebody wrote it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.emitter import RoundTripEmitter
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString
from ruamel.yaml.util import load_yaml_guess_indent

from changefeed.errors import ChangefeedError
from changefeed.words import yaml_text

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NO_TEXT = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


class _Emitter(RoundTripEmitter):
    """Escapes what is not printable, as yaml_text() does: no name of a message hides in a file.

    After a comment behind `- {...}`, ruamel.yaml 0.19 writes the first two lines of the next item as one.
    """

    def expect_block_sequence_item(self, first: bool = False) -> None:
        if not first:
            self.no_newline = False
        super().expect_block_sequence_item(first)

    def write_double_quoted(self, text: Any, split: bool = True) -> None:
        self.write_indicator(yaml_text(text), True)


def flow(value: Any) -> Any:
    """A value that is written in one line: {name: text, other: [1, 2]}. A text that YAML could misread is quoted."""
    made: CommentedMap | CommentedSeq
    if isinstance(value, dict):
        made = CommentedMap((flow(name), flow(each)) for name, each in value.items())
    elif isinstance(value, (list, tuple)):
        made = CommentedSeq(map(flow, value))
    else:
        return DoubleQuotedScalarString(value) if isinstance(value, str) and not _is_plain(value) else value
    made.fa.set_flow_style()
    return made


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text)) and text.lower() not in _NO_TEXT


def written(document: Any) -> str:
    """The text of a new document: what flow() made is in one line, all else has a line for each entry."""
    return _dumped(_yaml(), document)


def parsed(text: str) -> Any:
    """The document of a text. It keeps the text's layout when it is put into another document."""
    return _yaml().load(text)


def changed(file: Path, text: str, *changes: Callable[[Any], None]) -> str:
    """The text of a file after `changes`, which get the document one after the other and change it.

    Raises ChangefeedError for a text that ruamel.yaml refuses; dbt reads some of them, with one name twice.
    """
    try:
        _, indent, offset = load_yaml_guess_indent(text)
        yaml = _yaml(offset or 0) if indent else _yaml()
        document = yaml.load(text)
    except YAMLError as error:
        raise _refused(file, " ".join(str(error).split("To suppress")[0].split())) from error
    carried, after = text, _dumped(yaml, document)
    for change in changes:
        change(document)
        before, after = after, _dumped(yaml, document)
        carried = _carried_over(carried.split("\n"), before.split("\n"), after.split("\n"))
    for found in (carried, after):
        if _reads_as(yaml, found, document):
            return found
    raise _refused(file, "ruamel.yaml does not write it as it reads it")


def _reads_as(yaml: YAML, text: str, document: Any) -> bool:
    try:
        return bool(yaml.load(text) == document)
    except YAMLError:
        return False


def _refused(file: Path, why: str) -> ChangefeedError:
    return ChangefeedError(f"{file} can't be changed in place: {why}. Edit it by hand.")


def is_commented(items: CommentedSeq, place: int) -> bool:
    """Whether a comment stands behind an item of a list, in the same line, or within it."""
    token = (items.ca.items.get(place) or [None])[0]
    return bool(token and token.value.partition("\n")[0].strip()) or _has_comment(items[place])


def _has_comment(node: Any) -> bool:
    if not isinstance(node, (CommentedMap, CommentedSeq)):
        return False
    return bool(node.ca.items) or any(map(_has_comment, node.values() if isinstance(node, CommentedMap) else node))


def _yaml(offset: int = 2) -> YAML:
    """`offset`: how far the dash of a list's item stands behind the name of the list."""
    yaml = YAML()
    yaml.Emitter = _Emitter
    yaml.preserve_quotes = True
    yaml.width = 2**31  # no line is broken
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def _dumped(yaml: YAML, document: Any) -> str:
    text = io.StringIO()
    yaml.dump(document, text)
    return text.getvalue()


def _carried_over(mine: list[str], before: list[str], after: list[str]) -> str:
    """The lines of a file with what changed from `before` to `after`. Comments on lines of their own stay."""
    places = _places(before, mine)
    differences = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, first, last, new_first, new_last in reversed(differences):
        if kind == "equal":
            continue
        start, end, new = places[first], places[last], after[new_first:new_last]
        while kind == "insert" and _is_comment(mine[start - 1]):  # which is about the line that follows
            start = end = start - 1
        mine[start:end] = [*new, *(line for line in mine[start:end] if _is_comment(line) and line not in new)]
    return "\n".join(mine)


def _places(before: list[str], mine: list[str]) -> dict[int, int]:
    """Which line of the file each line of `before` is; the last one is the end of the file."""
    places = {len(before): len(mine)}
    for _, first, last, my_first, my_last in SequenceMatcher(None, before, mine, autojunk=False).get_opcodes():
        is_alike = last - first == my_last - my_first
        for line in range(first, last):
            places[line] = my_first + line - first if is_alike or line == first else my_last
    return places


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
