"""The help on Dreamweavers, and its own commands."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.command_keys import with_commands
from bot.games.playable import ActionCommand, HelpPage
from cards.i18n import Message, msg
from engine.dreamweavers.topics import OptionVerb

HELP = (
    HelpPage(
        "game",
        msg("The game", "Dreamweavers help page"),
        msg(
            """\
You play with **notions**: Rage, Grief, Hope and nine more, each of fifteen cards. You draft three of them, and all their \
45 cards are your **mind**, from which you draw. One of the three becomes your **Intent**: its cover is in force for the whole match.

Before you lies your **Ego**, five cards face down. Damage takes one of them. **If you take damage and your Ego is empty, you lose.**
- **Thoughts** have power. They attack, and from your hand they are shields. You may control three.
- **Feelings** do something at once when they are played (*fleeting*), stay, and go on helping you (*lingering*). You may control \
three. They can be played on either player's turn.
- What is gone is **forgotten**: it lies in your **Id**, for all to see.

An Ego is not only your life: a Thought out of it goes to your hand and may forget the attacker, and a Feeling happens at once, \
for nothing."""
        ),
    ),
    HelpPage(
        "draft",
        msg("The draft", "Dreamweavers help page"),
        with_commands(
            msg("""\
The twelve notions lie open. Both roll three dice, and who rolls more is the first player. Then you draft: the first player \
one, the second two, the first two, the second one. What is taken is gone.

**Cards** shows each notion: how it plays, its cover, and its fifteen cards.

1. Both choose an Intent in secret. The two are shown together.
2. Both draw five cards, and may exchange any of them once.
3. Five cards become each Ego. Nobody looks at them.
4. The first player begins with 1 memory.

Everybody knows which 45 cards you own. Nobody knows where they lie.

You can draft ahead: `{/order}` takes a list of wishes, and picks for you the best that is left.""")
        ),
    ),
    HelpPage(
        "turn",
        msg("A turn, and memory", "Dreamweavers help page"),
        msg(
            """\
There is **one memory gauge**: 10 … 1, 0, 1 … 10. The tracker is on your side, on 0, or on the other side. To pay is to move \
it toward your opponent.

**Your turn goes on as long as the tracker is on your side or on 0.** If an action leaves it on the other side, your turn \
ends, and what you overspent is what your opponent begins with.

When your turn begins, you have at least as much memory as cards are missing from your Ego, and your Thoughts untap. Then, in any order:
- **Play** a card, at its cost. A Thought can't attack in the turn in which it came.
- **Activate** an ability, marked (A), at its price.
- **Attack** with an untapped Thought. That costs no memory.
- **Refresh**: the tracker goes to 0, and you draw until you hold five cards. Your turn goes on.
- **Let go**: your turn ends, and your opponent has 3 memory."""
        ),
    ),
    HelpPage(
        "attack",
        msg("Attacks and shields", "Dreamweavers help page"),
        msg(
            """\
A Thought attacks your opponent's **Ego** or one of their **tapped** Thoughts. Attacking taps it.

The defender may let a Guardian step in and play Feelings, then discards any number of Thoughts from hand as **shields**. \
Their power together is the shield value; an attacked Thought adds its own.

**The attack succeeds only if the attacker's power is greater.**
- Against an Ego: the defender takes 1 damage.
- Against a Thought: it is destroyed. If its own power is greater than the attacker's, the attacker is.

**Damage** reveals the top card of the Ego:
- A Thought is compared with the attacker. If its power is as great or greater, the attacker is forgotten. It goes to the hand.
- A Feeling happens at once, without its memory cost, and lies down among the Feelings."""
        ),
    ),
    HelpPage(
        "answer",
        msg("Answers", "Dreamweavers help page"),
        with_commands(
            msg("""\
What happens when a card is played, and abilities, wait **on standby** for an answer. Everything else happens at once.

**Who may answer follows the tracker**: if you pay beyond 0, your opponent may answer before it happens, with one Feeling or \
one ability. If that brings the tracker back to you, you may answer that, and so on. Then all of it happens, the last first.

So what you can pay for is safe, and overspending can be answered. While a player defends, they may play Feelings wherever the tracker stands.

You are asked only where everybody can see that you could have an answer. Whether you really have one, nobody learns from it. \
`{/order}` answers for you while you are away: which shields, which answers, what to draft.""")
        ),
    ),
)

ACTIONS = (
    ActionCommand(
        "play",
        msg("Play a card from your hand."),
        (OptionVerb.PLAY,),
        thing="card",
        thing_about=msg("The card. What is offered can be played now."),
    ),
    ActionCommand(
        "attack",
        msg("Attack with one of your Thoughts."),
        (OptionVerb.ATTACK,),
        thing="attack",
        thing_about=msg("Which Thought, and what it attacks. What is offered can be done now."),
    ),
    ActionCommand(
        "activate",
        msg("Use an ability of one of your cards, or of your Intent."),
        (OptionVerb.ACTIVATE,),
        thing="ability",
        thing_about=msg("The ability. Only those you can use now are suggested.", "dreamweavers"),
    ),
    ActionCommand(
        "refresh", msg("Set the tracker to 0 and draw until you hold five cards."), (OptionVerb.REFRESH,)
    ),
    ActionCommand("let-go", msg("End your turn: your opponent has 3 memory."), (OptionVerb.LET_GO,)),
    ActionCommand(
        "guard",
        msg("Let a Guardian step in: it is attacked instead."),
        (OptionVerb.GUARD,),
        thing="card",
        thing_about=msg("The Guardian. What is offered can step in now."),
    ),
    ActionCommand("shields", msg("Choose shields against an attack."), (OptionVerb.SHIELDS,)),
    ActionCommand("pass", msg("Let an effect happen, or defend without shields."), (OptionVerb.PASS,)),
)

VERB_MENUS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play a card …"),
        OptionVerb.ACTIVATE: msg("Activate an ability …", "dreamweavers"),
        OptionVerb.ATTACK: msg("Attack …"),
        OptionVerb.GUARD: msg("Step in …"),
    }
)
"""The names of menus of actions."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play", "button"),
        OptionVerb.ACTIVATE: msg("Activate", "button"),
        OptionVerb.ATTACK: msg("Attack", "button"),
        OptionVerb.GUARD: msg("Step in", "button"),
    }
)
"""The labels of buttons beside a card."""
