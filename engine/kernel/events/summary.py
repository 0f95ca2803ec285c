"""Shorten a story. It never omits anything that explains a difference.

If a story is too long, it is told in brief and beats of the same kind are combined, the lightest first. The order is
chronological.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, msg, row
from engine.kernel.events.story import (
    ATTACK,
    CHANGE,
    CHAPTER,
    PASS,
    PLAY,
    Beat,
    IsThere,
    Sentence,
    StoryAct,
    Summand,
    SummaryLine,
    Thing,
    Weight,
)

BRIEF, AT_ONCE, AT_A_DISTANCE = 30, 45, 110
"""Word limits: beside other content, before a decision, and for a returning player."""
_ALL = 1000
_FEW = 3
"""The maximum number of card titles in a sum. The rest of a longer list is counted."""
_GOING_ON = 3
"""The number of latest acts in which an attack without a result may still be in progress."""
_WORD = re.compile(r"\w[\w'’-]*")


def summary_lines(
    acts: Sequence[StoryAct], *, words: int, is_there: IsThere | None = None
) -> list[SummaryLine]:
    """Return a story of these acts, oldest first, in about `words` words, with one line for each act.

    While it is too long, it is shortened in this order: only the latest result has a reason, and the others are brief;
    beats without a difference are omitted unless highlighted; light, notable and heavy beats are combined, in each case
    first outside the last act; no result has a reason; lists of cards are cut; events of several players become one
    sentence per kind; results are combined; cards are only counted; sums about one player become as terse as those
    about several; and finally cards that came or went are counted, too. `is_there` lets sums omit what is no longer
    true.
    """
    lines: list[SummaryLine] = []
    n = 0
    for shortening in _SHORTENINGS:
        if lines and n <= words * shortening.only_over:
            break
        lines = [line for line in _Summary(shortening, is_there).lines(acts) if line.sentences]
        n = sum(_words(sentence.text) for line in lines for sentence in line.sentences)
    return lines


@lru_cache(maxsize=4096)
def _words(text: Message) -> int:
    """Return the number of words of a sentence. Cached, because each shortening counts most sentences again."""
    return len(_WORD.findall(str(text)))


class _Shortening(msgspec.Struct, frozen=True):
    """A degree of shortening of a story.

    Beats from `lightest` to `summed` weight are summed up; with `last_apart`, except those of the last act.
    """

    is_full: bool = False
    lightest: Weight = Weight.LIGHT
    summed: Weight = Weight.NOTHING
    last_apart: bool = False
    has_reason: bool = True
    names: int = _ALL
    named: int = _ALL
    """`names` for cards that have come into play or left it."""
    joins_players: bool = False
    """Whether sums of one kind about several players are one sentence."""
    is_terse: bool = False
    """Whether a sum about one player takes the form for several if that is shorter: "Readied: Bo 1 card"."""
    sums_results: bool = False
    only_over: float = 1
    """Used if the story's length exceeds the limit by this factor."""


_SHORTENINGS = (
    _Shortening(is_full=True, lightest=Weight.NOTHING),
    _Shortening(lightest=Weight.NOTHING),
    _Shortening(),
    *(
        _Shortening(summed=weight, last_apart=apart)
        for weight in (Weight.LIGHT, Weight.NOTABLE, Weight.HEAVY)
        for apart in (True, False)
    ),
    _Shortening(summed=Weight.HEAVY, has_reason=False),
    _Shortening(summed=Weight.HEAVY, has_reason=False, names=_FEW),
    _Shortening(summed=Weight.HEAVY, has_reason=False, names=1, joins_players=True),
    _Shortening(
        summed=Weight.HEAVY, has_reason=False, names=1, joins_players=True, sums_results=True, only_over=1.1
    ),
    _Shortening(
        summed=Weight.HEAVY, has_reason=False, names=0, joins_players=True, sums_results=True, only_over=2
    ),
    *(
        _Shortening(
            summed=Weight.HEAVY,
            has_reason=False,
            names=0,
            named=named,
            joins_players=True,
            is_terse=True,
            sums_results=True,
            only_over=2,
        )
        for named in (_FEW, 1)
    ),
)
"""From the longest story to the shortest."""

_Covers = set[tuple[int, int]]


class _Sum(msgspec.Struct):
    """The acts of a combined sentence, at their first place; for results and cards put into play, at their last."""

    left: int = 0
    """The number of places left. The sentence is at the last one."""
    alone: Message | None = None
    """The sentence if there is only one summand."""
    summands: list[Summand] = msgspec.field(default_factory=list[Summand])
    covers: _Covers = msgspec.field(default_factory=_Covers)

    def sentence(self, is_there: IsThere | None, how: _Shortening) -> Sentence | None:
        """Return the sentence, or None if nothing is left of it."""
        remaining: dict[Hashable, list[Summand]] = {}
        for summand in self.summands:
            if is_there is None or summand.is_still_so(is_there):
                remaining.setdefault(summand.key, []).append(summand)
        if self.alone is not None and sum(map(len, remaining.values())) == 1:
            return Sentence(self.alone, covers=frozenset(self.covers))
        texts, parts = list[Message](), list[Message]()
        for summands in remaining.values():
            first, seen = summands[0], [summand.seen for summand in summands]
            names = how.named if first.comes or first.goes else how.names
            if (text := first.describe(seen, names)) is not None:
                texts.append(text)
                parts += [] if first.of_one is None else [first.of_one(seen, names)]
        if not texts:
            return None
        of_all = self.summands[0].of_all
        if of_all is not None and parts and (len(texts) > 1 or how.is_terse):
            of_each = msg("{told}.", told=of_all.filled(all=row(*parts, between=", ")))
            texts = [of_each] if len(texts) > 1 or _words(of_each) < _words(texts[0]) else texts
        return Sentence(texts[0], covers=frozenset(self.covers))


