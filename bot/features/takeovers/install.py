"""Installs takeovers: the bot playing on for a person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.takeovers.announcements import TakeoversAnnouncements
from bot.features.takeovers.commands import TakeoversFeature
from bot.features.takeovers.section import TakeoversSection
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (
        TakeoversFeature(of.takeovers, of.finder, of.panels),
        TakeoversSection(),
        TakeoversAnnouncements(),
    )
