"""Suppositions: temporary changes of the position to check costs and conditions."""

from __future__ import annotations

from engine.voidream.referee import EffectCache, Referee


class Supposition:
    """Assumes another position within the context. Cached knowledge is restored afterwards.

    `texts`: whether other texts may be in force inside the block. Code that changes the position inside must undo it.
    """

    def __init__(self, ref: Referee, *, texts: bool = True) -> None:
        self._ref = ref
        self._texts = texts

    def __enter__(self) -> None:
        ref = self._ref
        self._known = ref.stats, ref.keywords, ref.needs_settling, ref.in_force
        ref.stats, ref.keywords = {}, {}
        if self._texts:
            self._known_texts = ref.by_minds, ref.active
            ref.in_force = EffectCache()
            ref.by_minds = {ref.minds: ref.in_force}
            ref.active = [None, None]

    def __exit__(self, *_: object) -> None:
        ref = self._ref
        ref.stats, ref.keywords, ref.needs_settling, ref.in_force = self._known
        if self._texts:
            ref.by_minds, ref.active = self._known_texts


class SupposedMindTurn(Supposition):
    """Assumes that a seat's mind is turned by `by`, which changes no other text."""

    def __init__(self, ref: Referee, seat: int, by: int) -> None:
        super().__init__(ref, texts=False)
        self._seat = seat
        self._by = by

    def __enter__(self) -> None:
        super().__enter__()
        self._ref.seats[self._seat].mind -= self._by
        self._ref.minds_turned()

    def __exit__(self, *_: object) -> None:
        self._ref.seats[self._seat].mind += self._by
        super().__exit__()


class SupposedDepth(Supposition):
    """Assumes that the face-down top card of a seat's deck has a value, as after a roll with an unknown result."""

    def __init__(self, ref: Referee, seat: int, depth: int) -> None:
        super().__init__(ref, texts=False)
        self._supposed = seat, depth

    def __enter__(self) -> None:
        super().__enter__()
        self._ref.supposed_depth = self._supposed

    def __exit__(self, *_: object) -> None:
        self._ref.supposed_depth = None
        super().__exit__()
