"""Installs replays of matches that are over, their records, and the check of their deal."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.replays.announcements import ReplaysAnnouncements
from bot.features.replays.commands import ReplaysFeature
from bot.features.replays.messages import ReplaysMessages
from bot.features.replays.section import ReplaysSection
from bot.features.replays.service import Replays
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    feature = ReplaysFeature(
        Replays(of.records),
        of.records,
        of.matches,
        of.rounds,
        of.finder,
        of.outdated,
        ReplaysMessages(of.people, of.pictures, of.sections),
    )
    return feature, ReplaysSection(), ReplaysAnnouncements(of.rounds)
