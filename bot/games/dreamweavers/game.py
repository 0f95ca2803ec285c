"""The declaration of Dreamweavers, with all its parts."""

from __future__ import annotations

from functools import partial

from bot.games.author_tools import authoring_in
from bot.games.dreamweavers.help import ACTIONS, HELP, VERB_BUTTONS, VERB_MENUS
from bot.games.dreamweavers.reference import DreamweaversReference
from bot.games.playable import GamePictures, PlayableGame, ProfilePicture, film_of
from cards.i18n import msg
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.lessons.course import COURSE
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.players.search import DREAMWEAVERS_THINKING
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING
from engine.dreamweavers.text.notation import stage as chapter
from engine.dreamweavers.views.consequences import (
    comes_to,
    consequences,
    rule_of,
    usual_shields,
    whole_answers,
)
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.ai.puzzles import puzzles_in
from render.chance_curve import CountedIn
from render.dreamweavers.alt import alt_board, alt_hand
from render.dreamweavers.board import draw_board
from render.dreamweavers.finale import finale_of
from render.dreamweavers.finale_scenes import scenes
from render.dreamweavers.hand import draw_hand
from render.dreamweavers.match_summary import leader, standing
from render.dreamweavers.profile import draw_profile
from render.dreamweavers.question_subject import (
    card_in_question,
    hurting,
    is_about_hand,
    is_of_hand_alone,
    on_board,
)
from render.dreamweavers.text import text_board, text_hand
from render.dreamweavers.visible_cards import cards_in_sight
from render.dreamweavers.words import stage
from render.table.profile import alt_profile


def dreamweavers() -> PlayableGame[Referee, DreamweaversView, None]:
    """Return Dreamweavers. Players bring no decks: they draft their minds in the match."""
    return PlayableGame(
        title="Dreamweavers",
        blurb=msg(
            "Two players, no deck to build. Draft three notions; what you overspend, your opponent gets."
        ),
        kernel=DREAMWEAVERS,
        decks={},
        shown=GamePictures(
            board=draw_board,
            finale=film_of(finale_of, scenes),
            board_alt=alt_board,
            board_text=text_board,
            hand=draw_hand,
            hand_alt=alt_hand,
            hand_text=text_hand,
            stage=stage,
            is_about_hand=is_about_hand,
            is_of_hand_alone=is_of_hand_alone,
            on_board=on_board,
            in_sight=cards_in_sight,
            pictured=card_in_question,
            standing=standing,
        ),
        phrasing=DREAMWEAVERS_PHRASING,
        chapter=chapter,
        consequences=consequences,
        whole_answers=whole_answers,
        rule=rule_of,
        hurting=hurting,
        comes_to=comes_to,
        usual_answers=usual_shields,
        counted_in=CountedIn.TURNS,
        reference=DreamweaversReference(),
        leads=leader,
        profile=ProfilePicture(draw_profile, alt_profile),
        practice=Greedy,
        thinking=DREAMWEAVERS_THINKING,
        puzzles=partial(puzzles_in, "engine.dreamweavers.players"),
        lessons=COURSE,
        actions=ACTIONS,
        help=HELP,
        verb_menus=VERB_MENUS,
        verb_buttons=VERB_BUTTONS,
        authoring=authoring_in("bot.games.dreamweavers"),
    )
