"""Lines of block plans: as their owners make them out with menus, and in words (DD95)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Noun
from cards.i18n import Message, msg, row, series, title
from engine.dreams_of_dystopia.effects.choices import player_option
from engine.dreams_of_dystopia.players.plans import ASK, CARDS, LOWEST_PRICE, NO_BLOCK, BlockLine
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.kernel.orders.plan import PlanAct, PlanStep, PlanWhen

MOST_HELPERS = 4
"""Helpers that a line names, or that are added by price."""
_LOSSES, _LEFT = (2, 3, 4, 5, 6, 8, 10), (0, 2, 4, 6, 8, 10)
_LOST_AT_MOST, _KEPT = (0, 1, 2, 3, 4), (1, 3, 5, 8)
_BLOCKERS = 14
_LOSS, _LP, _HIT, _BY, _ANY = "loss", "lp", "hit", "by", "any"
"""The conditions of a line: the keys are these, with a number behind."""
_FIELDS = {_LOSS: "loss", _LP: "lp", _BY: "attacker"}
"""By key, the field that has the number."""
_WITH, _PRICE, _KEEP = "with", "price", "keep"
"""The acts, apart from no block and asking: a card, the highest loss, or how many LP must be left follows."""


def whens(m: Referee, seat: int, names: Sequence[str]) -> Sequence[PlanWhen]:
    """Return the conditions of a line, and its possible actions with these cards: few numbers, for menus."""
    sides = [m.pool.sides[name] for name in names]
    helpers = sorted((one for one in sides if one.is_helper), key=lambda one: one.noun is Noun.WEAPON)
    things = tuple((one.title, title(one.title)) for one in helpers)
    keys = [NO_BLOCK, ASK, *(f"{_PRICE} {n}" for n in _LOST_AT_MOST), *(f"{_KEEP} {n}" for n in _KEPT)]
    acts = [PlanAct(key, _answer_words(line_of(PlanStep(_ANY, key)))) for key in keys]
    for side in [one for one in sides if can_block(one)][:_BLOCKERS]:
        others = tuple(one for one in things if one[0] != side.title)
        label = msg("block with {card}, and …", card=title(side.title))
        acts.append(PlanAct(f"{_WITH} {side.title}", label, others, 0, min(MOST_HELPERS, len(others))))
    about = [_ANY, *(f"{_LOSS} {n}" for n in _LOSSES), *(f"{_LP} {n}" for n in _LEFT), _HIT]
    opponents = m.opponents(seat)
    about += [f"{_BY} {other}" for other in opponents] if len(opponents) > 1 else []
    return tuple(PlanWhen(key, _about(line_of(PlanStep(key, ASK))), tuple(acts)) for key in about)


def _about(line: BlockLine) -> Message:
    return next(iter(_conditions(line)), msg("you are attacked"))


def line_of(step: PlanStep) -> BlockLine:
    """Return the line of a form's step; a line without an answer for an incomplete one."""
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
    """Return all lines in words, in turn. A line that asks where the one before it can't be done repeats no condition."""
    said, before = list[Message](), None
    for line in lines:
        if (
            before is not None
            and before.answer == LOWEST_PRICE
            and line == replace(before, answer=ASK, keeps=0, most=-1)
        ):
            answer = msg("{answer}; if your cards can't, ask me", answer=_answer_words(before))
            said[-1] = _line_words(before, answer)
        else:
            said.append(line_words(line))
        before = line
    first, *others = said
    for each in others:
        first = msg("{first}; otherwise {then}", first=first, then=each)
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
    return [said for holds, said in conditions if holds]


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
