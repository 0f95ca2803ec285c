"""The gauge, the players' memories and their zones, as a scenario expects them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import EGO, MIND
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.items import read_items
from engine.dreamweavers.scenario.references import is_called
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.zones import ZONE
from engine.scenario.expecting import Form, form, number, unless
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []


@form(
    FORMS,
    "the tracker is on PLAYER 3",
    r"the tracker is on (?:(?P<who><P>)(?:['’]s)? (?P<n>[0-9]{1,2})|(?P<zero>0|zero))",
)
def _tracker(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    wanted = 0 if match["zero"] else int(match["n"])
    seat = words.seat(match["who"]) if match["who"] else 0

    def check(now: DreamweaversSituation) -> str:
        side, stands = now.referee.side, abs(now.referee.position.tracker)
        where = f"it is on {stands}" if side is None else f"it is on {now.names[side]} {stands}"
        return unless(now.referee.stand(seat) == wanted, where)

    return check


@form(FORMS, "PLAYER's memory is N", r"(?P<who><P>)['’]s memory is (?P<n>[0-9]{1,2})")
def _memory(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, wanted = words.seat(match["who"]), int(match["n"])
    return lambda now: number(f"{now.names[seat]}'s memory", now.referee.memory(seat), wanted)


@form(FORMS, "PLAYER's intent is Rage", r"(?P<who><P>)['’]s intent is (?P<notion>[A-Za-z]+)")
def _intent(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, wanted = words.seat(match["who"]), match["notion"].casefold().replace("none", "")

    def check(now: DreamweaversSituation) -> str:
        found = now.referee.seats[seat].intent
        return unless(found.casefold() == wanted, f"it is {found or 'none'}")

    return check


@form(FORMS, "PLAYER's notions are Rage, Joy", r"(?P<who><P>)['’]s notions are (?P<list>[A-Za-z, ]+)")
def _notions(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat = words.seat(match["who"])
    wanted = sorted(match["list"].casefold().replace(" and ", ",").replace(" ", "").split(","))

    def check(now: DreamweaversSituation) -> str:
        found = now.referee.seats[seat].notions
        return unless(sorted(map(str.casefold, found)) == wanted, f"they are {', '.join(found) or 'none'}")

    return check


@form(FORMS, "PLAYER is the first player", r"(?P<who><P>) is (?P<not>not )?the first player")
def _first(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, positive = words.seat(match["who"]), match["not"] is None
    return lambda now: unless(
        (now.referee.position.first == seat) == positive, f"it is {now.names[now.referee.position.first]}"
    )


@form(
    FORMS,
    "PLAYER's id has N cards",
    rf"(?P<who><P>)['’]s (?P<zone>{ZONE}) (?:has|have|holds?) (?P<n>[0-9]{{1,9}}|no) cards?",
)
def _zone_count(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, zone = words.seat(match["who"]), match["zone"].casefold()
    wanted = 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: DreamweaversSituation) -> str:
        held = now.referee.zone(seat, zone)
        return unless(len(held) == wanted, f"it has {len(held)}: {_listed(now.referee, held)}")

    return check


@form(FORMS, "PLAYER's hand is CARD, CARD", rf"(?P<who><P>)['’]s (?P<zone>{ZONE}) (?:is|are) (?P<list>.+)")
def _zone_is(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, zone = words.seat(match["who"]), match["zone"].casefold()
    text = match["list"]
    open_end = next((sign for sign in ("…", "...") if text.endswith(sign)), None)
    if open_end is not None:
        text = text.removesuffix(open_end).rstrip().removesuffix(",")
    place = TextPlace(0, words.column + match.start("list"))
    wanted = [
        item.title or str(item.plain)
        for item in read_items(text, place, words.titles.values(), words.names)
        for _ in range(item.count)
    ]

    def check(now: DreamweaversSituation) -> str:
        ref = now.referee
        held = ref.zone(seat, zone)
        found = f"it is {_listed(ref, held)}"
        if zone in (MIND, EGO):
            fits = len(held) >= len(wanted) if open_end else len(held) == len(wanted)
            in_order = zip(held, wanted, strict=False)
            return unless(fits and all(is_called(ref.title(card), name) for card, name in in_order), found)
        rest = list(held)
        for name in wanted:
            card = next((card for card in rest if is_called(ref.title(card), name)), None)
            if card is None:
                return found
            rest.remove(card)
        return unless(not rest or open_end is not None, found)

    return check


def _listed(ref: Referee, cards: Sequence[CardId]) -> str:
    return ", ".join(ref.title(card) for card in cards) or "empty"
