"""Count how often matches ask for an order of triggers, and check the questions that were skipped.

python -m bench.orders [MATCHES [GAME]] [--first NUMBER]

Greedy players play matches of every game with such questions. At each of them, public knowledge decides whether the
order can matter (`engine.kernel.order_relevance`). Then every order is played in the true position, with four ways of
answering the questions in between, to see whether it does.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, permutations

from rich.console import Console
from rich.progress import track

from bench.claims import LONGEST, players_of
from bot.games.playable import PlayableGame
from bot.games.registry import games
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.order_relevance import idle_answer, view_comparison
from engine.kernel.orders.order import Order
from engine.kernel.question import Choice, Question, QuestionKind, random_choice

WAYS = 4
MOST_ORDERS = 6
MOST_ASKED = 60


@dataclass(slots=True)
class TriggerOrderCounts:
    """The questions of some matches: for each, whether it was skipped, and whether the order matters."""

    idle: list[bool] = field(default_factory=list[bool])
    matters: list[bool] = field(default_factory=list[bool])
    seconds: list[float] = field(default_factory=list[float])
    again: int = 0
    """The number of questions asked that an order "Always like this", given at each such question, would answer."""
    examples: list[str] = field(default_factory=list[str])

    @property
    def asked_count(self) -> int:
        """The number of questions that are still asked."""
        return self.idle.count(False)

    @property
    def missed(self) -> int:
        """The number of skipped questions whose order matters."""
        return sum(idle and matters for idle, matters in zip(self.idle, self.matters, strict=True))

    def add(self, other: TriggerOrderCounts) -> None:
        """Add the questions of another match."""
        self.idle += other.idle
        self.matters += other.matters
        self.seconds += other.seconds
        self.again += other.again
        self.examples = [*self.examples, *other.examples][:12]


def copied(match: Match) -> Match:
    """Return a separate match at the same position."""
    return Match.at(match.game, match.setup, match.seed, match.game.pack(match.machine))[0]


def orders_of(question: Question) -> list[Choice]:
    """Return the answers that are compared."""
    keys = [option.key for option in question.options]
    if question.kind is not QuestionKind.ORDER:
        return [(key,) for key in keys]
    return list(islice(permutations(keys), MOST_ORDERS))


def played(game: PlayableGame, match: Match, seat: int, choice: Choice, way: int) -> Match:
    """Give an answer, and continue until all ordered effects have happened: with the usual player, or at random.

    Their randomness depends on the question alone, so that ties are broken in the same way after every order.
    """
    assert game.practice is not None
    position = match.machine.position
    frame = position.stack[-1]
    match.answer(seat, match.pending_questions[seat].id, choice)
    for _ in range(MOST_ASKED):
        if match.outcome is not None or all(other is not frame for other in position.stack):
            break
        by = min(match.pending_questions)
        question = match.questions[by]
        keys = sorted(option.key for option in question.options)
        rng = Chance(f"{way} {question.topic} {question.cause} {question.quoted} {keys}")
        player = game.practice(rng)
        said = random_choice(question, rng) if way else player.answer(question, lambda by=by: match.view(by))
        match.answer(by, question.id, said)
    return match


def does_matter(game: PlayableGame, match: Match, seat: int) -> bool:
    """Return whether two orders differ in anything that a seat or a spectator sees, in one of the ways."""
    looks_equal, seats = view_comparison(game.kernel, match.machine), (None, *range(match.machine.seat_count))
    for way in range(WAYS):
        ends = [played(game, copied(match), seat, one, way) for one in orders_of(match.questions[seat])]
        first = [ends[0].view(seat) for seat in seats]
        if not all(all(map(looks_equal, first, (end.view(seat) for seat in seats))) for end in ends[1:]):
            return True
    return False


def asked_in(game: PlayableGame, number: int) -> Iterator[tuple[Match, int]]:
    """Yield the match and the seat at each question about an order that isn't proved to be irrelevant."""
    kernel, decks = game.kernel, [deck.content for deck in game.decks.values()] or [None]
    setup = kernel.setup([decks[(3 * number + 5 * seat) % len(decks)] for seat in range(2)])
    seed = f"orders {number}"
    match, players = Match.begin(kernel, setup, seed)[0], players_of(game, seed, 2)
    assert kernel.indifference is not None
    for _ in range(LONGEST):
        if match.outcome is not None:
            return
        if (answer := match.forced()) is not None:
            match.answer(answer[0], match.pending_questions[answer[0]].id, answer[1])
            continue
        seat = min(match.pending_questions)
        question = match.questions[seat]
        if question.topic in kernel.indifference.topics:
            yield match, seat
        match.answer(seat, question.id, players[seat].answer(question, lambda seat=seat: match.view(seat)))


def counted(game: PlayableGame, number: int) -> TriggerOrderCounts:
    """Play a match and count."""
    counts, given = TriggerOrderCounts(), list[tuple[int, Order]]()
    for match, seat in asked_in(game, number):
        question = match.questions[seat]
        began = time.process_time()
        idle = idle_answer(game.kernel, match.machine, game.practice) is not None
        counts.seconds.append(time.process_time() - began)
        counts.idle.append(idle)
        counts.matters.append(does_matter(game, match, seat))
        if not idle:
            counts.again += any(by == seat and match.by_order(seat, order).answers for by, order in given)
            given += [
                (seat, form.order)
                for form in match.order_forms(seat)
                if form.always is not None and form.answers_now
            ]
        elif counts.matters[-1]:
            counts.examples.append(f"{game.name} {number}: {[option.key for option in question.options]}")
    return counts


def main() -> None:
    """Play the given number of matches, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m bench.orders", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=60, help="how many matches of each game")
    parser.add_argument("game", nargs="?", help="the name of one game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    chosen = parser.parse_args()
    say = Console(highlight=False, soft_wrap=True).print
    for game in games().games.values():
        if chosen.game not in (None, game.name) or game.kernel.indifference is None:
            continue
        total, each = TriggerOrderCounts(), list[int]()
        for number in track(range(chosen.first, chosen.first + chosen.matches), game.name):
            counts = counted(game, number)
            total.add(counts)
            each.append(counts.asked_count)
        n, matter = len(each), total.matters.count(True)
        say(
            f"{game.name}, {n} matches: {len(total.idle)} orders, {len(total.idle) / n:.2f} a match; {matter} of them matter; "
            f"asked {total.asked_count}, {total.asked_count / n:.2f} a match, median {statistics.median(each)}, largest {max(each)}; "
            f"“Always like this” answers {total.again} of these, so {(total.asked_count - total.again) / n:.2f} a match are left; "
            f"not asked and do matter: {total.missed} ({100 * total.missed / max(1, matter):.0f} % of those that do)"
        )
        if total.seconds:
            slow = sorted(total.seconds)
            say(
                f"  processor seconds: median {slow[len(slow) // 2]:.2f}, 95 % {slow[int(0.95 * len(slow))]:.2f}, largest {slow[-1]:.2f}"
            )
        say("\n".join(total.examples), markup=False)


if __name__ == "__main__":
    main()
