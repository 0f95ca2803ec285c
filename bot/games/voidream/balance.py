"""Measurements of simulated matches of Voidream, with their targets."""

from __future__ import annotations

from collections import Counter

from bot.games.author_tools import Account, Balance, Targets
from cards.voidream.decks import Deck
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind
from engine.voidream.facts.actions import Played, Unveiled
from engine.voidream.facts.cards import Voided
from engine.voidream.facts.conflicts import (
    AttackersDeclared,
    ConflictCalled,
    DefendersDeclared,
    EnteredNightmare,
)
from engine.voidream.facts.deck import DreamDamageDiscards
from engine.voidream.facts.rounds import FirstPlayer, MatchWon, RoundBegan
from engine.voidream.position import HAND
from engine.voidream.referee import Referee

EARLY = 3
"""The last round in which the end of a match is too early."""

LATE = 14
"""The round after which the end of a match is too late."""

FOUGHT = "Dream damage from conflicts"
DEFENDED = "conflicts with a defender"
TOGETHER = "conflicts with two defenders or more"
UNMANNED = "conflicts without an attacker"
PLAYABLE = "arcana of value 1: playable when held"
DEEP_PLAYS = "arcana of value 1: of all plays of arcana"
BY_EARLY = f"matches that end by round {EARLY}"
AFTER_LATE = f"matches that end after round {LATE}"
LEADER = "leader at half time wins"
INSANITY = "matches that end by insanity"


class MatchAccount:
    """Measures a match: the cards played, the sources of Dream damage, the entities in conflicts, and the leader.

    A veiled card counts as played when it is unveiled. A Prototype that goes to the Void instead of resolving doesn't.
    The leader has the larger sum of remaining cards in the deck and remaining arcana, each as a fraction of its start.
    """

    def __init__(self) -> None:
        self._times: Counter[tuple[int, str]] = Counter()
        self._first: int | None = None
        self._fallen: Counter[tuple[int, bool]] = Counter()
        """Cards lost to Dream damage, by seat and whether a conflict dealt it."""
        self._defenders: list[int] = []
        self._alone = 0
        self._held = self._playable = self._plays = self._deep_plays = 0
        self._round = 0
        self._begun: list[tuple[int, int]] = []
        self._ahead: list[float] = []
        """Before each answer: the first seat's lead over the second, in fractions of the start."""
        self._won: MatchWon | None = None
        self._values: dict[str, int] = {}

    def __call__(self, event: Event) -> None:
        """Record an event."""
        match event.fact:
            case Played() | Unveiled() as played:
                self._times[played.seat, played.card] += 1
                if isinstance(played, Played) and played.source == HAND:
                    self._plays += 1
                    self._deep_plays += self._values.get(played.card) == 1
            case Voided() as voided if event.cause == "§6 Prototype":
                self._times[voided.of, voided.card] -= 1
            case FirstPlayer() as first if self._first is None:
                self._first = first.seat
            case DreamDamageDiscards() as fallen:
                self._fallen[fallen.seat, event.cause.startswith("§4")] += len(fallen.cards)
            case DefendersDeclared() as declared:
                self._defenders.append(len(declared.cards))
            case AttackersDeclared() as declared:
                self._alone += not declared.cards
            case RoundBegan() as began:
                self._round = began.round
            case MatchWon() as won:
                self._won = won
            case _:
                pass

    def before_answer(self, match: Match, seat: int) -> None:
        """Record the playable arcana and the leader."""
        machine = match.machine
        assert isinstance(machine, Referee)
        position = machine.position
        if not self._values:
            self._values = {printed.card.title: printed.value for printed in machine.printed}
        remaining = [
            (len(state.deck), len(state.hand) + len(state.arcana_discard)) for state in position.seats
        ]
        if not self._begun:
            self._begun = remaining
        parts = [
            deck / max(1, decks) + arcana / max(1, hands)
            for (deck, arcana), (decks, hands) in zip(remaining, self._begun, strict=True)
        ]
        self._ahead.append(parts[0] - parts[1])
        question = match.pending_questions.get(seat)
        if question is not None and question.kind is QuestionKind.ACTION:
            deep = sum(machine.printed[card].value == 1 for card in position.seats[seat].hand)
            self._held += deep
            self._playable += deep if machine.depth(seat) <= 1 else 0

    def account(self) -> Account:
        """Return the measurements of the match."""
        conflicts = len(self._defenders)
        victory = self._won
        shares = {
            FOUGHT: (sum(self._fallen[seat, True] for seat in (0, 1)), self._fallen.total()),
            DEFENDED: (sum(count > 0 for count in self._defenders), conflicts),
            TOGETHER: (sum(count > 1 for count in self._defenders), conflicts),
            UNMANNED: (self._alone, conflicts),
            PLAYABLE: (self._playable, self._held),
            DEEP_PLAYS: (self._deep_plays, self._plays),
            BY_EARLY: (int(self._round <= EARLY), 1),
            AFTER_LATE: (int(self._round > LATE), 1),
            INSANITY: (int(victory is not None and victory.ending == "insanity"), 1),
        }
        ahead = self._ahead[len(self._ahead) // 2] if self._ahead else 0.0
        if victory is not None and len(victory.winners) == 1 and ahead:
            shares[LEADER] = (int(victory.winners == ((0,) if ahead > 0 else (1,))), 1)
        return Account(
            self._first,
            [card for card, times in self._times.items() if times > 0],
            shares=shares,
            shares_of_seats={
                FOUGHT: [
                    (
                        self._fallen[1 - seat, True],
                        self._fallen[1 - seat, True] + self._fallen[1 - seat, False],
                    )
                    for seat in (0, 1)
                ]
            },
        )


def cards(deck: Deck) -> list[tuple[str, str]]:
    """Return the playable cards of a deck as (title, kind), without duplicates."""
    return list({card.title: card.kind.value for card in (*deck.arcana, *deck.dream)}.items())


BALANCE = Balance(
    figures={"rounds": RoundBegan, "conflicts": ConflictCalled, "Nightmares": EnteredNightmare},
    watch=MatchAccount,
    cards=cards,
    targets={
        2: Targets(
            wins=(30.0, 70.0),
            least_of_an_ending=10.0,
            shares={
                FOUGHT: (55.0, 100.0),
                DEFENDED: (50.0, 100.0),
                TOGETHER: (15.0, 100.0),
                PLAYABLE: (20.0, 100.0),
                DEEP_PLAYS: (12.0, 100.0),
                BY_EARLY: (0.0, 3.0),
                AFTER_LATE: (0.0, 10.0),
                INSANITY: (25.0, 75.0),
                LEADER: (58.0, 68.0),
            },
            shares_of_decks={FOUGHT: (30.0, 100.0)},
            first=(48.0, 52.0),
            medians={"rounds": (4, 12)},
            most={"rounds": 40},
            least_played=10.0,
            answers=600,
        )
    },
)
