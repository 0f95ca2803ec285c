"""Reasons why an expected action isn't possible: the rule that prevents it (§Main Phase, §Attacking)."""

from __future__ import annotations

from cards.i18n import msg
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import HAND, MAIN, THOUGHTS
from engine.dreamweavers.queries.repetition import ActsThisTurn
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.turns.legality import (
    ActTime,
    Reason,
    abilities,
    moment_of,
    why_not_attack,
    why_not_attack_at,
    why_not_play,
    why_not_refresh,
    why_not_use,
)
from engine.dreamweavers.turns.options import EGO_TARGET, ability_key, attack_key, play_key
from engine.kernel.question import OptionSubject

_IN_CIRCLES = Reason(msg("You already did this in the same position. Again would only repeat it."), "DW70")


def why_not(ref: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now: a sentence, and the rule behind it.

    A wish is a verb with its object: "play TITLE", "activate TITLE", "attack TITLE > TARGET", "attack TITLE", "refresh",
    "let go", "guard TITLE". None if it is possible, or if nothing is known about it.
    """
    position = ref.position
    if position.outcome is not None:
        return Reason(msg("This match is over."), "§How do you win")
    if position.phase != MAIN:
        return Reason(msg("The match is still being set up, or a turn is just beginning."), "§Main Phase")
    wished = wish.strip()
    moment = moment_of(ref, seat)
    question = position.questions.get(seat)
    if question is not None and any(
        option.key.casefold() == wished.casefold() for option in question.options
    ):
        return None
    verb, _, object_text = wished.partition(" ")
    object_text = object_text.strip()
    match verb.casefold():
        case OptionVerb.PLAY:
            return _why_not_play(ref, seat, object_text, moment)
        case OptionVerb.ACTIVATE | "use":
            return _why_not_use(ref, seat, object_text, moment)
        case OptionVerb.ATTACK:
            return _why_not_attack(ref, seat, object_text, moment)
        case OptionVerb.REFRESH:
            return (
                _not_your_move(ref, seat, moment)
                or why_not_refresh(ref, seat)
                or _circles(ref, OptionVerb.REFRESH)
            )
        case "let" | "pass" | "end":
            return _not_your_move(ref, seat, moment)
        case OptionVerb.GUARD:
            if moment is ActTime.DEFENCE:
                return Reason(
                    msg("Only an untapped Guardian can step in, once per attack and before anything else."),
                    "DW57",
                )
            return Reason(msg("A Guardian steps in while you defend."), "DW57")
        case OptionVerb.SHIELDS | "shield":
            if moment is ActTime.DEFENCE:
                return _why_not_shield(ref, seat, object_text)
            return Reason(msg("Shields are discarded while you defend."), "DW76")
        case "draw":
            return Reason(msg("You draw by refreshing, or when a card says so."), "§Main Phase")
        case "tap" | "untap":
            return Reason(
                msg(
                    "Thoughts tap when they attack and untap in your Upkeep. Otherwise only a "
                    "card can do that."
                ),
                "§Upkeep Phase",
            )
        case _:
            return None


def _circles(ref: Referee, key: str) -> Reason | None:
    return _IN_CIRCLES if ActsThisTurn(ref).here(key) else None


def _not_your_move(ref: Referee, seat: int, moment: ActTime | None) -> Reason | None:
    if moment is ActTime.MAIN:
        return None
    if ref.position.active != seat:
        return Reason(msg("It isn't your turn."), "DW40")
    return Reason(msg("Another decision comes first."), "DW40")


def _named(ref: Referee, title: str) -> CardId | None:
    folded = title.casefold()
    return next((card for card, state in enumerate(ref.cards) if state.title.casefold() == folded), None)


def _why_not_play(ref: Referee, seat: int, title: str, moment: ActTime | None) -> Reason | None:
    card = _named(ref, title)
    if card is None or ref.cards[card].owner != seat or ref.cards[card].zone != HAND:
        return Reason(msg("You hold no card called “{card}”.", card=title[:60]), "DW39") if title else None
    if moment is None:
        if ref.printed(card).is_thought:
            return _not_your_move(ref, seat, moment)
        return Reason(msg("You can play a Feeling only when you act, respond or defend."), "DW40")
    return why_not_play(ref, seat, card, moment) or _circles(ref, play_key(ref.title(card)))


def _why_not_shield(ref: Referee, seat: int, title: str) -> Reason | None:
    card = _named(ref, title)
    if not title or (card in ref.seats[seat].hand and ref.printed(card).is_thought):
        return None
    return Reason(msg("Only Thoughts in your hand can be shields."), "DW76")


def _why_not_use(ref: Referee, seat: int, title: str, moment: ActTime | None) -> Reason | None:
    folded = title.casefold()
    named_abilities = [
        (source, line)
        for source, line in abilities(ref, seat)
        if folded in (source.title.casefold(), ability_key(ref, source, line).partition(" ")[2].casefold())
    ]
    if not named_abilities:
        return (
            Reason(msg("You have no ability of a card called “{card}”.", card=title[:60]), "DW48")
            if title
            else None
        )
    if moment is None:
        return Reason(msg("You can use an ability only when you act, respond or defend."), "DW40")
    reasons = [
        why_not_use(ref, source, line) or _circles(ref, ability_key(ref, source, line))
        for source, line in named_abilities
    ]
    return None if None in reasons else reasons[0]


def _why_not_attack(ref: Referee, seat: int, text: str, moment: ActTime | None) -> Reason | None:
    stuck = _not_your_move(ref, seat, moment)
    if stuck is not None:
        return stuck
    subject = OptionSubject.read(text)
    name, aim = subject.name.strip(), subject.aim.strip()
    card = _named(ref, name)
    if card is None:
        return (
            Reason(msg("You control no Thought called “{card}”.", card=name[:60]), "§Attacking")
            if name
            else None
        )
    reason = why_not_attack(ref, seat, card)
    if reason is not None or not aim:
        return reason
    if aim.casefold() == EGO_TARGET.casefold():
        return why_not_attack_at(ref, card, None) or _circles(ref, attack_key(ref.title(card), EGO_TARGET))
    target = _named(ref, aim)
    if target is None or ref.cards[target].zone != THOUGHTS or ref.cards[target].owner == seat:
        return Reason(msg("Your opponent controls no Thought called “{card}”.", card=aim[:60]), "DW74")
    return why_not_attack_at(ref, card, target) or _circles(
        ref, attack_key(ref.title(card), ref.title(target))
    )
