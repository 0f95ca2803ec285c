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
    """Return the deck for a match's setup. Raises BuildingError with all rules that it breaks."""
    broken_rules = violations(deck)
    if broken_rules or deck.bastion is None or deck.mind is None:
        sentences = row(*(violation.sentence for violation in broken_rules))
        raise BuildingError(msg("The deck {name} can't be played: {wrong}", name=name, wrong=sentences))
    return Deck(name, deck.bastion, deck.mind, deck.arcana, deck.dream, deck.guest)


class _StoredDeck(msgspec.Struct, frozen=True):
    """The stored form of a deck in JSON: the titles of its cards."""

    main: Faction | None
    guest: Faction | None
    bastion: str | None
    mind: str | None
    arcana: tuple[str, ...]
    dream: tuple[str, ...]
    lost: tuple[str, ...]


_READER = json_reader(_StoredDeck)


def write(deck: DeckList) -> str:
    """Return the stored form of a deck."""
    deck = deck.ordered()
    stored = _StoredDeck(
        main=deck.main,
        guest=deck.guest,
        bastion=deck.bastion.title if deck.bastion else None,
        mind=deck.mind.title if deck.mind else None,
        arcana=tuple(card.title for card in deck.arcana),
        dream=tuple(card.title for card in deck.dream),
        lost=deck.lost,
    )
    return msgspec.json.encode(stored).decode()


def read(content: str) -> DeckList:
    """Return a stored deck. Titles no longer in the set are put into `lost`. Raises ValueError if it can't be read."""
    stored = _READER.read(content)
    library, lost = the_set(), list(stored.lost)

    def find_cards(*titles: str | None) -> tuple[Card, ...]:
        lost.extend(title for title in titles if title and title not in library)
        return tuple(library.find(title) for title in titles if title and title in library)

    bastion, mind = find_cards(stored.bastion), find_cards(stored.mind)
    return DeckList(
        bastion=bastion[0] if bastion else None,
        mind=mind[0] if mind else None,
        arcana=find_cards(*stored.arcana),
        dream=find_cards(*stored.dream),
        guest=stored.guest,
        main=stored.main,
        lost=tuple(lost),
    ).ordered()


def summary(deck: DeckList) -> Message:
    """Return a short description of a deck's type."""
    if deck.faction is None:
        return msg("nothing chosen yet")
    kind = faction_alone(deck.faction)
    if deck.guest:
        kind = msg("{faction} with {guest}", faction=kind, guest=faction_alone(deck.guest))
    return row(kind, *(title(card.title) for card in (deck.bastion, deck.mind) if card), between=", ")


def understand(text: str) -> tuple[str, DeckList]:
    """Return the name ("" if none) and the deck in a text or code. Raises BuildingError with all mistakes."""
    if looks_like_code(text):
        return "", read_code(text)
    deck_text = read_deck(text)
    return deck_text.name, deck_text.deck


def read_file(path: Path) -> tuple[str, DeckList]:
    """Return the name and the deck in a TOML file. Raises BuildingError with all mistakes."""
    try:
        deck = read_deck_file(path, the_set())
    except CardError as error:
        raise BuildingError(*(as_message(str(problem)) for problem in error.problems)) from error
    return deck.name, deck.list


@cache
def _keys() -> Mapping[str, str]:
    """Return the short keys of the numbered cards of the set, by title."""
    numbers = the_numbers().by_title
    return {card.title: str(numbers[card.title]) for card in the_set() if card.title in numbers}


def _list_of(content: Deck) -> DeckList:
    return content.list.ordered()


def _violations(deck: DeckList) -> list[Message]:
    return [violation.sentence for violation in violations(deck)]


def _steps(deck: DeckList) -> tuple[DeckStep, ...]:
    return rules.steps(deck, _keys())


def _chosen(deck: DeckList, step: str, counts: Mapping[str, int]) -> DeckList:
    return rules.chosen(deck, step, counts, _keys())


def _filled(deck: DeckList, chance: Random) -> DeckList:
    return filled(deck, chance)
