"""A match of Dreamweavers, step by step: drafted by a list and by hand, played with orders and a plan, and resigned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.features.orders.service import PLAN
from bot.games.dreamweavers import dreamweavers
from bot.store.person import Person
from engine.kernel.orders.plan import PlanStep, with_lines
from tests.bot.kit import ADA, BO, CHANNEL, GUILD, TURN
from tests.bot.match.lifetime import Life, Script, Step

MATCH = 1
CONTROL = TimeControl("bank", 20 * DAY, 12 * HOUR, 30 * DAY)
SETTING_UP, PLAYED, GONE_ON = 8, 10, 6
"""The number of answers given before, between and after orders."""


async def _challenge(life: Life, press: int) -> None:
    await life.bot.challenges.challenge(
        press, ADA, BO, game=life.bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="", control=CONTROL
    )


async def _answer_at_random(life: Life, press: int) -> None:
    """Answer at random for each asked player, unless their order answers first."""
    async with life.bot.store.read() as store:
        act = await store.acts.act(press)
    for person in (ADA, BO):
        mine = act.person_id == person.id if act else await life.bot.matches.question(MATCH, person.id)
        if mine:
            await life.answer(press, MATCH, person)
            return


def _order(kind: str, person: Person) -> Callable[[Life, int], Awaitable[object]]:
    async def give(life: Life, press: int) -> None:
        if await life.orders.was_given(press):
            return
        book = await life.orders.book(MATCH, person.id)
        name, form = next((name, form) for name, form in book.forms.items() if form.order.kind == kind)
        await life.orders.give(press, MATCH, person.id, name, replace(form.order, stops=()))

    return give


async def _plan(life: Life, press: int) -> None:
    """Make a plan for the player on turn: refresh, then end the turn."""
    if await life.orders.was_given(press):
        return
    for person in (ADA, BO):
        planning = await life.orders.plan(MATCH, person.id)
        if planning is not None and planning.form.order.until == "turn":
            lines = ((PlanStep("move", "let go"),),)
            await life.orders.give(press, MATCH, person.id, PLAN, with_lines(planning.form.order, lines))


async def _nothing(life: Life, press: int) -> None:
    """Only let time pass."""


SCRIPT = Script(
    (
        Step("challenge", _challenge),
        Step("accept", lambda life, press: life.bot.challenges.accept(press, MATCH, BO, ""), HOUR),
        Step("a list for the draft", _order("draft", BO)),
        Step("keep the hand", _order("keep", ADA)),
        *(Step(f"set up {n}", _answer_at_random, HOUR) for n in range(SETTING_UP)),
        Step("orders have set up what they can", _nothing, TURN),
        Step("no shields", _order("no shields", ADA)),
        Step("no answers", _order("pass", BO)),
        *(Step(f"play {n}", _answer_at_random, HOUR) for n in range(PLAYED)),
        Step("an order answers", _nothing, TURN),
        Step("plan", _plan),
        Step("the plan goes on", _nothing, TURN),
        *(Step(f"go on {n}", _answer_at_random, HOUR) for n in range(GONE_ON)),
        Step("resign", lambda life, press: life.bot.play.resign(press, MATCH, BO.id), HOUR),
    ),
    dreamweavers,
)
