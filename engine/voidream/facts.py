"""The kinds of events of Voidream: for each a class with its facts, and the key that is stored with them.

Each class is told in one place or two of the engine, by the operation that makes it happen (`Machine.tell`). What is
known to one seat only stands in fields that are None for everybody else. Scores, points and depths are numbers as on the
cards. Each class is told with its cause: the card or the rule behind it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cards.voidream.language.tree import ConflictKind
from engine.kernel.event import Ended, Fact, Kinds, Seen, TakenBack

Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]
"""A player, by seat."""


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as everybody may call it: by its title, or by the value on its back while it lies face down (§7).

    `tag` is its number on the table, given anew whenever it comes to lie where everybody sees it lie; 0 if it doesn't.
    `seat` controls it. Either `title` or `value` is there, never both.
    """

    tag: int
    seat: Seat
    title: str | None = None
    value: int | None = None


MindSide = Literal["numbered", "spent"]
"""A side of a mind card."""

Place = Literal["deck", "bottom", "hand", "charge", "veiled"]
"""Where cards were looked at: the top or the bottom of a deck, a hand, under other cards, or veiled in play."""

Threat = Literal["empty hand", "highest mind", "last to pass"]
"""Why somebody faces Nightmare (§4 Nightmare phase)."""


# ----------------------------------------------------------------------------------------------- setting up, and rounds


class Shown(Fact, frozen=True, tag="shown"):
    """A player has shown their bastion and their mind card, both by title, before the match (§3)."""

    seat: Seat
    bastion: str
    mind: str


class BastionPlaced(Fact, frozen=True, tag="bastion-placed"):
    """A bastion lies face up under its deck at the beginning of the match (§3)."""

    seat: Seat
    card: Named


class Shuffled(Fact, frozen=True, tag="shuffled"):
    """A player's deck has been shuffled (R9)."""

    seat: Seat


class Cut(Fact, frozen=True, tag="cut"):
    """The other player (`by`) has moved the top `count` cards of a deck, the one of `seat`, to its bottom (R9)."""

    seat: Seat
    by: Seat
    count: int


class CutRefused(Fact, frozen=True, tag="cut-refused"):
    """The other player (`by`) has left a shuffled deck, the one of `seat`, as it was (R9)."""

    seat: Seat
    by: Seat


class RoundBegan(Fact, frozen=True, tag="round-began"):
    """A round has begun; the first is number 1 (§4 Beginning phase)."""

    round: int


class PhaseBegan(Fact, frozen=True, tag="phase-began"):
    """A phase of a round has begun: "beginning", "main" or "Nightmare" (§4)."""

    phase: str
    round: int


class FirstPlayer(Fact, frozen=True, tag="first-player"):
    """A player is the active one as a round begins (§4 Beginning phase).

    `depths` are those of both seats where they decided it, at the beginning of the first round.
    """

    seat: Seat
    depths: tuple[int, int] | None = None


class MindHidden(Fact, frozen=True, tag="mind-hidden"):
    """A player has hidden a side of their mind card for the other one to guess (R14)."""

    seat: Seat


class Guessed(Fact, frozen=True, tag="guessed"):
    """A player has guessed the `hidden` side of the other's mind card; if `guess` is the same, they begin (R14)."""

    seat: Seat
    guess: MindSide
    hidden: MindSide


# ------------------------------------------------------------------------------------------------------------- actions


class Passed(Fact, frozen=True, tag="passed"):
    """A player has passed (§4 Main phase)."""

    seat: Seat


class Played(Fact, frozen=True, tag="played"):
    """A player plays a card; it has left where it was and has not resolved yet (§4 Main phase, R6).

    `card` is its title, `source` the zone that it was in ("hand", "deck", …); `inverted` an arcanum by its other text.
    """

    seat: Seat
    card: str
    source: str
    inverted: bool


class Unveiled(Fact, frozen=True, tag="unveiled"):
    """A player unveils a card of theirs, which is played by that (§7 Veiled cards); `card` is its title."""

    seat: Seat
    card: str
    source: str
    inverted: bool


class AbilityActivated(Fact, frozen=True, tag="activated"):
    """A player activates an ability of a card, by title (§6 Activated Ability); its costs have not been paid yet."""

    seat: Seat
    card: str


class AbilityTriggered(Fact, frozen=True, tag="triggered"):
    """An ability of a card, by title, has triggered and resolves now (§7). `ability` is its printed English text."""

    seat: Seat
    card: str
    ability: str


class LoopEnded(Fact, frozen=True, tag="loop-ended"):
    """A loop of triggers has been cut off before an ability of this card, by title, would begin it again (R33)."""

    card: str


