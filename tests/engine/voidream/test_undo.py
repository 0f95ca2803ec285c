"""Taking back is priced by the information each seat received: a free undo gains nothing.

The alternative positions for the price (`Game.exchange`) and for this test (`exchanging`) have separate implementations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from cards.voidream.decks import ready_made
from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, seen
from engine.kernel.game import Game
from engine.kernel.information_gain import AnswerAt, TriedAnswer, received
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.kernel.undo import UndoPrice, has_begun, undoing
from engine.voidream.facts.actions import Passed
from engine.voidream.facts.cards import Charged, Exhausted, Readied
from engine.voidream.facts.conflicts import (
    AttackersDeclared,
    ConflictCalled,
    ConflictChosen,
    DefendersDeclared,
    FacesNightmare,
)
from engine.voidream.facts.deck import EvokeDeclined
from engine.voidream.facts.rounds import CutRefused, PhaseBegan
from engine.voidream.game import VOIDREAM
from engine.voidream.position import VoidreamPosition
from engine.voidream.program import CardPool
from engine.voidream.referee import Referee
from engine.voidream.views.permutation import exchange
from tests.engine.voidream.cardset import SET
from tests.engine.voidream.cardset import decks as decks_of_the_set
from tests.engine.voidream.table import Stage, card, deal, entity, with_cards
from tests.engine.voidream.views.permuted import Exchanging, is_open

AUDIENCES = (0, 1, None)
EVERYBODY = ((0,), (1,), (0, 1), ())
POOL = CardPool(SET.values())
GAME = with_cards(POOL)
EXCHANGING = Exchanging(GAME, SET, POOL)

OPEN = {
    Passed,
    PhaseBegan,
    FacesNightmare,
    ConflictCalled,
    ConflictChosen,
    AttackersDeclared,
    DefendersDeclared,
    CutRefused,
    Exhausted,
    Readied,
    EvokeDeclined,
}
"""Events that only report a public act."""


def dealt(number: int) -> tuple[Match, Chance]:
    """Begin a match: every other one with the real decks, the others with cards that cover the whole language."""
    chance = Chance(f"taking back {number}")
    if number % 2:
        setup = deal(decks_of_the_set(number, number + 1))
        return Match.begin(GAME, setup, f"seed {number}")[0], chance
    decks = list(ready_made())
    setup = VOIDREAM.setup([chance.pick(decks), chance.pick(decks)])
    return Match.begin(VOIDREAM, setup, f"seed {number}")[0], chance


def acts(match: Match, chance: Chance, most: int) -> Iterator[tuple[AnswerAt, tuple[Event, ...]]]:
    """Play at random. Yield each act with its events, with the match after it."""
    while match.outcome is None and match.turn_count < most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        choice = random_choice(question, chance)
        act = AnswerAt(match.setup, match.game.pack(match.machine), seat, choice)
        events = match.answer(seat, question.id, choice)
        yield act, events


@pytest.mark.numbered([1], range(4))
def test_no_audience_can_distinguish_a_twin_from_the_true_position(number: int) -> None:
    match, chance = dealt(number)
    exchanged = 0
    for act, _ in acts(match, chance, 160):
        if chance.below(3):
            continue
        truth = match.game.resume(act.setup, act.position)
        assert isinstance(truth, Referee)
        for seats in EVERYBODY:
            world = exchange(truth, seats, chance)
            for viewer in (*seats, None):
                assert received(match.game, world, viewer) == received(match.game, truth, viewer)
            if act.seat in seats:
                world.take(
                    world.position.questions[act.seat], act.choice
                )  # It has the same question, and continues.
            exchanged += [c.title for c in world.cards] != [c.title for c in truth.cards]
        assert match.game.pack(truth) == act.position, "the truth is left as it was"
    assert exchanged > 50


def price(act: AnswerAt, game: Game) -> UndoPrice:
    """Return the price of taking back this one act."""
    seat, other = act.seat, 1 - act.seat
    tried = TriedAnswer(game, act)
    if tried.drawn() or tried.shown((seat,), (seat, None)) or tried.shown((0, 1), (other,)):
        return UndoPrice.NEVER
    if tried.shown((), (None,)) or tried.shown((other,), (other,)):
        return UndoPrice.CONSENT
    return UndoPrice.FREE


@pytest.mark.slow
@pytest.mark.numbered([1], [1, 3, 5, 7])
def test_a_free_undo_has_shown_nothing_to_anyone(number: int) -> None:
    """With any other hidden information, viewers receive the same from an act that is free to undo."""
    match, chance = dealt(number)
    prices: Counter[UndoPrice] = Counter()
    for act, events in acts(match, chance, 220):
        if match.outcome is not None:
            break
        undo_price = price(act, GAME)
        prices[undo_price] += 1
        before = Match(GAME, match.seed, act.setup, GAME.resume(act.setup, act.position), [], "1")
        for viewer in AUDIENCES:
            news = told_to(viewer, events, match)
            for _ in range(3):
                twin = EXCHANGING.exchange(before, viewer, chance)
                given = viewer == act.seat or is_open(before, before.questions[act.seat], act.choice)
                if not given or (
                    act.choice[:1]
                    and act.choice[0].partition(" ")[0] in ("play", "invert")
                    and viewer != act.seat
                ):
                    continue
                happened = twin.answer(act.seat, twin.questions[act.seat].id, act.choice)
                if told_to(viewer, happened, twin) != news:
                    assert undo_price is not UndoPrice.FREE, (
                        viewer,
                        act.choice,
                        [event.kind for event in events],
                    )
                    assert viewer != act.seat or undo_price is UndoPrice.NEVER, (
                        act.choice,
                        [event.kind for event in events],
                    )
        if {type(event.fact) for event in events} <= OPEN:
            assert undo_price is UndoPrice.FREE, (act.choice, [event.kind for event in events])
    assert min(prices[one] for one in UndoPrice) > 3, prices


def told_to(viewer: int | None, events: tuple[Event, ...], match: Match) -> list[bytes]:
    """Return everything that a viewer received from an act."""
    heard = [msgspec.json.encode(seen(event, viewer)) for event in events]
    return [*heard, received(match.game, match.machine, viewer)]


# ------------------------------------------------------------------------------------------------- named cases


def staged(text: str, ada: dict[str, list[str]]) -> tuple[AnswerAt, Game]:
    """Build a position in which Ada can play an arcanum with this text. Return the function that plays it."""
    trick = card("Trick", Kind.ARCANUM, 2, text, inverted=text)
    known = [card("Low", Kind.THOUGHT, 1), card("High", Kind.THOUGHT, 4), entity("Host", 1, 1, 1)]
    stage = Stage([trick, *known], {"hand": ["Trick"], **ada}, {})
    assert "play Trick" in [option.key for option in stage.match.questions[0].options]
    return AnswerAt(b"[]", stage.game.pack(stage.match.machine), 0, ("play Trick",)), stage.game


def price_for_all(act: AnswerAt, game: Game) -> UndoPrice:
    """Return the price of an arcanum's effect, after everyone has seen the card: no hand is exchanged."""
    seat, other = act.seat, 1 - act.seat
    tried = TriedAnswer(game, act)
    if tried.drawn() or tried.shown((seat,), (seat, None)) or tried.shown((0, 1), (other,)):
        return UndoPrice.NEVER
    return UndoPrice.FREE


