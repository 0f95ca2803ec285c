"""Whether cards really go round: they are laid on a table, and everything that they can do there is tried.

Their player acts, the opponent passes. A round has been found where the player lacks nothing that was there before, and
yet something has changed. It counts if it can be gone through many times more (§7, R33).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain, combinations, islice

from cards.voidream.language.reader import read_text
from cards.voidream.language.tree import Attach, Faction, KeywordName, Keywords, Line, This, Triggered, Zone
from cards.voidream.model import Card, Kind
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind
from engine.voidream import facts
from engine.voidream.endless.steps import LoopStep, Resource
from engine.voidream.game import VOIDREAM
from engine.voidream.program import mind_side
from engine.voidream.queries.loops import digest
from engine.voidream.referee import Referee
from engine.voidream.scenario.items import Item, Place
from engine.voidream.scenario.layout import lay_out
from engine.voidream.scenario.model import Scenario, SidePosition, TablePosition
from engine.voidream.scenario.plain_cards import plain_cards
from engine.voidream.subjects import title_in
from engine.voidream.turns.actions import PASS

PLAYER, OPPONENT = 0, 1

TIMES = 12
"""A round that can be gone through so many times more is taken to go on for ever: nothing else on the table lasts so long."""

DEEPEST = 4
"""Of so many actions one round may consist."""

MOST_POSITIONS = 100
"""So many positions are looked at before a trial is given up."""

MOST_WAYS = 6
"""So many ways to answer one question are followed."""

IN_BREADTH, MOST_DECISIONS = 100, 250
"""So many decisions are tried on all ways at once, and so many in all."""

MOST_ENDINGS = 40
"""So many ways to go through one action are followed to its end."""

BEST = 12
"""So many of its ends are looked at further: those after which the player lacks the least."""

BY_ITSELF = 40
"""What has triggered so often within one action goes on by itself: a loop that changes nothing is cut off at once."""


class Found(Enum):
    """What a trial shows."""

    NOTHING = "nothing"
    STILL = "goes round and changes nothing"
    """So that it may be done only once (§7), unless something listens."""
    ENDLESS = "goes round for ever"


@dataclass(frozen=True)
class TriedRound:
    """One round of a loop: what was done, and which cards triggered, at the position in which it began."""

    found: Found
    actions: tuple[str, ...] = ()
    triggered: frozenset[str] = frozenset()
    position: bytes = b""


NO_ROUND = TriedRound(Found.NOTHING)


def try_out(assembly: Sequence[LoopStep]) -> TriedRound:
    """Return the first round that cards are found to go through, or one that changes nothing if there is none better."""
    best = NO_ROUND
    for scenario in _tables(assembly):
        match, _ = lay_out(scenario)
        found = _Trial({step.card.title for step in assembly}, match).search()
        if found.found is Found.ENDLESS:
            return found
        if found.found is Found.STILL:
            best = found
    return best


# ------------------------------------------------------------------------------------------------------------ the table

_HERE = Place(1, 1)
_START = "Something begins"

_STARTS = (
    "Roll.", "Evoke.", "Ready an entity you control.", "Exhaust an entity you control.", "Inspire an entity you control.",
    "Charge an entity you control.", "Deal 1 damage to an entity.", "Deal 1 Dream damage to your opponent.",
    "Take 1 Dream damage.", "Destroy an entity.", "Sacrifice an entity.", "Discard an arcanum.", "Void an entity you control.",
    "Veil an entity you control.", "Shuffle your deck.", "Your opponent rolls.", "Initiate a dawn conflict.",
)  # fmt: skip
"""What may set off cards that go on by themselves: each once, by an arcanum of its own."""


def _starts() -> list[Card]:
    return [
        Card(f"{_START} {n}", Kind.ARCANUM, Faction.NEUTRAL, value=4, text=read_text(text, Kind.ARCANUM), inverted=read_text(text, Kind.ARCANUM))
        for n, text in enumerate(_STARTS, 1)
    ]  # fmt: skip


def _tables(assembly: Sequence[LoopStep]) -> Iterator[Scenario]:
    """Positions in which these cards have all that they might need, each in another place.

    A deep deck; the same with arcana that are lost inverted in the Void already; for thoughts, a shallow deck.
    """
    cards = list({step.card.title: step.card for step in assembly}.values())
    pool = {**plain_cards(), **{card.title: card for card in cards}}
    starts = _starts() if all(step.waits_for for step in assembly) else []
    pool |= {card.title: card for card in starts}
    types = tuple(sorted({"Dreamer", *chain.from_iterable(card.types for card in cards)}))
    fodder = [
        Card(f"Friend of {faction.value}", Kind.ENTITY, faction, 1, types, dawn=1, stability=9, dusk=1)
        for faction in sorted({Faction.NEUTRAL, *(card.faction for card in cards)})
    ]
    pool |= {card.title: card for card in fodder}
    charged = any(step.change.get(Resource.CHARGES, 0) < 0 for step in assembly)
    thoughts = [card for card in cards if card.kind is Kind.THOUGHT]
    lost = {step.card.title for step in assembly if step.change.get(Resource.ARCANA, 0) < 0}
    begins = [(_deep(cards), set[str]())]
    if lost:
        begins.append((_deep(cards), lost))
    if thoughts:
        begins.append((_shallow(cards), set[str]()))
    minds = [step for step in assembly if step.card.kind is Kind.MIND]
    for deck, in_void in begins:
        mine, theirs = SidePosition(), SidePosition()
        mine.zones = {
            "deck": deck,
            "hand": [_item(card.title) for card in cards if card.kind is Kind.ARCANUM and card.title not in in_void]
            + [_item(card.title) for card in starts] + [_plain(value) for value in (4, 3, 2, 1)],
            "arcana discard": [_plain(4)],
            "discard": [_plain(1, 3)]
            + [_item(card.title) for card in cards if card in thoughts or _works_in(card, Zone.DISCARD)],
            "void": [_item(card.title) for card in cards if card.title in in_void or _works_in(card, Zone.VOID)],
            "play": _in_play(cards, fodder, charged=charged),
        }  # fmt: skip
        mine.mind_count = 4
        if minds:
            mine.mind = minds[0].card.title
            mine.mind_count = next(n for n in range(5) if mind_side(n) == minds[0].side)
        theirs.zones = {
            "deck": [_plain(1, 60)],
            "hand": [_plain(4)],
            "play": [_item(card.title) for card in fodder for _ in range(3)],
        }
        yield Scenario("", "", _HERE, pool, position=TablePosition(sides=(mine, theirs)))


_item = partial(Item, _HERE)


def _plain(value: int, count: int = 1) -> Item:
    return Item(_HERE, value=value, count=count)


def _deep(cards: Sequence[Card]) -> list[Item]:
    """A deck as it is in the middle of a match; thoughts lie on top and, for what fetches them, at the bottom."""
    thoughts = [_item(card.title) for card in cards if card.kind is Kind.THOUGHT]
    return [*thoughts, _plain(1, 9), *_constructs(cards), _plain(1, 3), *_bastion(cards), *thoughts]


def _shallow(cards: Sequence[Card]) -> list[Item]:
    """A deck of which nothing is left but thoughts, and one card between each two of them that a roll takes away."""
    thoughts = [_item(card.title) for card in cards if card.kind is Kind.THOUGHT for _ in range(3)]
    others = [*_constructs(cards), *_bastion(cards)]
    if len(others) < 2:
        others.insert(0, _plain(1))
    between = [*others, *(_plain(1) for _ in range(len(thoughts) - 1 - len(others)))]
    return [thoughts[0], *chain.from_iterable(zip(between, thoughts[1:], strict=True))]


def _constructs(cards: Sequence[Card]) -> list[Item]:
    return [_item(card.title, face_up=True) for card in cards if card.kind is Kind.CONSTRUCT]


def _bastion(cards: Sequence[Card]) -> list[Item]:
    named = [card.title for card in cards if card.kind is Kind.BASTION]
    return [_item(named[0] if named else "Plain bastion", face_up=True)]


def _works_in(card: Card, zone: Zone) -> bool:
    return any(isinstance(ability, Triggered) and ability.zone is zone for ability in card.text)


def _in_play(cards: Sequence[Card], fodder: Sequence[Card], *, charged: bool) -> list[Item]:
    """Two copies of each card that stays in play, one of a Unique one; what is attached lies on each sort of host."""
    attached = [card for card in cards if card.kind is Kind.MEMORY and _attaches(card)]
    charges = (Item(_HERE, value=1, charge=True),) * 3 if charged else ()
    out: list[Item] = []
    for card in cards:
        if card.kind is Kind.ENTITY or (card.kind is Kind.MEMORY and card not in attached):
            out += [_item(card.title, attached=charges)] * (1 if _is_unique(card) else 2)
    hosts = [_item(card.title, attached=charges) for card in fodder]
    under = tuple(_item(card.title) for card in attached)
    if under:
        hosts[0] = _item(fodder[0].title, attached=(*charges, *under))
        if out:
            out[0] = _item(out[0].title, attached=(*charges, *under))
    return [*out, *hosts, *([hosts[-1]] * 2), *([_item(fodder[-1].title, exhausted=True)] * 2)]


def _attaches(card: Card) -> bool:
    return any(
        isinstance(one, Attach) and isinstance(one.what, This)
        for ability in card.text
        if isinstance(ability, Line)
        for one in chain(*ability.effect)
    )


def _is_unique(card: Card) -> bool:
    return any(
        isinstance(ability, Keywords) and any(keyword.name is KeywordName.UNIQUE for keyword in ability.keywords)
        for ability in card.text
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ the search


@dataclass
class _Ending:
    """How an action may end: the match then, and what triggered on the way."""

    match: Match
    triggered: Counter[str]


class _Trial:
    """What the cards of these titles can do in a match."""

    def __init__(self, titles: set[str], match: Match) -> None:
        self.titles = titles
        self.first = match
        self.positions = 0
        self.still = NO_ROUND

    def search(self) -> TriedRound:
        """Try everything, to a certain depth."""
        for deepest in range(1, DEEPEST + 1):
            self.positions = 0
            found = self._deeper([_copy(self.first)], [], Counter(), deepest, set())
            if found.found is Found.ENDLESS:
                return found
            if self.positions == 0:
                break
        return self.still

    def _deeper(
        self, path: list[Match], actions: list[str], triggered: Counter[str], left: int, seen: set[str]
    ) -> TriedRound:
        now = path[-1]
        if left == 0 or self.positions >= MOST_POSITIONS:
            return NO_ROUND
        for key in self._actions(now):
            for ending in self._endings(now, key):
                self.positions += 1
                what = [*actions, key]
                if ending.match.outcome is not None or max(ending.triggered.values(), default=0) >= BY_ITSELF:
                    won = ending.match.outcome is None or PLAYER in ending.match.outcome.winners
                    if won and max(ending.triggered.values(), default=0) >= BY_ITSELF:
                        return TriedRound(Found.ENDLESS, tuple(what), frozenset(ending.triggered), now.save())
                    continue
                found = self._compare(path, what, ending)
                if found.found is Found.ENDLESS:
                    return found
                if found.found is Found.STILL:
                    self.still = found
                    continue
                here = f"{left} {digest(_referee(ending.match))}"
                if here in seen:
                    continue
                seen.add(here)
                found = self._deeper(
                    [*path, ending.match], what, triggered + ending.triggered, left - 1, seen
                )
                if found.found is Found.ENDLESS:
                    return found
        return NO_ROUND

    def _compare(self, path: Sequence[Match], actions: Sequence[str], ending: _Ending) -> TriedRound:
        """Return the round that has been gone through, if this position is like one that led to it."""
        still = NO_ROUND
        for number in range(len(path) - 1, -1, -1):
            before, done = path[number], tuple(actions[number:])
            if not _lacks_nothing(_referee(before), _referee(ending.match)):
                continue
            if digest(_referee(before)) == digest(_referee(ending.match)):
                still = TriedRound(Found.STILL, done, frozenset(ending.triggered), before.save())
                continue
            triggered = self._goes_on(ending.match, done)
            if triggered is not None:
                return TriedRound(Found.ENDLESS, done, frozenset(triggered), before.save())
        return still

    def _goes_on(self, match: Match, actions: Sequence[str]) -> set[str] | None:
        """Return what triggers if these actions can be gone through many times more without lacking anything."""
        triggered: set[str] = set()
        for _ in range(TIMES):
            wave = [_Ending(match, Counter())]
            for key in actions:
                wave = [
                    _Ending(ending.match, before.triggered + ending.triggered)
                    for before in wave
                    if before.match.outcome is None
                    for again in self._again(before.match, key)
                    for ending in self._endings(before.match, again)
                ]
                wave = _best(match, wave)
            for ending in wave:
                if ending.match.outcome is not None:
                    if PLAYER in ending.match.outcome.winners:
                        return triggered | set(ending.triggered)
                    continue
                then, now = _referee(match), _referee(ending.match)
                if _lacks_nothing(then, now) and digest(then) != digest(now):
                    match = ending.match
                    triggered |= set(ending.triggered)
                    break
            else:
                return None
        return triggered

    def _actions(self, match: Match) -> list[str]:
        """The actions of these cards that can be taken now; in a conflict, to pass as well."""
        question = match.questions[PLAYER]
        out = [option.key for option in question.options if title_in(option.subject) in self.titles]
        out += [option.key for option in question.options if title_in(option.subject).startswith(_START)]
        if _referee(match).position.conflict is not None:
            out.append(PASS)
        return out

    def _again(self, match: Match, key: str) -> list[str]:
        """The same action now: of the same card, or of another one of its title."""
        options = [option.key for option in match.questions[PLAYER].options]
        if key in options:
            return [key]
        return [other for other in options if other.partition("#")[0] == key.partition("#")[0]][:2]

    def _endings(self, match: Match, key: str) -> list[_Ending]:
        """The ways in which an action may end, up to the player's next one; the best of them, each once."""
        return _best(match, islice(_ways(match, key), MOST_ENDINGS))


