"""A deck is built on the page by clicking, copied as text, and imported again from a file."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.app.run import opened
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.settings import Settings
from tests.bot.local_discord.page.conftest import type_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """A table with the real bot.

    The table's clock is stopped, so that no response is too late on a busy machine.
    """
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    address = await table.start()
    settings = Settings(database=tmp_path / "table.sqlite3")
    stop = asyncio.Event()
    with connected(address, table.token) as token:
        async with opened(settings, Games.of(voidream()), guild_ready_timeout=0.05) as bot:
            serving = asyncio.create_task(bot.serve(token, stop))
            async with asyncio.timeout(60):
                await bot.client.readied.wait()
            yield address
            stop.set()
            await serving
    await table.stop()
    table.check()


async def choose(page: Page, menu: str, *labels: str) -> None:
    """Choose in a menu of the newest message."""
    await newest(page).get_by_role("combobox", name=menu).click()
    options = page.get_by_role("listbox").get_by_role("option")
    await expect(options.first).to_be_visible()
    several = await page.get_by_role("listbox").get_attribute("aria-multiselectable") == "true"
    for label in labels:
        await options.filter(has_text=label).first.click()
    if several:
        await page.get_by_role("button", name="Done").click()


def newest(page: Page) -> Locator:
    return page.get_by_role("article").last


async def press(page: Page, label: str) -> None:
    await newest(page).get_by_role("button", name=label, exact=True).click()


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_deck_is_built_by_clicking(
    browser: Browser,
    address: str,
    tmp_path: Path,
    width: int,
) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": 844}, timezone_id="UTC", locale="en-US"
    )
    context.set_default_timeout(60_000)
    page = await context.new_page()
    await page.goto(f"{address}/?person=Ada")
    await expect(page.get_by_role("heading", name="Welcome to")).to_be_visible()
    await type_command(page, "deck new")
    await expect(newest(page)).to_contain_text("New deck: Faction")
    await choose(page, "Choose …", "Maze")
    await press(page, "Next: Bastion")
    await expect(newest(page)).to_contain_text("The Sealed Wing")
    await choose(page, "Choose …", "The Reading Room Below")
    await expect(newest(page).get_by_text("Hall of First Light")).to_have_count(0)
    await press(page, "Overview")
    await expect(newest(page)).to_contain_text("Arcana: 1 of 8 arcana (to do)")
    await press(page, "Dream cards")
    await choose(page, "Show only …", "Entity")
    await expect(newest(page)).to_contain_text("Shown: Entity.")
    await choose(page, "Choose up to", "Moth Chorus")
    await press(page, "Three")
    await expect(newest(page)).to_contain_text("3 of 39 Dream cards")
    await press(page, "Overview")
    await press(page, "Fill the rest for me")
    await expect(newest(page)).to_contain_text("This deck is ready to play.")
    await press(page, "Picture")
    picture = newest(page).get_by_role("img").last
    await expect(picture).to_have_attribute("alt", re.compile("^Deck New deck: The Maze. Ready to play."))
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1100
    await press(page, "Text and code")
    listed = newest(page).locator("pre").first
    await expect(listed).to_contain_text("3 Moth Chorus")
    wide = await newest(page).locator("pre").last.evaluate("pre => pre.getBoundingClientRect().right")
    assert wide <= width

    file = tmp_path / "deck.txt"
    file.write_text((await listed.inner_text()).replace("New deck", "From a file"), encoding="utf-8")
    await page.get_by_role("combobox", name="Message").focus()
    await page.keyboard.type("/deck import ")
    await page.keyboard.type("file:")
    await page.get_by_label("file", exact=True).set_input_files(file)
    await expect(page.get_by_role("combobox", name="Add an option")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("Deck: From a file")
    await expect(newest(page)).to_contain_text("This deck is ready to play.")
    await context.close()
