"""Choices before a match: it begins without waiting, and only the right people learn of them."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.errors import AlreadyDecided, BadDeck, NotYourMatch
from bot.games.voidream import voidream
from bot.match.first_answers import ALL_RANDOM, BadWish, PregamePreferences, at_beginning, settle
from bot.store.match_status import MatchStatus
from bot.store.rows import SeatRow
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind
from tests.bot.kit import ADA, BO, CY, Bot, PrivateMessage, PublicMessage, open_bot

GAME = voidream()
DECKS = list(GAME.decks)
CHOOSES = "Under Seal"
"""The only deck whose bastion asks something at the start of the game."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        yield bot


async def challenge(bot: Bot, wish: PregamePreferences = ALL_RANDOM, deck: str = "First Light") -> int:
    table = await bot.challenge(deck=deck, wish=wish)
    return table.match_id


async def accept(bot: Bot, match_id: int, wish: PregamePreferences = ALL_RANDOM) -> None:
    await bot.challenges.prepare(match_id, BO.id, wish=wish)
    await bot.challenges.accept(bot.press(), match_id, BO, "First Light")


async def answers(bot: Bot, match_id: int) -> list[tuple[int, str]]:
    """Resign a match, and return its answers by seat."""
    await bot.play.resign(bot.press(), match_id, ADA.id)
    record = await bot.matches.record(match_id)
    return [(answer.seat, answer.choice[0]) for answer in record.answers if answer.left is None]


def begin_match(first: str, second: str, seed: str) -> Match:
    """Return a match after both players have accepted without preferences."""
    setup = GAME.kernel.setup([GAME.decks[name].content for name in (first, second)])
    match, _ = Match.begin(GAME.kernel, setup, seed)
    seats = [SeatRow(1, "Ada", first), SeatRow(2, "Bo", second)]
    settle(match, GAME, at_beginning(seats, GAME), lambda: Chance(f"{seed}, lot"))
    return match


@pytest.mark.parametrize("place", range(len(DECKS)))
def test_no_player_waits_between_accepting_and_the_first_action(place: int) -> None:
    """At most one hand-off (the issue's limit), for every ready-made deck without a choice at its start."""
    mine = DECKS[place]
    theirs = DECKS[(place + 1) % len(DECKS)]
    for seed in ("a", "b"):
        match = begin_match(mine, theirs, seed)
        (question,) = match.pending_questions.values()
        if CHOOSES in (mine, theirs):
            assert "offering" in str(question.purpose)
        else:
            assert question.kind is QuestionKind.ACTION


async def test_a_question_at_the_start_comes_before_the_preferences(club: Bot) -> None:
    """A bastion that asks something at the start: the preferences wait in the database for their turn."""
    match_id = await challenge(club, PregamePreferences({"cut": "5"}), CHOOSES)
    await accept(club, match_id)
    question = await club.matches.question(match_id, ADA.id)
    assert question is not None and question.kind is QuestionKind.CARDS
    await club.play.answer(club.press(), match_id, ADA.id, question.id, (question.options[0].key,))
    look = await club.matches.public_snapshot(match_id)
    assert [seat.about for seat in look.awaited] == ["an action"]
    async with club.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and [seat.pregame for seat in row.seats] == ["", ""]
    assert (0, "5") in await answers(club, match_id)


async def test_preferences_are_used_and_deleted(club: Bot) -> None:
    match_id = await challenge(club, PregamePreferences({"cut": "39", "mind": "spent"}))
    await accept(club, match_id, PregamePreferences({"cut": "7", "mind": "numbered"}))
    look = await club.matches.public_snapshot(match_id)
    assert [seat.about for seat in look.awaited] == ["an action"]
    async with club.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and [seat.pregame for seat in row.seats] == ["", ""]
    # 39 cards are one more than the maximum cut.
    assert (await answers(club, match_id))[:2] == [(0, "38"), (1, "7")]


