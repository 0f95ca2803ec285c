"""Pictures of matches: drawn beside the event loop, cached, and never delaying a move."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec

from bot.decks.own_decks import building_of
from bot.games.playable import PlayableGame, Scene
from bot.games.reference import CardPage, RulesEntry
from bot.platform import metrics
from bot.platform.places import waiting
from bot.views.types import PlayerSnapshot, PublicSnapshot
from cards.i18n import Locale, Translator
from render.chance_curve import ChanceCurve, alt_curve
from render.film import FilmFrame, film
from render.match_history import PlayedProfile
from render.review import draw_curve
from render.table.words import Names


class PublicPicture(msgspec.Struct, frozen=True):
    """A public picture: PNG bytes, alt text, and a file name without information."""

    png: bytes
    alt: str
    filename: str = "board.png"


class PrivatePicture(msgspec.Struct, frozen=True):
    """A picture for one person: PNG bytes, alt text, and a file name without information."""

    png: bytes
    alt: str
    filename: str = "hand.png"


CROWD = 12
"""Above this number of waiting people, everyone gets text quickly instead of some getting pictures."""
_WAITING = 4
"""Maximum pictures per worker in progress or waiting: together well under half a second."""


class TooBusy(Exception):
    """So many pictures are being drawn that another would be too late: show text instead."""


_Drawn = tuple[bytes, str]
"""A picture and its alt text, made from the same data, so they are made outside the event loop and cached together."""


class _Content(NamedTuple):
    """Everything that determines a picture and its alt text. `kind` is also a label of metrics."""

    game: PlayableGame
    kind: str
    view: object
    names: Names
    translator: Translator

    def digest(self) -> bytes:
        """Return the same bytes for the same picture, also in another process."""
        shown = (self.game.kernel.name, self.kind, self.translator.locale, self.view, list(self.names))
        return sha256(msgspec.msgpack.encode(shown)).digest()


def _timed(kind: str, draw: Callable[[], bytes], alt: Callable[[], str]) -> _Drawn:
    with metrics.timed(metrics.PICTURE, kind):
        return draw(), alt()


class PictureService:
    """Draws boards and hands from snapshots, and printed cards.

    Identical pictures are drawn once: the cache key is a digest of language, view and names. It holds at most
    `cache_bytes`, and drops the least recently used first. At most `workers` pictures are drawn at a time;
    the others queue.
    """

    def __init__(self, workers: int, cache_bytes: int) -> None:
        self._most = workers * _WAITING
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="picture")
        self._cache_bytes = cache_bytes
        self.answering = 0
        """The number of interactions in progress, updated by the error boundary."""
        self.held = 0
        """Bytes of pictures in the cache."""
        self._finished: OrderedDict[bytes, _Drawn] = OrderedDict()
        self._drawing: dict[bytes, asyncio.Future[_Drawn]] = {}

    async def public_board(self, snapshot: PublicSnapshot) -> PublicPicture:
        """Return the board as spectators see it."""
        return PublicPicture(
            *await self._board(snapshot.table.game, snapshot.view, snapshot.table.names, snapshot.translator)
        )

    async def private_board(self, snapshot: PlayerSnapshot) -> PrivatePicture:
        """Return the board as the player sees it."""
        return await self.board_in(
            snapshot.table.game, snapshot.view, snapshot.table.names, snapshot.translator
        )

    async def hand(self, snapshot: PlayerSnapshot) -> PrivatePicture:
        """Return the player's hand."""
        return await self.hand_in(
            snapshot.table.game, snapshot.view, snapshot.table.names, snapshot.translator
        )

    async def shared(self, snapshot: PlayerSnapshot | PublicSnapshot) -> list[PrivatePicture]:
        """Return the shared state of the match as the viewer sees it. The game must have pictures of it."""
        game, view, names, translator = (
            snapshot.table.game,
            snapshot.view,
            snapshot.table.names,
            snapshot.translator,
        )
        shared = game.shown.shared
        assert shared is not None
        alts = shared.alts(view, names, translator)
        return [
            PrivatePicture(
                *await self._draw(
                    _Content(game, f"shared {n}", view, names, translator),
                    partial(draw, view, names, translator),
                    partial(alts.__getitem__, n),
                ),
                f"shared-{n}.png",
            )
            for n, draw in enumerate(shared.pictures)
        ]

    async def board_in(
        self, game: PlayableGame, view: object, names: Names, translator: Translator
    ) -> PrivatePicture:
        """Return the board of a position as a seat's own view shows it."""
        return PrivatePicture(*await self._board(game, view, names, translator), "board.png")

    async def _board(self, game: PlayableGame, view: object, names: Names, translator: Translator) -> _Drawn:
        return await self._draw(
            _Content(game, "board", view, names, translator),
            partial(game.shown.board, view, names, translator),
            partial(game.shown.board_alt, view, names, translator),
        )

    async def hand_in(
        self, game: PlayableGame, view: object, names: Names, translator: Translator
    ) -> PrivatePicture:
        """Return the hand of the seat whose own view this is."""
        drawn = await self._draw(
            _Content(game, "hand", view, names, translator),
            partial(game.shown.hand, view, names, translator),
            partial(game.shown.hand_alt, view, names, translator),
        )
        return PrivatePicture(*drawn)

    async def card(
        self, game: PlayableGame, page: CardPage | RulesEntry, locale: Locale = Locale.ENGLISH
    ) -> PublicPicture:
        """Return a printed card, or the picture of a rules entry. The game must have a reference."""
        face, translator = page.face, game.translator(locale)
        assert face is not None
        drawn = await self._draw(
            _Content(game, "card", face.content, (), translator),
            partial(face.picture, translator),
            partial(face.alt, translator),
        )
        return PublicPicture(*drawn, "card.png")

    async def deck(
        self, game: PlayableGame, name: str, deck: object, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a deck of the person who builds it. Raises BadDeck for a game with only ready-made decks."""
        building, translator = building_of(game), game.translator(locale)
        drawn = await self._draw(
            _Content(game, "deck", building.write(deck), (name,), translator),
            partial(building.picture, name, deck, translator),
            partial(building.alt, name, deck, translator),
        )
        return PrivatePicture(*drawn, "deck.png")

    async def profile(
        self, game: PlayableGame, played: PlayedProfile, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a picture of a person's record, for one viewer. The game must have a picture for it."""
        shown, translator = game.profile, game.translator(locale)
        assert shown is not None
        drawn = await self._draw(
            _Content(game, "profile", played, (), translator),
            partial(shown.draw, played, translator),
            partial(shown.alt, played, translator),
        )
        return PrivatePicture(*drawn, "profile.png")

    async def curve(
        self, game: PlayableGame, curve: ChanceCurve, locale: Locale = Locale.ENGLISH
    ) -> PublicPicture:
        """Return the win chances of a match as a curve, visible to everyone because its players agreed."""
        translator = game.translator(locale)
        drawn = await self._draw(
            _Content(game, "curve", curve, (), translator),
            partial(draw_curve, curve, translator),
            partial(alt_curve, curve, translator),
        )
        return PublicPicture(*drawn, "looking-back.png")

    async def film(self, scenes: Sequence[Scene]) -> bytes:
        """Return an animation of these scenes, at least one.

        Pictures are drawn one at a time, so that other callers wait for at most one of them.
        """
        loop = asyncio.get_running_loop()
        frames: list[FilmFrame] = []
        for scene in scenes:
            frames += await loop.run_in_executor(self._pool, scene)
        return await loop.run_in_executor(self._pool, film, frames)

    def close(self) -> None:
        """Stop drawing. The current picture finishes without anyone waiting for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _draw(self, content: _Content, draw: Callable[[], bytes], alt: Callable[[], str]) -> _Drawn:
        kind, key = content.kind, content.digest()
        if (drawn := self._finished.get(key)) is not None:
            metrics.PICTURES.labels(kind, "remembered").inc()
            self._finished.move_to_end(key)
            return drawn
        drawing = self._drawing.get(key)
        if drawing is None:
            if self.answering > CROWD or len(self._drawing) >= self._most:
                metrics.PICTURES.labels(kind, "too busy").inc()
                raise TooBusy
            loop = asyncio.get_running_loop()
            metrics.PICTURES.labels(kind, "drawn").inc()
            drawing = loop.run_in_executor(self._pool, _timed, kind, draw, alt)
            self._drawing[key] = drawing
            drawing.add_done_callback(lambda done: self._keep(key, done))
        # A cancelled caller must not cancel the drawing, which others may be waiting for.
        async with waiting():
            return await asyncio.shield(drawing)

    def _keep(self, key: bytes, drawing: asyncio.Future[_Drawn]) -> None:
        del self._drawing[key]
        if drawing.cancelled() or drawing.exception() is not None:
            return
        self._finished[key] = drawing.result()
        self.held += len(drawing.result()[0])
        while self.held > self._cache_bytes:
            self.held -= len(self._finished.popitem(last=False)[1][0])
