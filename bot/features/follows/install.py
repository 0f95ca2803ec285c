"""Installs following: news of a match for people who do not play in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.follows.commands import FollowsFeature
from bot.features.follows.messages import DigestMessages
from bot.features.follows.section import FollowsSection
from bot.features.follows.service import Following
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    digests = DigestMessages(of.people, of.pictures, of.rounds, of.records)
    feature = FollowsFeature(Following(of.store, of.games), of.finder, digests)
    return feature, FollowsSection(feature)
