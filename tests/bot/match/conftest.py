"""Shared fixtures for tests of matches."""

from __future__ import annotations

import pytest

from tests.bot.match.peeks import Seen


@pytest.fixture
def seen() -> Seen:
    """What a house that is peeking has looked at."""
    return []
