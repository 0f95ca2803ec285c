"""What a card's text means, as frozen data.

A text is a tuple of abilities, one a printed line. An effect is a tuple of sentences, and a sentence a tuple
of instructions that the text joins with ", then". Nothing here does anything: `reader` makes this data out of
text, `printer` makes text out of it, and the engine interprets it. The wording in each docstring is the
canonical one, which the printer writes.
"""

# The docstrings begin with the canonical wording, whatever sign that ends with.
# ruff: noqa: D400, D404, D415

from __future__ import annotations

from enum import StrEnum

import msgspec


class Node(msgspec.Struct, frozen=True):
    """A part of a text: immutable, and equal to every other part that says the same."""


class Player(StrEnum):
    """Whom a text speaks of, seen from the controller of the card."""

    YOU = "you"
    OPPONENT = "your opponent"
    EACH = "each player"
    ANY = "a player"
    """Only in trigger conditions: whichever player it is."""
    ITS_CONTROLLER = "its controller"
    """The controller of "it"."""


class ConflictKind(StrEnum):
    """Dawn or dusk (§4)."""

    DAWN = "dawn"
    DUSK = "dusk"


class Stat(StrEnum):
    """The three numbers at the bottom of an entity (§2)."""

    DAWN = "dawn"
    STABILITY = "stability"
    DUSK = "dusk"


class Faction(StrEnum):
    """The four factions, and the neutral cards that serve them all."""

    CHIMERIC_COURT = "chimeric-court"
    FRACTA = "fracta"
    SUBTER_VENELLAM = "subter-venellam"
    MAZE = "maze"
    NEUTRAL = "neutral"


class KeywordName(StrEnum):
    """The keyword lines of §6. Dormant, Hierarchy, Prototype, Shadowborne and Worship carry a number."""

    DEEP = "deep"
    DORMANT = "dormant"
    DREAD = "dread"
    GLARING = "glaring"
    HEROIC = "heroic"
    HIERARCHY = "hierarchy"
    INDESTRUCTIBLE = "indestructible"
    LOOP = "loop"
    PROTOTYPE = "prototype"
    SHADOWBORNE = "shadowborne"
    SIEGE = "siege"
    SUBTLE = "subtle"
    UNIQUE = "unique"
    VEIL = "veil"
    VOIDBOUND = "voidbound"
    WORSHIP = "worship"


NUMBERED_KEYWORDS = frozenset(
    {
        KeywordName.DORMANT,
        KeywordName.HIERARCHY,
        KeywordName.PROTOTYPE,
        KeywordName.SHADOWBORNE,
        KeywordName.WORSHIP,
    }
)


class Keyword(Node, frozen=True):
    """`Deep` or `Dormant 2`: a keyword with its number, 0 where it has none."""

    name: KeywordName
    x: int = 0


# ---------------------------------------------------------------------------------------------------- selections


class Noun(StrEnum):
    """What sort of card is meant."""

    CARD = "card"
    """Any Dream card; in a hand or an arcana discard pile, an arcanum."""
    ARCANUM = "arcanum"
    THOUGHT = "thought"
    MEMORY = "memory"
    ENTITY = "entity"
    CONSTRUCT = "construct"
    """An active construct; a bastion is one for all purposes, but no effect can destroy it, flip it or move it out of
    its deck (§2)."""
    VEILED_CARD = "veiled card"
    CHARGE = "charge"
    ATTACHMENT = "attachment"


class Trait(StrEnum):
    """Adjectives in front of the noun, in this order."""

    ANOTHER = "another"
    """Not the card that says so, nor one chosen before on its line ("another entity", "all other entities")."""
    READY = "ready"
    EXHAUSTED = "exhausted"
    PARTICIPATING = "participating"
    ATTACKING = "attacking"
    DEFENDING = "defending"
    OPPOSING = "opposing"
    """Participating on the other side than the controller of the text."""
    INSPIRED = "inspired"
    """Has a "When inspired" ability printed on it."""
    DAMAGED = "damaged"


