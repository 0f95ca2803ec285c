"""A match in a few lines for a returning player: LP and FAME, the next players, a current attack."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia.sides import master_words
from render.dreams_of_dystopia.words import attack_sentences, next_words
from render.markdown import escaped
from render.table.words import Names, capital, shown_names


def leader(view: DystopiaView) -> int | None:
    """Return the seat with the most LP; None if several have as many, and before the first turn."""
    most = max(player.lp for player in view.players)
    first = [player.seat for player in view.players if player.lp == most and not player.is_out]
    return first[0] if view.turn and len(first) == 1 else None


def standing(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Return the public state of a match in lines of Discord's Markdown; none before the first turn."""
    if not view.turn:
        return []
    names = shown_names(names, translator)
    lines: list[str] = []
    if not view.ended:
        ahead = leader(view)
        if ahead is not None:
            lines.append(translator(msg("**{name} has the most LP.**", name=escaped(names[ahead]))))
        elif len({player.lp for player in view.players if not player.is_out}) == 1:
            lines.append(translator(msg("**Everyone has the same LP.**")))
        order = next_words(view, names, translator)
        if len(view.players) > 2 and order:
            turn = msg("{name}'s turn, {order}. Anyone still in can be attacked.")
            turn = turn.filled(name=escaped(names[view.active]), order=escaped(order))
            lines.append(f"- {capital(translator(turn))}")
    lines += [f"- {escaped(names[player.seat])}: {_left(player, translator)}" for player in view.players]
    if not view.ended:
        lines += [f"- **{escaped(attack)}.**" for attack in attack_sentences(view, names, translator)[:1]]
    return lines


def _left(player: PlayerView, translator: Translator) -> str:
    """Return a player's state, short enough for one line of a phone."""
    if player.is_out:
        return translator(msg("out", "standing"))
    state, master = msg("{lp} LP, FAME {fame}, hand {hand}, {master}"), master_words(player, translator)
    return translator(state.filled(lp=player.lp, fame=player.fame, hand=len(player.hand), master=master))
