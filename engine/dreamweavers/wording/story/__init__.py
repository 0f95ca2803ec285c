"""The story of an act: beats, made from what one audience saw of it (see `engine.kernel.events.story`).

Nothing but these events comes in, so nothing else can come out. A beat tells what belongs together: a card with what it
cost and named and where the tracker went, an attack with what was set against it and what came of it. What follows from the
rules alone, such as Thoughts that untap, is not told: the board shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.facts import Told, facts_of
from engine.dreamweavers.wording.log import in_words
from engine.dreamweavers.wording.story import attacks, cards, plays
from engine.dreamweavers.wording.story.teller import Handler, Teller
from engine.dreamweavers.wording.terms import called
from engine.kernel.events.event import Ended, Seen
from engine.kernel.events.story import Beat
from engine.kernel.events.story_builder import PLAY, nothing

DECISIVE = (told.Compared, told.Damaged, told.Cancelled, Ended)
"""What nobody may miss, however long they were away; and of `Forgotten`, what was in play."""

SILENT: tuple[type[Told], ...] = (told.EgoDealt, told.TurnEnded, told.Triggered, told.Placed)
"""What needs no telling: the board shows it, or another beat says it."""

_HANDLERS: dict[type[Told], Handler] = {
    **plays.HANDLERS,
    **cards.HANDLERS,
    **attacks.HANDLERS,
    **dict.fromkeys(SILENT, nothing),
}


def story(happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
    """Return what an act led to, in beats; `reader` is the seat that is called "you" (None: nobody).

    Raises ValueError for events that are none of Dreamweavers' (see `facts_of`).
    """
    facts = [facts_of(one) for one in happened]
    return Teller(happened, facts, names, reader, in_words, called).tell(_HANDLERS)


def left_out(counts: Mapping[str, int]) -> Message:
    """Return a sentence that counts beats for which there was no room."""
    n = sum(counts.values())
    if set(counts) == {PLAY}:
        return msg_plural("And {n} more play.", "And {n} more plays.", n)
    return msg_plural("And {n} more thing.", "And {n} more things.", n)