class Zone(StrEnum):
    """Where the cards are. `IN_PLAY` is not written."""

    IN_PLAY = "in play"
    HAND = "hand"
    DISCARD = "discard pile"
    """The Dream discard pile or, for arcana, the arcana discard pile."""
    VOID = "Void"


class Comparison(StrEnum):
    """How a number is compared."""

    EXACTLY = ""
    OR_MORE = "or more"
    """Written `or higher` for values, depth, results and minds, `or more` for counts."""
    OR_FEWER = "or fewer"
    """Written `or lower` for values, depth, results and minds, `or fewer` for counts."""


class ValueTest(Node, frozen=True):
    """`of value 2`, `of value 2 or lower`, `of value 3 or higher`."""

    comparison: Comparison
    value: int


class StatTest(Node, frozen=True):
    """`with dawn 2 or higher`, `with dusk 0`, `with stability 3 or lower`: the number as it is now."""

    stat: Stat
    comparison: Comparison
    value: int


class Filter(Node, frozen=True):
    """Which cards: `ready Fracta entity of value 2 or lower you control`, `arcanum in your discard pile`,
    `entity or memory`.

    Wording: traits, faction ("Chimeric Court", "Fracta", "Subter Venellam", "Maze", "neutral"), subtype (with a
    capital), noun, `or` another noun, `of value …`, `named "<title>"`, `with <keyword>`, `with dawn …`, then `you control` / `your opponent controls`
    (cards in play), `in your hand` / `in your opponent's discard pile` / `in any Void` (other zones),
    `attached to this card` / `attached to it`.
    """

    noun: Noun
    traits: tuple[Trait, ...] = ()
    faction: Faction | None = None
    subtype: str | None = None
    value: ValueTest | None = None
    title: str | None = None
    keyword: KeywordName | None = None
    zone: Zone = Zone.IN_PLAY
    whose: Player | None = None
    """In play the controller, elsewhere the owner. None: anybody's (in other zones: "any"). EACH only in an instruction
    that each player performs, and means that player: whoever performs an instruction, unless it is you, is "they" in it
    ("Each player sacrifices an entity they control.", "Your opponent exhausts an entity they control.").
    """
    attached_to: This | It | None = None
    or_noun: Noun | None = None
    """A second sort that will do as well. Both are thoughts, memories, entities or constructs."""
    stat: StatTest | None = None


EITHER = (Noun.THOUGHT, Noun.MEMORY, Noun.ENTITY, Noun.CONSTRUCT)
"""The sorts of which a description can name two."""


class Chosen(Node, frozen=True):
    """Cards that somebody picks: `an entity`, `2 entities`, `up to 2 entities`, `any number of entities`.

    `at_least` is 0 and `at_most` the number for "up to"; `at_most` None (with `at_least` 0) is "any number of".
    The player who performs the instruction chooses ("Your opponent discards an arcanum": the opponent).
    "target entity" is read as "an entity".
    """

    filter: Filter
    at_least: int = 1
    at_most: int | None = 1


class All(Node, frozen=True):
    """`all entities`, `your entities` (read as "all entities you control"), `each entity`."""

    filter: Filter


class This(Node, frozen=True):
    """`this card`: the card on which the text is printed (also `this entity`, `this memory`, `this construct`)."""


class It(Node, frozen=True):
    """`it` or `them`: what was last chosen, looked at, revealed or rolled on this line; in a trigger's effect, at
    first, what the condition spoke of.
    """


class Host(Node, frozen=True):
    """`its host`: the card to which this card is attached."""


class TopOf(Node, frozen=True):
    """`the top card of your deck`, `the top 3 cards of your opponent's deck`.

    EACH is `each player's deck`, all of them; in an instruction that each player performs, `their deck`.
    """

    amount: Amount
    whose: Player


class BottomOf(Node, frozen=True):
    """`the bottom card of your deck`; whose it is: as in TopOf."""

    whose: Player


