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

import re
from collections.abc import Collection, Sequence
from typing import TypeVar

import msgspec

from cards.i18n import Message, msg
from engine.kernel.chance import Chance, later_seed
from engine.kernel.commitment import DealtPlace, promise, seal, sealed
from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.kernel.event import seen
from engine.kernel.game import DealsFaceDown, Game
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, Record, repeat
from engine.kernel.record import Verdict, distinct, escape, heading, outcome_in_words

T = TypeVar("T")

FIXED = "B"
"""What lies in a deck from the beginning in the open: a bastion."""


# ------------------------------------------------------------------------------------------------------- writing


class _Writer:
    """Plays a match again, and writes down what everybody sees of it."""

    def __init__(self, game: Game, record: Record, players: Sequence[str]) -> None:
        self.game = game
        self.record = record
        self.players = players
        self.machine: AnyMachine = game.begin(record.setup, record.seed)
        self.dealt = tuple(game.dealt(self.machine)) if isinstance(game, DealsFaceDown) else ()
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
        position.chance = Listening.of(position.chance, self.heard)
        self.machine.run()
        for answer in self.record.answers:
            repeat(self.game, self.machine, answer)
        outcome = self.record.outcome
        if position.outcome is None and outcome is not None:
            self.machine.end(outcome.places, outcome.ending, outcome.ending)
        self.follow()  # What went its way unsaid, such as a thought that has been resolved.

    def note(self) -> None:
        """Write down the event that was told just now, and how the table lies after it."""
        now = heading(self.game, self.machine)
        if now != self.heading:
            self.lines += ["", now]
            self.heading = now
        words = self.game.words(seen(self.machine.events[-1], None), self.players)
        if words:
            self.lines.append(f"- {' '.join(words.split())}")
        self.follow()

    def follow(self) -> None:
        """Write down how the decks lie now, and what has come to light."""
        decks, lit = self.game.lying(self.machine) if isinstance(self.game, DealsFaceDown) else ((), ())
        for drawn, items in self.heard:
            whose = {card: seat for seat, deck in enumerate(decks) for card in deck}
            cards = [item for item in items if isinstance(item, int) and item in whose]
            if len(cards) == len(items):  # And not something else, which no place of the deal stands for.
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
        """Return what a card in a deck is called: its place when it was dealt."""
        return self.names.get(card, FIXED)


class Listening(Chance):
    """Chance that says what it puts into a random order: how much had been drawn, and the things before."""

    heard: list[tuple[int, Sequence[object]]] = msgspec.field(
        default_factory=list[tuple[int, Sequence[object]]]
    )

    @classmethod
    def of(cls, chance: Chance, heard: list[tuple[int, Sequence[object]]]) -> Listening:
        """Return the same chance, which says it there."""
        return cls(chance.seed, chance.drawn, heard)

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a random order, and say so."""
        drawn, before = self.drawn, list(items)
        super().shuffle(items)
        if self.drawn != drawn:
            self.heard.append((drawn, before))

    def later(self) -> Listening:
        """Return all later chance, which is listened to as well."""
        return Listening(later_seed(self.seed), self.drawn, self.heard)


def runs(names: Sequence[str]) -> str:
    """Return names of places, neighbours in ascending order as one: "14-40 B 1-13"."""
    out: list[list[str]] = []
    for name in names:
        last = out[-1][-1] if out else ""
        if name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            out[-1].append(name)
        else:
            out.append([name])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in out)


def arranging(before: Sequence[T], after: Sequence[T], by_chance: Collection[T] = ()) -> int:
    """Return how many cards from the top of a deck must have been put into another order for it to lie as it does.

    0 where cards only came, left, went round from the top to the bottom or back, or lie as chance has put them: all that
    can be followed.
    """
    there, came = set(after), set(before)
    for top in range(len(before) + 1):
        free = {*before[:top], *by_chance}
        stayed = [card for card in before if card in there and card not in free]
        now = [card for card in after if card in came and card not in free]
        turn = now.index(stayed[0]) if stayed else 0
        if now[turn:] + now[:turn] == stayed:
            return top
    return len(before)


def write_sealed(match: Match, players: Sequence[str], keeping: Collection[int], *, date: str = "") -> str:
    """Return the sealed record of a match that is over.

    Of the seats that are `keeping` their hands private, only what has come to light is opened; of others, all.
    """
    names = distinct(players)
    writer = _Writer(match.game, match.record, names)
    writer.write()
    result = outcome_in_words(match.outcome, names)
    headers = [("Game", match.game.name), ("Rules", match.version)]
    headers += [("Date", date)] if date else []
    headers += [("Player", name) for name in names]
    headers += [("Commitment", match.commitment), ("Chance", later_seed(match.seed)), ("Result", result)]
    for one, place in zip(writer.dealt, sealed(writer.dealt, match.seed), strict=True):
        is_open = one.seat not in keeping or one.card in writer.shown
        said = f"{place.title} · {place.salt}" if is_open else place.seal
        headers.append(("Place", f"{place.seat + 1} {place.where} · {said}"))
    lines = [f'[{key} "{escape(value)}"]' for key, value in headers]
    return "\n".join([*lines, *writer.lines, "", result]) + "\n"


# ------------------------------------------------------------------------------------------------------- reading


class SealedText(msgspec.Struct):
    """A sealed record as it was read: its headers, its places, and its lines with their numbers."""

    file: str
    players: tuple[str, ...]
    commitment: str
    chance: str
    result: str
    places: tuple[DealtPlace, ...]
    lines: tuple[tuple[int, str], ...]


_HEADER = re.compile(r'\[([A-Za-z]{1,20}) "(.*)"\]')
_ONCE = ("Game", "Rules", "Commitment", "Chance", "Result")
_PLACE = re.compile(r"([1-9]) (deck|hand) ([1-9][0-9]{0,3}) · (.*)")
_SEAL = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_DECK = re.compile(r"deck ([1-9])(?: arranged ([0-9]{1,4}))?:(.*)")
_CHANCE = re.compile(r"chance ([0-9]{1,9}):(.*)")
_SHOWN = re.compile(r"([1-9]) ((?:deck|hand) [1-9][0-9]{0,3})")
_RUN = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")
_LONGEST_LINE = 20_000


def is_sealed(text: str) -> bool:
    """Whether a text is a sealed record: it gives the seed of later chance, and not the match's own."""
    return any(line.startswith('[Chance "') for line in text.splitlines())


