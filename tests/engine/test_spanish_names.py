"""Cards and notions have their Spanish names in every question, log and story of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from cards.dreams_of_dystopia.library import the_set as dystopia_set
from cards.dreamweavers.library import the_set as dreamweavers_set
from cards.i18n import Locale, Message, Translator, title
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.program import NOTIONS
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Question, random_choice

NAMES = ("Ada", "Bo")
FACES = [face.title for card in dystopia_set().cards for face in card.sides]
CASES = [
    (
        DREAMWEAVERS,
        [*map(title, dreamweavers_set().cards), *(Message(one, context="notion") for one in NOTIONS)],
    ),
    (DYSTOPIA, list(map(title, FACES))),
]


def written(question: Question) -> Iterator[str]:
    yield from (question.purpose, question.because, question.some, question.none)
    for one in question.options:
        yield from (one.label, one.detail)


def told(game: Game, events: Sequence[Event], spanish: Translator) -> Iterator[str]:
    for seat in (None, 0, 1):
        known = [seen(event, seat) for event in events]
        yield from (game.words(one, NAMES, spanish) for one in known)
        for beat in game.story(known, NAMES, seat):
            yield from (spanish(one) for one in (beat.text, beat.brief, beat.reason) if one is not None)


@pytest.mark.parametrize(("game", "names"), CASES)
def test_names_are_spanish_in_all_texts(game: Game, names: Sequence[Message]) -> None:
    spanish = game.translator(Locale.SPANISH)
    english = [str(one) for one in names if spanish(one) != str(one)]
    pattern = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in english))
    match, chance = Match.new(game, [None, None], "names"), Chance("names")
    for _ in range(120):
        if match.outcome is not None:
            break
        for question in match.questions_in(spanish, NAMES).values():
            assert not [one for one in written(question) if pattern.search(one)]
        seat, question = next(iter(match.questions.items()))
        events = match.answer(seat, question.id, random_choice(question, chance))
        assert not [one for one in told(game, events, spanish) if pattern.search(one)]