class OfThem(Node, frozen=True):
    """`one of them`, `2 of them`, `up to 2 of them`, `any number of them`; with a filter `an entity among them`,
    `up to 2 entities among them`.

    Picked from what "them" means; they stay "them" until an instruction is about other cards, so that the next one can be
    about `one of them` again, or about `the others`. At least and at most as in Chosen.
    """

    at_least: int = 1
    at_most: int | None = 1
    filter: Filter | None = None


class Others(Node, frozen=True):
    """`the others`: those of "them" that have not been picked."""


Selection = Chosen | All | This | It | Host | TopOf | BottomOf | OfThem | Others


# ------------------------------------------------------------------------------------------------------- amounts


class Number(Node, frozen=True):
    """A plain number."""

    n: int


class CountOf(Node, frozen=True):
    """`the number of entities you control`, `the number of arcana in your hand`, `the number of offerings in your
    Void` (subtype Offering). After "for each": the filter in the singular.
    """

    filter: Filter


class DepthOf(Node, frozen=True):
    """`your depth`, `your opponent's depth`."""

    whose: Player


class MindOf(Node, frozen=True):
    """`your mind`, `your opponent's mind`: the number that is upright, 0 when spent."""

    whose: Player


class Result(Node, frozen=True):
    """`the result`: of the last roll on this line (R8)."""


class ThatMany(Node, frozen=True):
    """`that many`: how many cards, or how much damage, the last instruction of this line moved, chose or dealt; in a
    trigger's effect, at first, how much the condition spoke of.
    """


class ValueOf(Node, frozen=True):
    """`its value`, `this card's value`."""

    of: This | It


class StatOf(Node, frozen=True):
    """`its dawn`, `this card's stability`, …"""

    stat: Stat
    of: This | It


class HowOften(Node, frozen=True):
    """`the number of times you have evoked this round`: how often something has happened since the round began, each card
    by itself.
    """

    event: TriggerEvent


Amount = Number | CountOf | DepthOf | MindOf | Result | ThatMany | ValueOf | StatOf | HowOften
"""Wherever a number can be written, an amount that is not a Number is written X and explained at the end of the
instruction: `Deal X Dream damage to your opponent, where X is your depth.` ThatMany alone is written in place:
`deal that many damage to an entity`.
"""


# ---------------------------------------------------------------------------------------------------- conditions


class InNightmare(Node, frozen=True):
    """`you are in Nightmare`, `your opponent is in Nightmare`."""

    who: Player


class DuringConflict(Node, frozen=True):
    """`there is a conflict`, `there is a dawn conflict`; as a restriction `during a dusk conflict`."""

    kind: ConflictKind | None = None


class TakesPart(Node, frozen=True):
    """`you are attacking` / `you are defending` (who=YOU); `this card is participating` is a `MatchesFilter`."""

    who: Player
    attacking: bool


class Compare(Node, frozen=True):
    """`your depth is 3 or higher`, `your mind is 2`, `the result is 4 or lower`, `the number of … is 3 or more`."""

    amount: Amount
    comparison: Comparison
    n: int


class Relation(StrEnum):
    """How one number stands to another."""

    HIGHER = "higher than"
    LOWER = "lower than"
    SAME = "the same as"


class CompareWith(Node, frozen=True):
    """`your depth is higher than your opponent's depth`, `the number of … is lower than the number of …`, `its dawn is
    the same as its dusk`.
    """

    amount: Amount
    relation: Relation
    other: Amount


class Happened(Node, frozen=True):
    """`you have evoked this round`, `an entity has been destroyed this round`, `you have played an arcanum 2 or more times
    this round`.

    How often something has happened since the round began, each card by itself.
    """

    event: TriggerEvent
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


class OnTop(Node, frozen=True):
    """`it is on top of your deck`, `this card is on top of its owner's deck` (whose=None), `there is a construct on top of
    your opponent's deck`: an active one, since nobody sees what else lies there.
    """

    what: This | It | Filter
    whose: Player | None = Player.YOU


