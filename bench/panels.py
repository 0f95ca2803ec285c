"""Measure the height of decisions: the panels of whole matches, as shown by the local table's page on a phone.

`python -m bench.panels` plays practice matches of every game with the ready-made decks in turn, and renders the panel
of each decision at 390 pixels as people see it: with its picture, edited by the press before, with the practice hint
and the explanations of a first match; in one half of the matches as a private reply to a command, in the other as a
direct message. It prints two heights with their targets: of the whole panel, and from the lowest answer up to the
first word of the recent events. Pass a number of matches, and `--worst FOLDER` for pictures of the tallest ones.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Page
from rich.console import Console
from rich.table import Table

from bot.app.run import opened
from bot.discord.components.messages import PrivateMessage, files, layout
from bot.games.playable import Games, PlayableGame
from bot.games.registry import games
from bot.installation import Services
from bot.local_discord.messages import Upload, compose
from bot.local_discord.server import LocalTable
from bot.match.practice_opponent import each_by_itself
from bot.people.locales import translator_for
from bot.platform.logs import set_up
from bot.settings import read_settings
from bot.store.person import Person
from bot.views.types import ActResult
from cards.i18n import Locale
from engine.kernel.ai.levels import EASY
from engine.kernel.chance import Chance
from engine.kernel.simulation import ComputerPlayer
from tests.browser import chromium
from tests.browser import opened as open_browser

WIDTH, HEIGHT = 390, 844
"""A phone, in pixels of its page."""
MATCHES = 4
"""Matches of each game: enough for each of eight ready-made decks to be played once by either side."""
READ_AT_ONCE = {0.5: 600, 0.95: 800}
"""Maximum pixels from the lowest answer up to the first word of the recent events, by share of panels."""
WHOLE = {0.5: 860, 1.0: 1250}
"""The same for whole panels."""
_DECISIONS = 150
"""Decisions after which a match is left unfinished."""
_APART = 600
"""Seconds between two messages at the table, so that each is shown with its sender's name."""
_PATIENCE = 120_000
_USED = "voidream challenge"
_PARTS = """article => {
    const made = article.querySelector('.made'), parts = [...made.children];
    const answers = [...made.querySelectorAll('[data-control]')]
        .filter(one => !['', '0'].includes(one.dataset.control.split(':')[2]));
    const picture = parts.findLastIndex(one => one.classList.contains('gallery') && parts.indexOf(one) < 3);
    const said = parts.slice(picture + 1).find(one => /markdown|section/.test(one.className)) ?? parts[0];
    const bottom = Math.max(...answers.map(one => one.getBoundingClientRect().bottom));
    return {
        height: article.getBoundingClientRect().height,
        read: answers.length ? bottom - said.getBoundingClientRect().top : 0,
        parts: parts.map(part => [part.className.split(' ')[0], part.getBoundingClientRect().height]),
    };
}"""


@dataclass(frozen=True, slots=True)
class Tall:
    """One panel: match, revision, question, height, the height read at once, and the height of each part."""

    match: int
    rev: int
    question: str
    height: float
    read: float
    parts: tuple[tuple[str, float], ...] = ()


@dataclass(slots=True)
class Heights:
    """The panels of some matches, in pixels."""

    panels: list[Tall] = field(default_factory=list[Tall])

    def within(self, share: float, height: Callable[[Tall], float] = lambda one: one.height) -> float:
        """Return the height that this share of them does not exceed."""
        ordered = sorted(map(height, self.panels))
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0

    def part(self, name: str) -> float:
        """Return the median height of all parts of that name together."""
        return statistics.median(sum(h for part, h in one.parts if part == name) for one in self.panels)

    def by_question(self) -> dict[str, Heights]:
        """Return the panels by question, the most frequent first."""
        groups: defaultdict[str, Heights] = defaultdict(Heights)
        for one in self.panels:
            groups[one.question[:60]].panels.append(one)
        return dict(sorted(groups.items(), key=lambda one: -len(one[1].panels)))


async def heights(
    game: PlayableGame,
    matches: int = MATCHES,
    *,
    seats: int = 2,
    locale: Locale = Locale.ENGLISH,
    width: int = WIDTH,
    worst: Path | None = None,
    of_those: int = 3,
) -> Heights:
    """Practise a game in `matches` and measure every decision's panel; put pictures of the tallest into `worst`."""
    panels_measured = Heights()
    program = chromium()
    if program is None:
        raise SystemExit("There is no Chromium on this machine.")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = read_settings().model_copy(update={"database": Path(folder) / "panels.sqlite3"})
        seeds = iter([f"panels {number}" for number in range(matches)])
        async with (
            opened(
                settings, Games.of(game), seed=lambda: next(seeds), random_source=lambda: Chance("panels")
            ) as bot,
            open_browser(program) as browser,
        ):
            for number in range(matches):
                table = LocalTable(limited=False)
                await table.start()
                page = await browser.new_page(viewport={"width": width, "height": HEIGHT})
                shown = await _post(bot.services, table, number, game, seats, locale)
                panels_measured.panels += await _measure(page, table, shown, worst, of_those)
                await page.close()
                await table.stop()
    return panels_measured


@dataclass(frozen=True, slots=True)
class _Posted:
    match: int
    rev: int
    question: str
    message: int


