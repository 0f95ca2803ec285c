"""No cards loop forever for free. The search for such cards finds earlier ones, and similar ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind, MindTexts
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from engine.voidream.infinite_loops import endless, feeders
from engine.voidream.infinite_loops.combinations import assemblies
from engine.voidream.infinite_loops.simulation import LoopVerdict, try_out
from engine.voidream.infinite_loops.steps import StepKind, steps

BEFORE = {
    "Moon on a Ladder": "(A) Exhaust this card, exhaust another entity you control: Deal 2 Dream damage to your opponent.",
    "Vertigo": "(A) Exhaust an entity you control: Roll.",
    "Turntable": "(!) After you roll - Ready an entity you control.",
    "Catch Your Breath": "Return an arcanum in your discard pile to your hand.\nReady an entity you control.",
    "Return Ticket": "Put up to 2 cards in your discard pile on top of your deck in any order.\nEvoke.",
    "Engine That Dreams of Horses": "Siege.\n(!) After you roll - +1 dawn.",
}
"""Earlier texts of cards that looped."""


def as_before(*titles: str) -> dict[str, Card]:
    """Return the set with earlier versions of some cards: Vertigo's side at 3, Return Ticket's upright text."""
    cards = dict(the_set().cards)
    for title in titles:
        card = cards[title]
        text = read_text(BEFORE[title], card.kind)
        if card.mind is not None:
            spent, one, two, _, four = card.mind.sides
            cards[title] = replace(card, mind=MindTexts((spent, one, two, text, four)))
        else:
            cards[title] = replace(card, text=text)
    return cards


def wheels() -> Card:
    """A former card of the set, which triggered on each roll."""
    return card(
        "Song of the Wheels", Kind.MEMORY, "(!) After you roll - Deal 1 Dream damage to your opponent."
    )


def found(cards: Iterable[Card], most: int = 3) -> set[frozenset[str]]:
    return {frozenset(each.cards) for each in endless(cards, most)}


def card(title: str, kind: Kind, text: str, types: tuple[str, ...] = ()) -> Card:
    numbers = {"dawn": 2, "stability": 3, "dusk": 1} if kind is Kind.ENTITY else {}
    if kind is Kind.CONSTRUCT:
        numbers = {"stability": 3}
    return Card(title, kind, Faction.NEUTRAL, 2, types, text=read_text(text, kind), **numbers)


@pytest.mark.slow
def test_no_loop_in_the_set_is_infinite() -> None:
    assert [str(each) for each in endless(the_set())] == []


def test_nor_do_four_abilities_and_triggers_together() -> None:
    """Without arcana and thoughts, each of which has a cost."""
    lasting = [one for one in the_set() if one.kind not in (Kind.ARCANUM, Kind.THOUGHT)]
    assert [str(each) for each in endless(lasting, 4)] == []


def test_the_known_engines_are_found_in_the_texts_of_before() -> None:
    """Without thoughts. The test above covers those of the set."""
    cards = as_before("Vertigo", "Turntable").values()
    assert found((one for one in cards if one.kind is not Kind.THOUGHT), 2) == {
        frozenset({"Vertigo", "Night Porter"}),
        frozenset({"Vertigo", "Turntable"}),
    }


@pytest.mark.parametrize("title", ["Engine That Dreams of Horses", "Song of the Wheels"])
def test_a_feeder_triggers_in_each_round_of_a_loop(title: str) -> None:
    cards = as_before("Vertigo", "Engine That Dreams of Horses") | {"Song of the Wheels": wheels()}
    engine = [cards[one] for one in ("Vertigo", "Night Porter")]
    (assembly,) = assemblies(steps(engine))
    (feeder,) = [step for step in feeders(assembly, steps([cards[title]])) if step.kind is StepKind.TRIGGER]
    round_ = try_out((*assembly, feeder))
    assert round_.found is LoopVerdict.ENDLESS
    assert title in round_.triggered


def test_three_cards_with_one_that_returns_to_the_deck() -> None:
    """A cycle back to the same position is allowed once. With a trigger on it, it loops."""
    cards = as_before("Turntable") | {"Song of the Wheels": wheels()}
    some = ["Lantern Page", "Loose Thread", "Turntable", "Song of the Wheels"]
    assert frozenset(next(endless(cards[one] for one in some)).cards) == frozenset(some)


@pytest.mark.slow
def test_arcana_that_return_from_the_void() -> None:
    """A cycle without a change is allowed once. With something that uses its result, it loops."""
    cards = as_before("Return Ticket", "Catch Your Breath", "Moon on a Ladder")
    some = ["Return Ticket", "Pardon at Noon", "Catch Your Breath", "Moon on a Ladder"]
    assert frozenset(next(endless(cards[one] for one in some)).cards) == frozenset(some)


ENGINES = {
    "entities that ready each other, and one that hears of it": (
        card("Left", Kind.ENTITY, "(A) Exhaust this card: Ready another entity you control."),
        card("Ear", Kind.MEMORY, "(!) After an entity you control is readied - Deal 1 Dream damage to your opponent."),
    ),
    "triggers that set each other off": (
        card("Bell", Kind.MEMORY, "(!) After you roll - +1 dawn to an entity you control, then exhaust it."),
        card("Rope", Kind.MEMORY, "(!) After an entity you control is exhausted - Ready it, then roll."),
    ),
    "a memory that readies what exhausts for it": (
        card("Spring", Kind.MEMORY, "(A) Exhaust an entity you control: Your opponent rolls."),
        card("Cog", Kind.ENTITY, "(!) After your opponent rolls - Ready this card."),
    ),
    "an attached memory": (
        card("Key", Kind.MEMORY, "Attach this card to an entity you control.\n(A) Exhaust its host: Roll."),
        card("Lock", Kind.CONSTRUCT, "(!) After you roll - Ready all entities you control."),
    ),
    "an entity that comes back from the discard pile": (
        card("Altar", Kind.CONSTRUCT, "(A) Sacrifice an entity you control: Deal 1 Dream damage to your opponent."),
        card("Phoenix", Kind.ENTITY,
             "(!) While this card is in your discard pile, after your opponent takes Dream damage - Play this card."),
    ),
    "a thought that returns to the bottom": (
        card("Door", Kind.ENTITY, "(A) Exhaust this card: Put the bottom card of your deck on top of your deck."),
        card("Lamp", Kind.ENTITY, "(A) Exhaust this card: Evoke."),
        card("Yawn", Kind.THOUGHT, "Loop.\nReady all entities you control.\nDeal 1 Dream damage to your opponent."),
    ),
    "a mind that gives back what it costs": (
        card("Pump", Kind.ENTITY, "(A) Reduce your mind by 1: Deal 1 Dream damage to your opponent."),
        card("Valve", Kind.MEMORY, "(!) After you reduce your mind - Increase your mind by 1."),
    ),
    "an arcanum that costs a turn of the mind, and what gives it back": (
        Card("Breath", Kind.ARCANUM, Faction.NEUTRAL, 4,
             text=read_text("Increase your mind by 1.\nDeal 1 Dream damage to your opponent.", Kind.ARCANUM),
             inverted=read_text("Roll.", Kind.ARCANUM)),
        card("Echo", Kind.MEMORY, "(!) After you play an arcanum - Return an arcanum in your discard pile to your hand."),
    ),
    "inspiration": (
        card("Muse", Kind.ENTITY, "(A) Exhaust another entity you control: Inspire an entity you control."),
        card("Poet", Kind.ENTITY, "(!) When inspired - Ready all entities you control, then deal 1 Dream damage to your opponent."),
    ),
    "four cards": (
        card("First", Kind.ENTITY, "(A) Exhaust this card: Shuffle your deck."),
        card("Second", Kind.MEMORY, "(!) After you shuffle - Roll."),
        card("Third", Kind.MEMORY, "(!) After you roll - Deal 1 Dream damage to your opponent."),
        card("Fourth", Kind.CONSTRUCT, "(!) After your opponent takes Dream damage - Ready an entity you control."),
    ),
}  # fmt: skip


@pytest.mark.parametrize("cards", ENGINES.values(), ids=ENGINES)
def test_engines_of_every_kind_are_found(cards: tuple[Card, ...]) -> None:
    assert found(cards, len(cards)) == {frozenset(one.title for one in cards)}


PRICED = {
    "the mind": (
        card("Pump", Kind.ENTITY, "(A) Exhaust this card, reduce your mind by 1: Roll."),
        card("Cog", Kind.ENTITY, "(!) After you roll - Ready this card."),
    ),
    "arcana": (
        card("Stove", Kind.CONSTRUCT, "(A) Discard an arcanum: Ready all entities you control."),
        card("Cat", Kind.ENTITY, "(A) Exhaust this card: Deal 1 Dream damage to your opponent."),
    ),
    "the deck": (
        card("Root", Kind.ENTITY, "(A) Exhaust this card: Charge this card."),
        card(
            "Rain", Kind.MEMORY, "(!) After a card you control is charged - Ready all entities you control."
        ),
    ),
    "Dream damage": (
        card("Knife", Kind.ENTITY, "(A) Take 1 Dream damage: Deal 1 Dream damage to your opponent."),
    ),
    "what nothing readies": (
        card("Left", Kind.MEMORY, "(A) Exhaust this card: Ready all entities you control."),
        card("Cat", Kind.ENTITY, "(A) Exhaust this card: Deal 1 Dream damage to your opponent."),
    ),
    "a circle that changes nothing": (
        card("Left", Kind.ENTITY, "(A) Exhaust this card: Ready another entity you control."),
    ),
    "a trigger that undoes itself": (
        card("Bell", Kind.MEMORY, "(!) After an entity you control is readied - Exhaust it."),
        card("Rope", Kind.MEMORY, "(!) After an entity you control is exhausted - Ready it."),
    ),
}


@pytest.mark.parametrize("cards", PRICED.values(), ids=PRICED)
def test_loops_that_cost_or_give_nothing_are_ignored(cards: tuple[Card, ...]) -> None:
    assert found(cards) == set()


def test_an_engine_can_be_looked_at_where_its_round_begins() -> None:
    cards = as_before("Vertigo")
    (engine,) = endless([cards[one] for one in ("Vertigo", "Night Porter")])
    assert str(engine) == "Vertigo, Night Porter: activate Vertigo"
    match = Match.load(VOIDREAM, engine.position)
    keys = [option.key for option in match.questions[0].options]
    assert set(engine.actions) <= set(keys)
