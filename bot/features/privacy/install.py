"""Installs privacy: a person's data, and whom they have blocked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.privacy.blocks import Blocking
from bot.features.privacy.commands import PrivacyFeature
from bot.features.privacy.own_data import Privacy
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    blocking = Blocking(of.context)
    privacy = Privacy(of.context)
    return (PrivacyFeature(blocking, privacy, of.locales, of.matches),)
