"""Gaps in the records of a game's words: the real games have none, and existing ones are found."""

from __future__ import annotations

import pytest

from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE as DYSTOPIA
from cards.dreamweavers.language.vocabulary import LANGUAGE as DREAMWEAVERS
from cards.language import nodes
from cards.language.completeness import missing
from cards.language.english import English
from cards.language.language import Language
from cards.language.records import Form, Node, Word, meaning, w, word
from cards.language.spanish import Spanish
from cards.language.vocabulary import Vocabulary
from cards.voidream.language import tree
from cards.voidream.language.words import LANGUAGE as VOIDREAM

ELSEWHERE = {nodes.Player.ITS_CONTROLLER, tree.Duration.PHASE, *tree.KeywordName}
"""Words that are never written, or whose Spanish is in the catalogue as a term of the rules."""


def found(language: Language) -> list[str]:
    english = English(language.vocabulary)
    spanish = Spanish(language.vocabulary, lambda text, _sort: text)
    return missing(language, english.ability, spanish.ability, ELSEWHERE)


@pytest.mark.parametrize(
    "language", [VOIDREAM, DREAMWEAVERS, DYSTOPIA], ids=lambda language: language.vocabulary.name
)
def test_the_records_of_a_game_leave_nothing_out(language: Language) -> None:
    assert found(language) == []


class Noun(Word):
    """The kinds of card of a game with four words."""

    CARD = w("card", "carta cartas f", "Any card.")
    LAMP = w("lamp", "lámpara lámparas f")


class Trait(Word):
    """Its adjectives."""

    OTHER = w("other", means="Not this one.", key="another")


@meaning("Which cards.")
class Filter(nodes.Filter, frozen=True):
    """Its descriptions."""

    noun: Noun
    traits: tuple[Trait, ...] = ()


@word("act", "rest", es="descansar descansa descanse:", means="Do nothing.", example="Rest.")
class Rest(Node, frozen=True):
    """Nothing is wrong with this one."""

    who: nodes.Player = nodes.Player.YOU


@word("act", "light {what:cards}", example="Light a lamp.")
class Light(Node, frozen=True):
    """It has neither a meaning nor Spanish."""

    what: Node


@word("act", "fade {what:cards}", es="ajar aja aje: {what:object}", means="Less.", example="Fade a lamp.")
class Fade(Node, frozen=True):
    """The amount is missing."""

    what: Node
    by: int


@word("act", Form("wait", "esperar espera espere:", turns=2), means="Later.", example="Wait.")
class Wait(Node, frozen=True):
    """It has no turns."""


@word("act", "dim {what:cards}", es="atenuar atenúa atenúe: {what:object}", means="Less.", example="Rest.")
class Dim(Node, frozen=True):
    """Its example does not use it."""

    what: Node


@word("act", "pause", es="pausar pausa pause:", also=("halt",), means="Stop.", example="Halt.")
class Pause(Node, frozen=True):
    """Its example is printed in other words."""


@word("act", "hold", es="aguantar aguanta aguante:", means="Stay.", example="Hold on.")
class Hold(Node, frozen=True):
    """Its example can't be read."""


@word("fact", "it is dark", es="está oscuro", means="No light.")
class Dark(Node, frozen=True):
    """It has no example."""


def test_missing_words_are_reported() -> None:
    small = Vocabulary(
        "small",
        words=[Noun, Trait, Filter, Rest, Light, Fade, Wait, Dim, Pause, Hold, Dark, nodes.Player],
        filter=Filter,
        adjectives={"traits": Trait},
        another=Trait.OTHER,
    )
    sentences = found(Language(small, "cards.language"))
    assert [sentence.partition(" Here could stand")[0] for sentence in sentences] == [
        "Light: no meaning",
        "Noun.LAMP: no meaning",
        "Trait.OTHER: no Spanish",
        "Light: no Spanish for 'light {what:cards}'",
        "Fade: 'fade {what:cards}' leaves out by",
        "Wait: 'wait' fills turns, which is no field",
        "Dim: 'Rest.' does not use it",
        "Pause: 'Halt.' is printed as 'Pause.'",
        "Hold: 'Hold on.' can't be read: line 1, column 6: \"on\" can't stand here.",
        "Dark: no example",
    ]
