"""Sealed records: what everybody has seen of a match, and the proof of its deal, without what stayed hidden to the end.

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

Under what everybody was told stands what became of the places of the deal: how a deck lies from then on, and which of them
have come to light. `docs/notation.md` describes all of it.
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
"""The open card of a deck at the beginning: a bastion."""


class _Writer:
    """Replays a match and writes down everything that is public."""

    def __init__(self, game: Game, record: MatchRecord, players: Sequence[str]) -> None:
        self.game = game
        self.record = record
        self.players = players
        self.machine: AnyMachine = game.begin(record.setup, record.seed)
        self.dealt = () if game.hidden_deal is None else tuple(game.hidden_deal.cards(self.machine))
        self.names = {one.card: one.where.removeprefix("deck ") for one in self.dealt}
        self.shown: set[int] = set()
        self.decks: list[list[int]] = [[] for _ in players]
        self.lines: list[str] = []
        self.heading = ""
        self.heard: list[tuple[int, Sequence[object]]] = []

    def write(self) -> None:
        """Play it all."""
        self.machine.watch = self.note
        position = self.machine.position
        position.chance = RecordingChance.of(position.chance, self.heard)
        self.machine.run()
        for answer in self.record.answers:
            repeat(self.game, self.machine, answer)
        outcome = self.record.outcome
        if position.outcome is None and outcome is not None:
            self.machine.end(outcome.places, outcome.ending, outcome.ending)
        self.follow()  # What went its way unsaid, such as a thought that has been resolved.

    def note(self) -> None:
        """Write the latest event and the public state after it."""
        now = heading(self.game, self.machine)
        if now != self.heading:
            self.lines += ["", now]
            self.heading = now
        words = self.game.words(seen(self.machine.events[-1], None), self.players)
        if words:
            self.lines.append(f"- {' '.join(words.split())}")
        self.follow()

    def follow(self) -> None:
        """Write the current order of the decks, and newly revealed places."""
        deal = self.game.hidden_deal
        decks, lit = ((), ()) if deal is None else deal.lying(self.machine)
        for drawn, items in self.heard:
            whose = {card: seat for seat, deck in enumerate(decks) for card in deck}
            cards = [item for item in items if isinstance(item, int) and item in whose]
            if len(cards) == len(items):  # And not a card without a place in the deal.
                known = " ".join(f"{whose[card] + 1}.{self.name(card)}" for card in cards)
                self.lines.append(f"  chance {drawn}: {known}")
        for seat, deck in enumerate(decks):
            if list(deck) != self.decks[seat]:
                by_chance = {card for _, items in self.heard for card in items}
                arranged = arranging(self.decks[seat], deck, by_chance)
                how = f" arranged {arranged}" if arranged else ""
                self.lines.append(f"  deck {seat + 1}{how}: {runs([self.name(card) for card in deck])}")
                self.decks[seat] = list(deck)
        self.heard.clear()
        new = [one for one in self.dealt if one.card in lit and one.card not in self.shown]
        if new:
            self.shown |= {one.card for one in new}
            self.lines.append(f"  shown: {', '.join(f'{one.seat + 1} {one.where}' for one in new)}")

    def name(self, card: int) -> str:
        """Return the name of a card in a deck: its original place."""
        return self.names.get(card, FIXED)


class RecordingChance(Chance):
    """Randomness that records what it shuffles: the amount used before, and the things in their old order."""

    heard: list[tuple[int, Sequence[object]]] = msgspec.field(
        default_factory=list[tuple[int, Sequence[object]]]
    )

    @classmethod
    def of(cls, chance: Chance, heard: list[tuple[int, Sequence[object]]]) -> RecordingChance:
        """Return the same randomness, recording to `heard`."""
        return cls(chance.seed, chance.drawn, heard)

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a random order, and say so."""
        drawn, before = self.drawn, list(items)
        super().shuffle(items)
        if self.drawn != drawn:
            self.heard.append((drawn, before))

    def later(self) -> RecordingChance:
        """Return all later randomness, recorded too."""
        return RecordingChance(later_seed(self.seed), self.drawn, self.heard)


def runs(names: Sequence[str]) -> str:
    """Return place names with consecutive ascending ones combined: "14-40 B 1-13"."""
    out: list[list[str]] = []
    for name in names:
        last = out[-1][-1] if out else ""
        if name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            out[-1].append(name)
        else:
            out.append([name])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in out)


def arranging(before: Sequence[T], after: Sequence[T], by_chance: Collection[T] = ()) -> int:
    """Return the minimum number of cards from the top of a deck that must have been reordered to explain its order.

    0 if cards only came, left, moved between top and bottom, or are as shuffled: all of that can be verified.
    """
    there, came = set(after), set(before)

    def is_enough(top: int) -> bool:
        free = {*before[:top], *by_chance}
        stayed = [card for card in before if card in there and card not in free]
        now = [card for card in after if card in came and card not in free]
        turn = now.index(stayed[0]) if stayed else 0
        return now[turn:] + now[:turn] == stayed

    # If a number of cards is enough, any larger one is too, so binary search finds the minimum.
    return bisect_left(range(len(before)), True, key=is_enough)


def write_sealed(match: Match, players: Sequence[str], keeping: Collection[int], *, date: str = "") -> str:
    """Return the sealed record of a finished match.

    For the seats in `keeping`, whose hands stay private, only revealed cards are opened; for others, all.
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
    for one, place in zip(writer.dealt, sealed(writer.dealt, match.seed), strict=True):
        is_open = one.seat not in keeping or one.card in writer.shown
        said = f"{place.title} · {place.salt}" if is_open else place.seal
        headers.append(("Place", f"{place.seat + 1} {place.where} · {said}"))
    lines = [f'[{key} "{escape(value)}"]' for key, value in headers]
    return "\n".join([*lines, *writer.lines, "", result]) + "\n"
