"""Puzzles: positions with one clearly best answer that isn't the first choice.

They come from self-play of the policy. A decision becomes a puzzle if at least three answers are worth trying, the
best one is clearly ahead of all others (`AHEAD` and `SURE`), the policy would have answered differently, and all of
this is confirmed in other positions sampled with a different seed. The chances are taken from that confirmation,
because the ones that led to the puzzle favour the best answer.

If the policy finds the clearly best answer too, it is a puzzle for beginners (`FOR_BEGINNERS`).

The shown position is sampled from the seat's knowledge, always with the same seed. It contains nothing else of the
match, but its seat sees the same and is asked the same.

A puzzle is stored as a saved position (`engine.kernel.saves`), not as knowledge or as a replay. Later versions can't
read knowledge, and a change of the rules would lead a replay elsewhere. A saved position stays readable like any match
in progress, with the texts of its cards. If the rules change, the answer may no longer be the best, so a puzzle
names the version of the rules and isn't shown under any other.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count

import msgspec

from engine.kernel.ai.analysis import Features, features_of, reason
from engine.kernel.ai.decisions import Decision, decisions
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.play_outs import match_of_policies
from engine.kernel.ai.search import AnswerTrial, Worlds, candidates_of, lead
from engine.kernel.chance import Chance
from engine.kernel.decoder import json_reader
from engine.kernel.errors import InvalidChoice, UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Choice, Question, QuestionKind, check, shares
from engine.kernel.saves import SavedMatch, game_format, written

FILE = "puzzles.json"
"""The name of the file with the puzzles, in the package of a game's players."""

FEWEST_ANSWERS = 3
"""The minimum number of answers worth trying in a puzzle."""

AHEAD = 0.08
"""The minimum lead of the best answer over any other, in win chance."""

SURE = 3.0
"""The minimum lead in standard errors."""


class PuzzleSort(msgspec.Struct, frozen=True):
    """A kind of puzzle: its audience."""

    rating: int
    """The initial rating of such a puzzle."""
    ahead: float
    """The minimum lead of the best answer over any other, in win chance."""
    is_the_policys: bool
    """Whether the best answer is the policy's own."""
    most_answers: int = 100
    """Questions with more answers worth trying are excluded."""
    in_the_last_round: bool = False
    """Whether only the last round of a match is searched, in which a player can win."""


FOR_BEGINNERS = PuzzleSort(1000, 0.2, True, 4, in_the_last_round=True)
FOR_OTHERS = PuzzleSort(1500, AHEAD, False)
SORTS = (FOR_BEGINNERS, FOR_OTHERS)

EARLIEST = 3
"""The first round searched for puzzles. Before it, both the formula and the person know too little."""

LOOKS = (2, 4, 8, 16)
"""The numbers of positions after which a decision is dropped if it hardly becomes a puzzle."""

WORLDS = 24
"""The number of positions in which the answers are tried with each of two seeds."""

MOST_OF_A_MATCH = 2
"""The maximum number of puzzles from a match, from different rounds."""

MATCHES = 40
"""The maximum number of matches searched per puzzle."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """An answer of a puzzle, and the win chance after it, 0..1."""

    choice: Choice
    chance: float
    lacks: str = ""
    """The main reason for its loss: the key of a feature, or `analysis.THE_END`; "" for the best answer."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one clearly best answer."""

    key: str
    """Its key everywhere. Reveals nothing of the solution."""
    game: str
    rules: str
    """The version of the rules for which the solution was found."""
    seat: int
    round: int
    answers: tuple[PuzzleAnswer, ...]
    """In the order of the question's options."""
    best: int
    """The index of the solution among the answers."""
    tempting: int
    """The index of the policy's answer or, if that is the solution, of the second best."""
    ahead: float
    """The difference between the solution and the second best answer."""
    save: bytes
    """The saved position, packed."""
    rating: int = FOR_OTHERS.rating
    """Its initial rating."""

    @property
    def theme(self) -> str:
        """The puzzle's subject: the key of the feature that most favours the solution over the second best answer."""
        others = [answer for place, answer in enumerate(self.answers) if place != self.best]
        return max(others, key=lambda answer: answer.chance).lacks


class Collection(msgspec.Struct, frozen=True):
    """The puzzles of a game, as stored in a file. The same seed generates the same puzzles."""

    game: str
    seed: str
    puzzles: tuple[Puzzle, ...]


_READER = json_reader(Collection)


def write_puzzles(collection: Collection) -> bytes:
    """Return a collection as a file."""
    return msgspec.json.format(msgspec.json.encode(collection), indent=1) + b"\n"


def read_puzzles(data: bytes) -> Collection:
    """Return the collection in a file. Raises msgspec.MsgspecError."""
    return _READER.read(data)


