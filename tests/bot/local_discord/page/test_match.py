"""Two people play a match of Voidream in two tabs, from the challenge to the winner, with nothing but clicks."""

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
from engine.kernel.chance import Chance
from tests.bot.kit import TURN

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """A table with the real bot at it, which deals the same cards every time.

    The table's clock stands still, so that on a busy machine no answer comes later than Discord allows.
    """
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    address = await table.start()
    settings = Settings(database=tmp_path / "table.sqlite3")
    stop = asyncio.Event()
    with connected(address, table.token) as token:
        async with opened(
            settings,
            Games.of(voidream()),
            seed=lambda: "5eed" * 16,
            quick=lambda: TURN,
            lot=lambda: Chance("drawn"),
            guild_ready_timeout=0.05,
        ) as bot:
            serving = asyncio.create_task(bot.serve(token, stop))
            async with asyncio.timeout(60):
                await bot.client.readied.wait()
            yield address
            stop.set()
            await serving
    await table.stop()
    table.check()


def decisions(page: Page) -> Locator:
    """The buttons and menus of whatever is to be decided: others are about no question, which is number 0."""
    return page.locator('[data-control^="v2:"]:not([data-control*=":0:"]):not(:disabled)')


async def first_of(*places: Locator) -> int:
    """Wait until one of these can be seen, and say which."""
    waiting = [asyncio.create_task(place.first.wait_for(timeout=60_000)) for place in places]
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for each in others:
        each.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    seen = done.pop()
    seen.result()
    return waiting.index(seen)


async def decide(page: Page) -> None:
    """Decide the gloomy way: pass, and enter Nightmare; type what can be typed; else whatever comes first."""
    # Read at one moment: by the next, another message may have taken the place of this one.
    asked: list[dict[str, str]] = await decisions(page).evaluate_all(
        "all => all.map(one => ({control: one.dataset.control, role: one.getAttribute('role'), says: one.textContent}))"
    )
    wished = (
        one for wish in ("Pass", "Enter Nightmare", "Type the answer") for one in asked if wish in one["says"]
    )
    one = next(wished, asked[0])
    identity, menu, typed = one["control"], one["role"] == "combobox", one["says"] == "Type the answer"
    await page.locator(f'[data-control="{identity}"]').last.click()
    if menu:
        options = page.get_by_role("listbox").get_by_role("option")
        await expect(options.first).to_be_visible()
        gloomy = options.filter(has_text="Enter Nightmare")
        await (gloomy if await gloomy.count() else options).first.click()
    elif typed:
        form = page.get_by_role("dialog", name="Your answer")
        await form.get_by_label("Answer").fill("7")
        await form.get_by_role("button", name="Submit").click()
    await expect(page.locator(f'[data-control="{identity}"]')).to_have_count(0)


async def test_a_match_from_the_challenge_to_the_winner_by_clicking(address: str, browser: Browser) -> None:
    tabs = [await (await browser.new_context(timezone_id="UTC", locale="en-US")).new_page() for _ in range(3)]
    errors: list[str] = []
    for page, name in zip(tabs, ("Ada", "Bo", "Cleo"), strict=True):
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{address}/?person={name}")
        await expect(page.get_by_role("button", name=f"You are {name}")).to_be_visible()
    ada, bo, cleo = tabs

    await ada.get_by_role("button", name="/voidream challenge").click()
    await ada.get_by_role("option", name=re.compile("^user ")).click()
    await ada.get_by_role("option", name="Bo", exact=True).click()
    await ada.get_by_role("option", name=re.compile("^deck")).click()
    await ada.get_by_role("option", name="First Light").click()
    await ada.get_by_role("button", name="Send").click()
    await bo.get_by_role("button", name="Accept").click()
    await bo.get_by_role("combobox", name="Choose your deck").click()
    await bo.get_by_role("option", name="The Unwritten").click()
    for page in (ada, bo):
        # Whoever decides first is told so; the other one can wait there as well.
        await page.get_by_role("button", name=re.compile("^(Write to )?Voidream(,|$)")).click()
    await cleo.get_by_role("button", name="Open the thread").click()

    over = cleo.get_by_text("the match is over")
    for _ in range(300):
        turn = await first_of(over, decisions(ada), decisions(bo))
        if turn == 0:
            break
        await decide(tabs[turn - 1])
    await expect(cleo.get_by_text("has won:").last).to_be_visible()
    await expect(cleo.get_by_role("img", name="Voidream board")).to_be_visible()
    # Who reads along is shown the board and, once it is drawn, the decisive round; and nobody's hand.
    await expect(cleo.get_by_text("How it was decided")).to_be_visible()
    await expect(cleo.get_by_role("img")).to_have_count(2)
    for page in tabs:
        await page.context.close()
    assert errors == []
