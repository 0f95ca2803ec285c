"""What is said before an answer is what comes of it: each whole answer is given in matches that are really played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.dreams_of_dystopia.facts.terms import LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.views.consequences import whole_answers
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.sheet import give

NAMES = ("Ada", "Bo", "Cy", "Dee")
LEFT = re.compile(r"You (?:lose|gain) \d+ LP \(\d+ to (\d+)\)")
OTHER = re.compile(r" loses (\d+) LP\.")


def copied(match: Match) -> Match:
    return Match.at(match.game, match.setup, match.seed, match.game.pack(match.machine))[0]


def lp_after(view: DystopiaView, events: Sequence[Event]) -> dict[int, int]:
    """Return the LP of all when the Damage step is over; what follows upon a hit comes later."""
    lp = {one.seat: one.lp for one in view.players}
    for event in events:
        if isinstance(event.fact, ScoreChanged) and event.fact.score == LP:
            lp[event.fact.seat] = event.fact.now
        if event.cause == "DD54":
            break
    return lp


def test_blocks_cost_what_they_are_said_to_cost() -> None:
    """In LP of both, as soon as the Damage step is over; where a card opens something the match goes on another way."""
    checked = Counter[str]()
    for number in range(4):
        seats = 2 + number % 3
        match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * seats), f"costs {number}")
        players = [Greedy(Chance(f"costs {number} {seat}")) for seat in range(seats)]
        while match.outcome is None:
            (seat,) = match.questions
            question = match.questions[seat]
            view = match.view(seat)
            for whole in whole_answers(view, question, NAMES):
                there, said = copied(match), str(whole.said)
                events = give(there, seat, question.id, whole.choices).events
                after = there.view(seat)
                if question.topic == Topic.SUPPORT_ATTACK:
                    if after.combat is not None:
                        assert said.startswith(f"{after.combat.attacker.atk} ATK. ")
                        checked["attack"] += 1
                elif "Then you go on" in said:
                    if seat in there.questions and after.combat is not None:
                        assert f"{after.combat.defender.defence} DEF" in said
                        checked["open"] += 1
                else:
                    assert view.combat is not None
                    lp, attacker = lp_after(view, events), view.combat.attacker.seat
                    yours, theirs = LEFT.search(said), OTHER.search(said)
                    assert lp[seat] == (int(yours[1]) if yours else view.players[seat].lp), said
                    lost = view.players[attacker].lp - lp[attacker]
                    assert lost == (int(theirs[1]) if theirs else 0), said
                    checked["block"] += 1
            match.answer(seat, question.id, players[seat].answer(question, lambda view=view: view))
    assert min(checked.values()) > 10 and len(checked) == 3, checked
