"""Reading sealed records, and verifying them against the commitment to their deal."""

from __future__ import annotations

import re

import msgspec

from cards.i18n import Message, msg
from engine.kernel.chance import Chance
from engine.kernel.commitment import DealtPlace, promise, seal
from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.kernel.records.sealed_writer import FIXED, arranging
from engine.kernel.records.text import Verdict

# ----------------------------------------------------------------------------------------------------- reading


class SealedText(msgspec.Struct):
    """A parsed sealed record: its headers, its places, and its lines with their numbers."""

    file: str
    players: tuple[str, ...]
    commitment: str
    chance: str
    setup: str
    """The seal of the setup; "" if the commitment doesn't cover it."""
    result: str
    places: tuple[DealtPlace, ...]
    lines: tuple[tuple[int, str], ...]


_HEADER = re.compile(r'\[([A-Za-z]{1,20}) "(.*)"\]')
_ONCE = ("Game", "Rules", "Commitment", "Chance", "Result")
_SETUP = "SealedSetup"
_PLACE = re.compile(r"([1-9]) (deck|hand) ([1-9][0-9]{0,3}) · (.*)")
_SEAL = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_DECK = re.compile(r"deck ([1-9])(?: arranged ([0-9]{1,4}))?:(.*)")
_CHANCE = re.compile(r"chance ([0-9]{1,9}):(.*)")
_SHOWN = re.compile(r"([1-9]) ((?:deck|hand) [1-9][0-9]{0,3})")
_OF_SEAT = re.compile(r"([1-9])\.([0-9A-Z]{1,4})")
_RUN = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")
_LONGEST_LINE = 20_000
_MOST_LINES = 20_000
"""The maximum number of lines, about ten times as many as in a long match."""
_MOST_PLACES = 9 * 600
"""The maximum number of places in a deal: nine seats with the largest decks, and hands."""
_LONGEST_DECK = 600
"""The maximum number of cards in a deck."""
_MOST_NAMES = 100_000
"""The maximum number of cards named in all lines, about ten times as many as in a long match."""


def is_sealed(text: str) -> bool:
    """Return whether a text is a sealed record: it contains the seed of later randomness, not the match's own."""
    return any(line.startswith('[Chance "') for line in text.splitlines())


