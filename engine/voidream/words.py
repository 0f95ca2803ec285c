"""Events in words: a sentence for everything that a person should read about a match.

Only what an audience knows of an event comes in here (`engine.kernel.event.Seen`), so nothing else can come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cards.locales import ENGLISH, Phrase, Series, Tongue, Value, line, say, say_many, series, title
from engine.kernel.event import Facts, Seen


class _Told:
    """The facts of an event with ways to put them into words."""

    def __init__(self, facts: Facts, names: Sequence[str]) -> None:
        self.facts = facts
        self.names = tuple(names)

    def __getitem__(self, key: str) -> Any:
        return self.facts[key]

    def __contains__(self, key: str) -> bool:
        return key in self.facts

    def get(self, key: str, default: Any = None) -> Any:
        return self.facts.get(key, default)

    def who(self, key: str = "seat") -> str:
        seat: int = self.facts[key]
        return self.names[seat]

    def title(self, key: str = "card") -> Phrase:
        return title(self.facts[key])

    def titles(self, key: str = "titles") -> Series:
        return series(*map(title, self.facts[key]))

    def card(self, key: str = "card") -> Phrase:
        return called(self.facts[key])

    def first(self, key: str = "card") -> Phrase:
        """A card as a sentence begins with it."""
        return _beginning(self.facts[key])

    def cards(self, key: str = "cards") -> Series:
        return series(*map(called, self.facts[key]))

    def first_cards(self, key: str = "cards") -> Series:
        """Cards as a sentence begins with them."""
        cards: list[Facts] = self.facts[key]
        return series(*map(_beginning, cards[:1]), *map(called, cards[1:]))


def called(card: Facts | str) -> Phrase:
    """Return what to call a card: its title, or what its back shows."""
    if isinstance(card, str):
        return title(card)
    if "title" in card:
        return title(card["title"])
    return say("a face-down card of value {value}", value=card["value"])


def _beginning(card: Facts | str) -> Phrase:
    """Return what to call a card where a sentence begins with it."""
    if isinstance(card, str) or "title" in card:
        return called(card)
    return say("A face-down card of value {value}", value=card["value"])


_WON = {
    "bastion": say("the bastion has fallen"),
    "insanity": say("a mind was torn apart by insanity"),
    "resignation": say("by resignation"),
    "agreement": say("both agreed on it"),
    "time": say("the time was up"),
}


def _result(t: _Told) -> Phrase:
    reason: str = t["reason"]
    why: Value = _WON.get(reason, reason)
    if reason == "aborted":
        return say("The match is called off.")
    if reason == "moderator":
        return say("A moderator has ended the match.")
    winners: list[int] = t["winners"]
    if winners:
        return say("{who} wins: {why}.", who=series(*(t.names[seat] for seat in winners)), why=why)
    if reason == "bastion":
        return say("The match is a draw: both bastions have fallen.")
    return say("The match is a draw: {why}.", why=why)


_OF_CONFLICT = {"dawn": say("dawn", "scores"), "dusk": say("dusk", "scores")}
_CONFLICT = {"dawn": say("dawn", "conflict"), "dusk": say("dusk", "conflict")}
_SIDE = {"numbered": say("the numbered side"), "spent": say("the spent side")}


def _scored(t: _Told) -> Phrase:
    first, second = t["totals"]
    scores = say(
        "The {conflict} scores are {one} {first}, {other} {second}",
        conflict=_OF_CONFLICT[t["conflict"]],
        one=t.names[0],
        first=first,
        other=t.names[1],
        second=second,
    )
    if t["winner"] < 0:
        return say("{scores}: a draw.", scores=scores)
    return say(
        "{scores}: {who} wins by {points}.", scores=scores, who=t.who("winner"), points=t["difference"]
    )


def _evoking(t: _Told) -> Phrase:
    if "title" in t:
        return say("{who} evokes and looks at {card}.", who=t.who(), card=t.title("title"))
    return say("{who} evokes and looks at the top card of their deck.", who=t.who())


def _looked(t: _Told) -> Phrase:
    what = _looked_at(t)
    if "titles" in t:
        return say("{who} looks at {what} ({cards}).", who=t.who(), what=what, cards=t.titles())
    return say("{who} looks at {what}.", who=t.who(), what=what)


def _looked_at(t: _Told) -> Phrase:
    n: int = t["count"]
    of = t.who("of")
    own = t["of"] == t["seat"]
    match t["where"]:
        case "deck" if own:
            return say_many("the top card of their deck", "the top {n} cards of their deck", n)
        case "deck":
            return say_many("the top card of {of}'s deck", "the top {n} cards of {of}'s deck", n, of=of)
        case "bottom" if own:
            return say_many("the bottom card of their deck", "the bottom {n} cards of their deck", n)
        case "bottom":
            return say_many("the bottom card of {of}'s deck", "the bottom {n} cards of {of}'s deck", n, of=of)
        case "hand" if own:
            return say_many("{n} arcanum in their hand", "{n} arcana in their hand", n)
        case "hand":
            return say_many("{n} arcanum in {of}'s hand", "{n} arcana in {of}'s hand", n, of=of)
        case "charge" if own:
            return say_many("{n} charge under their cards", "{n} charges under their cards", n)
        case "charge":
            return say_many("{n} charge under {of}'s cards", "{n} charges under {of}'s cards", n, of=of)
        case _ if own:
            return say_many("{n} veiled card of their own", "{n} veiled cards of their own", n)
        case _:
            return say_many("{n} veiled card of {of}'s", "{n} veiled cards of {of}'s", n, of=of)


def _triggered(t: _Told) -> Phrase:
    _, _, effect = t["ability"].partition(" - ")
    return say("{who}'s {card} triggers: {effect}", who=t.who(), card=t.title(), effect=line(effect))


_NOT = {
    "exhaust": say("exhausted", "is not"),
    "ready": say("readied", "is not"),
    "veil": say("veiled", "is not"),
    "inspire": say("inspired", "is not"),
    "charge": say("charged", "is not"),
    "attach": say("attached", "is not"),
    "destroy": say("destroyed", "is not"),
    "sacrifice": say("sacrificed", "is not"),
    "discard": say("discarded", "is not"),
    "torn": say("discarded", "is not"),
    "void": say("voided", "is not"),
    "to hand": say("returned", "is not"),
    "to deck": say("put into the deck", "is not"),
}
_DOES_NOT = {
    "mind": say("turn their mind", "does not"),
    "evoke": say("evoke", "does not"),
    "roll": say("roll", "does not"),
    "shuffle": say("shuffle", "does not"),
}
"""What does not happen, by the kind of a deed that was prevented: to a card, or of a player."""


def _prevented(t: _Told) -> Phrase:
    what: str = t["what"]
    by = t.title("by")
    if "seat" in t:
        return say("{by} prevents it: {who} does not {act}.", by=by, who=t.who(), act=_DOES_NOT[what])
    card = t.card() if "card" in t else say("the card")
    return say("{by} prevents it: {card} is not {done}.", by=by, card=card, done=_NOT[what])


def _veiled(t: _Told) -> Phrase:
    was = t.get("was")
    if was is not None:
        return say("{card} is veiled.", card=_beginning(was))
    value: int = t["card"]["value"]
    if "title" in t:
        return say(
            "{who} places a card of value {value} veiled ({card}).",
            who=t.who(),
            value=value,
            card=t.title("title"),
        )
    return say("{who} places a card of value {value} veiled.", who=t.who(), value=value)


def _charged(t: _Told) -> Phrase:
    host, value = t.first("host"), t["card"]["value"]
    if "title" in t:
        return say(
            "{host} is charged with a card of value {value} ({card}).",
            host=host,
            value=value,
            card=t.title("title"),
        )
    return say("{host} is charged with a card of value {value}.", host=host, value=value)


def _discarded(t: _Told) -> Phrase:
    was = t.get("was")
    if was:
        return say("{card} ({was}) of {who} is discarded.", card=t.title(), was=called(was), who=t.who("of"))
    return say("{card} of {who} is discarded.", card=t.title(), who=t.who("of"))


def _voided(t: _Told) -> Phrase:
    if t["offering"]:
        return say("{card} of {who} is voided as an offering.", card=t.title(), who=t.who("of"))
    return say("{card} of {who} is voided.", card=t.title(), who=t.who("of"))


def _into_deck(t: _Told) -> Phrase:
    n: int = t["count"]
    known: list[Facts | str] = [card for card in t["cards"] if card is not None]
    what: Value = say_many("{n} card", "{n} cards", n)
    if len(known) == n:
        what = series(*map(_beginning, known[:1]), *map(called, known[1:]))
    if len(t["seats"]) != 1:
        if t["bottom"]:
            return say_many(
                "{what} goes on the bottom of the deck.", "{what} go on the bottom of the deck.", n, what=what
            )
        return say_many("{what} goes on top of the deck.", "{what} go on top of the deck.", n, what=what)
    seat: int = t["seats"][0]
    of = t.names[seat]
    if t["bottom"]:
        return say_many(
            "{what} goes on the bottom of {of}'s deck.",
            "{what} go on the bottom of {of}'s deck.",
            n,
            what=what,
            of=of,
        )
    return say_many(
        "{what} goes on top of {of}'s deck.", "{what} go on top of {of}'s deck.", n, what=what, of=of
    )


def _called_conflict(t: _Told) -> Phrase:
    if t["nightmare"]:
        return say("{who} is in Nightmare: a dusk conflict begins.", who=t.who())
    match t["conflict"]:
        case "dawn":
            return say("{who} initiates a dawn conflict.", who=t.who())
        case "dusk":
            return say("{who} initiates a dusk conflict.", who=t.who())
        case _:
            return say("{who} initiates a conflict.", who=t.who())


def _attackers(t: _Told) -> Phrase:
    if not t["cards"]:
        return say("{who} attacks alone.", who=t.who())
    return say("{who} attacks with {cards}.", who=t.who(), cards=t.cards())


def _defenders(t: _Told) -> Phrase:
    if not t["cards"]:
        return say("{who} defends alone.", who=t.who())
    return say("{who} defends with {cards}.", who=t.who(), cards=t.cards())


def _faces(t: _Told) -> Phrase:
    match t["why"]:
        case "empty hand":
            return say("{who}, with the only empty hand, faces Nightmare.", who=t.who())
        case "highest mind":
            return say("{who}, with the highest mind, faces Nightmare.", who=t.who())
        case _:
            return say("{who}, who passed last, faces Nightmare.", who=t.who())


def _mind(t: _Told) -> Phrase:
    if t["count"] == 0:
        return say("{who}'s mind is spent.", who=t.who())
    return say("{who}'s mind turns to {count}.", who=t.who(), count=t["count"])


def _played(t: _Told) -> Phrase:
    if t["inverted"]:
        return say("{who} plays {card} inverted.", who=t.who(), card=t.title())
    return say("{who} plays {card}.", who=t.who(), card=t.title())


def _torn(t: _Told) -> Phrase:
    cards: list[str] = t["cards"]
    return say_many(
        "From {who}'s deck {cards} falls.",
        "From {who}'s deck {cards} fall.",
        len(cards),
        who=t.who(),
        cards=t.titles("cards"),
    )


def _guessed(t: _Told) -> Phrase:
    side = _SIDE[t["guess"]]
    if t["guess"] == t["hidden"]:
        return say("{who} guesses {side}: right.", who=t.who(), side=side)
    return say("{who} guesses {side}: wrong.", who=t.who(), side=side)


def _readied(t: _Told) -> Phrase:
    return say_many("{cards} is readied.", "{cards} are readied.", len(t["cards"]), cards=t.first_cards())


def _exhausted(t: _Told) -> Phrase:
    return say_many("{cards} is exhausted.", "{cards} are exhausted.", len(t["cards"]), cards=t.first_cards())


def _to_hand(t: _Told) -> Phrase:
    return say_many(
        "{cards} returns to {who}'s hand.",
        "{cards} return to {who}'s hand.",
        len(t["cards"]),
        who=t.who(),
        cards=t.titles("cards"),
    )


def _charges_returned(t: _Told) -> Phrase:
    return say_many(
        "{n} charge of {host} returns to the deck.",
        "{n} charges of {host} return to the deck.",
        t["count"],
        host=t.card("host"),
    )


def _back_on_top(t: _Told) -> Phrase:
    return say_many(
        "{who}'s deck gets {n} card back on top.",
        "{who}'s deck gets {n} cards back on top.",
        t["count"],
        who=t.who(),
    )


def _takes_effect(t: _Told) -> Phrase:
    if "on" in t:
        return say("{card} takes effect on {cards}.", card=t.title(), cards=t.cards("on"))
    return say("{card} takes effect.", card=t.title())


_SENTENCES: dict[str, Callable[[_Told], Phrase]] = {
    "shown": lambda t: say(
        "{who} dreams from {bastion}, with the mind of {mind}.",
        who=t.who(),
        bastion=t.title("bastion"),
        mind=t.title("mind"),
    ),
    "shuffled": lambda t: say("{who} shuffles their deck.", who=t.who()),
    "cut": lambda t: say("{by} cuts {who}'s deck at {count}.", by=t.who("by"), who=t.who(), count=t["count"]),
    "cut refused": lambda t: say("{by} does not cut {who}'s deck.", by=t.who("by"), who=t.who()),
    "round began": lambda t: say("Round {round} begins.", round=t["round"]),
    "first player": lambda t: say("{who} is the active player.", who=t.who()),
    "mind hidden": lambda t: say("{who} hides a side of their mind card.", who=t.who()),
    "guessed": _guessed,
    "readied": _readied,
    "exhausted": _exhausted,
    "mind turned": _mind,
    "played": _played,
    "unveiled": lambda t: say("{who} unveils {card}.", who=t.who(), card=t.title()),
    "passed": lambda t: say("{who} passes.", who=t.who()),
    "activated": lambda t: say("{who} activates {card}.", who=t.who(), card=t.title()),
    "triggered": _triggered,
    "loop ended": lambda t: say(
        "The loop around {card} ends here: nothing changes any more.", card=t.title()
    ),
    "prevented": _prevented,
    "damage prevented": lambda t: say(
        "{points} damage is prevented by {by}.", points=t["points"], by=t.title("by")
    ),
    "evoking": _evoking,
    "evoke declined": lambda t: say("{who} returns the card to the top.", who=t.who()),
    "looked": _looked,
    "revealed": lambda t: say("{who} reveals {cards}.", who=t.who(), cards=t.titles()),
    "returned to deck": _back_on_top,
    "rolled": lambda t: say("{who} rolls: {result}.", who=t.who(), result=t["result"]),
    "roll skipped": lambda t: say("{who} skips the roll.", who=t.who()),
    "entered play": lambda t: say("{card} enters play for {who}.", card=t.first(), who=t.who()),
    "construct placed": lambda t: say(
        "{who} places {card} on top of their deck.", who=t.who(), card=t.card()
    ),
    "attached": lambda t: say("{card} is attached to {host}.", card=t.first(), host=t.card("host")),
    "charged": _charged,
    "charges returned": _charges_returned,
    "veiled": _veiled,
    "discarded": _discarded,
    "voided": _voided,
    "returned to hand": _to_hand,
    "put into deck": _into_deck,
    "damaged": lambda t: say("{card} takes {points} damage.", card=t.first(), points=t["points"]),
    "destroyed": lambda t: say("{card} is destroyed.", card=t.first()),
    "sacrificed": lambda t: say("{card} is sacrificed.", card=t.first()),
    "dream damage": lambda t: say("{who} is dealt {points} Dream damage.", who=t.who(), points=t["points"]),
    "withstood": lambda t: say(
        "{card} stands, and holds off the other {points}.", card=t.first(), points=t["points"]
    ),
    "dream torn": _torn,
    "conflict called": _called_conflict,
    "conflict chosen": lambda t: say(
        "{who} chooses {conflict}.", who=t.who(), conflict=_CONFLICT[t["conflict"]]
    ),
    "conflict switched": lambda t: say(
        "The conflict turns to {conflict}.", conflict=_CONFLICT[t["conflict"]]
    ),
    "attackers declared": _attackers,
    "defenders declared": _defenders,
    "joined conflict": lambda t: say("{card} joins the conflict.", card=t.first()),
    "conflict scored": _scored,
    "conflict ended": lambda t: say("The conflict ends."),
    "faces Nightmare": _faces,
    "avoided Nightmare": lambda t: say("{who} avoids Nightmare.", who=t.who()),
    "entered Nightmare": lambda t: say("{who} enters Nightmare.", who=t.who()),
    "ongoing": _takes_effect,
    "match won": _result,
    "ended": _result,
}

SILENT = frozenset({"bastion placed", "phase began"})
"""Events that need no words: the board shows them, or another sentence says it."""


def sentence(event: Seen, names: Sequence[str], tongue: Tongue = ENGLISH) -> str:
    """Return a sentence for an event as one audience saw it, "" for what needs none. `names` is by seat."""
    if event.kind in SILENT:
        return ""
    return tongue(in_words(event, names))


def in_words(event: Seen, names: Sequence[str]) -> Phrase:
    """Return the sentence of an event that needs one, as a phrase."""
    return _SENTENCES[event.kind](_Told(event.facts, names))
