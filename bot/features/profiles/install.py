"""Installs profiles: what a person has played."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.profiles.commands import ProfilesFeature
from bot.features.profiles.service import Profiles
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    histories = Profiles(of.store, of.games)
    return (ProfilesFeature(of.which, histories, of.people, of.pictures, of.sections),)
