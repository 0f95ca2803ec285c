"""The help pages of Dreamweavers, and its action commands."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.help_pages import help_pages
from bot.games.playable import ActionCommand
from cards.i18n import Message, msg
from engine.dreamweavers.law import LAW
from engine.dreamweavers.topics import OptionVerb

HELP = help_pages(LAW)

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

VERB_MENUS: Mapping[str, Message] = {
    OptionVerb.GUARD: msg("Step in …"),
    OptionVerb.PLAY: msg("Play a card …"),
    OptionVerb.ACTIVATE: msg("Activate an ability …", "dreamweavers"),
    OptionVerb.ATTACK: msg("Attack …"),
}
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = {
    OptionVerb.PLAY: msg("Play", "button"),
    OptionVerb.ACTIVATE: msg("Use", "button"),
    OptionVerb.ATTACK: msg("Attack", "button"),
    OptionVerb.GUARD: msg("Step in", "button"),
}
"""The labels of buttons beside a card, by verb."""
