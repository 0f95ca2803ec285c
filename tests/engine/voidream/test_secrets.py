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
from engine.voidream.loops import digest, taken_here
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


def exchange(match: Match, viewer: int | None, chance: Chance, keep: str = "") -> Match:
    """Return the same match as far as a viewer can tell, with all else exchanged but an arcanum to `keep`."""
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
            _other_hand(position, state.hand, chance, keep)
    for state in position.cards:
        face_down = state.veiled or (state.zone == ATTACHED and not state.face_up)
        if face_down and state.zone in (PLAY, ATTACHED) and state.controller != viewer:
            state.title = chance.pick(others(state.title, SET[state.title].value, DREAM - {Kind.CONSTRUCT}))
    twin = Referee(position, GAME.pool)
    # Actions that were taken in this very position were taken in the exchanged one just as well (§7).
    position.history += [(digest(twin), what) for what in sorted(taken_here(machine_of(match)))]
    return Match(GAME, position.chance.seed, match.setup, twin, [], match.version)


def _reorder(position: VoidreamPosition, hidden: list[int], backs: set[int], chance: Chance) -> None:
    for card in hidden:
        other = chance.pick(hidden)
        first, second = position.cards[card].title, position.cards[other].title
        if (card in backs or other in backs) and SET[first].value != SET[second].value:
            continue
        position.cards[card].title, position.cards[other].title = second, first


def _other_hand(position: VoidreamPosition, hand: list[int], chance: Chance, keep: str) -> None:
    taken = {keep}
    gone = {c.title for c in position.cards if SET[c.title].kind is Kind.ARCANUM and c.zone != HAND}
    for card in hand:
        held = position.cards[card]
        if held.title == keep:
            continue
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


MAKE_KNOWN = {
    "cut",
    "evoking",
    "rolled",
    "looked",
    "revealed",
    "dream torn",
    "guessed",
    "shuffled",
    "charges returned",
}
"""Events that show something hidden, if only for a moment."""

Known = dict[int, tuple[str, int]]
"""By card: its title and value as far as a viewer knows them, "" and 0 where they don't."""


def knowledge(match: Match, viewer: int | None) -> Known:
    """What a viewer knows of each card from where it lies."""
    ref = machine_of(match)
    out: Known = {}
    for seat, state in enumerate(ref.seats):
        looking = viewer is not None and state.looker == viewer
        for card in state.deck:
            out[card] = ("", 0)
        for card in state.deck[state.lifted : state.lifted + 1]:
            out[card] = ("", ref.printed[card].value)
        for card in state.deck[: state.lifted if looking else 0]:
            out[card] = (ref.title(card), 0)
        for card in state.hand:
            out[card] = (ref.title(card) if viewer == seat else "", ref.printed[card].value)
    for card, held in enumerate(ref.cards):
        hidden = held.veiled or (held.zone == ATTACHED and not held.face_up)
        if hidden and held.controller != viewer:
            out[card] = ("", ref.printed[card].value)
        elif card not in out or held.face_up:
            out[card] = (ref.title(card), ref.printed[card].value)
    return out


def told(events: tuple[Event, ...], viewer: int | None, whole: bool) -> list[bytes]:
    """What a viewer learns from events; unless `whole`, up to the first that makes something hidden known."""
    out: list[bytes] = []
    for event in events:
        if not whole and (event.reveals or event.random):
            break
        heard = seen(event, viewer)
        out.append(msgspec.json.encode([heard, GAME.words(heard, NAMES)]))
    return out


def check(
    match: Match, viewer: int | None, question: Question | None, choice: Choice, chance: Chance
) -> bool:
    """Compare what a viewer receives now, and when a question is answered; returns whether that was compared whole."""
    twin = exchange(match, viewer, chance, played(choice))
    assert received(twin, viewer) == received(match, viewer)
    if question is None:
        return False
    copy = Match.load(GAME, match.save())
    events = copy.answer(question.seat, question.id, choice)
    others_events = twin.answer(question.seat, question.id, choice)
    shown = any(event.random or event.kind in MAKE_KNOWN for event in (*events, *others_events))
    whole = not shown and knowledge(copy, viewer) == knowledge(twin, viewer)
    assert told(others_events, viewer, whole) == told(events, viewer, whole)
    if whole:
        assert received(twin, viewer) == received(copy, viewer)
    return whole


def played(choice: Choice) -> str:
    """The title of the arcanum that an answer plays."""
    verb, _, title = choice[0].partition(" ") if choice else ("", "", "")
    return title if verb in ("play", "invert") else ""


def is_open(match: Match, question: Question, choice: Choice) -> bool:
    """Whether an answer speaks of nothing but what lies open, so that it can be given after an exchange too."""
    shown = {f"{held.title}#{held.tag}" for held in machine_of(match).cards if held.tag and not held.veiled}
    plain = {"pass", "yes", "no", "return", "veil", "dawn", "dusk", "numbered", "spent"}
    if question.kind is QuestionKind.NUMBER:
        return True
    if played(choice):
        return True
    parts = [
        key.removeprefix("activate ").rpartition("=")[0] or key.removeprefix("activate ") for key in choice
    ]
    return all(part in plain | shown for part in parts)


@pytest.mark.parametrize("pair", range(4))
def test_what_is_hidden_changes_nothing_that_a_viewer_receives(pair: int):
    compared = 0
    for n in range(MATCHES):
        match, _ = Match.begin(GAME, GAME.deal(decks(pair + 6 * n, 2 * pair + n + 1)), f"{pair} {n}")
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
