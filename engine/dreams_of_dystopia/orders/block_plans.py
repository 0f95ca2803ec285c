"""Block plans: answers to attacks until the owner's next turn. The first matching line decides (DD95, DD97, DD123).

A block's result is predicted from the public attack and the owner's cards. Once a block has begun, the plan continues
with the chosen helpers. If one is missing, the owner is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Happening, Moment, Noun, Step
from cards.i18n import Message, msg, row, series, title
from engine.dreams_of_dystopia.effects.choices import player_option
from engine.dreams_of_dystopia.effects.helpers import hit_lines
from engine.dreams_of_dystopia.orders import durations
from engine.dreams_of_dystopia.players import plans
from engine.dreams_of_dystopia.players.plans import ASK, CARDS, LOWEST_PRICE, NO_BLOCK, BlockLine
from engine.dreams_of_dystopia.players.valuation import hand_value
from engine.dreams_of_dystopia.position import MOST_LP
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.builder import build_view
from engine.dreams_of_dystopia.views.combat_totals import sent, uncapped_outcome
from engine.dreams_of_dystopia.views.contributions import brings
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.kind import END, MATCH, NEXT, Offer, is_list, picked_items
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.orders.plan import LinesKind, PlanAct, PlanStep, PlanWhen
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
        self.unblocked = self.me.lp - uncapped_outcome(self.view, None).attacked
        self.hand = [m.side(card) for card in m.zone(HAND, seat)]
        self.kept = [m.side(card) for card in m.staying_minions(seat, Step.BLOCK)]

    def fits(self, line: plans.BlockLine) -> bool:
        """Return whether all conditions of a line are met."""
        attacker = self.combat.attacker
        return (
            line.attacker in (-1, attacker.seat)
            and line.loss <= self.unblocked
            and (line.lp < 0 or self.m.seat(self.seat).lp - self.unblocked <= line.lp)
            and (not line.hit or self._does_more())
            and line.nth in (0, self.m.position.attacks)
        )

    def _does_more(self) -> bool:
        """Return whether the Minion, a helper or the attacker's Master has an effect upon a hit (DD57)."""
        attacker = self.combat.attacker
        master = self.m.master(attacker.seat)
        return bool(hit_lines(self.m, attacker)) or (master is not None and Happening.HIT in master.whenever)

    def leads_to(self, line: plans.BlockLine, cards: Sequence[CompiledSide], most: int) -> bool:
        """Return whether a block keeps the loss within `most` (negative: any), and makes the hit that a line requires."""
        combat = self.view.combat
        fight = sent(cards[0], self.me, Moment.BLOCK, combat and combat.defender)
        for helper in cards[1:]:
            if not fight.fits(helper):
                return False
            fight = fight.with_helper(helper)
        result, attacker = uncapped_outcome(self.view, fight), self.view.players[self.combat.attacker.seat]
        hits = result.attacker < min(MOST_LP, attacker.lp + fight.their_lp)
        return (most < 0 or self.me.lp - result.attacked <= most) and (not line.hits or hits)

    def named(self, line: plans.BlockLine) -> tuple[str, ...] | None:
        """Return the block that a line names, or None if it is impossible or fails the line's requirements.

        Helpers that aren't in hand, but may still be drawn (DD123), don't count.
        """
        hand = list(self.hand)
        blocker = next((side for side in (*self.kept, *hand) if side.title == line.cards[0]), None)
        if blocker is None or not can_block(blocker):
            return None
        if blocker not in self.kept:
            hand.remove(blocker)
        cards, is_open = [blocker], brings(blocker, Moment.BLOCK, helps=False).is_open
        for name in line.cards[1:]:
            helper = next((side for side in hand if side.title == name), None)
            if helper is not None:
                hand.remove(helper)
                cards.append(helper)
                is_open |= brings(helper, Moment.BLOCK, helps=True).is_open
            elif not is_open:
                return None
        is_free = line.most < 0 and not line.hits and len(cards) < len(line.cards)
        return line.cards if is_free or self.leads_to(line, cards, line.most) else None

    def cheapest(self, line: plans.BlockLine, plan: plans.BlockPlan) -> tuple[str, ...] | None:
        """Return the cheapest block that meets a line's requirements, () if none is needed, None if none does."""
        most = self.m.seat(self.seat).lp - line.keeps if line.keeps else line.most
        if most < 0:
            return None
        if self.unblocked <= most and not line.hits:
            return ()
        blocks = sorted(self._blocks(plan), key=lambda block: block[0])
        cards_of_block = next((cards for _, cards in blocks if self.leads_to(line, cards, most)), None)
        return None if cards_of_block is None else tuple(side.title for side in cards_of_block)

    def _blocks(self, plan: plans.BlockPlan) -> Iterator[tuple[int, list[CompiledSide]]]:
        """Yield blocks with their prices. Minions on the table cost nothing."""
        prices = {name: place for place, name in enumerate(picked_items(plan), 1)}
        if END not in plan.listed[:-1]:
            for side in sorted(self.hand, key=_by_value):
                prices.setdefault(side.title, len(prices) + 1)
        usable = sorted(
            (side for side in self.hand if side.title in prices), key=lambda side: prices[side.title]
        )
        for place, blocker in enumerate((*usable, *self.kept)):
            if not can_block(blocker):
                continue
            others = [side for at, side in enumerate(usable) if at != place and side.is_helper]
            others.sort(key=lambda side: (side.noun is Noun.WEAPON, prices[side.title]))
            price = prices[blocker.title] if place < len(usable) else 0
            for count in range(min(len(others), MOST_HELPERS) + 1):
                for helpers in combinations(others, count):
                    yield price + sum(prices[helper.title] for helper in helpers), [blocker, *helpers]


