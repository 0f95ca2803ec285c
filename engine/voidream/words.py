"""Events in words: a sentence for everything that a person should read about a match.

Only what an audience knows of an event comes in here (`engine.kernel.event.Seen`), so nothing else can come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.event import Facts, Seen


class _Told:
    """The facts of an event with ways to put them into words."""

    def __init__(self, facts: Facts, names: Sequence[str]) -> None:
        self.facts = facts
        self.names = tuple(names)

    def __getitem__(self, key: str) -> Any:
        return self.facts[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.facts.get(key, default)

    def who(self, key: str = "seat") -> str:
        seat: int = self.facts[key]
        return self.names[seat]

    def card(self, key: str = "card") -> str:
        return called(self.facts[key])

    def cards(self, key: str = "cards") -> str:
        return listed([called(card) for card in self.facts[key]])


def called(card: Facts | str) -> str:
    """Return what to call a card: its title, or what its back shows."""
    if isinstance(card, str):
        return card
    return card["title"] if "title" in card else f"a face-down card of value {card['value']}"


def _beginning(name: str) -> str:
    """Return a card's name as a sentence begins with it: "A face-down card of value 2"."""
    return name[:1].upper() + name[1:]


def listed(things: Sequence[str]) -> str:
    """Return things as a list in a sentence: "A, B and C"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def _count(n: int, noun: str, many: str = "") -> str:
    return f"{n} {noun if n == 1 else many or noun + 's'}"


def _result(t: _Told) -> str:
    why = {
        "bastion": "the bastion has fallen",
        "insanity": "a mind was torn apart by insanity",
        "resignation": "by resignation",
        "agreement": "both agreed on it",
    }.get(t["reason"], t["reason"])
    if t["reason"] == "aborted":
        return "The match is called off."
    if t["reason"] == "moderator":
        return "A moderator has ended the match."
    if not t["winners"]:
        return f"The match is a draw: {'both bastions have fallen' if t['reason'] == 'bastion' else why}."
    winners: list[int] = t["winners"]
    return f"{listed([t.names[seat] for seat in winners])} wins: {why}."


def _scored(t: _Told) -> str:
    first, second = t["totals"]
    score = f"The {t['conflict']} scores are {t.names[0]} {first}, {t.names[1]} {second}"
    if t["winner"] < 0:
        return f"{score}: a draw."
    return f"{score}: {t.names[t['winner']]} wins by {t['difference']}."


def _evoking(t: _Told) -> str:
    if "title" in t.facts:
        return f"{t.who()} evokes and looks at {t['title']}."
    return f"{t.who()} evokes and looks at the top card of their deck."


def _looked(t: _Told) -> str:
    n = t["count"]
    whose = "their" if t["of"] == t["seat"] else f"{t.names[t['of']]}'s"
    shown = f" ({listed(t['titles'])})" if "titles" in t.facts else ""
    match t["where"]:
        case "deck" | "bottom":
            end = "top" if t["where"] == "deck" else "bottom"
            what = f"the {end} {'card' if n == 1 else f'{n} cards'} of {whose} deck"
        case "hand":
            what = f"{_count(n, 'arcanum', 'arcana')} in {whose} hand"
        case "charge":
            what = f"{_count(n, 'charge')} under {whose} cards"
        case _:
            what = f"{_count(n, 'veiled card')} of {whose if whose != 'their' else 'their own'}"
    return f"{t.who()} looks at {what}{shown}."


def _triggered(t: _Told) -> str:
    _, _, effect = t["ability"].partition(" - ")
    return f"{t.who()}'s {t['card']} triggers: {effect}"


_PREVENTED = {
    "exhaust": "exhausted",
    "ready": "readied",
    "veil": "veiled",
    "inspire": "inspired",
    "charge": "charged",
    "attach": "attached",
    "destroy": "destroyed",
    "sacrifice": "sacrificed",
    "discard": "discarded",
    "void": "voided",
    "to hand": "returned",
    "to deck": "put into the deck",
    "mind": "turn their mind",
    "evoke": "evoke",
    "roll": "roll",
    "shuffle": "shuffle",
}
"""What does not happen, by the kind of a deed that was prevented."""


def _prevented(t: _Told) -> str:
    what = _PREVENTED[t["what"]]
    if "seat" in t.facts:
        return f"{t['by']} prevents it: {t.who()} does not {what}."
    card = t.card() if "card" in t.facts else "the card"
    return f"{t['by']} prevents it: {card} is not {what}."


def _veiled(t: _Told) -> str:
    was = t.get("was")
    if was is not None:
        return f"{called(was)} is veiled."
    title = f" ({t['title']})" if "title" in t.facts else ""
    return f"{t.who()} places a card of value {t['card']['value']} veiled{title}."


def _charged(t: _Told) -> str:
    title = f" ({t['title']})" if "title" in t.facts else ""
    return f"{t.card('host')} is charged with a card of value {t['card']['value']}{title}."


def _discarded(t: _Told) -> str:
    was = t.get("was")
    turned = f" ({called(was)})" if was else ""
    return f"{t['card']}{turned} of {t.who('of')} is discarded."


def _into_deck(t: _Told) -> str:
    where = "on the bottom of" if t["bottom"] else "on top of"
    known = [called(card) for card in t["cards"] if card is not None]
    what = listed(known) if len(known) == t["count"] else _count(t["count"], "card")
    decks = "the deck" if len(t["seats"]) != 1 else f"{t.names[t['seats'][0]]}'s deck"
    return f"{what} {'goes' if t['count'] == 1 else 'go'} {where} {decks}."


def _called_conflict(t: _Told) -> str:
    if t["nightmare"]:
        return f"{t.who()} is in Nightmare: a dusk conflict begins."
    return f"{t.who()} initiates a {t['conflict'] + ' ' if t['conflict'] else ''}conflict."


def _declared(verb: str) -> Callable[[_Told], str]:
    def told(t: _Told) -> str:
        if not t["cards"]:
            return f"{t.who()} {verb}s alone."
        return f"{t.who()} {verb}s with {t.cards()}."

    return told


def _first_player(t: _Told) -> str:
    return f"{t.who()} is the active player."


def _faces(t: _Told) -> str:
    why = {
        "empty hand": "with the only empty hand",
        "highest mind": "with the highest mind",
        "last to pass": "who passed last",
    }[t["why"]]
    return f"{t.who()}, {why}, faces Nightmare."


def _mind(t: _Told) -> str:
    return f"{t.who()}'s mind is spent." if t["count"] == 0 else f"{t.who()}'s mind turns to {t['count']}."


def _played(t: _Told) -> str:
    how = " inverted" if t["inverted"] else ""
    return f"{t.who()} plays {t['card']}{how}."


def _cut(t: _Told) -> str:
    return f"{t.who('by')} cuts {t.who()}'s deck at {t['count']}."


def _torn(t: _Told) -> str:
    return f"From {t.who()}'s deck {listed(t['cards'])} {'falls' if len(t['cards']) == 1 else 'fall'}."


_SENTENCES: dict[str, Callable[[_Told], str]] = {
    "shown": lambda t: f"{t.who()} dreams from {t['bastion']}, with the mind of {t['mind']}.",
    "shuffled": lambda t: f"{t.who()} shuffles their deck.",
    "cut": _cut,
    "cut refused": lambda t: f"{t.who('by')} does not cut {t.who()}'s deck.",
    "round began": lambda t: f"Round {t['round']} begins.",
    "first player": _first_player,
    "mind hidden": lambda t: f"{t.who()} hides a side of their mind card.",
    "guessed": lambda t: (
        f"{t.who()} guesses the {t['guess']} side: {'right' if t['guess'] == t['hidden'] else 'wrong'}."
    ),
    "readied": lambda t: f"{t.cards()} {'is' if len(t['cards']) == 1 else 'are'} readied.",
    "exhausted": lambda t: f"{t.cards()} {'is' if len(t['cards']) == 1 else 'are'} exhausted.",
    "mind turned": _mind,
    "played": _played,
    "unveiled": lambda t: f"{t.who()} unveils {t['card']}.",
    "passed": lambda t: f"{t.who()} passes.",
    "activated": lambda t: f"{t.who()} activates {t['card']}.",
    "triggered": _triggered,
    "loop ended": lambda t: f"The loop around {t['card']} ends here: nothing changes any more.",
    "prevented": _prevented,
    "damage prevented": lambda t: f"{t['points']} damage is prevented by {t['by']}.",
    "evoking": _evoking,
    "evoke declined": lambda t: f"{t.who()} returns the card to the top.",
    "looked": _looked,
    "revealed": lambda t: f"{t.who()} reveals {listed(t['titles'])}.",
    "returned to deck": lambda t: f"{t.who()}'s deck gets {_count(t['count'], 'card')} back on top.",
    "rolled": lambda t: f"{t.who()} rolls: {t['result']}.",
    "roll skipped": lambda t: f"{t.who()} skips the roll.",
    "entered play": lambda t: f"{t.card()} enters play for {t.who()}.",
    "construct placed": lambda t: f"{t.who()} places {t.card()} on top of their deck.",
    "attached": lambda t: f"{t.card()} is attached to {t.card('host')}.",
    "charged": _charged,
    "charges returned": lambda t: (
        f"{_count(t['count'], 'charge')} of {t.card('host')} return{'s' if t['count'] == 1 else ''} to the deck."
    ),
    "veiled": _veiled,
    "discarded": _discarded,
    "voided": lambda t: (
        f"{t['card']} of {t.who('of')} is voided{' as an offering' if t['offering'] else ''}."
    ),
    "returned to hand": lambda t: (
        f"{listed(t['cards'])} return{'s' if len(t['cards']) == 1 else ''} to {t.who()}'s hand."
    ),
    "put into deck": _into_deck,
    "damaged": lambda t: f"{t.card()} takes {t['points']} damage.",
    "destroyed": lambda t: f"{_beginning(t.card())} is destroyed.",
    "sacrificed": lambda t: f"{_beginning(t.card())} is sacrificed.",
    "dream damage": lambda t: f"{t.who()} is dealt {t['points']} Dream damage.",
    "withstood": lambda t: f"{t.card()} stands, and holds off the other {t['points']}.",
    "dream torn": _torn,
    "conflict called": _called_conflict,
    "conflict chosen": lambda t: f"{t.who()} chooses {t['conflict']}.",
    "conflict switched": lambda t: f"The conflict turns to {t['conflict']}.",
    "attackers declared": _declared("attack"),
    "defenders declared": _declared("defend"),
    "joined conflict": lambda t: f"{t.card()} joins the conflict.",
    "conflict scored": _scored,
    "conflict ended": lambda t: "The conflict ends.",
    "faces Nightmare": _faces,
    "avoided Nightmare": lambda t: f"{t.who()} avoids Nightmare.",
    "entered Nightmare": lambda t: f"{t.who()} enters Nightmare.",
    "ongoing": lambda t: (
        f"{t['card']} takes effect{' on ' + listed([called(c) for c in t['on']]) if 'on' in t.facts else ''}."
    ),
    "match won": _result,
    "ended": _result,
}

SILENT = frozenset({"bastion placed", "phase began"})
"""Events that need no words: the board shows them, or another sentence says it."""


def sentence(event: Seen, names: Sequence[str]) -> str:
    """Return a sentence for an event as one audience saw it, "" for what needs none. `names` is by seat."""
    if event.kind in SILENT:
        return ""
    return _SENTENCES[event.kind](_Told(event.facts, names))
