"""The story of a match: what somebody who comes back wants to read, made from events and shorter than them.

A game makes *beats* from what one audience saw of an *act*: a decision and all that it led to. What belongs together is
one beat: a card that is played, what it cost and what became of it. Each beat has a weight, and what is told of many acts
in little room loses the lightest first. What is decisive is never lost.

Programs look at weights and kinds; only people read the sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum

import msgspec

from cards.i18n import Message, msg_plural


class Weight(IntEnum):
    """How much a beat matters to somebody who was away."""

    DETAIL = 0
    """The board shows it, or nothing follows from it."""
    NOTABLE = 1
    """Somebody did something."""
    DECISIVE = 2
    """The match stands differently because of it."""


PLAY, ATTACK, PASS, CHANGE = "play", "attack", "pass", "change"
"""What beats are counted by."""
CHAPTER = "chapter"
"""The sort of a beat with which a new part of a match begins, such as a round."""


class Beat(msgspec.Struct, frozen=True):
    """Something that happened, in a sentence for one audience.

    `sort` is what beats are counted by where there is no room for them. `covers` are the places of the
    events that it tells, within what its act was made of. `reason` is a further sentence that says why, or how far; `brief`
    says the same as `text` in fewer words. `is_result`: what
    part of the match it belongs to is known by it.
    """

    weight: Weight
    sort: str
    text: Message
    covers: tuple[int, ...] = ()
    reason: Message | None = None
    brief: Message | None = None
    is_result: bool = False

    def shortened(self) -> Beat:
        """Return the beat as it is told among many."""
        return Beat(self.weight, self.sort, self.brief or self.text, self.covers)


class StoryAct(msgspec.Struct, frozen=True):
    """A decision and all that it led to, as one audience was told of it: beats in the order in which they happened.

    `rev` is the revision of the match that it made, `seat` who decided (None: nobody at the table).
    """

    rev: int
    beats: tuple[Beat, ...]
    seat: int | None = None

    def of(self, weight: Weight) -> tuple[Beat, ...]:
        """Return the beats of one weight."""
        return tuple(beat for beat in self.beats if beat.weight is weight)


class ToldAct(msgspec.Struct, frozen=True):
    """A line of a story: an act, with the result first.

    `result` is what is decisive and to be seen at a glance, None where nothing is; `rest` are further sentences. `beats` are
    those that it tells; a line that only counts others has none. `rev` is the act that it is about, or where they begin.
    """

    rev: int
    result: Message | None = None
    rest: tuple[Message, ...] = ()
    beats: tuple[Beat, ...] = ()


IN_FULL = 3
"""Beats of a story that are told with their reasons: the latest of the weightiest. Others are told in brief."""


def told(acts: Sequence[StoryAct], *, most: int) -> list[ToldAct]:
    """Return a story of these acts, oldest first, in about `most` beats.

    An act is one line. What is decisive is told in any case, however much it is. Of the rest the latest is told, notable
    things before details; notable things that are left out are counted at the end.
    """
    places = [(place, at) for place, act in enumerate(acts) for at in range(len(act.beats))]

    def weight(one: tuple[int, int]) -> Weight:
        return acts[one[0]].beats[one[1]].weight

    ranked = sorted(places, key=lambda one: (-weight(one), -one[0], one[1]))
    room = max(most, [weight(one) for one in places].count(Weight.DECISIVE) + 1)
    missing = [one for one in ranked[room:] if weight(one) is Weight.NOTABLE]
    if len(missing) == 1:  # It is told in no more words than it would be counted in.
        missing = []
        room += 1
    kept = {one: rank for rank, one in enumerate(ranked[:room])}
    lines: list[ToldAct] = []
    for place, act in enumerate(acts):
        beats = tuple(
            beat if kept[place, at] < IN_FULL else beat.shortened()
            for at, beat in enumerate(act.beats)
            if (place, at) in kept
        )
        if beats:
            lines.append(_line(act.rev, beats))
    if missing:
        counts = Counter(acts[place].beats[at].sort for place, at in missing)
        lines.append(ToldAct(acts[-1].rev, rest=(_left_out(counts),)))
    return lines


def _line(rev: int, beats: tuple[Beat, ...]) -> ToldAct:
    ranked = sorted(beats, key=lambda beat: beat.weight is not Weight.DECISIVE)
    texts = tuple(text for beat in ranked for text in (beat.text, beat.reason) if text is not None)
    if ranked[0].weight is Weight.DECISIVE:
        return ToldAct(rev, texts[0], texts[1:], beats)
    return ToldAct(rev, None, texts, beats)


def _left_out(counts: Mapping[str, int]) -> Message:
    """Return a sentence that counts beats that there was no room for, by their sorts."""
    n = sum(counts.values())
    if set(counts) == {PLAY}:
        return msg_plural("And {n} more play.", "And {n} more plays.", n)
    return msg_plural("And {n} more thing.", "And {n} more things.", n)
