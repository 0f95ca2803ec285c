"""Exchange everything that a viewer cannot see, and all that they receive stays the same, byte for byte.

From positions reached by random play, hidden cards are exchanged within what their backs show: an opponent's arcana
of equal value for others, veiled cards and charges for others of their value, decks below the top in another order
and, where the list is not the viewer's own, of other cards; and the seed. `VOIDREAM_SECRETS` says how many matches are
played with each pair of decks (2 if it is not set).
"""

from __future__ import annotations

import os

import msgspec
import pytest

from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.event import Event, seen
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind, random_choice
from engine.voidream.position import ATTACHED, HAND, PLAY, VoidreamPosition
from engine.voidream.referee import Referee
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import NAMES, Bench

MATCHES = int(os.environ.get("VOIDREAM_SECRETS", "2"))
DREAM = {Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT}
GAME = Bench(SET.values())


def machine_of(match: Match) -> Referee:
    machine = match._machine
    assert isinstance(machine, Referee)
    return machine


def others(title: str, value: int | None, kinds: set[Kind]) -> list[str]:
    """Titles that could lie in the place of a card whose back, if it can be seen, shows this value."""
    return [t for t, c in SET.items() if c.kind in kinds and value in (None, c.value)] or [title]


def exchange(match: Match, viewer: int | None, chance: Chance) -> Match:
    """Return the same match as far as a viewer can tell, with all else exchanged."""
    position = msgspec.msgpack.decode(
        msgspec.msgpack.encode(machine_of(match).position), type=VoidreamPosition
    )
    position.chance = Chance(f"another {chance.below(1000)}", position.chance.drawn + 5)
    for seat, state in enumerate(position.seats):
        own = viewer == seat
        looking = viewer is not None and state.looker == viewer
        known = state.lifted if looking else 0
        hidden = [card for card in state.deck[known:] if not position.cards[card].face_up]
        backs = {state.deck[0], *state.deck[state.lifted : state.lifted + 1]} & set(hidden)
        if own:
            _reorder(position, hidden, backs, chance)
        else:
            for card in hidden:
                value = SET[position.cards[card].title].value if card in backs else None
                position.cards[card].title = chance.pick(others("", value, DREAM))
            chance.shuffle(state.hand)
            _other_hand(position, state.hand, chance)
    for state in position.cards:
        face_down = state.veiled or (state.zone == ATTACHED and not state.face_up)
        if face_down and state.zone in (PLAY, ATTACHED) and state.controller != viewer:
            state.title = chance.pick(others(state.title, SET[state.title].value, DREAM - {Kind.CONSTRUCT}))
    twin = Match(GAME, position.chance.seed, match.setup, Referee(position, GAME.pool), [], match.version)
    # What the other seat is being asked is theirs alone; only that they are asked, and about what, is seen.
    return twin


def _reorder(position: VoidreamPosition, hidden: list[int], backs: set[int], chance: Chance) -> None:
    for card in hidden:
        other = chance.pick(hidden)
        first, second = position.cards[card].title, position.cards[other].title
        if (card in backs or other in backs) and SET[first].value != SET[second].value:
            continue
        position.cards[card].title, position.cards[other].title = second, first


def _other_hand(position: VoidreamPosition, hand: list[int], chance: Chance) -> None:
    taken: set[str] = set()
    gone = {c.title for c in position.cards if SET[c.title].kind is Kind.ARCANUM and c.zone != HAND}
    for card in hand:
        held = position.cards[card]
        free = [t for t in others(held.title, SET[held.title].value, {Kind.ARCANUM}) if t not in taken | gone]
        held.title = chance.pick(free) if free else held.title
        taken.add(held.title)


def received(match: Match, viewer: int | None) -> bytes:
    """All that a viewer gets of a position: the board, their question, whom else it waits for, why they can't."""
    wishes = [
        "unveil",
        "pass",
        "cut",
        *(f"{verb} {t}" for verb in ("play", "invert", "activate") for t in SET),
    ]
    question = match.questions.get(viewer) if viewer is not None else None
    if question is not None:
        wishes += [option.key for option in question.options]
    reasons = [match.why_not(viewer, wish) for wish in wishes] if viewer is not None else []
    return msgspec.json.encode(
        [
            match.view(viewer),
            question,
            sorted((q.seat, q.awaited, q.id) for q in match.questions.values()),
            reasons,
            match.outcome,
        ]
    )


def told(events: tuple[Event, ...], viewer: int | None) -> tuple[list[bytes], bool]:
    """What a viewer learns from events up to the first that makes something hidden known, and whether there is one."""
    out: list[bytes] = []
    for event in events:
        if event.reveals or event.random:
            return out, True
        heard = seen(event, viewer)
        out.append(msgspec.json.encode([heard, GAME.words(heard, NAMES)]))
    return out, False


def check(match: Match, viewer: int | None, chance: Chance) -> bool:
    """Compare what the viewer receives now and, if they are asked something, after their answer."""
    twin = exchange(match, viewer, chance)
    assert received(twin, viewer) == received(match, viewer)
    question = match.questions.get(viewer) if viewer is not None else None
    if question is None:
        return False
    choice: Choice = random_choice(question, chance)
    copy = Match.load(GAME, match.save())
    original = told(copy.answer(question.seat, question.id, choice), viewer)
    exchanged = told(twin.answer(question.seat, question.id, choice), viewer)
    assert exchanged == original
    if original[1]:
        return False
    assert received(twin, viewer) == received(copy, viewer)
    return True


def is_open(match: Match, question: Question, choice: Choice) -> bool:
    """Whether an answer speaks of nothing but what lies open, so that it can be given after an exchange too."""
    shown = {f"{held.title}#{held.tag}" for held in machine_of(match).cards if held.tag and not held.veiled}
    plain = {"pass", "yes", "no", "return", "dawn", "dusk", "numbered", "spent"}
    if question.kind is QuestionKind.NUMBER:
        return True
    parts = [
        key.removeprefix("activate ").rpartition("=")[0] or key.removeprefix("activate ") for key in choice
    ]
    return all(part in plain | shown for part in parts)


def check_other(match: Match, viewer: int | None, question: Question, choice: Choice, chance: Chance) -> bool:
    """Compare what the viewer receives when somebody else answers a question."""
    twin = exchange(match, viewer, chance)
    copy = Match.load(GAME, match.save())
    original = told(copy.answer(question.seat, question.id, choice), viewer)
    exchanged = told(twin.answer(question.seat, question.id, choice), viewer)
    assert exchanged == original
    if original[1]:
        return False
    assert received(twin, viewer) == received(copy, viewer)
    return True


@pytest.mark.parametrize("pair", range(6))
def test_what_is_hidden_changes_nothing_that_a_viewer_receives(pair: int):
    compared = 0
    for n in range(MATCHES):
        match, _ = Match.begin(GAME, GAME.deal(decks(pair + 6 * n, 2 * pair + n + 1)), f"{pair} {n}")
        chance = Chance(f"secrets {pair} {n}")
        while match.outcome is None and match.turn_count < 1500:
            for viewer in (0, 1, None):
                compared += check(match, viewer, chance)
            seats = sorted(match.questions)
            question = match.questions[seats[chance.below(len(seats))]]
            choice = random_choice(question, chance)
            if is_open(match, question, choice):
                for viewer in (1 - question.seat, None):
                    compared += check_other(match, viewer, question, choice, chance)
            match.answer(question.seat, question.id, choice)
    assert compared > 20 * MATCHES
