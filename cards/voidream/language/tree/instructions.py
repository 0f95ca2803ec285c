"""Instructions, which are carried out once (rulebook §6, §7).

`who` is who performs it. YOU is the imperative ("Evoke."); the others are written as a subject with the verb in the
third person ("Your opponent evokes.", "Each player rolls.").
"""

# The docstrings begin with the canonical wording, whatever sign that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from msgspec.structs import replace

from cards.language.context import ReadWording
from cards.language.nodes import It, Player, This
from cards.language.records import Form, Node, Values, phrase, word
from cards.voidream.kinds import DREAM_KINDS, PLAYED_KINDS, STAYING_KINDS, Kind
from cards.voidream.language.tree.selections import All, Amount, Chosen, Filter, Selection
from cards.voidream.language.tree.sorts import (
    ANY,
    DREAM,
    ENTITIES,
    FACE_UP,
    FIGHTERS,
    HOST_KINDS,
    HOSTS,
    IN_PLAY,
    OF_HAND,
    UNSEEN,
    WITH_BASTIONS,
    InstructionReach,
    Noun,
    Zone,
)
from cards.voidream.language.tree.words import ConflictKind, Place


def _from_the_other_kind(said: ReadWording) -> Values:
    after: ConflictKind = said.values["after"]
    other = ConflictKind.DAWN if after is ConflictKind.DUSK else ConflictKind.DUSK
    return {"before": other, "after": after}


def _from_the_hand(said: ReadWording) -> Values:
    """An arcanum is discarded from its player's hand, which goes without saying."""
    match said.values["what"]:
        case Chosen(Filter(Noun.ARCANUM, zone=Zone.IN_PLAY, whose=None)) | All(
            Filter(Noun.ARCANUM, zone=Zone.IN_PLAY, whose=None)
        ) as what:
            hand = replace(what.filter, zone=Zone.HAND, whose=said.context.performer)
            return said.values | {"what": replace(what, filter=hand)}
        case _:
            return said.values


def _without_the_hand(node: Discard, _performer: Player) -> Discard:
    what = node.what
    if isinstance(what, Chosen | All):
        filter = what.filter
        if filter.noun is Noun.ARCANUM and filter.zone is Zone.HAND and filter.whose is node.who:
            return replace(node, what=replace(what, filter=replace(filter, zone=Zone.IN_PLAY, whose=None)))
    return node


def _of_what_is_veiled(said: ReadWording) -> Values:
    """Only a veiled card is turned face up: others lie face up, or are looked at or revealed."""
    match said.values["what"]:
        case Chosen(Filter(Noun.VEILED_CARD)) | All(Filter(Noun.VEILED_CARD)) | It():
            return said.values
        case _:
            raise said.refused("Only veiled cards are turned face up.", '"reveal"', '"unveil a veiled card"')


def _of_what_is_under_a_card(said: ReadWording) -> Values:
    """Cards taken off a card are discarded; of any other card it would be unclear where it goes."""
    match said.values["what"]:
        case Chosen(Filter(Noun.CHARGE | Noun.ATTACHMENT)) | All(Filter(Noun.CHARGE | Noun.ATTACHMENT)):
            return said.values
        case _:
            raise said.refused("It is not said where to.", '"void"', '"discard"')


DECK = phrase(
    "deck",
    Form("{whose:owner} deck", "{whose:owner|el mazo}", when=lambda node, _: node.whose is not None),
    Form("its owner's deck", "el mazo de su propietario", whose=None),
)
"""Somebody's deck, or that of the card's owner."""

END = phrase(
    "end",
    Form("the top of", place=Place.TOP),
    Form("the bottom of", place=Place.BOTTOM),
)
"""An end of a deck, in another wording than that of Place."""


@word(
    "act",
    "evoke",
    es="evocar evoca evoque:",
    means="Look at the top card of your deck, then play it or leave it there (§6).",
    example="Evoke.",
    flags=("again",),
    said=("draw", "summon"),
)
class Evoke(Node, frozen=True):
    """`Evoke.`"""

    who: Player = Player.YOU


