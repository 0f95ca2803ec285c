"""Knowledge: what seats know about a position, and the positions they can't distinguish from it.

Derived from a game's declarations: its zones (`zones`), its secret fields (`secret_fields`), and the seats that know
each card (`CardState.known`). The hooks of `CardKnowledge` cover what can't be declared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from engine.kernel.cards.ask_again import ask_again, asking_step
from engine.kernel.cards.card_numbers import number, number_by_place
from engine.kernel.cards.secret_fields import (
    SecretAt,
    Whose,
    draw_secrets,
    hidden_secrets,
    hide_secret,
    owner_at,
    secrets_of,
)
from engine.kernel.cards.state import BACK_SEEN, CardPosition, Face
from engine.kernel.cards.zones import CardLayout, SeenBy
from engine.kernel.chance import Chance
from engine.kernel.decoder import msgpack_reader
from engine.kernel.machine import Machine, sitting_in
from engine.kernel.position import Frame

T = TypeVar("T")
P = TypeVar("P", bound=CardPosition[Frame])
M = TypeVar("M", bound=Machine[CardPosition[Frame]])

TRIES = 200
"""The maximum number of positions drawn to find one in which the others are asked the same."""


class Unlikely(RuntimeError):
    """No position was found in which the others are asked the same."""


class Known(msgspec.Struct, array_like=True, eq=False):
    """The shared knowledge of some seats. A hidden card has no title."""

    seats: list[int]
    position: msgspec.Raw
    """The position without hidden cards, randomness and secrets. Its cards are numbered by place."""
    faces: dict[int, list[Face]]
    """By owner (-1: none): the known faces of hidden cards, without their places."""
    backs: dict[int, str]
    """By card: the publicly known backs of hidden cards."""
    loose: list[list[int]]
    """For each closed ordered zone: the cards that could be at any of its places marked -1."""
    secrets: list[SecretAt]
    asks_again: bool
    """Whether other seats have a secret question, or a secret depends on one."""
    printed: bytes


class Hidden(msgspec.Struct, frozen=True):
    """The cards hidden from some seats, and the faces of these cards by owner as far as the seats know them."""

    seats: Collection[int]
    cards: Collection[int]
    faces: dict[int, list[Face]]


_ENCODER = msgspec.msgpack.Encoder()
_READER = msgpack_reader(Known)


@lru_cache(maxsize=8)
def read_known(knowledge: bytes) -> Known:
    """Return the content of bytes written by `CardKnowledge.know`. Cached: the result must not be changed."""
    return _READER.read(knowledge)


class CardKnowledge(ABC, Generic[P, M]):
    """The hidden information of a game whose cards are declared by a `CardLayout`.

    The game defines how to build a machine from a position (`machine`), and in the other hooks what its types can't
    express.
    """

    def __init__(self, layout: CardLayout[P]) -> None:
        self.layout = layout

    # -- hooks

    @abstractmethod
    def machine(self, position: P, printed: bytes) -> M:
        """Return a machine at a position of a match with these cards (`printed`)."""

    def printed(self, machine: M, position: P, hidden: Hidden) -> bytes:
        """Return these seats' further knowledge about a match, such as the cards it is played with."""
        return b""

    def is_open(self, machine: M, card: int) -> bool:
        """Return whether a card is public although its place in its zone is hidden."""
        return False

    def known_faces(self, machine: M, cards: Sequence[int], seats: Collection[int]) -> dict[int, list[Face]]:
        """Return the faces of hidden cards known to these seats, by owner: all of them if decks are public."""
        faces: dict[int, list[Face]] = {}
        for state in (machine.position.cards[card] for card in cards):
            faces.setdefault(state.owner, []).append(self.layout.face(state))
        return {owner: sorted(faces[owner]) for owner in sorted(faces)}

    def secret_questions(self, position: P, seats: Collection[int]) -> list[int]:
        """Return the seats with questions that these seats can't read."""
        return [seat for seat in position.questions if seat not in seats]

    def asking_step(self, world: M) -> str:
        """Return the step with which the top frame can repeat its secret question."""
        return asking_step(world)

    def hide(self, machine: M, position: P, hidden: Hidden) -> None:
        """Hide secrets that no type declares, in a copy of the machine's position."""

    def deal(self, position: P, known: Known, rng: Random) -> None:
        """Give the hidden cards of a sampled position faces."""
        places: dict[int, list[int]] = {owner: [] for owner in known.faces}
        for card in self.layout.hidden(position, known.seats):
            places[position.cards[card].owner].append(card)
        for owner, faces in known.faces.items():
            dealt = zip(places[owner], shuffled(faces, rng), strict=True)
            if known.backs:
                machine = self.machine(position, known.printed)
                dealt = self._dealt_by_back(machine, places[owner], faces, known.backs, rng)
            for card, face in dealt:
                self.layout.set_face(position.cards[card], face)

    def choose(self, world: M, rng: Random) -> None:
        """Draw what `hide` has hidden, in a position whose hidden cards have been dealt."""

    def renumbered(self, before: M, after: M) -> None:
        """Update data that depends on card numbers, such as digests, in the position `after`."""

    # -- knowledge

    def know(self, machine: M, seats: Collection[int]) -> bytes:
        """Return the shared knowledge of these seats; see `Game.know`."""
        layout, machine = self.layout, machine.shown_to(*seats)
        position = layout.copy(machine.position)
        position.chance = Chance("")
        if (sitting := sitting_in(position.stack)) is not None:
            sitting.before = self.know(machine.beside(sitting.before), seats)
            sitting.drawn = [0] * len(sitting.drawn)
            sitting.held = [
                replace(
                    stored, private={seat: fact for seat, fact in stored.private.items() if seat in seats}
                )
                for stored in sitting.held
            ]
        cards = [card for card in layout.hidden(position, seats) if not self.is_open(machine, card)]
        hidden = Hidden(seats, set(cards), self.known_faces(machine, cards, seats))
        asked_seats = self.secret_questions(position, seats)
        secrets = list(hidden_secrets(position, seats, is_asked=len(asked_seats) < len(position.questions)))
        self.hide(machine, position, hidden)
        printed = self.printed(machine, position, hidden)
        for at in secrets:
            hide_secret(position, at)
        _hide_questions(position, asked_seats)
        backs = {card: self._back(machine, card) for card in cards if position.cards[card].known & BACK_SEEN}
        for card in cards:
            layout.set_face(position.cards[card], None)
        self._forget_marks(position, hidden.cards)
        new, loose = number_by_place(layout, position, hidden.cards, backs)
        return _ENCODER.encode(
            Known(
                sorted(seats),
                msgspec.Raw(_ENCODER.encode(position)),
                hidden.faces,
                dict(sorted((new[card], back) for card, back in backs.items())),
                loose,
                [at for at in secrets if secrets_of(type(owner_at(position, at)))[at.field].draw],
                bool(asked_seats) or any(_needs_asking(position, at) for at in secrets),
                printed,
            )
        )

    def _back(self, machine: M, card: int) -> str:
        return self.layout.back(machine, self.layout.face(machine.position.cards[card]))

    def _forget_marks(self, position: P, hidden: Collection[int]) -> None:
        """Forget which hand cards other seats know if these seats don't know the cards, because it could reveal them.

        Looks at an ordered zone stay: everyone knows who looked at which place.
        """
        for place in self.layout.unordered(position):
            owner = 1 << place.holder if place.zone.seen_by is SeenBy.OWNER else 0
            for card in place.cards:
                if card in hidden:
                    position.cards[card].known &= BACK_SEEN | owner

    # -- sampled positions

    def sample(self, knowledge: bytes, chance: Chance) -> M:
        """Return a position sampled from the knowledge of seats; see `Game.sample`.

        Raises Unlikely if no position is found that asks the other seats their questions.
        """
        known, rng = read_known(knowledge), Random(chance.below(2**63))
        for _ in range(TRIES):
            world = self._draw(known, rng)
            if not known.asks_again or ask_again(world, self.asking_step(world), known.seats, rng):
                return world
        raise Unlikely(f"None of {TRIES} sampled positions asks the open question.")

    def _draw(self, known: Known, rng: Random) -> M:
        position = self.layout.read(known.position)
        position.chance = Chance(f"world {rng.getrandbits(64):x}")
        for place, loose in zip(self.layout.closed(position), known.loose, strict=True):
            if loose:
                remaining = iter(shuffled(loose, rng))
                place.cards[:] = [card if card >= 0 else next(remaining) for card in place.cards]
        self.deal(position, known, rng)
        self.layout.sort(position)
        world = self.machine(position, known.printed)
        if (sitting := sitting_in(position.stack)) is not None:
            before = self.sample(sitting.before, Chance(f"{rng.getrandbits(64):x}"))
            sitting.before = _ENCODER.encode(before.position)
        draw_secrets(world, known.secrets, rng)
        self.choose(world, rng)
        return world

    def _dealt_by_back(
        self, machine: M, cards: Sequence[int], faces: Sequence[Face], backs: dict[int, str], rng: Random
    ) -> Iterator[tuple[int, Face]]:
        """Yield hidden cards with faces, dealt at random so that cards with a known back get a matching one."""
        by_back: dict[str, list[Face]] = {}
        for face in shuffled(faces, rng):
            by_back.setdefault(self.layout.back(machine, face), []).append(face)
        for card in cards:
            if card in backs:
                yield card, by_back[backs[card]].pop()
        others = shuffled([face for rest in by_back.values() for face in rest], rng)
        yield from zip((card for card in cards if card not in backs), others, strict=True)

    # -- twins

    def exchange(self, machine: M, seats: Collection[int], chance: Chance) -> M:
        """Return a twin with everything exchanged that these seats don't see; see `Game.exchange`."""
        position = self.layout.copy(machine.position)
        position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn)
        for cards in self._exchangeable(machine, position, seats, is_near=not chance.below(2)):
            chance.shuffle(cards)
            faces = [self.layout.face(position.cards[card]) for card in cards]
            for card, face in zip(cards, faces[1:] + faces[:1], strict=True):
                self.layout.set_face(position.cards[card], face)
        self.layout.sort(position)
        if (sitting := sitting_in(position.stack)) is not None:
            before = self.exchange(machine.beside(sitting.before), seats, chance)
            sitting.before = _ENCODER.encode(before.position)
        twin = self._beside(machine, position)
        draw_secrets(twin, list(hidden_secrets(position, seats)), Random(chance.below(2**32)))
        return twin

    def _beside(self, machine: M, position: P) -> M:
        """Return a machine at another position of the same match."""
        return self.machine(position, self.printed(machine, position, Hidden((), (), {})))

    def _exchangeable(
        self, machine: M, position: P, seats: Collection[int], *, is_near: bool
    ) -> list[list[int]]:
        """Return the hidden cards in groups within which they can be exchanged.

        Cards of a group have the same owner, and the same back if it is known. `is_near`: always the same back, so that
        the following events are often the same.
        """
        groups: dict[tuple[int, str], list[int]] = {}
        for card in self.layout.hidden(position, seats):
            state = position.cards[card]
            shows_back = is_near or state.known & BACK_SEEN
            back = self.layout.back(machine, self.layout.face(state)) if shows_back else "any"
            groups.setdefault((state.owner, back), []).append(card)
        return list(groups.values())

    def twin(self, machine: M, seats: Collection[int], chance: Chance) -> M:
        """Return a twin that these seats can't distinguish by everything they know; see `Game.twin`."""
        return self._with_other_names(self.exchange(machine, seats, chance), chance)

    def _with_other_names(self, twin: M, chance: Chance) -> M:
        """Return the same position with other arbitrary names, such as card numbers."""
        position = self.layout.copy(twin.position)
        position.chance.drawn += chance.below(9)
        if (sitting := sitting_in(position.stack)) is not None:
            before = self._with_other_names(twin.beside(sitting.before), chance)
            sitting.before = _ENCODER.encode(before.position)
        order = list(range(len(position.cards)))
        chance.shuffle(order)
        number(position, order)
        self.layout.sort(position)
        after = self._beside(twin, position)
        self.renumbered(twin, after)
        return after


def shuffled(things: Sequence[T], rng: Random) -> list[T]:
    """Return items in random order. Faster than `random.Random.shuffle`."""
    draw = rng.random
    return sorted(things, key=lambda _: draw())


def _hide_questions(position: CardPosition[Frame], seats: Collection[int]) -> None:
    """Hide the questions of these seats, except that they exist and their topic."""
    for seat in seats:
        position.questions[seat] = replace(
            position.questions[seat], purpose="", options=(), minimum=1, maximum=1, ordered=False, quoted=""
        )


def _needs_asking(position: CardPosition[Frame], at: SecretAt) -> bool:
    """Return whether a secret can only be drawn by asking again."""
    secret = secrets_of(type(owner_at(position, at)))[at.field]
    return secret.whose is Whose.EACH and secret.draw is None
