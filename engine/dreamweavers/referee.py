"""The referee: a position in progress, with the queries that all steps need."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.dreamweavers.language import lines
from cards.dreamweavers.language.conditions import Condition
from cards.dreamweavers.language.continuous_effects import Ongoing
from cards.dreamweavers.language.selections import Filter
from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import INTENT, CardId, Ref
from engine.dreamweavers.position import (
    END_OF_GAUGE,
    IN_PLAY,
    THOUGHTS,
    DepartedCard,
    DreamweaversPosition,
)
from engine.dreamweavers.program import CardPool, CompiledCard, CompiledText
from engine.kernel.machine import Machine
from engine.kernel.question import Choice, PendingQuestion


class Source(msgspec.Struct, frozen=True, eq=False):
    """A text in force, and its controller. For an Intent, `card` is `INTENT` and `title` the name of its notion."""

    seat: int
    card: CardId
    tag: int
    title: str


class StaticSource(msgspec.Struct, frozen=True, eq=False):
    """A lasting text in force."""

    source: Source
    line: int
    static: lines.Static


class EffectInForce(msgspec.Struct, frozen=True, eq=False):
    """One effect of a lasting text in force, with the data needed to evaluate it."""

    context: EffectContext
    op: Ongoing
    condition: Condition | None


class TriggerSource(msgspec.Struct, frozen=True, eq=False):
    """A line in force that waits for an event."""

    source: Source
    line: int
    triggered: lines.Triggered


class Referee(Machine[DreamweaversPosition]):
    """A position of Dreamweavers in progress.

    Computed values are cached until `changed` is called: code that writes anything that texts depend on must call it
    immediately.
    """

    def __init__(self, position: DreamweaversPosition, pool: CardPool) -> None:
        super().__init__(position, len(position.seats))
        self.pool = pool
        self.cards = position.cards
        self.seats = position.seats
        self.powers: dict[CardId, int] = {}
        self.keywords: dict[CardId, dict[KeywordName, int]] = {}
        self.costs: dict[CardId, int] = {}
        self.counts: dict[tuple[int, int], tuple[Filter, int]] = {}
        """By seat and identity of the filter: the filter, and the number of matching cards."""
        self.computing: set[tuple[str, CardId]] = set()
        """The cards whose power ("power") or keywords ("keywords") are currently being computed."""
        self.circles = 0
        """The number of computations that depended on themselves. Their results aren't cached."""
        self._sources: list[Source] | None = None
        self._statics: list[StaticSource] | None = None
        self._in_force: dict[type[Ongoing], list[EffectInForce]] | None = None
        self._triggers: dict[TriggerType, list[TriggerSource]] | None = None

    # -- going on

    def take(self, question: PendingQuestion, choice: Choice) -> None:
        """Apply an answer to its frame, and continue. The result is the same for a match restored from a save."""
        self.changed()
        super().take(question, choice)

    def changed(self) -> None:
        """Clear cached values of cards, because something that texts depend on has changed."""
        self.powers.clear()
        self.keywords.clear()
        self.costs.clear()
        self.counts.clear()

    def texts_changed(self) -> None:
        """Clear the cached texts in force as well: a card has entered or left play, or was settled."""
        self._sources = self._statics = self._in_force = self._triggers = None
        self.changed()

    # -- cards

    def printed(self, card: CardId) -> CompiledCard:
        """Return the compiled card."""
        return self.pool.cards[self.cards[card].title]

    def title(self, card: CardId) -> str:
        """Return the title of a card."""
        return self.cards[card].title

    def titles(self, cards: list[CardId]) -> list[str]:
        """Return the titles of cards, in the same order."""
        return [self.cards[card].title for card in cards]

    def ref(self, card: CardId) -> Ref:
        """Return a reference to a card in its current place."""
        return (card, self.cards[card].tag)

    def is_there(self, ref: Ref) -> bool:
        """Return whether a card is still in the same place, without a change of zones (DW18)."""
        card, tag = ref
        return self.cards[card].tag == tag

    def gone(self, ref: Ref) -> DepartedCard | None:
        """Return a card as it was when it left play this turn; None if it didn't."""
        card, tag = ref
        return next(
            (departed for departed in self.position.gone if departed.card == card and departed.tag == tag),
            None,
        )

    def is_in_play(self, card: CardId) -> bool:
        """Return whether a card is in the Dreamscape."""
        return self.cards[card].zone in IN_PLAY

    def zone(self, seat: int, zone: str) -> list[CardId]:
        """Return the cards of a seat's zone, a mind or an Ego from the top. This is the list itself, not a copy."""
        state = self.seats[seat]
        match zone:
            case "mind":
                return state.mind
            case "hand":
                return state.hand
            case "ego":
                return state.ego
            case "id":
                return state.id
            case "thoughts":
                return state.thoughts
            case "feelings":
                return state.feelings
            case _:
                raise ValueError(f"{zone} isn't a zone with cards")

    def knows(self, seat: int, card: CardId) -> bool:
        """Return whether a seat knows a card in its place (DW14, DW16)."""
        return bool(self.cards[card].known >> seat & 1)

    # -- texts in force

    def sources(self) -> list[Source]:
        """Return the texts in force: of Intents, Thoughts, and Feelings whose fleeting effect is over (DW42, DW67)."""
        if self._sources is None:
            result: list[Source] = []
            for seat in self.turn_order():
                state = self.seats[seat]
                if state.intent:
                    result.append(Source(seat, INTENT, 0, state.intent))
                for card in (*state.thoughts, *state.feelings):
                    card_state = self.cards[card]
                    if card_state.zone == THOUGHTS or card_state.settled:
                        result.append(Source(seat, card, card_state.tag, card_state.title))
            self._sources = result
        return self._sources

    def statics(self) -> list[StaticSource]:
        """Return the lasting texts in force."""
        if self._statics is None:
            self._statics = [
                StaticSource(source, line, static)
                for source in self.sources()
                for line, static in self.text(source.title).statics
            ]
        return self._statics

    def in_force(self, kind: type[Ongoing]) -> Sequence[EffectInForce]:
        """Return the lasting texts in force of one kind, in their order on the table."""
        if self._in_force is None:
            result: dict[type[Ongoing], list[EffectInForce]] = {}
            for lasting in self.statics():
                source = lasting.source
                context = EffectContext(source.seat, source.card, source.tag, source.title)
                for op in lasting.static.ongoing:
                    result.setdefault(type(op), []).append(
                        EffectInForce(context, op, lasting.static.condition)
                    )
            self._in_force = result
        return self._in_force.get(kind, ())

    def triggers(self) -> dict[TriggerType, list[TriggerSource]]:
        """Return the lines in force that wait for an event, by type of event."""
        if self._triggers is None:
            result: dict[TriggerType, list[TriggerSource]] = {}
            for source in self.sources():
                for line, triggered in self.text(source.title).triggered.items():
                    result.setdefault(triggered.event.trigger_type, []).append(
                        TriggerSource(source, line, triggered)
                    )
            self._triggers = result
        return self._triggers

    def text(self, title: str) -> CompiledText:
        """Return the text of a card, or of a cover by the name of its notion."""
        return self.pool.texts[title]

    # -- players and the gauge

    @staticmethod
    def other(seat: int) -> int:
        """Return the opponent's seat."""
        return 1 - seat

    def turn_order(self) -> tuple[int, int]:
        """Return the active player, then the other.

        Before the first turn, the first player counts as active (DW64).
        """
        active = self.position.active
        first = active if active >= 0 else max(self.position.first, 0)
        return (first, 1 - first)

    def stand(self, seat: int) -> int:
        """Return the tracker's place for a seat: positive on its side, negative on the other."""
        return self.position.tracker if seat == 0 else -self.position.tracker

    def memory(self, seat: int) -> int:
        """Return a player's memory (DW22)."""
        return max(0, self.stand(seat))

    def payable(self, seat: int) -> int:
        """Return the maximum payment of a seat: up to the end of the gauge on the opponent's side (DW25)."""
        return self.stand(seat) + END_OF_GAUGE

    @property
    def side(self) -> int | None:
        """The side of the tracker; None on 0 (DW28)."""
        tracker = self.position.tracker
        return None if not tracker else 0 if tracker > 0 else 1

    def missing(self, seat: int) -> int:
        """Return the number of cards missing from an Ego (DW23)."""
        return max(0, 5 - len(self.seats[seat].ego))

    def count_in_hand(self, seat: int) -> int:
        """Return the number of cards in a seat's hand."""
        return len(self.seats[seat].hand)
