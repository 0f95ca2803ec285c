"""A table with the demo bot, and a browser for people."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, expect

from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.page.demo import Demo

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""The time of the table and of the people's machines; neither advances by itself."""
Seat = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def table() -> AsyncIterator[LocalTable]:
    """A served table with a stopped clock."""
    table = LocalTable(clock=TableClock(NOON, running=False), guild="Moon Club", channel="general")
    await table.start()
    yield table
    await table.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(table: LocalTable) -> AsyncIterator[Demo]:
    """The demo bot, connected and ready."""
    bot = Demo()
    with connected(table.address, table.token) as token:
        async with bot:
            running = asyncio.create_task(bot.start(token))
            async with asyncio.timeout(60):
                await bot.readied.wait()
            yield bot
        await running


@pytest_asyncio.fixture(loop_scope="session")
async def sit(browser: Browser, table: LocalTable, bot: Demo) -> AsyncIterator[Seat]:
    """Join a person in a separate tab. At the end no tab may have had an error."""
    errors: list[str] = []
    contexts: list[Any] = []

    async def seat(name: str | None = "Ada", *, width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = await browser.new_context(
            viewport={"width": width, "height": height}, timezone_id="UTC", **{"locale": "en-US", **options}
        )
        contexts.append(context)
        context.set_default_timeout(60_000)
        await context.clock.set_fixed_time(NOON)
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if is_trouble(message) else None)
        await page.goto(table.address + (f"/?person={name}" if name else "/"))
        if name:
            await expect(page.get_by_role("heading", name="Welcome to #general")).to_be_visible()
        return page

    yield seat
    for context in contexts:
        await context.close()
    assert errors == []


def is_trouble(message: ConsoleMessage) -> bool:
    """Return whether a console message is an error of the page.

    Refusals are responses, though Chromium logs them as errors.
    """
    return (
        message.type in ("error", "warning")
        and "the server responded with a status of 400" not in message.text
    )


async def type_command(page: Page, text: str) -> None:
    """Type a slash command into the message box and send it, by keyboard alone."""
    await page.get_by_role("combobox", name="Message").focus()
    await page.keyboard.type(f"/{text} ")
    await page.keyboard.press("Enter")
    # After sending, the focus returns to the plain text box; moving it earlier would be undone.
    await expect(page.locator(".command")).to_have_count(0)


def last_message(page: Page) -> Any:
    """Return the newest visible message."""
    return page.get_by_role("article").last
