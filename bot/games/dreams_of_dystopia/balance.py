"""Measurements of simulated matches of Dreams of Dystopia, from public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from bot.games.author_tools import Account, Balance, targets_in
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from engine.dreams_of_dystopia.facts import terms, turns
from engine.dreams_of_dystopia.facts.cards import Gained, ReturnedToSupply
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked, NotBlocked
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.players.purchases import BadHabit
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.events.event import Event, WentOut

_FACTION = "faction"
TURNS, PILES, HIGHEST = "turns each", "piles that are bought of", "highest Fame"
"""The names of a match's figures."""
_OF_A_PILE = 8
_STARTING_DECK = 10


class MatchAccount:
    """The measurements of one match, collected from its events."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._had: list[tuple[int, str, str]] = []
        self._bought: set[tuple[int, str]] = set()
        self._used: set[tuple[int, str]] = set()
        self._counted: Counter[str] = Counter()
        self._fame = 0
        self._taken: Counter[str] = Counter()
        self._decks: Counter[int] = Counter()
        self._largest = _STARTING_DECK
        self._out_in: int | None = None

    def __call__(self, event: Event) -> None:
        """Record an event."""
        match event.fact:
            case turns.BeganToPlay(seat=seat):
                self._first = seat
            case turns.MasterChosen(seat=seat, card=title):
                faction = next(side.faction for _, side in the_set().sides() if side.title == title)
                assert faction is not None
                self._had += [(seat, "Master", title), (seat, _FACTION, faction.value)]
            case turns.Acquired(seat=seat, card=title):
                self._bought.add((seat, title))
                self._taken[the_set().by_title[title].sides[0].title] += 1
                self._grow(seat, 1)
            case Gained(seat=seat, count=count):
                self._grow(seat, count)
            case ReturnedToSupply(seat=seat, count=count):
                self._grow(seat, -count)
            case WentOut() if self._out_in is None:
                self._out_in = self._counted["turns"]
            case turns.AbilityUsed(seat=seat, card=title):
                self._used.add((seat, title))
            case turns.TurnBegan():
                self._counted["turns"] += 1
            case Attacked():
                self._counted["attacks"] += 1
            case AttackBlocked(helpers=helpers):
                self._counted["blocks"] += 1
                self._counted["helped"] += bool(helpers)
            case NotBlocked():
                self._counted["unblocked"] += 1
            case turns.ScoreChanged(score=terms.FAME, now=fame):
                self._fame = max(self._fame, fame)
            case turns.ScoreChanged(score=terms.LP, amount=amount) if amount < 0:
                self._counted["lost"] -= amount
                self._counted["lost in damage"] -= amount * (event.cause == terms.DAMAGE)
            case _:
                pass

    def _grow(self, seat: int, by: int) -> None:
        self._decks[seat] += by
        self._largest = max(self._largest, _STARTING_DECK + self._decks[seat])

    def account(self) -> Account:
        """Return the measurements of the match."""
        counted = self._counted
        seats = {seat for seat, _, _ in self._had}
        factions = [(seat, name) for seat, sort, name in self._had if sort == _FACTION]
        is_mixed = len(seats) == 2 == len({name for _, name in factions})
        watched = 0 if self._out_in is None else counted["turns"] - self._out_in
        return Account(
            first=self._first,
            played=sorted(self._bought),
            used=sorted(self._used | self._bought),
            had=[*self._had, *((seat, "side of a mixed duel", name) for seat, name in factions if is_mixed)],
            marks=[
                ("a pile that is emptied", pile) for pile, count in self._taken.items() if count >= _OF_A_PILE
            ],
            figures={
                TURNS: -(-counted["turns"] // len(seats)),
                PILES: len(self._taken),
                HIGHEST: self._fame,
                "turns of others that the first one out watches": watched,
                "cards in the largest deck": self._largest,
            },
            shares={
                "attacks that are blocked": (counted["blocks"], counted["blocks"] + counted["unblocked"]),
                "blocks with helpers": (counted["helped"], counted["blocks"]),
                "LP that are lost in the Damage step": (counted["lost in damage"], counted["lost"]),
            },
            means={"attacks a turn": (counted["attacks"], counted["turns"])},
        )


def _cards() -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    cards_by_thing: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for card, side in the_set().sides():
        if card.kind in (Kind.MINION, Kind.WEAPON) and side.faction is not None:
            cards_by_thing.setdefault((_FACTION, side.faction.value), []).append(
                (side.title, card.kind.value)
            )
    return cards_by_thing


BALANCE = Balance[DystopiaView, None](
    watch=MatchAccount,
    cards_with=_cards,
    players={bad.value: partial(Greedy, bad=bad) for bad in BadHabit},
    targets=targets_in("bot.games.dreams_of_dystopia"),
    player="greedy",
)
