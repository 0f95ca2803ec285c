"""Installs ratings: the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.ratings.commands import RatingsFeature
from bot.features.ratings.section import RatingsSection
from bot.features.ratings.service import Leaderboards
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    ladder = Leaderboards(of.store)
    return RatingsFeature(of.which, ladder, of.servers), RatingsSection(ladder)
