"""Beginners who press the highlighted buttons find, understand and finish the tutorial within a few clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.discord.components.custom_ids import read
from bot.features.lessons.service import Lessons
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.dreamweavers import dreamweavers
from bot.games.voidream import voidream
from cards.i18n import Locale
from engine.dreams_of_dystopia.lessons.course import LESSONS
from engine.kernel.ai.levels import EASY
from tests.bot.discord.clicks import Component, act_of, controls, walk
from tests.bot.discord.kit import Player, Room, click_answer, room
from tests.engine.dreams_of_dystopia.lessons import test_lessons as dystopia_lessons
from tests.engine.dreamweavers.lessons import test_lessons as dreamweavers_lessons
from tests.engine.lesson_runs import sensible
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

GAMES = {"dreamweavers": dreamweavers, "dreams_of_dystopia": dreams_of_dystopia}
NOTHING = {*dystopia_lessons.NOTHING, *dreamweavers_lessons.NOTHING}
MOST_PRESSES = 25
ANSWERING = {"ahead", "pick", "menu", "set", "whole", "none", "to"}
"""The actions of a question's controls."""
BUTTON = 2
BIG = 3
"""The style of a highlighted button."""


def learning(room: Room) -> Lessons:
    of = room.services
    return Lessons(of.store, of.clock, of.matches)


def act(component: Component) -> str:
    """Return the action of a control; "" for other components."""
    control = read(str(component.get("custom_id", "")))
    return "" if control is None else control.act


@pytest.mark.parametrize("key", GAMES)
async def test_a_beginner_finds_the_tutorial_and_finishes_it_in_few_clicks(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = undrawn(voidream()), undrawn(GAMES[key]())
    course = games[1].lessons
    assert course is not None
    lessons = course.lessons
    async with room(tmp_path / "bot.sqlite3", *games) as lobby:
        ada = Actor(lobby.table, "Ada")
        use, presses = lobby.table.acting.use, list[str]()

        def counted(*args: Any) -> Any:
            presses.append(str(args))
            return use(*args)

        monkeypatch.setattr(lobby.table.acting, "use", counted)
        helped = (await ada.slash("help")).reply
        response = await ada.click(helped, "Tutorial")
        message = (await ada.click(response.reply, games[1].title)).reply
        before, _, _ = transcript.text(message).partition("Lesson 1 of")
        assert str(course.aim) in before, "the goal comes first"
        texts: list[str] = []
        for number, lesson in enumerate(lessons, start=1):
            assert f"Lesson {number} of {len(lessons)}: {lesson.title}" in transcript.text(message)
            for _ in range(12):
                texts.append(transcript.text(message))
                progress = await learning(lobby).progress(ada.person.id, games[1])
                if progress is None or lesson.key in progress.reached:
                    break
                assert progress.open_match is not None
                player = Player(ada, lobby, progress.open_match)
                snapshot = await lobby.services.matches.player_snapshot(player.match_id, player.id)
                taught = await learning(lobby).taught(snapshot)
                assert taught is not None and taught.sentence and snapshot.question is not None
                offered = controls(message.components, snapshot.question.id)
                big = [
                    suggestion
                    for suggestion in offered
                    if suggestion["type"] == BUTTON and suggestion["style"] == BIG
                ]
                whole = [suggestion for suggestion in offered if act_of(suggestion)[0] == "whole"]
                if big or whole:
                    named = [option for option in whole if str(option["label"]) in taught.sentence]
                    await ada.click(message, custom_id=str((big or named or whole)[0]["custom_id"]))
                else:
                    answer = sensible(snapshot.question, taught.sentence, NOTHING)
                    await click_answer(player, message, snapshot.question, answer)
            assert str(lesson.praise) in transcript.text(message)
            if number == len(lessons) - 1:
                await lobby.restart()
            if number < len(lessons):
                assert not {*map(act, walk(message.components))} & ANSWERING, (
                    "no question is open, so nothing can be spoiled"
                )
                await ada.click(message, "Next lesson")
        assert len(presses) <= MOST_PRESSES
        for option in course.explained:
            assert not option.in_lessons or sum(str(option.sentence) in each for each in texts) <= 1, (
                "explained once"
            )
        steps = await learning(lobby).funnel(games[1])
        assert [(row.lesson, row.ended) for row in steps if row.step == 0] == [
            (lesson.key, 1) for lesson in lessons
        ]
        assert not await lobby.services.matches.of_person(ada.person.id, finished=True), (
            "it counts for nothing"
        )
        assert "All lessons" in transcript.buttons(message)
        await ada.click(message, "Practise against me")
        (begun,) = await lobby.services.matches.of_person(ada.person.id)
        assert begun.table.level == EASY.key, "the first real match is easy"


async def test_the_tutorial_is_in_the_learners_language(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(dreams_of_dystopia())) as lobby:
        ada = Actor(lobby.table, "Ada")
        ada.person.locale = "es-ES"
        translate = lobby.game.translator(Locale.SPANISH)
        text = transcript.text((await ada.slash("voidream learn", lesson="4")).reply)
        assert f"Lección 4 de {len(LESSONS)}: {translate(LESSONS[3].title)}" in text
        assert translate(LESSONS[3].goal) in text and translate(LESSONS[3].lines[0].sentence) in text


async def test_a_challenger_new_to_the_game_learns_it_meanwhile(tmp_path: Path) -> None:
    games = undrawn(voidream()), undrawn(dreams_of_dystopia())
    async with room(tmp_path / "bot.sqlite3", *games) as lobby:
        ada, bo = Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo")
        outcome = await ada.slash("dystopia challenge", user=bo)
        assert "Never played?" in outcome.text
        begun = await ada.click(outcome.reply, "Tutorial")
        assert f"Lesson 1 of {len(LESSONS)}: {LESSONS[0].title}" in begun.text, (
            "the bot doesn't ask for the game"
        )


async def test_the_first_match_of_another_game_can_be_begun_after_one_was_left(tmp_path: Path) -> None:
    games = undrawn(voidream()), undrawn(dreamweavers())
    async with room(tmp_path / "bot.sqlite3", *games) as lobby:
        ada = Actor(lobby.table, "Ada")
        helped = (await ada.slash("help")).reply
        first = (await ada.click(helped, "Tutorial")).reply
        await ada.click(first, "Dreamweavers")
        reply = (await ada.click(helped, "Tutorial")).reply
        assert transcript.buttons(reply) == ["Voidream", "Dreamweavers"], "a new tutorial asks again"
        listed = (await ada.slash("match list")).reply
        assert "· Dreamweavers" in transcript.text(listed)
        (go_on,) = (
            component for component in walk(listed.components) if component.get("label") == "Continue"
        )
        control = read(str(go_on["custom_id"]))
        assert control is not None and control.game == "dreamweavers", "the named lesson"
        await ada.click(reply, "Voidream")
        both = (await ada.slash("match list")).reply
        assert {"Go on: Voidream", "Go on: Dreamweavers"} <= {*transcript.buttons(both)}
        assert transcript.text(both).count("Your first match, lesson 1") == 2


async def test_a_lesson_can_end_while_a_card_asks_for_something(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        ada = Actor(lobby.table, "Ada")
        message = (await ada.slash("voidream learn", lesson="4")).reply
        for pressed in ("Play Call to Order", "Attack with all 5", "Pass"):
            await ada.click(message, pressed)
        course = lobby.game.lessons
        assert course is not None
        assert str(course.lessons[3].praise) in transcript.text(message), "the abandoned question is closed"
