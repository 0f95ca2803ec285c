"""The games that can be played, as far as Discord needs to know them: names, ready-made decks, pictures, texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.errors import BadDeck, NotFound
from engine.kernel.game import Game
from engine.kernel.notation import Phrasing
from engine.kernel.record import Stage

Names = Sequence[str]
"""The players' names, by seat."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A ready-made deck: its name, a sentence on how it wants to be played, and what the game's `setup` takes."""

    name: str
    blurb: str
    content: Any


@dataclass(frozen=True, slots=True)
class Pictures:
    """How a game shows a view: to the eye as PNG bytes, and in words of equal content.

    Each is called with a view and the players' names, and sees nothing else. A board can be drawn for every
    audience; a hand only for a seat's own view.
    """

    board: Callable[[Any, Names], bytes]
    board_alt: Callable[[Any, Names], str]
    board_text: Callable[[Any, Names], list[str]]
    hand: Callable[[Any, Names], bytes]
    hand_alt: Callable[[Any, Names], str]
    hand_text: Callable[[Any, Names], list[str]]
    stage: Callable[[Any], str] = lambda view: ""
    """How far the match is, in a few words that anybody may read: "Round 3, main phase"."""
    barred: Callable[[Any], Sequence[tuple[str, str]]] = lambda view: ()
    """What a player holds and can't play now, each with the reason in a sentence; called with a seat's own view."""


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game that can be played here. `kernel` holds its rules; its `name` is how matches are stored.

    `phrasing` and `chapter` say how the record of a match is worded: its answers, and the headings between them.
    """

    title: str
    kernel: Game
    decks: Mapping[str, Deck]
    shown: Pictures
    phrasing: Phrasing
    chapter: Stage
    seats: int = 2

    @property
    def name(self) -> str:
        """The name under which matches of this game are stored."""
        return self.kernel.name

    def deck(self, name: str) -> Deck:
        """Return the deck of that name, capitals or not. Raises BadDeck, naming the decks that there are."""
        wanted = name.strip().casefold()
        for deck in self.decks.values():
            if deck.name.casefold() == wanted:
                return deck
        raise BadDeck(f"There is no deck called “{name}”. You can choose {_list(list(self.decks))}.")


@dataclass(frozen=True, slots=True)
class Games:
    """All games of this bot, by the name under which their matches are stored. The first one is the default."""

    games: Mapping[str, PlayableGame] = field(default_factory=dict[str, PlayableGame])

    @classmethod
    def of(cls, *games: PlayableGame) -> Games:
        """Return these games, the default one first."""
        return cls({game.name: game for game in games})

    @property
    def default(self) -> PlayableGame:
        """The game that a challenge is for, unless it says otherwise."""
        return next(iter(self.games.values()))

    def find(self, name: str) -> PlayableGame:
        """Return the game of that name. Raises NotFound."""
        try:
            return self.games[name]
        except KeyError:
            raise NotFound(f"There is no game called “{name}” here.") from None


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
