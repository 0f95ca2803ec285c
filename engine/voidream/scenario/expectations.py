"""What a scenario can expect of a match, as sentences: "Guard is exhausted", "Ada's depth is 3".

Each form is a pattern and a check. A check returns "" if it holds, else what is the case instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from cards.voidream.deck_rules import violations
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import KeywordName, Stat
from engine.kernel.match import Match
from engine.kernel.notation import NotUnderstood, find_option, name_of, sayings
from engine.kernel.question import Option
from engine.voidream.frames import ResolveTriggers
from engine.voidream.position import ATTACHED, DECK, PLAY, PLAYING
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.queries.score import has_siege, scores
from engine.voidream.referee import Referee
from engine.voidream.scenario.citations import find as find_citation
from engine.voidream.scenario.items import Place, read_items
from engine.voidream.scenario.mistakes import Mistake, unknown_card, unknown_word
from engine.voidream.scenario.references import (
    find_cards,
    is_called,
    not_there,
    plain_called,
    split_reference,
)
from engine.voidream.subjects import tag_in, title_in
from engine.voidream.topics import OptionVerb, Topic
from engine.voidream.views.types import ConstructView
from engine.voidream.wording.notation import VOIDREAM_PHRASING

ZONES = {
    "deck": "deck",
    "hand": "hand",
    "arcana discard": "arcana discard",
    "discard": "discard",
    "void": "void",
    "play": "play",
}
"""What a player's zones are called in a scenario."""
_PILES = {f"{name} pile": name for name in ("arcana discard", "discard")}