class TookEffect(Fact, frozen=True, tag="ongoing"):
    """What a card, by title, says is in force from now on (§7): on those cards, or everywhere it speaks of."""

    seat: Seat
    card: str
    on: list[Named] | None = None


class Prevented(Fact, frozen=True, tag="prevented"):
    """Something does not happen, because a card (`by`, a title) prevents it (§7, R67).

    `what` is the key of the event: "exhaust", "ready", "veil", "inspire", "charge", "attach", "destroy", "sacrifice",
    "discard", "torn", "void", "to hand" and "to deck" of a card, "mind", "evoke", "roll" and "shuffle" of a player. Either
    `seat` is there, or it is about a card: then `card` is that one, None if it lies where nobody may know it.
    """

    what: str
    by: str
    seat: Seat | None = None
    card: Named | None = None


class DamagePrevented(Fact, frozen=True, tag="damage-prevented"):
    """So many points of damage are not dealt, because a card (`by`, a title) prevents them (§7)."""

    points: int
    by: str


# ---------------------------------------------------------------------------------------------------- the deck, looking


class Evoking(Fact, frozen=True, tag="evoking"):
    """A player looks at the top card of their deck to evoke it (§2, R7).

    `next` is the value on the back of the card beneath. `title`, for that player alone, is the card.
    """

    seat: Seat
    next: int
    title: str | None = None


class EvokeDeclined(Fact, frozen=True, tag="evoke-declined"):
    """A player has put the card that they looked at back on top of their deck (§2)."""

    seat: Seat


class Looked(Fact, frozen=True, tag="looked"):
    """A player looks at hidden cards of a player (`of`, who can be the same): so many of them (§7, R10).

    `titles`, for the one who looks alone, are the cards. From the top of a deck, `constructs` are the titles of those
    that lay face up, and `next` is the value on the back of the card beneath. Elsewhere `tags` are the cards' numbers on
    the table, 0 in a hand. Of the bottom of a deck there is none of these.
    """

    seat: Seat
    count: int
    of: Seat
    where: Place
    constructs: list[str] | None = None
    next: int | None = None
    tags: list[int] | None = None
    titles: list[str] | None = None


class Revealed(Fact, frozen=True, tag="revealed"):
    """A player has shown hidden cards of a player (`of`), by title, to everybody; they go on lying hidden (§7, R114).

    `next` is the value on the back of the card beneath those from the top of a deck, 0 for others.
    """

    seat: Seat
    of: Seat
    titles: list[str]
    next: int


class ReturnedToDeck(Fact, frozen=True, tag="returned-to-deck"):
    """So many cards that were looked at are back on top of a player's deck, perhaps in another order (R10)."""

    seat: Seat
    count: int


class Rolled(Fact, frozen=True, tag="rolled"):
    """A player has rolled: the top card of their deck went to its bottom, and the depth (`result`) is this now (§6 Roll)."""

    seat: Seat
    result: int


class RollSkipped(Fact, frozen=True, tag="roll-skipped"):
    """The attacking player does not roll for Siege (§6 Siege)."""

    seat: Seat


class DreamDamageDealt(Fact, frozen=True, tag="dream-damage"):
    """A player is dealt so many points of Dream damage (§4 Damage); what falls for it is told after this."""

    seat: Seat
    points: int


class DreamDamageDiscards(Fact, frozen=True, tag="dream-torn"):
    """These cards, by title, have gone from the top of a player's deck to the discard pile by Dream damage (§4 Damage)."""

    seat: Seat
    cards: list[str]


class Withstood(Fact, frozen=True, tag="withstood"):
    """A construct on top of a deck still stands, and holds off the `points` of Dream damage that were left (§4 Damage)."""

    card: Named
    points: int


# ------------------------------------------------------------------------------------------------- cards come and go


class EnteredPlay(Fact, frozen=True, tag="entered-play"):
    """A card has entered play face up on a player's side (§2)."""

    seat: Seat
    card: Named


class ConstructPlaced(Fact, frozen=True, tag="construct-placed"):
    """A construct lies face up on top of its owner's deck (§2 Constructs)."""

    seat: Seat
    card: Named


class Attached(Fact, frozen=True, tag="attached"):
    """A card lies face up under another one, its host (§6 Attach)."""

    card: Named
    host: Named


class Charged(Fact, frozen=True, tag="charged"):
    """A card lies face down under another one, its host (§6 Charge); `title` is for its controller alone."""

    card: Named
    host: Named
    title: str | None = None


class ChargesReturned(Fact, frozen=True, tag="charges-returned"):
    """So many charges have gone from under a card to the bottom of their deck, in a random order (§6 Charge, R49)."""

    host: Named
    count: int


