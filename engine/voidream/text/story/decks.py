"""The losses from Dream damage, combined (§4 Damage)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, msg, msg_plural, series, title
from engine.kernel.events.entries import SentenceForm, form
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder
from engine.voidream.facts.cards import Damaged
from engine.voidream.facts.deck import DreamDamageDealt, DreamDamageDiscards, Looked, Withstood
from engine.voidream.facts.terms import PlaceLookedAt, called, cards_of


def _dream_damage(builder: StoryBuilder, at: int, fact: DreamDamageDealt) -> None:
    """Describe all Dream damage of a player in an act, with the cards lost, and the causes if there are several."""
    seat = fact.seat
    covers, fallen = list[int](), list[str]()
    points_by_cause: list[tuple[str, int]] = [(builder.seen[at].cause, fact.points)]
    lost_cards: list[tuple[str, int]] = []
    struck: dict[str, int] = {}
    withstood: Message | None = None
    damaged_seat = seat
    for place in range(at + 1, len(builder.seen)):
        cause = builder.seen[place].cause
        match builder.seen[place].fact:
            case DreamDamageDealt(seat=damaged_seat, points=more):
                if damaged_seat != seat:
                    continue
                points_by_cause.append((cause, more))
            case DreamDamageDiscards(seat=losing, cards=cards) if losing == seat:
                fallen += cards
                lost_cards.append((cause, len(cards)))
            case Damaged(card=card, points=hit) if damaged_seat == seat == card.seat:
                struck[card.title or ""] = struck.get(card.title or "", 0) + hit
            case Withstood(card=card, points=remaining) if damaged_seat == seat:
                withstood = msg("{card} held off the other {points}.", card=called(card), points=remaining)
            case _:
                continue
        covers.append(place)
    took = series(*(msg("{card} took {points}", card=title(card), points=n) for card, n in struck.items()))
    if fallen:
        text = builder.with_causes(_lost(builder, seat, fallen), lost_cards)
        brief = builder.with_causes(_lost_in_all(builder, seat, len(fallen)), lost_cards)
        if struck:
            text, brief = (msg("{told}; {struck}", told=sentence, struck=took) for sentence in (text, brief))
    else:
        points = sum(n for _, n in points_by_cause)
        text = builder.with_causes(builder.text(at, points=points), points_by_cause)
        if struck:
            text = msg("{told}: {struck}", told=text, struck=took)
        brief = None
    builder.add(text, at, *covers, reason=withstood, brief=brief)


def _torn(builder: StoryBuilder, at: int, fact: DreamDamageDiscards) -> None:
    """Describe cards lost to Dream damage that began in an earlier act."""
    brief = _lost_in_all(builder, fact.seat, len(fact.cards))
    builder.add(_lost(builder, fact.seat, fact.cards), at, brief=brief)


def _lost(builder: StoryBuilder, seat: int, cards: Sequence[str]) -> Message:
    form = DreamDamageDiscards.entry.beat_forms()[0]
    return builder.say(seat, form, len(cards), cards=cards_of(cards))


def _lost_in_all(builder: StoryBuilder, seat: int, n: int) -> Message:
    return builder.say(seat, DreamDamageDiscards.entry.sum_forms()[0], n)


def _looked(builder: StoryBuilder, at: int, fact: Looked) -> None:
    """Describe looking at cards. If they are the reader's, they are called "your" cards."""
    if builder.reader != fact.of or fact.seat == fact.of:
        builder.by_entry(at)
        return
    owner = _YOURS[fact.where]
    builder.add(msg_plural(owner.one, owner.many, fact.count, who=builder.names[fact.seat]), at)


_YOURS: Mapping[PlaceLookedAt, SentenceForm] = {
    "deck": form("{who} looks at the top card of your deck", "{who} looks at the top {n} cards of your deck"),
    "bottom": form(
        "{who} looks at the bottom card of your deck", "{who} looks at the bottom {n} cards of your deck"
    ),
    "hand": form("{who} looks at {n} arcanum in your hand", "{who} looks at {n} arcana in your hand"),
    "charge": form(
        "{who} looks at {n} charge under your cards", "{who} looks at {n} charges under your cards"
    ),
    "veiled": form("{who} looks at {n} veiled card of yours", "{who} looks at {n} veiled cards of yours"),
}


JOINS: dict[type[Fact], Join] = {
    DreamDamageDealt: _dream_damage,
    DreamDamageDiscards: _torn,
    Looked: _looked,
}
