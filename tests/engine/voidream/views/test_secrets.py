"""If everything that a viewer can't see is exchanged, everything that they receive stays the same, byte for byte.

Positions are from random play, exchanged by `permuted`. `VOIDREAM_SECRETS` is the number of matches for each pair of
decks (1 by default).
"""

from __future__ import annotations

import os

import msgspec
import pytest

from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, random_choice
from engine.voidream.facts.deck import Looked
from engine.voidream.program import CardPool
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import NAMES, Stage, card, deal, entity, with_cards
from tests.engine.voidream.views.permuted import (
    SHOW,
    Exchanging,
    is_open,
    knowledge,
    machine_of,
    played,
    shows_nothing,
)

MATCHES = int(os.environ.get("VOIDREAM_SECRETS", "1"))
POOL = CardPool(SET.values())
GAME = with_cards(POOL)
EXCHANGING = Exchanging(GAME, SET, POOL)
TITLES = sorted(SET)
PARTS = 7
"""In each position a viewer asks for this share of the cards, in the next one for others: in a match often for all."""


def received(match: Match, viewer: int | None, part: int) -> bytes:
    """Return everything that a viewer receives: the board, their question, the awaited seats, and reasons why not."""
    titles = TITLES[part % PARTS :: PARTS]
    wishes = [
        "unveil",
        "pass",
        "cut",
        *(f"{verb} {t}" for verb in ("play", "invert", "activate") for t in titles),
    ]
    question = match.questions.get(viewer) if viewer is not None else None
    if question is not None:
        wishes += [option.key for option in question.options]
    reasons = [match.why_not(viewer, wish) for wish in wishes] if viewer is not None else []
    return msgspec.json.encode(
        [
            match.view(viewer),
            question,
            sorted((q.seat, str(match.awaited[q.seat]), q.id) for q in match.questions.values()),
            reasons,
            match.outcome,
        ]
    )


def told(events: tuple[Event, ...], viewer: int | None, whole: bool) -> list[bytes]:
    """Return a viewer's version of events; unless `whole`, up to the first that reveals something hidden."""
    out: list[bytes] = []
    for event in events:
        if not whole and type(event.fact) in SHOW:
            break
        heard = seen(event, viewer)
        out.append(msgspec.json.encode([heard, GAME.words(heard, NAMES)]))
    return out


def check(
    match: Match, viewer: int | None, question: Question | None, choice: Choice, chance: Chance
) -> bool:
    """Compare what a viewer receives now, and after an answer. Return whether the comparison was complete."""
    twin = EXCHANGING.exchange(match, viewer, chance, played(choice))
    part = match.turn_count
    assert received(twin, viewer, part) == received(match, viewer, part)
    if question is None:
        return False
    copy = Match.load(GAME, match.save())
    events = copy.answer(question.seat, question.id, choice)
    others_events = twin.answer(question.seat, question.id, choice)
    drawn = machine_of(copy).position.chance.drawn != machine_of(match).position.chance.drawn
    whole = (
        not drawn
        and shows_nothing((*events, *others_events))
        and knowledge(copy, viewer) == knowledge(twin, viewer)
    )
    assert told(others_events, viewer, whole) == told(events, viewer, whole)
    if whole:
        assert received(twin, viewer, part) == received(copy, viewer, part)
    return whole


@pytest.mark.parametrize("pair", range(4))
def test_hidden_cards_change_nothing_that_a_viewer_receives(pair: int):
    compared = 0
    for n in range(MATCHES):
        match, _ = Match.begin(GAME, deal(decks(pair + 6 * n, 2 * pair + n + 1)), f"{pair} {n}")
        chance = Chance(f"secrets {pair} {n}")
        while match.outcome is None and match.turn_count < 1500:
            seats = sorted(match.questions)
            question = match.questions[seats[chance.below(len(seats))]]
            choice = random_choice(question, chance)
            for viewer in (0, 1, None):
                given = viewer == question.seat or is_open(match, question, choice)
                compared += check(match, viewer, question if given else None, choice, chance)
            match.answer(question.seat, question.id, choice)
    assert compared > 50 * MATCHES


ARCANA = ["Bell", "Door", "Lamp"]


def test_options_do_not_reveal_the_order_of_a_hand():
    sift = card("Sift", Kind.ARCANUM, 4, "Discard an arcanum.")
    names = ["Sift", *ARCANA]
    asked: list[list[list[str]]] = []
    for hand in (names, names[::-1]):
        cards = [sift, *(card(name, Kind.ARCANUM, 4, "Roll.") for name in ARCANA)]
        paying = Stage([*cards, entity("Shade", 1, 1, 1)], {"hand": hand, "veiled": ["Shade"]}, {})
        paying.answer("unveil")
        discarding = Stage(cards, {"hand": hand}, {})
        discarding.answer("play Sift")
        asked.append([[option.key for option in one.asked.options] for one in (paying, discarding)])
    assert asked == [[sorted(names), sorted(ARCANA)]] * 2


def test_backs_do_not_reveal_the_order_of_cards_beneath_a_deck() -> None:
    sink = card(
        "Sink",
        Kind.ARCANUM,
        4,
        "Put the top 2 cards of your deck on the bottom of your deck in random order.",
    )
    cards = [sink, card("One", Kind.THOUGHT, 1), card("Four", Kind.THOUGHT, 4)]
    seen_next = set[int]()
    for top in (["One", "Four"], ["Four", "One"]):
        on = Stage(cards, {"hand": ["Sink"], "deck": top}, {})
        on.answer("play Sink")
        seen_next |= {on.match.view(viewer).sides[0].next_depth for viewer in (0, 1, None)}
    assert seen_next == {0}


def test_charges_do_not_reveal_the_order_of_hosts_beneath_a_deck() -> None:
    put = card("Put", Kind.ARCANUM, 4, "Put 2 entities on the bottom of their owner's deck in any order.")
    charge = card("Charge", Kind.ARCANUM, 4, "Charge all entities.")
    hosts = [entity("Heron", 1, 1, 1), entity("Otter", 1, 1, 1)]
    logs: list[list[str]] = []
    for first in (0, 1):
        on = Stage([put, charge, *hosts], {"hand": ["Charge"], "play": ["Heron", "Otter"]}, {"hand": ["Put"]})
        on.answer("play Charge")
        on.answer("play Put")
        keys = [option.key for option in on.asked.options]
        happened = on.match.answer(1, on.asked.id, (keys[first], keys[1 - first]))
        logs.append([str(GAME.words(seen(event, 0), NAMES)) for event in happened])
    assert logs[0] == logs[1]


def test_arcana_in_a_hand_are_not_followed_from_one_choice_to_the_next() -> None:
    peek = card("Peek", Kind.ARCANUM, 4, "Look at an arcanum in your opponent's hand.")
    again = card("Peek Again", Kind.ARCANUM, 4, "Look at an arcanum in your opponent's hand.")
    hand = [card(name, Kind.ARCANUM, 4, "Roll.") for name in ARCANA]
    outcomes = set[bool]()
    for seed in range(12):
        on = Stage([peek, again, *hand], {"hand": ["Peek", "Peek Again"]}, {"hand": ARCANA})
        machine_of(on.match).position.chance = Chance(f"peek {seed}")
        on.answer("play Peek")
        first = on.asked.options[0].key
        on.answer(first)
        on.answer("pass")
        on.answer("play Peek Again")
        on.answer(first)
        shown = [fact.titles for event in on.events if isinstance(fact := seen(event, 0).fact, Looked)]
        outcomes.add(shown[0] == shown[1])
    assert outcomes == {True, False}
