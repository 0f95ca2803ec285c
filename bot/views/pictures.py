"""Pictures of matches: drawn beside the event loop, never twice while remembered, and never holding up a move."""

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
from bot.views.types import PrivateLook, PublicLook
from cards.i18n import Locale, Translator
from render.chance_curve import ChanceCurve, alt_curve
from render.film import FilmFrame, film
from render.match_history import PlayedProfile
from render.review import draw_curve
from render.table.words import Names


class PublicPicture(msgspec.Struct, frozen=True):
    """A picture that everybody may see: PNG bytes, alt text, and a file name that says nothing."""

    png: bytes
    alt: str
    filename: str = "board.png"


class PrivatePicture(msgspec.Struct, frozen=True):
    """A picture for one person's eyes: PNG bytes, alt text, and a file name that says nothing."""

    png: bytes
    alt: str
    filename: str = "hand.png"


CROWD = 12
"""Above this number of waiting people, everyone gets words quickly instead of some getting pictures."""
_WAITING = 4
"""Pictures for each worker that are drawn or wait to be: together they take well under half a second."""


class TooBusy(Exception):
    """So much is being drawn that one more picture would come too late: words must do."""


_Drawn = tuple[bytes, str]
"""A picture and its alt text: made of the same, so they are made beside the event loop and remembered together."""


class _Content(NamedTuple):
    """All that a picture and its alt text are made of; `kind` is for metrics, too."""

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
    """The board and the hand, from a look and nothing else; and cards as they are printed.

    What two looks show alike is drawn once: pictures are remembered under a digest of language, view and names, up to
    `cache_bytes`, the least recently used forgotten first. At most `workers` are drawn at a time; the others queue.
    """

    def __init__(self, workers: int, cache_bytes: int) -> None:
        self._most = workers * _WAITING
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="picture")
        self._cache_bytes = cache_bytes
        self.answering = 0
        """The number of people who wait for an answer now; those who answer them keep count here."""
        self.held = 0
        """Bytes of pictures that are remembered now."""
        self._finished: OrderedDict[bytes, _Drawn] = OrderedDict()
        self._drawing: dict[bytes, asyncio.Future[_Drawn]] = {}

    async def public_board(self, look: PublicLook) -> PublicPicture:
        """Return the board as spectators see it."""
        return PublicPicture(
            *await self._board(look.table.game, look.view, look.table.names, look.translator)
        )

    async def private_board(self, look: PrivateLook) -> PrivatePicture:
        """Return the board as the player sees it."""
        return await self.board_in(look.table.game, look.view, look.table.names, look.translator)

    async def hand(self, look: PrivateLook) -> PrivatePicture:
        """Return the player's hand."""
        return await self.hand_in(look.table.game, look.view, look.table.names, look.translator)

    async def shared(self, look: PrivateLook | PublicLook) -> list[PrivatePicture]:
        """Return the shared state of the match as the viewer sees it. The game must have pictures of it."""
        game, view, names, said = look.table.game, look.view, look.table.names, look.translator
        shared = game.shown.shared
        assert shared is not None
        alts = shared.alts(view, names, said)
        return [
            PrivatePicture(
                *await self._draw(
                    _Content(game, f"shared {n}", view, names, said),
                    partial(draw, view, names, said),
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

    async def _board(self, game: PlayableGame, view: object, names: Names, said: Translator) -> _Drawn:
        return await self._draw(
            _Content(game, "board", view, names, said),
            partial(game.shown.board, view, names, said),
            partial(game.shown.board_alt, view, names, said),
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
        """Return a card as it is printed, or the picture of an entry. The game must have a reference."""
        face, said = page.face, game.translator(locale)
        assert face is not None
        drawn = await self._draw(
            _Content(game, "card", face.content, (), said),
            partial(face.picture, said),
            partial(face.alt, said),
        )
        return PublicPicture(*drawn, "card.png")

    async def deck(
        self, game: PlayableGame, name: str, deck: object, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a deck of the person who builds it. Raises BadDeck where only ready-made ones are played."""
        building, said = building_of(game), game.translator(locale)
        drawn = await self._draw(
            _Content(game, "deck", building.write(deck), (name,), said),
            partial(building.picture, name, deck, said),
            partial(building.alt, name, deck, said),
        )
        return PrivatePicture(*drawn, "deck.png")

    async def profile(
        self, game: PlayableGame, played: PlayedProfile, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a picture of a person's record, for one viewer. The game must have a picture for it."""
        shown, said = game.profile, game.translator(locale)
        assert shown is not None
        drawn = await self._draw(
            _Content(game, "profile", played, (), said),
            partial(shown.draw, played, said),
            partial(shown.alt, played, said),
        )
        return PrivatePicture(*drawn, "profile.png")

    async def curve(
        self, game: PlayableGame, curve: ChanceCurve, locale: Locale = Locale.ENGLISH
    ) -> PublicPicture:
        """Return the win chances of a match as a curve, visible to everyone because its players agreed."""
        said = game.translator(locale)
        drawn = await self._draw(
            _Content(game, "curve", curve, (), said),
            partial(draw_curve, curve, said),
            partial(alt_curve, curve, said),
        )
        return PublicPicture(*drawn, "looking-back.png")

    async def film(self, scenes: Sequence[Scene]) -> bytes:
        """Return a film of these scenes, of which there must be one at least.

        Pictures are drawn one at a time: a caller waits for one other picture at most.
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
        # Someone may give up waiting; others may be waiting for the same picture.
        async with waiting():
            return await asyncio.shield(drawing)

    def _keep(self, key: bytes, drawn: asyncio.Future[_Drawn]) -> None:
        del self._drawing[key]
        if drawn.cancelled() or drawn.exception() is not None:
            return
        self._finished[key] = drawn.result()
        self.held += len(drawn.result()[0])
        while self.held > self._cache_bytes:
            self.held -= len(self._finished.popitem(last=False)[1][0])
