"""Consequences of answers, computed from the asked seat's view and the question.

Nothing here reads a position. Each sentence consists of claims (`views.claims`), and names everything that can still
change them, such as a response or triggers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.i18n import Message, msg, msg_plural, row, series, title
from cards.i18n import line as text_line
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.claims import (
    FillsHand,
    Goes,
    IsDestroyed,
    Paid,
    Refreshes,
    ShieldsStop,
    StopsIt,
)
from engine.dreamweavers.views.defence import at_one_press, attacked, sum_of, ways_to_stop
from engine.dreamweavers.views.print_consequences import moves_tracker, read
from engine.dreamweavers.views.question_context import (
    MemoryPrice,
    QuestionContext,
    in_play,
    listed,
)
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.claims import NOW, Claim, Hang
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.question import Choice, Question

FADING, GUARDIAN, RECURRING = "Fading", "Guardian", "Recurring"
EGO = "Ego"
HAND_SIZE = 5
"""The hand size to which a refresh draws (DW34)."""
EXPENSIVE_FROM = 4
"""The cost above which a card is rarely played in the first turns."""
LETTING_GO = 3
"""The tracker's place on the opponent's side after a player lets go (DW33)."""


def consequences(view: DreamweaversView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return the consequences of the answers to a seat's question, those of the whole question first.

    `view` is the seat's.
    """
    return list(_all(QuestionContext(view, question, names)))


def comes_to(view: DreamweaversView, question: Question, choice: Choice) -> Message | None:
    """Return the total of the shields chosen so far; None for other questions."""
    if question.topic != Topic.SHIELDS or view.attack is None:
        return None
    return sum_of(QuestionContext(view, question, ("", "")), view.attack, choice)


def usual_shields(view: DreamweaversView, question: Question) -> list[Choice]:
    """Return the smallest sets of shields that stop an attack, without valuable cards; nothing for other questions."""
    context = QuestionContext(view, question, ("", ""))
    if question.topic == Topic.MULLIGAN:
        costs = {card.face.title: card.face.cost for card in context.me.hand if card.face is not None}
        valuable = tuple(
            option.key for option in question.options if costs.get(option.subject, 0) > EXPENSIVE_FROM
        )
        return [valuable, ()] if valuable else [()]
    if question.topic != Topic.SHIELDS or view.attack is None:
        return []
    return [*ways_to_stop(context, view.attack), ()]


def whole_answers(view: DreamweaversView, question: Question, names: Sequence[str]) -> list[WholeAnswer]:
    """Return one-press answers that stop an attack with shields, or let it through; nothing for other questions."""
    if question.topic != Topic.DEFEND or view.attack is None:
        return []
    return at_one_press(QuestionContext(view, question, names), view.attack)


def rule_of(view: DreamweaversView, question: Question) -> str:
    """Return the best explanation of a question: a card's title, a section or a ruling."""
    return _RULES.get(question.topic, question.cause)


_RULES: Mapping[str, str] = {
    Topic.DRAFT: "Draft",
    Topic.INTENT: "Intent",
    Topic.MULLIGAN: "Mulligan",
    Topic.ACTION: "Turn",
    Topic.ANSWER: "Response",
    Topic.DEFEND: "Attack",
    Topic.SHIELDS: "Shield",
    Topic.LUCID: "Lucid",
    Topic.RECURRING: "Recurring",
}


def _all(context: QuestionContext) -> Iterator[Consequence]:
    """Yield all consequences."""
    match context.question.topic:
        case Topic.DRAFT:
            yield from drafting(context)
        case Topic.INTENT:
            yield from intents(context)
        case Topic.ACTION:
            yield from last_ego(context)
            yield from own_turn(context)
            yield from attacks(context)
            yield from letting_go(context)
        case Topic.ANSWER:
            yield from answering(context)
        case Topic.DEFEND | Topic.SHIELDS if context.view.attack is not None:
            yield from attacked(context, context.view.attack)
        case _:
            pass


