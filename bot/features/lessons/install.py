"""Installs lessons: the first match with explanations."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.lessons.commands import LessonsFeature
from bot.features.lessons.section import LessonsSection
from bot.features.lessons.service import Learning
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    learning = Learning(of.store, of.clock, of.matches)
    return (
        LessonsFeature(of.which, learning, of.beginners, of.panels),
        LessonsSection(learning, of.beginners, of.matches),
    )
