"""Installs puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.puzzles.commands import PuzzlesFeature
from bot.features.puzzles.messages import PuzzleMessages
from bot.features.puzzles.section import PuzzlesSection
from bot.features.puzzles.service import Puzzles
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    puzzles = Puzzles(of.store, of.clock)
    messages = PuzzleMessages(of.people, of.pictures)
    return PuzzlesFeature(of.which, puzzles, messages), PuzzlesSection(puzzles)
