"""The turning point of a match, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.views import build_views
from cards.i18n import Translator, msg
from engine.kernel.ai.game_search import Thinking
from engine.kernel.errors import GameError, UnreadableMatch
from engine.kernel.events.event import Ended, Event, WentOut, seen
from engine.kernel.events.story import CHAPTER, Beat, StoryAct, Weight
from engine.kernel.events.summary import BRIEF
from engine.kernel.match import Match, is_forced
from engine.kernel.match_state import MatchRecord


def steps_of(game: PlayableGame, record: MatchRecord) -> Iterator[tuple[int, Match, tuple[Event, ...]]]:
    """Replay a record: yield each step's number, the match after it, and its events.

    Answers forced by public knowledge belong to the step before them, as in the original match.
    Raises NotFound if the record can no longer be replayed.
    """
    try:
        match, events = Match.begin(game.kernel, record.setup, record.seed)
        number = 0
        for answer in record.answers:
            if not is_forced(match, answer):
                yield number, match, events
                number, events = number + 1, ()
            events += match.repeat(answer)
        yield number, match, events
    except (GameError, UnreadableMatch, KeyError):
        raise _cannot_be_replayed() from None
    if match.outcome is None and record.outcome is not None:
        events = match.conclude(record.outcome)
        yield number + 1, match, events


def answers_of(game: PlayableGame, record: MatchRecord) -> Iterator[tuple[int, int, Match]]:
    """Replay a record answer by answer: yield its number from 1, the step it leads to, and the match before it.

    Raises NotFound if the record can no longer be replayed.
    """
    try:
        match, _ = Match.begin(game.kernel, record.setup, record.seed)
        step = 0
        for number, answer in enumerate(record.answers, 1):
            step += not is_forced(match, answer)
            yield number, step, match
            match.repeat(answer)
    except (GameError, UnreadableMatch, KeyError):
        raise _cannot_be_replayed() from None


def _cannot_be_replayed() -> NotFound:
    return NotFound(
        msg("I can't replay this match: its answers don't fit the deal, or it was played under older rules.")
    )


EVEN = 0.02
"""The lead in win chance below which the formula can't tell who is ahead."""

Chances = Callable[[Match], Sequence[float]]
"""Return every seat's win chance from public information, 0..1."""


class TurningPoint(msgspec.Struct, frozen=True):
    """The winner and the deciding event in a sentence, with its part of the match and the step of the replay.

    `is_reader`: the winner is its reader, who is addressed as "you". `led`: they were publicly ahead after that part.
    `chapter` and `sentence` are "" if they were never behind.
    """

    who: str
    chapter: str = ""
    sentence: str = ""
    led: bool = True
    step: int | None = None
    is_reader: bool = False


class _Step(msgspec.Struct, frozen=True):
    """A step: the winner's lead after it, the rise of their chance, and its sentence."""

    number: int
    chapter: str
    ahead: float
    gain: float
    beats: tuple[Beat, ...]

    @property
    def is_decisive(self) -> bool:
        """Whether it contains an event that players remember."""
        return any(beat.is_result or beat.weight is Weight.HEAVY for beat in self.beats)


