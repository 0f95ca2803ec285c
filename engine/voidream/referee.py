"""The referee: a running position with the queries that all steps need."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from cards.i18n import Message
from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName, Player, Stat, Timing, TriggerType, Zone
from cards.voidream.model import Kind
from engine.kernel.machine import Machine
from engine.kernel.question import Choice, PendingQuestion
from engine.voidream.position import (
    ARCANA_DISCARD,
    DECK,
    DISCARD,
    HAND,
    PLAY,
    VOID,
    CardState,
    LastKnown,
    VoidreamPosition,
)
from engine.voidream.program import MIND_SIDES, TEXT, CardPool, Concern, concern, mind_side
from engine.voidream.sources import ContinuousEffect, EffectContext, TriggerSource

_PILES = (HAND, DISCARD, ARCANA_DISCARD, VOID)

LIMIT = 1000
"""The maximum of all numbers, in both directions (§7, R33)."""

MIND_TOP = 4
"""The maximum of a mind (R16)."""


TextInForce = tuple[int, int, str, str, int]
"""A text in force: (seat, card, title, side, stamp); card -1 is the mind."""


class EffectCache:
    """The effects in force for certain numbers of both minds. Each part is None until needed."""

    __slots__ = ("before", "effects", "lowers_stability", "speaking", "triggers")

    def __init__(self) -> None:
        self.speaking: list[TextInForce] | None = None
        self.effects: dict[Concern, list[ContinuousEffect]] | None = None
        self.triggers: dict[TriggerType, list[TriggerSource]] | None = None
        self.before: bool | None = None
        """Whether any triggered ability resolves before its event."""
        self.lowers_stability: bool | None = None
        """Whether any effect may lower a stability."""


class Referee(Machine[VoidreamPosition]):
    """A running Voidream position.

    Values computed from the position are cached until `touch` or `resource` reports a change. Code that writes
    anything a text may depend on must call them right away.
    """

    why_unpaid: Callable[[Referee, int, int, bool], tuple[Message, str] | None]
    """Return why a seat can't pay the additional cost of playing a card, inverted or not; see
    `turns.costs.why_unpaid`. A field, because effects play cards and payability depends on effects.
    """

    def __init__(self, position: VoidreamPosition, pool: CardPool) -> None:
        super().__init__(position, len(position.seats))
        self.pool = pool
        self.cards = position.cards
        self.seats = position.seats
        cards = position.cards
        titles, owners = list(map(_title, cards)), list(map(_owner, cards))
        self.brought = brought = pool.brought(position.chance.seed, titles, owners)
        self.printed, self.numbers, self.copies = brought.printed, brought.numbers, brought.copies
        self.rank = brought.rank
        self.constructs, self.bastions = brought.constructs, brought.bastions
        self.may_besiege = brought.may_besiege
        self.stability, self._in_piles = brought.stability, brought.in_piles
        self.piles_may_speak = bool(brought.in_piles)
        """Whether any card has a text that triggers in a pile."""
        self.turned = -1
        """The seat whose mind is treated as turned; -1 if none is (R16)."""
        self.supposed_depth: tuple[int, int] | None = None
        """A seat and its assumed depth; None: depths are real. See `SupposedDepth`."""
        self.stats: dict[tuple[int, Stat], int] = {}
        self.keywords: dict[tuple[int, KeywordName], int | None] = {}
        self.computing: set[tuple[int, Stat | KeywordName]] = set()
        self.showing: list[int] = []
        """Cards that are currently shown to everyone and stay hidden afterwards."""
        self.circles = 0
        """The number of values that depended on themselves during their computation."""
        self.marked: set[str] | None = None
        """The marks of all triggers on the stack, for the table, possibly with former ones; see `loops`."""
        self.active: list[list[int] | None] = [None, None]
        """The active constructs by seat, None until needed."""
        self.in_force = EffectCache()
        self.by_minds = {self.minds: self.in_force}
        """The effects in force by the numbers of the minds, so that checking a turned mind a second time is cheap."""

    # -- going on

    def take(self, question: PendingQuestion, choice: Choice) -> None:
        """Store an answer and continue. A loaded match and one that never stopped behave the same."""
        self.needs_settling = True
        super().take(question, choice)

    # -- changes

    def touch(self) -> None:
        """Discard cached values about cards, because one of them has changed."""
        if self.stats:
            self.stats.clear()
        if self.keywords:
            self.keywords.clear()
        self.needs_settling = True

    @property
    def minds(self) -> tuple[int, int]:
        """The numbers of the minds, by seat."""
        first, second = self.seats
        return first.mind, second.mind

    def minds_turned(self) -> None:
        """Update the effects in force for the current minds."""
        minds = self.minds
        cached = self.by_minds.get(minds)
        if cached is None:
            cached = self.by_minds[minds] = EffectCache()
        self.in_force = cached

    def resource(self) -> None:
        """Clear the cached texts in force, because a card has moved or been turned over.

        Not needed for turning a mind.
        """
        self.in_force = EffectCache()
        self.by_minds = {self.minds: self.in_force}
        self.active = [None, None]
        self.touch()

    def effects_changed(self) -> None:
        """Clear the cached effects, because an ongoing effect has begun or ended."""
        for effects in self.by_minds.values():
            effects.effects = effects.lowers_stability = None
        self.touch()

    def moved(self, card: int, *, spoke: bool) -> None:
        """Record that a card has moved. `spoke`: its text was or is in force, which is also possible in piles."""
        printed = self.printed[card]
        if printed.is_construct:
            self.active = [None, None]
        if (spoke and printed.speaks) or printed.speaks_in_piles:
            self.resource()
        else:
            self.touch()

    # -- the table

    def title(self, card: int) -> str:
        """Return the title of a card."""
        return self.cards[card].title

    def top(self, seat: int) -> int | None:
        """Return the top card of the deck, ignoring cards being looked at; None if there is none.

        If the whole deck is being looked at, it is the bastion (R65). Before the first shuffle there is none.
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
        if self.supposed_depth is not None and self.supposed_depth[0] == seat:
            return self.supposed_depth[1]
        top = self.top(seat)
        return 0 if top is None else self.printed[top].value

    def construct_on_top(self, seat: int) -> int | None:
        """Return the active construct on top of a deck; None if there is a face-down card (R3)."""
        top = self.top(seat)
        return top if top is not None and self.cards[top].face_up else None

    def active_constructs(self, seat: int) -> list[int]:
        """Return the active constructs of a deck, including the bastion, in order of arrival.

        Their places are secret (R52).
        """
        active = self.active[seat]
        if active is None:
            cards = self.cards
            active = [
                card for card in self.constructs[seat] if cards[card].zone == DECK and cards[card].face_up
            ]
            if len(active) > 1:
                active.sort(key=lambda card: cards[card].tag)
            self.active[seat] = active
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
        """Return the arcana in a seat's hand, sorted by value, then title."""
        return sorted(self.seats[seat].hand, key=self.rank.__getitem__)

    def veiled(self, seat: int) -> list[int]:
        """Return the veiled cards that a seat controls."""
        return [card for card in self.seats[seat].play if self.cards[card].veiled]

    def participants(self, seat: int) -> list[int]:
        """Return the entities of a seat in the conflict."""
        return [card for card in self.seats[seat].play if self.cards[card].role]

    def known(self, card: int) -> CardState | LastKnown:
        """Return a card's state, or its last state if it left play this turn (R57)."""
        return self.position.left.get(card) or self.cards[card]

    def offerings(self, seat: int) -> int:
        """Return the number of offerings in a seat's Void (R12)."""
        return sum(self.is_offering(card) for card in self.seats[seat].void)

    def is_offering(self, card: int) -> bool:
        """Return whether a card counts as an offering (R12)."""
        return self.cards[card].offering or "Offering" in self.printed[card].card.types

    @property
    def both_passed(self) -> bool:
        """Whether both players have passed in succession, which ends the sequence of turns (R15)."""
        return len(self.position.passed) >= 2

    def new_tag(self) -> int:
        """Return the next number for a card put on the table."""
        self.position.tags += 1
        return self.position.tags

    def context(self, seat: int, card: int, *, it: list[int] | None = None, result: int = 0) -> EffectContext:
        """Return the context of a card's text (-1: a mind card's)."""
        value = self.printed[card].value if card >= 0 else 0
        return EffectContext(seat, card, value, it or [], result=result)

    def players(self, context: EffectContext, players_named: Player) -> list[int]:
        """Return the seats that `players_named` means in a text, the active player first if it means both."""
        match players_named:
            case Player.YOU:
                return [context.seat]
            case Player.OPPONENT:
                return [1 - context.seat]
            case Player.ITS_CONTROLLER:
                return [self.known(context.it[0]).controller] if context.it else []
            case Player.EACH if context.performer >= 0:
                return [context.performer]
            case _:
                first = max(self.position.active, 0)
                return [first, 1 - first]

    # -- texts in force

    def continuous_effects(self, subject: Concern) -> list[ContinuousEffect]:
        """Return the ongoing instructions in force with this subject, in order of arrival (R47)."""
        effects = self.in_force.effects
        if effects is None:
            effects = self.in_force.effects = self._read_continuous_effects()
        return effects.get(subject, _NONE)

    @property
    def may_lower_stability(self) -> bool:
        """Whether any effect in force may lower the stability of a card."""
        lowers = self.in_force.lowers_stability
        if lowers is None:
            effects = self.continuous_effects(Stat.STABILITY)
            lowers = self.in_force.lowers_stability = any([effect.may_lower for effect in effects])
        return lowers

    def is_concerned(self, subjects: frozenset[Concern]) -> bool:
        """Return whether any ongoing instruction in force has one of these subjects."""
        return any(map(self.continuous_effects, subjects))

    def trigger_sources(self, trigger_type: TriggerType) -> list[TriggerSource]:
        """Return the triggered abilities that wait for events of this type."""
        return self._all_trigger_sources().get(trigger_type, [])

    def is_awaited(self, trigger_types: tuple[TriggerType, ...]) -> bool:
        """Return whether any triggered ability waits for an event of one of these types."""
        triggers = self.in_force.triggers
        if triggers is None:
            triggers = self._all_trigger_sources()
        for trigger_type in trigger_types:  # noqa: SIM110 - it is asked at every event, and a loop makes no generator
            if trigger_type in triggers:
                return True
        return False

    @property
    def foresees(self) -> bool:
        """Whether any triggered ability in force resolves before its event."""
        before = self.in_force.before
        if before is None:
            sources = self._all_trigger_sources().values()
            before = self.in_force.before = any(
                [source.ability.timing is Timing.BEFORE for those in sources for source in those]
            )
        return before

    def _all_trigger_sources(self) -> dict[TriggerType, list[TriggerSource]]:
        triggers = self.in_force.triggers
        if triggers is None:
            triggers = self.in_force.triggers = self._read_trigger_sources()
        return triggers

    def _speaking(self) -> list[TextInForce]:
        """Return the texts that have continuous effects or triggers; changes of all others don't matter (`moved`)."""
        speaking = self.in_force.speaking
        if speaking is None:
            cards = self.pool.cards
            speaking = self.in_force.speaking = [
                text
                for text in self.texts_in_force()
                if (side := cards[text[2]].sides[text[3]]).ongoing or side.triggered
            ]
        return speaking

    def texts_in_force(self) -> list[TextInForce]:
        """Return all texts in force: of minds, cards on the table, attachments, and active constructs."""
        cards, printed = self.cards, self.printed
        result: list[TextInForce] = []
        for seat, state in enumerate(self.seats):
            result.append((seat, -1, state.mind_title, MIND_SIDES[state.mind], 0))
            for card in state.play:
                card_state = cards[card]
                if card_state.veiled:
                    continue
                result.append((seat, card, card_state.title, TEXT, card_state.tag))
                for attachment in card_state.attached:
                    state_of_it = cards[attachment]
                    if state_of_it.face_up and printed[attachment].kind is Kind.MEMORY:
                        text = (state_of_it.controller, attachment, state_of_it.title, TEXT, state_of_it.tag)
                        result.append(text)
            for card in self.active_constructs(seat):
                result.append((seat, card, cards[card].title, TEXT, cards[card].tag))
        return result

    def texts_to_activate(self, seat: int) -> list[TextInForce]:
        """Return a seat's texts in force that have activated abilities, in the order of `texts_in_force`."""
        cards, printed, sides = self.cards, self.printed, self.pool.cards
        result: list[TextInForce] = []
        for at, state in enumerate(self.seats):
            if at == seat and sides[state.mind_title].sides[side := mind_side(state.mind)].activated:
                result.append((seat, -1, state.mind_title, side, 0))
            for card in state.play:
                card_state = cards[card]
                if card_state.veiled:
                    continue
                if at == seat and printed[card].front.activated:
                    result.append((seat, card, card_state.title, TEXT, card_state.tag))
                for attachment in card_state.attached:
                    attached_state = cards[attachment]
                    if (
                        attached_state.controller == seat
                        and attached_state.face_up
                        and printed[attachment].front.activated
                    ):
                        if printed[attachment].kind is Kind.MEMORY:
                            result.append((seat, attachment, attached_state.title, TEXT, attached_state.tag))
            if at == seat:
                for card in self.active[seat] or self.active_constructs(seat):
                    if printed[card].front.activated:
                        result.append((seat, card, cards[card].title, TEXT, cards[card].tag))
        return result

    def _read_continuous_effects(self) -> dict[Concern, list[ContinuousEffect]]:
        result: dict[Concern, list[ContinuousEffect]] = {}
        pool = self.pool
        for seat, card, title, side, stamp in self._speaking():
            ongoing = pool.cards[title].sides[side].ongoing
            if ongoing:
                context = self.context(seat, card)
                for subject, op, condition in ongoing:
                    result.setdefault(subject, []).append(
                        ContinuousEffect(op, context, condition, None, None, stamp, title)
                    )
        for effect in self.position.ongoing:
            op = pool.program(effect.title, effect.side, effect.index).ops[effect.pc]
            assert isinstance(op, tree.Modify | tree.Gain | tree.CannotBe | tree.Cannot)
            context = self.context(effect.seat, effect.card)
            result.setdefault(concern(op), []).append(
                ContinuousEffect(op, context, None, effect.locked, effect.amount, effect.stamp, effect.title)
            )
        for continuous_effects in result.values():
            if len(continuous_effects) > 1:
                continuous_effects.sort(key=_stamp)
        return result

    def _read_trigger_sources(self) -> dict[TriggerType, list[TriggerSource]]:
        result: dict[TriggerType, list[TriggerSource]] = {}
        pool, cards = self.pool, self.cards
        for seat, card, title, side, _ in self._speaking():
            triggered = pool.cards[title].sides[side].triggered
            for index in triggered:
                ability = triggered[index]
                if ability.zone is Zone.IN_PLAY:
                    result.setdefault(ability.event.trigger_type, []).append(
                        TriggerSource(card, title, side, index, seat, ability)
                    )
        if any([cards[card].zone in _PILES for card in self._in_piles]):
            self._read_piles(result)
        return result

    def _read_piles(self, trigger_sources: dict[TriggerType, list[TriggerSource]]) -> None:
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
                            trigger_sources.setdefault(ability.event.trigger_type, []).append(
                                TriggerSource(card, self.cards[card].title, TEXT, index, seat, ability)
                            )


_NONE: list[ContinuousEffect] = []
_stamp = attrgetter("stamp")
_title = attrgetter("title")
_owner = attrgetter("owner")
