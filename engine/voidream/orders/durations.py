"""The durations of Voidream's orders (§4), and the events that end them early.

Both depend on the events that the owner saw, and on what they could see when the order was given.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cards.i18n import msg
from engine.kernel.events.event import Fact, SeenEvent
from engine.kernel.orders.kind import Span, Stop, fact_seen, others_decided, whole_match
from engine.kernel.orders.order import OrderMoment
from engine.kernel.question import PendingQuestion
from engine.voidream.facts.actions import AbilityActivated, Passed, Played, Unveiled
from engine.voidream.facts.cards import Attached, ConstructPlaced, Damaged, EnteredPlay, Veiled
from engine.voidream.facts.conflicts import ConflictCalled
from engine.voidream.facts.deck import DreamDamageDealt
from engine.voidream.position import HAND, MAIN
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import options

CONFLICT, PHASE, ROUND, MATCH = "conflict", "phase", "round", "match"
"""The durations."""

LONG = (ROUND, MATCH)
"""The durations of most orders."""

NEW = "new"
DREAM_DAMAGE = "dream damage"
DEPTH = "depth"
MINE = "mine"
ARCANUM = "arcanum"
ABILITY = "ability"
ENTERED = "entered"
OTHERS = "others"
PASSED = "passed"
"""The keys of stop events. Another one has the name of the duration `CONFLICT`."""


class GivenMoment(OrderMoment, frozen=True, omit_defaults=True):
    """The stored moment of an order.

    `round`, and the numbers of the current main phase and conflict, 0 for none. For orders with stop events, also the
    possible actions (verb and subject; option keys in old orders), the owner's depth, and the tags of their cards.
    """

    round: int = 0
    phase: int = 0
    conflict: int = 0
    could: tuple[tuple[str, str] | str, ...] = ()
    depth: int = 0
    mine: tuple[int, ...] = ()


def moment(ref: Referee, seat: int) -> GivenMoment:
    """Return the current moment."""
    position = ref.position
    return GivenMoment(
        round=position.round,
        phase=position.phases[0] if position.phases and position.phase == MAIN else 0,
        conflict=position.phases[-1] if position.conflict is not None else 0,
    )


def witness(ref: Referee, seat: int, current: GivenMoment) -> GivenMoment:
    """Return a moment with the data that stop events need."""
    could = tuple((option.verb, option.subject) for option in options(ref, seat))
    return replace(current, could=could, depth=ref.depth(seat), mine=_tags(ref, seat))


SPANS: tuple[Span[Referee, GivenMoment], ...] = (
    Span(
        CONFLICT,
        msg("until the end of this conflict"),
        msg("in this conflict"),
        msg("The conflict is over."),
        began=lambda given: given.conflict,
        lasts=lambda ref, given: given.conflict in ref.position.phases,
    ),
    Span(
        PHASE,
        msg("until the end of this main phase"),
        msg("in this main phase"),
        msg("The main phase is over."),
        began=lambda given: given.phase,
        lasts=lambda ref, given: given.phase in ref.position.phases,
    ),
    Span(
        ROUND,
        msg("until the end of this round"),
        msg("in this round"),
        msg("The round is over."),
        began=lambda given: given.round,
        lasts=lambda ref, given: given.round == ref.position.round,
    ),
    whole_match(),
)


# --------------------------------------------------------------------------------------------------------------- stops


def _tags(ref: Referee, seat: int) -> tuple[int, ...]:
    """Return the tags of all cards of a seat in play, including attached cards and constructs."""
    cards = ref.cards
    play = ref.seats[seat].play
    attachment = [card for host in play for card in cards[host].attached if cards[card].controller == seat]
    return tuple(sorted(cards[card].tag for card in (*play, *attachment, *ref.active_constructs(seat))))


def _conflict(fact: Fact, seat: int) -> bool:
    return isinstance(fact, ConflictCalled)


def _arcanum(fact: Fact, seat: int) -> bool:
    return isinstance(fact, Played) and fact.seat != seat and fact.source == HAND


def _ability(fact: Fact, seat: int) -> bool:
    return isinstance(fact, AbilityActivated) and fact.seat != seat


def _passed(fact: Fact, seat: int) -> bool:
    return isinstance(fact, Passed) and fact.seat != seat


def _entered(fact: Fact, seat: int) -> bool:
    match fact:
        case EnteredPlay() | ConstructPlaced() | Attached() | Veiled(was=None):
            return fact.card.seat != seat
        case Unveiled():
            return fact.seat != seat
        case _:
            return False


def _dream_damage(fact: Fact, seat: int) -> bool:
    return isinstance(fact, DreamDamageDealt) and fact.seat == seat


def _others(
    ref: Referee, seat: int, given: GivenMoment, question: PendingQuestion | None, seen: Sequence[SeenEvent]
) -> bool:
    return others_decided(seat, seen)


def _mine(
    ref: Referee, seat: int, given: GivenMoment, question: PendingQuestion | None, seen: Sequence[SeenEvent]
) -> bool:
    if any(isinstance(event.fact, Damaged) and event.fact.card.seat == seat for event in seen):
        return True
    return not set(given.mine) <= set(_tags(ref, seat))


def _depth(
    ref: Referee, seat: int, given: GivenMoment, question: PendingQuestion | None, seen: Sequence[SeenEvent]
) -> bool:
    looking = ref.seats[seat].lifted > 0  # A card being looked at hasn't left the deck (R34).
    return not looking and ref.depth(seat) != given.depth


def _new(
    ref: Referee, seat: int, given: GivenMoment, question: PendingQuestion | None, seen: Sequence[SeenEvent]
) -> bool:
    if question is None or question.topic != Topic.ACTION:
        return False
    could = set(given.could)
    return any(
        (option.verb, option.subject) not in could and option.key not in could for option in question.options
    )


STOPS: tuple[Stop[Referee, GivenMoment], ...] = (
    Stop(CONFLICT, msg("a conflict is initiated"), msg("A conflict was initiated."), fact_seen(_conflict)),
    Stop(NEW, msg("you have a new option"), msg("You have a new option."), _new),
    Stop(
        DREAM_DAMAGE,
        msg("you are dealt Dream damage"),
        msg("You were dealt Dream damage."),
        fact_seen(_dream_damage),
    ),
    Stop(DEPTH, msg("your depth changes"), msg("Your depth has changed."), _depth),
    Stop(
        MINE,
        msg("one of your cards leaves play or takes damage"),
        msg("One of your cards left play or took damage."),
        _mine,
    ),
    Stop(
        ARCANUM,
        msg("your opponent plays an arcanum"),
        msg("Your opponent played an arcanum."),
        fact_seen(_arcanum),
    ),
    Stop(
        ABILITY,
        msg("your opponent activates an ability"),
        msg("Your opponent activated an ability."),
        fact_seen(_ability),
    ),
    Stop(
        ENTERED,
        msg("your opponent brings a card into play or unveils one"),
        msg("Your opponent brought a card into play or unveiled one."),
        fact_seen(_entered),
    ),
    Stop(
        OTHERS,
        msg("your opponent does anything except pass"),
        msg("Your opponent did more than pass."),
        _others,
    ),
    Stop(PASSED, msg("your opponent passes"), msg("Your opponent passed."), fact_seen(_passed)),
)
