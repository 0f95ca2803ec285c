"""A small set of cards that uses every word of the card language, and two decks built from it."""

from __future__ import annotations

from cards.voidream.language.reader import read_text
from cards.voidream.model import Back, Card, Faction, Kind, Proportions
from tests.engine.voidream.table import card, entity, mind

# title: (value, upright text, inverted text)
ARCANA = {
    "Call": (4, "Evoke.", "Evoke, then evoke."),
    "Push": (3, "Initiate a dawn conflict.", "+2 dawn.\nInitiate a conflict."),
    "Whisper": (
        3,
        "Initiate a dusk conflict.\nYou may exhaust a participating entity, then switch the current conflict type from dusk to dawn.",
        "Initiate a dusk conflict.\nSwitch the current conflict type.",
    ),
    "Sink": (2, "Roll.", "Roll, then deal X Dream damage to your opponent, where X is the result."),
    "Spark": (
        4,
        "Deal 2 damage to an entity.",
        "Deal 3 damage to an entity.\nDeal 2 Dream damage to your opponent.",
    ),
    "Gather": (
        3,
        "Charge an entity, then ready it.",
        "Look at the top 3 cards of your deck, then return them in any order.\nEvoke.",
    ),
    "Doubt": (2, "Choose one: evoke; roll; or exhaust an entity.", "Your opponent discards an arcanum."),
    "Last": (1, "Destroy an entity. If you do, take 2 Dream damage.", "Each player takes 3 Dream damage."),
    "Peek": (
        4,
        "Look at a veiled card your opponent controls.\nLook at up to 2 arcana in your opponent's hand.",
        "Reveal the top 2 cards of your opponent's deck, then put them on the bottom of your opponent's deck in random order.",
    ),
    "Mend": (
        4,
        "Return an arcanum in your discard pile to your hand. If you do not, increase your mind by 1.",
        "Return all arcana in your discard pile to your hand, then ready all entities you control.",
    ),
    "Stir": (3, "Unveil a veiled card you control.", "Unveil any number of veiled cards you control."),
    "Drown": (
        2,
        "Void the top card of your opponent's deck.\nVoid a card in your discard pile as an offering.",
        "Void an entity of value 2 or lower, then its controller takes 1 Dream damage.",
    ),
    "Shroud": (
        3,
        "Veil the top card of your deck.\nVeil an exhausted entity.",
        "For each veiled card you control, deal 1 damage to an entity your opponent controls.",
    ),
    "Decree": (
        4,
        "Your opponent cannot initiate conflicts.\nYour entities cannot be destroyed.",
        "Players cannot evoke.\nPlayers cannot unveil until the end of the round.\nYour opponent cannot activate abilities.",
    ),
    "Tide": (
        2,
        "Each player may shuffle their deck.\nPut up to 2 entities you control on the bottom of your deck in any order.",
        "Each player sacrifices an entity.\nEach player chooses one: roll; or discard an arcanum.",
    ),
    "Reason": (
        1,
        "If there is a dawn conflict, +2 dawn. Otherwise, your opponent reduces their mind by 1.",
        "If you are attacking and your depth is 2 or higher, gain siege until the end of the conflict. Otherwise, inspire all inspired entities.",
    ),
}

THOUGHTS = {
    "Ambush": (2, "Initiate a dawn conflict.\nYou may exhaust a participating entity, then switch the current conflict type from dawn to dusk."),
    "Echo": (4, "Loop.\nRoll, then ready an entity."),
    "Offer": (1, "Void an entity you control as an offering. If you do, deal 4 Dream damage to your opponent."),
    "Hush": (3, "You cannot play inverted arcana.\n+1 dawn to an entity."),
    "Seance": (2, "Play this card only if there are 2 or more cards in your discard pile.\nPlay a thought in your discard pile."),
    "Storm": (3, "Deal 1 damage to each entity.\n-1 stability to all opposing entities until the end of the conflict."),
    "Harvest": (2, "Void any number of arcana in your discard pile, then deal that many damage to an entity."),
    "Bait": (4, "Play this card only during a conflict.\nReady up to 2 attacking entities.\nExhaust a defending entity."),
    "Rest": (3, "Play this card only outside a conflict.\nReduce your mind by 1.\nYour opponent evokes."),
    "Drift": (1, "Put an entity on top of its owner's deck.\nYour opponent rolls."),
    "Rewind": (2, "Put the bottom card of your deck on top of your deck, then evoke."),
    "Riddle": (2, "Reveal the top card of your deck. If it is an entity of value 2 or higher, play it. Otherwise, discard it."),
    "Trade": (3, "Your opponent may take 2 Dream damage. If they do not, destroy another damaged entity."),
    "Burial": (2, "Discard the top 2 cards of your opponent's deck.\nVoid all cards in your opponent's discard pile named \"Moth\".\nReveal the top 2 cards of your deck, then void one of them, then discard the others."),
    "Sum": (1, "-X dawn to an entity, where X is your opponent's depth.\n+X dusk to all entities, where X is this card's value.\nIf your depth is higher than your opponent's depth, roll."),
    "Oath": (4, "An entity gains deep until the end of the round.\nA Fracta entity gains dread.\nAll Maze entities gain heroic."),
    "Snare": (2, "An entity cannot attack until the end of the round.\nAn entity cannot defend until the end of the round.\nAn entity cannot ready.\nAll other entities cannot exhaust."),
    "Shatter": (3, "Destroy a construct.\nDiscard an attachment."),
    "Muster": (3, "Inspire an entity.\nIf you control 3 or more Synthetic entities, deal X damage to an entity, where X is the number of arcana in your hand.\nIf you have played 2 or more arcana this round, deal X Dream damage to your opponent, where X is the number of times you have rolled this round."),
    "Mirror": (4, "Deal X Dream damage to your opponent, where X is your mind.\nIf your opponent is not in Nightmare and the number of offerings in your Void is 1 or more, evoke."),
    "Claim": (2, "Attach a memory you control to an entity.\nPut a charge on the bottom of your deck."),
    "Census": (1, "If there are exactly 2 memories, roll. Otherwise, return an arcanum in your discard pile to your hand.\nIf you control no entities, evoke.\nLook at the top 3 cards of your deck, then put one of them on the bottom of your deck, then return the others in any order."),
}  # fmt: skip

