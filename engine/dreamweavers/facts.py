"""The kinds of events of Dreamweavers: for each a class with its facts, and the key that is stored with them.

Each is told by the operation that makes it happen (`Machine.tell`), with the card or the rule behind it as its cause. Cards are
titles. What only some may know stands in fields that are None for everybody else.
"""

from __future__ import annotations

from enum import StrEnum

from engine.kernel.events.event import Ended, Fact, Kinds, Seen, TakenBack, WentOut

Seat = int

# ------------------------------------------------------------------------------------------------------ setting up


class Rolled(Fact, frozen=True, tag="rolled"):
    """Both have rolled 3d6; `first` is the first player, None where the sums are equal (DW1)."""

    rolls: list[list[int]]
    first: Seat | None


class NotionsTaken(Fact, frozen=True, tag="notions-taken"):
    """A player has drafted these notions (DW3)."""

    seat: Seat
    notions: list[str]


class IntentsRevealed(Fact, frozen=True, tag="intents-revealed"):
    """Both Intents lie open, by seat."""

    notions: list[str]


class Exchanged(Fact, frozen=True, tag="exchanged"):
    """A player has exchanged so many cards of the opening hand (DW8, DW9); `cards` are those put aside, for that player."""

    seat: Seat
    count: int
    cards: list[str] | None = None


class EgoDealt(Fact, frozen=True, tag="ego-dealt"):
    """So many cards lie in a player's Ego (DW10)."""

    seat: Seat
    count: int


# --------------------------------------------------------------------------------------------------- turns, memory


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A turn has begun: its number, counted over both, and whose it is."""

    turn: int
    seat: Seat


class TurnEnded(Fact, frozen=True, tag="turn-ended"):
    """A player's turn is over (DW29)."""

    seat: Seat


class TrackerMoved(Fact, frozen=True, tag="tracker-moved"):
    """The tracker has moved from one number to another; sides are seats, None for the number 0.

    `why`: "start", "restore", "pay", "gain", "lose", "refresh" or "let-go"; `seat` is who did it or to whom it happened.
    """

    seat: Seat
    why: str
    before_side: Seat | None
    before: int
    side: Seat | None
    number: int


class Refreshed(Fact, frozen=True, tag="refreshed"):
    """A player refreshes the hand (DW34)."""

    seat: Seat


class LetGo(Fact, frozen=True, tag="let-go"):
    """A player lets go (DW33)."""

    seat: Seat


# ---------------------------------------------------------------------------------------------- playing, answering


class Played(Fact, frozen=True, tag="played"):
    """A player plays a card at a cost, perhaps as an answer or in a defence (DW39)."""

    seat: Seat
    card: str
    cost: int
    is_answer: bool = False


class Activated(Fact, frozen=True, tag="activated"):
    """A player uses an ability of a card, or of the Intent, whose notion is then `card`; `text` is its line in English."""

    seat: Seat
    card: str
    text: str
    is_answer: bool = False


class Named(Fact, frozen=True, tag="named"):
    """What a player has named for an effect of `card`, as far as those cards lie open (DW59)."""

    seat: Seat
    card: str
    cards: list[str]


class ModeChosen(Fact, frozen=True, tag="mode-chosen"):
    """Which of the effects of `card` a player has chosen, in English (DW59)."""

    seat: Seat
    card: str
    text: str


class Obstacle(StrEnum):
    """Why everybody knows that a window could only be passed (DW108)."""

    EMPTY_HAND = "empty-hand"
    NO_FEELING = "no-feeling"
    NO_ROOM = "no-room"
    GAUGE = "gauge"
    MOMENT = "moment"
    """Restrictions and additional costs, or several obstacles."""


class WindowClosed(Fact, frozen=True, tag="window-closed"):
    """A player was not asked: everybody knows that nothing but a pass was possible (DW108).

    `moment`: "answer" or "defence".
    """

    seat: Seat
    moment: str
    why: str


class TookEffect(Fact, frozen=True, tag="took-effect"):
    """An effect on standby resolves (DW54)."""

    seat: Seat
    card: str


class Cancelled(Fact, frozen=True, tag="cancelled"):
    """The effect of a card on standby is cancelled (DW56)."""

    seat: Seat
    card: str


class Triggered(Fact, frozen=True, tag="triggered"):
    """A line of a card, or of an Intent, has triggered and happens now (DW63); `text` is the line in English."""

    seat: Seat
    card: str
    text: str


class LoopEnded(Fact, frozen=True, tag="loop-ended"):
    """A line that has caused itself with nothing changed does not happen again (DW69)."""

    card: str


# ---------------------------------------------------------------------------------------------------- cards moving


class Drew(Fact, frozen=True, tag="drew"):
    """A player has drawn so many cards; which, only they know."""

    seat: Seat
    count: int
    cards: list[str] | None = None


class Entered(Fact, frozen=True, tag="entered"):
    """A card has come into play without having been played, from a zone (DW44)."""

    seat: Seat
    card: str
    source: str
    tapped: bool = False


class Forgotten(Fact, frozen=True, tag="forgotten"):
    """Cards of a player have gone to the Id, from a zone (DW20).

    `how`: "forgotten", "destroyed", "discarded", or "shield".
    """

    seat: Seat
    cards: list[str]
    source: str
    how: str = "forgotten"


class ReturnedToHand(Fact, frozen=True, tag="returned-to-hand"):
    """Cards that everybody sees have gone to their owner's hand, from a zone."""

    seat: Seat
    cards: list[str]
    source: str


class TookIntoHand(Fact, frozen=True, tag="took-into-hand"):
    """A player has taken cards out of a mind or an Ego into the hand; which, only those know who saw them (DW98)."""

    seat: Seat
    count: int
    source: str
    cards: list[str] | None = None


