"""The small games as games of the bot, like the real ones in `bot.games.registry`."""

from __future__ import annotations

import io
from hashlib import sha256
from typing import Any

from msgspec.structs import replace
from PIL import Image

from bot.games.playable import (
    ActionCommand,
    CommandChoice,
    GamePictures,
    Games,
    PlayableGame,
    ReadyMadeDeck,
    Scene,
    SharedSight,
)
from cards.i18n import msg
from engine.kernel.consequence import WholeAnswer
from engine.kernel.game import Game
from engine.kernel.notation import Phrasing
from engine.kernel.question import Question
from render.film import FilmFrame
from tests.games import lantern_rules, parlour_rules
from tests.games.bazaar.game import BAZAAR, called
from tests.games.bazaar.game import PHRASING as OF_BAZAAR
from tests.games.bazaar.position import BazaarView
from tests.games.lantern_rules import LanternView
from tests.games.lanterns import DECKS as LANTERN_DECKS
from tests.games.lanterns import LANTERNS
from tests.games.parlour import PARLOUR
from tests.games.parlour_rules import HAND, ParlourView
from tests.games.vigil.game import PHRASING as OF_VIGIL
from tests.games.vigil.game import VIGIL
from tests.games.vigil.player import Watchful
from tests.games.vigil.position import VigilView


def games() -> Games:
    """Return all of them."""
    return Games.of(lanterns(), parlour(), vigil(), bazaar())


def png(content: str) -> bytes:
    """Return a PNG that differs for different contents."""
    buffer = io.BytesIO()
    shade = int(sha256(content.encode()).hexdigest()[:6], 16)
    Image.new("RGB", (8, 8), f"#{shade:06x}").save(buffer, "PNG")
    return buffer.getvalue()


def undrawn(game: PlayableGame) -> PlayableGame:
    """Return the game with small placeholder pictures, for tests that don't use them."""
    shown, building, profile, finale = game.shown, game.building, game.profile, game.shown.finale

    def scenes(*seen: Any) -> list[Scene]:
        blank = FilmFrame(Image.new("RGB", (64, 64)), 100)
        return [] if finale is None else [lambda: [blank] for _ in finale(*seen)]

    return replace(
        game,
        shown=replace(
            shown,
            board=lambda view, names, translator: png(f"board {view}"),
            hand=lambda view, names, translator: png(f"hand {view}"),
            finale=None if finale is None else scenes,
        ),
        building=building and replace(building, picture=lambda name, deck, translator: png(f"deck {name}")),
        profile=profile and replace(profile, draw=lambda played, translator: png(f"profile {played}")),
    )


def lanterns(rules: Game | None = None) -> PlayableGame:
    """Return Lanterns, or a variant of it, with pictures that differ by content."""

    def board_text(view: LanternView, names: object, translator: object) -> list[str]:
        return [f"round {view.round}", *(f"{side.seat}: {side.left}+{side.right}" for side in view.sides)]

    def own(view: LanternView) -> tuple[str, ...]:
        assert view.viewer is not None
        return view.sides[view.viewer].hand

    return PlayableGame(
        title="Lanterns",
        kernel=rules or LANTERNS,
        decks={
            name: ReadyMadeDeck(name, f"The {name.lower()}.", cards) for name, cards in LANTERN_DECKS.items()
        },
        shown=GamePictures(
            board=lambda view, names, translator: png(f"board {view}"),
            board_alt=lambda view, names, translator: f"The board in round {view.round}.",
            board_text=board_text,
            hand=lambda view, names, translator: png(f"hand {own(view)}"),
            hand_alt=lambda view, names, translator: f"Your hand: {', '.join(own(view))}.",
            hand_text=lambda view, names, translator: list(own(view)),
        ),
        phrasing=Phrasing(lantern_rules.TOPICS),
        chapter=lambda match: f"Round {match.view(None).round}",
        faction=lambda deck: next(iter(deck)).split()[0].capitalize(),
    )


