"""The page of rulings in a game's documentation, generated from `rulings.toml`."""

from __future__ import annotations

from engine.kernel.law.records import Law, Ruling, rulings


def page(law: Law) -> str:
    """Return the whole page as Markdown."""
    groups: dict[str, list[Ruling]] = {}
    for ruling in rulings(law):
        groups.setdefault(ruling.group, []).append(ruling)
    parts = [law.opening]
    for group, members in groups.items():
        parts += [f"\n## {group}\n"] if group else []
        parts += [f"\n{_entry(ruling)}\n" for ruling in members]
    return "".join(parts)


def _entry(ruling: Ruling) -> str:
    cards = f" {', '.join(ruling.cards)}." if ruling.cards else ""
    return f"**{ruling.citation} {ruling.title}.** {ruling.text} *({', '.join(ruling.sections)})*{cards}"
