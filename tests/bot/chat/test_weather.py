"""What Discord and its servers do to a match: threads and messages vanish, permissions go, answers get lost."""

from __future__ import annotations

from pathlib import Path

from bot.chat.health import EVERY, FRESH, Pulse, is_fresh
from bot.chat.troubles import Trouble
from bot.table import reading
from bot.table.actor import Actor
from bot.table.permissions import Permission
from engine.kernel.question import Choice
from tests.bot.chat.clicking import Clicker
from tests.bot.chat.kit import Duel, Player, Room, begin_match, click_answer, play_on, use
from tests.bot.core.kit import HandClock


async def pass_once(duel: Duel) -> tuple[Player, str]:
    """Let whoever must decide pass, in their direct messages; return them and what they were told."""
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    await click_answer(player, panel, question, ("pass",))
    await duel.room.quiet()
    return player, reading.text(panel)


# -- threads and messages


async def test_an_archived_thread_is_woken(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread)
    await pass_once(duel)
    assert "Ada passed" in reading.text(await duel.status())
    thread = duel.ada.thread.thread
    assert thread is not None and not thread.archived


async def test_a_locked_thread_is_told_about_and_the_match_goes_on(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread, locked=True)
    await pass_once(duel)
    assert await duel.room.core.troubles.of(duel.match_id) is Trouble.LOCKED
    player, _ = await duel.asked()
    shown = await player.actor.slash("voidream decide", channel=player.actor.direct)
    assert "archived and locked. Somebody who manages threads can reopen it." in shown.text
    await pass_once(duel)
    world.archive(duel.ada.thread, archived=False, locked=False)
    await pass_once(duel)
    assert await duel.room.core.troubles.of(duel.match_id) is None
    shown = await duel.ada.actor.slash("voidream decide", channel=duel.ada.actor.direct)
    assert "locked" not in shown.text
    assert "Bo passed" in reading.text(await duel.status())


async def test_a_deleted_status_message_is_sent_again(duel: Duel) -> None:
    before = await duel.status()
    duel.room.table.world.delete_message(before)
    await pass_once(duel)
    now = await duel.status()
    assert now.id != before.id
    assert "Ada passed" in reading.text(now)
    await pass_once(duel)
    assert (await duel.status()).id == now.id


async def test_a_deleted_thread_is_begun_anew(duel: Duel) -> None:
    """Both players are called into the new one, which says what happened, and commands there mean this match."""
    world = duel.room.table.world
    gone = duel.ada.thread
    world.delete_channel(gone)
    await pass_once(duel)
    assert duel.ada.thread.id != gone.id
    texts = [reading.text(m) for m in duel.bo.actor.sees(duel.bo.thread)]
    assert "The thread of Ada against Bo is gone. The match goes on in this one." in texts[0]
    assert "Ada passed" in texts[1]
    assert set((await duel.status()).mentions) == {duel.ada.id, duel.bo.id}
    done = await duel.bo.actor.slash("voidream pass", channel=duel.bo.thread)
    assert "Bo passed" in done.text
    await duel.room.quiet()
    assert "Bo passed" in reading.text(await duel.status())


async def test_a_deleted_channel_stops_no_match(duel: Duel) -> None:
    world, table = duel.room.table.world, duel.room.table
    world.add_channel(table.guild, "another")
    world.delete_channel(table.channel)
    for _ in range(4):
        await pass_once(duel)
    player, _ = await duel.asked()
    shown = await player.actor.slash("voidream decide", channel=player.actor.direct)
    assert "This match's channel was deleted" in shown.text
    while not await duel.is_over():
        await pass_once(duel)