class _SealedReader:
    """The headers, places and other lines of a sealed record, as far as it has been read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.headers: dict[str, list[str]] = {}
        self.places: list[DealtPlace] = []
        self.lines: list[tuple[int, str]] = []

    def wrong(self, number: int, message: str) -> Unreadable:
        """Return the error of a line."""
        return Unreadable([Diagnostic(self.file, number, 1, message)])

    def header(self, number: int, line: str) -> None:
        """Read a line in square brackets. Raises Unreadable."""
        header = _HEADER.fullmatch(line.rstrip())
        if header is None:
            raise self.wrong(number, "This header can't be read.")
        key, value = header[1], header[2].replace('\\"', '"').replace("\\\\", "\\")
        if key in (*_ONCE, _SETUP) and key in self.headers:
            raise self.wrong(number, f"The header {key} occurs twice.")
        self.headers.setdefault(key, []).append(value)
        if key == _SETUP and not _SEAL.fullmatch(value):
            raise self.wrong(number, "This seal can't be read.")
        if key == "Place":
            place = _place(value)
            if place is None:
                raise self.wrong(number, "This place can't be read.")
            if len(self.places) == _MOST_PLACES:
                raise self.wrong(number, f"A deal has at most {_MOST_PLACES:,} places.")
            self.places.append(place)


def read_sealed(text: str, file: str = "") -> SealedText:
    """Return the content of a sealed record. Raises Unreadable for the first mistake."""
    reader = _SealedReader(file)
    for number, line in enumerate(text.splitlines(), start=1):
        if number > _MOST_LINES:
            raise reader.wrong(number, f"A sealed record has at most {_MOST_LINES:,} lines.")
        if len(line) > _LONGEST_LINE:
            raise reader.wrong(number, "This line is too long.")
        if line.startswith("["):
            reader.header(number, line)
        elif line.strip():
            reader.lines.append((number, line.rstrip()))
    headers, lines = reader.headers, reader.lines
    for key in (*_ONCE, "Player"):
        if key not in headers:
            raise reader.wrong(1, f"This record has no {key}.")
    result = headers["Result"][0]
    if not lines or lines[-1][1] != result:
        raise reader.wrong(
            lines[-1][0] if lines else 1, "The record is cut off: its last line must be its result."
        )
    return SealedText(
        file, tuple(headers["Player"]), headers["Commitment"][0], headers["Chance"][0],
        headers.get(_SETUP, [""])[0], result, tuple(reader.places),
        tuple(lines[:-1]),
    )  # fmt: skip


def _place(value: str) -> DealtPlace | None:
    match = _PLACE.fullmatch(value)
    if match is None:
        return None
    seat, where = int(match[1]) - 1, f"{match[2]} {match[3]}"
    title, dot, last_part = match[4].rpartition(" · ")
    if not dot:
        return DealtPlace(seat, where, last_part) if _SEAL.fullmatch(last_part) else None
    if not title or not _SALT.fullmatch(last_part):
        return None
    return DealtPlace(seat, where, seal(seat, where, last_part, title), title, last_part)


# --------------------------------------------------------------------------------------------------- verifying


def verify_sealed(record: SealedText) -> Verdict:
    """Check a sealed record: whether the deal is the committed one, and all revealed cards were dealt as it says.

    Each place must have the committed seal, each revealed place must be opened, each deck must keep its dealt order
    until the record says how it changes, and each shuffle must use the committed randomness. The verdict counts the
    opened cards.
    """
    try:
        return Verdict(
            sum(bool(place.title) for place in record.places), record.result, _Checker(record).check()
        )
    except _Mismatch as mismatch:
        return Verdict(0, record.result, mismatch.message)


class _Mismatch(Exception):
    """A contradiction between a sealed record and its commitment."""

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
        self.named = 0

    def check(self) -> None:
        """Raise _Mismatch for the first contradiction."""
        record = self.record
        if len(self.places) != len(record.places):
            raise _Mismatch(msg("A place of the deal is listed twice."))
        if promise(record.places, record.chance, record.setup) != record.commitment:
            raise _Mismatch(msg("This isn't the promised deal: its fingerprint differs."))
        for number, line in record.lines:
            text = line.strip()
            if line.startswith("  ") and not self.line(number, text):
                raise _Mismatch(msg("I can't read line {line}.", line=number))

    def line(self, number: int, text: str) -> bool:
        """Process a line about places. Return whether it could be read."""
        if text.startswith("shown: "):
            return self.shown(number, text.removeprefix("shown: "))
        if (match := _CHANCE.fullmatch(text)) is not None:
            return self.chance(number, int(match[1]), match[2].split())
        if (match := _DECK.fullmatch(text)) is not None:
            names = _unfolded(match[3])
            return names is not None and self.deck(number, int(match[1]) - 1, int(match[2] or 0), names)
        return False

    def count(self, number: int, names: int) -> None:
        """Add to the number of cards named in lines. Raises _Mismatch if there are too many."""
        self.named += names
        if self.named > _MOST_NAMES:
            raise _Mismatch(msg("Line {line}: this names more cards than any match has.", line=number))

    def shown(self, number: int, text: str) -> bool:
        parts = text.split(", ")
        self.count(number, len(parts))
        for part in parts:
            match = _SHOWN.fullmatch(part)
            if match is None:
                return False
            place = self.places.get((int(match[1]) - 1, match[2]))
            if place is None or not place.title:
                raise _Mismatch(
                    msg(
                        "Line {line}: “{place}” was shown, but its card isn't opened.",
                        line=number,
                        place=part,
                    )
                )
        return True

    def chance(self, number: int, drawn: int, names: list[str]) -> bool:
        matches = [_OF_SEAT.fullmatch(name) for name in names]
        things = [(int(match[1]) - 1, match[2]) for match in matches if match is not None]
        if len(things) < len(names):
            return False
        self.count(number, len(things))
        if self.drawn is not None and drawn != self.drawn:
            raise _Mismatch(
                msg("Line {line}: the random numbers don't continue where they stopped.", line=number)
            )
        for seat, deck in self.decks.items():
            own_names = [name for whose, name in things if whose == seat]
            if len(own_names) > 1 and set(own_names) == set(deck) and own_names != deck:
                raise _Mismatch(
                    msg("Line {line}: the deck wasn't in this order before the shuffle.", line=number)
                )
        chance = Chance(self.record.chance, drawn)
        chance.shuffle(things)
        self.drawn = chance.drawn
        self.shuffled += things
        return True

    def deck(self, number: int, seat: int, arranged: int, names: list[str]) -> bool:
        """Process a change of a deck's order."""
        self.count(number, len(names))
        if len(set(names)) != len(names):
            raise _Mismatch(msg("Line {line}: a card is listed twice.", line=number))
        for name in names:
            if name != FIXED and (seat, f"deck {name}") not in self.places:
                raise _Mismatch(msg("Line {line}: the deal has no such place.", line=number))
        before = self.decks.get(seat)
        if before is None:
            before = [
                where.removeprefix("deck ")
                for whose, where in self.places
                if whose == seat and where.startswith("deck ")
            ]
            before = [name for name in before if name in set(names)]
            if names != before:
                raise _Mismatch(msg("Line {line}: the deck isn't in the order it was dealt.", line=number))
        by_chance = [name for whose, name in self.shuffled if whose == seat]
        if [name for name in names if name in set(by_chance)] != by_chance:
            raise _Mismatch(msg("Line {line}: the cards aren't in the order of the shuffle.", line=number))
        self.shuffled = [name_of_seat for name_of_seat in self.shuffled if name_of_seat[0] != seat]
        if arranging(before, names, set(by_chance)) > arranged:
            raise _Mismatch(
                msg("Line {line}: cards are in a different order for no stated reason.", line=number)
            )
        self.decks[seat] = names
        return True


def _unfolded(text: str) -> list[str] | None:
    """Return the names in a deck line with runs expanded; None if it can't be read or is longer than any deck."""
    names: list[str] = []
    for part in text.split():
        if part == FIXED:
            names.append(part)
            continue
        match = _RUN.fullmatch(part)
        if match is None:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        # Checked before the expansion, because a line can contain thousands of runs.
        if not first <= last <= first + _LONGEST_DECK - len(names):
            return None
        names += map(str, range(first, last + 1))
    return names
