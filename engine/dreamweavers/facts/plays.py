"""Facts about playing cards, using abilities, and responding (§Main Phase, §Standby)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from cards.i18n import line, msg
from engine.dreamweavers.facts.terms import TRACKER, Change, effect_of, in_force, standby, turned, zone
from engine.dreamweavers.position import HAND, UNTIL_TURN
from engine.kernel.events.changes import NOTHING
from engine.kernel.events.entries import SILENT, EventEntry, beat, form
from engine.kernel.events.event import Fact, SeatFact
from engine.kernel.events.story import PLAY


class Played(SeatFact, frozen=True, tag="played"):
    """A player plays a card at a cost, possibly as an answer or while defending (DW39)."""

    card: str
    cost: int
    is_answer: bool = False

    entry: ClassVar[EventEntry[Played]] = EventEntry(
        log=(
            form("{who} responds with {card} ({cost}).", is_answer=True),
            form("{who} plays {card} ({cost})."),
        ),
        beats=(
            beat("You respond with {card}", "{who} responds with {card}", is_answer=True),
            beat("You play {card}", "{who} plays {card}"),
        ),
        sum=beat("You play {cards}", "{who} plays {cards}"),
        comes=lambda fact: [Change("play", fact.seat, fact.card)],
        sort=PLAY,
        begins=True,
        changes=lambda fact: [
            *zone(HAND, fact.seat, fact.card),
            Change("play", fact.seat, fact.card),
            *turned([fact.card]),
            standby(fact.card),
            TRACKER,
            in_force(UNTIL_TURN, fact.seat),  # A reduction for the next card is used up.
        ],
    )


class AbilityActivated(SeatFact, frozen=True, tag="activated"):
    """A player uses an ability of a card, or of the Intent, named by its notion. `text` is the line in English."""

    card: str
    text: str
    is_answer: bool = False

    entry: ClassVar[EventEntry[AbilityActivated]] = EventEntry(
        log=(
            form("{who} responds with {card}: {effect}", is_answer=True),
            form("{who} uses {card}: {effect}"),
        ),
        beats=(
            beat("You respond with {card}", "{who} responds with {card}", is_answer=True),
            beat("You use {card}", "{who} uses {card}"),
        ),
        sum=beat("You use {cards}", "{who} uses {cards}"),
        slots={"effect": lambda fact, names: line(effect_of(fact.text))},
        sort=PLAY,
        begins=True,
        changes=lambda fact: [standby(fact.card), TRACKER],
    )


class Named(SeatFact, frozen=True, tag="named"):
    """A player has named cards for an effect of `card`, as far as those cards are public (DW59)."""

    card: str
    cards: list[str]

    entry: ClassVar[EventEntry[Named]] = EventEntry(
        beats=beat("For {card} you name {cards}", "For {card} {who} names {cards}"),
        changes=NOTHING,
    )


class ModeChosen(SeatFact, frozen=True, tag="mode-chosen"):
    """A player has chosen among the effects of `card`, in English (DW59)."""

    card: str
    text: str

    entry: ClassVar[EventEntry[ModeChosen]] = EventEntry(
        log=form("For {card} {who} chooses: {effect}"),
        beats=beat("For {card} you choose: {effect}", "For {card} {who} chooses: {effect}"),
        slots={"effect": lambda fact, names: line(fact.text)},
        changes=NOTHING,
    )


class Obstacle(StrEnum):
    """The public reason why a window could only be passed (DW108)."""

    EMPTY_HAND = "empty-hand"
    NO_FEELING = "no-feeling"
    NO_ROOM = "no-room"
    GAUGE = "gauge"
    MOMENT = "moment"
    """Restrictions and additional costs, or several obstacles."""


_OBSTACLES = {
    Obstacle.NO_FEELING: msg("there can be no Feeling in the hand"),
    Obstacle.NO_ROOM: msg("there is no room for another Feeling"),
    Obstacle.GAUGE: msg("no Feeling that can be in the hand fits on the gauge"),
    Obstacle.MOMENT: msg("no Feeling that can be in the hand can be played now"),
}


class WindowClosed(SeatFact, frozen=True, tag="window-closed"):
    """A player wasn't asked, because only a pass was possible, as everyone knows (DW108).

    `moment`: "answer" or "defence".
    """

    moment: str
    why: str

    entry: ClassVar[EventEntry[WindowClosed]] = EventEntry(
        log=(
            form("{who} isn't asked: the hand is empty.", why=Obstacle.EMPTY_HAND),
            form("{who} isn't asked: there can be no Thought in the hand, and {why}.", moment="defence"),
            form("{who} isn't asked: {why}."),
        ),
        beats=SILENT,
        slots={"why": lambda fact, names: _OBSTACLES[Obstacle(fact.why)]},
        changes=NOTHING,
    )


class TookEffect(SeatFact, frozen=True, tag="took-effect"):
    """An effect on standby resolves (DW54)."""

    card: str

    entry: ClassVar[EventEntry[TookEffect]] = EventEntry(
        log=form("{card} takes effect."),
        sum=beat("Resolved: {cards}", "Resolved: {cards}"),
        follows=("played", "activated"),
        begins=True,
        changes=lambda fact: [standby(fact.card), Change("lingers", None, fact.card)],
    )


class Cancelled(SeatFact, frozen=True, tag="cancelled"):
    """The effect of a card on standby is cancelled (DW56)."""

    card: str

    entry: ClassVar[EventEntry[Cancelled]] = EventEntry(
        beats=beat("Your {card} is cancelled", "{who}'s {card} is cancelled"),
        sum=beat("Cancelled on your side: {cards}", "Cancelled on {who}'s side: {cards}"),
        changes=lambda fact: [standby(fact.card), Change("lingers", None, fact.card)],
    )


class AbilityTriggered(SeatFact, frozen=True, tag="triggered"):
    """A line of a card or an Intent has triggered and happens now (DW63). `text` is the line in English."""

    card: str
    text: str

    entry: ClassVar[EventEntry[AbilityTriggered]] = EventEntry(
        log=form("{who}'s {card} triggers: {effect}"),
        beats=SILENT,
        slots={"effect": lambda fact, names: line(effect_of(fact.text))},
        changes=NOTHING,
    )


class LoopEnded(Fact, frozen=True, tag="loop-ended"):
    """A line that has caused itself without any change doesn't happen again (DW69)."""

    card: str

    entry: ClassVar[EventEntry[LoopEnded]] = EventEntry(
        log=form("The loop around {card} ends here: nothing changes any more."), changes=NOTHING
    )
