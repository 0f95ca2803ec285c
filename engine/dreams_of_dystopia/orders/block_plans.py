"""Block plans: how to answer attacks until one's next turn; the first matching line decides (DD95, DD97, DD123).

A block's result is predicted as players do: from the public attack, and the own cards. Once a block has begun, its
plan lists the remaining helpers; if one is missing, its owner is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Moment, Noun, Step
from cards.i18n import Message, msg, title
from engine.dreams_of_dystopia.effects.helpers import lines_upon_hit
from engine.dreams_of_dystopia.orders import durations
from engine.dreams_of_dystopia.orders.block_lines import MOST_HELPERS, line_of, line_words, lines_words, whens
from engine.dreams_of_dystopia.players import plans
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.valuation import Valuation
from engine.dreams_of_dystopia.position import MOST_LP
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.builder import build_view
from engine.dreams_of_dystopia.views.combat_totals import outcome, sent
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.chance import Chance
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.kind import END, MATCH, NEXT, Offer, is_list, picked
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.orders.plan import LinesKind
from engine.kernel.question import PendingQuestion

_MOST_LINES = 8
_MOST_LISTED = 24


# ------------------------------------------------------------------------------------------------------------ judging


class _Attack:
    """An attack on a seat, as that seat sees it."""

    def __init__(self, m: Referee, seat: int) -> None:
        self.m, self.seat = m, seat
        self.combat = m.combat
        self.view = build_view(m, seat)
        self.me = self.view.players[seat]
        self.unblocked = self.me.lp - outcome(self.view, None).attacked
        self.hand = [m.side(card) for card in m.zone(HAND, seat)]
        self.kept = [m.side(card) for card in m.staying_minions(seat, Step.BLOCK)]

    def fits(self, line: plans.BlockLine) -> bool:
        """Return whether all conditions of a line fit."""
        attacker = self.combat.attacker
        return (
            line.attacker in (-1, attacker.seat)
            and line.loss <= self.unblocked
            and (line.lp < 0 or self.m.seat(self.seat).lp - self.unblocked <= line.lp)
            and (not line.hit or bool(lines_upon_hit(self.m, attacker)))
            and line.nth in (0, self.m.position.attacks)
        )

    def leads_to(self, line: plans.BlockLine, cards: Sequence[CompiledSide], most: int) -> bool:
        """Return whether a blocker with helpers keeps the loss at the limit, and makes the hit that a line asks for."""
        seen = self.view.combat
        fight = sent(cards[0], self.me, Moment.BLOCK, seen and seen.defender)
        for helper in cards[1:]:
            if not fight.fits(helper):
                return False
            fight = fight.with_helper(helper)
        came, attacker = outcome(self.view, fight), self.view.players[self.combat.attacker.seat]
        hits = came.attacker < attacker.lp + fight.their_lp
        return (most < 0 or self.me.lp - came.attacked <= most) and (not line.hits or hits)

    def named(self, line: plans.BlockLine) -> tuple[str, ...] | None:
        """Return the block that a line names; None if it can't be made or does not lead to what it should.

        Helpers that are not in hand may yet be drawn (DD123): they are not counted.
        """
        first = next((one for one in (*self.hand, *self.kept) if one.title == line.cards[0]), None)
        if first is None or not can_block(first):
            return None
        held = {one.title: one for one in self.hand}
        there = [first, *(held[name] for name in line.cards[1:] if name in held)]
        is_free = line.most < 0 and not line.hits
        return line.cards if is_free or self.leads_to(line, there, line.most) else None

    def cheapest(self, line: plans.BlockLine, said: plans.BlockPlan) -> tuple[str, ...] | None:
        """Return the block at the lowest price that a line asks for, no blocker if that is enough; None if there is none."""
        most = self.m.seat(self.seat).lp - line.keeps if line.keeps else line.most
        if most < 0:
            return None
        if self.unblocked <= most and not line.hits:
            return ()
        found: tuple[int, tuple[str, ...]] | None = None
        for price, cards in self._blocks(said):
            if (found is None or price < found[0]) and self.leads_to(line, cards, most):
                found = price, tuple(one.title for one in cards)
        return None if found is None else found[1]

    def _blocks(self, said: plans.BlockPlan) -> Iterator[tuple[int, list[CompiledSide]]]:
        """Yield blocks, each with its price; who has stayed on the table costs nothing."""
        prices = {name: place for place, name in enumerate(picked(said), 1)}
        if END not in said.listed[:-1]:
            worth = _worth(self.m, self.seat)
            for side in sorted(self.hand, key=lambda one: (worth.held(one), one.title)):
                prices.setdefault(side.title, len(prices) + 1)
        usable = sorted((one for one in self.hand if one.title in prices), key=lambda one: prices[one.title])
        for place, blocker in enumerate((*usable, *self.kept)):
            if not can_block(blocker):
                continue
            others = [one for at, one in enumerate(usable) if at != place and one.is_helper]
            others.sort(key=lambda one: (one.noun is Noun.WEAPON, prices[one.title]))
            price = prices[blocker.title] if place < len(usable) else 0
            for count in range(min(len(others), MOST_HELPERS) + 1):
                for helpers in combinations(others, count):
                    yield price + sum(prices[one.title] for one in helpers), [blocker, *helpers]


def _worth(m: Referee, seat: int) -> Valuation:
    return Valuation(BoardSummary(build_view(m, seat), seat, Chance("block plan")))


def _decided(m: Referee, seat: int, said: plans.BlockPlan) -> tuple[str, ...] | None:
    """Return the blocker and its helpers, nothing for no blocker; None if the owner is to be asked."""
    attack = _Attack(m, seat)
    for line in filter(attack.fits, plans.lines_of(said)):
        match line.answer:
            case "no block":
                return ()
            case "ask":
                return None
            case "cards":
                block = attack.named(line)
            case _:
                block = attack.cheapest(line, said)
        if block is not None:
            return block
    return None


class BlockKind(LinesKind[Referee, plans.BlockPlan], frozen=True):
    """Block plans: what is in progress goes on with the helpers that were decided on."""

    def judge(
        self,
        machine: Referee,
        seat: int,
        order: Order,
        question: PendingQuestion,
        happened: Sequence[SeenEvent],
    ) -> OrderOutcome:
        """Return a plan's answer to an attack, and its helpers."""
        said, options = self.parameters_of(order), {option.key for option in question.options}
        if question.topic == Topic.SUPPORT_BLOCK:
            key = _next_helper(machine, seat, said)
            return OrderOutcome((key,), after=order) if key in options else OrderOutcome()
        if question.topic != Topic.BLOCK:
            return OrderOutcome()
        block = _decided(machine, seat, said)
        after = replace(order, parameters=replace(said, doing=block or ()))
        if block is None:
            return OrderOutcome(after=after if said.doing else None)
        verbs = (OptionVerb.BLOCK, OptionVerb.BLOCK_AGAIN)
        keys = [f"{verb} {block[0]}" for verb in verbs] if block else [OptionVerb.NO_BLOCK.value]
        key = next((key for key in keys if key in options), None)
        return OrderOutcome() if key is None else OrderOutcome((key,), after=after)


