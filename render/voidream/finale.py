"""The finale of a match as a short film: the last conflict, the deciding card, the destroyed bastion, and the winner.

`finale_of` extracts the relevant data from the public views of a round. `scenes` returns the scenes, each with its
steps (caption and time) as data. Each scene is drawn by a separate call, so that other pictures can be drawn in
between.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.kernel.events.event import SeenEvent
from engine.voidream.endings import BASTION, INSANITY
from engine.voidream.facts.conflicts import ConflictScored
from engine.voidream.views.types import CardFace, ConflictView, MindView, SideView, VoidreamView
from render.voidream.art import CardArt, art_of
from render.voidream.finale_frame import mind_art
from render.voidream.words import participants

CONFLICT_MS, RUN_MS, SCORED_MS = 1600, 90, 1100
LIGHT_MS, LIT_MS = 120, 1000
NIGHT_MS, SPENT_MS = 350, 700
CRACK_MS, FALLEN_MS = 160, 900
REVEAL_MS, RESULT_MS = 120, 3000
RUN, LIGHT, CRACKS, REVEAL = 8, 6, 6, 4
"""The number of steps in which the scores run, light grows, a bastion cracks, and the result is revealed."""


class ConflictCard(Struct, frozen=True):
    """A card in a conflict: its face (None: veiled), and its contribution to the score, if any."""

    value: int
    face: CardFace | None
    number: int | None


class DecidingCard(Struct, frozen=True):
    """The card that decided a round: its player, and its picture."""

    seat: int
    art: CardArt


class Clash(Struct, frozen=True):
    """A conflict at its scoring: the fighters, the minds, and both scores, by seat."""

    conflict: ConflictView
    fighters: tuple[tuple[ConflictCard, ...], tuple[ConflictCard, ...]]
    minds: tuple[MindView, MindView]
    scores: tuple[int, int]
    counted: bool
    """Whether the conflict was completed with a winner."""

    @property
    def lead(self) -> int:
        """The attacker's lead; negative if the defender leads."""
        ours, theirs = self.scores[self.conflict.attacker], self.scores[1 - self.conflict.attacker]
        return theirs - ours if self.conflict.kind == "dusk" else ours - theirs

    @property
    def leader(self) -> int | None:
        """The leading seat; None in a tie."""
        lead = self.lead
        return None if not lead else self.conflict.attacker if lead > 0 else 1 - self.conflict.attacker

    @property
    def strongest(self) -> DecidingCard:
        """The leader's fighter with the largest contribution, or the leader's mind if there is none.

        At dusk, where the lower score wins, that is the smallest contribution. In a tie, it is the attacker's.
        """
        seat = self.conflict.attacker if self.leader is None else self.leader
        sign = -1 if self.conflict.kind == "dusk" else 1
        known_fighters = [
            (fighter.face, sign * (fighter.number or 0))
            for fighter in self.fighters[seat]
            if fighter.face is not None
        ]
        if not known_fighters:
            return DecidingCard(seat, mind_art(self.minds[seat], self.minds[seat].count))
        return DecidingCard(seat, art_of(max(known_fighters, key=lambda fighter: fighter[1])[0]))


class Fall(Struct, frozen=True):
    """The loss of a player: their mind as it falls, from one number to another, or their bastion."""

    seat: int
    mind: MindView | None = None
    before: int = 0
    after: int = 0
    bastion: CardFace | None = None


class Finale(Struct, frozen=True):
    """The result of a round: its last conflict, the deciding card, the losses, and the final position."""

    last: VoidreamView
    clash: Clash | None
    deciding: DecidingCard | None
    falls: tuple[Fall, ...]


