"""The first lesson of Dreams of Dystopia, clicked through by a beginner who reads: found, understood, won in a few presses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.voidream import voidream
from bot.table import reading
from bot.table.actor import Actor
from cards.i18n import Locale
from engine.dreams_of_dystopia.lessons.course import EXPLAINED, LESSONS
from tests.bot.chat.clicking import act_of, controls
from tests.bot.chat.kit import Player, click_answer, room
from tests.engine.dreams_of_dystopia.lessons.test_lessons import MOST_PRESSES, sensible
from tests.games.registry import undrawn


async def test_a_beginner_is_offered_it_and_wins_it_in_few_presses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = undrawn(voidream()), undrawn(dreams_of_dystopia())
    async with room(tmp_path / "bot.sqlite3", *games) as made:
        ada = Actor(made.table, "Ada")
        use, presses = made.table.acting.use, list[str]()

        def counted(*given: Any) -> Any:
            presses.append(str(given))
            return use(*given)

        monkeypatch.setattr(made.table.acting, "use", counted)
        helped = (await ada.slash("help")).reply
        asked = await ada.click(helped, "First match, with explanations")
        shown = (await ada.click(asked.reply, "Dreams of Dystopia")).reply
        learning = made.services.learning
        told: list[str] = []
        for number, lesson in enumerate(LESSONS, start=1):
            assert f"Lesson {number} of {len(LESSONS)}: {lesson.title}" in reading.text(shown)
            for _ in range(12):
                told.append(reading.text(shown))
                progress = await learning.progress(ada.person.id, games[1])
                if progress is None or lesson.key in progress.reached:
                    break
                assert progress.open_match is not None
                player = Player(ada, made, progress.open_match)
                question = await player.question()
                assert question is not None
                taught = await learning.taught(
                    await made.services.matches.look_private(player.match_id, player.id)
                )
                assert taught is not None and taught.sentence
                whole = [one for one in controls(shown.components, question.id) if act_of(one)[0] == "whole"]
                if whole:
                    named = [one for one in whole if str(one["label"]) in taught.sentence]
                    await ada.click(shown, custom_id=str((named or whole)[0]["custom_id"]))
                else:
                    await click_answer(player, shown, question, sensible(question, taught.sentence))
            assert str(lesson.praise) in reading.text(shown)
            if number < len(LESSONS):
                await ada.click(shown, "Next lesson")
        assert len(presses) <= MOST_PRESSES
        assert {"Practise against me", "All lessons"} <= {*reading.buttons(shown)}
        curse = next(str(one.sentence) for one in EXPLAINED if one.key == "Curse")
        assert sum(curse in one for one in told) == 1, "explained once"
        steps = await learning.funnel(games[1])
        assert [(row.lesson, row.ended) for row in steps if row.step == 0] == [
            (one.key, 1) for one in LESSONS
        ]
        assert not await made.services.matches.of_person(ada.person.id, finished=True), (
            "it counts for nothing"
        )


async def test_it_is_taught_in_the_learners_language(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(dreams_of_dystopia())) as made:
        ada = Actor(made.table, "Ada")
        ada.person.locale = "es-ES"
        said = made.game.translator(Locale.SPANISH)
        shown = reading.text((await ada.slash("voidream learn", lesson="4")).reply)
        assert f"Lección 4 de {len(LESSONS)}: {said(LESSONS[3].title)}" in shown
        assert said(LESSONS[3].goal) in shown and said(LESSONS[3].lines[0].sentence) in shown


async def test_whoever_challenges_to_it_without_having_played_learns_it_meanwhile(tmp_path: Path) -> None:
    games = undrawn(voidream()), undrawn(dreams_of_dystopia())
    async with room(tmp_path / "bot.sqlite3", *games) as made:
        ada, bo = Actor(made.table, "Ada"), Actor(made.table, "Bo")
        sent = await ada.slash("dystopia challenge", user=bo)
        assert "You have never played?" in sent.text
        begun = await ada.click(sent.reply, "First match, with explanations")
        assert f"Lesson 1 of {len(LESSONS)}: {LESSONS[0].title}" in begun.text, (
            "nobody asks which game is meant"
        )
