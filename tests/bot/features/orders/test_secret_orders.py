"""Other people cannot detect whether a standing order has answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.delivery.notes import PrivateKind, PublicKind
from bot.delivery.results import Closed
from bot.errors import AlreadyDecided
from bot.store.about import Everything
from bot.views.types import PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind, random_choice
from tests.bot.features.orders.kit import answer, give, give_first_order, orders_of, question_messages, share
from tests.bot.kit import ADA, BO, CY, TURN, Bot, PrivateMessage, PublicMessage, open_bot

# -- visible to everyone else


@dataclass
class Watched:
    """All messages to everyone and to Bo, with the time of each."""

    bot: Bot

    def __post_init__(self) -> None:
        self.at: list[int] = []
        self.bot.paper.before = lambda note: self.at.append(self.bot.clock.now())

    def clear(self) -> None:
        self.bot.paper.clear()
        self.at.clear()

    def lanes(self) -> tuple[list[str], list[str]]:
        public: list[str] = []
        private: list[str] = []
        for at, message in zip(self.at, self.bot.paper.said, strict=True):
            line = f"{at} {message.note} {message.nonce} {message_content(message)}"
            if isinstance(message, PublicMessage):
                public.append(line)
            elif message.note.person == BO.id:
                private.append(line)
        return public, private


def message_content(message: PublicMessage | PrivateMessage) -> str:
    look = message.shown
    if not isinstance(look, PublicSnapshot | PlayerSnapshot):
        return str(replace(look, game=None))  # type: ignore[arg-type]
    own = (look.question, look.orders, look.forms) if isinstance(look, PlayerSnapshot) else look.commitment
    # The test's sender numbers all messages alike, including those that only Ada sees.
    table = replace(look.table, game=None, status_message_id=None, challenge_message_id=None)  # type: ignore[arg-type]
    return str((table, look.view, look.awaited, look.story, look.outcome, own))


async def received(bot: Bot, match_id: int, watched: Watched) -> tuple[Any, ...]:
    """Return the messages to everyone and to Bo, their logs, and Bo's current view."""
    await bot.deliver()
    logs = [(await bot.matches.log(match_id, person)).lines for person in (BO.id, CY.id, None)]
    look = await bot.matches.player_snapshot(match_id, BO.id)
    summary = await bot.matches.of_person(BO.id)
    stays = [
        (match_.table.rev, match_.table.changed_at, match_.table.times, match_.awaited) for match_ in summary
    ]
    async with bot.store.read() as store:
        median_reply = await store.acts.median_reply(ADA.id, bot.game.name, None, everywhere=True)
    return (
        watched.lanes(),
        logs,
        str((look.view, look.question, look.awaited, look.story)),
        stays,
        median_reply,
    )


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("clock", ["none", "2d each"])
async def test_an_orders_answer_looks_like_a_quick_persons(tmp_path: Path, closed: bool, clock: str) -> None:
    """A match with Ada's order and one with her own quick answers look the same, byte for byte."""
    runs: list[tuple[Any, ...]] = []
    for by_order in (True, False):
        async with open_bot(tmp_path / f"{by_order}.sqlite3") as bot:
            if closed:
                async with bot.store.write(Everything()) as tx:
                    await tx.people.set_dm(ADA.id, closed=True, is_told=True)
            match_id = await give_first_order(bot, give_it=by_order, clock=clock)
            watched = Watched(bot)
            await share(bot, match_id)
            await bot.deliver()
            if by_order:
                await bot.turn()
            else:
                await bot.clock.move(TURN / 1000)
                await answer(bot, match_id, ADA.id, "1")
                await bot.ring()
            await bot.deliver()
            await answer(bot, match_id, BO.id, "0")
            await bot.deliver()
            # Ada has won, and is asked for the order of her lanterns, which no standing order covers. She isn't
            # quick.
            await bot.turn()
            runs.append(await received(bot, match_id, watched))
            if closed:
                assert sum(repr(PublicKind.PING) in line for line in watched.lanes()[0]) == 1, (
                    "only for her lanterns"
                )
    assert runs[0] == runs[1]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("lot", range(4))
