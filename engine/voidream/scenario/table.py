"""Put the cards of a scenario on the table, in the places given, and refuse impossible places (§2, §3)."""

from __future__ import annotations

from cards.voidream.decks import Deck
from cards.voidream.language.tree import Stat
from cards.voidream.model import Card, Kind
from engine.scenario.mistakes import Mistake
from engine.voidream.position import (
    ARCANA_DISCARD,
    ATTACHED,
    DECK,
    DISCARD,
    HAND,
    PLAY,
    VOID,
    CardState,
    SeatState,
)
from engine.voidream.program import CardPool
from engine.voidream.queries.characteristics import stat
from engine.voidream.referee import Referee
from engine.voidream.scenario.items import Item
from engine.voidream.scenario.model import VoidreamScenario, VoidreamSide
from engine.voidream.scenario.plain_cards import (
    PLAIN_BASTION,
    PLAIN_MIND,
    plain_arcanum,
    plain_cards,
    plain_dream,
)

MIND_COUNT = 4
"""The default number of a mind card, which allows most arcana to be played."""

DECK_SIZE = 10
"""The default number of plain cards of value 1 above a bastion."""


class Table:
    """The cards of a position by id, added one by one."""

    def __init__(self, scenario: VoidreamScenario) -> None:
        self.scenario = scenario
        self.wanted = scenario.position
        self.printed = scenario.cards
        self.pool = CardPool(self._mentioned_cards())
        self.cards: list[CardState] = []
        self.items: list[Item | None] = []
        self.seats: list[SeatState] = []
        self._check_numbers()
        self.tags = max([scenario.position.numbers, *(item.tag for item in self._all_items())])
        self._fill()

    def _check_numbers(self) -> None:
        """Raise Mistake if two cards have the same number on the table."""
        numbers: set[int] = set()
        for item in sorted(self._all_items(), key=lambda other: (other.place.line, other.place.column)):
            if item.tag and item.tag in numbers:
                message = f"Another card has the number {item.tag} already."
                raise item.mistake(message)
            numbers.add(item.tag)

    def _all_items(self) -> list[Item]:
        result: list[Item] = []
        queue = [item for side in self.wanted.sides for zone in side.zones.values() for item in zone]
        while queue:
            item = queue.pop()
            result.append(item)
            queue.extend(item.attached)
        return result

    def _mentioned_cards(self) -> list[Card]:
        """Return the cards that this position may mention. The rest of the set would only take time."""
        titles = {item.title or plain_dream(item.value) for item in self._all_items()}
        titles |= {effect.title for effect in self.wanted.in_force}
        titles |= {use.title for use in self.wanted.used}
        titles |= {side.mind for side in self.wanted.sides if side.mind}
        plain = plain_cards()
        return [self.printed[title] for title in sorted({*titles, *plain}) if title in self.printed]

    # -- cards

    def _fill(self) -> None:
        for seat, side in enumerate(self.wanted.sides):
            self.seats.append(SeatState(side.mind or PLAIN_MIND))
            if not side.no_bastion:
                self._bastion(seat, side)
        for seat, side in enumerate(self.wanted.sides):
            self._fill_side(seat, side)
            count = side.mind_count
            self.seats[seat].mind = MIND_COUNT if count is None else count

    def _bastion(self, seat: int, side: VoidreamSide) -> None:
        """Add the bastion first, as in a dealt match."""
        bastions = [i for i in side.zones.get(DECK, []) if i.title and self._kind(i.title) is Kind.BASTION]
        if len(bastions) > 1:
            raise Mistake(bastions[1].place.column, "A deck has one bastion.", line=bastions[1].place.line)
        item = bastions[0] if bastions else None
        self._add(seat, DECK, item.title if item else PLAIN_BASTION, item, face_up=True)

    def _fill_side(self, seat: int, side: VoidreamSide) -> None:
        state = self.seats[seat]
        piles = {
            HAND: state.hand, DISCARD: state.discard, VOID: state.void, PLAY: state.play,
            ARCANA_DISCARD: state.arcana_discard,
        }  # fmt: skip
        plain_arcana: dict[int, int] = {}
        bastion = next((c for c, s in enumerate(self.cards) if s.owner == seat), None)
        for item in side.zones.get(
            DECK, [Item(side.places.get(DECK, self.scenario.place), plain="1", count=DECK_SIZE)]
        ):
            if item.title and self._kind(item.title) is Kind.BASTION:
                if bastion is None:
                    problem = (
                        f"A deck that ends with “no bastion” holds none, so {item.title} can't lie here."
                    )
                    raise item.mistake(problem)
                state.deck.append(bastion)
                continue
            for _ in range(item.count):
                title = item.title or plain_dream(item.value)
                self._must_be(item, title, "a deck holds Dream cards", arcanum=False)
                state.deck.append(self._add(seat, DECK, title, item, face_up=item.face_up))
        if bastion is not None and bastion not in state.deck:
            state.deck.append(bastion)
        for zone, pile in piles.items():
            for item in side.zones.get(zone, []):
                for _ in range(item.count):
                    pile.append(self._place(seat, zone, item, plain_arcana))

    def _place(self, seat: int, zone: str, item: Item, plain_arcana: dict[int, int]) -> int:
        title = item.title
        if not title and zone in (HAND, ARCANA_DISCARD):
            number = plain_arcana.get(item.value, 0)
            plain_arcana[item.value] = number + 1
            if number > 7:
                raise item.mistake("There are at most eight plain arcana of a value.")
            title = plain_arcanum(item.value, number)
        title = title or plain_dream(item.value)
        if zone in (HAND, ARCANA_DISCARD):
            self._must_be(item, title, "arcana only lie here", arcanum=True)
            owned = [c for c in self.cards if c.owner == seat and c.title == title]
            if owned:
                raise item.mistake(f"{title} is there already, and a player's arcana all differ (§8).")
        elif zone != VOID:
            self._must_be(item, title, "arcana never lie here", arcanum=False)
        owner = self._seat(item.owner, seat)
        card = self._add(owner, zone, title, item, controller=seat)
        if zone == PLAY and not item.veiled and self._kind(title) not in (Kind.ENTITY, Kind.MEMORY):
            why = f"{title} can't stay in play: only memories and entities do, and veiled cards."
            raise item.mistake(why, ["(veiled)"])
        return card

    def _must_be(self, item: Item, title: str, why: str, *, arcanum: bool) -> None:
        kind = self._kind(title)
        if kind is Kind.MIND or (kind is Kind.ARCANUM) != arcanum:
            raise item.mistake(f"{title} is of kind {kind.value}, but {why}.")

    def _add(
        self, owner: int, zone: str, title: str, item: Item | None, *, controller: int | None = None, face_up: bool = False
    ) -> int:  # fmt: skip
        card = len(self.cards)
        state = CardState(title, owner, zone, owner if controller is None else controller)
        self.cards.append(state)
        self.items.append(item)
        state.face_up = face_up
        if item is not None:
            state.veiled, state.exhausted, state.role = item.veiled, item.exhausted, item.role
            state.damage, state.offering = item.damage, item.offering
        if zone == PLAY or face_up:
            self._tag(state, item)
        if item is not None and zone == PLAY:
            for attachment in item.attached:
                self._attach(card, attachment)
        return card

    def _attach(self, host: int, item: Item) -> None:
        controller = self._seat(item.controller, self.cards[host].controller)
        title = item.title or plain_dream(item.value)
        self._must_be(item, title, "arcana are never attached", arcanum=False)
        card = self._add(self._seat(item.owner, controller), ATTACHED, title, item, controller=controller)
        state = self.cards[card]
        state.host, state.face_up = host, not item.charge
        self.cards[host].attached.append(card)
        self._tag(state, item)

    def _tag(self, state: CardState, item: Item | None) -> None:
        if item is not None and item.tag:
            state.tag = item.tag
        else:
            self.tags += 1
            state.tag = self.tags

    def _seat(self, name: str, otherwise: int) -> int:
        return self.scenario.names.index(name) if name else otherwise

    def _kind(self, title: str) -> Kind:
        return self.printed[title].kind

    def decks(self) -> list[Deck]:
        """Return each seat's deck, legal or not, because any position is allowed."""
        result: list[Deck] = []
        for seat, state in enumerate(self.seats):
            owned = [self.printed[card.title] for card in self.cards if card.owner == seat]
            bastions = [card for card in owned if card.kind is Kind.BASTION]
            result.append(
                Deck(
                    name=f"{self.scenario.names[seat]}'s deck",
                    bastion=bastions[0] if bastions else self.printed[PLAIN_BASTION],
                    mind=self.printed[state.mind_title],
                    arcana=tuple(card for card in owned if card.kind is Kind.ARCANUM),
                    dream=tuple(card for card in owned if card.kind not in (Kind.ARCANUM, Kind.BASTION)),
                )
            )
        return result

    def check(self, referee: Referee) -> None:
        """Raise Mistake for impossible cards on the table."""
        for card, state in enumerate(self.cards):
            item = self.items[card]
            if item is None:
                continue
            why = self._wrong_with(referee, card, state)
            if why:
                raise item.mistake(why)

    def _wrong_with(self, referee: Referee, card: int, state: CardState) -> str:
        conflict = referee.position.conflict
        if state.role and conflict is None:
            return f"{state.title} can't be {state.role}: there is no conflict."
        if state.role and conflict is not None:
            if not referee.is_entity(card):
                return f"{state.title} can't take part in a conflict: it is no entity in play."
            attacks = conflict.attacker == state.controller
            if attacks != (state.role == "attacking"):
                return (
                    f"{state.title} can't be {state.role}: {self.scenario.names[conflict.attacker]} attacks."
                )
        if state.face_up and state.zone == DECK and not referee.printed[card].is_construct:
            return f"{state.title} can't be face up in a deck: it is no construct."
        if state.damage:
            if not referee.is_entity(card) and not (state.zone == DECK and state.face_up):
                return f"{state.title} can't be damaged where it lies."
            room = stat(referee, card, Stat.STABILITY)
            if state.damage >= room:
                return f"{state.title} can't have {state.damage} damage: with a stability of {room} it is destroyed."
        return ""
