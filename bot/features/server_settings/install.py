"""Installs the settings of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.server_settings.commands import SettingsFeature
from bot.features.server_settings.messages import SettingsMessages
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (SettingsFeature(of.servers, of.which, SettingsMessages(of.choice, of.servers)),)
