"""Installs reviews: looking back at a match, decision by decision."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.features.review.announcements import ReviewAnnouncements
from bot.features.review.commands import ReviewFeature
from bot.features.review.judge import Judging, in_pool
from bot.features.review.messages import ReviewMessages
from bot.features.review.narration import Retelling
from bot.features.review.section import ReviewSection
from bot.features.review.service import LookingBack
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    to_judge = asyncio.Event()
    looking_back = LookingBack(
        of.store, of.games, of.clock, wake=of.wake, work=to_judge.set, limits=of.context.limits
    )
    retelling = Retelling(looking_back, of.records)
    messages = ReviewMessages(looking_back, retelling, of.people, of.pictures)
    return (
        ReviewFeature(looking_back, of.finder, messages),
        ReviewSection(retelling),
        ReviewAnnouncements(messages),
        Judging(of.store, of.games, of.clock, in_pool(of.pool), to_judge, of.wake, owner=of.worker),
    )
