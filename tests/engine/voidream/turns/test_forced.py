"""Answers forced by public knowledge: the only legal answer, without influence of hidden information.

Positions of random and greedy play are compared with others that a spectator couldn't distinguish: every hidden card
is replaced by one with the same back, the seed differs, and the legal acts are computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations, islice, permutations

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cards.voidream.decks import ready_made
from cards.voidream.language import tree
from cards.voidream.model import Card, Kind
from engine.kernel.cards.state import WATCHERS
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.match import Match, replay
from engine.kernel.question import PendingQuestion, Question, QuestionKind, check, random_choice
from engine.kernel.simulation import ComputerPlayer, RandomPlayer
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.position import ATTACHED, HAND, VoidreamPosition
from engine.voidream.program import CardPool
from engine.voidream.queries.loops import digest
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import options
from engine.voidream.turns.forced import forced
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Stage, card, deal, entity, mind, stage, with_cards
from tests.engine.voidream.test_fuzz import Made, fuzzed, laid, sets

ARCANA = {Kind.ARCANUM}
FLAT = {Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY}
DREAM = {*FLAT, Kind.CONSTRUCT}


def referee(match: Match) -> Referee:
    machine = match.machine
    assert isinstance(machine, Referee)
    return machine


def pick(pool: CardPool, kinds: set[Kind], value: int | None, chance: Chance, title: str) -> str:
    """Return another possible card for this place, or the card itself if there is none."""
    titles = sorted(t for t, c in pool.cards.items() if c.kind in kinds and value in (None, c.value))
    return chance.pick(titles) if titles else title


def exchanged(ref: Referee, chance: Chance) -> Referee:
    """Return an equal position for a spectator: face-down cards are replaced by others with the same back."""
    position = msgspec.msgpack.decode(msgspec.msgpack.encode(ref.position), type=VoidreamPosition)
    position.chance = Chance(f"another {chance.below(1000)}")
    position.history.clear()
    for state in position.seats:
        shown = {*state.deck[:1], *state.deck[state.lifted : state.lifted + 1]}
        for number in (number for number in state.deck if not position.cards[number].face_up):
            held = position.cards[number]
            if held.known & WATCHERS:
                continue  # It was revealed, and everyone saw where it was put.
            value = ref.pool[held.title].value if number in shown else None
            held.title = pick(ref.pool, DREAM, value, chance, held.title)
    for held in position.cards:
        value = ref.pool[held.title].value
        if held.zone == HAND:
            held.title = pick(ref.pool, ARCANA, value, chance, held.title)
        elif held.veiled or (held.zone == ATTACHED and not held.face_up):
            held.title = pick(ref.pool, FLAT, value, chance, held.title)
    twin = Referee(position, ref.pool)
    for seat, asked in position.questions.items():
        if asked.kind is QuestionKind.ACTION:
            position.questions[seat] = msgspec.structs.replace(asked, options=tuple(options(twin, seat)))
    return twin


def keys(asked: PendingQuestion) -> list[str]:
    return [option.key for option in asked.options]


def has_one_answer(asked: Question | PendingQuestion) -> bool:
    if asked.kind is QuestionKind.NUMBER:
        return asked.minimum == asked.maximum
    if asked.kind is QuestionKind.DISTRIBUTE:
        return len(asked.options) == 1 or sum(option.limit for option in asked.options) == asked.maximum
    if asked.ordered and asked.maximum > 1:
        return len(asked.options) == 1 and asked.minimum == 1
    return asked.minimum == len(asked.options)


def assert_any_order_is_alike(match: Match, seat: int) -> None:
    """Every order of the waiting triggers (or a sample of many) leads to the same position."""
    asked = match.pending_questions[seat]
    after: set[str] = set()
    for order in islice(permutations(keys(asked)), 24):
        again = Match.load(match.game, match.save())
        again.answer(seat, asked.id, order)
        kinds = [(at, next_one.kind) for at, next_one in again.pending_questions.items()]
        after.add(f"{digest(referee(again))} {again.outcome} {kinds}")
    assert len(after) == 1, f"{keys(asked)}: {after}"


def assert_any_distribution_is_alike(match: Match, seat: int) -> None:
    """All damage on each single entity leads to the same position."""
    asked = match.pending_questions[seat]
    after: set[str] = set()
    for key in keys(asked):
        again = Match.load(match.game, match.save())
        again.answer(seat, asked.id, (f"{key}={asked.maximum}",))
        kinds = [(at, next_one.kind) for at, next_one in again.pending_questions.items()]
        after.add(f"{digest(referee(again))} {again.outcome} {kinds}")
    assert len(after) == 1, f"{keys(asked)}: {after}"


def look(match: Match, chance: Chance, seen: Counter[str], twins: int = 1) -> None:
    """Compare a position with others that a spectator couldn't distinguish from it."""
    ref = referee(match)
    forced_answer = match.forced()
    for seat, asked in ref.position.questions.items():
        if forced_answer is not None and forced_answer[0] == seat:
            check(asked, forced_answer[1])
            if asked.kind is QuestionKind.ORDER:
                assert_any_order_is_alike(match, seat)
                seen["any order"] += 1
            elif asked.kind is QuestionKind.DISTRIBUTE:
                assert_any_distribution_is_alike(match, seat)
                seen["any distribution"] += 1
            else:
                assert has_one_answer(asked)
        seen[f"{asked.kind.value}{' only' if has_one_answer(asked) else ''}"] += 1
    seen["forced"] += forced_answer is not None
    for _ in range(twins):
        twin = exchanged(ref, chance)
        assert forced(twin) == forced_answer
        if forced_answer is not None:
            given_keys = [one.partition("=")[0] for one in forced_answer[1]]
            assert keys(twin.position.questions[forced_answer[0]])[: len(given_keys)] == given_keys


