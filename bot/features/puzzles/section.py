"""Puzzles in profiles: what a person has solved, which they alone are told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.sections import FeatureSection
from bot.features.puzzles.messages import puzzle_line
from bot.features.puzzles.service import Puzzles
from bot.games.playable import PlayableGame
from cards.i18n import Translator


class PuzzlesSection(FeatureSection):
    """A person's puzzles."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return what a person has done with puzzles, for their own eyes alone."""
        return puzzle_line(await self._puzzles.standing(person, game), translate) if own else ()
