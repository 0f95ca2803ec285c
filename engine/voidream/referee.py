"""The referee: a position in motion, with what every step asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, Happening, KeywordName, Player, Prohibition, Stat, Zone
from cards.voidream.model import Kind
from engine.kernel.machine import Machine
from engine.kernel.question import Asked, Choice
from engine.voidream.position import (
    DECK,
    PLAY,
    CardState,
    LastKnown,
    VoidreamPosition,
)
from engine.voidream.program import TEXT, Pool, Printed, mind_side
from engine.voidream.texts import Influence, Listener, Speaker

LIMIT = 1000
"""No number goes beyond it, in either direction (§7, R33)."""

MIND_TOP = 4
"""No mind rises above it (R16)."""


class Referee(Machine[VoidreamPosition]):
    """A Voidream position in motion.

    What is computed from the position is kept until `touch` or `resource` says that it may have changed: whoever
    writes what a text may ask about says so in the same breath.
    """

    def __init__(self, position: VoidreamPosition, pool: Pool) -> None:
        super().__init__(position)
        self.pool = pool
        self.cards = position.cards
        self.seats = position.seats
        self.printed: list[Printed] = [pool[card.title] for card in position.cards]
        self.constructs = [
            [
                n
                for n, card in enumerate(position.cards)
                if card.owner == seat and self.printed[n].is_construct
            ]
            for seat in range(len(position.seats))
        ]
        """The constructs that each seat has brought, wherever they are."""
        self.unsettled = False
        """Whether something may have fallen since the last state check."""
        self.turned = -1
        """The seat whose mind is judged as it will be turned, -1 if none is (R16)."""
        self.stats: dict[tuple[int, Stat], int] = {}
        self.keywords: dict[tuple[int, KeywordName], int | None] = {}
        self.computing: set[tuple[int, str]] = set()
        self.circles = 0
        """How often something has been asked for in the middle of computing it."""
        self._influences: dict[str, list[Influence]] | None = None
        self._listeners: dict[Happening, list[Listener]] | None = None
        self._piles_listen = any(
            ability.zone is not Zone.IN_PLAY
            for printed in pool.cards.values()
            for ability in printed.front.triggered.values()
        )

    # -- going on

    def take(self, question: Asked, choice: Choice) -> None:
        """Put an answer where it is wanted, and go on; a saved match and one that never stopped look alike."""
        self.unsettled = True
        super().take(question, choice)

    # -- what has changed

    def touch(self) -> None:
        """Forget what was computed about cards: something about one of them has changed."""
        self.stats.clear()
        self.keywords.clear()
        self.unsettled = True

    def resource(self) -> None:
        """Forget whose texts are in force: a card has come, gone or been turned over."""
        self._influences = None
        self._listeners = None
        self.touch()

    def moved(self, *, spoke: bool) -> None:
        """A card has moved; `spoke`: its text was, or is now, in force. Texts in piles may be so anywhere."""
        if spoke or self._piles_listen:
            self.resource()
        else:
            self.touch()

    # -- the table

    def title(self, card: int) -> str:
        """Return the title of a card."""
        return self.cards[card].title

    def top(self, seat: int) -> int | None:
        """Return the card that lies on top of the deck, what is being looked at left aside; None: there is none.

        Where the whole deck is being looked at, it is the bastion (R65); before the first shuffle, nothing is.
        """
        state = self.seats[seat]
        deck = state.deck
        if not self.position.shuffled:
            return None
        if len(deck) > state.lifted:
            return deck[state.lifted]
        bastions = [card for card in deck if self.printed[card].kind is Kind.BASTION]
        return bastions[0] if bastions else None

    def depth(self, seat: int) -> int:
        """Return the value on top of a seat's deck (§2, R1); 0 for an empty deck."""
        top = self.top(seat)
        return 0 if top is None else self.printed[top].value

    def construct_on_top(self, seat: int) -> int | None:
        """Return the active construct on top of a deck, None if there is a face-down card (R3)."""
        top = self.top(seat)
        return top if top is not None and self.cards[top].face_up else None

    def active_constructs(self, seat: int) -> list[int]:
        """Return the active constructs of a deck, the bastion included, in the order of their arrival.

        Where they lie is nobody's business (R52).
        """
        cards = self.cards
        active = [card for card in self.constructs[seat] if cards[card].zone == DECK and cards[card].face_up]
        if len(active) > 1:
            active.sort(key=lambda card: cards[card].tag)
        return active

    def has_construct(self, seat: int) -> bool:
        """Return whether a seat has an active construct other than its bastion (R4)."""
        return any(self.printed[card].kind is Kind.CONSTRUCT for card in self.active_constructs(seat))

    def is_entity(self, card: int) -> bool:
        """Return whether a card is a face-up entity in play, not one attached to another (R40)."""
        state = self.cards[card]
        return state.zone == PLAY and not state.veiled and self.printed[card].kind is Kind.ENTITY

    def entities(self, seat: int) -> list[int]:
        """Return the entities that a seat controls."""
        return [card for card in self.seats[seat].play if self.is_entity(card)]

    def hand(self, seat: int) -> list[int]:
        """Return the arcana in a seat's hand as it holds them: by value, then by title."""
        return sorted(self.seats[seat].hand, key=lambda card: (self.printed[card].value, self.title(card)))

    def veiled(self, seat: int) -> list[int]:
        """Return the veiled cards that a seat controls."""
        return [card for card in self.seats[seat].play if self.cards[card].veiled]

    def participants(self, seat: int) -> list[int]:
        """Return the entities of a seat that take part in the conflict."""
        return [card for card in self.seats[seat].play if self.cards[card].role]

    def known(self, card: int) -> CardState | LastKnown:
        """Return a card's state, or what it was when it left play in this turn (R57)."""
        return self.position.left.get(card) or self.cards[card]

    def offerings(self, seat: int) -> int:
        """Return how many offerings lie in a seat's Void (R12)."""
        return sum(self.is_offering(card) for card in self.seats[seat].void)

    def is_offering(self, card: int) -> bool:
        """Return whether a card counts as an offering (R12)."""
        return self.cards[card].offering or "Offering" in self.printed[card].card.types

    def new_tag(self) -> int:
        """Return the next number for what comes to lie on the table."""
        self.position.tags += 1
        return self.position.tags

    def speaker(self, seat: int, card: int, **more: Any) -> Speaker:
        """Return a speaker for a card's text (-1: a mind card's)."""
        return Speaker(seat, card, self.printed[card].value if card >= 0 else 0, **more)

    def players(self, speaker: Speaker, who: Player) -> list[int]:
        """Return the seats that a text means by `who`; the active player first where both are meant."""
        match who:
            case Player.YOU:
                return [speaker.seat]
            case Player.OPPONENT:
                return [1 - speaker.seat]
            case Player.ITS_CONTROLLER:
                return [self.known(speaker.it[0]).controller] if speaker.it else []
            case Player.EACH if speaker.performer >= 0:
                return [speaker.performer]
            case _:
                first = max(self.position.active, 0)
                return [first, 1 - first]

    # -- texts in force

    def influences(self, on: Stat | KeywordName | Ban | Prohibition) -> list[Influence]:
        """Return the ongoing instructions in force that concern one thing, in the order of their arrival (R47)."""
        if self._influences is None:
            self._read_sources()
        assert self._influences is not None
        return self._influences.get(on, [])

    def listeners(self, happening: Happening) -> list[Listener]:
        """Return the triggered abilities that wait for something like this."""
        if self._listeners is None:
            self._read_sources()
        assert self._listeners is not None
        return self._listeners.get(happening, [])

    def texts_in_force(self) -> Iterator[tuple[int, int, str, str, int]]:
        """Yield (seat, card, title, side, stamp) of every text that works now; card -1 is the mind."""
        cards, printed = self.cards, self.printed
        for seat, state in enumerate(self.seats):
            yield seat, -1, state.mind_title, mind_side(state.mind), 0
            for card in state.play:
                held = cards[card]
                if held.veiled:
                    continue
                yield seat, card, held.title, TEXT, held.tag
                for under in held.attached:
                    below = cards[under]
                    if below.face_up and printed[under].kind is Kind.MEMORY:
                        yield below.controller, under, below.title, TEXT, below.tag
            for card in self.active_constructs(seat):
                yield seat, card, cards[card].title, TEXT, cards[card].tag

    def _read_sources(self) -> None:
        influences: list[Influence] = []
        listeners: dict[Happening, list[Listener]] = {}
        pool = self.pool
        for seat, card, title, side, stamp in self.texts_in_force():
            text = pool[title].sides[side]
            if text.statics:
                speaker = self.speaker(seat, card)
                for static in text.statics:
                    for op in static.ongoing:
                        influences.append(Influence(op, speaker, static.condition, None, None, stamp))
            for index, ability in text.triggered.items():
                if ability.zone is Zone.IN_PLAY:
                    happening = ability.event.happening
                    listeners.setdefault(happening, []).append(
                        Listener(card, title, side, index, seat, ability)
                    )
        if self._piles_listen:
            self._read_piles(listeners)
        for effect in self.position.ongoing:
            op = pool.program(effect.title, effect.side, effect.index)[effect.pc]
            speaker = self.speaker(effect.seat, effect.card)
            influences.append(
                Influence(op, speaker, None, effect.locked, effect.amount, effect.stamp)  # type: ignore[arg-type]
            )
        influences.sort(key=lambda influence: influence.stamp)
        concerning: dict[str, list[Influence]] = {}
        for influence in influences:
            concerning.setdefault(_concern(influence.op), []).append(influence)
        self._influences = concerning
        self._listeners = listeners

    def _read_piles(self, listeners: dict[Happening, list[Listener]]) -> None:
        for seat, state in enumerate(self.seats):
            for zone, pile in (
                (Zone.HAND, state.hand),
                (Zone.DISCARD, state.discard),
                (Zone.DISCARD, state.arcana_discard),
                (Zone.VOID, state.void),
            ):
                for card in pile:
                    for index, ability in self.printed[card].front.triggered.items():
                        if ability.zone is zone:
                            listeners.setdefault(ability.event.happening, []).append(
                                Listener(card, self.cards[card].title, TEXT, index, seat, ability)
                            )

    def listens(self, happenings: tuple[Happening, ...]) -> bool:
        """Return whether any triggered ability waits for one of these."""
        if self._listeners is None:
            self._read_sources()
        known = self._listeners
        return bool(known) and any(happening in known for happening in happenings)


def _concern(op: tree.Ongoing) -> Stat | KeywordName | Ban | Prohibition:
    match op:
        case tree.Modify():
            return op.stat
        case tree.Gain():
            return op.keyword.name
        case tree.CannotBe():
            return op.ban
        case tree.Cannot():
            return op.what
