"""The help explains the game and the bot, page by page, in private."""

from __future__ import annotations

import pytest

from bot.command_keys import ONLY_WITH_LAPSES, ONLY_WITH_SEVERAL_GAMES, Command
from bot.features.help.commands import HELP_LAPSES, HELP_PAGES, help_message
from bot.games.voidream.game import voidream
from bot.people.locales import translator_for
from cards.i18n import ENGLISH
from tests.bot.discord.kit import Duel, Room
from tests.games.registry import bazaar, parlour
from tests.table import transcript
from tests.table.actor import Actor

PAGES = "Read about …"
PAGE = 1600
"""The maximum comfortable length of a page on a phone, in characters."""

PAGES_THERE = [(str(label), str(page)) for label, page in HELP_PAGES.values()]


async def test_every_page_is_one_press_away(lobby: Room, ada: Actor, bo: Actor) -> None:
    message = (await ada.slash("help")).reply
    assert message.ephemeral
    assert "- **New here?** `/voidream learn` is a guided first match" in transcript.text(message)
    for label, page in PAGES_THERE:
        await ada.select(message, label, menu=PAGES)
        assert page in transcript.text(message), "in place"
        assert label in transcript.text(message)
    assert len([m for m in ada.sees() if m.ephemeral]) == 1
    assert not bo.sees() or not bo.was_shown("bastion")


async def test_help_from_the_thread_is_private_and_has_pages(duel: Duel, cy: Actor) -> None:
    message = (await cy.click(await duel.status(), "Help")).reply
    await cy.select(message, "Standing orders", menu=PAGES)
    assert "answers for you, in secret" in transcript.text(message)
    assert not duel.ada.actor.was_shown("answers for you")


async def test_pages_turn_after_a_restart(lobby: Room, ada: Actor) -> None:
    message = (await ada.slash("help")).reply
    await lobby.restart()
    await ada.select(message, "Clocks and reminders", menu=PAGES)
    assert "Per decision" in transcript.text(message)


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
async def test_the_help_lists_every_command(lobby: Room, ada: Actor, locale: str) -> None:
    """The menu under every page lists all commands by group, with descriptions in the reader's language."""
    ada.person.locale = locale
    words = translator_for(locale)
    message = (await ada.slash("help")).reply
    menu = transcript.menu(message, words.msg("All commands …"))
    listed: list[str] = []
    for option in menu["options"]:
        await ada.select(message, option["label"], menu=words.msg("All commands …"))
        lines = [line for line in transcript.text(message).splitlines() if line.startswith("- `/")]
        listed += [line.split("`")[1] for line in lines]
        assert all(len(line.split("`: ")[1]) > 5 for line in lines)
    own = [f"/parlour {action.name}" for action in lobby.game.actions]
    shared = [
        command.typed for command in Command if command not in ONLY_WITH_SEVERAL_GAMES | ONLY_WITH_LAPSES
    ]
    assert own and sorted(listed) == sorted([*shared, *own])
    assert len([m for m in ada.sees() if m.ephemeral]) == 1


async def test_help_opens_the_requested_topic(lobby: Room, ada: Actor) -> None:
    assert "/match" in await ada.autocomplete("help", "about", "match")
    assert "`/match board`: Show the board" in (await ada.slash("help", about="/match")).text
    assert "`/match board`: Show the board" in (await ada.slash("help", about="/match board")).text
    assert "`/leaderboard`" in (await ada.slash("help", about="leaderboard")).text
    assert "answers for you" in (await ada.slash("help", about="standing orders")).text
    response = await ada.slash("help", about="*chess*")
    assert "There's no help about" in response.text and "about:" in response.text


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_timeout_rules_are_explained_only_for_the_games_that_have_them(locale: str) -> None:
    words = translator_for(locale)
    section = words(HELP_LAPSES.filled(games="Bazaar"))
    for games, is_said in (((bazaar(),), True), ((parlour(), bazaar()), True), ((parlour(),), False)):
        page = help_message(games, words, {}, "time").items[0].to_component_dict()["content"]
        assert page.endswith(section) == is_said and len(page) <= 2000
        assert (section in page) == is_said


def test_help_names_the_challenge_commands_of_its_games() -> None:
    described = dict.fromkeys(("voidream challenge", "parlour challenge", "bazaar challenge"), "")
    for games, own in (
        ((parlour(),), "`/parlour challenge` someone"),
        ((parlour(), bazaar()), "`/parlour challenge`, `/bazaar challenge` someone"),
    ):
        page = help_message(games, ENGLISH, described).items[0].to_component_dict()["content"]
        assert f"**Start**: {own}" in page and "/voidream challenge" not in page


def test_pages_are_short_and_name_the_needed_commands() -> None:
    own = [(str(page.title), str(page.text)) for page in voidream().help]
    for label, page in (*PAGES_THERE, *own):
        assert len(page) <= PAGE, label
        assert len(label) <= 38, label
    everything = " ".join(page for _, page in own).casefold()
    for term in (
        "depth",
        "mind",
        "evoke",
        "veiled",
        "Nightmare",
        "bastion",
        "Dawn",
        "Dusk",
        "inverted",
        "stability",
    ):
        assert term.casefold() in everything, term