class Exists(Node, frozen=True):
    """`you control an exhausted entity`, `you control 3 or more entities`, `there are 2 or more cards in your Void`."""

    filter: Filter
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1


class MatchesFilter(Node, frozen=True):
    """`it is an entity`, `it is an exhausted entity of value 2`, `this card is participating`, `this card is ready`.

    Where only traits matter the noun is not written and is CARD.
    """

    what: This | It
    filter: Filter


class Not(Node, frozen=True):
    """`you are not in Nightmare`, `there is no conflict`, `it is not …`, `you control no …`, `your mind is not 2`."""

    condition: Condition


class Both(Node, frozen=True):
    """`<condition> and <condition>`."""

    first: Condition
    second: Condition


Condition = (
    InNightmare | DuringConflict | TakesPart | Compare | CompareWith | Happened | OnTop | Exists | MatchesFilter | Not
    | Both
)  # fmt: skip


# -------------------------------------------------------------------------------------------------- instructions
# `who` is who performs it. YOU is the imperative ("Evoke."); the others are written as a subject with the verb in
# the third person ("Your opponent evokes.", "Each player rolls.").


class Evoke(Node, frozen=True):
    """`Evoke.`"""

    who: Player = Player.YOU


class Roll(Node, frozen=True):
    """`Roll.` Sets "the result", and "it" to the rolled card: the one now uncovered (R8)."""

    who: Player = Player.YOU


class Shuffle(Node, frozen=True):
    """`Shuffle your deck.` / `Your opponent shuffles their deck.`"""

    who: Player = Player.YOU


class Initiate(Node, frozen=True):
    """`Initiate a dawn conflict.`, `Initiate a conflict.` (None: the attacker chooses dawn or dusk)."""

    kind: ConflictKind | None = None
    who: Player = Player.YOU


class SwitchConflict(Node, frozen=True):
    """`Switch the current conflict type from dawn to dusk.`, `Switch the current conflict type.` (None, None)."""

    before: ConflictKind | None = None
    after: ConflictKind | None = None


class Damage(Node, frozen=True):
    """`Deal 2 damage to an entity.`"""

    amount: Amount
    to: Selection


class DreamDamage(Node, frozen=True):
    """`Deal 2 Dream damage to your opponent.`, `Take 2 Dream damage.` (YOU), `Each player takes 2 Dream damage.`"""

    amount: Amount
    to: Player


class Prevent(Node, frozen=True):
    """`Prevent 2 damage.` Only in the effect of a "When … damage" trigger. None: `Prevent that damage.`"""

    amount: Amount | None


class PreventEvent(Node, frozen=True):
    """`Prevent that.` Only in the effect of a When trigger: what was about to happen does not."""


class Destroy(Node, frozen=True):
    """`Destroy an entity.`"""

    what: Selection


class Sacrifice(Node, frozen=True):
    """`Sacrifice an entity.` Always of the performer's own (R50); "you control" is not written."""

    what: Selection
    who: Player = Player.YOU


class Exhaust(Node, frozen=True):
    """`Exhaust an entity.`, `Your opponent exhausts an entity they control.`"""

    what: Selection
    who: Player = Player.YOU


class Ready(Node, frozen=True):
    """`Ready an entity.`"""

    what: Selection
    who: Player = Player.YOU


class Attach(Node, frozen=True):
    """`Attach this card to an entity.`, `Attach it to a memory you control.`

    As the first line of a memory it says how the memory enters play.
    """

    what: Selection
    to: Selection


class Charge(Node, frozen=True):
    """`Charge an entity.`, `Charge this card.` (§6, R11)"""

    host: Selection
    who: Player = Player.YOU


class Inspire(Node, frozen=True):
    """`Inspire an entity.`"""

    what: Selection


class Void(Node, frozen=True):
    """`Void an entity.`, `Void an arcanum in your hand.`, `Void the top card of your opponent's deck.`,
    `Void an entity as an offering.`
    """

    what: Selection
    offering: bool = False
    who: Player = Player.YOU


