"""Cards as text, for lists to choose from: a one-line summary, and the rules text."""

from __future__ import annotations

from cards.i18n import Message, msg, row, title
from cards.voidream.card_schema import print_proportions
from cards.voidream.deck_rules import faction_alone, faction_in_sentence
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Text
from cards.voidream.model import Card, Kind

LINE = "line"
"""The context of effect lines, which are printed again in another language."""


def kind_name(kind: Kind) -> Message:
    """Return the name of a card kind."""
    return msg(capitalised(kind.value), "kind")


def card_line(card: Card) -> Message:
    """Return a one-line summary of a card: "Entity 3, Chimeric Court: dawn 2, stability 3, dusk 1"."""
    kind = row(kind_name(card.kind), card.value) if card.value else kind_name(card.kind)
    line = row(kind, faction_in_sentence(card.faction), between=", ")
    if card.major:
        line = msg("{card}, major", card=line)
    if card.kind is Kind.ENTITY:
        return msg(
            "{card}: dawn {dawn}, stability {stability}, dusk {dusk}",
            card=line,
            dawn=card.dawn,
            stability=card.stability,
            dusk=card.dusk,
        )
    if card.kind in (Kind.CONSTRUCT, Kind.BASTION):
        return msg("{card}: stability {stability}", card=line, stability=card.stability)
    return line


def card_text(card: Card) -> tuple[Message, ...]:
    """Return all the rules on a card, line by line."""
    if card.kind is Kind.ARCANUM:
        return msg("Upright: {text}", text=_all(card.text)), msg("Inverted: {text}", text=_all(card.inverted))
    if card.mind:
        names = (msg("Spent", "side of a mind"), "1", "2", "3", "4")
        return tuple(
            row(name, _all(side), between=": ")
            for name, side in zip(names, card.mind.sides, strict=True)
            if side
        )
    lines = _lines(card.text)
    if card.back:
        lines += _lines(card.back.text)
    return tuple(lines)


def _lines(text: Text) -> list[Message]:
    return [msg(line, LINE) for line in print_text(text).split("\n") if line]


def _all(text: Text) -> Message:
    return row(*_lines(text)) if text else msg("no text.")


def _back_line(card: Card) -> Message:
    back = card.back
    if back is None:
        return row()
    return msg(
        "Dream: {dream}. Arcana: {major} + {arcana}.",
        dream=print_proportions(back.dream),
        major=title(back.major),
        arcana=print_proportions(back.arcana),
    )


def bastion_line(card: Card, *, alone: bool) -> Message:
    """Return a one-line summary of a bastion: its numbers, and the deck that it allows."""
    line = msg(
        "value {value}, stability {stability}. {back}",
        value=card.value,
        stability=card.stability,
        back=_back_line(card),
    )
    return line if alone else row(faction_alone(card.faction), line, between=", ")


def capitalised(word: str) -> str:
    """Return a word with its first letter capitalised."""
    return word[:1].upper() + word[1:]
