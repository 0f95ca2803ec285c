"""Migrations of Voidream's part of a save, and of a match's decks, format by format.

A migration works on plain data and uses no current class, so that its result never changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.kernel.decoder import PlainData, PlainRow
from engine.kernel.saves import Migration

_POSITION_1 = (
    "cards",
    "seats",
    "round",
    "phase",
    "phases",
    "phase_count",
    "active",
    "passed",
    "faced",
    "last_passer",
    "conflict",
    "in_nightmare",
    "ongoing",
    "tags",
    "history",
    "left",
    "shuffled",
)
"""The fields of a position in format 1, in order."""


def _position_by_names(save: PlainData) -> None:
    """1 to 2: the fields of a position have names."""
    position = save["position"]
    position |= zip(_POSITION_1, position.pop(""), strict=True)


def _bit(seat: int) -> int:
    """Return the bit of a seat. Raises IndexError for an unknown seat: shifting by it could take gigabytes."""
    return (1, 2)[seat]


def _who_knows_which_card(save: PlainData) -> None:
    """2 to 3: each card stores the seats that know it in its place, and the seats that have ever seen it.

    The marks for the place are 4 for everyone, its value, and 8 for spectators.

    Past observations are lost: the known cards are the visible ones.
    """
    position = save["position"]
    for card in position["cards"]:
        _, owner, zone, controller, _, veiled, face_up, *_ = card
        known_bits = 15
        if zone == "deck":
            known_bits = 0
        elif zone == "hand":
            known_bits = _bit(owner) | 4
        elif veiled or (zone == "attached" and not face_up):
            known_bits = _bit(controller) | 4
        card += [known_bits, known_bits & 11 | _bit(owner)]
    for seat in position["seats"] if position["shuffled"] else ():
        deck, lifted, looker = seat[2], seat[8], seat[9]
        for card in deck[:lifted]:
            position["cards"][card][-2] |= _bit(looker)
            position["cards"][card][-1] |= _bit(looker)
        for card in deck[lifted : lifted + 1]:
            is_open = position["cards"][card][6]
            position["cards"][card][-2] |= 15 if is_open else 4
            position["cards"][card][-1] |= 11 if is_open else 0


_TOPICS_3 = {
    "a cut": "cut",
    "an action": "action",
    "the hidden mind card": "hidden mind",
    "a guess at the hidden mind card": "mind guess",
    "whether Nightmare is avoided": "nightmare",
    "an arcanum to void": "voided",
    "an evoked card": "evoked",
    "which cards are unveiled": "unveiled",
    "what is discarded": "unveil cost",
    "the cost of a card": "play cost",
    "attackers": "attackers",
    "defenders": "defenders",
    "dawn or dusk": "dawn or dusk",
    "whether {card} joins the conflict": "joining",
    "whether to roll": "roll",
    "how damage is dealt": "damage",
    "what becomes of {card}": "copy",
    "the order of abilities": "triggers",
    "the order of cards": "card order",
    "a choice for {card}": "cards",
    "an option of {card}": "may",
    "a choice of {card}": "mode",
}
"""The topics by their words in format 3."""

_ANSWERS_3 = {
    "may": {"yes": "yes", "no": "no"},
    "roll": {"yes": "roll", "no": "skip"},
    "joining": {"yes": "join", "no": "stay out"},
    "copy": {"yes": "discard copy", "no": "let go"},
}
"""The former meaning of yes and no, by topic."""


def _questions_have_topics(save: PlainData) -> None:
    """3 to 4: questions have topics, subjects and quotations; options have verbs and subjects."""
    for question in save["position"]["questions"].values():
        purpose, awaited, options = question[3:6]
        topic = question[4] = _TOPICS_3[awaited[1]]
        subject = _value_3(awaited, "card")
        quoted = _value_3(purpose, "effect") if topic in ("may", "cards") else ""
        question += [subject, quoted]
        for option in options:
            option += _verb_and_subject(topic, option[0], option[1])


def _verb_and_subject(topic: str, key: str, label: PlainRow) -> tuple[str, str]:
    match topic:
        case "action":
            verb, _, subject = key.partition(" ")
            return verb, subject
        case "nightmare":
            return ("enter", "") if key == "enter Nightmare" else ("discard", _value_3(label, "card"))
        case "evoked":
            return key, _value_3(label, "card")
        case "dawn or dusk" | "hidden mind" | "mind guess":
            return key, ""
        case "may" | "roll" | "joining" | "copy":
            return _ANSWERS_3[topic][key], _value_3(label, "card")
        case "mode" | "triggers":
            return "", label[1]
        case _:
            return "", re.sub(r" \([0-9]+\)$", "", key)


def _value_3(phrase: PlainRow, name: str) -> str:
    """Return the English text of a value of a phrase.

    The value is a phrase itself, with its message as second part.
    """
    return next((value[1] for field, value in phrase[2] if field == name), "")


_DEED = ("kind", "cause", "announced", "prevented", "gone", "short")
"""The fields of all kinds of deeds in format 4."""
_CARDS = ("cards", "seat")
_DEEDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("exhaust", "ready", "veil", "inspire", "to hand", "enter", "unveil"), _CARDS),
    **dict.fromkeys(("unveil leaving", "attack", "defend"), _CARDS),
    **dict.fromkeys(("sacrifice", "discard"), (*_CARDS, "copies", "quiet")),
    "destroy": (*_CARDS, "copies", "quiet", "used_up"),
    "void": (*_CARDS, "offering"),
    "to deck": (*_CARDS, "bottom", "random"),
    "torn": (*_CARDS, "elsewhere"),
    "charge": ("hosts", "seat", "cards"),
    "attach": (*_CARDS, "host"),
    "damage": ("shares",),
    "dream damage": ("shares", "reach", "dealt"),
    "play": ("card", "seat", "inverted"),
    "mind": ("seat", "before", "after"),
    "roll": ("seat", "cards", "result"),
    "initiate": ("seat", "conflict"),
    "conflict decided": ("winner",),
}
"""Other fields of deeds by kind; the default is a seat."""


def _records(save: PlainData) -> None:
    """4 to 5: frames and deeds are records by kind.

    Shares of damage, copies and cuts are identified by numbers, and so are abilities to be ordered. A deed only has
    fields of its kind.
    """
    position = save["position"]
    for frame in position["stack"]:
        for blank in [name for name in frame if " " in name]:
            frame[blank.replace(" ", "_")] = frame.pop(blank)
        for name in ("shares", "copies", "taken"):
            if name in frame:
                frame[name] = {int(key): value for key, value in frame[name].items()}
        for name in ("deed", "happened", "joins"):
            if name in frame:
                frame[name] = _deed(frame[name])
        if isinstance(frame.get("keys"), list):
            frame["keys"] = {key: number for number, key in enumerate(frame["keys"])}
    for question in position["questions"].values():
        if len(question) > 10:
            question[10] = question[10].replace(" ", "_")


def _deed(deed: PlainData) -> PlainData:
    """Convert a deed of format 4, in which a conflict that didn't happen had no kind."""
    if "kind" not in deed:
        deed = {"kind": "initiate", "seat": 0, **deed}
    fields = (*_DEED, *_DEEDS.get(deed["kind"], ("seat",)))
    deed = {name: value for name, value in deed.items() if name in fields}
    for name in ("shares", "copies"):
        if name in deed:
            deed[name] = {int(key): value for key, value in deed[name].items()}
    return deed


