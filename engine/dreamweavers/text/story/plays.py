"""Setup, turns and actions with their costs (§Setup, §Main Phase)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, Value, msg, msg_plural
from engine.dreamweavers.facts.cards import Drew, Forgotten, Looked, ReturnedToHand, Tapped
from engine.dreamweavers.facts.plays import AbilityActivated, Named, Played, TookEffect
from engine.dreamweavers.facts.terms import card_name, cards_of
from engine.dreamweavers.facts.turns import IntentsRevealed, LetGo, Refreshed, Rolled, TrackerMoved, TurnBegan
from engine.dreamweavers.position import EGO, HAND, MIND
from engine.kernel.events.entries import SentenceForm, beat, form
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _rolled(builder: StoryBuilder, at: int, fact: Rolled) -> None:
    """Describe the first player. Tied rolls are only counted (DW1)."""
    if fact.first is not None:
        builder.by_entry(at)


def _intents(builder: StoryBuilder, at: int, fact: IntentsRevealed) -> None:
    first, second = (
        builder.say(
            seat, beat("your Intent is {notion}", "{who}'s Intent is {notion}"), notion=card_name(notion)
        )
        for seat, notion in enumerate(fact.notions)
    )
    builder.add(msg("Revealed: {one}, {other}", one=first, other=second), at)


def _turn(builder: StoryBuilder, at: int, fact: TurnBegan) -> None:
    text = builder.text(at)
    restored = _next_move(builder, at, fact.seat, "restore")
    for place in restored:
        move = builder.fact(place, TrackerMoved)
        text = msg("{told}, with memory restored to {n}", told=text, n=move.number)
    builder.add(text, at, *restored)


def _tracker(builder: StoryBuilder, at: int, fact: TrackerMoved) -> None:
    """Describe a move of the tracker that isn't part of a player's act."""
    builder.add(msg("The tracker is on {where}", where=_where(builder, fact)), at)


def _let_go(builder: StoryBuilder, at: int, fact: LetGo) -> None:
    moves = _next_move(builder, at, fact.seat, "let-go")
    builder.add(_with_tracker(builder, builder.text(at), moves), at, *moves)


def _refreshed(builder: StoryBuilder, at: int, fact: Refreshed) -> None:
    """Describe a Refresh, with the cards returned and drawn (DW34)."""
    covers = _next_move(builder, at, fact.seat, "refresh")
    text = builder.text(at)
    returned: list[str] = []
    for place in builder.later(at, Fact):
        if builder.seen[place].cause != "DW34":
            continue
        match builder.seen[place].fact:
            case Drew() as drew:
                text = _refreshed_and_drew(builder, fact.seat, drew)
            case ReturnedToHand(cards=cards):
                returned += cards
            case _:
                continue
        covers.append(place)
    reason = msg("Back in the hand: {cards}.", cards=cards_of(returned)) if returned else None
    builder.add(text, at, *covers, reason=reason)


def _refreshed_and_drew(builder: StoryBuilder, seat: int, drew: Drew) -> Message:
    if drew.cards is not None and seat == builder.reader:
        return msg("You refresh and draw {cards}", cards=cards_of(drew.cards))
    sentence = beat(
        form("You refresh and draw {n} card", "You refresh and draw {n} cards"),
        form("{who} refreshes and draws {n} card", "{who} refreshes and draws {n} cards"),
    )
    return builder.say(seat, sentence, drew.count)


def _played_or_used(builder: StoryBuilder, at: int, fact: Played | AbilityActivated) -> None:
    """Describe a card that is played or used, with the cards named, the payment, and whether it took effect."""
    text, card = builder.text(at), fact.card
    builder.named.add(card)
    payment = _next_move(builder, at, fact.seat, "pay")
    covers = [*payment]
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Named(card=about, cards=named_cards) if about == card and named_cards:
                text = msg("{told} on {cards}", told=text, cards=cards_of(named_cards))
            case TookEffect(card=about) if about == card:
                pass
            case Tapped(cards=[about]) if about == card:
                pass
            case Forgotten(cards=[about]) if about == card and _is_price(builder, at, place, card):
                pass
            case _:
                continue
        covers.append(place)
    implied = [
        place
        for place in covers
        if place not in payment and not isinstance(builder.seen[place].fact, Forgotten)
    ]
    builder.add(_with_tracker(builder, text, payment), at, *covers, implied=implied)


def _is_price(builder: StoryBuilder, at: int, place: int, card: str) -> bool:
    """Return whether a card's forgetting is a price of the card played or used at `at`: it comes before its effect."""
    effect = (
        place_after
        for place_after in range(at + 1, len(builder.seen))
        if isinstance(fact := builder.seen[place_after].fact, TookEffect) and fact.card == card
    )
    return builder.seen[place].cause == card and place < next(effect, len(builder.seen))


def _looked(builder: StoryBuilder, at: int, fact: Looked) -> None:
    """Describe looking at cards. If they are the reader's, they are called "your" cards."""
    if builder.reader != fact.of or fact.seat == fact.of:
        builder.by_entry(at)
        return
    owner = _YOURS[fact.zone]
    builder.add(msg_plural(owner.one, owner.many, fact.count, who=builder.names[fact.seat]), at)


_YOURS: Mapping[str, SentenceForm] = {
    MIND: form("{who} looks at the top card of your mind", "{who} looks at the top {n} cards of your mind"),
    EGO: form("{who} looks at the top card of your Ego", "{who} looks at the top {n} cards of your Ego"),
    HAND: form("{who} looks at {n} card in your hand", "{who} looks at {n} cards in your hand"),
}


def _took_effect(builder: StoryBuilder, at: int, fact: TookEffect) -> None:
    if fact.card not in builder.named:
        builder.named.add(fact.card)
        builder.as_logged(at)


# ------------------------------------------------------------------------------------------------------- the tracker


def _where(builder: StoryBuilder, fact: TrackerMoved) -> Value:
    """Return the tracker's place after a move: "your 2", "Ben's 2", or "0"."""
    return (
        "0" if fact.side is None else builder.say(fact.side, beat("your {n}", "{who}'s {n}"), n=fact.number)
    )


def _next_move(builder: StoryBuilder, at: int, seat: int, why: str) -> list[int]:
    """Return the place of the tracker's next move for a reason, before another card is played or used."""
    for place in range(at + 1, len(builder.seen)):
        match builder.seen[place].fact:
            case TrackerMoved(seat=owner, why=reason) if (owner, reason) == (seat, why):
                return [] if place in builder.done else [place]
            case Played() | AbilityActivated() | TookEffect() | TurnBegan():
                return []
            case _:
                continue
    return []


def _with_tracker(builder: StoryBuilder, text: Message, places: Sequence[int]) -> Message:
    """Return a sentence with the tracker's new place, if it moved at that place."""
    for place in places:
        where = _where(builder, builder.fact(place, TrackerMoved))
        return msg("{told}: the tracker is on {where}", told=text, where=where)
    return text


JOINS: dict[type[Fact], Join] = {
    Rolled: _rolled,
    IntentsRevealed: _intents,
    TurnBegan: _turn,
    TrackerMoved: _tracker,
    LetGo: _let_go,
    Refreshed: _refreshed,
    Played: _played_or_used,
    AbilityActivated: _played_or_used,
    TookEffect: _took_effect,
    Looked: _looked,
}
