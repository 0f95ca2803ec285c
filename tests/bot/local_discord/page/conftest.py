"""A table with the demo bot at it, and a browser in which people sit down."""

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
"""What time it is at the table, and on the machine of whoever sits there: neither goes on by itself."""
Seat = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def table() -> AsyncIterator[LocalTable]:
    """A served table, whose clock stands still."""
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
    """Sit someone down in a tab of their own; at the end no tab may have had an error."""
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
        page.on("console", lambda said: errors.append(said.text) if is_trouble(said) else None)
        await page.goto(table.address + (f"/?person={name}" if name else "/"))
        if name:
            await expect(page.get_by_role("heading", name="Welcome to #general")).to_be_visible()
        return page

    yield seat
    for context in contexts:
        await context.close()
    assert errors == []


def is_trouble(said: ConsoleMessage) -> bool:
    """Whether something went wrong in the page. A refusal is an answer, though Chromium calls it an error."""
    return said.type in ("error", "warning") and "the server responded with a status of 400" not in said.text


async def type_command(page: Page, text: str) -> None:
    """Type a slash command into the message box and send it, by the keyboard alone."""
    await page.get_by_role("combobox", name="Message").focus()
    await page.keyboard.type(f"/{text} ")
    await page.keyboard.press("Enter")
    # Once it is sent the keyboard goes back to the plain line; whoever took it elsewhere before would lose it again.
    await expect(page.locator(".command")).to_have_count(0)


def last_message(page: Page) -> Any:
    """The newest message in sight."""
    return page.get_by_role("article").last