def _this_round(save: PlainData) -> None:
    """5 to 6: used abilities, events of a round, cards set aside during a payment, and a line's picked set are stored.

    No older text needs any of this, and the defaults are right, so nothing changes.
    """


def _decks_are_promised(save: PlainData) -> None:
    """6 to 7: decks have a flag for their commitment. They are migrated each time they are read (`KEPT_DECKS`)."""


def _each_players_part(save: PlainData) -> None:
    """7 to 8: a line adds up the results of each player. Results so far count as 0, which is the default."""


def _lines_and_marks_of_every_game(save: PlainData) -> None:
    """8 to 9: a line stores "it" and "that many" before a repetition; knowledge of cards has the marks of all games.

    It stored the number of cards named before. Repetitions in progress continue unchanged. In the marks, the back has
    another bit (4 before), and everyone is the bits of all possible seats (8 before).
    """
    for frame in save["position"]["stack"]:
        if "named_before" in frame:
            it, n = frame.get("it", []), frame.get("n", 0)
            frame["before"] = [[count, it, n] for count in frame.pop("named_before")]
    for card in save["position"]["cards"]:
        known_bits, seen_bits = card[13], card[14]
        card[13] = known_bits & 3 | (64 if known_bits & 4 else 0) | (60 if known_bits & 8 else 0)
        card[14] = seen_bits & 3 | (60 if seen_bits & 8 else 0)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(3, _position_by_names),
    Migration(3, _who_knows_which_card),
    Migration(5, _questions_have_topics),
    Migration(6, _records),
    Migration(6, _this_round),
    Migration(6, _decks_are_promised),
    Migration(6, _each_players_part),
    Migration(7, _lines_and_marks_of_every_game),
)
"""The migrations from each format to the next. A new one is added at the end, with the kernel's current format."""


def _decks_by_names(stored: PlainData) -> PlainData:
    """1 to 2: the parts of a deck have names. Before, they were a list, which is stored under ""."""
    seats, cards = stored[""]
    names = ("deck", "bastion", "mind", "arcana", "dream")
    return {"format": 2, "seats": [dict(zip(names, seat, strict=True)) for seat in seats], "cards": cards}


def _not_promised(stored: PlainData) -> PlainData:
    """2 to 3: the commitment of a match covers the decks; the published one of older matches doesn't."""
    return stored | {"format": 3, "promised": False}


KEPT_DECKS: tuple[Callable[[PlainData], PlainData], ...] = (_decks_by_names, _not_promised)
"""Migrations of a match's stored decks. Their bytes never change: they are migrated each time they are read."""
