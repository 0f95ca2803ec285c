"""Dreamweavers as a game that can be played here: its parts, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from bot.games.authoring import Balance, CardFiles, Gallery, Scenarios
from bot.games.dreamweavers.help import ACTIONS, HELP, VERB_MENUS
from bot.games.dreamweavers.reference import DreamweaversReference
from bot.games.playable import GamePictures, Names, PlayableGame, ProfilePicture, Scene
from cards.i18n import Translator
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.players.thinking import DREAMWEAVERS_THINKING
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.views.consequences import comes_to, consequences, rule_of, wanted
from engine.dreamweavers.views.types import DreamweaversView
from engine.dreamweavers.wording.notation import DREAMWEAVERS_PHRASING, turn_of
from engine.dreamweavers.wording.notation import stage as chapter
from engine.kernel.events.event import Seen
from engine.kernel.thinking.matches import Fitted
from engine.kernel.thinking.puzzles import Collection, read_puzzles
from render.dreamweavers.alt import alt_board, alt_hand
from render.dreamweavers.asked import is_about_hand
from render.dreamweavers.board import draw_board
from render.dreamweavers.finale import finale_of
from render.dreamweavers.finale_scenes import scenes
from render.dreamweavers.hand import draw_hand
from render.dreamweavers.profile import draw_profile
from render.dreamweavers.sight import cards_in_sight
from render.dreamweavers.standing import leader, standing
from render.dreamweavers.text import text_board, text_hand
from render.dreamweavers.wording import stage
from render.looking_back import CountedIn
from render.table.profile import alt_profile

T = TypeVar("T")


def dreamweavers() -> PlayableGame:
    """Return Dreamweavers. Nobody brings a deck to it: minds are drafted in the match."""
    return PlayableGame(
        title="Dreamweavers",
        kernel=DREAMWEAVERS,
        decks={},
        shown=GamePictures(
            board=_for_two(draw_board),
            finale=_finale,
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
        counted_in=CountedIn.TURNS,
        reference=DreamweaversReference(),
        leads=leader,
        profile=ProfilePicture(draw_profile, alt_profile),
        practice=Greedy,
        thinking=DREAMWEAVERS_THINKING,
        puzzles=_puzzles,
        actions=ACTIONS,
        help=HELP,
        verb_menus=VERB_MENUS,
        of_the_hand=frozenset({OptionVerb.PLAY}),
        card_files=_card_files,
        gallery=_gallery,
        scenarios=_scenarios,
        balance=_balance,
        fitted=_fitted,
    )


@cache
def _puzzles() -> Collection:
    return read_puzzles(files("engine.dreamweavers.players").joinpath("puzzles.json").read_bytes())


def _card_files() -> CardFiles:
    from bot.games.dreamweavers.card_files import CARD_FILES

    return CARD_FILES


def _gallery() -> Gallery:
    from bot.games.dreamweavers.gallery import GALLERY

    return GALLERY


def _scenarios() -> Scenarios:
    from bot.games.dreamweavers.scenarios import SCENARIOS

    return SCENARIOS


def _balance() -> Balance:
    from bot.games.dreamweavers.balance import BALANCE

    return BALANCE


def _fitted() -> Fitted:
    from engine.dreamweavers.players.fitted import FITTED

    return FITTED


def _finale(
    views: Sequence[DreamweaversView],
    happened: Sequence[Sequence[Seen]],
    names: Names,
    translator: Translator,
) -> list[Scene]:
    first, second = names
    finale = finale_of(views, happened)
    return [] if finale is None else [scene.paint for scene in scenes(finale, (first, second), translator)]


def _for_two(
    show: Callable[[DreamweaversView, tuple[str, str], Translator], T],
) -> Callable[[DreamweaversView, Names, Translator], T]:
    """Return `show` for names as the bot keeps them: it has games for more than two as well."""

    def shown(view: DreamweaversView, names: Names, translator: Translator) -> T:
        first, second = names
        return show(view, (first, second), translator)

    return shown
