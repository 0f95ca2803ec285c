"""Stored lessons: starting, leaving, interruption by a crash, and anonymous counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.cli.funnel import table
from bot.errors import NotFound
from bot.features.lessons.service import Lessons
from bot.games.voidream import voidream
from bot.store.lessons import StepRow
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.views import load_match
from bot.views.types import PlayerSnapshot
from cards.i18n import Locale
from cards.voidream.decks import ready_made
from engine.kernel.errors import UnreadableMatch
from engine.kernel.lessons import LEARNER
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from engine.voidream.lessons.course import COURSE, LESSONS
from tests.bot.kit import ADA, Bot, open_bot

GAME = voidream()
HOUSE = Person(7, "Voidream", is_bot=True, is_this_bot=True)


def learning(bot: Bot) -> Lessons:
    return Lessons(bot.store, bot.clock, bot.matches)


async def go_on(bot: Bot, interaction: int = 0) -> PlayerSnapshot:
    snapshot = await learning(bot).go_on(interaction or bot.press(), ADA, HOUSE, GAME, Locale.ENGLISH)
    assert snapshot is not None
    return snapshot


async def test_a_lesson_starts_once_and_can_be_left_for_another(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        interaction = bot.press()
        first = await go_on(bot, interaction)
        again = await go_on(bot, interaction)
        assert again.table.match_id == first.table.match_id == (await go_on(bot)).table.match_id
        door = learning(bot)
        second = await door.begin(bot.press(), ADA, HOUSE, GAME, "dawn")
        assert (await bot.matches.table(first.table.match_id)).status is MatchStatus.WITHDRAWN
        assert (await go_on(bot)).table.match_id == second.table.match_id
        with pytest.raises(NotFound, match="You left this lesson"):
            await bot.matches.player_snapshot(first.table.match_id, ADA.id)
        with pytest.raises(NotFound, match="That lesson doesn't exist"):
            await door.begin(bot.press(), ADA, HOUSE, GAME, "sleep")
        # It is in no list, waits for no one, and is announced to no one.
        assert not await bot.matches.of_person(ADA.id)
        async with bot.store.read() as store:
            assert not await store.matches.open()
            assert not await store.matches.playing(ADA.id)
            assert await store.alarms.next(0) is None
        await bot.deliver()
        assert not bot.paper.said


async def test_a_keyword_is_explained_once_with_its_cards(tmp_path: Path) -> None:
    explanations = dict[str, list[tuple[str, tuple[str, ...]]]]()
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        for key in ("Nightmare", "dawn"):
            snapshot = await learning(bot).begin(bot.press(), ADA, HOUSE, GAME, key)
            taught = await learning(bot).taught(snapshot)
            assert taught is not None
            explanations[key] = [(keyword.word, keyword.cards) for keyword in taught.keywords]
    assert ("Heroic", ("Chalk Sentinel",)) in explanations["Nightmare"]
    assert not {word for word, _ in explanations["dawn"]} & {word for word, _ in explanations["Nightmare"]}


async def test_an_interrupted_answer_applies_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        snapshot = await go_on(bot)
        assert snapshot.question is not None
        match_id, question = snapshot.table.match_id, snapshot.question.id

        async def die(*_: object, **__: object) -> None:
            raise MemoryError

        with monkeypatch.context() as broken:
            broken.setattr("bot.match.lesson_progress.answered", die)
            with pytest.raises(MemoryError):
                await bot.play.answer(bot.press(), match_id, ADA.id, question, ("play Open Eyes",))
        after = await go_on(bot)
        assert after.question == snapshot.question and after.table.rev == snapshot.table.rev
        await bot.play.answer(bot.press(), match_id, ADA.id, question, ("play Open Eyes",))
        assert (await go_on(bot)).question != snapshot.question


async def test_the_bot_continues_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        snapshot = await go_on(bot)
        match_id = snapshot.table.match_id
        for choice in (("play Open Eyes",), ("play",)):
            question = (await bot.matches.player_snapshot(match_id, ADA.id)).question
            assert question is not None
            with monkeypatch.context() as dying:
                dying.setattr("bot.match.practice.PracticeMatches.go_on", _do_nothing)
                await bot.play.answer(bot.press(), match_id, ADA.id, question.id, choice)
        assert (await bot.matches.player_snapshot(match_id, ADA.id)).question is None
        await bot.turn()
        again = await bot.matches.player_snapshot(match_id, ADA.id)
        assert again.question is not None
        taught = await learning(bot).taught(again)
        assert taught is not None and taught.is_reached
        await bot.deliver()
        assert not bot.paper.said, "a lesson mentions no one"


async def _do_nothing(*_: object) -> None:
    pass


async def test_a_lesson_of_an_older_version_restarts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        first = await go_on(bot)
        # Like the newer version's process before it has read the match.
        load_match.clear_cache()
        load = Match.load
        broken = iter([True])

        def fails_once(*args: object) -> Match:
            if next(broken, False):
                raise UnreadableMatch("It is of another version.")
            return load(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(Match, "load", fails_once)
        again = await go_on(bot)
        assert again.table.match_id != first.table.match_id
        assert again.table.lesson == first.table.lesson == LESSONS[0].key
        assert again.seat == LEARNER


async def test_a_lesson_with_cards_that_have_changed_says_so_and_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=GAME) as bot:
        with monkeypatch.context() as earlier:
            earlier.setitem(COURSE.__dict__, "setup", _earlier_setup())
            earlier.setitem(COURSE.__dict__, "_begun", {})
            first = await go_on(bot)
            current = await learning(bot).taught(first)
            assert current is not None and not current.is_missed
        outdated = await learning(bot).taught(first)
        assert outdated is not None and outdated.is_missed and "have changed" in outdated.sentence
        for choice in (("play Open Eyes",), ("play",)):
            question = (await bot.matches.player_snapshot(first.table.match_id, ADA.id)).question
            assert question is not None
            await bot.play.answer(bot.press(), first.table.match_id, ADA.id, question.id, choice)
        progress = await learning(bot).progress(ADA.id, GAME)
        assert progress is not None and not progress.reached, "the goal doesn't fit those cards"
        again = await go_on(bot)
        assert again.table.match_id != first.table.match_id
        assert again.table.lesson == first.table.lesson
        restarted = await learning(bot).taught(again)
        assert restarted is not None and restarted.sentence == current.sentence


def _earlier_setup() -> bytes:
    """Return the setup of the lessons with other numbers on a bastion."""
    decks = {deck.name: deck for deck in ready_made()}
    own, other = (decks[name] for name in COURSE.story.decks)
    return VOIDREAM.setup([replace(own, bastion=replace(own.bastion, stability=20)), other])


def test_the_funnel_is_a_small_table() -> None:
    rows = [StepRow("evoke", 0, 8, 6), StepRow("evoke", 1, 8, 7), StepRow("evoke", 2, 7, 6)]
    assert table(["evoke", "mind"], rows) == [
        "lesson  step  begun  ended  through",
        "evoke   all      8      6    75 %",
        "          1      8      7    88 %",
        "          2      7      6    86 %",
        "mind    all      0      0       –",
    ]
