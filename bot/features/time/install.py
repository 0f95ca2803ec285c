"""Installs the clocks of matches, and people's own time."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.time.announcements import TimeAnnouncements
from bot.features.time.commands import TimeFeature
from bot.features.time.section import TimeSection
from bot.features.time.vacations import Vacations
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    vacations = Vacations(of.context)
    return (
        TimeFeature(vacations, of.matches, of.play, of.match_time, of.finder, of.panels, of.missing),
        TimeSection(),
        TimeAnnouncements(of.absences),
    )
