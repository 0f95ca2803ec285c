"""Measurements of simulated matches of Dreamweavers with their targets, from public information only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.games.author_tools import Account, Balance, targets_in
from cards.dreamweavers.language.lines import Fleeting, WhenPlayed
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card
from engine.dreamweavers.facts.attacks import (
    AttackCameToNothing,
    Attacked,
    Compared,
    Damaged,
    Placed,
    Repelled,
    Shielded,
)
from engine.dreamweavers.facts.cards import (
    Drew,
    Forgotten,
    PutIntoPile,
    ReturnedToHand,
    Shuffled,
    TookIntoHand,
)
from engine.dreamweavers.facts.plays import AbilityActivated, Played, TookEffect
from engine.dreamweavers.facts.turns import (
    EgoDealt,
    IntentsRevealed,
    LetGo,
    NotionsTaken,
    Refreshed,
    Rolled,
    TrackerMoved,
    TurnBegan,
    TurnEnded,
)
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.position import FEELINGS, MIND
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.events.event import Ended, Event

NOTION, INTENT, PAIR, COURSE = "notion", "Intent", "pair of notions", "course"
"""The categories of a seat's belongings in a match (see `Account.had`)."""

MUCH_MEMORY = 5
FULL = 3
MIND_SIZE = 45


class MatchAccount:
    """Measures a match: the draft, the cards played, the turns and the attacks."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._had: list[tuple[int, str, str]] = []
        self._played: set[tuple[int, str]] = set()
        self._used: set[tuple[int, str]] = set()
        self._shares: Counter[tuple[str, str]] = Counter()
        self._means: Counter[tuple[str, str]] = Counter()
        self._side: int | None = None
        self._memory = 0
        self._active = 0
        self._actions = 0
        self._begins_with = 0
        self._is_attacked = False
        self._by_attack = False
        self._pending: int | None = None
        self._hurt: list[int] = []
        self._feelings = [0, 0]
        self._minds = [MIND_SIZE, MIND_SIZE]
        self._winners: tuple[int, ...] = ()

    def __call__(self, event: Event) -> None:
        """Record an event."""
        match event.fact:
            case Rolled(first=first):
                self._first = first
            case NotionsTaken(seat=seat, notions=notions):
                self._had += [(seat, NOTION, notion) for notion in notions]
            case IntentsRevealed(notions=notions):
                self._had += [(seat, INTENT, notion) for seat, notion in enumerate(notions)]
            case TrackerMoved() as moved:
                self._side, self._memory = moved.side, moved.number
                if moved.why == "restore":
                    self._begins_with = moved.number
            case TurnBegan(seat=seat):
                self._begin_turn(seat)
            case TurnEnded():
                self._end_turn()
            case Refreshed():
                self._act()
            case LetGo():
                self._act()
                self._shares["turns ended by letting go", "so"] += 1
            case Ended() as ended:
                self._winners = ended.winners
            case _:
                self._record_card_event(event)

    def _begin_turn(self, seat: int) -> None:
        self._active = seat
        self._actions = 0
        self._begins_with = self._memory if self._side == seat else 0
        self._count("turns begun with a full Feelings section", self._feelings[seat] >= FULL)

    def _end_turn(self) -> None:
        self._end_standby()
        self._means["memory at the beginning of a turn", "sum"] += self._begins_with
        self._means["memory at the beginning of a turn", "of"] += 1
        self._means["attacks a turn", "of"] += 1
        self._count(f"turns begun with {MUCH_MEMORY} memory or more", self._begins_with >= MUCH_MEMORY)
        self._count("turns of exactly one action", self._actions == 1)
        self._shares["turns ended by letting go", "of"] += 1

    def _act(self) -> None:
        self._actions += 1
        self._by_attack = False

    def _count(self, name: str, occurred: bool) -> None:
        self._shares[name, "so"] += occurred
        self._shares[name, "of"] += 1

    def _record_card_event(self, event: Event) -> None:
        match event.fact:
            case Played(seat=seat, card=title, is_answer=is_answer):
                card = the_set().cards[title]
                self._played.add((seat, title))
                self._used.add((seat, title))
                self._feelings[seat] += not card.is_thought
                self._begin_effect(seat, is_answer=is_answer, waits=_waits(card))
                self._means["Feelings played in a defence", "sum"] += (
                    self._is_attacked and seat != self._active
                )
            case AbilityActivated(seat=seat, is_answer=is_answer):
                self._begin_effect(seat, is_answer=is_answer, waits=True)
            case TookEffect():
                self._end_standby()
            case Forgotten(seat=seat, cards=cards, source=source):
                self._record_departure(seat, source, len(cards))
            case ReturnedToHand(seat=seat, cards=cards, source=source):
                self._record_departure(seat, source, len(cards))
            case Drew(seat=seat, count=count):
                self._minds[seat] -= count
            case EgoDealt(seat=seat, count=count):
                self._minds[seat] -= count
            case TookIntoHand(seat=seat, count=count, source=source):
                self._record_departure(seat, source, count)
            case PutIntoPile(seat=seat, count=count, source=source, pile=pile):
                self._record_departure(seat, source, count)
                self._minds[seat] += count if pile == MIND else 0
            case Shuffled(seat=seat, count=count):
                self._minds[seat] += count
            case _:
                self._record_attack_event(event)

    def _record_departure(self, seat: int, source: str, count: int) -> None:
        if source == FEELINGS:
            self._feelings[seat] -= count
        elif source == MIND:
            self._minds[seat] -= count

    def _begin_effect(self, seat: int, *, is_answer: bool, waits: bool) -> None:
        if seat == self._active and not is_answer and not self._is_attacked:
            self._act()
        if is_answer and self._pending is not None:
            self._shares["effects that cross, answered", "so"] += 1
        self._end_standby()
        if waits:
            self._pending = seat

    def _end_standby(self) -> None:
        """Count the last effect put on standby: it was just answered, or can no longer be."""
        if self._pending is None:
            return
        crosses = self._side == 1 - self._pending
        self._count("effects that cross", crosses)
        self._shares["effects that cross, answered", "of"] += crosses
        self._pending = None

    def _record_attack_event(self, event: Event) -> None:
        match event.fact:
            case Attacked():
                self._act()
                self._is_attacked = self._by_attack = True
                self._means["attacks a turn", "sum"] += 1
                self._means["shields an attack", "of"] += 1
            case Shielded(seat=seat, cards=cards):
                self._used.update((seat, title) for title in cards)
                self._means["shields an attack", "sum"] += len(cards)
            case Compared(succeeds=succeeds):
                self._is_attacked = False
                self._count("attacks that succeed", succeeds)
            case AttackCameToNothing():
                self._is_attacked = False
            case Damaged(seat=seat, card=title):
                self._hurt.append(seat)
                if title:
                    self._used.add((seat, title))
                    is_thought = the_set().cards[title].is_thought
                    self._count("revealed cards that are Feelings", not is_thought)
                    if is_thought and self._by_attack:
                        self._shares["revealed Thoughts that forget the attacker", "of"] += 1
            case Repelled():
                self._shares["revealed Thoughts that forget the attacker", "so"] += 1
            case Placed(seat=seat):
                self._feelings[seat] += 1
            case _:
                pass

    def account(self) -> Account:
        """Return the measurements of the match."""
        for mind in self._minds:
            self._count("minds empty at the end", mind <= 0)
        for seat in self._winners:
            self._means["points of damage that the winner has taken", "sum"] += self._hurt.count(seat)
            self._means["points of damage that the winner has taken", "of"] += 1
        self._means["Feelings played in a defence", "of"] = 1
        self._means["points of damage in a match", "sum"] = len(self._hurt)
        self._means["points of damage in a match", "of"] = 1
        notions = {
            seat: sorted(name for owner, kind, name in self._had if kind == NOTION and owner == seat)
            for seat in (0, 1)
        }
        pairs = [
            (seat, PAIR, " and ".join(pair))
            for seat, names in notions.items()
            for pair in combinations(names, 2)
        ]
        course = [(self._hurt[0], COURSE, "taking the first damage")] if self._hurt else []
        return Account(
            first=self._first,
            played=sorted(self._played),
            used=sorted(self._used),
            had=[*self._had, *pairs, *course],
            shares={name: (self._shares[name, "so"], self._shares[name, "of"]) for name, _ in self._shares},
            means={name: (self._means[name, "sum"], self._means[name, "of"]) for name, _ in self._means},
        )


def _waits(card: Card) -> bool:
    """Return whether playing a card puts an effect on standby (DW49)."""
    return any(isinstance(line, WhenPlayed | Fleeting) for line in card.text)


def _cards() -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    cards_by_notion: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for card in the_set().cards.values():
        cards_by_notion.setdefault((NOTION, card.notion.value), []).append((card.title, card.kind.value))
    return cards_by_notion


BALANCE = Balance[DreamweaversView, None](
    figures={"turns": TurnBegan},
    watch=MatchAccount,
    cards_with=_cards,
    players={
        "attack": lambda chance: Greedy(chance, attacking=3.0, defending=0.0),
        "defence": lambda chance: Greedy(chance, attacking=0.3, defending=3.0),
    },
    targets=targets_in("bot.games.dreamweavers"),
)
