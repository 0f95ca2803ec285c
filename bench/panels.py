"""Measures how tall a decision is: the panels of whole matches, shown by the local table's page on a phone.

`python -m bench.panels` plays greedy matches in which every ready-made deck comes up, and puts the panel of every
decision, with its board, into the page at 390 pixels. Give it a number of matches, and `--worst FOLDER` for pictures of
the tallest ones.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Page, async_playwright
from rich.console import Console

from bot.chat.components.messages import PrivateMessage, files, layout
from bot.chat.texts.texts import texts_for
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.host.compose_chat import shared
from bot.host.run import opened
from bot.host.services import Services
from bot.runtime.logs import set_up
from bot.settings import read_settings
from bot.store.person import Person
from bot.table.messages import Upload, compose
from bot.table.server import LocalTable
from bot.views.types import Done
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.voidream.players.greedy.player import Greedy

WIDTH, HEIGHT = 390, 844
"""A phone, in pixels of its page."""
MATCHES = 4
"""In so many, each of the eight ready-made decks is played once."""
_APART = 600
"""Seconds between two messages at the table, so that each is shown with its sender's name."""
_PATIENCE = 120_000
_PARTS = """article => ({
    height: article.getBoundingClientRect().height,
    parts: [...article.querySelectorAll('.made > *')].map(part => [
        part.className.split(' ')[0], part.getBoundingClientRect().height,
    ]),
})"""


@dataclass(frozen=True, slots=True)
class Tall:
    """One panel: which match and revision, the question's own words, how tall it is, and each of its parts."""

    match: int
    rev: int
    asked: str
    height: float
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(slots=True)
class Heights:
    """The panels of some matches, in pixels."""

    panels: list[Tall] = field(default_factory=list[Tall])

    @property
    def median(self) -> float:
        """The height that half of them don't reach."""
        return statistics.median(one.height for one in self.panels)

    @property
    def largest(self) -> float:
        """The height of the tallest one."""
        return max(one.height for one in self.panels)

    def part(self, number: int) -> float:
        """Return the median height of the part at that place, 0 where it is missing."""
        return statistics.median(
            one.parts[number][1] if number < len(one.parts) else 0 for one in self.panels
        )


async def heights(
    matches: int = MATCHES, *, locale: Locale = Locale.ENGLISH, worst: Path | None = None, of_those: int = 3
) -> Heights:
    """Play so many greedy matches and measure every decision's panel; put pictures of the tallest into `worst`."""
    found = Heights()
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        raise SystemExit("There is no Chromium on this machine.")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = read_settings().model_copy(update={"database": Path(folder) / "panels.sqlite3"})
        seeds = iter([f"panels {number}" for number in range(matches)])
        async with (
            opened(
                settings, Games.of(voidream()), seed=lambda: next(seeds), lot=lambda: Chance("panels")
            ) as bot,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", "--headless=new", "--disable-gpu"]
            )
            for number in range(matches):
                table = LocalTable(limited=False)
                await table.start()
                page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                shown = await _post(bot.services, table, number, locale)
                found.panels += await _measure(page, table, shown, worst, of_those)
                await page.close()
                await table.stop()
            await browser.close()
    return found


@dataclass(frozen=True, slots=True)
class _Posted:
    match: int
    rev: int
    asked: str
    message: int


