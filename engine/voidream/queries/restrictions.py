"""Prohibitions in force, and a card's conditions for being played or unveiled (§2, §6, R4, R16, R39, R43)."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from cards.i18n import Message, line, msg, msg_plural, title
from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability
from cards.voidream.language.tree import (
    Ban,
    Filter,
    KeywordName,
    Noun,
    Prohibition,
)
from cards.voidream.model import Kind
from engine.kernel.game import Reason
from engine.voidream.law.citations import cause_words
from engine.voidream.program import INVERTED, mind_side
from engine.voidream.queries.characteristics import candidates, holds, in_force, keyword, reaches
from engine.voidream.queries.nouns import is_face_down
from engine.voidream.queries.suppositions import SupposedMindTurn
from engine.voidream.referee import Referee
from engine.voidream.sources import ContinuousEffect


def is_banned(ref: Referee, card: int, ban: Ban) -> bool:
    """Return whether an effect in force forbids an action of a card, or on a card."""
    if ban is Ban.DESTROYED and not is_face_down(ref, card):
        if keyword(ref, card, KeywordName.INDESTRUCTIBLE) is not None:
            return True
    return any(
        isinstance(effect.op, tree.CannotBe) and reaches(ref, effect, effect.op.what, card)
        for effect in ref.continuous_effects(ban)
    )


def who_forbids(ref: Referee, seat: int, action: Prohibition) -> ContinuousEffect | None:
    """Return the effect in force that forbids an action to a player; None if there is none."""
    for effect in ref.continuous_effects(action):
        op = effect.op
        if isinstance(op, tree.Cannot) and in_force(ref, effect):
            if seat in ref.players(effect.context, op.who):
                return effect
    return None


def is_forbidden(ref: Referee, seat: int, action: Prohibition) -> bool:
    """Return whether an action is forbidden to a player."""
    return who_forbids(ref, seat, action) is not None


def with_rule(reason: Reason) -> Message:
    """Return a reason with its rule in parentheses: "… (§4)"."""
    return msg("{reason} ({rule})", reason=reason[0], rule=cause_words(reason[1]))


def why_forbidden(ref: Referee, seat: int, action: Prohibition) -> Reason | None:
    """Return a sentence with the card in force that forbids an action to a player; None if there is none."""
    if not ref.continuous_effects(action):
        return None
    effect = who_forbids(ref, seat, action)
    if effect is None:
        return None
    context = effect.context
    name = ref.title(context.card) if context.card >= 0 else ref.seats[context.seat].mind_title
    action_text = _DOING[action]
    if seat == ref.turned and _is_on_mind(ref, seat, effect):
        return _forbidden_as_turned(ref, seat, action_text), "R16"
    if context.seat == seat:
        sentence = msg("An effect of your {card} says you cannot {act}.", card=title(name), act=action_text)
    else:
        sentence = msg(
            "An effect of your opponent's {card} says you cannot {act}.",
            card=title(name),
            act=action_text,
        )
    return sentence, "§7 Card before rule"


def _is_on_mind(ref: Referee, seat: int, effect: ContinuousEffect) -> bool:
    """Return whether an effect is on the upright side of a seat's mind."""
    state = ref.seats[seat]
    side = ref.pool[state.mind_title].sides[mind_side(state.mind)]
    return any(op is effect.op for static in side.statics for op in static.ongoing)


def _forbidden_as_turned(ref: Referee, seat: int, action_text: Message) -> Message:
    """Return that the mind will forbid an action as soon as it is turned for it (R16)."""
    state = ref.seats[seat]
    mind_name = title(state.mind_title)
    if state.mind == 0:
        return msg(
            "Paying turns your mind first. While it's spent, {card} says you cannot {act}.",
            card=mind_name,
            act=action_text,
        )
    return msg(
        "Paying turns your mind first. At {count}, {card} says you cannot {act}.",
        count=state.mind,
        card=mind_name,
        act=action_text,
    )


_DOING = {
    Prohibition.PLAY_INVERTED: msg("play inverted arcana", "cannot"),
    Prohibition.PLAY_ARCANA: msg("play arcana", "cannot"),
    Prohibition.EVOKE: msg("evoke", "cannot"),
    Prohibition.UNVEIL: msg("unveil", "cannot"),
    Prohibition.INITIATE: msg("initiate conflicts", "cannot"),
    Prohibition.ACTIVATE: msg("activate abilities", "cannot"),
    Prohibition.AVOID_NIGHTMARE: msg("avoid Nightmare", "cannot"),
}


