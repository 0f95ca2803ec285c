"""Leases of notes: processes that stop, die or overtake each other lose none and send none twice."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from pathlib import Path

import pytest

from bot.delivery.notes import PrivateKind, PrivateNote, PublicNote
from bot.delivery.results import Gone, Later
from bot.store import Writing
from bot.store.about import Everything
from bot.store.outbox import NoteStatements
from bot.store.rows import NoteRow
from engine.kernel.chance import Chance
from tests.bot.delivery.conftest import bid, public, told
from tests.bot.kit import (
    ADA,
    BO,
    CY,
    Bot,
    HandClock,
    Paper,
    open_bot,
)


async def test_stopping_finishes_deliveries_and_starts_no_new_ones(bot: Bot) -> None:
    bot.paper.gate = asyncio.Event()
    match_id = await bot.begin()
    bot.start()
    await bot.paper.entered.wait()
    stopping = asyncio.create_task(bot.outbox.stop())
    await asyncio.sleep(0)
    bot.paper.gate.set()
    await stopping
    assert bot.paper.kinds() == ["challenge"]
    rows = {row["kind"]: row for row in await bot.outbox_rows()}
    assert rows["challenge"]["result"] == "sent"
    assert rows["open"]["attempts"] == 0
    assert (await bot.matches.table(match_id)).challenge_message_id == 9000
    await bot.halt()
    await bot.deliver()
    assert bot.paper.kinds().count("challenge") == 1


@pytest.mark.sqlite
async def test_a_hanging_delivery_is_cancelled_and_sent_after_the_restart(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    paper = Paper(gate=asyncio.Event())
    async with open_bot(path, paper=paper) as bot:
        await bot.challenge()
        bot.start()
        await bot.paper.entered.wait()
        await bot.outbox.stop(grace=0)
        assert bot.paper.said == []
    async with open_bot(path) as bot:
        await bot.deliver()
        assert bot.paper.kinds() == ["challenge"], "at once, because the holder of the lease has ended"


async def test_a_lease_of_another_worker_is_respected_until_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    clock = HandClock()
    async with open_bot(path, clock=clock) as bot:
        await bot.challenge()
        async with bot.store.write(Everything()) as tx:
            (note,) = await tx.notes.claim("another", clock.now(), clock.now() + 30_000, 8)
        await bot.deliver()
        assert bot.paper.said == []
        await clock.move(29.9)
        await bot.deliver()
        assert bot.paper.said == []
        await clock.move(0.1)
        await bot.deliver()
        (message,) = bot.paper.said
        assert message.nonce == note.nonce


async def test_two_workers_never_deliver_the_same_note(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    paper = Paper()
    async with open_bot(path, paper=paper) as first, open_bot(path, paper=paper) as second:
        dice = Chance("luck")
        match_id = await first.begin()
        first.start(), second.start()
        for _ in range(12):
            await (first, second)[dice.below(2)].answer_anything(match_id, dice)
            first.bell.set(), second.bell.set()
        await first.deliver()
        await second.deliver()
        await first.deliver()
        assert all(row["done_at"] for row in await first.outbox_rows())
    # A panel that became outdated while it was sent is sent again with the new state.
    notes = [
        (
            message.note.kind,
            message.note.rev,
            getattr(message.note, "person", 0),
            message.shown.table.rev if message.note.kind is PrivateKind.PANEL else 0,
        )
        for message in paper.said
    ]
    assert len(notes) == len(set(notes))
    assert {"challenge", "open", "status"} <= {kind for kind, _, _, _ in notes}


@pytest.mark.sqlite
async def test_a_delivery_ends_before_its_lease_even_if_leasing_was_slow(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a slow database, another worker would deliver the note at the same time."""
    claim, timeout, limits = NoteStatements.claim, asyncio.timeout, list[float | None]()

    async def slow(self: NoteStatements, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        notes = await claim(self, owner, now, until, limit)
        await bot.clock.move(20)
        return notes

    def limited(seconds: float | None) -> asyncio.Timeout:
        limits.append(seconds)
        return timeout(seconds)

    monkeypatch.setattr(NoteStatements, "claim", slow)
    await bot.challenge()
    monkeypatch.setattr(asyncio, "timeout", limited)
    await bot.deliver()
    assert limits and max(filter(None, limits)) <= 5


async def test_after_losing_a_lease_only_the_message_is_stored(bot: Bot) -> None:
    """Like after a pause of the whole machine: another worker has taken over meanwhile."""
    gate = bot.paper.gate = asyncio.Event()
    table = await bot.challenge()
    bot.start()
    await bot.paper.entered.wait()
    now = bot.clock.now() + 30_000
    async with bot.store.write(Everything()) as tx:
        assert await tx.notes.expired(now) == [table.match_id]
        await tx.notes.expire(table.match_id, now)
        (note,) = await tx.notes.claim("another", now, now + 30_000, 8)
    gate.set()
    await bot.outbox.stop()
    assert (await bot.matches.table(table.match_id)).challenge_message_id == 9000
    (row,) = await bot.outbox_rows()
    assert (row["id"], row["done_at"], row["lease_owner"]) == (note.id, None, "another")


async def test_a_panel_outdated_during_its_delivery_is_sent_again(bot: Bot) -> None:
    """Another process may have shown a newer state in the same message before this one arrived."""
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bot.deliver()
    await bid(bot, match_id, BO.id, "1")
    bot.paper.clear()
    gate, is_shown = asyncio.Event(), asyncio.Event()
    bot.paper.gate = gate
    bot.paper.before = lambda note: is_shown.set() if note.kind is PrivateKind.PANEL else None
    bot.start()
    await is_shown.wait()
    order = await bot.matches.question(match_id, ADA.id)
    assert order is not None
    await bot.play.answer(bot.press(), match_id, ADA.id, order.id, tuple(o.key for o in order.options))
    gate.set()
    await bot.deliver()
    panels = [message for message in told(bot, BO.id) if message.note.kind is PrivateKind.PANEL]
    now = await bot.matches.revision(match_id)
    assert [panel.shown.table.rev for panel in panels] == [panels[0].shown.table.rev, now]
    assert panels[0].shown.table.rev != now


async def test_a_failing_match_does_not_delay_others(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await bot.challenge(), await bot.challenge(CY)
    take_back, broken = bot.signals.take_back_unseen, [True]

    async def failing(tx: Writing, match_id: int, now: int) -> None:
        if match_id == first.match_id and broken:
            raise RuntimeError("a bug")
        await take_back(tx, match_id, now)

    monkeypatch.setattr(bot.signals, "take_back_unseen", failing)
    bot.paper.answers = {"challenge": [Gone("the channel was deleted"), Gone("the channel was deleted")]}
    bot.start()
    while (await bot.matches.table(second.match_id)).status != "withdrawn":
        await bot.clock.asleep.wait()
        await asyncio.sleep(0)
    assert (await bot.matches.table(first.match_id)).status == "challenged"
    broken.clear()
    while (await bot.matches.table(first.match_id)).status != "withdrawn":
        await bot.clock.move(1)
        await bot.clock.asleep.wait()
        await asyncio.sleep(0)


async def test_a_superseded_question_with_unknown_result_is_not_sent_again(bot: Bot) -> None:
    """The process died after sending; before it restarts, the person is asked a newer question."""
    match_id = await bot.begin()
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    await bot.halt()
    await bid(bot, match_id, ADA.id, "3")
    order = await bot.matches.question(match_id, ADA.id)
    assert order is not None
    now = bot.clock.now()
    async with bot.store.write(Everything()) as tx:
        await tx.notes.claim("another", now, now + 30_000, 8)
    bot.paper.clear()
    await bot.play.answer(bot.press(), match_id, ADA.id, order.id, tuple(o.key for o in order.options))
    await bot.clock.move(31)
    await bot.deliver()
    assert [m.note.kind for m in told(bot, ADA.id)] == [PrivateKind.PANEL]
    assert [str(m.note.kind) for m in public(bot)] == ["status"]


async def test_a_question_that_may_have_been_sent_is_searched_for(bot: Bot) -> None:
    """Its response was lost. The person decides elsewhere before or after the retry, so it must be removed."""
    bot.paper.answers[PrivateKind.ASK] = [Later("lost"), Later("lost")]
    match_id = await bot.begin()
    await bot.deliver()
    assert [(m.note.kind, m.unheard) for m in told(bot, ADA.id)] == [(PrivateKind.ASK, False)]
    bot.paper.clear()
    await bid(bot, match_id, ADA.id, "3")
    await bot.clock.move(1)
    await bot.deliver()
    assert [(m.note.kind, m.unheard) for m in told(bot, ADA.id)] == [(PrivateKind.PANEL, True)]
    assert [(m.note.kind, m.unheard) for m in told(bot, BO.id)] == [(PrivateKind.ASK, True)], "sent again"


async def test_a_refresh_does_not_replace_a_question(bot: Bot) -> None:
    """Bo offers a draw while Ada's question is pending: she still gets her question."""
    match_id = await bot.begin()
    await bot.agreements.draw(bot.press(), match_id, BO.id)
    await bot.deliver()
    asks = [m.note.kind for m in told(bot, ADA.id)]
    assert asks == [PrivateKind.ASK]


async def test_a_dead_processs_question_is_searched_for(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    await bot.halt()
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    bot.paper.clear()
    now = bot.clock.now()
    async with bot.store.write(Everything()) as tx:
        claimed = await tx.notes.claim("another", now, now + 30_000, 8)
    assert (ADA.id, PrivateKind.ASK) in [(note.person_id, note.kind) for note in claimed]
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await bot.play.answer(
        bot.press(), match_id, ADA.id, question.id, tuple(option.key for option in question.options)
    )
    await bot.clock.move(31)
    await bot.deliver()
    assert [(m.note.kind, m.unheard) for m in told(bot, ADA.id)] == [(PrivateKind.PANEL, True)]


async def test_a_question_replaced_during_its_delivery_is_searched_for(bot: Bot) -> None:
    gate, is_asked = asyncio.Event(), asyncio.Event()

    def before(note: PublicNote | PrivateNote) -> None:
        if isinstance(note, PrivateNote) and (note.kind, note.person) == (PrivateKind.ASK, ADA.id):
            bot.paper.gate = gate
            # One for each asked player, because the other's message may wait at the gate as well.
            bot.paper.answers[PrivateKind.ASK] = [Later("lost", 0)] * 2
            is_asked.set()

    match_id = await bot.begin()
    bot.paper.before = before
    bot.start()
    await is_asked.wait()
    await bid(bot, match_id, ADA.id, "3")
    gate.set()
    await bot.deliver()
    assert [(m.note.kind, m.unheard) for m in told(bot, ADA.id)][-1] == (PrivateKind.PANEL, True)


async def test_old_notes_are_deleted_at_the_next_start(bot: Bot) -> None:
    await bot.challenge()
    await bot.deliver()
    await bot.halt()
    assert len(await bot.outbox_rows()) == 1
    await bot.clock.move(31 * 24 * 3600)
    await bot.deliver()
    assert await bot.outbox_rows() == []


async def test_the_worker_survives_a_failing_database(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, logged: list[MutableMapping[str, object]]
) -> None:
    real = bot.store.write

    def failing() -> object:
        monkeypatch.setattr(bot.store, "write", real)
        raise OSError("disk full")

    await bot.challenge()
    monkeypatch.setattr(bot.store, "write", failing)
    bot.bell.set()
    await bot.deliver()
    await bot.clock.move(1)
    await bot.deliver()
    assert bot.paper.kinds() == ["challenge"]
    (entry,) = logged
    assert entry["event"] == "work_failed"


async def test_sent_notes_are_deleted_after_a_month_without_a_restart(bot: Bot) -> None:
    await bot.challenge()
    await bot.deliver()
    assert len(await bot.outbox_rows()) == 1
    await bot.clock.move(31 * 24 * 3600)
    await bot.challenge(CY, one=BO)
    await bot.deliver()
    assert [row["match_id"] for row in await bot.outbox_rows()] == [2]


async def test_deliver_waits_for_notes_leased_meanwhile(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bot.begin()
    leased, looks = bot.leased, 0

    async def between_two_rounds() -> int:
        """First answer like between two rounds, without leased notes, then when the worker sleeps again."""
        nonlocal looks
        looks += 1
        if looks > 1:
            return await leased()
        waits = bot.clock.waits
        while bot.clock.waits == waits or not bot.clock.asleep.is_set():
            await bot.clock.asleep.wait()
            await asyncio.sleep(0)
        return 0

    monkeypatch.setattr(bot, "leased", between_two_rounds)
    await bot.deliver()
    assert not [row for row in await bot.outbox_rows() if row["done_at"] is None]
