"""Installs moderation: keeping people from playing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.moderation.commands import ModerationFeature
from bot.features.moderation.service import Bars
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ModerationFeature(Bars(of.context), of.moderators),)
