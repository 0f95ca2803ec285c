"""What to write instead of wordings that are natural and that the card language says otherwise, or can't say."""

from __future__ import annotations

import re
from functools import cache

from cards.voidream.language.tree import KeywordName
from cards.voidream.language.vocabulary import PLURALS

_DOING = (
    r"(?:evoke|roll|deal|take|destroy|sacrifice|exhaust|ready|readie|attach|charge|inspire|void|veil|unveil|discard|return|put|"
    r"look|reveal|increase|reduce|play|shuffle)(?:e?s)?\b"
)
"""Verbs of instructions."""

_KEYWORDS = "|".join(KeywordName)

_HINTS = (
        (r"^^for (each|every)\b", 'it stands at the beginning of the sentence, "For each …, deal 1 damage …".'),
        (r"^^would\b", '"When" comes as it happens: leave out "would" ("is destroyed", "you take Dream damage").'),
        (r"^^unless\b", 'say "You may …. If you do not, …".'),
        (r"^^instead\b", 'say "(!) When … - Prevent that, then …".'),
        (r"\bchoose ^^(an?|another|up to|target|\d+)\b",
         'cards are chosen by what is done to them, "Exhaust an entity, then deal 1 damage to it."'),
        (r"\bchoose one:\s*^^$", 'a choice stands on one line, "Choose one: evoke; or roll."'),
        (r"^^(activate|use) (this|only)\b", 'begin the effect with "If", "(A) …: If there is a conflict, …".'),
        (r"^^once (per|each|a|every)\b",
         'say it at the beginning, "(A) Once each round, …: …", "(!) Once each round, when … - …".'),
        (r"^^(pay|spend) \d+ mind\b", 'say "reduce your mind by 1".'),
        (r"\bthis \w+ is ^^in (your|the) (hand|discard|void)\b",
         'say at the beginning where the card lies, "(!) While this card is in your Void, when …".'),
        (r"\bif they do( not|n't)?, they ^^", 'name who does it, "your opponent takes …".'),
        (r"^^under (your|their) control\b", 'say "an entity you control enters play".'),
        (r"\bmay [^.]{0,60}^^to\b", 'join the two with ", then", "You may exhaust an entity, then evoke."'),
        (r"\bchooses? one: [^.]{0,60}^^(,|or\b)",
         'what can be chosen is parted by ";" and "; or", "Choose one: evoke; roll; or ready an entity."'),
        (rf"\bor ^^(?:{_DOING})|^^or (?:{_DOING})", 'say "Choose one: …; or …" or "Your opponent chooses one: …; or …".'),
        (r"^^loses? \d+ mind\b", 'say "reduces their mind by 1".'),
        (r"^^turn .{0,60} face up\b", 'say "unveil a veiled card".'),
        (r"^^turn .{0,60} face down\b", 'say "veil an entity".'),
        (r"^^to (your|their) (dawn|dusk) score\b", 'a bare number is for your score, "+2 dawn."'),
        (r"^\(!\)[^-]*\b(you|opponent|player) ^^deals?\b", 'say "your opponent takes Dream damage".'),
        (r"^\(!\)[^-]*\b(you|opponent|player) "
         r"^^(exhaust|void|veil|unveil|charge|inspire|read|destroy|return|put)(y|ies|e?s)?\b",
         'it is said of the card, "an entity you control is exhausted".'),
        (r"^\(!\)[^-]*\bis ^^declared\b", 'say "attacks" or "defends".'),
        (r"^\(!\)[^-]*^^(while|as (the|an?))\b", 'a condition stands behind a comma, ", if you are attacking - …".'),
        (r"\bto ^^play\b", 'cards come into play by being played, "play it".'),
        (r"^^loses? (all|deep|dread|heroic|indestructible|siege|unique|voidbound)\b",
         "keywords and abilities can be gained, but not lost."),
        (r"^\(!\).*^^or (an? |attacks?\b|defends?\b|is\b|enters?\b|leaves?\b)",
         "a trigger waits for one thing; write a line for each."),
        (r"^^attached (card|entity|memory)\b", 'the card to which this one is attached is "its host".'),
        (r"\bthe ^^(rolled|revealed|chosen) card\b", 'it is "it", as long as no other card has been named since.'),
        (r"^\s*^^(cannot|can't)\b", 'say what cannot, "This card cannot …".'),
        (r"\bdeal (dream )?damage to [^.]{0,60}^^\.", 'it is not said how much, "Deal 2 damage …" or "… equal to your depth".'),
        (r"^^at random\b", "whoever performs the instruction chooses."),
        (r"^^of (your|their) choice\b", "leave it out: whoever performs the instruction chooses."),
        (r"^^divided\b", 'damage is not divided, but dealt to each, "Deal 1 damage to up to 2 entities."'),
        (r"\bgain ^^control\b", "cards stay with whoever controls them."),
        (r"^^again\b", "leave it out."),
        (r"^^faces? nightmare\b", 'say "enters Nightmare" or "avoids Nightmare".'),
        (r"\byou ^^are attacked\b", 'say "your opponent initiates a conflict".'),
        (r"\brolls? ^^an? \d", 'say "After you roll, if the result is 4 - …".'),
        (r"\bthan ^^your\b|\bcontrols? ^^(more|fewer) \w+ than\b",
         'say "your depth is higher than your opponent\'s depth", "the number of … is higher than the number of …".'),
        (r"^\(!\)[^-]*^^during\b", 'a condition stands behind a comma, ", if there is a conflict - …".'),
        (r"\bwith ^^(dawn|stability|dusk)\b", 'say "with dawn 2 or higher", "with stability 3".'),
        (r"^^without\b", "what an effect does costs nothing besides."),
        (r"\beither ^^|^^either\b", 'say "Choose one: …; or …".'),
        (r"^^attackers?\b", 'say "attacking entities", "All attacking entities you control …".'),
        (r"^^defenders?\b", 'say "defending entities", "All defending entities you control …".'),
        (r"^^participants?\b", 'say "participating entities", "All participating entities you control …".'),
        (r"\bshuffles? (your|their) ^^(discard|hand|void)\b", 'only decks are shuffled; say "Put all cards in your discard pile on the bottom of your deck in random order."'),
        (r"\b(your|their|opponent's) ^^(discard pile|void)\b",
         'say which cards lie there, "all cards in your discard pile", "an arcanum in your Void".'),
        (r"\b(your|their|opponent's) ^^deck\b",
         'say how many of its cards, from the top, "the top 3 cards of your deck".'),
        (r"\bto ^^its owner's hand\b",
         'only arcana lie in a hand; a Dream card is put on a deck, "Put it on top of its owner\'s deck."'),
        (r"\bin ^^its owner's\b|^^in its owner's\b", 'say "on top of its owner\'s deck".'),
        (r"^^the owner's\b", 'say "its owner\'s deck".'),
        (r"^^owner's\b",
         'whose a card is stands behind it, "an entity you control"; only a deck is its owner\'s, '
         '"Put it on top of its owner\'s deck."'),
        (rf"^you ^^have ({_KEYWORDS})\b", 'say "Gain siege."; any other keyword is gained by cards, '
         '"All entities you control gain heroic."'),
        (rf"^(your opponent|each player|players) ^^(has|have|gains?) ({_KEYWORDS})\b",
         'keywords are gained by cards, "All entities your opponent controls gain deep."'),
        (r"^(you|your opponent|each player) ^^(has|have|controls?)\b",
         'it can only be a condition, "If you control 2 or more entities, …".'),
        (r"^^enters? play (exhausted|ready|veiled|attacking|defending)\b|^enters? ^^play\b",
         'say what is done after it, "(!) After this card enters play - Exhaust this card."'),
        (r"^^\w+'s (attachments?|charges?)\b", 'say "all attachments attached to it".'),
        (r"\bgains? ^^\+?\d+ (dawn|dusk|stability)\b", 'say "+2 dawn", "+2 dawn to an entity".'),
)  # fmt: skip
"""The place of the mistake is ^^ in a pattern; what precedes and what follows it is the line."""

_MANY = (
    r"((?:other|ready|exhausted|participating|attacking|defending|opposing|inspired|damaged|enemy|neutral|"
    r"fracta|maze|chimeric court|subter venellam) )*"
    rf"({'|'.join(PLURALS.values())})\b"
)


def hint(before: str, rest: str) -> str:
    """What to write instead, as the end of a sentence, where `rest` can't follow `before`; "" if nobody knows."""
    line = f"{before}^^{rest}"
    return next((text for pattern, text in _patterns() if pattern.search(line)), "")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns, compiled when the first mistake is met: most starts meet none."""
    return tuple(
        (re.compile(pattern.replace("^^", r"\^\^"), re.IGNORECASE), text) for pattern, text in _HINTS
    )


def all_of_them(rest: str) -> str:
    """The plural at which `rest` begins, with the "all" that it lacks: "all ready entities"; or nothing."""
    many = re.match(_MANY, rest, re.IGNORECASE)
    return f"all {many.group()}" if many else ""
