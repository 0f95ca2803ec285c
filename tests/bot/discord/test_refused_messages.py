"""Messages that Discord refuses, archives, locks or loses, and messages that people delete."""

from __future__ import annotations

import discord
import pytest
from structlog.testing import capture_logs

from bench.kills import Lanes
from bot.discord.components.messages import PublicMessage, layout, text
from bot.discord.delivery_failures import Trouble
from bot.local_discord.records import MessageFlag
from bot.local_discord.rest import RestCall
from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Duel, Room, begin_match, click_answer
from tests.bot.discord.misbehaviour import caught_up, pass_once
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome

# -- a 429 in the middle of a move, and failing servers


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
    _, response = await pass_once(duel)
    assert "You passed" in response
    await duel.room.quiet()
    assert fault.met.is_set()
    assert "Ada passed" in transcript.text(await duel.status())
    assert "Your move" in transcript.text(duel.bo.actor.sees(duel.bo.actor.direct)[-1])
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_token_that_is_refused_for_hours_loses_nothing(duel: Duel) -> None:
    """A process that only delivers has no gateway that would end it: its owner must replace the token or restart it."""
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


async def test_an_archived_thread_is_unarchived(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread)
    await pass_once(duel)
    assert "Ada passed" in transcript.text(await duel.status())
    thread = duel.ada.thread.thread
    assert thread is not None and not thread.archived


async def test_a_locked_thread_is_reported_and_the_match_continues(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread, locked=True)
    await pass_once(duel)
    assert await duel.room.services.delivery_failures.of(duel.match_id) is Trouble.LOCKED
    player, _ = await duel.asked()
    outcome = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "archived and locked. Ask a moderator to reopen it." in outcome.text
    mover, _ = await pass_once(duel)
    before = transcript.text(await duel.status())
    world.archive(duel.ada.thread, archived=False, locked=False)
    await caught_up(duel)
    assert transcript.text(await duel.status()) != before, "it shows the events meanwhile, without a move"
    assert f"{mover.actor.person.display_name} passed" in transcript.text(await duel.status())
    await pass_once(duel)
    outcome = await duel.ada.actor.slash("match decide", channel=duel.ada.actor.direct)
    assert "locked" not in outcome.text
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_locked_unarchived_thread_is_reported_too(duel: Duel) -> None:
    world = duel.room.table.world
    world.archive(duel.ada.thread, archived=False, locked=True)
    await pass_once(duel)
    assert await duel.room.services.delivery_failures.of(duel.match_id) is Trouble.LOCKED
    world.archive(duel.ada.thread, archived=False, locked=False)
    await pass_once(duel)
    assert await duel.room.services.delivery_failures.of(duel.match_id) is None
    assert "Bo passed" in transcript.text(await duel.status())


# -- deletions


async def test_a_deleted_status_message_is_sent_again(duel: Duel) -> None:
    before = await duel.status()
    duel.room.table.world.delete_message(before)
    await pass_once(duel)
    now = await duel.status()
    assert now.id != before.id
    assert "Ada passed" in transcript.text(now)
    await pass_once(duel)
    assert (await duel.status()).id == now.id


async def test_a_deleted_thread_is_replaced(duel: Duel) -> None:
    """Both players are mentioned in the new thread, which tells the story so far; commands there refer to this match."""
    world = duel.room.table.world
    deleted = duel.ada.thread
    world.delete_channel(deleted)
    await pass_once(duel)
    assert duel.ada.thread.id != deleted.id
    texts = [transcript.text(m) for m in duel.bo.actor.sees(duel.bo.thread)]
    assert "The thread of Ada against Bo was deleted. The match continues in this one." in texts[0]
    assert "Ada passed" in texts[1]
    assert set((await duel.status()).mentions) == {duel.ada.id, duel.bo.id}
    outcome = await duel.bo.actor.slash("parlour pass", channel=duel.bo.thread)
    assert "You passed" in outcome.text
    await duel.room.quiet()
    assert "Bo passed" in transcript.text(await duel.status())