def test_a_new_back_on_top_of_a_deck_is_shown() -> None:
    """The bottom card moves to the top: everyone sees its unknown value, without an event."""
    text = "Put the bottom card of your deck on top of your deck."
    act, game = staged(text, {"deck": ["Low", "High", "Low", "High", "Low", "Low", "High"]})
    position = msgspec.msgpack.decode(act.position, type=VoidreamPosition)
    deck = position.seats[0].deck
    deck.insert(2, deck.pop())  # After the roll, the bastion isn't at the bottom.
    assert (
        price_for_all(AnswerAt(b"[]", msgspec.msgpack.encode(position), 0, act.choice), game)
        is UndoPrice.NEVER
    )
    alike, game = staged(text, {"deck": ["Low", "Low", "Low", "Low"]})
    position = msgspec.msgpack.decode(alike.position, type=VoidreamPosition)
    deck = position.seats[0].deck
    deck.insert(2, deck.pop())
    same = AnswerAt(b"[]", msgspec.msgpack.encode(position), 0, alike.choice)
    assert TriedAnswer(game, same).shown((0,), (0,)) is None, (
        "a player with one kind of card left knows the next one"
    )
    assert TriedAnswer(game, same).shown((1,), (1,)) is not None


def test_using_open_cards_reveals_nothing() -> None:
    act, game = staged("Exhaust an entity.", {"play": ["Host"], "deck": ["Low", "High", "Low"]})
    assert price_for_all(act, game) is UndoPrice.FREE