@word(
    "act",
    "roll",
    es="tirar tira tire:",
    means="The top card of your deck goes to the bottom; the value of the one that is on top now is the result (§6).",
    example="Roll.",
    flags=("cost", "names", "again"),
)
class Roll(Node, frozen=True):
    """`Roll.` Sets "the result", and "it" to the rolled card: the one now uncovered (R8)."""

    who: Player = Player.YOU


@word(
    "act",
    "shuffle {their} deck",
    es="barajar baraja baraje: {their|el mazo}",
    means="Shuffle the whole deck; the opponent may cut it.",
    example="Shuffle your deck.",
    flags=("cost",),
)
class Shuffle(Node, frozen=True):
    """`Shuffle your deck.` / `Your opponent shuffles their deck.`"""

    who: Player = Player.YOU


@word(
    "act",
    "initiate {kind:conflict}",
    es="iniciar inicia inicie: {kind:conflict}",
    means="Begin a conflict as its attacker. Without dawn or dusk, the attacker says which.",
    example="Initiate a dawn conflict.",
    said=("start", "begin", "attack"),
)
class Initiate(Node, frozen=True):
    """`Initiate a dawn conflict.`, `Initiate a conflict.` (None: the attacker chooses dawn or dusk)."""

    kind: ConflictKind | None = None
    who: Player = Player.YOU


@word(
    "act",
    "switch the [current] conflict [type] [from {before} to {after}]",
    es="cambiar cambia cambie: el tipo del conflicto actual[ de {before} a {after}]",
    also=(Form("switch the [current] conflict [type] to {after}", read=_from_the_other_kind),),
    means="The conflict becomes one of the other sort.",
    example="Switch the current conflict type.",
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
    means="Damage that is marked on a card; with as much as its stability, it is destroyed.",
    example="Deal 2 damage to an entity.",
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
    means="Damage to a deck: each point discards its top card, or hits the active construct that lies there (§4).",
    example="Deal 2 Dream damage to your opponent.",
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
    means="So much of the damage is not dealt. Only after “When … damage”.",
    example="(!) When you take Dream damage - Prevent 1 damage.",
    flags=("prevents",),
)
class Prevent(Node, frozen=True):
    """`Prevent 2 damage.` Only in the effect of a "When … damage" trigger. None: `Prevent that damage.`"""

    amount: Amount | None


@word(
    "act",
    "prevent that",
    es="prevenir previene prevenga preven prevén: {pronoun|lo}",
    means="What was about to happen does not. Only after “When …”.",
    example="(!) When this card is destroyed - Prevent that.",
    flags=("prevents",),
)
class PreventEvent(Node, frozen=True):
    """`Prevent that.` Only in the effect of a When trigger: what was about to happen does not."""


@word(
    "act",
    "destroy {what}",
    es="destruir destruye destruya destrúye: {what:object}",
    means="The card goes to its owner's discard pile.",
    example="Destroy an entity.",
    flags=("cost",),
    said=("kill", "obliterate", "annihilate", "slay", "eliminate"),
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
    example="Sacrifice an entity.",
    flags=("cost",),
    facts=InstructionReach(done="sacrificed", where={Zone.IN_PLAY: IN_PLAY}, itself=STAYING_KINDS),
)
class Sacrifice(Node, frozen=True):
    """`Sacrifice an entity.` Always of the performer's own (R50); "you control" is not written."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "exhaust {what}",
    es="agotar agota agote agóta: {what:object}",
    also=(Form("exhaust", category="price", what=This()),),
    means="Turn a ready card sideways.",
    example="Exhaust an entity.",
    flags=("cost",),
    said=("tap",),
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
    example="Ready an entity.",
    flags=("cost",),
    said=("untap",),
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
    means="Put a card under another one. As the first line of a memory: how it enters play.",
    example="Attach this card to an entity.",
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

    As the first line of a memory it says how the memory enters play.
    """

    what: Selection
    to: Selection


@word(
    "act",
    "charge {host:cards}",
    es="cargar carga cargue cárga: {host:object}",
    means="Put the top card of your deck that is no construct face down under a card (§6).",
    example="Charge an entity.",
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
    means="Everything on the card that begins with “When inspired” happens.",
    example="Inspire an entity.",
    flags=("again",),
    facts=InstructionReach(done="inspired", where={Zone.IN_PLAY: FACE_UP}, itself=WITH_BASTIONS),
)
class Inspire(Node, frozen=True):
    """`Inspire an entity.`"""

    what: Selection


