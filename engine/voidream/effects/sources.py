"""Texts that work: whom they speak for, what they keep in force, what they wait for (§2, §7)."""

from __future__ import annotations

from dataclasses import dataclass

from cards.voidream.language import tree


class EffectContext:
    """Who a text speaks for: "you", "this card", "it", "that many" and "the result" at this moment.

    `value` is the value of the card that speaks, 0 for a mind, which is never of higher value (R32, R43). While "each
    player" does something, `performer` is whose turn it is to do it, else -1. `named` are the cards that instructions
    of the line were about before: "another" is none of them.
    """

    __slots__ = ("card", "it", "n", "named", "performer", "result", "seat", "value")

    def __init__(
        self,
        seat: int,
        card: int,
        value: int,
        it: list[int] | None = None,
        n: int = 0,
        result: int = 0,
        performer: int = -1,
        named: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.card = card
        self.value = value
        self.it: list[int] = it or []
        self.n = n
        self.result = result
        self.performer = performer
        self.named: list[int] = named or []

    def as_performed_by(self, seat: int) -> EffectContext:
        """Return the same context while a player does their part of what each player does."""
        return EffectContext(self.seat, self.card, self.value, self.it, self.n, self.result, seat, self.named)


@dataclass(slots=True)
class ContinuousEffect:
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


@dataclass(slots=True)
class TriggerSource:
    """A triggered ability that is waiting for its condition: where it is printed (card -1: a mind), and whose it is."""

    card: int
    title: str
    side: str
    index: int
    seat: int
    ability: tree.Triggered
