"""Voidream as a game that a match can be played of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cards.i18n import ENGLISH, Locale, Message, Translator
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck
from engine.kernel.chance import Chance
from engine.kernel.errors import UnreadableMatch
from engine.kernel.events.event import Seen
from engine.kernel.events.story import Beat
from engine.kernel.game import DealsFaceDown, Dealt, Entry, Explains, Forces, Game, TakesPlans
from engine.kernel.machine import AnyMachine, Procedures
from engine.kernel.orders import Order, Ordered, OrderForm, PlanForm, PlannedStep
from engine.kernel.question import Choice
from engine.voidream.citations import cause_words
from engine.voidream.conflict.damage import ASSIGN_DAMAGE
from engine.voidream.conflict.dream_damage import DREAM_DAMAGE
from engine.voidream.conflict.steps import CONFLICT, INITIATE
from engine.voidream.effects.resolve import LINE
from engine.voidream.endings import ENDINGS
from engine.voidream.events.state_based_actions import FALL, settle
from engine.voidream.events.triggers import TRIGGERS
from engine.voidream.events.unique import UNIQUE
from engine.voidream.events.windows import WINDOW
from engine.voidream.facts import KINDS
from engine.voidream.orders import planning
from engine.voidream.orders.book import BOOK
from engine.voidream.position import packed, unpacked
from engine.voidream.queries.nouns import is_open
from engine.voidream.queries.restrictions import Reason
from engine.voidream.questions.topics import TOPICS
from engine.voidream.referee import Referee
from engine.voidream.saves.decks import keep, read_kept
from engine.voidream.saves.migrations import MIGRATIONS
from engine.voidream.turns.abilities import ACTIVATE
from engine.voidream.turns.actions import TURN
from engine.voidream.turns.arcana import PLAY_ARCANUM
from engine.voidream.turns.costs import why_unpaid
from engine.voidream.turns.evoke import EVOKE
from engine.voidream.turns.forced import forced
from engine.voidream.turns.nightmare import ENTER_NIGHTMARE, NIGHTMARE_PHASE
from engine.voidream.turns.play_card import PLAY_CARD, TEXT_LINES
from engine.voidream.turns.rounds import BEGINNING_PHASE, GUESS, MAIN_PHASE, PHASE_END, ROUNDS
from engine.voidream.turns.setup import OFFER_CUT, SET_UP, dealt, lay_out
from engine.voidream.turns.unveil import UNVEIL
from engine.voidream.turns.why_not import why_not
from engine.voidream.views.build import build_view
from engine.voidream.views.exchanging import exchange
from engine.voidream.views.knowing import know
from engine.voidream.views.sampling import sample
from engine.voidream.views.twin import twin
from engine.voidream.views.types import VoidreamView
from engine.voidream.wording.log import sentence
from engine.voidream.wording.story import left_out, story
from engine.voidream.wording.translators import voidream_tongue

CATALOGUE = Procedures[Referee](
    SET_UP,
    OFFER_CUT,
    ROUNDS,
    BEGINNING_PHASE,
    PHASE_END,
    GUESS,
    MAIN_PHASE,
    NIGHTMARE_PHASE,
    ENTER_NIGHTMARE,
    TURN,
    ACTIVATE,
    PLAY_ARCANUM,
    PLAY_CARD,
    TEXT_LINES,
    EVOKE,
    UNVEIL,
    INITIATE,
    CONFLICT,
    ASSIGN_DAMAGE,
    DREAM_DAMAGE,
    LINE,
    WINDOW,
    TRIGGERS,
    UNIQUE,
    FALL,
    between=settle,
)

Referee.catalogue = CATALOGUE
Referee.why_unpaid = staticmethod(why_unpaid)


class Voidream(Game, Explains, Forces, DealsFaceDown, TakesPlans):
    """The game of Voidream; see `engine.kernel.game`."""

    name = "voidream"
    version = "1"
    seats = range(2, 3)
    entry = Entry.DECK
    endings = ENDINGS
    kinds = KINDS
    topics = TOPICS
    migrations = MIGRATIONS

    def setup(self, entries: Sequence[Deck]) -> bytes:
        """Keep two decks with the texts of all their cards. Raises ValueError for decks that can't be played (§8)."""
        if len(entries) not in self.seats:
            raise ValueError("Voidream is played with two decks.")
        for deck in entries:
            wrong = violations(deck)
            if wrong:
                raise ValueError(f"The deck {deck.name} can't be played: {' '.join(map(str, wrong))}")
        return keep(entries)

    def promises_setup(self, setup: bytes) -> bool:
        """Return whether the commitment covers the texts of the cards: it does not in matches that began before that."""
        return read_kept(setup)[0].promised

    def begin(self, setup: bytes, seed: str) -> Referee:
        """Return a referee before the first step of setting up (§3)."""
        kept, pool = read_kept(setup)
        decks = [(seat.bastion, seat.mind, seat.arcana, seat.dream) for seat in kept.seats]
        return Referee(lay_out(decks, seed), pool)

    def resume(self, setup: bytes, position: bytes) -> Referee:
        """Return a referee at a saved position. Raises UnreadableMatch."""
        _, pool = read_kept(setup)
        try:
            return Referee(unpacked(position), pool)
        except Exception as error:
            # Bytes can be anything: nested too deeply, cards that there are not, types that don't belong there.
            raise UnreadableMatch(
                f"The position of this match can't be read: {str(error).rstrip('.')}."
            ) from error

    def pack(self, machine: AnyMachine) -> bytes:
        """Return the whole position as bytes."""
        return packed(_referee(machine).position)

    def translator(self, locale: Locale) -> Translator:
        """Return a language with the texts of cards and the citations of rules, which are made; see `tongues`."""
        return voidream_tongue(locale)

    def view(self, machine: AnyMachine, seat: int | None, translator: Translator = ENGLISH) -> VoidreamView:
        """Return what a seat, or a spectator, may know."""
        return build_view(_referee(machine), seat, translator)

    def words(self, event: Seen, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return a sentence for an event; see `words`."""
        return sentence(event, names, translator)

    def story(self, happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
        """Return what an act led to, in beats; see `story`."""
        return story(happened, names, reader)

    def left_out(self, counts: Mapping[str, int]) -> Message:
        """Return a sentence that counts beats without room; see `story`."""
        return left_out(counts)

    def cause_words(self, cause: str) -> Message:
        """Return what people call a cause; see `causes`."""
        return cause_words(cause)

    def why_not(self, machine: AnyMachine, seat: int, wish: str) -> Reason | None:
        """Explain why a wish can't be granted now; see `reasons`."""
        return why_not(_referee(machine), seat, wish)

    def forced(self, machine: AnyMachine) -> tuple[int, Choice] | None:
        """Return an answer that a spectator could name; see `forced`."""
        return forced(_referee(machine))

    def exchange(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> Referee:
        """Return another position that none of these seats can tell from this one by what they see; see `exchanging`."""
        return exchange(_referee(machine), seats, chance)

    def twin(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> Referee:
        """Return another position that none of these seats can tell from this one by what they know; see `twin`."""
        return twin(_referee(machine), seats, chance)

    def know(self, machine: AnyMachine, seats: Collection[int]) -> bytes:
        """Return what these seats know together; see `knowing`."""
        return know(_referee(machine), seats)

    def sample(self, knowledge: bytes, chance: Chance) -> Referee:
        """Return a position drawn afresh from what some seats know; see `sampling`."""
        return sample(knowledge, chance)

    def dealt(self, machine: AnyMachine) -> list[Dealt]:
        """Return all that is dealt face down; see `setup`."""
        return dealt(_referee(machine))

    def lying(self, machine: AnyMachine) -> tuple[Sequence[Sequence[int]], Collection[int]]:
        """Return how the decks lie, and which cards everybody sees."""
        ref = _referee(machine)
        decks = [state.deck if ref.position.shuffled else [] for state in ref.seats]
        lit = {card for card in range(len(ref.cards)) if is_open(ref, card)}
        return decks, lit | set(ref.showing)

    def round_number(self, machine: AnyMachine) -> int:
        """Return the number of the round; 0 during setup."""
        return _referee(machine).position.round

    def order_forms(self, machine: AnyMachine, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now; see `orders`."""
        return BOOK.forms(_referee(machine), seat)

    def plan_form(self, machine: AnyMachine, seat: int) -> PlanForm | None:
        """Return what a seat could make a plan of now; see `orders.planning`."""
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


VOIDREAM = Voidream()