def _by_value(side: CompiledSide) -> tuple[float, str]:
    return hand_value(side), side.title


def _decided(m: Referee, seat: int, plan: plans.BlockPlan) -> tuple[str, ...] | None:
    """Return the blocker and its helpers, () for no blocker, or None to ask the owner."""
    attack = _Attack(m, seat)
    for line in filter(attack.fits, plans.lines_of(plan)):
        match line.answer:
            case "no block":
                return ()
            case "ask":
                return None
            case "cards":
                block = attack.named(line)
            case _:
                block = attack.cheapest(line, plan)
        if block is not None:
            return block
    return None


class BlockKind(LinesKind[Referee, plans.BlockPlan], frozen=True):
    """The kind of block plans. A block in progress continues with the chosen helpers."""

    def judge(
        self,
        machine: Referee,
        seat: int,
        order: Order,
        question: PendingQuestion,
        happened: Sequence[SeenEvent],
    ) -> OrderOutcome:
        """Return a plan's answer to an attack, or its next helper."""
        plan, options = self.parameters_of(order), {option.key for option in question.options}
        if question.topic == Topic.SUPPORT_BLOCK:
            key = _next_helper(machine, seat, plan)
            return OrderOutcome((key,), after=order) if key in options else OrderOutcome()
        if question.topic != Topic.BLOCK:
            return OrderOutcome()
        block = _decided(machine, seat, plan)
        after = replace(order, parameters=replace(plan, doing=block or ()))
        if block is None:
            return OrderOutcome(after=after if plan.doing else None)
        # A Minion kept on the table costs no card, so it comes first.
        verbs = (OptionVerb.BLOCK_AGAIN, OptionVerb.BLOCK)
        keys = [f"{verb} {block[0]}" for verb in verbs] if block else [OptionVerb.NO_BLOCK.value]
        key = next((key for key in keys if key in options), None)
        return OrderOutcome() if key is None else OrderOutcome((key,), after=after)


