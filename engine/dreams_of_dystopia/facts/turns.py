"""Facts about the setup, turns and actions (DD7–DD16, DD27–DD50)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import msg
from engine.dreams_of_dystopia.facts.terms import FAME, LP, SUPPLY, TURN, in_force, is_less, zones
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, MASTERS, TABLE, USED
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import CARDS_OF_EACH, NO_WORDS, SILENT, EventEntry, beat, form
from engine.kernel.events.event import Fact, SeatFact
from engine.kernel.events.story import CHANGE, PLAY


class BeganToPlay(SeatFact, frozen=True, tag="began"):
    """The player who counts as the youngest was drawn at random (DD7)."""

    entry: ClassVar[EventEntry[BeganToPlay]] = EventEntry(
        log=form("{who} counts as the youngest, chooses first and takes the first turn."),
        beats=beat("You begin", "{who} begins"),
        changes=[TURN],
    )


class MasterChosen(SeatFact, frozen=True, tag="master"):
    """A player chose a Master and its side (DD8)."""

    card: str

    entry: ClassVar[EventEntry[MasterChosen]] = EventEntry(
        beats=beat("You choose {card}", "{who} chooses {card}"),
        changes=lambda fact: [
            *zones(fact.seat, MASTER),
            Change("score", fact.seat),
            *in_force(fact.seat),
            Change(MASTERS),
        ],
    )


class DecksDealt(Fact, frozen=True, tag="dealt"):
    """The starting decks were made and shuffled (DD9)."""

    count: int

    entry: ClassVar[EventEntry[DecksDealt]] = EventEntry(
        log=form("All players take their starting decks and shuffle them."),
        told_with=("master",),
        changes=[SUPPLY, Change("box"), Change(DECK)],
    )


class TurnBegan(SeatFact, frozen=True, tag="turn"):
    """A turn began."""

    turn: int

    entry: ClassVar[EventEntry[TurnBegan]] = EventEntry(
        log=form("Turn {turn}: {who}."),
        beats=beat("Turn {turn}: yours", "Turn {turn}: {who}'s"),
        told_with=("turn-ended", "master", "went-out"),
        changes=[TURN],
    )


_ENDS = beat(
    form("You end your turn", "You end {n} turns"), form("{who} ends the turn", "{who} ends {n} turns")
)


class TurnEnded(SeatFact, frozen=True, tag="turn-ended"):
    """The End Phase began: used cards, and those kept on the table, go to the discard piles (DD16)."""

    entry: ClassVar[EventEntry[TurnEnded]] = EventEntry(
        log=NO_WORDS,
        beats=_ENDS,
        sum=_ENDS,
        sum_slots={"n": len},
        follows=("acquired", "ability", "deed", "master-used", "attacked"),
        changes=[TURN, Change(USED), Change(TABLE), Change(DISCARD), Change("in force")],
    )


_ALL_USED = beat("You use {cards}", "{who} uses {cards}").of_all(form("Used: {all}"), CARDS_OF_EACH)
_USES: EventEntry[AbilityUsed | DeedUsed] = EventEntry(
    beats=beat("You use {card}", "{who} uses {card}"),
    sum=_ALL_USED,
    sort=PLAY,
    changes=lambda fact: [*zones(fact.seat, HAND, USED), TURN],
)


class AbilityUsed(SeatFact, frozen=True, tag="ability"):
    """A player used the ABILITY of a Minion in hand (DD11)."""

    card: str

    entry: ClassVar[EventEntry[AbilityUsed | DeedUsed]] = _USES


class DeedUsed(SeatFact, frozen=True, tag="deed"):
    """A player used a Heroic Deed (DD50)."""

    card: str

    entry: ClassVar[EventEntry[AbilityUsed | DeedUsed]] = _USES


class MasterUsed(SeatFact, frozen=True, tag="master-used"):
    """A line of a Master is resolved, used by its player or triggered (DD83)."""

    card: str
    effect: str

    entry: ClassVar[EventEntry[MasterUsed]] = EventEntry(
        log=form("{who}'s Master, {card}: {effect}"),
        beats=beat("Your Master acts: {card}", "{who}'s Master acts: {card}"),
        sum=_ALL_USED,
        sort=PLAY,
        changes=[TURN],
    )


class Acquired(SeatFact, frozen=True, tag="acquired"):
    """A player recruited a Minion or purchased a Weapon (DD27). `on_top`: it went on top of the deck."""

    card: str
    is_minion: bool
    on_top: bool = False

    entry: ClassVar[EventEntry[Acquired]] = EventEntry(
        log=(
            form("{who} recruits {card}, on top of the deck.", is_minion=True, on_top=True),
            form("{who} recruits {card}.", is_minion=True),
            form("{who} purchases {card}, on top of the deck.", on_top=True),
            form("{who} purchases {card}."),
        ),
        beats=(
            beat("You recruit {card}", "{who} recruits {card}", is_minion=True),
            beat("You purchase {card}", "{who} purchases {card}"),
        ),
        sum=beat("You acquire {cards}", "{who} acquires {cards}").of_all(
            form("Acquired: {all}"), CARDS_OF_EACH
        ),
        sort=PLAY,
        changes=lambda fact: [*zones(fact.seat, DECK if fact.on_top else DISCARD), SUPPLY, TURN],
    )


class ScoreChanged(SeatFact, frozen=True, tag="score"):
    """A player's LP or FAME (`score`) changed by `amount` to `now` (DD35, DD36)."""

    score: str
    amount: int
    now: int

    entry: ClassVar[EventEntry[ScoreChanged]] = EventEntry(
        log=(
            form("{who} loses {n} LP ({now} left).", score=LP, amount=is_less),
            form("{who} gains {n} LP ({now} now).", score=LP),
            form("{who} loses {n} Fame ({now} left).", score=FAME, amount=is_less),
            form("{who} gains {n} Fame ({now} now)."),
        ),
        beats=(
            beat("You lose {n} LP", "{who} loses {n} LP", score=LP, amount=is_less),
            beat("You gain {n} LP", "{who} gains {n} LP", score=LP),
            beat("You lose {n} Fame", "{who} loses {n} Fame", amount=is_less),
            beat("You gain {n} Fame", "{who} gains {n} Fame"),
        ),
        sum=(
            beat("Your LP: {before} → {now}", "{who}'s LP: {before} → {now}", score=LP).of_all(
                form("LP: {all}"), form("{who} {before} → {now}")
            ),
            beat("Your Fame: {before} → {now}", "{who}'s Fame: {before} → {now}").of_all(
                form("Fame: {all}"), form("{who} {now}")
            ),
        ),
        slots={"n": lambda fact, names: abs(fact.amount)},
        sum_slots={
            "before": lambda facts: facts[0].now - facts[0].amount,
            "now": lambda facts: facts[-1].now,
        },
        stands_out=lambda fact: fact.score == LP and fact.amount < 0,
        is_undone=lambda facts: not sum(fact.amount for fact in facts),
        changes=lambda fact: [Change("score", fact.seat)],
    )


