"""Installs challenges: beginning a match, and playing one again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.challenges.announcements import ChallengesAnnouncements
from bot.features.challenges.commands import ChallengesFeature
from bot.features.challenges.flow import Challenging
from bot.features.challenges.messages import ChallengeMessages
from bot.features.challenges.rematch import RematchFeature
from bot.features.challenges.section import RematchSection
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = ChallengeMessages(of.decks, of.challenges, of.beginners, of.servers, of.people, of.pictures)
    challenging = Challenging(
        of.matches,
        of.challenges,
        of.servers,
        of.decks,
        of.people,
        of.beginners,
        of.finder,
        messages,
        of.panels,
    )
    return (
        ChallengesFeature(of.matches, of.challenges, of.servers, of.which, of.finder, challenging, messages),
        RematchFeature(of.matches, of.rematches, of.finder, challenging, messages),
        RematchSection(),
        ChallengesAnnouncements(of.beginners),
    )
