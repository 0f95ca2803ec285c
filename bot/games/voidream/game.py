"""The declaration of Voidream, with all its parts."""

from __future__ import annotations

from functools import partial

from bot.games.author_tools import authoring_in
from bot.games.playable import GamePictures, PlayableGame, ProfilePicture, ReadyMadeDeck, film_of
from bot.games.voidream.decks import voidream_building
from bot.games.voidream.help import ACTIONS, HELP, RARE_VERBS, VERB_BUTTONS, VERB_MENUS
from bot.games.voidream.reference import VoidreamReference
from cards.i18n import Translator, msg
from cards.voidream.deck_rules import faction_alone
from cards.voidream.decks import Deck, DeckList, ready_made
from engine.kernel.ai.puzzles import puzzles_in
from engine.voidream.game import VOIDREAM
from engine.voidream.lessons.course import COURSE
from engine.voidream.orders.pregame import PREGAME, random_label
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.players.search import VOIDREAM_THINKING
from engine.voidream.referee import Referee
from engine.voidream.text.notation import VOIDREAM_PHRASING
from engine.voidream.text.notation import stage as chapter
from engine.voidream.views.consequences import comes_to, consequences, rule_of
from engine.voidream.views.types import VoidreamView
from render.table.profile import alt_profile
from render.voidream.alt import alt_board, alt_hand
from render.voidream.board import draw_board
from render.voidream.finale import finale_of
from render.voidream.finale_scenes import scenes
from render.voidream.hand import draw_hand
from render.voidream.match_summary import standing
from render.voidream.profile import draw_profile
from render.voidream.question_subject import card_in_question, hurting, is_about_hand, on_board
from render.voidream.text import text_board, text_hand
from render.voidream.visible_cards import cards_in_sight


def voidream() -> PlayableGame[Referee, VoidreamView, Deck, DeckList]:
    """Return Voidream with its ready-made decks, starting with the one recommended for beginners."""
    return PlayableGame(
        title="Voidream",
        kernel=VOIDREAM,
        decks={
            deck.name: ReadyMadeDeck(deck.name, deck.blurb, deck, deck.bastion.title) for deck in ready_made()
        },
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
            on_board=on_board,
            in_sight=cards_in_sight,
            pictured=card_in_question,
            standing=standing,
        ),
        phrasing=VOIDREAM_PHRASING,
        chapter=chapter,
        blurb=msg(
            "Two players, each with a deck. Break through the other deck, or drive its dreamer insane."
        ),
        consequences=consequences,
        comes_to=comes_to,
        rule=rule_of,
        hurting=hurting,
        reference=VoidreamReference(),
        building=voidream_building(),
        faction=lambda deck: faction_alone(deck.faction),
        profile=ProfilePicture(draw_profile, alt_profile),
        leads=leads,
        practice=Greedy,
        thinking=VOIDREAM_THINKING,
        puzzles=partial(puzzles_in, "engine.voidream.players"),
        lessons=COURSE,
        pregame=PREGAME,
        actions=ACTIONS,
        help=HELP,
        verb_menus=VERB_MENUS,
        verb_buttons=VERB_BUTTONS,
        rare_verbs=RARE_VERBS,
        random_label=random_label,
        authoring=authoring_in("bot.games.voidream"),
    )


def leads(view: VoidreamView) -> int | None:
    """Return the leading seat, or None: the one with more cards in the deck plus twice the arcana in hand."""
    first, second = (side.deck_count + 2 * len(side.hand) for side in view.sides)
    return None if first == second else 0 if first > second else 1


def stage(view: VoidreamView, translator: Translator) -> str:
    """Return a short description of the current round and phase."""
    n = view.round
    return translator(
        {
            "setup": msg("Setup", "stage"),
            "beginning": msg("Round {n}, beginning phase", "stage", n=n),
            "main": msg("Round {n}, main phase", "stage", n=n),
            "Nightmare": msg("Round {n}, Nightmare phase", "stage", n=n),
            "conflict": msg("Round {n}, conflict", "stage", n=n),
            "dawn conflict": msg("Round {n}, dawn conflict", "stage", n=n),
            "dusk conflict": msg("Round {n}, dusk conflict", "stage", n=n),
            "over": msg("Over", "stage"),
        }[view.phase]
    )
