"""The help pages of Dreamweavers, and its action commands."""

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
            "You play with **notions**: Rage, Grief, Hope and nine more, with fifteen "
            "cards each. You draft three of them. Their 45 cards are your **mind**, "
            "the deck you draw from. One of the three becomes your **Intent**: its "
            "cover applies for the whole match.\n"
            "\n"
            "In front of you is your **Ego**, five cards face down. Damage takes one "
            "of them. **If you take damage and your Ego is empty, you lose.**\n"
            "- **Thoughts** have power. They attack, and in your hand they are "
            "shields. You can control three.\n"
            "- **Feelings** have an effect when you play them (*fleeting*), then stay "
            "and keep helping you (*lingering*). You can control three, and play them "
            "on either player's turn.\n"
            "- Cards that are gone are **forgotten**: they are in your **Id**, face up.\n"
            "\n"
            "Your Ego is more than your life: a Thought from it goes to your hand and "
            "can forget the attacker, and a Feeling happens at once, for free."
        ),
    ),
    HelpPage(
        "draft",
        msg("The draft", "Dreamweavers help page"),
        with_commands(
            msg(
                "All twelve notions are face up. Both players roll three dice, and the "
                "higher roll goes first. Then you draft: the first player takes one, the "
                "second two, the first two, the second one. No notion is taken twice.\n"
                "\n"
                "**Cards** shows each notion: how it plays, its cover, and its fifteen "
                "cards.\n"
                "\n"
                "1. Both choose an Intent in secret. Both are revealed together.\n"
                "2. Both draw five cards, and can exchange any of them once.\n"
                "3. Five cards become each Ego. No one looks at them.\n"
                "4. The first player begins with 1 memory.\n"
                "\n"
                "Everyone knows which 45 cards you own. No one knows where they are.\n"
                "\n"
                "You can draft ahead: give `{/order}` your list, and it picks the best "
                "notion left."
            )
        ),
    ),
    HelpPage(
        "turn",
        msg("A turn, and memory", "Dreamweavers help page"),
        msg(
            "You share **one memory gauge**: 10 … 1, 0, 1 … 10. The tracker is on your "
            "side, on 0, or on the other side. Paying moves it toward your opponent.\n"
            "\n"
            "**Your turn continues as long as the tracker is on your side or on 0.** "
            "If an action leaves it on the other side, your turn ends, and your "
            "opponent begins with the memory you overspent.\n"
            "\n"
            "When your turn begins, you have at least as much memory as cards are "
            "missing from your Ego, and your Thoughts untap. Then, in any order:\n"
            "- **Play** a card for its cost. A Thought can't attack in the turn it "
            "came into play.\n"
            "- **Activate** an ability, marked (A), for its price.\n"
            "- **Attack** with an untapped Thought. That costs no memory.\n"
            "- **Refresh**: the tracker goes to 0, and you draw until you hold five "
            "cards. Your turn continues.\n"
            "- **End turn**: your turn ends, and your opponent has 3 memory."
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
- A Thought goes to the hand. If its power is at least the attacker's, the attacker is forgotten.
- A Feeling takes effect at once, without its memory cost, and stays among the Feelings."""
        ),
    ),
    HelpPage(
        "answer",
        msg("Responses", "Dreamweavers help page"),
        with_commands(
            msg(
                "The effects of played cards and abilities wait **on standby** for a "
                "response. Everything else happens at once.\n"
                "\n"
                "**The tracker decides who can respond**: if you pay past 0, your opponent "
                "can respond with one Feeling or one ability before your effect happens. "
                "If that brings the tracker back to you, you can respond to that, and so "
                "on. Then all the effects happen, the last one first.\n"
                "\n"
                "So an effect within your own memory is safe, but an opponent can respond "
                "if you overspend. A defending player can play Feelings wherever the "
                "tracker is.\n"
                "\n"
                "I only ask you when everyone can see that you might have a response. That "
                "way no one learns whether you do. `{/order}` decides for you while you're "
                "away: shields, responses and draft picks."
            )
        ),
    ),
)

ACTIONS = (
    ActionCommand(
        "play",
        msg("Play a card from your hand."),
        (OptionVerb.PLAY,),
        thing="card",
        thing_about=msg("The card. Only those you can play now are suggested."),
    ),
    ActionCommand(
        "attack",
        msg("Attack with one of your Thoughts."),
        (OptionVerb.ATTACK,),
        thing="attack",
        thing_about=msg("The Thought and its target. Only possible attacks are suggested."),
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
        thing_about=msg("The Guardian. Only those that can step in now are suggested."),
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
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play", "button"),
        OptionVerb.ACTIVATE: msg("Activate", "button"),
        OptionVerb.ATTACK: msg("Attack", "button"),
        OptionVerb.GUARD: msg("Step in", "button"),
    }
)
"""The labels of buttons beside a card, by verb."""
