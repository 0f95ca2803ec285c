"""Facts about actions of players and abilities (§4, §6)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import line, msg, title
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import CARDS_OF_EACH, SILENT, EventEntry, beat, card_list, form, is_known
from engine.kernel.events.event import Fact
from engine.kernel.events.story import PASS, PLAY
from engine.voidream.facts.terms import (
    TURN,
    UNPAID,
    VEILED,
    PlayerFact,
    PublicName,
    Seat,
    called,
    card_series,
    piles,
    zone,
)
from engine.voidream.position import DECK


class Passed(PlayerFact, frozen=True, tag="passed"):
    """A player has passed (§4 Main phase). `is_forced`: nothing else was possible, publicly (`turns.forced`)."""

    is_forced: bool = False

    entry: ClassVar[EventEntry[Passed]] = EventEntry(
        log=form("{who} passes."),
        beats=(
            beat(
                "Nothing left to do: passed for you", "Nothing left to do: passed for {who}", is_forced=True
            ),
            beat("You pass", "{who} passes"),
        ),
        sum=beat("You pass", "{who} passes"),
        sort=PASS,
        changes=[TURN],
    )


class Played(PlayerFact, frozen=True, tag="played"):
    """A player plays a card, which has left its zone and hasn't resolved yet (§4 Main phase, R6).

    `card` is its title, `source` its former zone ("hand", "deck", …). `inverted` is an arcanum with its inverted text.
    """

    card: str
    source: str
    inverted: bool

    entry: ClassVar[EventEntry[Played]] = EventEntry(
        log=(form("{who} plays {card} inverted.", inverted=True), form("{who} plays {card}.")),
        beats=(
            beat("You play {card} from your deck", "{who} plays {card} from the deck", source=DECK),
            beat("You play {card} inverted", "{who} plays {card} inverted", inverted=True),
            beat("You play {card}", "{who} plays {card}"),
        ),
        sum=(
            beat("You play {cards} inverted", "{who} plays {cards} inverted", inverted=True).of_all(
                form("Played inverted: {all}"), CARDS_OF_EACH
            ),
            beat("You play {cards}", "{who} plays {cards}").of_all(form("Played: {all}"), CARDS_OF_EACH),
        ),
        follows=("entered-play", "construct-placed"),
        sort=PLAY,
        begins=True,
        changes=lambda fact: [TURN, *zone(fact.source, fact.seat, fact.card), *piles(None, fact.card)],
    )


class Unveiled(PlayerFact, frozen=True, tag="unveiled"):
    """A player unveils one of their cards, by title, and thereby plays it (§7 Veiled cards)."""

    card: str
    source: str
    inverted: bool

    entry: ClassVar[EventEntry[Unveiled]] = EventEntry(
        beats=beat("You unveil {card}", "{who} unveils {card}"),
        sum=beat("You unveil {cards}", "{who} unveils {cards}").of_all(
            form("Unveiled: {all}"), CARDS_OF_EACH
        ),
        follows=("entered-play", "construct-placed"),
        sort=PLAY,
        begins=True,
        changes=lambda fact: [
            TURN,
            Change(VEILED),
            *zone(fact.source, fact.seat, fact.card),
            *piles(fact.seat, fact.card),
        ],
    )


class AbilityActivated(PlayerFact, frozen=True, tag="activated"):
    """A player activates an ability of a card, by title (§6 Activated Ability). Its costs aren't paid yet."""

    card: str

    entry: ClassVar[EventEntry[AbilityActivated]] = EventEntry(
        beats=beat("You activate {card}", "{who} activates {card}"),
        sum=beat("You activate {cards}", "{who} activates {cards}").of_all(
            form("Activated: {all}"), CARDS_OF_EACH
        ),
        sort=PLAY,
        begins=True,
        changes=[TURN],
    )


class AbilityTriggered(PlayerFact, frozen=True, tag="triggered"):
    """An ability of a card, by title, has triggered and resolves now (§7). `ability` is its printed English text."""

    card: str
    ability: str

    entry: ClassVar[EventEntry[AbilityTriggered]] = EventEntry(
        log=form("{who}'s {card} triggers: {effect}"),
        beats=SILENT,
        slots={"effect": lambda fact, names: line(fact.ability.partition(" - ")[2])},
        changes=NOTHING,
    )