def turning_point(
    game: PlayableGame,
    names: Sequence[str],
    record: MatchRecord,
    translator: Translator,
    reader: int | None = None,
) -> TurningPoint | None:
    """Return the event that gave the winner the lead for good, from public information. `reader` is its reader's seat.

    It is the event that raised the winner's chance most in the rounds in which the lead last changed to them.
    If none of those is decisive, it is the last decisive event before. If the winner wasn't ahead before the
    end, it is the last decisive event, such as the hit that ended the match. None if no one won alone, if the rules didn't decide the match, as with a
    resignation, or if the game has no formula.

    Raises NotFound if the record can no longer be replayed.
    """
    chances_of, outcome = chances_in(game), record.outcome
    if chances_of is None or outcome is None or len(outcome.winners) != 1:
        return None
    if game.kernel.endings[outcome.ending].is_from_outside:
        return None
    winner = outcome.winners[0]
    left_by = {key for key, ending in game.kernel.endings.items() if ending.is_leaving}
    point = TurningPoint(names[winner], is_reader=winner == reader)
    steps: list[_Step] = []
    chance_before = 1 / len(names)
    end: _Step | None = None

    def weighty(events: Sequence[Event]) -> tuple[Beat, ...]:
        """Return the beats of a step that players remember, without the end of the match."""
        facts = [event.fact for event in events]
        if any(isinstance(fact, WentOut) and fact.ending in left_by for fact in facts):
            return ()  # Players who leave decide nothing, although their opponents' chances rise.
        ends = {at for at, fact in enumerate(facts) if isinstance(fact, Ended)}
        return tuple(
            beat
            for beat in game.kernel.story([seen(event) for event in events], tuple(names), reader)
            if beat.sort != CHAPTER
            and (beat.is_result or beat.weight > Weight.LIGHT)
            and ends.isdisjoint(beat.covers)
        )

    for number, match, events in steps_of(game, record):
        if match.outcome is not None:
            if steps:
                end = _Step(number, steps[-1].chapter, 1.0, 1 - chance_before, weighty(events))
            break
        chances = chances_of(match)
        own_chance = chances[winner]
        ahead = own_chance - max(chance for seat, chance in enumerate(chances) if seat != winner)
        if game.leads is not None and game.leads(match.view(None)) not in (None, winner):
            # Whatever the chances: readers who saw another player lead don't believe that the winner was ahead.
            ahead = -1.0
        chapter = translator(game.chapter(match))
        steps.append(_Step(number, chapter, ahead, own_chance - chance_before, weighty(events)))
        chance_before = own_chance
    behind = [at for at, step in enumerate(steps) if step.ahead < -EVEN]
    start = behind[-1] if behind else -1
    rose = next((at for at in range(start + 1, len(steps)) if steps[at].ahead > EVEN), None)
    if rose is None:
        every = steps if end is None else [*steps, end]
        last_decisive = next((step for step in reversed(every) if step.is_decisive), None)
        return None if last_decisive is None else _at(point, last_decisive, translator, led=False)
    if not behind:
        return point
    chapters = {step.chapter for step in steps[start : rose + 1]}
    rising = [step for step in steps if step.is_decisive and step.gain >= 0]
    in_them = [step for step in rising if step.chapter in chapters]
    before_them = [step for step in rising if step.number < steps[start].number][-1:]
    best = max(in_them or before_them, key=lambda step: (step.gain, step.number), default=None)
    return None if best is None else _at(point, best, translator, led=True)


def _at(point: TurningPoint, step: _Step, translator: Translator, *, led: bool) -> TurningPoint:
    lines = build_views.in_lines([StoryAct(step.number, step.beats)], translator, words=BRIEF)
    sentence = " ".join(map(str, lines))
    return replace(point, chapter=step.chapter, sentence=sentence, led=led, step=step.number)


def chances_in(game: PlayableGame) -> Chances | None:
    """Return the estimate of who is ahead: the formula of computer players, or None."""
    thinking, leads = game.thinking, game.leads
    if thinking is not None:
        return lambda match: _chances(thinking, match)
    if leads is None:
        return None

    def chances(match: Match) -> Sequence[float]:
        leader = leads(match.view(None))
        return [0.5 if leader is None else float(seat == leader) for seat in range(match.machine.seat_count)]

    return chances


def _chances(thinking: Thinking, match: Match) -> Sequence[float]:
    """Return every seat's win chance; equal chances in the opening, when the formula knows nothing yet."""
    machine = match.machine
    if thinking.game.round_number(machine) <= thinking.even_through:
        return [1 / machine.seat_count] * machine.seat_count
    return thinking.chances(machine)