def read_sealed(text: str, file: str = "") -> SealedText:
    """Return what a sealed record says. Raises Unreadable with the first thing that can't be read."""
    headers: dict[str, list[str]] = {}
    places: list[DealtPlace] = []
    lines: list[tuple[int, str]] = []

    def wrong(number: int, message: str) -> Unreadable:
        return Unreadable([Diagnostic(file, number, 1, message)])

    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE:
            raise wrong(number, "This line is too long.")
        if not line.startswith("["):
            if line.strip():
                lines.append((number, line.rstrip()))
            continue
        header = _HEADER.fullmatch(line.rstrip())
        if header is None:
            raise wrong(number, "This header can't be read.")
        key, value = header[1], header[2].replace('\\"', '"').replace("\\\\", "\\")
        if key in _ONCE and key in headers:
            raise wrong(number, f"The header {key} stands here a second time.")
        headers.setdefault(key, []).append(value)
        if key == "Place":
            place = _place(value)
            if place is None:
                raise wrong(number, "This place can't be read.")
            places.append(place)
    for key in (*_ONCE, "Player"):
        if key not in headers:
            raise wrong(1, f"This record has no {key}.")
    result = headers["Result"][0]
    if not lines or lines[-1][1] != result:
        raise wrong(lines[-1][0] if lines else 1, "The record is cut off: its last line must be its result.")
    return SealedText(
        file, tuple(headers["Player"]), headers["Commitment"][0], headers["Chance"][0], result, tuple(places),
        tuple(lines[:-1]),
    )  # fmt: skip


def _place(value: str) -> DealtPlace | None:
    found = _PLACE.fullmatch(value)
    if found is None:
        return None
    seat, where = int(found[1]) - 1, f"{found[2]} {found[3]}"
    title, dot, salted = found[4].rpartition(" · ")
    if not dot:
        return DealtPlace(seat, where, salted) if _SEAL.fullmatch(salted) else None
    if not title or not _SALT.fullmatch(salted):
        return None
    return DealtPlace(seat, where, seal(seat, where, salted, title), title, salted)


# ------------------------------------------------------------------------------------------------------ verifying


def verify_sealed(record: SealedText) -> Verdict:
    """Check a sealed record: the deal is the promised one, and all that came to light lay where it was dealt.

    The verdict counts the cards that are opened.
    Each place is sealed as was promised; what was shown is opened; each deck lies as it was dealt, until it is moved as the
    record says; and where chance has put cards into an order, it is the promised chance.
    """
    try:
        return Verdict(
            sum(bool(place.title) for place in record.places), record.result, _Checker(record).check()
        )
    except _NotSo as found:
        return Verdict(0, record.result, found.message)


