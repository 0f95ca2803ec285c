"""The commands in a person's context menu: a challenge with that person preselected, and their profile."""

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
    outcome = await ada.submit({"deck": "Morning"})
    assert "Challenge sent to **Bo**." in outcome.text
    await lobby.quiet()
    [summary] = await lobby.services.matches.of_person(bo.person.id)
    assert summary.table.status is MatchStatus.CHALLENGED and summary.table.challenging.name == "Ada"
    assert "You can't challenge yourself." in (await ada.menu("Challenge", ada)).text
    other_bot = lobby.table.world.add_person("Beep", bot=True)
    lobby.table.world.join(other_bot, lobby.table.guild)
    assert "is a bot and doesn't play" in (await ada.menu("Challenge", other_bot)).text
    with pytest.raises(CannotDo):
        await ada.menu("Challenge", bo, channel=ada.direct)


async def test_the_profile_of_a_person(lobby: Room, ada: Actor, bo: Actor) -> None:
    outcome = await ada.menu("Profile", bo)
    assert "Bo" in outcome.text and outcome.text == (await ada.slash("profile", person=bo)).text


async def test_the_game_is_requested_and_the_person_stays_selected(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", registry.lanterns(), registry.parlour()) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        outcome = await ada.menu("Challenge", bo)
        form = await ada.click(outcome.reply, "Lanterns")
        assert form.modal["components"][0]["component"]["default_values"][0]["id"] == str(bo.person.id)


async def test_spanish_menu_names_describe_the_action() -> None:
    menus = [
        payload for payload in payloads_of(tree(), CommandTexts(Games.of(voidream()))) if payload["type"] == 2
    ]
    assert {payload["name"]: payload["name_localizations"]["es-ES"] for payload in menus} == {
        "Challenge": "Desafiar",
        "Profile": "Perfil",
    }
    assert all(payload["contexts"] == [0] and payload["integration_types"] == [0] for payload in menus)
