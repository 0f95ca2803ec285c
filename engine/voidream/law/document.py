"""The page of rulings, docs/rulings.md, as it is made from rulings.toml.

`python -m engine.voidream.law.document > docs/rulings.md` renews it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from engine.voidream.law.rulings import Ruling, rulings

OPENING = """\
# Rulings

How Voidream's rulebook is read here where it is silent or could be read two ways. The numbers are stable: the
match log, the answers to "why can't I?" and the tests cite them. "§" is a section of the rulebook. R1–R53 came
first, with the game itself; those after them were added when a case came up that they did not settle.

This page is made from `engine/voidream/law/rulings.toml`; change a ruling there. In the game, `/rules` and
`voidream rules` look each of them up.
"""


def page(all_rulings: Iterable[Ruling]) -> str:
    """The whole page as Markdown."""
    members: dict[str, list[Ruling]] = {}
    for ruling in all_rulings:
        members.setdefault(ruling.group, []).append(ruling)
    parts = [OPENING]
    for group, rulings_of_group in members.items():
        parts.append(f"\n## {group}\n")
        parts += [f"\n{_entry(ruling)}\n" for ruling in rulings_of_group]
    return "".join(parts)


def _entry(ruling: Ruling) -> str:
    cards = f" {', '.join(ruling.cards)}." if ruling.cards else ""
    return f"**{ruling.citation} {ruling.title}.** {ruling.text} *({', '.join(ruling.sections)})*{cards}"


if __name__ == "__main__":
    sys.stdout.write(page(rulings()))
