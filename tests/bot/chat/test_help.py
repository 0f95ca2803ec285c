"""The help explains the game and the bot, page by page, to one person alone."""

from __future__ import annotations

from bot.chat.help_words import HELP_PAGES
from bot.table import reading
from bot.table.actor import Actor
from tests.bot.chat.kit import Duel, Room

PAGE = 1600
"""Characters that can be read on a phone without losing heart."""


async def test_every_page_is_one_press_away(lobby: Room, ada: Actor, bo: Actor) -> None:
    shown = (await ada.slash("voidream help")).reply
    assert shown.ephemeral
    assert HELP_PAGES["here"][1] in reading.text(shown)
    for label, page in HELP_PAGES.values():
        await ada.click(shown, label)
        assert page in reading.text(shown), "in place"
        assert label in reading.text(shown)
    assert len([m for m in ada.sees() if m.ephemeral]) == 1
    assert not bo.sees() or not bo.was_shown("bastion")


async def test_help_from_the_thread_is_private_and_turns_its_pages(duel: Duel, cy: Actor) -> None:
    shown = (await cy.click(await duel.status(), "Help")).reply
    await cy.click(shown, "Conflicts")
    assert "The **lower** score wins" in reading.text(shown)
    assert not duel.ada.actor.was_shown("score wins")


async def test_pages_turn_after_a_restart(lobby: Room, ada: Actor) -> None:
    shown = (await ada.slash("voidream help")).reply
    await lobby.restart()
    await ada.click(shown, "A round")
    assert "Nightmare phase" in reading.text(shown)


def test_pages_are_short_and_name_what_is_needed() -> None:
    for label, page in HELP_PAGES.values():
        assert len(page) <= PAGE, label
        assert len(label) <= 38, label
    everything = " ".join(page for _, page in HELP_PAGES.values())
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
        assert term.casefold() in everything.casefold(), term