async def test_a_deleted_challenge_opens_a_thread_all_the_same(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    challenge = await bo.gets("challenges you to a match")
    lobby.table.world.delete_message(challenge)
    await bo.slash("voidream accept", deck="Evening")
    await lobby.quiet()
    assert "Waiting for **Ada**" in reading.text(await ada.gets("Waiting for", channel=ada.threads()[-1]))


async def test_a_deleted_direct_message_is_not_missed(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    duel.room.table.world.delete_message(panel)
    own = (await player.actor.click(await duel.status(), "My turn")).reply
    await click_answer(player, own, question, ("pass",))
    await duel.room.quiet()
    assert "Bo" in reading.text(await duel.status())


# -- permissions


async def test_without_attach_files_the_board_comes_in_words(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.ATTACH_FILES)
    await pass_once(duel)
    status = await duel.status()
    assert "Ada passed" in reading.text(status)
    assert "Turn 2" in reading.text(status) and not status.attachments


async def test_a_withdrawn_permission_is_named_to_the_players(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.SEND_MESSAGES_IN_THREADS)
    table.world.delete_message(await duel.status())
    await pass_once(duel)
    player, _ = await duel.asked()
    shown = await player.actor.slash("voidream decide", channel=player.thread)
    assert "in this channel I lack “Send Messages in Threads”" in shown.text
    shown = await player.actor.slash("voidream decide", channel=player.actor.direct)
    assert "I lack “Send Messages in Threads”" in shown.text


async def test_a_thread_that_could_not_be_opened_is_opened_later(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    await bo.gets("challenges you to a match")
    world, bot = lobby.table.world, lobby.table.world.bot
    world.deny(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await bo.slash("voidream accept", deck="Evening")
    await lobby.quiet()
    assert ada.threads() == []
    world.allow(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await ada.slash("voidream pass")
    await lobby.quiet()
    assert "Ada passed" in reading.text(await ada.gets("Waiting for", channel=ada.threads()[-1]))


# -- answers that come late, twice or never


async def test_a_duplicate_press_does_nothing_the_second_time(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "My turn")).reply
    duel.room.table.gateway.duplicates = 2
    wanted: Choice = ("play Gossip",)
    await use(player.actor, panel, Clicker(question, wanted).next(panel.components))
    await duel.room.quiet()
    log = await player.actor.slash("voidream log", channel=player.thread)
    assert log.text.count("Ada played Gossip") == 1
    assert (await duel.room.core.matches.table(duel.match_id)).rev == 2


async def test_a_duplicate_command_does_nothing_the_second_time(duel: Duel) -> None:
    duel.room.table.gateway.duplicates = 1
    done = await duel.ada.actor.slash("voidream pass", channel=duel.ada.thread)
    await duel.room.quiet()
    assert "Ada passed" in done.text
    assert not done.failed
    assert (await duel.room.core.matches.table(duel.match_id)).rev == 2


async def test_two_presses_at_once_are_one_answer(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "My turn")).reply
    other = (await player.actor.click(await duel.status(), "My turn")).reply
    click = Clicker(question, ("pass",)).next(panel.components)
    first = await player.actor.click(panel, custom_id=click.custom_id, wait="no")
    second = await player.actor.click(other, custom_id=click.custom_id, wait="no")
    await first.settled()
    await second.settled()
    await duel.room.quiet()
    both = reading.text(panel) + reading.text(other)
    assert "That has been decided already" in both
    assert "Ada passed" in both
    assert (await duel.room.core.matches.table(duel.match_id)).rev == 2


async def test_a_lost_answer_is_not_a_lost_move(duel: Duel) -> None:
    """Discord fails while the reply is written: the move stands, and everything else is announced."""
    duel.room.table.faults.add("PATCH", "/webhooks/*", status=404, code=10015)
    done = await duel.ada.actor.slash("voidream pass", channel=duel.ada.thread, wait="first")
    await duel.room.quiet()
    assert not done.failed
    assert "Ada passed" in reading.text(await duel.status())


async def test_too_late_to_answer_changes_nothing(duel: Duel) -> None:
    """The first answer comes after three seconds: the person sees a failure, so nothing may have been done."""
    table = duel.room.table
    fault = table.faults.add("POST", "/interactions/*", delay=5.0)
    late = await duel.ada.actor.slash("voidream pass", channel=duel.ada.thread, wait="no")
    while not fault.hits:
        await duel.status()
    table.clock.advance(6)
    await late.settled()
    await duel.room.quiet()
    assert late.failed
    assert (await duel.ada.question()) is not None


async def test_rate_limits_and_server_errors_only_delay(duel: Duel) -> None:
    table = duel.room.table
    table.faults.rate_limit("PATCH", "/channels/*/messages/*", retry_after=0.01)
    await pass_once(duel)
    table.faults.add("PATCH", "/channels/*/messages/*", status=503)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    await duel.room.clock.asleep.wait()
    while "Bo passed" not in reading.text(await duel.status()):
        await duel.room.clock.move(1)
        await duel.room.core.matches.table(duel.match_id)
    await duel.room.quiet()


async def test_a_message_whose_answer_was_lost_is_not_shown_twice(duel: Duel) -> None:
    """Discord sends the direct message and the answer is lost: the second attempt brings the same message."""
    table = duel.room.table
    await pass_once(duel)
    await pass_once(duel)
    await pass_once(duel)
    direct = duel.ada.actor.direct
    table.faults.add("POST", f"/channels/{direct.id}/messages", status=503, after=True)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    while await duel.room.unsent():
        await duel.room.clock.move(1)
    sent = [
        c for c in table.record.calls if c.method == "POST" and c.path == f"/channels/{direct.id}/messages"
    ]
    assert sent[-1].body["nonce"] == sent[-2].body["nonce"] != sent[-3].body["nonce"]
    [panel] = duel.ada.actor.sees(direct)
    assert "Your decision" in reading.text(panel)


async def test_direct_messages_do_not_pile_up(duel: Duel) -> None:
    """A new call takes the place of the one before: one match, one message."""
    for _ in range(6):
        await pass_once(duel)
        assert [len(p.actor.sees(p.actor.direct)) for p in duel.players] == [1, 1]


async def test_the_beginning_calls_both_players(duel: Duel) -> None:
    """Whoever challenged learns that the match has begun, and both have its thread in their list."""
    assert set((await duel.status()).mentions) == {duel.ada.id, duel.bo.id}
    thread = duel.ada.thread.thread
    assert thread is not None and {duel.ada.id, duel.bo.id} <= set(thread.members)


# -- restarts


async def test_buttons_from_before_a_restart_work(duel: Duel) -> None:
    """Half-made answers, open forms, the status message, direct messages: all of it outlives the process."""
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "My turn")).reply
    await click_answer(player, panel, question, ("play Gossip",))
    await duel.room.quiet()
    books = await player.question()
    assert books is not None and len(books.options) == 60
    clicker = Clicker(books, ("Book 3", "Book 30", "Book 60"))
    for _ in range(3):
        await use(player.actor, panel, clicker.next(panel.components))
        await duel.room.restart()
    assert "Chosen: Book 3, Book 30, Book 60." in reading.text(panel)
    await use(player.actor, panel, clicker.next(panel.components))
    log = await player.actor.slash("voidream log", channel=player.thread)
    assert "Ada solved it" in log.text
    record = await duel.room.core.matches.log(duel.match_id, player.id)
    assert "whisper" in record.lines[-1].text


async def test_a_form_from_before_a_restart_works(duel: Duel) -> None:
    await play_on(duel, most=4)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "My turn")).reply
    key = next(o.key for o in question.options if o.key.startswith("play"))
    await click_answer(player, panel, question, (key,))
    number = await player.question()
    assert number is not None and number.purpose == "How long does it last?"
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    done = await player.actor.submit({"answer": "soon"}, form=opened)
    assert "A number from 1 to 999 is needed." in done.text
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    await player.actor.submit({"answer": "42"}, form=opened)
    assert (await player.question()) is None
    assert "Your match" in reading.text(panel)