@word(
    "act",
    "void {what} [offering=as_an_offering]",
    es="enviar envía envíe envía: al Vacío[offering= como ofrenda{what:plural}] {what:object}",
    also=("put {what} to the Void",),
    means="Put the card into its owner's Void; as an offering, it counts there for Worship.",
    example="Void an entity as an offering.",
    flags=("cost",),
    said=("exile", "banish", "remove", "erase", "forget"),
    facts=InstructionReach(
        done="voided",
        where={Zone.IN_PLAY: IN_PLAY, Zone.HAND: OF_HAND, Zone.DISCARD: ANY},
        itself=PLAYED_KINDS,
        decks=True,
    ),
)
class Void(Node, frozen=True):
    """`Void an entity.`, `Void an arcanum in your hand.`, `Void the top card of your opponent's deck.`,
    `Void an entity as an offering.`
    """

    what: Selection
    offering: bool = False
    who: Player = Player.YOU


@word(
    "act",
    "veil {what}",
    es="velar vela vele véla: {what:object}",
    means="Turn the card face down, or put it into play face down (§6).",
    example="Veil an entity.",
    flags=("cost",),
    facts=InstructionReach(done="veiled", where={Zone.IN_PLAY: FACE_UP}, itself=STAYING_KINDS, decks=True),
)
class Veil(Node, frozen=True):
    """`Veil an entity.`, `Veil the top card of your deck.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "unveil {what}",
    es="desvelar desvela desvele desvéla: {what:object}",
    also=(Form("(turn|flip) {what} face_up", read=_of_what_is_veiled),),
    means="Turn a veiled card face up, at no price.",
    example="Unveil a veiled card you control.",
    facts=InstructionReach(done="unveiled", where={Zone.IN_PLAY: (Noun.VEILED_CARD,)}, itself=DREAM_KINDS),
)
class Unveil(Node, frozen=True):
    """`Unveil a veiled card you control.` As an effect: no mind is turned and nothing discarded."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "discard {what}",
        "descartar descarta descarte descárta: {what:object}",
        read=_from_the_hand,
        write=_without_the_hand,
    ),
    also=(Form("remove {what}", read=_of_what_is_under_a_card),),
    means="Put the card on its owner's discard pile. An arcanum of which nothing else is said comes from hand.",
    example="Your opponent discards an arcanum.",
    flags=("cost",),
    facts=InstructionReach(
        done="discarded",
        where={Zone.IN_PLAY: IN_PLAY, Zone.HAND: OF_HAND, Zone.VOID: ANY},
        itself=PLAYED_KINDS,
        decks=True,
    ),
)
class Discard(Node, frozen=True):
    """`Discard an arcanum.` (from hand; "in your hand" is not written), `Discard the top card of your deck.`,
    `Your opponent discards an arcanum.`, `Discard an entity.` (from play, which is not destruction)
    """

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "(return|put) {what:cards|their} to {their} hand",
        "devolver devuelve devuelva devuélve: {what:object} a {their|la mano}",
    ),
    means="Take the card into hand.",
    example="Return an arcanum in your discard pile to your hand.",
    flags=("cost",),
    facts=InstructionReach(
        done="returned to a hand",
        where={Zone.DISCARD: (Noun.ARCANUM,), Zone.VOID: OF_HAND},
        itself=frozenset({Kind.ARCANUM}),
    ),
)
class ReturnToHand(Node, frozen=True):
    """`Return an arcanum in your discard pile to your hand.`, `Return all arcana in your discard pile to your hand.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "put {what} {place} {whose:deck} in random order",
        "poner pone ponga pon pon: {what:object} {place} {whose:deck} en orden aleatorio",
        random=True,
    ),
    Form(
        "put {what} {place} {whose:deck} [?what=in any order]",
        "poner pone ponga pon pon: {what:object} {place} {whose:deck}[?what= en cualquier orden]",
    ),
    also=(
        Form("(return|put) {what} to {place:end} {whose:deck} in random order", random=True),
        "(return|put) {what} to {place:end} {whose:deck} [in any order]",
    ),
    means="Lay the card on top of a deck, or beneath it.",
    example="Put an entity on top of its owner's deck.",
    flags=("cost", "within"),
    facts=InstructionReach(
        done="put into a deck",
        where={Zone.IN_PLAY: IN_PLAY, Zone.DISCARD: DREAM, Zone.VOID: DREAM},
        itself=DREAM_KINDS | {Kind.BASTION},
        decks=True,
    ),
)
class Put(Node, frozen=True):
    """`Put it on the bottom of your deck.`, `Put an entity on top of its owner's deck.` (whose=None)

    Several: `… in any order` (R13), or with `random` `… in random order`, written only for more than one card.
    """

    what: Selection
    place: Place
    whose: Player | None = Player.YOU
    random: bool = False
    who: Player = Player.YOU


@word(
    "act",
    "look at {what}",
    es="mirar mira mire míra: {what:object}",
    means="See the cards without showing them.",
    example="Look at the top 3 cards of your deck.",
    flags=("looks",),
    said=("search",),
    facts=InstructionReach(
        done="looked at",
        where={Zone.IN_PLAY: UNSEEN, Zone.HAND: OF_HAND},
        itself=frozenset({Kind.ARCANUM}),
        decks=True,
    ),
)
class LookAt(Node, frozen=True):
    """`Look at the top 3 cards of your deck.`, `Look at a veiled card.` The performer alone sees them; they become
    "them".
    """

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "reveal {what}",
    es="mostrar muestra muestre muéstra: {what:object}",
    means="Show the cards to everybody.",
    example="Reveal the top card of your deck.",
    flags=("looks",),
    facts=InstructionReach(
        done="revealed",
        where={Zone.IN_PLAY: UNSEEN, Zone.HAND: OF_HAND},
        itself=frozenset({Kind.ARCANUM}),
        decks=True,
    ),
)
class Reveal(Node, frozen=True):
    """`Reveal the top card of your deck.` Everybody sees it; it becomes "it"."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "return them in any order",
        "devolver devuelve devuelva devuélve: {pronoun|las} en cualquier orden",
        others=False,
    ),
    Form(
        "return the_others in any order",
        "devolver devuelve devuelva devolver: las demás en cualquier orden",
        others=True,
    ),
    also=(
        Form("return (the_other|the_rest) [in any order]", others=True),
        Form("return the_others", others=True),
    ),
    means="Lay what was looked at back on top of its deck, in an order that you choose.",
    example="Look at the top 3 cards of your deck, then return them in any order.",
)
class ReturnLooked(Node, frozen=True):
    """`Return them in any order.` What was looked at goes back on top of its deck, in an order of one's choice; with
    `others`, `Return the others in any order.`, where some of it has been picked.
    """

    who: Player = Player.YOU
    others: bool = False