@cache
def puzzles_in(package: str) -> Collection:
    """Return the collection in a package (`FILE`)."""
    return read_puzzles(files(package).joinpath(FILE).read_bytes())


def posed(game: Game, puzzle: Puzzle) -> Match:
    """Return the position to solve. Information hidden from its seat is random, always with the same seed.

    Raises UnreadableMatch if the rules have changed or the bytes can't be read.
    """
    if (puzzle.game, puzzle.rules) != (game.name, game.version):
        raise UnreadableMatch(
            f"The puzzle {puzzle.key} was made for {puzzle.game}, version {puzzle.rules}, not for {game.name}, {game.version}."
        )
    try:
        match = Match.load(game, zlib.decompress(puzzle.save))
        world = game.sample(match.known_to(puzzle.seat), Chance(f"puzzle {puzzle.key}"))
        posed = Match(game, "", match.setup, world, [], game.version)
        for answer in puzzle.answers:
            check(posed.pending_questions[puzzle.seat], answer.choice)
    except (zlib.error, KeyError, InvalidChoice) as error:
        raise UnreadableMatch(f"The puzzle {puzzle.key} can't be posed: {error}.") from error
    return posed


def make_puzzles(
    thinking: Thinking,
    setups: Sequence[bytes],
    seed: str,
    wanted: int,
    beginners: int = 0,
    *,
    watch: Callable[[int, Sequence[Puzzle]], None] = lambda matches, puzzles: None,
) -> Collection:
    """Generate puzzles from self-play of the policy, with each setup in turn.

    `wanted` puzzles are generated in addition to `beginners` for beginners, which come first. `watch` is called after
    each match with the number of matches and the puzzles so far. If puzzles are too rare, there are fewer
    (`MATCHES`).
    """
    counts_by_sort = {FOR_BEGINNERS: beginners, FOR_OTHERS: wanted}
    puzzles: dict[PuzzleSort, list[Puzzle]] = {sort: [] for sort in SORTS}
    for number in range(MATCHES * max(counts_by_sort.values())):
        match_seed = f"{seed}, match {number}"
        record = match_of_policies(thinking, setups[number % len(setups)], match_seed)
        sorts = [sort for sort in SORTS if len(puzzles[sort]) < counts_by_sort[sort]]
        for sort, puzzle in _of_a_match(thinking, record, match_seed, sorts):
            puzzles[sort].append(puzzle)
        watch(number + 1, [puzzle for sort in SORTS for puzzle in puzzles[sort][: counts_by_sort[sort]]])
        if all(len(puzzles[sort]) >= counts_by_sort[sort] for sort in SORTS):
            break
    return Collection(
        thinking.game.name,
        seed,
        tuple(puzzle for sort in SORTS for puzzle in puzzles[sort][: counts_by_sort[sort]]),
    )


def _of_a_match(
    thinking: Thinking, record: MatchRecord, seed: str, sorts: Sequence[PuzzleSort]
) -> list[tuple[PuzzleSort, Puzzle]]:
    """Return the puzzles to take from a match: a few of each sort, from different rounds."""
    puzzles: list[tuple[PuzzleSort, Puzzle]] = []
    sorts_left = list(sorts)
    for sort, puzzle in find(thinking, record, seed, sorts_left):
        if all(
            (sort, puzzle.round) != (other_sort, other_puzzle.round) for other_sort, other_puzzle in puzzles
        ):
            puzzles.append((sort, puzzle))
        if sum(other_sort is sort for other_sort, _ in puzzles) == MOST_OF_A_MATCH:
            sorts_left.remove(sort)
    return puzzles


def find(
    thinking: Thinking, record: MatchRecord, seed: str, sorts: Sequence[PuzzleSort] = (FOR_OTHERS,)
) -> Iterator[tuple[PuzzleSort, Puzzle]]:
    """Give the puzzles among the decisions of all seats of a match, in order, with their sort.

    Sorts that are taken out of `sorts` meanwhile are looked for no longer. Raises GameError if the match can't be
    played again.
    """
    seats = {answer.seat for answer in record.answers}
    all_decisions = list(decisions(thinking, record, seats))
    for decision in all_decisions:
        possible_sorts = [
            sort for sort in sorts if decision.round == all_decisions[-1].round or not sort.in_the_last_round
        ]
        if possible_sorts and decision.round >= EARLIEST and decision.round > thinking.even_through:
            puzzle = puzzle_in(thinking, decision, seed, possible_sorts)
            if puzzle is not None:
                yield puzzle


