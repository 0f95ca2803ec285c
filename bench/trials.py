"""Play random matches of a game without decks, check every position of them, and count violations.

python -m bench.trials --game dreams-of-dystopia --seats 2 3 4 --matches 3000 --minutes 19
python -m bench.trials --game dreams-of-dystopia --seats 3 --matches 40 --twins

Each position must survive saving and loading, continue in the same way, and contain all cards of the match exactly
once; each whole match must replay from its record. With `--twins`, information hidden from some seats is exchanged,
mainly during sittings: they must not notice, before or after the next answer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import cast

import msgspec
from rich.console import Console

from bot.games.registry import games
from engine.kernel.cards.machine import CardMachine
from engine.kernel.cards.state import CardPosition, MovableCard
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.information_gain import received, same_in
from engine.kernel.match import Match, replay
from engine.kernel.position import Frame
from engine.kernel.question import random_choice
from engine.kernel.sample_match import GameDefect, SampleMatch, answers
from engine.kernel.secrecy import check_told_alike

EVERY = 7
"""Every position in a sitting is tested with twins; of the others one in this many."""


class TrialReport(msgspec.Struct):
    """The number of examined positions, and the violations."""

    matches: int = 0
    positions: int = 0
    pairs: int = 0
    in_sittings: Counter[str] = msgspec.field(default_factory=Counter[str])
    """The number of pairs in the middle of a sitting, by topic."""
    wrong: list[str] = msgspec.field(default_factory=list[str])


def look_at_matches(game: Game, seats: int, seeds: Iterator[str], report: TrialReport) -> None:
    """Play a match for each seed to its end, loading it before each answer, and replay its record."""
    setup = game.setup([None] * seats)
    for seed in seeds:
        try:
            report.positions += _look_at(game, setup, seed)
        except Exception as error:  # Count every failure with its seed.
            report.wrong.append(f"{seats} seats, seed “{seed}”: {error!r}")
        report.matches += 1


def _look_at(game: Game, setup: bytes, seed: str) -> int:
    """Play one match. Return the number of its positions. Raises GameDefect."""
    match, chance = Match.begin(game, setup, seed)[0], Chance(f"{seed}, answers")
    box, saved = _cards(match), match.save(apart=True)
    while match.outcome is None:
        match = Match.load(game, saved, setup)
        if match.save(apart=True) != saved:
            raise GameDefect(
                f"answer {match.turn_count + 1}: what was saved is saved differently once it is loaded."
            )
        ((seat, pending),) = match.pending_questions.items()
        match.answer(seat, pending.id, random_choice(pending.english, chance))
        if _cards(match) != box:
            raise GameDefect(f"answer {match.turn_count}: cards have come or gone.")
        saved = match.save(apart=True)
    if replay(game, setup, match.seed, match.record.answers).save(apart=True) != saved:
        raise GameDefect("playing the record again leads elsewhere.")
    return match.turn_count


def _cards(match: Match) -> list[str]:
    """Return the card of each id, if the game lists their places. Raises GameDefect for a card in no place, or in two."""
    machine: object = match.machine
    if not isinstance(machine, CardMachine):
        return []
    m = cast("CardMachine[CardPosition[Frame, MovableCard]]", machine)
    in_zones = sorted(chain.from_iterable(place.cards for place in m.layout.places(m.position)))
    if in_zones != list(range(len(m.position.cards))):
        raise GameDefect(f"answer {match.turn_count}: a card is in no place, or in two.")
    return [card.title for card in m.position.cards]


def look_at_twins(game: Game, seats: int, seeds: Iterator[str], report: TrialReport) -> None:
    """Exchange hidden information in positions of a match for each seed, and check that no audience notices."""
    setup = game.setup([None] * seats)
    for seed in seeds:
        trial = SampleMatch(game, setup, seats, seed, most=sys.maxsize)
        for number, moment in enumerate(answers(trial)):
            truth = moment.match.machine
            is_sitting = truth.catalogue.has_sittings and truth.sitting is not None
            if not is_sitting and number % EVERY:
                continue
            for group in trial.groups():
                for exchange in (game.exchange, game.twin):
                    report.pairs += 1
                    report.in_sittings[truth.position.questions[moment.seat].topic] += is_sitting
                    twin = exchange(truth, group, moment.chance)
                    try:
                        for viewer in (*group, None):
                            same = received(game, twin, viewer) == received(game, truth, viewer)
                            moment.must(same, f"{viewer} can tell a twin of {group} from the truth.")
                        questions, twins = (one.position.questions[moment.seat] for one in (truth, twin))
                        check_told_alike(moment, group, twin, same_in(questions, twins, moment.choice))
                    except GameDefect as error:
                        report.wrong.append(f"{seats} seats: {error}")
        report.matches += 1


def main() -> int:
    """Run the command: play, print the results, and return 1 if there are violations."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="dreams-of-dystopia")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--matches", type=int, default=100, help="for each number of seats")
    parser.add_argument("--minutes", type=float, default=60, help="no further match is begun after these")
    parser.add_argument("--seed", default="trials")
    parser.add_argument("--twins", action="store_true")
    arguments = parser.parse_args()
    game = games().find(arguments.game.replace("-", "_")).kernel
    until = time.monotonic() + 60 * arguments.minutes
    look = look_at_twins if arguments.twins else look_at_matches
    every = {seats: TrialReport() for seats in arguments.seats}
    for number in range(
        arguments.matches
    ):  # Alternate, so that the time limit affects all numbers of seats equally.
        if time.monotonic() > until:
            break
        for seats, report in every.items():
            look(game, seats, iter([f"{arguments.seed} {number}"]), report)
    console = Console(highlight=False, soft_wrap=True)
    for seats, report in every.items():
        topics = ", ".join(f"{topic} {n}" for topic, n in report.in_sittings.most_common() if n)
        pairs = f", {report.pairs} pairs of twins (in sittings {topics or 0})" if arguments.twins else ""
        positions = "" if arguments.twins else f", {report.positions} positions"
        console.print(f"{seats} seats: {report.matches} matches{positions}{pairs}, {len(report.wrong)} wrong")
        for wrong in report.wrong[:20]:
            console.print(f"  {wrong}")
    return 1 if any(report.wrong for report in every.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
