"""Warm-up matches, played before a process reports that it is ready.

Cards, catalogues, fonts and decoders are loaded and cached at first use. That takes more than half a second,
which the first press would have to wait for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from bot.app.composition import composed
from bot.app.roles import Role
from bot.delivery.request_meter import RequestMeter
from bot.discord.components.messages import files, layout
from bot.games.playable import Games, PlayableGame
from bot.installation import Services
from bot.match.play import Answers
from bot.match.prompts import random_reply_delay
from bot.people.locales import translator_for
from bot.platform import metrics
from bot.platform.clock import SystemClock
from bot.platform.low_priority import give_way
from bot.platform.randomness import fresh_rng
from bot.search.pool import LocalPool
from bot.search.worker import ProcessWorker
from bot.settings import Settings
from bot.store import open_store
from bot.store.person import Person
from bot.store.random_values import draw
from bot.views.pictures import PictureService
from cards.i18n import Locale
from engine.kernel.question import random_choice

Rehearsal = Callable[[], Coroutine[object, object, None]]

PRESSES = 1
"""Answers of each player in each match."""

_PEOPLE = tuple(Person(number, f"Player {number}") for number in range(1, 5))
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.rehearsal")


def rehearsal(settings: Settings, games: Games, role: Role) -> Rehearsal | None:
    """Return the rehearsal of a process in this role; None if it shows nothing to anyone.

    A process on the gateway rehearses only while another still answers (`Handover.is_successor`).
    """
    shows = role is Role.DELIVER or role.answers
    return partial(_beside_the_loop, settings, games) if shows else None


async def _beside_the_loop(settings: Settings, games: Games) -> None:
    is_over = threading.Event()
    rehearsing = asyncio.wrap_future(
        give_way(lambda: rehearse(settings, games, lambda: not is_over.is_set()))
    )
    try:
        await asyncio.shield(rehearsing)
    finally:
        is_over.set()
        await rehearsing


def rehearse(settings: Settings, games: Games, is_wanted: Callable[[], bool]) -> None:
    """Play and show the beginning of a match of each game, while `is_wanted`. Failures are only logged."""
    try:
        with TemporaryDirectory(prefix="voidream-", ignore_cleanup_errors=True) as folder:
            asyncio.run(_rehearse(Path(folder), settings, games, is_wanted))
        # No player made these moves.
        for metric in (metrics.MOVES, metrics.PICTURES, metrics.PICTURE):
            metric.clear()
    except Exception as error:
        _log.warning("the rehearsal failed: the first answers may be slow", exc_info=error)


async def _rehearse(folder: Path, settings: Settings, games: Games, is_wanted: Callable[[], bool]) -> None:
    store = await open_store(folder / "rehearsal.sqlite3", draw=draw)
    clock, pictures = SystemClock(), PictureService(1, settings.picture_cache_mb << 20)
    pool = LocalPool(ProcessWorker, clock)
    services = composed(
        store,
        games,
        settings,
        clock,
        pictures,
        pool,
        RequestMeter(),
        role=Role.ANSWER,
        version="",
        seed=lambda: "rehearsal",
        reply_delay=random_reply_delay,
        random_source=fresh_rng,
    ).services
    try:
        for number, game in enumerate(games.games.values(), 1):
            if is_wanted():
                await _play(services, game, number, is_wanted)
    finally:
        pool.close()
        pictures.close()
        await services.practice_matches.stop()
        await store.close()


async def _play(services: Services, game: PlayableGame, number: int, is_wanted: Callable[[], bool]) -> None:
    """Begin a match, answer its questions, and show it to everyone and to each player."""
    people, deck, interaction = _PEOPLE[: game.seats.start], next(iter(game.decks), ""), 1000 * number
    table = await services.challenges.challenge(
        interaction, *people, guild_id=number, channel_id=number, game=game, deck=deck
    )
    match_id = table.match_id
    for place, person in enumerate(people[1:], 1):
        await services.challenges.accept(interaction + place, match_id, person, deck)
    await services.pictures.public_board(await services.matches.public_snapshot(match_id))
    for press in range(PRESSES):
        for place, person in enumerate(people):
            locale = list(Locale)[(press + place) % len(Locale)]
            if not is_wanted():
                return
            question = await services.matches.question(match_id, person.id, locale)
            if question is not None:
                answers = Answers(question.id, (random_choice(question, fresh_rng()),))
                interaction += 10
                await services.play.press(
                    interaction, match_id, person.id, lambda _, answers=answers: answers, locale
                )
            snapshot = await services.matches.panel_snapshot(match_id, person.id, locale)
            message = await services.panels.panel_messages.panel(
                snapshot, translator_for(locale.value), with_board=True
            )
            layout(message).to_components()
            files(message)
