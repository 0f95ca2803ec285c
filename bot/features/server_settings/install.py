"""Installs the settings of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.server_settings.commands import ServerSettingsFeature
from bot.features.server_settings.table import settings
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ServerSettingsFeature(of.servers, of.which, settings(of.which)),)
