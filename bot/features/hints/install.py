"""Installs hints."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.hints.commands import HintsFeature
from bot.features.hints.section import HintsSection
from bot.features.hints.service import Hints
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return HintsFeature(Hints(of.store, of.games, of.pool, of.context.lot), of.matches), HintsSection()
