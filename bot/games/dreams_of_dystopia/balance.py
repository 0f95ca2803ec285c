"""What simulated matches of Dreams of Dystopia are measured by: all from what everybody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.games.authoring import Account, Balance, Targets
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from engine.dreams_of_dystopia.facts.combats import Attacked, Blocked, NotBlocked
from engine.dreams_of_dystopia.facts.terms import FAME, LP
from engine.dreams_of_dystopia.facts.turns import (
    AbilityUsed,
    Acquired,
    BeganToPlay,
    MasterChosen,
    ScoreChanged,
    TurnBegan,
)
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.events.event import Event

MASTER, FACTION = "Master", "faction"
"""The sorts of things that a seat has in a match."""
TURNS, PILES, HIGHEST = "turns each", "piles that are bought of", "highest Fame"
"""What is counted in each match."""


class Course:
    """What a match was like: who had which Master, what was bought, and how its attacks went."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._had: list[tuple[int, str, str]] = []
        self._bought: set[tuple[int, str]] = set()
        self._used: set[tuple[int, str]] = set()
        self._counted: Counter[str] = Counter()
        self._fame = 0

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        match event.fact:
            case BeganToPlay(seat=seat):
                self._first = seat
            case MasterChosen(seat=seat, card=title):
                faction = next(side.faction for _, side in the_set().sides() if side.title == title)
                assert faction is not None
                self._had += [(seat, MASTER, title), (seat, FACTION, faction.value)]
            case Acquired(seat=seat, card=title):
                self._bought.add((seat, title))
            case AbilityUsed(seat=seat, card=title):
                self._used.add((seat, title))
            case TurnBegan():
                self._counted["turns"] += 1
            case Attacked():
                self._counted["attacks"] += 1
            case Blocked(helpers=helpers):
                self._counted["blocks"] += 1
                self._counted["helped"] += bool(helpers)
            case NotBlocked():
                self._counted["unblocked"] += 1
            case ScoreChanged(score=score) as changed:
                self._score(score, changed, is_damage=event.cause == "DD54")
            case _:
                pass

    def _score(self, score: str, changed: ScoreChanged, *, is_damage: bool) -> None:
        if score == FAME:
            self._fame = max(self._fame, changed.now)
        if score == LP and changed.amount < 0:
            self._counted["lost"] -= changed.amount
            self._counted["lost in damage"] -= changed.amount * is_damage

    def account(self) -> Account:
        """Return what the match was like."""
        counted = self._counted
        piles = {the_set().by_title[title] for _, title in self._bought}
        return Account(
            first=self._first,
            played=sorted(self._bought),
            used=sorted(self._used | self._bought),
            had=self._had,
            figures={
                TURNS: -(-counted["turns"] // len({seat for seat, _, _ in self._had})),
                PILES: len(piles),
                HIGHEST: self._fame,
            },
            shares={
                "attacks that are blocked": (counted["blocks"], counted["blocks"] + counted["unblocked"]),
                "blocks with helpers": (counted["helped"], counted["blocks"]),
                "LP that are lost in the Damage step": (counted["lost in damage"], counted["lost"]),
            },
            means={"attacks a turn": (counted["attacks"], counted["turns"])},
        )


def _cards() -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for card, side in the_set().sides():
        if card.kind in (Kind.MINION, Kind.WEAPON) and side.faction is not None:
            found.setdefault((FACTION, side.faction.value), []).append((side.title, card.kind.value))
    return found


BALANCE = Balance[DystopiaView, None](
    watch=Course,
    cards_with=_cards,
    targets=Targets(
        least_played=3.0,
        medians={TURNS: (9, 13), HIGHEST: (9, 14)},
        nearly_all={TURNS: 22},
        answers=5000,
    ),
)
"""Targets are those that are the same for two, three and four players; whom the others hold for, the tables print."""