def parlour() -> PlayableGame:
    """Return Parlour, the game with every kind of question."""

    def hand(view: ParlourView, names: object, translator: object) -> list[str]:
        return [f"{card} in hand" for card in view.hand]

    return PlayableGame(
        title="Parlour",
        kernel=PARLOUR,
        decks={
            "Morning": ReadyMadeDeck("Morning", "Bright and short.", HAND),
            "Noon": ReadyMadeDeck(
                "Noon",
                "Morning with other cards at the end.",
                (*HAND[:4], "Inkblot", "Jest", "Kiss", "Limerick"),
            ),
            "Evening": ReadyMadeDeck("Evening", "Slow and long.", tuple(f"Late {card}" for card in HAND)),
        },
        shown=GamePictures(
            board=lambda view, names, translator: png(f"board {view}"),
            board_alt=lambda view, names, translator: (
                f"Turn {view.turn}, {view.played[0]} and {view.played[1]} played."
            ),
            board_text=lambda view, names, translator: [
                f"Turn {view.turn}",
                f"Played: {view.played[0]}, {view.played[1]}",
            ],
            hand=lambda view, names, translator: png(f"hand {view}"),
            hand_alt=lambda view, names, translator: f"Your hand: {', '.join(view.hand)}.",
            hand_text=hand,
            stage=lambda view, translator: f"turn {view.turn}",
            is_about_hand=lambda view, question: True,
        ),
        actions=(
            ActionCommand(
                "play",
                msg("Play a card of your hand.", "parlour"),
                ("play", "invert"),
                thing="card",
                thing_about=msg("The card.", "parlour"),
                way="side",
                way_about=msg("Which side.", "parlour"),
                ways=(
                    CommandChoice("upright", msg("upright", "parlour"), ("play",)),
                    CommandChoice("inverted", msg("inverted", "parlour"), ("invert",)),
                ),
            ),
            ActionCommand("pass", msg("Pass your turn on.", "parlour"), ("pass",)),
            ActionCommand(
                "activate",
                msg("Ring something.", "parlour"),
                ("activate",),
                thing="ability",
                thing_about=msg("What to ring.", "parlour"),
            ),
            ActionCommand("unveil", msg("Nothing can ever be unveiled.", "parlour"), ("unveil",)),
        ),
        phrasing=Phrasing(parlour_rules.TOPICS, parlour_rules.VERBS),
        chapter=lambda match: f"Round {match.view(None).turn}",
    )


def vigil() -> PlayableGame:
    """Return Vigil, the example game: a draft, simultaneous secrets, elimination, two to four seats, no decks."""

    def board_text(view: VigilView, names: list[str], translator: object) -> list[str]:
        return [
            f"Night {view.night}" + (f", on the table: {', '.join(view.row)}" if view.row else ""),
            *(
                f"{names[one.seat]}: {one.oil} oil, {one.light} light, {', '.join(one.lanterns) or 'no lantern'}"
                + ("" if one.watches else ", asleep")
                for one in view.watchers
            ),
        ]

    return PlayableGame(
        title="Vigil",
        kernel=VIGIL,
        decks={},
        shown=GamePictures(
            board=lambda view, names, translator: png(f"board {view}"),
            board_alt=lambda view, names, translator: f"The board in night {view.night}.",
            board_text=board_text,
            hand=lambda view, names, translator: png(f"hand {view}"),
            hand_alt=lambda view, names, translator: "Your lanterns.",
            hand_text=lambda view, names, translator: list(view.watchers[view.viewer].lanterns),
        ),
        phrasing=OF_VIGIL,
        chapter=lambda match: f"Night {match.view(None).night}",
        practice=Watchful,
    )


def _every_shield(view: BazaarView, question: Question, names: object) -> list[WholeAnswer]:
    """Return the press that blocks an attack with one shield of each kind."""
    shields = [option.key for option in question.options if option.verb == "block"]
    if not shields:
        return []
    choices = tuple((key,) for key in (*shields, "take"))
    return [WholeAnswer(choices, msg("Every shield"), msg("{n} of them.", n=len(shields)))]


def bazaar() -> PlayableGame:
    """Return Bazaar, the example game with cards: a supply, two sides, hidden hands, attacks, two to four seats."""

    def board_text(view: BazaarView, names: list[str], translator: object) -> list[str]:
        return [
            f"Turn {view.turn}, supply {view.supply}, curses {view.curses}",
            f"Market: {', '.join(map(called, view.market)) or 'nothing'}",
            *(
                f"{names[seat]}: {one.life} life; "
                + "; ".join(
                    f"{zone} {', '.join(map(called, cards))}" for zone, cards in one.zones.items() if cards
                )
                for seat, one in enumerate(view.seats)
            ),
        ]

    def hand_text(view: BazaarView, names: object, translator: object) -> list[str]:
        assert view.viewer is not None
        return [called(card) for card in view.seats[view.viewer].zones["hand"]]

    return PlayableGame(
        title="Bazaar",
        kernel=BAZAAR,
        decks={},
        shown=GamePictures(
            board=lambda view, names, translator: png(f"board {view}"),
            board_alt=lambda view, names, translator: f"The table in turn {view.turn}.",
            board_text=board_text,
            hand=lambda view, names, translator: png(f"hand {view}"),
            hand_alt=lambda view, names, translator: "Your hand.",
            hand_text=hand_text,
            shared=SharedSight(
                msg("Market"),
                (lambda view, names, translator: png(f"market {view.market}"),),
                lambda view, names, translator: ["The market."],
                lambda view, names, translator: [f"{called(card)}." for card in view.market],
            ),
        ),
        phrasing=OF_BAZAAR,
        whole_answers=_every_shield,
        chapter=lambda match: f"Turn {match.view(None).turn}",
    )
