"""What Discord and its servers do to a match: threads and messages vanish, permissions go, answers get lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import discord
import pytest
from discord import app_commands
from structlog.testing import capture_logs

from bot.app.bot import Bot
from bot.app.roles import Role
from bot.discord.components.messages import PublicMessage, layout, text
from bot.discord.delivery_failures import Trouble
from bot.errors import StartError
from bot.local_discord import transcript
from bot.local_discord.actor import Actor
from bot.local_discord.connect import connected
from bot.local_discord.faults import Fault
from bot.local_discord.permissions import Permission
from bot.local_discord.records import MessageFlag
from bot.local_discord.rest import RestCall
from engine.kernel.question import Choice
from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Duel, Player, Room, begin_match, click_answer, play_on, use
from tests.bot.stores import content, rows
from tests.games.registry import lanterns


async def pass_once(duel: Duel) -> tuple[Player, str]:
    """Let whoever must decide pass, in their direct messages; return them and what they were told."""
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    await click_answer(player, panel, question, ("pass",))
    await duel.room.quiet()
    return player, transcript.text(panel)


# -- three seconds to answer


async def test_too_late_to_answer_changes_nothing(duel: Duel) -> None:
    """The first answer comes after three seconds: the person sees a failure, so nothing may have been done."""
    table = duel.room.table
    fault = table.faults.add("POST", "/interactions/*", delay=5.0)
    late = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="no")
    while not fault.hits:
        await duel.status()
    table.clock.advance(6)
    await late.settled()
    await duel.room.quiet()
    assert late.failed
    assert (await duel.ada.question()) is not None


# -- fifteen minutes of token


async def test_an_answer_that_takes_longer_than_its_token_lives_is_no_lost_move(duel: Duel) -> None:
    """The person is told nothing where they pressed; the match goes on, and everything else is announced."""
    held = duel.room.table.faults.add("PATCH", "/webhooks/*", delay=16 * 60)
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await held.met.wait()
    duel.room.table.clock.advance(16 * 60)
    await done.settled()
    await duel.room.quiet()
    assert done.failed
    assert (await duel.ada.question()) is None
    assert "Ada passed" in transcript.text(await duel.status())


async def test_a_panel_that_is_older_than_its_token_works(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    duel.room.table.clock.advance(20 * 60)
    await click_answer(player, panel, question, ("pass",))
    await duel.room.quiet()
    assert "Your match" in transcript.text(panel)
    assert "Ada passed" in transcript.text(await duel.status())


# -- redelivered and duplicated interactions


async def test_a_duplicate_press_does_nothing_the_second_time(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    duel.room.table.gateway.duplicates = 2
    wanted: Choice = ("play Gossip",)
    await use(player.actor, panel, Clicker(question, wanted).next(panel.components))
    await duel.room.quiet()
    log = await player.actor.slash("match log", channel=player.thread)
    assert log.text.count("Ada played Gossip") == 1
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_duplicate_command_does_nothing_the_second_time(duel: Duel) -> None:
    duel.room.table.gateway.duplicates = 1
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    await duel.room.quiet()
    assert "You passed" in done.text
    assert not done.failed
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_redelivered_press_does_nothing_after_a_restart(duel: Duel) -> None:
    """Whoever presses what they pressed before the restart is told what is so, and nothing happens twice."""
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    other = (await player.actor.click(await duel.status(), "turn")).reply
    click = Clicker(question, ("pass",)).next(panel.components)
    first = await use(player.actor, panel, click)
    await duel.room.restart()
    done = await duel.room.services.play.answer(
        first.interaction.id, duel.match_id, player.id, question.id, ("pass",)
    )
    assert done.repeated and "You passed" in " ".join(map(str, done.happened))
    await use(player.actor, other, click)
    assert "That question is closed" in transcript.text(other)
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_dropped_connection_loses_nothing(duel: Duel) -> None:
    await duel.room.table.gateway.drop()
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert "You passed" in done.text


# -- two clicks at once


async def test_two_presses_at_once_are_one_answer(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    other = (await player.actor.click(await duel.status(), "turn")).reply
    click = Clicker(question, ("pass",)).next(panel.components)
    first = await player.actor.click(panel, custom_id=click.custom_id, wait="no")
    second = await player.actor.click(other, custom_id=click.custom_id, wait="no")
    await first.settled()
    await second.settled()
    await duel.room.quiet()
    both = transcript.text(panel) + transcript.text(other)
    assert "That question is closed" in both
    assert "You passed" in both
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


# -- answers that get lost


async def test_a_lost_answer_is_not_a_lost_move(duel: Duel) -> None:
    """Discord fails while the reply is written: the move stands, and everything else is announced."""
    duel.room.table.faults.add("PATCH", "/webhooks/*", status=404, code=10015)
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await duel.room.quiet()
    assert not done.failed
    assert "Ada passed" in transcript.text(await duel.status())


async def put_off(duel: Duel) -> bool:
    """Return whether a delivery that failed is written down, to be tried again later."""
    waiting = "SELECT count(*) FROM outbox WHERE done_at IS NULL AND attempts > 0 AND leased_until IS NULL"
    [(count,)] = await rows(duel.room.services.store, waiting)
    return bool(count)


async def lost_question(duel: Duel) -> None:
    """Let Discord take a direct message to Ada that asks for her decision, and lose the answer."""
    for _ in range(3):
        await pass_once(duel)
    path = f"/channels/{duel.ada.actor.direct.id}/messages"
    fault = duel.room.table.faults.add("POST", path, status=503, after=True)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    await fault.met.wait()
    while not await put_off(duel):
        await duel.room.services.matches.table(duel.match_id)


async def test_a_question_whose_answer_was_lost_is_not_left_behind(duel: Duel) -> None:
    """Its person decides elsewhere before it is sent again: the message that nobody knows takes the place of the panel."""
    await lost_question(duel)
    player, question = await duel.asked()
    elsewhere = (await player.actor.click(await duel.status(), "turn")).reply
    before = player.actor.sees(player.actor.direct)
    assert len(before) == 2 and "Your move" in transcript.text(before[-1])
    await click_answer(player, elsewhere, question, ("pass",))
    await duel.room.clock.move(1)
    await duel.room.quiet()
    [panel] = player.actor.sees(player.actor.direct)
    assert panel.id == before[-1].id and "Your move" not in transcript.text(panel)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    await duel.room.quiet()
    [panel] = duel.ada.actor.sees(duel.ada.actor.direct)
    assert "Your move" in transcript.text(panel), "the next question takes its place as that of any panel"


@pytest.mark.parametrize("seconds", [1, 3600])
async def test_a_message_whose_answer_was_lost_is_not_shown_twice(duel: Duel, seconds: int) -> None:
    """The second attempt finds the message, also when Discord has forgotten its nonce, after some minutes."""
    await lost_question(duel)
    direct = duel.ada.actor.direct
    before = duel.ada.actor.sees(direct)
    duel.room.table.clock.advance(seconds)
    await duel.room.clock.move(seconds)
    await duel.room.quiet()
    [panel] = duel.ada.actor.sees(direct)
    assert panel.id == before[-1].id and "Your move" in transcript.text(panel)


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


# -- a 429 in the middle of a move, and broken servers


async def test_rate_limits_and_server_errors_only_delay(duel: Duel) -> None:
    table = duel.room.table
    table.faults.rate_limit("PATCH", "/channels/*/messages/*", retry_after=0.01)
    await pass_once(duel)
    table.faults.add("PATCH", "/channels/*/messages/*", status=503)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    await duel.room.clock.asleep.wait()
    while "Bo passed" not in transcript.text(await duel.status()):
        await duel.room.clock.move(1)
        await duel.room.services.matches.table(duel.match_id)
    await duel.room.quiet()


@pytest.mark.parametrize(
    "route", [("POST", "/interactions/*"), ("PATCH", "/webhooks/*"), ("POST", "/channels/*")]
)
async def test_a_429_in_the_middle_of_a_move_only_delays_it(duel: Duel, route: tuple[str, str]) -> None:
    fault = duel.room.table.faults.rate_limit(*route, retry_after=0.01)
    _, told = await pass_once(duel)
    assert "You passed" in told
    await duel.room.quiet()
    assert fault.met.is_set()
    assert "Ada passed" in transcript.text(await duel.status())
    assert "Your move" in transcript.text(duel.bo.actor.sees(duel.bo.actor.direct)[-1])
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def caught_up(duel: Duel) -> None:
    """Wait until the bot has heard of what changed, and shown the match in its thread."""
    changed = asyncio.Event()
    stop = duel.room.table.world.listen(
        lambda change: changed.set() if change.kind in ("message", "message_update") else None
    )
    try:
        await changed.wait()
    finally:
        stop()
    await duel.room.quiet()
    assert await duel.room.services.troubles.of(duel.match_id) is None


async def test_a_token_that_is_refused_for_hours_loses_nothing(duel: Duel) -> None:
    """Who delivers only has no gateway that would end it: its owner gives it another token, or starts it again."""
    room = duel.room
    await room.quiet()
    refused = room.table.faults.add("*", "/channels/*", status=401, times=1000)
    player, _ = await duel.asked()
    with capture_logs() as logs:
        await player.actor.slash("parlour pass", channel=player.thread)
        for minutes in (1, 1, 1, *[6] * 12):
            await room.delivered()
            await room.clock.move(60 * minutes)
    assert refused.hits > 20 and not [log for log in logs if "reference" in log]
    room.table.faults.clear()
    await room.clock.move(300)
    await room.quiet()
    assert "passed" in transcript.text(await duel.status())
    assert "Your move" in transcript.text(duel.bo.actor.sees(duel.bo.actor.direct)[-1])


# -- a thread that archived itself


async def test_an_archived_thread_is_woken(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread)
    await pass_once(duel)
    assert "Ada passed" in transcript.text(await duel.status())
    thread = duel.ada.thread.thread
    assert thread is not None and not thread.archived


async def test_a_locked_thread_is_told_about_and_the_match_goes_on(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread, locked=True)
    await pass_once(duel)
    assert await duel.room.services.troubles.of(duel.match_id) is Trouble.LOCKED
    player, _ = await duel.asked()
    shown = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "archived and locked. Ask a moderator to reopen it." in shown.text
    mover, _ = await pass_once(duel)
    before = transcript.text(await duel.status())
    world.archive(duel.ada.thread, archived=False, locked=False)
    await caught_up(duel)
    assert transcript.text(await duel.status()) != before, "it shows what happened meanwhile, without a move"
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())
    await pass_once(duel)
    shown = await duel.ada.actor.slash("match decide", channel=duel.ada.actor.direct)
    assert "locked" not in shown.text
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_thread_that_is_locked_and_awake_is_told_about_too(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread, archived=False, locked=True)
    await pass_once(duel)
    assert await duel.room.services.troubles.of(duel.match_id) is Trouble.LOCKED
    world.archive(duel.ada.thread, archived=False, locked=False)
    await pass_once(duel)
    assert await duel.room.services.troubles.of(duel.match_id) is None
    assert "Bo passed" in transcript.text(await duel.status())


# -- direct messages that don't arrive


@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 20026), (403, 50009), (403, 20009), (400, 50033), (404, 10013), (403, 50001), (400, 99999)],
)
async def test_who_can_not_be_told_directly_is_called_in_the_thread(
    duel: Duel, status: int, code: int
) -> None:
    """Whatever Discord's reason is: it may be one that nobody has heard of."""
    room, direct = duel.room, duel.bo.actor.direct
    fault = room.table.faults.add(
        "POST", f"/channels/{direct.id}/messages", status=status, code=code, times=9
    )
    await pass_once(duel)
    await room.turn()
    assert fault.hits
    call = await duel.bo.actor.gets("message you directly", channel=duel.bo.thread)
    assert call.mentions == [duel.bo.id]
    assert not await room.services.people.dm_closed(duel.bo.id), "it may work the next time"
    room.table.faults.clear()
    player, question = await duel.asked()
    opened = (await duel.bo.actor.click(call, "turn")).reply
    await click_answer(player, opened, question, ("pass",))
    await room.quiet()
    await pass_once(duel)
    assert "Your move" in transcript.text(duel.bo.actor.sees(direct)[-1])


