"""Invariants after every answer of every match.

`DREAMWEAVERS_MATCHES` is the number of random matches (2 by default), `DREAMWEAVERS_FROM` the number of the first.
"""

from __future__ import annotations

import os
import re
from functools import cache

import msgspec
import pytest

from cards.dreamweavers.library import the_set
from engine.dreamweavers.facts.cards import Looked
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.position import (
    EGO,
    END_OF_GAUGE,
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MIND,
    REVEALED,
    THOUGHTS,
)
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING
from engine.kernel.cards.state import WATCHERS
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import replay_record, verify
from engine.kernel.records.writer import write_record

MATCHES = int(os.environ.get("DREAMWEAVERS_MATCHES", "2"))
FIRST = int(os.environ.get("DREAMWEAVERS_FROM", "0"))
SETUP = DREAMWEAVERS.setup([None, None])
MOST_ANSWERS = 4000
CARDS, EACH = 90, 45
NAMES = ("Ada", "Bo")
TITLE = re.compile(rb'"([^"]+)"')


@cache
def titles() -> frozenset[bytes]:
    """The titles of all cards, as encoded in views."""
    return frozenset(title.encode() for title in the_set().cards)


def check_cards(ref: Referee) -> None:
    """Every card is in exactly one place and stores it. Each player has 45 cards, and open cards are known to all."""
    placed: list[int] = []
    for seat in (0, 1):
        for zone in (MIND, HAND, EGO, ID, THOUGHTS, FEELINGS):
            for card in ref.zone(seat, zone):
                assert (ref.cards[card].zone, ref.cards[card].owner) == (zone, seat)
                placed.append(card)
    revealed = [card for card, held in enumerate(ref.cards) if held.zone == REVEALED]
    assert sorted(placed + revealed) == list(range(len(ref.cards)))
    if ref.cards:
        assert len(ref.cards) == CARDS == len({held.title for held in ref.cards})
        assert [sum(held.owner == seat for held in ref.cards) for seat in (0, 1)] == [EACH, EACH]
    for held in ref.cards:
        assert held.zone not in (*IN_PLAY, ID, REVEALED) or held.known & WATCHERS
        assert not held.tapped or held.zone == THOUGHTS


def check_numbers(match: Match) -> None:
    """The tracker is on the gauge, sections are within their limits, and someone has a question until the match is over."""
    ref = referee(match)
    assert -END_OF_GAUGE <= ref.position.tracker <= END_OF_GAUGE
    assert bool(match.questions) == (match.outcome is None)
    assert (match.outcome is None) or not ref.position.stack
    assert not ref.events


def check_hidden(ref: Referee, told: bytes, viewer: int | None) -> None:
    """No view contains the title of a card that its audience doesn't know."""
    bit = WATCHERS if viewer is None else 1 << viewer
    hidden = {held.title.encode() for held in ref.cards if not held.known & bit}
    assert not hidden & titles().intersection(TITLE.findall(told)), f"to {viewer}"


def referee(match: Match) -> Referee:
    """Return the referee of a match."""
    assert isinstance(match.machine, Referee)
    return match.machine


def check_events(ref: Referee, before: dict[str, int], events: tuple[Event, ...]) -> None:
    """No event names a card to someone from whom it was and still is hidden, and each event has a sentence."""
    for viewer in (0, 1, None):
        bit = WATCHERS if viewer is None else 1 << viewer
        hidden = {
            held.title.encode()
            for held in ref.cards
            if not held.known & bit and not before.get(held.title, 0) & bit
        }
        for event in events:
            shown = seen(event, viewer)
            named = titles().intersection(TITLE.findall(msgspec.json.encode(shown)))
            # A card that was shown, and is hidden again since, was known in between: its event names it.
            assert hidden & named <= _shown_to(viewer, events), (shown, viewer)
            sentence = DREAMWEAVERS.words(shown, NAMES)
            assert sentence == sentence.strip()


def _shown_to(viewer: int | None, events: tuple[Event, ...]) -> set[bytes]:
    """Return the cards named to everyone by events, and those a viewer has looked at."""
    facts = [event.fact for event in events]
    facts += [
        event.private[viewer]
        for event in events
        if viewer is not None
        and viewer in event.private
        and isinstance(event.fact, Looked)
        and event.fact.seat == viewer
    ]
    return {title for fact in facts for title in TITLE.findall(msgspec.json.encode(fact))}


def play(seed: str) -> Match:
    """Play a match at random, save and load it at every position, and check everything after each answer."""
    match, events = Match.begin(DREAMWEAVERS, SETUP, seed)
    chance = Chance(f"answers {seed}")
    check_events(referee(match), {}, events)
    while match.outcome is None:
        assert match.turn_count < MOST_ANSWERS
        question = match.questions[chance.pick(sorted(match.questions))]
        choice = random_choice(question, chance)
        saved = match.save()
        copy = Match.load(DREAMWEAVERS, saved)
        assert copy.save() == saved
        if match.turn_count % 8 == 0:
            for viewer in (0, 1, None):
                view = match.view(viewer)
                assert view == copy.view(viewer)
                check_hidden(referee(match), msgspec.json.encode(view), viewer)
        known = {held.title: held.known for held in referee(match).cards}
        events = match.answer(question.seat, question.id, choice)
        if match.turn_count % 8 == 0:
            assert copy.answer(question.seat, question.id, choice) == events
            assert copy.save() == match.save()
        check_events(referee(match), known, events)
        check_cards(referee(match))
        check_numbers(match)
    again = replay(DREAMWEAVERS, SETUP, seed, match.record.answers)
    assert again.save() == match.save()
    record = read_record(write_record(match, NAMES, DREAMWEAVERS_PHRASING, date="2026-11-21"))
    from_record, wrong = replay_record(record, DREAMWEAVERS, DREAMWEAVERS_PHRASING)
    assert wrong is None
    assert from_record.save() == match.save()
    return match


@pytest.mark.parametrize("number", range(FIRST, FIRST + MATCHES))
def test_always(number: int) -> None:
    match = play(f"always {number}")
    if number == 0:
        text = write_record(match, NAMES, DREAMWEAVERS_PHRASING, date="2026-11-21")
        assert verify(read_record(text), DREAMWEAVERS, DREAMWEAVERS_PHRASING).holds
