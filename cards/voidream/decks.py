"""Decks: what may be brought to a match (rulebook §8), and the ready-made ones."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.voidream.language.errors import CardError, Problem, Where
from cards.voidream.language.printer import FACTION_NAMES
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, UnknownCard, the_set
from cards.voidream.model import Card, Kind

MAX_COPIES = 3
"""How many Dream cards of one title a deck may hold (§8)."""

DREAM_KINDS = frozenset({Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT})


@dataclass(frozen=True, slots=True)
class Deck:
    """What a player brings: not necessarily legal, see `violations`.

    `arcana` is the whole hand, the major arcanum included; `dream` holds each Dream card as often as it is in the
    deck, without the bastion.
    """

    name: str
    bastion: Card
    mind: Card
    arcana: tuple[Card, ...]
    dream: tuple[Card, ...]
    guest: Faction | None = None
    blurb: str = ""
    recommended: bool = False

    @property
    def faction(self) -> Faction:
        """The main faction: that of the bastion."""
        return self.bastion.faction


def violations(deck: Deck) -> list[str]:
    """Every rule of §8 that the deck breaks, each in a sentence; an empty list for a legal deck."""
    return [*_leaders(deck), *_arcana(deck), *_dream(deck)]


def _leaders(deck: Deck) -> Iterator[str]:
    if deck.bastion.kind is not Kind.BASTION:
        yield f"{deck.bastion.title} is no bastion."
    if deck.faction is Faction.NEUTRAL:
        yield "The main faction can't be neutral."
    if deck.guest in (deck.faction, Faction.NEUTRAL):
        yield "The guest faction must be another one than the main faction, and not neutral."
    if deck.mind.kind is not Kind.MIND:
        yield f"{deck.mind.title} is no mind card."
    elif deck.mind.faction not in (deck.faction, deck.guest, Faction.NEUTRAL):
        yield f"The mind card {deck.mind.title} is {_name(deck.mind.faction)}: it must be {_allowed(deck)}."


def _arcana(deck: Deck) -> Iterator[str]:
    back = deck.bastion.back
    for card in _each(deck.arcana):
        if card.kind is not Kind.ARCANUM:
            yield f"{card.title} is no arcanum."
    for title, copies in Counter(card.title for card in deck.arcana).items():
        if copies > 1:
            yield f"{title} is in your hand {copies} times: arcana must all be different."
    if back is None:
        return
    if all(card.title != back.major for card in deck.arcana):
        yield f"Your hand needs {back.major}, the major arcanum of {deck.bastion.title}."
    for card in _each(deck.arcana):
        if card.major and card.title != back.major:
            yield f"{card.title} is the major arcanum of another bastion."
    others = [card for card in deck.arcana if card.title != back.major]
    if len(others) != back.arcana.total:
        yield f"Your hand has {len(others)} arcana besides {back.major}: it must be {back.arcana.total}."
    yield from _factions(deck, others, back.arcana.guest, "arcana")


def _dream(deck: Deck) -> Iterator[str]:
    back = deck.bastion.back
    for card in _each(deck.dream):
        if card.kind not in DREAM_KINDS:
            yield f"{card.title} is no Dream card that goes into a deck."
    for title, copies in Counter(card.title for card in deck.dream).items():
        if copies > MAX_COPIES:
            yield f"{title} is in the deck {copies} times: {MAX_COPIES} copies is the limit."
    if back is None:
        return
    total = len(deck.dream) + 1
    if total != back.dream.total:
        yield f"The deck has {total} Dream cards with its bastion: it must be {back.dream.total}."
    yield from _factions(deck, deck.dream, back.dream.guest, "Dream cards")


def _factions(deck: Deck, cards: Iterable[Card], limit: int, what: str) -> Iterator[str]:
    """Check whose cards they are; other bastions' major arcana have been named already."""
    cards = [card for card in cards if not card.major]
    guests = [card for card in cards if deck.guest is not None and card.faction is deck.guest]
    if len(guests) > limit:
        yield f"{len(guests)} {what} are {_name(guests[0].faction)}, your guest: {limit} is the limit."
    for card in _each(cards):
        if card.faction not in (deck.faction, deck.guest, Faction.NEUTRAL):
            yield f"{card.title} is {_name(card.faction)}: it must be {_allowed(deck)}."


def _each(cards: Iterable[Card]) -> list[Card]:
    """The cards without repeats."""
    return [*{card.title: card for card in cards}.values()]


def _name(faction: Faction) -> str:
    return FACTION_NAMES[faction]


def _allowed(deck: Deck) -> str:
    factions = [_name(deck.faction), *([_name(deck.guest)] if deck.guest else [])]
    return f"{', '.join(factions)} or neutral"


# ------------------------------------------------------------------------------------------------ ready-made decks


class _DeckSource(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1)]
    blurb: str
    bastion: str
    mind: str
    guest: str | None = None
    arcana: list[str]
    dream: dict[str, Annotated[int, Field(ge=1)]]
    recommended: bool = False


class _DeckFile(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    deck: _DeckSource


def read_deck(path: Path | Traversable, library: Library) -> Deck:
    """The deck in a TOML file, of cards of this library; legal or not. Raises CardError if it can't be read."""
    where = Where(path.name, line=0)
    try:
        written = _DeckFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).deck
        guest = Faction(written.guest) if written.guest else None
    except ValidationError as error:
        problems = [
            Problem(where, f'"{".".join(str(part) for part in details["loc"])}": {details["msg"]}.')
            for details in error.errors()
        ]
        raise CardError(problems) from None
    except (OSError, ValueError) as error:
        raise CardError([Problem(where, f"This deck can't be read: {error}.")]) from None
    unknown: list[Problem] = []
    for title in (written.bastion, written.mind, *written.arcana, *written.dream):
        try:
            library.find(title)
        except UnknownCard as error:
            unknown.append(Problem(where, str(error), title))
    if unknown:
        raise CardError(unknown)
    return Deck(
        name=written.name,
        bastion=library.find(written.bastion),
        mind=library.find(written.mind),
        arcana=tuple(library.find(title) for title in written.arcana),
        dream=tuple(library.find(title) for title, copies in written.dream.items() for _ in range(copies)),
        guest=guest,
        blurb=written.blurb,
        recommended=written.recommended,
    )


@cache
def ready_made() -> tuple[Deck, ...]:
    """The decks that come with the game, the recommended first deck in front, then by name."""
    folder = files("cards.voidream").joinpath("decks")
    decks = [read_deck(file, the_set()) for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(decks, key=lambda deck: (not deck.recommended, deck.name)))
