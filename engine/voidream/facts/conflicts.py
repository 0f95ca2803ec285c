"""Facts about conflicts and Nightmare (§4)."""

from __future__ import annotations

from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.event import Fact
from engine.voidream.facts.terms import Named, Seat, Threat


class ConflictCalled(Fact, frozen=True, tag="conflict-called"):
    """A conflict begins; `seat` attacks, whether they like it or not in Nightmare (§4 Conflict phase).

    `conflict` is None where the attacking player chooses between dawn and dusk only after the attackers.
    """

    seat: Seat
    nightmare: bool
    conflict: ConflictKind | None = None


class AttackersDeclared(Fact, frozen=True, tag="attackers-declared"):
    """These entities attack, perhaps none: then the player attacks alone (§4 Conflict phase)."""

    seat: Seat
    cards: list[Named]


class ConflictChosen(Fact, frozen=True, tag="conflict-chosen"):
    """The attacking player has chosen between dawn and dusk (§4 Conflict phase)."""

    seat: Seat
    conflict: ConflictKind


class DefendersDeclared(Fact, frozen=True, tag="defenders-declared"):
    """These entities defend, perhaps none: then the player defends alone (§4 Conflict phase)."""

    seat: Seat
    cards: list[Named]


class JoinedConflict(Fact, frozen=True, tag="joined-conflict"):
    """A card that was unveiled in a conflict takes part in it, on its player's side (§4 Conflict phase, R68)."""

    seat: Seat
    card: Named


class ConflictSwitched(Fact, frozen=True, tag="conflict-switched"):
    """A text has turned the conflict from dawn to dusk, or the other way round; this is what it is now (§7)."""

    conflict: ConflictKind


class ConflictScored(Fact, frozen=True, tag="conflict-scored"):
    """The scores have been counted: `totals` by seat, with the `difference` that the winner deals (§4 Conflict phase).

    `winner` is a seat, -1 in a draw: the higher total in dawn, the lower one in dusk. `parts` are what each total is the
    sum of, as in `score_part.ScorePart`: what it is, the title of its card, the number.
    """

    conflict: ConflictKind
    totals: tuple[int, int]
    winner: int
    difference: int
    parts: list[list[tuple[str, str, int]]]


class ConflictEnded(Fact, frozen=True, tag="conflict-ended"):
    """The conflict of this attacker is over; `winner` is a seat, -1 in a draw (§4 Conflict phase)."""

    attacker: Seat
    winner: int


class FacesNightmare(Fact, frozen=True, tag="faces-nightmare"):
    """A player must face Nightmare, and why it is them (§4 Nightmare phase)."""

    seat: Seat
    why: Threat


class AvoidedNightmare(Fact, frozen=True, tag="avoided-nightmare"):
    """A player has discarded an arcanum and so avoided Nightmare (§4 Nightmare phase)."""

    seat: Seat


class EnteredNightmare(Fact, frozen=True, tag="entered-nightmare"):
    """A player enters Nightmare (§4 Entering Nightmare)."""

    seat: Seat