class _NotSo(Exception):
    """Something in a sealed record that is not as was promised."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class _Checker:
    def __init__(self, record: SealedText) -> None:
        self.record = record
        self.places = {(place.seat, place.where): place for place in record.places}
        self.decks: dict[int, list[str]] = {}
        self.drawn: int | None = None
        self.shuffled: list[tuple[int, str]] = []

    def check(self) -> None:
        """Raise _NotSo for the first thing that is not so."""
        record = self.record
        if len(self.places) != len(record.places):
            raise _NotSo(msg("A place of the deal stands there twice."))
        if promise(record.places, record.chance) != record.commitment:
            raise _NotSo(msg("The deal is not the one that was promised: its hash is another one."))
        for number, line in record.lines:
            text = line.strip()
            if line.startswith("  ") and not self.line(number, text):
                raise _NotSo(msg("Line {line} can't be read.", line=number))

    def line(self, number: int, text: str) -> bool:
        """Follow one line of what became of the places; return whether it could be read."""
        if text.startswith("shown: "):
            return self.shown(number, text.removeprefix("shown: "))
        if (found := _CHANCE.fullmatch(text)) is not None:
            return self.chance(number, int(found[1]), found[2].split())
        if (found := _DECK.fullmatch(text)) is not None:
            names = _unfolded(found[3])
            return names is not None and self.deck(number, int(found[1]) - 1, int(found[2] or 0), names)
        return False

    def shown(self, number: int, text: str) -> bool:
        for part in text.split(", "):
            found = _SHOWN.fullmatch(part)
            if found is None:
                return False
            place = self.places.get((int(found[1]) - 1, found[2]))
            if place is None or not place.title:
                raise _NotSo(
                    msg(
                        "Line {line}: “{place}” was shown, but its card is not opened.",
                        line=number,
                        place=part,
                    )
                )
        return True

    def chance(self, number: int, drawn: int, names: list[str]) -> bool:
        split = [name.split(".") for name in names]
        if not all(len(part) == 2 and part[0].isdecimal() and part[0].isascii() for part in split):
            return False
        things = [(int(seat) - 1, name) for seat, name in split]
        if self.drawn is not None and drawn != self.drawn:
            raise _NotSo(msg("Line {line}: chance does not go on where it stopped.", line=number))
        for seat, deck in self.decks.items():
            mine = [name for whose, name in things if whose == seat]
            if len(mine) > 1 and set(mine) == set(deck) and mine != deck:
                raise _NotSo(
                    msg("Line {line}: the deck did not lie like that before it was shuffled.", line=number)
                )
        chance = Chance(self.record.chance, drawn)
        chance.shuffle(things)
        self.drawn = chance.drawn
        self.shuffled += things
        return True

    def deck(self, number: int, seat: int, arranged: int, names: list[str]) -> bool:
        """Follow a deck from how it lay to how it lies now."""
        if len(set(names)) != len(names):
            raise _NotSo(msg("Line {line}: a card lies there twice.", line=number))
        for name in names:
            if name != FIXED and (seat, f"deck {name}") not in self.places:
                raise _NotSo(msg("Line {line}: there is no such place in the deal.", line=number))
        before = self.decks.get(seat)
        if before is None:
            before = [
                where.removeprefix("deck ")
                for whose, where in self.places
                if whose == seat and where.startswith("deck ")
            ]
            before = [name for name in before if name in set(names)]
            if names != before:
                raise _NotSo(msg("Line {line}: the deck does not lie as it was dealt.", line=number))
        by_chance = [name for whose, name in self.shuffled if whose == seat]
        if [name for name in names if name in set(by_chance)] != by_chance:
            raise _NotSo(msg("Line {line}: the cards do not lie as chance has put them.", line=number))
        self.shuffled = [one for one in self.shuffled if one[0] != seat]
        if arranging(before, names, set(by_chance)) > arranged:
            raise _NotSo(msg("Line {line}: cards lie in another order, and nothing says why.", line=number))
        self.decks[seat] = names
        return True


def _unfolded(text: str) -> list[str] | None:
    """Return the names of places that stand there, runs unfolded; None if they can't be read."""
    out: list[str] = []
    for part in text.split():
        if part == FIXED:
            out.append(part)
            continue
        found = _RUN.fullmatch(part)
        if found is None or int(found[2] or found[1]) < int(found[1]):
            return None
        out += (str(n) for n in range(int(found[1]), int(found[2] or found[1]) + 1))
    return out
