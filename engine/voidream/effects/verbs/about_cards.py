"""Verbs that do one thing to the cards that the text names or a player picks (§6, R48)."""

from __future__ import annotations

from typing import Any

from cards.voidream.language import tree
from engine.kernel.position import Frame
from engine.voidream.effects.lines import done, fail, speaker_of
from engine.voidream.effects.verbs.picking import SeatKeep, could_for, named, pick, within_reach
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.events.events import GameEvent
from engine.voidream.events.windows import do
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def deed_about_cards(kind: str, keep: SeatKeep, *, foreseen: bool) -> Verb:
    """Return the verb for a kind of deed, about cards for which `keep` holds.

    `foreseen`: where nobody picks, the line is certain to be about the cards that its text names (§7 Before).
    """

    def perform(ref: Referee, frame: Frame, op: Any, seat: int) -> None:
        v = frame.vars
        if "happened" in v:
            done(frame, it=v["picked"], n=len(v["happened"]["cards"]))
            return
        able = within_reach(ref, speaker_of(ref, frame), op.what, lambda card: keep(ref, card, seat))
        picked = pick(ref, frame, seat, op, op.what, able)
        if picked is None:
            return
        if not picked:
            fail(ref, frame)
            return
        deed: GameEvent = {"kind": kind, "cards": list(picked), "seat": seat, "cause": v["title"]}
        if getattr(op, "offering", False):
            deed["offering"] = True
        do(ref, deed)

    def is_possible(ref: Referee, speaker: EffectContext, op: Any) -> bool:
        def able(ref: Referee, card: int, seat: int) -> bool:
            return within_reach(ref, speaker, op.what, lambda one: keep(ref, one, seat))(card)

        return could_for(ref, speaker, op.what, able, getattr(op, "who", tree.Player.YOU))

    def foresee(ref: Referee, speaker: EffectContext, op: Any) -> GameEvent | None:
        if isinstance(op.what, tree.Chosen | tree.It | tree.TopOf | tree.BottomOf):
            return None
        cards = [card for card in named(ref, speaker, op.what) if keep(ref, card, speaker.seat)]
        return {"kind": kind, "cards": cards, "seat": speaker.seat, "cause": ""}

    return Verb(perform, is_possible, foresee if foreseen else None)
