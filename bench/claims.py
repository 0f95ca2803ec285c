"""Compare the claims of previews with the actual results.

python -m bench.claims [MATCHES [GAME [SEATS]]] [--others EVERY]

Greedy players play matches of every game. Each claim shown with a question (`engine.kernel.claims`) is compared with
the result of the given answer. At every `EVERY`-th question the claims of the other answers are checked too: each
answer is given in a copy of the match, in which the same kind of players continue.

A claim without conditions must always be true. Of those with conditions that name a number or the winner, at most a
tenth may be wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from random import Random

from rich.console import Console
from rich.progress import track

from bot.games.playable import PlayableGame
from bot.games.registry import games
from cards.i18n import ENGLISH, Message
from engine.kernel.chance import Chance
from engine.kernel.claims import ActSequence, Claim, Now, ObservedAct
from engine.kernel.errors import GameError
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import ComputerPlayer

NAMES = ("Mia", "Bo", "Cy", "Dee")
LONGEST = 1500
"""Answers after which a match is left unfinished."""
AFTER = 80
"""The number of answers given in a copy to see the result of an answer that was not given."""
EVERY = 12
"""The distance between two questions at which the other answers are tried."""
MOST_RESERVED = 0.1
"""The maximum share of wrong claims among those with conditions and a number or a winner."""


@dataclass(slots=True)
class Held:
    """The results of the claims of one kind: fulfilled, failed, or not tested."""

    as_said: int = 0
    otherwise: int = 0
    untested: int = 0
    example: str = ""

    def add(self, other: Held) -> None:
        """Add the results of other matches."""
        self.as_said += other.as_said
        self.otherwise += other.otherwise
        self.untested += other.untested
        self.example = min(filter(None, (self.example, other.example)), key=len, default="")

    @property
    def tested(self) -> int:
        """The number of claims that were tested."""
        return self.as_said + self.otherwise


@dataclass(frozen=True, order=True, slots=True)
class ClaimSort:
    """A kind of claim with its sentence: whether it has conditions, and whether it names a number or the winner."""

    is_reserved: bool
    is_figure: bool
    kind: str


def template(message: Message) -> str:
    """Return a sentence without its values. Of several sentences, return the first."""
    while message.message.startswith("{text0}") and isinstance(first := message.values[0][1], Message):
        message = first
    return message.message


@dataclass(slots=True)
class Verdicts:
    """The results of the claims of some matches."""

    sorts: dict[ClaimSort, Held] = field(default_factory=dict[ClaimSort, Held])
    sentences: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Verdicts) -> None:
        """Add the results of other matches."""
        self.sentences += other.sentences
        for sort, tally in other.sorts.items():
            self.sorts.setdefault(sort, Held()).add(tally)

    def hold(self, claim: Claim, sentence: Message, course: ActSequence, where: str) -> None:
        """Compare a claim with the result."""
        kind = f"{claim.kind}, “{template(sentence)}”"
        tally = self.sorts.setdefault(ClaimSort(bool(claim.hangs), claim.is_figure, kind), Held())
        outcome = claim.outcome(course)
        if outcome is None:
            tally.untested += 1
        elif not outcome:
            tally.as_said += 1
        else:
            tally.otherwise += 1
            example = f"{where}: “{ENGLISH(sentence)}” {outcome}"
            tally.example = min(filter(None, (tally.example, example)), key=len)

    def total(self, *, is_reserved: bool) -> Held:
        """Return the totals of unconditional claims, or of conditional ones that name a number or the winner."""
        total = Held()
        for sort, figures in self.sorts.items():
            if sort.is_reserved is is_reserved and (sort.is_figure or not is_reserved):
                total.add(figures)
        return total

    @property
    def are_kept(self) -> bool:
        """Whether claims are right as often as required."""
        reserved = self.total(is_reserved=True)
        return (
            not self.total(is_reserved=False).otherwise
            and reserved.otherwise <= MOST_RESERVED * reserved.tested
        )


def players_of(game: PlayableGame, seed: str, seats: int) -> list[ComputerPlayer]:
    """Return a player for each seat."""
    assert game.practice is not None
    return [game.practice(Chance(f"{seed}, {seat}")) for seat in range(seats)]


def answered(match: Match, seat: int, choice: Choice, *, needs_views: bool = False) -> ObservedAct:
    """Give an answer. Return it with its result."""
    question, before, seen = match.questions[seat], match.view(seat), list[object]()
    if needs_views:
        match.machine.watch = lambda: seen.append(match.view(None))
    events = match.answer(seat, question.id, choice)
    match.machine.watch = None
    return ObservedAct(seat, question, choice, before, events, match.view(None), seen)


def forced_acts(match: Match) -> Iterator[ObservedAct]:
    """Give forced answers."""
    while (answer := match.forced()) is not None:
        yield answered(match, *answer)


def played_on(match: Match, players: Sequence[ComputerPlayer]) -> Iterator[ObservedAct]:
    """Play on as far as claims are checked."""
    while True:
        yield from forced_acts(match)
        if match.outcome is not None:
            return
        seat = min(match.pending_questions)
        yield answered(
            match, seat, players[seat].answer(match.questions[seat], lambda seat=seat: match.view(seat))
        )


ClaimedSentence = tuple[Message, Claim]


def said_of(
    game: PlayableGame, match: Match, question: Question, names: tuple[str, ...]
) -> list[ClaimedSentence]:
    """Return each claim shown with a question, with its sentence."""
    view = match.view(question.seat)
    sentences = (*game.consequences(view, question, names), *game.whole_answers(view, question, names))
    return [(one.sentence, claim) for one in sentences for claim in one.claims]


def tried(game: PlayableGame, match: Match, seat: int, claim: Claim, seed: str) -> ActSequence | None:
    """Return the acts that follow the answers of a claim; None if they aren't legal."""
    copy = Match.at(game.kernel, match.setup, match.seed, game.kernel.pack(match.machine))[0]
    acts = list[ObservedAct]()
    try:
        for choice in claim.answers:
            if (
                seat in copy.pending_questions
            ):  # The remaining answers, such as further helpers, need not be given.
                acts.append(answered(copy, seat, choice, needs_views=claim.needs_looks and not acts))
    except GameError:
        return None
    players = players_of(game, seed, copy.machine.seat_count)
    return ActSequence(chain(acts, islice(played_on(copy, players), AFTER)))


