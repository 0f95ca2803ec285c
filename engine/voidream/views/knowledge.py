"""Knowledge: the facts of a match known to some seats, and positions sampled from it.

It is derived from zones (`position`) and secret fields (`frames`). This module covers facts that types can't express:
a deck is known to its owner alone, some questions are public, some counters concern hidden cards, and actions in the
same position are remembered.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

import msgspec

from cards.voidream.card_schema import read_source, source
from cards.voidream.library import the_set
from engine.kernel.cards.knowledge import CardKnowledge, Hidden, Known
from engine.kernel.cards.state import BACK_SEEN, WATCHERS, Face
from engine.kernel.cards.zones import CardLayout
from engine.kernel.decoder import plain_msgpack
from engine.kernel.position import Frame
from engine.voidream.frames import (
    EnterNightmare,
    EventWindow,
    EvokeCard,
    NightmarePhase,
    PlayCard,
    ResolveLine,
    TakeTurn,
    UnveilCards,
)
from engine.voidream.position import VoidreamPosition
from engine.voidream.program import CardPool
from engine.voidream.queries.loops import digest, taken_here
from engine.voidream.referee import Referee
from engine.voidream.views.samples import OwnerKnowledge

ASKS_AGAIN: dict[tuple[type[Frame], str], str] = {
    (TakeTurn, "perform_action"): "choose_action",
    (EvokeCard, "decide"): "look",
    (ResolveLine, "instructions"): "instructions",
    (UnveilCards, "turn_mind_to_unveil"): "choose_veiled",
    (UnveilCards, "discard_payment"): "pay_for_next",
    (NightmarePhase, "nightmare_comes"): "dreamer_faces_it",
    (EnterNightmare, "arcanum_goes"): "one_is_voided",
    (PlayCard, "additional_costs"): "additional_costs",
}
"""The steps that ask a secret question, by procedure and following step.

They can be repeated with the same question. Questions of other steps are public.
"""
HERE = "here"
"""Replaces the digest of the current position."""


def bits_of(seats: Collection[int]) -> int:
    """Return the bits of these seats in `CardState.known` and `CardState.seen`; for none, the bits of spectators."""
    return sum(1 << seat for seat in seats) or WATCHERS


class VoidreamKnowledge(CardKnowledge[VoidreamPosition, Referee]):
    """Hides secrets that types don't declare, and samples other players' decks."""

    def machine(self, position: VoidreamPosition, printed: bytes) -> Referee:
        """Return a referee at a position."""
        return Referee(position, _pool_with(printed))

    def printed(self, machine: Referee, position: VoidreamPosition, hidden: Hidden) -> bytes:
        """Return the known cards whose print differs from the current set."""
        strange = _strange(machine.pool)
        titles = sorted(_named(position, hidden) & strange.keys()) if strange else []
        return msgspec.msgpack.encode([strange[title] for title in titles]) if titles else b""

    def is_open(self, machine: Referee, card: int) -> bool:
        """Return whether a card is an active construct in a deck: public, without its place in the deck."""
        return machine.cards[card].face_up

    def known_faces(
        self, machine: Referee, cards: Sequence[int], seats: Collection[int]
    ) -> dict[int, list[Face]]:
        """Return the known faces among an owner's hidden cards: the whole own deck, and cards seen before."""
        states, bits = machine.cards, bits_of(seats)
        known_cards = [
            states[card] for card in cards if states[card].owner in seats or states[card].seen & bits
        ]
        return {
            owner: sorted(state.title for state in known_cards if state.owner == owner) for owner in (0, 1)
        }

    def secret_questions(self, position: VoidreamPosition, seats: Collection[int]) -> list[int]:
        """Return the seats with a secret question that these seats don't know."""
        top = position.stack[-1] if position.stack else None
        is_secret = top is not None and (type(top), top.step) in ASKS_AGAIN
        return super().secret_questions(position, seats) if is_secret else []

    def asking_step(self, world: Referee) -> str:
        """Return the step that asks again."""
        top = world.position.stack[-1]
        return ASKS_AGAIN[type(top), top.step]

    def hide(self, machine: Referee, position: VoidreamPosition, hidden: Hidden) -> None:
        """Remove digests of the whole table, counters about hidden cards, and these cards' past observations."""
        prefixes = [f"{seat} " for seat in hidden.seats if seat in position.questions]
        own_acts = {act for act in taken_here(machine) if any(act.startswith(label) for label in prefixes)}
        position.history = [(HERE, act) for act in sorted(own_acts)]
        if position.conflict is not None:
            position.conflict.marks = []
        if position.happened:
            counted_keys = machine.pool.asked_by(_named(position, hidden))
            position.happened = {
                key: cards for key, cards in position.happened.items() if key in counted_keys
            }
        for frame in position.stack:
            match frame:
                case ResolveLine():
                    _hide_places(position, frame, hidden.cards)
                # If cards are only reordered, no one else knows which of them have moved.
                case PlayCard():
                    frame.displaced = [card for card in (frame.card,) if card in frame.displaced]
                case EventWindow():
                    frame.displaced = [card for card, _, _ in frame.places if card in frame.displaced]
                case _:
                    pass
        bits = bits_of(hidden.seats)
        for at, card in enumerate(position.cards):  # As in a position in which nothing else has been seen.
            card.seen = 1 << card.owner | (0 if at in hidden.cards else card.known & ~BACK_SEEN | bits)

    def deal(self, position: VoidreamPosition, known: Known, rng: Random) -> None:
        """Deal cards that the decks could contain, in addition to the known ones."""
        cards, bits, pool = position.cards, bits_of(known.seats), _pool_with(known.printed)
        for side in _sides(known):
            side.deal(pool, cards, rng)
            sure = dict(side.sure)
            for card in side.hidden:
                if sure.get(cards[card].title, 0) > 0:
                    sure[cards[card].title] -= 1
                    cards[card].seen |= bits

    def choose(self, world: Referee, rng: Random) -> None:
        """Copy the actions in the true position to this one (§7)."""
        if world.position.history:
            current_digest = digest(world)
            world.position.history = [(current_digest, act) for _, act in world.position.history]


