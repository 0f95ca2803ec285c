"""Every change of a view by an act is declared by one of the act's events.

Acts are compared as a whole, because the events of a sitting are published when it ends.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.kernel.chance import Chance
from engine.kernel.events.event import Fact, seen
from engine.kernel.match import Match
from engine.kernel.question import random_choice


@pytest.mark.parametrize("viewer", [None, 0])
def test_events_declare_all_changes_of_a_view(viewer: int | None) -> None:
    undeclared, differences = Counter[str](), 0
    for number in range(3):
        match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 3), f"changes {number}")
        chance, before, facts = Chance(f"answers {number}"), match.view(viewer), list[Fact]()
        while match.outcome is None and not (viewer is not None and match.is_out(viewer)):
            (seat,) = match.questions
            events = match.answer(
                seat, match.questions[seat].id, random_choice(match.questions[seat], chance)
            )
            facts += [seen(event, viewer).fact for event in events]
            if match.sitter is not None or match.outcome is not None:
                continue
            after = match.view(viewer)
            declared = [change for fact in facts for change in DYSTOPIA.events.entry(fact).changes_of(fact)]
            for what in DYSTOPIA.parts.differing(before, after):
                differences += 1
                if not any(change.explains(what) for change in declared):
                    undeclared[f"{what.what} by {', '.join(sorted({fact.kind for fact in facts}))}"] += 1
            before, facts = after, []
    assert differences > 500
    assert undeclared == {}
