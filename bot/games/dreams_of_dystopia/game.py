"""The declaration of Dreams of Dystopia for the bot."""

from __future__ import annotations

from functools import partial

from bot.games.author_tools import authoring_in
from bot.games.dreams_of_dystopia.help import ACTIONS, HELP, VERB_BUTTONS, VERB_MENUS
from bot.games.dreams_of_dystopia.reference import DystopiaReference
from bot.games.playable import GamePictures, PlayableGame, ProfilePicture, SharedSight, film_of
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import msg
from engine.dreams_of_dystopia.ai.search import DYSTOPIA_THINKING
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.lessons.course import COURSE
from engine.dreams_of_dystopia.orders.pregame import PREGAME
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import DYSTOPIA_PHRASING
from engine.dreams_of_dystopia.topics import stage as chapter
from engine.dreams_of_dystopia.views.acquisitions import usual_acquisitions
from engine.dreams_of_dystopia.views.consequences import consequences, rule_of, whole_answers
from engine.dreams_of_dystopia.views.tally import tally
from engine.dreams_of_dystopia.views.types import DystopiaView
from render.dreams_of_dystopia.alt import alt_board, alt_hand, alt_supply
from render.dreams_of_dystopia.board import draw_board
from render.dreams_of_dystopia.finale import finale_of
from render.dreams_of_dystopia.finale_scenes import scenes
from render.dreams_of_dystopia.hand import draw_hand
from render.dreams_of_dystopia.match_summary import leader, standing
from render.dreams_of_dystopia.profile import draw_profile
from render.dreams_of_dystopia.supply import draw_supply
from render.dreams_of_dystopia.text import text_board, text_hand, text_supply
from render.dreams_of_dystopia.visible_cards import cards_in_sight, is_about_hand
from render.dreams_of_dystopia.words import stage
from render.table.profile import alt_profile

SUPPLY = (Kind.MINION, Kind.WEAPON)  # The kinds of cards whose piles are drawn as separate pictures.


def dreams_of_dystopia() -> PlayableGame[Referee, DystopiaView, None]:
    """Return Dreams of Dystopia. Players bring no decks: they build them during the match."""
    return PlayableGame(
        title="Dreams of Dystopia",
        blurb=msg(
            "Two to four players. Build your deck as you play, of cards with two sides, and block attacks."
        ),
        kernel=DYSTOPIA,
        decks={},
        shown=GamePictures(
            board=draw_board,
            board_alt=alt_board,
            board_text=text_board,
            hand=draw_hand,
            hand_alt=alt_hand,
            hand_text=text_hand,
            stage=stage,
            standing=standing,
            is_about_hand=is_about_hand,
            in_sight=cards_in_sight,
            finale=film_of(finale_of, scenes),
            shared=SharedSight(
                msg("Supply", "heading"),
                tuple(partial(draw_supply, kind) for kind in SUPPLY),
                lambda view, names, translator: [alt_supply(view, kind, translator) for kind in SUPPLY],
                text_supply,
            ),
        ),
        phrasing=DYSTOPIA_PHRASING,
        consequences=consequences,
        whole_answers=whole_answers,
        usual_answers=usual_acquisitions,
        rule=rule_of,
        chapter=chapter,
        reference=DystopiaReference(),
        leads=leader,
        profile=ProfilePicture(draw_profile, alt_profile),
        practice=Greedy,
        lessons=COURSE,
        thinking=DYSTOPIA_THINKING,
        actions=ACTIONS,
        short_name="dystopia",
        help=HELP,
        verb_menus=VERB_MENUS,
        verb_buttons=VERB_BUTTONS,
        pregame=PREGAME,
        tally=tally,
        authoring=authoring_in("bot.games.dreams_of_dystopia"),
    )