def _next_helper(m: Referee, seat: int, plan: plans.BlockPlan) -> str:
    """Return the option that continues the block in progress, or "" if the blocker is another."""
    fighter = m.fighter(seat)
    if fighter is None or not plan.doing or m.called(fighter.card) != plan.doing[0]:
        return ""
    left = list(plan.doing[1:])
    for added in m.titles(fighter.helpers):
        if added in left:  # A Weapon found by a search isn't in the plan.
            left.remove(added)
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
    """Return the titles of a player's cards that are useful in blocks, in any zone, the least valuable first."""
    useful = [side for side in m.shown_to(seat).owned(seat) if side.is_helper or can_block(side)]
    return tuple(dict.fromkeys(side.title for side in sorted(useful, key=_by_value)))[:_MOST_LISTED]


def _wrong(m: Referee, seat: int, plan: plans.BlockPlan) -> Message | None:
    """Return why a plan can't be given, such as too many lines, or cards of other players; or None."""
    lines, answers = plans.lines_of(plan), (NO_BLOCK, CARDS, LOWEST_PRICE, ASK)
    is_fitting = 1 <= len(lines) <= _MOST_LINES and 0 <= plan.n <= MOST_LP
    if not is_fitting or any(line.answer not in answers for line in lines):
        return msg("This isn't a block plan.")
    if any((line.answer == CARDS) != bool(line.cards) for line in lines):
        return msg("A block plan needs a card that blocks.")
    own = {side.title for card in m.position.cards if card.owner == seat for side in m.pool.cards[card.title]}
    if any(line.answer == LOWEST_PRICE and line.most < 0 and not line.keeps for line in lines):
        return msg("A block at the lowest price needs a maximum loss.")
    named = {*picked_items(plan), *(name for line in lines for name in line.cards)}
    if not named <= own or not is_list(plan, _MOST_LISTED + 1):
        return msg("A block plan lists your own cards, each once.")
    return None


BLOCK_PLAN = BlockKind(
    plans.BLOCK,
    plans.BlockPlan,
    (NEXT, MATCH),
    (durations.LOST, durations.OUT),
    (Topic.BLOCK, Topic.SUPPORT_BLOCK),
    _offers,
    lambda plan: msg("When attacked: {lines},", lines=lines_words(plans.lines_of(plan))),
    lambda m, seat, plan, question: OrderOutcome(),
    _wrong,
    spans_now=lambda m, seat: (NEXT, MATCH) if durations.is_playing(m, seat) else (),
    is_alone=True,
    most_lines=_MOST_LINES,
    title=msg("Your own block plan"),
    whens=lambda m, seat: whens(m, seat, _own_cards(m, seat)),
    of_lines=lambda lines: plans.BlockPlan(lines=tuple(line_of(line[0]) for line in lines)),
    line_words=lambda step: line_words(line_of(step)),
)


MOST_HELPERS = 4
"""The maximum number of helpers that a line names or a block by price uses."""
_LOSSES, _LEFT = (2, 3, 4, 5, 6, 8, 10), (0, 2, 4, 6, 8, 10)
_LOST_AT_MOST, _KEPT = (0, 1, 2, 3, 4), (1, 3, 5, 8)
_BLOCKERS = 14
_LOSS, _LP, _HIT, _BY, _ANY = "loss", "lp", "hit", "by", "any"
"""The keys of a line's conditions, followed by a number."""
_FIELDS = {_LOSS: "loss", _LP: "lp", _BY: "attacker"}
"""The field for the number, by key."""
_WITH, _PRICE, _KEEP = "with", "price", "keep"
"""The keys of acts other than no block and asking, followed by a card, the maximum loss, or the minimum of LP left."""