def play(
    game: Game, setup: bytes, seed: str, players: list[ComputerPlayer], seen: Counter[str], most: int
) -> None:
    match, _ = Match.begin(game, setup, seed)
    chance = Chance(f"forced {seed}")
    while match.outcome is None and match.turn_count < most:
        look(match, chance, seen)
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        choice = players[seat].answer(question, partial(match.view, seat))
        match.answer(seat, question.id, choice)


@pytest.mark.numbered(range(2), range(8))
def test_forced_answers_are_the_only_ones_by_public_knowledge(number: int) -> None:
    """Random play with the ready-made decks and with a set that covers the language, and greedy play."""
    seen: Counter[str] = Counter()
    ready = list(ready_made())
    pairs = list(combinations(range(len(ready)), 2))
    for at in range(6):
        first, second = pairs[(number + 8 * at) % len(pairs)]
        setup, seed = VOIDREAM.setup([ready[first], ready[second]]), f"{number} {at}"
        players: list[ComputerPlayer] = [RandomPlayer(Chance(f"{seed} {seat}")) for seat in (0, 1)]
        if at < 2:
            players = [Greedy(Chance(f"{seed} {seat}")) for seat in (0, 1)]
        play(VOIDREAM, setup, seed, players, seen, 400)
    bench = with_cards(CardPool(SET.values()))
    setup = deal(decks(number, 2 * number + 1))
    play(bench, setup, f"{number}", [RandomPlayer(Chance(f"{number} {s}")) for s in (0, 1)], seen, 400)
    assert seen.total() - seen["forced"] > 500, "positions"
    assert seen["forced"] > 40
    assert seen["any distribution"] > 0


def _waits_in_hand_for_turning(each: Card) -> bool:
    return any(
        isinstance(ability, tree.Triggered)
        and ability.zone is tree.Zone.HAND
        and ability.event.trigger_type in (tree.TriggerType.READIED, tree.TriggerType.EXHAUSTED)
        for ability in each.text
    )


@pytest.mark.slow
@given(sets(), st.integers(0, 10**6))
@fuzzed
def test_forced_answers_depend_on_public_information_for_any_texts(made: Made, seed: int) -> None:
    """With the current set, no arcanum in a hand triggers on cards being readied or exhausted."""
    assume(not any(map(_waits_in_hand_for_turning, made)))
    game = with_cards(CardPool([*SET.values(), *made]))
    players: list[ComputerPlayer] = [RandomPlayer(Chance(f"{seed} {seat}")) for seat in (0, 1)]
    play(game, deal(laid(made, seed)), f"{seed}", players, Counter(), 150)