def _ways(match: Match, key: str) -> Iterator[_Ending]:
    """Yield how an action may end, what takes the fewest decisions first.

    What takes too many is followed along one way, the latest: there shows whether it goes on by itself.
    """
    waiting: deque[tuple[Match, Choice, Counter[str]]] = deque([(match, (key,), Counter())])
    for decisions in range(MOST_DECISIONS):
        if not waiting:
            return
        before, choice, so_far = waiting.popleft() if decisions < IN_BREADTH else waiting.pop()
        now = _copy(before)
        triggered = _answer(now, PLAYER, choice, so_far)
        while now.outcome is None and PLAYER not in now.questions:
            triggered = _answer(now, OPPONENT, _least(now.questions[OPPONENT]), triggered)
        if now.outcome is not None or max(triggered.values(), default=0) >= BY_ITSELF:
            yield _Ending(now, triggered)
            continue
        question = now.questions[PLAYER]
        if question.kind is QuestionKind.ACTION:
            yield _Ending(now, triggered)
        else:
            further = [(now, option, triggered) for option in islice(_choices(question), MOST_WAYS)]
            waiting += further if decisions < IN_BREADTH else reversed(further)


def _best(before: Match, endings: Iterable[_Ending]) -> list[_Ending]:
    """Those after which the player lacks the least of what was there before; of such that are alike, one."""
    had = _belongings(_referee(before))
    apart = {digest(_referee(ending.match)): ending for ending in endings}
    return sorted(apart.values(), key=lambda one: (had - _belongings(_referee(one.match))).total())[:BEST]


