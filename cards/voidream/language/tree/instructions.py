"""Instructions, which are performed once (rulebook §6, §7).

`who` is the performer. YOU is the imperative ("Evoke."). The others are subjects with a verb in the third person
("Your opponent evokes.", "Each player rolls.").
"""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.language.context import ReadWording
from cards.language.nodes import Player, This
from cards.language.records import Form, Node, Values, word
from cards.voidream.kinds import STAYING_KINDS
from cards.voidream.language.tree.card_moves import (
    ChangeMind,
    Discard,
    LookAt,
    Play,
    Put,
    ReturnLooked,
    ReturnToHand,
    Reveal,
    Unveil,
    Veil,
    Void,
)
from cards.voidream.language.tree.selections import Amount, Selection
from cards.voidream.language.tree.sorts import (
    DREAM,
    ENTITIES,
    FACE_UP,
    FIGHTERS,
    HOST_KINDS,
    HOSTS,
    IN_PLAY,
    WITH_BASTIONS,
    InstructionReach,
    Zone,
)
from cards.voidream.language.tree.words import ConflictKind


def _from_other_kind(wording: ReadWording) -> Values:
    target: ConflictKind = wording.values["after"]
    other = ConflictKind.DAWN if target is ConflictKind.DUSK else ConflictKind.DUSK
    return {"before": other, "after": target}


@word(
    "act",
    "evoke",
    es="evocar evoca evoque:",
    means="Look at the top card of your deck, then play it or leave it there (§6).",
    flags=("again",),
    synonyms=("draw", "summon"),
)
class Evoke(Node, frozen=True):
    """`Evoke.`"""

    who: Player = Player.YOU


@word(
    "act",
    "roll",
    es="tirar tira tire:",
    means="Put the top card of your deck on the bottom. The value of the new top card is the result (§6).",
    flags=("cost", "names", "again"),
)
class Roll(Node, frozen=True):
    """`Roll.` Sets "the result", and "it" to the rolled card, which is now on top (R8)."""

    who: Player = Player.YOU


@word(
    "act",
    "shuffle {their} deck",
    es="barajar baraja baraje: {their|el mazo}",
    means="Shuffle the whole deck; the opponent may cut it.",
    flags=("cost",),
)
class Shuffle(Node, frozen=True):
    """`Shuffle your deck.` / `Your opponent shuffles their deck.`"""

    who: Player = Player.YOU


@word(
    "act",
    "initiate {kind:conflict}",
    es="iniciar inicia inicie: {kind:conflict}",
    means="Begin a conflict as its attacker, who chooses dawn or dusk if the text doesn't.",
    synonyms=("start", "begin", "attack"),
)
class Initiate(Node, frozen=True):
    """`Initiate a dawn conflict.`, `Initiate a conflict.` (None: the attacker chooses dawn or dusk)."""

    kind: ConflictKind | None = None
    who: Player = Player.YOU


@word(
    "act",
    "switch the [current] conflict [type] [from {before} to {after}]",
    es="cambiar cambia cambie: el tipo del conflicto actual[ de {before} a {after}]",
    also=(Form("switch the [current] conflict [type] to {after}", read=_from_other_kind),),
    means="The conflict changes to the other kind.",
)
class SwitchConflict(Node, frozen=True):
    """`Switch the current conflict type from dawn to dusk.`, `Switch the current conflict type.` (None, None)."""

    before: ConflictKind | None = None
    after: ConflictKind | None = None


@word(
    "act",
    "deal {amount} damage to {to:cards}",
    es="infligir inflige inflija inflíge: {amount} de daño {to:dative}",
    also=(
        "deal damage equal_to {amount:measure} to {to:cards}",
        "deal damage to {to:cards} equal_to {amount:measure}",
    ),
    means="Mark damage on a card. It is destroyed when its damage reaches its stability.",
    facts=InstructionReach(done="dealt damage", where={Zone.IN_PLAY: FIGHTERS}, itself=ENTITIES, to="to"),
)
class Damage(Node, frozen=True):
    """`Deal 2 damage to an entity.`"""

    amount: Amount
    to: Selection


@word(
    "act",
    Form(
        "deal {amount} Dream damage to {to:player}",
        "infligir inflige inflija inflíge: {amount} de daño onírico a {to:player}",
        when=lambda node, who: node.to is Player.OPPONENT and who is not Player.OPPONENT,
        subject=None,
    ),
    Form("take {amount} Dream damage", "recibir recibe reciba: {amount} de daño onírico", subject="to"),
    also=(
        Form("deal Dream damage equal_to {amount:measure} to {to:player}", subject=None),
        Form("deal Dream damage to {to:player} equal_to {amount:measure}", subject=None),
        Form("take Dream damage equal_to {amount:measure}", subject="to"),
    ),
    means="Damage a deck: each point discards its top card, or damages the active construct there (§4).",
    flags=("cost",),
)
class DreamDamage(Node, frozen=True):
    """`Deal 2 Dream damage to your opponent.`, `Take 2 Dream damage.` (YOU), `Each player takes 2 Dream damage.`"""

    amount: Amount
    to: Player