def test_most_turns_without_a_choice_are_forced() -> None:
    """In greedy play, nearly every turn in which only passing is possible is publicly known as one."""
    only = taken = 0
    ready = list(ready_made())
    for number in range(4):
        setup = VOIDREAM.setup([ready[number], ready[number + 4]])
        match, _ = Match.begin(VOIDREAM, setup, f"{number}")
        players = [Greedy(Chance(f"{number} {seat}")) for seat in (0, 1)]
        while match.outcome is None:
            seat = min(match.questions)
            question = match.questions[seat]
            if question.kind is QuestionKind.ACTION and len(question.options) == 1:
                only += 1
                taken += match.forced() is not None
            match.answer(seat, question.id, players[seat].answer(question, partial(match.view, seat)))
    assert taken > 0.8 * only > 20


# --------------------------------------------------------------------------------------------------------- by hand

PUSH = card("Push", Kind.ARCANUM, 2, "Initiate a dawn conflict.")
BELL = card("Bell", Kind.ARCANUM, 4, "Roll.")
SHADE = card("Shade", Kind.ENTITY, 2, "Subtle.", stability=2)
PAGE = entity("Page", 1, 2, 1, "(A) Exhaust this card: Evoke.")
HERALD = entity("Herald", 1, 2, 1, "(A) Discard an arcanum: Roll.")
CLERK = entity("Clerk", 1, 2, 1, "(A) Reduce your mind by 2: Roll.")
READER = entity("Reader", 1, 2, 1, "(A) Discard an arcanum of value 4 or higher: Roll.")
GAOL = card("Gaol", Kind.MEMORY, 2, "Your opponent cannot play arcana.\nYour opponent cannot unveil.")
CARDS = (PUSH, BELL, SHADE, PAGE, HERALD, CLERK, READER, GAOL)


def is_forced(ada: dict[str, object], bo: dict[str, object] | None = None) -> bool:
    stage = Stage(CARDS, {"mind": 2, **ada}, {"hand": ["Push"], **(bo or {})})
    forced = stage.match.forced()
    assert forced in (None, (0, ("pass",)))
    return forced is not None


def test_a_spent_mind_forces_a_pass_with_any_hand() -> None:
    assert is_forced({"mind": 0, "hand": ["Push", "Bell"], "veiled": ["Shade"]})
    assert not is_forced({"mind": 1, "hand": ["Push", "Bell"]})


def test_an_empty_hand_forces_a_pass_unless_something_is_veiled() -> None:
    assert is_forced({"hand": []})
    assert not is_forced({"hand": [], "veiled": ["Shade"]}), "it could be Subtle, and cost nothing"


def test_backs_below_the_depth_force_a_pass() -> None:
    tall = card("Tall", Kind.THOUGHT, 3)
    low = Stage([*CARDS, tall], {"mind": 2, "hand": ["Push"], "deck": ["Tall"] * 4}, {"hand": ["Push"]})
    assert low.match.forced() == (0, ("pass",))
    high = Stage([*CARDS, tall], {"mind": 2, "hand": ["Bell"], "deck": ["Tall"] * 4}, {"hand": ["Push"]})
    assert high.match.forced() is None


def test_texts_of_hidden_arcana_force_nothing() -> None:
    """Only its owner knows that it is dormant: a spectator sees a back that could be played."""
    late = card("Late", Kind.ARCANUM, 4, "Dormant 2.\nRoll.")
    stage = Stage([*CARDS, late], {"mind": 2, "hand": ["Late"]}, {"hand": ["Push"]})
    assert [option.key for option in stage.asked.options if option.key.startswith("play")] == []
    assert stage.match.forced() is None


def test_public_abilities_prevent_a_forced_answer() -> None:
    assert not is_forced({"mind": 0, "play": ["Page"]})
    assert is_forced({"mind": 0, "play": ["Page"], "exhausted": ["Page"]})
    assert is_forced({"mind": 1, "hand": [], "play": ["Clerk"]})
    assert not is_forced({"mind": 2, "hand": [], "play": ["Clerk"]})
    assert is_forced({"mind": 0, "hand": [], "play": ["Herald"]})
    assert not is_forced({"mind": 0, "hand": ["Push"], "play": ["Herald"]})


