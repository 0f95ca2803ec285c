"""Matches while Discord misbehaves: threads and messages vanish, permissions are withdrawn, responses get lost."""

from __future__ import annotations

import pytest

from bot.local_discord.permissions import Permission
from engine.kernel.question import Choice
from tests.bot.discord.clicks import Clicker
from tests.bot.discord.kit import Duel, Room, click_answer, use
from tests.bot.discord.misbehaviour import pass_once
from tests.bot.stores import rows
from tests.table import transcript
from tests.table.actor import Actor

# -- three seconds to respond


async def test_a_late_first_response_changes_nothing(duel: Duel) -> None:
    """The first response comes after three seconds: the person sees a failure, so nothing may have been done."""
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


# -- tokens expire after fifteen minutes


async def test_a_response_after_the_token_expired_loses_no_move(duel: Duel) -> None:
    """The person gets no response to the press; the match goes on, and everything else is announced."""
    fault = duel.room.table.faults.add("PATCH", "/webhooks/*", delay=16 * 60)
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await fault.met.wait()
    duel.room.table.clock.advance(16 * 60)
    await outcome.settled()
    await duel.room.quiet()
    assert outcome.failed
    assert (await duel.ada.question()) is None
    assert "Ada passed" in transcript.text(await duel.status())


async def test_a_panel_works_after_its_token_expired(duel: Duel) -> None:
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
    choice: Choice = ("play Gossip",)
    await use(player.actor, panel, Clicker(question, choice).next(panel.components))
    await duel.room.quiet()
    log = await player.actor.slash("match log", channel=player.thread)
    assert log.text.count("Ada played Gossip") == 1
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_duplicate_command_does_nothing_the_second_time(duel: Duel) -> None:
    duel.room.table.gateway.duplicates = 1
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    await duel.room.quiet()
    assert "You passed" in outcome.text
    assert not outcome.failed
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_redelivered_press_does_nothing_after_a_restart(duel: Duel) -> None:
    """A press repeated after the restart shows the current state, and nothing happens twice."""
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    reply = (await player.actor.click(await duel.status(), "turn")).reply
    click = Clicker(question, ("pass",)).next(panel.components)
    first = await use(player.actor, panel, click)
    await duel.room.restart()
    result = await duel.room.services.play.answer(
        first.interaction.id, duel.match_id, player.id, question.id, ("pass",)
    )
    assert result.repeated and "You passed" in " ".join(map(str, result.happened))
    await use(player.actor, reply, click)
    assert "That question is closed" in transcript.text(reply)
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


async def test_a_dropped_connection_loses_nothing(duel: Duel) -> None:
    await duel.room.table.gateway.drop()
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert "You passed" in outcome.text


# -- two clicks at once


async def test_two_presses_at_once_are_one_answer(duel: Duel) -> None:
    player, question = await duel.asked()
    panel = (await player.actor.click(await duel.status(), "turn")).reply
    reply = (await player.actor.click(await duel.status(), "turn")).reply
    click = Clicker(question, ("pass",)).next(panel.components)
    first = await player.actor.click(panel, custom_id=click.custom_id, wait="no")
    second = await player.actor.click(reply, custom_id=click.custom_id, wait="no")
    await first.settled()
    await second.settled()
    await duel.room.quiet()
    both = transcript.text(panel) + transcript.text(reply)
    assert "That question is closed" in both
    assert "You passed" in both
    assert (await duel.room.services.matches.table(duel.match_id)).rev == 2


# -- lost responses


async def test_a_lost_response_is_not_a_lost_move(duel: Duel) -> None:
    """Discord fails while the response is sent: the move stands, and everything else is announced."""
    duel.room.table.faults.add("PATCH", "/webhooks/*", status=404, code=10015)
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread, wait="first")
    await duel.room.quiet()
    assert not outcome.failed
    assert "Ada passed" in transcript.text(await duel.status())


