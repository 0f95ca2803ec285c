"""A game's rules are its TOML files. The particularities of a rulebook follow from the names of its sections."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.kernel.law import Law, cited, entries, page, terms_in

SECTIONS = """
[[section]]
title = "§1"
name = "Turns"
text = "Players take turns."
[[section]]
title = "§1 Bids"
name = "Bidding"
also = ["Bid"]
text = "Bid once a turn."
[[section]]
title = "§Scoring"
name = "Scoring"
text = "Count what you hold."
[[section]]
title = "§Scoring 2"
name = "Ties"
text = "The younger wins."
"""
TERMS = """
[[term]]
title = "Ante"
section = "§1 Bids"
text = "What you pay first."
also = ["antes"]
related = []
"""
RULINGS = """
[[ruling]]
number = 1
title = "Nothing bid"
text = "A bid of nothing is a bid."
sections = ["§1 Bids"]
terms = ["Ante"]
"""


def law_of(monkeypatch: pytest.MonkeyPatch, folder: Path, terms: str = TERMS) -> Law:
    for name, text in (("terms", terms), ("sections", SECTIONS), ("rulings", RULINGS)):
        (folder / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder.parent)
    return Law(package=folder.name, context="test", letters="T", within=r"(.+) \d", opening="# Rulings\n")


@pytest.mark.parametrize(
    ("citation", "heading"),
    [
        ("§1", "§1 Turns"),
        ("§1 Bid", "§1 Bidding"),
        ("§scoring", "§Scoring"),
        ("§Scoring 2", "§Scoring 2 Ties"),
        ("§Scoring 7", "§Scoring"),
        ("the antes", "Ante"),
        ("t1", "T1 Nothing bid"),
        ("T2", None),
    ],
)
def test_sections_are_cited_by_numbers_or_names(
    citation: str, heading: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entry = cited(law_of(monkeypatch, tmp_path), citation)
    assert (entry and entry.heading) == heading


def test_entries_lead_to_each_other_and_the_page_has_all_rulings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    law = law_of(monkeypatch, tmp_path)
    assert entries(law)["§1 Bids"].related == ("Ante", "T1", "§1")
    assert entries(law)["Ante"].related == ("T1", "§1 Bids")
    assert entries(law)["§Scoring"].related == ("§Scoring 2",)
    assert page(law) == "# Rulings\n\n**T1 Nothing bid.** A bid of nothing is a bid. *(§1 Bids)*\n"
    assert [term.title for term in terms_in(law, ["Pay the ANTES."])] == ["Ante"]


def test_a_misspelt_field_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    law = law_of(monkeypatch, tmp_path, TERMS.replace("also", "alos"))
    with pytest.raises(msgspec.ValidationError, match="alos"):
        entries(law)
