"""The forms that words of the card language take: plurals, third persons, articles.

The grammar is written with base forms alone. The reader turns every form into its base form before parsing, and the
printer asks here for the form that it needs, so that each word is spelled in one place.
"""

from __future__ import annotations

from cards.voidream.language.tree import Noun

PLURALS = {
    "ability": "abilities",
    "arcanum": "arcana",
    "attachment": "attachments",
    "card": "cards",
    "charge": "charges",
    "conflict": "conflicts",
    "construct": "constructs",
    "entity": "entities",
    "memory": "memories",
    "offering": "offerings",
    "player": "players",
    "thought": "thoughts",
}
"""Each noun with its plural."""

THIRD_PERSONS = {
    "attach": "attaches",
    "attack": "attacks",
    "avoid": "avoids",
    "begin": "begins",
    "charge": "charges",
    "choose": "chooses",
    "control": "controls",
    "deal": "deals",
    "defend": "defends",
    "destroy": "destroys",
    "discard": "discards",
    "end": "ends",
    "enter": "enters",
    "evoke": "evokes",
    "exhaust": "exhausts",
    "gain": "gains",
    "increase": "increases",
    "initiate": "initiates",
    "inspire": "inspires",
    "leave": "leaves",
    "look": "looks",
    "lose": "loses",
    "play": "plays",
    "prevent": "prevents",
    "put": "puts",
    "ready": "readies",
    "reduce": "reduces",
    "return": "returns",
    "reveal": "reveals",
    "roll": "rolls",
    "sacrifice": "sacrifices",
    "shuffle": "shuffles",
    "spend": "spends",
    "switch": "switches",
    "take": "takes",
    "unveil": "unveils",
    "veil": "veils",
    "void": "voids",
    "win": "wins",
}
"""Each verb with its third person singular."""

BASE_FORMS = {
    **{plural: noun for noun, plural in PLURALS.items()},
    **{third: verb for verb, third in THIRD_PERSONS.items()},
    "an": "a",
    "are": "is",
    "does": "do",
    "can't": "cannot",
}
"""Every other form of a word, with the base form that the grammar uses."""

OTHER_WORDS = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "can not": "cannot",
    "can": "may",
    "then": ", then",
    "and then": ", then",
    "and": ", then",
    ", and": ", then",
    ",": ", then",
    "-": ":",
    ";": ".",
    "!": ".",
    "。": ".",
    ":": "-",
    "from": "in",
    "creature": "entity",
    "creatures": "entities",
    "minion": "entity",
    "character": "entity",
    "permanent": "card",
    "spell": "thought",
    "enemy": "… your opponent controls",
    "controlled by you": "you control",
    "controlled by your opponent": "your opponent controls",
    "dmg": "damage",
    "tapped": "exhausted",
    "untapped": "ready",
    "tap": "exhaust",
    "untap": "ready",
    "kill": "destroy",
    "draw": "evoke",
    "summon": "evoke",
    "exile": "void",
    "banish": "void",
    "remove": "void",
    "search": "look at",
    "lose": "take",
    "suffer": "take",
    "start": "initiate",
    "begin": "initiate",
    "attack": "initiate a dawn conflict",
    "every": "each",
    "for every": "for each",
    "starts": "begins",
    "dies": "is destroyed",
    "die": "is destroyed",
    "comes into play": "enters play",
    "don't": "do not",
    "doesn't": "do not",
    "isn't": "is not",
    "aren't": "is not",
    "that much": "that many",
    "takes damage": "is dealt damage",
    "exhausts": "is exhausted",
    "would be": "is",
    "whenever": "after",
    "if": "when",
    "once": "after",
    "at the beginning of the round": "when the round begins",
    "at the start of the round": "when the round begins",
    "at the end of the round": "when the round ends",
    "opponent's": "… your opponent controls",
    "the opponent": "your opponent",
    "opponent": "your opponent",
    "top": "the top",
    "library": "deck",
    "graveyard": "discard pile",
}
"""What people write who come from other card games, or from everyday English, with what they probably mean."""


def plural(noun: Noun) -> str:
    """The plural of a noun of the language: "veiled cards"."""
    *adjectives, last = noun.value.split()
    return " ".join((*adjectives, PLURALS[last]))


def article(phrase: str) -> str:
    """The indefinite article in front of a phrase: "an" entity, "a" memory."""
    return "an" if phrase[0].lower() in "aeio" or phrase.startswith("un") else "a"
