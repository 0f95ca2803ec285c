"""Requests in the thread are later edited to show their outcome, without buttons."""

from __future__ import annotations

from bot.clocks.control import DAY
from bot.local_discord.records import Message
from tests.bot.discord.kit import Duel, Room, type_answer
from tests.table import transcript


def public(duel: Duel) -> list[Message]:
    """Return the messages in the thread after the first one, which is always current."""
    return [m for m in duel.ada.actor.sees(duel.ada.thread) if not m.ephemeral][1:]


async def test_a_mention_shrinks_after_the_answer(lobby: Room, duel: Duel) -> None:
    """A player without direct messages is mentioned and reminded in the thread: each mention replaces the last."""
    player, _ = await duel.asked()
    opponent = duel.bo if player is duel.ada else duel.ada
    opponent.actor.close_direct_messages()
    name = opponent.actor.person.display_name
    await type_answer(player, (await duel.asked())[1], ("pass",))
    await lobby.quiet()
    await lobby.turn()
    [call] = public(duel)
    assert "your move in Ada against Bo" in transcript.text(call)
    await lobby.turn(DAY)
    call, reminder = public(duel)
    assert transcript.text(call) == f"-# **{name}** was mentioned here."
    assert transcript.buttons(call) == []
    assert "My turn" in transcript.buttons(reminder)
    await type_answer(opponent, (await duel.asked())[1], ("pass",))
    await lobby.quiet()
    assert [transcript.text(m) for m in public(duel)] == [f"-# **{name}** was mentioned here."] * 2
    assert [transcript.buttons(m) for m in public(duel)] == [[], []]


async def test_an_offer_is_closed_by_the_end_of_the_match(lobby: Room, duel: Duel) -> None:
    await duel.ada.actor.slash("match draw", channel=duel.ada.thread)
    await lobby.quiet()
    sure = await duel.bo.actor.slash("match resign", channel=duel.bo.thread)
    await duel.bo.actor.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    offer = public(duel)[0]
    assert "**Ada** offered a draw: no answer." in transcript.text(offer)
    assert transcript.buttons(offer) == []


async def test_withdrawn_and_accepted_offers_are_closed(lobby: Room, duel: Duel) -> None:
    ada, bo = duel.ada, duel.bo
    await ada.actor.slash("match draw", channel=ada.thread)
    await lobby.quiet()
    await ada.actor.slash("match draw", channel=ada.thread, agree="no")
    await lobby.quiet()
    await bo.actor.slash("match draw", channel=bo.thread)
    await lobby.quiet()
    await ada.actor.slash("match draw", channel=ada.thread)
    await lobby.quiet()
    first, second, *_ = public(duel)
    assert "**Ada** offered a draw: withdrawn." in transcript.text(first)
    assert "**Bo** offered a draw: agreed." in transcript.text(second)


async def test_outcomes_survive_a_restart_and_a_deleted_message(lobby: Room, duel: Duel) -> None:
    ada, bo = duel.ada, duel.bo
    await ada.actor.slash("match draw", channel=ada.thread)
    await lobby.quiet()
    await lobby.restart()
    await bo.actor.slash("match draw", channel=bo.thread, agree="no")
    await lobby.quiet()
    [offer] = public(duel)
    assert "declined" in transcript.text(offer)
    player, question = await duel.asked()
    await type_answer(player, question, ("pass",))
    await lobby.quiet()
    await bo.actor.slash("match draw", channel=bo.thread)
    await lobby.quiet()
    assert "offers a draw" in transcript.text(public(duel)[-1])
    lobby.table.world.delete_message(public(duel)[-1])
    await ada.actor.slash("match draw", channel=ada.thread, agree="no")
    await lobby.quiet()
    assert len(public(duel)) == 1
    assert "offers a draw" not in transcript.text(await duel.status())


async def test_an_offer_withdrawn_before_its_announcement_mentions_no_one(lobby: Room, duel: Duel) -> None:
    ada, bo = duel.ada, duel.bo
    fault = lobby.table.faults.add("PATCH", f"/channels/{duel.ada.thread.id}/messages/*", delay=5.0)
    player, question = await duel.asked()
    await type_answer(player, question, ("pass",))
    await fault.met.wait()
    before = len(bo.actor.sees(bo.thread))
    await ada.actor.slash("match draw", channel=ada.thread)
    await ada.actor.slash("match draw", channel=ada.thread, agree="no")
    lobby.table.clock.advance(5.0)
    await lobby.quiet()
    assert public(duel) == [] and len(bo.actor.sees(bo.thread)) == before
    assert "offers a draw" not in transcript.text(await duel.status())


async def test_an_offer_overtaken_before_its_announcement_is_announced_once(lobby: Room, duel: Duel) -> None:
    """Both presses were faster than Discord: the shown state is correct, and nothing is announced as over that isn't."""
    ada, bo = duel.ada, duel.bo
    fault = lobby.table.faults.add("PATCH", f"/channels/{duel.ada.thread.id}/messages/*", delay=5.0)
    player, question = await duel.asked()
    await type_answer(player, question, ("pass",))
    await fault.met.wait()
    for person, agree in ((ada, ""), (ada, "no"), (bo, "")):
        await person.actor.slash("match draw", channel=person.thread, **({"agree": agree} if agree else {}))
    lobby.table.clock.advance(5.0)
    await lobby.quiet()
    [offer] = public(duel)
    assert "**Bo** offers a draw" in transcript.text(offer)
    assert "Agree to a draw" in transcript.buttons(offer)
