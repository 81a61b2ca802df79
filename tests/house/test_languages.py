"""A page in Chinese says what its English page says: headings, blocks of code, figures, names, targets of links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline import REPO

PAGES = {
    "README.md": "README.zh.md",
    "docs/tutorial/first-hour.md": "docs/zh/first-hour.md",
    "docs/how-to/operate.md": "docs/zh/operate.md",
    "docs/how-to/typed-tables.md": "docs/zh/typed-tables.md",
    "docs/reference/reasons.md": "docs/zh/reasons.md",
}
# The English page or file of each Chinese one.
ENGLISH = {chinese: english for english, chinese in PAGES.items()} | {
    "docs/zh/reasons.yml": "macros/decoding/reasons.sql",
}
BLOCK = re.compile(r"^ *```.*?^ *```$|^    [^\n]*(?:\n+    [^\n]*)*$", re.M | re.S)


def text_of(page: str) -> str:
    return (REPO / page).read_text(encoding="utf-8")


def blocks(text: str) -> list[str]:
    """What stands in blocks of code: commands, what they print, queries."""
    return ["\n".join(line.rstrip() for line in each.splitlines() if line.strip()) for each in BLOCK.findall(text)]


def levels(text: str) -> list[int]:
    return [len(each) for each in re.findall(r"^(#+) ", BLOCK.sub("", text), re.M)]


def figures(text: str) -> set[str]:
    """Numbers of two digits and more outside of links and code."""
    text = re.sub(r"\]\([^)]*\)|`[^`]*`|<[^>]*>", "", BLOCK.sub("", text))
    return set(re.findall(r"(?<![\w.])\d[\d,.]*\d", text))


def names(text: str) -> set[str]:
    """What a reader types or opens, as prose has it: text in code font (commands, options), and files, in any font."""
    text = re.sub(r"\]\([^)]*\)", "]", BLOCK.sub("", text))
    code = {" ".join(each.split()) for each in re.findall(r"`([^`]+)`", text)}
    files = re.findall(r"[\w./-]*\w\.(?:csv|jsonl|md|py|sh|sql|ya?ml)\b", re.sub(r"`[^`]+`", "", text), re.A)
    return {ENGLISH.get(each, each) for each in code | set(files)}


def targets(page: str) -> set[str]:
    """The files and sites to which a page links, not the headings. A page in Chinese counts as its English page."""
    found = set()
    for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", BLOCK.sub("", text_of(page))):
        path = link if "://" in link else Path(REPO, page).parent.joinpath(link).resolve().relative_to(REPO).as_posix()
        found.add(ENGLISH.get(path, path))
    return found


@pytest.mark.parametrize(("english", "chinese"), PAGES.items())
def test_a_page_in_chinese_names_what_its_english_page_names(english: str, chinese: str) -> None:
    one, other = (names(text_of(page)) | targets(page) for page in (english, chinese))
    assert one == other, f"{chinese} lacks {sorted(one - other)} and has besides {sorted(other - one)}"


@pytest.mark.parametrize(("english", "chinese"), PAGES.items())
def test_a_page_in_chinese_is_in_step_with_its_english_page(english: str, chinese: str) -> None:
    one, other = text_of(english), text_of(chinese)
    assert levels(one) == levels(other), f"{chinese} has other headings than {english}"
    for place, (there, here) in enumerate(zip(blocks(one), blocks(other), strict=False), 1):
        assert here == there, f"{chinese}: block of code {place} is not that of {english}"
    assert len(blocks(one)) == len(blocks(other)), f"{chinese} has another number of blocks of code than {english}"
    assert figures(one) == figures(other), f"{chinese} has other figures than {english}"


@pytest.mark.parametrize(("english", "chinese"), PAGES.items())
def test_pages_in_two_languages_link_to_each_other_at_their_top(english: str, chinese: str) -> None:
    for page, other in ((english, chinese), (chinese, english)):
        top = "\n".join(text_of(page).splitlines()[:4])
        links = re.findall(r"\]\(([^)]+)\)", top)
        there = [(REPO / page).parent.joinpath(link).resolve() for link in links]
        assert (REPO / other).resolve() in there, f"{page}: its top has no link to {other}"


def test_each_page_in_chinese_is_compared() -> None:
    here = {path.relative_to(REPO).as_posix() for path in (*REPO.glob("*.zh.md"), *Path(REPO, "docs/zh").glob("*.md"))}
    assert here == set(PAGES.values())
