"""Consequences of answers, computed from the asked seat's view and the question.

Nothing here reads a position. Each sentence consists of claims (`views.claims`), and names everything that can still
change them, such as a response or triggers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.i18n import Message, msg, msg_plural, row, series, title
from cards.i18n import line as text_line
from engine.dreamweavers.facts.terms import called
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
"""The cost above which a card is seldom played in the first turns."""
LETTING_GO = 3
"""The tracker's place on the opponent's side after a player lets go (DW33)."""


def consequences(view: DreamweaversView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return the consequences of the answers to a seat's question, those of the whole question first; `view` is that
    seat's own.
    """
    return list(_all(QuestionContext(view, question, names)))


def comes_to(view: DreamweaversView, question: Question, choice: Choice) -> Message | None:
    """Return the result of the shields chosen so far; None for any other question."""
    if question.topic != Topic.SHIELDS or view.attack is None:
        return None
    return sum_of(QuestionContext(view, question, ("", "")), view.attack, choice)


def usual_shields(view: DreamweaversView, question: Question) -> list[Choice]:
    """Return the smallest sets of shields that stop an attack, without cards that are too expensive.

    Nothing for any other question.
    """
    asked = QuestionContext(view, question, ("", ""))
    if question.topic == Topic.MULLIGAN:
        costs = {card.face.title: card.face.cost for card in asked.me.hand if card.face is not None}
        dear = tuple(
            option.key for option in question.options if costs.get(option.subject, 0) > EXPENSIVE_FROM
        )
        return [dear, ()] if dear else [()]
    if question.topic != Topic.SHIELDS or view.attack is None:
        return []
    return [*ways_to_stop(asked, view.attack), ()]


def whole_answers(view: DreamweaversView, question: Question, names: Sequence[str]) -> list[WholeAnswer]:
    """Return the ways to stop an attack with shields, and to let it through, each at one press; nothing for any other question."""
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


