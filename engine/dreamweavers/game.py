"""Dreamweavers as a game that a match can be played of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cards.dreamweavers.model import CardSet
from cards.i18n import ENGLISH, Locale, Message, Translator
from engine.dreamweavers.effects.naming import NAME
from engine.dreamweavers.effects.prices import PAY
from engine.dreamweavers.effects.resolve import RESOLVE
from engine.dreamweavers.effects.triggers import RESOLVE_TRIGGERS
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts import KINDS
from engine.dreamweavers.frames import SetUp
from engine.dreamweavers.orders import planning
from engine.dreamweavers.orders.book import BOOK
from engine.dreamweavers.position import MULLIGAN, DreamweaversPosition, SeatState, packed, unpacked
from engine.dreamweavers.program import Pool
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.saves.kept_set import is_promised, keep, read_kept, todays
from engine.dreamweavers.saves.migrations import MIGRATIONS
from engine.dreamweavers.topics import TOPICS
from engine.dreamweavers.turns.attacking import ATTACK
from engine.dreamweavers.turns.damage import DAMAGE
from engine.dreamweavers.turns.forced import forced
from engine.dreamweavers.turns.playing import ACTIVATE, CHAIN, PLAY
from engine.dreamweavers.turns.reasons import Reason
from engine.dreamweavers.turns.setup import CHOOSE_INTENTS, MULLIGANS, SET_UP
from engine.dreamweavers.turns.turn import REFRESH, TURN, TURNS
from engine.dreamweavers.turns.why_not import why_not
from engine.dreamweavers.views.build import build_view
from engine.dreamweavers.views.exchanging import exchange, twin
from engine.dreamweavers.views.knowing import know
from engine.dreamweavers.views.sampling import sample
from engine.dreamweavers.views.types import DreamweaversView
from engine.dreamweavers.wording.citations import cause_words
from engine.dreamweavers.wording.log import sentence
from engine.dreamweavers.wording.story import left_out, story
from engine.dreamweavers.wording.translators import dreamweavers_translator
from engine.kernel.chance import Chance
from engine.kernel.errors import UnreadableMatch
from engine.kernel.events.event import Seen
from engine.kernel.events.story import Beat
from engine.kernel.game import Entry, Explains, Forces, Game, TakesPlans
from engine.kernel.machine import AnyMachine, Procedures
from engine.kernel.orders import Order, Ordered, OrderForm, PlanForm, PlannedStep
from engine.kernel.question import Choice

CATALOGUE = Procedures[Referee](
    SET_UP,
    CHOOSE_INTENTS,
    MULLIGANS,
    TURNS,
    TURN,
    REFRESH,
    PLAY,
    ACTIVATE,
    PAY,
    NAME,
    CHAIN,
    ATTACK,
    DAMAGE,
    RESOLVE,
    RESOLVE_TRIGGERS,
)
Referee.catalogue = CATALOGUE


class Dreamweavers(Game, Explains, Forces, TakesPlans):
    """The rules of Dreamweavers. Nobody brings a deck: minds are drafted in the match itself."""

    name = "dreamweavers"
    version = "1"
    seats = range(2, 3)
    entry = Entry.NOTHING
    endings = ENDINGS
    kinds = KINDS
    topics = TOPICS
    migrations = MIGRATIONS

    def setup(self, entries: Sequence[Any]) -> bytes:
        """Return the set that comes with the game, as a match keeps it. Raises ValueError unless two play."""
        return self.setup_with(None, len(entries))

    def setup_with(self, cards: CardSet | None, seats: int = 2) -> bytes:
        """Return a set, None for the one that comes with the game, as a match keeps it.

        Raises ValueError unless two play.
        """
        if seats not in self.seats:
            raise ValueError("Two people play Dreamweavers.")
        return todays()[0] if cards is None else keep(cards)

    def promises_setup(self, setup: bytes) -> bool:
        """Return whether the commitment covers the texts of the cards: it does not in matches that began before that."""
        return is_promised(setup)

    def begin(self, setup: bytes, seed: str) -> Referee:
        """Return a referee at the very beginning of a match: the rolls are next."""
        pool = read_kept(setup)
        ref = Referee(self.blank(pool, seed), pool)
        ref.push(SetUp())
        return ref

    @staticmethod
    def blank(pool: Pool, seed: str) -> DreamweaversPosition:
        """Return a position in which nothing has happened yet."""
        return DreamweaversPosition(
            chance=Chance(seed), notions=list(pool.notions), seats=[SeatState(), SeatState()]
        )

    def resume(self, setup: bytes, position: bytes) -> Referee:
        """Return a referee at a saved position. Raises UnreadableMatch."""
        pool = read_kept(setup)
        try:
            return Referee(unpacked(position), pool)
        except Exception as error:
            # Bytes can be anything: nested too deeply, or of types that don't belong there.
            raise UnreadableMatch(
                f"The position of this match can't be read: {str(error).rstrip('.')}."
            ) from error

    def pack(self, machine: AnyMachine) -> bytes:
        """Return the whole position as bytes."""
        return packed(_referee(machine).position)

    def round_number(self, machine: AnyMachine) -> int:
        """Return the number of the turn; 0 during the set-up."""
        return _referee(machine).position.turn

    def has_dealt(self, machine: AnyMachine) -> bool:
        """Return whether the opening hands have been drawn: mulligans follow before the first turn (DW8)."""
        position = _referee(machine).position
        return position.turn > 0 or position.phase == MULLIGAN

    def translator(self, locale: Locale) -> Translator:
        """Return a language with the texts of cards and the citations of rules, which are made."""
        return dreamweavers_translator(locale)

    def view(
        self, machine: AnyMachine, seat: int | None, translator: Translator = ENGLISH
    ) -> DreamweaversView:
        """Return what a seat, or a spectator, may know."""
        return build_view(_referee(machine), seat, translator)

    def words(self, event: Seen, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return a sentence for an event."""
        return sentence(event, names, translator)

    def story(self, happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
        """Return what an act led to, in beats."""
        return story(happened, names, reader)

    def left_out(self, counts: Mapping[str, int]) -> Message:
        """Return a sentence that counts beats without room."""
        return left_out(counts)

    def cause_words(self, cause: str) -> Message:
        """Return what people call a cause."""
        return cause_words(cause)

    def why_not(self, machine: AnyMachine, seat: int, wish: str) -> Reason | None:
        """Explain why a wish can't be granted now."""
        return why_not(_referee(machine), seat, wish)

    def forced(self, machine: AnyMachine) -> tuple[int, Choice] | None:
        """Return an answer that a spectator could name (DW108)."""
        return forced(_referee(machine))

    def know(self, machine: AnyMachine, seats: Collection[int]) -> bytes:
        """Return what these seats know together."""
        return know(_referee(machine), seats)

    def sample(self, knowledge: bytes, chance: Chance) -> Referee:
        """Return a position drawn afresh from what some seats know."""
        return sample(knowledge, chance)

    def exchange(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> Referee:
        """Return another position that none of these seats can tell from this one by what they see."""
        return exchange(_referee(machine), seats, chance)

    def twin(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> Referee:
        """Return another position that none of these seats can tell from this one by what they know; see `exchanging`."""
        return twin(_referee(machine), seats, chance)

    def order_forms(self, machine: AnyMachine, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now."""
        return BOOK.forms(_referee(machine), seat)

    def plan_form(self, machine: AnyMachine, seat: int) -> PlanForm | None:
        """Return what a seat could make a plan of now."""
        return planning.form(_referee(machine), seat)

    def read_plan(self, machine: AnyMachine, seat: int, order: Order) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan in words, and how they stand by what the seat knows."""
        return planning.read(_referee(machine), seat, order)

    def check_order(self, machine: AnyMachine, seat: int, order: Order) -> None:
        """Raise Refused for an order that can't be given now."""
        BOOK.check(_referee(machine), seat, order)

    def given_now(self, machine: AnyMachine, seat: int, order: Order) -> Order | None:
        """Return an order as it would be kept if it were given now."""
        return BOOK.given_now(_referee(machine), seat, order)

    def by_order(self, machine: AnyMachine, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
        """Hold an order against what a seat is asked."""
        return BOOK.by_order(_referee(machine), seat, order, happened)

    def order_words(self, order: Order) -> Message:
        """Return an order in a sentence for its owner."""
        return BOOK.words(order)


def _referee(machine: AnyMachine) -> Referee:
    assert isinstance(machine, Referee)
    return machine


DREAMWEAVERS = Dreamweavers()
