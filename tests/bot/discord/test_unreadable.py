"""A match that can't be read any longer, from the players' view in Discord."""

from __future__ import annotations

from bot.local_discord.permissions import Permission
from bot.store.match_status import MatchStatus
from tests.bot.discord.kit import Duel, Room, begin_match
from tests.bot.stores import change
from tests.table import transcript
from tests.table.actor import Actor


async def damage(room: Room, match_id: int) -> None:
    await change(room.services.store, "UPDATE matches SET data = substr(data, 1, 40) WHERE id = ?", match_id)


async def test_a_player_learns_that_a_match_is_unreadable_and_ends_it(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor, cy: Actor
) -> None:
    await damage(lobby, duel.match_id)
    status = await duel.status()
    for command in ("board", "hand", "resign", "undo", "draw", "orders"):
        path = "match orders list" if command == "orders" else f"match {command}"
        response = await ada.slash(path, channel=duel.ada.thread)
        assert "I can't load match 1" in response.text, command
        assert transcript.buttons(response.reply) == ["End it without a result"]
    # A spectator is told as well, and can't end anything.
    outcome = await cy.click(status, "Board as text")
    assert "I can't load match 1" in outcome.text
    assert transcript.buttons(outcome.reply) == []
    turn = await bo.click(status, "turn")
    await bo.click(turn.reply, "End it without a result")
    assert "The match ended without a result. It counts for no one." in transcript.text(turn.reply)
    await lobby.quiet()
    table = await lobby.services.matches.table(duel.match_id)
    assert table.status is MatchStatus.OVER
    assert "ended without a result" in transcript.text(await duel.status())
    await ada.gets("ended without a result", channel=duel.ada.thread)
    again = await begin_match(lobby, ada, bo)
    assert again.match_id != duel.match_id


async def test_a_moderator_ends_it(lobby: Room, duel: Duel, cy: Actor) -> None:
    await damage(lobby, duel.match_id)
    lobby.table.world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    outcome = await cy.slash("moderate end", channel=duel.ada.thread, reason="It is broken.")
    assert "The match ended without a result" in outcome.text
    await lobby.quiet()
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.OVER


async def test_its_players_can_delete_their_data(lobby: Room, duel: Duel, ada: Actor) -> None:
    await damage(lobby, duel.match_id)
    outcome = await ada.slash("me privacy delete", sure="yes, forget me")
    assert "can't be read" not in outcome.text
    await lobby.quiet()
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.OVER