def why_unplayable(ref: Referee, seat: int, card: int, *, inverted: bool = False) -> Reason | None:
    """Return why a seat can't play or unveil a card, ignoring mind and depth; None if it can."""
    printed = ref.printed[card]
    if printed.kind is Kind.ARCANUM:
        forbidden = why_forbidden(ref, seat, Prohibition.PLAY_ARCANA)
        if forbidden is not None:
            return forbidden
    elif printed.kind is Kind.BASTION or not printed.is_dream:
        return msg("{card} can't be played.", card=title(printed.title)), "§2"
    elif printed.kind is Kind.CONSTRUCT and ref.has_construct(ref.cards[card].owner):
        if ref.cards[card].owner == seat:
            return msg("You already have an active construct, and can have only one."), "R4"
        return msg("{card} can't be played.", card=title(printed.title)), "R94"
    text = printed.sides[INVERTED] if inverted else printed.front
    for condition in text.only:
        if not holds(ref, ref.context(seat, card), condition):
            only = line(print_ability(tree.PlayOnly(condition)))
            return msg("{card} says: {text}", card=title(printed.title), text=only), "§7 Card before rule"
    for requirement in text.keywords:
        reason = _why_keyword_prevents(ref, seat, card, requirement)
        if reason is not None:
            return reason
    return ref.why_unpaid(ref, seat, card, inverted)


def _why_keyword_prevents(ref: Referee, seat: int, card: int, requirement: tree.Keyword) -> Reason | None:
    card_name, x = title(ref.title(card)), requirement.x
    match requirement.name:
        case KeywordName.DORMANT:
            have = sum(ref.printed[c].kind is Kind.ARCANUM for c in ref.seats[seat].void)
            if have < x:
                return (
                    msg_plural(
                        "{card} is dormant: it needs an arcanum in your Void, and you have {have}.",
                        "{card} is dormant: it needs {n} arcana in your Void, and you have {have}.",
                        x,
                        card=card_name,
                        have=have,
                    ),
                    "§6 Dormant",
                )
        case KeywordName.WORSHIP:
            have = ref.offerings(seat)
            if have < x:
                return (
                    msg_plural(
                        "{card} needs an offering in your Void, and you have {have}.",
                        "{card} needs {n} offerings in your Void, and you have {have}.",
                        x,
                        card=card_name,
                        have=have,
                    ),
                    "§6 Worship",
                )
        case KeywordName.HIERARCHY:
            have = len(can_exhaust_for(ref, seat, card))
            if have < x:
                return (
                    msg_plural(
                        "{card} needs you to exhaust an entity, and you have {have} ready.",
                        "{card} needs you to exhaust {n} entities, and you have {have} ready.",
                        x,
                        card=card_name,
                        have=have,
                    ),
                    "§6 Hierarchy",
                )
        case KeywordName.SHADOWBORNE:
            have = len(can_return_for(ref, seat, card))
            if have < x:
                return (
                    msg_plural(
                        "{card} needs another of your veiled cards, and you have {have}.",
                        "{card} needs {n} of your other veiled cards, and you have {have}.",
                        x,
                        card=card_name,
                        have=have,
                    ),
                    "§6 Shadowborne",
                )
        case _:
            pass
    return None


def can_exhaust_for(ref: Referee, seat: int, card: int) -> list[int]:
    """Return the ready entities that Hierarchy can exhaust, in the conflict or not (R39), except unreachable deep ones (R43)."""
    described = Filter(Noun.ENTITY, traits=(tree.Trait.READY,), whose=tree.Player.YOU)
    matching = candidates(ref, ref.context(seat, card), described)
    return [c for c in matching if c != card and not is_banned(ref, c, tree.Ban.EXHAUST)]


def can_return_for(ref: Referee, seat: int, card: int) -> list[int]:
    """Return the veiled cards that Shadowborne can return to the deck."""
    return [c for c in ref.veiled(seat) if c != card]


def mind_turned(ref: Referee, seat: int) -> AbstractContextManager[None]:
    """Turn the mind for the duration of the context, as it will be when the effect happens (R16)."""
    state = ref.seats[seat]
    if state.mind == 0 or not ref.pool.turning_matters(state.mind_title, state.mind):
        return _AS_IT_IS
    return _AsTurned(ref, seat, 1)


class _AsTurned(SupposedMindTurn):
    def __enter__(self) -> None:
        super().__enter__()
        self._ref.turned = self._seat

    def __exit__(self, *_: object) -> None:
        self._ref.turned = -1
        super().__exit__()


_AS_IT_IS = nullcontext()