def _hide_places(position: VoidreamPosition, frame: ResolveLine, hidden: Collection[int]) -> None:
    """Reorder the cards of a line's references, so that their order doesn't reveal their places to others."""
    places = {card: place for state in position.seats for place, card in enumerate(state.deck)}

    def order(card: int) -> tuple[bool, int, str]:
        is_hidden = card in hidden
        return not is_hidden, places.get(card, -1), "" if is_hidden else position.cards[card].title

    def in_random_order(cards: list[int]) -> list[int]:
        return sorted(cards, key=order) if any(card in hidden for card in cards) else cards

    frame.it, frame.them = in_random_order(frame.it), in_random_order(frame.them)
    frame.by_turn = [(seat, it and in_random_order(it), n) for seat, it, n in frame.by_turn]
    if frame.picked is not None:
        # Others don't know which of the cards looked at were picked (R119): they could be the top ones.
        looked_at = [
            card for state in position.seats for card in state.deck[: state.lifted] if card in hidden
        ]
        could_be = iter(looked_at)
        frame.picked = [next(could_be) if card in looked_at else card for card in frame.picked]
    cuts = [0, *(count for count, _, _ in frame.before), len(frame.named)]
    frame.named = [card for start, end in pairwise(cuts) for card in in_random_order(frame.named[start:end])]


def _named(position: VoidreamPosition, hidden: Hidden) -> set[str]:
    """Return the titles of all cards and minds that these seats can name."""
    open_cards = {card.title for at, card in enumerate(position.cards) if at not in hidden.cards}
    minds = {state.mind_title for state in position.seats}
    return open_cards | minds | {str(face) for faces in hidden.faces.values() for face in faces}


def _back(ref: Referee, face: Face) -> str:
    """Return the information on a back, which is the card's value."""
    return str(ref.pool[str(face)].value)


KNOWLEDGE = VoidreamKnowledge(CardLayout(VoidreamPosition, _back))


@lru_cache(maxsize=8)
def _sides(knowledge: Known) -> list[OwnerKnowledge]:
    """Return the knowledge about each owner's cards, which is the same for every sampled position."""
    position = KNOWLEDGE.layout.read(knowledge.position)
    return [
        OwnerKnowledge(knowledge, position, _pool_with(knowledge.printed), owner)
        for owner in range(len(position.seats))
    ]


@lru_cache(maxsize=64)
def _strange(pool: CardPool) -> dict[str, dict[str, object]]:
    """Return the stored cards of a match that differ from the current set."""
    today = the_set().cards
    cards = {title: compiled.card for title, compiled in pool.cards.items()}
    return {title: source(card) for title, card in cards.items() if today.get(title) != card}


@lru_cache(maxsize=8)
def _pool_with(stored_cards: bytes) -> CardPool:
    """Return the pool of the current set, with the differing cards of a match."""
    if not stored_cards:
        return _set_of_today()
    other_cards = [read_source(card, is_kept=True) for card in plain_msgpack(stored_cards)]
    return CardPool({**the_set().cards, **{card.title: card for card in other_cards}}.values())


@lru_cache(maxsize=1)
def _set_of_today() -> CardPool:
    return CardPool(the_set())
