"""People's acts and due events: each may happen at the same time as any other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from bot.clocks.control import DAY, TimeControl
from bot.decks.own_decks import Decks
from bot.errors import Collision
from bot.features.comments.controls import CommentThreads
from bot.features.follows.service import Follows
from bot.features.moderation.service import Bars
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.own_data import Privacy
from bot.features.review.service import Reviews
from bot.features.time.vacations import Vacations
from bot.servers.servers import Servers
from bot.store.person import Person
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, TURN, Bot

Act = Callable[[Bot, int], Awaitable[Any]]
"""An act of a bot for an interaction."""
DI, EVE, MODERATOR = Person(55, "Di"), Person(56, "Eve"), Person(66, "Mo")
DELIVERED = "notes are delivered"
PLAYED, OTHER, ASKED, OVER, TABLE = 1, 2, 3, 4, 5
"""The matches: two active rated ones, a challenge, a finished one, an open table."""


async def lay_out(bot: Bot) -> None:
    """Create the matches and due events."""
    timed: dict[str, Any] = {"rated": True, "control": TimeControl("each", 2 * DAY)}
    assert await bot.begin(BO, **timed) == PLAYED
    assert await bot.begin(CY, channel_id=CHANNEL + 1, **timed) == OTHER
    for match_id in (PLAYED, OTHER):
        dice = Chance(str(match_id))
        for _ in range(4):
            await bot.answer_anything(match_id, dice)
    assert (await bot.challenge(BO, channel_id=CHANNEL + 2)).match_id == ASKED
    assert await bot.begin(BO, channel_id=CHANNEL + 3) == OVER
    await bot.play.resign(bot.press(), OVER, ADA.id)
    table = await bot.challenges.open_table(
        bot.press(), ADA, seats=2, game=bot.game, guild_id=GUILD, channel_id=CHANNEL + 4, deck="Harbour"
    )
    assert table.match_id == TABLE
    # The first deletion creates the secret that identifies people from then on.
    await bot.begin(EVE, channel_id=CHANNEL + 5)
    await Privacy(bot.context).forget(EVE.id)
    await bot.clock.move(TURN / 1000)


def _answer(person: Person) -> Act:
    async def act(bot: Bot, press: int) -> Any:
        question = await bot.matches.question(PLAYED, person.id)
        if question is None:
            return None
        choice = random_choice(question, Chance(person.name))
        return await bot.play.answer(press, PLAYED, person.id, question.id, choice)

    return act


async def _deliver(bot: Bot, press: int) -> None:
    """Claim due notes, deliver them and store the results, until none is left."""
    await _round(bot)
    while bot.outbox._deliveries:
        await asyncio.gather(*bot.outbox._deliveries)
        await _round(bot)


async def _round(bot: Bot) -> None:
    """Run a round, and repeat it after a collision, like the worker."""
    while True:
        with suppress(Collision):
            await bot.outbox._round()
            return


def _decks(bot: Bot) -> Decks:
    return Decks(bot.store, bot.games, bot.context.settings, bot.clock, bot.lot)


def _reviews(bot: Bot) -> Reviews:
    return Reviews(bot.store, bot.games, bot.clock, wake=bot.wake, work=bot.wake)


def _servers(bot: Bot) -> Servers:
    return Servers(bot.store, bot.games, bot.clock)


def _challenge(challenger: Person, challenged: Person) -> Act:
    return lambda bot, press: bot.challenges.challenge(
        press, challenger, challenged, game=bot.game, guild_id=GUILD, channel_id=CHANNEL + 9, deck="Harbour"
    )


ACTS: Mapping[str, Act] = {
    "Ada answers": _answer(ADA),
    "Bo answers": _answer(BO),
    "Ada resigns": lambda bot, press: bot.play.resign(press, PLAYED, ADA.id),
    "Bo resigns": lambda bot, press: bot.play.resign(press, PLAYED, BO.id),
    "Cy resigns the other match": lambda bot, press: bot.play.resign(press, OTHER, CY.id),
    "Ada draws": lambda bot, press: bot.agreements.draw(press, PLAYED, ADA.id),
    "Bo draws": lambda bot, press: bot.agreements.draw(press, PLAYED, BO.id),
    "Bo aborts": lambda bot, press: bot.agreements.abort(press, PLAYED, BO.id),
    "Ada pauses": lambda bot, press: bot.match_time.pause(press, PLAYED, ADA.id),
    "Bo pauses": lambda bot, press: bot.match_time.pause(press, PLAYED, BO.id),
    "Bo gives time": lambda bot, press: bot.match_time.give_time(press, PLAYED, BO.id, DAY),
    "Ada takes back": lambda bot, press: bot.undo.undo(press, PLAYED, ADA.id),
    "Bo claims": lambda bot, press: bot.play.claim(press, PLAYED, BO.id),
    "a moderator ends": lambda bot, press: bot.interventions.end(press, PLAYED, MODERATOR, GUILD, "Enough."),
    "a moderator bars Ada": lambda bot, press: Bars(bot.context).bar(press, GUILD, MODERATOR, ADA, "Rude."),
    "Bo blocks Ada": lambda bot, press: Blocks(bot.context).block(press, BO, ADA),
    "Ada is forgotten": lambda bot, press: Privacy(bot.context).forget(ADA.id),
    "Bo is forgotten": lambda bot, press: Privacy(bot.context).forget(BO.id),
    "Ada goes away": lambda bot, press: Vacations(bot.context).leave(ADA.id, DAY, interaction=press),
    "Ada lives elsewhere": lambda bot, press: Vacations(bot.context).live_in(
        ADA.id, "Europe/Paris", interaction=press
    ),
    "Ada challenges Cy": _challenge(ADA, CY),
    "Bo challenges Ada": _challenge(BO, ADA),
    "Bo accepts": lambda bot, press: bot.challenges.accept(press, ASKED, BO, "Garden"),
    "Bo declines": lambda bot, press: bot.challenges.decline(press, ASKED, BO.id),
    "Ada withdraws": lambda bot, press: bot.challenges.withdraw(press, ASKED, ADA.id),
    "Cy sits down": lambda bot, press: bot.challenges.accept(press, TABLE, CY, "Garden"),
    "Di sits down": lambda bot, press: bot.challenges.accept(press, TABLE, DI, "Garden"),
    "Ada wants a rematch": lambda bot, press: bot.rematches.rematch(press, OVER, ADA),
    "Bo wants a rematch": lambda bot, press: bot.rematches.rematch(press, OVER, BO),
    "Ada wants a review": lambda bot, press: _reviews(bot).agree(press, OVER, ADA.id),
    "Bo wants a review": lambda bot, press: _reviews(bot).agree(press, OVER, BO.id),
    "Bo wants no review": lambda bot, press: _reviews(bot).decline(press, OVER, BO.id),
    "Di follows": lambda bot, press: Follows(bot.store, bot.games).digest(PLAYED, DI.id, call=True),
    "Di stops": lambda bot, press: Follows(bot.store, bot.games).stop(PLAYED, DI.id),
    "Di comments": lambda bot, press: CommentThreads(bot.store, bot.signals).thread(OVER),
    "Ada makes a deck": lambda bot, press: _decks(bot).make(press, ADA, bot.game, ""),
    "the server speaks Spanish": lambda bot, press: _servers(bot).speak(press, GUILD, ADA.id, Locale.SPANISH),
    "the server names channels": lambda bot, press: _servers(bot).play_in(press, GUILD, ADA.id, ()),
    "the server is reset": lambda bot, press: _servers(bot).reset(press, GUILD, ADA.id),
    "alarms ring": lambda bot, press: bot.ring(),
    DELIVERED: _deliver,
}
WITHOUT_A_PRESS = frozenset({"alarms ring", DELIVERED, "Ada is forgotten", "Bo is forgotten"})
"""Acts without a single interaction."""