def puzzle_in(
    thinking: Thinking, decision: Decision, seed: str, sorts: Sequence[PuzzleSort] = (FOR_OTHERS,)
) -> tuple[PuzzleSort, Puzzle] | None:
    """Return the puzzle of a decision with its sort, or None. Deterministic for the same arguments."""
    seed = f"{seed}, answer {decision.number}"
    first = _Answers(Worlds(thinking, decision.knowledge, decision.seat, f"{seed}, found"))
    if len(first.tried) < FEWEST_ANSWERS:
        return None
    for number in count(1):
        first.try_all()
        if number == WORLDS:
            break
        if number in LOOKS and not any(first.may_be(sort) for sort in sorts):
            return None
    sort = next((sort for sort in sorts if first.is_one(sort)), None)
    if sort is None:
        return None
    confirmation = _Answers(
        Worlds(thinking, decision.knowledge, decision.seat, f"{seed}, confirmed"), first.choices
    )
    for _ in range(WORLDS):
        confirmation.try_all()
    if not confirmation.is_one(sort) or confirmation.best.choice != first.best.choice:
        return None
    return sort, _puzzle(thinking, decision, confirmation, sort)


class _PuzzleTrial(AnswerTrial):
    """An answer that was tried, and the features of its results."""

    features: list[Features] = msgspec.field(default_factory=list[Features])


class _Answers:
    """The answers to a question, the policy's first, tried in the same positions."""

    def __init__(self, worlds: Worlds, choices: Sequence[Choice] = ()) -> None:
        self.worlds = worlds
        world = worlds.world(0)
        self.question = world.position.questions[worlds.seat].english
        self.choices = choices or candidates_of(
            worlds.thinking,
            self.question,
            worlds.thinking.view_of(world, worlds.seat),
            worlds.first_choice(world),
        )
        self.tried = [_PuzzleTrial(choice) for choice in self.choices]

    def try_all(self) -> None:
        """Try all answers in one more position."""
        thinking, seat = self.worlds.thinking, self.worlds.seat
        for trial in self.tried:
            end = self.worlds.play_on(len(trial.chances), trial.choice)
            trial.chances.append(thinking.value(end, seat))
            trial.features.append(features_of(thinking, end, seat))

    @property
    def best(self) -> _PuzzleTrial:
        """The best answer so far."""
        return max(self.tried, key=lambda trial: trial.chance)

    def leads(self) -> list[tuple[float, float]]:
        """Return the lead of the best answer over each other one, with its standard error."""
        best = self.best
        return [lead(best, trial) for trial in self.tried if trial is not best]

    def may_be(self, sort: PuzzleSort) -> bool:
        """Return whether more positions could still confirm a puzzle of that kind."""
        return self._fits(sort) and all(
            ahead + 2 * error >= sort.ahead and ahead >= sort.ahead / 2 for ahead, error in self.leads()
        )

    def is_one(self, sort: PuzzleSort) -> bool:
        """Return whether one answer is clearly the best, as the sort wants it."""
        return self._fits(sort) and all(
            ahead >= sort.ahead and ahead >= SURE * error for ahead, error in self.leads()
        )

    def _fits(self, sort: PuzzleSort) -> bool:
        return (self.best is self.tried[0]) is sort.is_the_policys and len(self.tried) <= sort.most_answers


def _puzzle(thinking: Thinking, decision: Decision, answers: _Answers, sort: PuzzleSort) -> Puzzle:
    game, question, best = thinking.game, answers.question, answers.best
    others = [trial for trial in answers.tried if trial is not best]
    tempting = max(others, key=lambda trial: trial.chance) if sort.is_the_policys else answers.tried[0]
    in_order = sorted(answers.tried, key=lambda trial: _place(question, trial.choice))
    save = written(
        SavedMatch(
            game=game.name, format=game_format(game), version=game.version, seed="", setup=decision.setup,
            answers=[], position=decision.position,
        )
    )  # fmt: skip
    return Puzzle(
        sha256(save + bytes([decision.seat])).hexdigest()[:8],
        game.name,
        game.version,
        decision.seat,
        decision.round,
        tuple(
            PuzzleAnswer(
                trial.choice, round(trial.chance, 3), "" if trial is best else _lacks(thinking, best, trial)
            )
            for trial in in_order
        ),
        in_order.index(best),
        in_order.index(tempting),
        round(min(ahead for ahead, _ in answers.leads()), 3),
        zlib.compress(save, 9),
        sort.rating,
    )


def _lacks(thinking: Thinking, best: _PuzzleTrial, other: _PuzzleTrial) -> str:
    gaps = [a - b for a, b in zip(best.chances, other.chances, strict=True)]
    return reason(thinking, gaps, best.features, other.features)


def _place(question: Question, choice: Choice) -> tuple[int, ...]:
    """Return the indices of an answer's options in the question, in the answer's order."""
    if question.kind is QuestionKind.NUMBER:
        return (int(choice[0]),)
    places = {option.key: place for place, option in enumerate(question.options)}
    if question.kind is QuestionKind.DISTRIBUTE:
        return tuple(n for key, amount in shares(choice).items() for n in (places[key], amount))
    chosen = [places[key] for key in choice]
    return tuple(chosen if question.ordered else sorted(chosen))
