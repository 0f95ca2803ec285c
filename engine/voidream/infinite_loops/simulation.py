"""Confirmation of loops: the cards are put on a table, and all their possible actions are tried.

Their player acts, the opponent passes. A round is found if the player has everything that was there before, and yet
something has changed. It counts if it can be repeated many times (§7, R33).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import islice

import msgspec

from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from engine.voidream.infinite_loops.continuations import BY_ITSELF, PLAYER, TriedEnding, copied, ways
from engine.voidream.infinite_loops.inventory import belongings, lacks_nothing
from engine.voidream.infinite_loops.steps import LoopStep
from engine.voidream.infinite_loops.tables import START, tables
from engine.voidream.queries.loops import digest
from engine.voidream.referee import Referee
from engine.voidream.scenario.layout import lay_out
from engine.voidream.turns.actions import PASS

TIMES = 12
"""The number of repetitions from which a round is taken to go on for ever: nothing else on the table lasts that long."""

DEEPEST = 4
"""The maximum number of actions of one round."""

MOST_POSITIONS = 100
"""So many positions are looked at before a trial is given up."""

MOST_ENDINGS = 40
"""So many ways to go through one action are followed to its end."""

BEST = 12
"""So many of its ends are looked at further: those after which the player lacks the least."""


class LoopVerdict(Enum):
    """The result of a trial."""

    NOTHING = "nothing"
    STILL = "goes round and changes nothing"
    """So that it may be done only once (§7), unless something listens."""
    ENDLESS = "goes round for ever"


class TriedRound(msgspec.Struct, frozen=True):
    """One round of a loop: what was done, and which cards triggered, at the position in which it began."""

    found: LoopVerdict
    actions: tuple[str, ...] = ()
    triggered: frozenset[str] = frozenset()
    position: bytes = b""


NO_ROUND = TriedRound(LoopVerdict.NOTHING)


def try_out(assembly: Sequence[LoopStep]) -> TriedRound:
    """Return the first round that cards are found to go through, or one that changes nothing if there is none better."""
    best = NO_ROUND
    for scenario in tables(assembly):
        match, _ = lay_out(scenario)
        found = _Trial({step.card.title for step in assembly}, match).search()
        if found.found is LoopVerdict.ENDLESS:
            return found
        if found.found is LoopVerdict.STILL:
            best = found
    return best


class _Trial:
    """The possible acts of the cards of these titles in a match."""

    def __init__(self, titles: set[str], match: Match[Referee]) -> None:
        self.titles = titles
        self.first = match
        self.positions = 0
        self.still = NO_ROUND
        self._ended: dict[tuple[bytes, str], list[TriedEnding]] = {}

    def search(self) -> TriedRound:
        """Try everything, to a certain depth."""
        for deepest in range(1, DEEPEST + 1):
            self.positions = 0
            found = self._deeper([copied(self.first)], [], Counter(), deepest, set())
            if found.found is LoopVerdict.ENDLESS:
                return found
            if self.positions == 0:
                break
        return self.still

    def _deeper(
        self,
        path: list[Match[Referee]],
        actions: list[str],
        triggered: Counter[str],
        left: int,
        seen: set[str],
    ) -> TriedRound:
        now = path[-1]
        if left == 0 or self.positions >= MOST_POSITIONS:
            return NO_ROUND
        for key in self._actions(now):
            for ending in self._endings(now, key):
                self.positions += 1
                what = [*actions, key]
                if ending.match.outcome is not None or max(ending.triggered.values(), default=0) >= BY_ITSELF:
                    won = ending.match.outcome is None or PLAYER in ending.match.outcome.winners
                    if won and max(ending.triggered.values(), default=0) >= BY_ITSELF:
                        return TriedRound(
                            LoopVerdict.ENDLESS, tuple(what), frozenset(ending.triggered), now.save()
                        )
                    continue
                found = self._compare(path, what, ending)
                if found.found is LoopVerdict.ENDLESS:
                    return found
                if found.found is LoopVerdict.STILL:
                    self.still = found
                    continue
                here = f"{left} {digest(ending.match.machine)}"
                if here in seen:
                    continue
                seen.add(here)
                found = self._deeper(
                    [*path, ending.match], what, triggered + ending.triggered, left - 1, seen
                )
                if found.found is LoopVerdict.ENDLESS:
                    return found
        return NO_ROUND

    def _compare(
        self, path: Sequence[Match[Referee]], actions: Sequence[str], ending: TriedEnding
    ) -> TriedRound:
        """Return the round that has been gone through, if this position is like one that led to it."""
        still = NO_ROUND
        for number in range(len(path) - 1, -1, -1):
            before, done = path[number], tuple(actions[number:])
            if not lacks_nothing(before.machine, ending.match.machine):
                continue
            if digest(before.machine) == digest(ending.match.machine):
                still = TriedRound(LoopVerdict.STILL, done, frozenset(ending.triggered), before.save())
                continue
            triggered = self._goes_on(ending.match, done)
            if triggered is not None:
                return TriedRound(LoopVerdict.ENDLESS, done, frozenset(triggered), before.save())
        return still

    def _goes_on(self, match: Match[Referee], actions: Sequence[str]) -> set[str] | None:
        """Return the triggers if these actions can be repeated many times without a shortage."""
        triggered: set[str] = set()
        for _ in range(TIMES):
            wave = [TriedEnding(match, Counter())]
            for key in actions:
                wave = [
                    TriedEnding(ending.match, before.triggered + ending.triggered)
                    for before in wave
                    if before.match.outcome is None
                    for again in self._again(before.match, key)
                    for ending in self._endings(before.match, again)
                ]
                wave = _best(match, wave)
            for ending in wave:
                if ending.match.outcome is not None:
                    if PLAYER in ending.match.outcome.winners:
                        return triggered | set(ending.triggered)
                    continue
                then, now = match.machine, ending.match.machine
                if lacks_nothing(then, now) and digest(then) != digest(now):
                    match = ending.match
                    triggered |= set(ending.triggered)
                    break
            else:
                return None
        return triggered

    def _actions(self, match: Match[Referee]) -> list[str]:
        """Return the actions of these cards that can be taken now; in a conflict, to pass as well."""
        question = match.pending_questions[PLAYER].english
        out = [option.key for option in question.options if option.about.name in self.titles]
        out += [option.key for option in question.options if option.about.name.startswith(START)]
        if match.machine.position.conflict is not None:
            out.append(PASS)
        return out

    def _again(self, match: Match[Referee], key: str) -> list[str]:
        """Return the same action now: of the same card, or of another one of its title."""
        options = [option.key for option in match.pending_questions[PLAYER].english.options]
        if key in options:
            return [key]
        return [other for other in options if other.partition("#")[0] == key.partition("#")[0]][:2]

    def _endings(self, match: Match[Referee], key: str) -> list[TriedEnding]:
        """Return the ways in which an action may end, up to the player's next one; the best of them, each once.

        Each search that goes deeper begins like the one before it: what it has tried is kept.
        """
        begins = VOIDREAM.pack(match.machine), key
        if begins not in self._ended:
            self._ended[begins] = _best(match, islice(ways(match, key), MOST_ENDINGS))
        return self._ended[begins]


def _best(before: Match[Referee], endings: Iterable[TriedEnding]) -> list[TriedEnding]:
    """Those after which the player lacks the least of what was there before; of such that are alike, one."""
    had = belongings(before.machine)
    apart = {digest(ending.match.machine): ending for ending in endings}
    return sorted(apart.values(), key=lambda one: (had - belongings(one.match.machine)).total())[:BEST]
