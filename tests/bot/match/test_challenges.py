"""Challenges: made, accepted, declined and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import (
    AlreadyDecided,
    BadDeck,
    BadOpponent,
    LimitReached,
    NotYourMatch,
)
from bot.settings import Settings
from bot.store.match_status import MatchStatus
from engine.kernel.chance import later_seed
from engine.kernel.commitment import promise as promised_by
from engine.kernel.commitment import setup_seal
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, ROBOT, SEED, Bot, open_bot
from tests.bot.match.stored import everything
from tests.games.lanterns import DECKS, LANTERNS

pytestmark = pytest.mark.both_stores


async def test_a_challenge_names_both_players_and_hides_the_deck(bot: Bot) -> None:
    table = await bot.challenge()
    assert table.status is MatchStatus.CHALLENGED
    assert table.names == ("Ada", "Bo")
    assert (table.guild_id, table.channel_id) == (GUILD, CHANNEL)
    assert "Harbour" not in repr(table).replace(repr(table.game), "")
    async with bot.store.read() as store:
        assert (await store.decks.choice(ADA.id, "lanterns")).last == "Harbour"
    for person in (ADA, BO):
        (summary,) = await bot.matches.of_person(person.id)
        assert summary.table == table
    assert await bot.matches.of_person(CY.id) == ()


async def test_accepting_begins_the_match_and_asks(bot: Bot) -> None:
    table = await bot.challenge()
    snapshot = (await bot.challenges.accept(bot.press(), table.match_id, BO, "garden")).snapshot
    assert snapshot is not None and snapshot.table.status is MatchStatus.PLAYING
    assert snapshot.seat == 1
    assert snapshot.question is not None
    assert [seat.person.name for seat in snapshot.awaited] == ["Ada", "Bo"]
    setup = LANTERNS.setup([DECKS["Harbour"], DECKS["Garden"]])
    public = await bot.matches.public_snapshot(table.match_id)
    assert public.commitment == promised_by((), later_seed(SEED), setup_seal(setup, SEED))
    assert snapshot.seed == "", "the seed is shown after the match"
    story = " ".join(map(str, snapshot.story))
    assert "You drew " in story and "You drew 3 lanterns" not in story, "the reader's own cards"
    assert "Ada drew 3 lanterns." in story, "only the number of the opponent's cards"


@pytest.mark.parametrize("deck", ["Castle", "", "harbour!"])
async def test_an_unknown_deck_is_refused_and_the_known_ones_are_named(bot: Bot, deck: str) -> None:
    with pytest.raises(BadDeck, match="You can choose Harbour, Garden or Stub"):
        await bot.challenge(deck=deck)
    table = await bot.challenge()
    with pytest.raises(BadDeck, match="You can choose Harbour, Garden or Stub"):
        await bot.challenges.accept(bot.press(), table.match_id, BO, deck)


async def test_an_illegal_deck_is_refused_with_the_reason(bot: Bot) -> None:
    with pytest.raises(BadDeck, match="The deck has only 1 of the 3 lanterns that are needed"):
        await bot.challenge(deck="Stub")
    table = await bot.challenge()
    before = await everything(bot)
    with pytest.raises(BadDeck, match="only 1 of the 3 lanterns"):
        await bot.challenges.accept(bot.press(), table.match_id, BO, "Stub")
    assert await everything(bot) == before


async def test_people_cannot_challenge_themselves_or_a_bot(bot: Bot) -> None:
    before = await everything(bot)
    for opponent, sentence in ((ADA, "can't challenge yourself"), (ROBOT, "Robot is a bot")):
        with pytest.raises(BadOpponent, match=sentence):
            await bot.challenge(opponent)
    assert await everything(bot) == before


async def test_the_limit_for_two_people_in_one_channel(bot: Bot) -> None:
    await bot.challenge()
    before = await everything(bot)
    with pytest.raises(
        LimitReached, match="You and Bo already have 1 challenge or match of this game in this channel"
    ):
        await bot.challenge()
    with pytest.raises(LimitReached, match="You and Ada already have 1 challenge"):
        await bot.challenge(ADA, one=BO, deck="Garden")
    assert await everything(bot) == before
    await bot.challenge(channel_id=CHANNEL + 1)
    await bot.challenge(CY)


async def test_a_declined_challenge_does_not_count(bot: Bot) -> None:
    table = await bot.challenge()
    declined = await bot.challenges.decline(bot.press(), table.match_id, BO.id)
    assert declined.status is MatchStatus.DECLINED
    table = await bot.challenge()
    withdrawn = await bot.challenges.withdraw(bot.press(), table.match_id, ADA.id)
    assert withdrawn.status is MatchStatus.WITHDRAWN
    await bot.challenge()


async def test_the_other_limits(tmp_path: Path) -> None:
    strict = Settings(
        challenges_per_person=2,
        matches_per_person=1,
        matches_per_channel=2,
        matches_per_pair=5,
        minutes_between_calls=0,
    )
    async with open_bot(tmp_path / "bot.sqlite3", settings=strict) as bot:
        first = await bot.challenge()
        second = await bot.challenge()
        with pytest.raises(LimitReached, match="You already have 2 open challenges"):
            await bot.challenge()
        await bot.challenges.accept(bot.press(), first.match_id, BO, "Garden")
        with pytest.raises(LimitReached, match="You're already playing 1 match, the maximum"):
            await bot.challenges.accept(bot.press(), second.match_id, BO, "Garden")
        cys_match = await bot.challenge(ADA, one=CY)
        with pytest.raises(LimitReached, match="You're already playing 1 match"):
            await bot.challenges.accept(bot.press(), cys_match.match_id, ADA, "Garden")
        with pytest.raises(LimitReached, match="You're already playing 1 match"):
            await bot.challenge()
    crowded = Settings(matches_per_channel=1, matches_per_pair=5, minutes_between_calls=0)
    async with open_bot(tmp_path / "other.sqlite3", settings=crowded) as bot:
        waiting = await bot.challenge()
        await bot.begin()
        with pytest.raises(LimitReached, match="This channel already has 1 match in progress"):
            await bot.challenge()
        with pytest.raises(LimitReached, match="This channel already has 1 match in progress"):
            await bot.challenges.accept(bot.press(), waiting.match_id, BO, "Garden")


async def test_only_the_right_people_can_answer_a_challenge(bot: Bot) -> None:
    table = await bot.challenge()
    before = await everything(bot)
    with pytest.raises(NotYourMatch, match="between Ada and Bo"):
        await bot.challenges.accept(bot.press(), table.match_id, CY, "Garden")
    with pytest.raises(NotYourMatch, match=r"your own challenge\. Bo can accept it"):
        await bot.challenges.accept(bot.press(), table.match_id, ADA, "Garden")
    with pytest.raises(NotYourMatch, match=r"your own challenge\. Bo can decline it"):
        await bot.challenges.decline(bot.press(), table.match_id, ADA.id)
    with pytest.raises(NotYourMatch, match="Only Ada can withdraw"):
        await bot.challenges.withdraw(bot.press(), table.match_id, BO.id)
    with pytest.raises(NotYourMatch, match="between Ada and Bo"):
        await bot.challenges.withdraw(bot.press(), table.match_id, CY.id)
    assert await everything(bot) == before


async def test_a_challenge_is_decided_once(bot: Bot) -> None:
    declined = (await bot.challenge()).match_id
    await bot.challenges.decline(bot.press(), declined, BO.id)
    with pytest.raises(AlreadyDecided, match="already declined"):
        await bot.challenges.accept(bot.press(), declined, BO, "Garden")
    withdrawn = (await bot.challenge()).match_id
    await bot.challenges.withdraw(bot.press(), withdrawn, ADA.id)
    with pytest.raises(AlreadyDecided, match="was withdrawn"):
        await bot.challenges.accept(bot.press(), withdrawn, BO, "Garden")
    playing = await bot.begin()
    with pytest.raises(AlreadyDecided, match="already accepted"):
        await bot.challenges.decline(bot.press(), playing, BO.id)
    await bot.play.resign(bot.press(), playing, BO.id)
    with pytest.raises(AlreadyDecided, match="the match is over"):
        await bot.challenges.withdraw(bot.press(), playing, ADA.id)


@pytest.mark.parametrize("kind", ["decline", "withdraw"])
async def test_closing_a_challenge_twice_by_the_same_interaction(bot: Bot, kind: str) -> None:
    table = await bot.challenge()
    person = BO.id if kind == "decline" else ADA.id
    interaction = bot.press()
    closed = await getattr(bot.challenges, kind)(interaction, table.match_id, person)
    before = await everything(bot)
    assert await getattr(bot.challenges, kind)(interaction, table.match_id, person) == closed
    assert await everything(bot) == before