async def test_a_deleted_channel_stops_no_match(duel: Duel) -> None:
    world, table = duel.room.table.world, duel.room.table
    world.add_channel(table.guild, "another")
    world.delete_channel(table.channel)
    for _ in range(4):
        await pass_once(duel)
    player, _ = await duel.asked()
    outcome = await player.actor.slash("match decide", channel=player.actor.direct)
    assert "This match's channel was deleted" in outcome.text
    while not await duel.is_over():
        await pass_once(duel)


async def test_a_deleted_challenge_still_opens_a_thread(lobby: Room, ada: Actor, bo: Actor) -> None:
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


async def test_a_press_on_a_deleted_message_is_answered_in_a_new_one(
    lobby: Room, ada: Actor, bo: Actor
) -> None:
    """Only its reader sees it. It isn't an announcement, and doesn't count as a repeated one."""
    table = lobby.table
    lanes = Lanes(table, [actor.direct.id for actor in (ada, bo)])
    player, question = await (await begin_match(lobby, ada, bo)).asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    fault = table.faults.add("PATCH", "/webhooks/*/messages/@original", delay=1)
    click = Clicker(question, (question.options[1].key,)).next(panel.components)
    pressed = table.acting.use(player.actor.person, panel, click.custom_id, list(click.values))
    await fault.met.wait()
    table.world.delete_message(panel)
    table.clock.advance(1)
    await InteractionOutcome(table, pressed).settled()
    await lobby.quiet()
    assert (lanes.replies, lanes.messages, lanes.doubled) == (1, 1, [])


# -- messages that can't be edited any longer


async def too_many_edits(duel: Duel) -> None:
    """Advance by an hour and edit the status message so often that Discord refuses more edits."""
    duel.room.table.clock.advance(3601)
    client = duel.room.running
    assert client is not None
    status = await duel.status()
    partial = client.bot.client.get_partial_messageable(status.channel_id).get_partial_message(status.id)
    with pytest.raises(discord.RateLimited):
        for n in range(100):
            await partial.edit(view=layout(PublicMessage((text(str(n)),))))


async def test_a_status_message_that_was_edited_too_often_is_sent_again(duel: Duel) -> None:
    old = await duel.status()
    await too_many_edits(duel)
    await pass_once(duel)
    new = await duel.status()
    assert new.id != old.id and "Ada passed" in transcript.text(new)
    assert old.deleted, "it showed an outdated state"
    await pass_once(duel)
    assert (await duel.status()).id == new.id


@pytest.mark.parametrize("status", [400, 429])
async def test_other_errors_of_discord_have_the_same_effect(duel: Duel, status: int) -> None:
    old = await duel.status()
    fault = duel.room.table.faults.add("PATCH", f"/channels/*/messages/{old.id}", status=status, code=30046)
    await pass_once(duel)
    assert fault.hits == 1 and (await duel.status()).id != old.id


async def test_a_panel_that_was_edited_too_often_is_sent_again_silently(duel: Duel) -> None:
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
    text = transcript.text(panel)
    fault = duel.room.table.faults.add("PATCH", "/webhooks/*", status=429, code=30046)
    await click_answer(player, panel, question, ("pass",))
    assert fault.hits == 1 and text
    assert "passed" in transcript.text(player.actor.sees(player.actor.direct)[-1])


async def test_a_name_that_cannot_be_removed_now_is_removed_later(duel: Duel) -> None:
    """A message that was edited too often contains a deleted person's name for at most an hour."""
    while not await duel.is_over():
        await pass_once(duel)
    status = await duel.status()
    fault = duel.room.table.faults.add(
        "PATCH", f"/channels/*/messages/{status.id}", status=429, code=30046, times=1
    )
    outcome = await duel.ada.actor.slash("me privacy delete")
    await duel.ada.actor.click(outcome.reply, "Yes, delete it all")
    await fault.met.wait()
    assert "Ada" in transcript.text(status)
    while await duel.room.unsent():
        await duel.room.clock.move(600)
        await duel.room.delivered()
    assert "Ada" not in transcript.text(status)


async def test_a_press_in_a_locked_thread_is_refused_once(
    duel: Duel, capsys: pytest.CaptureFixture[str]
) -> None:
    """The thread was archived and locked, so another response would be refused, too; this isn't an internal failure."""
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
