"""Puzzles in profiles: what a person has solved, which they alone are told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.sections import Section
from bot.discord.texts.texts import Texts
from bot.features.puzzles.messages import puzzle_line
from bot.features.puzzles.service import Puzzles
from bot.games.playable import PlayableGame


class PuzzlesSection(Section):
    """A person's puzzles."""

    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, words: Texts, *, own: bool
    ) -> Sequence[str]:
        """Return what a person has done with puzzles, for their own eyes alone."""
        return puzzle_line(await self._puzzles.standing(person, game), words) if own else ()