def compared(game: PlayableGame, seats: int, number: int, every: int = EVERY) -> Verdicts:
    """Play a match, and compare its claims with the results."""
    kernel, decks = game.kernel, [deck.content for deck in game.decks.values()] or [None]
    setup = kernel.setup([decks[(3 * number + 5 * seat) % len(decks)] for seat in range(seats)])
    seed, names, verdicts = f"claims {number}", NAMES[:seats], Verdicts()
    match, _ = Match.begin(kernel, setup, seed)
    players, dice = players_of(game, seed, seats), Random(number)
    acts, waiting = list[ObservedAct](), list[tuple[int, ClaimedSentence]]()
    acts += forced_acts(match)
    question_count = 0
    while match.outcome is None and len(acts) < LONGEST:
        seat = min(match.pending_questions)
        question = match.questions[seat]
        if question.topic in ("draft", "intent"):  # Greedy players would draft the same each time.
            choice = tuple(dice.sample([option.key for option in question.options], question.minimum))
        else:
            choice = players[seat].answer(question, lambda seat=seat: match.view(seat))
        claims, needs_views = said_of(game, match, question, names), False
        question_count += 1
        where = f"{game.name} {number}, answer {len(acts) + 1}, {names[seat]}"
        for sentence, claim in claims:
            verdicts.sentences[sentence.message] += 1
            if isinstance(claim, Now):
                continue
            if claim.answers in ((), (choice,)):
                waiting.append((len(acts), (sentence, claim)))
                needs_views = needs_views or claim.needs_looks
            elif (
                question_count % every == 0 and (course := tried(game, match, seat, claim, where)) is not None
            ):
                verdicts.hold(
                    claim, sentence, course, f"{where}, trying {' then '.join(map(str, claim.answers))}"
                )
        acts.append(answered(match, seat, choice, needs_views=needs_views))
        acts += forced_acts(match)
    for at, (sentence, claim) in waiting:
        verdicts.hold(
            claim,
            sentence,
            ActSequence(acts[at:]),
            f"{game.name} {number}, answer {at + 1}, {names[acts[at].seat]}",
        )
    return verdicts


def lines_of(name: str, verdicts: Verdicts) -> Iterable[str]:
    """Yield the results for the claims of a game."""
    for sort, tally in sorted(verdicts.sorts.items()):
        condition = "with reservation" if sort.is_reserved else "without reservation"
        restriction = "" if sort.is_figure else ", no number and no winner"
        share = f" ({100 * tally.otherwise / tally.tested:.1f} %)" if tally.tested else ""
        yield f"  {sort.kind}, {condition}{restriction}: {tally.tested} tested, {tally.otherwise} otherwise{share}, {tally.untested} not tested"
        if tally.example:
            yield f"    {tally.example[:600]}"
    for is_reserved in (False, True):
        tally = verdicts.total(is_reserved=is_reserved)
        condition = "with reservation, naming a number or a winner" if is_reserved else "without reservation"
        yield f"{name}, {condition}: {tally.otherwise} of {tally.tested} came otherwise ({100 * tally.otherwise / max(1, tally.tested):.1f} %)"


def main() -> None:
    """Play the given number of matches, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.claims", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=100, help="how many matches of each game")
    parser.add_argument("game", nargs="?", help="the name of one game")
    parser.add_argument("seats", nargs="?", type=int, help="how many play it; without it, 2 to all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument(
        "--others",
        type=int,
        default=EVERY,
        help="distance between two questions at which other answers are tried",
    )
    chosen = parser.parse_args()
    say = Console(highlight=False, soft_wrap=True).print
    failed = False
    for game in games().games.values():
        if chosen.game not in (None, game.name):
            continue
        total = Verdicts()
        for number in track(range(chosen.first, chosen.first + chosen.matches), game.name):
            seats = chosen.seats or game.seats[number % len(game.seats)]
            total.add(compared(game, seats, number, chosen.others))
        say("\n".join(lines_of(f"{game.name}, {chosen.matches} matches", total)), markup=False)
        failed = failed or not total.are_kept
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