class Veil(Node, frozen=True):
    """`Veil an entity.`, `Veil the top card of your deck.`"""

    what: Selection
    who: Player = Player.YOU


class Unveil(Node, frozen=True):
    """`Unveil a veiled card you control.` As an effect: no mind is turned and nothing discarded."""

    what: Selection
    who: Player = Player.YOU


class Discard(Node, frozen=True):
    """`Discard an arcanum.` (from hand; "in your hand" is not written), `Discard the top card of your deck.`,
    `Your opponent discards an arcanum.`, `Discard an entity.` (from play, which is not destruction)
    """

    what: Selection
    who: Player = Player.YOU


class ReturnToHand(Node, frozen=True):
    """`Return an arcanum in your discard pile to your hand.`, `Return all arcana in your discard pile to your hand.`"""

    what: Selection
    who: Player = Player.YOU


class Place(StrEnum):
    """Where in a deck."""

    TOP = "on top of"
    BOTTOM = "on the bottom of"


class Put(Node, frozen=True):
    """`Put it on the bottom of your deck.`, `Put an entity on top of its owner's deck.` (whose=None)

    Several: `… in any order` (R13), or with `random` `… in random order`, written only for more than one card.
    """

    what: Selection
    place: Place
    whose: Player | None = Player.YOU
    random: bool = False
    who: Player = Player.YOU


class LookAt(Node, frozen=True):
    """`Look at the top 3 cards of your deck.`, `Look at a veiled card.` The performer alone sees them; they become
    "them".
    """

    what: Selection
    who: Player = Player.YOU


class Reveal(Node, frozen=True):
    """`Reveal the top card of your deck.` Everybody sees it; it becomes "it"."""

    what: Selection
    who: Player = Player.YOU


class ReturnLooked(Node, frozen=True):
    """`Return them in any order.` What was looked at goes back on top of its deck, in an order of one's choice."""

    who: Player = Player.YOU


class ChangeMind(Node, frozen=True):
    """`Increase your mind by 1.`, `Reduce your mind by 2.` (less), `Your opponent reduces their mind by 1.`"""

    amount: Amount
    less: bool
    who: Player = Player.YOU


class Play(Node, frozen=True):
    """`Play it.`, `Play a thought in your discard pile.` All costs and restrictions apply, no mind is turned."""

    what: Selection
    who: Player = Player.YOU


class May(Node, frozen=True):
    """`You may exhaust an entity, then roll.` The whole sentence behind "may" is the option.

    In `Your opponent may discard an arcanum, then roll.` the opponent performs both. The sentence is plain and ongoing
    instructions, or one ChooseOne.
    """

    sentence: Sentence
    who: Player = Player.YOU


class IfYouDo(Node, frozen=True):
    """`If you do, roll.` / `If you do not, roll.` Follows a May, or an instruction that may fail. `If they do, …` where
    somebody else was asked.
    """

    sentence: Sentence
    did: bool = True


class If(Node, frozen=True):
    """`If your depth is 3 or higher, evoke.` and, as the next sentence, `Otherwise, roll.`

    `otherwise` only where the If is the whole sentence, not inside another instruction.
    """

    condition: Condition
    sentence: Sentence
    otherwise: Sentence | None = None


class ChooseOne(Node, frozen=True):
    """`Choose one: evoke; roll; or ready an entity.`, `Your opponent chooses one: …` Two modes or more; in each, plain
    and ongoing instructions, or a May. What has no subject there is performed by the one who chooses.
    """

    modes: tuple[Sentence, ...]
    who: Player = Player.YOU


class ForEach(Node, frozen=True):
    """`For each exhausted entity you control, deal 1 damage to an entity.` Counted once, before the first."""

    filter: Filter
    sentence: Sentence


class Duration(StrEnum):
    """How long an ongoing instruction lasts."""

    PHASE = ""
    """The default for thoughts, arcana and abilities, not written (§7); on cards that stay, as long as they do."""
    ROUND = "until the end of the round"
    CONFLICT = "until the end of the conflict"


