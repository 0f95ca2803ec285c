"""Orders that answer yes or no: to a card's option, and to the roll with siege (§6 Siege, §7, R24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cards.i18n import Message, msg, title
from cards.voidream.language import tree
from engine.kernel.orders.kind import Offer, OrderKind, pending_question
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion
from engine.voidream.orders import durations
from engine.voidream.program import CompiledCard
from engine.voidream.queries.nouns import can_be_named
from engine.voidream.queries.score import has_siege
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

MAY, ROLL = "may", "roll"

YES, NO = "yes", "no"


class Agreement(Parameters, frozen=True):
    """The answer: yes or no."""

    answer: str = ""


class CardAnswer(Agreement, frozen=True):
    """An answer to one card's question."""

    card: str = ""


def _offers(ref: Referee, seat: int) -> Sequence[Offer[CardAnswer]]:
    cards = list(dict.fromkeys(_asking(ref, seat)))
    question = pending_question(ref, seat)
    if question is not None and question.topic == Topic.MAY and question.cause in cards:
        cards.remove(question.cause)
        cards.insert(0, question.cause)
    return [
        Offer(
            CardAnswer(card=card, answer=answer),
            label(card=title(card)),
            msg("Whenever {card} lets you choose whether to do something.", card=title(card)),
            name=f"{answer} {card}",
        )
        for card in cards
        for answer, label in _LABELS.items()
    ]


def _always_yes(card: Message) -> Message:
    return msg("Always say yes to {card}", card=card)


def _always_no(card: Message) -> Message:
    return msg("Always say no to {card}", card=card)


_LABELS = {YES: _always_yes, NO: _always_no}


def _asking(ref: Referee, seat: int) -> Iterator[str]:
    """Yield the cards in force whose triggered abilities offer a seat an option."""
    for owner, _, card, side, _ in ref.texts_in_force():
        if _offers_option(ref.pool[card], side, yours=owner == seat):
            yield card


@lru_cache(maxsize=1024)
def _offers_option(compiled: CompiledCard, side: str, *, yours: bool) -> bool:
    """Return whether a triggered ability offers an option to its player (`yours`), or to the other one."""
    effects = [ability.effect for ability in compiled.sides[side].triggered.values()]
    return any(_lets(part, yours=yours) for effect in effects for sentence in effect for part in sentence)


def _lets(part: tree.Instruction, *, yours: bool) -> bool:
    match part:
        case tree.May(_, chooser):
            return chooser is (tree.Player.YOU if yours else tree.Player.OPPONENT) or chooser not in (
                tree.Player.YOU,
                tree.Player.OPPONENT,
            )
        case tree.If(_, sentence, otherwise):
            return any(_lets(inner, yours=yours) for inner in (*sentence, *(otherwise or ())))
        case tree.IfYouDo(sentence) | tree.ForEach(_, sentence):
            return any(_lets(inner, yours=yours) for inner in sentence)
        case _:
            return False


def _wrong(ref: Referee, seat: int, parameters: CardAnswer) -> Message | None:
    if not can_be_named(ref, seat, parameters.card) or parameters.answer not in _LABELS:
        return msg("That card doesn't exist.")
    if parameters.card in _asking(ref, seat):
        return None
    return msg("{card} isn't where it would ask you.", card=title(parameters.card))


def _answer(ref: Referee, seat: int, parameters: CardAnswer, question: PendingQuestion) -> OrderOutcome:
    return OrderOutcome((parameters.answer,)) if question.cause == parameters.card else OrderOutcome()


def _ended(
    ref: Referee, seat: int, parameters: CardAnswer, question: PendingQuestion | None
) -> Message | None:
    if parameters.card in _asking(ref, seat) or (question is not None and question.cause == parameters.card):
        return None
    return msg("{card} is no longer there.", card=title(parameters.card))


def _words(parameters: CardAnswer) -> Message:
    return _LABELS[parameters.answer](card=title(parameters.card))


SAYING = OrderKind(
    MAY, CardAnswer, durations.LONG, (), (Topic.MAY,), _offers, _words, _answer, _wrong, _ended
)

# ------------------------------------------------------------------------------------------------------------ rolling

_ROLL_LABELS = {YES: msg("Always roll"), NO: msg("Never roll")}


def _roll_offers(ref: Referee, seat: int) -> Sequence[Offer[Agreement]]:
    if not has_siege(ref, seat):
        return []
    detail = msg("Whenever siege lets you choose whether to roll before the scores are counted.")
    return [
        Offer(Agreement(answer=answer), label, detail, name=answer) for answer, label in _ROLL_LABELS.items()
    ]


def _roll_wrong(ref: Referee, seat: int, parameters: Agreement) -> Message | None:
    return None if parameters.answer in _ROLL_LABELS else msg("You can roll or not roll.")


def _roll_answer(ref: Referee, seat: int, parameters: Agreement, question: PendingQuestion) -> OrderOutcome:
    return OrderOutcome((parameters.answer,))


def _roll_words(parameters: Agreement) -> Message:
    return _ROLL_LABELS[parameters.answer]


ROLLING = OrderKind(
    ROLL,
    Agreement,
    (durations.CONFLICT, durations.ROUND, durations.MATCH),
    (),
    (Topic.ROLL,),
    _roll_offers,
    _roll_words,
    _roll_answer,
    _roll_wrong,
)
