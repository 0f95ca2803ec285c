"""The script of a few matches between people, step by step, that a bot must complete despite crashes.

A person repeats a step until they have seen it succeed: if the bot dies before, they press again, with the same
interaction. Time may pass between two steps, and due events happen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.features.follows.service import Follows
from bot.features.orders.service import Orders
from bot.features.reminders.service import Reminders
from bot.features.time.vacations import Vacations
from bot.games.playable import PlayableGame
from bot.match.open_tables import LASTS
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, TURN, Bot, lanterns
from tests.games.lanterns import BidOrder

BANK = TimeControl("bank", 20 * DAY, 12 * HOUR, 30 * DAY)
EACH = TimeControl("each", 2 * DAY)
CASUAL, RATED, ABORTED = 1, 4, 5
"""The ids of the played matches; the third is the rematch of the first."""
REMATCH = 3
TABLE = 6
SECOND = 1000


@dataclass(frozen=True)
class Life:
    """The bot, and the actions of people."""

    bot: Bot
    close_dm: Callable[[int], None]

    @property
    def orders(self) -> Orders:
        bot = self.bot
        return Orders(bot.context, bot.practising)

    @property
    def vacations(self) -> Vacations:
        return Vacations(self.bot.context)

    @property
    def reminders(self) -> Reminders:
        return Reminders(self.bot.context)

    @property
    def watching(self) -> Follows:
        return Follows(self.bot.store, self.bot.games)

    async def settle(self) -> None:
        """Process everything due, and deliver pending announcements."""
        bot = self.bot
        await bot.ring()
        await bot.deliver()

    async def answer(self, press: int, match_id: int, person: Person, *choice: str) -> None:
        """Give this answer, or a random one. A press from before a crash is delivered again unchanged."""
        async with self.bot.store.read() as store:
            act = await store.acts.act(press)
            draft = await store.orders.draft(match_id, person.id)
        if choice in draft.answers:
            return  # It was added to a sheet, which no act contains.
        if act is not None:
            assert act.question_id is not None and act.choice is not None
            question_id, choice = act.question_id, act.choice
        else:
            question = await self.bot.matches.question(match_id, person.id)
            assert question is not None, f"{person} has lost their question"
            question_id = question.id
            choice = choice or random_choice(question, Chance(f"{match_id} {question.id}"))
        await self.bot.play.answer(press, match_id, person.id, question_id, choice)


@dataclass(frozen=True)
class Step:
    """A player's act, `after` milliseconds later. `does` gets the id of the interaction."""

    name: str
    does: Callable[[Life, int], Awaitable[object]]
    after: int = 0


@dataclass(frozen=True)
class Script:
    """The steps of a life, and its game."""

    steps: tuple[Step, ...]
    game: Callable[[], PlayableGame]


async def _nothing(life: Life, press: int) -> None:
    """Only let time pass."""


def _open_table(host: Person, seats: int) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.challenges.open_table(
        press, host, game=life.bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour", seats=seats
    )


def _challenge(
    control: TimeControl, *, rated: bool = False, one: Person = ADA, other: Person = BO
) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.challenges.challenge(
        press,
        one,
        other,
        game=life.bot.game,
        guild_id=GUILD,
        channel_id=CHANNEL,
        deck="Harbour",
        control=control,
        rated=rated,
    )


def _accept(match_id: int, person: Person = BO) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.challenges.accept(press, match_id, person, "Garden")


def _answer(match_id: int, person: Person, *choice: str) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.answer(press, match_id, person, *choice)


async def _order(life: Life, press: int) -> None:
    if await life.orders.was_given(press):
        return
    book = await life.orders.book(CASUAL, ADA.id)
    name, form = next((n, f) for n, f in book.forms.items() if f.order.parameters == BidOrder(coins=1))
    await life.orders.give(press, CASUAL, ADA.id, name, form.order)


async def _close(life: Life, press: int) -> None:
    life.close_dm(BO.id)


async def _claim(life: Life, press: int) -> None:
    """Claim the win for the player who has time left."""
    table = await life.bot.matches.table(CASUAL)
    late = [time.late for time in table.times]
    await life.bot.play.claim(press, CASUAL, table.people[late.index(False)].id)