def _next_helper(m: Referee, seat: int, said: plans.BlockPlan) -> str:
    """Return the option that goes on with the block in progress; "" if the blocker is another one."""
    fighter = m.fighter(seat)
    if fighter is None or not said.doing or m.called(fighter.card) != said.doing[0]:
        return ""
    left = said.doing[1 + len(fighter.helpers) :]
    return f"{OptionVerb.HELPER} {left[0]}" if left else OptionVerb.DONE


# -------------------------------------------------------------------------------------------------- offering, in words


def _offers(m: Referee, seat: int) -> Sequence[Offer[plans.BlockPlan]]:
    names = _own_cards(m, seat)
    half = (len(names) + 1) // 2
    things = (*((name, title(name)) for name in names), (END, msg("no other card")))
    least, is_waiting = max(1, min(6, m.seat(seat).lp)), m.position.active != seat
    return [
        Offer(
            plans.BlockPlan(n=2, listed=(*names[:half], END, *names[half:]), ready=plans.CHEAP),
            msg("Cheap blocks only"),
            msg(
                "You block at the lowest price with cards from the list, the cheapest "
                "first, if you then lose at most this many LP. Otherwise you don't block. "
                "Cards after “no other card” stay in your hand."
            ),
            number=(0, MOST_LP),
            things=things,
            name=plans.CHEAP,
            quick=msg("Cheap blocks only") if is_waiting else None,
        ),
        Offer(
            plans.BlockPlan(n=least, listed=(*names, END), ready=plans.FLOOR),
            msg("Never below this many LP"),
            msg(
                "If you would drop below this, you block at the lowest price that prevents "
                "it. If your cards can't, I ask you. Otherwise you don't block."
            ),
            number=(1, MOST_LP),
            things=things,
            name=plans.FLOOR,
            quick=msg("Never below {n} LP", n=least) if is_waiting else None,
        ),
        Offer(
            plans.BlockPlan(n=4, ready=plans.BIG),
            msg("Ask me about big attacks"),
            msg("I ask you if you would lose this many LP or a hit does more. Otherwise you don't block."),
            number=(1, MOST_LP),
            name=plans.BIG,
        ),
        Offer(
            plans.BlockPlan(ready=plans.EACH),
            msg("Ask me each time"),
            msg("I ask you about each attack, as without a plan."),
            name=plans.EACH,
            quick=msg("Ask me each time") if is_waiting else None,
        ),
    ]