@word(
    "act",
    Form(
        "increase {their} mind by {amount}",
        "aumentar aumenta aumente: {their|la mente} en {amount}",
        less=False,
    ),
    Form(
        "reduce {their} mind by {amount}", "reducir reduce reduzca: {their|la mente} en {amount}", less=True
    ),
    also=(
        Form("increase your opponent's mind by {amount}", less=False, who=Player.OPPONENT, subject=None),
        Form("reduce your opponent's mind by {amount}", less=True, who=Player.OPPONENT, subject=None),
    ),
    means="Turn a mind to a higher or a lower number.",
    example="Increase your mind by 1.",
    flags=("cost",),
)
class ChangeMind(Node, frozen=True):
    """`Increase your mind by 1.`, `Reduce your mind by 2.` (less), `Your opponent reduces their mind by 1.`"""

    amount: Amount
    less: bool
    who: Player = Player.YOU


@word(
    "act",
    "play {what}",
    es="jugar juega juegue juéga: {what:object}",
    means="Play the card: its costs and restrictions apply, but no mind is turned.",
    example="Play a memory in your discard pile.",
    facts=InstructionReach(
        done="played",
        where={Zone.HAND: OF_HAND, Zone.DISCARD: ANY, Zone.VOID: ANY},
        itself=PLAYED_KINDS,
        decks=True,
    ),
)
class Play(Node, frozen=True):
    """`Play it.`, `Play a thought in your discard pile.` All costs and restrictions apply, no mind is turned."""

    what: Selection
    who: Player = Player.YOU


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
"""An instruction, which is carried out once."""
