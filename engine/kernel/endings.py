"""Endings: the ways in which matches end and seats leave them, with their effects and names.

The kernel has the endings of every match. A game adds its own (`endings`). The key is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

import msgspec

from cards.i18n import Message, Value, msg, series


class EndedBy(StrEnum):
    """The category of an ending. It determines all other effects."""

    RULES = "rules"
    """The game's own rules."""
    LEAVING = "leaving"
    """A player resigns, or is gone."""
    CLOCK = "clock"
    """A player's clock ran out."""
    AGREEMENT = "agreement"
    """All players agreed on a draw."""
    CALLED_OFF = "called-off"
    """No player: the match is cancelled and counts for no one."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a match ends, or in which a seat leaves one that continues.

    `key` is stored. `name` is its name for people ("resignation"). `lost` is why the losers lost, with {who} for
    their names if it mentions them ("{who} gave up"); `you_lost` addresses one of them. `drawn` is why no one won.
    `sentence` describes a match without a result. `verb` is the entry in a record when a seat leaves this way
    ("resigns"), in English.
    """

    key: str
    by: EndedBy
    name: Message
    lost: Message | None = None
    you_lost: Message | None = None
    drawn: Message | None = None
    sentence: Message | None = None
    verb: str = ""

    @property
    def counts(self) -> bool:
        """Whether a match with this ending has a result: a win, a loss or a draw."""
        return self.by is not EndedBy.CALLED_OFF

    @property
    def is_leaving(self) -> bool:
        """Whether seats leave by this ending: they resigned, or ran out of time."""
        return self.by in (EndedBy.LEAVING, EndedBy.CLOCK)

    @property
    def is_from_outside(self) -> bool:
        """Whether something other than the game's rules ended the match."""
        return self.by is not EndedBy.RULES


Endings = Mapping[str, Ending]
"""Endings by their keys."""

RESIGNATION = Ending(
    key="resignation",
    by=EndedBy.LEAVING,
    name=msg("resignation", "end"),
    lost=msg("{who} gave up"),
    you_lost=msg("you gave up"),
    verb="resigns",
)
TIME = Ending(
    key="time",
    by=EndedBy.CLOCK,
    name=msg("the time was up"),
    lost=msg("{who}'s time was up"),
    you_lost=msg("your time was up"),
    verb="runs out of time",
)
GONE = Ending(
    key="gone",
    by=EndedBy.LEAVING,
    name=msg("a player who is gone", "end"),
    lost=msg("{who} did not come back"),
    you_lost=msg("you did not come back"),
    verb="does not come back",
)
AGREEMENT = Ending(
    key="agreement", by=EndedBy.AGREEMENT, name=msg("agreement", "end"), drawn=msg("all agreed on it")
)
ABORTED = Ending(
    key="aborted",
    by=EndedBy.CALLED_OFF,
    name=msg("called off", "end"),
    sentence=msg("The match is called off"),
)
MODERATOR = Ending(
    key="moderator",
    by=EndedBy.CALLED_OFF,
    name=msg("a moderator", "end"),
    sentence=msg("A moderator has ended the match"),
)
UNREADABLE = Ending(
    key="unreadable",
    by=EndedBy.CALLED_OFF,
    name=msg("a damaged position", "end"),
    sentence=msg("The match has ended without a result: it can't be read any more"),
)


def endings(*own: Ending) -> Endings:
    """Return all endings of a game: its own and those of every match."""
    all_endings = (RESIGNATION, TIME, GONE, AGREEMENT, ABORTED, MODERATOR, UNREADABLE, *own)
    return MappingProxyType({ending.key: ending for ending in all_endings})


EVERYWHERE = endings()
"""The endings of every match."""


def counts(endings: Endings, ending: str) -> bool:
    """Return whether a match with this ending has a result. True for unknown endings."""
    return ending not in endings or endings[ending].counts


def places_of_two(winners: Sequence[int], ending: str) -> tuple[tuple[int, ...], ...]:
    """Return the places of a two-player match from an old record that stores only the winners."""
    if ending in EVERYWHERE and not EVERYWHERE[ending].counts:
        return ()
    if len(winners) != 1:
        return ((0, 1),)
    return (tuple(winners), (1 - winners[0],))


# ---------------------------------------------------------------------------------------------------------- in words


def why_lost(ending: Ending, losers: Sequence[Value], you: bool = False) -> Message:
    """Return why these seats lost by an ending. With `you`, addressed to the only loser."""
    if you and ending.you_lost is not None:
        return ending.you_lost
    return ending.name if ending.lost is None else ending.lost.filled(who=series(*losers))


def why(
    places: Sequence[Sequence[int]], ending: Ending, names: Sequence[Value], reader: int | None = None
) -> Message:
    """Return why a match ended with these places: why second place lost, or why no one won.

    If several seats share first place, that is a draw between them, and the reason they didn't win is more
    informative.

    `names` is by seat. `reader` is the seat addressed as "you", or None to name every player.
    """
    if len(places) < 2:
        return ending.drawn or ending.name
    if len(places[0]) > 1 and ending.drawn is not None:
        return ending.drawn
    return why_lost(ending, [names[seat] for seat in places[1]], tuple(places[1]) == (reader,))


def result(
    places: Sequence[Sequence[int]],
    ending: Ending,
    names: Sequence[Value],
    reader: int | None = None,
    *,
    briefly: bool = False,
) -> Message:
    """Return the result of a match with its reason, in a sentence without a full stop; see `why`.

    `briefly`: for a win, only the name of the ending.
    """
    if ending.sentence is not None:
        return ending.sentence
    if len(places) < 2:
        return msg("The match is a draw: {why}", why=why(places, ending, names))
    reason = ending.name if briefly else why(places, ending, names, reader)
    if tuple(places[0]) == (reader,):
        return msg("You win: {why}", why=reason)
    if len(places[0]) == 1:
        return msg("{who} wins: {why}", who=names[places[0][0]], why=reason)
    others = series(*(names[seat] for seat in places[0] if seat != reader))
    if reader in places[0]:
        return msg("You share the first place with {who}: {why}", who=others, why=reason)
    return msg("{who} share the first place: {why}", who=others, why=reason)


def went_out(
    seats: Sequence[int], ending: Ending, names: Sequence[Value], reader: int | None = None
) -> Message:
    """Return that seats left a match that continues, and why, in a sentence without a full stop.

    `reader` is as in `why`.
    """
    players = [names[seat] for seat in seats]
    if ending.lost is not None:
        return msg("Out of the match: {why}", why=why_lost(ending, players, tuple(seats) == (reader,)))
    return msg("Out of the match: {who} ({why})", who=series(*players), why=ending.name)