@dataclass(slots=True)
class Situation:
    """What an expectation is held against: the match, the players' names, decks, and what has been said in the log."""

    match: Match
    names: Sequence[str]
    decks: Mapping[str, DeckList] = field(default_factory=dict[str, DeckList])
    log: list[str] = field(default_factory=list[str])

    @property
    def referee(self) -> Referee:
        """The position in motion."""
        machine = self.match.machine
        assert isinstance(machine, Referee)
        return machine

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return how else a seat's options may be called: `Bo's Guard` for what lies on Bo's side."""

        def more(option: Option) -> list[str]:
            if option.verb == OptionVerb.RETURN:
                return ["declines"]  # of an evoke: what §6 calls choosing not to play the card
            whose = self._whose(seat, option)
            return [] if whose is None else [f"{self.names[whose]}'s {title_in(option.subject)}"]

        return more

    def _whose(self, seat: int, option: Option) -> int | None:
        """Return whose card on the table, or whose triggered ability, an option means."""
        question = self.match.questions[seat]
        frame = self.referee.position.stack[-1]
        if question.topic == Topic.TRIGGERS and isinstance(frame, ResolveTriggers):
            return frame.waiting[question.options.index(option)].seat
        tag = tag_in(option.subject)
        return next((card.controller for card in self.referee.cards if tag and card.tag == tag), None)

    def asked(self) -> str:
        """Say what is being asked now, and what could be answered."""
        if self.match.outcome is not None:
            return "The match is over."
        parts = [
            f"{self.names[seat]} is asked “{q.purpose}”; what could be said: {'; '.join(sayings(q, VOIDREAM_PHRASING))}"
            for seat, q in sorted(self.match.questions.items())
        ]
        return ". ".join(parts) + "."


Check = Callable[[Situation], str]


@dataclass(frozen=True, slots=True)
class Expectation:
    """A sentence that was understood."""

    check: Check


@dataclass(frozen=True, slots=True)
class _Form:
    shown: str
    pattern: str
    """A regular expression in which `<P>` stands for a player's name."""
    build: Callable[[_Words, re.Match[str]], Check]


class _Words:
    """What a sentence may speak of."""

    def __init__(
        self, names: Sequence[str], titles: Iterable[str], text: str, column: int, decks: Iterable[str] = ()
    ) -> None:
        self.names = names
        self.decks = {name.casefold(): name for name in decks}
        self.titles = {title.casefold(): title for title in titles}
        self.text = text
        self.column = column

    def seat(self, name: str) -> int:
        return [known.casefold() for known in self.names].index(name.casefold())

    def card(self, match: re.Match[str], group: str = "card") -> str:
        """Return a reference to a card, if there is such a card. Raises Mistake."""
        reference = match[group].strip()
        _, title, _ = split_reference(reference, self.names)
        if not self.knows(title):
            raise unknown_card(self.column + match.start(group), title, self.titles.values())
        return reference

    def knows(self, title: str) -> bool:
        """Return whether there is a card of this title; a mere number is a plain card."""
        return title.casefold() in self.titles or title in ("1", "2", "3", "4")

    def deck(self, match: re.Match[str]) -> str:
        """Return the name of a deck that the scenario has. Raises Mistake."""
        said = match["deck"].strip()
        if said.casefold() not in self.decks:
            column = self.column + match.start("deck")
            raise unknown_word(column, said, self.decks.values(), "is no deck of this scenario")
        return self.decks[said.casefold()]


def read_expectation(
    text: str, column: int, names: Sequence[str], titles: Iterable[str], decks: Iterable[str] = ()
) -> Expectation:
    """Return the expectation that a sentence says; `column` is where it begins. Raises Mistake."""
    plain = text.strip().removesuffix(".")
    words = _Words(names, titles, plain, column, decks)
    name = "|".join(sorted((re.escape(name) for name in names), key=len, reverse=True))
    late: Mistake | None = None
    for form in _FORMS:
        pattern = re.compile(form.pattern.replace("<P>", rf"(?:{name})"), re.IGNORECASE | re.DOTALL)
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        try:
            return Expectation(form.build(words, match))
        except Mistake as mistake:
            late = late or mistake
    if late is not None:
        raise late
    shown = [form.shown.replace("PLAYER", names[0]) for form in _FORMS]
    near = sorted(shown, key=lambda form: SequenceMatcher(None, form, plain).ratio(), reverse=True)[:4]
    raise Mistake(column, f"“{plain}” can't be read as something to expect.", [f"“{form}”" for form in near])


_FORMS: list[_Form] = []


def _form(
    shown: str, pattern: str
) -> Callable[[Callable[[_Words, re.Match[str]], Check]], Callable[[_Words, re.Match[str]], Check]]:
    def add(build: Callable[[_Words, re.Match[str]], Check]) -> Callable[[_Words, re.Match[str]], Check]:
        _FORMS.append(_Form(shown, pattern, build))
        return build

    return add


def forms() -> list[str]:
    """Return all sentences that can be expected, with PLAYER, CARD and N for what varies."""
    return [form.shown for form in _FORMS]


def _unless(holds: bool, otherwise: str) -> str:
    return "" if holds else otherwise


def _number(what: str, found: int, wanted: int) -> str:
    return _unless(found == wanted, f"{what} is {found}")


# ---------------------------------------------------------------------------------------------- turns and questions


@_form("it is PLAYER's turn", r"it(?: is|['’]s) (?P<who><P>)['’]s turn")
def _turn(words: _Words, match: re.Match[str]) -> Check:
    seat = words.seat(match["who"])

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        to_act = question is not None and question.topic == Topic.ACTION
        return _unless(to_act, now.asked())

    return check


@_form('PLAYER is asked "…"', r'(?P<who><P>) is asked [“"](?P<what>[^”"]+)[”"]')
def _asked(words: _Words, match: re.Match[str]) -> Check:
    seat, what = words.seat(match["who"]), match["what"].casefold().removesuffix(".")

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        return _unless(question is not None and what in question.purpose.casefold(), now.asked())

    return check


@_form('PLAYER is not asked "…"', r'(?P<who><P>) is not asked [“"](?P<what>[^”"]+)[”"]')
def _not_asked_this(words: _Words, match: re.Match[str]) -> Check:
    asked = _asked(words, match)
    return lambda now: _unless(bool(asked(now)), now.asked())


@_form("PLAYER is not asked anything", r"(?P<who><P>) is not asked(?: anything)?")
def _not_asked(words: _Words, match: re.Match[str]) -> Check:
    seat = words.seat(match["who"])
    return lambda now: _unless(seat not in now.match.questions, now.asked())


@_form("PLAYER's options are CARD, CARD", r"(?P<who><P>)['’]s options are (?P<list>.+)")
def _options(words: _Words, match: re.Match[str]) -> Check:
    seat, wanted = words.seat(match["who"]), match["list"]

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        if question is None:
            return now.asked()
        rest = [option for option in question.options]
        for part in re.split(r",| and ", wanted):
            found = [o for o in rest if _called(now, seat, o, part.strip())]
            if not found:
                return now.asked()
            rest.remove(found[0])
        return _unless(not rest, now.asked())

    return check


def _called(now: Situation, seat: int, option: Option, said: str) -> bool:
    question = now.match.questions[seat]
    try:
        return option in (find_option(question, said, VOIDREAM_PHRASING, now.aliases(seat)),)
    except NotUnderstood:
        small = said.casefold()
        known = (title_in(option.subject).casefold(), name_of(question, option.key).casefold())
        return small in known or plain_called(option.subject, said)


@_form("PLAYER may choose CARD", r"(?P<who><P>) may (?P<not>not )?choose (?P<list>.+?)(?P<first> first)?")
def _may_choose(words: _Words, match: re.Match[str]) -> Check:
    seat, wanted, negative = words.seat(match["who"]), match["list"], bool(match["not"])
    first = bool(match["first"])

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        if question is None:
            return now.asked()
        options = [option for option in question.options if not (first and option.later)]
        for part in re.split(r",| and ", wanted):
            if any(_called(now, seat, o, part.strip()) for o in options) == negative:
                return now.asked()
        return ""

    return check


@_form("PLAYER must choose N", r"(?P<who><P>) must choose (?P<low>[0-9]{1,9})(?: to (?P<high>[0-9]{1,9}))?")
def _must_choose(words: _Words, match: re.Match[str]) -> Check:
    seat, low = words.seat(match["who"]), int(match["low"])
    high = int(match["high"] or low)

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        return _unless(
            question is not None and (question.minimum, question.maximum) == (low, high), now.asked()
        )

    return check


@_form(
    "PLAYER can't play CARD (§2)",
    r"(?P<who><P>) (?P<can>can't|can’t|cannot|can|may not|may) (?P<what>(?:play|activate|unveil|pass)\b[^(]*?)"
    r"(?: inverted(?P<inverted>))?(?: ?\((?P<rule>[^)]+)\))?",
)
def _can(words: _Words, match: re.Match[str]) -> Check:
    seat, can = words.seat(match["who"]), match["can"].casefold() in ("can", "may")
    verb, _, rest = match["what"].strip().partition(" ")
    inverted = match["inverted"] is not None
    rule = match["rule"]
    if rest and not words.knows(split_reference(rest, words.names)[1].split("/")[0]):
        raise unknown_card(words.column + match.start("what") + len(verb) + 1, rest, words.titles.values())
    said = match["what"].strip() + (" inverted" if inverted else "")

    def check(now: Situation) -> str:
        question = now.match.questions.get(seat)
        offered = False
        if question is not None and question.topic == Topic.ACTION:
            offered = any(_offers(option, verb, rest, inverted=inverted) for option in question.options)
        if can:
            return _unless(offered, _why(now, seat, verb, rest, inverted=inverted)[0] or now.asked())
        if offered:
            return f"{now.names[seat]} can {said}"
        if rule is None:
            return ""
        sentence, found = _why(now, seat, verb, rest, inverted=inverted)
        return _unless(_same_rule(rule, found), f"the rule is {found or 'none'}: {sentence or now.asked()}")

    return check


def _offers(option: Option, verb: str, rest: str, *, inverted: bool) -> bool:
    if option.verb != ("invert" if inverted else verb):
        return False
    title = re.sub(r"#[0-9]{1,9}", "", option.subject)
    return is_called(title, rest) or option.subject.casefold() == rest.casefold()


def _why(now: Situation, seat: int, verb: str, rest: str, *, inverted: bool) -> tuple[str, str]:
    """Return the sentence and the rule that forbid a wish, as the game itself explains them."""
    wish = ("invert" if inverted else verb) + (f" {rest}" if rest else "")
    if verb == "activate" and "#" not in rest:
        title, slash, number = rest.partition("/")
        cards = [
            c for c in find_cards(now.referee, now.names, title) if now.referee.cards[c].controller == seat
        ]
        tag = now.referee.cards[cards[0]].tag if cards else 0
        wish = (
            f"activate {now.referee.title(cards[0]) if cards else title}"
            + (f"#{tag}" if tag else "")
            + slash
            + number
        )
    elif rest and verb == "play":
        wish = f"{'invert' if inverted else 'play'} {_titled(now, seat, rest)}"
    reason = now.match.why_not(seat, wish)
    return reason or ("", "")


_ACTION = re.compile(
    r"(?P<verb>play|activate|unveil)s(?: (?P<rest>.+?))?(?P<inverted> inverted)?\.?", re.IGNORECASE
)


def why_not(now: Situation, seat: int, words: str) -> str:
    """Say why an action that a player would take ("plays Push inverted") can't be taken; "" if nothing is known."""
    match = _ACTION.fullmatch(words.strip())
    question = now.match.questions.get(seat)
    if match is None or question is None or question.topic != Topic.ACTION:
        return ""
    rest = match["rest"] or ""
    if rest and not find_cards(now.referee, now.names, rest.split("/")[0]):
        missing = not_there(now.referee, now.names, rest.split("/")[0])
        return f"{missing[0].upper()}{missing[1:]}."
    inverted = match["inverted"] is not None
    sentence, rule = _why(now, seat, match["verb"].casefold(), rest, inverted=inverted)
    return f"{sentence} ({rule})" if sentence else ""


def _titled(now: Situation, seat: int, rest: str) -> str:
    found = find_cards(now.referee, now.names, rest)
    hand = now.referee.seats[seat].hand
    found.sort(key=lambda card: card not in hand)
    return now.referee.title(found[0]) if found else rest


def _same_rule(wanted: str, found: str) -> bool:
    if (entry := find_citation(wanted)) is not None and entry == find_citation(found):
        return True
    return found.casefold() == wanted.casefold() or found.casefold().startswith(wanted.casefold() + " ")


# ------------------------------------------------------------------------------------------------------- the players


@_form(
    "PLAYER's depth is N",
    r"(?P<who><P>)['’]s (?P<what>depth|mind|dawn score|dusk score) is(?P<not> not|n['’]t)? (?P<n>-?[0-9]{1,9}|spent)",
)
def _player_number(words: _Words, match: re.Match[str]) -> Check:
    seat, what = words.seat(match["who"]), match["what"].casefold()
    wanted = 0 if match["n"].casefold() == "spent" else int(match["n"])
    negative = bool(match["not"])

    def check(now: Situation) -> str:
        ref = now.referee
        found = {
            "depth": lambda: ref.depth(seat),
            "mind": lambda: ref.seats[seat].mind,
            "dawn score": lambda: scores(ref, seat)[0],
            "dusk score": lambda: scores(ref, seat)[1],
        }[what]()
        if negative:
            return _unless(found != wanted, f"{now.names[seat]}'s {what} is {found}")
        return _number(f"{now.names[seat]}'s {what}", found, wanted)

    return check


@_form("PLAYER has siege", r"(?P<who><P>) has (?P<no>no )?siege")
def _siege(words: _Words, match: re.Match[str]) -> Check:
    seat, wanted = words.seat(match["who"]), match["no"] is None
    return lambda now: _unless(
        has_siege(now.referee, seat) == wanted,
        f"{now.names[seat]} has {'no ' if wanted else ''}siege",
    )


_ZONE = "|".join(sorted([*ZONES, *_PILES], key=len, reverse=True))


def _zone(said: str) -> str:
    said = said.casefold()
    return ZONES[_PILES.get(said, said)]


@_form(
    "PLAYER's discard has N cards",
    rf"(?P<who><P>)['’]s (?P<zone>{_ZONE}) has (?P<n>[0-9]{{1,9}}|no) (?:cards?|arcan(?:um|a))",
)
def _zone_count(words: _Words, match: re.Match[str]) -> Check:
    seat, zone = words.seat(match["who"]), _zone(match["zone"])
    wanted = 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: Situation) -> str:
        held = cards_in(now.referee, seat, zone)
        return _unless(len(held) == wanted, f"it has {len(held)}: {_listed(now.referee, held)}")

    return check


@_form("PLAYER's hand is CARD, CARD", rf"(?P<who><P>)['’]s (?P<zone>{_ZONE}) is (?P<list>.+)")
def _zone_is(words: _Words, match: re.Match[str]) -> Check:
    seat, zone = words.seat(match["who"]), _zone(match["zone"])
    text = match["list"]
    open_end = next((sign for sign in ("…", "...", "..") if text.endswith(sign)), None)
    if open_end is not None:
        text = text.removesuffix(open_end).rstrip().removesuffix(",")
    place = Place(0, words.column + match.start("list"))
    items = [
        item
        for item in read_items(text, place, words.titles.values(), words.names)
        for _ in range(item.count)
    ]
    wanted = [item.title or item.value for item in items]

    def check(now: Situation) -> str:
        ref = now.referee
        held = cards_in(ref, seat, zone)
        rest = list(held)
        if zone == DECK:
            fits = len(held) >= len(wanted) if open_end else len(held) == len(wanted)
            fits = fits and all(_is_called(ref, card, name) for card, name in zip(held, wanted, strict=False))
            return _unless(fits, f"it is {_listed(ref, held)}")
        for name in sorted(wanted, key=lambda name: isinstance(name, int)):
            found = next((card for card in rest if _is_called(ref, card, name)), None)
            if found is None:
                return f"it is {_listed(ref, held)}"
            rest.remove(found)
        return _unless(not rest or open_end is not None, f"it is {_listed(ref, held)}")

    return check


def _is_called(ref: Referee, card: int, name: str | int) -> bool:
    return ref.printed[card].value == name if isinstance(name, int) else ref.title(card) == name


def cards_in(ref: Referee, seat: int, zone: str) -> list[int]:
    """Return the cards in a player's zone, a deck's from the top."""
    state = ref.seats[seat]
    return {
        "deck": state.deck,
        "hand": state.hand,
        "arcana discard": state.arcana_discard,
        "discard": state.discard,
        "void": state.void,
        "play": state.play,
    }[zone]


def _listed(ref: Referee, cards: Sequence[int]) -> str:
    return ", ".join(ref.title(card) for card in cards) or "empty"


# --------------------------------------------------------------------------------------------------------- the cards


@_form("CARD is attached to CARD", r"(?P<card>.+?) is(?P<not> not|n['’]t)? attached to (?P<host>.+)")
def _attached(words: _Words, match: re.Match[str]) -> Check:
    reference, host, negative = words.card(match), words.card(match, "host"), bool(match["not"])

    def check(now: Situation) -> str:
        ref = now.referee
        hosts = find_cards(ref, now.names, host)
        holds = any(
            ref.cards[c].zone == ATTACHED and ref.cards[c].host in hosts
            for c in find_cards(ref, now.names, reference)
        )
        return _unless(holds != negative, _whereabouts(now, reference))

    return check


@_form(
    "CARD is in PLAYER's discard",
    rf"(?P<card>.+?) (?:is|are)(?P<not> not|n['’]t)? (?:in|on) (?P<who><P>)['’]s (?P<zone>{_ZONE})",
)
def _in_zone(words: _Words, match: re.Match[str]) -> Check:
    reference, negative = words.card(match), bool(match["not"])
    seat, zone = words.seat(match["who"]), _zone(match["zone"])

    def check(now: Situation) -> str:
        held = cards_in(now.referee, seat, zone)
        holds = any(card in held for card in find_cards(now.referee, now.names, reference))
        return _unless(holds != negative, _whereabouts(now, reference))

    return check


_STATES: dict[str, Callable[[Referee, int], bool]] = {
    "exhausted": lambda ref, c: ref.cards[c].exhausted,
    "ready": lambda ref, c: ref.cards[c].zone in (PLAY, ATTACHED) and not ref.cards[c].exhausted,
    "veiled": lambda ref, c: ref.cards[c].veiled,
    "face up": lambda ref, c: ref.cards[c].face_up or (ref.cards[c].zone == PLAY and not ref.cards[c].veiled),
    "active": lambda ref, c: ref.cards[c].zone == DECK and ref.cards[c].face_up,
    "attacking": lambda ref, c: ref.cards[c].role == "attacking",
    "defending": lambda ref, c: ref.cards[c].role == "defending",
    "in play": lambda ref, c: ref.cards[c].zone == PLAY and not ref.cards[c].veiled,
    "a charge": lambda ref, c: ref.cards[c].zone == ATTACHED and not ref.cards[c].face_up,
    "an offering": lambda ref, c: ref.cards[c].zone == "void" and ref.is_offering(c),
    "being played": lambda ref, c: ref.cards[c].zone == PLAYING,
}


@_form("CARD is exhausted", rf"(?P<card>.+?) is(?P<not> not|n['’]t)? (?P<state>{'|'.join(_STATES)})")
def _state(words: _Words, match: re.Match[str]) -> Check:
    reference, negative = words.card(match), bool(match["not"])
    state = _STATES[match["state"].casefold()]

    def check(now: Situation) -> str:
        holds = any(state(now.referee, card) for card in find_cards(now.referee, now.names, reference))
        return _unless(holds != negative, _whereabouts(now, reference))

    return check


@_form(
    "CARD has dawn N",
    r"(?P<card>.+?)(?: has|['’]s) (?P<stat>dawn|stability|dusk)(?: is)? (?P<n>-?[0-9]{1,9})",
)
def _stat(words: _Words, match: re.Match[str]) -> Check:
    reference, which, wanted = words.card(match), Stat(match["stat"].casefold()), int(match["n"])

    def check(now: Situation) -> str:
        ref = now.referee
        found = [stat(ref, c, which) for c in _on_table(now, reference)]
        return _unless(wanted in found, _in_numbers(now, reference, which.value, found))

    return check


@_form("CARD has N damage", r"(?P<card>.+?) has (?P<n>[0-9]{1,9}|no) damage")
def _damage(words: _Words, match: re.Match[str]) -> Check:
    reference, wanted = words.card(match), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: Situation) -> str:
        found = [now.referee.cards[c].damage for c in _on_table(now, reference)]
        return _unless(wanted in found, _in_numbers(now, reference, "damage", found))

    return check


@_form("CARD has N charges", r"(?P<card>.+?) has (?P<n>[0-9]{1,9}|no) (?P<what>charge|attachment)s?")
def _under(words: _Words, match: re.Match[str]) -> Check:
    reference, wanted = words.card(match), 0 if match["n"].casefold() == "no" else int(match["n"])
    charges = match["what"].casefold() == "charge"

    def check(now: Situation) -> str:
        ref = now.referee
        found = [
            sum(not charges or not ref.cards[under].face_up for under in ref.cards[c].attached)
            for c in _on_table(now, reference)
        ]
        return _unless(wanted in found, _in_numbers(now, reference, match["what"] + "s", found))

    return check


_KEYWORDS = {name.value.casefold(): name for name in KeywordName}


@_form(
    "CARD has no Deep",
    rf"(?P<card>.+?) has (?P<no>no )?(?P<word>{'|'.join(_KEYWORDS)})(?: (?P<n>[0-9]{{1,9}}))?",
)
def _keyword(words: _Words, match: re.Match[str]) -> Check:
    reference, wanted = words.card(match), match["no"] is None
    name = _KEYWORDS[match["word"].casefold()]
    number = int(match["n"]) if match["n"] else None

    def check(now: Situation) -> str:
        found = [keyword(now.referee, card, name) for card in _on_table(now, reference)]
        holds = any(x is not None and number in (None, x) for x in found)
        has = "has" if any(x is not None for x in found) else "has no"
        return _unless(holds == wanted, f"{reference} {has} {name.value}")

    return check


@_form("everybody sees where CARD lies", r"(?P<who>everybody|nobody) sees where (?P<card>.+?) lies")
def _seen_where(words: _Words, match: re.Match[str]) -> Check:
    reference, wanted = words.card(match), match["who"].casefold() == "everybody"

    def check(now: Situation) -> str:
        ref = now.referee
        active = [c for c in find_cards(ref, now.names, reference) if _STATES["active"](ref, c)]
        titles = {(ref.cards[c].owner, ref.title(c)) for c in active}
        shown: list[ConstructView] = [
            construct
            for side in now.match.view(None).sides
            for construct in side.constructs
            if (side.seat, construct.face.title) in titles
        ]
        if not shown:
            return _whereabouts(now, reference)
        holds = any(construct.from_top is not None for construct in shown)
        return _unless(holds == wanted, f"{'nobody' if wanted else 'everybody'} sees where it lies")

    return check


def _on_table(now: Situation, reference: str) -> list[int]:
    ref = now.referee
    found = find_cards(now.referee, now.names, reference)
    return [c for c in found if ref.cards[c].tag] or found


def _in_numbers(now: Situation, reference: str, what: str, found: list[int]) -> str:
    if not found:
        return _whereabouts(now, reference)
    return f"the {what} of {reference} is {', '.join(str(n) for n in found)}"


def _whereabouts(now: Situation, reference: str) -> str:
    """Say where the cards of this name are and how."""
    ref = now.referee
    parts: list[str] = []
    for card in find_cards(ref, now.names, reference):
        state = ref.cards[card]
        where = f"in {now.names[state.controller]}'s {state.zone}"
        if state.zone == ATTACHED:
            where = f"attached to {ref.title(state.host)}"
        elif state.zone == PLAYING:
            where = "being played"
        how = [word for word in ("exhausted", "veiled", "face up") if _STATES[word](ref, card)]
        if state.zone == PLAY and not state.veiled:
            how = ["exhausted" if state.exhausted else "ready"]
        how += [state.role] if state.role else []
        how += [f"{state.damage} damage"] if state.damage else []
        parts.append(", ".join([where, *how]))
    return f"{reference} is {'; and '.join(parts)}" if parts else not_there(ref, now.names, reference)


# ------------------------------------------------------------------------------------------------ round, log, outcome


@_form("the round is N", r"the round is (?P<n>[0-9]{1,9})")
def _round(words: _Words, match: re.Match[str]) -> Check:
    return lambda now: _number("the round", now.referee.position.round, int(match["n"]))


@_form("the phase is main", r"the phase is (?P<phase>setup|beginning|main|Nightmare)")
def _phase(words: _Words, match: re.Match[str]) -> Check:
    wanted = match["phase"].casefold()
    return lambda now: _unless(
        now.referee.position.phase.casefold() == wanted, f"it is {now.referee.position.phase}"
    )


@_form("the conflict is dawn", r"(?:the conflict is|it(?: is|['’]s) a) (?P<kind>dawn|dusk)(?: conflict)?")
def _conflict_kind(words: _Words, match: re.Match[str]) -> Check:
    wanted = match["kind"].casefold()

    def check(now: Situation) -> str:
        conflict = now.referee.position.conflict
        if conflict is None:
            return "there is no conflict"
        found = conflict.kind.value if conflict.kind else "not chosen yet"
        return _unless(found == wanted, f"it is {found}")

    return check


@_form("there is no conflict", r"there(?: is|['’]s) (?P<no>no|a) conflict")
def _conflict(words: _Words, match: re.Match[str]) -> Check:
    wanted = match["no"].casefold() == "a"
    return lambda now: _unless(
        (now.referee.position.conflict is not None) == wanted,
        f"there is {'no' if wanted else 'a'} conflict",
    )


@_form("PLAYER is in Nightmare", r"(?P<who><P>) is(?P<not> not|n['’]t)? in Nightmare")
def _nightmare(words: _Words, match: re.Match[str]) -> Check:
    seat, negative = words.seat(match["who"]), bool(match["not"])
    return lambda now: _unless(
        (now.referee.position.in_nightmare == seat) != negative,
        f"{now.names[seat]} is {'' if negative else 'not '}in Nightmare",
    )


@_form("an effect of CARD is in force", r"(?P<no>an|no) effect of (?P<card>.+) is in force")
def _in_force(words: _Words, match: re.Match[str]) -> Check:
    reference, wanted = words.card(match), match["no"].casefold() == "an"

    def check(now: Situation) -> str:
        found = [effect.title for effect in now.referee.position.ongoing]
        holds = reference.casefold() in [title.casefold() for title in found]
        return _unless(holds == wanted, f"in force are effects of {', '.join(found) or 'no card'}")

    return check


@_form('the log says "…"', r'the log (?P<says>says|does not say) [“"](?P<what>.+?)[”"]')
def _log(words: _Words, match: re.Match[str]) -> Check:
    wanted, positive = match["what"].casefold().removesuffix("."), match["says"].casefold() == "says"

    def check(now: Situation) -> str:
        holds = wanted in " ".join(now.log).casefold()
        return _unless(holds == positive, _said(now.log, wanted))

    return check


def _said(log: Sequence[str], wanted: str) -> str:
    """Quote the sentence that says it or, if none does, the one that comes nearest, and the last one."""
    if not log:
        return "nothing has been told since the scenario began"
    saying = next((sentence for sentence in log if wanted in sentence.casefold()), "")
    if saying or wanted in " ".join(log).casefold():
        return f"it says “{_short(saying or wanted)}”"

    def likeness(sentence: str) -> float:
        return SequenceMatcher(None, wanted, sentence.casefold()[:_SENTENCE]).ratio()

    nearest, last = max(log, key=likeness), log[-1]
    also = "" if nearest == last else f", and at last “{_short(last)}”"
    count = "one sentence" if len(log) == 1 else f"{len(log)} sentences"
    return f"of {count} none says that; nearest comes “{_short(nearest)}”{also}"


_SENTENCE = 160
"""How much of a sentence is quoted, and compared."""


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= _SENTENCE else f"{sentence[:_SENTENCE]}…"


@_form("PLAYER wins by insanity", r"(?P<who><P>) (?P<what>wins|loses)(?: (?:by|through) (?P<why>.+))?")
def _wins(words: _Words, match: re.Match[str]) -> Check:
    seat, why = words.seat(match["who"]), (match["why"] or "").casefold()
    seat = seat if match["what"].casefold() == "wins" else 1 - seat

    def check(now: Situation) -> str:
        outcome = now.match.outcome
        holds = outcome is not None and outcome.winners == (seat,) and why in ("", outcome.ending)
        return _unless(holds, _result(now))

    return check


@_form("the match is a draw", r"the match is a draw")
def _draw(words: _Words, match: re.Match[str]) -> Check:
    return lambda now: _unless(now.match.outcome is not None and not now.match.outcome.winners, _result(now))


@_form("the match goes on", r"the match goes on")
def _goes_on(words: _Words, match: re.Match[str]) -> Check:
    return lambda now: _unless(now.match.outcome is None, _result(now))


def _result(now: Situation) -> str:
    outcome = now.match.outcome
    if outcome is None:
        return f"the match goes on: {now.asked()}"
    if not outcome.winners:
        return f"the match is a draw ({outcome.ending})"
    return f"{now.names[outcome.winners[0]]} has won by {outcome.ending}"


# ---------------------------------------------------------------------------------------------------- deck building (§8)


@_form("DECK is legal", r"(?P<deck>.+?) is (?P<not>not )?(?:a )?legal(?: deck)?")
def _legal(words: _Words, match: re.Match[str]) -> Check:
    deck, wanted = words.deck(match), match["not"] is None

    def check(now: Situation) -> str:
        broken = _broken(now, deck)
        return _unless(wanted is not bool(broken), _violations_of(deck, broken))

    return check


@_form("DECK breaks N rules", r"(?P<deck>.+?) breaks (?P<n>[0-9]{1,9}|no) rules?")
def _breaks_number(words: _Words, match: re.Match[str]) -> Check:
    deck, wanted = words.deck(match), 0 if match["n"].casefold() == "no" else int(match["n"])

    def check(now: Situation) -> str:
        broken = _broken(now, deck)
        return _unless(len(broken) == wanted, _violations_of(deck, broken))

    return check


@_form('DECK breaks "…"', r"(?P<deck>.+?) (?P<not>does not break|breaks) [“\"](?P<what>[^“”\"]+)[”\"]")
def _breaks(words: _Words, match: re.Match[str]) -> Check:
    deck, positive = words.deck(match), match["not"].casefold() == "breaks"
    what = match["what"].casefold().removesuffix(".")

    def check(now: Situation) -> str:
        broken = _broken(now, deck)
        holds = any(what in sentence.casefold() for sentence in broken)
        return _unless(holds == positive, _violations_of(deck, broken))

    return check


def _broken(now: Situation, deck: str) -> list[str]:
    """Return each rule that a deck breaks, with the sentence about it."""
    return [f"{broken.rule.value}: {broken}" for broken in violations(now.decks[deck])]


def _violations_of(deck: str, broken: Sequence[str]) -> str:
    return f"{deck} breaks {len(broken)}: {' '.join(broken)}" if broken else f"{deck} is legal"