class Modify(Node, frozen=True):
    """`+1 dawn to all entities.`, `-2 stability to an entity.`, `+1 dawn for each charge attached to this card.`

    `amount` may be negative as a Number. `to` None is the bare form `+1 dawn.`: on an entity that card, on an
    attachment its host, on a mind card, arcanum, thought or unattached memory its controller's conflict scores; on a
    construct, which has neither dawn nor dusk, its own stability or its controller's scores. With `each`, the number
    is taken that many times.
    """

    amount: Amount
    stat: Stat
    to: Selection | None = None
    negative: bool = False
    """Only for an X: `-X dawn to an entity, where X is your depth.`"""
    each: Filter | None = None
    duration: Duration = Duration.PHASE


class Gain(Node, frozen=True):
    """`Gain siege.` (`to` None: its controller), `An entity gains deep.`, `All entities you control gain heroic.`"""

    keyword: Keyword
    to: Selection | None = None
    duration: Duration = Duration.PHASE


class Ban(StrEnum):
    """What can be forbidden to cards."""

    DESTROYED = "be destroyed"
    ATTACK = "attack"
    DEFEND = "defend"
    EXHAUST = "exhaust"
    READY = "ready"


class CannotBe(Node, frozen=True):
    """`Your entities cannot be destroyed.`, `An entity cannot defend.`, `All entities of value 1 cannot attack.`

    `All(entity, whose=YOU)` in front of "cannot" is written "Your entities".
    """

    what: Selection
    ban: Ban
    duration: Duration = Duration.PHASE


class Prohibition(StrEnum):
    """What can be forbidden to players."""

    PLAY_INVERTED = "play inverted arcana"
    PLAY_ARCANA = "play arcana"
    EVOKE = "evoke"
    UNVEIL = "unveil"
    INITIATE = "initiate conflicts"
    ACTIVATE = "activate abilities"
    AVOID_NIGHTMARE = "avoid Nightmare"


class Cannot(Node, frozen=True):
    """`You cannot play inverted arcana.`, `Your opponent cannot initiate conflicts.`, `Players cannot evoke.` (EACH)"""

    who: Player
    what: Prohibition
    duration: Duration = Duration.PHASE


Ongoing = Modify | Gain | CannotBe | Cannot

PlainInstruction = (
    Evoke
    | Roll
    | Shuffle
    | Initiate
    | SwitchConflict
    | Damage
    | DreamDamage
    | Prevent
    | PreventEvent
    | Destroy
    | Sacrifice
    | Exhaust
    | Ready
    | Attach
    | Charge
    | Inspire
    | Void
    | Veil
    | Unveil
    | Discard
    | ReturnToHand
    | Put
    | LookAt
    | Reveal
    | ReturnLooked
    | ChangeMind
    | Play
)
"""What is done once, when its turn comes."""

Instruction = PlainInstruction | May | IfYouDo | If | ChooseOne | ForEach | Ongoing