async def test_commands_are_registered_once(lobby: Room) -> None:
    def registrations() -> int:
        return sum(call.method == "PUT" for call in lobby.table.record.calls)

    assert registrations() == 1
    await lobby.restart()
    await lobby.restart()
    assert registrations() == 1


async def test_stopping_finishes_what_is_in_flight(duel: Duel) -> None:
    """A move that was under way when the bot was stopped is answered and announced."""
    running = duel.room.running
    assert running is not None
    done = await duel.ada.actor.slash("voidream pass", channel=duel.ada.thread, wait="first")
    await running.end()
    await done.settled()
    assert "Ada passed" in done.text
    await duel.room.begin()
    await duel.room.quiet()
    assert "Ada passed" in reading.text(await duel.status())


async def test_a_dropped_connection_loses_nothing(duel: Duel) -> None:
    await duel.room.table.gateway.drop()
    done = await duel.ada.actor.slash("voidream pass", channel=duel.ada.thread)
    assert "Ada passed" in done.text


async def test_nothing_is_kept_in_memory_of_matches(duel: Duel) -> None:
    """discord.py stores no view for any message or form, so thousands of matches at rest cost nothing."""
    await play_on(duel, most=6)
    running = duel.room.running
    assert running is not None
    views = running.bot.client._connection._view_store
    assert not views._views and not views._modals and not views._synced_message_views


async def test_a_second_match_does_not_disturb_the_first(
    lobby: Room, duel: Duel, cy: Actor, ada: Actor
) -> None:
    other = await begin_match(lobby, ada, cy)
    assert other.match_id != duel.match_id
    await play_on(other, most=3)
    assert (await duel.room.core.matches.table(duel.match_id)).rev == 1


def test_health(tmp_path: Path) -> None:
    file, clock, well = tmp_path / "alive", HandClock(), [True]
    pulse = Pulse(file, clock, lambda: well[0])
    assert not is_fresh(file, clock.now())
    assert pulse.beat() == clock.now() + EVERY
    assert is_fresh(file, clock.now() + FRESH)
    assert not is_fresh(file, clock.now() + FRESH + 1)
    well[0] = False
    pulse.end()
    pulse.beat()
    assert not is_fresh(file, clock.now())