async def put_off(duel: Duel) -> bool:
    """Return whether a failed delivery is stored for a retry."""
    waiting = "SELECT count(*) FROM outbox WHERE done_at IS NULL AND attempts > 0 AND leased_until IS NULL"
    [(count,)] = await rows(duel.room.services.store, waiting)
    return bool(count)


async def lost_question(duel: Duel) -> None:
    """Make Discord accept the direct message with Ada's question, and lose the response."""
    for _ in range(3):
        await pass_once(duel)
    path = f"/channels/{duel.ada.actor.direct.id}/messages"
    fault = duel.room.table.faults.add("POST", path, status=503, after=True)
    player, question = await duel.asked()
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    await fault.met.wait()
    while not await put_off(duel):
        await duel.room.services.matches.table(duel.match_id)


async def test_a_question_with_a_lost_response_is_replaced(duel: Duel) -> None:
    """The player decides elsewhere before it is sent again. The message whose id was lost replaces the panel."""
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
    assert "Your move" in transcript.text(panel), "the next question replaces it like any panel"


@pytest.mark.parametrize("seconds", [1, 3600])
async def test_a_message_with_a_lost_response_is_not_shown_twice(duel: Duel, seconds: int) -> None:
    """The second attempt finds the message, even after Discord has forgotten its nonce some minutes later."""
    await lost_question(duel)
    direct = duel.ada.actor.direct
    before = duel.ada.actor.sees(direct)
    duel.room.table.clock.advance(seconds)
    await duel.room.clock.move(seconds)
    await duel.room.quiet()
    [panel] = duel.ada.actor.sees(direct)
    assert panel.id == before[-1].id and "Your move" in transcript.text(panel)


async def test_direct_messages_do_not_pile_up(duel: Duel) -> None:
    """A new mention replaces the previous one: one match, one message."""
    for _ in range(6):
        await pass_once(duel)
        assert [len(p.actor.sees(p.actor.direct)) for p in duel.players] == [1, 1]


async def test_the_beginning_mentions_both_players(duel: Duel) -> None:
    """The challenger learns that the match has begun, and both players have its thread in their list."""
    assert set((await duel.status()).mentions) == {duel.ada.id, duel.bo.id}
    thread = duel.ada.thread.thread
    assert thread is not None and {duel.ada.id, duel.bo.id} <= set(thread.members)


# -- direct messages that can't be delivered


@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 20026), (403, 50009), (403, 20009), (400, 50033), (404, 10013), (403, 50001), (400, 99999)],
)
async def test_a_player_without_direct_messages_is_mentioned_in_the_thread(
    duel: Duel, status: int, code: int
) -> None:
    """For every error of Discord's, including unknown ones."""
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
    assert opened() - before <= 1, "Ada's channel, opened for her first message"


# -- a challenge that couldn't be shown


async def test_a_challenge_that_cannot_be_shown_is_withdrawn(lobby: Room, ada: Actor, bo: Actor) -> None:
    """A challenge that Discord refuses in the channel doesn't exist; the next one works."""
    table = lobby.table
    table.faults.add("POST", f"/channels/{table.channel.id}/messages", status=403, code=50013)
    text = (await ada.slash("voidream challenge", user=bo)).text
    assert "couldn't post your challenge" in text and "withdrew" in text
    await lobby.quiet()
    assert not table.channel.messages or not any(
        "challenges" in m.content for m in table.channel.messages.values()
    )
    await lobby.clock.move(3600)
    assert "Challenge sent to" in (await ada.slash("voidream challenge", user=bo)).text


async def test_people_outside_the_server_cannot_be_challenged(lobby: Room, ada: Actor, bo: Actor) -> None:
    world = lobby.table.world
    stranger = world.add_person("Stranger")
    assert "aren't on this server" in (await ada.slash("voidream challenge", user=stranger)).text
    world.deny(bo.person, lobby.table.channel, Permission.VIEW_CHANNEL)
    assert "can't see this channel" in (await ada.slash("voidream challenge", user=bo)).text
    assert await lobby.services.matches.of_person(ada.person.id) == ()
