"""Events in words: a sentence for everything that a person should read about a match.

Only what an audience knows of an event comes in here (`engine.kernel.event.Seen`), so nothing else can come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.i18n import ENGLISH, Message, Series, Translator, Value, line, msg, msg_plural, series, title
from cards.voidream.language.tree import ConflictKind
from engine.kernel.endings import result
from engine.kernel.event import Ended, Seen, TakenBack
from engine.kernel.undo import sentence as taken_back
from engine.voidream.endings import ENDINGS
from engine.voidream.facts import (
    Activated,
    Attached,
    AttackersDeclared,
    AvoidedNightmare,
    BastionPlaced,
    Charged,
    ChargesReturned,
    ConflictCalled,
    ConflictChosen,
    ConflictEnded,
    ConflictScored,
    ConflictSwitched,
    ConstructPlaced,
    Cut,
    CutRefused,
    Damaged,
    DamagePrevented,
    DefendersDeclared,
    Destroyed,
    Discarded,
    DreamDamage,
    DreamTorn,
    EnteredNightmare,
    EnteredPlay,
    EvokeDeclined,
    Evoking,
    Exhausted,
    FacesNightmare,
    FirstPlayer,
    Guessed,
    JoinedConflict,
    Looked,
    LoopEnded,
    MindHidden,
    MindTurned,
    Named,
    Passed,
    PhaseBegan,
    Played,
    Prevented,
    PutIntoDeck,
    Readied,
    ReturnedToDeck,
    ReturnedToHand,
    Revealed,
    Rolled,
    RollSkipped,
    RoundBegan,
    Sacrificed,
    Shown,
    Shuffled,
    Told,
    TookEffect,
    Triggered,
    Unveiled,
    Veiled,
    Voided,
    Withstood,
    facts_of,
)

Names = Sequence[str]
"""What the players are called, by seat."""

SILENT = (BastionPlaced, PhaseBegan)
"""Events that need no words: the board shows them, or another sentence says it."""


def sentence(event: Seen, names: Names, translator: Translator = ENGLISH) -> str:
    """Return a sentence for an event as one audience saw it, "" for what needs none. `names` is by seat."""
    return "" if isinstance(event.fact, SILENT) else translator(in_words(event, names))


def in_words(event: Seen, names: Names) -> Message:
    """Return the sentence of an event that needs one, as a phrase. Raises ValueError for one that needs none."""
    return _words(facts_of(event), names)


def called(card: Named | str) -> Message:
    """Return what to call a card: its title, or what its back shows."""
    if isinstance(card, str):
        return title(card)
    if card.title is not None:
        return title(card.title)
    return msg("a face-down card of value {value}", value=_value(card))


def _first(card: Named) -> Message:
    """Return what to call a card where a sentence begins with it."""
    if card.title is not None:
        return title(card.title)
    return msg("A face-down card of value {value}", value=_value(card))


def _value(card: Named) -> int:
    return 0 if card.value is None else card.value


def _titles(titles: Iterable[str]) -> Series:
    return series(*map(title, titles))


def _cards(cards: Iterable[Named]) -> Series:
    return series(*map(called, cards))


def _first_cards(cards: Sequence[Named]) -> Series:
    """Cards as a sentence begins with them."""
    return series(*map(_first, cards[:1]), *map(called, cards[1:]))


def _words(fact: Told, names: Names) -> Message:
    match fact:
        case BastionPlaced() | PhaseBegan():
            raise ValueError(f"{fact.kind} needs no words")
        case Shown():
            return msg(
                "{who} dreams from {bastion}, with the mind of {mind}.",
                who=names[fact.seat],
                bastion=title(fact.bastion),
                mind=title(fact.mind),
            )
        case Shuffled():
            return msg("{who} shuffles their deck.", who=names[fact.seat])
        case Cut():
            return msg(
                "{by} cuts {who}'s deck at {count}.",
                by=names[fact.by],
                who=names[fact.seat],
                count=fact.count,
            )
        case CutRefused():
            return msg("{by} does not cut {who}'s deck.", by=names[fact.by], who=names[fact.seat])
        case RoundBegan():
            return msg("Round {round} begins.", round=fact.round)
        case FirstPlayer():
            return msg("{who} is the active player.", who=names[fact.seat])
        case MindHidden():
            return msg("{who} hides a side of their mind card.", who=names[fact.seat])
        case Guessed():
            return _guessed(fact, names)
        case Readied():
            return msg_plural(
                "{cards} is readied.", "{cards} are readied.", len(fact.cards), cards=_first_cards(fact.cards)
            )
        case Exhausted():
            return msg_plural(
                "{cards} is exhausted.",
                "{cards} are exhausted.",
                len(fact.cards),
                cards=_first_cards(fact.cards),
            )
        case MindTurned(count=0):
            return msg("{who}'s mind is spent.", who=names[fact.seat])
        case MindTurned():
            return msg("{who}'s mind turns to {count}.", who=names[fact.seat], count=fact.count)
        case Played(inverted=True):
            return msg("{who} plays {card} inverted.", who=names[fact.seat], card=title(fact.card))
        case Played():
            return msg("{who} plays {card}.", who=names[fact.seat], card=title(fact.card))
        case Unveiled():
            return msg("{who} unveils {card}.", who=names[fact.seat], card=title(fact.card))
        case Passed():
            return msg("{who} passes.", who=names[fact.seat])
        case Activated():
            return msg("{who} activates {card}.", who=names[fact.seat], card=title(fact.card))
        case Triggered():
            _, _, effect = fact.ability.partition(" - ")
            return msg(
                "{who}'s {card} triggers: {effect}",
                who=names[fact.seat],
                card=title(fact.card),
                effect=line(effect),
            )
        case LoopEnded():
            return msg("The loop around {card} ends here: nothing changes any more.", card=title(fact.card))
        case Prevented():
            return _prevented(fact, names)
        case DamagePrevented():
            return msg("{points} damage is prevented by {by}.", points=fact.points, by=title(fact.by))
        case Evoking(title=None):
            return msg("{who} evokes and looks at the top card of their deck.", who=names[fact.seat])
        case Evoking():
            card = title(fact.title or "")
            return msg("{who} evokes and looks at {card}.", who=names[fact.seat], card=card)
        case EvokeDeclined():
            return msg("{who} returns the card to the top.", who=names[fact.seat])
        case Looked():
            return _looked(fact, names)
        case Revealed():
            return msg("{who} reveals {cards}.", who=names[fact.seat], cards=_titles(fact.titles))
        case ReturnedToDeck():
            return msg_plural(
                "{who}'s deck gets {n} card back on top.",
                "{who}'s deck gets {n} cards back on top.",
                fact.count,
                who=names[fact.seat],
            )
        case Rolled():
            return msg("{who} rolls: {result}.", who=names[fact.seat], result=fact.result)
        case RollSkipped():
            return msg("{who} skips the roll.", who=names[fact.seat])
        case EnteredPlay():
            return msg("{card} enters play for {who}.", card=_first(fact.card), who=names[fact.seat])
        case ConstructPlaced():
            return msg(
                "{who} places {card} on top of their deck.", who=names[fact.seat], card=called(fact.card)
            )
        case Attached():
            return msg("{card} is attached to {host}.", card=_first(fact.card), host=called(fact.host))
        case Charged():
            return _charged(fact)
        case ChargesReturned():
            return msg_plural(
                "{n} charge of {host} returns to the deck.",
                "{n} charges of {host} return to the deck.",
                fact.count,
                host=called(fact.host),
            )
        case Veiled():
            return _veiled(fact, names)
        case Discarded():
            return _discarded(fact, names)
        case Voided(offering=True):
            return msg("{card} of {who} is voided as an offering.", card=title(fact.card), who=names[fact.of])
        case Voided():
            return msg("{card} of {who} is voided.", card=title(fact.card), who=names[fact.of])
        case ReturnedToHand():
            return msg_plural(
                "{cards} returns to {who}'s hand.",
                "{cards} return to {who}'s hand.",
                len(fact.cards),
                who=names[fact.seat],
                cards=_titles(fact.cards),
            )
        case PutIntoDeck():
            return _into_deck(fact, names)
        case Damaged():
            return msg("{card} takes {points} damage.", card=_first(fact.card), points=fact.points)
        case Destroyed():
            return msg("{card} is destroyed.", card=_first(fact.card))
        case Sacrificed():
            return msg("{card} is sacrificed.", card=_first(fact.card))
        case DreamDamage():
            return msg("{who} is dealt {points} Dream damage.", who=names[fact.seat], points=fact.points)
        case Withstood():
            return msg(
                "{card} stands, and holds off the other {points}.", card=_first(fact.card), points=fact.points
            )
        case DreamTorn():
            return msg_plural(
                "From {who}'s deck {cards} falls.",
                "From {who}'s deck {cards} fall.",
                len(fact.cards),
                who=names[fact.seat],
                cards=_titles(fact.cards),
            )
        case ConflictCalled():
            return _called_conflict(fact, names)
        case ConflictChosen():
            return msg("{who} chooses {conflict}.", who=names[fact.seat], conflict=_CONFLICT[fact.conflict])
        case ConflictSwitched():
            return msg("The conflict turns to {conflict}.", conflict=_CONFLICT[fact.conflict])
        case AttackersDeclared(cards=[]):
            return msg("{who} attacks alone.", who=names[fact.seat])
        case AttackersDeclared():
            return msg("{who} attacks with {cards}.", who=names[fact.seat], cards=_cards(fact.cards))
        case DefendersDeclared(cards=[]):
            return msg("{who} defends alone.", who=names[fact.seat])
        case DefendersDeclared():
            return msg("{who} defends with {cards}.", who=names[fact.seat], cards=_cards(fact.cards))
        case JoinedConflict():
            return msg("{card} joins the conflict.", card=_first(fact.card))
        case ConflictScored():
            return _scored(fact, names)
        case ConflictEnded():
            return msg("The conflict ends.")
        case FacesNightmare():
            return _faces(fact, names)
        case AvoidedNightmare():
            return msg("{who} avoids Nightmare.", who=names[fact.seat])
        case EnteredNightmare():
            return msg("{who} enters Nightmare.", who=names[fact.seat])
        case TookEffect(on=None):
            return msg("{card} takes effect.", card=title(fact.card))
        case TookEffect():
            return msg("{card} takes effect on {cards}.", card=title(fact.card), cards=_cards(fact.on or ()))
        case TakenBack():
            return taken_back(fact, names)
        case Ended():
            return msg("{told}.", told=result(fact.places, ENDINGS[fact.ending], names))


_OF_CONFLICT = {ConflictKind.DAWN: msg("dawn", "scores"), ConflictKind.DUSK: msg("dusk", "scores")}
_CONFLICT = {ConflictKind.DAWN: msg("dawn", "conflict"), ConflictKind.DUSK: msg("dusk", "conflict")}
_SIDE = {"numbered": msg("the numbered side"), "spent": msg("the spent side")}


def _scored(fact: ConflictScored, names: Names) -> Message:
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


def _looked(fact: Looked, names: Names) -> Message:
    who, what = names[fact.seat], _looked_at(fact, names)
    if fact.titles is not None:
        return msg("{who} looks at {what} ({cards}).", who=who, what=what, cards=_titles(fact.titles))
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
"""What does not happen, by the kind of a deed that was prevented: to a card, or of a player."""


def _prevented(fact: Prevented, names: Names) -> Message:
    by = title(fact.by)
    if fact.seat is not None:
        return msg(
            "{by} prevents it: {who} does not {act}.", by=by, who=names[fact.seat], act=_DOES_NOT[fact.what]
        )
    card = msg("the card") if fact.card is None else called(fact.card)
    return msg("{by} prevents it: {card} is not {done}.", by=by, card=card, done=_NOT[fact.what])


def _veiled(fact: Veiled, names: Names) -> Message:
    if fact.was is not None:
        return msg("{card} is veiled.", card=_first(fact.was))
    who, value = names[fact.seat], _value(fact.card)
    if fact.title is not None:
        return msg(
            "{who} places a card of value {value} veiled ({card}).",
            who=who,
            value=value,
            card=title(fact.title),
        )
    return msg("{who} places a card of value {value} veiled.", who=who, value=value)


def _charged(fact: Charged) -> Message:
    host, value = _first(fact.host), _value(fact.card)
    if fact.title is not None:
        return msg(
            "{host} is charged with a card of value {value} ({card}).",
            host=host,
            value=value,
            card=title(fact.title),
        )
    return msg("{host} is charged with a card of value {value}.", host=host, value=value)


def _discarded(fact: Discarded, names: Names) -> Message:
    card, who = title(fact.card), names[fact.of]
    if fact.was is not None:
        return msg("{card} ({was}) of {who} is discarded.", card=card, was=called(fact.was), who=who)
    return msg("{card} of {who} is discarded.", card=card, who=who)


def _into_deck(fact: PutIntoDeck, names: Names) -> Message:
    n = fact.count
    known = [card for card in fact.cards if card is not None]
    what: Value = msg_plural("{n} card", "{n} cards", n)
    if len(known) == n:
        what = _first_cards(known)
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


def _called_conflict(fact: ConflictCalled, names: Names) -> Message:
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


def _faces(fact: FacesNightmare, names: Names) -> Message:
    who = names[fact.seat]
    match fact.why:
        case "empty hand":
            return msg("{who}, with the only empty hand, faces Nightmare.", who=who)
        case "highest mind":
            return msg("{who}, with the highest mind, faces Nightmare.", who=who)
        case "last to pass":
            return msg("{who}, who passed last, faces Nightmare.", who=who)


def _guessed(fact: Guessed, names: Names) -> Message:
    who, side = names[fact.seat], _SIDE[fact.guess]
    if fact.guess == fact.hidden:
        return msg("{who} guesses {side}: right.", who=who, side=side)
    return msg("{who} guesses {side}: wrong.", who=who, side=side)
