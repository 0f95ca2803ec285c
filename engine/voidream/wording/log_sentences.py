"""Sentences of the log that depend on several facts of an event."""

from __future__ import annotations

from cards.i18n import Message, Value, msg, msg_plural, title
from cards.voidream.language.tree import ConflictKind
from engine.voidream.facts import (
    Charged,
    ConflictCalled,
    ConflictScored,
    Discarded,
    FacesNightmare,
    Guessed,
    Looked,
    Prevented,
    PutIntoDeck,
    Veiled,
)
from engine.voidream.wording.card_names import Names, called, first_card, first_cards, title_series, value_of

_OF_CONFLICT = {ConflictKind.DAWN: msg("dawn", "scores"), ConflictKind.DUSK: msg("dusk", "scores")}
CONFLICT = {ConflictKind.DAWN: msg("dawn", "conflict"), ConflictKind.DUSK: msg("dusk", "conflict")}
_SIDE = {"numbered": msg("the numbered side"), "spent": msg("the spent side")}


def scored(fact: ConflictScored, names: Names) -> Message:
    """Return the sentence on the scores of a conflict."""
    first, second = fact.totals
    scores = msg(
        "The {conflict} scores are {one} {first}, {other} {second}",
        conflict=_OF_CONFLICT[fact.conflict],
        one=names[0],
        first=first,
        other=names[1],
        second=second,
    )
    if fact.winner < 0:
        return msg("{scores}: a draw.", scores=scores)
    return msg(
        "{scores}: {who} wins by {points}.", scores=scores, who=names[fact.winner], points=fact.difference
    )


def looked(fact: Looked, names: Names) -> Message:
    """Return the sentence on cards that were looked at."""
    who, what = names[fact.seat], _looked_at(fact, names)
    if fact.titles is not None:
        return msg("{who} looks at {what} ({cards}).", who=who, what=what, cards=title_series(fact.titles))
    return msg("{who} looks at {what}.", who=who, what=what)


def _looked_at(fact: Looked, names: Names) -> Message:
    n = fact.count
    of = names[fact.of]
    own = fact.of == fact.seat
    match fact.where:
        case "deck" if own:
            return msg_plural("the top card of their deck", "the top {n} cards of their deck", n)
        case "deck":
            return msg_plural("the top card of {of}'s deck", "the top {n} cards of {of}'s deck", n, of=of)
        case "bottom" if own:
            return msg_plural("the bottom card of their deck", "the bottom {n} cards of their deck", n)
        case "bottom":
            return msg_plural(
                "the bottom card of {of}'s deck", "the bottom {n} cards of {of}'s deck", n, of=of
            )
        case "hand" if own:
            return msg_plural("{n} arcanum in their hand", "{n} arcana in their hand", n)
        case "hand":
            return msg_plural("{n} arcanum in {of}'s hand", "{n} arcana in {of}'s hand", n, of=of)
        case "charge" if own:
            return msg_plural("{n} charge under their cards", "{n} charges under their cards", n)
        case "charge":
            return msg_plural("{n} charge under {of}'s cards", "{n} charges under {of}'s cards", n, of=of)
        case "veiled" if own:
            return msg_plural("{n} veiled card of their own", "{n} veiled cards of their own", n)
        case "veiled":
            return msg_plural("{n} veiled card of {of}'s", "{n} veiled cards of {of}'s", n, of=of)


_NOT = {
    "exhaust": msg("exhausted", "is not"),
    "ready": msg("readied", "is not"),
    "veil": msg("veiled", "is not"),
    "inspire": msg("inspired", "is not"),
    "charge": msg("charged", "is not"),
    "attach": msg("attached", "is not"),
    "destroy": msg("destroyed", "is not"),
    "sacrifice": msg("sacrificed", "is not"),
    "discard": msg("discarded", "is not"),
    "torn": msg("discarded", "is not"),
    "void": msg("voided", "is not"),
    "to hand": msg("returned", "is not"),
    "to deck": msg("put into the deck", "is not"),
}
_DOES_NOT = {
    "mind": msg("turn their mind", "does not"),
    "evoke": msg("evoke", "does not"),
    "roll": msg("roll", "does not"),
    "shuffle": msg("shuffle", "does not"),
}
"""What does not happen, by the kind of an event that was prevented: to a card, or of a player."""


