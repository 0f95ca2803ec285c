"""Sealed records: the public course of a match and a proof of its deal, without anything hidden to the end.

    [Game "voidream"]
    [Rules "1"]
    [Player "Ada"]
    [Player "Bo"]
    [Commitment "9f2c…"]
    [Chance "41aa…"]
    [Result "Ada wins: bastion"]
    [Place "1 deck 1 · Paper Heron · 5d0c…"]
    [Place "1 deck 2 · 77e1…"]

    Round 1
    - Ada rolls: 2.
      deck 1: 2-40 1
    - Ada plays Push.
      shown: 1 hand 3

    Ada wins: bastion

Below each public event follow the changes of the dealt places: the new order of a deck, and the places whose cards were
revealed. `docs/notation.md` describes the format.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import TypeVar

import msgspec

from engine.kernel.chance import Chance, later_seed
from engine.kernel.commitment import promised_setup, sealed
from engine.kernel.events.event import seen
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, repeat
from engine.kernel.match_state import MatchRecord
from engine.kernel.records.writer import distinct, escape, heading, outcome_in_words

T = TypeVar("T")

FIXED = "B"
"""The name of the card that is open in a deck from the beginning: a bastion."""


class _Writer:
    """Replays a match and writes everything that is public."""

    def __init__(self, game: Game, record: MatchRecord, players: Sequence[str]) -> None:
        self.game = game
        self.record = record
        self.players = players
        self.machine: AnyMachine = game.begin(record.setup, record.seed)
        self.dealt = () if game.hidden_deal is None else tuple(game.hidden_deal.cards(self.machine))
        self.names = {card.card: card.where.removeprefix("deck ") for card in self.dealt}
        self.shown: set[int] = set()
        self.decks: list[list[int]] = [[] for _ in players]
        self.lines: list[str] = []
        self.heading = ""
        self.shuffles: list[tuple[int, Sequence[object]]] = []

    def write(self) -> None:
        """Replay the whole match."""
        self.machine.watch = self.note
        position = self.machine.position
        position.chance = RecordingChance.of(position.chance, self.shuffles)
        self.machine.run()
        for answer in self.record.answers:
            repeat(self.game, self.machine, answer)
        outcome = self.record.outcome
        if position.outcome is None and outcome is not None:
            self.machine.end(outcome.places, outcome.ending, outcome.ending)
        self.follow()  # For changes without an event, such as a resolved thought.

    def note(self) -> None:
        """Write the latest event and the public state after it."""
        current = heading(self.game, self.machine)
        if current != self.heading:
            self.lines += ["", current]
            self.heading = current
        words = self.game.words(seen(self.machine.events[-1], None), self.players)
        if words:
            self.lines.append(f"- {' '.join(words.split())}")
        self.follow()

    def follow(self) -> None:
        """Write the current order of the decks, and newly revealed places."""
        deal = self.game.hidden_deal
        decks, revealed = ((), ()) if deal is None else deal.deck_order(self.machine)
        for drawn, items in self.shuffles:
            whose = {card: seat for seat, deck in enumerate(decks) for card in deck}
            cards = [item for item in items if isinstance(item, int) and item in whose]
            if len(cards) == len(items):  # Only if every card has a place in the deal.
                names = " ".join(f"{whose[card] + 1}.{self.name(card)}" for card in cards)
                self.lines.append(f"  chance {drawn}: {names}")
        for seat, deck in enumerate(decks):
            if list(deck) != self.decks[seat]:
                by_chance = {card for _, items in self.shuffles for card in items}
                arranged = arranging(self.decks[seat], deck, by_chance)
                note = f" arranged {arranged}" if arranged else ""
                self.lines.append(f"  deck {seat + 1}{note}: {runs([self.name(card) for card in deck])}")
                self.decks[seat] = list(deck)
        self.shuffles.clear()
        newly_revealed = [
            card for card in self.dealt if card.card in revealed and card.card not in self.shown
        ]
        if newly_revealed:
            self.shown |= {card.card for card in newly_revealed}
            self.lines.append(
                f"  shown: {', '.join(f'{card.seat + 1} {card.where}' for card in newly_revealed)}"
            )

    def name(self, card: int) -> str:
        """Return the name of a card in a deck: its original place."""
        return self.names.get(card, FIXED)


class RecordingChance(Chance):
    """Randomness that records its shuffles: the amount used before, and the items in their old order."""

    shuffles: list[tuple[int, Sequence[object]]] = msgspec.field(
        default_factory=list[tuple[int, Sequence[object]]]
    )

    @classmethod
    def of(cls, chance: Chance, shuffles: list[tuple[int, Sequence[object]]]) -> RecordingChance:
        """Return the same randomness, recording to `shuffles`."""
        return cls(chance.seed, chance.drawn, shuffles)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the items and record the shuffle."""
        drawn, before = self.drawn, list(items)
        super().shuffle(items)
        if self.drawn != drawn:
            self.shuffles.append((drawn, before))

    def later(self) -> RecordingChance:
        """Return all later randomness, also recording."""
        return RecordingChance(later_seed(self.seed), self.drawn, self.shuffles)


def runs(names: Sequence[str]) -> str:
    """Return place names with consecutive ascending ones combined: "14-40 B 1-13"."""
    grouped: list[list[str]] = []
    for name in names:
        last = grouped[-1][-1] if grouped else ""
        if name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            grouped[-1].append(name)
        else:
            grouped.append([name])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in grouped)


def arranging(before: Sequence[T], after: Sequence[T], by_chance: Collection[T] = ()) -> int:
    """Return the minimum number of cards from the top of a deck that must have been reordered to explain its order.

    0 if cards only came, left, moved between top and bottom, or are in the order of a shuffle: all of that can be
    verified.
    """
    remaining, earlier = set(after), set(before)

    def is_enough(top: int) -> bool:
        free = {*before[:top], *by_chance}
        remaining_order = [card for card in before if card in remaining and card not in free]
        current = [card for card in after if card in earlier and card not in free]
        turn = current.index(remaining_order[0]) if remaining_order else 0
        return current[turn:] + current[:turn] == remaining_order

    # If a number of cards is enough, any larger one is too, so binary search finds the minimum.
    return bisect_left(range(len(before)), True, key=is_enough)


def write_sealed(match: Match, players: Sequence[str], keeping: Collection[int], *, date: str = "") -> str:
    """Return the sealed record of a finished match.

    The hands of the seats in `keeping` stay private: only their revealed cards are opened. For others, all are.
    """
    names = distinct(players)
    writer = _Writer(match.game, match.record, names)
    writer.write()
    result = outcome_in_words(match.outcome, names)
    headers = [("Game", match.game.name), ("Rules", match.version)]
    headers += [("Date", date)] if date else []
    headers += [("Player", name) for name in names]
    headers += [("Commitment", match.commitment), ("Chance", later_seed(match.seed))]
    setup = promised_setup(match.game, match.setup, match.seed)
    headers += [*([("SealedSetup", setup)] if setup else []), ("Result", result)]
    for card, place in zip(writer.dealt, sealed(writer.dealt, match.seed), strict=True):
        is_open = card.seat not in keeping or card.card in writer.shown
        content = f"{place.title} · {place.salt}" if is_open else place.seal
        headers.append(("Place", f"{place.seat + 1} {place.where} · {content}"))
    lines = [f'[{key} "{escape(value)}"]' for key, value in headers]
    return "\n".join([*lines, *writer.lines, "", result]) + "\n"
