"""Lessons of a game without decks, and words that are explained once."""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.resources import files

import pytest
from msgspec.structs import replace

from cards.i18n import msg
from engine.kernel.lesson_file import lessons_in
from engine.kernel.lessons import (
    Course,
    Lesson,
    LessonExplanation,
    LessonLine,
    Story,
    asks,
    coaching,
    line_for,
    meaning,
    new_cards,
    new_thing,
    pressed,
    story_in,
)
from tests.engine.lesson_runs import Learning
from tests.games.bazaar.game import BAZAAR, PHRASING
from tests.games.bazaar.position import BazaarView

EXPLAINED = (
    LessonExplanation("gold", lambda view, question: question.topic == "act", msg("Gold buys cards.")),
    LessonExplanation("act", asks("act"), msg("A turn has many acts."), of_question=True),
)


def hand(view: BazaarView) -> list[str]:
    """Return the titles of the viewer's hand."""
    return [str(card.title) for card in view.seats[0].zones["hand"]]


BEGIN = Lesson(
    "play",
    msg("Play"),
    2,
    msg("Play a card."),
    (LessonLine(lambda moment: moment.question is not None, msg("Play your Coin."), press=("play", "Coin")),),
    lambda moment: moment.view != moment.start,
    msg("**Played.**"),
)
COURSE = Course(
    game=BAZAAR,
    phrasing=PHRASING,
    prepare=lambda: BAZAAR.setup([None, None]),
    story=Story("taught", ("Ada", "Bo"), ("Ada chooses fox", "Bo chooses hare")),
    lessons=(BEGIN,),
    aim=msg("You win with most gold."),
    cards=hand,
    explained=EXPLAINED,
)


def test_a_lesson_begins_at_the_end_of_its_story() -> None:
    learning = Learning(COURSE, BEGIN)
    assert coaching(BEGIN, learning.moment) == msg("Play your Coin.") and not learning.is_reached
    learning.say("plays Coin")
    assert learning.is_reached
    learning.check_replay()


def test_the_other_seat_gives_only_required_answers() -> None:
    learning = Learning(COURSE, BEGIN)
    learning.say("ends the turn")
    match = learning.match
    assert list(match.questions) == [0] and match.view(0).turn == 3, "the opponent's turn is over"


def test_known_explanations_are_skipped_for_the_next_ones() -> None:
    moment = Learning(COURSE, BEGIN).moment
    assert moment.question is not None
    explained = [
        new_thing(EXPLAINED, moment.view, moment.question, known) for known in ([], ["gold"], ["gold", "act"])
    ]
    assert explained == [*EXPLAINED, None]


def test_a_lines_option_is_highlighted_if_it_is_offered() -> None:
    learning = Learning(COURSE, BEGIN)
    moment = learning.moment
    asked = pressed(line_for(BEGIN, moment), moment.question)
    assert asked is not None and asked.key == "play Coin"
    other = replace(BEGIN.lines[0], press=("play", "Anvil"))
    assert pressed(other, moment.question) is None and pressed(None, moment.question) is None


def test_cards_are_explained_at_their_first_appearance() -> None:
    learning = Learning(COURSE, BEGIN)
    assert new_cards(COURSE, learning.moment) == [*dict.fromkeys(hand(learning.match.view(0)))] != []
    learning.say("plays Coin")
    assert new_cards(COURSE, learning.moment) == [], "all of them occurred before"


def test_the_meaning_of_a_question_is_its_general_explanation() -> None:
    moment = Learning(COURSE, BEGIN).moment
    assert moment.question is not None
    assert meaning(EXPLAINED, moment.view, moment.question) == msg("A turn has many acts.")
    assert meaning(EXPLAINED[:1], moment.view, moment.question) is None


def test_a_story_is_read_from_its_package() -> None:
    story = story_in("engine.voidream.lessons")
    assert len(story.answers) > 50 and all(story.decks) and story.players == ("Learner", "House")


@pytest.mark.parametrize("game", ["dreams_of_dystopia", "dreamweavers", "voidream"])
def test_a_course_defines_the_conditions_that_its_file_names(game: str) -> None:
    course, package = import_module(f"engine.{game}.lessons.course"), f"engine.{game}.lessons"
    file = tomllib.loads(files(package).joinpath("lessons.toml").read_text("utf-8"))
    explained = {one["when"] for one in file["explanations"]}
    lines = {line.get("when") for lesson in file["lessons"] for line in lesson["lines"]}
    goals = {lesson.get(goal) for lesson in file["lessons"] for goal in ("reached", "missed")}
    assert {*course.QUESTIONS, *course.MOMENTS} == (explained | lines | goals) - {None}
    with pytest.raises(KeyError):
        lessons_in(package, {}, course.MOMENTS)
