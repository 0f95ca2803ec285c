"""Sentences of the log that depend on several facts of an event."""

from __future__ import annotations

from collections.abc import Mapping

from cards.dreamweavers.language.words import Ban, Noun
from cards.i18n import Message, Value, line, msg, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.position import EGO, HAND, IN_PLAY, MIND, UNTIL_TURN
from engine.dreamweavers.wording.terms import ZONES, Names, called, place, titles

# ---------------------------------------------------------------------------------------------- setting up, the gauge


def rolled(fact: told.Rolled, names: Names) -> Message:
    """Return the sentence on a roll for the first turn (DW1)."""
    first, second = (sum(dice) for dice in fact.rolls)
    if fact.first is None:
        return msg("{one} and {other} both roll {n}, and roll again.", one=names[0], other=names[1], n=first)
    return msg(
        "{one} rolls {n}, {other} {m}: {who} begins.",
        one=names[0],
        n=first,
        other=names[1],
        m=second,
        who=names[fact.first],
    )


def exchanged(fact: told.Exchanged, names: Names) -> Message:
    """Return the sentence on a mulligan (DW8)."""
    who = names[fact.seat]
    if not fact.count:
        return msg("{who} keeps the opening hand.", who=who)
    if fact.cards is not None:
        return msg("{who} exchanges {cards}.", who=who, cards=titles(fact.cards))
    return msg_plural(
        "{who} exchanges {n} card of the opening hand.",
        "{who} exchanges {n} cards of the opening hand.",
        fact.count,
        who=who,
    )


def tracker_moved(fact: told.TrackerMoved, names: Names) -> Message:
    """Return the sentence on a move of the tracker, by what it is for."""
    who, where = names[fact.seat], place(fact.side, fact.number, names)
    n = steps(fact)
    match fact.why:
        case "start":
            return msg("The tracker begins on {where}.", where=where)
        case "restore":
            return msg("{who} restores memory: the tracker goes to {where}.", who=who, where=where)
        case "pay":
            return msg("{who} pays {n}: the tracker goes to {where}.", who=who, n=n, where=where)
        case "gain":
            return msg("{who} gains {n} memory: the tracker goes to {where}.", who=who, n=n, where=where)
        case "lose":
            return msg("{who} loses {n} memory: the tracker goes to {where}.", who=who, n=n, where=where)
        case _:
            return msg("The tracker goes to {where}.", where=where)


def steps(fact: told.TrackerMoved) -> int:
    """Return how many spaces the tracker has moved."""

    def stand(side: int | None, number: int) -> int:
        return -number if side else number

    return abs(stand(fact.side, fact.number) - stand(fact.before_side, fact.before))


def window_closed(fact: told.WindowClosed, names: Names) -> Message:
    """Return the sentence on a window that was closed without asking (DW108)."""
    who = names[fact.seat]
    match fact.why:
        case told.Obstacle.EMPTY_HAND:
            return msg("{who} isn't asked: the hand is empty.", who=who)
        case told.Obstacle.NO_FEELING:
            why = msg("there can be no Feeling in the hand")
        case told.Obstacle.NO_ROOM:
            why = msg("there is no room for another Feeling")
        case told.Obstacle.GAUGE:
            why = msg("no Feeling that can be in the hand fits on the gauge")
        case _:
            why = msg("no Feeling that can be in the hand can be played now")
    if fact.moment == "defence":
        return msg("{who} isn't asked: there can be no Thought in the hand, and {why}.", who=who, why=why)
    return msg("{who} isn't asked: {why}.", who=who, why=why)


# ------------------------------------------------------------------------------------------------------ cards moving

Moved = (
    told.Drew | told.Entered | told.Forgotten | told.ReturnedToHand | told.TookIntoHand | told.PutIntoPile
    | told.Shuffled | told.Looked | told.Arranged | told.Revealed | told.Tapped | told.Untapped
)  # fmt: skip


