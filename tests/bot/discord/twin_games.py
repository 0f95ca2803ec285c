"""Parts of pairs of positions by game: source matches, exchanged information, and possible typed input."""

from __future__ import annotations

import os
import zlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from bot.games.dreamweavers import dreamweavers
from bot.games.playable import PlayableGame
from bot.games.voidream import voidream
from bot.match.first_answers import forced
from cards.dreamweavers import library as dreamweavers_cards
from cards.voidream.card_schema import source
from cards.voidream.library import the_set
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.greedy import Greedy as DreamweaversGreedy
from engine.kernel.chance import Chance
from engine.kernel.events.event import seen
from engine.kernel.game import Game
from engine.kernel.information_gain import received, same_in
from engine.kernel.match import Match
from engine.kernel.question import Choice
from engine.kernel.simulation import ComputerPlayer
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy as VoidreamGreedy
from engine.voidream.program import CardPool
from engine.voidream.saves.decks import keep, read_kept
from tests.engine.voidream.views.permuted import Exchanging, is_open, knowledge, played, shows_nothing
from tests.games.registry import undrawn

DRAWN = not os.environ.get("DREAMWEAVERS_UNDRAWN")
"""Whether pictures of Dreamweavers are drawn, too: that takes half of the time."""

Typed = Iterator[tuple[str, Mapping[str, str]]]
"""Slash commands with their options."""


class TwinGame(ABC):
    """A game of whose matches pairs are made. `titles` are those of all its cards."""

    kernel: Game
    titles: Collection[str]
    decks: tuple[str, str] | None = None
    """Two names of decks, which are exchanged like everything else that is nobody else's business."""

    @abstractmethod
    def playable(self) -> PlayableGame:
        """Return the game as the bot plays it, without what has nothing to do with a match."""

    @abstractmethod
    def setup(self, chance: Chance) -> bytes:
        """Return what a match begins with."""

    @abstractmethod
    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's own player."""

    @abstractmethod
    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Return another match that this viewer can't tell from this one, in which this can be answered as well."""

    @abstractmethod
    def can_push(
        self, match: Match, one: Match, other: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Give this answer in both of a pair, and return whether it has shown the viewer nothing: they can't tell it."""

    @abstractmethod
    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Give what someone can type about a card, where it must not decide anything for them."""


class VoidreamTwins(TwinGame):
    """Pairs of Voidream, with all the cards that there are in the pool: any of them may lie where nobody can see it."""

    kernel = VOIDREAM
    decks = ("First Light", "The Unwritten")

    def __init__(self) -> None:
        self.titles = [card.title for card in the_set()]

    def playable(self) -> PlayableGame:
        """Return it without the building of decks."""
        return replace(voidream(), building=None)

    @cached_property
    def _exchanging(self) -> Exchanging:
        cards = {card.title: card for card in the_set()}
        return Exchanging(VOIDREAM, cards, CardPool(cards.values()))

    def setup(self, chance: Chance) -> bytes:
        """Return two decks, with all cards in the pool."""
        decks = voidream().decks
        names = list(decks)
        kept, _ = read_kept(keep([decks[chance.pick(names)].content, decks[chance.pick(names)].content]))
        kept = msgspec.structs.replace(kept, cards=[source(card) for card in the_set()])
        return zlib.compress(msgspec.json.encode(kept), 9)

    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's own player."""
        return VoidreamGreedy(chance)

    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Exchange everything but the card that is played."""
        return self._exchanging.exchange(match, viewer, chance, played(choice))

    def can_push(
        self, match: Match, one: Match, other: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Answer, where what is chosen lies open to the viewer, and compare what they have been told."""
        question = match.questions[seat]
        # The bot answers the other player's cut then, and what cuts bring to the top is luck.
        if question.topic == "cut" or (seat != viewer and not is_open(match, question, choice)):
            return False
        events = one.answer(seat, question.id, choice) + forced(one)
        others = other.answer(seat, question.id, choice) + forced(other)
        told = [[seen(event, viewer) for event in some] for some in (events, others)]
        return (
            one.outcome is None
            and other.outcome is None
            and shows_nothing((*events, *others))
            and knowledge(one, viewer) == knowledge(other, viewer)
            and told[0] == told[1]
        )

    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Give passing, unveiling, activating and playing."""
        if not is_asked:
            yield "voidream pass", {}
            yield "voidream unveil", {}
            yield "voidream activate", {"ability": title}
        if not can_be_played:
            for side in ("upright", "inverted"):
                yield "voidream play", {"card": title, "side": side}


class DreamweaversTwins(TwinGame):
    """Pairs of Dreamweavers: hands, minds, Egos, and all chance to come are exchanged."""

    kernel = DREAMWEAVERS

    def __init__(self) -> None:
        self.titles = list(dreamweavers_cards.the_set().cards)

    def playable(self) -> PlayableGame:
        """Return it as it is, or without its pictures: they are drawn of views, which are compared in any case."""
        return dreamweavers() if DRAWN else undrawn(dreamweavers())

    def setup(self, chance: Chance) -> bytes:
        """Return the set that comes with the game."""
        return DREAMWEAVERS.setup([None, None])

    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's own player."""
        return DreamweaversGreedy(chance)

    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Exchange all that the viewer does not know; options stand for the same cards, whatever these are called."""
        twin = DREAMWEAVERS.exchange(match.machine, () if viewer is None else (viewer,), chance)
        return Match(DREAMWEAVERS, match.seed, match.setup, twin, [], match.version)

    def can_push(
        self, match: Match, one: Match, other: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Answer in both, and compare all that the viewer has been told, receives and knows."""
        question = match.questions[seat]
        try:
            if same_in(match.pending_questions[seat], other.pending_questions[seat], choice) != choice:
                return False
            events = one.answer(seat, question.id, choice) + forced(one)
            others = other.answer(seat, question.id, choice) + forced(other)
        except (LookupError, ValueError, StopIteration):
            return False  # There, another card lies in its place: what is done shows it by being done.
        told = [[seen(event, viewer) for event in some] for some in (events, others)]
        knowing = () if viewer is None else (viewer,)
        return (
            told[0] == told[1]
            and received(DREAMWEAVERS, one.machine, viewer) == received(DREAMWEAVERS, other.machine, viewer)
            and DREAMWEAVERS.know(one.machine, knowing) == DREAMWEAVERS.know(other.machine, knowing)
            and one.outcome is None
            and other.outcome is None
        )

    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Give all the actions."""
        if not is_asked:
            for action in ("refresh", "let-go", "shields", "pass"):
                yield f"dreamweavers {action}", {}
            yield "dreamweavers attack", {"attack": f"{title} > Ego"}
            yield "dreamweavers activate", {"ability": title}
            yield "dreamweavers guard", {"card": title}
        if not can_be_played:
            yield "dreamweavers play", {"card": title}


TWIN_GAMES: dict[str, type[TwinGame]] = {"voidream": VoidreamTwins, "dreamweavers": DreamweaversTwins}
