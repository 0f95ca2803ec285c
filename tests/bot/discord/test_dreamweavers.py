"""Dreamweavers at the table, through the real discord.py: draft, turn and defence, typed input, and a match with the bot."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.games.dreamweavers import dreamweavers
from bot.games.voidream import voidream
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from engine.kernel.ai.levels import EASY
from engine.kernel.chance import Chance
from engine.kernel.question import Question, random_choice
from tests.bot.discord.kit import Duel, Player, Room, begin_match, click_answer, play_by_typing, room
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

SOONER = ("shields", "attack")
"""Preferred answers, which make an attack happen early."""
MANY = 60
"""The number of answers after which all topics of these tests have occurred."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(dreamweavers()), seed="dreams") as running:
        yield running


class Evening:
    """A match clicked through at random, from one topic's question to another's."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel

    async def panel(self, player: Player) -> Message:
        return (await player.actor.click(await self.duel.status(), "turn")).reply

    async def view(self, player: Player) -> Any:
        snapshot = await self.duel.room.services.matches.player_snapshot(self.duel.match_id, player.id)
        return snapshot.view

    async def answer(self, player: Player, question: Question, *choice: str) -> None:
        answer_ = choice or random_choice(question, Chance(f"{question.id}"))
        verbs = {option.verb: option.key for option in question.options}
        if key := next((verbs[verb] for verb in SOONER if verb in verbs), ""):
            answer_ = (key,)
        await click_answer(player, await self.panel(player), question, answer_)
        await self.duel.room.quiet()

    async def asked(self, topic: str) -> tuple[Player, Question, Message]:
        """Play until a question of this topic is asked; return its player, the question, and their panel."""
        for _ in range(MANY):
            player, question = await self.duel.asked()
            if question.topic == topic:
                return player, question, await self.panel(player)
            await self.answer(player, question)
        raise AssertionError(f"nobody was asked about {topic}")


@pytest.mark.slow
async def test_from_the_draft_to_a_defence(table: Room) -> None:
    ada, bo, cy = (Actor(table.table, name) for name in ("Ada", "Bo", "Cy"))
    evening = Evening(await begin_match(table, ada, bo))
    duel = evening.duel

    # The draft: each notion's description, its cover and its fifteen cards on a press, and the opponent's picks.
    first, question, panel = await evening.asked("draft")
    menu = transcript.menu(panel, "Choose …")
    assert len(menu["options"]) == 12 and all(option["description"] for option in menu["options"])
    looked = await first.actor.click(panel, "Cards")
    await first.actor.select(looked.reply, "Rage")
    assert "As Intent:" in transcript.text(looked.reply) and transcript.text(looked.reply).count("•") == 15
    await evening.answer(first, question, "Rage")
    second, question, panel = await evening.asked("draft")
    assert second is not first and "Rage" not in {option.key for option in question.options}
    assert "has Rage." in transcript.text(panel)

    # Both choose an Intent at the same time, with its text shown, and neither sees the opponent's choice.
    item, question, panel = await evening.asked("intent")
    opponent = duel.bo if item is duel.ada else duel.ada
    assert await opponent.question() is not None
    assert all(f"**{option.label}** – " in transcript.text(panel) for option in question.options)
    await evening.answer(item, question)
    assert (await evening.view(opponent)).sides[0 if item is duel.ada else 1].intent is None

    # The panel of the own turn shows each card's effect on the tracker: in its option, or above.
    player, question, panel = await evening.asked("action")
    plays = [option for option in question.options if option.verb == "play"]
    in_menus = [option for each in walk(panel.components) for option in each.get("options", ())]
    texts = "\n".join(
        [transcript.text(panel), *(f"{item['label']} – {item.get('description')}" for item in in_menus)]
    )
    assert plays
    for option in plays:
        where = r"(\d+ memory left|[Ll]ikely ends your turn, \w+: \d+)"
        is_told = re.search(
            rf"{re.escape(option.label)}\W+{where}|{re.escape(option.subject)} \(\d+\)", texts
        )
        assert option.label.endswith("for 0") or is_told
    hand = {
        card.face.title for card in (await evening.view(player)).sides[0 if player is duel.ada else 1].hand
    }
    outcome = await player.actor.slash("dreamweavers attack", channel=player.thread, attack="Nobody > Ego")
    assert "right now" in outcome.text or "of the rules)" in outcome.text

    # The panel of the defence names sufficient shields, and one press discards them.
    player, question, panel = await evening.asked("defend")
    assert re.search(r"stop it|stop the attack|holds by itself", transcript.text(panel))
    player, question, panel = await evening.asked("shields")
    first = transcript.buttons(panel)[0]
    assert any(option.label in first for option in question.options) or "enough" in transcript.text(panel)
    assert "No shields" in transcript.buttons(panel)
    log = [await table.services.matches.log(duel.match_id, None, page) for page in range(1, 20)]
    public = " ".join(line.text for page in log for line in page.lines)
    assert not [title for title in hand if title not in public and cy.was_shown(title)]


async def test_by_typing_without_messages_and_pictures(table: Room) -> None:
    ada, bo = Actor(table.table, "Ada"), Actor(table.table, "Bo")
    for actor in (ada, bo):
        actor.close_direct_messages()
    duel = await begin_match(table, ada, bo)
    for actor in (ada, bo):
        await actor.slash("match board", channel=duel.ada.thread, **{"as": "texts"})
    assert await play_by_typing(duel, most=24) == 24
    assert not [message for message in ada.sees(duel.ada.thread) if message.ephemeral and message.attachments]


async def test_against_the_bot_and_beside_voidream(tmp_path: Path) -> None:
    games = undrawn(voidream()), undrawn(dreamweavers())
    async with room(tmp_path / "bot.sqlite3", *games, seed="dreams") as lobby:
        ada = Actor(lobby.table, "Ada")
        begun = await ada.click((await ada.slash("help")).reply, "Play Dreamweavers against me")
        assert "Match on!" in begun.text
        await lobby.quiet()
        (match,) = await lobby.services.matches.of_person(ada.person.id)
        me = Player(ada, lobby, match.table.match_id)
        for n in range(5):
            question = await me.question()
            assert question is not None, "the bot answers immediately"
            if question.topic == "mulligan":
                here = (await ada.slash("match decide", channel=ada.direct)).reply
                [alt] = transcript.alt_texts(here)
                assert alt.startswith("Ada's hand of 5 cards"), "the pool is visible, and not an empty table"
            panel = (await ada.slash("match decide", channel=me.thread)).reply
            await click_answer(me, panel, question, random_choice(question, Chance(f"practice {n}")))
            await lobby.quiet()
        outcome = await ada.slash("voidream play", card="Rage", channel=me.thread)
        assert "This is a match of Dreamweavers. Use `/dreamweavers play` for that." in outcome.text
        assert match.table.level == EASY.key, "a new player begins with it"


async def test_a_draft_order_drafts_for_its_owner(table: Room) -> None:
    evening = Evening(await begin_match(table, Actor(table.table, "Ada"), Actor(table.table, "Bo")))
    first, question, _ = await evening.asked("draft")
    second = evening.duel.bo if first is evening.duel.ada else evening.duel.ada
    channel = second.thread
    [offer] = await second.actor.choices("match orders give", "order", "Draft", channel=channel)
    outcome = await second.actor.slash("match orders give", channel=channel, order=offer["value"])
    assert "Order given" not in outcome.text, "the order differs from that of the set"
    given = await second.actor.slash(
        "match orders give", channel=channel, order=offer["value"], sequence="Joy, Hope, Doubt"
    )
    assert "Order given." in given.text and "Draft the first that is left of Joy, Hope, Doubt" in given.text
    await evening.answer(first, question, "Joy")
    await table.turn()
    assert await second.question() is None
    side = (await evening.view(second)).sides[1 if second is evening.duel.bo else 0]
    assert set(side.notions) == {"Hope", "Doubt"}
