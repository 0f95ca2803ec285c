"""Measure illustrations: the time to draw them relative to encoding, the difference of the most similar two, and their sizes."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from PIL import Image, ImageChops, ImageStat

from cards.voidream.decks import ready_made
from cards.voidream.library import the_set
from cards.voidream.model import Card
from engine.voidream.views.builder import face_of
from render.voidream.art import CardArt
from render.voidream.card import draw_card
from render.voidream.deck import draw_deck

SIZE = (600, 450)
REDUCTION = 15
_KINDS = ("entity", "thought", "memory", "construct", "arcanum", "mind", "bastion")
_FACTIONS = ("neutral", "chimeric-court", "fracta", "subter-venellam", "maze")


@dataclass(frozen=True, slots=True)
class Painting:
    """The time to paint pictures, as a multiple of Pillow's time to encode the same picture as a PNG in full colour."""

    mean: float
    worst: float
    painted: int
    """The number of pictures that aren't blank: with more than one colour in ten parts of the picture."""


def _picture(card: Card) -> CardArt:
    return CardArt(card.title, card.kind.value, card.faction.value, card.art)


def _weighed(pictures: Iterable[CardArt], tries: int) -> Painting:
    painting = encoding = worst = 0.0
    painted = 0
    for picture in pictures:
        image, took, wrote = picture.paint(*SIZE), list[float](), list[float]()
        for _ in range(tries):
            began = time.process_time()
            image = picture.paint(*SIZE)
            took.append(time.process_time() - began)
            began = time.process_time()
            image.save(io.BytesIO(), "PNG")
            wrote.append(time.process_time() - began)
        painting, encoding = painting + min(took), encoding + min(wrote)
        worst = max(worst, min(took) / min(wrote))
        painted += max(ImageStat.Stat(image.convert("L")).stddev) > 6
    return Painting(painting / encoding, worst, painted)


def set_painting() -> Painting:
    """Paint every card of the set at 600 by 450 pixels."""
    CardArt("first", "entity", "neutral").paint(*SIZE)
    return _weighed(map(_picture, the_set()), tries=2)


def derived_painting() -> Painting:
    """Paint 500 cards with invented titles, which have no recipes."""
    return _weighed(_invented(500), tries=2)


def _invented(count: int) -> Iterator[CardArt]:
    chance = Random("titles")
    things = [
        "Bell",
        "Door",
        "Clock",
        "Owl",
        "Staircase",
        "Letter",
        "Zorblax",
        "Lighthouse",
        "Mirror",
        "Orchard",
        "Train",
        "Fish",
        "Quill",
        "Ember",
    ]
    titles = [
        "Drowned",
        "Forgotten",
        "Second",
        "Last",
        "Paper",
        "Silent",
        "Glass",
        "Borrowed",
        "Unfinished",
        "Burning",
        "Hollow",
        "Three",
    ]
    links = ("of the", "behind the", "in the", "under a", "without a", "and the", "on the")
    for number in range(count):
        title = f"{chance.choice(titles)} {chance.choice(things)}"
        if number % 3:
            title = f"{title} {chance.choice(links)} {chance.choice(titles)} {chance.choice(things)}"
        yield CardArt(title, chance.choice(_KINDS), chance.choice(_FACTIONS))


@dataclass(frozen=True, slots=True)
class Likeness:
    """The mean difference of the two most similar cards, in levels of 255, and their titles."""

    colour: float
    grey: float
    who: str


def likeness() -> Likeness:
    """Compare all cards of the set with each other, reduced to 40 by 30 pixels."""
    small = [(card.title, _picture(card).paint(*SIZE).reduce(REDUCTION)) for card in the_set()]
    colour = min((_apart(one, other), f"{a} / {b}") for (a, one), (b, other) in combinations(small, 2))
    grey = min(
        (_apart(one, other), f"{a} / {b}")
        for (a, one), (b, other) in combinations(((name, image.convert("L")) for name, image in small), 2)
    )
    return Likeness(colour[0], grey[0], f"{colour[1]}; in grey {grey[1]}")


def _apart(one: Image.Image, other: Image.Image) -> float:
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)


def largest_card() -> int:
    """Return the size of the largest picture of a card in bytes, among every fourth card of the set."""
    return max(len(draw_card(face_of(card))) for card in list(the_set())[::4])


def largest_deck() -> int:
    """Return the size of the largest picture of a ready-made deck, in bytes."""
    return max(len(draw_deck(deck.name, deck.list)) for deck in ready_made())
