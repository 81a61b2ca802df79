"""A page in Chinese says what its English page says: as many headings, the same commands, the same figures."""

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
