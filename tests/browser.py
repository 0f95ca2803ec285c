"""The browser in which tests open the local table's page."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names of Chromium's program. The first one has no window, and takes a third of the processor time."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Return the path of the installed Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def opened(program: str) -> AsyncGenerator[Browser]:
    """Open a browser without a window. Playwright is imported here, because most runs need no browser."""
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=60_000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, args=list(ARGUMENTS), timeout=60_000
        )
        yield browser
        await browser.close()