async def _post(
    services: Services, table: LocalTable, number: int, game: PlayableGame, seats: int, locale: Locale
) -> list[_Posted]:
    """Play a match against the bot, and put the panel of each decision into the channel that a page opens with."""
    ada = Person(10_000 + number, "Ada")
    bot = Person(90_000, "Voidream", is_bot=True, is_this_bot=True)
    decks = list(game.decks)
    begun = await services.challenges.challenge(
        number * 1_000_000 + 1,
        ada,
        *each_by_itself([bot] * (seats - 1)),
        game=game,
        guild_id=1,
        channel_id=number + 1,
        deck=decks[2 * number % len(decks)] if decks else "",
        level=EASY.key if game.thinking is not None else "",
    )
    match_id, words = begun.match_id, translator_for(locale.value)
    assert game.practice is not None
    player: ComputerPlayer[Any] = game.practice(Chance(f"panels {number} answers"))
    person = table.person("Ada")
    panels = services.panels.panel_messages
    posted: list[_Posted] = []
    done: ActResult | None = None
    for interaction in range(number * 1_000_000 + 2, number * 1_000_000 + 2 + _DECISIONS):
        await services.practice_matches.rested(match_id)
        snapshot = await services.matches.panel_snapshot(match_id, ada.id, locale)
        if snapshot.outcome is not None or snapshot.question is None:
            break
        message = await panels.panel(
            snapshot, words, story=None if done is None else done.happened, with_board=True
        )
        # Every other match is played in direct messages, the others in private replies to a command.
        is_reply = number % 2 == 0
        only_for = person if is_reply else None
        known = compose(table.world, table.channel, table.world.bot, *_sent(message), only_for=only_for)
        known.edited = table.world.clock.now()
        if is_reply:
            known.interaction = {"name": _USED, "user": {"id": str(person.id)}}
        table.world.post(known)
        posted.append(_Posted(match_id, snapshot.table.rev, snapshot.question.purpose, known.id))
        table.clock.advance(_APART)
        plain = await services.matches.question(match_id, ada.id)
        assert plain is not None
        choice = player.answer(plain, lambda view=snapshot.view: view)
        done = await services.play.answer(interaction, match_id, ada.id, plain.id, choice, locale)
    return posted


def _sent(message: PrivateMessage) -> tuple[dict[str, Any], dict[int, Upload]]:
    """Return a message as it is sent: its body and its files."""
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
    measured: list[tuple[Tall, _Posted]] = []
    for one in posted:
        sized = await page.locator(f'#log [data-id="{one.message}"]').evaluate(_PARTS)
        parts = tuple((str(name), float(height)) for name, height in sized["parts"])
        tall = Tall(one.match, one.rev, one.question, float(sized["height"]), float(sized["read"]), parts)
        measured.append((tall, one))
    if worst is not None:
        width = (page.viewport_size or {"width": WIDTH})["width"]
        whole = sorted(measured, key=lambda one: -one[0].height)
        read = sorted(measured, key=lambda one: -one[0].read)
        for tall, one in {
            one[1].message: one for one in (*whole[:of_those], whole[len(whole) // 2], *read[:of_those])
        }.values():
            article = page.locator(f'#log [data-id="{one.message}"]')
            await page.set_viewport_size({"width": width, "height": round(tall.height) + 200})
            await article.scroll_into_view_if_needed()
            await page.wait_for_function("() => [...document.images].every(one => one.complete)")
            await article.screenshot(
                path=worst / f"{tall.height:.0f}-{tall.read:.0f}-{tall.match}-{tall.rev}.png"
            )
    return [tall for tall, _ in measured]


def _goals(heights: Heights) -> Table:
    """Return the results beside their targets."""
    table = Table("pixels", "found", "to reach")
    measures: Mapping[str, tuple[Mapping[float, int], Callable[[Tall], float]]] = {
        "from the lowest answer up to what happened": (READ_AT_ONCE, lambda one: one.read),
        "whole panel with picture": (WHOLE, lambda one: one.height),
    }
    for name, (goals, height) in measures.items():
        for share, goal in goals.items():
            of = "median" if share == 0.5 else "largest" if share == 1 else f"{share:.0%}"
            height_found = heights.within(share, height)
            table.add_row(
                f"{name}, {of}", f"{height_found:.0f}", f"≤ {goal}" + (" ✗" if height_found > goal else "")
            )
    return table


def main() -> None:
    """Print both heights beside their targets, and the heights of the parts, for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.panels", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=MATCHES, help="how many matches of each game")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--seats", type=int, default=2, help="how many play, where a game has room for them")
    parser.add_argument("--worst", type=Path, help="a folder for pictures of the tallest panels")
    parser.add_argument("--locale", type=Locale, default=Locale.ENGLISH, help="en or es")
    parser.add_argument("--width", type=int, default=WIDTH, help="of the phone")
    chosen = parser.parse_args()
    set_up("ERROR", "text")
    console = Console(highlight=False, soft_wrap=True)
    every = games()
    for game in [every.named(chosen.game)] if chosen.game else every.games.values():
        seats = min(chosen.seats, game.seats.stop - 1)
        folder = None if chosen.worst is None else chosen.worst / game.name
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        measured = asyncio.run(
            heights(game, chosen.matches, seats=seats, locale=chosen.locale, width=chosen.width, worst=folder)
        )
        console.print(f"{game.title}: {len(measured.panels)} decisions in {chosen.matches} matches")
        console.print(_goals(measured))
        for asked, group in list(measured.by_question().items())[:25]:
            names = dict.fromkeys(name for one in group.panels for name, _ in one.parts)
            parts = " + ".join(f"{name} {group.part(name):.0f}" for name in names)
            heights_ = f"{group.within(0.5):5.0f} (≤ {group.within(1):4.0f}), read {group.within(0.5, lambda one: one.read):4.0f}"
            console.print(f"{len(group.panels):5} × {heights_}  {asked}  = {parts}")


if __name__ == "__main__":
    main()
