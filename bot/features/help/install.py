"""Installs help."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.help.commands import HelpFeature
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (HelpFeature(of.which),)
