"""Facts about conflicts and Nightmare (§4)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import Message, msg
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import NUMBER_OF_EACH, SILENT, EventEntry, Names, beat, form
from engine.kernel.events.event import Fact
from engine.kernel.events.story import ATTACK
from engine.voidream.facts.terms import CONFLICT, EFFECTS, TURN, PlayerFact, PublicName, Seat, Threat, marked


class ConflictCalled(PlayerFact, frozen=True, tag="conflict-called"):
    """A conflict begins. `seat` attacks, in Nightmare even involuntarily (§4 Conflict phase).

    `conflict` is None if the attacking player chooses dawn or dusk after the attackers.
    """

    nightmare: bool
    conflict: ConflictKind | None = None

    entry: ClassVar[EventEntry[ConflictCalled]] = EventEntry(
        log=(
            form("{who} is in Nightmare: a dusk conflict begins.", nightmare=True),
            form("{who} initiates a dawn conflict.", conflict=ConflictKind.DAWN),
            form("{who} initiates a dusk conflict.", conflict=ConflictKind.DUSK),
            form("{who} initiates a conflict."),
        ),
        beats=beat("You begin {conflict}", "{who} begins {conflict}"),
        sum=beat("You begin a conflict", "{who} begins a conflict"),
        follows=("attackers-declared", "conflict-chosen"),
        sort=ATTACK,
        changes=[CONFLICT, TURN],
    )


class AttackersDeclared(PlayerFact, frozen=True, tag="attackers-declared"):
    """These entities attack, possibly none: then the player attacks without entities (§4 Conflict phase)."""

    cards: list[PublicName]

    entry: ClassVar[EventEntry[AttackersDeclared]] = EventEntry(
        log=(form("{who} attacks alone.", cards=[]), form("{who} attacks with {cards}.")),
        beats=(
            beat("You attack alone", "{who} attacks alone", cards=[]),
            beat("You attack with {cards}", "{who} attacks with {cards}"),
        ),
        sum=beat(
            form("You attack", "You attack {n} times"), form("{who} attacks", "{who} attacks {n} times")
        ),
        follows=("conflict-chosen",),
        sum_slots={"n": len},
        sort=ATTACK,
        changes=lambda fact: [CONFLICT, TURN, *marked("role", fact.cards)],
    )


class ConflictChosen(PlayerFact, frozen=True, tag="conflict-chosen"):
    """The attacking player has chosen between dawn and dusk (§4 Conflict phase)."""

    conflict: ConflictKind

    entry: ClassVar[EventEntry[ConflictChosen]] = EventEntry(
        beats=beat("You choose {conflict}", "{who} chooses {conflict}"),
        sum=beat("You choose {conflict}", "{who} chooses {conflict}"),
        sort=ATTACK,
        changes=[CONFLICT, TURN],
    )


class DefendersDeclared(PlayerFact, frozen=True, tag="defenders-declared"):
    """These entities defend, possibly none: then the player defends without entities (§4 Conflict phase)."""

    cards: list[PublicName]

    entry: ClassVar[EventEntry[DefendersDeclared]] = EventEntry(
        log=(form("{who} defends alone.", cards=[]), form("{who} defends with {cards}.")),
        beats=(
            beat("You defend alone", "{who} defends alone", cards=[]),
            beat("You defend with {cards}", "{who} defends with {cards}"),
        ),
        sum=beat(
            form("You defend", "You defend {n} times"), form("{who} defends", "{who} defends {n} times")
        ),
        sum_slots={"n": len},
        sort=ATTACK,
        changes=lambda fact: [CONFLICT, TURN, *marked("role", fact.cards)],
    )


class JoinedConflict(PlayerFact, frozen=True, tag="joined-conflict"):
    """A card unveiled during a conflict joins it on its player's side (§4 Conflict phase, R68)."""

    card: PublicName

    entry: ClassVar[EventEntry[JoinedConflict]] = EventEntry(
        log=form("{card} joins the conflict."),
        sort=ATTACK,
        changes=lambda fact: marked("role", [fact.card]),
    )


class ConflictSwitched(Fact, frozen=True, tag="conflict-switched"):
    """A text has switched the conflict between dawn and dusk. `conflict` is the new kind (§7)."""

    conflict: ConflictKind

    entry: ClassVar[EventEntry[ConflictSwitched]] = EventEntry(
        log=form("The conflict turns to {conflict}."), sort=ATTACK, changes=[CONFLICT]
    )


_SCORES = {ConflictKind.DAWN: msg("dawn", "scores"), ConflictKind.DUSK: msg("dusk", "scores")}


def _is_seat(winner: object) -> bool:
    return winner != -1


def _scores(fact: ConflictScored, names: Names) -> Message:
    first, second = fact.totals
    return msg(
        "The {conflict} scores are {one} {first}, {other} {second}",
        conflict=_SCORES[fact.conflict],
        one=names[0],
        first=first,
        other=names[1],
        second=second,
    )


