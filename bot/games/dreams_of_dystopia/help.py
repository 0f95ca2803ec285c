"""The help on Dreams of Dystopia, and its own commands."""

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
            """\
Two, three or four of you rebuild a ruined world, each with a **Master** and a deck that grows. **Without LP you are out; \
the last one standing wins.**

Every card has two sides, a **Divine** and a **Demonic** one, each with a title of its own. Which side is up, everybody sees; \
some cards turn over.

1. One of you counts as the youngest, and chooses a Master and its side. The others follow in turn.
2. Each begins with ten starting cards of the Master's faction, and draws five.
3. All other cards are the **Supply**: piles from which you recruit Minions and purchase Weapons, on the side that you want.

**FAME** opens doors, and is not spent: a Minion can be recruited as soon as your FAME is as high as its LOYALTY. A card of \
the other faction needs 2 more.

A **Curse** is a dead card in your deck. A **Heroic Deed** gives 1 FAME."""
        ),
    ),
    HelpPage(
        "turn",
        msg("A turn", "Dystopia help page"),
        msg(
            """\
In your turn you may do each of these once, in any order:
- an **Ability** of a Minion in your hand,
- a **Heroic Deed**,
- a **Combat**: attack with a Minion of your hand,
- what your **Master** can do.

Last comes an **Acquisition**: recruit a Minion or purchase a Weapon. After the first one you can only acquire more, if \
something lets you, or end your turn.

A card that you use is used for this turn: as an Ability, as a helper or to fight, not as two of these. What says \
+Ability, +Combat or +Acquisition lets you do one more.

At the end your hand and what you have used go to your discard pile, and you draw five. When your deck is empty, your discard \
pile becomes the deck.

If your time runs out, your turn ends where it is."""
        ),
    ),
    HelpPage(
        "combat",
        msg("Combat", "Dystopia help page"),
        with_commands(
            msg("""\
1. **Attack.** A Minion of your hand attacks an opponent. You add helpers of its faction: Minions that support it, and Weapons \
that need no more SKL than it has.
2. **Block.** The opponent sees the total ATK, and may send a Minion, with helpers. You see nothing of it before it is done.
3. **Damage.** ATK is compared with DEF. If the attack is higher, the opponent loses the difference in LP, or all of the ATK \
where nobody blocks; if the block is higher, you do. A **Defender** keeps its player from losing any. Who loses LP was **hit**, \
and what happens upon a hit happens.
4. **Clean-Up.** The Minions and their helpers go to the discard piles, unless one may fight once more.

An attack that is not answered in time is not blocked. With three and four players the others look on.

`{/rules}` explains every word.""")
        ),
    ),
)

_CARD = msg("The card, by the title that is wanted. What is offered can be chosen now.", "dystopia")


def _with_card(name: str, about: Message, *verbs: str) -> ActionCommand:
    return ActionCommand(name, about, verbs, thing="card", thing_about=_CARD)


ACTIONS = (
    _with_card("ability", msg("Use the Ability of a Minion in your hand."), OptionVerb.ABILITY),
    ActionCommand("deed", msg("Use a Heroic Deed."), (OptionVerb.DEED,)),
    ActionCommand(
        "master",
        msg("Use what your Master can do."),
        (OptionVerb.MASTER,),
        thing="line",
        thing_about=msg("What the Master does. What is offered can be used now.", "dystopia"),
    ),
    _with_card("attack", msg("Attack with a Minion."), OptionVerb.ATTACK, OptionVerb.ATTACK_AGAIN),
    _with_card("add", msg("Add a helper to your Minion that fights."), OptionVerb.HELPER),
    ActionCommand("done", msg("Add no more helpers."), (OptionVerb.DONE,)),
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
        OptionVerb.ATTACK_AGAIN: msg("Attack once more with …"),
        OptionVerb.RECRUIT: msg("Recruit …"),
        OptionVerb.PURCHASE: msg("Purchase …"),
        OptionVerb.BLOCK: msg("Block with …"),
        OptionVerb.HELPER: msg("Add …"),
    }
)
"""The names of menus of actions."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.ABILITY: msg("Use", "button"),
        OptionVerb.DEED: msg("Use", "button"),
        OptionVerb.MASTER: msg("Use", "button"),
        OptionVerb.ATTACK: msg("Attack", "button"),
        OptionVerb.ATTACK_AGAIN: msg("Attack", "button"),
        OptionVerb.RECRUIT: msg("Recruit", "button"),
        OptionVerb.PURCHASE: msg("Buy", "button"),
        OptionVerb.BLOCK: msg("Block", "button"),
        OptionVerb.HELPER: msg("Add", "button"),
    }
)
"""The labels of buttons beside a card."""