class Veiled(Fact, frozen=True, tag="veiled"):
    """A card lies veiled on a player's side; `title` is for that player alone (§7 Veiled cards).

    `was` is what it was called before if it was in play already, None if it has come into play veiled.
    """

    seat: Seat
    card: Named
    was: Named | None = None
    title: str | None = None


class Discarded(Fact, frozen=True, tag="discarded"):
    """A card, by title, has gone to the discard pile of its owner (`of`) from a zone, `source` (§6, R5).

    `was` is what it was called before if it lay face down, where everybody sees only now what it is.
    """

    card: str
    of: Seat
    source: str
    was: Named | None = None


class Voided(Fact, frozen=True, tag="voided"):
    """A card, by title, has gone to the Void of its owner (`of`) from a zone, `source`; perhaps as an offering (§6 Void)."""

    card: str
    of: Seat
    source: str
    offering: bool


class ReturnedToHand(Fact, frozen=True, tag="returned-to-hand"):
    """These arcana, by title, are back in their owner's hand (§4 Entering Nightmare, §7)."""

    seat: Seat
    cards: list[str]


class PutIntoDeck(Fact, frozen=True, tag="put-into-deck"):
    """So many cards have gone on top of the decks of their owners (`seats`), or on the bottom (R13).

    `cards` are as many: first those that lay open, in no order that tells anything, then None for each of the others.
    `titles`, for whoever put them there and knows all of them, are the cards from the top.
    """

    cards: list[Named | None]
    count: int
    bottom: bool
    seats: list[Seat]
    titles: list[str] | None = None


class Destroyed(Fact, frozen=True, tag="destroyed"):
    """A card is destroyed: for lack of stability, or by a text (§4 Damage, §6); it leaves play right after."""

    card: Named


class Sacrificed(Fact, frozen=True, tag="sacrificed"):
    """A card is sacrificed by its controller (§6); it leaves play right after."""

    card: Named


# --------------------------------------------------------------------------------------- turning and marking cards


class Readied(Fact, frozen=True, tag="readied"):
    """These cards are upright again (§4 Beginning phase, §7)."""

    cards: list[Named]


class Exhausted(Fact, frozen=True, tag="exhausted"):
    """These cards have been turned sideways (§7)."""

    cards: list[Named]


class MindTurned(Fact, frozen=True, tag="mind-turned"):
    """A player's mind has been turned from `before` to `count`; 0 is the spent side (§2 The Mind Card)."""

    seat: Seat
    before: int
    count: int


class Damaged(Fact, frozen=True, tag="damaged"):
    """So many points of damage have been marked on an entity or a construct (§4 Damage, R27)."""

    card: Named
    points: int


# ------------------------------------------------------------------------------------------- conflicts, and Nightmare


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
    sum of, as in `view.ScorePart`: what it is, the title of its card, the number.
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


class MatchWon(Ended, frozen=True, tag="match-won"):
    """The match has been decided by the rules (§5, §4 Entering Nightmare): it ends by "bastion" or "insanity".

    Where both bastions have fallen at once, both seats share one place.
    """


Told = (
    Shown | BastionPlaced | Shuffled | Cut | CutRefused | RoundBegan | PhaseBegan | FirstPlayer | MindHidden | Guessed
    | Passed | Played | Unveiled | AbilityActivated | AbilityTriggered | LoopEnded | TookEffect | Prevented | DamagePrevented
    | Evoking | EvokeDeclined | Looked | Revealed | ReturnedToDeck | Rolled | RollSkipped
    | DreamDamageDealt | DreamDamageDiscards | Withstood
    | EnteredPlay | ConstructPlaced | Attached | Charged | ChargesReturned | Veiled | Discarded | Voided
    | ReturnedToHand | PutIntoDeck | Destroyed | Sacrificed
    | Readied | Exhausted | MindTurned | Damaged
    | ConflictCalled | AttackersDeclared | ConflictChosen | DefendersDeclared | JoinedConflict | ConflictSwitched
    | ConflictScored | ConflictEnded | FacesNightmare | AvoidedNightmare | EnteredNightmare
    | MatchWon | Ended | TakenBack
)  # fmt: skip
"""All that can be told of a match of Voidream, by its rules or from outside."""


KINDS = Kinds(Told)
"""By which kept events are read."""


def facts_of(seen: Seen) -> Told:
    """Return what an audience knows of an event, typed. Raises ValueError for an event of another game."""
    fact = seen.fact
    if not isinstance(fact, Told):
        raise ValueError(f"{fact.kind} is no event of Voidream")
    return fact