class ConflictScored(Fact, frozen=True, tag="conflict-scored"):
    """The scores were calculated: `totals` by seat, and the `difference`, which is the winner's damage (§4 Conflict phase).

    `winner` is a seat, or -1 for a draw: the higher total in dawn, the lower one in dusk. `parts` are the parts of each
    total, as in `score_part.ScorePart`: its kind, its card's title, its number.
    """

    conflict: ConflictKind
    totals: tuple[int, int]
    winner: int
    difference: int
    parts: list[list[tuple[str, str, int]]]

    entry: ClassVar[EventEntry[ConflictScored]] = EventEntry(
        log=(form("{scores}: a draw.", winner=-1), form("{scores}: {who} wins by {points}.")),
        whose=lambda fact: fact.winner,
        beats=SILENT,
        sum=beat(
            form("You won a conflict", "You won {n} conflicts"),
            form("{who} won a conflict", "{who} won {n} conflicts"),
            winner=_is_seat,
        ).of_all(form("Conflicts won: {all}"), NUMBER_OF_EACH),
        sum_slots={"n": len},
        slots={"scores": _scores, "points": lambda fact, names: fact.difference},
        sort=ATTACK,
        is_result=True,
        changes=NOTHING,
    )


class ConflictEnded(Fact, frozen=True, tag="conflict-ended"):
    """The conflict of this attacker has ended. `winner` is a seat, or -1 for a draw (§4 Conflict phase)."""

    attacker: Seat
    winner: int

    entry: ClassVar[EventEntry[ConflictEnded]] = EventEntry(
        log=form("The conflict ends."),
        beats=SILENT,
        told_with=("conflict-scored", "damaged", "destroyed", "dream-damage", "dream-torn"),
        changes=[CONFLICT, TURN, EFFECTS, Change("role")],
    )


class FacesNightmare(PlayerFact, frozen=True, tag="faces-nightmare"):
    """A player must face Nightmare, with the reason (§4 Nightmare phase)."""

    why: Threat

    entry: ClassVar[EventEntry[FacesNightmare]] = EventEntry(
        log=(
            form("{who}, with the only empty hand, faces Nightmare.", why="empty hand"),
            form("{who}, with the highest mind, faces Nightmare.", why="highest mind"),
            form("{who}, who passed last, faces Nightmare."),
        ),
        beats=(
            beat(
                "You are out of arcana and must face Nightmare",
                "{who} is out of arcana and must face Nightmare",
                why="empty hand",
            ),
            beat(
                "You have the highest mind and must face Nightmare",
                "{who} has the highest mind and must face Nightmare",
                why="highest mind",
            ),
            beat("You passed last and must face Nightmare", "{who} passed last and must face Nightmare"),
        ),
        sum=beat(
            form("You must face Nightmare", "You must face Nightmare {n} times"),
            form("{who} must face Nightmare", "{who} must face Nightmare {n} times"),
        ),
        follows=("avoided-nightmare", "entered-nightmare"),
        sum_slots={"n": len},
        changes=[TURN],
    )


class CannotAvoidNightmare(PlayerFact, frozen=True, tag="cannot-avoid-nightmare"):
    """A text forbids a player who faces Nightmare, and has an arcanum, to avoid it (§4 Nightmare phase)."""

    entry: ClassVar[EventEntry[CannotAvoidNightmare]] = EventEntry(
        beats=beat("You can't avoid Nightmare", "{who} can't avoid Nightmare"),
        sum=beat("You can't avoid Nightmare", "{who} can't avoid Nightmare"),
        follows=("entered-nightmare",),
        changes=[TURN],
    )


class AvoidedNightmare(PlayerFact, frozen=True, tag="avoided-nightmare"):
    """A player has avoided Nightmare by discarding an arcanum (§4 Nightmare phase)."""

    entry: ClassVar[EventEntry[AvoidedNightmare]] = EventEntry(
        log=form("{who} avoids Nightmare."),
        beats=beat(
            form("You avoided Nightmare", "You avoided Nightmare {n} times"),
            form("{who} avoided Nightmare", "{who} avoided Nightmare {n} times"),
        ),
        sum=beat(
            form("You avoided Nightmare", "You avoided Nightmare {n} times"),
            form("{who} avoided Nightmare", "{who} avoided Nightmare {n} times"),
        ),
        sum_slots={"n": len},
        changes=[TURN],
    )


class EnteredNightmare(PlayerFact, frozen=True, tag="entered-nightmare"):
    """A player enters Nightmare (§4 Entering Nightmare)."""

    entry: ClassVar[EventEntry[EnteredNightmare]] = EventEntry(
        log=form("{who} enters Nightmare."),
        beats=beat(
            form("You entered Nightmare", "You entered Nightmare {n} times"),
            form("{who} entered Nightmare", "{who} entered Nightmare {n} times"),
        ),
        sum=beat(
            form("You entered Nightmare", "You entered Nightmare {n} times"),
            form("{who} entered Nightmare", "{who} entered Nightmare {n} times"),
        ),
        sum_slots={"n": len},
        is_result=True,
        changes=[TURN],
    )
