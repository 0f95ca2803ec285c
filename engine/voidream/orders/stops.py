"""What ends an order before its time: events that its owner has named.

They are told from the events that the owner saw, and from what they could see when the order was given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.i18n import Message, msg
from engine.kernel.events.event import Fact, Facts, Seen
from engine.kernel.orders import Order, Stop, others_decided
from engine.kernel.question import Asked
from engine.voidream.facts import (
    AbilityActivated,
    Attached,
    ConflictCalled,
    ConstructPlaced,
    Damaged,
    DreamDamageDealt,
    EnteredPlay,
    Passed,
    Played,
    Unveiled,
    Veiled,
)
from engine.voidream.position import HAND
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import options

CONFLICT = "conflict"
ARCANUM = "arcanum"
ABILITY = "ability"
ENTERED = "entered"
OTHERS = "others"
MINE = "mine"
DREAM_DAMAGE = "dream damage"
DEPTH = "depth"
PASSED = "passed"
NEW = "new"

_LABELS = {
    CONFLICT: (msg("a conflict is initiated"), msg("A conflict was initiated.")),
    NEW: (msg("you can do something new"), msg("You can do something that you could not do before.")),
    DREAM_DAMAGE: (msg("you are dealt Dream damage"), msg("You were dealt Dream damage.")),
    DEPTH: (msg("your depth changes"), msg("Your depth has changed.")),
    MINE: (
        msg("a card of yours leaves play or takes damage"),
        msg("A card of yours left play or took damage."),
    ),
    ARCANUM: (msg("your opponent plays an arcanum"), msg("Your opponent played an arcanum.")),
    ABILITY: (msg("your opponent activates an ability"), msg("Your opponent activated an ability.")),
    ENTERED: (
        msg("your opponent brings a card into play or unveils one"),
        msg("Your opponent brought a card into play or unveiled one."),
    ),
    OTHERS: (msg("your opponent does anything but pass"), msg("Your opponent did more than pass.")),
    PASSED: (msg("your opponent passes"), msg("Your opponent passed.")),
}
"""By name: the event after "until", and as the reason of an end."""

ALL = (CONFLICT, NEW, DREAM_DAMAGE, DEPTH, MINE, ARCANUM, ABILITY, ENTERED, PASSED)

USUAL = (CONFLICT, NEW, DREAM_DAMAGE, DEPTH, MINE)

COULD, _DEPTH, _MINE = "could", "depth", "mine"
"""What is kept of the moment at which an order is given: what could be done, one's depth, the tags of one's cards."""


def choices(names: Sequence[str], usual: Sequence[str] = USUAL) -> tuple[Stop, ...]:
    """Return the stops of these names, for choosing; the usual ones are ticked to begin with."""
    return tuple(Stop(name, _LABELS[name][0], name in usual) for name in names)


def label(name: str) -> Message:
    """Return a stop as it stands after "until"."""
    return _LABELS[name][0]


def before(ref: Referee, seat: int) -> Facts:
    """Return what is kept of the moment at which an order with stops is given."""
    return {
        COULD: [[option.verb, option.subject] for option in options(ref, seat)],
        _DEPTH: ref.depth(seat),
        _MINE: _tags(ref, seat),
    }


def stopped(
    ref: Referee, seat: int, order: Order, question: Asked | None, happened: Sequence[Seen]
) -> Message | None:
    """Return the reason if something has happened at which an order is to end."""
    for name in order.stops:
        if _HAPPENED[name](ref, seat, order, question, happened):
            return _LABELS[name][1]
    return None


def _tags(ref: Referee, seat: int) -> list[int]:
    """The numbers on the table of all that a seat has in play: its cards, what lies under them, its constructs."""
    cards = ref.cards
    play = ref.seats[seat].play
    under = [card for host in play for card in cards[host].attached if cards[card].controller == seat]
    return sorted(cards[card].tag for card in (*play, *under, *ref.active_constructs(seat)))


_Happened = Callable[[Referee, int, Order, Asked | None, Sequence[Seen]], bool]


def _any(holds: Callable[[Fact, int], bool]) -> _Happened:
    """An event that is one fact told: (fact, seat of the order's owner)."""

    def happened(ref: Referee, seat: int, order: Order, question: Asked | None, seen: Sequence[Seen]) -> bool:
        return any(holds(event.fact, seat) for event in seen)

    return happened


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


def _others(ref: Referee, seat: int, order: Order, question: Asked | None, seen: Sequence[Seen]) -> bool:
    return others_decided(seat, seen)


def _dream_damage(fact: Fact, seat: int) -> bool:
    return isinstance(fact, DreamDamageDealt) and fact.seat == seat


def _mine(ref: Referee, seat: int, order: Order, question: Asked | None, seen: Sequence[Seen]) -> bool:
    if any(isinstance(event.fact, Damaged) and event.fact.card.seat == seat for event in seen):
        return True
    return not set(order.said[_MINE]) <= set(_tags(ref, seat))


def _depth(ref: Referee, seat: int, order: Order, question: Asked | None, seen: Sequence[Seen]) -> bool:
    looking = ref.seats[seat].lifted > 0  # What is being looked at has not left the deck (R34).
    return not looking and ref.depth(seat) != order.said[_DEPTH]


def _new(ref: Referee, seat: int, order: Order, question: Asked | None, seen: Sequence[Seen]) -> bool:
    if question is None or question.topic != Topic.ACTION:
        return False
    could = order.said[COULD]  # Orders of the first versions keep the keys of the options.
    return any(
        [option.verb, option.subject] not in could and option.key not in could for option in question.options
    )


_HAPPENED: dict[str, _Happened] = {
    CONFLICT: _any(_conflict),
    ARCANUM: _any(_arcanum),
    ABILITY: _any(_ability),
    ENTERED: _any(_entered),
    OTHERS: _others,
    MINE: _mine,
    DREAM_DAMAGE: _any(_dream_damage),
    DEPTH: _depth,
    PASSED: _any(_passed),
    NEW: _new,
}
