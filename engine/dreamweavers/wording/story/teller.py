"""What Dreamweavers' beats are made with besides what all are (`engine.kernel.events.story_builder`)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Series, Value, msg
from engine.dreamweavers import facts as told
from engine.dreamweavers.facts import Told
from engine.dreamweavers.wording.terms import called
from engine.kernel.events import story_builder
from engine.kernel.events.story_builder import listed

Teller = story_builder.Teller[Told]
Handler = story_builder.Handler[Told]


def cards_of(cards: Sequence[str]) -> Series:
    """Return a list of cards; of a long one the first, and how many more there are."""
    return listed(list(map(called, cards)))


def where(t: Teller, fact: told.TrackerMoved) -> Value:
    """Return where the tracker is after a move: "your 2", "Ben's 2", or "0"."""
    n = fact.number
    if fact.side is None:
        return "0"
    return t.of(fact.side, msg("your {n}", n=n), lambda who: msg("{who}'s {n}", who=who, n=n))


def next_move(t: Teller, at: int, seat: int, why: str) -> list[int]:
    """Return the place of the move of the tracker that comes next for a reason, before anything else is played or used."""
    for place in range(at + 1, len(t.facts)):
        match t.facts[place]:
            case told.TrackerMoved(seat=whose, why=reason) if (whose, reason) == (seat, why):
                return [] if place in t.done else [place]
            case told.Played() | told.Activated() | told.TookEffect() | told.TurnBegan():
                return []
            case _:
                continue
    return []


def with_tracker(t: Teller, text: Message, places: Sequence[int]) -> Message:
    """Return a sentence with where the tracker went, if it was moved at that place."""
    for place in places:
        fact = t.facts[place]
        assert isinstance(fact, told.TrackerMoved)
        return msg("{told}: the tracker is on {where}", told=text, where=where(t, fact))
    return text
