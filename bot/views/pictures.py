"""Pictures of matches: drawn beside the event loop, never twice while remembered, and never holding up a move."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

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

T = TypeVar("T")


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


def _timed(
    what: str, draw: Callable[[T, Names, Translator], bytes], view: T, names: Names, translator: Translator
) -> bytes:
    with metrics.timed(metrics.PICTURE, what):
        return draw(view, names, translator)


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
        self._finished: OrderedDict[bytes, bytes] = OrderedDict()
        self._drawing: dict[bytes, asyncio.Future[bytes]] = {}

    async def public_board(self, look: PublicLook) -> PublicPicture:
        """Return the board as spectators see it."""
        shown, names = look.table.game.shown, look.table.names
        png = await self._draw(look.table.game.name, "board", shown.board, look.view, names, look.translator)
        return PublicPicture(png, shown.board_alt(look.view, names, look.translator))

    async def private_board(self, look: PrivateLook) -> PrivatePicture:
        """Return the board as the player sees it."""
        return await self.board_in(look.table.game, look.view, look.table.names, look.translator)

    async def hand(self, look: PrivateLook) -> PrivatePicture:
        """Return the player's hand."""
        return await self.hand_in(look.table.game, look.view, look.table.names, look.translator)

    async def shared(self, look: PrivateLook | PublicLook) -> list[PrivatePicture]:
        """Return the shared state of the match as the viewer sees it. The game must have pictures of it."""
        shared, names, said = look.table.game.shown.shared, look.table.names, look.translator
        assert shared is not None
        alts = shared.alts(look.view, names, said)
        return [
            PrivatePicture(
                await self._draw(look.table.game.name, f"shared {n}", draw, look.view, names, said),
                alt,
                f"shared-{n}.png",
            )
            for n, (draw, alt) in enumerate(zip(shared.pictures, alts, strict=True))
        ]

    async def board_in(
        self, game: PlayableGame, view: object, names: Names, translator: Translator
    ) -> PrivatePicture:
        """Return the board of a position as a seat's own view shows it."""
        png = await self._draw(game.name, "board", game.shown.board, view, names, translator)
        return PrivatePicture(png, game.shown.board_alt(view, names, translator), "board.png")

    async def hand_in(
        self, game: PlayableGame, view: object, names: Names, translator: Translator
    ) -> PrivatePicture:
        """Return the hand of the seat whose own view this is."""
        png = await self._draw(game.name, "hand", game.shown.hand, view, names, translator)
        return PrivatePicture(png, game.shown.hand_alt(view, names, translator))

    async def card(
        self, game: PlayableGame, page: CardPage | RulesEntry, locale: Locale = Locale.ENGLISH
    ) -> PublicPicture:
        """Return a card as it is printed, or the picture of an entry. The game must have a reference."""
        face, said = page.face, game.translator(locale)
        assert face is not None
        png = await self._draw(
            game.name, "card", lambda _, names, translator: face.picture(translator), face.content, (), said
        )
        return PublicPicture(png, face.alt(said), "card.png")

    async def deck(
        self, game: PlayableGame, name: str, deck: object, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a deck of the person who builds it. Raises BadDeck where only ready-made ones are played."""
        building, said = building_of(game), game.translator(locale)
        kept = building.write(deck)
        png = await self._draw(
            game.name,
            "deck",
            lambda _, names, translator: building.picture(names[0], deck, translator),
            kept,
            (name,),
            said,
        )
        return PrivatePicture(png, building.alt(name, deck, said), "deck.png")

    async def profile(
        self, game: PlayableGame, played: PlayedProfile, locale: Locale = Locale.ENGLISH
    ) -> PrivatePicture:
        """Return a picture of a person's record, for one viewer. The game must have a picture for it."""
        shown, said = game.profile, game.translator(locale)
        assert shown is not None
        png = await self._draw(
            game.name,
            "profile",
            lambda played, names, translator: shown.draw(played, translator),
            played,
            (),
            said,
        )
        return PrivatePicture(png, shown.alt(played, said), "profile.png")

    async def curve(
        self, game: PlayableGame, curve: ChanceCurve, locale: Locale = Locale.ENGLISH
    ) -> PublicPicture:
        """Return the win chances of a match as a curve, visible to everyone because its players agreed."""
        said = game.translator(locale)
        png = await self._draw(
            game.name,
            "curve",
            lambda curve, names, translator: draw_curve(curve, translator),
            curve,
            (),
            said,
        )
        return PublicPicture(png, alt_curve(curve, said), "looking-back.png")

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

    async def _draw(
        self,
        game: str,
        what: str,
        draw: Callable[[T, Names, Translator], bytes],
        view: T,
        names: Names,
        translator: Translator,
    ) -> bytes:
        key = sha256(msgspec.msgpack.encode((game, what, translator.locale, view, list(names)))).digest()
        if (png := self._finished.get(key)) is not None:
            metrics.PICTURES.labels(what, "remembered").inc()
            self._finished.move_to_end(key)
            return png
        drawing = self._drawing.get(key)
        if drawing is None:
            if self.answering > CROWD or len(self._drawing) >= self._most:
                metrics.PICTURES.labels(what, "too busy").inc()
                raise TooBusy
            loop = asyncio.get_running_loop()
            metrics.PICTURES.labels(what, "drawn").inc()
            drawing = loop.run_in_executor(self._pool, _timed, what, draw, view, names, translator)
            self._drawing[key] = drawing
            drawing.add_done_callback(lambda done: self._keep(key, done))
        # Someone may give up waiting; others may be waiting for the same picture.
        async with waiting():
            return await asyncio.shield(drawing)

    def _keep(self, key: bytes, drawn: asyncio.Future[bytes]) -> None:
        del self._drawing[key]
        if drawn.cancelled() or drawn.exception() is not None:
            return
        png = drawn.result()
        self._finished[key] = png
        self.held += len(png)
        while self.held > self._cache_bytes:
            self.held -= len(self._finished.popitem(last=False)[1])
