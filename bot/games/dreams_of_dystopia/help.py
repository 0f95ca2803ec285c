"""The help pages of Dreams of Dystopia, and its action commands."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.help_pages import help_pages
from bot.games.playable import ActionCommand
from cards.i18n import Message, msg
from engine.dreams_of_dystopia.law import LAW
from engine.dreams_of_dystopia.topics import OptionVerb

HELP = help_pages(LAW)

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

VERB_MENUS: Mapping[str, Message] = {
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
"""The placeholders of action menus, by verb."""

VERB_BUTTONS: Mapping[str, Message] = {
    **dict.fromkeys((OptionVerb.ABILITY, OptionVerb.DEED, OptionVerb.MASTER), msg("Use", "button")),
    **dict.fromkeys((OptionVerb.ATTACK, OptionVerb.ATTACK_AGAIN), msg("Attack", "button")),
    OptionVerb.RECRUIT: msg("Recruit", "button"),
    OptionVerb.PURCHASE: msg("Buy", "button"),
    OptionVerb.BLOCK: msg("Block", "button"),
    OptionVerb.HELPER: msg("Add", "button"),
}
"""The labels of buttons beside a card, by verb."""
