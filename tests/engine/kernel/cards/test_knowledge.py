"""Knowledge of untrackable cards: a reference reveals neither a card's place, nor its tag its arrival."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kernel.card_ids import CardId, Tag
from engine.kernel.cards.knowledge import CardKnowledge
from engine.kernel.cards.state import CardPosition
from engine.kernel.cards.zones import CardLayout, SeenBy, ZoneMark
from engine.kernel.chance import Chance
from engine.kernel.machine import Machine, Procedures
from engine.kernel.position import Frame


class Aiming(Frame, tag="aiming"):
    aim: CardId = -1


class Tagged(msgspec.Struct):
    title: str
    owner: int = 0
    known: int = 0
    tag: Tag = 0


class Pile(msgspec.Struct):
    deck: Annotated[list[CardId], ZoneMark("deck", SeenBy.NOBODY, ordered=True)] = []


class Piles(CardPosition[Aiming, Tagged, Pile], kw_only=True):
    cards: list[Tagged]
    seats: list[Pile]


class PilesMachine(Machine[Piles]):
    catalogue = Procedures["PilesMachine"]()


class PilesKnowledge(CardKnowledge[Piles, PilesMachine]):
    def machine(self, position: Piles, printed: bytes) -> PilesMachine:
        return PilesMachine(position, 1)


KNOWLEDGE = PilesKnowledge(CardLayout(Piles))


def known(*cards: Tagged, aim: int) -> bytes:
    position = Piles(
        chance=Chance(""), cards=list(cards), seats=[Pile([*range(len(cards))])], stack=[Aiming(aim=aim)]
    )
    return KNOWLEDGE.know(PilesMachine(position, 1), [0])


def test_a_reference_to_a_card_that_was_shuffled_in_does_not_show_its_place() -> None:
    seen = {known(Tagged("A"), Tagged("B"), Tagged("C"), aim=aim) for aim in (0, 1, 2)}
    assert len(seen) == 1
    world = KNOWLEDGE.sample(seen.pop(), Chance("world")).position
    assert sorted(world.seats[0].deck) == [0, 1, 2] and world.stack[0].aim in world.seats[0].deck


def test_a_reference_to_a_card_seen_in_its_place_shows_the_place() -> None:
    seen = {known(Tagged("A", known=2), Tagged("B", known=2), aim=aim) for aim in (0, 1)}
    assert len(seen) == 2


def test_looking_at_a_card_does_not_show_its_age() -> None:
    assert known(Tagged("A", known=1, tag=7), aim=0) == known(Tagged("A", known=1, tag=3), aim=0)
