"""The animation of the decisive round in Discord: at the end of a match and in replays."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.delivery.notes import PublicKind
from bot.delivery.results import Later, Sent
from bot.errors import NotFound
from bot.features.replays.announcements import WAITING, ReplaysAnnouncements
from bot.games.voidream import voidream
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Message
from bot.match.replay.decisive_round import Highlights
from bot.store.personal import FORMER_PLAYER
from cards.i18n import Locale, msg
from cards.voidream.library import the_set
from engine.kernel.chance import Chance
from engine.voidream.players.greedy.player import Greedy
from render.film import MOST_BYTES
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.features.replays.test_records import resign
from tests.bot.stores import change, stored
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
async def dream(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream()), seed="seed 3") as lobby:
        yield lobby


@pytest.fixture
async def drawn(tmp_path: Path) -> AsyncGenerator[Room]:
    """The same room with real pictures, for the test that inspects them."""
    async with room(tmp_path / "bot.sqlite3", voidream(), seed="seed 3") as lobby:
        yield lobby


def people(dream: Room) -> tuple[Actor, Actor, Actor]:
    ada, bo, cy = (Actor(dream.table, name) for name in ("Ada", "Bo", "Cy"))
    return ada, bo, cy


def film(dream: Room, message: Message) -> tuple[Image.Image, str]:
    """Download the animation of a message, with its alt text."""
    [attachment] = message.attachments
    assert attachment.filename == "round.gif"
    content = dream.table.world.attachments.read(attachment.key)
    assert content is not None and len(content[0]) <= MOST_BYTES
    return Image.open(io.BytesIO(content[0])), attachment.description


def posted(actor: Actor) -> list[Message]:
    """Return the visible messages with animations in the thread."""
    messages = [m for m in actor.sees(actor.threads()[-1]) if not m.ephemeral]
    return [m for m in messages if [a.filename for a in m.attachments] == ["round.gif"]]


async def play(duel: Duel, most: int = 2000) -> None:
    """Make the greedy player play both sides; Bo resigns after `most` answers."""
    matches = duel.room.services.matches
    programs = [Greedy(Chance(f"side {n}")) for n in range(2)]
    with duel.room.unannounced():
        for n in range(most):
            if await duel.is_over():
                break
            player, question = await duel.asked()
            snapshot = await matches.player_snapshot(duel.match_id, player.id)
            choice = programs[snapshot.seat].answer(question, partial(getattr, snapshot, "view"))
            await duel.room.services.play.answer(10**6 + n, duel.match_id, player.id, question.id, choice)
    if not await duel.is_over():
        await resign(duel)
    await duel.room.quiet()


@pytest.mark.slow
async def test_the_thread_gets_the_decisive_round_at_the_end(drawn: Room) -> None:
    ada, bo, cy = people(drawn)
    duel = await begin_match(drawn, ada, bo)
    await play(duel)
    [message] = posted(cy)
    moving, alt = film(drawn, message)
    view = (await drawn.services.matches.public_snapshot(duel.match_id)).view
    name = f"Round {view.round}"
    assert f"**How it was decided**: {name}" in transcript.text(message)
    assert message.mentions == [], "it mentions no one"
    assert moving.format == "GIF" and moving.width >= 450 and moving.n_frames >= 2
    duration_ms = 0
    for frame in range(moving.n_frames):
        moving.seek(frame)
        duration_ms += moving.info["duration"]
    assert 8000 <= duration_ms <= 15000
    assert name in alt[: len(name) + 20] and len(alt) <= 1024
    public = await public_sentences(duel)
    assert public[-1].partition(":")[0] in alt, "the winner"
    public_text = " ".join(public)
    named = [card.title for card in the_set().cards.values() if card.title in alt]
    assert named and all(title in public_text for title in named), "it contains only public events"

    reply = (await cy.slash("match replay round", match="1")).reply
    assert reply.ephemeral and film(drawn, reply)[1] == alt
    cy.person.locale = "es-ES"
    replay = (await cy.slash("match replay show", match="1")).reply
    again = (await cy.click(replay, "Cómo se decidió")).reply
    assert "**Cómo se decidió**" in transcript.text(again)
    assert f"Ronda {view.round}, animada" in film(drawn, again)[1]
    assert len(posted(cy)) == 1, "private responses are only visible to their reader"


async def public_sentences(duel: Duel) -> list[str]:
    matches = duel.room.services.matches
    pages = (await matches.log(duel.match_id, None)).pages
    return [
        line.text for n in range(1, pages + 1) for line in (await matches.log(duel.match_id, None, n)).lines
    ]


async def test_it_is_not_shown_twice_after_a_crash(dream: Room) -> None:
    """The process died after sending the message, before recording it."""
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    await play(duel, 30)
    [message] = posted(cy)
    assert dream.running is not None
    await dream.running.end()
    async with stored(dream.file) as store:
        await change(
            store, "UPDATE outbox SET done_at = NULL, result = '', leased_until = NULL WHERE kind = 'round'"
        )
    await dream.begin()
    await dream.quiet()
    assert posted(cy) == [message]


async def test_a_spanish_server_gets_spanish_text(dream: Room) -> None:
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    dream.table.guild.locale = "es-ES"
    await cy.slash("rules", about="Evoke")
    await play(duel, 30)
    [message] = posted(cy)
    _, alt = film(dream, message)
    assert "**La última ronda**: Ronda " in transcript.text(message), (
        "Bo's resignation decided it, and not a round"
    )
    assert alt.startswith("Ronda ")


async def test_a_match_without_rounds_has_no_animation(dream: Room) -> None:
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    await resign(duel)
    assert posted(cy) == []
    text = (await cy.slash("match replay round", match="1")).text
    assert text == "This match ended before it really began."


async def test_an_active_match_shows_no_round(dream: Room) -> None:
    ada, bo, _ = people(dream)
    duel = await begin_match(dream, ada, bo)
    text = (await ada.slash("match replay round", match=str(duel.match_id))).text
    assert "still in progress" in text or "no finished match" in text


async def test_a_deleted_person_is_no_longer_named_in_it(dream: Room) -> None:
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    await play(duel, 30)
    [message] = posted(cy)
    assert "Ada" in film(dream, message)[1]
    await ada.slash("me privacy delete", sure="yes, forget me")
    await dream.quiet()
    [edited] = posted(cy)
    assert edited.id == message.id
    _, alt = film(dream, edited)
    assert "Ada" not in alt and FORMER_PLAYER in alt and "Bo" in alt


async def test_without_permission_for_files_only_the_animation_is_missing(dream: Room) -> None:
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    world = dream.table.world
    world.deny(world.bot, dream.table.channel, Permission.ATTACH_FILES)
    await play(duel, 30)
    assert posted(cy) == []
    over = await cy.gets("the match is over", channel=duel.ada.thread)
    assert "wins: " in transcript.text(over)


async def test_a_deleted_persons_name_is_removed_when_the_round_cannot_be_redrawn(
    dream: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, cy = people(dream)
    duel = await begin_match(dream, ada, bo)
    await play(duel, 30)
    assert posted(cy)

    async def other_rules(self: Highlights, match_id: int, locale: Locale) -> None:
        raise NotFound(msg("This match was played by other rules than today's."))

    monkeypatch.setattr(Highlights, "of_match", other_rules)
    await ada.slash("me privacy delete", sure="yes, forget me")
    await dream.quiet()
    assert "Ada" not in transcript.text(await duel.status())
    assert await dream.unsent() == 0


async def test_a_started_animation_is_not_postponed_for_others() -> None:
    """A postponed animation might be evicted from the cache and need drawing again."""

    async def of_match(match_id: int, locale: Locale) -> None:
        return None

    rounds: Any = SimpleNamespace(
        under_way=WAITING, is_begun=lambda match_id: match_id == 1, of_match=of_match
    )
    announce: Any = ReplaysAnnouncements(rounds).announcements.public[PublicKind.ROUND]
    snapshot = SimpleNamespace(delivery=SimpleNamespace(locale=Locale.ENGLISH))
    begun, waiting = (
        SimpleNamespace(outcome=SimpleNamespace(places=(1, 2)), table=SimpleNamespace(match_id=number))
        for number in (1, 2)
    )
    assert isinstance(await announce(None, snapshot, begun), Sent)
    assert isinstance(await announce(None, snapshot, waiting), Later)
