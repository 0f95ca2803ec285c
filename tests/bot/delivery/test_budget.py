"""Discord's limits, shared by all processes: requests per second, refused requests, pauses."""

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
"""The requests per second that Discord allows."""


def most_in_a_second(times: list[int]) -> int:
    ordered = sorted(times)
    return max(bisect_left(ordered, start + 1000) - place for place, start in enumerate(ordered))


async def rounds(bots: list[Bot], times: list[int], milliseconds: int, step: int) -> None:
    """Run all processes for a while, and record the times of their sends."""
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


async def test_all_processes_together_use_the_limit_without_exceeding_it(tmp_path: Path) -> None:
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


def test_no_second_exceeds_the_limit_for_any_claims() -> None:
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


def test_other_requests_are_subtracted_from_the_budget() -> None:
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
        remaining = budget.left(now)
        refused += remaining
        budget.take(now, remaining)
        budget.report(now + 999, Usage(refused=remaining))
    assert REFUSED <= refused < 10_000
    budget.report(WINDOW * 2, Usage())
    assert budget.left(WINDOW * 2) == PER_SECOND > CAREFUL


@pytest.mark.parametrize(
    ("status", "options", "pause"),
    [
        (429, {"pause": 2.5}, 2500),
        (429, {}, 0),
        (401, {}, TOKEN_REFUSED),
        (401, {"is_answer": True}, 0),
        (503, {}, 0),
    ],
)
def test_global_limits_and_refused_tokens_pause_everything(
    status: int, options: dict[str, float], pause: int
) -> None:
    meter = RequestMeter(PER_SECOND)
    meter.count(status, **options)  # type: ignore[arg-type]
    assert (meter.usage.pause, meter.usage.refused) == (pause, int(status != 503))
    meter.stored(meter.usage)
    assert meter.usage == Usage()


def test_shared_limits_do_not_count_as_refused() -> None:
    meter = RequestMeter(PER_SECOND)
    meter.count(429, is_shared=True)
    assert meter.usage.refused == 0


async def test_a_pause_applies_to_all_processes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as first, open_bot(path) as second:
        for number in range(3):
            await first.challenge(one=Person(1000 + number, "A"))
        first.outbox._meter.per_second = PER_SECOND
        first.outbox._meter.count(429, pause=60.0)
        for _ in range(2):
            await rounds([first, second], [], 30_000, 10_000)
            assert first.paper.said == second.paper.said == []
        async with second.store.write() as tx:
            assert (await tx.budgets.discord(second.clock.now(), Usage())).paused_until == second.clock.now()
        await rounds([second], [], 1000, 500)
        assert sorted(message.note.match_id for message in second.paper.said) == [1, 2, 3]


async def test_a_process_without_deliveries_reports_its_usage(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as answering, open_bot(path) as delivering:
        answering.membership._meter.count(403)
        await answering.membership._round()
        assert answering.membership._meter.usage == Usage()
        async with delivering.store.write() as tx:
            budget = await tx.budgets.discord(delivering.clock.now(), Usage())
        assert (budget.left(delivering.clock.now()), budget.refused[0][1]) == (PER_SECOND - 1, 1)


def test_a_clock_that_was_set_back_stops_nothing_permanently() -> None:
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
def test_routes_of_requests_contain_no_id_and_no_token(path: str, route: str) -> None:
    assert route_of("GET", path) == route
