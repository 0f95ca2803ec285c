"""Nothing private reaches the opponent or a spectator: not in texts, ids, pictures or alt texts, nor by its absence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.question import Choice, Question, QuestionKind
from tests.bot.discord.kit import Duel, Player, Room, begin_match, click_answer, play_by_typing, play_on, room
from tests.games.registry import png
from tests.table.actor import Actor

EPHEMERAL = 64
"""The flag of a message that only one person sees."""


def pictures(duel: Duel, actor: Actor) -> set[bytes]:
    """Return every picture that a person can see now."""
    world = duel.room.table.world
    contents: set[bytes] = set()
    for channel in world.visible_channels(actor.person):
        for message in world.visible_messages(actor.person, channel):
            for attachment in message.attachments:
                file = world.attachments.read(attachment.key)
                assert file is not None
                contents.add(file[0])
    return contents


async def secret_pictures(duel: Duel, person: int) -> set[bytes]:
    view = (await duel.room.services.matches.player_snapshot(duel.match_id, person)).view
    return {png(f"hand {view}"), png(f"board {view}")}


@pytest.mark.slow
async def test_pictures_reach_only_their_owner(duel: Duel, cy: Actor) -> None:
    ada, bo = duel.ada.actor, duel.bo.actor
    hidden: dict[Actor, set[bytes]] = {ada: set(), bo: set()}
    for _ in range(12):
        for actor in (ada, bo):
            hidden[actor] |= await secret_pictures(duel, actor.person.id)
            await actor.slash("match board", channel=duel.ada.thread)
            await actor.slash("match hand", channel=duel.ada.thread)
        await cy.slash("match board", channel=duel.ada.thread)
        for actor in (ada, bo):
            assert pictures(duel, actor) & hidden[actor], "the reader's own pictures are among them"
        assert not pictures(duel, ada) & hidden[bo]
        assert not pictures(duel, bo) & hidden[ada]
        assert not pictures(duel, cy) & (hidden[ada] | hidden[bo])
        await play_on(duel, most=1)


@pytest.mark.slow
async def test_texts_reach_only_their_owner(duel: Duel, cy: Actor) -> None:
    """Search all data that other people's clients ever received for boards, hands and answers."""
    ada, bo = duel.ada.actor, duel.bo.actor
    for n in range(40):
        if await duel.is_over():
            break
        await (play_on if n % 2 else play_by_typing)(duel, most=1)
        for actor in (ada, bo, cy):
            await actor.slash("match log", channel=duel.ada.thread)
            await actor.slash("match board", channel=duel.ada.thread, **{"as": "text"})
            await actor.choices("parlour play", "card", channel=duel.ada.thread)
            await actor.choices("match decide", "answer", channel=duel.ada.thread)
    whispers = [
        line.text
        for p in duel.players
        for page in (1, 2, 3)
        for line in (await duel.room.services.matches.log(duel.match_id, p.id, page)).lines
    ]
    to_ada = set(re.findall(r"whisper \d+ to 0", " ".join(whispers)))
    to_bo = set(re.findall(r"whisper \d+ to 1", " ".join(whispers)))
    assert len(to_ada) > 2 and len(to_bo) > 2
    assert all(ada.was_shown(secret) for secret in to_ada)
    for secret in to_ada:
        assert not bo.was_shown(secret) and not cy.was_shown(secret)
    for secret in to_bo:
        assert not ada.was_shown(secret) and not cy.was_shown(secret)
    mine = (await duel.room.services.matches.player_snapshot(duel.match_id, ada.person.id)).view.hand
    assert mine
    for card in mine:
        assert ada.was_shown(f'"{card}') or ada.was_shown(f" {card}")
        assert not cy.was_shown(f"Play {card}") and not bo.was_shown(f'"Play {card}')


@pytest.mark.slow
async def test_exchanging_hidden_cards_changes_nothing_for_others(tmp_path: Path) -> None:
    """Two matches that differ only in cards that Ada never plays look the same to Bo and Cy, byte for byte."""
    first = await look_on(tmp_path / "one.sqlite3", "Morning")
    second = await look_on(tmp_path / "two.sqlite3", "Noon")
    assert first[1:] == second[1:]
    assert first[0] != second[0], "Ada herself sees her cards"


