"""Shared fixtures for tests of matches."""

from __future__ import annotations

import pytest

from tests.bot.match.peeks import Seen


@pytest.fixture
def seen() -> Seen:
    """The views that a recording bot player has looked at."""
    return []
