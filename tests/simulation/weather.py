"""Weather: the delays, faults and kills of a run. All of it is random; at the end it is calm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.delivery.results import Later


@dataclass(frozen=True)
class Fate:
    """The fate of a request: the seconds before and after its execution, and the response instead, if any."""

    before: float = 0.0
    after: float = 0.0
    refused: Later | None = None
    """It is not executed."""
    lost: Later | None = None
    """It is executed, and the response is lost."""


@dataclass(frozen=True)
class End:
    """The end of a process, after a number of steps."""

    steps: int
    is_orderly: bool


HANGS = 1_000.0
"""The seconds of a request that is never answered: its sender has given up long before."""


STILL = 60.0
"""The seconds without a press or delivery after which the database isn't delayed: delays would have no effect."""


class Weather:
    """The weather of a run, determined by its seed; `is_calm` ends all faults. `now` returns the time in seconds."""

    def __init__(self, chance: Random, now: Callable[[], float]) -> None:
        self._chance = chance
        self._now = now
        self._stirred = now()
        self.is_calm = False
        self._late = chance.choice((0.0, 0.1, 0.5))
        """The probability of a delay of the database."""
        self._worst = chance.choice((0.02, 0.3, 2.0))
        """The maximum delay of the database, in seconds."""
        self._bad = chance.choice((0.0, 0.1, 0.4))
        """The probability that Discord fails, or is slow."""
        self.deaths = chance.randrange(9)
        """The maximum number of kills."""
        self.life = chance.choice((200, 600, 2000))
        """The average lifetime of a process, in steps."""

    def stir(self) -> None:
        """Record that a person has pressed or received something."""
        self._stirred = self._now()

    def latency(self) -> float:
        """Return the current delay of the database, in seconds."""
        is_still = self._now() - self._stirred > STILL
        if self.is_calm or is_still or self._chance.random() >= self._late:
            return 0.0
        return self._chance.random() * self._worst

    def fate(self) -> Fate:
        """Return the fate of a request to Discord."""
        chance = self._chance
        if self.is_calm:
            return Fate()
        before, after = chance.random() * 0.2, chance.random() * 0.2
        if chance.random() >= self._bad:
            return Fate(before, after)
        match chance.randrange(6):
            case 0:
                return Fate(before, refused=Later("503"))
            case 1:
                return Fate(before, refused=Later("429", chance.choice((0.5, 3.0, 40.0))))
            case 2:
                return Fate(before, after, lost=Later("the connection was lost"))
            case 3:
                return Fate(chance.random() * 20, after)
            case 4:
                return Fate(before, HANGS)
            case _:
                return Fate(HANGS)

    def end(self, after: int = 0, *, is_orderly: bool | None = None) -> End:
        """Return the end of a process that starts now: by SIGKILL, or in order after SIGTERM."""
        steps = after + 1 + int(self._chance.expovariate(1 / self.life))
        return End(steps, self._chance.random() < 0.25 if is_orderly is None else is_orderly)

    def downtime(self) -> float:
        """Return the seconds until a killed process restarts."""
        return self._chance.choice((0.5, 2.0, 20.0, 200.0))

    def pause(self) -> float:
        """Return the seconds until a person's next act: a moment, or days."""
        chance = self._chance
        match chance.randrange(10):
            case 0:
                return chance.random() * 3 * 86_400
            case 1 | 2:
                return chance.random() * 7_200
            case _:
                return chance.random() * 10