@word(
    "act",
    Form(
        "prevent that (|Dream) damage",
        "prevenir previene prevenga preven prevén: ese daño",
        amount=None,
    ),
    Form("prevent {amount} (|Dream) damage", "prevenir previene prevenga preven prevén: {amount} de daño"),
    also=("prevent {amount} of it",),
    means="This amount of the damage isn't dealt. Only after “When … damage”.",
    flags=("prevents",),
)
class Prevent(Node, frozen=True):
    """`Prevent 2 damage.` Only in the effect of a "When … damage" trigger. None: `Prevent that damage.`"""

    amount: Amount | None


@word(
    "act",
    "prevent that",
    es="prevenir previene prevenga preven prevén: {pronoun|lo}",
    means="The event doesn't happen. Only after “When …”.",
    flags=("prevents",),
)
class PreventEvent(Node, frozen=True):
    """`Prevent that.` Only in the effect of a When trigger: the event doesn't happen."""


@word(
    "act",
    "destroy {what}",
    es="destruir destruye destruya destrúye: {what:object}",
    means="The card goes to its owner's discard pile.",
    flags=("cost",),
    synonyms=("kill", "obliterate", "annihilate", "slay", "eliminate"),
    facts=InstructionReach(done="destroyed", where={Zone.IN_PLAY: IN_PLAY}, itself=STAYING_KINDS),
)
class Destroy(Node, frozen=True):
    """`Destroy an entity.`"""

    what: Selection


@word(
    "act",
    "sacrifice {what}",
    es="sacrificar sacrifica sacrifique sacrifíca: {what:object}",
    means="A player gives up a card of their own.",
    flags=("cost",),
    facts=InstructionReach(done="sacrificed", where={Zone.IN_PLAY: IN_PLAY}, itself=STAYING_KINDS),
)
class Sacrifice(Node, frozen=True):
    """`Sacrifice an entity.` Always one of the performer's own cards (R50); "you control" isn't written."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "exhaust {what}",
    es="agotar agota agote agóta: {what:object}",
    also=(Form("exhaust", category="price", what=This()),),
    means="Turn a ready card sideways.",
    flags=("cost",),
    synonyms=("tap",),
    facts=InstructionReach(done="exhausted", where={Zone.IN_PLAY: FACE_UP}, itself=WITH_BASTIONS),
)
class Exhaust(Node, frozen=True):
    """`Exhaust an entity.`, `Your opponent exhausts an entity they control.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "ready {what}",
    es="preparar prepara prepare prepára: {what:object}",
    means="Turn an exhausted card upright.",
    flags=("cost",),
    synonyms=("untap",),
    facts=InstructionReach(done="readied", where={Zone.IN_PLAY: FACE_UP}, itself=WITH_BASTIONS),
)
class Ready(Node, frozen=True):
    """`Ready an entity.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "attach {what} to {to:cards}",
    es="vincular vincula vincule vincúla: {what:object} a {to:cards}",
    also=(Form("attach to {to:cards}", what=This()),),
    means="Put a card under another. The first line of a memory can be this: it then enters play attached.",
    flags=("within",),
    facts=InstructionReach(
        done="attached",
        where={Zone.IN_PLAY: IN_PLAY, Zone.DISCARD: DREAM, Zone.VOID: DREAM},
        itself=STAYING_KINDS,
        decks=True,
    ),
)
class Attach(Node, frozen=True):
    """`Attach this card to an entity.`, `Attach it to a memory you control.`

    On the first line of a memory, it tells how the memory enters play.
    """

    what: Selection
    to: Selection


@word(
    "act",
    "charge {host:cards}",
    es="cargar carga cargue cárga: {host:object}",
    means="Put the topmost card of your deck that isn't a construct face down under a card (§6).",
    flags=("cost", "again"),
    facts=InstructionReach(done="charged", where={Zone.IN_PLAY: HOSTS}, itself=HOST_KINDS, to="host"),
)
class Charge(Node, frozen=True):
    """`Charge an entity.`, `Charge this card.` (§6, R11)"""

    host: Selection
    who: Player = Player.YOU


@word(
    "act",
    "inspire {what}",
    es="inspirar inspira inspire inspíra: {what:object}",
    means="Trigger the card's abilities that begin with “When inspired”.",
    flags=("again",),
    facts=InstructionReach(done="inspired", where={Zone.IN_PLAY: FACE_UP}, itself=WITH_BASTIONS),
)
class Inspire(Node, frozen=True):
    """`Inspire an entity.`"""

    what: Selection


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
"""An instruction that is performed once."""
