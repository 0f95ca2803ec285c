"""Shared fixtures and helpers for tests of decks."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.decks.own_decks import OwnDeck
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from cards.i18n import Locale, translator
from cards.voidream.decks import ready_made
from tests.bot.discord.kit import Room, room
from tests.bot.discord.limits import check_components
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

FIRST = ready_made()[0].list.ordered()
READY = ready_made()[0].name


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room with the bot and Voidream."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


@pytest.fixture
def ada(club: Room) -> Actor:
    return Actor(club.table, "Ada")


@pytest.fixture
def bo(club: Room) -> Actor:
    return Actor(club.table, "Bo")


async def own_deck(club: Room, actor: Actor, name: str) -> OwnDeck:
    return await club.services.decks.find_own_deck(actor.person.id, club.game, name)


def checked_text(message: Message) -> str:
    check_components(message.components)
    return transcript.text(message)


# -- in another language


def spanish(name: str, kind: str = "title") -> str:
    return translator(Locale.SPANISH).word(name, kind)