def whens(m: Referee, seat: int, names: Sequence[str]) -> Sequence[PlanWhen]:
    """Return the conditions of a line, and its possible acts with these cards. Numbers are few, to fit into menus."""
    sides = [m.pool.sides[name] for name in names]
    helpers = sorted((side for side in sides if side.is_helper), key=lambda side: side.noun is Noun.WEAPON)
    things = tuple((side.title, title(side.title)) for side in helpers)
    keys = [NO_BLOCK, ASK, *(f"{_PRICE} {n}" for n in _LOST_AT_MOST), *(f"{_KEEP} {n}" for n in _KEPT)]
    acts = [PlanAct(key, _answer_words(line_of(PlanStep(_ANY, key)))) for key in keys]
    for side in [side for side in sides if can_block(side)][:_BLOCKERS]:
        others = tuple(thing for thing in things if thing[0] != side.title)
        label = msg("block with {card}, and …", card=title(side.title))
        acts.append(PlanAct(f"{_WITH} {side.title}", label, others, 0, min(MOST_HELPERS, len(others))))
    about = [_ANY, *(f"{_LOSS} {n}" for n in _LOSSES), *(f"{_LP} {n}" for n in _LEFT), _HIT]
    opponents = m.opponents(seat)
    about += [f"{_BY} {other}" for other in opponents] if len(opponents) > 1 else []
    conditions = {key: _conditions(line_of(PlanStep(key, ASK))) or [msg("you are attacked")] for key in about}
    return tuple(PlanWhen(key, words, tuple(acts)) for key, (words, *_) in conditions.items())


def line_of(step: PlanStep) -> BlockLine:
    """Return the line of a form's step. The line of an incomplete step has no answer."""
    about, _, number = step.when.partition(" ")
    key, _, rest = step.act.partition(" ")
    line = BlockLine(step.act if step.act in (NO_BLOCK, ASK) else "")
    match key:
        case "with":
            line = BlockLine(CARDS, cards=(rest, *step.things))
        case "price":
            line = BlockLine(LOWEST_PRICE, most=int(rest))
        case "keep":
            line = BlockLine(LOWEST_PRICE, keeps=int(rest))
        case _:
            pass
    if about == _HIT:
        return replace(line, hit=True)
    return replace(line, **{_FIELDS[about]: int(number)}) if about in _FIELDS else line


def lines_words(lines: Sequence[BlockLine]) -> Message:
    """Return all lines in words, in order. A line that asks if the one before it fails doesn't repeat the condition."""
    texts = [line_words(lines[0])]
    for before, line in pairwise(lines):
        if before.answer == LOWEST_PRICE and line == replace(before, answer=ASK, keeps=0, most=-1):
            answer = msg("{answer}; if your cards can't, ask me", answer=_answer_words(before))
            texts[-1] = _line_words(before, answer)
        else:
            texts.append(line_words(line))
    first, *others = texts
    for other in others:
        first = msg("{first}; otherwise {then}", first=first, then=other)
    return first


def line_words(line: BlockLine) -> Message:
    """Return a line in words: "if you would lose 4 LP or more, ask me"."""
    return _line_words(line, _answer_words(line))


def _line_words(line: BlockLine, answer: Message) -> Message:
    conditions = _conditions(line)
    if not conditions:
        return answer
    return msg("if {conditions}, {answer}", conditions=series(*conditions), answer=answer)


def _conditions(line: BlockLine) -> list[Message]:
    attacker = player_option(line.attacker).label
    conditions = (
        (line.attacker >= 0, msg("{player} attacks", player=attacker)),
        (line.loss, msg("you would lose {n} LP or more", n=line.loss)),
        (line.lp >= 0, msg("you would have {n} LP or fewer", n=line.lp)),
        (line.hit, msg("a hit does more")),
        (line.nth, msg("it is attack {n} of the turn", n=line.nth)),
        (line.most >= 0 and line.answer == CARDS, msg("you then lose {n} LP or fewer", n=line.most)),
        (line.hits, msg("you make a hit")),
    )
    return [text for applies, text in conditions if applies]


def _answer_words(line: BlockLine) -> Message:
    match line.answer:
        case "no block":
            return msg("don't block")
        case "ask":
            return msg("ask me")
        case "cards":
            return msg("block with {cards}", cards=series(*map(title, line.cards)))
        case "lowest price" if line.keeps:
            return msg("block at the lowest price that leaves {n} LP", n=line.keeps)
        case "lowest price":
            return msg("block at the lowest price that keeps the loss at {n}", n=line.most)
        case _:
            return row("…")
