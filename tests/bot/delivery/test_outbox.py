"""Announcements: their recipients, order and number, and failures of Discord."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from pathlib import Path

import pytest

from bot.delivery.notes import PrivateKind, PublicKind
from bot.delivery.results import Closed, Gone, Later, Result
from bot.errors import Busy
from bot.store.about import Everything
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from tests.bot.delivery.conftest import bid, public, public_of, told
from tests.bot.delivery.test_budget import rounds
from tests.bot.kit import (
    ADA,
    BO,
    CHANNEL,
    Bot,
    Paper,
    PrivateMessage,
    open_bot,
)
from tests.bot.stores import rows


async def test_a_challenge_is_shown_in_the_channel_and_updated_later(bot: Bot) -> None:
    table = await bot.challenge()
    await bot.deliver()
    (message,) = public(bot)
    assert message.note.kind is PublicKind.CHALLENGE
    assert message.shown == table
    assert (await bot.matches.table(table.match_id)).challenge_message_id == 9000
    await bot.challenges.decline(bot.press(), table.match_id, BO.id)
    await bot.deliver()
    assert bot.paper.kinds() == ["challenge", "challenge"]
    again = public(bot)[1].shown
    assert isinstance(again, MatchTable)
    assert again.challenge_message_id == 9000, "so it is edited"


async def test_a_match_begins_with_its_thread_its_status_and_a_message_to_the_deciding_player(
    bot: Bot,
) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    assert bot.paper.kinds()[:2] == ["challenge", "open"], "nothing precedes the thread"
    assert sorted(bot.paper.kinds()[2:]) == ["ask", "ask", "status"]
    table = await bot.matches.table(match_id)
    assert None not in (table.challenge_message_id, table.thread_id, table.status_message_id)
    assert table.thread_id is not None
    assert await bot.matches.in_thread(table.thread_id) == match_id
    for person in (ADA, BO):
        (message,) = told(bot, person.id)
        assert message.shown.person.id == person.id
        assert message.shown.question is not None
        assert message.shown.view.viewer == message.shown.seat
    (status,) = [m for m in public(bot) if m.note.kind is PublicKind.STATUS]
    assert isinstance(status.shown, PublicSnapshot)
    assert status.shown.view.viewer is None
    assert status.shown.table.thread_id == table.thread_id


async def test_an_empty_round_does_not_wait_for_writers(bot: Bot) -> None:
    await bot.begin()
    await bot.deliver()
    async with bot.store.write(Everything()):
        await asyncio.wait_for(bot.outbox._round(), 10)


async def test_a_move_is_one_edit_and_one_message_to_the_next_player(bot: Bot) -> None:
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bot.deliver()
    bot.paper.clear()
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["ask", "panel", "status"]
    (ask,) = told(bot, ADA.id)
    assert ask.note.kind is PrivateKind.ASK
    (panel,) = told(bot, BO.id)
    assert panel.note.kind is PrivateKind.PANEL, (
        "the player who acted is not mentioned, but their message is updated"
    )
    assert panel.shown.question is None
    assert panel.shown.panel is not None


async def test_a_follow_up_question_mentions_no_one(bot: Bot) -> None:
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    bot.paper.clear()
    order = await bot.matches.question(match_id, ADA.id)
    assert order is not None
    keys = tuple(option.key for option in order.options)
    await bot.play.answer(bot.press(), match_id, ADA.id, order.id, keys)
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["panel", "status"]


async def test_a_newer_status_replaces_a_waiting_one(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    await bot.halt()
    bot.paper.clear()
    dice = Chance("luck")
    for _ in range(5):
        await bot.answer_anything(match_id, dice)
    await bot.deliver()
    (status,) = public(bot)
    assert isinstance(status.shown, PublicSnapshot)
    assert status.note.rev == status.shown.table.rev == 6
    for person in (ADA, BO):
        assert len(told(bot, person.id)) <= 1


async def test_a_status_already_shown_is_not_repeated(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second act happens while the first is being announced, early enough for the same board."""
    match_id = await bot.begin()
    await bot.deliver()
    bot.paper.clear()
    shown_snapshot, waiting = bot.matches.shown_snapshot, [BO.id]

    async def overtaken(match_id: int) -> PublicSnapshot | MatchTable:
        if waiting:
            await bid(bot, match_id, waiting.pop(), "1")
        return await shown_snapshot(match_id)

    monkeypatch.setattr(bot.matches, "shown_snapshot", overtaken)
    await bid(bot, match_id, ADA.id, "2")
    await bot.deliver()
    (status,) = [m for m in public(bot) if m.note.kind is PublicKind.STATUS]
    assert isinstance(status.shown, PublicSnapshot)
    assert status.shown.table.rev == (await bot.matches.table(match_id)).rev == 3


