"""Positions sampled from a seat's knowledge: legal decks, likely places, and nothing that it couldn't know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from cards.voidream.autofill import filled
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, DeckList, ready_made
from cards.voidream.library import the_set
from cards.voidream.model import Faction, Kind
from engine.kernel.card_ids import renumber
from engine.kernel.cards.knowledge import read_known
from engine.kernel.cards.state import BACK_SEEN, EVERYBODY
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.mutations import card_knowledge, deck_order, moves
from engine.voidream.position import DECK, VoidreamPosition
from engine.voidream.program import CardPool
from engine.voidream.referee import Referee
from engine.voidream.views.knowledge import ASKS_AGAIN, KNOWLEDGE
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Stage, card, deal, stage, with_cards

BENCH = with_cards(CardPool(SET.values()))


def referee(match: Match) -> Referee:
    assert isinstance(match.machine, Referee)
    return match.machine


def moments(number: int, most: int = 150) -> Iterator[tuple[Match, Chance]]:
    """Play at random, and yield positions: with the decks of the set, or (odd numbers) cards that cover the language."""
    chance = Chance(f"sampling {number}")
    if number % 2:
        match, _ = Match.begin(BENCH, deal(decks(number, number + 1)), f"seed {number}")
    else:
        made = list(ready_made())
        setup = VOIDREAM.setup([chance.pick(made), chance.pick(made)])
        match, _ = Match.begin(VOIDREAM, setup, f"seed {number}")
    while match.outcome is None and match.turn_count < most:
        if not chance.below(8):
            yield match, chance
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))


def brought(world: Referee, seat: int) -> Deck:
    """Return the deck that a seat must have started with."""
    cards = [world.printed[n].card for n, state in enumerate(world.cards) if state.owner == seat]
    mind = world.pool[world.seats[seat].mind_title].card
    bastion = next(one for one in cards if one.kind is Kind.BASTION)
    arcana = tuple(one for one in cards if one.kind is Kind.ARCANUM)
    dream = tuple(one for one in cards if one.kind not in (Kind.ARCANUM, Kind.BASTION))
    guests = {one.faction for one in (mind, *arcana, *dream) if not one.major} - {
        bastion.faction,
        Faction.NEUTRAL,
    }
    return Deck("", bastion, mind, arcana, dream, next(iter(guests), None))


@pytest.mark.parametrize("number", range(0, 8, 2))
def test_every_deck_that_is_drawn_could_have_been_brought(number: int) -> None:
    for match, chance in moments(number):
        for seats in ((0,), (1,), ()):
            knowledge = VOIDREAM.know(match.machine, seats)
            for _ in range(2):
                world = VOIDREAM.sample(knowledge, chance)
                for seat in (0, 1):
                    assert violations(brought(world, seat)) == []
                    if seat in seats:
                        assert (
                            brought(world, seat).list.ordered()
                            == brought(referee(match), seat).list.ordered()
                        )


@pytest.mark.parametrize(
    ("bastion", "guest"), [("Lake Without a Ripple", Faction.MAZE), ("The Sealed Wing", Faction.FRACTA)]
)
def test_arcana_of_a_guest_are_sampled_only_for_matching_values(bastion: str, guest: Faction) -> None:
    """The deck has all arcana of the lowest value. Only the values reveal that one of them is its only guest."""
    leader = the_set().cards[bastion]
    arcana = sorted(
        (
            one
            for one in the_set()
            if one.kind is Kind.ARCANUM
            and not one.major
            and one.faction in (leader.faction, guest, Faction.NEUTRAL)
        ),
        key=lambda one: (one.value, one.faction is guest),
    )
    low = [one for one in arcana if one.value == 1] + [
        one for one in arcana if one.value == 2 and one.faction is not guest
    ][:3]
    full = filled(DeckList(leader, None, tuple(low), (), guest), Random(1))
    assert full.bastion is not None and full.mind is not None
    brought_by = Deck("low", full.bastion, full.mind, full.arcana, full.dream, full.guest)
    match = Match.new(VOIDREAM, [next(iter(ready_made())), brought_by], "guests")
    knowledge = VOIDREAM.know(match.machine, {0})
    for number in range(60):
        world = VOIDREAM.sample(knowledge, Chance(f"{number}"))
        assert violations(brought(world, 1)) == []
        assert VOIDREAM.view(world, 0) == VOIDREAM.view(match.machine, 0)


@pytest.mark.parametrize("number", range(4))
def test_seeing_a_card_means_knowing_it(number: int) -> None:
    for match, _ in moments(number):
        ref = referee(match)
        for n, state in enumerate(ref.cards):
            for seat in (0, 1):
                if card_knowledge.sees(ref, n, seat) and not (state.zone == DECK and state.face_up):
                    assert state.known & state.seen & 1 << seat


@pytest.mark.parametrize("number", range(4))
def test_knowledge_does_not_depend_on_hidden_cards_or_numbers(number: int) -> None:
    for match, chance in moments(number):
        truth = referee(match)
        for seats in ((0,), (1,), ()):
            twin = VOIDREAM.pack(truth)
            position = msgspec.msgpack.decode(twin, type=VoidreamPosition)
            position.chance.seed = f"another {chance.below(1000)}"
            for owner in (0, 1):
                hidden = [
                    held
                    for held in position.cards
                    if held.owner == owner and held.zone == DECK and not held.known and not held.face_up
                ]
                others = list(hidden)
                chance.shuffle(others)
                dealt = [(held.title, held.seen) for held in others]
                for held, (title, seen) in zip(hidden, dealt, strict=True):
                    held.title, held.seen = title, seen
            order = list(range(len(position.cards)))
            chance.shuffle(order)
            position.cards = [position.cards[card] for card in order]
            new = {card: number for number, card in enumerate(order)}
            renumber(position, lambda card, tag, new=new: (new.get(card, card), tag))
            assert KNOWLEDGE.know(Referee(position, truth.pool), seats) == KNOWLEDGE.know(truth, seats)


def test_cards_are_known_as_long_as_they_can_be_followed() -> None:
    ref = Stage([card(title, Kind.THOUGHT) for title in "ABCDE"], {"deck": list("ABCDE")}).match.machine
    assert isinstance(ref, Referee)
    deck = ref.seats[0].deck

    def known(seat: int) -> str:
        return "".join(ref.title(one) if ref.cards[one].known >> seat & 1 else "-" for one in deck[:-1])

    card_knowledge.look_at_top(ref, 0, 3, 0)
    assert (known(0), known(1)) == ("ABC--", "-----")
    deck_order.rearrange_top(ref, 0, [deck[2], deck[0], deck[1]], "", by=0)
    assert known(0) == "CAB--"
    deck_order.roll(ref, 0, "")
    assert [ref.title(one) for one in deck[-2:]] == ["Keep", "C"]
    assert ref.cards[deck[-1]].known == 1 | BACK_SEEN, (
        "its back was on top, and it has been followed to the bottom"
    )
    moves.into_deck(ref, [deck[0], deck[1]], "", bottom=True, by=1)
    assert [ref.cards[one].known for one in deck[-2:]] == [0, 0], (
        "only the other player knows the order and the top back"
    )
    card_knowledge.see(ref, deck[:1], EVERYBODY)
    assert known(1)[0] == "D"
    deck_order.shuffle(ref, 0, "")
    assert not any(ref.cards[one].known & 3 for one in deck if not ref.cards[one].face_up)
    assert sum(ref.cards[one].seen >> 1 & 1 for one in deck) == 2, "it is among the bastion's cards"


def test_a_card_that_was_shown_in_a_hand_is_lost_among_others_of_its_value() -> None:
    arcana = [card(title, Kind.ARCANUM, value) for title, value in (("One", 2), ("Two", 2), ("Three", 3))]
    ref = Stage(arcana, {"hand": ["One", "Two", "Three"]}).match.machine
    assert isinstance(ref, Referee)
    one, two, three = ref.hand(0)
    card_knowledge.see(ref, [one, three], EVERYBODY)
    moves.put_in_play(ref, one, 0, "", veiled=True)
    moves.put_in_play(ref, three, 0, "", veiled=True)
    assert [ref.cards[held].known >> 1 & 1 for held in (one, two, three)] == [0, 0, 1]


@pytest.mark.parametrize("seats", [(1,), ()])
def test_a_second_copy_of_a_card_looks_like_the_first_one_seen_again(
    seats: tuple[int, ...],
) -> None:
    setup = VOIDREAM.setup(list(ready_made())[:2])

    def known(*shown: tuple[int, ...]) -> list[str]:
        """Show copies of a card together, then shuffle. Return the cards known to be in the deck."""
        ref = referee(Match.begin(VOIDREAM, setup, "copies")[0])
        deck = ref.seats[0].deck
        title = next(title for title, count in Counter(ref.title(one) for one in deck).items() if count == 3)
        alike = [one for one in deck if ref.title(one) == title]
        for copies in shown:
            card_knowledge.see(ref, [alike[copy] for copy in copies], EVERYBODY)
            deck_order.shuffle(ref, 0, "")
        knowledge = KNOWLEDGE.know(ref, seats)
        assert KNOWLEDGE.know(VOIDREAM.sample(knowledge, Chance("again")), seats) == knowledge
        return [one for one in read_known(knowledge).faces[0] if one == title]

    assert len(known((0,), (1,), (2,))) == len(known((0,), (0,), (0,))) == 1
    assert len(known((0, 1), (2,))) == len(known((2,), (0, 1), (1,))) == 2
    assert len(known((0, 1, 2), (2,))) == 3


@pytest.mark.parametrize("answers", [0, 1])
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Each player may take 1 Dream damage.", "yes"),
        ("Each player chooses one: roll; or take 1 Dream damage.", "0"),
        ("You may take 1 Dream damage.", ""),
    ],
)
def test_a_repeated_step_asks_the_same_question(text: str, answer: str, answers: int) -> None:
    table = stage(text)
    for _ in range(answers if answer else 0):
        table.answer(answer)
    position, top = table.ref.position, table.ref.position.stack[-1]
    asked = dict(position.questions)
    assert len(asked) == 1
    top.step = ASKS_AGAIN[type(top), top.step]
    position.questions.clear()
    position.asked -= 1
    table.ref.run()
    assert position.questions == asked
