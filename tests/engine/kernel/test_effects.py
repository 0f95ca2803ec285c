"""Control structures around instructions at three seats, in two invented games. Each question is asked twice and is the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.i18n import Message, msg
from cards.language import nodes
from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreamweavers.effects.instructions import VERBS
from engine.kernel.chance import Chance
from engine.kernel.effects.control import (
    NO,
    YES,
    Rules,
    apply_answer,
    ask,
    begin_instruction,
    control,
    end_line,
)
from engine.kernel.effects.line import Before, EachTurn, TurnSaid, leave_instruction, set_meanings
from engine.kernel.effects.program import ControlOp, Program, compile_effect
from engine.kernel.effects.verbs import verbs_for
from engine.kernel.machine import Machine
from engine.kernel.position import Frame, Position
from engine.kernel.question import PendingOption, QuestionKind


class Lose(Node, frozen=True):
    """Lose coins. A player with fewer can't."""

    n: int
    who: Player = Player.YOU


class Draw(Node, frozen=True):
    """Draw cards: "it" is the cards, "that many" their number."""

    n: int = 1
    who: Player = Player.YOU


class DrawThatMany(Node, frozen=True):
    """Draw that many cards."""

    who: Player = Player.YOU


class Keep(Node, frozen=True):
    """Keep "them"."""


class HasCoins(Node, frozen=True):
    """You have coins."""

    n: int


class Curses(Node, frozen=True):
    """The curses on the table."""


class RunLine(Frame, tag="line"):
    seat: int
    title: str = "Card"
    pc: int = 0
    it: list[int] = []
    n: int = 0
    named: list[int] = []
    todo: list[int] | None = None
    some: bool = False
    turns: list[EachTurn] = []
    by_turn: list[TurnSaid[int]] = []
    loops: list[int] = []
    before: list[Before[int]] = []
    did: bool | None = None
    undone: bool = False


class Table(Machine[Position[Frame]]):
    """Three seats with coins. Cards are numbered in the order they are drawn."""

    def __init__(self, effect: Any, coins: Sequence[int], curses: int) -> None:
        super().__init__(Position(chance=Chance("")), len(coins))
        self.program = compile_effect(effect)
        self.coins = list(coins)
        self.curses = curses
        self.drawn: list[list[int]] = [[] for _ in coins]
        self.kept: list[int] = []
        self.put: list[tuple[int, tuple[str, ...]]] = []

    def ask(self, seat: int, kind: QuestionKind, purpose: Message | str, topic: str, options: tuple[PendingOption, ...] = (), **more: Any) -> None:  # fmt: skip
        self.put.append((seat, tuple(option.key for option in options)))


def _can(ref: Table, frame: RunLine, sentence: tuple[Node, ...], seat: int) -> bool:
    first = sentence[0]
    return not isinstance(first, Lose) or ref.coins[seat] >= first.n


def _modes(ref: Table, frame: RunLine, op: Any, seat: int) -> list[int]:
    return [number for number, mode in enumerate(op.modes) if _can(ref, frame, mode, seat)]


def _whom(ref: Table, frame: RunLine, who: Player) -> list[int]:
    around = [(frame.seat + n) % 3 for n in range(3)]
    return around if who is Player.EACH else around[1:2] if who is Player.OPPONENT else around[:1]


LEFT_OUT = Rules[Table, RunLine, RunLine](
    context_of=lambda ref, frame: frame,
    program_of=lambda ref, frame: ref.program,
    players=_whom,
    holds=lambda ref, frame, condition: ref.coins[frame.seat] >= getattr(condition, "n", 0),
    count=lambda ref, frame, filter: ref.curses,
    may_be_done=lambda ref, frame, op, seat: _can(ref, frame, op.sentence, seat),
    open_modes=_modes,
    offered_modes=_modes,
    does_end_line=False,
    is_one_enough=False,
    in_words=lambda frame, seat, effect: "",
    may_topic="may",
    mode_topic="mode",
    yes_no=(PendingOption(YES, msg("Yes")), PendingOption(NO, msg("No"))),
)
"""A game that skips impossible parts, and in which every player must do theirs."""
ENDS_LINE = replace(LEFT_OUT, does_end_line=True, is_one_enough=True)
"""A game in which a line ends at an impossible part, and in which one player is enough."""


def _perform(ref: Table, frame: RunLine, op: Node, rules: Rules[Table, RunLine, RunLine]) -> None:
    for seat in begin_instruction(ref, frame, op, rules):
        match op:
            case Lose(n) if ref.coins[seat] >= n:
                ref.coins[seat] -= n
            case Lose() if rules.does_end_line:
                frame.todo = None
                end_line(frame, ref.program.ops, is_one_enough=rules.is_one_enough)
                return
            case Lose():
                frame.undone = True
            case Draw() | DrawThatMany():
                count = op.n if isinstance(op, Draw) else frame.n
                first = sum(map(len, ref.drawn))
                cards = [*range(first, first + count)]
                ref.drawn[seat] += cards
                set_meanings(frame, cards, count)
            case _:
                ref.kept += frame.it
        frame.some = True
    leave_instruction(frame)


