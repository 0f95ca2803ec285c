"""The tutorial in Discord: playing, leaving and resuming lessons, across a restart and in another language."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.discord.components.custom_ids import read
from bot.features.lessons.service import Lessons
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from cards.i18n import Locale
from engine.kernel.chance import Chance
from engine.kernel.notation import understand
from engine.voidream.lessons.course import COURSE, LESSONS
from engine.voidream.players.greedy.player import Greedy
from tests.bot.discord.clicks import walk
from tests.bot.discord.kit import Player, Room, begin_match, click_answer, room
from tests.engine.voidream.lessons.test_lessons import PLAYS
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor


def learning(room: Room) -> Lessons:
    of = room.services
    return Lessons(of.store, of.clock, of.matches)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Room]:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        yield lobby


class Learner:
    """A learner with the message that shows the lesson."""

    def __init__(self, club: Room, actor: Actor, message: Message) -> None:
        self.club = club
        self.actor = actor
        self.message = message
        self.presses = 0
        self.player = Greedy(Chance("learner"))

    @property
    def text(self) -> str:
        return transcript.text(self.message)

    @property
    def match_id(self) -> int:
        """The match of the current lesson."""
        lesson_matches = (
            read(str(component["custom_id"]))
            for component in walk(self.message.components)
            if "custom_id" in component
        )
        return next(control.match_id for control in lesson_matches if control and control.act == "learn")

    async def answer(self, words: str = "") -> None:
        """Answer the question by clicking: the option named by these words, or the best one."""
        match_id = self.match_id
        player = Player(self.actor, self.club, match_id)
        question = await player.question()
        assert question is not None
        view = (await self.club.services.matches.player_snapshot(match_id, self.actor.person.id)).view
        keys = (
            understand(question, words, COURSE.phrasing)
            if words
            else self.player.answer(question, lambda: view)
        )
        await click_answer(player, self.message, question, keys)
        self.presses += 1

    async def press(self, label: str) -> None:
        """Press a button of the lesson, which updates its message."""
        await self.actor.click(self.message, label)
        self.presses += 1


async def lesson_of(club: Room, actor: Actor) -> Learner:
    """Open the tutorial with boards as text, because other tests draw them."""
    await club.services.people.want_text_boards(actor.person.id, True)
    return Learner(club, actor, (await actor.slash("voidream learn")).reply)


async def test_a_new_player_leaves_and_resumes_the_tutorial_after_a_restart(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    learner = await lesson_of(club, ada)
    for number, lesson in enumerate(LESSONS, start=1):
        assert f"Lesson {number} of {len(LESSONS)}: {lesson.title}" in learner.text
        assert f"Your goal: {lesson.goal}" in learner.text
        plays = list(PLAYS.get(lesson.key, ()))
        for _ in range(20):
            if str(lesson.praise) in learner.text:
                break
            await learner.answer(plays.pop(0) if plays else "")
            if number == 2:
                await club.restart()
        assert str(lesson.praise) in learner.text
        if number == 3:
            await learner.press("Stop here")
            assert "Continue whenever you like" in learner.text
            learner = Learner(club, ada, (await ada.slash("voidream learn")).reply)
        elif number < len(LESSONS):
            await learner.press("Next lesson")
    await club.quiet()
    for label in ("Practise against me", "All lessons", "Replay"):
        assert transcript.button(learner.message, label)
    assert "Replay" in (await ada.click(learner.message, "Replay")).text
    message = (await ada.slash("voidream learn")).reply
    assert transcript.text(message).count("– done") == len(LESSONS)
    await ada.select(message, LESSONS[0].key)
    again = Learner(club, ada, message)
    assert f"Lesson 1 of {len(LESSONS)}" in again.text
    # No one else has seen any of it, and it counts for nothing.
    assert not bo.sees() and not bo.threads() and not ada.direct.messages
    assert not await club.services.matches.of_person(ada.person.id, finished=True)
    assert await club.services.beginners.is_new(ada.person.id, club.game) is False
    steps = await learning(club).funnel(club.game)
    assert [(row.lesson, row.begun, row.ended) for row in steps if row.step == 0] == [
        (lesson.key, 1, 1) for lesson in LESSONS
    ]
    assert [(row.step, row.begun, row.ended) for row in steps if row.lesson == "evoke"] == [
        (0, 1, 1), (1, 1, 1), (2, 1, 1),
    ]  # fmt: skip


async def test_a_lesson_is_in_the_learners_language_and_blocks_nothing(club: Room) -> None:
    ada = Actor(club.table, "Ada")
    ada.person.locale = "es-ES"
    translate = club.game.translator(Locale.SPANISH)
    learner = await lesson_of(club, ada)
    lesson = LESSONS[0]
    assert f"Lección 1 de {len(LESSONS)}: {translate(lesson.title)}" in learner.text
    assert translate(lesson.lines[1].sentence) in learner.text
    typed = (await ada.slash("voidream play", card="Open Eyes")).reply
    assert translate(lesson.lines[0].sentence) in transcript.text(typed)
    listed = (await ada.slash("match list")).reply
    assert f"Tu primera partida, lección 1: {translate(lesson.title)}" in transcript.text(listed)
    response = await ada.slash("match undo")
    assert "Esto es una lección" in response.text
    # The abandoned lesson is deleted, and its message explains how to continue.
    old = (await ada.slash("voidream learn")).reply
    await ada.slash("voidream learn", lesson="2")
    assert "Has dejado esta lección. Continúa con `/voidream learn`" in (await ada.click(old, "Mano")).text
    await club.turn(1000 * 3600 * 24 * 3)
    assert not ada.direct.messages, "lessons have no reminders"


async def test_a_missed_goal_restarts_the_lesson(club: Room) -> None:
    ada, mind = Actor(club.table, "Ada"), LESSONS[1]
    await club.services.people.want_text_boards(ada.person.id, True)
    learner = Learner(club, ada, (await ada.slash("voidream learn", lesson="2")).reply)
    await learner.answer("passes")
    assert str(mind.pity) in learner.text
    assert transcript.buttons(learner.message).count("Start again") == 2, "below the text, in its usual place"
    again = next(
        component for component in walk(learner.message.components) if component.get("label") == "Start again"
    )
    await ada.click(learner.message, custom_id=str(again["custom_id"]))
    assert str(mind.pity) not in learner.text and str(mind.lines[1].sentence) in learner.text


async def test_new_players_are_offered_the_tutorial_everywhere(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    for actor in (ada, bo):
        await club.services.people.want_text_boards(actor.person.id, True)
    for command in ("help", "match list"):
        assert transcript.button((await ada.slash(command)).reply, "Tutorial")
    outcome = await ada.slash("voidream challenge", user=bo, deck="First Light")
    assert "Never played?" in outcome.text
    await club.quiet()
    challenge = await bo.gets("challenges you to")
    begun = await ada.click(outcome.reply, "Tutorial")
    assert "Lesson 1 of" in begun.text
    accepted = await bo.click(challenge, "Tutorial")
    assert "You're playing First Light" in accepted.text or "The match begins" in accepted.text
    await club.quiet()
    assert "accepted" in transcript.text(challenge)


async def test_new_concepts_are_explained_once_unless_turned_off(club: Room) -> None:
    ada, bo = Actor(club.table, "Ada"), Actor(club.table, "Bo")
    for actor in (ada, bo):
        await club.services.people.want_text_boards(actor.person.id, True)
    duel, explained, dice = await begin_match(club, ada, bo), set[str](), Greedy(Chance("first"))
    sentence, snapshot = "", await club.services.matches.player_snapshot(duel.match_id, ada.person.id)
    for n in range(60):
        player, question = await duel.asked()
        snapshot = await club.services.matches.player_snapshot(duel.match_id, player.id)
        sentence = await learning(club).explanation(snapshot)
        assert sentence == await learning(club).explanation(snapshot), "as long as the question is open"
        if player.actor is ada and sentence:
            assert sentence not in explained
            explained.add(sentence)
            if len(explained) == 3:
                break
        choice = dice.answer(question, lambda view=snapshot.view: view)
        await club.services.play.answer(1000 + n, duel.match_id, player.id, question.id, choice)
    await club.quiet()
    panel = (await ada.slash("match decide")).reply
    assert f"New: {sentence}" in transcript.text(panel).replace("*", "")
    await ada.click((await ada.click(panel, "More")).reply, "No explanations")
    assert transcript.button(await ada.gets("Explanations are off"), "Explain new things")
    assert "New:" not in transcript.text((await ada.slash("match decide")).reply)
    assert not await learning(club).explanation(snapshot)


async def test_a_lesson_gives_its_own_hint_and_stays_unchanged(club: Room) -> None:
    learner = await lesson_of(club, Actor(club.table, "Ada"))
    before = learner.text
    hint = await learner.actor.click(learner.message, "Hint")
    assert hint.reply.ephemeral and hint.text in before and "Better" not in hint.text
    assert learner.text == before
    assert (await club.services.matches.table(learner.match_id)).level == "", (
        "it answers according to the lesson"
    )