@pytest.mark.slow
@pytest.mark.parametrize("by_typing", [True, False])
async def test_other_people_never_learn_the_decks(
    lobby: Room, ada: Actor, bo: Actor, cy: Actor, by_typing: bool
) -> None:
    """Neither a public message nor other people's suggestions contain a deck's name (R51)."""
    before = [await cy.choices("voidream challenge", "deck", user=ada), await cy.slash("match list")]
    if by_typing:
        await ada.slash("voidream challenge", user=bo, deck="Noon")
        await bo.gets("challenges you to")
        await bo.slash("match accept", deck="Evening")
    else:
        outcome = await ada.slash("match list")
        await ada.click(outcome.reply, "Challenge someone")
        await ada.submit({"Opponent": [bo], "Your deck": ["Noon"]})
        offered = await bo.click(await bo.gets("challenges you to"), "Accept")
        assert "played last" not in json.dumps(offered.reply.components), (
            "Bo is told nothing about Ada's deck"
        )
        await bo.select(offered.reply, "Evening")
    await lobby.quiet()
    match_id = (await lobby.services.matches.of_person(ada.person.id))[0].table.match_id
    await play_on(Duel(lobby, match_id, Player(ada, lobby, match_id), Player(bo, lobby, match_id)), most=5)
    for command in ("match log", "match list", "help"):
        await cy.slash(command, channel=cy.threads()[-1])
    assert await cy.choices("voidream challenge", "deck", user=ada) == before[0]
    for deck in ("Morning", "Noon", "Evening"):
        assert not cy.was_shown(deck)
    assert ada.was_shown("Noon") and not ada.was_shown("You're playing Evening")
    assert bo.was_shown("You're playing Evening")
    assert not bo.was_shown("You're playing Noon")


async def look_on(file: Path, deck: str) -> tuple[str, str, str]:
    """Play some turns with this deck of Ada's; return everything that Ada's, Bo's and Cy's clients received."""
    async with room(file) as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        duel = await begin_match(lobby, ada, bo, deck=deck)
        for choice in WANTED:
            player, question = await duel.asked()
            panel = (await player.actor.click(await duel.status(), "turn")).reply
            await click_answer(player, panel, question, choice(question))
            await lobby.quiet()
            for actor in (bo, cy):
                await actor.click(await duel.status(), "Board as text")
                await actor.click(await duel.status(), "Log")
                await actor.click(await duel.status(), "turn")
                await actor.slash("match board", channel=duel.bo.thread)
                await actor.choices("match decide", "answer", channel=duel.bo.thread)
                await actor.slash("parlour pass", channel=duel.bo.thread) if actor is cy else None
        return plainly(ada, lobby), plainly(bo, lobby), plainly(cy, lobby)


def _act(key: str) -> Callable[[Question], Choice]:
    return lambda question: (key,)


def _any(question: Question) -> Choice:
    if question.kind is QuestionKind.DISTRIBUTE:
        return ("tea=4", "wine=4", "milk=1")
    return tuple(option.key for option in question.options[:3])


WANTED = (
    _act("play Ballad"),
    _any,
    _act("pass"),
    _act("invert Charade"),
    _any,
    _act("activate bell"),
    _act("pass"),
)


def plainly(actor: Actor, running: Room) -> str:
    """Return everything that a person's client received from the bot, channel by channel.

    Responses to their own presses are separate from messages to everyone: their order is random. Ids are replaced by
    their order of appearance, because the table's numbering of simultaneous messages is random, too. File addresses
    are random. The deal's fingerprint differs between decks, and reveals nothing: its seals are salted.
    """
    assert actor.transcript is not None
    received: dict[tuple[str, bool], list[Any]] = {}
    for event in actor.transcript:
        place: Any = event.get("channel")
        message: Any = event.get("message")
        own = event.get("type") == "interaction" or (
            isinstance(message, dict) and bool(message["flags"] & EPHEMERAL)
        )
        channel = str(place["id"] if isinstance(place, dict) else place)
        received.setdefault((channel, own), []).append(event)
    return "\n".join(
        _numbered(json.dumps(received[part], sort_keys=True), running) for part in sorted(received)
    )


def _numbered(text: str, running: Room) -> str:
    text = re.sub(r"(?<=begins with `)[0-9a-f]{16}\b|\b[0-9a-f]{64}\b", "fingerprint", text)
    text = re.sub(re.escape(running.table.address) + r"[^\"]*", "/file", text)
    numbers: dict[str, str] = {}
    return re.sub(r"\b\d{19}\b", lambda match_: numbers.setdefault(match_[0], f"#{len(numbers)}"), text)
