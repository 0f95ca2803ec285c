"""Measure whether hints help: one stable recommendation, close to the best answer, with countable reasons.

python -m bench.hints [--game GAME] [--positions N] [--seats N] [--seed SEED] [--minutes N] [--examples N]

A greedy player practises against the bot, and asks for five hints at some questions, as people do. Each hint is then
judged in 48 positions sampled from their seat's knowledge: every answer worth trying is played on in all of them. The
best one is chosen in one half and measured in the other, so that luck doesn't bias the result.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from rich.console import Console

from bot.app.bot import Bot
from bot.app.run import opened
from bot.balance.measures import wilson
from bot.features.hints import service as hints_of_the_bot
from bot.features.hints.commands import hint_lines
from bot.features.hints.service import Hint, Hints
from bot.games.playable import Games, PlayableGame
from bot.games.registry import games
from bot.match import practice_opponent
from bot.platform.logs import set_up
from bot.search.worker import End, Work, carry_out
from bot.settings import read_settings
from bot.store.person import Person
from cards.i18n import ENGLISH
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import Worlds, candidates_of
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, same_choice

POSITIONS = 60
"""The number of questions."""
ONE_OF = 12
"""The mean number of questions for each hint."""
JUDGED = 48
"""Positions in which a hint is judged."""
TIMES = 5
"""The number of times that the same hint is requested."""
STAKE = 0.05
"""The minimum difference between the best and the worst answer for a decision that matters, in what the seat plays
for (0..1).
"""
NEAR = 0.02
"""An answer within this distance of the best one counts as equally good."""
ADA, BOT = Person(1, "Mia"), Person(2, "Bo", is_this_bot=True)


@dataclass(frozen=True, slots=True)
class Judged:
    """A hint and its result: the distance of the recommended answer from the best one, and the stakes."""

    topic: str
    is_same: bool
    hint: Hint
    seconds: float
    """The seconds of a core for the first of the hints."""
    loss: float
    stake: float
    said: str


@dataclass(slots=True)
class HintStatistics:
    """All hints of a game."""

    hints: list[Judged] = field(default_factory=list[Judged])
    alone: int = 0
    """The number of questions with nothing to compare an answer with."""

    def figures(self) -> list[tuple[str, list[bool], float]]:
        """Return each figure: its name, whether it is true for each hint, and the required share."""
        staked = [one for one in self.hints if one.stake >= STAKE]
        better = [one for one in self.hints if one.hint.is_better]
        return [
            ("the same question five times gives the same hint", [one.is_same for one in self.hints], 1.0),
            ("recommended: within 2 points, where 5 are at stake", [one.loss <= NEAR for one in staked], 0.9),
            ("called better: within 2 points", [one.loss <= NEAR for one in better], 0.95),
            (
                "called better: with a reason that can be counted",
                [bool(one.hint.answers[0].reasons) for one in better],
                0.9,
            ),
        ]


class _Here:
    """A worker that searches in this process, so that its time can be measured. `known` is its input."""

    known: ClassVar[bytes] = b""

    def begin(
        self, work: Work, args: Sequence[Any], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        _Here.known = args[1]
        done(carry_out(work, args, lambda: True))

    def make_way(self, is_busy: bool) -> None:
        """Do nothing: no one else is answered here."""

    def drop(self) -> None:
        """Do nothing: the work has been done."""

    def end(self) -> None:
        """Do nothing: there is no process."""


@asynccontextmanager
async def _bot(game: PlayableGame, seed: str) -> AsyncGenerator[Bot]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = read_settings().model_copy(update={"database": Path(folder) / "hints.sqlite3"})
        numbers = iter(range(1 << 40))
        async with opened(
            settings,
            Games.of(game),
            seed=lambda: f"{seed}, match {next(numbers)}",
            random_source=lambda: Chance(f"{seed}, lot {next(numbers)}"),
            worker=_Here,
        ) as bot:
            yield bot


async def hints(
    game: PlayableGame, wanted: int, seed: str = "hints", seats: int = 0, minutes: float = 1e9
) -> HintStatistics:
    """Return `wanted` judged hints, or as many as there is time for.

    They are from matches at `seats` seats, or (0) at each number that can play in turn.
    """
    thinking = game.thinking
    assert thinking is not None and game.practice is not None
    statistics, chance = HintStatistics(), Chance(seed)
    until = time.monotonic() + 60 * minutes

    def goes_on() -> bool:
        return len(statistics.hints) < wanted and time.monotonic() < until

    decks = list(game.decks) or [""]
    async with _bot(game, seed) as bot:
        matches, presses = bot.services.matches, iter(range(1, 1 << 40))
        number = 0
        while goes_on():
            seat_count = seats or game.seats[number % len(game.seats)]
            number += 1
            made = await bot.services.challenges.challenge(
                next(presses),
                ADA,
                *practice_opponent.each_by_itself([BOT] * (seat_count - 1)),
                game=game,
                guild_id=1,
                channel_id=number,
                deck=chance.pick(decks),
                level="easy",
            )
            player = game.practice(Chance(f"{seed}, player of match {number}"))
            while goes_on():
                snapshot = await matches.panel_snapshot(made.match_id, ADA.id)
                question = snapshot.question
                if question is None:
                    break
                if chance.below(ONE_OF) == 0:
                    await _ask(bot, game, thinking, made.match_id, question, statistics)
                choice = player.answer(question, lambda view=snapshot.view: view)
                await bot.services.play.answer(next(presses), made.match_id, ADA.id, question.id, choice)
    return statistics


async def _ask(
    bot: Bot,
    game: PlayableGame,
    thinking: Thinking,
    match_id: int,
    question: Question,
    statistics: HintStatistics,
) -> None:
    """Ask for a hint at a question five times, and judge it."""
    of = bot.services
    service = Hints(of.store, of.games, of.pool, of.context.random_source)
    begun = time.process_time()
    hint = await service.of(match_id, ADA.id)
    seconds = time.process_time() - begun
    again = [await service.of(match_id, ADA.id) for _ in range(TIMES - 1)]
    if len(hint.answers) < 2:
        statistics.alone += 1
        return
    values = judged(thinking, _Here.known, question.seat, [answer.choice for answer in hint.answers])
    means = {choice: fmean((values[0][choice], values[1][choice])) for choice in values[0]}
    best = next(one for one in means if same_choice(question, one, hint.answers[0].choice))
    statistics.hints.append(
        Judged(
            question.topic,
            all(one == hint for one in again),
            hint,
            seconds,
            loss(best, *values),
            max(means.values()) - min(means.values()),
            f"{question.purpose}\n    " + "\n    ".join(hint_lines(hint, ENGLISH)),
        )
    )


def judged(
    thinking: Thinking, knowledge: bytes, seat: int, also: Sequence[Choice], count: int = JUDGED
) -> tuple[Mapping[Choice, float], Mapping[Choice, float]]:
    """Return the value of each answer worth trying, and of these answers, in each half of the positions."""
    worlds = Worlds(thinking, knowledge, seat, "judge")
    world = worlds.world(0)
    question = world.position.questions[seat].english
    first = worlds.first_choice(world)
    choices = candidates_of(thinking, question, thinking.view_of(world, seat), first)
    choices += [one for one in also if not any(same_choice(question, one, other) for other in choices)]
    half = count // 2
    one, other = (
        {
            choice: fmean(worlds.rollout(number, choice) for number in range(begin, begin + half))
            for choice in choices
        }
        for begin in (0, half)
    )
    return one, other


def loss(choice: Choice, one: Mapping[Choice, float], other: Mapping[Choice, float]) -> float:
    """Return the distance between an answer and the best one, which is chosen in one half and measured in the other, both ways."""
    best, best_other = (max(half, key=lambda each: half[each]) for half in (one, other))
    return ((other[best] - other[choice]) + (one[best_other] - one[choice])) / 2


def _print(console: Console, name: str, statistics: HintStatistics, examples: int) -> bool:
    hints = statistics.hints
    console.print(f"## {name}: {len(hints)} hints; {statistics.alone} more with nothing to compare")
    holds = True
    for what, so, target in statistics.figures():
        if not so:
            console.print(f"- {what}: none of them")
            continue
        found_share = wilson(what, sum(so), len(so))
        holds = holds and found_share.share >= 100 * target
        share = f"{found_share.share:.0f} % [{found_share.low:.0f}–{found_share.high:.0f}]"
        console.print(f"- {what}: {sum(so)} of {len(so)}, {share} (wanted: {100 * target:.0f} %)")
    fine = sum(not one.hint.is_better for one in hints)
    no_reason = sum(
        not one.hint.is_better and not any(answer.reasons for answer in one.hint.answers) for one in hints
    )
    seconds = sorted(one.seconds for one in hints)
    console.print(
        f"- both are fine: {fine} of {len(hints)}, {no_reason} of them without a difference; a core's seconds a hint: median "
        f"{median(seconds):.2f}, largest {seconds[-1]:.1f} (wanted: 5 at most); "
        f"mean loss {100 * fmean(one.loss for one in hints):.2f} points"
    )
    for one in hints[:: max(1, len(hints) // max(1, examples))][:examples]:
        console.print(
            f"  {one.said}\n    [judged {100 * one.loss:.1f} points behind, {100 * one.stake:.0f} at stake]"
        )
    return holds and seconds[-1] <= 5


def main() -> None:
    """Print the figures of each game with a search. Exit with 1 if one of them misses its target."""
    parser = argparse.ArgumentParser(prog="python -m bench.hints", description=__doc__)
    parser.add_argument("--game", help="its key; without it, every game")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many questions of each game")
    parser.add_argument("--seats", type=int, default=0, help="how many play; without it, each number in turn")
    parser.add_argument("--seed", default="hints", help="of the matches")
    parser.add_argument("--minutes", type=float, default=1e9, help="minutes a game at most")
    parser.add_argument("--examples", type=int, default=0, help="hints that are printed")
    chosen = parser.parse_args()
    set_up("ERROR", "text")
    # A core's time is limited, so that other load on the machine doesn't shorten a search.
    hints_of_the_bot.WALL_SECONDS = float("inf")
    console = Console(highlight=False, soft_wrap=True, markup=False)
    holds = True
    for name, game in games().games.items():
        if game.thinking is not None and chosen.game in (None, name):
            statistics = asyncio.run(hints(game, chosen.positions, chosen.seed, chosen.seats, chosen.minutes))
            holds = _print(console, game.title, statistics, chosen.examples) and holds
    raise SystemExit(0 if holds else 1)


if __name__ == "__main__":
    main()
