"""Orders to say yes or no: to what a card lets one do, and to the roll with siege (§6 Siege, §7, R24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.i18n import Message, msg, title
from cards.voidream.language import tree
from engine.kernel.order_book import asked
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind
from engine.voidream.queries.score import has_siege
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

MAY, ROLL = "may", "roll"

YES, NO = "yes", "no"


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [*spans.running(ref, spans.ROUND), spans.MATCH]


# ------------------------------------------------------------------------------------------------------------- may


def _may_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    cards = list(dict.fromkeys(_asking(ref, seat)))
    question = asked(ref, seat)
    if question is not None and _is_a_may(ref, question) and question.cause in cards:
        cards.remove(question.cause)
        cards.insert(0, question.cause)
    return [
        OrderForm(
            Order(MAY, {"card": card, "answer": answer}),
            label(card=title(card)),
            msg("Whenever {card} lets you choose whether to do something.", card=title(card)),
            name=f"{answer} {card}",
        )
        for card in cards
        for answer, label in _MAY_LABELS.items()
    ]


def _always_yes(card: Message) -> Message:
    return msg("Always say yes to {card}", card=card)


def _always_no(card: Message) -> Message:
    return msg("Always say no to {card}", card=card)


_MAY_LABELS = {YES: _always_yes, NO: _always_no}


def _asking(ref: Referee, seat: int) -> Iterator[str]:
    """The cards in force whose triggered abilities let a seat choose whether to do something."""
    for owner, _, card, side, _ in ref.texts_in_force():
        for ability in ref.pool[card].sides[side].triggered.values():
            if any(_lets(part, yours=owner == seat) for sentence in ability.effect for part in sentence):
                yield card


def _lets(part: tree.Instruction, *, yours: bool) -> bool:
    match part:
        case tree.May(_, who):
            return who is (tree.Player.YOU if yours else tree.Player.OPPONENT) or who not in (
                tree.Player.YOU,
                tree.Player.OPPONENT,
            )
        case tree.If(_, sentence, otherwise):
            return any(_lets(inner, yours=yours) for inner in (*sentence, *(otherwise or ())))
        case tree.IfYouDo(sentence) | tree.ForEach(_, sentence):
            return any(_lets(inner, yours=yours) for inner in sentence)
        case _:
            return False


def _is_a_may(ref: Referee, question: Asked) -> bool:
    return question.topic == Topic.MAY


def _may_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    match order.said:
        case {"card": str(card), "answer": "yes" | "no"} if card in _asking(ref, seat):
            return None
        case {"card": str(card), "answer": "yes" | "no"} if card in ref.pool.cards:
            return msg("{card} does not lie where it would ask you.", card=title(card))
        case _:
            return msg("There is no such card.")


def _may_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if not _is_a_may(ref, question) or question.cause != order.said["card"]:
        return Ordered()
    return Ordered((order.said["answer"],))


def _may_ended(ref: Referee, seat: int, order: Order, question: Asked | None) -> Message | None:
    card: str = order.said["card"]
    if card in _asking(ref, seat) or (question is not None and question.cause == card):
        return None
    return msg("{card} is no longer there.", card=title(card))


def _may_words(order: Order) -> Message:
    return _MAY_LABELS[order.said["answer"]](card=title(order.said["card"]))


SAYING = OrderKind(_may_forms, _spans, _may_wrong, _may_answer, _may_words, _may_ended)


# ------------------------------------------------------------------------------------------------------------ rolling

_ROLL_LABELS = {YES: msg("Always roll"), NO: msg("Never roll")}


def _roll_spans(ref: Referee, seat: int) -> Sequence[str]:
    return [*spans.running(ref, spans.CONFLICT, spans.ROUND), spans.MATCH]


def _roll_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    if not has_siege(ref, seat):
        return []
    return [
        OrderForm(
            Order(ROLL, {"answer": answer}),
            label,
            msg("Whenever siege lets you choose whether to roll before the scores are counted."),
            name=answer,
        )
        for answer, label in _ROLL_LABELS.items()
    ]


def _roll_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    return None if order.said.get("answer") in (YES, NO) else msg("One can roll, or not roll.")


def _roll_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered((order.said["answer"],)) if question.topic == Topic.ROLL else Ordered()


def _roll_words(order: Order) -> Message:
    return _ROLL_LABELS[order.said["answer"]]


ROLLING = OrderKind(_roll_forms, _roll_spans, _roll_wrong, _roll_answer, _roll_words)
