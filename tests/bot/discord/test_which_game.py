"""Several games at one table: the bot knows which one is meant or asks with buttons, and shows no one any other games."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import discord
import pytest

from bot.games.voidream.game import voidream
from tests.bot.discord.kit import Room, room, tree
from tests.games.registry import games, parlour, undrawn, vigil
from tests.table import transcript
from tests.table.actor import Actor

ASKED = "Which game?"


@pytest.fixture
async def several(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), vigil(), parlour()) as lobby:
        yield lobby


def options(*path: str, several: bool) -> set[str]:
    """Return the options of a command, with one game and with several."""
    command = (tree(voidream(), vigil()) if several else tree()).get_command(path[0])
    for name in path[1:]:
        assert isinstance(command, discord.app_commands.Group)
        command = command.get_command(name)
    assert isinstance(command, discord.app_commands.Command)
    return {option.display_name for option in command.parameters}


@pytest.mark.parametrize(
    "path",
    [
        "voidream challenge",
        "voidream learn",
        "help",
        "rules",
        "card",
        "deck list",
        "deck new",
        "profile",
        "leaderboard",
    ],
)
def test_a_game_can_only_be_chosen_if_there_are_several(path: str) -> None:
    assert options(*path.split(), several=True) - options(*path.split(), several=False) == {"game"}


def test_with_one_game_the_settings_omit_games() -> None:
    with_several = {command.qualified_name for command in tree(voidream(), vigil()).walk_commands()}
    with_one = {command.qualified_name for command in tree().walk_commands()}
    own = {"vigil", "vigil challenge"}
    assert with_several - with_one - own == {"settings games"}


def test_a_games_own_commands_are_below_its_name() -> None:
    without = {command.qualified_name for command in tree(*games().games.values()).walk_commands()}
    own = {f"voidream {action.name}" for action in voidream().actions}
    assert own and not own & without
    assert own < {command.qualified_name for command in tree(voidream(), vigil()).walk_commands()}


async def test_a_person_who_has_never_played_is_asked_and_a_press_does_it(several: Room) -> None:
    ada = Actor(several.table, "Ada")
    reply = (await ada.slash("leaderboard")).reply
    assert ASKED in transcript.text(reply) and transcript.buttons(reply) == ["Voidream", "Vigil", "Parlour"]
    assert "Voidream: Two players, each with a deck." in transcript.text(reply).replace("*", "")
    await ada.click(reply, "Vigil")
    assert "Vigil" in transcript.text(reply) and ASKED not in transcript.text(reply), "in place"
    named = await ada.slash("leaderboard", game="voidream")
    assert "Voidream" in named.text
    assert "There is no game called" in (await ada.slash("leaderboard", game="*chess*")).text
    learning = await ada.slash("voidream learn")
    assert ASKED not in learning.text, "only one of them has lessons"
    decks = await ada.slash("deck list")
    assert "Parlour" not in transcript.buttons(decks.reply), "that game has no deck building"


async def test_a_challenge_is_to_the_game_that_its_command_names(several: Room) -> None:
    ada, bo, cy = (Actor(several.table, name) for name in ("Ada", "Bo", "Cy"))

    async def newest() -> str:
        await several.quiet()
        matches = await several.services.matches.of_person(ada.person.id)
        return max(matches, key=lambda snapshot: snapshot.table.match_id).table.game.name

    assert options("vigil", "challenge", several=True) == {
        "user",
        "user2",
        "user3",
        "seats",
        "clock",
        "rated",
        "takeover",
    }
    await ada.slash("voidream challenge", user=bo)
    assert await newest() == "voidream", "no one needs to name the game"
    again = await ada.slash("voidream challenge", user=bo)
    assert "1 challenge or match of this game in this channel" in again.text
    await ada.slash("vigil challenge", user=bo)
    assert await newest() == "vigil", "one match of each game"
    assert await ada.autocomplete("voidream challenge", "game", "v") == ["Voidream", "Vigil"]
    await bo.slash("voidream challenge", user=cy, game="vigil")
    assert "challenges you to Vigil" in transcript.text(await cy.gets("Bo"))
    dee = Actor(several.table, "Dee")
    await ada.slash("voidream challenge", user=dee, deck="Evening")
    assert await newest() == "parlour", "no other game has that deck"


async def test_a_command_names_the_right_one_for_a_match_of_another_game(several: Room) -> None:
    ada, bo = Actor(several.table, "Ada"), Actor(several.table, "Bo")
    await ada.slash("parlour challenge", user=bo)
    await several.quiet()
    offered = await bo.click(await bo.gets("challenges you to"), "Accept")
    await bo.select(offered.reply, "Noon")
    await several.quiet()
    outcome = await ada.slash("voidream play", card="Anchor", channel=ada.threads()[-1])
    assert "This is a match of Parlour. Use `/parlour play` for that." in outcome.text
    assert await ada.autocomplete("voidream play", "card", "", channel=ada.threads()[-1]) == []


async def test_matches_of_several_games_are_listed_with_their_games(several: Room) -> None:
    ada, bo = Actor(several.table, "Ada"), Actor(several.table, "Bo")
    await ada.slash("vigil challenge", user=bo)
    await several.quiet()
    await bo.click(await bo.gets("challenges you to Vigil"), "Accept")
    await ada.slash("parlour challenge", user=bo)
    await several.quiet()
    offered = await bo.click(await bo.gets("challenges you to Parlour"), "Accept")
    await bo.select(offered.reply, "Noon")
    await several.quiet()
    names = {"Vigil · Match 1", "Parlour · Match 2"}
    asked = await ada.slash("match decide")
    assert {button.partition(":")[0] for button in transcript.buttons(asked.reply)} == names
    suggested = await ada.choices("match decide", "match")
    assert {each["name"].partition(":")[0] for each in suggested} == names
    listed = await ada.slash("match list")
    assert [name for name in names if name not in listed.text] == []


async def test_a_person_who_is_learning_one_game_is_not_asked(several: Room) -> None:
    ada = Actor(several.table, "Ada")
    await ada.slash("voidream learn")
    outcome = await ada.slash("leaderboard")
    assert ASKED not in outcome.text and "Voidream" in outcome.text


async def test_a_card_of_only_one_game_determines_the_game(several: Room) -> None:
    ada = Actor(several.table, "Ada")
    [title] = (await ada.autocomplete("card", "title", "minotaur"))[:1]
    assert title.startswith("Minotaur of Footnotes")
    assert "Minotaur of Footnotes" in (await ada.slash("card", title="Minotaur of Footnotes")).text


async def test_unknown_things_are_looked_up_in_the_other_games(several: Room) -> None:
    ada = Actor(several.table, "Ada")
    await ada.slash("leaderboard", game="vigil")
    await ada.slash("vigil challenge", user=Actor(several.table, "Bo"))
    assert "Evoke (§6) · Voidream" in await ada.autocomplete("rules", "about", "evoke")
    assert "Evoke" in (await ada.slash("rules", about="evoke")).text
    assert "Minotaur of Footnotes" in (await ada.slash("card", title="Minotaur of Footnotes")).text


async def test_help_hides_games_that_the_server_has_not_chosen(several: Room) -> None:
    boss = Actor(several.table, "Boss")
    several.table.world.guilds[several.table.guild.id].owner_id = boss.person.id
    ada = Actor(several.table, "Ada")
    menus = {transcript.text((await ada.slash("help")).reply).splitlines()[0]}
    assert all(title in str(menus) for title in ("Voidream", "Vigil", "Parlour"))
    outcome = await boss.slash("settings games", change="only", game="vigil")
    assert "**Games here**: Vigil." in outcome.text
    helped = (await ada.slash("help")).reply
    assert "Voidream" not in transcript.text(helped).splitlines()[0]
    assert "`/voidream play`" not in (await ada.slash("help", about="/voidream")).text
    refused = await ada.slash("leaderboard", game="voidream")
    assert "Voidream is not played on this server. You can choose Vigil." in refused.text
    assert ASKED not in (await ada.slash("leaderboard")).text, "only one game is left"
    last = await boss.slash("settings games", change="remove", game="vigil")
    assert "only game" in last.text


async def test_a_new_player_can_begin_with_any_game(several: Room) -> None:
    ada = Actor(several.table, "Ada")
    helped = (await ada.slash("help")).reply
    assert transcript.buttons(helped)[-4:-1] == [
        "Tutorial",
        "Play Voidream against me",
        "Play Vigil against me",
    ], "a variant of Parlour without a bot player"
    begun = await ada.click(helped, "Play Vigil against me")
    assert "Match on!" in begun.text and ASKED not in begun.text
    [match] = await several.services.matches.of_person(ada.person.id)
    assert match.table.game.name == "vigil"
