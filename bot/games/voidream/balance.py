"""What simulated matches of Voidream are measured by, and what balance means."""

from __future__ import annotations

from collections import Counter

from bot.games.authoring import Account, Balance, Targets
from cards.voidream.decks import Deck
from engine.kernel.events.event import Event
from engine.voidream.facts.actions import Played, Unveiled
from engine.voidream.facts.cards import Voided
from engine.voidream.facts.conflicts import ConflictCalled, EnteredNightmare
from engine.voidream.facts.rounds import FirstPlayer, RoundBegan


class Plays:
    """Which cards a seat played in a match: Dream cards that resolved or entered play, arcana that were played.

    A veiled card is played when it is unveiled, and a Prototype that goes to the Void instead of resolving is not.
    """

    def __init__(self) -> None:
        self._times: Counter[tuple[int, str]] = Counter()
        self._first: int | None = None

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        match event.fact:
            case Played() | Unveiled() as played:
                self._times[played.seat, played.card] += 1
            case Voided() as voided if event.cause == "§6 Prototype":
                self._times[voided.of, voided.card] -= 1
            case FirstPlayer() as first if self._first is None:
                self._first = first.seat
            case _:
                pass

    def account(self) -> Account:
        """Return who was active first, and which cards were played."""
        return Account(self._first, [card for card, times in self._times.items() if times > 0])


def cards(deck: Deck) -> list[tuple[str, str]]:
    """Return the titles of the cards that can be played from a deck, each once with its kind."""
    return list({card.title: card.kind.value for card in (*deck.arcana, *deck.dream)}.items())


BALANCE = Balance(
    figures={"rounds": RoundBegan, "conflicts": ConflictCalled, "Nightmares": EnteredNightmare},
    watch=Plays,
    cards=cards,
    targets={
        2: Targets(
            wins=(30.0, 70.0),
            least_of_an_ending=10.0,
            medians={"rounds": (4, 12)},
            most={"rounds": 40},
            answers=600,
        ),
    },
)