class ModeChosen(PlayerFact, frozen=True, tag="mode-chosen"):
    """A player has chosen a part of a card's text, by title (§7).

    `text` is that part in English, as worded for them.
    """

    card: str
    text: str

    entry: ClassVar[EventEntry[ModeChosen]] = EventEntry(
        log=form("{who} chooses for {card}: {effect}"),
        beats=beat("You choose for {card}: {effect}", "{who} chooses for {card}: {effect}"),
        slots={"effect": lambda fact, names: line(fact.text)},
        changes=NOTHING,
    )


class LoopEnded(Fact, frozen=True, tag="loop-ended"):
    """A loop of triggers was cut off before an ability of this card, by title, could begin it again (R33)."""

    card: str

    entry: ClassVar[EventEntry[LoopEnded]] = EventEntry(
        log=form("The loop around {card} ends here: nothing changes any more."), changes=NOTHING
    )


class TookEffect(PlayerFact, frozen=True, tag="ongoing"):
    """A card's effect, by title, applies from now on (§7): to these cards, or everywhere."""

    card: str
    on: list[PublicName] | None = None

    entry: ClassVar[EventEntry[TookEffect]] = EventEntry(
        log=(form("{card} takes effect.", on=None), form("{card} takes effect on {cards}.")),
        sum=beat("In force: {cards}", "In force: {cards}"),
        told_with=("played", "unveiled", "activated"),
        # Each effect of a card with several effects begins separately.
        together=lambda fact: (fact.card, tuple(fact.on or ())),
        slots={"cards": lambda fact, names: card_series(fact.on or ())},
        sum_slots={"cards": lambda facts: card_list([*dict.fromkeys(title(one.card) for one in facts)])},
        changes=lambda fact: [Change("effect", fact.seat, fact.card)],
    )


_NOT = {
    "exhaust": msg("exhausted", "is not"),
    "ready": msg("readied", "is not"),
    "veil": msg("veiled", "is not"),
    "inspire": msg("inspired", "is not"),
    "charge": msg("charged", "is not"),
    "attach": msg("attached", "is not"),
    "destroy": msg("destroyed", "is not"),
    "sacrifice": msg("sacrificed", "is not"),
    "discard": msg("discarded", "is not"),
    "torn": msg("discarded", "is not"),
    "void": msg("voided", "is not"),
    "to hand": msg("returned", "is not"),
    "to deck": msg("put into the deck", "is not"),
}
_DOES_NOT = {
    "mind": msg("turn their mind", "does not"),
    "evoke": msg("evoke", "does not"),
    "roll": msg("roll", "does not"),
    "shuffle": msg("shuffle", "does not"),
}
"""The wording of a prevented event, by kind: of a card, or of a player."""


class Prevented(Fact, frozen=True, tag="prevented"):
    """An event doesn't happen, because a card (`by`, a title) prevents it (§7, R67).

    `what` is the key of the event: "exhaust", "ready", "veil", "inspire", "charge", "attach", "destroy", "sacrifice",
    "discard", "torn", "void", "to hand" and "to deck" of a card, "mind", "evoke", "roll" and "shuffle" of a player.
    It has either a `seat` or a card. `card` is None if its place is secret.
    """

    what: str
    by: str
    seat: Seat | None = None
    card: PublicName | None = None

    entry: ClassVar[EventEntry[Prevented]] = EventEntry(
        beats=(
            beat(
                "{by} prevents it: you do not {act}", "{by} prevents it: {who} does not {act}", seat=is_known
            ),
            beat("{by} prevents it: {card} is not {done}", "{by} prevents it: {card} is not {done}"),
        ),
        slots={
            "by": lambda fact, names: title(fact.by),
            "act": lambda fact, names: _DOES_NOT[fact.what],
            "card": lambda fact, names: called(fact.card) if fact.card else msg("the card"),
            "done": lambda fact, names: _NOT[fact.what],
        },
        # An unpaid card isn't played: the turn passes, and cards shown return to their places (R95, R118).
        changes=UNPAID,
    )


class DamagePrevented(Fact, frozen=True, tag="damage-prevented"):
    """A card (`by`, a title) prevents this number of points of damage (§7)."""

    points: int
    by: str

    entry: ClassVar[EventEntry[DamagePrevented]] = EventEntry(
        log=form("{points} damage is prevented by {by}."),
        slots={"by": lambda fact, names: title(fact.by)},
        changes=UNPAID,
    )
