"""Dreamweavers as a game that can be played here: its parts, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.games.dreamweavers.help import ACTIONS, HELP, VERB_MENUS
from bot.games.dreamweavers.reference import DreamweaversReference
from bot.games.playable import GamePictures, Names, PlayableGame
from cards.i18n import Translator
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.views.consequences import comes_to, consequences, rule_of, wanted
from engine.dreamweavers.views.types import DreamweaversView
from engine.dreamweavers.wording.notation import DREAMWEAVERS_PHRASING, turn_of
from engine.dreamweavers.wording.notation import stage as chapter
from render.dreamweavers.alt import alt_board, alt_hand
from render.dreamweavers.asked import is_about_hand
from render.dreamweavers.board import draw_board
from render.dreamweavers.hand import draw_hand
from render.dreamweavers.sight import cards_in_sight
from render.dreamweavers.standing import leader, standing
from render.dreamweavers.text import text_board, text_hand
from render.dreamweavers.wording import stage

T = TypeVar("T")


def dreamweavers() -> PlayableGame:
    """Return Dreamweavers. Nobody brings a deck to it: minds are drafted in the match."""
    return PlayableGame(
        title="Dreamweavers",
        kernel=DREAMWEAVERS,
        decks={},
        shown=GamePictures(
            board=_for_two(draw_board),
            board_alt=_for_two(alt_board),
            board_text=_for_two(text_board),
            hand=_for_two(draw_hand),
            hand_alt=_for_two(alt_hand),
            hand_text=_for_two(text_hand),
            stage=stage,
            is_about_hand=is_about_hand,
            in_sight=cards_in_sight,
            standing=_for_two(standing),
        ),
        phrasing=DREAMWEAVERS_PHRASING,
        chapter=chapter,
        consequences=consequences,
        rule=rule_of,
        comes_to=comes_to,
        wanted=wanted,
        round=turn_of,
        reference=DreamweaversReference(),
        leads=leader,
        practice=Greedy,
        actions=ACTIONS,
        help=HELP,
        verb_menus=VERB_MENUS,
        of_the_hand=frozenset({OptionVerb.PLAY}),
    )


def _for_two(
    show: Callable[[DreamweaversView, tuple[str, str], Translator], T],
) -> Callable[[DreamweaversView, Names, Translator], T]:
    """Return `show` for names as the bot keeps them: it has games for more than two as well."""

    def shown(view: DreamweaversView, names: Names, translator: Translator) -> T:
        first, second = names
        return show(view, (first, second), translator)

    return shown