_ALLOWANCES = {
    "Ability": msg("+{n} Ability"),
    "Combat": msg("+{n} Combat"),
    "Heroic Deed": msg("+{n} Heroic Deed"),
    "Acquisition": msg("+{n} Acquisition"),
    "Recruit": msg("+{n} Recruit"),
    "Purchase": msg("+{n} Purchase"),
}
"""The allowances of a turn, as cards call them (DD11)."""


class AllowanceGained(SeatFact, frozen=True, tag="allowance"):
    """A player's turn was allowed more of something. `is_lost`: it isn't their turn (DD14)."""

    what: str
    count: int
    is_lost: bool = False

    entry: ClassVar[EventEntry[AllowanceGained]] = EventEntry(
        log=(
            form("{who} gets {more}, which is lost: it is not their turn.", is_lost=True),
            form("{who} gets {more}."),
        ),
        beats=beat("You get {more}", "{who} gets {more}"),
        sum=beat("You get {more}", "{who} gets {more}"),
        told_with=("ability", "deed", "master-used"),
        slots={"more": lambda fact, names: _ALLOWANCES[fact.what].filled(n=fact.count)},
        changes=[TURN],
    )


class CameIntoForce(SeatFact, frozen=True, tag="in-force"):
    """An effect came into force for a turn or a Combat, as printed on the card (DD47)."""

    card: str
    effect: str

    entry: ClassVar[EventEntry[CameIntoForce]] = EventEntry(
        log=form("{card}: {effect}"),
        told_with=("ability", "deed", "master-used", "attacked", "blocked"),
        changes=lambda fact: [*in_force(fact.seat), Change("in force")],
    )


class ModeChosen(SeatFact, frozen=True, tag="mode"):
    """A player chose one of several effects."""

    card: str
    effect: str

    entry: ClassVar[EventEntry[ModeChosen]] = EventEntry(
        log=form("{who} chooses for {card}: {effect}"),
        beats=beat("With {card} you choose: {effect}", "With {card} {who} chooses: {effect}"),
        sort=CHANGE,
        changes=(),
    )


class OpponentNamed(SeatFact, frozen=True, tag="opponent"):
    """A player chose the opponent whom a text means by "your opponent" (DD44)."""

    of: int
    card: str

    entry: ClassVar[EventEntry[OpponentNamed]] = EventEntry(
        log=form("{who} chooses {of} as the opponent for {card}."),
        beats=SILENT,
        slots={"of": lambda fact, names: names[fact.of]},
        changes=(),
    )