def _own_cards(m: Referee, seat: int) -> tuple[str, ...]:
    """Return the own cards with which can be blocked, wherever they lie, those first that are worth least."""
    worth = _worth(m, seat)
    useful = [side for side in worth.sight.owned if side.is_helper or can_block(side)]
    useful.sort(key=lambda side: (worth.held(side), side.title))
    return tuple(dict.fromkeys(side.title for side in useful))[:_MOST_LISTED]


def _wrong(m: Referee, seat: int, said: plans.BlockPlan) -> Message | None:
    """Return why a plan can't be given: it has no lines, or too many, or names cards that its owner has not."""
    lines = plans.lines_of(said)
    if not 1 <= len(lines) <= _MOST_LINES or not 0 <= said.n <= MOST_LP:
        return msg("This isn't a block plan.")
    if any(line.answer not in (plans.NO_BLOCK, plans.CARDS, plans.LOWEST_PRICE, plans.ASK) for line in lines):
        return msg("This isn't a block plan.")
    if any((line.answer == plans.CARDS) != bool(line.cards) for line in lines):
        return msg("A block plan needs a card that blocks.")
    own = {side.title for held in m.position.cards if held.owner == seat for side in m.pool.cards[held.title]}
    if any(line.answer == plans.LOWEST_PRICE and line.most < 0 and not line.keeps for line in lines):
        return msg("A block at the lowest price needs a maximum loss.")
    named = {*picked(said), *(name for line in lines for name in line.cards)}
    if not named <= own or not is_list(said, _MOST_LISTED + 1):
        return msg("A block plan lists your own cards, each once.")
    return None


def _words(said: plans.BlockPlan) -> Message:
    return msg("When attacked: {lines},", lines=lines_words(plans.lines_of(said)))


BLOCK_PLAN = BlockKind(
    plans.BLOCK,
    plans.BlockPlan,
    (NEXT, MATCH),
    (durations.LOST, durations.OUT),
    (Topic.BLOCK, Topic.SUPPORT_BLOCK),
    _offers,
    _words,
    lambda m, seat, said, question: OrderOutcome(),
    _wrong,
    spans_now=lambda m, seat: (NEXT, MATCH) if durations.is_playing(m, seat) else (),
    is_alone=True,
    most_lines=_MOST_LINES,
    title=msg("Your own block plan"),
    whens=lambda m, seat: whens(m, seat, _own_cards(m, seat)),
    of_lines=lambda lines: plans.BlockPlan(lines=tuple(line_of(line[0]) for line in lines)),
    line_words=lambda step: line_words(line_of(step)),
)
