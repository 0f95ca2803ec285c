"""Game-specific parts of pairs of positions: source matches, exchanged information, and possible typed input."""

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
"""Whether Dreamweavers' pictures are drawn, too, which takes half of the time."""

Typed = Iterator[tuple[str, Mapping[str, str]]]
"""Slash commands with their options."""


class TwinGame(ABC):
    """A game that provides pairs of matches. `titles` are those of all its cards."""

    kernel: Game
    titles: Collection[str]
    decks: tuple[str, str] | None = None
    """Two names of decks, which are exchanged like everything private."""

    @abstractmethod
    def playable(self) -> PlayableGame:
        """Return the game as the bot plays it, without the features that don't concern matches."""

    @abstractmethod
    def setup(self, chance: Chance) -> bytes:
        """Return the setup of a match."""

    @abstractmethod
    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's greedy player."""

    @abstractmethod
    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Return a match that this viewer can't distinguish from `match`, in which this answer is also legal."""

    @abstractmethod
    def can_push(
        self, match: Match, first: Match, second: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Give this answer in both matches of a pair. Return whether the viewer still can't distinguish them."""

    @abstractmethod
    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Return possible typed input about a card. If `is_asked`, it must not decide anything for the person."""


class VoidreamTwins(TwinGame):
    """Pairs of Voidream, with all cards in the pool: any of them may be in a hidden place."""

    kernel = VOIDREAM
    decks = ("First Light", "The Unwritten")

    def __init__(self) -> None:
        self.titles = [card.title for card in the_set()]

    def playable(self) -> PlayableGame:
        """Return the game without deck building."""
        return replace(voidream(), building=None)

    @cached_property
    def _exchanging(self) -> Exchanging:
        cards = {card.title: card for card in the_set()}
        return Exchanging(VOIDREAM, cards, CardPool(cards.values()))

    def setup(self, chance: Chance) -> bytes:
        """Return two decks, with all cards in the pool."""
        decks = voidream().decks
        names = list(decks)
        setup_, _ = read_kept(keep([decks[chance.pick(names)].content, decks[chance.pick(names)].content]))
        setup_ = msgspec.structs.replace(setup_, cards=[source(card) for card in the_set()])
        return zlib.compress(msgspec.json.encode(setup_), 9)

    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's greedy player."""
        return VoidreamGreedy(chance)

    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Exchange everything but the card that is played."""
        return self._exchanging.exchange(match, viewer, chance, played(choice))

    def can_push(
        self, match: Match, first: Match, second: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Answer with a choice that is visible to the viewer, and compare their events."""
        question = match.questions[seat]
        # Then the bot answers the opponent's cut, and the cards that cuts reveal are random.
        if question.topic == "cut" or (seat != viewer and not is_open(match, question, choice)):
            return False
        events = first.answer(seat, question.id, choice) + forced(first)
        second_events = second.answer(seat, question.id, choice) + forced(second)
        visible = [[seen(event, viewer) for event in list_] for list_ in (events, second_events)]
        return (
            first.outcome is None
            and second.outcome is None
            and shows_nothing((*events, *second_events))
            and knowledge(first, viewer) == knowledge(second, viewer)
            and visible[0] == visible[1]
        )

    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Return passing, unveiling, activating and playing."""
        if not is_asked:
            yield "voidream pass", {}
            yield "voidream unveil", {}
            yield "voidream activate", {"ability": title}
        if not can_be_played:
            for side in ("upright", "inverted"):
                yield "voidream play", {"card": title, "side": side}


class DreamweaversTwins(TwinGame):
    """Pairs of Dreamweavers: hands, minds, Egos, and all future randomness are exchanged."""

    kernel = DREAMWEAVERS

    def __init__(self) -> None:
        self.titles = list(dreamweavers_cards.the_set().cards)

    def playable(self) -> PlayableGame:
        """Return the game, without its pictures unless `DRAWN`: they come from views, which are compared anyway."""
        return dreamweavers() if DRAWN else undrawn(dreamweavers())

    def setup(self, chance: Chance) -> bytes:
        """Return the game's own set."""
        return DREAMWEAVERS.setup([None, None])

    def greedy(self, chance: Chance) -> ComputerPlayer:
        """Return the game's greedy player."""
        return DreamweaversGreedy(chance)

    def exchange(self, match: Match, viewer: int | None, chance: Chance, choice: Choice) -> Match:
        """Exchange everything that the viewer doesn't know; options with other names refer to the same cards."""
        twin = DREAMWEAVERS.exchange(match.machine, () if viewer is None else (viewer,), chance)
        return Match(DREAMWEAVERS, match.seed, match.setup, twin, [], match.version)

    def can_push(
        self, match: Match, first: Match, second: Match, viewer: int | None, seat: int, choice: Choice
    ) -> bool:
        """Answer in both, and compare everything that the viewer has received and knows."""
        question = match.questions[seat]
        try:
            if same_in(match.pending_questions[seat], second.pending_questions[seat], choice) != choice:
                return False
            events = first.answer(seat, question.id, choice) + forced(first)
            second_events = second.answer(seat, question.id, choice) + forced(second)
        except (LookupError, ValueError, StopIteration):
            return False  # There, another card is in its place, and the action itself reveals it.
        visible = [[seen(event, viewer) for event in list_] for list_ in (events, second_events)]
        knowing = () if viewer is None else (viewer,)
        return (
            visible[0] == visible[1]
            and received(DREAMWEAVERS, first.machine, viewer)
            == received(DREAMWEAVERS, second.machine, viewer)
            and DREAMWEAVERS.know(first.machine, knowing) == DREAMWEAVERS.know(second.machine, knowing)
            and first.outcome is None
            and second.outcome is None
        )

    def typed(self, title: str, *, is_asked: bool, can_be_played: bool) -> Typed:
        """Return all the actions."""
        if not is_asked:
            for action in ("refresh", "let-go", "shields", "pass"):
                yield f"dreamweavers {action}", {}
            yield "dreamweavers attack", {"attack": f"{title} > Ego"}
            yield "dreamweavers activate", {"ability": title}
            yield "dreamweavers guard", {"card": title}
        if not can_be_played:
            yield "dreamweavers play", {"card": title}


TWIN_GAMES: dict[str, type[TwinGame]] = {"voidream": VoidreamTwins, "dreamweavers": DreamweaversTwins}