Sentence = tuple[Instruction, ...]
"""Instructions joined with ", then", ongoing ones that follow each other with "and". May, IfYouDo, If, ChooseOne and ForEach stand alone in their sentence."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""


# ------------------------------------------------------------------------------------------------------ triggers


class Timing(StrEnum):
    """§7: Before the line, in the middle of it, or After it."""

    BEFORE = "Before"
    WHEN = "When"
    AFTER = "After"


class TriggerType(StrEnum):
    """What a trigger waits for. The value is the canonical wording, `{who}` a Player with a verb that agrees, `{what}`
    a Filter in the singular with its article ("an entity you control"), or "this card".
    """

    ROUND_BEGINS = "the round begins"
    ROUND_ENDS = "the round ends"
    INSPIRED = "inspired"
    DREAM_DAMAGE = "{who} take Dream damage"
    PLAY = "{who} play {what}"
    """What: an arcanum, a thought, an entity, a card, …"""
    PLAY_INVERTED = "{who} play an inverted arcanum"
    EVOKE = "{who} evoke"
    ROLL = "{who} roll"
    SHUFFLE = "{who} shuffle"
    ENTER_PLAY = "{what} enters play"
    LEAVE_PLAY = "{what} leaves play"
    DESTROYED = "{what} is destroyed"
    SACRIFICED = "{what} is sacrificed"
    DISCARDED = "{what} is discarded"
    VOIDED = "{what} is voided"
    VEILED = "{what} is veiled"
    UNVEILED = "{what} is unveiled"
    EXHAUSTED = "{what} is exhausted"
    READIED = "{what} is readied"
    DAMAGED = "{what} is dealt damage"
    CHARGED = "{what} is charged"
    ATTACHED = "{what} becomes attached"
    ATTACKS = "{what} attacks"
    DEFENDS = "{what} defends"
    CONFLICT_INITIATED = "a conflict is initiated"
    """With `kind` "a dawn conflict is initiated", with `who` "you initiate a conflict"."""
    CONFLICT_ENDS = "a conflict ends"
    CONFLICT_WON = "{who} win a conflict"
    CONFLICT_LOST = "{who} lose a conflict"
    NIGHTMARE_ENTERED = "{who} enter Nightmare"
    NIGHTMARE_AVOIDED = "{who} avoid Nightmare"
    MIND_REDUCED = "{who} reduce {their} mind"
    MIND_SPENT = "{who} spend {their} mind"
    """The mind was turned to its spent side."""


class TriggerEvent(Node, frozen=True):
    """A trigger's condition."""

    trigger_type: TriggerType
    who: Player | None = None
    what: Filter | This | Host | None = None
    kind: ConflictKind | None = None


# ------------------------------------------------------------------------------------------------------ abilities


class Keywords(Node, frozen=True):
    """A keyword line: `Deep. Dormant 2.`"""

    keywords: tuple[Keyword, ...]


class PlayOnly(Node, frozen=True):
    """`Play this card only during a conflict.` / `Play this card only if <condition>.`; `Not(DuringConflict())` is
    `Play this card only outside a conflict.`
    """

    condition: Condition


class AdditionalCost(Node, frozen=True):
    """`Additional cost: discard an arcanum.`: what is paid besides whenever the card is played or unveiled."""

    cost: tuple[PlainInstruction, ...]


class Line(Node, frozen=True):
    """An effect line of an arcanum or a thought, or the Attach line of a memory."""

    effect: Effect


class Static(Node, frozen=True):
    """An ongoing line on a card that stays in play, or on a mind: `+1 dawn to all entities.`

    Several: `+1 dawn and -2 dusk.` With a condition: `While you are in Nightmare, +2 dawn.`
    """

    ongoing: tuple[Ongoing, ...]
    condition: Condition | None = None


class Activated(Node, frozen=True):
    """`(A) Exhaust this card, discard an arcanum: Evoke.` A cost is an instruction that must be carried out whole.

    `once`: `(A) Once each round, exhaust this card: Evoke.`
    """

    cost: tuple[PlainInstruction, ...]
    effect: Effect
    once: bool = False


class Triggered(Node, frozen=True):
    """`(!) After you take Dream damage - Evoke.`

    From another zone: `(!) While this card is in your Void, after an entity enters play - Evoke.` With a condition:
    `(!) When the round begins, if your depth is 4 - Evoke.` `once`: `(!) Once each round, after you roll - Evoke.`
    """

    timing: Timing
    event: TriggerEvent
    effect: Effect
    zone: Zone = Zone.IN_PLAY
    condition: Condition | None = None
    once: bool = False


class GameStart(Node, frozen=True):
    """`At the start of the game, …` on the back of a bastion (§3, R51)."""

    effect: Effect


Ability = Keywords | PlayOnly | AdditionalCost | Line | Static | Activated | Triggered | GameStart

Text = tuple[Ability, ...]
