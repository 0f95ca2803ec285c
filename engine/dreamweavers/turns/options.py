"""The options of questions about a player's action (DW40)."""

from __future__ import annotations

from functools import lru_cache

from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Message, line, msg, row
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import INTENT, CardId
from engine.dreamweavers.position import THOUGHTS
from engine.dreamweavers.program import CompiledCard
from engine.dreamweavers.queries.characteristics import cost
from engine.dreamweavers.queries.filters import has
from engine.dreamweavers.queries.repetition import ActsThisTurn
from engine.dreamweavers.referee import Referee, Source
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.turns.legality import (
    ActTime,
    abilities,
    why_not_attack,
    why_not_attack_at,
    why_not_play,
    why_not_refresh,
    why_not_use,
)
from engine.kernel.question import OptionSubject, PendingOption

EGO_TARGET = "Ego"
"""The target of an attack on the Ego."""


@lru_cache(maxsize=1024)
def about(compiled: CompiledCard) -> Message:
    """Return a card's power and text, for an option that already has its title and cost."""
    power = [msg("power {power}", power=compiled.card.power)] if compiled.is_thought else []
    return row(*power, *map(line, compiled.text.printed), between=" · ")


def play_key(title: str) -> str:
    """Return the option key of playing a card."""
    return f"{OptionVerb.PLAY} {title}"


def ability_key(ref: Referee, source: Source, number: int) -> str:
    """Return the option key of using an ability, with its number if the card has several."""
    lines = list(ref.text(source.title).abilities)
    which = f" {lines.index(number) + 1}" if len(lines) > 1 else ""
    return f"{OptionVerb.ACTIVATE} {source.title}{which}"


def attack_key(attacker: str, target: str) -> str:
    """Return the option key of an attack. `target` is a title, or `EGO_TARGET`."""
    return f"{OptionVerb.ATTACK} {OptionSubject(attacker, aim=target).text}"


def actions(ref: Referee, seat: int) -> tuple[list[PendingOption], dict[str, CardId]]:
    """Return the active player's options in the Main Phase, and their cards."""
    keys: dict[str, CardId] = {}
    acts = ActsThisTurn(ref)
    options = [
        *_plays(ref, seat, ActTime.MAIN, keys, acts),
        *_abilities(ref, seat, keys, acts),
        *_attacks(ref, seat, keys, acts),
    ]
    if why_not_refresh(ref, seat) is None and not acts.here(OptionVerb.REFRESH):
        options.append(PendingOption(OptionVerb.REFRESH, msg("Refresh", "action"), verb=OptionVerb.REFRESH))
    options.append(
        PendingOption(
            OptionVerb.LET_GO,
            msg("End turn", "action"),
            verb=OptionVerb.LET_GO,
        )
    )
    return options, keys


def answers(ref: Referee, seat: int) -> tuple[list[PendingOption], dict[str, CardId]]:
    """Return a player's options for an effect on standby: respond with a Feeling or an ability, or let it happen."""
    keys: dict[str, CardId] = {}
    acts = ActsThisTurn(ref)
    options = [*_plays(ref, seat, ActTime.ANSWER, keys, acts), *_abilities(ref, seat, keys, acts)]
    options.append(PendingOption(OptionVerb.PASS, msg("Let it happen"), verb=OptionVerb.PASS))
    return options, keys


def defences(ref: Referee, seat: int, *, may_step_in: bool) -> tuple[list[PendingOption], dict[str, CardId]]:
    """Return the defending player's options in step 3 of an attack (DW57).

    A Guardian must step in before any other defence.
    """
    keys: dict[str, CardId] = {}
    options: list[PendingOption] = []
    if may_step_in:
        for card in guardians(ref, seat):
            name = ref.title(card)
            key = f"{OptionVerb.GUARD} {name}"
            keys[key] = card
            options.append(
                PendingOption(
                    key, msg("Step in with {card}", card=card_name(name)), verb=OptionVerb.GUARD, subject=name
                )
            )
    acts = ActsThisTurn(ref)
    options += [*_plays(ref, seat, ActTime.DEFENCE, keys, acts), *_abilities(ref, seat, keys, acts)]
    if any(ref.printed(card).is_thought for card in ref.seats[seat].hand):
        options.append(PendingOption(OptionVerb.SHIELDS, msg("Choose shields"), verb=OptionVerb.SHIELDS))
    options.append(PendingOption(OptionVerb.PASS, msg("No shields"), verb=OptionVerb.PASS))
    return options, keys


def guardians(ref: Referee, seat: int) -> list[CardId]:
    """Return the Guardians that can step into the current attack: untapped ones that aren't being attacked."""
    attack = ref.position.attack
    target = attack.target[0] if attack is not None and attack.target is not None else None
    return [
        card
        for card in ref.seats[seat].thoughts
        if card != target and not ref.cards[card].tapped and has(ref, card, KeywordName.GUARDIAN)
    ]


def _plays(
    ref: Referee, seat: int, moment: ActTime, keys: dict[str, CardId], acts: ActsThisTurn
) -> list[PendingOption]:
    result: list[PendingOption] = []
    for card in sorted(ref.seats[seat].hand, key=lambda card: (ref.printed(card).card.cost, ref.title(card))):
        name = ref.title(card)
        key = play_key(name)
        if why_not_play(ref, seat, card, moment) is None and not acts.here(key):
            keys[key] = card
            result.append(
                PendingOption(
                    key,
                    msg("Play {card} for {cost}", card=card_name(name), cost=cost(ref, seat, card)),
                    about(ref.printed(card)),
                    verb=OptionVerb.PLAY,
                    subject=name,
                )
            )
    return result


def _abilities(ref: Referee, seat: int, keys: dict[str, CardId], acts: ActsThisTurn) -> list[PendingOption]:
    result: list[PendingOption] = []
    for source, number in abilities(ref, seat):
        if why_not_use(ref, source, number) is not None:
            continue
        key = ability_key(ref, source, number)
        if acts.here(key):
            continue
        keys[key] = source.card
        label = (
            msg("Use your Intent, {card}", card=card_name(source.title))
            if source.card == INTENT
            else msg("Use {card}", card=card_name(source.title))
        )
        result.append(
            PendingOption(
                key,
                label,
                line(ref.pool.line(source.title, number)),
                verb=OptionVerb.ACTIVATE,
                subject=OptionSubject(source.title, number).text,
            )
        )
    return result


def _attacks(ref: Referee, seat: int, keys: dict[str, CardId], acts: ActsThisTurn) -> list[PendingOption]:
    result: list[PendingOption] = []
    targets: list[CardId | None] = [None, *ref.zone(ref.other(seat), THOUGHTS)]
    for card in ref.seats[seat].thoughts:
        if why_not_attack(ref, seat, card) is not None:
            continue
        name = ref.title(card)
        for target in targets:
            if why_not_attack_at(ref, card, target) is not None:
                continue
            aim = EGO_TARGET if target is None else ref.title(target)
            key = attack_key(name, aim)
            if acts.here(key):
                continue
            keys[key] = card
            label = (
                msg("Attack the Ego with {card}", card=card_name(name))
                if target is None
                else msg("Attack {target} with {card}", target=card_name(aim), card=card_name(name))
            )
            subject = OptionSubject(name, aim=aim).text
            result.append(PendingOption(key, label, verb=OptionVerb.ATTACK, subject=subject))
    return result
