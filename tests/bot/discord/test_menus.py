"""The commands in the menu of a person: a challenge with them chosen already, and their profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.commands.registration import payloads_of
from bot.discord.commands.translator import CommandTexts
from bot.games.playable import Games
from bot.games.voidream.game import voidream
from bot.store.match_status import MatchStatus
from tests.bot.discord.kit import Room, room, tree
from tests.games import registry
from tests.table.actor import Actor, CannotDo


@pytest.mark.parametrize("lobby", ["gateway", "http"], indirect=True)
async def test_a_challenge_from_the_menu_of_a_person(lobby: Room, ada: Actor, bo: Actor) -> None:
    form = await ada.menu("Challenge", bo)
    [chosen] = form.modal["components"][0]["component"]["default_values"]
    assert chosen == {"id": str(bo.person.id), "type": "user"}
    sent = await ada.submit({"deck": "Morning"})
    assert "Challenge sent to **Bo**." in sent.text
    await lobby.quiet()
    [summary] = await lobby.services.matches.of_person(bo.person.id)
    assert summary.table.standing is MatchStatus.CHALLENGED and summary.table.challenging.name == "Ada"
    assert "You can't challenge yourself." in (await ada.menu("Challenge", ada)).text
    other = lobby.table.world.add_person("Beep", bot=True)
    lobby.table.world.join(other, lobby.table.guild)
    assert "is a bot and doesn't play" in (await ada.menu("Challenge", other)).text
    with pytest.raises(CannotDo):
        await ada.menu("Challenge", bo, channel=ada.direct)


async def test_the_profile_of_a_person(lobby: Room, ada: Actor, bo: Actor) -> None:
    shown = await ada.menu("Profile", bo)
    assert "Bo" in shown.text and shown.text == (await ada.slash("profile", person=bo)).text


async def test_the_game_is_asked_for_with_the_person_kept(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", registry.lanterns(), registry.parlour()) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        asked = await ada.menu("Challenge", bo)
        form = await ada.click(asked.reply, "Lanterns")
        assert form.modal["components"][0]["component"]["default_values"][0]["id"] == str(bo.person.id)


async def test_they_are_called_in_spanish_what_they_do() -> None:
    menus = [one for one in payloads_of(tree(), CommandTexts(Games.of(voidream()))) if one["type"] == 2]
    assert {one["name"]: one["name_localizations"]["es-ES"] for one in menus} == {
        "Challenge": "Desafiar",
        "Profile": "Perfil",
    }
    assert all(one["contexts"] == [0] and one["integration_types"] == [0] for one in menus)
