"""Deck codes: a whole deck, finished or not (rulebook §8), in one word of some 60 letters.

A code has, in this order: the fingerprint of the set up to the highest number in the deck; the factions; bastion and
mind; the arcana; the Dream cards; and the cards that have left the set. Cards are identified by number (`numbers`),
so a code stays the same and valid when cards are added to the set. Equal decks have equal codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cards.codes import BitReader, Bits, CodeError, CodeFault, Envelope
from cards.deck_builder import BuildingError
from cards.i18n import msg, msg_plural, title
from cards.voidream.card_ids import Numbers, the_numbers
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card

ENVELOPE = Envelope("VD", 1)
MOST_CARDS = 200
"""The maximum number of cards in a code: five decks' worth, more than any unfinished deck needs."""

_FACTIONS: tuple[Faction | None, ...] = (
    None,
    Faction.CHIMERIC_COURT,
    Faction.FRACTA,
    Faction.SUBTER_VENELLAM,
    Faction.MAZE,
    Faction.NEUTRAL,
)
"""The factions, by their numbers in codes. Never change the order."""

_TITLE, _STEP, _COPIES, _COUNT = 6, 3, 0, 3
"""The encoding of a card's number, the step to the next number, copies and counts: see `Bits.number`."""


class Unnumbered(BuildingError):
    """A card has no number, so no code can name it."""


def deck_code(deck: DeckList, numbers: Numbers | None = None) -> str:
    """Return the code of a deck, finished or not.

    Raises Unnumbered for cards that are not of the set, and BuildingError for more than `MOST_CARDS` cards.
    """
    numbers = numbers or the_numbers()
    deck = deck.ordered()
    rows = [_numbers_of(titles, numbers) for titles in (_titles(deck.arcana), _titles(deck.dream), deck.lost)]
    leaders = [_numbers_of([card.title], numbers)[0] if card else 0 for card in (deck.bastion, deck.mind)]
    if sum(map(len, rows)) > MOST_CARDS:
        raise BuildingError(msg("A code can contain up to {n} cards.", n=MOST_CARDS))
    bits = Bits()
    bits.fixed(numbers.fingerprint(max([*leaders, *(number for row in rows for number in row)])), 15)
    bits.fixed(_FACTIONS.index(deck.main) * len(_FACTIONS) + _FACTIONS.index(deck.guest), 6)
    for number in leaders:
        bits.number(number, _TITLE)
    for row in rows[:2] if not rows[2] else rows:
        _write_row(bits, row)
    return ENVELOPE.seal(bits)


def read_code(text: str, library: Library | None = None, numbers: Numbers | None = None) -> DeckList:
    """Return the deck of a code, pasted from anywhere. Raises CodeError with the reason."""
    library, numbers = library or the_set(), numbers or the_numbers()
    reader = ENVELOPE.open(text)
    try:
        mark = reader.fixed(15)
        main, guest = divmod(reader.fixed(6), len(_FACTIONS))
        leaders = [reader.number(_TITLE) for _ in range(2)]
        rows = [_read_row(reader), _read_row(reader)]
        rows.append(_read_rest(reader))
        factions = _FACTIONS[main], _FACTIONS[guest]
    except (ValueError, IndexError):
        raise CodeError(
            CodeFault.DAMAGED, msg("I can't make sense of this deck code. Ask for a new one.")
        ) from None
    every = [number for number in (*leaders, *(n for row in rows for n in row)) if number]
    _check_set(mark, every, numbers)
    lost: list[str] = []

    def cards_at(row: Iterable[int]) -> tuple[Card, ...]:
        titles = [numbers.title(number) for number in row if number]
        lost.extend(name for name in titles if name not in library)
        return tuple(library.find(name) for name in titles if name in library)

    bastion, mind = cards_at(leaders[:1]), cards_at(leaders[1:])
    arcana, dream = cards_at(rows[0]), cards_at(rows[1])
    former = [numbers.title(number) for number in rows[2]]
    return DeckList(
        bastion=bastion[0] if bastion else None,
        mind=mind[0] if mind else None,
        arcana=arcana,
        dream=dream,
        guest=factions[1],
        main=factions[0],
        lost=(*lost, *former),
    ).ordered()


def _titles(cards: Sequence[Card]) -> list[str]:
    return [card.title for card in cards]


def _numbers_of(titles: Iterable[str], numbers: Numbers) -> list[int]:
    out: list[int] = []
    for name in titles:
        number = numbers.by_title.get(name)
        if number is None:
            raise Unnumbered(
                msg(
                    "{card} isn't in this card set, so a deck code can't contain it. Share the deck as text.",
                    card=title(name),
                )
            )
        out.append(number)
    return out


def _write_row(bits: Bits, row: Sequence[int]) -> None:
    """Write each number once, as its distance from the previous one, with its number of copies."""
    copies = sorted(Counter(row).items())
    bits.number(len(copies), _COUNT)
    last = 0
    for number, count in copies:
        bits.number(number - last - 1, _STEP)
        bits.number(count - 1, _COPIES)
        last = number


def _read_row(reader: BitReader) -> list[int]:
    row: list[int] = []
    last = 0
    for _ in range(reader.number(_COUNT)):
        last += reader.number(_STEP) + 1
        row += [last] * _bounded(reader.number(_COPIES) + 1)
        _bounded(len(row))
    return row


def _read_rest(reader: BitReader) -> list[int]:
    try:
        reader.finish()
    except ValueError:
        row = _read_row(reader)
        reader.finish()
        return row
    return []


def _bounded(count: int) -> int:
    if count > MOST_CARDS:
        raise ValueError("more cards than a code can hold")
    return count


def _check_set(mark: int, every: Sequence[int], numbers: Numbers) -> None:
    """Raise CodeError unless the numbers stand for the same titles here as in the set of the code."""
    last = max(every, default=0)
    known = len(numbers.titles)
    if last > known:
        new = len({number for number in every if number > known})
        raise CodeError(
            CodeFault.OTHER_SET,
            msg_plural(
                "This deck code is from another version of the card set, probably a newer one: it names card number "
                "{last}, and here there are {known}. {n} card of the deck is not known here. Ask for the deck as text, "
                "which shows what is missing.",
                "This deck code is from another version of the card set, probably a newer one: it names card number "
                "{last}, and here there are {known}. {n} cards of the deck are not known here. Ask for the deck as "
                "text, which shows what is missing.",
                new,
                last=last,
                known=known,
            ),
        )
    if mark != numbers.fingerprint(last):
        raise CodeError(
            CodeFault.OTHER_SET,
            msg(
                "This deck code is from another version of the card set: the numbers in it stand for other cards there "
                "(the mark of its set is {mark}, of this one {here}). Ask for the deck as text.",
                mark=mark,
                here=numbers.fingerprint(last),
            ),
        )
