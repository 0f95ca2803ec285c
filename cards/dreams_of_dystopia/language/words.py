"""Closed classes of words: sorts of cards, factions, places, numbers, allowances, keywords."""

from __future__ import annotations

from cards.language import nodes
from cards.language.records import Word, w


class Noun(Word):
    """A sort of card."""

    CARD = w("card", "carta cartas f", "Any card.", bare=True)
    MINION = w(
        "Minion",
        "Esbirro Esbirros m",
        "A Minion, a starting one as well.",
        bare=True,
        synonyms=("creature", "ally"),
    )
    WEAPON = w(
        "Weapon", "Arma Armas fa", "A Weapon.", bare=True, synonyms=("item", "equipment", "artifact", "gear")
    )
    CURSE = w("Curse", "Maldición Maldiciones f", "A Curse: a dead card (DD49).", bare=True)
    DEED = w(
        "Heroic Deed",
        "Hazaña Hazañas f",
        "A Heroic Deed: used, it gives 1 Fame (DD50).",
        bare=True,
        also=("Deed",),
        synonyms=("hero",),
    )


class OtherPlayer(Word):
    """Players that only exist with more than two seats."""

    EACH_OPPONENT = w("each opponent", "cada rival", "All other players who are still in (DD110).")


class Faction(Word):
    """The two factions. Every card with two sides has one of each."""

    DIVINE = w("Divine", "Divino", "The day side.", key="divine")
    DEMONIC = w("Demonic", "Demoníaco", "The night side.", key="demonic")


class Zone(Word):
    """The place of cards. `UNSAID` isn't written, as the instruction implies it."""

    UNSAID = w(
        "unsaid", means="Where the instruction takes its cards from; it is not written.", written=False
    )
    HAND = w("hand", "la mano", "The cards that a player holds.")
    DISCARD = w("Discard", "el Descarte", "The discard pile, face up.", synonyms=("graveyard",))


class Stat(Word):
    """The numbers of a Minion."""

    ATK = w("ATK", "ATQ", "What it deals when it attacks.", synonyms=("attack", "power", "strength"))
    DEF = w("DEF", "DEF", "What it absorbs when it blocks.", synonyms=("defence", "defense", "toughness"))
    SKL = w("SKL", "DES", "What Weapons it can use (DD60).", synonyms=("skill",))


class Score(Word):
    """The numbers of a player."""

    LP = w(
        "LP",
        "PV",
        "The life points, 20 at most (DD36); at 0 one is out.",
        synonyms=("life", "damage", "HP", "health"),
    )
    FAME = w("Fame", "de Fama", "What opens doors and is not spent (DD29).", synonyms=("loyalty", "gold"))


class Allowance(Word):
    """An allowance of a turn, which texts can increase (DD11)."""

    ABILITY = w("Ability", "Habilidad", "One more Ability in this turn.", synonyms=("action",))
    COMBAT = w("Combat", "Combate", "One more Combat in this turn.", synonyms=("fight",))
    DEED = w("Heroic Deed", "Hazaña", "One more Heroic Deed in this turn.", also=("Deed",))
    ACQUISITION = w(
        "Acquisition", "Adquisición", "One more card acquired, of either sort (DD28).", synonyms=("buy",)
    )
    RECRUIT = w("Recruit", "Reclutamiento", "One more Minion acquired.")
    PURCHASE = w("Purchase", "Compra", "One more Weapon acquired.")


class Step(Word):
    """An act that a Minion kept on the table may repeat."""

    ATTACK = w("Attack", "Ataque", "It may attack once more in this turn (DD66).")
    BLOCK = w("Block", "Bloqueo", "It may block once more in this turn (DD67).")


class Use(Word):
    """The use of a Minion (DD40)."""

    ABILITY = w("ABILITY", "HABILIDAD", "Used alone, once an Ability is spent (DD11).")
    SUPPORT = w("SUPPORT", "APOYO", "Added to a fighter (DD61).")
    COMBAT = w("COMBAT", "COMBATE", "When it attacks or blocks (DD51, DD52).")


class Moment(Word):
    """The moment of a Combat at which a line applies; without one, in attacks and blocks (DD58)."""

    ATTACK = w("Upon Attack", "Al atacar", "Only when attacking.")
    BLOCK = w("Upon Block", "Al bloquear", "Only when blocking.")
    HIT = w("Upon Hit", "Al golpear", "After LP were lost in the Damage step (DD56, DD57).")


class Helpers(Word):
    """A kind of helpers, which can be added to a fighter."""

    SUPPORTERS = w("supporters", "apoyos", "Minions that are used for their SUPPORT.", synonyms=("support",))
    WEAPONS = w("Weapons", "Armas", "Weapons.")


class EachHelper(Word):
    """A kind of helpers of a fighter, counted in the Damage step."""

    WEAPON = w(
        "Weapon used on your Minion", "Arma usada en tu Esbirro", "Each Weapon in this Combat.", merged=True
    )
    SUPPORTER = w("supporter of your Minion", "apoyo de tu Esbirro", "Each supporter in it.", merged=True)


class Happening(Word):
    """The trigger of a Master's line (DD83)."""

    RECRUIT = w("you recruit a Minion", "reclutes un Esbirro", "You acquire a Minion.")
    PURCHASE = w("you purchase a Weapon", "compres un Arma", "You acquire a Weapon.")
    FAME = w("you gain Fame", "ganes Fama", "Your Fame rises, by a Deed as well.")
    HIT = w("your Minion hits", "tu Esbirro golpee", "Your attacker or blocker makes a hit.", merged=True)


class Duration(Word):
    """A duration. Without one, an effect lasts as long as its text is in force, or until Clean-Up (DD47)."""

    TURN = w("this turn", "este turno", "Until the End Phase (DD47).", merged=True)


class KeywordName(Word):
    """A keyword of a Minion in a line by itself."""

    DEFENDER = w(
        "Defender",
        "Defensor",
        "Its player loses no LP in the Damage step (DD55).",
        synonyms=("guardian", "taunt"),
    )
    CANNOT_ATTACK = w("Cannot attack", "No puede atacar", "It is not declared as attacker.")
    CANNOT_BLOCK = w("Cannot block", "No puede bloquear", "It is not sent as blocker.")


class Keyword(nodes.Keyword, frozen=True):
    """`Defender`. Keywords have no numbers."""

    name: KeywordName
    x: int = 0
