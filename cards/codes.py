"""Robust codes: encoding a list of numbers as one word, for every game.

A code is one word of capital letters and digits: the game's tag and the version of its format (`VD1`), the length,
the content, and a checksum. Its 32 letters are Crockford's: no I, L, O or U, so that nothing looks like anything
else. Reading accepts those anyway, and also lower case, spaces, line breaks, hyphens and backticks. The content is a
sequence of bits in which small numbers are short (Exp-Golomb codes).
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from enum import Enum

import msgspec

from cards.deck_builder import BuildingError
from cards.i18n import Message, msg
from cards.numerals import numeral

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: five bits a letter."""

GAMES = {"VD": "Voidream", "DW": "Dreamweavers", "DD": "Dreams of Dystopia"}
"""The games by the tags with which their codes begin."""

_ALIKE = str.maketrans("ILO", "110")
_HEAD = 3
_CHECK = 7
_MOST = 32 * 32 - 1
_LONGEST = 2 * (_MOST + 16)
"""Maximum letters of a text, without separators, that can still be a code: one letter may be written as two."""
_BETWEEN = re.compile(r"[\s`*_~>|-]+")
_LABEL = re.compile(r"[`*]*(?:deck\s*)?code\s*[`*]*[:=]", re.IGNORECASE)
_TAGGED = re.compile(rf"({'|'.join(GAMES)})([0-9A-Z])(.*)", re.DOTALL)


class CodeFault(Enum):
    """The faults that a code can have."""

    NOT_OURS = "it is no code of this program"
    WRONG_GAME = "it is of another game"
    NEWER_FORMAT = "it was written by a newer version of the program"
    CUT_SHORT = "a part of it is missing"
    DAMAGED = "letters of it are wrong"
    OTHER_SET = "its cards are not those of this set"


class CodeError(BuildingError):
    """A code that can't be read. `phrase` is a sentence for the person, `fault` the kind of mistake."""

    def __init__(self, fault: CodeFault, sentence: Message) -> None:
        super().__init__(sentence)
        self.fault = fault


