"""What follows from each answer to a question, reckoned from what the asked seat sees: its view and the question.

Nothing here looks at a position. What is said is the rules' doing, as things stand: what cards do besides is on the cards, and
what the other player does later may change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.i18n import Message, msg, msg_plural, row, series, title
from cards.i18n import line as text_line
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.asked import Asked, in_play, listed, with_number
from engine.dreamweavers.views.defence import attacked, sum_of, ways_to_stop
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Choice, Question

GUARDIAN = "Guardian"
EGO = "Ego"
HAND_SIZE = 5
"""To so many cards a refresh draws (DW34)."""
LETTING_GO = 3
"""Where the tracker goes for the opponent when somebody lets go (DW33)."""
EGO_SIZE = 5
"""Fewer cards in an Ego are missing ones (DW23)."""


def consequences(view: DreamweaversView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return what follows from the answers to a seat's question, the whole question's first; `view` is that seat's own."""
    return list(_all(Asked(view, question, names)))


def comes_to(view: DreamweaversView, question: Question, choice: Choice) -> Message | None:
    """Return what the shields that are chosen so far come to; None for any other question."""
    if question.topic != Topic.SHIELDS or view.attack is None:
        return None
    return sum_of(Asked(view, question, ("", "")), view.attack, choice)


def wanted(view: DreamweaversView, question: Question) -> list[Choice]:
    """Return the smallest sets of shields that stop an attack, and none; nothing for any other question."""
    if question.topic != Topic.SHIELDS or view.attack is None:
        return []
    return [*ways_to_stop(Asked(view, question, ("", "")), view.attack), ()]


def rule_of(view: DreamweaversView, question: Question) -> str:
    """Return what explains the question best: a card's title, a section or a ruling."""
    return _RULES.get(question.topic, question.cause)


_RULES: Mapping[str, str] = {
    Topic.DRAFT: "Draft",
    Topic.INTENT: "Intent",
    Topic.MULLIGAN: "Mulligan",
    Topic.ACTION: "Turn",
    Topic.ANSWER: "Answer",
    Topic.DEFEND: "Attack",
    Topic.SHIELDS: "Shield",
    Topic.LUCID: "Lucid",
    Topic.RECURRING: "Recurring",
}


def _all(asked: Asked) -> Iterator[Consequence]:
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


def drafting(asked: Asked) -> Iterator[Consequence]:
    """What both have taken (DW2)."""
    for side in (asked.them, asked.me):
        if side.notions:
            said = series(*(Message(notion, context="notion") for notion in side.notions))
            if side is asked.me:
                yield Consequence(None, msg("You have {notions}.", notions=said))
            else:
                yield Consequence(None, msg("{name} has {notions}.", name=asked.their_name, notions=said))


def intents(asked: Asked) -> Iterator[Consequence]:
    """What each cover says (DW7)."""
    shown = asked.view.draft.notions if asked.view.draft is not None else ()
    for option in asked.question.options:
        found = next((one for one in shown if option.key in (one.notion, one.notion.casefold())), None)
        if found is not None:
            yield Consequence(option.key, row(*(text_line(text) for text in found.cover)))


def own_turn(asked: Asked) -> Iterator[Consequence]:
    """Where the tracker would stand, whether the turn would end, whether the opponent might answer (DW29, DW52)."""
    stays: list[Message] = []
    ends: list[Message] = []
    answered: list[Message] = []
    for price in asked.prices():
        left = asked.memory - price.memory
        if left >= 0 and price.memory:
            stays.append(with_number(price.said, left))
        elif left < 0:
            (answered if price.waits else ends).append(with_number(price.said, -left))
    if stays:
        yield Consequence(None, msg("You go on, with memory left: {cards}.", cards=listed(stays)))
    yield from ending(asked, ends, answered)
    moving = [price.said for price in asked.prices() if price.moves_tracker]
    if moving:
        said = msg("Besides, the text moves the tracker: {cards}.", cards=listed(moving))
        yield Consequence(None, said, Gravity.DETAIL)
    if any(option.verb == OptionVerb.REFRESH for option in asked.question.options):
        n = min(max(HAND_SIZE - len(asked.me.hand), 0), asked.me.mind_count)
        yield Consequence(
            OptionVerb.REFRESH,
            msg("memory {memory} → 0. You go on.", memory=asked.me.memory)
            if not n
            else msg_plural(
                "memory {memory} → 0, and you draw {n} card. You go on.",
                "memory {memory} → 0, and you draw {n} cards. You go on.",
                n,
                memory=asked.me.memory,
            ),
        )


