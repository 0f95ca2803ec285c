"""Words and sentences of a game's cards without a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from cards.language import nodes
from cards.language.nodes import Player
from cards.language.parts import parts_of
from cards.language.records import Node
from cards.language.vocabulary import Vocabulary
from engine.kernel.notation import Phrasing
from engine.scenario.model import AnswerLine, Scenario

PLAYERS = (Player.YOU, Player.OPPONENT, Player.EACH)
SENTENCES = {
    *((nodes.May, who) for who in PLAYERS),
    *((nodes.ChooseOne, who) for who in PLAYERS),
    *((nodes.IfYouDo, did) for did in (True, False)),
    *((nodes.If, is_otherwise) for is_otherwise in (True, False)),
    (nodes.ForEach, None),
}
"""The control structures around instructions that are carried out differently."""


def _sentence(part: object) -> tuple[type[Node], object] | None:
    match part:
        case nodes.May(who=who):
            return nodes.May, who
        case nodes.ChooseOne(who=who):
            return nodes.ChooseOne, who
        case nodes.IfYouDo(did=did):
            return nodes.IfYouDo, did
        case nodes.If(otherwise=otherwise):
            return nodes.If, otherwise is not None
        case nodes.ForEach():
            return nodes.ForEach, None
        case _:
            return None


def sentences_not_in(texts: Iterable[object]) -> list[str]:
    """Return the names of the structures that none of these texts has."""
    present = {_sentence(part) for text in texts for part in parts_of(text)}
    return sorted(f"{node.__name__} {how}" for node, how in SENTENCES - present)


def not_in(texts: Iterable[object], vocabulary: Vocabulary) -> list[str]:
    """Return the names of the words and structures that none of these texts has."""
    every = list({id(text): text for text in texts}.values())
    words = set(vocabulary.nodes) - {type(part) for text in every for part in parts_of(text)}
    return sorted(word.__name__ for word in words) + sentences_not_in(every)


def verbs_not_in(scenarios: Iterable[Scenario[Any]], phrasing: Phrasing) -> list[str]:
    """Return the verbs of options that no answer in these scenarios has."""
    answers = {
        step.words for scenario in scenarios for step in scenario.steps if isinstance(step, AnswerLine)
    }
    used = {
        verb: re.compile(re.escape(words).replace(r"\{subject\}", ".+"))
        for verb, words in phrasing.verbs.items()
    }
    return [
        verb for verb, pattern in used.items() if not any(pattern.fullmatch(answer) for answer in answers)
    ]
