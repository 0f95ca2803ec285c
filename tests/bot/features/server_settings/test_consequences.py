"""The consequences of a server's settings: for challenges, moderators, results and languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local_discord.permissions import Permission
from bot.store.match_status import MatchStatus
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.features.server_settings.conftest import another, manages, told, walk_form
from tests.games.registry import bazaar
from tests.table import transcript
from tests.table.actor import Actor, CannotDo

# -- challenges


async def test_challenges_are_limited_to_chosen_channels(
    lobby: Room, manager: Actor, ada: Actor, bo: Actor
) -> None:
    arena = another(lobby)
    await manager.slash("settings channels", change="add", channel=arena)
    told(await ada.slash("voidream challenge", user=bo, deck="Noon"), f"Please challenge in <#{arena.id}>.")
    message = (await ada.slash("match list")).reply
    await ada.click(message, "Challenge someone")
    told(await ada.submit({"Opponent": [bo], "Your deck": ["Noon"]}), f"challenge in <#{arena.id}>")
    assert await lobby.services.matches.of_person(ada.person.id) == ()
    told(await ada.slash("voidream challenge", channel=arena, user=bo, deck="Noon"), "Challenge sent to")


async def test_the_servers_defaults_are_preselected_and_used(
    lobby: Room, manager: Actor, ada: Actor, bo: Actor
) -> None:
    told(await ada.slash("voidream challenge", user=bo), "You're playing Morning.")
    await ada.slash("match decline")
    await manager.slash("settings deck", deck="Noon")
    await manager.slash("settings clock", clock="36h each")
    assert (await ada.autocomplete("voidream challenge", "deck"))[0] == "Noon (default here)"
    assert (await ada.autocomplete("voidream challenge", "clock"))[0] == (
        "1 d 12 h per decision (default here)"
    )
    message = (await ada.slash("match list")).reply
    form = await ada.click(message, "Challenge someone")
    chosen = [o["label"] for c in walk_form(form) for o in c.get("options", []) if o.get("default")]
    assert chosen == ["Noon (default here)", "1 d 12 h per decision"]
    told(await ada.slash("voidream challenge", user=bo), "You're playing Noon.")
    await lobby.quiet()
    challenge = await bo.gets("challenges you to")
    assert "1 d 12 h per decision" in transcript.text(challenge)
    response = await bo.click(challenge, "Accept")
    assert "Play Noon" in transcript.buttons(response.reply)
    await bo.click(challenge, "Decline")
    told(
        await ada.slash("voidream challenge", user=bo, deck="Morning", clock="none"),
        "You're playing Morning.",
    )
    await lobby.quiet()
    latest = await bo.gets("challenges you to")
    assert "per decision" not in transcript.text(latest)


async def test_limits_for_one_person(lobby: Room, manager: Actor, ada: Actor, bo: Actor, cy: Actor) -> None:
    await manager.slash("settings limits", matches=1, challenges=1)
    told(await ada.slash("voidream challenge", user=bo, deck="Noon"), "Challenge sent to")
    told(
        await ada.slash("voidream challenge", user=cy, deck="Noon"),
        "You already have 1 open challenge on this server",
    )
    told(await bo.slash("match accept", deck="Noon"), "Match on!")
    told(
        await ada.slash("voidream challenge", user=cy, deck="Noon"),
        "You're already playing 1 match on this server",
    )
    told(await cy.slash("voidream challenge", user=bo, deck="Noon"), "Challenge sent to")
    told(await bo.slash("match accept", deck="Noon"), "You're already playing 1 match on this server")


async def test_without_rated_matches(lobby: Room, manager: Actor, ada: Actor, bo: Actor) -> None:
    await manager.slash("settings rated", allowed="no")
    response = await ada.slash("voidream challenge", user=bo, deck="Noon", rated=True)
    told(response, "This server doesn't allow rated matches")
    told(await ada.slash("voidream challenge", user=bo, deck="Noon"), "Challenge sent to")


# -- moderators and results


async def test_a_role_moderates(lobby: Room, duel: Duel, manager: Actor, cy: Actor) -> None:
    world, guild = lobby.table.world, lobby.table.guild
    role = world.add_role(guild, "Referees", Permission(0))
    await manager.slash("settings moderators", change="add", role=role.id)
    world.allow(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    response = await cy.slash("moderate end", channel=duel.ada.thread, reason="spam")
    told(response, "Only people with “Manage Server”, or the role “Referees”")
    world.deny(cy.person, lobby.table.channel, Permission.MANAGE_MESSAGES)
    guild.members[cy.person.id].roles.append(role.id)
    with pytest.raises(CannotDo, match="no command /moderate"):
        await cy.slash("moderate end", channel=duel.ada.thread, reason="spam")
    guild.command_permissions["moderate"] = {role.id: True}
    told(await cy.slash("moderate end", channel=duel.ada.thread, reason="spam"), "You ended the match.")
    assert (await lobby.services.matches.table(duel.match_id)).status is MatchStatus.OVER


async def test_results_are_announced_once(lobby: Room, manager: Actor, ada: Actor, bo: Actor) -> None:
    """The chosen channel gets each counted result once, with a link to the match."""
    hall = another(lobby, "hall")
    await manager.slash("settings announcements", announce="on", channel=hall)
    called_off = await begin_match(lobby, ada, bo)
    sure = await ada.slash("match abort", channel=called_off.ada.thread)
    await ada.click(sure.reply, "Yes, ask for it")
    await lobby.quiet()
    message = await bo.gets("asks to cancel the match", channel=called_off.bo.thread)
    await bo.click(message, "Call it off")
    await lobby.quiet()
    assert len(ada.sees(hall)) == 1
    duel = await begin_match(lobby, ada, bo)
    await ada.slash("parlour pass", channel=duel.ada.thread)
    sure = await bo.slash("match resign", channel=duel.bo.thread)
    await bo.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    _, result = ada.sees(hall)
    assert "**Ada** wins:" in transcript.text(result) and "gave up" in transcript.text(result)
    assert "Seed" not in transcript.text(result)
    assert not result.mentions
    assert "Go to the match" in transcript.buttons(result)
    await lobby.restart()
    await lobby.quiet()
    assert len(ada.sees(hall)) == 2


async def test_public_messages_are_in_the_chosen_language(
    lobby: Room, manager: Actor, ada: Actor, bo: Actor
) -> None:
    """The setting overrides Discord's language of the server; private messages keep the reader's language."""
    hall = another(lobby, "hall")
    await manager.slash("settings language", language="Español")
    await manager.slash("settings announcements", announce="on", channel=hall)
    assert "Anunciaré aquí los resultados de las partidas de este servidor." in transcript.text(
        ada.sees(hall)[0]
    )
    told(await ada.slash("voidream challenge", user=bo, deck="Noon"), "Challenge sent to")
    await bo.gets("Una partida de {game}".format(game="Parlour"))


async def test_a_result_that_cannot_be_announced_stops_nothing(
    lobby: Room, manager: Actor, duel: Duel, ada: Actor
) -> None:
    hall = another(lobby, "hall")
    await manager.slash("settings announcements", announce="on", channel=hall)
    lobby.table.world.deny(lobby.table.world.bot, hall, Permission.SEND_MESSAGES)
    sure = await ada.slash("match resign", channel=duel.ada.thread)
    await ada.click(sure.reply, "Yes, resign")
    await lobby.quiet()
    assert "the match is over" in transcript.text(
        await ada.gets("the match is over", channel=duel.ada.thread)
    )
    told(
        await manager.slash("settings show"),
        "couldn't announce the last result there: I need the permission “Send Messages”.",
    )
    assert await lobby.services.delivery_failures.of(duel.match_id) is None


async def test_the_number_of_timeouts_before_elimination_is_a_setting(tmp_path: Path) -> None:
    """The setting exists only with a game in which doing nothing is an answer."""
    async with room(tmp_path / "bot.sqlite3", bazaar()) as lobby:
        manager = manages(lobby, "Mo")
        told(await manager.slash("settings time-up", out="first"), "the player is out of the match")
        assert (await lobby.services.servers.rules(lobby.table.guild.id)).forfeits
        panel = (await manager.slash("settings show")).reply
        await manager.click(panel, "Out the third time")
        assert "The third time in a row, they're out" in transcript.text(panel)
        assert not (await lobby.services.servers.rules(lobby.table.guild.id)).forfeits