def attacks(asked: Asked) -> Iterator[Consequence]:
    """What stops each attack, and which are lost as things stand (§Attacking 4 and 5)."""
    needed: list[Message] = []
    vain: list[Message] = []
    lost: list[Message] = []
    for option in asked.question.options:
        if option.verb != OptionVerb.ATTACK:
            continue
        about = option.about
        attacker = in_play(asked.me.thoughts, about.name)
        if attacker is None:
            continue
        target = in_play(asked.them.thoughts, about.aim)
        who = row(title(about.name), ">", EGO if target is None else title(about.aim))
        against = 0 if target is None else target.power
        if against > attacker.power:
            lost.append(who)
        elif against == attacker.power:
            vain.append(who)
        else:
            needed.append(with_number(who, attacker.power - against))
    held = len(asked.them.hand)
    if needed and not held:
        yield Consequence(None, msg("{name} holds no card to shield with.", name=asked.their_name))
    elif needed:
        said = msg_plural(
            "Shields of so much stop an attack: {attacks}. {name} holds {n} card.",
            "Shields of so much stop an attack: {attacks}. {name} holds {n} cards.",
            held,
            attacks=listed(needed),
            name=asked.their_name,
        )
        yield Consequence(None, said)
    if vain:
        yield Consequence(None, msg("Fails as it stands: {attacks}.", attacks=listed(vain)))
    if lost:
        said = msg("The attacker is destroyed as it stands: {attacks}.", attacks=listed(lost))
        yield Consequence(None, said)
    guards = [
        title(card.face.title)
        for card in asked.them.thoughts
        if GUARDIAN in card.keywords and not card.tapped
    ]
    if guards and (needed or vain or lost):
        yield Consequence(None, msg("May step in: {cards}.", cards=listed(guards)))
    if needed and not asked.them.ego:
        said = msg("{name}'s Ego is empty: the next damage wins.", name=asked.their_name)
        yield Consequence(None, said)


def letting_go(asked: Asked) -> Iterator[Consequence]:
    """What letting go leaves to the opponent (DW33), and whether a draw is near (DW103)."""
    if any(option.verb == OptionVerb.LET_GO for option in asked.question.options):
        said = msg("your turn ends, and {name} has {n} memory.", name=asked.their_name, n=LETTING_GO)
        yield Consequence(OptionVerb.LET_GO, said)
    if asked.view.repeated > 1:
        said = msg("Everything has lain like this before. For the third time it is a draw.")
        yield Consequence(None, said)


def last_ego(asked: Asked) -> Iterator[Consequence]:
    """An empty Ego loses with the next damage (DW96)."""
    if not asked.me.ego:
        said = msg("Your Ego is empty: the next damage loses the match.")
        yield Consequence(None, said, Gravity.WARNING)


def answering(asked: Asked) -> Iterator[Consequence]:
    """What becomes of the turn by letting an effect happen, and by each answer (DW29, DW52, DW54)."""
    mine = asked.view.active == asked.me.seat
    if mine:
        said = msg("your turn goes on with {n} memory, as it stands.", n=asked.me.memory)
    else:
        memory = max(asked.me.memory, EGO_SIZE - len(asked.me.ego))
        said = msg("your turn begins then, with {n} memory as it stands.", n=memory)
    yield Consequence(OptionVerb.PASS, said)
    keeps: list[Message] = []
    at_zero: list[Message] = []
    answered: list[Message] = []
    for price in asked.prices():
        left = asked.memory - price.memory
        if left > 0 or (mine and left == 0):
            keeps += [with_number(price.said, left)] if price.memory else []
        elif left == 0:
            at_zero.append(price.said)
        else:
            answered.append(with_number(price.said, -left))
    if keeps:
        yield Consequence(None, msg("Memory left for you: {cards}.", cards=listed(keeps)))
    if mine:
        yield from ending(asked, [], answered)
        return
    if at_zero:
        said = msg("{name} goes on, at 0: {cards}.", name=asked.their_name, cards=listed(at_zero))
        yield Consequence(None, said)
    if answered:
        said = msg(
            "{name} goes on and may answer, with memory: {cards}.",
            name=asked.their_name,
            cards=listed(answered),
        )
        yield Consequence(None, said)


def ending(asked: Asked, ends: Sequence[Message], answered: Sequence[Message]) -> Iterator[Consequence]:
    """What would end the own turn: with nothing on standby, and with something that can be answered."""
    if ends:
        said = msg("Ends your turn, memory for {name}: {cards}.", name=asked.their_name, cards=listed(ends))
        yield Consequence(None, said)
    if answered:
        said = msg(
            "Ends your turn, and {name} may answer; memory for {name}: {cards}.",
            name=asked.their_name,
            cards=listed(answered),
        )
        yield Consequence(None, said)