async def test_a_channel_for_direct_messages_is_opened_once(duel: Duel) -> None:
    def opened() -> int:
        return sum(call.path == "/users/@me/channels" for call in duel.room.table.record.calls)

    before = opened()
    for _ in range(4):
        await pass_once(duel)
    await duel.room.restart()
    await pass_once(duel)
    assert opened() - before <= 1, "Ada's, whose first message this was"


# -- what somebody deleted


async def test_a_deleted_status_message_is_sent_again(duel: Duel) -> None:
    before = await duel.status()
    duel.room.table.world.delete_message(before)
    await pass_once(duel)
    now = await duel.status()
    assert now.id != before.id
    assert "Ada passed" in transcript.text(now)
    await pass_once(duel)
    assert (await duel.status()).id == now.id


async def test_a_deleted_thread_is_begun_anew(duel: Duel) -> None:
    """Both players are called into the new one, which says what happened, and commands there mean this match."""
    world = duel.room.table.world
    gone = duel.ada.thread
    world.delete_channel(gone)
    await pass_once(duel)
    assert duel.ada.thread.id != gone.id
    texts = [transcript.text(m) for m in duel.bo.actor.sees(duel.bo.thread)]
    assert "The thread of Ada against Bo was deleted. The match continues in this one." in texts[0]
    assert "Ada passed" in texts[1]
    assert set((await duel.status()).mentions) == {duel.ada.id, duel.bo.id}
    done = await duel.bo.actor.slash("parlour pass", channel=duel.bo.thread)
    assert "You passed" in done.text
    await duel.room.quiet()
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_deleted_channel_stops_no_match(duel: Duel) -> None:
    world, table = duel.room.table.world, duel.room.table
    world.add_channel(table.guild, "another")
    world.delete_channel(table.channel)
    for _ in range(4):
        await pass_once(duel)
    player, _ = await duel.asked()
    shown = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "This match's channel was deleted" in shown.text
    while not await duel.is_over():
        await pass_once(duel)