def moved(fact: Moved, names: Names) -> Message:
    """Return the sentence on cards that change their places or are looked at."""
    match fact:
        case told.Drew():
            return _drew(fact, names)
        case told.Entered():
            return _entered(fact, names)
        case told.Forgotten():
            return _forgotten(fact, names)
        case told.ReturnedToHand():
            return msg_plural(
                "{cards} returns to {who}'s hand.",
                "{cards} return to {who}'s hand.",
                len(fact.cards),
                who=names[fact.seat],
                cards=titles(fact.cards),
            )
        case told.TookIntoHand():
            what = cards_or_count(fact.cards, fact.count)
            return msg(
                "{who} takes {what} out of {zone} into the hand.",
                who=names[fact.seat],
                what=what,
                zone=ZONES[fact.source],
            )
        case told.PutIntoPile():
            return _put(fact, names)
        case told.Shuffled(count=0):
            return msg("{who} shuffles the mind.", who=names[fact.seat])
        case told.Shuffled():
            return msg_plural(
                "{who} shuffles {n} card of the Id into the mind.",
                "{who} shuffles {n} cards of the Id into the mind.",
                fact.count,
                who=names[fact.seat],
            )
        case told.Looked():
            return _looked(fact, names)
        case told.Arranged():
            return _arranged(fact, names)
        case told.Revealed():
            return msg(
                "{who} reveals {cards} from {zone}.",
                who=names[fact.seat],
                cards=titles(fact.cards),
                zone=ZONES[fact.zone],
            )
        case told.Tapped():
            return msg_plural(
                "{cards} is tapped.", "{cards} are tapped.", len(fact.cards), cards=titles(fact.cards)
            )
        case told.Untapped():
            return msg_plural(
                "{cards} is untapped.", "{cards} are untapped.", len(fact.cards), cards=titles(fact.cards)
            )


def cards_or_count(cards: list[str] | None, count: int) -> Value:
    """Return the titles of cards where they are known, else how many there are."""
    return msg_plural("{n} card", "{n} cards", count) if cards is None else titles(cards)


def _drew(fact: told.Drew, names: Names) -> Message:
    if fact.cards is not None:
        return msg("{who} draws {cards}.", who=names[fact.seat], cards=titles(fact.cards))
    return msg_plural("{who} draws {n} card.", "{who} draws {n} cards.", fact.count, who=names[fact.seat])


def _entered(fact: told.Entered, names: Names) -> Message:
    who, card, zone = names[fact.seat], called(fact.card), ZONES[fact.source]
    if fact.tapped:
        return msg("{who} puts {card} from {zone} into play, tapped.", who=who, card=card, zone=zone)
    return msg("{who} puts {card} from {zone} into play.", who=who, card=card, zone=zone)


def _forgotten(fact: told.Forgotten, names: Names) -> Message:
    who, cards, n = names[fact.seat], titles(fact.cards), len(fact.cards)
    if fact.how == "destroyed":
        return msg_plural(
            "{who}'s {cards} is destroyed.", "{who}'s {cards} are destroyed.", n, who=who, cards=cards
        )
    if fact.how == "shield":
        return msg("{who} discards {cards} as shields.", who=who, cards=cards)
    if fact.source == HAND:
        return msg("{who} discards {cards}.", who=who, cards=cards)
    if fact.source in IN_PLAY:
        return msg_plural(
            "{who}'s {cards} is forgotten.", "{who}'s {cards} are forgotten.", n, who=who, cards=cards
        )
    return msg("{who} forgets {cards} from {zone}.", who=who, cards=cards, zone=ZONES[fact.source])


def _put(fact: told.PutIntoPile, names: Names) -> Message:
    who, what, source = names[fact.seat], cards_or_count(fact.cards, fact.count), ZONES[fact.source]
    on_top = fact.place == "top"
    if fact.pile == EGO:
        if on_top:
            return msg("{who} puts {what} from {zone} on top of the Ego.", who=who, what=what, zone=source)
        return msg("{who} puts {what} from {zone} under the Ego.", who=who, what=what, zone=source)
    if on_top:
        return msg("{who} puts {what} from {zone} on top of the mind.", who=who, what=what, zone=source)
    return msg("{who} puts {what} from {zone} under the mind.", who=who, what=what, zone=source)


def _looked(fact: told.Looked, names: Names) -> Message:
    who, what = names[fact.seat], _looked_at(fact, names)
    if fact.cards is not None:
        return msg("{who} looks at {what} ({cards}).", who=who, what=what, cards=titles(fact.cards))
    return msg("{who} looks at {what}.", who=who, what=what)


