"""Where cards are, in which state, and what they have, as a scenario expects it."""

from __future__ import annotations

import re
from collections.abc import Callable

from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import FEELINGS, THOUGHTS
from engine.dreamweavers.queries.characteristics import cost
from engine.dreamweavers.queries.matching import keywords, power
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.zones import ZONE
from engine.scenario.expecting import Form, form, unless
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []


@form(
    FORMS,
    "CARD is in PLAYER's id",
    rf"(?P<card>.+?) (?:is|are)(?P<not> not|n['’]t)? (?:in|on|among) (?P<who><P>)['’]s (?P<zone>{ZONE})",
)
def _in_zone(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, negative = words.card(match), bool(match["not"])
    seat, zone = words.seat(match["who"]), match["zone"].casefold()

    def check(now: DreamweaversSituation) -> str:
        held = now.referee.zone(seat, zone)
        holds = any(card in held for card in now.cards(reference))
        return unless(holds != negative, _whereabouts(now, reference))

    return check


def _has_role(role: str) -> Callable[[Referee, CardId], bool]:
    def check(ref: Referee, card: CardId) -> bool:
        attack = ref.position.attack
        found = None if attack is None else attack.attacker if role == "attacking" else attack.target
        return found is not None and found == ref.ref(card)

    return check


_STATES: dict[str, Callable[[Referee, CardId], bool]] = {
    "tapped": lambda ref, c: ref.cards[c].zone == THOUGHTS and ref.cards[c].tapped,
    "untapped": lambda ref, c: ref.cards[c].zone == THOUGHTS and not ref.cards[c].tapped,
    "in play": lambda ref, c: ref.is_in_play(c),
    "lingering": lambda ref, c: ref.cards[c].zone == FEELINGS and ref.cards[c].settled,
    "attacking": _has_role("attacking"),
    "attacked": _has_role("attacked"),
}


@form(FORMS, "CARD is tapped", rf"(?P<card>.+?) is(?P<not> not|n['’]t)? (?P<state>{'|'.join(_STATES)})")
def _state(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, negative = words.card(match), bool(match["not"])
    state = _STATES[match["state"].casefold()]

    def check(now: DreamweaversSituation) -> str:
        holds = any(state(now.referee, card) for card in now.cards(reference))
        return unless(holds != negative, _whereabouts(now, reference))

    return check


@form(FORMS, "CARD has power N", r"(?P<card>.+?)(?: has|['’]s) power(?: is)? (?P<n>[0-9]{1,3})")
def _power(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, wanted = words.card(match), int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        found = [power(now.referee, card) for card in now.cards(reference)]
        return unless(wanted in found, f"its power is {', '.join(map(str, found)) or 'none'}")

    return check


@form(FORMS, "CARD costs N", r"(?P<card>.+?) costs (?P<n>[0-9]{1,3})")
def _cost(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, wanted = words.card(match), int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        ref = now.referee
        found = [cost(ref, ref.cards[card].owner, card) for card in now.cards(reference)]
        return unless(wanted in found, f"it costs {', '.join(map(str, found)) or 'nothing'}")

    return check


_KEYWORDS = {name.value.casefold(): name for name in KeywordName}


@form(
    FORMS,
    "CARD has no guardian",
    rf"(?P<card>.+?) has (?P<no>no )?(?P<word>{'|'.join(_KEYWORDS)})(?: (?P<n>[0-9]{{1,9}}))?",
)
def _keyword(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    reference, wanted = words.card(match), match["no"] is None
    name = _KEYWORDS[match["word"].casefold()]
    number = int(match["n"]) if match["n"] else None

    def check(now: DreamweaversSituation) -> str:
        found = [keywords(now.referee, card) for card in now.cards(reference)]
        holds = any(name in have and number in (None, have[name]) for have in found)
        said = ", ".join(
            f"{word.value} {x}" if x else word.value for have in found for word, x in have.items()
        )
        return unless(holds == wanted, f"it has {said or 'no keyword'}")

    return check


def _whereabouts(now: DreamweaversSituation, reference: str) -> str:
    """Say where the cards of this name are and how."""
    ref = now.referee
    parts: list[str] = []
    for card in now.cards(reference):
        held = ref.cards[card]
        how = [word for word in ("tapped", "untapped", "attacking", "attacked") if _STATES[word](ref, card)]
        parts.append(", ".join([f"in {now.names[held.owner]}'s {held.zone}", *how]))
    return f"{reference} is {'; and '.join(parts)}" if parts else f"there is no {reference} in this match"
