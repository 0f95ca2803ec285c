"""Installs looking up cards and rules."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.reference.commands import ReferenceFeature
from bot.features.reference.messages import Lookup
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ReferenceFeature(of.which, Lookup(of.locales, of.people, of.pictures)),)