def _looked_at(fact: told.Looked, names: Names) -> Message:
    n, of, own = fact.count, names[fact.of], fact.of == fact.seat
    match fact.zone:
        case "mind" if own:
            return msg_plural("the top card of their mind", "the top {n} cards of their mind", n)
        case "mind":
            return msg_plural("the top card of {of}'s mind", "the top {n} cards of {of}'s mind", n, of=of)
        case "ego" if own:
            return msg_plural("the top card of their Ego", "the top {n} cards of their Ego", n)
        case "ego":
            return msg_plural("the top card of {of}'s Ego", "the top {n} cards of {of}'s Ego", n, of=of)
        case _:
            return msg_plural("{n} card in {of}'s hand", "{n} cards in {of}'s hand", n, of=of)


def _arranged(fact: told.Arranged, names: Names) -> Message:
    who = names[fact.seat]
    if fact.cards is not None:
        return msg("{who} puts them back, from the top: {cards}.", who=who, cards=titles(fact.cards))
    if fact.zone == MIND:
        return msg_plural(
            "{who} puts {n} card back into the mind.",
            "{who} puts {n} cards back into the mind in an order of their own.",
            fact.count,
            who=who,
        )
    return msg_plural(
        "{who} puts {n} card back into the Ego.",
        "{who} puts {n} cards back into the Ego in an order of their own.",
        fact.count,
        who=who,
    )


# ------------------------------------------------------------------------------------------------- damage, what lasts


def damaged(fact: told.Damaged, names: Names) -> Message:
    """Return the sentence on a point of damage."""
    who = names[fact.seat]
    if not fact.card:
        return msg("{who} takes damage with an empty Ego.", who=who)
    return msg_plural(
        "{who} takes 1 damage: {card} is revealed, and {n} card is left in the Ego.",
        "{who} takes 1 damage: {card} is revealed, and {n} cards are left in the Ego.",
        fact.left,
        who=who,
        card=called(fact.card),
    )


InForce = told.PowerChanged | told.KeywordGained | told.Forbidden | told.CostsChanged | told.Began

_NEXT: Mapping[str, Message] = {
    Noun.THOUGHT.value: msg("the next Thought"),
    Noun.FEELING.value: msg("the next Feeling"),
    Noun.CARD.value: msg("the next card"),
}


def in_force(fact: InForce, names: Names) -> Message:
    """Return the sentence on something that is in force for a while."""
    match fact:
        case told.PowerChanged():
            return _power_changed(fact)
        case told.KeywordGained():
            keyword = line(f"{fact.keyword.capitalize()}.")
            if fact.until == UNTIL_TURN:
                return msg("This turn for {cards}: {effect}", cards=titles(fact.cards), effect=keyword)
            return msg("In this attack for {cards}: {effect}", cards=titles(fact.cards), effect=keyword)
        case told.Forbidden():
            return _forbidden(fact)
        case told.CostsChanged():
            return msg(
                "For {who} {next} of this turn costs {n} less.",
                who=names[fact.seat],
                next=_NEXT[fact.kind_of_card],
                n=fact.number,
            )
        case told.Began():
            return msg("{card}: {effect}", card=called(fact.card), effect=line(fact.text))


def signed(number: int) -> str:
    """Return a change as it is written: "+2", or with a minus sign, not a hyphen."""
    return f"{number:+}".replace("-", "−")


def _power_changed(fact: told.PowerChanged) -> Message:
    cards, n, change = titles(fact.cards), len(fact.cards), signed(fact.number)
    if fact.until == UNTIL_TURN:
        return msg_plural(
            "{cards} gets {change} power this turn.",
            "{cards} get {change} power this turn.",
            n,
            cards=cards,
            change=change,
        )
    return msg_plural(
        "{cards} gets {change} power for this attack.",
        "{cards} get {change} power for this attack.",
        n,
        cards=cards,
        change=change,
    )


def _forbidden(fact: told.Forbidden) -> Message:
    cards = titles(fact.cards)
    match fact.what:
        case "untap":
            return msg_plural(
                "{cards} does not untap in the next Upkeep.",
                "{cards} do not untap in the next Upkeep.",
                len(fact.cards),
                cards=cards,
            )
        case Ban.ATTACK:
            return msg("{cards} can't attack this turn.", cards=cards)
        case Ban.ATTACK_EGO:
            return msg("{cards} can't attack an Ego this turn.", cards=cards)
        case Ban.DESTROYED:
            return msg("{cards} can't be destroyed this turn.", cards=cards)
        case _:
            return msg("{cards} can't be named by the opponent this turn.", cards=cards)
