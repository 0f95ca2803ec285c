"""Sections: parts that features add to shared messages, such as the panel, the status message and a profile.

A feature subclasses `FeatureSection` and overrides the methods it needs. Sections are in the order of the
features in `bot.app.features`: rows and buttons in that order, and lines above a question in reverse, so that
the first is nearest to the question. A chat is read from the bottom.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

import msgspec

from bot.discord.components.messages import Button
from bot.discord.components.replies import Reply
from bot.discord.match_text import Snapshot
from bot.games.playable import PlayableGame
from bot.store.offers import Offers
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator

T = TypeVar("T")


class SeatStatus(StrEnum):
    """A player's part in a match at a moment."""

    ASKED = "asked"
    WAITING = "waiting"
    """Only other players have questions."""
    PLAYED_FOR = "played for"
    """The bot plays for them."""
    OUT = "out"
    OVER = "over"
    """The match is over."""


class PanelState(msgspec.Struct, frozen=True):
    """A match as shown in a player's panel, with the open requests."""

    snapshot: PlayerSnapshot
    offers: Offers
    translate: Translator

    @property
    def moment(self) -> SeatStatus:
        """The player's status in the match."""
        snapshot, table = self.snapshot, self.snapshot.table
        if snapshot.outcome is not None:
            return SeatStatus.OVER
        if snapshot.seat in table.out:
            return SeatStatus.OUT
        if snapshot.seat in table.played_for:
            return SeatStatus.PLAYED_FOR
        return SeatStatus.WAITING if snapshot.question is None else SeatStatus.ASKED


class Guidance(msgspec.Struct, frozen=True):
    """A panel's explanations: `aim` is shown before a lesson's question, `new` after it, for learners.

    `onwards` are the buttons after the end of a lesson, when there is no question. `press` is the key of the option
    that a lesson asks for.
    """

    aim: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    onwards: tuple[Button, ...] = ()
    press: str = ""


class StepComment(msgspec.Struct, frozen=True):
    """Remarks on a step of a replay, and a button to another step, as (label, step)."""

    lines: tuple[str, ...] = ()
    leads: tuple[str, int] | None = None


class FeatureSection:
    """A feature's contributions to shared messages. By default, each method adds nothing."""

    foot_at: frozenset[SeatStatus] = frozenset()
    """The statuses for which `foot` is called."""

    # -- everything that shows a match

    async def state_lines(self, snapshot: Snapshot, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return lines about the state of a match, for the status message and for panels."""
        return ()

    # -- to a player's panel

    async def guidance(self, snapshot: PlayerSnapshot, translate: Translator) -> Guidance | None:
        """Return explanations for a player in a lesson."""
        return None

    async def at_rest(self, state: PanelState) -> tuple[Sequence[str], Sequence[Button]]:
        """Return lines and buttons for a player who waits for others."""
        return (), ()

    async def extra_buttons(self, state: PanelState) -> Sequence[Button]:
        """Return buttons for the last row of answers, if there is room. Their labels may be shortened."""
        return ()

    async def answers(self, state: PanelState) -> Sequence[Button]:
        """Return more ways to answer the question, in their own rows below the answers."""
        return ()

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return other actions of a player, in their own rows."""
        return ()

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return buttons for the bottom row of the panel: frequent actions."""
        return ()

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return buttons for the message behind *More*."""
        return ()

    async def takes_back(self, state: PanelState) -> Sequence[Button]:
        """Return buttons beside *Give up*: ways to undo something."""
        return ()

    async def ways_out(self, snapshot: PlayerSnapshot, translate: Translator) -> Sequence[Button]:
        """Return alternatives to resigning."""
        return ()

    async def read_along(self, reply: Reply, match_id: int) -> bool:
        """Answer a spectator who opens the panel of a match. Return False to leave that to other features."""
        return False

    # -- finished matches

    async def remarks(self, match_id: int, step: int, translate: Translator) -> StepComment | None:
        """Return remarks on a step of the replay of a match."""
        return None

    # -- everything that shows a person

    async def listed(
        self, person: int, games: Sequence[PlayableGame], translate: Translator
    ) -> tuple[str, Sequence[Button]]:
        """Return a line for a person's list of matches, or "", and buttons below it."""
        return "", ()

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return lines for a person's profile in a game, as seen on a server. `own`: they view it themselves."""
        return ()


def sections_with(sections: Iterable[FeatureSection], part: Callable[..., object]) -> list[FeatureSection]:
    """Return the sections that override a method, such as `FeatureSection.acts`; the others add nothing."""
    return [one for one in sections if getattr(type(one), part.__name__) is not part]


async def collect(parts: Iterable[Awaitable[Sequence[T]]]) -> list[T]:
    """Return the contents of all parts, concatenated."""
    return [item for part in parts for item in await part]
