"""Installs the welcome on a new server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.welcome.messages import Welcomes
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (Welcomes(of.games, of.store, of.clock),)
