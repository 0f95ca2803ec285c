"""The vocabulary of Dreams of Dystopia's card language, and its hints for mistakes."""

from __future__ import annotations

from cards.dreams_of_dystopia.language import (
    conditions,
    continuous_effects,
    instructions,
    lines,
    selections,
    words,
)
from cards.language.diagnosis import MistakeMessages
from cards.language.language import Language
from cards.language.nodes import ChooseOne, ForEach, If, IfYouDo, It, May, Number, Player, This
from cards.language.vocabulary import Vocabulary, defined_in

DYSTOPIA = Vocabulary(
    "dreams of dystopia",
    words=[
        *defined_in(words, selections, conditions, instructions, continuous_effects),
        *(May, IfYouDo, If, ChooseOne, ForEach),
        *defined_in(lines),
        It,
        Number,
        Player,
        This,
    ],
    filter=selections.Filter,
    adjectives={},
    another=None,
    either=(words.Noun.MINION, words.Noun.WEAPON),
    spellings={"it's": "it is", "discard pile": "Discard", "life points": "LP", "life point": "LP"},
    without_all="always",
    commas=True,
    in_play=False,
)

HINTS = MistakeMessages(
    places=(
        (
            r"\b(?:an|all|all your|every|target) ^^opponents?\b",
            'say "your opponent" of one, "each opponent" of all (T20, T22).',
        ),
        (
            r"[+-][0-9]+ (?:attack|block) ?^^[.,]",
            'say "+1 ATK", "+1 DEF", or "+1 Attack with your Minion" (T37, T41).',
        ),
        (
            r"\b(?:gain|lose)s? [0-9]+ \w+(?: and|, and|,) [0-9]+ ^^(?:LP|Fame)\b",
            'say "Gain 1 LP, gain 1 Fame.", "… loses 1 LP, … loses 1 Fame." (T15 to T22).',
        ),
        (
            r"\bdeals? ^^|^^deals?\b",
            'say "Your opponent loses 2 LP." (T20), or "Take 2 LP." of any player (T17).',
        ),
        (r"\btakes? [0-9]+ ^^damage\b", 'say "Your opponent loses 2 LP." (T20).'),
        (r"\bMinions? (?:gets?|gains?|ha[sv]e?) [+-][0-9]+ ^^", "Minions have ATK, DEF and SKL (T36, T44)."),
        (r"\+[0-9]+ ^^(?:LP|Fame)\b", 'say "Gain 2 LP.", "Gain 1 Fame." (T15, T18).'),
        (r"\+[0-9]+ ^^cards?\b", 'say "Draw 1." (T10).'),
        (r"[+-][0-9]+ ?^^/", 'say "+1 ATK, +1 DEF." (T37).'),
        (r"\bmay [^.:]{0,60}^^(?:to\b|:)", 'say "You may …. If you do, …." (T48).'),
        (r"\bdiscards? (?:a|[0-9]+) ^^random\b", 'say "Discard 1 at random." (T11).'),
        (r"^^\+?[Xx]\b|[+-]^^[Xx]\b", "there stands a number, from 1 to 20."),
    )
)
"""Replacements for natural wordings that the language doesn't have."""

LANGUAGE = Language(DYSTOPIA, "cards.dreams_of_dystopia.language", HINTS)


if __name__ == "__main__":
    LANGUAGE.write_tables()
