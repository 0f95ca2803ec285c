"""The start of an effect: from then on it resolves before anything else."""

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
    """Carry out a line of a card or of an Intent, for a seat.

    `effect` is what waited on standby, with what was named for it; `it` is what a trigger spoke of.
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
