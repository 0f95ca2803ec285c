"""Games side by side: none knows the words of another, and each names its own instead."""

from __future__ import annotations

import pytest

from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE as DYSTOPIA
from cards.dreamweavers.language.reader import read_line as read_dreamweavers
from cards.dreamweavers.language.vocabulary import LANGUAGE as DREAMWEAVERS
from cards.language.errors import CardError, Problem
from cards.language.language import Language
from cards.voidream.kinds import Kind
from cards.voidream.language.reader import read_line as read_voidream
from cards.voidream.language.words import LANGUAGE as VOIDREAM

OF_VOIDREAM = {
    "arcanum",
    "attach",
    "attachment",
    "charge",
    "conflict",
    "construct",
    "dawn",
    "deck",
    "deep",
    "depth",
    "dormant",
    "dread",
    "dusk",
    "entity",
    "evoke",
    "exhaust",
    "exhausted",
    "fracta",
    "host",
    "inspire",
    "maze",
    "nightmare",
    "offering",
    "opposing",
    "participating",
    "phase",
    "prevent",
    "ready",
    "result",
    "roll",
    "round",
    "sacrifice",
    "siege",
    "stability",
    "unveil",
    "value",
    "veil",
    "void",
    "worship",
}
OF_DREAMWEAVERS = {
    "answer",
    "bulwark",
    "cancel",
    "curiosity",
    "doubt",
    "draw",
    "drowsy",
    "ego",
    "fading",
    "feeling",
    "fleeting",
    "forget",
    "grief",
    "guardian",
    "hope",
    "id",
    "joy",
    "lingering",
    "lucid",
    "nostalgia",
    "payment",
    "power",
    "pride",
    "quick",
    "rage",
    "refresh",
    "relentless",
    "serenity",
    "shield",
    "steadfast",
    "stubborn",
    "tap",
    "tapped",
    "tracker",
    "untap",
    "upkeep",
}


OF_DYSTOPIA = {
    "acquire",
    "acquisition",
    "afterwards",
    "atk",
    "curse",
    "deed",
    "def",
    "defender",
    "demonic",
    "divine",
    "fame",
    "immediately",
    "lp",
    "master",
    "minion",
    "purchase",
    "recruit",
    "requirement",
    "skl",
    "supply",
    "support",
    "weapon",
}


@pytest.mark.parametrize(
    ("words", "knows", "strange"),
    [
        (OF_VOIDREAM - {"deck", "opposing", "phase"}, VOIDREAM, (DREAMWEAVERS, DYSTOPIA)),
        (OF_DREAMWEAVERS - {"draw"}, DREAMWEAVERS, (VOIDREAM, DYSTOPIA)),
        (OF_DYSTOPIA, DYSTOPIA, (VOIDREAM, DREAMWEAVERS)),
    ],
    ids=["Voidream", "Dreamweavers", "Dreams of Dystopia"],
)
def test_no_game_knows_the_words_of_another(
    words: set[str], knows: Language, strange: tuple[Language, ...]
) -> None:
    assert {word for word in words if not knows.knows(word)} == set()
    assert {(word, one.package) for word in words for one in strange if one.knows(word)} == set()


def test_two_games_may_share_a_word() -> None:
    assert VOIDREAM.knows("deck") and not DREAMWEAVERS.knows("deck")
    assert VOIDREAM.knows("opposing") and not DREAMWEAVERS.knows("opposing")
    assert DREAMWEAVERS.knows("draw") and not VOIDREAM.knows("draw")


def test_a_word_shared_by_games_has_each_games_meaning() -> None:
    """Only in Voidream thoughts aren't cards in play; only in Dreamweavers memory is gained."""
    assert problem_of("Gain 2 memory.", VOIDREAM).found == "2"
    assert problem_of("Play a memory in your hand.", DREAMWEAVERS).found == "a"


@pytest.mark.parametrize(
    ("sentence", "in_voidream", "in_dreamweavers"),
    [
        ("Tap this card.", '"exhaust"', None),
        ("Untap this card.", '"ready"', None),
        ("Draw a card.", '"evoke"', None),
        ("Forget this card.", '"void"', None),
        ("Exhaust this card.", None, '"tap"'),
        ("Ready this card.", None, '"untap"'),
        ("Evoke.", None, '"draw"'),
        ("Void this card.", None, '"forget"'),
        ("Destroy an entity.", None, '"Thought"'),
        ("Destroy a creature.", '"entity"', '"Thought"'),
        ("Kill this card.", '"destroy"', '"destroy"'),
    ],
)
def test_each_game_suggests_its_own_word_for_another_games(
    sentence: str, in_voidream: str | None, in_dreamweavers: str | None
) -> None:
    for language, meant in ((VOIDREAM, in_voidream), (DREAMWEAVERS, in_dreamweavers)):
        if meant is not None:
            assert problem_of(sentence, language).suggestion == meant
        else:
            read(sentence, language)


def read(text: str, language: Language) -> object:
    return read_voidream(text, Kind.THOUGHT) if language is VOIDREAM else read_dreamweavers(text)


def problem_of(text: str, language: Language) -> Problem:
    with pytest.raises(CardError) as caught:
        read(text, language)
    (problem,) = caught.value.problems
    return problem
