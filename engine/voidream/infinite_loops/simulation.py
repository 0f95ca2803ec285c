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
"""The number of repetitions after which a round counts as infinite, because nothing else on the table lasts that long."""

DEEPEST = 4
"""The maximum number of actions of one round."""

MOST_POSITIONS = 100
"""The maximum number of positions examined in a trial."""

MOST_ENDINGS = 40
"""The maximum number of ways followed to the end of one action."""

BEST = 12
"""The maximum number of these ends examined further: those after which the player lacks the least."""


class LoopVerdict(Enum):
    """The result of a trial."""

    NOTHING = "nothing"
    STILL = "goes round and changes nothing"
    """A loop without any change, which can only be performed once (§7) unless another card uses it."""
    ENDLESS = "goes round for ever"


class TriedRound(msgspec.Struct, frozen=True):
    """One round of a loop: its actions and triggers, at the position in which it began."""

    found: LoopVerdict
    actions: tuple[str, ...] = ()
    triggered: frozenset[str] = frozenset()
    position: bytes = b""


NO_ROUND = TriedRound(LoopVerdict.NOTHING)


def try_out(assembly: Sequence[LoopStep]) -> TriedRound:
    """Return the first confirmed round of the cards, otherwise a round without changes if there is one."""
    best_round = NO_ROUND
    for scenario in tables(assembly):
        match, _ = lay_out(scenario)
        tried_round = _Trial({step.card.title for step in assembly}, match).search()
        if tried_round.found is LoopVerdict.ENDLESS:
            return tried_round
        if tried_round.found is LoopVerdict.STILL:
            best_round = tried_round
    return best_round


class _Trial:
    """The search over the possible actions of cards with these titles in a match."""

    def __init__(self, titles: set[str], match: Match[Referee]) -> None:
        self.titles = titles
        self.first = match
        self.positions = 0
        self.still = NO_ROUND
        self._ended: dict[tuple[bytes, str], list[TriedEnding]] = {}

    def search(self) -> TriedRound:
        """Search with increasing depth."""
        for deepest in range(1, DEEPEST + 1):
            self.positions = 0
            tried_round = self._deeper([copied(self.first)], [], deepest, set())
            if tried_round.found is LoopVerdict.ENDLESS:
                return tried_round
            if self.positions == 0:
                break
        return self.still

    def _deeper(
        self,
        path: list[Match[Referee]],
        actions: list[str],
        depth_left: int,
        seen_positions: set[str],
    ) -> TriedRound:
        match = path[-1]
        if self.positions >= MOST_POSITIONS:
            return NO_ROUND
        for key in self._actions(match):
            for ending in self._endings(match, key):
                self.positions += 1
                new_actions = [*actions, key]
                if ending.match.outcome is not None or max(ending.triggered.values(), default=0) >= BY_ITSELF:
                    has_not_lost = ending.match.outcome is None or PLAYER in ending.match.outcome.winners
                    if has_not_lost and max(ending.triggered.values(), default=0) >= BY_ITSELF:
                        return TriedRound(
                            LoopVerdict.ENDLESS, tuple(new_actions), frozenset(ending.triggered), match.save()
                        )
                    continue
                tried_round = self._compare(path, new_actions, ending)
                if tried_round.found is LoopVerdict.ENDLESS:
                    return tried_round
                if tried_round.found is LoopVerdict.STILL:
                    self.still = tried_round
                    continue
                if depth_left == 1:
                    continue
                position_key = f"{depth_left} {digest(ending.match.machine)}"
                if position_key in seen_positions:
                    continue
                seen_positions.add(position_key)
                tried_round = self._deeper([*path, ending.match], new_actions, depth_left - 1, seen_positions)
                if tried_round.found is LoopVerdict.ENDLESS:
                    return tried_round
        return NO_ROUND

    def _compare(
        self, path: Sequence[Match[Referee]], actions: Sequence[str], ending: TriedEnding
    ) -> TriedRound:
        """Return the completed round, if this position equals an earlier one on the path."""
        unchanged_round = NO_ROUND
        for number in range(len(path) - 1, -1, -1):
            earlier, round_actions = path[number], tuple(actions[number:])
            if not lacks_nothing(earlier.machine, ending.match.machine):
                continue
            if digest(earlier.machine) == digest(ending.match.machine):
                unchanged_round = TriedRound(
                    LoopVerdict.STILL, round_actions, frozenset(ending.triggered), earlier.save()
                )
                continue
            triggered = self._goes_on(ending.match, round_actions)
            if triggered is not None:
                return TriedRound(LoopVerdict.ENDLESS, round_actions, frozenset(triggered), earlier.save())
        return unchanged_round

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
                old_referee, new_referee = match.machine, ending.match.machine
                if lacks_nothing(old_referee, new_referee) and digest(old_referee) != digest(new_referee):
                    match = ending.match
                    triggered |= set(ending.triggered)
                    break
            else:
                return None
        return triggered

    def _actions(self, match: Match[Referee]) -> list[str]:
        """Return the currently possible actions of these cards, including passing in a conflict."""
        question = match.pending_questions[PLAYER].english
        keys = [option.key for option in question.options if option.about.name in self.titles]
        keys += [option.key for option in question.options if option.about.name.startswith(START)]
        if match.machine.position.conflict is not None:
            keys.append(PASS)
        return keys

    def _again(self, match: Match[Referee], key: str) -> list[str]:
        """Return the same action in the current position, of the same card or one with its title."""
        options = [option.key for option in match.pending_questions[PLAYER].english.options]
        if key in options:
            return [key]
        return [other for other in options if other.partition("#")[0] == key.partition("#")[0]][:2]

    def _endings(self, match: Match[Referee], key: str) -> list[TriedEnding]:
        """Return the best possible ends of an action, without repeats, up to the player's next action.

        The results are cached, because each deeper search begins like the previous one.
        """
        begins = VOIDREAM.pack(match.machine)
        if (begins, key) not in self._ended:
            self._ended[begins, key] = _best(match, islice(ways(match, begins, key), MOST_ENDINGS))
        return self._ended[begins, key]


def _best(before: Match[Referee], endings: Iterable[TriedEnding]) -> list[TriedEnding]:
    """Return the ends after which the player lacks the least; only one of equal positions."""
    had = belongings(before.machine)
    by_digest = {digest(ending.match.machine): ending for ending in endings}
    return sorted(by_digest.values(), key=lambda item: (had - belongings(item.match.machine)).total())[:BEST]
