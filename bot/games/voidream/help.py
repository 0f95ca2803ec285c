"""The help on Voidream, and its own commands."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.games.playable import ActionCommand, CommandChoice, HelpPage
from cards.i18n import Message, msg
from engine.voidream.questions.topics import OptionVerb

HELP = (
    HelpPage(
        "game",
        msg("The game", "help page"),
        msg(
            """\
You are a Dreamer, and your **Dream deck** is a wall of 39 cards. Under it stands your **bastion**. Break through the \
other wall, destroy the bastion beneath it, and you win.
- **Arcana** are your hand: eight of them from the start, and there is no drawing. **Upright**, an arcanum goes to your \
discard pile. **Inverted** it is stronger and brings your discarded arcana back to your hand, but is itself gone for \
good, in the **Void**.
- **Dream cards** lie in your deck. To **evoke** is to look at the top one, and to play it or put it back.
- A **thought** happens at once and is discarded. A **memory** stays, and so does its effect. An **entity** stays and \
fights for you. A **construct** lies face up on your deck and takes damage in its place; you can't evoke through it.
- Every back shows the card's **value**, 1 to 4: a hint at what the other Dreamer holds."""
        ),
    ),
    HelpPage(
        "round",
        msg("A round", "help page"),
        msg(
            """\
1. **Beginning.** Exhausted cards are readied, and each mind turns to the depth of its deck.
2. **Main phase.** You take turns, one action each, until both pass one after the other:
  - play an arcanum, upright or inverted;
  - use an ability of a card of yours, at its cost;
  - unveil: turn **veiled** cards, which lie face down, face up, for one discarded arcanum each;
  - pass. Who has passed may still act later, if the other one goes on.
3. **Nightmare phase.** One of you faces Nightmare, and begins the next round.

Many cards begin a **conflict**. When it is settled, the round goes on where it was."""
        ),
    ),
    HelpPage(
        "depth",
        msg("Depth and mind", "help page"),
        msg(
            """\
**Depth** is the number on top of your deck. An arcanum can be played if its value is **at least your depth**: at \
depth 3, your threes and fours.

**Mind** is how often you can act in a round. When the round begins it turns to your depth. Each arcanum that you play \
costs 1, and so does unveiling; at 0 your mind is spent, and abilities and passing are left to you. What stands upright on \
your mind card is in force right now, and the cost is paid before the card takes effect.

So high depth means many actions with gentle arcana, low depth few actions with strong ones. Whatever changes the top \
of your deck changes your depth: evoking, damage, and **rolling**, which moves the top card to the bottom."""
        ),
    ),
    HelpPage(
        "conflicts",
        msg("Conflicts", "help page"),
        msg(
            """\
Whoever begins a conflict attacks with any of their ready entities, or alone; the other one defends in the same way. \
Then you take turns as in the main phase, until both pass. The attacker **rolls**, and the scores are counted:
- **Dawn**, the open fight: depth + the dawn of your **ready** entities in it. The **higher** score wins, and the \
**winner** shares out the damage.
- **Dusk**, the treacherous one: depth + the dusk of your **exhausted** entities in it. The **lower** score wins, and \
the **loser** shares out the damage.

Cards may add to both. The damage is the difference of the scores. The loser's entities in the conflict take it first: \
one that takes its whole **stability** is destroyed, less than that does nothing. If the attacker won, the rest is \
**Dream damage**: a construct on top of the deck takes it, or else a card falls from the deck for each point. In the end \
everybody who took part is exhausted."""
        ),
    ),
    HelpPage(
        "nightmare",
        msg("Nightmare, winning", "help page"),
        msg(
            """\
When the main phase is over, one of you faces Nightmare: who is alone in having no arcana left in hand; otherwise whose \
mind shows the higher number; if both show the same, who passed last.
- **Avoid** it: discard an arcanum.
- **Enter** it: your discarded arcana come back to your hand, one arcanum goes from there to the Void, and a dusk \
conflict begins in which all your ready entities attack.

**How it ends**
- Your deck has lost its bastion: you lose.
- You enter Nightmare and have no arcanum to give to the Void: you lose.
- Both decks lose their bastion at once: a draw.

So there are two ways to win: through the wall, or by wearing down a mind until Nightmare takes it."""
        ),
    ),
)

ACTIONS = (
    ActionCommand(
        "play",
        msg("Play an arcanum from your hand."),
        (OptionVerb.PLAY, OptionVerb.INVERT),
        thing="card",
        thing_about=msg("The arcanum. What is offered can be played now."),
        way="side",
        way_about=msg("Upright, or inverted: stronger, returns your discard, and goes to the Void."),
        ways=(
            CommandChoice("upright", msg("upright", "side of a card"), (OptionVerb.PLAY,)),
            CommandChoice("inverted", msg("inverted", "side of a card"), (OptionVerb.INVERT,)),
        ),
    ),
    ActionCommand("pass", msg("Pass your turn."), (OptionVerb.PASS,)),
    ActionCommand(
        "activate",
        msg("Use an activated ability of one of your cards."),
        (OptionVerb.ACTIVATE,),
        thing="ability",
        thing_about=msg("The ability. What is offered can be used now."),
    ),
    ActionCommand("unveil", msg("Turn veiled cards face up."), (OptionVerb.UNVEIL,)),
)

VERB_MENUS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play an arcanum upright …"),
        OptionVerb.INVERT: msg("Play an arcanum inverted …"),
        OptionVerb.ACTIVATE: msg("Activate an ability …"),
        OptionVerb.UNVEIL: msg("Unveil …"),
    }
)
"""The names of menus of actions."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play", "button"),
        OptionVerb.INVERT: msg("Invert", "button"),
        OptionVerb.ACTIVATE: msg("Activate", "button"),
        OptionVerb.UNVEIL: msg("Unveil", "button"),
        OptionVerb.DISCARD: msg("Discard", "button"),
    }
)
"""The labels of buttons beside a card."""
