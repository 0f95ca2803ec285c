"""A match of Bazaar for three, step by step: sheets, sittings of several answers, and time that runs out in each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.orders.standing_orders import PLAN
from bot.store.person import Person
from engine.kernel.orders.plan import PlanStep, with_lines
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, TURN
from tests.bot.match.lifetime import Life, Script, Step
from tests.games.bazaar.position import BazaarView
from tests.games.registry import bazaar

MATCH = 1
CONTROL = TimeControl("each", 2 * DAY)
"""Time moves exactly up to where it runs out, so that only one thing falls due in each step."""
LID = "blocks with Lid"


async def _challenge(life: Life, press: int) -> None:
    await life.bot.matches.challenge(
        press, ADA, BO, CY, game=life.bot.game, guild_id=GUILD, channel_id=CHANNEL, control=CONTROL
    )


def _accept(who: Person) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.matches.accept(press, MATCH, who, "")


def _answer(who: Person, choice: str) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.answer(press, MATCH, who, choice)


def _sheet(*steps: str) -> Callable[[Life, int], Awaitable[object]]:
    """Ada puts a turn together, and gives it as one."""

    async def give(life: Life, press: int) -> None:
        if await life.orders.was_given(press):
            return
        planning = await life.orders.plan(MATCH, ADA.id)
        assert planning is not None and planning.form.at_once
        parts = (step.partition(" ") for step in steps)
        line = tuple(PlanStep("move", act, (of,) if of else ()) for act, _, of in parts)
        await life.orders.give(press, MATCH, ADA.id, PLAN, with_lines(planning.form.order, (line,)))

    return give


async def _nothing(life: Life, press: int) -> None:
    """Only time passes."""


async def _nobody_is_told(life: Life, press: int) -> None:
    """The others see the match as it was when Cy was attacked."""
    matches = life.bot.matches
    looks = [await matches.look_private(MATCH, one.id) for one in (ADA, BO)]
    for look in (await matches.look_public(MATCH), *looks):
        assert isinstance(look.view, BazaarView)
        zones = look.view.seats[2].zones
        assert (len(zones["hand"]), len(zones["deck"]), len(zones["discard"])) == (4, 4, 0)
        assert LID not in " ".join(map(str, look.story))


async def _everybody_is_told(life: Life, press: int) -> None:
    """What was held back has been told, with the end of it."""
    look = await life.bot.matches.look_public(MATCH)
    assert " ".join(map(str, look.story)).count(LID) == 1


async def _is_out(life: Life, press: int) -> None:
    """Cy has let three decisions in a row run out."""
    assert (await life.bot.matches.table(MATCH)).out == {2}


SCRIPT = Script(
    (
        Step("challenge", _challenge),
        Step("Bo accepts", _accept(BO)),
        Step("Cy accepts", _accept(CY)),
        *(Step(f"{one.name} chooses a patron", _answer(one, "owl"), HOUR) for one in (ADA, BO, CY)),
        Step("a sheet that attacks", _sheet("flip Coin", "play Stick", "attack seat 2", "end"), HOUR),
        Step("a first blocker", _answer(CY, "block Lid"), HOUR),
        Step("nobody is told", _nobody_is_told),
        Step("time runs out in the sitting", _nothing, 2 * DAY - HOUR),
        Step("everybody is told", _everybody_is_told),
        Step("the sheet goes on as a plan", _nothing, TURN),
        Step("time runs out in Bo's turn", _nothing, 2 * DAY),
        Step("time runs out in Cy's turn", _nothing, 2 * DAY),
        Step("another sheet that attacks", _sheet("play Club", "attack seat 2", "end"), HOUR),
        Step("time runs out for the third time", _nothing, 2 * DAY),
        Step("Cy is out", _is_out),
        Step("the other sheet goes on as a plan", _nothing, TURN),
        Step("Bo answers by hand", _answer(BO, "end"), HOUR),
        Step("Ada gives up", lambda life, press: life.bot.matches.resign(press, MATCH, ADA.id), HOUR),
    ),
    bazaar,
)
