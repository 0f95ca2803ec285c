"""The help pages of Voidream, and its action commands."""

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
            "You are a Dreamer. Your **Dream deck** is a wall of 39 cards with your "
            "**bastion** under it. Break through your opponent's wall and destroy the "
            "bastion beneath it to win.\n"
            "- **Arcana** are your hand. You start with eight and never draw more. "
            "Played **upright**, an arcanum goes to your arcana discard. Played "
            "**inverted**, it's stronger and returns your discarded arcana to your "
            "hand, but goes to the **Void** for good.\n"
            "- **Dream cards** are in your deck. To **evoke**, look at the top one, "
            "then play it or put it back.\n"
            "- A **thought** takes effect at once and is discarded. A **memory** "
            "stays, and so does its effect. An **entity** stays and fights for you. A "
            "**construct** is face up on your deck and takes damage in its place. You "
            "can't evoke through it.\n"
            "- Every card back shows the card's **value**, 1 to 4: a hint at your "
            "opponent's cards."
        ),
    ),
    HelpPage(
        "round",
        msg("A round", "help page"),
        msg(
            "1. **Beginning phase.** Exhausted cards are readied, and each mind turns "
            "to the depth of its deck.\n"
            "2. **Main phase.** You take turns, one action each, until both of you "
            "pass in a row:\n"
            "  - play an arcanum, upright or inverted;\n"
            "  - activate an ability of one of your cards, paying its cost;\n"
            "  - unveil: turn **veiled** (face-down) cards face up, discarding one "
            "arcanum for each;\n"
            "  - pass. If your opponent then acts, you can act again.\n"
            "3. **Nightmare phase.** One of you faces Nightmare. That player begins "
            "the next round.\n"
            "\n"
            "Many cards start a **conflict**. When it has been resolved, the round "
            "continues where it stopped."
        ),
    ),
    HelpPage(
        "depth",
        msg("Depth and mind", "help page"),
        msg(
            "**Depth** is the number on top of your deck. You can play an arcanum if "
            "its value is **at least your depth**: at depth 3, your threes and fours.\n"
            "\n"
            "**Mind** limits how often you can act in a round. When the round begins, "
            "it turns to your depth. Each arcanum you play costs 1, and so does "
            "unveiling. At 0 your mind is spent: you can only use abilities or pass. "
            "The text that is upright on your mind card is in force. You pay the cost "
            "before a card takes effect.\n"
            "\n"
            "So high depth means many actions with gentle arcana, and low depth means "
            "few actions with strong ones. Anything that changes the top of your deck "
            "changes your depth: evoking, damage, and **rolling**, which moves the top "
            "card to the bottom."
        ),
    ),
    HelpPage(
        "conflicts",
        msg("Conflicts", "help page"),
        msg(
            "The player who starts a conflict attacks with any number of their ready "
            "entities, or none. The opponent defends in the same way. Then you take "
            "turns as in the main phase, until both of you pass. The attacker "
            "**rolls**, and the scores are counted:\n"
            "- **Dawn**, the open fight: depth + the dawn of your **ready** entities "
            "in it. The **higher** score wins, and the **winner** distributes the "
            "damage.\n"
            "- **Dusk**, the treacherous fight: depth + the dusk of your **exhausted** "
            "entities in it. The **lower** score wins, and the **loser** distributes "
            "the damage.\n"
            "\n"
            "Cards can add to both. The damage is the difference of the scores. The "
            "loser's entities in the conflict take it first: damage equal to an "
            "entity's **stability** destroys it, less has no effect. If the attacker "
            "won, the rest is **Dream damage**: a construct on top of the deck takes "
            "it, or else a card falls from the deck for each point. Then everything in "
            "the conflict is exhausted."
        ),
    ),
    HelpPage(
        "nightmare",
        msg("Nightmare, winning", "help page"),
        msg(
            "When the main phase ends, one of you faces Nightmare: the only player "
            "with no arcana in hand. Otherwise it's the player whose mind shows the "
            "higher number. If both show the same, it's the player who passed last.\n"
            "- **Avoid it**: discard an arcanum.\n"
            "- **Enter it**: your discarded arcana return to your hand, you put one "
            "arcanum from your hand into the Void, and a dusk conflict begins in which "
            "all your ready entities attack.\n"
            "\n"
            "**How the match ends**\n"
            "- Your deck has lost its bastion: you lose.\n"
            "- You enter Nightmare and have no arcanum for the Void: you lose.\n"
            "- Both decks lose their bastion at the same time: a draw.\n"
            "\n"
            "So you can win in two ways: break through the deck, or wear down your "
            "opponent's mind until Nightmare takes it."
        ),
    ),
)

ACTIONS = (
    ActionCommand(
        "play",
        msg("Play an arcanum from your hand."),
        (OptionVerb.PLAY, OptionVerb.INVERT),
        thing="card",
        thing_about=msg("The arcanum. Only those you can play now are suggested."),
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
        thing_about=msg("The ability. Only those you can use now are suggested."),
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
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = MappingProxyType(
    {
        OptionVerb.PLAY: msg("Play", "button"),
        OptionVerb.INVERT: msg("Invert", "button"),
        OptionVerb.ACTIVATE: msg("Activate", "button"),
        OptionVerb.UNVEIL: msg("Unveil", "button"),
        OptionVerb.DISCARD: msg("Discard", "button"),
        OptionVerb.VEIL: msg("Veil", "button"),
        OptionVerb.RETURN: msg("Put back", "button"),
        OptionVerb.ENTER_NIGHTMARE: msg("Enter", "button"),
    }
)
"""The labels of buttons beside a card, by verb."""

RARE_VERBS = frozenset[str]({OptionVerb.INVERT})
"""Verbs that players rarely choose: a card played inverted goes to the Void permanently."""
