"""Whose turn it is, who may do what, and by which rule not, as a scenario expects it."""

from __future__ import annotations

import re

from cards.dreamweavers.language.words import Notion
from engine.dreamweavers.law import rulings
from engine.dreamweavers.position import HAND
from engine.dreamweavers.scenario.citations import citable
from engine.dreamweavers.scenario.references import is_called, split_reference
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import AT, EGO_TARGET
from engine.kernel.question import Option
from engine.scenario.expecting import Form, form, unless
from engine.scenario.mistakes import unknown_card
from engine.scenario.model import Check

FORMS: list[Form[DreamweaversWords, DreamweaversSituation]] = []


@form(FORMS, "it is PLAYER's turn", r"it(?: is|['’]s)(?P<not> not)?(?: still| again)? (?P<who><P>)['’]s turn")
def _turn(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, positive = words.seat(match["who"]), match["not"] is None
    return lambda now: unless(
        (now.referee.position.active == seat) == positive, f"it is {_active(now)}. {now.asked()}"
    )


def _active(now: DreamweaversSituation) -> str:
    active = now.referee.position.active
    return f"{now.names[active]}'s turn" if active >= 0 else "nobody's turn yet"


_MOMENTS = {"act": Topic.ACTION, "answer": Topic.ANSWER, "defend": Topic.DEFEND}


@form(FORMS, "PLAYER may answer", rf"(?P<who><P>) may (?P<not>not )?(?P<what>{'|'.join(_MOMENTS)})")
def _moment(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, positive = words.seat(match["who"]), match["not"] is None
    topic = _MOMENTS[match["what"].casefold()]

    def check(now: DreamweaversSituation) -> str:
        question = now.match.questions.get(seat)
        return unless((question is not None and question.topic == topic) == positive, now.asked())

    return check


_VERBS = {
    "play": OptionVerb.PLAY, "activate": OptionVerb.ACTIVATE, "use": OptionVerb.ACTIVATE,
    "attack": OptionVerb.ATTACK, "refresh": OptionVerb.REFRESH, "let go": OptionVerb.LET_GO, "pass": OptionVerb.PASS,
    "guard with": OptionVerb.GUARD, "step in with": OptionVerb.GUARD, "shield with": OptionVerb.SHIELDS,
}  # fmt: skip


@form(
    FORMS,
    "PLAYER can't play CARD (DW41)",
    r"(?P<who><P>) (?P<can>can't|can’t|cannot|can|may not|may) "
    rf"(?P<verb>{'|'.join(_VERBS)})\b(?P<rest>[^(]*?)(?: ?\((?P<rule>[^)]+)\))?",
)
def _can(words: DreamweaversWords, match: re.Match[str]) -> Check[DreamweaversSituation]:
    seat, can = words.seat(match["who"]), match["can"].casefold() in ("can", "may")
    verb, rest, rule = _VERBS[match["verb"].casefold()], match["rest"].strip(), match["rule"]
    _must_be_known(words, verb, rest, words.column + match.start("rest") + 1)
    said = f"{match['verb']} {rest}".strip()

    def check(now: DreamweaversSituation) -> str:
        offered = _is_offered(now, seat, verb, rest)
        if can:
            return unless(offered, now.forbidding(seat, verb, rest)[0] or now.asked())
        if offered:
            return f"{now.names[seat]} can {said}"
        if rule is None:
            return ""
        sentence, found = now.forbidding(seat, verb, rest)
        return unless(_same_rule(rule, found), f"the rule is {found or 'none'}: {sentence or now.asked()}")

    return check


def _must_be_known(words: DreamweaversWords, verb: str, rest: str, column: int) -> None:
    """Raise Mistake for a card that there is not."""
    said = re.split(r"\bwith ", rest) if verb == OptionVerb.ATTACK else [rest.split("/")[0]]
    for part in said:
        title = split_reference(part, words.names)[1]
        if (
            title
            and title.casefold() != EGO_TARGET.casefold()
            and not words.knows(title)
            and not _is_notion(title)
        ):
            raise unknown_card(column, title, words.titles.values())


def _is_notion(title: str) -> bool:
    return title.casefold() in {notion.value.casefold() for notion in Notion}


def _is_offered(now: DreamweaversSituation, seat: int, verb: str, rest: str) -> bool:
    question = now.match.questions.get(seat)
    if question is None:
        return False
    if verb == OptionVerb.SHIELDS:
        return _is_shield(now, seat, rest)
    wanted = now.ability_called(rest) if verb == OptionVerb.ACTIVATE else rest
    return any(option.verb == verb and _fits(now, option, verb, wanted) for option in question.options)


def _fits(now: DreamweaversSituation, option: Option, verb: str, rest: str) -> bool:
    if not rest:
        return True
    if option.key.casefold() == f"{verb} {rest}".casefold():
        return True
    if verb != OptionVerb.ATTACK:
        return now.is_about(option, rest)
    target, _, attacker = rest.rpartition("with ")
    with_whom, _, aim = option.subject.partition(AT)
    mine = split_reference(attacker, now.names)[1]
    named = split_reference(target.strip(), now.names)[1]
    return is_called(with_whom, mine) and (not named or is_called(aim, named))


def _is_shield(now: DreamweaversSituation, seat: int, said: str) -> bool:
    question = now.match.questions.get(seat)
    ref = now.referee
    if question is None or question.topic not in (Topic.DEFEND, Topic.SHIELDS):
        return False
    if question.topic == Topic.SHIELDS:
        return any(now.is_about(option, said) for option in question.options)
    return any(
        ref.cards[card].zone == HAND and ref.cards[card].owner == seat and ref.printed(card).is_thought
        for card in now.cards(said)
    )


def _same_rule(wanted: str, found: str) -> bool:
    """Whether a rule is the one that was found; a section stands for its parts, and for the rulings about it."""
    known, said = citable().find(wanted), citable().find(found)
    if known is not None and known == said:
        return True
    section = _chapter(wanted if known is None else known.citation)
    if section == _chapter(found):
        return True
    about = next((ruling.sections for ruling in rulings() if ruling.citation == found), ())
    return section in {title.casefold() for title in about}


def _chapter(citation: str) -> str:
    """Return a section without the number of its part: "§attacking" for "§Attacking 3"; a ruling as it is."""
    return re.sub(r"^(§.*?) [0-9].*", r"\1", citation).casefold()