def finale_of(views: Sequence[VoidreamView], happened: Sequence[Sequence[SeenEvent]] = ()) -> Finale | None:
    """Return the finale of a match from the public views of its last round, in order; None if it hasn't ended.

    `happened` are the public events of each view. They include the scores as counted, which the views before and
    after don't show.
    """
    if not views or not views[-1].ended:
        return None
    last = views[-1]
    clash = _clash(views, happened)
    falls = tuple(_falls(views))
    if clash is not None:
        return Finale(last, clash, clash.strongest, falls)
    fallen = next((fall for fall in falls if fall.bastion is not None), None)
    if fallen is None or fallen.bastion is None:
        return Finale(last, None, None, falls)
    return Finale(last, None, DecidingCard(fallen.seat, art_of(fallen.bastion)), falls)


def _clash(views: Sequence[VoidreamView], happened: Sequence[Sequence[SeenEvent]]) -> Clash | None:
    """Return the last conflict of these views with its scores; None if there was none."""
    end = next((n for n in reversed(range(len(views))) if _is_fought(views[n])), None)
    if end is None:
        return None
    start = end
    while start and views[start - 1].conflict is not None:
        start -= 1
    at, scored = _scored(happened, start, end + 1)
    if at is None:
        at = end
        while at > start and views[at].ended and _is_fought(views[at - 1]):
            at -= 1
    elif at > start:
        at -= 1
    view = views[at] if _is_fought(views[at]) else views[end]
    assert view.conflict is not None
    dawn = view.conflict.kind != "dusk"
    first, second = view.sides
    scores = (first.dawn_score, second.dawn_score) if dawn else (first.dusk_score, second.dusk_score)
    if scored is not None:
        first_score, second_score = scored
        scores = (first_score, second_score)
    return Clash(
        view.conflict,
        (_fighters(first, dawn), _fighters(second, dawn)),
        (first.mind, second.mind),
        scores,
        scored is not None,
    )


def _is_fought(view: VoidreamView) -> bool:
    return view.conflict is not None and view.conflict.kind in ("dawn", "dusk")


def _scored(
    happened: Sequence[Sequence[SeenEvent]], first: int, last: int
) -> tuple[int | None, Sequence[int] | None]:
    """Return the step of the last scoring, and the scores by seat."""
    for at in range(min(last, len(happened) - 1), first - 1, -1):
        for event in reversed(happened[at]):
            if isinstance(event.fact, ConflictScored):
                return at, event.fact.totals
    return None, None


def _fighters(side: SideView, dawn: bool) -> tuple[ConflictCard, ...]:
    """Return the fighters of a side, as publicly visible, each with its contribution."""
    remaining_parts = list(side.dawn_parts if dawn else side.dusk_parts)
    fighters: list[ConflictCard] = []
    for card in participants(side):
        face = None if card.veiled else card.face
        part = next(
            (
                score_part
                for score_part in remaining_parts
                if face is not None and (score_part.what, score_part.title) == ("entity", face.title)
            ),
            None,
        )
        if part is not None:
            remaining_parts.remove(part)
        fighters.append(ConflictCard(card.value, face, None if part is None else part.number))
    return tuple(fighters)


def _falls(views: Sequence[VoidreamView]) -> list[Fall]:
    """Return the losers' destroyed bastions in these views."""
    last = views[-1]
    falls: list[Fall] = []
    for side in last.sides:
        if side.seat in last.winners or last.ended not in (BASTION.key, INSANITY.key):
            continue
        highest_mind = max(view.sides[side.seat].mind.count for view in views)
        final_mind = 0 if last.ended == INSANITY.key else side.mind.count
        if final_mind < highest_mind or last.ended == INSANITY.key:
            falls.append(Fall(side.seat, side.mind, highest_mind, final_mind))
        if last.ended != INSANITY.key:
            bastion = _fallen(views, side.seat)
            if bastion is not None:
                falls.append(Fall(side.seat, bastion=bastion))
    return falls


def _fallen(views: Sequence[VoidreamView], seat: int) -> CardFace | None:
    """Return the bastion that a player has lost."""
    if any(construct.is_bastion for construct in views[-1].sides[seat].constructs):
        return None
    for view in reversed(views):
        for construct in view.sides[seat].constructs:
            if construct.is_bastion:
                return construct.face
    return None
