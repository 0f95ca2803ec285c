"""Instructions, which are performed once.

`who` is the performer. YOU is the imperative ("Draw a card."). The others are subjects with a verb in the third person
("Your opponent draws a card.").
"""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreamweavers.language.selections import Selection
from cards.dreamweavers.language.words import Pile, Place
from cards.language.nodes import Player
from cards.language.records import Form, Node, word


@word(
    "act",
    Form("draw a card", "robar roba robe: una carta", n=1),
    Form("draw {n} cards", "robar roba robe: {n} cartas"),
    means="Put this number of cards of the mind into the hand, or as many as there are (DW101).",
    flags=("names",),
    synonyms=("evoke",),
)
class Draw(Node, frozen=True):
    """`Draw a card.`, `Each player draws 2 cards.`"""

    n: int
    who: Player = Player.YOU


@word(
    "act",
    "discard {what} [random=at_random]",
    es="descartar descarta descarte descárta: {what:object}[random= al azar]",
    means="Put a card of the hand into the Id. Its player chooses it, unless it is random.",
    flags=("cost",),
)
class Discard(Node, frozen=True):
    """`Discard a card.`, `Your opponent discards a card at random.` Always from the hand (DW20)."""

    what: Selection
    random: bool = False
    who: Player = Player.YOU


@word(
    "act",
    "look at {what}",
    es="mirar mira mire míra: {what:object}",
    means="Look at the cards without showing them to others.",
    flags=("looks",),
)
class LookAt(Node, frozen=True):
    """`Look at the top 3 cards of your mind.` Only the performer sees them; they become "them"."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "reveal {what}",
    es="mostrar muestra muestre muéstra: {what:object}",
    means="Show the cards to everyone.",
    flags=("looks",),
)
class Reveal(Node, frozen=True):
    """`Reveal the top card of your mind.`, `Your opponent reveals their hand.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form("gain {n} memory", "ganar gana gane: {n} de memoria", less=False),
    Form("lose {n} memory", "perder pierde pierda: {n} de memoria", less=True),
    means="Move the tracker this far toward you or away from you, at most to the end of the gauge (DW26).",
)
class ChangeMemory(Node, frozen=True):
    """`Gain 2 memory.`, `Lose 2 memory.` Always the text's controller."""

    n: int
    less: bool


@word(
    "act",
    "tap {what}",
    es="girar gira gire gíra: {what:object}",
    means="Turn an untapped Thought sideways; it can then be attacked.",
    flags=("cost",),
    synonyms=("exhaust",),
)
class Tap(Node, frozen=True):
    """`Tap a Thought your opponent controls.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "untap {what}",
    es="enderezar endereza enderece enderéza: {what:object}",
    means="Turn a tapped Thought upright.",
    synonyms=("ready",),
)
class Untap(Node, frozen=True):
    """`Untap this card.`, `Untap all Thoughts you control.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "destroy {what}",
    es="destruir destruye destruya destrúye: {what:object}",
    means="Forget a Thought in play, unless it can't be destroyed (DW20).",
    synonyms=("kill",),
)
class Destroy(Node, frozen=True):
    """`Destroy a tapped Thought.`"""

    what: Selection


@word(
    "act",
    "forget {what}",
    es="olvidar olvida olvide olvída: {what:object}",
    means="Put a card from any zone into its owner's Id (DW20).",
    flags=("cost",),
    synonyms=("void", "exile", "sacrifice", "mill", "banish"),
)
class Forget(Node, frozen=True):
    """`Forget this card.`, `Forget the top 3 cards of your mind.`, `Your opponent forgets a Thought they control.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "return {what} to its owner's hand",
        "devolver devuelve devuelva devuélve: {what:object} a la mano de su propietario",
        owner=True,
    ),
    Form(
        "return {what} to {their} hand",
        "devolver devuelve devuelva devuélve: {what:object} a {their|la mano}",
        owner=False,
    ),
    means="Put the card into its owner's hand. Cards in your own Id can be returned, too.",
    flags=("cost",),
    synonyms=("bounce",),
)
class ReturnToHand(Node, frozen=True):
    """`Return a Thought to its owner's hand.` (owner), `Return a Feeling in your Id to your hand.`"""

    what: Selection
    owner: bool
    who: Player = Player.YOU


