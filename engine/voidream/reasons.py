"""Why can't I? For every action that a player might expect, the rule that stands in the way (§4, §6)."""

from __future__ import annotations

from engine.voidream.abilities import why_not_activate
from engine.voidream.arcana import why_not_arcanum
from engine.voidream.position import ARCANA_DISCARD, VOID
from engine.voidream.referee import Referee
from engine.voidream.restrictions import Reason
from engine.voidream.unveiling import why_not_unveil


def why_not(ref: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now: "play TITLE", "invert TITLE", "activate KEY", "unveil" or "pass".

    None when it can, or when nothing of the kind exists.
    """
    position = ref.position
    if position.outcome is not None:
        return "This match is over.", "§5"
    verb, _, rest = wish.partition(" ")
    known = _why_not_known(ref, seat, verb, rest)
    if known is not None:
        return known
    question = position.questions.get(seat)
    if question is None:
        return "It is not your turn.", "§4"
    if question.cause != "§4" or not any(option.key == "pass" for option in question.options):
        return f"Another decision comes first: {question.purpose}", "§4"
    return None


def _why_not_known(ref: Referee, seat: int, verb: str, rest: str) -> Reason | None:
    match verb:
        case "play" | "invert":
            return _why_not_play(ref, seat, rest, inverted=verb == "invert")
        case "activate":
            return why_not_activate(ref, seat, rest)
        case "unveil":
            return why_not_unveil(ref, seat)
        case _:
            return None


def _why_not_play(ref: Referee, seat: int, title: str, *, inverted: bool) -> Reason | None:
    for card, state in enumerate(ref.cards):
        if state.owner != seat or state.title != title:
            continue
        if card in ref.seats[seat].hand:
            return why_not_arcanum(ref, seat, card, inverted=inverted)
        if state.zone == ARCANA_DISCARD:
            return (
                f"{title} lies in your discard pile. Playing an arcanum inverted, or entering Nightmare, brings it "
                "back to your hand.",
                "§4",
            )
        if state.zone == VOID and card in ref.seats[seat].void:
            return f"{title} is in the Void and does not come back by itself.", "§2"
    return f"There is no arcanum called {title} in your hand.", "§2"