def drafting(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the notions that each player has picked (DW2)."""
    for side in (context.them, context.me):
        if side.notions:
            sentence = series(*(Message(notion, context="notion") for notion in side.notions))
            if side is context.me:
                yield Consequence(None, msg("You have {notions}.", notions=sentence))
            else:
                yield Consequence(
                    None, msg("{name} has {notions}.", name=context.their_name, notions=sentence)
                )


def intents(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the text of each cover (DW7)."""
    notions = context.view.draft.notions if context.view.draft is not None else ()
    for option in context.question.options:
        notion = next(
            (other for other in notions if option.key in (other.notion, other.notion.casefold())), None
        )
        if notion is not None:
            yield Consequence(option.key, row(*(text_line(text) for text in notion.cover)))


def own_turn(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory left by each option, or that the turn would end (DW29, DW52)."""
    for price in context.prices():
        remaining = context.memory - price.memory
        if price.moves_tracker or not price.memory:
            continue
        if remaining >= 0:
            yield context.beside(price.key, msg("{n} memory left", n=remaining), _paid(context, price))
        else:
            yield ending(context, price, -remaining)
    yield from moving(context)
    if any(option.verb == OptionVerb.REFRESH for option in context.question.options):
        yield refreshing(context)


def ending(context: QuestionContext, price: MemoryPrice, memory: int) -> Consequence:
    """Return the memory with which the opponent's turn begins if this is paid and nothing intervenes (DW29)."""
    n = context.at_their_turn(memory)
    dependencies = (Hang.ANSWER, Hang.TRIGGERS) if price.waits else (Hang.TRIGGERS,)
    claim = Goes(
        answers=((price.key,),), hangs=dependencies, seat=context.them.seat, memory=n, if_let=price.waits
    )
    return context.beside(
        price.key, msg("likely ends your turn, {name}: {n}", name=context.their_name, n=n), claim
    )


def _paid(context: QuestionContext, price: MemoryPrice) -> Claim:
    """Return the claim about the tracker's place after a payment."""
    return Paid(answers=((price.key,),), seat=context.me.seat, memory=context.memory - price.memory)


def moving(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory right after payment, for options whose text moves the tracker."""
    for price in context.prices():
        if not price.moves_tracker:
            continue
        remaining = context.memory - price.memory
        sentence = (
            msg("{n} memory left, then its text moves it", n=remaining)
            if remaining >= 0
            else msg("{name}: {n} memory, then its text moves it", name=context.their_name, n=-remaining)
        )
        yield context.beside(price.key, sentence, _paid(context, price))


def refreshing(context: QuestionContext) -> Consequence:
    """Return the consequence of a refresh: it costs all memory and fills the hand after recurring cards (DW34)."""
    memory, seat = context.me.memory, context.me.seat
    answers = ((OptionVerb.REFRESH.value,),)
    n = min(max(HAND_SIZE - len(context.me.hand), 0), context.me.mind_count)
    if any(RECURRING in " ".join(face.text) for face in context.me.id):
        sentence = msg(
            "memory {memory} → 0, and you fill your hand up to {n}: recurring cards first, if you like, then from your mind.",
            memory=memory, n=HAND_SIZE,
        )  # fmt: skip
        claim: Claim = FillsHand(answers=answers, seat=seat, size=HAND_SIZE)
    else:
        nothing = (
            msg("memory {memory} → 0, and you draw nothing: your hand is full. You go on.", memory=memory)
            if context.me.mind_count
            else msg(
                "memory {memory} → 0, and you draw nothing: your mind is empty. You go on.", memory=memory
            )
        )
        sentence = (
            nothing
            if not n
            else msg_plural(
                "memory {memory} → 0, and you draw {n} card. You go on.",
                "memory {memory} → 0, and you draw {n} cards. You go on.",
                n,
                memory=memory,
            )
        )
        claim = Refreshes(answers=answers, seat=seat, drawn=n)
    return Consequence(OptionVerb.REFRESH, sentence, claims=(claim,))


def attacks(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the shields needed to stop each attack, and the attacks that fail anyway (§Attacking 4 and 5)."""
    dependencies, hand_size, has_found = (Hang.ANSWER, Hang.TRIGGERS), len(context.them.hand), False
    for option in context.question.options:
        about, answers = option.about, ((option.key,),)
        attacker = in_play(context.me.thoughts, about.name)
        if option.verb != OptionVerb.ATTACK or attacker is None:
            continue
        target = in_play(context.them.thoughts, about.aim)
        excess = attacker.power - (0 if target is None else target.power)
        has_found = True
        if excess > 0:
            sentence = (
                msg("stopped by shields of {n}.", n=excess) if hand_size else msg("no hand to shield with.")
            )
            claim: Claim = ShieldsStop(answers=answers, needed=excess)
        elif attacker.stands or not excess:
            sentence, claim = msg("fails as it stands."), StopsIt(answers=answers, hangs=dependencies)
        else:
            sentence = msg("attacker destroyed as it stands.")
            claim = IsDestroyed(answers=answers, hangs=dependencies, card=about.name)
        yield Consequence(option.key, sentence, Gravity.DETAIL, (claim,))
    if has_found and hand_size:
        yield Consequence(
            None, msg("An attack can also be weakened or stopped in other ways."), Gravity.DETAIL
        )
        sentence = msg_plural(
            "{name} holds {n} card.", "{name} holds {n} cards.", hand_size, name=context.their_name
        )
        yield Consequence(None, sentence, Gravity.SHOWN)
    guards = [
        title(card.face.title)
        for card in context.them.thoughts
        if GUARDIAN in card.keywords and not card.tapped
    ]
    if guards and has_found:
        yield Consequence(None, msg("May step in: {cards}.", cards=listed(guards)))
    if has_found and not context.them.ego:
        sentence = msg("{name}'s Ego is empty: the next damage wins.", name=context.their_name)
        yield Consequence(None, sentence)


def letting_go(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory that letting go gives to the opponent (DW33), and whether a draw is near (DW103)."""
    if any(option.verb == OptionVerb.LET_GO for option in context.question.options):
        n = context.at_their_turn(LETTING_GO)
        # Fading cards are forgotten at the end of the turn (DW36), which can trigger other cards.
        fades = any(FADING in card.keywords for card in (*context.me.thoughts, *context.me.feelings))
        sentence = (
            msg("your turn ends, and {name} has {n} memory unless something triggers.")
            if fades
            else msg("your turn ends, and {name} has {n} memory.")
        ).filled(name=context.their_name, n=n)
        dependencies = (Hang.TRIGGERS,) if fades else ()
        claim = Goes(answers=((OptionVerb.LET_GO,),), hangs=dependencies, seat=context.them.seat, memory=n)
        yield Consequence(OptionVerb.LET_GO, sentence, claims=(claim,))
    if context.view.repeated > 1:
        sentence = msg("This position has occurred before. The third time, it's a draw.")
        yield Consequence(None, sentence)


def last_ego(context: QuestionContext) -> Iterator[Consequence]:
    """Yield a warning that the next damage to an empty Ego loses (DW96)."""
    if not context.me.ego:
        sentence = msg("Your Ego is empty: the next damage loses the match.")
        yield Consequence(None, sentence, Gravity.WARNING)


def answering(context: QuestionContext) -> Iterator[Consequence]:
    """Yield the rest of the turn after letting an effect happen, and after each response (DW29, DW52, DW54)."""
    mine = context.view.active == context.me.seat
    memory = context.me.memory if mine else context.at_my_turn(context.me.memory)
    movers = [
        card_name(effect.title)
        for effect in context.view.standby
        if not effect.is_cancelled and moves_tracker(read(effect.text))
    ]
    claims: tuple[Claim, ...] = NOW
    if context.view.attack is not None:
        sentence = msg("the attack goes on then.")
    elif movers:
        sentence = (
            msg("your turn goes on; {n} memory before it is moved by {cards}.")
            if mine
            else msg("your turn begins then; {n} memory before it is moved by {cards}.")
        ).filled(n=memory, cards=listed(movers))
    else:
        sentence = (
            msg("your turn goes on with {n} memory, unless something triggers.", n=memory)
            if mine
            else msg("your turn begins then, with {n} memory unless something triggers.", n=memory)
        )
        dependencies = (Hang.ANSWER, Hang.TRIGGERS)
        claims = (
            Goes(answers=((OptionVerb.PASS,),), hangs=dependencies, seat=context.me.seat, memory=memory),
        )
    yield Consequence(OptionVerb.PASS, sentence, claims=claims)
    yield from moving(context)
    for price in context.prices():
        remaining = context.memory - price.memory
        if price.moves_tracker or not price.memory:
            continue
        if remaining > 0 or (mine and remaining == 0):
            sentence = msg("{n} memory left", n=remaining)
        elif remaining == 0:
            sentence = msg("{name} goes on, at 0", name=context.their_name)
        elif mine:
            yield ending(context, price, -remaining)
            continue
        else:
            sentence = msg(
                "{name} continues and can respond, with {n} memory", name=context.their_name, n=-remaining
            )
        yield context.beside(price.key, sentence, _paid(context, price))
