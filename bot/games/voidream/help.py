"""The help pages of Voidream, and its action commands."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.help_pages import help_pages
from bot.games.playable import ActionCommand, CommandChoice
from cards.i18n import Message, msg
from engine.voidream.law import LAW
from engine.voidream.questions.topics import OptionVerb

HELP = help_pages(LAW)

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

VERB_MENUS: Mapping[str, Message] = {
    OptionVerb.PLAY: msg("Play an arcanum upright …"),
    OptionVerb.INVERT: msg("Play an arcanum inverted …"),
    OptionVerb.ACTIVATE: msg("Activate an ability …"),
    OptionVerb.UNVEIL: msg("Unveil …"),
}
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = {
    OptionVerb.PLAY: msg("Play", "button"),
    OptionVerb.INVERT: msg("Invert", "button"),
    OptionVerb.ACTIVATE: msg("Activate", "button"),
    OptionVerb.UNVEIL: msg("Unveil", "button"),
    OptionVerb.DISCARD: msg("Discard", "button"),
    OptionVerb.VEIL: msg("Veil", "button"),
    OptionVerb.RETURN: msg("Put back", "button"),
    OptionVerb.ENTER_NIGHTMARE: msg("Enter", "button"),
}
"""The labels of buttons beside a card, by verb."""

RARE_VERBS = frozenset[str]({OptionVerb.INVERT})
"""Verbs that players rarely choose: a card played inverted goes to the Void permanently."""