def test_a_failed_charge_reveals_that_no_card_fits() -> None:
    """A deck of only constructs gives no charge: its owner knows that, and the others learn it."""
    text = "(A) Exhaust this card: Exhaust an entity.\n(!) After this card is exhausted - Charge this card."
    wall = card("Wall", Kind.CONSTRUCT, 3, stability=2)
    side = {"play": ["Host", "Other"], "deck": ["Wall", "Wall", "Wall"]}
    stage = Stage([entity("Host", 1, 1, 1, text), entity("Other", 1, 1, 1), wall], side, {})
    key = next(option.key for option in stage.match.questions[0].options if "Host" in option.key)
    for held in stage.ref.cards:
        held.face_up = held.face_up and held.title != "Wall"  # None of them has been built yet.
    act = AnswerAt(b"[]", stage.game.pack(stage.match.machine), 0, (key,))
    machine = stage.game.resume(act.setup, act.position)
    machine.take(machine.position.questions[0], act.choice)
    assert not any(isinstance(event.fact, Charged) for event in machine.events)
    assert TriedAnswer(stage.game, act).shown((0,), (0, None)) is None, "Ada knows what is in her deck"
    assert TriedAnswer(stage.game, act).shown((1,), (1,)) is not None
    assert TriedAnswer(stage.game, act).shown((), (None,)) is not None


def views(match: Match) -> list[bytes]:
    return [msgspec.json.encode(match.view(audience)) for audience in AUDIENCES]


@pytest.mark.numbered([0], (0, 1, 2, 3, 4, 6))
def test_a_take_back_restores_the_position_and_play_continues(number: int) -> None:
    decks, chance = list(ready_made()), Chance(f"back and forth {number}")
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([decks[0], decks[1]]), f"a seed {number}")
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
        if not chance.below(3):  # To price an answer, all earlier ones are replayed, so only some are priced.
            continue
        undo = undoing(match, seat)
        assert undo is not None
        assert undo.stay == match.turn_count - 1, "the last answer was this seat's"
        if undo.price is UndoPrice.NEVER:
            never += 1
            continue
        consent += undo.price is UndoPrice.CONSENT
        free += undo.price is UndoPrice.FREE
        back = match.rewound(undo.stay)
        assert views(back) == earlier[-1]
        old, new = set(match.questions.values()), back.questions[seat]
        assert new.id > max(question.id, *(one.id for one in old)), "the earlier question is outdated"
        loaded = Match.load(VOIDREAM, back.save())
        loaded.answer(seat, new.id, random_choice(new, chance))
        again = loaded.record
        assert again.answers[: undo.stay] == match.record.answers[: undo.stay]
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


def test_a_forced_answer_is_taken_back_with_its_cause_and_blocks_no_one(
    pytestconfig: pytest.Config,
) -> None:
    """A publicly forced pass isn't a player's act: it isn't the owner's last answer, and doesn't block taking back."""
    decks = list(ready_made())
    alone = followed = 0
    for number in range(6 if pytestconfig.getoption("--long") else 2):
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
            if not forced:
                continue
            undo = undoing(match, seat)
            assert undo is not None
            assert undo.stay == given
            assert undo.other is None
            quiet = undo.price is UndoPrice.FREE
            if {type(event.fact) for event in happened} <= OPEN:
                assert quiet
            alone += seat in forced
            followed += bool(forced - {seat})
            if quiet:
                back = match.rewound(undo.stay)
                assert back.forced() is None
                assert back.questions[seat].purpose == question.purpose
    assert alone
    assert followed
