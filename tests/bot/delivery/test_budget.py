"""Discord's limits, which all processes keep together: requests a second, refused requests, pauses."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.delivery.request_meter import TOKEN_REFUSED, RequestMeter
from bot.discord.request_trace import route_of
from bot.store.budgets import CAREFUL, PER_SECOND, REFUSED, WINDOW, Budget, Usage
from engine.kernel.chance import Chance
from tests.bot.kit import Bot, Person, open_bot

ALLOWED = 50
"""Requests a second that Discord allows."""


def most_in_a_second(times: list[int]) -> int:
    ordered = sorted(times)
    return max(bisect_left(ordered, start + 1000) - place for place, start in enumerate(ordered))


async def rounds(bots: list[Bot], times: list[int], milliseconds: int, step: int) -> None:
    """Let all of them work for a while, and write down when something was sent."""
    for _ in range(0, milliseconds, step):
        for bot in bots:
            before = len(bot.paper.said)
            await bot.outbox._round()
            await asyncio.gather(*bot.outbox._deliveries)
            await bot.outbox._round()
            await asyncio.gather(*bot.outbox._deliveries)
            times += [bot.clock.now()] * (len(bot.paper.said) - before)
        for bot in bots:
            await bot.clock.move(step / 1000)


async def test_all_processes_together_keep_below_the_limit_and_use_it(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(open_bot(tmp_path / "bot.sqlite3")) for _ in range(3)]
        for bot in bots:
            bot.outbox._meter.per_second = PER_SECOND
        for number in range(100):
            await bots[0].challenge(one=Person(1000 + number, "A"), channel_id=700 + number)
        times: list[int] = []
        await rounds(bots, times, 3000, 100)
    assert len(times) == 100
    assert most_in_a_second(times) == PER_SECOND < ALLOWED
    assert times[-1] - times[0] < 2200, "the limit is used"


def test_however_claims_fall_no_second_has_more_than_it_may() -> None:
    dice, budget, times, now = Chance("budget"), Budget(), list[int](), 0
    for _ in range(400):
        now += dice.below(200)
        budget.report(now, Usage(requests=dice.below(3)))
        number = min(dice.below(30), budget.left(now))
        budget.take(now, number)
        times += [now] * number
        while not budget.left(now):
            assert now < budget.next(now) <= now + 1000
            now = budget.next(now)
            budget.report(now, Usage())
    assert most_in_a_second(times) <= PER_SECOND


def test_requests_beyond_those_of_notes_are_taken_from_the_budget() -> None:
    meter = RequestMeter(PER_SECOND)
    meter.took(3, under_way=3)
    for _ in range(5):
        meter.count(200)
    meter.count(200, is_answer=True)
    assert meter.usage == Usage(requests=2)
    meter.stored(meter.usage)
    assert meter.usage == Usage()
    meter.took(3, under_way=3)
    meter.took(1, under_way=1)
    meter.count(200)
    meter.count(200)
    assert meter.usage == Usage(requests=1), "the first three notes needed no request"


def test_many_refused_requests_slow_all_processes_down_before_discord_bans_them() -> None:
    budget, refused = Budget(), 0
    for now in range(0, WINDOW, 1000):
        left = budget.left(now)
        refused += left
        budget.take(now, left)
        budget.report(now + 999, Usage(refused=left))
    assert REFUSED <= refused < 10_000
    budget.report(WINDOW * 2, Usage())
    assert budget.left(WINDOW * 2) == PER_SECOND > CAREFUL


@pytest.mark.parametrize(
    ("status", "given", "pause"),
    [
        (429, {"pause": 2.5}, 2500),
        (429, {}, 0),
        (401, {}, TOKEN_REFUSED),
        (401, {"is_answer": True}, 0),
        (503, {}, 0),
    ],
)
def test_a_limit_for_all_and_a_token_that_is_refused_make_everything_wait(
    status: int, given: dict[str, float], pause: int
) -> None:
    meter = RequestMeter(PER_SECOND)
    meter.count(status, **given)  # type: ignore[arg-type]
    assert (meter.usage.pause, meter.usage.refused) == (pause, int(status != 503))
    meter.stored(meter.usage)
    assert meter.usage == Usage()


def test_a_limit_that_is_not_the_bots_own_is_not_counted_as_refused() -> None:
    meter = RequestMeter(PER_SECOND)
    meter.count(429, is_shared=True)
    assert meter.usage.refused == 0


async def test_a_pause_that_one_process_heard_of_holds_for_all(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as one, open_bot(path) as other:
        for number in range(3):
            await one.challenge(one=Person(1000 + number, "A"))
        one.outbox._meter.per_second = PER_SECOND
        one.outbox._meter.count(429, pause=60.0)
        for _ in range(2):
            await rounds([one, other], [], 30_000, 10_000)
            assert one.paper.said == other.paper.said == []
        async with other.store.write() as tx:
            assert (await tx.budgets.discord(other.clock.now(), Usage())).paused_until == other.clock.now()
        await rounds([other], [], 1000, 500)
        assert sorted(message.note.match_id for message in other.paper.said) == [1, 2, 3]


async def test_a_process_that_delivers_nothing_reports_what_it_used(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as answering, open_bot(path) as delivering:
        answering.membership._meter.count(403)
        await answering.membership._round()
        assert answering.membership._meter.usage == Usage()
        async with delivering.store.write() as tx:
            budget = await tx.budgets.discord(delivering.clock.now(), Usage())
        assert (budget.left(delivering.clock.now()), budget.refused[0][1]) == (PER_SECOND - 1, 1)


def test_a_clock_that_was_set_back_stops_nothing_for_long() -> None:
    budget = Budget()
    budget.report(10 * WINDOW, Usage(requests=45, refused=REFUSED, pause=1000))
    budget.report(1, Usage())
    assert budget.left(1) == PER_SECOND


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123/messages/45678", "GET /channels/{id}/messages/{id}"),
        (
            "/api/v10/webhooks/77/aW50ZXJhY3Rpb246/messages/@original",
            "GET /webhooks/{id}/{token}/messages/@original",
        ),
        ("/api/v10/interactions/1/aW50ZX.J_-hY/callback", "GET /interactions/{id}/{token}/callback"),
        ("/api/v10/users/@me/channels", "GET /users/@me/channels"),
    ],
)
def test_routes_of_requests_hold_no_id_and_no_token(path: str, route: str) -> None:
    assert route_of("GET", path) == route
