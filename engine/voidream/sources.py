"""Texts in force: whose they are, their continuous effects, and their triggers (§2, §7)."""

from __future__ import annotations

import msgspec

from cards.voidream.language import tree


class EffectContext(msgspec.Struct, gc=False):
    """The meaning of a text's "you", "this card", "it", "that many" and "the result" at this moment.

    `value` is the value of the card that speaks, 0 for a mind, which is never of higher value (R32, R43). While "each
    player" does something, `performer` is whose turn it is to do it, else -1. `named` are the cards that instructions
    of the line were about before: "another" is none of them. `them` are those from which some were picked, and `taken` those
    that were.
    """

    seat: int
    card: int
    value: int
    it: list[int] = []
    n: int = 0
    result: int = 0
    performer: int = -1
    named: list[int] = []
    them: list[int] = []
    taken: list[int] = []

    def as_performed_by(self, seat: int) -> EffectContext:
        """Return the same context while a player does their part of what each player does."""
        return EffectContext(
            self.seat, self.card, self.value, self.it, self.n, self.result, seat, self.named, self.them, self.taken
        )  # fmt: skip

    def others(self) -> list[int]:
        """Return the meaning of "them", except the cards picked from among them."""
        return [card for card in self.them or self.it if card not in self.taken]


class ContinuousEffect(msgspec.Struct, gc=False):
    """One ongoing instruction in force, printed on a card in play or left behind by an effect.

    `locked`, `amount` and `stamp` are those of an `OngoingEffect`; a printed one has no cards or amount of its own.
    `title` is that of the card on which it is printed.
    """

    op: tree.Ongoing
    context: EffectContext
    condition: tree.Condition | None
    locked: list[int] | None
    amount: int | None
    stamp: int
    title: str


class TriggerSource(msgspec.Struct, gc=False):
    """A triggered ability that is waiting for its condition: where it is printed (card -1: a mind), and whose it is."""

    card: int
    title: str
    side: str
    index: int
    seat: int
    ability: tree.Triggered
