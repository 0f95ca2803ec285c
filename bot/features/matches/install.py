"""Installs matches: lists, boards, logs, and the thread of a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.matches.announcements import MatchesAnnouncements
from bot.features.matches.commands import MatchesFeature
from bot.features.matches.status import StatusMessages
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (
        MatchesFeature(
            of.which, of.matches, of.challenges, of.people, of.finder, of.moderators, of.sections, of.boards
        ),
        MatchesAnnouncements(StatusMessages(of.requests, of.pictures, of.sections)),
    )