def run(ref: Table, frame: RunLine, answers: Sequence[str], rules: Rules[Table, RunLine, RunLine]) -> None:
    left = list(answers)
    while frame.pc < len(ref.program.ops):
        op = ref.program.ops[frame.pc]
        if not isinstance(op, ControlOp):
            _perform(ref, frame, op, rules)
            continue
        asked = control(ref, frame, op, rules)
        if asked is None:
            continue
        ask(ref, frame, asked, rules)
        stored = msgspec.json.encode(frame)
        assert control(ref, frame, op, rules) is asked
        ask(ref, frame, asked, rules)
        assert ref.put.pop() == ref.put[-1] and msgspec.json.encode(frame) == stored
        if not left:
            return
        apply_answer(ref, frame, asked, [left.pop(0)], rules)
    assert not left, "no player was asked that often"


def played(
    effect: Any,
    answers: Sequence[str] = (),
    coins: Sequence[int] = (5, 5, 5),
    curses: int = 2,
    rules: Rules[Table, RunLine, RunLine] = LEFT_OUT,
) -> Table:
    """Carry out an effect as the second of three seats."""
    ref = Table(effect, coins, curses)
    run(ref, RunLine(seat=1), answers, rules)
    return ref


May, Do, If, One, Each = nodes.May, nodes.IfYouDo, nodes.If, nodes.ChooseOne, nodes.ForEach
ALL = Player.EACH
NEVER = HasCoins(9)


def drawn(ref: Table) -> list[int]:
    """Return the number of cards each seat has drawn."""
    return [len(cards) for cards in ref.drawn]


@pytest.mark.parametrize(
    ("effect", "answers", "coins", "expected"),
    [
        (((May((Lose(2),)),), (Do((Draw(),)),)), ["yes"], (0, 5, 0), [0, 1, 0]),
        (((May((Lose(2),)),), (Do((Draw(),)),)), ["no"], (0, 5, 0), [0, 0, 0]),
        (((May((Lose(2),)),), (Do((Draw(),)),)), [], (0, 1, 0), [0, 0, 0]),
        (((May((Lose(2),)),), (Do((Draw(),), did=False),)), ["no"], (0, 5, 0), [0, 1, 0]),
        (((May((Draw(2, Player.OPPONENT),), Player.OPPONENT),),), ["yes"], (0, 0, 0), [0, 0, 2]),
        (((Lose(2),), (Do((Draw(),)),)), [], (0, 1, 0), [0, 0, 0]),
        (((If(HasCoins(3), (Draw(2),), (Draw(1),)),),), [], (0, 5, 0), [0, 2, 0]),
        (((If(HasCoins(3), (Draw(2),), (Draw(1),)),),), [], (0, 2, 0), [0, 1, 0]),
        (((One(((Lose(2),), (Draw(3),))),),), ["1"], (0, 5, 0), [0, 3, 0]),
        (((One(((Lose(2),), (Draw(3),))),),), [], (0, 1, 0), [0, 3, 0]),
        (((Each(Curses(), (Draw(),)),),), [], (0, 0, 0), [0, 2, 0]),
        (((Lose(1, ALL),), (Do((Draw(),)),)), [], (1, 1, 1), [0, 1, 0]),
    ],
)
@pytest.mark.parametrize("rules", [LEFT_OUT, ENDS_LINE])
def test_the_results_of_effects(
    rules: Any, effect: Any, answers: list[str], coins: tuple[int, ...], expected: list[int]
) -> None:
    assert drawn(played(effect, answers, coins, rules=rules)) == expected


def test_optional_effects_for_all_are_asked_in_turn_order() -> None:
    effect = ((May((Lose(1, ALL),), ALL),), (Do((Draw(5),)),))
    ref = played(effect, ["no", "yes", "no"], coins=(1, 1, 1))
    assert [seat for seat, _ in ref.put] == [1, 2, 0]
    assert (ref.coins, drawn(ref)) == ([1, 1, 0], [0, 5, 0])
    assert drawn(played(effect, ["no", "no", "no"], coins=(1, 1, 1))) == [0, 0, 0]


def test_players_who_can_do_nothing_are_not_asked() -> None:
    ref = played(((May((Lose(1, ALL),), ALL),),), ["yes", "yes"], coins=(1, 0, 1))
    assert [seat for seat, _ in ref.put] == [2, 0]


