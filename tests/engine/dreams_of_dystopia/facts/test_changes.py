"""Every difference that an act brings about is declared by one of its events.

Acts are compared as wholes: what happens in a sitting is told when it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.chance import Chance
from engine.kernel.events.changes import Change
from engine.kernel.events.event import Fact, seen
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from tests.engine.changes import counted


def parts(view: DystopiaView) -> Iterator[tuple[Change, object]]:
    """Yield what of a view can change; numbers of fighters and what could be done follow from that."""
    yield (
        Change("turn"),
        (view.turn, view.active, view.first, view.allowed, view.is_acquiring, view.attacks, view.quiet),
    )
    yield Change("supply"), view.supply
    yield Change("masters"), view.masters
    yield Change("gone"), view.gone
    yield Change("combat"), view.combat
    for player in view.players:
        seat = player.seat
        yield Change("score", seat), (player.lp, player.fame)
        yield Change("master", seat), player.master
        yield Change("in force", seat), (player.stats, player.less, player.waives, player.on_top)
        for zone in ("hand", "deck", "discard", "used", "table"):
            yield Change(f"{zone}", seat, "count"), len(getattr(player, zone))
            yield from counted(zone, seat, getattr(player, zone))


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_changes_is_declared(viewer: int | None) -> None:
    undeclared, differences = Counter[str](), 0
    for number in range(3):
        match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 3), f"changes {number}")
        chance, before, held = Chance(f"answers {number}"), dict(parts(match.view(viewer))), list[Fact]()
        while match.outcome is None and not (viewer is not None and match.is_out(viewer)):
            (seat,) = match.questions
            events = match.answer(
                seat, match.questions[seat].id, random_choice(match.questions[seat], chance)
            )
            held += [seen(event, viewer).fact for event in events]
            if match.sitter is not None or match.outcome is not None:
                continue
            after = dict(parts(match.view(viewer)))
            declared = [change for fact in held for change in DYSTOPIA.events.entry(fact).changes_of(fact)]
            for what in before.keys() | after.keys():
                if before.get(what) != after.get(what):
                    differences += 1
                    if not any(change.explains(what) for change in declared):
                        undeclared[f"{what.what} by {', '.join(sorted({fact.kind for fact in held}))}"] += 1
            before, held = after, []
    assert differences > 500
    assert undeclared == {}
