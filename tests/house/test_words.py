"""Documentation is in the English of a technical writer: forms that ours had and should not have, with what to write.

A form is a regular expression, in any case unless it says otherwise. Code, and what stands in code font, is not read.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from pipeline import REPO

_NOUN = (
    "(?:it(?! runs| looks| belongs)|they|there|that|this|a|an|no|nobody|none|nothing|one|each|several|some|both|all"
    "|only|neither|what)"
)
_AFTER = "(?: (?:and|at|by|for|from|if|in|is|on|that|to|which|with)\\b|(?! \\w))"
INSTEAD = {
    rf"\bwhere {_NOUN}\b": "if …; where is for a place",
    r"(?-i:(?:^|[.:;] )Where )(?!next|it runs|people|to )[^|]*?, ": "If …; Where is for a place",
    r"(?-i:(?:^|[.:] )Who )[a-z]+s?\b(?![^|.]*\?)": "If you …, or: Anyone who …",
    r"\bmend(?:s|ed|ing)?\b": "correct, fix, repair",
    r"\btold\b": "known, given; for tell apart: distinguish",
    r"\b(?:that|which|can|nothing|messages|it) tells?\b": "says, shows",
    r"\b(?:stands?|stood)\b(?! for\b| alone\b| still\b)": "is, was; write … in …",
    r"\banew\b": "again",
    rf"\bof (?:its|their) own{_AFTER}": "its own …, a separate …",
    r"\bof (?:yours|ours)\b": "your …, our …",
    r"\bsaid\b": "named, declared, reported",
    r"\b(?:that|which|it) (?:is|are) none\b": "is not a …",
    r"(?-i:(?:^|[.:] )Of )(?:an?|each|one|it|what)\b": "For …; or begin with the subject",
    r"\blaid over\b|\blies? over\b": "replaces … of, is applied to",
    r"\breckon(?:ed|s)?\b": "estimate",
    r"\bin (?:the )?place of\b": "instead of",
    r", for (?:it|they|so|there|these|this|that|the|a|no)\b(?=[^,;.|]*\b(?:is|are|ha[sd]|have|does|were|was)\b)": (
        "because …"
    ),
    r"\bcomes? about\b": "is made, arises",
    r"\bgive (?:it|them|the command) again\b": "run … again, repeat",
    r"\bfor ever\b": "forever",
}
FORMS = {re.compile(form, re.I): instead for form, instead in INSTEAD.items()}
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "deploy/*.md", "docs/**/*.md")
PAGES_OF_MODELS = ("models/overview.md", "models/_columns__docs.md")
CODE = re.compile(r"^ *```.*?^ *```$|^    [^\n]*$", re.M | re.S)
IN_CODE_FONT = re.compile(r"``.+?``|`[^`]*`|\]\([^)]*\)|<[^>\n]*>|!\[[^\]]*\]", re.S)


def blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n") + " … "


def read(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, words found, and what to write instead, of the prose of a page of Markdown."""
    prose = IN_CODE_FONT.sub(blank, CODE.sub(blank, text))
    line = 1
    for paragraph in re.split(r"(\n(?=\s*\n|\s*[-*#|]|\s*\d+\. ))", prose):
        flat = re.sub(r"^\s*(?:[-*|#]+|\d+\.) +", "", " ".join(paragraph.split()))
        for form, instead in FORMS.items():
            for found in form.finditer(flat):
                before = re.search(r"\s+".join(map(re.escape, flat[: found.start() + 2].split())), paragraph)
                yield line + paragraph[: before.end() if before else 0].count("\n"), found[0].strip(), instead
        line += paragraph.count("\n")


def test_documentation_is_in_plain_english() -> None:
    listed = subprocess.check_output(["git", "ls-files", *PAGES, *PAGES_OF_MODELS], cwd=REPO, text=True).splitlines()
    pages = [name for name in listed if not name.startswith("docs/zh/")]
    assert len(pages) > 60
    wrong = [
        f"{name}:{line}: '{words}': write {instead}"
        for name in pages
        for line, words, instead in read(Path(REPO, name).read_text(encoding="utf-8"))
    ]
    assert wrong == [], "\n" + "\n".join(wrong)


def test_forms_are_found_in_prose_and_not_in_code() -> None:
    text = "A feed,\nwhere nothing\nis new, waits.\n\n    mend it\n\n- Who has\n  it, stands\n- `told`, [x](anew.md)\n"
    assert [(line, words) for line, words, _ in read(text)] == [(2, "where nothing"), (7, "Who has"), (8, "stands")]
