"""The interface of matches, with a small game: two to four seats, simultaneous secret choices."""

from __future__ import annotations

import hashlib
import hmac
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.kernel.chance import Chance, later_seed
from engine.kernel.errors import GameError, InvalidChoice, NotYourQuestion, StaleQuestion, UnreadableMatch
from engine.kernel.match import Match, replay
from engine.kernel.question import (
    Choice,
    PendingOption,
    PendingQuestion,
    Question,
    QuestionKind,
    check,
    random_choice,
)
from tests.games.lanterns import DECKS, LANTERNS, calling

GAME = LANTERNS
HARBOUR, GARDEN = DECKS["Harbour"], DECKS["Garden"]


def new(seed: str = "a seed", seats: int = 2) -> Match:
    return Match.new(GAME, [HARBOUR, GARDEN, HARBOUR, GARDEN][:seats], seed)


def all_that_is_known(match: Match, seats: int = 2) -> tuple[object, ...]:
    """Return everything that can be observed of a match, by every audience."""
    views = [match.view(seat) for seat in (*range(seats), None)]
    return (*views, dict(match.questions), match.outcome, match.record, match.save())


def some_answer(match: Match, dice: Chance) -> tuple[Question, Choice]:
    question = dice.pick([match.questions[seat] for seat in sorted(match.questions)])
    return question, random_choice(question, dice)


seeds = st.text(min_size=1, max_size=8)
seat_counts = st.integers(2, 4)


@settings(max_examples=60)
@given(seeds, seeds, seat_counts)
def test_saving_and_loading_at_any_moment_changes_nothing(seed: str, luck: str, seats: int) -> None:
    dice = Chance(luck)
    straight = new(seed, seats)
    loaded = Match.load(GAME, straight.save())
    while straight.outcome is None:
        question, choice = some_answer(straight, dice)
        assert loaded.answer(question.seat, question.id, choice) == straight.answer(
            question.seat, question.id, choice
        )
        loaded = Match.load(GAME, loaded.save())
        assert all_that_is_known(loaded, seats) == all_that_is_known(straight, seats)


@settings(max_examples=60)
@given(seeds, seeds, seat_counts)
def test_a_record_replays_to_the_same_position(seed: str, luck: str, seats: int) -> None:
    dice = Chance(luck)
    match = new(seed, seats)
    while match.outcome is None:
        question, choice = some_answer(match, dice)
        match.answer(question.seat, question.id, choice)
        record = match.record
        again = replay(GAME, record.setup, record.seed, record.answers)
        assert all_that_is_known(again, seats) == all_that_is_known(match, seats)


def test_a_record_with_an_answer_without_a_question_is_refused() -> None:
    match = new()
    match.answer(0, match.questions[0].id, ("1",))
    record = match.record
    with pytest.raises(StaleQuestion, match="Seat 0 had no question at answer 2"):
        replay(GAME, record.setup, record.seed, [*record.answers, *record.answers])


def test_both_are_asked_at_once_and_the_match_waits_for_both() -> None:
    match = new()
    assert set(match.questions) == {0, 1}
    events = match.answer(1, match.questions[1].id, ("3",))
    assert events == ()
    assert set(match.questions) == {0}
    assert match.view(0).sides[1].coins == 5, "the bid is secret until both are in"
    events = match.answer(0, match.questions[0].id, ("2",))
    assert [event.kind for event in events] == ["bids", "won"]
    assert match.view(None).sides[1].coins == 2


def test_an_unanswered_question_keeps_its_id_when_the_other_seat_answers() -> None:
    match = new()
    before = match.questions[1]
    match.answer(0, match.questions[0].id, ("1",))
    assert match.questions[1] == before


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (("6",), "6 is not between 0 and 5."),
        (("-1",), "Enter a number from 0 to 5."),
        (("²",), "Enter a number from 0 to 5."),
        ((), "Enter a number from 0 to 5."),
        (("1", "2"), "Enter a number from 0 to 5."),
        (("",), "Enter a number from 0 to 5."),
    ],
)
def test_an_invalid_number_changes_nothing(choice: Choice, sentence: str) -> None:
    match = new()
    before = all_that_is_known(match)
    with pytest.raises(InvalidChoice) as refusal:
        match.answer(0, match.questions[0].id, choice)
    assert str(refusal.value) == sentence
    assert all_that_is_known(match) == before


def at_order() -> Match:
    match = new()
    match.answer(0, match.questions[0].id, ("3",))
    match.answer(1, match.questions[1].id, ("1",))
    assert match.questions[0].kind is QuestionKind.ORDER
    return match


def at_distribute() -> Match:
    match = at_order()
    order = match.questions[0]
    brightest = sorted((o.key for o in order.options), key=lambda key: -int(key.split()[-1]))
    match.answer(0, order.id, tuple(brightest))
    assert match.questions[0].kind is QuestionKind.DISTRIBUTE
    return match


def test_invalid_orders_of_cards_change_nothing() -> None:
    match = at_order()
    keys = [option.key for option in match.questions[0].options]
    before = all_that_is_known(match)
    for bad in ([], keys[:2], [*keys, keys[0]], [keys[0], keys[0], keys[1]], [keys[0], keys[1], "moon 9"]):
        with pytest.raises(InvalidChoice):
            match.answer(0, match.questions[0].id, tuple(bad))
        assert all_that_is_known(match) == before


