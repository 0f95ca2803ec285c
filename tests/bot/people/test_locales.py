"""The languages of people and servers, as reported by interactions, stored until they change."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import discord
import pytest

from bot.people.locales import Locales, locale_of
from bot.store import Store, open_store
from bot.store.about import Everything
from bot.views.types import MatchTable
from cards.i18n import Locale
from tests.bot.kit import ADA as ADA_HERE
from tests.bot.kit import BO, GUILD, PrivateMessage, open_bot
from tests.bot.stores import STORES, change, rows

ADA, CLUB = 11, 99


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    """A store that knows Ada."""
    opened = await open_store(STORES.at(tmp_path / "bot.sqlite3"))
    async with opened.write(Everything()) as tx:
        await tx.people.store(ADA, "Ada")
    yield opened
    await opened.close()


def test_both_kinds_of_spanish_are_spanish_and_everything_else_is_english() -> None:
    spanish = {locale for locale in discord.Locale if locale_of(locale) is Locale.SPANISH}
    assert spanish == {discord.Locale.spain_spanish, discord.Locale.latin_american_spanish}
    assert locale_of(None) is locale_of("") is locale_of("et") is Locale.ENGLISH


async def test_unknown_languages_are_english(store: Store) -> None:
    locales = Locales(store)
    assert await locales.of_person(ADA) is Locale.ENGLISH
    assert await locales.of_server(CLUB) is Locale.ENGLISH
    assert await locales.of_server(None) is Locale.ENGLISH


async def test_languages_survive_a_restart(store: Store) -> None:
    await Locales(store).remember(ADA, Locale.SPANISH, CLUB, Locale.ENGLISH)
    assert await Locales(store).of_person(ADA) is Locale.SPANISH
    assert await Locales(store).of_server(CLUB) is Locale.ENGLISH
    await Locales(store).remember(ADA, Locale.ENGLISH, CLUB, Locale.SPANISH)
    assert await Locales(store).of_person(ADA) is Locale.ENGLISH
    assert await Locales(store).of_server(CLUB) is Locale.SPANISH


async def test_only_changes_are_written(store: Store) -> None:
    locales = Locales(store)
    await locales.remember(ADA, Locale.ENGLISH, CLUB, Locale.ENGLISH)
    assert await servers(store) == 0, "English is the default"
    await locales.remember(ADA, Locale.SPANISH, CLUB, Locale.ENGLISH)
    await change(store, "UPDATE people SET locale = 'en'")
    await locales.remember(ADA, Locale.SPANISH, CLUB, Locale.ENGLISH)
    assert await locales.of_person(ADA) is Locale.ENGLISH, "it was not written a second time"


async def test_another_processs_change_is_seen_after_five_minutes(store: Store) -> None:
    time = 0.0
    here, other_process = Locales(store, lambda: time), Locales(store, lambda: time)
    await here.remember(ADA, Locale.SPANISH, None, Locale.ENGLISH)
    await other_process.remember(ADA, Locale.ENGLISH, None, Locale.ENGLISH)
    await here.remember(ADA, Locale.SPANISH, None, Locale.ENGLISH)
    assert await here.of_person(ADA) is Locale.ENGLISH
    time = 300.0
    await here.remember(ADA, Locale.SPANISH, None, Locale.ENGLISH)
    assert await here.of_person(ADA) is Locale.SPANISH


async def test_a_direct_message_does_not_change_a_servers_language(store: Store) -> None:
    locales = Locales(store)
    await locales.remember(ADA, Locale.SPANISH, None, Locale.SPANISH)
    assert await locales.of_person(ADA) is Locale.SPANISH
    assert await rows(store, "SELECT * FROM server_locales") == []


async def test_a_servers_setting_overrides_discords_language(store: Store) -> None:
    locales = Locales(store)
    async with store.write(Everything()) as tx:
        await tx.locales.choose_for_server(CLUB, Locale.SPANISH)
    assert await locales.of_server(CLUB) is Locale.SPANISH
    await locales.remember(ADA, Locale.ENGLISH, CLUB, Locale.ENGLISH)
    assert await locales.of_server(CLUB) is Locale.SPANISH
    async with store.write(Everything()) as tx:
        await tx.locales.choose_for_server(CLUB, None)
    assert await locales.of_server(CLUB) is Locale.ENGLISH


async def servers(store: Store) -> int:
    return len(await rows(store, "SELECT * FROM server_locales"))


async def test_a_language_alone_creates_no_person(store: Store) -> None:
    """It is stored when they become known otherwise, and again when they come back after a deletion."""
    locales, cy = Locales(store), 13
    await locales.remember(cy, Locale.SPANISH, CLUB, Locale.ENGLISH)
    assert await rows(store, "SELECT * FROM people WHERE id = 13") == []
    for _ in range(2):
        async with store.write(Everything()) as tx:
            await tx.people.store(cy, "Cy")
        await locales.remember(cy, Locale.SPANISH, CLUB, Locale.ENGLISH)
        assert await locales.of_person(cy) is Locale.SPANISH
        await change(store, "DELETE FROM people WHERE id = 13")
        locales.forget(cy)


async def test_announcements_are_in_the_language_of_their_audience(tmp_path: Path) -> None:
    """Direct messages are in their reader's language, the thread's in the server's, independent of their cause."""
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        await bot.begin()
        await Locales(bot.store).remember(ADA_HERE.id, Locale.SPANISH, GUILD, Locale.ENGLISH)
        await bot.deliver()
        locales = {
            message.note.person if isinstance(message, PrivateMessage) else 0: message.shown.translator.locale
            for message in bot.paper.said
            if not isinstance(message.shown, MatchTable)
        }
        assert locales == {0: Locale.ENGLISH, ADA_HERE.id: Locale.SPANISH, BO.id: Locale.ENGLISH}
