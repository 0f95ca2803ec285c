"""Challenges and matches: people's acts, their results, and refusals."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import (
    NotFound,
    NotYourMatch,
    StillGoingOn,
)
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.views.build_views import pack, player_snapshot, sentences
from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice, StaleQuestion
from engine.kernel.match import Match, is_forced, replay
from engine.kernel.match_state import MatchRecord
from engine.kernel.saves import Answer
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, SEED, Bot, open_bot
from tests.bot.match.stored import everything
from tests.games.lanterns import DECKS, LANTERNS, calling

pytestmark = pytest.mark.both_stores


async def test_unknown_matches_are_refused(bot: Bot) -> None:
    table = await bot.challenge()
    for asking in (
        bot.matches.table(77),
        bot.matches.public_snapshot(77),
        bot.matches.player_snapshot(77, ADA.id),
        bot.play.answer(bot.press(), 77, ADA.id, 1, ("1",)),
        bot.play.resign(bot.press(), 77, ADA.id),
        bot.challenges.accept(bot.press(), 77, BO, "Garden"),
        bot.matches.log(77, None),
        bot.matches.record(77),
    ):
        with pytest.raises(NotFound):
            await asking
    for asking in (
        bot.matches.public_snapshot(table.match_id),
        bot.matches.player_snapshot(table.match_id, ADA.id),
        bot.play.answer(bot.press(), table.match_id, ADA.id, 1, ("1",)),
        bot.play.resign(bot.press(), table.match_id, ADA.id),
    ):
        with pytest.raises(NotFound, match=r"hasn't begun\. Waiting for Bo to accept"):
            await asking
    assert await bot.matches.in_thread(12345) is None


async def test_an_answer_is_accepted_and_the_next_question_returned(bot: Bot) -> None:
    match_id = await bot.begin()
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    result = await bot.play.answer(bot.press(), match_id, ADA.id, question.id, ("3",))
    assert not result.repeated
    assert result.snapshot.question is None
    assert [seat.person.name for seat in result.snapshot.awaited] == ["Bo"]
    bid = await bot.matches.question(match_id, BO.id)
    assert bid is not None
    result = await bot.play.answer(bot.press(), match_id, BO.id, bid.id, ("1",))
    assert [str(line) for line in result.happened] == ["Bids: Ada 3, Bo 1. Ada won the round."]
    assert await bot.matches.question(match_id, BO.id) is None
    (summary,) = await bot.matches.of_person(BO.id)
    assert summary.awaited == (0,)


async def test_refused_answers_change_nothing(bot: Bot) -> None:
    match_id = await bot.begin()
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    before = await everything(bot)
    with pytest.raises(InvalidChoice, match="9 is not between 0 and 5"):
        await bot.play.answer(bot.press(), match_id, ADA.id, question.id, ("9",))
    with pytest.raises(StaleQuestion, match="question is closed"):
        await bot.play.answer(bot.press(), match_id, ADA.id, question.id + 50, ("1",))
    with pytest.raises(NotYourMatch, match=r"You aren't playing in this match\. Ada and Bo are"):
        await bot.play.answer(bot.press(), match_id, CY.id, question.id, ("1",))
    with pytest.raises(NotYourMatch):
        await bot.play.resign(bot.press(), match_id, CY.id)
    with pytest.raises(NotYourMatch):
        await bot.matches.player_snapshot(match_id, CY.id)
    with pytest.raises(NotYourMatch):
        await bot.matches.question(match_id, CY.id)
    assert await everything(bot) == before


async def test_an_internal_failure_changes_nothing(tmp_path: Path) -> None:
    broken = False

    def stumble() -> None:
        if broken:
            raise ZeroDivisionError("the lantern fell")

    async with open_bot(tmp_path / "bot.sqlite3", rules=calling(stumble)) as bot:
        match_id = await bot.begin()
        for person, bid in ((ADA, "3"), (BO, "1")):
            question = await bot.matches.question(match_id, person.id)
            assert question is not None
            await bot.play.answer(bot.press(), match_id, person.id, question.id, (bid,))
        order = await bot.matches.question(match_id, ADA.id)
        assert order is not None
        keys = tuple(option.key for option in order.options)
        before = await everything(bot)
        broken = True
        interaction = bot.press()
        with pytest.raises(ZeroDivisionError):
            await bot.play.answer(interaction, match_id, ADA.id, order.id, keys)
        assert await everything(bot) == before
        broken = False
        result = await bot.play.answer(interaction, match_id, ADA.id, order.id, keys)
        assert not result.repeated


async def test_a_repeated_interaction_is_executed_once(bot: Bot) -> None:
    challenge, accept, answer, resign = (bot.press() for _ in range(4))
    first = await bot.challenges.challenge(
        challenge, ADA, BO, game=bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour"
    )
    before = await everything(bot)
    again = await bot.challenges.challenge(
        challenge, ADA, BO, game=bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour"
    )
    assert again == first
    match_id = first.match_id
    assert await everything(bot) == before

    begun = await bot.challenges.accept(accept, match_id, BO, "Garden")
    before = await everything(bot)
    assert await bot.challenges.accept(accept, match_id, BO, "Garden") == begun
    assert await everything(bot) == before

    for person in (ADA, BO):
        question = await bot.matches.question(match_id, person.id)
        assert question is not None
        result = await bot.play.answer(
            answer if person is BO else bot.press(), match_id, person.id, question.id, ("2",)
        )
    before = await everything(bot)
    repeated = await bot.play.answer(answer, match_id, BO.id, question.id, ("5",))
    assert repeated.repeated
    assert repeated.happened == result.happened
    assert repeated.snapshot == result.snapshot
    assert await everything(bot) == before

    over = await bot.play.resign(resign, match_id, ADA.id)
    before = await everything(bot)
    repeated = await bot.play.resign(resign, match_id, ADA.id)
    assert (repeated.happened, repeated.snapshot, repeated.repeated) == (over.happened, over.snapshot, True)
    assert await everything(bot) == before


async def test_a_second_press_of_the_same_button_is_refused_politely(bot: Bot) -> None:
    match_id = await bot.begin()
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, ADA.id, question.id, ("2",))
    with pytest.raises(StaleQuestion, match="question is closed"):
        await bot.play.answer(bot.press(), match_id, ADA.id, question.id, ("4",))


async def test_simultaneous_answers_are_accepted_once_each(bot: Bot) -> None:
    match_id = await bot.begin()
    questions = {person: await bot.matches.question(match_id, person) for person in (ADA.id, BO.id)}

    async def press(person: int, bid: str) -> bool:
        question = questions[person]
        assert question is not None
        try:
            await bot.play.answer(bot.press(), match_id, person, question.id, (bid,))
        except StaleQuestion:
            return False
        return True

    results = await asyncio.gather(*(press(person, str(n)) for n in range(5) for person in (ADA.id, BO.id)))
    assert sum(results) == 2
    assert (await bot.matches.table(match_id)).rev == 3


async def test_resigning_ends_the_match_and_shows_the_seed(bot: Bot) -> None:
    match_id = await bot.begin()
    with pytest.raises(StillGoingOn, match="secrets"):
        await bot.matches.record(match_id)
    result = await bot.play.resign(bot.press(), match_id, ADA.id)
    assert result.snapshot.outcome is not None
    assert (result.snapshot.outcome.winners, result.snapshot.outcome.ending) == ((1,), "resignation")
    assert result.snapshot.seed == SEED
    assert result.snapshot.table.status is MatchStatus.OVER
    assert await bot.matches.of_person(ADA.id) == ()
    (finished,) = await bot.matches.of_person(BO.id, finished=True)
    assert finished.table.match_id == match_id
    record = await bot.matches.record(match_id)
    assert record.seed == SEED
    with pytest.raises(StaleQuestion, match="over"):
        await bot.play.resign(bot.press(), match_id, BO.id)


async def test_a_whole_match_and_its_record(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    answers = 0
    while await bot.answer_anything(match_id, dice):
        answers += 1
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None
    assert snapshot.seed == SEED
    record = await bot.matches.record(match_id)
    decided = by_people(record)
    assert len(decided) == answers
    again = replay(LANTERNS, record.setup, record.seed, record.answers)
    assert again.view(None) == snapshot.view
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
    assert [act.rev for act in acts] == list(range(answers + 2))
    assert [(act.seat, act.choice) for act in acts[2:]] == [(a.seat, a.choice) for a in decided]


def by_people(record: MatchRecord) -> list[Answer]:
    """Return the answers of a match that a person gave, without forced answers."""
    match, _ = Match.begin(LANTERNS, record.setup, record.seed)
    out: list[Answer] = []
    for answer in record.answers:
        if not is_forced(match, answer):
            out.append(answer)
        match.answer(answer.seat, match.questions[answer.seat].id, answer.choice)
    assert len(out) < len(record.answers), "no answers were forced in this match"
    return out


async def test_the_log_has_pages_for_each_viewer(bot: Bot) -> None:
    match_id = await bot.begin()
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        pass
    whole = await bot.matches.log(match_id, ADA.id)
    assert whole.pages == 1
    texts = [line.text for line in whole.lines]
    assert [line.number for line in whole.lines] == list(range(1, len(texts) + 1))
    assert any(text.startswith("Ada drew ") and "lanterns" not in text for text in texts)
    assert "Bo drew 3 lanterns." in texts
    public = [line.text for line in (await bot.matches.log(match_id, None)).lines]
    assert "Ada drew 3 lanterns." in public
    assert "Bo drew 3 lanterns." in public
    assert not any(" and kept " in text for text in public)
    assert [line.text for line in (await bot.matches.log(match_id, CY.id)).lines] == public
    for requested, page in ((-3, 1), (99, 1), (1, 1)):
        assert (await bot.matches.log(match_id, None, requested)).page == page


async def test_illegal_cards_are_explained(bot: Bot) -> None:
    match_id = await bot.begin()
    assert await bot.matches.why_not(match_id, ADA.id, "bid 9") == ("You have only 5 coins.", "Lanterns 2")
    with pytest.raises(NotYourMatch):
        await bot.matches.why_not(match_id, CY.id, "bid 9")


async def test_names_are_refreshed_when_a_challenge_is_accepted(bot: Bot) -> None:
    table = await bot.challenge()
    renamed = Person(BO.id, "Boadicea")
    accepted = await bot.challenges.accept(bot.press(), table.match_id, renamed, "Garden")
    assert accepted.table.names == ("Ada", "Boadicea")


async def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    dice = Chance("luck")
    async with open_bot(path) as bot:
        match_id = await bot.begin()
        for _ in range(3):
            await bot.answer_anything(match_id, dice)
        looks = [await bot.matches.player_snapshot(match_id, p.id) for p in (ADA, BO)]
        public = await bot.matches.public_snapshot(match_id)
    async with open_bot(path) as bot:
        again = [await bot.matches.player_snapshot(match_id, p.id) for p in (ADA, BO)]
        assert [(a.view, a.question, a.story) for a in again] == [
            (a.view, a.question, a.story) for a in looks
        ]
        assert (await bot.matches.public_snapshot(match_id)).view == public.view


async def test_players_see_everything_since_their_own_last_act(bot: Bot) -> None:
    """Everything, with the consequences of that act, and nothing before it."""
    match_id, dice = await bot.begin(), Chance("since")
    for _ in range(20):
        await bot.answer_anything(match_id, dice)
        async with bot.store.read() as store:
            rows = await store.events.of(match_id)
        for person, seat in ((ADA, 0), (BO, 1)):
            last = max((row.rev for row in rows if row.seat == seat and row.by_hand), default=0)
            snapshot = await bot.matches.player_snapshot(match_id, person.id)
            since = [line for row in rows if row.rev >= last for line in sentences(snapshot.table, row, seat)]
            story = " ".join(map(str, snapshot.story)).replace("You win", f"{person.name} wins")
            story = story.replace("You ", f"{person.name} ")
            assert all(line.rev >= last for line in snapshot.story)
            assert all(line in story for line in since)


async def test_the_story_lists_events_instead_of_counting_them(bot: Bot) -> None:
    match_id = await bot.begin()
    async with bot.store.read() as store:
        rows = await store.events.of(match_id)
    table = await bot.matches.table(match_id)
    match, events = Match.begin(LANTERNS, LANTERNS.setup([DECKS["Garden"]] * 2), SEED)
    act_row = replace(rows[0], data=pack([event for event in events if event.kind == events[-1].kind][:1]))
    mine, theirs = replace(act_row, seat=0, by_hand=True), replace(act_row, seat=1)
    for count in (0, 1, 5, 30):
        snapshot = player_snapshot(table, match, 0, [mine] * 3 + [theirs] * count, None)
        assert len(snapshot.story) == 1 + count
