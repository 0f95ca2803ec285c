"""Decks: what is evoked, looked at and revealed, and what Dream damage takes (§2, §4 Damage)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Value, msg, msg_plural, series, title
from engine.kernel.events.story import Weight
from engine.kernel.events.story_builder import CHANGE, PLAY, listed, sentence
from engine.voidream import facts as told
from engine.voidream.facts import Told
from engine.voidream.wording.card_names import called
from engine.voidream.wording.story.teller import Handler, Teller


def _declined(t: Teller, at: int, fact: told.EvokeDeclined) -> None:
    text = t.of(
        fact.seat,
        msg("You evoke, and put the card back"),
        lambda who: msg("{who} evokes, and puts the card back", who=who),
    )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _looked(t: Teller, at: int, fact: told.Looked) -> None:
    if fact.titles is not None and fact.seat == t.reader:
        cards = listed([title(card) for card in fact.titles])
        t.add(Weight.DETAIL, CHANGE, msg("You look at {cards}", cards=cards), at)
    else:
        sentence(t, at, fact)


def _revealed(t: Teller, at: int, fact: told.Revealed) -> None:
    cards = listed([title(card) for card in fact.titles])
    text = t.of(
        fact.seat,
        msg("You reveal {cards}", cards=cards),
        lambda who: msg("{who} reveals {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _rolled(t: Teller, at: int, fact: told.Rolled) -> None:
    if not t.by_rule(at):
        result = fact.result
        text = t.of(
            fact.seat,
            msg("You roll: depth {depth}", depth=result),
            lambda who: msg("{who} rolls: depth {depth}", who=who, depth=result),
        )
        t.add(Weight.DETAIL, CHANGE, text, at)


def _dream_damage(t: Teller, at: int, fact: told.DreamDamageDealt) -> None:
    """All Dream damage that a player is dealt in an act, with what it took."""
    seat = fact.seat
    covers, fallen, points = [at], list[Value](), fact.points
    struck: dict[str, int] = {}
    held: Message | None = None
    whose = seat
    for place in range(at + 1, len(t.facts)):
        match t.facts[place]:
            case told.DreamDamageDealt(seat=whose, points=more):
                if whose != seat:
                    continue
                points += more
            case told.DreamDamageDiscards(seat=losing, cards=cards) if losing == seat:
                fallen += [title(card) for card in cards]
            case told.Damaged(card=card, points=hit) if whose == seat == card.seat:
                struck[card.title or ""] = struck.get(card.title or "", 0) + hit
            case told.Withstood(card=card, points=rest) if whose == seat:
                held = msg("{card} held off the other {points}.", card=called(card), points=rest)
            case _:
                continue
        covers.append(place)
    brief: Message | None = None
    took = series(*(msg("{card} took {points}", card=title(card), points=n) for card, n in struck.items()))
    if fallen:
        text, brief = _lost(t, seat, fallen), _lost_in_all(t, seat, len(fallen))
        if struck:
            text = msg("{told}; {struck}", told=text, struck=took)
    else:
        text = t.of(
            seat,
            msg("You were dealt {points} Dream damage", points=points),
            lambda who: msg("{who} was dealt {points} Dream damage", who=who, points=points),
        )
        if struck:
            text = msg("{told}: {struck}", told=text, struck=took)
    t.add(Weight.DECISIVE, CHANGE, text, *covers, reason=held, brief=brief)


def _torn(t: Teller, at: int, fact: told.DreamDamageDiscards) -> None:
    """Of Dream damage that began with an earlier act."""
    text = _lost(t, fact.seat, [title(card) for card in fact.cards])
    t.add(Weight.DECISIVE, CHANGE, text, at, brief=_lost_in_all(t, fact.seat, len(fact.cards)))


def _lost(t: Teller, seat: int, cards: Sequence[Value]) -> Message:
    n, some = len(cards), listed(cards)
    return t.of(
        seat,
        msg_plural(
            "You lost {n} card from your deck: {cards}",
            "You lost {n} cards from your deck: {cards}",
            n,
            cards=some,
        ),
        lambda who: msg_plural(
            "{who} lost {n} card from the deck: {cards}",
            "{who} lost {n} cards from the deck: {cards}",
            n,
            who=who,
            cards=some,
        ),
    )


def _lost_in_all(t: Teller, seat: int, n: int) -> Message:
    return t.of(
        seat,
        msg_plural("You lost {n} card from your deck", "You lost {n} cards from your deck", n),
        lambda who: msg_plural(
            "{who} lost {n} card from the deck", "{who} lost {n} cards from the deck", n, who=who
        ),
    )


HANDLERS: dict[type[Told], Handler] = {
    told.EvokeDeclined: _declined,
    told.Looked: _looked,
    told.Revealed: _revealed,
    told.Rolled: _rolled,
    told.DreamDamageDealt: _dream_damage,
    told.DreamDamageDiscards: _torn,
}