class PutIntoPile(Fact, frozen=True, tag="put-into-pile"):
    """So many cards of a zone now lie in a player's mind or Ego (`pile`), on top or on the bottom (`place`)."""

    seat: Seat
    count: int
    source: str
    pile: str
    place: str
    cards: list[str] | None = None


class Shuffled(Fact, frozen=True, tag="shuffled"):
    """A player's mind has been shuffled; `count` cards of the Id have gone into it (DW105)."""

    seat: Seat
    count: int = 0


class Looked(Fact, frozen=True, tag="looked"):
    """A player has looked at so many cards of a zone of a player (`of`)."""

    seat: Seat
    of: Seat
    zone: str
    count: int
    cards: list[str] | None = None


class Arranged(Fact, frozen=True, tag="arranged"):
    """A player has put cards that were looked at back in an order of their choice; for that player, from the top."""

    seat: Seat
    of: Seat
    zone: str
    count: int
    cards: list[str] | None = None


class Revealed(Fact, frozen=True, tag="revealed"):
    """Cards of a zone of a player have been shown to everybody."""

    seat: Seat
    zone: str
    cards: list[str]


class Tapped(Fact, frozen=True, tag="tapped"):
    """These Thoughts are tapped now."""

    cards: list[str]


class Untapped(Fact, frozen=True, tag="untapped"):
    """These Thoughts are untapped now."""

    cards: list[str]


# --------------------------------------------------------------------------------------------------------- attacks


class Attacked(Fact, frozen=True, tag="attacked"):
    """A Thought attacks another one, or the opponent's Ego if `target` is "" (DW75)."""

    seat: Seat
    attacker: str
    target: str = ""


class SteppedIn(Fact, frozen=True, tag="stepped-in"):
    """A Guardian steps in: it is attacked instead."""

    seat: Seat
    card: str


class Shielded(Fact, frozen=True, tag="shielded"):
    """The defender has discarded these Thoughts as shields, none perhaps; the shield value they make (DW76)."""

    seat: Seat
    cards: list[str]
    value: int


class Compared(Fact, frozen=True, tag="compared"):
    """An attack was decided: the attacker's power, the shield value, and whether it succeeds (DW78)."""

    seat: Seat
    attacker: str
    target: str
    power: int
    shield_value: int
    succeeds: bool


class AttackCameToNothing(Fact, frozen=True, tag="attack-came-to-nothing"):
    """An attack is over because what is gone was its attacker or its target, a card by title (DW80, DW81)."""

    seat: Seat
    attacker: str
    gone: str


class Damaged(Fact, frozen=True, tag="damaged"):
    """A player takes a point of damage: the revealed card, and how many are left; "" where the Ego was empty (DW96)."""

    seat: Seat
    card: str
    left: int


class Repelled(Fact, frozen=True, tag="repelled"):
    """A revealed Thought has as much power as the attacker, or more: the attacker is forgotten (DW88)."""

    seat: Seat
    card: str
    power: int
    attacker: str
    attacker_power: int


class Placed(Fact, frozen=True, tag="placed"):
    """A revealed Feeling lies in the section of the damaged player (DW94)."""

    seat: Seat
    card: str


class CostRefused(Fact, frozen=True, tag="cost-refused"):
    """The additional cost of a revealed Feeling was not paid, so that its fleeting effect does not happen (DW92)."""

    seat: Seat
    card: str


# ---------------------------------------------------------------------------------------------------- what lasts


class PowerChanged(Fact, frozen=True, tag="power-changed"):
    """Thoughts have so much more or less power, until the turn or the attack is over (`until`: "turn", "attack")."""

    cards: list[str]
    number: int
    until: str


class KeywordGained(Fact, frozen=True, tag="keyword-gained"):
    """Cards have a keyword for this turn or this attack."""

    cards: list[str]
    keyword: str
    until: str


class Forbidden(Fact, frozen=True, tag="forbidden"):
    """Something is forbidden to cards: a key of `Ban`, or "untap" in the next Upkeep."""

    cards: list[str]
    what: str
    until: str


class CostsChanged(Fact, frozen=True, tag="costs-changed"):
    """The next card of a kind ("Thought", "Feeling", "card") that a player plays this turn costs so much less."""

    seat: Seat
    kind_of_card: str
    number: int


class Began(Fact, frozen=True, tag="began"):
    """Something else is in force for this turn or this attack: a card's line in English."""

    seat: Seat
    card: str
    text: str


Told = (
    Rolled | NotionsTaken | IntentsRevealed | Exchanged | EgoDealt
    | TurnBegan | TurnEnded | TrackerMoved | Refreshed | LetGo
    | Played | Activated | Named | ModeChosen | WindowClosed | TookEffect | Cancelled | Triggered | LoopEnded
    | Drew | Entered | Forgotten | ReturnedToHand | TookIntoHand | PutIntoPile | Shuffled | Looked | Arranged | Revealed
    | Tapped | Untapped
    | Attacked | SteppedIn | Shielded | Compared | AttackCameToNothing | Damaged | Repelled | Placed | CostRefused
    | PowerChanged | KeywordGained | Forbidden | CostsChanged | Began
    | WentOut | Ended | TakenBack
)  # fmt: skip
"""All that can be told of a match of Dreamweavers, by its rules or from outside."""

KINDS = Kinds(Told)
"""By which kept events are read."""


def facts_of(seen: Seen) -> Told:
    """Return what an audience knows of an event, typed. Raises ValueError for an event of another game."""
    fact = seen.fact
    if not isinstance(fact, Told):
        raise ValueError(f"{fact.kind} is no event of Dreamweavers")
    return fact
