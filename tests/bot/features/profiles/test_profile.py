"""Profiles in Discord."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import bot.views.pictures
from bot.games.playable import ProfilePicture
from bot.games.voidream import voidream
from render.match_history import PlayedProfile, ResultCounts
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.discord.limits import check_components
from tests.bot.features.replays.test_records import resign
from tests.games.registry import parlour, png, undrawn
from tests.table import transcript
from tests.table.actor import Actor


async def test_own_and_other_profiles(duel: Duel, cy: Actor) -> None:
    ada = duel.ada.actor
    before = (await cy.slash("profile", person=ada)).reply
    assert before.ephemeral
    assert "In progress: 1" in transcript.text(before)
    assert "Morning" not in transcript.text(before), "decks of active matches are private"
    await resign(duel)
    own = (await ada.slash("profile")).reply
    check_components(own.components)
    text = transcript.text(own)
    assert "Matches played: 1" in text
    assert "1 won, 0 lost, 0 drawn" in text
    assert "Morning: 1 won" in text
    assert "resignation" in text
    message = (await cy.slash("profile", person=duel.bo.actor)).reply
    assert "0 won, 1 lost, 0 drawn" in transcript.text(message)
    assert "Evening: 0 won, 1 lost" in transcript.text(message)
    replay = (await cy.select(message, f"Match {duel.match_id}: Ada against Bo")).reply
    assert "Replay: " in transcript.text(replay) and "Start" in transcript.text(replay)
    assert not ada.was_shown("0 won, 1 lost")


async def test_decks_can_be_kept_private(duel: Duel, cy: Actor) -> None:
    await resign(duel)
    await duel.bo.actor.slash("me privacy hands", show="keep")
    message = (await cy.slash("profile", person=duel.bo.actor)).reply
    assert "are private" in transcript.text(message)
    assert "Evening" not in transcript.text(message)
    assert "Evening" in (await duel.bo.actor.slash("profile")).text


async def test_a_profile_without_matches_says_so(lobby: Room, ada: Actor, bo: Actor) -> None:
    assert "No match has ended yet." in (await ada.slash("profile")).text
    assert "on this server" in (await ada.slash("profile", person=bo)).text


async def test_matches_are_listed_in_pages(lobby: Room, ada: Actor, bo: Actor) -> None:
    for _ in range(9):
        await resign(await begin_match(lobby, ada, bo))
    message = (await ada.slash("profile")).reply
    check_components(message.components)
    assert "Page 1 of 2" in transcript.text(message)
    await ada.click(message, "Older")
    assert "Page 2 of 2" in transcript.text(message)
    await ada.click(message, "Newer")
    assert "Page 1 of 2" in transcript.text(message)


async def test_games_without_a_profile_picture_use_text(duel: Duel) -> None:
    assert (await duel.ada.actor.slash("profile")).reply.attachments == []


async def test_the_picture_matches_the_text_and_reveals_nothing_private(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        cy.person.locale = "es-ES"
        new = (await ada.slash("profile")).reply
        assert transcript.alt_texts(new) == ["Ada: 0 won, 0 drawn and 0 lost."]
        duel = await begin_match(lobby, ada, bo)
        await resign(duel)
        decks = list(voidream().decks.values())
        played = [str(voidream().faction(decks[place].content)) for place in (0, -1)]
        own = (await ada.slash("profile")).reply
        check_components(own.components)
        assert own.ephemeral and [attachment.filename for attachment in own.attachments] == ["profile.png"]
        summary = f"1 won, 0 drawn and 0 lost; {played[0]}: 1 won, 0 drawn and 0 lost."
        assert transcript.alt_texts(own) == [f"Ada: {summary}"]
        assert "1 won, 0 lost, 0 drawn" in transcript.text(own)
        reply = (await ada.slash("profile", person=bo)).reply
        assert f"; {played[1]}: 0 won, 0 drawn and 1 lost." in transcript.alt_texts(reply)[0]
        spanish = (await cy.slash("profile", person=ada)).reply
        assert transcript.alt_texts(spanish)[0].startswith("Ada: 1 ganada, 0 en tablas y 0 perdidas; ")
        await bo.slash("me privacy hands", show="keep")
        private_reply = (await ada.slash("profile", person=bo)).reply
        assert transcript.alt_texts(private_reply) == ["Bo: 0 won, 0 drawn and 1 lost."]
        assert f"; {played[1]}" in transcript.alt_texts((await bo.slash("profile")).reply)[0]
        await lobby.services.people.want_text_boards(ada.person.id, True)
        in_words = (await ada.slash("profile")).reply
        assert in_words.attachments == [] and transcript.text(in_words) == transcript.text(own)


async def test_the_picture_is_on_every_page_and_missing_under_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures: list[PlayedProfile] = []

    def draw(played: PlayedProfile, translator: object) -> bytes:
        pictures.append(played)
        return png(str(played))

    game = replace(parlour(), profile=ProfilePicture(draw, lambda played, translator: played.name))
    async with room(tmp_path / "bot.sqlite3", game) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        for _ in range(9):
            await resign(await begin_match(lobby, ada, bo))
        message = (await ada.slash("profile")).reply
        assert transcript.alt_texts(message) == ["Ada"] and len(message.attachments) == 1
        await ada.click(message, "Older")
        assert "Page 2 of 2" in transcript.text(message)
        assert transcript.alt_texts(message) == ["Ada"] and len(message.attachments) == 1
        assert pictures == [PlayedProfile("Ada", ResultCounts(9))], "the same picture is drawn once"
        monkeypatch.setattr(bot.views.pictures, "CROWD", -1)
        crowded = (await ada.slash("profile", person=bo)).reply
        assert crowded.attachments == [] and "0 won, 9 lost, 0 drawn" in transcript.text(crowded)
