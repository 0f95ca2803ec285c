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
"""The one deck whose bastion asks for something at the start of the game."""


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
    """What was answered in a match that is then given up, by seat."""
    await bot.play.resign(bot.press(), match_id, ADA.id)
    record = await bot.matches.record(match_id)
    return [(answer.seat, answer.choice[0]) for answer in record.answers if answer.left is None]


def begun(one: str, other: str, seed: str) -> Match:
    """A match as it is when both have accepted, and said nothing."""
    setup = GAME.kernel.setup([GAME.decks[name].content for name in (one, other)])
    match, _ = Match.begin(GAME.kernel, setup, seed)
    seats = [SeatRow(1, "Ada", one), SeatRow(2, "Bo", other)]
    settle(match, GAME, at_beginning(seats, GAME), lambda: Chance(f"{seed}, lot"))
    return match


@pytest.mark.parametrize("place", range(len(DECKS)))
def test_nobody_waits_between_accepting_and_the_first_action(place: int) -> None:
    """The figure of the issue: at most one hand-off, for every ready-made deck without a choice at its start."""
    mine = DECKS[place]
    theirs = DECKS[(place + 1) % len(DECKS)]
    for seed in ("a", "b"):
        match = begun(mine, theirs, seed)
        (question,) = match.pending_questions.values()
        if CHOOSES in (mine, theirs):
            assert "offering" in str(question.purpose)
        else:
            assert question.kind is QuestionKind.ACTION


async def test_what_is_asked_before_is_answered_first(club: Bot) -> None:
    """A bastion that asks for something at the start: what was said beforehand waits in the database for its turn."""
    match_id = await challenge(club, PregamePreferences({"cut": "5"}), CHOOSES)
    await accept(club, match_id)
    question = await club.matches.question(match_id, ADA.id)
    assert question is not None and question.kind is QuestionKind.CARDS
    await club.play.answer(club.press(), match_id, ADA.id, question.id, (question.options[0].key,))
    look = await club.matches.public_snapshot(match_id)
    assert [one.about for one in look.awaited] == ["an action"]
    async with club.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and [seat.beforehand for seat in row.seats] == ["", ""]
    assert (0, "5") in await answers(club, match_id)


async def test_what_was_said_is_answered_and_nothing_is_left_of_it(club: Bot) -> None:
    match_id = await challenge(club, PregamePreferences({"cut": "39", "mind": "spent"}))
    await accept(club, match_id, PregamePreferences({"cut": "7", "mind": "numbered"}))
    look = await club.matches.public_snapshot(match_id)
    assert [one.about for one in look.awaited] == ["an action"]
    async with club.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and [seat.beforehand for seat in row.seats] == ["", ""]
    # 39 cards are one more than can be cut off.
    assert (await answers(club, match_id))[:2] == [(0, "38"), (1, "7")]


async def test_the_guess_is_what_was_said(club: Bot) -> None:
    for cut in range(1, 21):  # Every match is shuffled alike here: where it is cut decides who is how deep.
        match_id = await challenge(club, PregamePreferences({"mind": "spent", "cut": str(cut)}))
        await accept(club, match_id, PregamePreferences({"mind": "spent"}))
        view = (await club.matches.public_snapshot(match_id)).view
        first, said = view.active, await answers(club, match_id)
        if len(said) == 4:
            assert said[2:] == [(1, "spent"), (0, "spent")] and first == 0, "a right guess begins"
            return
    raise AssertionError("never tied on depth")


async def test_who_wants_to_be_asked_is_asked(club: Bot) -> None:
    match_id = await challenge(club, PregamePreferences(asks=True))
    await accept(club, match_id, PregamePreferences({"cut": "7"}))
    look = await club.matches.public_snapshot(match_id)
    assert [(one.seat, one.about) for one in look.awaited] == [(0, "a cut")]
    lines = (await club.matches.log(match_id, BO.id)).lines
    assert lines and not [one for one in lines if "cut" in one.text], "nothing is shown before both stand"
    question = await club.matches.question(match_id, ADA.id)
    assert question is not None and "luck either way" in question.purpose
    await club.play.answer(club.press(), match_id, ADA.id, question.id, ("3",))
    assert (await answers(club, match_id))[:2] == [(1, "7"), (0, "3")]


def shown(message: PublicMessage | PrivateMessage) -> str:
    """Return what a message shows; which messages have been sent by then, and their numbers, follow from who was faster."""
    return re.sub(r"\b(\w*message_id)=(?:\d+|None)", r"\1", str(message.shown))


async def test_nobody_can_tell_whether_it_was_said_or_drawn(tmp_path: Path) -> None:
    """All that anybody but Ada receives is the same, whether she said what the lot would have drawn or said nothing."""
    told: list[object] = []
    said = ALL_RANDOM
    for name in ("drawn", "said"):
        async with open_bot(tmp_path / f"{name}.sqlite3", game=GAME) as bot:
            match_id = await challenge(bot, said)
            await accept(bot, match_id)
            await bot.deliver()
            # The channel and each person are delivered to at once: only what each of them receives has an order.
            everybody = sorted(
                (one for one in bot.paper.said if getattr(one.note, "person", 0) != ADA.id),
                key=lambda one: getattr(one.note, "person", 0),
            )
            look = await bot.matches.player_snapshot(match_id, BO.id)
            lines = (await bot.matches.log(match_id, BO.id)).lines
            told.append(([(one.note, one.nonce, shown(one)) for one in everybody], str(look.view), lines))
            drawn = [choice for seat, choice in await answers(bot, match_id) if seat == 0]
            said = PregamePreferences(dict(zip(("cut", "mind"), drawn, strict=False)))
    assert told[0] == told[1]


async def test_a_wish_can_be_changed_until_the_match_begins(club: Bot) -> None:
    match_id = await challenge(club)
    await club.challenges.prepare(match_id, ADA.id, deck="One Door", wish=PregamePreferences({"cut": "5"}))
    mine = await club.challenges.prepared(match_id, ADA.id)
    assert mine.deck == "One Door" and mine.wish.said == {"cut": "5"}
    assert (await club.challenges.prepared(match_id, BO.id)).wish == ALL_RANDOM, "it is Ada's alone"
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
    assert row is not None and row.standing is MatchStatus.PLAYING and row.seats[0].deck == "One Door"
    with pytest.raises(AlreadyDecided, match="already accepted"):
        await club.challenges.prepare(match_id, ADA.id, deck="First Light")
