"""A match played through Discord by the acts of controls, whatever their labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.games.playable import PlayableGame
from bot.local_discord.records import Message
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.clicks import BUTTON, MENU, act_of, walk
from tests.bot.discord.kit import Duel, Player, click_answer, room
from tests.games.registry import png
from tests.table.actor import Actor


async def pressed(file: Path, game: PlayableGame, answers: int) -> list[Any]:
    """Answer this number of questions at random. Return the controls of each panel, and the answers."""
    pictures = replace(game.shown, board=lambda *_: png("board"), hand=lambda *_: png("hand"))
    out: list[Any] = []
    async with room(file, replace(game, shown=pictures), seed="rewording") as made:
        ada, bo = Actor(made.table, "Ada"), Actor(made.table, "Bo")
        first, *_, last = made.game.decks
        await ada.slash("voidream challenge", user=bo, deck=first)
        await made.quiet()
        challenge = bo.sees(made.table.channel)[-1]
        offered = await bo.click(challenge, custom_id=control(challenge, "accept"))
        await bo.select(offered.reply, last)
        await made.quiet()
        duel = Duel(made, 1, Player(ada, made, 1), Player(bo, made, 1))
        for number in range(answers):
            player, question = await duel.asked()
            status = await duel.status()
            panel = (await player.actor.click(status, custom_id=control(status, "turn"))).reply
            expected = random_choice(question, Chance(f"rewording {number}"))
            out.append([controls(panel), player.actor.person.name, expected])
            await click_answer(player, panel, question, expected)
            await made.quiet()
    return out


def control(message: Message, act: str) -> str:
    """Return the id of a message's control with an act."""
    return next(
        each["custom_id"]
        for each in walk(message.components)
        if "custom_id" in each and act_of(each)[0] == act
    )


def controls(message: Message) -> list[Any]:
    """Return the controls of a message without their labels and random marks."""
    return [
        [
            each["custom_id"].split(":")[2:],
            each.get("style"),
            [option["value"] for option in each.get("options", ())],
        ]
        for each in walk(message.components)
        if each["type"] in (BUTTON, MENU) and "custom_id" in each
    ]