async def test_a_deleted_challenge_opens_a_thread_all_the_same(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    challenge = await bo.gets("challenges you to")
    lobby.table.world.delete_message(challenge)
    await bo.slash("match accept", deck="Evening")
    await lobby.quiet()
    assert "Waiting for **Ada**" in transcript.text(await ada.gets("Waiting for", channel=ada.threads()[-1]))


async def test_a_deleted_direct_message_is_not_missed(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    duel.room.table.world.delete_message(panel)
    own = (await player.actor.click(await duel.status(), "turn")).reply
    await click_answer(player, own, question, ("pass",))
    await duel.room.quiet()
    assert "Bo" in transcript.text(await duel.status())


# -- what can't be edited any more


async def too_many_edits(duel: Duel) -> None:
    """Let an hour pass, and the status message be edited so often that Discord takes no more edits of it."""
    duel.room.table.clock.advance(3601)
    client = duel.room.running
    assert client is not None
    status = await duel.status()
    partial = client.bot.client.get_partial_messageable(status.channel_id).get_partial_message(status.id)
    with pytest.raises(discord.RateLimited):
        for n in range(100):
            await partial.edit(view=layout(PublicMessage((text(str(n)),))))


async def test_a_status_message_that_was_edited_too_often_is_sent_anew(duel: Duel) -> None:
    old = await duel.status()
    await too_many_edits(duel)
    await pass_once(duel)
    new = await duel.status()
    assert new.id != old.id and "Ada passed" in transcript.text(new)
    assert old.deleted, "it showed what was not so any more"
    await pass_once(duel)
    assert (await duel.status()).id == new.id


@pytest.mark.parametrize("status", [400, 429])
async def test_also_where_discord_says_so_in_another_way(duel: Duel, status: int) -> None:
    old = await duel.status()
    fault = duel.room.table.faults.add("PATCH", f"/channels/*/messages/{old.id}", status=status, code=30046)
    await pass_once(duel)
    assert fault.hits == 1 and (await duel.status()).id != old.id


async def test_a_panel_that_was_edited_too_often_is_sent_anew_without_a_sound(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    fault = duel.room.table.faults.add("PATCH", f"/channels/*/messages/{panel.id}", status=429, code=30046)
    own = (await player.actor.click(await duel.status(), "turn")).reply
    await click_answer(player, own, question, ("pass",))
    await duel.room.quiet()
    assert fault.hits == 1 and panel.deleted
    new = player.actor.sees(player.actor.direct)[-1]
    assert new.id != panel.id and new.flags & MessageFlag.SUPPRESS_NOTIFICATIONS


async def test_an_answer_in_a_panel_that_was_edited_too_often_comes_in_a_new_message(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    shown = transcript.text(panel)
    fault = duel.room.table.faults.add("PATCH", "/webhooks/*", status=429, code=30046)
    await click_answer(player, panel, question, ("pass",))
    assert fault.hits == 1 and shown
    assert "passed" in transcript.text(player.actor.sees(player.actor.direct)[-1])


async def test_a_name_that_can_not_be_taken_out_now_is_taken_out_later(duel: Duel) -> None:
    """A message that was edited too often keeps the name of someone who was forgotten for an hour at most."""
    while not await duel.is_over():
        await pass_once(duel)
    status = await duel.status()
    fault = duel.room.table.faults.add(
        "PATCH", f"/channels/*/messages/{status.id}", status=429, code=30046, times=1
    )
    done = await duel.ada.actor.slash("me privacy delete")
    await duel.ada.actor.click(done.reply, "Yes, delete it all")
    await fault.met.wait()
    assert "Ada" in transcript.text(status)
    while await duel.room.unsent():
        await duel.room.clock.move(600)
        await asyncio.sleep(0)
    assert "Ada" not in transcript.text(status)


async def test_a_press_where_nothing_can_be_written_is_answered_once_in_vain(
    duel: Duel, capsys: pytest.CaptureFixture[str]
) -> None:
    """A thread that was archived and locked: another answer would be refused, too, and nothing of ours has failed."""
    world, table = duel.room.table.world, duel.room.table
    world.archive(duel.ada.thread, locked=True)
    calls = len(table.record.calls)

    def answers() -> list[RestCall]:
        return [call for call in list(table.record.calls)[calls:] if call.path.startswith("/interactions/")]

    pressed = await duel.ada.actor.slash("match decide", channel=duel.ada.thread, wait="no")
    await table.until(lambda: bool(answers()))
    await duel.room.quiet()
    assert [call.answer["code"] for call in answers()] == [50083]
    assert pressed.interaction.callback is None
    assert "error" not in capsys.readouterr().out.split("interaction lost")[-1]
    world.archive(duel.ada.thread, archived=False, locked=False)
    assert (await duel.ada.actor.slash("match decide", channel=duel.ada.thread)).text


# -- a permission withdrawn


async def test_without_attach_files_the_board_comes_in_words(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.ATTACH_FILES)
    await pass_once(duel)
    status = await duel.status()
    assert "Ada passed" in transcript.text(status)
    assert "Turn 2" in transcript.text(status) and not status.attachments


async def test_a_withdrawn_permission_is_named_to_the_players(duel: Duel) -> None:
    table = duel.room.table
    table.world.deny(table.world.bot, table.channel, Permission.SEND_MESSAGES_IN_THREADS)
    table.world.delete_message(await duel.status())
    await pass_once(duel)
    player, _ = await duel.asked()
    shown = await player.actor.slash("match decide", channel=player.thread)
    assert "Missing permissions: “Send Messages in Threads”" in shown.text
    shown = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "I need the permission “Send Messages in Threads”" in shown.text


async def test_when_permissions_come_back_matches_show_what_happened_meanwhile(duel: Duel) -> None:
    table = duel.room.table
    world, needed = table.world, Permission.VIEW_CHANNEL
    world.deny(world.bot, table.channel, needed)
    await pass_once(duel)
    mover, _ = await pass_once(duel)
    assert f"{mover.actor.person.display_name} passed" not in transcript.text(await duel.status())
    world.allow(world.bot, table.channel, needed)
    await caught_up(duel)
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())


async def test_after_a_kick_and_another_invitation_everything_is_current(duel: Duel) -> None:
    """Moves go on in direct messages that were open; who could not be told meanwhile is told when the bot is back."""
    world, guild = duel.room.table.world, duel.room.table.guild
    mover, question = await duel.asked()
    panel = mover.actor.sees(mover.actor.direct)[-1]
    world.leave(world.bot, guild)
    await click_answer(mover, panel, question, ("pass",))
    await duel.room.quiet()
    assert f"{mover.actor.person.display_name} passed" not in transcript.text(await duel.status())
    other, _ = await duel.asked()
    known = {message.id for message in other.actor.sees(other.actor.direct)}
    world.join(world.bot, guild)
    await caught_up(duel)
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())
    told = [message for message in other.actor.sees(other.actor.direct) if message.id not in known]
    assert "Your move" in transcript.text(told[-1])
    await pass_once(duel)


async def test_another_application_plays_on_only_if_it_is_told_to(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, cy: Actor
) -> None:
    """Nothing of the old one can be edited or pressed; the new one shows every open match again, and is told apart."""
    await cy.slash("voidream challenge", user=ada, deck="Morning")
    await pass_once(duel)
    old = await duel.status()
    player, _ = await duel.asked()
    assert lobby.running is not None
    await lobby.running.end()
    before = await content(lobby.file)
    await lobby.table.replace_application()
    lobby.running = None
    with connected(lobby.table.address, lobby.table.token):
        with pytest.raises(StartError, match="start once with --adopt"):
            await lobby.begin()
        assert await content(lobby.file) == before
        lobby.adopts = True
        await lobby.begin()
        await lobby.quiet()
        new = await duel.status()
        assert (
            new.id != old.id
            and "Ada passed" in transcript.text(new)
            and new.author_id == lobby.table.world.bot.id
        )
        assert set(new.mentions) == {ada.person.id, bo.person.id}, "they see that there is another bot"
        panel = player.actor.sees(player.actor.direct)[-1]
        assert "Your move" in transcript.text(panel) and panel.author_id == lobby.table.world.bot.id
        challenge = await ada.gets("challenges you to")
        assert challenge.author_id == lobby.table.world.bot.id
        # From now on it is this one's.
        lobby.adopts = False
        await lobby.restart()
        await pass_once(duel)
        while not await duel.is_over():
            await pass_once(duel)
        assert lobby.running is not None
        await lobby.running.end()
        lobby.running = None


@pytest.mark.parametrize(("status", "code"), [(403, 50005), (400, 50035)])
async def test_a_message_of_another_application_counts_as_lost(duel: Duel, status: int, code: int) -> None:
    """However Discord says so: a form that is really wrong is a failure of ours, and no message is lost by it."""
    message = await duel.status()
    fault = duel.room.table.faults.add(
        "PATCH", f"/channels/*/messages/{message.id}", status=status, code=code
    )
    author, message.author_id = message.author_id, duel.ada.id
    await pass_once(duel)
    assert fault.hits == 1 and (await duel.status()).id != message.id
    message.author_id = author


async def test_a_thread_that_could_not_be_opened_is_opened_later(lobby: Room, ada: Actor, bo: Actor) -> None:
    await ada.slash("voidream challenge", user=bo, deck="Morning")
    await bo.gets("challenges you to")
    world, bot = lobby.table.world, lobby.table.world.bot
    world.deny(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await bo.slash("match accept", deck="Evening")
    await lobby.quiet()
    assert ada.threads() == []
    world.allow(bot, lobby.table.channel, Permission.CREATE_PUBLIC_THREADS)
    await ada.slash("parlour pass")
    await lobby.quiet()
    assert "Ada passed" in transcript.text(await ada.gets("Waiting for", channel=ada.threads()[-1]))


# -- a user who left


async def test_a_player_who_left_the_server_can_come_back_to_the_match(duel: Duel) -> None:
    """They can't be told directly any more: they are called in the thread, and nothing stops meanwhile."""
    table = duel.room.table
    table.world.leave(duel.bo.actor.person, table.guild)
    await pass_once(duel)
    await duel.room.turn()
    called = [m for m in duel.ada.actor.sees(duel.ada.thread) if duel.bo.id in m.mentions]
    assert "your move in Ada against Bo" in transcript.text(called[-1])
    waiting = await duel.ada.actor.slash("match decide", channel=duel.ada.thread)
    assert "Bo" in waiting.text and not waiting.failed
    table.world.join(duel.bo.actor.person, table.guild)
    done = await duel.bo.actor.slash("parlour pass", channel=duel.bo.thread)
    assert "You passed" in done.text
    await duel.room.quiet()
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_match_against_somebody_who_left_can_be_ended(duel: Duel) -> None:
    table = duel.room.table
    table.world.leave(duel.bo.actor.person, table.guild)
    asked = await duel.ada.actor.slash("match resign", channel=duel.ada.thread)
    await duel.ada.actor.click(asked.reply, "Yes, resign")
    await duel.room.quiet()
    assert await duel.is_over()
    assert "the match is over" in transcript.text(duel.ada.actor.sees(duel.ada.thread)[-1])


# -- a restart, with a form open and with everything else


async def test_a_form_from_before_a_restart_works(duel: Duel) -> None:
    await play_on(duel, most=4)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    key = next(o.key for o in question.options if o.key.startswith("play"))
    await click_answer(player, panel, question, (key,))
    number = await player.question()
    assert number is not None and number.purpose == "How long does it last?"
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    done = await player.actor.submit({"answer": "soon"}, form=opened)
    assert "Enter a number from 1 to 999." in done.text
    opened = await player.actor.click(panel, "Type the answer")
    await duel.room.restart()
    await player.actor.submit({"answer": "42"}, form=opened)
    assert (await player.question()) is None
    assert "Your match" in transcript.text(panel)


async def test_buttons_from_before_a_restart_work(duel: Duel) -> None:
    """Half-made answers, open forms, the status message, direct messages: all of it outlives the process."""
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    await click_answer(player, panel, question, ("play Gossip",))
    await duel.room.quiet()
    books = await player.question()
    assert books is not None and len(books.options) == 60
    clicker = Clicker(books, ("Book 3", "Book 30", "Book 60"))
    for _ in range(3):
        await use(player.actor, panel, clicker.next(panel.components))
        await duel.room.restart()
    assert "Chosen: Book 3, Book 30, Book 60." in transcript.text(panel)
    await use(player.actor, panel, clicker.next(panel.components))
    log = await player.actor.slash("match log", channel=player.thread)
    assert "Ada solved it" in log.text
    record = await duel.room.services.matches.log(duel.match_id, player.id)
    assert "whisper" in record.lines[-1].text


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
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 1


# -- exceptions that never reach a handler


@pytest.mark.parametrize("pressed", ["a button", "a menu", "a form"])
async def test_a_failure_in_a_press_is_answered_and_the_next_press_works(
    duel: Duel, pressed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """discord.py would show nobody what goes wrong there, and leave the person waiting."""

    async def broken(*args: object, **named: object) -> None:
        raise RuntimeError("the secret reason")

    if pressed == "a form":
        await play_on(duel, most=4)
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    wanted: Choice = ("pass",)
    if pressed == "a menu":
        wanted = ("Book 3", "Book 30", "Book 60")
        await click_answer(player, panel, question, ("play Gossip",))
    elif pressed == "a form":
        wanted = ("42",)
        key = next(o.key for o in question.options if o.key.startswith("play"))
        await click_answer(player, panel, question, (key,))
    question = await player.question()
    assert question is not None
    form = await player.actor.click(panel, "Type the answer") if pressed == "a form" else None
    await duel.room.quiet()
    with monkeypatch.context() as patched:
        patched.setattr(duel.room.services.play, "press", broken)
        patched.setattr(duel.room.services.matches, "look_panel", broken)
        if form is not None:
            done = await player.actor.submit({"answer": "42"}, form=form)
        else:
            done = await use(player.actor, panel, Clicker(question, wanted).next(panel.components))
    await duel.room.quiet()
    said = "\n".join(transcript.text(m) for m in player.actor.sees(player.thread))
    assert not done.failed
    assert "Something went wrong on my end" in said and "secret reason" not in said
    assert "the secret reason" in capsys.readouterr().out
    await click_answer(player, panel, question, wanted)
    assert (await player.question()) != question


# -- a 26th subcommand, and registration


def test_one_more_subcommand_than_discord_takes_is_noticed_here(lobby: Room) -> None:
    """Discord would refuse all commands; so no group can be made with more, and none is longer than it may be."""
    running = lobby.running
    assert running is not None
    tree = running.bot.client.tree
    groups = [one for one in tree.get_commands() if isinstance(one, app_commands.Group)]
    assert groups
    for group in groups:
        assert len(group.commands) <= 25
        assert sum(map(len, _words(group.to_dict(tree)))) <= 8000

    async def nothing(interaction: discord.Interaction[discord.Client]) -> None:
        """Nothing."""

    with pytest.raises(ValueError, match="maximum number of child commands"):
        for n in range(26):
            more = app_commands.Command(name=f"more-{n}", description="One more.", callback=nothing)
            groups[0].add_command(more)


def _words(command: object) -> Iterator[str]:
    """Everything in a command that counts: names, descriptions, and values of choices."""
    if isinstance(command, dict):
        for key, value in command.items():
            if isinstance(value, str) and key in ("name", "description", "value"):
                yield value
            else:
                yield from _words(value)
    elif isinstance(command, list):
        for each in command:
            yield from _words(each)


async def test_commands_that_are_refused_stop_nothing(lobby: Room, ada: Actor, bo: Actor) -> None:
    """Those of before stay, buttons work, and with the next start it is tried again."""
    kept = lobby.table.registration.commands[None]
    kept[0]["description"] = "Of another version"
    fault = lobby.table.faults.add("PUT", "/applications/*/commands", status=400, code=50035)
    await lobby.restart()
    assert fault.met.is_set()
    duel = await begin_match(lobby, ada, bo)
    await pass_once(duel)
    puts = sum(call.method == "PUT" for call in lobby.table.record.calls)
    await lobby.restart()
    assert sum(call.method == "PUT" for call in lobby.table.record.calls) == puts + 1


async def until_over(room: Room, fault: Fault) -> None:
    """Let time pass for the bot, who waits longer each time, until the fault has come as often as it was ordered."""
    while fault.hits < fault.times:
        await room.clock.asleep.wait()
        await room.clock.move(1)
        await asyncio.sleep(0)


async def test_commands_that_discord_can_not_take_now_are_registered_later(lobby: Room, ada: Actor) -> None:
    lobby.table.registration.commands.clear()
    fault = lobby.table.faults.add("PUT", "/applications/*/commands", status=503, times=3)
    await lobby.restart()
    assert fault.hits == 1
    await until_over(lobby, fault)
    registrations = lobby.table.registration.registrations
    while lobby.table.registration.registrations == registrations:
        await lobby.clock.move(1)
        await asyncio.sleep(0)
    assert "challenge" in (await ada.slash("help")).text


async def test_a_log_in_that_discord_can_not_take_now_is_tried_again(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    assert lobby.running is not None
    await lobby.running.end()
    fault = lobby.table.faults.add("GET", "/users/@me", status=503, times=3)
    starting = asyncio.create_task(lobby.begin())
    await until_over(lobby, fault)
    while not starting.done():
        await lobby.clock.move(1)
        await asyncio.sleep(0)
    await pass_once(await begin_match(lobby, ada, bo))


async def test_a_bot_that_can_not_log_in_yet_can_be_stopped(lobby: Room) -> None:
    assert lobby.running is not None
    await lobby.running.end()
    fault = lobby.table.faults.add("GET", "/users/@me", status=503, times=1000)
    up: asyncio.Future[Bot] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    serving = asyncio.create_task(lobby._run(up, stop))
    await fault.met.wait()
    stop.set()
    await serving


async def test_commands_are_registered_once(lobby: Room) -> None:
    def registrations() -> int:
        return sum(call.method == "PUT" for call in lobby.table.record.calls)

    assert registrations() == 1
    await lobby.restart()
    await lobby.restart()
    assert registrations() == 1


async def test_only_the_newest_commands_are_registered(lobby: Room) -> None:
    """In a deploy old code runs beside new: should it start again, the commands of the new one must stay."""

    def games() -> int:
        return sum(
            command["name"] in ("parlour", "lanterns") for command in lobby.table.registration.commands[None]
        )

    assert games() == 1
    lobby.others = (lanterns(),)
    new = await lobby.start(Role.DELIVER)
    assert games() == 2
    lobby.others = ()
    await lobby.restart()
    assert games() == 2, "the old one has started again"
    lobby.table.registration.commands[None][:] = []
    while games() != 2:
        await lobby.clock.move(1)
        await asyncio.sleep(0)
    await new.end()
    while games() != 1:
        await lobby.clock.move(1)
        await asyncio.sleep(0)


async def test_commands_that_another_program_has_removed_or_changed_come_back(lobby: Room) -> None:
    """Also after a downgrade and back: what counts is what Discord has, not what was once sent."""
    kept = lobby.table.registration.commands
    sent = [command["name"] for command in kept[None]]

    async def comes_back() -> None:
        before = lobby.table.registration.registrations
        await lobby.restart()
        assert lobby.table.registration.registrations == before + 1
        assert [command["name"] for command in kept[None]] == sent

    kept.clear()
    await comes_back()
    kept[None][0]["options"][0]["description_localizations"] = {"es-ES": "otra cosa"}
    await comes_back()
    kept[None].append({**kept[None][0], "name": "of-another-version", "id": "1"})
    await comes_back()


# -- being stopped


async def test_stopping_finishes_what_is_in_flight(duel: Duel) -> None:
    """A move that was under way when the bot was stopped is answered and announced."""
    running = duel.room.running
    assert running is not None
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await running.end()
    await done.settled()
    assert "You passed" in done.text
    await duel.room.begin()
    await duel.room.quiet()
    assert "Ada passed" in transcript.text(await duel.status())


# -- a challenge that nobody could see


async def test_a_challenge_that_can_not_be_shown_is_taken_back_and_its_maker_told(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    """What Discord refuses in the channel is no challenge; the next one works."""
    table = lobby.table
    table.faults.add("POST", f"/channels/{table.channel.id}/messages", status=403, code=50013)
    told = (await ada.slash("voidream challenge", user=bo)).text
    assert "couldn't post your challenge" in told and "withdrew" in told
    await lobby.quiet()
    assert not table.channel.messages or not any(
        "challenges" in m.content for m in table.channel.messages.values()
    )
    await lobby.clock.move(3600)
    assert "Challenge sent to" in (await ada.slash("voidream challenge", user=bo)).text


async def test_who_is_not_on_the_server_can_not_be_challenged(lobby: Room, ada: Actor, bo: Actor) -> None:
    world = lobby.table.world
    stranger = world.add_person("Stranger")
    assert "aren't on this server" in (await ada.slash("voidream challenge", user=stranger)).text
    world.deny(bo.person, lobby.table.channel, Permission.VIEW_CHANNEL)
    assert "can't see this channel" in (await ada.slash("voidream challenge", user=bo)).text
    assert await lobby.services.matches.of_person(ada.person.id) == ()