def prevented(fact: Prevented, names: Names) -> Message:
    """Return the sentence on what was prevented."""
    by = title(fact.by)
    if fact.seat is not None:
        return msg(
            "{by} prevents it: {who} does not {act}.", by=by, who=names[fact.seat], act=_DOES_NOT[fact.what]
        )
    card = msg("the card") if fact.card is None else called(fact.card)
    return msg("{by} prevents it: {card} is not {done}.", by=by, card=card, done=_NOT[fact.what])


def veiled(fact: Veiled, names: Names) -> Message:
    """Return the sentence on a card that was veiled."""
    if fact.was is not None:
        return msg("{card} is veiled.", card=first_card(fact.was))
    who, value = names[fact.seat], value_of(fact.card)
    if fact.title is not None:
        return msg(
            "{who} places a card of value {value} veiled ({card}).",
            who=who,
            value=value,
            card=title(fact.title),
        )
    return msg("{who} places a card of value {value} veiled.", who=who, value=value)


def charged(fact: Charged) -> Message:
    """Return the sentence on a charge."""
    host, value = first_card(fact.host), value_of(fact.card)
    if fact.title is not None:
        return msg(
            "{host} is charged with a card of value {value} ({card}).",
            host=host,
            value=value,
            card=title(fact.title),
        )
    return msg("{host} is charged with a card of value {value}.", host=host, value=value)


def discarded(fact: Discarded, names: Names) -> Message:
    """Return the sentence on a discarded card."""
    card, who = title(fact.card), names[fact.of]
    if fact.was is not None:
        return msg("{card} ({was}) of {who} is discarded.", card=card, was=called(fact.was), who=who)
    return msg("{card} of {who} is discarded.", card=card, who=who)


def into_deck(fact: PutIntoDeck, names: Names) -> Message:
    """Return the sentence on cards that were put into a deck."""
    n = fact.count
    known = [card for card in fact.cards if card is not None]
    what: Value = msg_plural("{n} card", "{n} cards", n)
    if len(known) == n:
        what = first_cards(known)
    if len(fact.seats) != 1:
        if fact.bottom:
            return msg_plural(
                "{what} goes on the bottom of the deck.", "{what} go on the bottom of the deck.", n, what=what
            )
        return msg_plural("{what} goes on top of the deck.", "{what} go on top of the deck.", n, what=what)
    of = names[fact.seats[0]]
    if fact.bottom:
        return msg_plural(
            "{what} goes on the bottom of {of}'s deck.",
            "{what} go on the bottom of {of}'s deck.",
            n,
            what=what,
            of=of,
        )
    return msg_plural(
        "{what} goes on top of {of}'s deck.", "{what} go on top of {of}'s deck.", n, what=what, of=of
    )


def called_conflict(fact: ConflictCalled, names: Names) -> Message:
    """Return the sentence on a conflict that begins."""
    who = names[fact.seat]
    if fact.nightmare:
        return msg("{who} is in Nightmare: a dusk conflict begins.", who=who)
    match fact.conflict:
        case ConflictKind.DAWN:
            return msg("{who} initiates a dawn conflict.", who=who)
        case ConflictKind.DUSK:
            return msg("{who} initiates a dusk conflict.", who=who)
        case None:
            return msg("{who} initiates a conflict.", who=who)


def faces(fact: FacesNightmare, names: Names) -> Message:
    """Return the sentence on who faces Nightmare, and why."""
    who = names[fact.seat]
    match fact.why:
        case "empty hand":
            return msg("{who}, with the only empty hand, faces Nightmare.", who=who)
        case "highest mind":
            return msg("{who}, with the highest mind, faces Nightmare.", who=who)
        case "last to pass":
            return msg("{who}, who passed last, faces Nightmare.", who=who)


def guessed(fact: Guessed, names: Names) -> Message:
    """Return the sentence on a guess of the side of a mind."""
    who, side = names[fact.seat], _SIDE[fact.guess]
    if fact.guess == fact.hidden:
        return msg("{who} guesses {side}: right.", who=who, side=side)
    return msg("{who} guesses {side}: wrong.", who=who, side=side)