def test_each_player_chooses_their_mode_alone() -> None:
    effect = ((May((One(((Lose(1, ALL),), (Draw(2, ALL),)), ALL),), ALL),), (Do((Draw(5),)),))
    ref = played(effect, ["yes", "1", "no", "no"])
    assert ref.put == [(1, (YES, NO)), (1, ("0", "1")), (2, (YES, NO)), (0, (YES, NO))]
    assert (ref.coins, drawn(ref)) == ([5, 5, 5], [0, 7, 0]), "one player doing it is enough"


@pytest.mark.parametrize(("rules", "expected"), [(LEFT_OUT, 0), (ENDS_LINE, 1)])
def test_a_game_defines_whether_all_must_have_chosen(rules: Any, expected: int) -> None:
    """None of three modes is possible for a player without coins."""
    effect = ((One(((Lose(1, ALL),), (Lose(2, ALL),)), ALL),), (Do((Draw(),)),))
    ref = played(effect, ["0"], coins=(0, 2, 1), rules=rules)
    assert (ref.coins, sum(drawn(ref))) == ([0, 1, 0], expected)


def test_declining_within_a_mode_does_not_count_as_done() -> None:
    effect = ((One(((May((Draw(1, ALL),), ALL),), (Lose(9, ALL),)), ALL),), (Do((Lose(1),)),))
    assert played(effect, ["no", "no", "no"], rules=ENDS_LINE).coins == [5, 5, 5]
    assert played(effect, ["no", "yes", "no"], rules=ENDS_LINE).coins == [5, 4, 5]


def test_a_skipped_effect_does_not_count_for_later_sentences() -> None:
    effect = ((Draw(),), (Do((Lose(9),)),), (Draw(),), (Do((Draw(3),)),))
    assert drawn(played(effect)) == [0, 5, 0]


def test_for_each_without_cards_does_nothing() -> None:
    assert drawn(played(((Each(Curses(), (Draw(),)),), (Do((Draw(5),)),)), curses=0)) == [0, 0, 0]


def test_each_repetition_starts_its_counts_again() -> None:
    effect = ((Draw(2),), (Each(Curses(), (DrawThatMany(), Draw(3))),))
    assert drawn(played(effect, curses=2)) == [0, 2 + (2 + 3) + (2 + 3), 0]


def test_them_and_that_many_include_every_player() -> None:
    ref = played(((Draw(2, ALL),), (Keep(), DrawThatMany())))
    assert (ref.kept, drawn(ref)) == ([0, 1, 2, 3, 4, 5], [2, 8, 2])
    ref = played(((May((Draw(2, ALL),), ALL),), (Keep(), DrawThatMany())), ["yes", "no", "yes"])
    assert (ref.kept, drawn(ref)) == ([0, 1, 2, 3], [2, 6, 0])


def test_a_failed_sentence_continues_at_if_you_do() -> None:
    effect = ((Lose(9), Draw(1)), (Draw(2),), (Do((Draw(3),), did=False),))
    assert drawn(played(effect, rules=ENDS_LINE)) == [0, 3, 0]
    assert drawn(played(effect, rules=LEFT_OUT)) == [0, 1 + 2, 0]


def test_the_numbering_of_operations_is_part_of_every_save() -> None:
    effect = (
        (May((Draw(),), ALL),),
        (Do((Draw(),)),),
        (If(NEVER, (Draw(),), (Draw(),)),),
        (One(((Draw(),), (Draw(),)), ALL),),
        (One(((Draw(),), (Draw(),))),),
        (Each(Curses(), (Draw(),)),),
    )
    program: Program[Node] = compile_effect(effect)
    assert [type(op).__name__.removesuffix("Op") for op in program.ops] == [
        "May", "Draw", "Done", "Jump",
        "Did", "Draw",
        "If", "Draw", "Done", "Jump", "Draw", "Done",
        "Modes", "Draw", "Jump", "Draw", "Jump", "Done",
        "Modes", "Draw", "Jump", "Draw", "Jump", "Done",
        "Loop", "Draw", "LoopEnd", "Done",
    ]  # fmt: skip
    assert sorted(program.begins) == [0, 4, 6, 12, 18, 24]


def test_a_game_with_verbs_for_other_words_is_refused() -> None:
    verbs = dict(VERBS)
    word, verb = verbs.popitem()
    with pytest.raises(ValueError, match=f"dreamweavers: {word.__name__} is an instruction of the cards"):
        verbs_for(DREAMWEAVERS, verbs)
    with pytest.raises(ValueError, match="dreamweavers: Draw has a verb, and is no instruction"):
        verbs_for(DREAMWEAVERS, {**VERBS, Draw: verb})
