"""Installs reminders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.reminders.announcements import RemindersAnnouncements
from bot.features.reminders.commands import RemindersFeature
from bot.features.reminders.service import Reminders
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    reminders = Reminders(of.context)
    return (
        RemindersFeature(reminders, of.people, of.matches, of.finder, of.panels),
        RemindersAnnouncements(),
    )