ENTITIES = {
    "Guard": (2, 2, 3, 1, "Heroic.\n(A) Exhaust this card: Deal 1 damage to an entity."),
    "Herald": (3, 1, 2, 2, "(!) When the round begins - Evoke."),
    "Moth": (1, 3, 2, 3, "Veil.\nDread.\n(!) After this card is destroyed - Deal 2 Dream damage to your opponent."),
    "Twin": (2, 2, 2, 0, "Unique.\n(!) When inspired - Ready this card."),
    "Idol": (4, 4, 4, 1, "Worship 1.\n+1 dusk to all entities.\n(A) Reduce your mind by 1: Inspire an entity."),
    "Weaver": (3, 0, 2, 1, "(!) After another entity enters play - Charge this card.\n+1 dawn for each charge attached to this card."),
    "Brute": (1, 4, 4, 2, "Hierarchy 1.\nAdditional cost: take 1 Dream damage.\nSiege."),
    "Wraith": (2, 2, 1, -1, "Veil. Shadowborne 1. Subtle.\n(!) After this card is unveiled - Take 1 Dream damage."),
    "Sentinel": (3, 1, 3, 1, "Veil. Glaring. Indestructible.\n(!) When this card is dealt damage - Prevent 1 damage."),
    "Sleeper": (1, 5, 5, 0, "Dormant 2. Deep."),
    "Cog": (2, 1, 1, 1, "Prototype 1. Voidbound.\n(!) After a card is voided - Exhaust an entity."),
    "Envoy": (4, 2, 2, 2, "(!) After a dawn conflict is initiated - +1 dawn.\n(!) After you win a conflict - Return an arcanum in your discard pile to your hand."),
    "Cutter": (2, 3, 1, 2, "(!) After this card attacks - Your opponent exhausts an entity they control.\n(!) When this card is destroyed, if you are in Nightmare - Prevent that."),
    "Warden": (3, 1, 4, 0, "(!) After an entity you control defends - Ready it.\n(!) Before you lose a conflict - Roll."),
    "Nurse": (4, 0, 2, 0, "(!) After an entity is readied - +1 stability to it.\n(A) Once each round, discard an arcanum: Ready an entity you control."),
    "Imp": (1, 2, 1, 3, "(!) After your opponent plays an inverted arcanum - Deal 1 Dream damage to your opponent."),
    "Shade": (2, 1, 2, 2, "(!) While this card is in your Void, after an entity enters play - Take 1 Dream damage.\n(!) After a veiled card leaves play - Roll."),
    "Miner": (3, 2, 2, 2, "(!) After this card is sacrificed - Evoke.\n(A) Sacrifice this card: Deal X Dream damage to your opponent, where X is its dawn."),
    "Oracle": (4, 1, 2, 1, "(!) Before you evoke - Look at the top card of your deck.\n(!) When you roll, if the number of veiled cards is 1 or more - Reveal the top card of your deck."),
    "Drone": (2, 1, 1, 1, "While there is a conflict, +1 dawn and this card gains heroic.\n(!) After this card is exhausted - Charge it."),
}  # fmt: skip

