"""Three people at the local table, with every game for three players.

They are invited and accept; the bot restarts while some have chosen in secret and one has not; that one resigns, and
the others play to the end.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.local_discord.records import Message
from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Player, Room, click_answer, room
from tests.games.registry import undrawn
from tests.games.trials import GAMES
from tests.table import transcript
from tests.table.actor import Actor

LONG = {"dreams_of_dystopia": 16}
"""The number of answers of the remaining two in games that are long under random play; then one of them resigns."""


@dataclass
class Three:
    room: Room
    match_id: int
    players: dict[str, Player]

    async def status(self) -> Message:
        table = await self.room.services.matches.table(self.match_id)
        assert table.thread_id is not None and table.status_message_id is not None
        return self.room.table.world.channels[table.thread_id].messages[table.status_message_id]

    async def shown(self) -> str:
        return transcript.text(await self.status())

    async def press(self, name: str, label: str) -> str:
        """Press a button below the status message."""
        return (await self.players[name].actor.click(await self.status(), label)).text

    async def answer(self, names: str) -> None:
        """Answer these people's questions by clicking."""
        for name in names.split():
            player = self.players[name]
            question = await player.question()
            if question is not None:
                panel = (await player.actor.click(await self.status(), "turn")).reply
                await click_answer(player, panel, question, random_choice(question, Chance(str(question.id))))
                await self.room.quiet()

    async def asked(self) -> list[str]:
        """Return the people with a pending question."""
        return [name for name, player in self.players.items() if await player.question() is not None]

    async def is_over(self) -> bool:
        return (await self.room.services.matches.table(self.match_id)).status is MatchStatus.OVER


@pytest.fixture(params=[game for game in GAMES.values() if 3 in game.seats], ids=lambda game: game.name)
async def lobby(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(request.param)) as running:
        yield running


