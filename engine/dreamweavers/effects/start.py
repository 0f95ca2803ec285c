"""The start of an effect, which then resolves before anything else."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dreamweavers.frames import CardId, Ref, ResolveEffect, StandbyEffect, Tag
from engine.dreamweavers.referee import Referee


def begin(
    ref: Referee,
    seat: int,
    card: CardId,
    tag: Tag,
    title: str,
    line: int,
    effect: StandbyEffect | None = None,
    it: Sequence[Ref] = (),
) -> None:
    """Start a line of a card or an Intent, for a seat.

    `effect` is the effect on standby, with the cards named for it. `it` is the subject of the trigger.
    """
    ref.push(
        ResolveEffect(
            seat=seat,
            card=card,
            tag=tag,
            title=title,
            line=line,
            effect=effect,
            it=list(it),
            named=list(it),
        )
    )