async def test_an_answered_question_is_not_sent(bot: Bot) -> None:
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "2")
    await bot.deliver()
    assert told(bot, ADA.id) == []
    assert len(told(bot, BO.id)) == 1


async def test_the_end_is_announced_to_both_and_updates_every_message(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    bot.paper.clear()
    await bot.play.resign(bot.press(), match_id, ADA.id)
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["challenge", "ended", "panel", "panel", "result", "status"]
    (ended,) = [m for m in public(bot) if m.note.kind is PublicKind.ENDED]
    assert ended.note.mentions == (ADA.id, BO.id)
    assert isinstance(ended.shown, PublicSnapshot)
    assert ended.shown.outcome is not None
    (invitation,) = [m for m in public(bot) if m.note.kind is PublicKind.CHALLENGE]
    assert isinstance(invitation.shown, PublicSnapshot), "the channel learns the result"


async def test_closed_direct_messages_are_remembered_and_replaced_by_mentions(bot: Bot) -> None:
    bot.paper.answers[PrivateKind.ASK] = [Closed()]
    table = await bot.challenge()
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(BO.id, closed=True, is_told=False)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    match_id = table.match_id
    await bot.deliver()
    assert told(bot, BO.id) == [], "known to be closed: not tried"
    assert len(told(bot, ADA.id)) == 1, "tried once"
    assert PublicKind.PING not in bot.paper.kinds(), "a quick player might have decided in time"
    await bot.turn()
    await bot.deliver()
    pings = [m.note.mentions for m in public(bot) if m.note.kind is PublicKind.PING]
    assert sorted(pings) == [(ADA.id,), (BO.id,)]
    for person in (ADA, BO):
        assert await bot.people.dm_closed(person.id)
        assert await bot.people.tell_dm_closed(person.id)
        assert not await bot.people.tell_dm_closed(person.id), "mentioned once"
    bot.paper.clear()
    await bot.people.try_dm_again(ADA.id)
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    assert [m.note.kind for m in told(bot, ADA.id)] == [PrivateKind.ASK]
    assert told(bot, BO.id) == []


async def test_no_player_is_mentioned_for_a_decided_question(bot: Bot) -> None:
    for person in (ADA, BO):
        async with bot.store.write(Everything()) as tx:
            await tx.people.set_dm(person.id, closed=True, is_told=True)
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bot.turn()
    await bot.deliver()
    assert [m.note.mentions for m in public(bot) if m.note.kind is PublicKind.PING] == [(BO.id,)]


async def test_failed_notes_are_retried_with_the_same_nonce(bot: Bot) -> None:
    bot.paper.answers[PublicKind.STATUS] = [Later("busy", 5), Later("broken"), Later("broken")]
    await bot.begin()
    await bot.deliver()
    for wait in (5, 2, 4):
        attempts = bot.paper.kinds().count("status")
        await bot.clock.move(wait - 0.001)
        await bot.deliver()
        assert bot.paper.kinds().count("status") == attempts
        await bot.clock.move(0.001)
        await bot.deliver()
        assert bot.paper.kinds().count("status") == attempts + 1
    nonces = {m.nonce for m in public(bot) if m.note.kind is PublicKind.STATUS}
    assert len(nonces) == 1
    assert all(len(m.nonce) <= 25 for m in bot.paper.said)
    await bot.clock.move(3600)
    await bot.deliver()
    assert bot.paper.kinds().count("status") == 4


class Away(Paper):
    """Discord, answering 503 for a while."""

    is_away = True

    def _next(self, kind: PublicKind | PrivateKind) -> Result:
        return Later("Discord answered 503") if self.is_away else super()._next(kind)


async def test_ten_minutes_without_discord_cost_two_processes_nothing(tmp_path: Path) -> None:
    """They retry less and less often; then everything arrives, in order per lane, with the nonces of the first attempts."""
    paper, path = Away(), tmp_path / "bot.sqlite3"
    async with open_bot(path, paper=paper) as first, open_bot(path, paper=paper, pressed=1_000) as second_bot:
        both = [first, second_bot]
        matches = [await first.begin(channel_id=CHANNEL + n) for n in range(2)]
        for second in range(0, 600, 15):
            if second in (150, 300):
                await first.answer_anything(matches[second == 300], Chance("any"))
            await rounds(both, [], 15_000, 15_000)
        early = {(m.note.match_id, m.note.kind, m.note.rev): m.nonce for m in paper.said}
        assert len(paper.said) < 120
        paper.said.clear()
        paper.is_away = False
        for _ in range(30):
            await rounds(both, [], 10_000, 10_000)
        assert await rows(first.store, "SELECT COUNT(*) FROM outbox WHERE done_at IS NULL") == [(0,)]
        assert await rows(first.store, "SELECT COUNT(*) FROM outbox WHERE result <> 'sent'") == [(0,)]
        for message in paper.said:
            nonce = early.get((message.note.match_id, message.note.kind, message.note.rev))
            assert isinstance(message, PrivateMessage) or nonce in (None, message.nonce)
        for match_id in matches:
            lane = [m.note.kind for m in public_of(paper) if m.note.match_id == match_id]
            assert lane.index(PublicKind.OPEN) < lane.index(PublicKind.STATUS)
            assert lane.count(PublicKind.STATUS) == 1, "everything that happened meanwhile is shown at once"


async def test_an_internal_failure_is_retried_logged_and_finally_given_up(
    bot: Bot, logged: list[MutableMapping[str, object]]
) -> None:
    def fail(note: object) -> None:
        if getattr(note, "kind", None) == PublicKind.STATUS:
            raise ZeroDivisionError("no picture")

    bot.paper.before = fail
    match_id = await bot.begin()
    for _ in range(12):
        await bot.deliver()
        await bot.clock.move(400)
    await bot.deliver()
    (row,) = [row for row in await bot.outbox_rows() if row["kind"] == "status"]
    assert row["attempts"] == 10
    failures = [entry for entry in logged if entry["event"] == "note_failed"]
    assert len(failures) == 10
    assert row["result"] == f"failed: {failures[-1]['reference']}"
    await bot.play.resign(bot.press(), match_id, ADA.id)
    bot.paper.before = lambda note: None
    await bot.deliver()
    assert {"status", "ended"} <= set(bot.paper.kinds()), "the notes after it are delivered"


async def test_no_note_fails_while_the_database_is_unavailable(
    bot: Bot, logged: list[MutableMapping[str, object]]
) -> None:
    def away(note: object) -> None:
        raise Busy

    bot.paper.before = away
    await bot.challenge()
    for _ in range(12):
        await bot.deliver()
        await bot.clock.move(400)
    assert [row["result"] for row in await bot.outbox_rows()] == [""]
    assert {entry["event"] for entry in logged} == {"note_waits_for_the_database"}
    bot.paper.before = lambda note: None
    await bot.clock.move(4000)
    await bot.deliver()
    assert bot.paper.kinds() == ["challenge"]


async def test_notes_contain_no_secrets(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        await bot.deliver()
    stored = repr([{k: v for k, v in row.items()} for row in await bot.outbox_rows()])
    for lantern in ("amber", "blue", "copper", "acorn", "birch", "clover", "Harbour", "Garden", "5eed"):
        assert lantern not in stored


async def test_the_sender_gets_the_view_of_the_audience(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        await bot.deliver()
    for message in bot.paper.said:
        if isinstance(message, PrivateMessage):
            assert isinstance(message.shown, PlayerSnapshot)
            assert message.shown.person.id == message.note.person
        elif isinstance(message.shown, PublicSnapshot):
            assert message.shown.view.viewer is None
            assert all(not side.hand for side in message.shown.view.sides)


async def test_permanent_failures_are_reported_in_the_thread(bot: Bot) -> None:
    bot.paper.answers[PrivateKind.ASK] = [Gone("refused"), Gone("refused")]
    await bot.begin()
    await bot.deliver()
    await bot.turn()
    await bot.deliver()
    assert sorted(m.note.mentions for m in public(bot) if m.note.kind is PublicKind.PING) == [
        (ADA.id,),
        (BO.id,),
    ]
    assert not await bot.people.dm_closed(ADA.id)
