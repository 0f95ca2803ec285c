"""Whatever well-formed cards say, a match does not crash, hang or lose a card.

`VOIDREAM_FUZZ` says how many random sets of cards are played (10 if it is not set).
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cards.voidream.language import tree
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind
from engine.kernel.chance import Chance
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from tests.cards.language import trees
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Bench
from tests.engine.voidream.test_always import check_cards, check_position, check_words, referee

EXAMPLES = int(os.environ.get("VOIDREAM_FUZZ", "10"))
MOST_ANSWERS = 150

lines = st.builds(tree.Line, trees.effects)
statics = st.builds(
    tree.Static, st.lists(trees.ongoings(), min_size=1, max_size=2).map(tuple), st.none() | trees.conditions
)
activated = st.builds(tree.Activated, trees.costs, trees.effects)
triggered = st.builds(
    tree.Triggered,
    st.sampled_from(tree.Timing),
    trees.events,
    trees.effects,
    st.sampled_from([tree.Zone.IN_PLAY, tree.Zone.IN_PLAY, tree.Zone.VOID, tree.Zone.DISCARD]),
    st.none() | trees.conditions,
)
keywords = st.builds(tree.Keywords, st.lists(trees.keywords, min_size=1, max_size=2).map(tuple))


def texts(*abilities: SearchStrategy[tree.Ability]) -> SearchStrategy[tree.Text]:
    return st.tuples(st.one_of(*abilities))


passing = texts(lines, lines, keywords)
lasting = texts(statics, activated, triggered, triggered)


def cards(kind: Kind, text: SearchStrategy[tree.Text], first: int, count: int) -> SearchStrategy[list[Card]]:
    def made(number: int) -> SearchStrategy[Card]:
        small = st.integers(0, 4)
        return st.builds(
            Card,
            st.just(f"{kind.value.capitalize()} {number}"),
            st.just(kind),
            st.sampled_from(Faction),
            value=st.integers(1, 4),
            types=st.sampled_from([(), ("Synthetic",), ("Offering",)]),
            dawn=small,
            stability=st.integers(1, 5),
            dusk=small,
            text=text,
            inverted=passing if kind is Kind.ARCANUM else st.just(()),
        )

    return st.tuples(*(made(number) for number in range(first, first + count))).map(list)


@st.composite
def sets(draw: st.DrawFn) -> list[Card]:
    return [
        *draw(cards(Kind.ARCANUM, passing, 0, 2)),
        *draw(cards(Kind.THOUGHT, passing, 0, 2)),
        *draw(cards(Kind.MEMORY, lasting, 0, 2)),
        *draw(cards(Kind.ENTITY, lasting, 0, 2)),
        *draw(cards(Kind.CONSTRUCT, lasting, 0, 1)),
    ]


@given(sets(), st.integers(0, 10**6))
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=EXAMPLES == 10,
    database=None,
    phases=[Phase.generate],
)
def test_no_card_can_break_a_match(made: list[Card], seed: int):
    game = Bench([*SET.values(), *made])
    made_arcana = [c.title for c in made if c.kind is Kind.ARCANUM]
    laid: list[tuple[str, str, list[str], list[str]]] = []
    dream = [c.title for c in made if c.kind is not Kind.ARCANUM]
    for bastion, mind, arcana, others in decks(seed % 7, seed % 5):
        laid.append((bastion, mind, [*made_arcana, *arcana[:6]], [*dream * 3, *others[:18]]))
    setup = game.deal(laid)
    match, events = Match.begin(game, setup, f"{seed}")
    chance = Chance(f"fuzz {seed}")
    check_words(game, events)
    while match.outcome is None and match.turn_count < MOST_ANSWERS:
        seats = sorted(match.questions)
        question = match.questions[seats[chance.below(len(seats))]]
        choice = random_choice(question, chance)
        saved = match.save() if match.turn_count % 10 == 0 else None
        events = match.answer(question.seat, question.id, choice)
        if saved is not None:
            copy = Match.load(game, saved)
            assert copy.answer(question.seat, question.id, choice) == events
            assert copy.save() == match.save()
        check_words(game, events)
        check_cards(referee(match))
        check_position(match)
        for viewer in (0, 1, None):
            match.view(viewer)
    assert replay(game, setup, f"{seed}", match.record.answers).save() == match.save()
