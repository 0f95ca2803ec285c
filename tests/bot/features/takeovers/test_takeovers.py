"""The bot takes over for a player who ran out of time: by agreement in the challenge, or by the opponents' choice."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.local_discord.records import Message
from bot.store.match_status import MatchStatus
from engine.kernel.simulation import RandomPlayer
from tests.bot.discord.kit import Duel, Player, Room, room
from tests.bot.features.time.test_clocks import begin, name, pass_time
from tests.games.registry import parlour
from tests.table import transcript
from tests.table.actor import Actor

PLAYS_ON = "ran out of time. I'm playing for them until they're back."


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", replace(parlour(), practice=RandomPlayer)) as lobby:
        yield lobby


async def agreed(club: Room, ada: Actor, bo: Actor, **options: Any) -> Duel:
    """Begin a match with an agreed takeover, after checking that the challenge mentions it."""
    options = {"clock": "1d each", "takeover": True} | options
    await ada.slash("voidream challenge", user=bo, deck=next(iter(club.game.decks)), **options)
    challenge = await bo.gets("challenges you to")
    assert "If a player runs out of time, I play for them until they're back." in transcript.text(challenge)
    response = await bo.click(challenge, "Accept")
    await bo.select(response.reply, list(club.game.decks)[-1])
    await club.quiet()
    match_id = (await club.services.matches.of_person(ada.person.id))[0].table.match_id
    return Duel(club, match_id, Player(ada, club, match_id), Player(bo, club, match_id))


async def who_waits(duel: Duel) -> tuple[Player, Player]:
    late, _ = await duel.asked()
    return late, duel.bo if late is duel.ada else duel.ada


async def panel_of(player: Player, duel: Duel) -> Message:
    return (await player.actor.click(await duel.status(), "turn")).reply


async def test_an_agreed_takeover_starts_and_ends_by_one_press(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    duel = await agreed(club, ada, bo)
    late, opponent = await who_waits(duel)
    await pass_time(club, 1)
    message = await opponent.actor.gets(PLAYS_ON, channel=opponent.thread)
    assert transcript.buttons(message) == ["I'm back"]
    assert f"**{name(late)}** {PLAYS_ON}" in transcript.text(await duel.status())
    direct = await late.actor.gets("You ran out of time, so I'm playing for you", channel=late.actor.direct)
    assert "I'm playing for you" in (await late.actor.slash("match list")).text
    panel = await panel_of(late, duel)
    assert "I'm back" in transcript.buttons(panel) and "Claim the win" not in transcript.buttons(panel)
    assert "You're already playing here yourself." in (await opponent.actor.click(message, "I'm back")).text
    response = await late.actor.slash("match decide", answer="pass", channel=late.thread)
    assert "You ran out of time, so I'm playing for you." in response.text
    await club.turn()
    assert (await club.services.matches.public_snapshot(duel.match_id)).table.played_for
    await late.actor.click(direct, "I'm back")
    assert "Welcome back. You're playing again." in transcript.text(direct)
    assert "I'm back" not in transcript.buttons(direct), "the bot no longer plays for them"
    await club.quiet()
    assert f"**{name(late)}** is back." in transcript.text(message) and transcript.buttons(message) == []
    assert PLAYS_ON not in transcript.text(await duel.status())


async def test_the_end_names_the_takeover(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    duel = await agreed(club, ada, bo)
    late, opponent = await who_waits(duel)
    await pass_time(club, 1)
    sure = await opponent.actor.slash("match resign", channel=opponent.thread)
    await opponent.actor.click(sure.reply, "Yes, resign")
    await club.quiet()
    assert (await club.services.matches.table(duel.match_id)).status is MatchStatus.OVER
    line = f"I played for **{name(late)}**, who ran out of time."
    assert line in transcript.text(await duel.status())
    profile = (await late.actor.slash("profile")).text
    assert "0 won, 0 lost, 0 drawn, 1 taken over by the bot" in profile
    assert "**taken over by the bot**" in profile
    assert "0 won, 1 lost, 0 drawn" in (await opponent.actor.slash("profile")).text


async def test_opponents_can_choose_the_takeover_instead_of_claiming(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    duel = await begin(club, ada, bo, "1d each")
    late, opponent = await who_waits(duel)
    await pass_time(club, 1)
    message = await opponent.actor.gets("is out of time. You can claim the win", channel=opponent.thread)
    assert transcript.buttons(message) == ["Claim the win", "Give a day", "Let the bot play"]
    assert "still has time" in (await late.actor.click(message, "Let the bot play")).text
    response = await opponent.actor.click(message, "Let the bot play")
    assert "All right, I'll play." in response.text and f"**{name(late)}** {PLAYS_ON}" in response.text
    await club.quiet()
    assert f"**{name(late)}** ran out of time. The match continues." in transcript.text(message)
    await late.actor.gets("You ran out of time, so I'm playing for you", channel=late.actor.direct)
    back = await late.actor.slash("match time back", channel=late.thread)
    assert "Welcome back." in back.text


async def test_a_takeover_survives_a_restart_and_closed_direct_messages(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    duel = await agreed(club, ada, bo)
    late, opponent = await who_waits(duel)
    late.actor.close_direct_messages()
    assert club.running is not None
    await club.running.end()
    await club.clock.move(24 * 3600)
    await club.begin()
    await pass_time(club, 0)
    table = await club.services.matches.table(duel.match_id)
    assert not table.played_for, "during the outage, no one's time ran out"
    await pass_time(club, 1)
    message = await late.actor.gets(PLAYS_ON, channel=late.thread)
    await club.restart()
    await club.turn()
    assert (await club.services.matches.public_snapshot(duel.match_id)).table.played_for
    assert "Welcome back." in (await late.actor.click(message, "I'm back")).text
    assert not opponent.actor.was_shown("Something went wrong")


async def test_refusals_name_the_possibilities(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    deck = next(iter(club.game.decks))

    async def refused(**options: Any) -> str:
        request: dict[str, Any] = {"user": bo, "deck": deck, "takeover": True} | options
        return (await ada.slash("voidream challenge", **request)).text

    assert "I never take over in a rated match" in await refused(rated=True, clock="1d each")
    assert "Without a clock no one runs out of time" in await refused(clock="none")
    assert "You keep no one waiting".casefold() in (await refused(user=club.table.world.bot)).casefold()
    assert not await club.services.matches.of_person(ada.person.id)
    await ada.slash("voidream challenge", user=bo, deck=deck, takeover=True)
    (row,) = await club.services.matches.of_person(ada.person.id)
    assert str(row.table.control) == "3d each", "a challenge without a clock gets one"


async def test_the_challenge_form_offers_it_too(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    response = await ada.slash("match list")
    await ada.click(response.reply, "Challenge someone")
    outcome = await ada.submit(
        {
            "user": [str(bo.person.id)],
            "deck": [next(iter(club.game.decks))],
            "clock": ["1d each"],
            "absent": ["takeover"],
        }
    )
    assert "Challenge sent to" in outcome.text
    challenge = await bo.gets("challenges you to")
    assert "I play for them until they're back." in transcript.text(challenge)


async def test_in_spanish(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    duel = await agreed(club, ada, bo)
    late, _ = await who_waits(duel)
    late.actor.person.locale = "es-ES"
    await late.actor.slash("match list")
    await pass_time(club, 1)
    direct = await late.actor.gets("Se te acabó el tiempo", channel=late.actor.direct)
    assert (
        "Se te acabó el tiempo, así que juego yo en tu lugar. Pulsa «Ya estoy aquí» para volver a jugar."
        in transcript.text(direct)
        and "Ya estoy aquí" in transcript.buttons(direct)
    )
    await late.actor.click(direct, "Ya estoy aquí")
    assert "Te damos la bienvenida. Vuelves a jugar tú." in transcript.text(direct)
