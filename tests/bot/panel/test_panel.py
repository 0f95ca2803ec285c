"""The private panel: the text before a decision, the card viewer, the explanation of a question, and the "More" menu."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio
from discord import ui

from bot.discord.components.messages import TEXT
from bot.discord.match_text import story_text
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
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 46") as lobby:
        duel = await begin_match(lobby, Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo"))
        await until_a_turn(duel)
        yield duel


async def until_a_turn(duel: Duel, *, most: int = 60) -> None:
    """Answer like the greedy player until a player has a turn."""
    await until(duel, lambda question: question.kind == "action", most=most)


async def until(duel: Duel, is_wanted: Callable[[Question], bool], *, most: int) -> None:
    """Answer like the greedy player until a matching question is asked."""
    greedy, services = Greedy(Chance("panel")), duel.room.services
    with duel.room.unannounced():
        for n in range(most):
            player, question = await duel.asked()
            if is_wanted(question):
                break
            snapshot = await services.matches.player_snapshot(duel.match_id, player.id)
            choice = greedy.answer(question, lambda snapshot=snapshot: snapshot.view)
            press = (1 << 60) + 100 * question.id + n
            await services.play.answer(press, duel.match_id, player.id, question.id, choice)
    await duel.room.quiet()


async def panel_of(duel: Duel, player: Player) -> Message:
    return (await player.actor.click(await duel.status(), "turn")).reply


async def test_it_shows_consequences_and_has_the_rest_one_press_away(table: Duel) -> None:
    player, _ = await table.asked()
    panel = await panel_of(table, player)
    text = transcript.text(panel)
    assert "**Your turn.**" in text
    assert "-# **Pass**: if " in text and "passes too, the round ends" in text
    assert transcript.buttons(panel)[-1] == MORE
    for label in ("Log", "Orders", "Resign"):
        assert label not in transcript.buttons(panel)
    assert transcript.alt_texts(panel), "the hand is shown below the board"
    more = (await player.actor.click(panel, MORE)).reply
    assert more.ephemeral and {MEANING, "Hand", "Board", "Log", "Orders", "Resign"} <= {
        *transcript.buttons(more)
    }
    reply = (await player.actor.click(more, MEANING)).reply
    sentence, cards, *entry = transcript.text(reply).splitlines()
    assert sentence.startswith("Your depth is") and "This is about " in cards, (
        "first the question, with the cards at hand"
    )
    assert entry[0].startswith("## Turn"), "then the reference"
    await looks(table, player, (await player.actor.click(panel, MORE)).reply)


async def test_after_a_press_the_panel_is_as_short_as_possible(table: Duel) -> None:
    player, _ = await table.asked()
    services = table.room.services
    snapshot, panel = (
        await services.matches.panel_snapshot(table.match_id, player.id),
        services.panels.panel_messages,
    )
    fresh = await panel.panel(snapshot, ENGLISH, with_board=True)
    pressed = await panel.panel(snapshot, ENGLISH, story=(), with_board=True)
    assert [type(item).__name__ for item in fresh.items[:2]] == ["TextDisplay", "MediaGallery"]
    assert isinstance(pressed.items[0], ui.MediaGallery), "the board names both players"
    assert len(pressed.items) == len(fresh.items) - 1
    last = pressed.items[-1]
    assert isinstance(last, ui.ActionRow)
    labels = [child.label for child in last.children if isinstance(child, ui.Button)]
    assert labels == ["Pass", "Autopass …", "Hand", "More"]
    texts = [one.content for one in pressed.items if isinstance(one, ui.TextDisplay)]
    assert "-# **Your turn.** **Pass**: if " in "\n".join(texts), "the board asks it, too"


def test_short_lines_of_a_story_share_a_line_of_a_phone() -> None:
    lines = [
        StoryLine((text,), (0,) if n == 1 else ())
        for n, text in enumerate(("Bo passes.", "You win.", "Long " * 19))
    ]
    assert story_text(lines, 999, small=True) == f"-# Bo passes. · **You win.**\n-# {('Long ' * 19).strip()}"
    assert story_text(lines[:2], 999) == "- Bo passes.\n- **You win.**"


async def looks(table: Duel, player: Player, more: Message) -> None:
    """Check that any visible card can be looked at, and no other."""
    looking = (await player.actor.click(more, LOOK)).reply
    assert looking.ephemeral
    view = (await table.room.services.matches.player_snapshot(table.match_id, player.id)).view
    mine, theirs = view.sides[player_seat(table, player)], view.sides[1 - player_seat(table, player)]
    titles = {card.face.title for card in mine.hand}
    offered = transcript.options(looking)
    assert titles <= {*offered} and mine.mind.title in " ".join(offered)
    assert all(card.face is None for card in theirs.hand)
    opponent = table.bo if player is table.ada else table.ada
    own = (await table.room.services.matches.player_snapshot(table.match_id, opponent.id)).view
    hidden = {card.face.title for card in own.sides[player_seat(table, opponent)].hand}
    assert hidden and not hidden & {*offered}
    chosen = sorted(titles)[0]
    await player.actor.select(looking, chosen, menu="Your hand")
    text = transcript.text(looking)
    assert f"## {chosen}" in text and "- Upright: " in text
    assert transcript.alt_texts(looking) and chosen in transcript.options(looking), "and to the next one"
    assert len(text) <= TEXT


def player_seat(duel: Duel, player: Player) -> int:
    return 0 if player is duel.ada else 1


async def test_an_evoked_card_is_pictured_and_enlarged_by_a_press(table: Duel) -> None:
    await until(table, lambda question: question.topic == "evoked", most=60)
    player, _ = await table.asked()
    services = table.room.services
    [card] = (await services.matches.player_snapshot(table.match_id, player.id)).view.looking_at
    panel = (await player.actor.slash("match decide")).reply
    question_ = next(
        component for component in walk(panel.components) if component["type"] == ComponentKind.SECTION
    )
    assert question_["accessory"]["type"] == ComponentKind.THUMBNAIL
    assert card.title in question_["accessory"]["description"]
    assert card.title in transcript.text(panel), "its meaning can be opened beside it"


async def test_a_waiting_panel_says_where_the_next_decision_will_be(table: Duel) -> None:
    player, _ = await table.asked()
    panel = await panel_of(table, player)
    await player.actor.click(panel, "Pass")
    await table.room.quiet()
    text = transcript.text(panel)
    assert "### Waiting for" in text and "-# I'll" in text
    opponent = table.bo if player is table.ada else table.ada
    message = opponent.actor.sees(opponent.actor.direct)[-1]
    assert "has passed, so the round ends" in transcript.text(message), (
        "the other player sees the effect of a pass now"
    )
    assert any("board" in str(component.get("items")) for component in walk(message.components)), (
        "in direct messages with the board"
    )


async def test_an_offer_that_has_lapsed_leaves_the_waiting_panel(lobby: Room, duel: Duel) -> None:
    player, _ = await duel.asked()
    opponent = duel.bo if player is duel.ada else duel.ada
    await opponent.actor.slash("match draw", channel=opponent.thread)
    await lobby.quiet()
    waiting = [m for m in opponent.actor.sees(opponent.actor.direct) if "offers a draw" in transcript.text(m)]
    panel = player.actor.sees(player.actor.direct)[-1]
    assert "Agree to a draw" in transcript.buttons(panel)
    await player.actor.slash("parlour pass", channel=player.thread)
    await lobby.quiet()
    for message in (*waiting, panel):
        assert message.deleted or "offers a draw" not in transcript.text(message)