@word(
    "act",
    "put {what} into play [tapped=,_tapped]",
    es="poner pone ponga pon pon: en juego {what:object}[tapped=, {agreed|girado}]",
    means="The card enters without being played (DW44), if there is room.",
)
class PutIntoPlay(Node, frozen=True):
    """`Put a Thought of cost 2 or lower in your Id into play.`, `…, tapped.`"""

    what: Selection
    tapped: bool = False
    who: Player = Player.YOU


@word(
    "act",
    "put {what} {place} {whose:owner} {pile}",
    es="poner pone ponga pon pon: {what:object} {place} {whose:owner|pile}",
    means="Put the card face down on the top or bottom of a mind or an Ego.",
)
class Put(Node, frozen=True):
    """`Put the top card of your mind on the bottom of your Ego.` It is neither damage nor a draw (DW98)."""

    what: Selection
    place: Place
    whose: Player
    pile: Pile
    who: Player = Player.YOU


@word(
    "act",
    "put {what} into {their} hand",
    es="poner pone ponga pon pon: {what:object} en {their|la mano}",
    means="Put the card into the hand. This isn't a draw, and isn't damage to an Ego (DW98).",
)
class Take(Node, frozen=True):
    """`Put the top card of your Ego into your hand.`, `Put it into your hand.`"""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "put one of them into {their} hand and the rest on_the_bottom_of {their} mind in any order",
    es="poner pone ponga pon pon: una de ellas en {their|la mano} y el resto al fondo de {their|la mente} en cualquier orden",
    means="Put one of the cards that were looked at into the hand, and the others on the bottom of the mind.",
    flags=("names",),
)
class TakeOne(Node, frozen=True):
    """`Put one of them into your hand and the rest on the bottom of your mind in any order.`"""

    who: Player = Player.YOU


@word(
    "act",
    "return them in any order",
    es="devolver devuelve devuelva devuélve: {pronoun|las} en cualquier orden",
    means="Put the cards that were looked at back, in an order that you choose.",
)
class ReturnLooked(Node, frozen=True):
    """`Return them in any order.`"""

    who: Player = Player.YOU


@word(
    "act",
    "shuffle {their} Id into {their} mind",
    es="barajar baraja baraje: {their|el Ello} en {their|la mente}",
    means="Put all cards of the Id into the mind, and shuffle it.",
)
class ShuffleIn(Node, frozen=True):
    """`Shuffle your Id into your mind.`"""

    who: Player = Player.YOU


@word(
    "act",
    "take {n} damage",
    es="recibir recibe reciba: {n} de daño",
    means="Each point reveals the top card of the Ego (DW85). With an empty Ego, the player loses (DW96).",
)
class TakeDamage(Node, frozen=True):
    """`Your opponent takes 2 damage.`, `Take 1 damage.`, `Each player takes 1 damage.`"""

    n: int
    who: Player = Player.YOU


@word(
    "act",
    "cancel the effect this answers",
    es="anular anula anule: el efecto al que esto responde",
    also=("cancel (that|the) effect",),
    means="The effect directly below this one on standby doesn't happen. Its costs stay paid (DW56).",
    synonyms=("counter",),
)
class Cancel(Node, frozen=True):
    """`Cancel the effect this answers.`"""


@word(
    "act",
    "do the fleeting effect of {what}",
    es="realizar realiza realice: el efecto fugaz de {what:cards}",
    also=("do {what:possessor} fleeting effect",),
    means="The effect after “Fleeting:” happens again, with new choices and without additional costs.",
)
class DoFleeting(Node, frozen=True):
    """`Do the fleeting effect of a Feeling you control.`"""

    what: Selection


@word(
    "price",
    "pay {n}",
    es="pagar paga pague: {n}",
    means="Move the tracker this far toward your opponent, up to 10 (DW24, DW25).",
    flags=("cost",),
)
class Pay(Node, frozen=True):
    """`pay 2`, as a price. For example: `(A) Pay 2: Untap this card.`"""

    n: int


PlainInstruction = (
    Draw
    | Discard
    | LookAt
    | Reveal
    | ChangeMemory
    | Tap
    | Untap
    | Destroy
    | Forget
    | ReturnToHand
    | PutIntoPlay
    | Put
    | Take
    | TakeOne
    | ReturnLooked
    | ShuffleIn
    | TakeDamage
    | Cancel
    | DoFleeting
)
"""An instruction that is performed once."""

Price = Pay | PlainInstruction
"""A price: `Pay`, and the instructions whose record says "cost"."""
