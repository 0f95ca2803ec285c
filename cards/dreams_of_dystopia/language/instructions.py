"""Instructions, which are performed once.

`who` is the affected player. YOU is the imperative ("Draw 2."); the others are written as a subject with the verb in
the third person ("Each opponent loses 1 LP."). Instructions without `who` concern only you.
"""

# The docstrings begin with the canonical wording, which may end with any sign.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreams_of_dystopia.language import selections
from cards.dreams_of_dystopia.language.words import Allowance, Noun, OtherPlayer, Score, Step
from cards.language.context import ReadWording
from cards.language.nodes import It, Number, Player
from cards.language.records import Form, Node, Values, word

_DRAWN = selections.by(Player.YOU, Player.EACH, OtherPlayer.EACH_OPPONENT)


@word(
    "act",
    Form("draw {n}", "robar roba robe: {n}", read=_DRAWN),
    also=(Form("draw {n} card", read=_DRAWN), Form("draw a card", read=_DRAWN, n=1)),
    means="So many cards of the deck go to the hand, as far as there are any (DD19, DD20).",
    synonyms=("evoke",),
)
class Draw(Node, frozen=True):
    """`Draw 2.`, `Each player draws 1.`"""

    n: int
    who: Player | OtherPlayer = Player.YOU


def _thrown(wording: ReadWording) -> Values:
    if wording.values.get("random"):
        return selections.by(Player.YOU, Player.OPPONENT, OtherPlayer.EACH_OPPONENT)(wording)
    return selections.by(Player.YOU)(wording)


@word(
    "act",
    Form("discard {n} [random=at_random]", "descartar descarta descarte: {n}[random= al azar]", read=_thrown),
    also=(
        Form("discard {n} card at_random", read=_thrown, random=True),
        Form("discard a card at_random", read=_thrown, n=1, random=True),
    ),
    means="So many cards of the hand go to the discard pile, all if there are fewer (DD23); others never choose (DD24).",
)
class DiscardSome(Node, frozen=True):
    """`Discard 1.`, `Your opponent discards 1 at random.`"""

    n: int
    random: bool = False
    who: Player | OtherPlayer = Player.YOU


_DISCARDED = selections.taking(*map(selections.Filter, Noun), selections.Filter(Noun.MINION, Noun.WEAPON))


def _discarded(wording: ReadWording) -> Values | Node:
    what = wording.values["what"]
    if isinstance(what, selections.Chosen) and what.filter == selections.Filter(Noun.CARD):
        if what.at_least == what.at_most and what.at_least > 1:
            return DiscardSome(what.at_least)
    return _DISCARDED(wording)


@word(
    "act",
    Form("discard {what}", "descartar descarta descarte descárta: {what:object}", read=_discarded),
    means="One card of that sort goes from the hand to the discard pile; it is no use of it (DD23).",
    flags=("cost",),
)
class Discard(Node, frozen=True):
    """`Discard a Minion or Weapon.`"""

    what: selections.Selection


@word(
    "act",
    "{n:signed} {allowance}",
    es="{n:signed} {allowance}",
    means="So many more in this turn; what is not used lapses (DD11, DD14).",
)
class Allow(Node, frozen=True):
    """`+2 Combat.`, `+1 Purchase.`"""

    n: Number
    allowance: Allowance


_FIGHTING = selections.taking(selections.Fighter(), selections.ThisCard(Noun.MINION))


@word(
    "act",
    Form("{n:signed} {step} with {what}", "{n:signed} {step} con {what:cards}", read=_FIGHTING),
    also=(
        Form("{what} may attack again", read=_FIGHTING, n=Number(1), step=Step.ATTACK),
        Form("{what} may block again", read=_FIGHTING, n=Number(1), step=Step.BLOCK),
    ),
    means="It stays on the table, and may attack, or block, once more in this turn (DD66, DD67).",
)
class OnceMore(Node, frozen=True):
    """`+1 Attack with your Minion.`, `+1 Block with this Minion.`"""

    n: Number
    step: Step
    what: selections.Selection


@word(
    "act",
    Form("gain {n} {score}", "ganar gana gane: {n} {score}", less=False),
    Form("lose {n} {score}", "perder pierde pierda: {n} {score}", less=True),
    also=(
        Form("heal {n}", score=Score.LP, less=False),
        Form("heal {n} LP", score=Score.LP, less=False),
        Form("pay {n} {score}", less=True),
    ),
    means="LP end at 20 (DD36), Fame has no end; at 0 LP one is out (DD38).",
)
class ChangeScore(Node, frozen=True):
    """`Gain 1 Fame.`, `Each opponent loses 2 LP.`: all of them at the same moment (DD39)."""

    n: int
    score: Score
    less: bool
    who: Player | OtherPlayer = Player.YOU


@word(
    "act",
    "take {n} LP",
    es="quitar quita quite: {n} PV a un jugador",
    means="Choose any player, yourself as well: that player loses them, and you gain none (DD37).",
    synonyms=("steal", "drain"),
)
class TakeLP(Node, frozen=True):
    """`Take 2 LP.`"""

    n: int


@word(
    "act",
    "curse : {n}",
    es="maldecir maldice maldiga: {n}",
    also=("curse {n}",),
    means="So many Curses of the Supply go to one opponent's discard pile (DD45).",
)
class GiveCurses(Node, frozen=True):
    """`Curse: 2.`"""

    n: int


