"""Verbs that do one thing to the cards that the text names or a player picks (§6, R48)."""

from __future__ import annotations

from cards.voidream.language import tree
from engine.voidream.effects.verbs.selection import SeatKeep, could_for, named, pick, within_reach
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.event_kinds import (
    Destroying,
    Discarding,
    Exhausting,
    GameEvent,
    Inspiring,
    Readying,
    ReturningToHand,
    Sacrificing,
    Veiling,
    Voiding,
    cards_of,
)
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.windows import do
from engine.voidream.frames import ResolveLine
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

AboutCards = (
    tree.Exhaust | tree.Ready | tree.Destroy | tree.Sacrifice | tree.Veil | tree.Inspire | tree.Void
    | tree.Discard | tree.ReturnToHand
)  # fmt: skip
"""Instructions of one kind: one thing is done to each of some cards."""

_Kind = type[
    Exhausting | Readying | Destroying | Sacrificing | Veiling | Inspiring | Voiding | Discarding
    | ReturningToHand
]  # fmt: skip


def deed_about_cards(kind: _Kind, keep: SeatKeep, *, foreseen: bool) -> Verb[AboutCards]:
    """Return the verb for a kind of event, about cards for which `keep` holds.

    `foreseen`: where nobody picks, the line is certain to be about the cards that its text names (§7 Before).
    """

    def perform(ref: Referee, frame: ResolveLine, op: AboutCards, seat: int) -> None:
        if frame.happened is not None:
            done(frame, it=frame.picked, n=len(cards_of(frame.happened)))
            return
        able = within_reach(ref, context_of(ref, frame), op.what, lambda card: keep(ref, card, seat))
        picked = pick(ref, frame, seat, op, op.what, able)
        if picked is None:
            return
        if not picked:
            fail(ref, frame)
            return
        event = kind(list(picked), seat=seat, cause=frame.title)
        if isinstance(event, Voiding) and isinstance(op, tree.Void):
            event.offering = op.offering
        do(ref, event)

    def is_possible(ref: Referee, context: EffectContext, op: AboutCards) -> bool:
        def able(ref: Referee, card: int, seat: int) -> bool:
            return within_reach(ref, context, op.what, lambda one: keep(ref, one, seat))(card)

        who = tree.Player.YOU if isinstance(op, tree.Destroy | tree.Inspire) else op.who
        return could_for(ref, context, op.what, able, who)

    def foresee(ref: Referee, context: EffectContext, op: AboutCards) -> GameEvent | None:
        if isinstance(
            op.what, tree.Chosen | tree.It | tree.TopOf | tree.BottomOf | tree.OfThem | tree.Others
        ):
            return None
        cards = [card for card in named(ref, context, op.what) if keep(ref, card, context.seat)]
        return kind(cards, seat=context.seat)

    return Verb(perform, is_possible, foresee if foreseen else None)
