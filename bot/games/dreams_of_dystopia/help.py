"""The help pages of Dreams of Dystopia, and its action commands."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.command_keys import with_commands
from bot.games.playable import ActionCommand, HelpPage
from cards.i18n import Message, msg
from engine.dreams_of_dystopia.topics import OptionVerb

HELP = (
    HelpPage(
        "game",
        msg("The game", "Dystopia help page"),
        msg(
            "Two, three or four players rebuild a ruined world, each with a **Master** "
            "and a growing deck. **Without LP you're out. The last player left wins.**\n"
            "\n"
            "Every card has two sides, a **Divine** and a **Demonic** one, each with "
            "its own title. Everyone sees which side is up, and some cards turn over.\n"
            "\n"
            "1. One player counts as the youngest, and chooses a Master and its side. "
            "The others follow in turn.\n"
            "2. Each begins with ten starting cards of the Master's faction, and draws "
            "five.\n"
            "3. All other cards are the **Supply**: piles from which you recruit "
            "Minions and purchase Weapons, on the side you want.\n"
            "\n"
            "**FAME** opens doors, and you never spend it: you can recruit a Minion if "
            "your FAME is at least its LOYALTY. A card of the other faction needs 2 "
            "more.\n"
            "\nA **Curse** is a dead card in your deck. A **Heroic Deed** gives 1 FAME."
        ),
    ),
    HelpPage(
        "turn",
        msg("A turn", "Dystopia help page"),
        msg(
            "On your turn you can do each of these once, in any order:\n"
            "- an **Ability** of a Minion in your hand,\n"
            "- a **Heroic Deed**,\n"
            "- a **Combat**: attack with a Minion in your hand,\n"
            "- an ability of your **Master**.\n"
            "\n"
            "Last comes an **Acquisition**: recruit a Minion or purchase a Weapon. "
            "After the first one you can only acquire more, if a card lets you, or end "
            "your turn.\n"
            "\n"
            "You can use each card once per turn: as an Ability, as a helper or to "
            "fight. +Ability, +Combat or +Acquisition lets you do one more.\n"
            "\n"
            "At the end of your turn, your hand and the cards you used go to your "
            "discard pile, and you draw five. When your deck is empty, your discard "
            "pile becomes the deck.\n\nIf you run out of time, your turn ends at once."
        ),
    ),
    HelpPage(
        "combat",
        msg("Combat", "Dystopia help page"),
        with_commands(
            msg(
                "1. **Attack.** A Minion in your hand attacks an opponent. You add helpers "
                "of its faction: Minions that support it, and Weapons that need no more "
                "SKL than it has.\n"
                "2. **Block.** The opponent sees the total ATK, and can send a Minion with "
                "helpers. You see the block when it's complete.\n"
                "3. **Damage.** ATK is compared with DEF. If the attack is higher, the "
                "opponent loses the difference in LP, or the whole ATK without a block. If "
                "the block is higher, you lose the difference. A **Defender** keeps its "
                "player from losing any. A player who loses LP was **hit**, and the "
                "attack's hit effects happen.\n"
                "4. **Clean-Up.** The Minions and their helpers go to the discard piles, "
                "unless one can fight again.\n"
                "\n"
                "If the attacked player runs out of time, there is no block. With three or "
                "four players, the others watch.\n\n`{/rules}` explains every word."
            )
        ),
    ),
)

_CARD = msg("The card, by the title of the side you want. Only possible choices are suggested.", "dystopia")


def _with_card(name: str, about: Message, *verbs: str) -> ActionCommand:
    return ActionCommand(name, about, verbs, thing="card", thing_about=_CARD)


ACTIONS = (
    _with_card("ability", msg("Use the Ability of a Minion in your hand."), OptionVerb.ABILITY),
    ActionCommand("deed", msg("Use a Heroic Deed."), (OptionVerb.DEED,)),
    ActionCommand(
        "master",
        msg("Use an ability of your Master."),
        (OptionVerb.MASTER,),
        thing="line",
        thing_about=msg("The Master's ability. Only those you can use now are suggested.", "dystopia"),
    ),
    _with_card("attack", msg("Attack with a Minion."), OptionVerb.ATTACK, OptionVerb.ATTACK_AGAIN),
    _with_card("add", msg("Add a helper to your fighting Minion."), OptionVerb.HELPER),
    ActionCommand("done", msg("Stop adding helpers."), (OptionVerb.DONE,)),
    _with_card("block", msg("Block an attack with a Minion."), OptionVerb.BLOCK, OptionVerb.BLOCK_AGAIN),
    ActionCommand("no-block", msg("Let an attack through."), (OptionVerb.NO_BLOCK,)),
    _with_card("recruit", msg("Recruit a Minion from the Supply."), OptionVerb.RECRUIT),
    _with_card("purchase", msg("Purchase a Weapon from the Supply."), OptionVerb.PURCHASE),
    ActionCommand("end", msg("End your turn.", "dystopia"), (OptionVerb.END,)),
)

VERB_MENUS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.ABILITY: msg("Use an Ability …"),
        OptionVerb.DEED: msg("Use a Deed …"),
        OptionVerb.MASTER: msg("Use your Master …"),
        OptionVerb.ATTACK: msg("Attack with …"),
        OptionVerb.ATTACK_AGAIN: msg("Attack again with …"),
        OptionVerb.RECRUIT: msg("Recruit …"),
        OptionVerb.PURCHASE: msg("Purchase …"),
        OptionVerb.BLOCK: msg("Block with …"),
        OptionVerb.HELPER: msg("Add …"),
    }
)
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        **dict.fromkeys((OptionVerb.ABILITY, OptionVerb.DEED, OptionVerb.MASTER), msg("Use", "button")),
        **dict.fromkeys((OptionVerb.ATTACK, OptionVerb.ATTACK_AGAIN), msg("Attack", "button")),
        OptionVerb.RECRUIT: msg("Recruit", "button"),
        OptionVerb.PURCHASE: msg("Buy", "button"),
        OptionVerb.BLOCK: msg("Block", "button"),
        OptionVerb.HELPER: msg("Add", "button"),
    }
)
"""The labels of buttons beside a card, by verb."""
