"""Whole positions drawn afresh from what some seats know: where what lies, what others have in mind, what is to come.

The cards of an owner of which it is not known where they lie are dealt into the places of which it is not known what lies
there: any of them into any, as everybody knows the 45 of each (DW5, DW107). Others are then asked again what they are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from engine.dreamweavers.frames import ChooseIntents, Mulligans
from engine.dreamweavers.position import CardState, packed, unpacked
from engine.dreamweavers.queries.same_position import digest
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.views.in_secret import choose_named
from engine.dreamweavers.views.knowing import HERE, UNKNOWN, Knowledge, causes_in, read_knowledge
from engine.dreamweavers.views.strange_cards import pool_of
from engine.kernel.chance import Chance
from engine.kernel.question import Asked, random_choice

TRIES = 200
"""How often a position is drawn anew in which what somebody else is asked could not have been asked."""

ASKS = "ask_"
"""How the name of a step begins that does nothing but ask, so that it can ask again."""


class Unlikely(RuntimeError):
    """No position could be found in which somebody else is asked what they are asked."""


class _Prepared:
    """What every position that is drawn from the same knowledge shares."""

    def __init__(self, data: bytes) -> None:
        known = self.known = read_knowledge(data)
        self.pool = pool_of(known.cards)
        self.cards = known.position.cards
        self.position = packed(replace(known.position, cards=[]))
        self.hidden = [
            [card for card, held in enumerate(self.cards) if held.owner == owner and not held.title]
            for owner in range(len(known.position.seats))
        ]


@lru_cache(maxsize=8)
def _prepared(data: bytes) -> _Prepared:
    return _Prepared(data)


def sample(knowledge: bytes, chance: Chance) -> Referee:
    """Return a position drawn afresh, by which the seats that know this (`know`) are shown and asked the same.

    It has dice of its own. All that it takes from `chance` is drawn at once, so that equal ones give equal positions.
    Raises Unlikely if somebody else is asked what no position that is found could ask.
    """
    prepared = _prepared(knowledge)
    lots = Random(chance.below(2**63))
    for _ in range(TRIES):
        world = _draw(prepared, lots)
        if not prepared.known.asked_again or _ask_again(prepared.known, world, lots):
            return world
    raise Unlikely(f"Nothing could be found in {TRIES} positions that would ask what is asked.")


def _draw(prepared: _Prepared, lots: Random) -> Referee:
    known = prepared.known
    position = unpacked(prepared.position)
    position.cards = [_copied(held) for held in prepared.cards]
    position.chance = Chance(f"world {lots.getrandbits(64):x}")
    for cards, titles in zip(prepared.hidden, known.titles, strict=True):
        for card, title in zip(cards, _shuffled(titles, lots), strict=True):
            position.cards[card].title = title
    for state in position.seats:
        state.hand.sort(key=lambda card: position.cards[card].title)
    world = Referee(position, prepared.pool)
    choose_named(world, lots)
    here = digest(world)
    position.history = [(here, done) for done in known.taken]
    for causes in causes_in(position):
        causes[:] = [(title, line, here if there == HERE else there) for title, line, there in causes]
    return world


def _copied(held: CardState) -> CardState:
    held = copy(held)
    held.used = list(held.used)
    return held


def _shuffled(titles: Sequence[str], lots: Random) -> list[str]:
    """Return these in an order that is drawn by lot: some three times as fast as `random.Random.shuffle`."""
    return [title for _, title in sorted([(lots.random(), title) for title in titles])]


def _ask_again(known: Knowledge, world: Referee, lots: Random) -> bool:
    """Let the others be asked again; return whether they are asked the same, as far as everybody can tell."""
    position = world.position
    before, asked = dict(position.questions), position.asked
    top = position.stack[-1]
    answered = dict(top.chosen) if isinstance(top, ChooseIntents | Mulligans) else {}
    top.step = _asking_step(world)
    position.questions.clear()
    try:
        world.run()
    except (LookupError, ValueError, AssertionError):  # What the question is about is not there in this one.
        return False
    world.events.clear()
    world.draws.clear()
    again = dict(position.questions)
    if position.stack[-1] is not top or any(
        seat not in again or _about(again[seat]) != _about(one) for seat, one in before.items()
    ):
        return False
    position.asked = asked
    position.questions = {
        seat: one if seat in known.seats else replace(again[seat], id=one.id) for seat, one in before.items()
    }
    if isinstance(top, ChooseIntents | Mulligans):
        for seat, chosen in answered.items():
            if chosen == [UNKNOWN]:
                chosen = list(random_choice(again[seat], Chance(f"{lots.getrandbits(64):x}")))
            top.chosen[seat] = chosen
    return True


def _about(question: Asked) -> tuple[str, str, str, str]:
    return question.topic, question.subject, question.cause, question.into


def _asking_step(world: Referee) -> str:
    """Return the step of the procedure in progress that has asked: the one before that which comes next."""
    top = world.position.stack[-1]
    names = list(world.catalogue.steps[type(top)])
    step = names[(names.index(top.step) if top.step else len(names)) - 1]
    if not step.startswith(ASKS):
        raise ValueError(f"{top.procedure} has not been asked by a step of its own: {step}")
    return step
