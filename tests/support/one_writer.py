"""Who writes and who reads each relation, from the statements that dbt sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_WRITE = re.compile(
    r"\b(?:insert\s+(?:into|overwrite)|merge\s+into|update|delete\s+from|truncate\s+table|alter\s+(?:table|view)"
    r"|drop\s+(?:table|view)(?:\s+if\s+exists)?|create\s+(?:or\s+replace\s+)?(?:temporary\s+)?(?:table|view)(?:\s+if\s+not\s+exists)?)"
    r"\s+(`?\w+`?\.`?\w+`?)",
    re.IGNORECASE,
)
# Questions that the first model of some asks for all, and rows that it keeps in memory for them (ADR 0042).
_AHEAD = re.compile(r"/\* (?:facts_of_run|found_by_run|kept_tables|typed_rows) \*/|^cache lazy table", re.MULTILINE)
_TEXT = re.compile(r"r?'(?:[^'\\]|\\.)*'|--[^\n]*|/\*.*?\*/", re.DOTALL)


def faults(statements: Iterable[tuple[str, str]], manifest: Any) -> list[str]:
    """What breaks the rule that a model writes its own relation and reads what stands before it, a sentence each.

    `statements` come with the unique id of their node.
    A node may make tables for itself while it is built: their names are its own with two underscores and a word. A
    kept typed table may ask the source typed_tables.
    """
    relations: dict[str, set[str]] = {}  # with all that are called so: messages is the source of each feed, too
    for id, node in manifest.nodes.items():
        if node.resource_type in ("model", "seed"):
            relations.setdefault(f"{node.schema}.{node.alias}", set()).add(id)
    for id, source in manifest.sources.items():
        relations.setdefault(f"{source.schema}.{source.identifier}", set()).add(id)
    before: dict[str, set[str]] = {}

    def stands_before(id: str) -> set[str]:
        if id not in before:
            direct = set(getattr(getattr(manifest.nodes.get(id), "depends_on", None), "nodes", ()))
            before[id] = direct.union(*map(stands_before, direct))
        return before[id]

    found = set()
    for id, statement in statements:
        node = manifest.nodes.get(id)
        if node is None or node.resource_type != "model":
            continue
        if _AHEAD.search(statement):
            continue
        own = f"{node.schema}.{node.alias}"
        text = _TEXT.sub("''", statement).replace("`", "")
        for written in _WRITE.findall(text):
            if written != own and not written.startswith(f"{own}__"):
                found.add(f"{node.name} writes {written}")
        is_kept = node.config.materialized == "typed_incremental"
        may_read = stands_before(id) | {id}
        for relation, others in relations.items():
            if is_kept and any(other.endswith(".typed_tables") for other in others):
                continue  # its materialization asks up to where it was built, which a run notes there at its end
            if not others & may_read and re.search(rf"\b{re.escape(relation)}\b(?!\.)", text):
                found.add(f"{node.name} reads {relation}, which it does not depend on")
    return sorted(found)
