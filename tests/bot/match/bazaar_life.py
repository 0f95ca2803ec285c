"""A match of Bazaar for three, step by step: sheets, sittings of several answers, and timeouts in each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.store.person import Person
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, TURN
from tests.bot.match.lifetime import Life, Script, Step
from tests.games.bazaar.position import BazaarView
from tests.games.registry import bazaar

MATCH = 1
CONTROL = TimeControl("each", 2 * DAY)
"""Time advances exactly to the next deadline, so that only one thing is due in each step."""
LID = "blocks with Lid"


async def _challenge(life: Life, press: int) -> None:
    await life.bot.challenges.challenge(
        press, ADA, BO, CY, game=life.bot.game, guild_id=GUILD, channel_id=CHANNEL, control=CONTROL
    )


def _accept(person: Person) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.bot.challenges.accept(press, MATCH, person, "")


def _answer(person: Person, choice: str) -> Callable[[Life, int], Awaitable[object]]:
    return lambda life, press: life.answer(press, MATCH, person, choice)


def _put(number: int, choice: str) -> Callable[[Life, int], Awaitable[object]]:
    """Add one answer to Ada's sheet, unless this press did so before a crash."""

    async def put(life: Life, press: int) -> None:
        snapshot = await life.bot.matches.panel_snapshot(MATCH, ADA.id)
        assert snapshot.sheet is not None
        if len(snapshot.sheet.steps) == number:
            await life.answer(press, MATCH, ADA, choice)

    return put


async def _then_end(life: Life, press: int) -> None:
    """Ada plans to end her turn after the answer to the attack."""
    if not await life.orders.was_given(press):
        [end] = (await life.bot.matches.player_snapshot(MATCH, ADA.id)).ready
        await life.orders.give_ready(press, MATCH, ADA.id, end)


async def _nothing(life: Life, press: int) -> None:
    """Only let time pass."""


async def _sheet_is_secret(life: Life, press: int) -> None:
    """Check that Ada's prepared answers are on her sheet only."""
    matches = life.bot.matches
    for snapshot in (await matches.public_snapshot(MATCH), await matches.player_snapshot(MATCH, BO.id)):
        assert isinstance(snapshot.view, BazaarView) and snapshot.view.seats[0].zones["played"] == ()


async def _sitting_is_secret(life: Life, press: int) -> None:
    """Check that the others still see the match as it was when Cy was attacked."""
    matches = life.bot.matches
    looks = [await matches.player_snapshot(MATCH, person.id) for person in (ADA, BO)]
    for snapshot in (await matches.public_snapshot(MATCH), *looks):
        assert isinstance(snapshot.view, BazaarView)
        zones = snapshot.view.seats[2].zones
        assert (len(zones["hand"]), len(zones["deck"]), len(zones["discard"])) == (4, 4, 0)
        assert LID not in " ".join(map(str, snapshot.story))


async def _sitting_is_public(life: Life, press: int) -> None:
    """Check that the hidden answers are public after the end of the sitting."""
    snapshot = await life.bot.matches.public_snapshot(MATCH)
    assert " ".join(map(str, snapshot.story)).count(LID) == 1


async def _is_out(life: Life, press: int) -> None:
    """Check that Cy is out after three timeouts in a row."""
    assert (await life.bot.matches.table(MATCH)).out == {2}


SCRIPT = Script(
    (
        Step("challenge", _challenge),
        Step("Bo accepts", _accept(BO)),
        Step("Cy accepts", _accept(CY)),
        *(Step(f"{person.name} chooses a patron", _answer(person, "owl"), HOUR) for person in (ADA, BO, CY)),
        Step("a first step on a sheet", _put(0, "flip Coin"), HOUR),
        Step("a second step on a sheet", _put(1, "play Stick")),
        Step("nobody is told of a sheet", _sheet_is_secret),
        Step("an attack gives the sheet", _answer(ADA, "attack seat 2")),
        Step("a plan for the rest of the turn", _then_end),
        Step("a first blocker", _answer(CY, "block Lid"), HOUR),
        Step("nobody is told", _sitting_is_secret),
        Step("time runs out in the sitting", _nothing, 2 * DAY - HOUR),
        Step("everybody is told", _sitting_is_public),
        Step("the plan ends the turn", _nothing, TURN),
        Step("time runs out in Bo's turn", _nothing, 2 * DAY),
        Step("time runs out in Cy's turn", _nothing, 2 * DAY),
        Step("a step on another sheet", _put(0, "play Club"), HOUR),
        Step("another attack gives that one", _answer(ADA, "attack seat 2")),
        Step("another plan for the rest of the turn", _then_end),
        Step("time runs out for the third time", _nothing, 2 * DAY),
        Step("Cy is out", _is_out),
        Step("the other plan ends the turn", _nothing, TURN),
        Step("Bo answers by hand", _answer(BO, "end"), HOUR),
        Step("Ada gives up", lambda life, press: life.bot.play.resign(press, MATCH, ADA.id), HOUR),
    ),
    bazaar,
)
