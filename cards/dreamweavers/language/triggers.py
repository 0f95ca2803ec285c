"""Trigger conditions (DW63 to DW65). All of them begin with "When"."""

from __future__ import annotations

from cards.dreamweavers.language.selections import Filter
from cards.language import nodes
from cards.language.nodes import Player, This
from cards.language.records import Word, w


class TriggerType(Word):
    """The event of a trigger: `{who}` does it, or it happens to `{what}`, which is cards of a sort or "this card"."""

    ENTERS = w(
        "{what} enters",
        "{what} entre en juego",
        "A card enters play, whether played or not (DW44).",
    )
    PLAYED = w(
        "{who} play {what}",
        "{who} juegue{s} {what:object}",
        "A player plays such a card from the hand (DW44).",
    )
    ATTACKS = w("{what} attacks", "{what} ataque", "A Thought is declared as attacker.")
    ATTACKS_YOUR_EGO = w(
        "your opponent's Thought attacks your Ego",
        "un Pensamiento de tu rival ataque tu Ego",
        "Your opponent declares an attack on your Ego.",
    )
    SUCCEEDS = w(
        "this card's attack succeeds",
        "el ataque de esta carta tenga éxito",
        "It attacked with the higher power (DW78).",
    )
    FAILS = w(
        "this card's attack fails",
        "el ataque de esta carta fracase",
        "It attacked without the higher power (DW78).",
    )
    DESTROYS = w(
        "this card destroys a Thought",
        "esta carta destruya un Pensamiento",
        "Its attack destroys the attacked Thought.",
    )
    DESTROYED = w(
        "{what} is destroyed",
        "se destruya {what}",
        "A Thought is destroyed (DW20).",
        synonyms=("dies", "die"),
    )
    FORGOTTEN = w("{what} is forgotten", "se olvide {what}", "A card in play goes to its owner's Id (DW20).")
    DAMAGE = w(
        "{who} take damage",
        "{who} reciba{s} daño",
        "A player takes a point of damage. Each point counts separately.",
    )
    DISCARDS = w(
        "{who} discard {what}",
        "{who} descarte{s} {what:object}",
        "A player puts a card of the hand into the Id, also as a shield. “A shield” means only shields.",
    )
    REFRESHES = w("you refresh", "renueves tu mano", "You take the action Refresh (DW34).")
    TURN_BEGINS = w("your turn begins", "empiece tu turno", "In your Upkeep (DW66).", flags=("once",))
    TURN_ENDS = w("your turn ends", "termine tu turno", "Your turn is about to end (DW36).", flags=("once",))
    LANDS_ON_ZERO = w(
        "a payment of yours moves the tracker to_0",
        "un pago tuyo lleve el marcador a 0",
        "Your payment has moved the tracker to 0 (DW28).",
        key="a payment of yours moves the tracker to 0",
    )
    CROSSES = w(
        "a payment of your opponent moves the tracker onto your side",
        "un pago de tu rival lleve el marcador a tu lado",
        "Your opponent has paid more memory than they had.",
    )
    ANSWERS = w("{who} answer", "{who} responda{s}", "A player puts an answer on standby (DW53).")
    PUT_INTO_EGO = w(
        "{what} is put into your Ego", "se ponga {what} en tu Ego", "A card is added to your Ego (DW98)."
    )


class TriggerEvent(nodes.TriggerEvent, frozen=True):
    """A trigger's event, with its participants."""

    trigger_type: TriggerType
    who: Player | None = None
    what: Filter | This | None = None