def _all(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield everything there is to say."""
    match asked.question.topic:
        case Topic.DRAFT:
            yield from drafting(asked)
        case Topic.INTENT:
            yield from intents(asked)
        case Topic.ACTION:
            yield from last_ego(asked)
            yield from own_turn(asked)
            yield from attacks(asked)
            yield from letting_go(asked)
        case Topic.ANSWER:
            yield from answering(asked)
        case Topic.DEFEND | Topic.SHIELDS if asked.view.attack is not None:
            yield from attacked(asked, asked.view.attack)
        case _:
            pass


def drafting(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the notions that each player has taken (DW2)."""
    for side in (asked.them, asked.me):
        if side.notions:
            said = series(*(Message(notion, context="notion") for notion in side.notions))
            if side is asked.me:
                yield Consequence(None, msg("You have {notions}.", notions=said))
            else:
                yield Consequence(None, msg("{name} has {notions}.", name=asked.their_name, notions=said))


def intents(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the text of each cover (DW7)."""
    shown = asked.view.draft.notions if asked.view.draft is not None else ()
    for option in asked.question.options:
        found = next((one for one in shown if option.key in (one.notion, one.notion.casefold())), None)
        if found is not None:
            yield Consequence(option.key, row(*(text_line(text) for text in found.cover)))


def own_turn(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory that is left, or whether the turn would end (DW29, DW52)."""
    for price in asked.prices():
        left = asked.memory - price.memory
        if price.moves_tracker or not price.memory:
            continue
        if left >= 0:
            yield asked.beside(price.key, msg("{n} memory left", n=left), _paid(asked, price)[1])
        else:
            yield ending(asked, price, -left)
    yield from moving(asked)
    if any(option.verb == OptionVerb.REFRESH for option in asked.question.options):
        yield refreshing(asked)


Part = tuple[Message, Claim]
"""A part of a list, and what it claims."""


def _together(sentence: Message, parts: Sequence[Part], **values: str) -> Consequence:
    """Return the claims about several answers in one sentence."""
    said = sentence.filled(cards=listed([said for said, _ in parts]), **values)
    return Consequence(None, said, claims=tuple(claim for _, claim in parts))


def ending(asked: QuestionContext, price: MemoryPrice, memory: int) -> Consequence:
    """Return with how much memory the other's turn begins, if this is paid and nothing comes between (DW29)."""
    n = asked.at_their_turn(memory)
    hangs = (Hang.ANSWER, Hang.TRIGGERS) if price.waits else (Hang.TRIGGERS,)
    claim = Goes(answers=((price.key,),), hangs=hangs, seat=asked.them.seat, memory=n, if_let=price.waits)
    return asked.beside(
        price.key, msg("likely ends your turn, {name}: {n}", name=asked.their_name, n=n), claim
    )


def _paid(asked: QuestionContext, price: MemoryPrice) -> Part:
    """Return where the tracker stands as soon as that is paid."""
    left = asked.memory - price.memory
    number = str(left) if left >= 0 else row(asked.their_name, str(-left))
    claim = Paid(answers=((price.key,),), seat=asked.me.seat, memory=left)
    return row(price.name, row("(", number, ")", between="")), claim


def moving(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory on the tracker before a text moves it."""
    found = [_paid(asked, price) for price in asked.prices() if price.moves_tracker]
    if found:
        yield _together(msg("Memory when it is paid, before the text moves it: {cards}."), found)


def refreshing(asked: QuestionContext) -> Consequence:
    """To refresh costs all memory, and fills the hand: what recurs may come first (DW34)."""
    memory, seat = asked.me.memory, asked.me.seat
    answers = ((OptionVerb.REFRESH.value,),)
    n = min(max(HAND_SIZE - len(asked.me.hand), 0), asked.me.mind_count)
    if any(RECURRING in " ".join(face.text) for face in asked.me.id):
        said = msg(
            "memory {memory} → 0, and you fill your hand up to {n}: recurring cards first, if you like, then from the Mind.",
            memory=memory, n=HAND_SIZE,
        )  # fmt: skip
        claim: Claim = FillsHand(answers=answers, seat=seat, size=HAND_SIZE)
    else:
        said = (
            msg("memory {memory} → 0. You go on.", memory=memory)
            if not n
            else msg_plural(
                "memory {memory} → 0, and you draw {n} card. You go on.",
                "memory {memory} → 0, and you draw {n} cards. You go on.",
                n,
                memory=memory,
            )
        )
        claim = Refreshes(answers=answers, seat=seat, drawn=n)
    return Consequence(OptionVerb.REFRESH, said, claims=(claim,))


def attacks(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the shields that stop each attack, and the attacks that are lost already (§Attacking 4 and 5)."""
    hangs, held, found = (Hang.ANSWER, Hang.TRIGGERS), len(asked.them.hand), False
    for option in asked.question.options:
        about, answers = option.about, ((option.key,),)
        attacker = in_play(asked.me.thoughts, about.name)
        if option.verb != OptionVerb.ATTACK or attacker is None:
            continue
        target = in_play(asked.them.thoughts, about.aim)
        more = attacker.power - (0 if target is None else target.power)
        found = True
        if more > 0:
            said = msg("stopped by shields of {n}.", n=more) if held else msg("no hand to shield with.")
            claim: Claim = ShieldsStop(answers=answers, needed=more)
        elif attacker.stands or not more:
            said, claim = msg("fails as it stands."), StopsIt(answers=answers, hangs=hangs)
        else:
            said = msg("attacker destroyed as it stands.")
            claim = IsDestroyed(answers=answers, hangs=hangs, card=about.name)
        yield Consequence(option.key, said, Gravity.DETAIL, (claim,))
    if found and held:
        yield Consequence(
            None, msg("An attack can also be weakened or stopped in other ways."), Gravity.DETAIL
        )
        said = msg_plural("{name} holds {n} card.", "{name} holds {n} cards.", held, name=asked.their_name)
        yield Consequence(None, said, Gravity.SHOWN)
    guards = [
        title(card.face.title)
        for card in asked.them.thoughts
        if GUARDIAN in card.keywords and not card.tapped
    ]
    if guards and found:
        yield Consequence(None, msg("May step in: {cards}.", cards=listed(guards)))
    if found and not asked.them.ego:
        said = msg("{name}'s Ego is empty: the next damage wins.", name=asked.their_name)
        yield Consequence(None, said)


def letting_go(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the memory that letting go leaves to the opponent (DW33), and whether a draw is near (DW103)."""
    if any(option.verb == OptionVerb.LET_GO for option in asked.question.options):
        n = asked.at_their_turn(LETTING_GO)
        # What fades is forgotten as the turn ends (DW36), and cards hear of that.
        fades = any(FADING in card.keywords for card in (*asked.me.thoughts, *asked.me.feelings))
        said = (
            msg("your turn ends, and {name} has {n} memory unless something triggers.")
            if fades
            else msg("your turn ends, and {name} has {n} memory.")
        ).filled(name=asked.their_name, n=n)
        hangs = (Hang.TRIGGERS,) if fades else ()
        claim = Goes(answers=((OptionVerb.LET_GO,),), hangs=hangs, seat=asked.them.seat, memory=n)
        yield Consequence(OptionVerb.LET_GO, said, claims=(claim,))
    if asked.view.repeated > 1:
        said = msg("This position has occurred before. The third time, it's a draw.")
        yield Consequence(None, said)


def last_ego(asked: QuestionContext) -> Iterator[Consequence]:
    """An empty Ego loses with the next damage (DW96)."""
    if not asked.me.ego:
        said = msg("Your Ego is empty: the next damage loses the match.")
        yield Consequence(None, said, Gravity.WARNING)


def answering(asked: QuestionContext) -> Iterator[Consequence]:
    """Yield the rest of the turn after letting an effect happen, and after each answer (DW29, DW52, DW54)."""
    mine = asked.view.active == asked.me.seat
    memory = asked.me.memory if mine else asked.at_my_turn(asked.me.memory)
    movers = [
        called(one.title)
        for one in asked.view.standby
        if not one.is_cancelled and moves_tracker(read(one.text))
    ]
    claims: tuple[Claim, ...] = NOW
    if asked.view.attack is not None:
        said = msg("the attack goes on then.")
    elif movers:
        said = (
            msg("your turn goes on; {n} memory before it is moved by {cards}.")
            if mine
            else msg("your turn begins then; {n} memory before it is moved by {cards}.")
        ).filled(n=memory, cards=listed(movers))
    else:
        said = (
            msg("your turn goes on with {n} memory, unless something triggers.", n=memory)
            if mine
            else msg("your turn begins then, with {n} memory unless something triggers.", n=memory)
        )
        hangs = (Hang.ANSWER, Hang.TRIGGERS)
        claims = (Goes(answers=((OptionVerb.PASS,),), hangs=hangs, seat=asked.me.seat, memory=memory),)
    yield Consequence(OptionVerb.PASS, said, claims=claims)
    yield from moving(asked)
    for price in asked.prices():
        left = asked.memory - price.memory
        if price.moves_tracker or not price.memory:
            continue
        if left > 0 or (mine and left == 0):
            said = msg("{n} memory left", n=left)
        elif left == 0:
            said = msg("{name} goes on, at 0", name=asked.their_name)
        elif mine:
            yield ending(asked, price, -left)
            continue
        else:
            said = msg("{name} continues and can respond, with {n} memory", name=asked.their_name, n=-left)
        yield asked.beside(price.key, said, _paid(asked, price)[1])