class Bits:
    """A growing sequence of bits."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def number(self, value: int, order: int) -> None:
        """Add a number of at least 0: `order` + 1 bits for the smallest ones, two more for each doubling."""
        if value < 0:
            raise ValueError("only numbers from 0 on can be written")
        digits = f"{value + (1 << order):b}"
        self._bits.append("0" * (len(digits) - order - 1) + digits)

    def fixed(self, value: int, width: int) -> None:
        """Add a number that takes `width` bits. Raises ValueError if it is too large."""
        if not 0 <= value < 1 << width:
            raise ValueError(f"{value} does not fit {width} bits")
        self._bits.append(f"{value:0{width}b}")

    def letters(self) -> str:
        """Return the bits as letters, five bits each. The last letter is filled with zeros."""
        bits = "".join(self._bits)
        bits += "0" * (-len(bits) % 5)
        return "".join(LETTERS[int(bits[k : k + 5], 2)] for k in range(0, len(bits), 5))


class BitReader:
    """Reads what `Bits` wrote. Raises ValueError at the end."""

    def __init__(self, letters: str) -> None:
        self._bits = "".join(f"{LETTERS.index(letter):05b}" for letter in letters)
        self._at = 0

    def number(self, order: int) -> int:
        """Read a number that was written with the same order."""
        one = self._bits.find("1", self._at)
        if one < 0:
            raise ValueError("the end of a number is missing")
        end = one + (one - self._at) + order + 1
        self._at, digits = end, self._bits[one:end]
        if end > len(self._bits):
            raise ValueError("the end of a number is missing")
        return int(digits, 2) - (1 << order)

    def fixed(self, width: int) -> int:
        """Read a number of `width` bits."""
        digits = self._bits[self._at : self._at + width]
        if len(digits) < width:
            raise ValueError("the end of a number is missing")
        self._at += width
        return int(digits, 2)

    def finish(self) -> None:
        """Raise ValueError if anything is left except the zeros that fill the last letter."""
        rest = self._bits[self._at :]
        if len(rest) >= 5 or "1" in rest:
            raise ValueError("there is more than was expected")


class Envelope(msgspec.Struct, frozen=True):
    """The head of a game's codes: its tag in `GAMES`, and the version of their content (one digit)."""

    tag: str
    version: int

    def seal(self, bits: Bits) -> str:
        """Return the code with this content. Raises ValueError if it would be too long."""
        letters = bits.letters()
        if len(letters) > _MOST:
            raise ValueError("this is too long for a code")
        start = f"{self.tag}{self.version}"
        size = LETTERS[len(letters) // 32] + LETTERS[len(letters) % 32]
        return start + size + _check(start + size, 1) + letters + _check(start + size + letters, _CHECK)

    def open(self, text: str) -> BitReader:
        """Return the content of the code in a text. Raises CodeError, which describes what is wrong with it."""
        title = GAMES[self.tag]
        tagged = _TAGGED.fullmatch(squeezed(text))
        if tagged is None:
            begins = f"{self.tag}{self.version}"
            raise CodeError(
                CodeFault.NOT_OURS,
                msg(
                    "This isn't a deck code of {game}: those begin with {begins}.", game=title, begins=begins
                ),
            )
        tag, version, rest = tagged.groups()
        if tag != self.tag:
            raise CodeError(
                CodeFault.WRONG_GAME,
                msg("This is a code of {other}, not of {game}.", other=GAMES[tag], game=title),
            )
        version = version.translate(_ALIKE)
        if version != str(self.version):
            if (numeral(version) or 0) > self.version:
                raise CodeError(
                    CodeFault.NEWER_FORMAT,
                    msg(
                        "This deck code was written by a newer version of the program (its format is {version}, this "
                        "one reads {known}). Ask for the deck as text.",
                        version=version,
                        known=self.version,
                    ),
                )
            raise _damaged(
                msg(
                    "it begins with {start}, and codes begin with {known}",
                    start=f"{tag}{version}",
                    known=f"{self.tag}{self.version}",
                )
            )
        return BitReader(_checked(f"{tag}{version}", rest))


def squeezed(text: str) -> str:
    """Return the letters of a code in a text, without separators and characters added by copying."""
    text = text.lstrip()
    label = _LABEL.match(text)
    visible = "".join(
        c for c in text[label.end() if label else 0 :] if unicodedata.category(c)[0] not in "CM"
    )
    letters = _BETWEEN.sub("", visible)[:_LONGEST]
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", letters)).upper()


def looks_like_code(text: str) -> bool:
    """Return whether a text is meant as a code of any game, not as words: it is a single long word."""
    if _LABEL.match(text.lstrip()):
        return True
    letters = squeezed(text)
    tagged = _TAGGED.fullmatch(letters)
    one_word = len(text.split(maxsplit=1)) == 1 and len(letters) >= 16
    return one_word or (
        tagged is not None and numeral(tagged[2].translate(_ALIKE)) is not None and len(letters) >= 6
    )


def _checked(start: str, rest: str) -> str:
    """Verify the head and the checksum, and return what is between them."""
    strange = next((letter for letter in rest if letter.translate(_ALIKE) not in LETTERS), None)
    if strange is not None:
        raise _damaged(msg("“{letter}” is in no code", letter=strange))
    rest = rest.translate(_ALIKE)
    if len(rest) < _HEAD:
        raise _cut(len(start) + len(rest), None)
    size = rest[: _HEAD - 1]
    if _check(start + size, 1) != rest[_HEAD - 1]:
        raise _damaged(msg("its first letters don't match"))
    length = LETTERS.index(size[0]) * 32 + LETTERS.index(size[1])
    whole = _HEAD + length + _CHECK
    if len(rest) < whole:
        raise _cut(len(start) + len(rest), len(start) + whole)
    letters, check, more = rest[_HEAD : _HEAD + length], rest[_HEAD + length : whole], rest[whole:]
    if check != _check(start + size + letters, _CHECK):
        raise _damaged(msg("its checksum is wrong"))
    if more:
        raise _damaged(msg("it should end before “{rest}”", rest=more[:20]))
    return letters


def _check(text: str, letters: int) -> str:
    value = zlib.crc32(text.encode())
    return "".join(LETTERS[value >> 5 * k & 31] for k in reversed(range(letters)))


def _damaged(how: Message) -> CodeError:
    return CodeError(
        CodeFault.DAMAGED, msg("This deck code is damaged: {how}. Copy it again, as a whole.", how=how)
    )


def _cut(there: int, whole: int | None) -> CodeError:
    count = msg("its end is missing")
    if whole:
        count = msg("only {n} of its {whole} letters are there", n=there, whole=whole)
    return CodeError(
        CodeFault.CUT_SHORT,
        msg(
            "This deck code is cut short: {how}. Copy it again, from the first letter to the last.", how=count
        ),
    )
