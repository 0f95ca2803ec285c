"""What is announced: to whom, in which order, how often, and what happens when Discord misbehaves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import pytest
import structlog

from bot.delivery.announcements import of_talk
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Gone, Later, Result, Sent
from bot.errors import Busy
from bot.store import Writing
from bot.store.about import AboutMatch, Everything
from bot.store.outbox import NoteStatements
from bot.store.person import Person
from bot.store.rows import NoteRow
from bot.views.types import MatchTable, PrivateLook, PublicLook
from engine.kernel.chance import Chance
from tests.bot.delivery.test_budget import rounds
from tests.bot.kit import (
    ADA,
    BO,
    CHANNEL,
    CY,
    Bot,
    HandClock,
    Paper,
    PrivateMessage,
    PublicMessage,
    open_bot,
)
from tests.bot.stores import rows


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[MutableMapping[str, object]]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


async def bid(bot: Bot, match_id: int, person: int, amount: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, (amount,))


def told(bot: Bot, person: int) -> list[PrivateMessage]:
    return [m for m in bot.paper.said if isinstance(m, PrivateMessage) and m.note.person == person]


def public_of(paper: Paper) -> list[PublicMessage]:
    return [m for m in paper.said if isinstance(m, PublicMessage)]


def public(bot: Bot) -> list[PublicMessage]:
    return public_of(bot.paper)


async def test_a_challenge_is_shown_in_the_channel_and_later_brought_up_to_date(bot: Bot) -> None:
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


async def test_a_match_begins_with_its_thread_its_status_and_a_message_to_whoever_decides(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    assert bot.paper.kinds()[:2] == ["challenge", "open"], "nothing overtakes the thread"
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
    assert isinstance(status.shown, PublicLook)
    assert status.shown.view.viewer is None
    assert status.shown.table.thread_id == table.thread_id


async def test_a_move_is_one_edit_and_one_message_to_the_next(bot: Bot) -> None:
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
        "who acted is not called, but their message is brought up to date"
    )
    assert panel.shown.question is None
    assert panel.shown.panel is not None


async def test_who_is_asked_again_by_their_own_answer_is_not_called(bot: Bot) -> None:
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


async def test_a_newer_status_takes_the_place_of_one_that_waits(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    await bot.halt()
    bot.paper.clear()
    dice = Chance("luck")
    for _ in range(5):
        await bot.answer_anything(match_id, dice)
    await bot.deliver()
    (status,) = public(bot)
    assert isinstance(status.shown, PublicLook)
    assert status.note.rev == status.shown.table.rev == 6
    for person in (ADA, BO):
        assert len(told(bot, person.id)) <= 1


async def test_what_a_status_showed_already_is_not_shown_again(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second act comes while the first one is being announced, early enough to be on the same board."""
    match_id = await bot.begin()
    await bot.deliver()
    bot.paper.clear()
    look, waiting = bot.matches.look_shown, [BO.id]

    async def overtaken(match_id: int) -> PublicLook | MatchTable:
        if waiting:
            await bid(bot, match_id, waiting.pop(), "1")
        return await look(match_id)

    monkeypatch.setattr(bot.matches, "look_shown", overtaken)
    await bid(bot, match_id, ADA.id, "2")
    await bot.deliver()
    (status,) = [m for m in public(bot) if m.note.kind is PublicKind.STATUS]
    assert isinstance(status.shown, PublicLook)
    assert status.shown.table.rev == (await bot.matches.table(match_id)).rev == 3


async def test_a_question_that_was_answered_meanwhile_is_not_sent(bot: Bot) -> None:
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "2")
    await bot.deliver()
    assert told(bot, ADA.id) == []
    assert len(told(bot, BO.id)) == 1


