"""The private panel: what it says before one decides, looking at cards, what a question means, and what is behind "More"."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio
from discord import ui

from bot.discord.components.messages import TEXT
from bot.discord.match_text import story
from bot.games.voidream import voidream
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from bot.local_discord.validate.components import ComponentKind
from bot.views.types import StoryLine
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.question import Question
from engine.voidream.players.greedy.player import Greedy
from tests.bot.discord.kit import Duel, Player, Room, begin_match, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

LOOK, MORE, MEANING = "Cards", "More", "What does this mean?"


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Duel]:
    """A match of Voidream at the first turn of a main phase."""
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as made:
        duel = await begin_match(made, Actor(made.table, "Ada"), Actor(made.table, "Bo"))
        await until_a_turn(duel)
        yield duel


async def until_a_turn(duel: Duel, *, most: int = 60) -> None:
    """Answer as the greedy player does until someone has a turn."""
    await until(duel, lambda question: question.kind == "action", most=most)


async def until(duel: Duel, is_wanted: Callable[[Question], bool], *, most: int) -> None:
    """Answer as the greedy player does until such a question is asked."""
    greedy, services = Greedy(Chance("panel")), duel.room.services
    for n in range(most):
        player, question = await duel.asked()
        if is_wanted(question):
            break
        look = await services.matches.player_snapshot(duel.match_id, player.id)
        choice = greedy.answer(question, lambda look=look: look.view)
        await services.play.answer(
            (1 << 60) + 100 * question.id + n, duel.match_id, player.id, question.id, choice
        )
    await duel.room.quiet()


async def panel_of(duel: Duel, player: Player) -> Message:
    return (await player.actor.click(await duel.status(), "turn")).reply


async def test_it_says_what_follows_and_has_the_rest_a_press_away(table: Duel) -> None:
    player, _ = await table.asked()
    panel = await panel_of(table, player)
    said = transcript.text(panel)
    assert "**Your turn.**" in said
    assert "-# **Pass**: if " in said and "passes too, the round ends" in said
    assert transcript.buttons(panel)[-1] == MORE
    for label in ("Log", "Orders", "Resign"):
        assert label not in transcript.buttons(panel)
    assert transcript.alt_texts(panel), "the hand is shown where the board stands above"
    more = (await player.actor.click(panel, MORE)).reply
    assert more.ephemeral and {MEANING, "Hand", "Board", "Log", "Orders", "Resign"} <= {
        *transcript.buttons(more)
    }
    told = (await player.actor.click(more, MEANING)).reply
    sentence, cards, *entry = transcript.text(told).splitlines()
    assert sentence.startswith("Your depth is") and "This is about " in cards, (
        "first the question, with the cards at hand"
    )
    assert entry[0].startswith("## Turn"), "then the reference"
    await looks(table, player, (await player.actor.click(panel, MORE)).reply)


async def test_after_a_press_the_panel_is_as_low_as_it_can_be(table: Duel) -> None:
    player, _ = await table.asked()
    services = table.room.services
    look, panel = (
        await services.matches.panel_snapshot(table.match_id, player.id),
        services.panels.panel_messages,
    )
    fresh = await panel.panel(look, ENGLISH, with_board=True)
    pressed = await panel.panel(look, ENGLISH, said=(), with_board=True)
    assert [type(one).__name__ for one in fresh.items[:2]] == ["TextDisplay", "MediaGallery"]
    assert isinstance(pressed.items[0], ui.MediaGallery), "the board names both players"
    assert len(pressed.items) == len(fresh.items) - 1
    last = pressed.items[-1]
    assert isinstance(last, ui.ActionRow)
    labels = [one.label for one in last.children if isinstance(one, ui.Button)]
    assert labels == ["Pass", "Autopass …", "Hand", "More"]


def test_short_lines_of_a_story_share_a_line_of_a_phone() -> None:
    told = [
        StoryLine((text,), (0,) if n == 1 else ())
        for n, text in enumerate(("Bo passes.", "You win.", "Long " * 19))
    ]
    assert story(told, 999, small=True) == f"-# Bo passes. · **You win.**\n-# {('Long ' * 19).strip()}"
    assert story(told[:2], 999) == "- Bo passes.\n- **You win.**"


async def looks(table: Duel, player: Player, more: Message) -> None:
    """Any card in sight can be looked at, and no other."""
    looking = (await player.actor.click(more, LOOK)).reply
    assert looking.ephemeral
    view = (await table.room.services.matches.player_snapshot(table.match_id, player.id)).view
    mine, theirs = view.sides[player_seat(table, player)], view.sides[1 - player_seat(table, player)]
    titles = {card.face.title for card in mine.hand}
    offered = transcript.options(looking)
    assert titles <= {*offered} and mine.mind.title in " ".join(offered)
    assert all(card.face is None for card in theirs.hand)
    other = table.bo if player is table.ada else table.ada
    own = (await table.room.services.matches.player_snapshot(table.match_id, other.id)).view
    hidden = {card.face.title for card in own.sides[player_seat(table, other)].hand}
    assert hidden and not hidden & {*offered}
    chosen = sorted(titles)[0]
    await player.actor.select(looking, chosen, menu="Your hand")
    said = transcript.text(looking)
    assert f"## {chosen}" in said and "- Upright: " in said
    assert transcript.alt_texts(looking) and chosen in transcript.options(looking), "and on to the next one"
    assert len(said) <= TEXT


def player_seat(duel: Duel, player: Player) -> int:
    return 0 if player is duel.ada else 1


async def test_the_card_that_is_evoked_is_pictured_and_seen_whole_at_a_press(table: Duel) -> None:
    await until(table, lambda question: question.topic == "evoked", most=60)
    player, _ = await table.asked()
    services = table.room.services
    [card] = (await services.matches.player_snapshot(table.match_id, player.id)).view.looking_at
    panel = (await player.actor.slash("match decide")).reply
    asked = next(one for one in walk(panel.components) if one["type"] == ComponentKind.SECTION)
    assert asked["accessory"]["type"] == ComponentKind.THUMBNAIL
    assert card.title in asked["accessory"]["description"]
    assert card.title in transcript.text(panel), "and what it is is asked beside it"


async def test_a_waiting_panel_says_where_the_next_decision_will_be(table: Duel) -> None:
    player, _ = await table.asked()
    panel = await panel_of(table, player)
    await player.actor.click(panel, "Pass")
    await table.room.quiet()
    said = transcript.text(panel)
    assert "### Waiting for" in said and "-# I'll" in said
    other = table.bo if player is table.ada else table.ada
    asked = other.actor.sees(other.actor.direct)[-1]
    assert "has passed, so the round ends" in transcript.text(asked), (
        "and the other one reads what a pass does now"
    )
    assert any("board" in str(one.get("items")) for one in walk(asked.components)), (
        "in direct messages with the board"
    )


async def test_an_offer_that_has_lapsed_leaves_the_waiting_panel(lobby: Room, duel: Duel) -> None:
    player, _ = await duel.asked()
    other = duel.bo if player is duel.ada else duel.ada
    await other.actor.slash("match draw", channel=other.thread)
    await lobby.quiet()
    waiting = [m for m in other.actor.sees(other.actor.direct) if "offers a draw" in transcript.text(m)]
    panel = player.actor.sees(player.actor.direct)[-1]
    assert "Agree to a draw" in transcript.buttons(panel)
    await player.actor.slash("parlour pass", channel=player.thread)
    await lobby.quiet()
    for message in (*waiting, panel):
        assert message.deleted or "offers a draw" not in transcript.text(message)