def _referee(match: Match) -> Referee:
    referee = match.machine
    assert isinstance(referee, Referee)
    return referee


def _copy(match: Match) -> Match:
    return Match.at(VOIDREAM, match.setup, match.seed, VOIDREAM.pack(match.machine))[0]


def _answer(match: Match, seat: int, choice: Choice, triggered: Counter[str]) -> Counter[str]:
    happened = match.answer(seat, match.questions[seat].id, choice)
    told = (event.fact for event in happened)
    return triggered + Counter(fact.card for fact in told if isinstance(fact, facts.Triggered))


def _least(question: Question) -> Choice:
    """The answer of somebody who does nothing."""
    if question.kind is QuestionKind.ACTION:
        return (PASS,)
    if question.kind is QuestionKind.YES_NO:
        return ("no",)
    return next(_choices(question))


def _choices(question: Question) -> Iterator[Choice]:
    """Answers to a question, each sort of option once: what looks alike is alike."""
    keys = [option.key for option in question.options]
    match question.kind:
        case QuestionKind.NUMBER:
            yield from dict.fromkeys([(str(question.minimum),), (str(question.maximum),)])
        case QuestionKind.ORDER:
            yield tuple(keys)
            yield tuple(reversed(keys))
        case QuestionKind.DISTRIBUTE:
            left, shares = question.maximum, list[str]()
            for option in question.options:
                points = min(left, option.limit)
                left -= points
                if points:
                    shares.append(f"{option.key}={points}")
            yield tuple(shares)
        case _:
            looks: Mapping[str, tuple[str, str]] = {o.key: (o.label, o.detail) for o in question.options}
            seen: set[tuple[tuple[str, str], ...]] = set()
            sizes = dict.fromkeys(
                [question.minimum, min(question.maximum, len(keys)), max(1, question.minimum)]
            )
            for size in sizes:
                for chosen in islice(combinations(keys, size), 60):
                    look = tuple(sorted(looks[key] for key in chosen))
                    if look not in seen and question.minimum <= size <= question.maximum:
                        seen.add(look)
                        yield chosen


