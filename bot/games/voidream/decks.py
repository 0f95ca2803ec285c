"""Deck building for Voidream: building, storing and sharing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from bot.games.playable import Building
from cards.codes import looks_like_code
from cards.deck_builder import BuildingError, DeckStep
from cards.i18n import Message, as_message, msg, row, title
from cards.language.errors import CardError
from cards.voidream import deck_builder as rules
from cards.voidream.autofill import filled
from cards.voidream.card_ids import the_numbers
from cards.voidream.deck_codes import deck_code, read_code
from cards.voidream.deck_limits import misfits, without_misfits
from cards.voidream.deck_rules import faction_alone, violations
from cards.voidream.deck_text import print_deck, read_deck
from cards.voidream.decks import Deck, DeckList
from cards.voidream.decks import read_deck as read_deck_file
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card
from engine.kernel.decoder import json_reader
from render.voidream.deck import draw_deck
from render.voidream.deck_words import alt_deck, text_deck


def voidream_building() -> Building[DeckList, Deck]:
    """Return the deck building of Voidream."""
    return Building(
        blank=DeckList,
        of=_list_of,
        playable=playable,
        write=write,
        read=read,
        violations=_violations,
        steps=_steps,
        chosen=_chosen,
        filled=_filled,
        misfits=misfits,
        without_misfits=without_misfits,
        summary=summary,
        text=print_deck,
        code=deck_code,
        understand=understand,
        picture=draw_deck,
        alt=alt_deck,
        words=text_deck,
        read_file=read_file,
    )


def playable(name: str, deck: DeckList) -> Deck:
    """Return the deck as a match takes it. Raises BuildingError with all that is wrong with it."""
    wrong = violations(deck)
    if wrong or deck.bastion is None or deck.mind is None:
        broken = row(*(violation.sentence for violation in wrong))
        raise BuildingError(msg("The deck {name} can't be played: {wrong}", name=name, wrong=broken))
    return Deck(name, deck.bastion, deck.mind, deck.arcana, deck.dream, deck.guest)


class _KeptDeck(msgspec.Struct, frozen=True):
    """A deck as it is stored, in JSON: the titles of its cards."""

    main: Faction | None
    guest: Faction | None
    bastion: str | None
    mind: str | None
    arcana: tuple[str, ...]
    dream: tuple[str, ...]
    lost: tuple[str, ...]


_READER = json_reader(_KeptDeck)


def write(deck: DeckList) -> str:
    """Return the deck as it is stored."""
    deck = deck.ordered()
    kept = _KeptDeck(
        main=deck.main,
        guest=deck.guest,
        bastion=deck.bastion.title if deck.bastion else None,
        mind=deck.mind.title if deck.mind else None,
        arcana=tuple(card.title for card in deck.arcana),
        dream=tuple(card.title for card in deck.dream),
        lost=deck.lost,
    )
    return msgspec.json.encode(kept).decode()


def read(content: str) -> DeckList:
    """Return a stored deck; titles that have left the set since are lost. Raises ValueError for what is none."""
    kept = _READER.read(content)
    library, lost = the_set(), list(kept.lost)

    def found(*titles: str | None) -> tuple[Card, ...]:
        lost.extend(title for title in titles if title and title not in library)
        return tuple(library.find(title) for title in titles if title and title in library)

    bastion, mind = found(kept.bastion), found(kept.mind)
    return DeckList(
        bastion=bastion[0] if bastion else None,
        mind=mind[0] if mind else None,
        arcana=found(*kept.arcana),
        dream=found(*kept.dream),
        guest=kept.guest,
        main=kept.main,
        lost=tuple(lost),
    ).ordered()


def summary(deck: DeckList) -> Message:
    """Return the type of a deck, in a few words."""
    if deck.faction is None:
        return msg("nothing chosen yet")
    kind = faction_alone(deck.faction)
    if deck.guest:
        kind = msg("{faction} with {guest}", faction=kind, guest=faction_alone(deck.guest))
    return row(kind, *(title(card.title) for card in (deck.bastion, deck.mind) if card), between=", ")


def understand(text: str) -> tuple[str, DeckList]:
    """Return the name ("" for none) and the deck in a text or code. Raises BuildingError with everything that is wrong."""
    if looks_like_code(text):
        return "", read_code(text)
    named = read_deck(text)
    return named.name, named.deck


def read_file(path: Path) -> tuple[str, DeckList]:
    """Return the name and the deck in a TOML file. Raises BuildingError with everything that is wrong."""
    try:
        deck = read_deck_file(path, the_set())
    except CardError as error:
        raise BuildingError(*(as_message(str(problem)) for problem in error.problems)) from error
    return deck.name, deck.list


@cache
def _keys() -> Mapping[str, str]:
    """The short key of each title of the set that has a number."""
    numbers = the_numbers().by_title
    return {card.title: str(numbers[card.title]) for card in the_set() if card.title in numbers}


def _list_of(content: Deck) -> DeckList:
    return content.list.ordered()


def _violations(deck: DeckList) -> list[Message]:
    return [violation.sentence for violation in violations(deck)]


def _steps(deck: DeckList) -> tuple[DeckStep, ...]:
    return rules.steps(deck, _keys())


def _chosen(deck: DeckList, step: str, wanted: Mapping[str, int]) -> DeckList:
    return rules.chosen(deck, step, wanted, _keys())


def _filled(deck: DeckList, chance: Random) -> DeckList:
    return filled(deck, chance)