def test_backs_in_hand_tell_whether_a_cost_can_be_paid() -> None:
    assert is_forced({"mind": 0, "hand": ["Push"], "play": ["Reader"]})
    assert not is_forced({"mind": 0, "hand": ["Bell"], "play": ["Reader"]})


def test_public_bans_force_a_pass() -> None:
    assert is_forced({"hand": ["Push"], "veiled": ["Shade"]}, {"play": ["Gaol"]})


def test_a_mind_that_must_be_turned_is_judged_as_turned() -> None:
    stern = mind("Stern", "You cannot play arcana.", "")
    stage = Stage([*CARDS, stern], {"mind": 1, "hand": ["Push"], "mind_card": "Stern"}, {"hand": ["Push"]})
    assert stage.match.forced() == (0, ("pass",))


def test_a_forced_answer_is_an_answer_of_the_match_and_is_replayed() -> None:
    ready = list(ready_made())
    setup = VOIDREAM.setup([ready[0], ready[1]])
    match, _ = Match.begin(VOIDREAM, setup, "record")
    chance = Chance("record")
    forced_ones = 0
    while match.outcome is None and match.turn_count < 200:
        forced = match.forced()
        if forced is not None:
            seat, choice = forced
            forced_ones += 1
        else:
            seat = min(match.questions)
            choice = random_choice(match.questions[seat], chance)
        match.answer(seat, match.questions[seat].id, choice)
        assert Match.load(VOIDREAM, match.save()).forced() == match.forced()
    assert forced_ones
    assert replay(VOIDREAM, setup, "record", match.record.answers).save() == match.save()


# ----------------------------------------------------------------------------------------------- orders that don't matter

DAWNING = entity("Dawning", 1, 2, 1, "(!) After you play an arcanum - +1 dawn.")
DUSKING = entity("Dusking", 1, 2, 1, "(!) After you play an arcanum - +2 dusk.")
WAKER = entity("Waker", 1, 2, 1, "(!) After you play an arcanum - Ready this card.")
DRAIN = entity("Drain", 1, 2, 1, "(!) After you play an arcanum - Deal 1 Dream damage to your opponent.")
LEECH = entity("Leech", 2, 3, 2, "(!) After you play an arcanum - Deal 1 Dream damage to your opponent.")
GNAW = card("Gnaw", Kind.MEMORY, 3, "(!) After you play an arcanum - Deal 1 Dream damage to your opponent.")
CALLER = entity("Caller", 1, 2, 1, "(!) After you play an arcanum - Ready all entities you control.")
RESTING = entity("Resting", 1, 2, 1, "(!) After you play an arcanum - Exhaust this card.")
NIGHT = card("Night", Kind.MEMORY, 2, "(!) After you play an arcanum - Exhaust all entities.")
PICKER = entity("Picker", 1, 2, 1, "(!) After you play an arcanum - Ready an entity you control.")
ROUSER = entity(
    "Rouser", 1, 2, 1, "(!) After you play an arcanum - Ready all entities with dawn 2 or higher."
)
HOARD = entity("Hoard", 1, 2, 1, "(!) After you play an arcanum - Charge this card.")
EAR = entity("Ear", 1, 2, 1, "(!) After an entity is readied - Roll.")
SCALE = card("Scale", Kind.THOUGHT, 2, "Deal X Dream damage to your opponent, where X is this card's value.")
MEASURE = entity(
    "Measure", 1, 2, 1, "(A) Exhaust this card: Deal X damage to an entity, where X is this card's dawn."
)
FADING = entity("Fading", 1, 2, 1, "(!) After you play an arcanum - -1 dawn.")
LISTED = (*CARDS, DAWNING, DUSKING, WAKER, DRAIN, LEECH, GNAW, HOARD, EAR, SCALE, FADING)
TURNING = (CALLER, RESTING, NIGHT, PICKER, ROUSER)


