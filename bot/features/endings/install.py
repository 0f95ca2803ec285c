"""Installs endings: taking back, offers, and ends from outside."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.endings.announcements import EndingsAnnouncements
from bot.features.endings.commands import EndingsFeature
from bot.features.endings.ended import EndedMessages
from bot.features.endings.messages import EndingMessages
from bot.features.endings.section import EndingsSection
from bot.features.endings.service import Results
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = EndingMessages(of.interventions)
    ended = EndedMessages(of.records, Results(of.store), messages)
    return (
        EndingsFeature(
            of.undo,
            of.agreements,
            of.interventions,
            of.matches,
            of.finder,
            of.moderators,
            of.panels,
            of.missing,
        ),
        EndingsSection(of.agreements, messages),
        EndingsAnnouncements(of.requests, of.interventions, of.followers, of.servers, ended),
    )