def _lacks_nothing(before: Referee, now: Referee) -> bool:
    """Whether the player has all that was there before: mind, cards where they were, and as ready as they were."""
    then, mine = before.seats[PLAYER], now.seats[PLAYER]
    if then.mind != mine.mind or (before.position.conflict is None) != (now.position.conflict is None):
        return False
    had, has = _belongings(before), _belongings(now)
    if any(number > has[what] for what, number in had.items()):
        return False
    return all(
        before.cards[card].damage >= now.cards[card].damage
        for card in now.active_constructs(PLAYER)
        if before.cards[card].face_up
    )


def _belongings(ref: Referee) -> Counter[tuple[object, ...]]:
    """What a player has, each thing by what it is; where a card in the deck lies does not matter."""
    mine = ref.seats[PLAYER]
    out: Counter[tuple[object, ...]] = Counter()
    out.update(("hand", ref.title(card)) for card in mine.hand)
    out.update(("arcana", ref.title(card)) for card in (*mine.hand, *mine.arcana_discard))
    out.update(("deck", ref.title(card)) for card in mine.deck)
    out.update(("discard", ref.title(card)) for card in mine.discard)
    for card in (*mine.play, *ref.active_constructs(PLAYER)):
        state = ref.cards[card]
        out["in play", state.title] += 1
        out["ready", state.title, state.damage] += not state.exhausted
        for under in state.attached:
            below = ref.cards[under]
            out["under", state.title, below.title if below.face_up else ""] += 1
            out["ready under", state.title, below.title] += below.face_up and not below.exhausted
    return out