STEPS = (
    Step("challenge", _challenge(BANK)),
    Step("accept", _accept(CASUAL), HOUR),
    Step("watch", lambda life, _: life.watching.digest(CASUAL, CY.id, call=True)),
    Step("answer", _answer(CASUAL, ADA, "1"), HOUR),
    Step("undo", lambda life, press: life.bot.undo.undo(press, CASUAL, ADA.id), HOUR),
    Step("answer again", _answer(CASUAL, ADA, "1")),
    Step("close direct messages", _close),
    Step("order", _order),
    Step("answer and reveal", _answer(CASUAL, BO, "2"), DAY),
    Step("ask for a pause", lambda life, press: life.bot.match_time.pause(press, CASUAL, BO.id), HOUR),
    Step("agree to a pause", lambda life, press: life.bot.match_time.pause(press, CASUAL, ADA.id), HOUR),
    Step("go on", lambda life, press: life.bot.match_time.go_on(press, CASUAL, BO.id), 5 * HOUR),
    Step("put in order", _answer(CASUAL, BO), HOUR),
    Step("share", _answer(CASUAL, BO), HOUR),
    Step("the order answers, the other is called", _nothing, TURN),
    Step("offer a draw", lambda life, press: life.bot.agreements.draw(press, CASUAL, ADA.id), HOUR),
    Step(
        "refuse a draw", lambda life, press: life.bot.agreements.draw(press, CASUAL, BO.id, agree=False), HOUR
    ),
    Step("a reminder", _nothing, 10 * DAY),
    Step("snooze", lambda life, press: life.reminders.snooze(CASUAL, BO.id, HOUR)),
    Step("the snoozed reminder", _nothing, HOUR),
    Step("leave on vacation", lambda life, press: life.vacations.leave(BO.id, DAY)),
    Step("the vacation ends", _nothing, DAY),
    Step("give time", lambda life, press: life.bot.match_time.give_time(press, CASUAL, ADA.id, DAY)),
    Step("answer after all", _answer(CASUAL, BO, "1"), HOUR),
    Step("the time is up", _nothing, 40 * DAY),
    Step("claim", _claim, HOUR),
    Step("a challenge that is declined", _challenge(BANK, one=ADA, other=CY)),
    Step("decline", lambda life, press: life.bot.challenges.decline(press, 2, CY.id)),
    Step("ask for a rematch", lambda life, press: life.bot.rematches.rematch(press, CASUAL, ADA)),
    Step("agree to a rematch", lambda life, press: life.bot.rematches.rematch(press, CASUAL, BO), HOUR),
    Step("offer another draw", lambda life, press: life.bot.agreements.draw(press, REMATCH, ADA.id)),
    Step("the offer expires", _nothing, 3 * DAY),
    Step(
        "a moderator ends it",
        lambda life, press: life.bot.interventions.end(press, REMATCH, CY, GUILD, "Enough."),
        HOUR,
    ),
    Step("challenge, rated", _challenge(EACH, rated=True)),
    Step("accept, rated", _accept(RATED)),
    Step("answer, rated", _answer(RATED, ADA, "1"), HOUR),
    Step("it ends by itself", _nothing, 2 * DAY),
    Step("challenge once more", _challenge(BANK)),
    Step("accept once more", _accept(ABORTED)),
    Step("ask to call it off", lambda life, press: life.bot.agreements.abort(press, ABORTED, ADA.id), HOUR),
    Step("cancel it", lambda life, press: life.bot.agreements.abort(press, ABORTED, BO.id), SECOND),
    Step("open a table", _open_table(ADA, 3)),
    Step("take a seat", _accept(TABLE)),
    Step("leave the table", lambda life, press: life.bot.challenges.decline(press, TABLE, BO.id)),
    Step("take a seat again", _accept(TABLE)),
    Step(
        "begin with those who are there", lambda life, press: life.bot.challenges.start(press, TABLE, ADA.id)
    ),
    Step("open another table", _open_table(CY, 2)),
    Step("the table expires", _nothing, LASTS),
)

SCRIPT = Script(STEPS, lanterns)
