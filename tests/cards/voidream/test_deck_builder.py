"""Building a deck step by step (§8): exactly the legal cards are offered, and the rest can be filled at random."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cards.deck_builder import DeckStep, StepOffer
from cards.voidream.autofill import Unfillable, filled
from cards.voidream.deck_builder import chosen, steps
from cards.voidream.deck_limits import misfits, without_misfits
from cards.voidream.deck_rules import Rule, violations
from cards.voidream.deck_steps import ARCANA, BASTION, DREAM, FACTION, GUEST, MIND
from cards.voidream.decks import DeckList, ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Faction
from cards.voidream.library import library_of, the_set
from cards.voidream.model import Kind
from tests.cards.voidream.decklists import ANY_DECK, LEGAL_DECK, by_lot

KEYS = {card.title: str(number) for number, card in enumerate(the_set())}
FIRST = ready_made()[0].list.ordered()
FIND = the_set().find
SOME = settings(max_examples=40)


def step(deck: DeckList, key: str) -> DeckStep:
    return next(one for one in steps(deck, KEYS) if one.key == key)


def offer(deck: DeckList, key: str, title: str) -> StepOffer:
    return next(one for one in step(deck, key).offers if str(one.label) == title)


def pick(deck: DeckList, key: str, title: str, count: int = 1) -> DeckList:
    return chosen(deck, key, {KEYS.get(title, title): count}, KEYS)


def test_a_deck_built_step_by_step_is_legal() -> None:
    deck = pick(DeckList(), FACTION, Faction.CHIMERIC_COURT)
    deck = pick(deck, BASTION, "Hall of First Light")
    assert [card.title for card in deck.arcana] == ["Verdict at Dawn"], "the bastion brings its major arcanum"
    deck = pick(deck, GUEST, Faction.MAZE)
    deck = pick(deck, MIND, "Innocence")
    while not step(deck, ARCANA).done:
        free = [one for one in step(deck, ARCANA).offers if one.limit > one.count]
        deck = chosen(deck, ARCANA, {free[0].key: 1}, KEYS)
    while not step(deck, DREAM).done:
        free = [one for one in step(deck, DREAM).offers if one.limit > one.count]
        deck = chosen(deck, DREAM, {free[0].key: 3}, KEYS)
    assert violations(deck) == []
    assert all(one.done for one in steps(deck, KEYS))


@SOME
@given(LEGAL_DECK, st.integers(0, 38))
def test_exactly_the_offered_cards_can_be_added(deck: DeckList, at: int) -> None:
    """One card is removed: exactly the offered replacements make the deck legal again."""
    without = replace(deck, dream=(*deck.dream[:at], *deck.dream[at + 1 :]))
    offered = {str(one.label) for one in step(without, DREAM).offers if one.limit > one.count}
    legal = {
        card.title for card in the_set() if not violations(replace(without, dream=(*without.dream, card)))
    }
    assert offered == legal


@SOME
@given(LEGAL_DECK, st.integers(1, 7))
def test_exactly_the_offered_arcana_can_be_added(deck: DeckList, at: int) -> None:
    without = replace(deck, arcana=(*deck.arcana[:at], *deck.arcana[at + 1 :]))
    offered = {str(one.label) for one in step(without, ARCANA).offers if one.limit > one.count}
    legal = {
        card.title for card in the_set() if not violations(replace(without, arcana=(*without.arcana, card)))
    }
    assert offered == legal


@SOME
@given(ANY_DECK, st.data())
def test_a_choice_twice_is_the_choice_once_and_breaks_no_new_rule(
    deck: DeckList, data: st.DataObject
) -> None:
    one = data.draw(st.sampled_from([each for each in steps(deck, KEYS) if each.key in (ARCANA, DREAM)]))
    if not one.offers:
        return
    keys = data.draw(st.lists(st.sampled_from([each.key for each in one.offers]), max_size=4))
    expected = dict.fromkeys(keys, data.draw(st.integers(0, 3)))
    after = chosen(deck, one.key, expected, KEYS)
    assert chosen(after, one.key, expected, KEYS) == after
    numbers = {Rule.ARCANA_NUMBER, Rule.DREAM_NUMBER, Rule.MAJOR_ARCANUM}
    before = {(each.rule, each.titles) for each in violations(deck)}
    for each in violations(after):
        known = (each.rule, each.titles) in before or each.rule in numbers or each.rule is Rule.GUESTS
        assert known, each.sentence


def test_another_faction_takes_the_bastion_out_and_its_arcanum() -> None:
    deck = pick(FIRST, FACTION, Faction.MAZE)
    assert deck.bastion is None and deck.faction is Faction.MAZE
    assert "Verdict at Dawn" not in [card.title for card in deck.arcana]
    assert len(deck.dream) == 39, "nothing else is lost"
    assert misfits(deck) > 20


def test_another_bastion_changes_the_major_arcanum_and_the_numbers() -> None:
    other = next(
        card
        for card in the_set()
        if card.kind is Kind.BASTION and card.faction is FIRST.faction and card != FIRST.bastion
    )
    deck = pick(FIRST, BASTION, other.title)
    assert other.back is not None
    majors = [card.title for card in deck.arcana if card.major]
    assert majors == [other.back.major]


def test_copies_stop_at_the_size_of_the_deck() -> None:
    deck = replace(FIRST, dream=FIRST.dream[2:])
    new = next(one for one in step(deck, DREAM).offers if not one.count and one.limit)
    assert new.limit == 2
    after = chosen(deck, DREAM, {new.key: 3}, KEYS)
    assert sum(card.title == str(new.label) for card in after.dream) == 2
    assert violations(after) == []


def test_a_full_deck_offers_only_its_own_cards() -> None:
    assert all(one.limit == one.count for one in step(FIRST, DREAM).offers if one.count)
    assert not any(one.limit for one in step(FIRST, DREAM).offers if not one.count)


def test_illegal_cards_can_be_removed_from_a_deck() -> None:
    deck = replace(FIRST, dream=(*FIRST.dream[:-1], FIND("Moth Chorus"))).ordered()
    stray = offer(deck, DREAM, "Moth Chorus")
    assert (stray.count, stray.limit) == (1, 0)
    assert not [card for card in pick(deck, DREAM, "Moth Chorus", 0).dream if card.title == "Moth Chorus"]


@SOME
@given(ANY_DECK)
def test_without_its_misfits_a_deck_only_lacks_something(deck: DeckList) -> None:
    remaining = without_misfits(deck)
    lacking = {
        Rule.BASTION,
        Rule.MIND,
        Rule.ARCANA_NUMBER,
        Rule.DREAM_NUMBER,
        Rule.MAJOR_ARCANUM,
        Rule.MAIN_FACTION,
    }
    assert {each.rule for each in violations(remaining)} <= lacking
    assert misfits(remaining) == 0
    if not violations(deck):
        assert remaining == deck


@SOME
@given(ANY_DECK.filter(lambda deck: deck.main is not Faction.NEUTRAL), st.integers())
def test_the_rest_of_any_deck_can_be_filled(deck: DeckList, seed: int) -> None:
    full = filled(deck, Random(seed))
    assert violations(full) == []
    assert filled(deck, Random(seed)) == full, "the same luck fills it with the same cards"
    if not misfits(deck):
        assert not (set(deck.dream) - set(full.dream)) and not (set(deck.arcana) - set(full.arcana))
        assert deck.bastion in (None, full.bastion) and deck.mind in (None, full.mind)


def test_a_legal_deck_needs_nothing_filled() -> None:
    assert filled(FIRST, Random(1)) == FIRST


def test_a_deck_is_filled_with_related_cards() -> None:
    charges = [card for card in the_set() if "charge" in print_text(card.text).lower()]
    about = next(card for card in charges if card.kind is Kind.ENTITY and card.faction is not Faction.NEUTRAL)
    deck = filled(DeckList(main=about.faction, dream=(about,) * 3), Random(1))
    drawn = filled(DeckList(main=about.faction, dream=(about,) * 3), Random(1), choose=by_lot)
    assert sum(card in charges for card in deck.dream) >= sum(card in charges for card in drawn.dream)


def test_filled_decks_can_be_played_with() -> None:
    """Enough high arcana, all values, mostly entities: the advice of §8."""
    for seed in range(20):
        deck = filled(DeckList(), Random(seed))
        assert sum(card.value >= 3 for card in deck.arcana) >= 3
        assert {card.value for card in deck.dream} == {1, 2, 3, 4}
        kinds = [card.kind for card in deck.dream]
        assert kinds.count(Kind.ENTITY) >= 10 and kinds.count(Kind.THOUGHT) >= 4


def test_too_small_a_set_is_reported() -> None:
    with pytest.raises(Unfillable, match="no bastion"):
        filled(DeckList(), Random(0), library_of(card for card in the_set() if card.kind is Kind.ENTITY))
    few = [card for card in the_set() if card.kind not in (Kind.ENTITY, Kind.THOUGHT, Kind.MEMORY)]
    with pytest.raises(Unfillable, match="not hold enough cards"):
        filled(DeckList(), Random(0), library_of(few))


def test_the_steps_name_their_prerequisites() -> None:
    empty = steps(DeckList(), KEYS)
    assert [str(one.name) for one in empty] == [
        "Faction",
        "Bastion",
        "Guest",
        "Mind",
        "Arcana",
        "Dream cards",
    ]
    assert not [one for one in empty if one.done and not one.optional]
    assert "Choose a bastion first" in str(step(DeckList(), DREAM).asks)
    assert str(step(FIRST, DREAM).status) == "39 of 39 Dream cards"