def _gained(wording: ReadWording) -> Values:
    who = wording.values.get("who", Player.YOU)
    if who is OtherPlayer.EACH_OPPONENT:
        match wording.values["what"]:
            case selections.Chosen(selections.Filter(Noun.CURSE), n) if n > 1:
                raise wording.refused('Say "Each opponent gains a Curse." (T23).')
            case _:
                return selections.taking(selections.Filter(Noun.CURSE))(wording)
    if who is not Player.YOU:
        raise wording.refused("Cards are gained by you, or by each opponent (T23, T25).")
    return selections.taking(selections.Filter(Noun.DEED), many="exactly")(wording)


@word(
    "act",
    Form("gain {what:cards}", "ganar gana gane gána: {what:object}", read=_gained),
    means="From the Supply to the discard pile, as far as there are any (DD25, DD33).",
    synonyms=("get",),
)
class GainCards(Node, frozen=True):
    """`Gain 2 Heroic Deeds.`, `Each opponent gains a Curse.`"""

    what: selections.Chosen
    who: Player | OtherPlayer = Player.YOU


@word(
    "act",
    Form(
        "return {what:out_of} to the Supply",
        "devolver devuelve devuelva devuélve: {what:object} a la Reserva",
        read=selections.taking(
            selections.in_hand(Noun.CURSE), selections.in_discard(Noun.CURSE), many="up to"
        ),
    ),
    means="It goes to its own pile, and can be had again (DD34).",
    flags=("cost",),
    synonyms=("trash", "exile", "banish"),
)
class ReturnToSupply(Node, frozen=True):
    """`Return a Curse from your hand to the Supply.`"""

    what: selections.Chosen


@word(
    "act",
    "search your deck for_any_1_Weapon and use it immediately on your_Minion . SKL Requirement must be met . "
    "Shuffle deck afterwards",
    es="buscar busca busque: en tu mazo 1 Arma cualquiera para usarla de inmediato en tu Esbirro. Debe cumplirse el "
    "requisito de DES. Después se baraja el mazo",
    means="A Weapon that fits, or none, is used as if from hand; the deck is shuffled either way (DD21, DD22).",
)
class SearchAndUse(Node, frozen=True):
    """`SUPPORT: Search your deck for any 1 Weapon and use it immediately on your Minion. SKL Requirement must be met.
    Shuffle deck afterwards.`
    """


@word(
    "act",
    Form(
        "search your deck for {what:cards} and put it (into|in) your hand . Shuffle (deck|your deck) afterwards",
        "buscar busca busque: en tu mazo {what:cards} para tu mano. Después se baraja el mazo",
        read=selections.taking(*(selections.Filter(noun) for noun in Noun if noun is not Noun.CURSE)),
    ),
    means="One that fits, or none; it is shown if its sort is named (DD21).",
    synonyms=("look for",),
)
class Search(Node, frozen=True):
    """`Search your deck for a Minion and put it into your hand. Shuffle deck afterwards.`"""

    what: selections.Chosen


@word(
    "act",
    Form(
        "put {what:out_of} into your hand",
        "poner pone ponga pon pon: {what:object} en tu mano",
        read=selections.taking(*map(selections.in_discard, (Noun.MINION, Noun.WEAPON, Noun.DEED)), It()),
    ),
    means="It is no drawing; a used card can't be put anywhere (DD17).",
)
class PutIntoHand(Node, frozen=True):
    """`Put a Weapon from your Discard into your hand.`, `Put it into your hand.`"""

    what: selections.Selection


@word(
    "act",
    Form(
        "put {what:out_of} on (top|the top) of your deck",
        "poner pone ponga pon pon: {what:object} encima de tu mazo",
        read=selections.taking(selections.in_hand(Noun.CARD)),
    ),
    means="Unseen by the others; you know it until it is drawn or the deck is shuffled (DD117).",
)
class PutOnTop(Node, frozen=True):
    """`Put a card from your hand on top of your deck.`"""

    what: selections.Chosen


@word(
    "act",
    "put the next card you acquire this_turn on top of your deck",
    es="poner pone ponga pon pon: encima de tu mazo la próxima carta que adquieras este turno",
    means="Instead of into the discard pile; everybody sees it (DD117).",
)
class NextOnTop(Node, frozen=True):
    """`Put the next card you acquire this turn on top of your deck.`"""


@word(
    "act",
    Form(
        "reveal {what:cards}",
        "mostrar muestra muestre muéstra: {what:object}",
        read=selections.taking(selections.TopCard()),
    ),
    means="Everybody sees it; unless a text moves it, it stays (DD117).",
    flags=("looks",),
)
class Reveal(Node, frozen=True):
    """`Reveal the top card of your deck.`"""

    what: selections.TopCard


_TURNED = selections.taking(
    selections.Master(),
    selections.ThisCard(Noun.MINION),
    selections.ThisCard(Noun.WEAPON),
    selections.in_hand(Noun.MINION),
    selections.in_hand(Noun.WEAPON),
    selections.in_hand(Noun.MINION, Noun.WEAPON),
)


@word(
    "act",
    Form("turn {what} over", "voltear voltea voltee: {what:object}", read=_TURNED),
    also=(Form("turn over {what}", read=_TURNED),),
    means="Its other side is up from now on, shown to everybody (DD81); in a Combat, from Clean-Up on (DD103).",
    flags=("cost",),
    synonyms=("flip",),
)
class Turn(Node, frozen=True):
    """`Turn your Master over.`, `Turn a Minion in your hand over.`, `Turn this Weapon over.`"""

    what: selections.Selection


@word(
    "act",
    "reduce the LP that you lose in this Combat by {n}",
    es="reducir reduce reduzca: en {n} los PV que pierdes en este Combate",
    means="Taken off the difference of the Damage step, never below 0 (DD70).",
)
class LoseLess(Node, frozen=True):
    """`Reduce the LP that you lose in this Combat by 2.`"""

    n: int