async def test_the_end_is_announced_to_both_and_every_message_brought_up_to_date(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    bot.paper.clear()
    await bot.play.resign(bot.press(), match_id, ADA.id)
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["challenge", "ended", "panel", "panel", "result", "status"]
    (ended,) = [m for m in public(bot) if m.note.kind is PublicKind.ENDED]
    assert ended.note.mentions == (ADA.id, BO.id)
    assert isinstance(ended.shown, PublicLook)
    assert ended.shown.outcome is not None
    (invitation,) = [m for m in public(bot) if m.note.kind is PublicKind.CHALLENGE]
    assert isinstance(invitation.shown, PublicLook), "the channel learns how it ended"


async def test_closed_direct_messages_are_remembered_and_the_thread_calls_instead(bot: Bot) -> None:
    bot.paper.answers[PrivateKind.ASK] = [Closed()]
    table = await bot.challenge()
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(BO.id, closed=True, told=False)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    match_id = table.match_id
    await bot.deliver()
    assert told(bot, BO.id) == [], "known to be closed: not tried"
    assert len(told(bot, ADA.id)) == 1, "tried once"
    assert PublicKind.PING not in bot.paper.kinds(), "somebody quick might have been about to decide"
    await bot.turn()
    await bot.deliver()
    pings = [m.note.mentions for m in public(bot) if m.note.kind is PublicKind.PING]
    assert sorted(pings) == [(ADA.id,), (BO.id,)]
    for person in (ADA, BO):
        assert await bot.people.dm_closed(person.id)
        assert await bot.people.tell_dm_closed(person.id)
        assert not await bot.people.tell_dm_closed(person.id), "told once"
    bot.paper.clear()
    await bot.people.try_dm_again(ADA.id)
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    await bot.deliver()
    assert [m.note.kind for m in told(bot, ADA.id)] == [PrivateKind.ASK]
    assert told(bot, BO.id) == []


async def test_nobody_is_called_for_what_they_have_decided(bot: Bot) -> None:
    for person in (ADA, BO):
        async with bot.store.write(Everything()) as tx:
            await tx.people.set_dm(person.id, closed=True, told=True)
    match_id = await bot.begin()
    await bid(bot, match_id, ADA.id, "3")
    await bot.turn()
    await bot.deliver()
    assert [m.note.mentions for m in public(bot) if m.note.kind is PublicKind.PING] == [(BO.id,)]


async def test_what_can_not_be_sent_now_is_sent_later_with_the_same_nonce(bot: Bot) -> None:
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
    """Discord, which answers 503 for a while."""

    is_away = True

    def _next(self, kind: PublicKind | PrivateKind) -> Result:
        return Later("Discord answered 503") if self.is_away else super()._next(kind)


async def test_ten_minutes_without_discord_cost_two_processes_nothing(tmp_path: Path) -> None:
    """They ask less and less often; then everything comes, in order in each lane, with the nonces of the first attempts."""
    paper, path = Away(), tmp_path / "bot.sqlite3"
    async with open_bot(path, paper=paper) as one, open_bot(path, paper=paper, pressed=1_000) as other:
        both = [one, other]
        matches = [await one.begin(channel_id=CHANNEL + n) for n in range(2)]
        for second in range(0, 600, 15):
            if second in (150, 300):
                await one.answer_anything(matches[second == 300], Chance("any"))
            await rounds(both, [], 15_000, 15_000)
        early = {(m.note.match_id, m.note.kind, m.note.rev): m.nonce for m in paper.said}
        assert len(paper.said) < 120
        paper.said.clear()
        paper.is_away = False
        for _ in range(30):
            await rounds(both, [], 10_000, 10_000)
        assert await rows(one.store, "SELECT COUNT(*) FROM outbox WHERE done_at IS NULL") == [(0,)]
        assert await rows(one.store, "SELECT COUNT(*) FROM outbox WHERE result <> 'sent'") == [(0,)]
        for message in paper.said:
            known = early.get((message.note.match_id, message.note.kind, message.note.rev))
            assert isinstance(message, PrivateMessage) or known in (None, message.nonce)
        for match_id in matches:
            lane = [m.note.kind for m in public_of(paper) if m.note.match_id == match_id]
            assert lane.index(PublicKind.OPEN) < lane.index(PublicKind.STATUS)
            assert lane.count(PublicKind.STATUS) == 1, "all that happened meanwhile is shown at once"


async def test_a_channel_that_is_gone_does_not_hold_up_direct_messages(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.CHALLENGE: [Gone("deleted")], PublicKind.OPEN: [Gone("deleted")]}
    await bot.begin()
    await bot.deliver()
    assert sorted(bot.paper.kinds()) == ["ask", "ask", "challenge", "open", "status"]


async def test_a_thread_that_can_not_be_opened_for_long_does_not_hold_up_direct_messages(bot: Bot) -> None:
    bot.paper.answers = {PublicKind.OPEN: [Later("busy")] * 20}
    await bot.begin()
    await bot.deliver()
    assert bot.paper.kinds() == ["challenge", "open"]
    for _ in range(2):
        await bot.clock.move(10)
        await bot.deliver()
    assert bot.paper.kinds() == ["challenge", "open", "open", "open", "ask", "ask"]


async def talk(bot: Bot, match_id: int) -> None:
    """Ask for the comment thread."""
    async with bot.store.write(AboutMatch(match_id)) as tx:
        row = await tx.matches.match(match_id)
        assert row is not None
        await tx.notes.add([of_talk(row, 1)])
    bot.bell.set()


@pytest.mark.both_stores
async def test_a_comment_thread_that_can_not_be_opened_holds_up_no_status(bot: Bot) -> None:
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
    assert bot.paper.kinds().count("talk") == 2, "tried again until it is open"


async def test_the_message_of_a_comment_thread_is_edited_if_the_match_ended_meanwhile(bot: Bot) -> None:
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
    assert isinstance(public(bot)[1].shown, PublicLook)
    assert public(bot)[1].shown.outcome is not None, "what is shown is the position at delivery"


async def test_a_failure_of_ours_is_retried_logged_and_in_the_end_given_up(
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
    assert {"status", "ended"} <= set(bot.paper.kinds()), "what comes after it gets through"


async def test_while_the_database_is_away_no_note_fails(
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


async def test_stopping_finishes_what_is_in_flight_and_begins_nothing_new(bot: Bot) -> None:
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
async def test_what_hangs_is_broken_off_at_the_end_of_the_grace_and_sent_after_the_restart(
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
        assert bot.paper.kinds() == ["challenge"], "at once: the worker that held the lease is gone"


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
    async with open_bot(path, paper=paper) as one, open_bot(path, paper=paper) as two:
        dice = Chance("luck")
        match_id = await one.begin()
        one.start(), two.start()
        for _ in range(12):
            await (one, two)[dice.below(2)].answer_anything(match_id, dice)
            one.bell.set(), two.bell.set()
        await one.deliver()
        await two.deliver()
        await one.deliver()
        assert all(row["done_at"] for row in await one.outbox_rows())
    # A panel that was overtaken while it was sent is sent again, with what is new.
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
async def test_a_delivery_ends_before_its_lease_however_long_leasing_took(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the database is slow, another worker would deliver the note beside it."""
    claim, timeout, limits = NoteStatements.claim, asyncio.timeout, list[float | None]()

    async def slow(self: NoteStatements, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        found = await claim(self, owner, now, until, limit)
        await bot.clock.move(20)
        return found

    def limited(seconds: float | None) -> asyncio.Timeout:
        limits.append(seconds)
        return timeout(seconds)

    monkeypatch.setattr(NoteStatements, "claim", slow)
    await bot.challenge()
    monkeypatch.setattr(asyncio, "timeout", limited)
    await bot.deliver()
    assert limits and max(filter(None, limits)) <= 5


async def test_who_has_lost_a_lease_stores_the_message_and_leaves_the_note_to_its_new_owner(bot: Bot) -> None:
    """As after the whole machine was paused: another worker has taken over meanwhile."""
    gate = bot.paper.gate = asyncio.Event()
    table = await bot.challenge()
    bot.start()
    await bot.paper.entered.wait()
    now = bot.clock.now() + 30_000
    async with bot.store.write(Everything()) as tx:
        assert await tx.notes.expired(now) == [table.match_id]
        await tx.notes.expire(table.match_id, now)
        (taken,) = await tx.notes.claim("another", now, now + 30_000, 8)
    gate.set()
    await bot.outbox.stop()
    assert (await bot.matches.table(table.match_id)).challenge_message_id == 9000
    (row,) = await bot.outbox_rows()
    assert (row["id"], row["done_at"], row["lease_owner"]) == (taken.id, None, "another")


async def test_a_panel_that_was_overtaken_while_it_was_sent_is_sent_again(bot: Bot) -> None:
    """Another process may have shown on the same message what came meanwhile, and this came after it."""
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
    panels = [one for one in told(bot, BO.id) if one.note.kind is PrivateKind.PANEL]
    now = await bot.matches.revision(match_id)
    assert [one.shown.table.rev for one in panels] == [panels[0].shown.table.rev, now]
    assert panels[0].shown.table.rev != now


async def test_what_can_not_be_stored_of_one_match_does_not_hold_up_others(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await bot.challenge(), await bot.challenge(CY)
    take_back, broken = bot.signals.take_back_unseen, [True]

    async def failing(tx: Writing, match_id: int, now: int) -> None:
        if match_id == first.match_id and broken:
            raise RuntimeError("a bug")
        await take_back(tx, match_id, now)

    monkeypatch.setattr(bot.signals, "take_back_unseen", failing)
    bot.paper.answers = {"challenge": [Gone("the channel was deleted"), Gone("the channel was deleted")]}
    bot.start()
    while (await bot.matches.table(second.match_id)).standing != "withdrawn":
        await bot.clock.asleep.wait()
        await asyncio.sleep(0)
    assert (await bot.matches.table(first.match_id)).standing == "challenged"
    broken.clear()
    while (await bot.matches.table(first.match_id)).standing != "withdrawn":
        await bot.clock.move(1)
        await bot.clock.asleep.wait()
        await asyncio.sleep(0)


async def test_a_superseded_question_whose_fate_is_unknown_is_not_sent_again(bot: Bot) -> None:
    """The process died after sending; before it comes back, the person is asked something newer."""
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


async def test_a_question_that_may_have_been_sent_is_looked_for(bot: Bot) -> None:
    """Its answer was lost; its person decides elsewhere before or after it is tried again, and it must not go on asking."""
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


async def test_what_only_refreshes_a_message_takes_the_place_of_no_question(bot: Bot) -> None:
    """Bo offers a draw while Ada's question waits: she is asked all the same."""
    match_id = await bot.begin()
    await bot.agreements.draw(bot.press(), match_id, BO.id)
    await bot.deliver()
    asks = [m.note.kind for m in told(bot, ADA.id)]
    assert asks == [PrivateKind.ASK]


async def test_a_question_of_a_process_that_died_is_looked_for(bot: Bot) -> None:
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


async def test_a_question_that_was_replaced_while_it_was_sent_is_looked_for(bot: Bot) -> None:
    gate, is_asked = asyncio.Event(), asyncio.Event()

    def before(note: PublicNote | PrivateNote) -> None:
        if isinstance(note, PrivateNote) and (note.kind, note.person) == (PrivateKind.ASK, ADA.id):
            bot.paper.gate = gate
            # One for each of the two who are asked: the other one may wait at the gate as well.
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


async def test_notes_say_nothing_that_only_one_seat_knows(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        await bot.deliver()
    kept = repr([{k: v for k, v in row.items()} for row in await bot.outbox_rows()])
    for lantern in ("amber", "blue", "copper", "acorn", "birch", "clover", "Harbour", "Garden", "5eed"):
        assert lantern not in kept


async def test_old_notes_are_swept_at_the_next_start(bot: Bot) -> None:
    await bot.challenge()
    await bot.deliver()
    await bot.halt()
    assert len(await bot.outbox_rows()) == 1
    await bot.clock.move(31 * 24 * 3600)
    await bot.deliver()
    assert await bot.outbox_rows() == []


async def test_the_worker_outlives_a_failing_database(
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


async def test_what_the_sender_is_given_fits_the_audience(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        await bot.deliver()
    for message in bot.paper.said:
        if isinstance(message, PrivateMessage):
            assert isinstance(message.shown, PrivateLook)
            assert message.shown.person.id == message.note.person
        elif isinstance(message.shown, PublicLook):
            assert message.shown.view.viewer is None
            assert all(not side.hand for side in message.shown.view.sides)


async def test_what_was_sent_is_forgotten_after_a_month_also_without_a_restart(bot: Bot) -> None:
    await bot.challenge()
    await bot.deliver()
    assert len(await bot.outbox_rows()) == 1
    await bot.clock.move(31 * 24 * 3600)
    await bot.challenge(CY, one=BO)
    await bot.deliver()
    assert [row["match_id"] for row in await bot.outbox_rows()] == [2]


async def test_a_busy_channel_keeps_nobody_else_waiting(bot: Bot) -> None:
    """Discord takes a few messages at a time in one channel: forty that wait there must not use up all deliveries."""
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
    shown = [(await bot.matches.table(note.match_id)).channel_id for note in first]
    assert shown.count(elsewhere) == 1
    assert shown.count(CHANNEL) == 4
    assert again == []
    async with bot.store.write(Everything()) as tx:
        await tx.notes.done(first[0].id, 0, "sent")
        assert len(await tx.notes.claim("worker", 0, 1000, 24)) == 1


async def test_what_fails_for_good_is_said_in_the_thread(bot: Bot) -> None:
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