async def _post(services: Services, table: LocalTable, number: int, locale: Locale) -> list[_Posted]:
    """Play a match, and put the panel of each decision into the channel that a page opens with."""
    decks = list(services.games.default.decks)
    ada, bo = Person(10_000 + 2 * number, "Ada"), Person(10_001 + 2 * number, "Bo")
    mine, theirs = decks[2 * number % len(decks)], decks[(2 * number + 1) % len(decks)]
    made = await services.matches.challenge(
        number * 1_000_000 + 1,
        ada,
        bo,
        game=services.games.default,
        guild_id=1,
        channel_id=number + 1,
        deck=mine,
    )
    await services.matches.accept(number * 1_000_000 + 2, made.match_id, bo, theirs)
    greedy, words = Greedy(Chance(f"panels {number} answers")), texts_for(locale.value)
    table.person("Ada")
    panels = shared(services).panel_messages
    posted: list[_Posted] = []
    done: Done | None = None
    acted = -1
    for interaction in range(number * 1_000_000 + 3, (number + 1) * 1_000_000):
        public = await services.matches.look_public(made.match_id)
        if public.outcome is not None:
            break
        seat = acted if any(one.seat == acted for one in public.awaited) else public.awaited[0].seat
        person = (ada, bo)[seat].id
        look = await services.matches.look_private(made.match_id, person, locale)
        assert look.question is not None
        said = done.happened if done is not None and acted == seat else ()
        message = await panels.panel(look, words, said=said, with_board=True)
        known = table.world.post(compose(table.world, table.channel, table.world.bot, *_sent(message)))
        posted.append(_Posted(made.match_id, look.table.rev, look.question.purpose, known.id))
        table.clock.advance(_APART)
        plain = await services.matches.question(made.match_id, person)
        assert plain is not None
        view = (await services.matches.look_private(made.match_id, person)).view
        choice = greedy.answer(plain, lambda view=view: view)
        done = await services.matches.answer(interaction, made.match_id, person, plain.id, choice, locale)
        acted = seat
    return posted


def _sent(message: PrivateMessage) -> tuple[dict[str, Any], dict[int, Upload]]:
    """Return a message as it goes over the wire: its body, and its files."""
    attached = files(message)
    body: dict[str, Any] = {
        "components": layout(message).to_components(),
        "flags": 1 << 15,
        "attachments": [
            {"id": str(n), "filename": one.filename, "description": one.description}
            for n, one in enumerate(attached)
        ],
    }
    return body, {n: Upload(one.filename, "image/png", one.fp.read()) for n, one in enumerate(attached)}


async def _measure(
    page: Page, table: LocalTable, posted: Sequence[_Posted], worst: Path | None, of_those: int
) -> list[Tall]:
    page.set_default_timeout(_PATIENCE)
    await page.goto(f"{table.address}/?person=Ada")
    await page.wait_for_function(
        "n => document.querySelectorAll('#log [data-id]').length === n", arg=len(posted)
    )
    found: list[tuple[Tall, _Posted]] = []
    for one in posted:
        sized = await page.locator(f'#log [data-id="{one.message}"]').evaluate(_PARTS)
        parts = tuple((str(name), float(height)) for name, height in sized["parts"])
        found.append((Tall(one.match, one.rev, one.asked, float(sized["height"]), parts), one))
    if worst is not None:
        by_height = sorted(found, key=lambda one: -one[0].height)
        for tall, one in [*by_height[:of_those], by_height[len(by_height) // 2]]:
            article = page.locator(f'#log [data-id="{one.message}"]')
            await page.set_viewport_size({"width": WIDTH, "height": round(tall.height) + 200})
            await article.scroll_into_view_if_needed()
            await page.wait_for_function("() => [...document.images].every(one => one.complete)")
            await article.screenshot(path=worst / f"{tall.height:.0f}-{tall.match}-{tall.rev}.png")
    return [tall for tall, _ in found]


def main() -> None:
    """Print the median and the largest height, and where the height goes."""
    parser = argparse.ArgumentParser(prog="python -m bench.panels", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=MATCHES, help="how many matches")
    parser.add_argument("--worst", type=Path, help="a folder for pictures of the tallest panels")
    parser.add_argument("--locale", type=Locale, default=Locale.ENGLISH, help="en or es")
    chosen = parser.parse_args()
    set_up("ERROR", "text")
    console = Console(highlight=False, soft_wrap=True)
    if chosen.worst is not None:
        chosen.worst.mkdir(parents=True, exist_ok=True)
    found = asyncio.run(heights(chosen.matches, locale=chosen.locale, worst=chosen.worst))
    console.print(
        f"{len(found.panels)} decisions: median {found.median:.0f} px, largest {found.largest:.0f} px"
    )
    by_question: dict[str, list[Tall]] = {}
    for one in found.panels:
        by_question.setdefault(one.asked[:60], []).append(one)
    for asked, some in sorted(by_question.items(), key=lambda one: -len(one[1]))[:25]:
        of = Heights(some)
        parts = " + ".join(f"{of.part(n):.0f}" for n in range(max(len(one.parts) for one in some)))
        console.print(f"{len(some):5} × {of.median:5.0f} (≤ {of.largest:4.0f})  {asked}  = {parts}")


if __name__ == "__main__":
    main()
