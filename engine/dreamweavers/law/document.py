"""The page of rulings, docs/rulings-dreamweavers.md, as it is made from rulings.toml.

`python -m engine.dreamweavers.law.document > docs/rulings-dreamweavers.md` renews it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from engine.dreamweavers.law.rulings import Ruling, rulings

OPENING = """\
# Rulings of Dreamweavers

How Dreamweavers' rulebook is read here where it is silent or could be read two ways. The numbers are stable: the
match log, the answers to "why can't I?" and the tests cite them. "§" is a section of the rulebook.

This page is made from `engine/dreamweavers/law/rulings.toml`; change a ruling there. In the game, `/rules` and
`voidream rules` look each of them up.
"""


def page(all_rulings: Iterable[Ruling]) -> str:
    """The whole page as Markdown."""
    return OPENING + "".join(f"\n{_entry(ruling)}\n" for ruling in all_rulings)


def _entry(ruling: Ruling) -> str:
    sections = ", ".join(f"§{name}" for name in ruling.sections)
    return f"**{ruling.citation} {ruling.title}.** {ruling.text} *({sections})*"


if __name__ == "__main__":
    sys.stdout.write(page(rulings()))