async def invited(lobby: Room) -> tuple[dict[str, Actor], Message]:
    """Ada challenges Bo and Cy; return all three, and the message to everyone."""
    people = {name: Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy")}
    deck: dict[str, Any] = {"deck": "Harbour"} if lobby.game.has_decks else {}
    outcome = await people["Ada"].slash("voidream challenge", user=people["Bo"], user2=people["Cy"], **deck)
    assert "Challenge sent to **Bo and Cy**." in outcome.text
    assert ("You're playing Harbour." in outcome.text) == lobby.game.has_decks
    await lobby.quiet()
    return people, await people["Cy"].gets("challenges you to")


async def accept(lobby: Room, person: Actor, challenge: Message) -> str:
    """Accept, and return the response."""
    offered = await person.click(challenge, "Accept")
    if lobby.game.has_decks:
        await person.select(offered.reply, "Garden")
    await lobby.quiet()
    return transcript.text(offered.reply)


async def begin_match_of_three(lobby: Room) -> Three:
    people, challenge = await invited(lobby)
    for name in ("Cy", "Bo"):
        await accept(lobby, people[name], challenge)
    [match] = await lobby.services.matches.of_person(people["Ada"].person.id)
    match_id = match.table.match_id
    return Three(lobby, match_id, {name: Player(actor, lobby, match_id) for name, actor in people.items()})


async def test_each_accepts_for_themselves(lobby: Room) -> None:
    people, challenge = await invited(lobby)
    text = transcript.text(challenge)
    assert f"<@{people['Bo'].person.id}> and <@{people['Cy'].person.id}>: **Ada** challenges you" in text
    assert "Accepted: **Ada**" in text and "No answer yet: **Bo and Cy**" in text
    assert "Begin without the rest" not in str(transcript.buttons(challenge))
    response = await accept(lobby, people["Cy"], challenge)
    assert "You accepted. Waiting for **Bo**." in response
    assert ("deck" in text) == lobby.game.has_decks
    assert "Accepted: **Ada and Cy**" in transcript.text(challenge)
    assert (
        "Only Ada can start this match."
        in (await people["Cy"].click(challenge, "Begin without the rest")).text
    )
    declined = await people["Bo"].click(challenge, "Decline")
    assert "You declined **Ada**'s challenge." in declined.text
    await lobby.quiet()
    assert "Declined: **Bo**" in transcript.text(challenge)
    started = await people["Ada"].click(challenge, "Begin without the rest")
    assert "Ada against Cy" in started.text
    await lobby.quiet()
    assert "**Cy** accepted **Ada**'s challenge" in transcript.text(challenge)
    assert people["Bo"].threads() == [] or "Bo" not in people["Bo"].threads()[-1].name


async def test_the_confirmation_of_an_early_acceptance_shows_that_the_match_has_begun(lobby: Room) -> None:
    people, challenge = await invited(lobby)
    offered = await people["Cy"].click(challenge, "Accept")
    if lobby.game.has_decks:
        await people["Cy"].select(offered.reply, "Garden")
    await accept(lobby, people["Bo"], challenge)
    confirmation = transcript.text(offered.reply)
    assert "Waiting for" not in confirmation and "first" in confirmation


async def test_one_resigns_and_the_others_play_to_the_end(lobby: Room) -> None:
    three = await begin_match_of_three(lobby)
    ada, bo, cy = (three.players[name].actor for name in ("Ada", "Bo", "Cy"))
    assert ada.threads()[-1].name == f"{lobby.game.title}: Ada – Bo – Cy"
    status = await three.shown()
    assert "## Ada, Bo and Cy" in status
    while (asked := await three.asked()) != ["Bo"]:  # All at once, or one after the other.
        await three.answer(next(name for name in asked if name != "Bo"))
    assert "**Bo**" in await three.shown()
    await lobby.restart()
    assert await three.asked() == ["Bo"]

    offered = await ada.slash("match draw", channel=ada.threads()[-1])
    assert "All players must agree. Waiting for **Bo and Cy**." in transcript.text(offered.reply)
    await lobby.quiet()
    asked = await cy.gets("offers everyone a draw", channel=cy.threads()[-1])
    assert "You agreed. All players must agree" in (await cy.click(asked, "Agree to a draw")).text
    await lobby.quiet()
    assert "Agreed: **Cy**. Waiting for **Bo**." in await three.shown()

    question = await bo.slash("match resign", channel=bo.threads()[-1])
    assert "Resign your match with **Ada and Cy**? They'll play on without you." in question.text, (
        question.text
    )
    await bo.click(question.reply, "Yes, resign")
    text = transcript.text(question.reply)
    assert "You resigned." in text and "You placed 3 of 3. You now see what spectators see." in text
    shared = lobby.game.shown.shared
    market = [] if shared is None else [str(shared.label)]
    assert "you gave up" not in text, "it says so once"
    assert transcript.buttons(question.reply) == ["What's new?", *market, "Cards", "More"]
    await lobby.quiet()
    status = await three.shown()
    assert "Out of the match: Bo gave up" in status, status
    assert "Agreed:" not in status and "must agree" not in status
    assert "you're out, the others play on" in (await bo.slash("match list")).text
    header = (await three.press("Ada", "turn")).partition("\n")[0]
    assert "Cy" in header and "Bo" not in header, "a departed player isn't an opponent any longer"
    direct = len(bo.sees(bo.direct))
    for _ in range(LONG.get(lobby.game.name, 60)):
        if await three.is_over():
            break
        await three.answer("Ada Cy")
        assert await three.players["Bo"].question() is None
    if lobby.game.name in LONG and not await three.is_over():
        question = await cy.slash("match resign", channel=cy.threads()[-1])
        await cy.click(question.reply, "Yes, resign")
    assert await three.is_over()
    await lobby.quiet()
    assert len(bo.sees(bo.direct)) == direct, "a departed player is no longer mentioned"
    assert "3. Bo" in await three.shown()
    ended = await ada.gets("the match is over", channel=ada.threads()[-1])
    assert f"<@{bo.person.id}>" not in transcript.text(ended)
    [past] = [look.table for look in await lobby.services.matches.of_person(bo.person.id, finished=True)]
    assert past.match_id == three.match_id
    profile = await bo.slash("profile", channel=bo.threads()[-1])
    assert "lost, place 3 of 3**, resignation" in profile.text, profile.text


def test_no_file_of_the_bot_names_the_sample_game() -> None:
    house = Path(bot.__file__).parent.parent
    named = [
        str(path)
        for package in ("bot", "cards", "engine", "render")
        for path in (house / package).rglob("*.py")
        if re.search(r"\bVigil\b|[./]vigil", path.read_text("utf-8"))
    ]
    assert named == []
