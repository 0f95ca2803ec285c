"""With any well-formed cards, a match doesn't crash, hang or lose a card.

`VOIDREAM_FUZZ` is the number of random sets of cards (4 by default). Each set has twenty texts on cards of every
kind. With a number other than 8, the cards differ in every run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from cards.voidream.decks import Deck
from cards.voidream.language import tree
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_ability, print_text
from cards.voidream.language.reader import LONGEST_LINE
from cards.voidream.language.tree import Faction, Text
from cards.voidream.model import Back, Card, Kind, MindTexts, Proportions
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import replay_record
from engine.kernel.records.writer import write_record
from engine.voidream.game import VOIDREAM
from engine.voidream.program import CardPool
from engine.voidream.saves.decks import keep
from engine.voidream.text.notation import VOIDREAM_PHRASING
from tests.cards.voidream.language import trees
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import deal, with_cards
from tests.engine.voidream.test_always import check_cards, check_position, check_words, referee

USUAL = 4
EXAMPLES = int(os.environ.get("VOIDREAM_FUZZ", USUAL))
MOST_ANSWERS = 150

short = st.lists(trees.chains(), min_size=1, max_size=2).map(tuple)
optional = st.one_of(trees.mays, trees.choices).map(lambda first: ((first,), (tree.IfYouDo((tree.Roll(),)),)))
counted = st.builds(
    lambda filter, sentence: ((tree.ForEach(filter, sentence),),), trees.filters(), trees.chains()
)
effects = st.one_of(short, short, optional, counted, trees.effects)
"""Mostly simple ones, which nearly always have an effect."""
lines = st.builds(tree.Line, effects)
statics = st.builds(
    tree.Static, st.lists(trees.ongoings(), min_size=1, max_size=2).map(tuple), st.none() | trees.conditions
)
prices = st.one_of(
    trees.costs, st.sampled_from([(tree.Exhaust(tree.This()),), (tree.ChangeMind(tree.Number(1), True),)])
)
activated = st.builds(tree.Activated, prices, effects)
triggered = st.builds(
    tree.Triggered,
    st.sampled_from(tree.Timing),
    trees.events,
    effects,
    st.sampled_from(
        [tree.Zone.IN_PLAY, tree.Zone.IN_PLAY, tree.Zone.VOID, tree.Zone.DISCARD, tree.Zone.HAND]
    ),
    st.one_of(st.none(), st.none(), trees.conditions),
)
preventing = st.builds(
    tree.Triggered,
    st.just(tree.Timing.WHEN),
    st.sampled_from(
        [
            tree.TriggerEvent(tree.TriggerType.DREAM_DAMAGE, tree.Player.ANY),
            tree.TriggerEvent(tree.TriggerType.DAMAGED, None, tree.Filter(tree.Noun.ENTITY)),
            tree.TriggerEvent(tree.TriggerType.DESTROYED, None, tree.Filter(tree.Noun.ENTITY)),
            tree.TriggerEvent(tree.TriggerType.ROLL, tree.Player.ANY),
        ]
    ),
    st.sampled_from(
        [
            ((instruction,),)
            for instruction in (tree.Prevent(tree.Number(1)), tree.Prevent(None), tree.PreventEvent())
        ]
    ),
)
keywords = st.builds(tree.Keywords, st.lists(trees.keywords, min_size=1, max_size=2).map(tuple))
play_only = st.builds(tree.PlayOnly, trees.conditions)
game_starts = st.builds(tree.GameStart, effects)


def texts(*abilities: SearchStrategy[tree.Ability]) -> SearchStrategy[Text]:
    return st.lists(st.one_of(*abilities), min_size=1, max_size=2).map(tuple)


passing = texts(lines, lines, lines, triggered, keywords, play_only)
lasting = texts(statics, activated, activated, triggered, triggered, preventing, keywords)
lasting_or_attached = texts(statics, activated, triggered, keywords, lines)


@cache
def cards(kind: Kind, text: SearchStrategy[Text], count: int) -> SearchStrategy[list[Card]]:
    def made(number: int) -> SearchStrategy[Card]:
        small = st.integers(0, 4)
        return st.builds(
            Card,
            st.just(f"{kind.value.capitalize()} {number}"),
            st.just(kind),
            st.sampled_from(Faction),
            value=st.just(0) if kind is Kind.MIND else st.integers(1, 4),
            types=st.just(()) if kind is Kind.MIND else st.sampled_from([(), ("Synthetic",), ("Offering",)]),
            dawn=small,
            stability=st.integers(1, 5),
            dusk=small,
            text=st.just(()) if kind is Kind.MIND else text,
            inverted=passing if kind is Kind.ARCANUM else st.just(()),
            mind=st.builds(MindTexts, st.tuples(*[text] * 5)) if kind is Kind.MIND else st.none(),
            back=st.builds(
                Back,
                st.just(Proportions(40, 8)),
                st.just(Proportions(7, 2)),
                st.just("Arcanum 0"),
                game_starts.map(lambda line: (line,)),
            )
            if kind is Kind.BASTION
            else st.none(),
        )

    return st.tuples(*(made(number) for number in range(count))).map(list)


class Made(list[Card]):
    """Generated cards, shown by their texts if a match with them fails."""

    def __repr__(self) -> str:
        cards = ""
        for card in self:
            sides = (
                card.mind.sides
                if card.mind
                else (card.text, card.inverted, *([card.back.text] if card.back else []))
            )
            cards += f"\n{card.title}:\n" + "\n  --\n".join(print_text(side) for side in sides if side)
        return cards


@st.composite
def sets(draw: st.DrawFn) -> Made:
    cards_of_all_kinds = [
        *draw(cards(Kind.ARCANUM, passing, 2)),
        *draw(cards(Kind.THOUGHT, passing, 3)),
        *draw(cards(Kind.MEMORY, lasting_or_attached, 2)),
        *draw(cards(Kind.ENTITY, lasting, 3)),
        *draw(cards(Kind.CONSTRUCT, lasting, 1)),
        *draw(cards(Kind.MIND, lasting, 1)),
        *draw(cards(Kind.BASTION, lasting, 1)),
    ]
    return Made(cards_of_all_kinds)


def laid(made: list[Card], seed: int) -> list[tuple[str, str, list[str], list[str]]]:
    """Return two decks with the generated cards, filled with others. The second has a known bastion and mind."""
    of = {kind: [card.title for card in made if card.kind is kind] for kind in Kind}
    dream = [title for kind in (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT) for title in of[kind]]
    out: list[tuple[str, str, list[str], list[str]]] = []
    for bastion, mind, arcana, others in decks(seed % 7, seed % 5):
        out.append((bastion, mind, [*of[Kind.ARCANUM], *arcana[:6]], [*dream * 3, *others[:18]]))
    out[0] = (of[Kind.BASTION][0], of[Kind.MIND][0], *out[0][2:])
    return out


WISHED = ("Arcanum 0", "Arcanum 1", "Thought 0", "Memory 0", "Entity 0", "Entity 1", "Construct 0", "Mind 0")
"""Cards that a player might want to use."""


def play(game: Game, setup: bytes, seed: str, after: Callable[[Match], None]) -> Match:
    """Play at random, save and load, and build every view. Replay the match from its answers."""
    match, events = Match.begin(game, setup, seed)
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
        after(match)
        for viewer in (0, 1, None):
            match.view(viewer)
        if saved is not None:
            for seat, title in ((seat, title) for seat in (0, 1) for title in WISHED):
                for verb in ("play", "invert", "activate", "unveil"):
                    match.why_not(seat, f"{verb} {title}")
    assert replay(game, setup, seed, match.record.answers).save() == match.save()
    return match


def check(match: Match) -> None:
    check_cards(referee(match))
    check_position(match)


fuzzed = settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
    derandomize=EXAMPLES == USUAL,
    database=None,
    phases=[Phase.generate],
)


@pytest.mark.slow
@given(sets(), st.integers(0, 10**6))
@fuzzed
def test_no_card_can_break_a_match(made: Made, seed: int):
    game = with_cards(CardPool([*SET.values(), *made]))
    play(game, deal(laid(made, seed)), f"{seed}", check)


def without_nonsense(card: Card) -> Card:
    """Return the card without the lines that are too long or that the linter refuses."""

    def sensible(text: Text) -> Text:
        refused = {index for index, _ in lint(text, card.kind)}
        refused |= {index for index, ability in enumerate(text) if len(print_ability(ability)) > LONGEST_LINE}
        return tuple(ability for index, ability in enumerate(text) if index not in refused)

    sides = tuple(sensible(side) for side in card.mind.sides) if card.mind else ((),) * 5
    return replace(
        card,
        text=sensible(card.text),
        inverted=sensible(card.inverted),
        mind=MindTexts(sides) if card.mind else None,  # type: ignore[arg-type]
        back=replace(card.back, text=sensible(card.back.text)) if card.back else None,
    )


@pytest.mark.slow
@given(sets(), st.integers(0, 10**6))
@fuzzed
def test_no_card_of_a_file_can_break_a_match_or_its_record(made: Made, seed: int):
    """Cards from people: printed, stored with the match, read and linted again, and the record."""
    pool = {card.title: without_nonsense(card) for card in [*SET.values(), *made]}
    kept = [
        Deck(
            f"Deck {number}",
            pool[bastion],
            pool[mind],
            tuple(pool[title] for title in arcana),
            tuple(pool[title] for title in dream),
        )
        for number, (bastion, mind, arcana, dream) in enumerate(laid(made, seed))
    ]
    match = play(VOIDREAM, keep(kept), f"{seed}", check)
    if match.outcome is None:
        match.end("agreement")
    record = read_record(write_record(match, ("Ada", "Bo"), VOIDREAM_PHRASING))
    again, wrong = replay_record(record, VOIDREAM, VOIDREAM_PHRASING)
    assert wrong is None
    assert again.record.answers == match.record.answers