class _Summary:
    """Builds the lines of a story with one degree of shortening."""

    def __init__(self, how: _Shortening, is_there: IsThere | None) -> None:
        self.how = how
        self.is_there = is_there
        self.sums: dict[Hashable, _Sum] = {}
        self.things = set[Thing]()
        """The things of all summands."""
        self.alone = set[Message]()
        """The beats already told whole, each once regardless of its number of sums."""
        self.marks = 0
        """The number of results and highlights told so far in their own sentences."""
        self.last: Beat | None = None
        self.latest = set[int]()
        self.led_to: _Covers = set()
        """Attacks represented by their following result."""
        self.implied: _Covers = set()
        """The events covered by other sentences, and those without effect."""

    def lines(self, acts: Sequence[StoryAct]) -> list[SummaryLine]:
        """Return a line for each act."""
        for item in (item for act in acts for beat in act.beats for item in beat.sums):
            kind, whose, _ = item.thing
            self.things |= {item.thing, (kind, whose, "")}
        self.latest = {act.rev for act in acts[-_GOING_ON:]}
        self.last = next((beat for act in reversed(acts) for beat in reversed(act.beats)), None)
        last = max(
            ((act.rev, at) for act in acts for at, beat in enumerate(act.beats) if beat.is_result),
            default=None,
        )
        sentences = [
            [
                item
                for at, beat in enumerate(act.beats)
                for item in self._beat_sentences(
                    act,
                    beat,
                    is_last=(act.rev, at) == last,
                    leads=last is not None and (act.rev, at) < last,
                    is_apart=self.how.last_apart and act is acts[-1],
                )
            ]
            for act in acts
        ]
        lines = [tuple(self._sentences(line)) for line in sentences]
        if self.implied and (first := next(filter(None, lines), None)):
            sentence = replace(first[0], covers=first[0].covers | self.implied)
            lines[lines.index(first)] = (sentence, *first[1:])
        return [SummaryLine(act.rev, line) for act, line in zip(acts, lines, strict=True)]

    def _beat_sentences(
        self, act: StoryAct, beat: Beat, *, is_last: bool, leads: bool, is_apart: bool
    ) -> Iterator[Sentence | _Sum]:
        """Yield the sentences of a beat. `is_last`: it is the last result; `leads`: a result follows."""
        how = self.how
        if beat.weight < how.lightest and not (beat.is_result or beat.stands_out):
            return
        is_summed = how.summed > Weight.NOTHING and not is_apart
        if beat.sort == ATTACK and act.rev in self.latest and not leads and how.names:
            is_summed = False  # It is still in progress: the response isn't decided yet.
        if is_summed and beat.sort == PASS and not beat.is_result and beat is not self.last:
            self.implied |= {(act.rev, place) for place in beat.covers}
        elif is_summed and leads and beat.sort == ATTACK and not beat.is_result:
            self.led_to |= {(act.rev, place) for place in beat.covers}
        elif (
            is_summed and beat.weight <= how.summed and beat.sums and (how.sums_results or not beat.is_result)
        ):
            yield from self._added(act, beat)
        else:
            in_full = how.is_full or (is_last and how.has_reason)
            covers = {(act.rev, place) for place in beat.covers}
            if beat.is_result:
                covers |= self.led_to
                self.led_to = set()
            self.marks += beat.is_result or beat.stands_out
            text = beat.text if in_full else beat.brief or beat.text
            yield Sentence(text, beat.stands_out, frozenset(covers))
            if in_full and beat.reason is not None:
                yield Sentence(beat.reason)

    def _added(self, act: StoryAct, beat: Beat) -> Iterator[_Sum]:
        """Add a beat to sums, and yield those that it starts.

        Events of the beat outside all sums belong to its first one.
        """
        rest = {(act.rev, place) for place in beat.covers} - {
            (act.rev, summand.place) for summand in beat.sums
        }
        if beat.is_result:
            rest |= self.led_to
            self.led_to = set()
        for summand in beat.sums:
            covers = {(act.rev, summand.place), *rest}
            rest = _Covers()
            if not self.things.isdisjoint(summand.follows):
                self.implied |= covers
                continue
            key = summand.of_all if self.how.joins_players and summand.of_all is not None else summand.key
            is_play = beat.sort == PLAY and summand is beat.sums[0]
            if is_play:
                # Anything played after a result or a highlight must not appear before it.
                key = (key, self.marks)
            # What a play costs or changes besides is told at its last place, as other changes are.
            if (
                key not in self.sums
                or summand.comes
                or (not is_play and beat.sort in (PLAY, CHANGE, CHAPTER))
            ):
                started = self.sums.setdefault(key, _Sum())
                started.left += 1
                started.alone = beat.text if beat.sort == CHAPTER else None
                yield started
            self.sums[key].summands.append(summand)
            self.sums[key].covers |= covers

    def _sentences(self, line: Sequence[Sentence | _Sum]) -> Iterator[Sentence]:
        for entry in line:
            if isinstance(entry, _Sum):
                entry.left -= 1
                if entry.left:
                    continue
            sentence = entry.sentence(self.is_there, self.how) if isinstance(entry, _Sum) else entry
            if sentence is not None and sentence.text not in self.alone:
                yield sentence
            elif isinstance(entry, _Sum):
                self.implied |= entry.covers
            if isinstance(entry, _Sum) and entry.alone is not None and sentence is not None:
                self.alone.add(sentence.text)
