"""Lanes of announcements: in order within a lane, and independent of other lanes."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.announcements import of_act, of_names, of_renewal, of_talk
from bot.delivery.notes import PrivateKind, PublicKind
from bot.delivery.results import Gone, Later, Sent
from bot.store.about import AboutMatch, Everything
from bot.store.person import Person
from bot.views.types import PublicSnapshot
from tests.bot.delivery.conftest import bid, public
from tests.bot.kit import (
    ADA,
    BO,
    CHANNEL,
    Bot,
)


async def test_a_deleted_channel_does_not_delay_direct_messages(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.CHALLENGE: [Gone("deleted")], PublicKind.OPEN: [Gone("deleted")]}
    await bot.begin()
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["ask", "ask", "challenge", "open", "status"]


async def test_an_unopened_thread_does_not_delay_direct_messages(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.OPEN: [Later("busy")] * 20}
    await bot.begin()
    await bot.deliver()
    assert bot.paper.kinds() == ["challenge", "open"]
    for _ in range(2):
        await bot.clock.move(10)
        await bot.deliver()
    assert bot.paper.kinds() == ["challenge", "open", "open", "open", "ask", "ask"]


async def talk(bot: Bot, match_id: int) -> None:
    """Request the comment thread."""
    async with bot.store.write(AboutMatch(match_id)) as tx:
        row = await tx.matches.match(match_id)
        assert row is not None
        await tx.notes.add([of_talk(row, 1)])
    bot.bell.set()


@pytest.mark.both_stores
async def test_an_unopened_comment_thread_does_not_delay_the_status(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.TALK: [Later("Discord", 60), Later("Discord", 60)]}
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bot.deliver()
    await talk(bot, match_id)
    await bot.deliver()
    bot.paper.clear()
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    assert "status" in bot.paper.kinds() and "talk" not in bot.paper.kinds()
    for _ in range(2):
        await bot.clock.move(60)
        await bot.deliver()
    assert bot.paper.kinds().count("talk") == 2, "retried until it is open"


@pytest.mark.both_stores
async def test_an_unfinished_animation_does_not_delay_the_status(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.ROUND: [Later("the picture is being made", 60)]}
    match_id = await bot.begin()
    await bot.play.resign(bot.press(), match_id, ADA.id)
    async with bot.store.write(AboutMatch(match_id)) as tx:
        row = await tx.matches.match(match_id)
        assert row is not None
        notes = of_act(row, 0, (), over=True, in_rounds=True)
        await tx.notes.add([note for note in notes if note.kind == PublicKind.ROUND])
    await bot.deliver()
    assert bot.paper.kinds()[-1] == "round", "it waits for the notes before it"
    bot.paper.clear()
    async with bot.store.write(AboutMatch(match_id)) as tx:
        await tx.notes.add(
            [renewed for renewed in of_renewal(row, "test") if renewed.kind == PublicKind.STATUS]
        )
        await tx.notes.add([of_names(match_id, row.rev, BO.id)])
    bot.bell.set()
    await bot.deliver()
    assert bot.paper.kinds() == ["status"]
    await bot.clock.move(60)
    await bot.deliver()
    assert bot.paper.kinds() == ["status", "round", "names"], "the animation must not keep a deleted name"


async def test_a_comment_threads_message_is_edited_after_the_end_of_the_match(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    await talk(bot, match_id)
    gate, is_sent = asyncio.Event(), asyncio.Event()
    bot.paper.gate, bot.paper.before = gate, lambda note: is_sent.set()
    bot.start()
    await is_sent.wait()
    await bot.play.resign(bot.press(), match_id, ADA.id)
    gate.set()
    await bot.deliver()
    assert bot.paper.kinds().count("names") == 1


async def test_order_holds_in_each_lane_while_others_go_on(bot: Bot) -> None:
    bot.paper.answers[PublicKind.STATUS] = [Sent(1), Later("busy", 60)]
    match_id = await bot.begin()
    await bot.deliver()
    bot.paper.clear()
    await bid(bot, match_id, ADA.id, "3")
    await bot.deliver()
    await bot.play.resign(bot.press(), match_id, BO.id)
    await bot.deliver()
    assert PublicKind.ENDED not in bot.paper.kinds(), "the end waits for the status before it"
    assert PrivateKind.PANEL in bot.paper.kinds()
    await bot.clock.move(60)
    await bot.deliver()
    assert [str(m.note.kind) for m in public(bot)] == ["status", "status", "ended", "challenge", "result"]
    assert isinstance(public(bot)[1].shown, PublicSnapshot)
    assert public(bot)[1].shown.outcome is not None, "the message shows the position at delivery"


async def test_a_busy_channel_does_not_delay_others(bot: Bot) -> None:
    """Discord accepts few messages at a time per channel: forty waiting ones must not use up all deliveries."""
    elsewhere = CHANNEL + 1

    async def challenge(number: int, channel: int) -> None:
        people = (Person(1000 + 2 * number, "One"), Person(1001 + 2 * number, "Other"))
        await bot.challenge(people[1], one=people[0], channel_id=channel)

    for number in range(40):
        await challenge(number, CHANNEL)
    await challenge(40, elsewhere)
    async with bot.store.write(Everything()) as tx:
        first = await tx.notes.claim("worker", 0, 1000, 24)
        again = await tx.notes.claim("worker", 0, 1000, 24)
    channel_ids = [(await bot.matches.table(note.match_id)).channel_id for note in first]
    assert channel_ids.count(elsewhere) == 1
    assert channel_ids.count(CHANNEL) == 4
    assert again == []
    async with bot.store.write(Everything()) as tx:
        await tx.notes.finish(first[0].id, 0, "sent")
        assert len(await tx.notes.claim("worker", 0, 1000, 24)) == 1
