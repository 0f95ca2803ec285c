"""The intended game: by name, place, earlier matches, and the server's setting."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from bot.errors import NotFound
from bot.features.profiles.service import Profiles
from bot.features.ratings.commands import Leaderboards
from bot.games.playable import Games, PlayableGame
from bot.games.voidream import voidream
from bot.servers.game_choice import GameChoice, NotPlayedHere
from bot.servers.servers import Servers
from bot.store import open_store
from bot.store.about import Everything
from bot.store.rows import RatingRow
from bot.store.servers import ServerRules
from cards.i18n import Locale, translator
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, lanterns, open_bot
from tests.games.registry import vigil

VOIDREAM = voidream()
VIGIL = vigil()
GAMES = Games.of(VOIDREAM, VIGIL)
FIRST, SECOND = list(VOIDREAM.decks)[:2]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", games=GAMES) as bot:
        yield bot


async def challenge(bot: Bot, game: PlayableGame, channel: int = CHANNEL) -> int:
    deck = FIRST if game.has_decks else ""
    table = await bot.challenge(game=game, channel_id=channel, deck=deck)
    return table.match_id


async def finish_match(bot: Bot, game: PlayableGame) -> int:
    match_id = await challenge(bot, game)
    await bot.challenges.accept(bot.press(), match_id, BO, SECOND if game.has_decks else "")
    await bot.play.resign(bot.press(), match_id, BO.id)
    return match_id


async def meant(bot: Bot, person: int = ADA.id, **where: Any) -> str | None:
    game = await GameChoice(bot.store, GAMES).of(person, **where)
    return None if game is None else game.name


async def plays(bot: Bot, *names: str, guild: int = GUILD) -> None:
    await Servers(bot.store, GAMES, bot.clock).play_games(bot.press(), guild, CY.id, names)


async def test_the_only_game_is_intended(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        assert await GameChoice(bot.store, bot.games).of(ADA.id) == bot.game


async def test_without_a_hint_the_game_is_undecided(club: Bot) -> None:
    assert await meant(club) is None
    assert await meant(club, guild_id=GUILD) is None


@pytest.mark.parametrize("named", ["vigil", "Vigil", " VIGIL "])
async def test_a_game_is_named_by_its_key_or_its_title(club: Bot, named: str) -> None:
    assert await meant(club, named=named) == "vigil"


async def test_a_named_game_takes_precedence(club: Bot) -> None:
    match_id = await challenge(club, VOIDREAM)
    assert await meant(club, match_id=match_id, guild_id=GUILD, named="vigil") == "vigil"


async def test_an_unknown_game_is_refused_with_the_known_ones(club: Bot) -> None:
    with pytest.raises(NotFound) as refused:
        await meant(club, named="chess")
    assert str(refused.value) == "There is no game called “chess”. You can choose Voidream or Vigil."
    spanish = translator(Locale.SPANISH)(refused.value.message)
    assert spanish == "No hay ningún juego llamado «chess». Puedes elegir Voidream o Vigil."


async def test_the_match_of_the_channel_precedes_the_newest_one(club: Bot) -> None:
    here = await challenge(club, VIGIL)
    await challenge(club, VOIDREAM, CHANNEL + 1)
    assert await meant(club) == "voidream"
    assert await meant(club, match_id=here) == "vigil"
    assert await meant(club, CY.id, match_id=here) == "vigil", "also for a spectator"


async def test_the_newest_match_determines_the_game_until_it_is_declined(club: Bot) -> None:
    await finish_match(club, VOIDREAM)
    newer = await challenge(club, VIGIL)
    assert (await meant(club), await meant(club, BO.id), await meant(club, CY.id)) == ("vigil", "vigil", None)
    await club.challenges.decline(club.press(), newer, BO.id)
    assert await meant(club) == "voidream", "a declined challenge wasn't played"


async def test_a_server_chooses_its_games_and_the_first_one(club: Bot) -> None:
    await plays(club, "Vigil", "voidream", "vigil")
    choice = GameChoice(club.store, GAMES)
    assert [game.name for game in await choice.offered(GUILD)] == ["vigil", "voidream"]
    assert [game.name for game in await choice.offered(None)] == ["voidream", "vigil"]
    assert await meant(club, guild_id=GUILD) == "vigil"
    assert await meant(club) is None
    await challenge(club, VOIDREAM)
    assert await meant(club, guild_id=GUILD) == "voidream", (
        "the game of the last match precedes the server's first one"
    )


async def test_games_not_chosen_by_a_server_are_not_offered(club: Bot) -> None:
    await finish_match(club, VIGIL)
    await plays(club, "voidream")
    assert await meant(club, guild_id=GUILD) == "voidream"
    assert await meant(club) == "vigil", "elsewhere it is"
    for asking in (meant(club, guild_id=GUILD, named="vigil"), challenge(club, VIGIL)):
        with pytest.raises(NotPlayedHere) as refused:
            await asking
        assert str(refused.value) == "Vigil is not played on this server. You can choose Voidream."
    await plays(club)
    assert await meant(club, guild_id=GUILD) == "vigil"


async def test_a_removed_game_is_not_offered(club: Bot) -> None:
    await plays(club, "vigil")
    choice = GameChoice(club.store, Games.of(VOIDREAM))
    assert [game.name for game in await choice.offered(GUILD)] == ["voidream"]


async def test_a_server_offers_a_deck_for_each_game(club: Bot) -> None:
    servers = Servers(club.store, GAMES, club.clock)
    await servers.set_deck(club.press(), GUILD, CY.id, VOIDREAM, SECOND.upper())
    assert (await servers.rules(GUILD)).decks == {"voidream": SECOND}
    await servers.set_deck(club.press(), GUILD, CY.id, lanterns(), "Harbour")
    await servers.set_deck(club.press(), GUILD, CY.id, VOIDREAM, "")
    assert (await servers.rules(GUILD)).decks == {"lanterns": "Harbour"}


async def test_ratings_and_statistics_are_separate_by_game(club: Bot) -> None:
    await finish_match(club, VOIDREAM)
    histories, ladder = Profiles(club.store, GAMES), Leaderboards(club.store)
    played = await histories.profile(ADA.id, ADA.id, GUILD, VOIDREAM)
    vigil_profile = await histories.profile(ADA.id, ADA.id, GUILD, VIGIL)
    assert (played.total.won, len(played.past)) == (1, 1)
    assert (vigil_profile.total.played, vigil_profile.past, vigil_profile.by_deck) == (0, (), ())
    async with club.store.write(Everything()) as tx:
        await tx.ratings.store([RatingRow(GUILD, "voidream", ADA.id, 30.0, 5.0, 1600, 9)])
    for game, rank in ((VOIDREAM, 1600), (VIGIL, None)):
        own_rank = await ladder.of(ADA.id, GUILD, game)
        assert (own_rank and own_rank.shown) == rank
        assert [rank_.shown for rank_ in (await ladder.board(GUILD, ADA.id, game)).ranks] == [rank] * bool(
            rank
        )


async def test_a_servers_old_deck_setting_belongs_to_the_first_game(tmp_path: Path) -> None:
    scripts = [
        file.read_text("utf-8")
        for file in sorted(
            resources.files("bot.store.migrations.sqlite").iterdir(), key=lambda file_: file_.name
        )
        if file.name.endswith(".sql") and file.name < "0034"
    ]
    path = tmp_path / "bot.sqlite3"
    await (await open_store(path, migrations=scripts)).close()
    before = {1: '{"deck":"Sundown Parade","rated":false}', 2: '{"control":"2d each"}'}
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany("INSERT INTO servers (guild_id, rules) VALUES (?, ?)", before.items())
    store = await open_store(path)
    async with store.read() as looking:
        assert await looking.servers.of(1) == ServerRules(decks={"voidream": "Sundown Parade"}, rated=False)
        assert await looking.servers.of(2) == ServerRules(control="2d each")
    await store.close()