async def test_whole_matches_look_alike_with_any_delays(tmp_path: Path, lot: int, closed: bool) -> None:
    """With the same random delays, a match that Ada plays by orders equals one that she plays quickly herself."""
    runs: list[tuple[Any, ...]] = []
    delays: list[int] = []
    for by_order in (True, False):
        moments = Random(lot)
        async with open_bot(
            tmp_path / f"{by_order}.sqlite3", quick=lambda lots=moments: lots.randint(4_000, 40_000)
        ) as bot:
            if closed:
                async with bot.store.write(Everything()) as tx:
                    await tx.people.set_dm(ADA.id, closed=True, is_told=True)
            match_id = await give_first_order(bot, give_it=by_order)
            watched = Watched(bot)
            for n in range(40):
                look = await bot.matches.public_snapshot(match_id)
                if look.outcome is not None:
                    break
                person = max(seat.person.id for seat in look.awaited)
                question = await bot.matches.question(match_id, person)
                assert question is not None
                bids_now = person == ADA.id and question.kind is QuestionKind.NUMBER
                if bids_now:
                    async with bot.store.read() as store:
                        row = await store.matches.match(match_id)
                    assert row is not None and row.seats[0].reminder.turn is not None
                    await bot.clock.move((row.seats[0].reminder.turn - bot.clock.now()) / 1000)
                else:
                    await bot.clock.move(lot)  # Less than anyone's turn takes.
                if not (bids_now and by_order):
                    choice = ("1",) if bids_now else random_choice(question, Chance(f"{lot} {n}"))
                    await bot.play.answer(bot.press(), match_id, person, question.id, choice)
                await bot.ring()
                await bot.deliver()
            assert look.outcome is not None
            if by_order:
                async with bot.store.read() as store:
                    order = await store.orders.order(match_id, ADA.id, 1)
                assert order is not None and order.answered > 0
            runs.append(await received(bot, match_id, watched))
            delays.append(moments.randint(0, 10**9))
    assert runs[0] == runs[1]
    assert delays[0] == delays[1], (
        "the number of random delays is the same: one per question, for orders and people"
    )


async def test_nothing_reveals_an_order_before_its_turn(tmp_path: Path) -> None:
    """Ada's direct messages are closed.

    With or without an order, nothing is visible before the turn, then a mention.
    """
    runs: list[tuple[Any, ...]] = []
    for by_order in (True, False):
        async with open_bot(tmp_path / f"{by_order}.sqlite3") as bot:
            async with bot.store.write(Everything()) as tx:
                await tx.people.set_dm(ADA.id, closed=True, is_told=True)
            match_id = await give_first_order(bot, give_it=by_order)
            watched = Watched(bot)
            await share(bot, match_id)
            await bot.deliver()
            await bot.clock.move(TURN / 1000 - 0.001)
            await bot.ring()
            runs.append(await received(bot, match_id, watched))
            watched.clear()
            await bot.clock.move(0.001)
            await bot.ring()
            await bot.deliver()
            assert (PublicKind.PING in bot.paper.kinds()) is not by_order
    assert runs[0] == runs[1]


async def test_closed_direct_messages_are_not_revealed_before_the_turn(bot: Bot) -> None:
    """A newly refused direct message does not reveal that no order will answer."""
    match_id = await give_first_order(bot, give_it=False)
    bot.paper.answers[PrivateKind.ASK] = [Closed()]
    await share(bot, match_id)
    await bot.deliver()
    assert question_messages(bot, ADA.id) == 1 and PublicKind.PING not in bot.paper.kinds()
    await bot.turn()
    await bot.deliver()
    [ping] = [m.note for m in bot.paper.said if m.note.kind is PublicKind.PING]
    assert ping.mentions == (ADA.id,)
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1


async def test_giving_and_withdrawing_an_order_is_invisible_to_others(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    watched = Watched(bot)
    before = await received(bot, match_id, watched)
    rows = await bot.outbox_rows()
    press = bot.press()
    gave = await give(bot, match_id, ADA.id, 2)
    for _ in range(2):
        await orders_of(bot).withdraw(press, match_id, ADA.id, gave.order.stored.number)
    with pytest.raises(AlreadyDecided, match="is no longer active"):
        await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, gave.order.stored.number)
    await bot.turn()
    assert await received(bot, match_id, watched) == before
    assert await bot.outbox_rows() == rows
