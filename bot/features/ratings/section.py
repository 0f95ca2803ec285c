"""Ratings in profiles: a person's rating on a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.sections import FeatureSection
from bot.features.ratings.messages import profile_line
from bot.features.ratings.service import Leaderboards
from bot.games.playable import PlayableGame
from cards.i18n import Translator


class RatingsSection(FeatureSection):
    """A person's rating."""

    def __init__(self, ladder: Leaderboards) -> None:
        self._ladder = ladder

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return a person's rating on a server."""
        return profile_line(await self._ladder.of(person, guild_id, game), translate)
