"""Setup, turns and actions with their costs (§Setup, §Main Phase)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, Value, msg, msg_plural
from engine.dreamweavers.facts.cards import Drew, Forgotten, Looked, ReturnedToHand, Tapped
from engine.dreamweavers.facts.plays import AbilityActivated, Named, Played, TookEffect
from engine.dreamweavers.facts.terms import called, cards_of
from engine.dreamweavers.facts.turns import IntentsRevealed, LetGo, Refreshed, Rolled, TrackerMoved, TurnBegan
from engine.dreamweavers.position import EGO, HAND, MIND
from engine.kernel.events.entries import SentenceForm, beat, form
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _rolled(builder: StoryBuilder, at: int, fact: Rolled) -> None:
    """The first player; rolls that did not decide it are only counted in (DW1)."""
    if fact.first is not None:
        builder.by_entry(at)


def _intents(builder: StoryBuilder, at: int, fact: IntentsRevealed) -> None:
    one, other = (
        builder.say(
            seat, beat("your Intent is {notion}", "{who}'s Intent is {notion}"), notion=called(notion)
        )
        for seat, notion in enumerate(fact.notions)
    )
    builder.add(msg("Revealed: {one}, {other}", one=one, other=other), at)


def _turn(builder: StoryBuilder, at: int, fact: TurnBegan) -> None:
    text = builder.text(at)
    restored = _next_move(builder, at, fact.seat, "restore")
    for place in restored:
        moved = builder.fact(place, TrackerMoved)
        text = msg("{told}, with memory restored to {n}", told=text, n=moved.number)
    builder.add(text, at, *restored)


def _tracker(builder: StoryBuilder, at: int, fact: TrackerMoved) -> None:
    """A move of the tracker that belongs to no player's act."""
    builder.add(msg("The tracker is on {where}", where=_where(builder, fact)), at)


def _let_go(builder: StoryBuilder, at: int, fact: LetGo) -> None:
    moved = _next_move(builder, at, fact.seat, "let-go")
    builder.add(_with_tracker(builder, builder.text(at), moved), at, *moved)


def _refreshed(builder: StoryBuilder, at: int, fact: Refreshed) -> None:
    """Refresh, with what came back and what was drawn (DW34)."""
    covers = _next_move(builder, at, fact.seat, "refresh")
    text = builder.text(at)
    back: list[str] = []
    for place in builder.later(at, Fact):
        if builder.seen[place].cause != "DW34":
            continue
        match builder.seen[place].fact:
            case Drew() as drew:
                text = _refreshed_and_drew(builder, fact.seat, drew)
            case ReturnedToHand(cards=cards):
                back += cards
            case _:
                continue
        covers.append(place)
    reason = msg("Back in the hand: {cards}.", cards=cards_of(back)) if back else None
    builder.add(text, at, *covers, reason=reason)


def _refreshed_and_drew(builder: StoryBuilder, seat: int, drew: Drew) -> Message:
    if drew.cards is not None and seat == builder.reader:
        return msg("You refresh and draw {cards}", cards=cards_of(drew.cards))
    drawn = beat(
        form("You refresh and draw {n} card", "You refresh and draw {n} cards"),
        form("{who} refreshes and draws {n} card", "{who} refreshes and draws {n} cards"),
    )
    return builder.say(seat, drawn, drew.count)


def _doing(builder: StoryBuilder, at: int, fact: Played | AbilityActivated) -> None:
    """A card that is played or used: with what it named and what was paid, itself perhaps, and that it took effect."""
    text, card = builder.text(at), fact.card
    builder.named.add(card)
    paid = _next_move(builder, at, fact.seat, "pay")
    covers = [*paid]
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case Named(card=about, cards=named) if about == card and named:
                text = msg("{told} on {cards}", told=text, cards=cards_of(named))
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
        place for place in covers if place not in paid and not isinstance(builder.seen[place].fact, Forgotten)
    ]
    builder.add(_with_tracker(builder, text, paid), at, *covers, implied=implied)


def _is_price(builder: StoryBuilder, at: int, place: int, card: str) -> bool:
    """Return whether what a card that was played or used at `at` forgets is a price: it comes before its effect."""
    effect = (
        later
        for later in range(at + 1, len(builder.seen))
        if isinstance(one := builder.seen[later].fact, TookEffect) and one.card == card
    )
    return builder.seen[place].cause == card and place < next(effect, len(builder.seen))


def _looked(builder: StoryBuilder, at: int, fact: Looked) -> None:
    """Whoever looks at what is the reader's is told to have looked at what is theirs."""
    if builder.reader != fact.of or fact.seat == fact.of:
        builder.by_entry(at)
        return
    said = _YOURS[fact.zone]
    builder.add(msg_plural(said.one, said.many, fact.count, who=builder.names[fact.seat]), at)


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
    """Return where the tracker is after a move: "your 2", "Ben's 2", or "0"."""
    return (
        "0" if fact.side is None else builder.say(fact.side, beat("your {n}", "{who}'s {n}"), n=fact.number)
    )


def _next_move(builder: StoryBuilder, at: int, seat: int, why: str) -> list[int]:
    """Return the place of the move of the tracker that comes next for a reason, before anything else is played or used."""
    for place in range(at + 1, len(builder.seen)):
        match builder.seen[place].fact:
            case TrackerMoved(seat=whose, why=reason) if (whose, reason) == (seat, why):
                return [] if place in builder.done else [place]
            case Played() | AbilityActivated() | TookEffect() | TurnBegan():
                return []
            case _:
                continue
    return []


def _with_tracker(builder: StoryBuilder, text: Message, places: Sequence[int]) -> Message:
    """Return a sentence with where the tracker went, if it was moved at that place."""
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
    Played: _doing,
    AbilityActivated: _doing,
    TookEffect: _took_effect,
    Looked: _looked,
}