def waiting(play: list[str], *, cards: Sequence[Card] = LISTED, **more: object) -> Stage:
    """Return a match in which Ada has played an arcanum, and these abilities wait."""
    waiting_stage = stage("+1 dusk.", *cards, ada={"hand": ["Push"], "play": play, **more})
    assert waiting_stage.asked.kind is QuestionKind.ORDER, waiting_stage.asked
    return waiting_stage


@pytest.mark.parametrize(
    "play",
    [["Dawning", "Dusking"], ["Drain", "Leech"], ["Dawning", "Dusking", "Dawning"]],
)
def test_an_order_that_cannot_matter_is_not_asked_for(play: list[str]) -> None:
    waiting_stage = waiting(play)
    forced = waiting_stage.match.forced()
    assert forced is not None
    assert list(forced[1]) == keys(waiting_stage.match.pending_questions[0])
    assert_any_order_is_alike(waiting_stage.match, 0)


@pytest.mark.parametrize(
    ("play", "why"),
    [
        (["Drain", "Gnaw"], "of other values: what is deep tells them apart"),
        (["Hoard", "Dawning"], "the deck is another one then"),
        (["Dawning", "Fading"], "at the cap of 1000 it would matter"),
        (["Waker", "Dawning", "Ear"], "somebody may hear of what is readied"),
    ],
)
def test_an_order_that_could_matter_is_asked_for(play: list[str], why: str) -> None:
    assert waiting(play).match.forced() is None, why


def test_turning_and_adding_are_independent_without_triggers_or_counts() -> None:
    woken = {"exhausted": ["Waker"]}
    cards = [*LISTED, MEASURE]
    assert waiting(["Waker", "Dawning"], cards=cards, **woken).match.forced() is not None
    for known in ({"discard": ["Ear"]}, {"discard": ["Measure"]}):
        assert waiting(["Waker", "Dawning"], cards=cards, **woken, **known).match.forced() is None


@pytest.mark.parametrize(
    ("play", "is_alike"),
    [
        (["Caller", "Waker"], True),
        (["Caller", "Dawning"], True),
        (["Night", "Resting"], True),
        (["Caller", "Resting"], False),
        (["Night", "Waker"], False),
        (["Caller", "Night"], False),
        (["Picker", "Waker"], False),
        (["Rouser", "Dawning"], False),
    ],
)
def test_readying_all_of_a_sort_is_apart_from_readying_one_and_not_from_exhausting(
    play: list[str], is_alike: bool
) -> None:
    waiting_stage = waiting(
        play, cards=[*(each for each in LISTED if each is not EAR), *TURNING], exhausted=play[:1]
    )
    assert (waiting_stage.match.forced() is not None) == is_alike
    if is_alike:
        assert_any_order_is_alike(waiting_stage.match, 0)


def test_readying_all_is_one_event_if_a_trigger_could_notice() -> None:
    cards = [*LISTED, *TURNING]
    assert waiting(["Caller", "Waker"], cards=cards).match.forced() is not None
    assert waiting(["Caller", "Waker"], cards=cards, discard=["Ear"]).match.forced() is None


TALLY = entity("Tally", 1, 2, 1, "+1 dawn for each Fracta arcanum in your hand.")


@pytest.mark.parametrize("hidden", [EAR, MEASURE, TALLY])
def test_cards_in_decks_do_not_change_forced_answers(hidden: Card) -> None:
    """A card in a deck could trigger on readied cards, count a dawn, or depend on hidden information."""
    for under in (card("Blank", Kind.THOUGHT, 1), hidden):
        cards = [*(each for each in LISTED if each is not EAR), *([hidden] if under is hidden else [])]
        deck = {"deck": ["Blank"] * 3 + [under.title] + ["Blank"] * 2}
        waiting_stage = waiting(["Waker", "Dawning"], cards=cards, exhausted=["Waker"], **deck)
        assert waiting_stage.match.forced() is not None, under.title
        waiting_stage = Stage(
            cards, {"mind": 2, "veiled": ["Shade"], **deck}, {"hand": ["Push"], "play": ["Gaol"]}
        )
        assert waiting_stage.match.forced() == (0, ("pass",)), under.title
