"""Instructions that move cards, the mind card included, look at them, or play them (rulebook §6, §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from msgspec.structs import replace

from cards.language.context import ReadWording
from cards.language.nodes import It, Player
from cards.language.records import Form, Node, Values, phrase, word
from cards.voidream.kinds import DREAM_KINDS, PLAYED_KINDS, STAYING_KINDS, Kind
from cards.voidream.language.tree.selections import All, Amount, Chosen, Filter, Selection
from cards.voidream.language.tree.sorts import (
    ANY,
    DREAM,
    FACE_UP,
    IN_PLAY,
    OF_HAND,
    UNSEEN,
    InstructionReach,
    Noun,
    Zone,
)
from cards.voidream.language.tree.words import Place


def _arcanum_from_hand(wording: ReadWording) -> Values:
    """Return the values for a discarded arcanum, which comes from the hand unless another zone is named."""
    match wording.values["what"]:
        case Chosen(Filter(Noun.ARCANUM, zone=Zone.IN_PLAY, whose=None)) | All(
            Filter(Noun.ARCANUM, zone=Zone.IN_PLAY, whose=None)
        ) as selection:
            hand = replace(selection.filter, zone=Zone.HAND, whose=wording.context.performer)
            return wording.values | {"what": replace(selection, filter=hand)}
        case _:
            return wording.values


def _without_hand(node: Discard, _performer: Player) -> Discard:
    selection = node.what
    if isinstance(selection, Chosen | All):
        filter = selection.filter
        if filter.noun is Noun.ARCANUM and filter.zone is Zone.HAND and filter.whose is node.who:
            return replace(
                node, what=replace(selection, filter=replace(filter, zone=Zone.IN_PLAY, whose=None))
            )
    return node


def _veiled_card(wording: ReadWording) -> Values:
    """Return the values for a card turned face up, which is a veiled one."""
    match wording.values["what"]:
        case Chosen(Filter(Noun.VEILED_CARD)) | All(Filter(Noun.VEILED_CARD)) | It():
            return wording.values
        case _:
            raise wording.refused(
                "Only veiled cards are turned face up.", '"reveal"', '"unveil a veiled card"'
            )


def _card_under_another(wording: ReadWording) -> Values:
    """Return the values for cards taken off another card, which are discarded.

    Otherwise their destination is unclear.
    """
    match wording.values["what"]:
        case Chosen(Filter(Noun.CHARGE | Noun.ATTACHMENT)) | All(Filter(Noun.CHARGE | Noun.ATTACHMENT)):
            return wording.values
        case _:
            raise wording.refused("The destination is missing.", '"void"', '"discard"')


DECK = phrase(
    "deck",
    Form("{whose:owner} deck", "{whose:owner|el mazo}", when=lambda node, _: node.whose is not None),
    Form("its owner's deck", "el mazo de su propietario", whose=None),
)
"""A player's deck, or the deck of the card's owner."""


END = phrase(
    "end",
    Form("the top of", place=Place.TOP),
    Form("the bottom of", place=Place.BOTTOM),
)
"""An end of a deck, worded differently from Place."""


@word(
    "act",
    "void {what} [offering=as_an_offering]",
    es="enviar envía envíe envía: al Vacío[offering= como ofrenda{what:plural}] {what:object}",
    also=("put {what} to the Void",),
    means="Put the card into its owner's Void. As an offering, it counts for Worship there.",
    flags=("cost",),
    synonyms=("exile", "banish", "remove", "erase", "forget"),
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
    also=(Form("(turn|flip) {what} face_up", read=_veiled_card),),
    means="Turn a veiled card face up without paying for it.",
    facts=InstructionReach(done="unveiled", where={Zone.IN_PLAY: (Noun.VEILED_CARD,)}, itself=DREAM_KINDS),
)
class Unveil(Node, frozen=True):
    """`Unveil a veiled card you control.` As an effect: no mind is reduced and no arcanum discarded."""

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    Form(
        "discard {what}",
        "descartar descarta descarte descárta: {what:object}",
        read=_arcanum_from_hand,
        write=_without_hand,
    ),
    also=(Form("remove {what}", read=_card_under_another),),
    means="Put the card on its owner's discard pile. An arcanum comes from the hand unless the text names another zone.",
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
    means="Put the card into its owner's hand.",
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
    means="Put the card on the top or bottom of a deck.",
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

    For several cards: `… in any order` (R13), or with `random` `… in random order`.
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
    means="Look at the cards without showing them to others.",
    flags=("looks",),
    synonyms=("search",),
    facts=InstructionReach(
        done="looked at",
        where={Zone.IN_PLAY: UNSEEN, Zone.HAND: OF_HAND},
        itself=frozenset({Kind.ARCANUM}),
        decks=True,
    ),
)
class LookAt(Node, frozen=True):
    """`Look at the top 3 cards of your deck.`, `Look at a veiled card.` Only the performer sees them; they become
    "them".
    """

    what: Selection
    who: Player = Player.YOU


@word(
    "act",
    "reveal {what}",
    es="mostrar muestra muestre muéstra: {what:object}",
    means="Show the cards to everyone.",
    flags=("looks",),
    facts=InstructionReach(
        done="revealed",
        where={Zone.IN_PLAY: UNSEEN, Zone.HAND: OF_HAND},
        itself=frozenset({Kind.ARCANUM}),
        decks=True,
    ),
)
class Reveal(Node, frozen=True):
    """`Reveal the top card of your deck.` Everyone sees it; it becomes "it"."""

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
    means="Put the cards that were looked at back on top of their deck, in an order that you choose.",
)
class ReturnLooked(Node, frozen=True):
    """`Return them in any order.` The cards that were looked at go back on top of their deck, in the order chosen by the
    performer. With `others`, after some were picked: `Return the others in any order.`
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
    means="Turn a mind to a higher or lower number.",
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
    facts=InstructionReach(
        done="played",
        where={Zone.HAND: OF_HAND, Zone.DISCARD: ANY, Zone.VOID: ANY},
        itself=PLAYED_KINDS,
        decks=True,
    ),
)
class Play(Node, frozen=True):
    """`Play it.`, `Play a thought in your discard pile.` All costs and restrictions apply; no mind is reduced."""

    what: Selection
    who: Player = Player.YOU