MEMORIES = {
    "Ward": (3, "(!) When you take Dream damage - Prevent 1 damage."),
    "Crown": (2, "Attach this card to an entity.\n+2 dawn.\n+1 stability.\n(!) After its host attacks - Evoke."),
    "Chain": (2, "Attach this card to an entity your opponent controls.\nIts host cannot attack.\n(A) Exhaust this card: Its host cannot defend."),
    "Bell": (4, "(!) When the round ends - Each player discards an arcanum.\n(!) After you play an arcanum of value 4 - Roll."),
    "Creed": (3, "Players cannot avoid Nightmare.\nWhile your mind is 2 or lower, +1 dawn to all entities you control."),
    "Grave": (1, "(!) After an entity is discarded - Veil it.\n(!) After a player enters Nightmare - Evoke."),
    "Clock": (2, "(!) After you reduce your mind, if your opponent's mind is 2 - Your opponent reduces their mind by 1.\n(!) After you spend your mind - Evoke."),
    "Cycle": (3, "(!) After you shuffle - Roll.\n(!) After your opponent avoids Nightmare - Shuffle your deck.\n(A) Shuffle your deck: Roll."),
    "Watch": (4, "(!) When you evoke, if there is no dusk conflict - Prevent that.\n(!) After a card is charged - Inspire all entities."),
    "Knot": (2, "(!) After this card becomes attached - Take 1 Dream damage.\n(!) After a card leaves play - Discard the top card of your deck.\n(A) Exhaust this card: Attach this card to an entity."),
    "Toll": (1, "(!) After a conflict ends - Deal 1 Dream damage to your opponent.\n(!) Once each round, after a card is veiled - Exhaust this card.\nYour opponent cannot play arcana until the end of the phase." ),
    "Spite": (3, "(!) When this card is destroyed - Prevent that damage.\n(!) After this card is voided - Put this card on top of your deck."),
}  # fmt: skip

CONSTRUCTS = {
    "Wall": (3, 3, "+1 dawn to all entities you control.\nWhile this card is on top of your deck, +1 stability to all entities with dusk 2 or lower."),
    "Tower": (2, 2, "(!) After this card is destroyed - Evoke.\n(A) Exhaust this card: Each player rolls."),
    "Gate": (4, 4, "All attacking entities gain dread.\n(!) When an entity you control is dealt damage - Prevent that damage."),
}  # fmt: skip


def _entity(title: str, value: int, dawn: int, stability: int, dusk: int, text: str) -> Card:
    faction = {"Guard": Faction.FRACTA, "Moth": Faction.MAZE, "Twin": Faction.CHIMERIC_COURT}.get(
        title, Faction.NEUTRAL
    )
    types = {"Drone": ("Synthetic",), "Cog": ("Synthetic", "Offering")}.get(title, ())
    return entity(title, dawn, stability, dusk, text, value=value, faction=faction, types=types)


SET: dict[str, Card] = {
    **{t: card(t, Kind.ARCANUM, v, text, inverted=inverted) for t, (v, text, inverted) in ARCANA.items()},
    **{t: card(t, Kind.THOUGHT, v, text) for t, (v, text) in THOUGHTS.items()},
    **{t: card(t, Kind.MEMORY, v, text) for t, (v, text) in MEMORIES.items()},
    **{t: _entity(t, *rest) for t, rest in ENTITIES.items()},
    **{t: card(t, Kind.CONSTRUCT, v, text, stability=n) for t, (v, n, text) in CONSTRUCTS.items()},
    "Keep": card(
        "Keep",
        Kind.BASTION,
        2,
        "(!) After you roll - +1 dawn to all entities you control.",
        stability=6,
        back=Back(Proportions(40, 8), Proportions(7, 2), "Call"),
    ),
    "Spire": card(
        "Spire",
        Kind.BASTION,
        3,
        "While you are defending, +1 dawn.\n(A) Reduce your mind by 2: Roll.",
        stability=5,
        back=Back(
            Proportions(40, 8),
            Proportions(7, 2),
            "Peek",
            read_text("At the start of the game, void an arcanum in your hand.", Kind.BASTION),
        ),
    ),
    "Calm": mind("Calm", "+2 dawn.\n-2 dusk.", "You cannot play inverted arcana.", "+1 dawn.", "", ""),
    "Restless": mind(
        "Restless",
        "While you are in Nightmare, +3 dawn.",
        "Gain siege.",
        "(!) After you play an arcanum - +1 dusk.",
        "You cannot initiate conflicts.",
        "(A) Exhaust an entity you control: +1 dawn to it.",
    ),
}
"""All cards of the set by title."""

_DREAM = [*THOUGHTS, *ENTITIES, *MEMORIES, *CONSTRUCTS]
_HANDS = ([*ARCANA][:8], [*ARCANA][8:])


def decks(first: int, second: int) -> list[tuple[str, str, list[str], list[str]]]:
    """Return two decks of 39 Dream cards, with a different mixture for each number."""
    out: list[tuple[str, str, list[str], list[str]]] = []
    for n, seat in ((first, 0), (second, 1)):
        dream = [_DREAM[(n * 7 + i * (3 + n % 5)) % len(_DREAM)] for i in range(39)]
        hand = _HANDS[(n + seat) % 2]
        out.append(("Keep" if n % 2 else "Spire", "Calm" if n % 3 else "Restless", hand, dream))
    return out
