"""Taking back: events say truly what was revealed and what was left to chance, so that an undo that is free gains nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.event import Event
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.taking_back import Price, has_begun, undoing
from engine.voidream.game import VOIDREAM
from engine.voidream.referee import Referee
from engine.voidream.view import CardFace, VoidreamView

AUDIENCES = (0, 1, None)


def faces(part: Any) -> Iterator[str]:
    """Yield the title of every card whose face is in a view."""
    if isinstance(part, CardFace):
        yield part.title
    elif isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from faces(getattr(part, name))
    elif isinstance(part, tuple):
        for inner in part:
            yield from faces(inner)


def knowledge(match: Match, seat: int | None) -> tuple[Counter[str], list[int | None], list[int]]:
    """Return what an audience sees: which cards, how many of each, and the hidden values on top of the decks.

    The last are the values on top once what is being looked at is put back: everybody saw them before it was lifted.
    """
    view: VoidreamView = match.view(seat)
    seen = Counter(faces(view.sides)) + Counter(faces(view.looking_at)) + Counter(faces(view.resolving))
    machine = match.machine
    assert isinstance(machine, Referee)
    resting = [machine.printed[state.deck[0]].value if state.deck else 0 for state in machine.seats]
    return seen, [side.depth if side.top is None else None for side in view.sides], resting


def learned(before: Any, after: Any, events: tuple[Event, ...], shown: Counter[str]) -> str:
    more = after[0] - before[0] - shown
    if more:
        return f"cards {dict(more)}"
    put = any(e.kind == "put into deck" and not e.public["bottom"] for e in events)  # It lay open before.
    told = any(e.reveals for e in events)
    for old, new, resting in zip(before[1], after[1], before[2], strict=True):
        if new is not None and new not in (old, resting) and not (put or told):
            return f"depth {old} to {new}"
    return ""


@pytest.mark.parametrize("number", range(12))
def test_nobody_learns_anything_from_what_reveals_nothing(number: int) -> None:
    decks = list(ready_made())
    chance = Chance(f"taking back {number}")
    match, _ = Match.begin(
        VOIDREAM, VOIDREAM.setup([chance.pick(decks), chance.pick(decks)]), f"seed {number}"
    )
    shown: Counter[str] = Counter()  # Cards that were played and are in no zone yet: all have seen them.
    while match.outcome is None:
        for title in faces(match.view(None).resolving):
            shown[title] = max(shown[title], 1)
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        before = {audience: knowledge(match, audience) for audience in AUDIENCES}
        drawn = match.machine.position.chance.drawn
        events = match.answer(seat, question.id, random_choice(question, chance))
        told = [event.kind for event in events]
        if match.machine.position.chance.drawn != drawn:
            assert any(event.random for event in events), told
        for audience in AUDIENCES:
            if match.outcome is not None or any(e.random for e in events):
                break
            news = learned(before[audience], knowledge(match, audience), events, shown)
            if news:
                revealing = [e for e in events if e.reveals and audience not in e.known]
                assert revealing, f"{audience} learned {news} through {told}, {question}"


def views(match: Match) -> list[bytes]:
    return [msgspec.json.encode(match.view(audience)) for audience in AUDIENCES]


@pytest.mark.parametrize("number", range(6))
def test_what_is_taken_back_leads_to_where_one_was_and_on_from_there(number: int) -> None:
    decks, chance = list(ready_made()), Chance(f"back and on {number}")
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([decks[0], decks[1]]), f"seed {number}")
    free = consent = never = 0
    earlier: list[list[bytes]] = []
    while match.outcome is None and match.turn_count < 90:
        forced = match.forced()
        if forced is not None:
            match.answer(forced[0], match.questions[forced[0]].id, forced[1])
            continue
        earlier.append(views(match))
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))
        if match.outcome is not None:
            break
        found = undoing(match, seat)
        assert found is not None
        assert found.stay == match.turn_count - 1, "the last answer was this seat's"
        if found.price is Price.NEVER:
            never += 1
            assert found.event is not None
            continue
        consent += found.price is Price.CONSENT
        free += found.price is Price.FREE
        back = match.taken_back(found.stay)
        assert views(back) == earlier[-1]
        old, new = set(match.questions.values()), back.questions[seat]
        assert new.id > max(question.id, *(one.id for one in old)), "what was asked before is out of date"
        loaded = Match.load(VOIDREAM, back.save())
        loaded.answer(seat, new.id, random_choice(new, chance))
        again = loaded.record
        assert again.answers[: found.stay] == match.record.answers[: found.stay]
        match = loaded
    assert free > 3
    assert consent > 3
    assert never > 3


def test_a_match_has_begun_with_its_first_action() -> None:
    decks, chance = list(ready_made()), Chance("begun")
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([decks[0], decks[1]]), "begun")
    while True:
        seat = min(match.questions)
        question = match.questions[seat]
        assert not has_begun(match)
        match.answer(seat, question.id, random_choice(question, chance))
        if question.kind == "action":
            break
    assert has_begun(match)


def test_a_forced_answer_goes_back_with_the_one_that_led_to_it_and_stands_in_nobodys_way() -> None:
    """A pass that everybody can see to be forced is nobody's act: neither its owner's last answer, nor in the way."""
    decks = list(ready_made())
    alone = followed = 0
    for number in range(6):
        chance = Chance(f"forced back {number}")
        match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([decks[number], decks[7 - number]]), f"{number}")
        while match.outcome is None and match.turn_count < 60:
            seat = chance.pick(sorted(match.questions))
            question = match.questions[seat]
            given = match.turn_count
            happened = list(match.answer(seat, question.id, random_choice(question, chance)))
            forced: set[int] = set()
            while (answer := match.forced()) is not None:
                forced.add(answer[0])
                happened += match.answer(answer[0], match.questions[answer[0]].id, answer[1])
            if match.outcome is not None:
                break
            found = undoing(match, seat)
            assert found is not None
            assert found.stay == given
            assert found.other is None
            quiet = not any(event.reveals or event.random for event in happened)
            assert (found.price is Price.FREE) == quiet
            alone += seat in forced
            followed += bool(forced - {seat})
            if quiet and forced:
                back = match.taken_back(found.stay)
                assert back.forced() is None
                assert back.questions[seat].purpose == question.purpose
    assert alone
    assert followed
