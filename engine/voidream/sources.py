"""Texts in force: their controllers, continuous effects, and triggers (§2, §7)."""

from __future__ import annotations

import msgspec

from cards.voidream.language import tree


class EffectContext(msgspec.Struct, gc=False):
    """The current meaning of a text's "you", "this card", "it", "that many" and "the result".

    `value` is the value of the card with the text, 0 for a mind, which never has a higher value (R32, R43). While "each
    player" does something, `performer` is the current one, otherwise -1. `named` are the cards of the line's previous
    instructions, which "another" excludes. `them` are the cards from which some were picked, and `taken` the picked ones.
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
        """Return the same context for one player's part of an "each player" instruction."""
        return EffectContext(
            self.seat, self.card, self.value, self.it, self.n, self.result, seat, self.named, self.them, self.taken
        )  # fmt: skip

    def others(self) -> list[int]:
        """Return the cards called "them", except the picked ones."""
        return [card for card in self.them or self.it if card not in self.taken]


class ContinuousEffect(msgspec.Struct, gc=False):
    """One ongoing instruction in force, printed on a card in play or started by an effect.

    `locked`, `amount` and `stamp` are as in `OngoingEffect`; a printed one has neither cards nor an amount. `title` is
    the title of the card with the text.
    """

    op: tree.Ongoing
    context: EffectContext
    condition: tree.Condition | None
    locked: list[int] | None
    amount: int | None
    stamp: int
    title: str

    @property
    def may_lower(self) -> bool:
        """Whether it may lower a number. Uncertain cases count."""
        if self.amount is not None:
            return self.amount < 0
        if not isinstance(self.op, tree.Modify) or self.op.negative:
            return True
        match self.op.amount:
            case tree.Number(n):
                return n < 0
            case tree.CountOf() | tree.DepthOf() | tree.MindOf():
                return False
            case _:
                return True


class TriggerSource(msgspec.Struct, gc=False):
    """A triggered ability that waits for its event: its place in print (card -1: a mind), and its controller."""

    card: int
    title: str
    side: str
    index: int
    seat: int
    ability: tree.Triggered