def test_an_option_for_later_cannot_be_chosen_first() -> None:
    options = (
        PendingOption("wall", "Wall", later=True),
        PendingOption("moth", "Moth"),
        PendingOption("owl", "Owl", later=True),
    )
    question = PendingQuestion(1, 0, QuestionKind.CARDS, "Which?", "cards", options, 1, 3, ordered=True)
    with pytest.raises(InvalidChoice, match=r"^Wall can't come first\.$"):
        check(question, ("wall", "moth"))
    check(question, ("moth", "wall"))
    chance = Chance("later")
    drawn = {random_choice(question, chance) for _ in range(400)}
    assert drawn == {
        ("moth", *rest) for count in range(3) for rest in permutations(("wall", "owl"), count)
    }  # every answer that can be given


def test_shares_that_do_not_add_up_change_nothing() -> None:
    match = at_distribute()
    points = match.questions[0].maximum
    before = all_that_is_known(match)
    for bad in (
        (),
        (f"left={points + 1}",),
        ("left=0",),
        ("left=1", "left=1"),
        ("left",),
        ("left=x",),
        ("door=1",),
        ("left=-1", f"right={points + 1}"),
    ):
        with pytest.raises(InvalidChoice):
            match.answer(0, match.questions[0].id, bad)
        assert all_that_is_known(match) == before


def test_an_answer_to_a_decided_question_is_refused_politely() -> None:
    match = at_order()
    before = all_that_is_known(match)
    for stale in (1, 2, 99, 0, -1):
        with pytest.raises(StaleQuestion, match="question is closed"):
            match.answer(0, stale, ("3",))
    assert all_that_is_known(match) == before


def test_no_one_answers_for_another_seat() -> None:
    match = at_order()
    question = match.questions[0]
    with pytest.raises(NotYourQuestion):
        match.answer(1, question.id, tuple(option.key for option in question.options))


def test_a_failure_in_the_middle_of_a_step_leaves_the_old_position() -> None:
    failing = False

    def stumble() -> None:
        if failing:
            raise ZeroDivisionError("the lantern fell")

    game = calling(stumble)
    for loaded in (False, True):
        match = Match.new(game, [HARBOUR, GARDEN], "a seed")
        match.answer(0, match.questions[0].id, ("3",))
        if loaded:
            match = Match.load(game, match.save())
        match.answer(1, match.questions[1].id, ("1",))
        question = match.questions[0]
        order = tuple(option.key for option in question.options)
        before = all_that_is_known(match)
        failing = True
        with pytest.raises(ZeroDivisionError):
            match.answer(0, question.id, order)
        assert all_that_is_known(match) == before
        failing = False
        events = match.answer(0, question.id, order)
        assert [event.kind for event in events] == ["lit"], "the events of the failed attempt are dropped"


def test_a_finished_match_takes_no_further_answers() -> None:
    match = new()
    question = match.questions[0]
    assert [event.kind for event in match.leave(0, ending="resignation")] == ["ended"]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.ending) == ((1,), "resignation")
    assert not match.questions
    before = all_that_is_known(match)
    with pytest.raises(StaleQuestion, match="over"):
        match.answer(0, question.id, ("1",))
    with pytest.raises(StaleQuestion, match="over"):
        match.leave(1, ending="resignation")
    assert all_that_is_known(match) == before
    assert all_that_is_known(Match.load(GAME, match.save())) == before


def test_the_commitment_is_the_hash_of_setup_and_seed() -> None:
    match = new("seed one")
    chance = hashlib.sha256(f"voidream chance {later_seed('seed one')}".encode()).hexdigest()
    salted = hmac.digest(b"seed one", b"salt of the setup", "sha256").hex()[:32]
    setup = hashlib.sha256(
        f"voidream setup {salted} {hashlib.sha256(match.setup).hexdigest()}".encode()
    ).hexdigest()
    lines = f"voidream deal and setup\n{setup}\n{chance}"
    assert match.commitment == hashlib.sha256(lines.encode()).hexdigest()
    assert match.commitment != new("seed two").commitment


def test_the_seed_decides_every_draw() -> None:
    assert new("same").save() == new("same").save()
    assert len({new(f"seed {n}").view(0).sides[0].hand for n in range(20)}) > 5


def test_hidden_hands_do_not_change_other_views() -> None:
    """Two positions that differ in one hidden hand look the same to everyone else, including questions and events."""
    one = Match.begin(GAME, GAME.setup([HARBOUR, ["amber 1", "blue 2", "copper 3"]]), "same")
    two = Match.begin(GAME, GAME.setup([HARBOUR, ["plum 4", "rose 5", "sage 6"]]), "same")
    assert one[0].view(1) != two[0].view(1)
    for seat in (0, None):
        assert one[0].view(seat) == two[0].view(seat)
    assert one[0].questions[0] == two[0].questions[0]
    assert [event.fact for event in one[1]] == [event.fact for event in two[1]]


def test_why_not_names_the_rule() -> None:
    match = new()
    assert match.why_not(0, "bid 7") == ("You have only 5 coins.", "Lanterns 2")
    assert match.why_not(0, "bid 5") is None


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", b"\x97\x63\xa8lanterns\xa11\xa0\xc4\x00\x90\xc4\x00"],
)
def test_damaged_saves_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableMatch):
        Match.load(GAME, data)


def test_a_match_of_another_game_is_refused() -> None:
    other = replace(LANTERNS, name="candles")
    with pytest.raises(UnreadableMatch, match="of lanterns, not of candles"):
        Match.load(other, new().save())


@settings(max_examples=200)
@given(st.lists(st.text(max_size=6), max_size=4).map(tuple), st.sampled_from([new, at_order, at_distribute]))
def test_any_answer_is_accepted_or_refused_without_effect(choice: Choice, at: object) -> None:
    match = at()  # type: ignore[operator]
    before = all_that_is_known(match)
    try:
        match.answer(0, match.questions[0].id, choice)
    except GameError as refusal:
        assert str(refusal).endswith(".")
        assert all_that_is_known(match) == before
    else:
        assert all_that_is_known(match) != before