async def test_the_guess_follows_the_preference(club: Bot) -> None:
    for cut in range(1, 21):  # Every match has the same shuffle here: the cut determines the depths.
        match_id = await challenge(club, PregamePreferences({"mind": "spent", "cut": str(cut)}))
        await accept(club, match_id, PregamePreferences({"mind": "spent"}))
        view = (await club.matches.public_snapshot(match_id)).view
        first, choices = view.active, await answers(club, match_id)
        if len(choices) == 4:
            assert choices[2:] == [(1, "spent"), (0, "spent")] and first == 0, (
                "the player who guesses right begins"
            )
            return
    raise AssertionError("never tied on depth")


async def test_a_player_can_prefer_to_be_asked(club: Bot) -> None:
    match_id = await challenge(club, PregamePreferences(asks=True))
    await accept(club, match_id, PregamePreferences({"cut": "7"}))
    look = await club.matches.public_snapshot(match_id)
    assert [(seat.seat, seat.about) for seat in look.awaited] == [(0, "a cut")]
    lines = (await club.matches.log(match_id, BO.id)).lines
    assert lines and not [line for line in lines if "cut" in line.text], (
        "nothing is shown until both have chosen"
    )
    question = await club.matches.question(match_id, ADA.id)
    assert question is not None and "luck either way" in question.purpose
    await club.play.answer(club.press(), match_id, ADA.id, question.id, ("3",))
    assert (await answers(club, match_id))[:2] == [(1, "7"), (0, "3")]


def message_content(message: PublicMessage | PrivateMessage) -> str:
    """Return a message's content without message ids, which depend on timing."""
    return re.sub(r"\b(\w*message_id)=(?:\d+|None)", r"\1", str(message.shown))


async def test_preferences_look_like_random_choices_to_others(tmp_path: Path) -> None:
    """Everything that others receive is the same, whether Ada chose the random result or left it to chance."""
    runs: list[object] = []
    preferences = ALL_RANDOM
    for name in ("drawn", "said"):
        async with open_bot(tmp_path / f"{name}.sqlite3", game=GAME) as bot:
            match_id = await challenge(bot, preferences)
            await accept(bot, match_id)
            await bot.deliver()
            # The channel and each person are served concurrently: only each recipient's own messages have an order.
            everybody = sorted(
                (message for message in bot.paper.said if getattr(message.note, "person", 0) != ADA.id),
                key=lambda one: getattr(one.note, "person", 0),
            )
            look = await bot.matches.player_snapshot(match_id, BO.id)
            lines = (await bot.matches.log(match_id, BO.id)).lines
            runs.append(
                ([(one.note, one.nonce, message_content(one)) for one in everybody], str(look.view), lines)
            )
            random_choices = [choice for seat, choice in await answers(bot, match_id) if seat == 0]
            preferences = PregamePreferences(dict(zip(("cut", "mind"), random_choices, strict=False)))
    assert runs[0] == runs[1]


async def test_preferences_can_be_changed_until_the_match_begins(club: Bot) -> None:
    match_id = await challenge(club)
    await club.challenges.prepare(match_id, ADA.id, deck="One Door", wish=PregamePreferences({"cut": "5"}))
    mine = await club.challenges.prepared(match_id, ADA.id)
    assert mine.deck == "One Door" and mine.wish.choices == {"cut": "5"}
    assert (await club.challenges.prepared(match_id, BO.id)).wish == ALL_RANDOM, "it is visible to Ada only"
    with pytest.raises(NotYourMatch):
        await club.challenges.prepare(match_id, CY.id, wish=ALL_RANDOM)
    with pytest.raises(BadDeck):
        await club.challenges.prepare(match_id, ADA.id, deck="No Door")
    before = await club.matches.table(match_id)
    for wrong in ({"cut": "40"}, {"cut": "0"}, {"cut": "x"}, {"mind": "third"}, {"tea": "1"}):
        with pytest.raises(BadWish):
            await club.challenges.prepare(match_id, ADA.id, wish=PregamePreferences(wrong))
    assert await club.matches.table(match_id) == before
    assert await club.challenges.prepared(match_id, ADA.id) == mine
    await accept(club, match_id)
    async with club.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and row.status is MatchStatus.PLAYING and row.seats[0].deck == "One Door"
    with pytest.raises(AlreadyDecided, match="already accepted"):
        await club.challenges.prepare(match_id, ADA.id, deck="First Light")
