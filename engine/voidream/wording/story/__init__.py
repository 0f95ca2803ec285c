"""The story of an act: beats, made from what one audience saw of it (see `engine.kernel.events.story`).

Nothing but these events comes in, so nothing else can come out. A beat tells what belongs together: a card with what it
cost and where it went, a conflict with its scores, Dream damage with what fell. What follows from the rules alone, such
as cards that are exhausted after a conflict, is not told: the board shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, msg_plural
from engine.kernel.events.event import Ended, Seen
from engine.kernel.events.story import Beat
from engine.kernel.events.story_builder import PLAY, nothing
from engine.voidream import facts as told
from engine.voidream.facts import Told, facts_of
from engine.voidream.wording.log import in_words
from engine.voidream.wording.story import cards, conflicts, decks, plays
from engine.voidream.wording.story.teller import Handler, Teller

DECISIVE = (
    told.ConflictScored,
    told.DreamDamageDealt,
    told.DreamDamageDiscards,
    told.Destroyed,
    told.FacesNightmare,
    told.AvoidedNightmare,
    told.EnteredNightmare,
    told.MatchWon,
    Ended,
)
"""What nobody may miss, however long they were away."""

SILENT: tuple[type[Told], ...] = (
    told.BastionPlaced,
    told.Shuffled,
    told.Cut,
    told.CutRefused,
    told.PhaseBegan,
    told.FirstPlayer,
    told.MindHidden,
    told.AbilityTriggered,
    told.Evoking,
    told.ReturnedToDeck,
    told.RollSkipped,
    told.ConflictEnded,
)
"""What needs no telling: the board shows it, or another beat says it."""

_HANDLERS: dict[type[Told], Handler] = {
    **plays.HANDLERS,
    **decks.HANDLERS,
    **cards.HANDLERS,
    **conflicts.HANDLERS,
    **dict.fromkeys(SILENT, nothing),
}


def story(happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
    """Return what an act led to, in beats; `reader` is the seat that is called "you" (None: nobody).

    Raises ValueError for events that are none of Voidream's (see `facts_of`).
    """
    return Teller(happened, [facts_of(one) for one in happened], names, reader, in_words).tell(_HANDLERS)


def left_out(counts: Mapping[str, int]) -> Message:
    """Return a sentence that counts beats for which there was no room."""
    n = sum(counts.values())
    if set(counts) == {PLAY}:
        return msg_plural("And {n} more play.", "And {n} more plays.", n)
    return msg_plural("And {n} more thing.", "And {n} more things.", n)
