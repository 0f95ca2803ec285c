"""Decks as plain-text lists that people write, paste and read (rulebook §8).

`print_deck` writes one of the many forms that `read_deck` understands: capitals, order, empty lines, bullets,
headings and Markdown don't matter, and copies can be written "3 Chalk Sentinel", "3x Chalk Sentinel",
"Chalk Sentinel x3" or "Chalk Sentinel (3)". The card's kind determines its part of the deck. Lists are written in
English; titles are understood in every language.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache

import msgspec
from msgspec.structs import replace

from cards.codes import GAMES
from cards.deck_builder import BuildingError
from cards.i18n import Locale, Message, msg, row, title, translator
from cards.voidream.card_ids import the_numbers
from cards.voidream.deck_rules import faction_in_sentence, faction_name
from cards.voidream.deck_schema import MOST_COPIES
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Kind

MOST_LINES = 400
LONGEST_LINE = 200
"""The maximum length of a line in characters, except for a deck code."""
MOST_ADVICE = 25
"""The maximum number of bad lines for which the nearest title is looked up: the search is slow, and few people read more."""


class LineProblem(msgspec.Struct, frozen=True):
    """An unreadable line: its number from 1, its text, the error, and the nearest title."""

    line: int
    found: str
    problem: Message
    suggestion: Message | None = None

    @property
    def message(self) -> Message:
        """The error message to show."""
        sentence = msg(
            "Line {line}, “{found}”: {problem}", line=self.line, found=self.found, problem=self.problem
        )
        return (
            row(sentence, msg("Did you mean “{name}”?", name=self.suggestion))
            if self.suggestion
            else sentence
        )

    def __str__(self) -> str:
        return str(self.message)


class DeckTextError(BuildingError):
    """A text that can't be read as a deck. `problems` has all unreadable lines."""

    def __init__(self, problems: Sequence[LineProblem]) -> None:
        super().__init__(*(problem.message for problem in problems))
        self.problems = tuple(problems)


class NamedList(msgspec.Struct, frozen=True):
    """A deck with its name, "" if the text has none."""

    name: str
    deck: DeckList


def print_deck(name: str, deck: DeckList) -> str:
    """Return the deck as a list. `read_deck` returns the same deck for it, except for lost titles."""
    deck = deck.ordered()
    lines = [f"Name: {name}"] if name else []
    if deck.faction is not None:
        lines.append(f"Faction: {_label(deck.faction)}")
    lines.append(f"Guest: {_label(deck.guest) if deck.guest else 'none'}")
    lines += [
        f"{label}: {card.title}" for label, card in (("Bastion", deck.bastion), ("Mind", deck.mind)) if card
    ]
    lines += _section(f"Arcana ({len(deck.arcana)})", deck.arcana)
    lines += _section(f"Dream cards ({len(deck.dream)}, without the bastion)", deck.dream)
    if deck.lost:
        lost_copies = Counter(deck.lost)
        lines += [
            "",
            *(f"// no longer in the set: {copies} {title}" for title, copies in lost_copies.items()),
        ]
    return "\n".join(lines) + "\n"


def read_deck(text: str, library: Library | None = None) -> NamedList:
    """Return the deck in a text, legal or not. Raises DeckTextError with all unreadable lines."""
    reader = _Reader(library)
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        message = msg("A deck has fewer than {n} lines.", n=MOST_LINES)
        raise DeckTextError([LineProblem(MOST_LINES + 1, _short(lines[MOST_LINES]), message)])
    for number, line in enumerate(lines, start=1):
        reader.line(number, line)
    return reader.finished()


def _label(faction: Faction) -> str:
    name = faction_name(faction)
    return name[:1].upper() + name[1:]


def _section(heading: str, cards: Sequence[Card]) -> list[str]:
    counts = Counter(card.title for card in cards)
    return ["", heading, *(f"{copies} {title}" for title, copies in counts.items())] if cards else []


# ---------------------------------------------------------------------------------------------------------- reading

# These match lines with at most one space between two words.
_MARKS = re.compile(r"^(?:(?:[-*+•·–—>]|[0-9]{1,2}\.) )*")
_LABELLED = re.compile(
    r"(name|deck name|deck|title|bastion|mind card|mind|guest faction|guest|main faction|faction|code) ?[:=](.*)"
)
_BEFORE = re.compile(r"([0-9]{1,6})(?: ?[x×*] ?| )([^ ].*)")
_TURNED = re.compile(r"[x×] ?([0-9]{1,6}) (.+)")
_AFTER = re.compile(r"(.+?) ?(?:[x×*] ?([0-9]{1,6})|\( ?[x×]? ?([0-9]{1,6}) ?[x×]? ?\))")
_HEADING = re.compile(
    r"(?:(?:the )?(?:bastions?|minds?|mind cards?|arcana|major arcanum|hand|dream(?: cards| deck)?|main deck|deck|cards|"
    r"thoughts?|memor(?:y|ies)|entit(?:y|ies)|constructs?)) ?(?:[:(\[].*)?"
)
_CODE = re.compile(rf"(?:{'|'.join(GAMES)})[0-9][0-9A-Z]{{16,}}")
"""A deck code beside the list, which people may copy along with it."""
_NONE = frozenset({"", "none", "no", "nobody", "-", "–", "—"})


def _folded(text: str) -> str:
    """Return the text without differences in spelling: capitals, accents, and kinds of quotes and dashes."""
    plain = unicodedata.normalize("NFKD", text.translate(_SAME)).casefold()
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": "", "”": "", '"': "", "–": "-", "—": "-", "‑": "-"})


def _names(library: Library) -> dict[str, Card]:
    """Return the cards by their titles in every language, folded."""
    return {
        _folded(translator(locale)(title(card.title))): card
        for locale in reversed(Locale)
        for card in library
    }


@cache
def _names_of_the_set() -> dict[str, Card]:
    return _names(the_set())


@cache
def _names_of_former_cards() -> dict[str, str]:
    """Return former titles of the set, by their folded names in every language."""
    former = [name for name in the_numbers().titles if name not in the_set()]
    return {_folded(translator(locale)(title(name))): name for locale in reversed(Locale) for name in former}


class _Reader:
    """The lines read so far."""

    def __init__(self, library: Library | None) -> None:
        self._by_name = _names(library) if library is not None else _names_of_the_set()
        self._factions = {
            name: faction
            for faction in Faction
            for name in (
                _folded(faction_name(faction)),
                _folded(faction.value),
                f"the {_folded(faction_name(faction))}",
            )
        }
        self._problems: list[LineProblem] = []
        self._name = ""
        self._bastion: Card | None = None
        self._mind: Card | None = None
        self._arcana: list[Card] = []
        self._dream: list[Card] = []
        self._lost: list[str] = []
        self._guest: Faction | None = None
        self._has_guest = False
        self._main: tuple[int, str, Faction] | None = None
        self._has_content = False

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        visible = "".join(c for c in line if c.isspace() or unicodedata.category(c)[0] != "C")
        bare = " ".join(visible.strip().strip("`").replace("**", "").replace("__", "").split())
        if len(bare) > LONGEST_LINE:
            if bare.startswith("//") or _CODE.fullmatch(bare.upper()):
                return
            self._has_content = True
            self._wrong(number, bare, msg("No line of a deck is longer than {n} characters.", n=LONGEST_LINE))
            return
        heading = bare.lstrip("#").strip() if bare.startswith("#") else ""
        if not bare or bare.startswith("//") or set(bare) <= set("-=_*~#") or _CODE.fullmatch(bare.upper()):
            return
        text = bare if _folded(bare) in self._by_name else _MARKS.sub("", heading or bare).strip()
        folded = _folded(text)
        if labelled := _LABELLED.fullmatch(folded):
            self._has_content = True
            self._labelled(number, labelled[1], text.partition(":" if ":" in text else "=")[2].strip(), text)
        elif _HEADING.fullmatch(folded) and folded not in self._by_name:
            self._has_content = True
        elif heading:
            if not self._has_content and folded not in self._by_name:
                self._name = heading
            self._has_content = True
        else:
            self._card(number, text)

    def finished(self) -> NamedList:
        """Return the parsed deck. Raises DeckTextError."""
        if self._main and self._bastion and self._main[2] is not self._bastion.faction:
            number, text, _ = self._main
            message = msg(
                "The bastion {card} is {faction}.",
                card=title(self._bastion.title),
                faction=faction_in_sentence(self._bastion.faction),
            )
            self._wrong(number, text, message)
        nothing = not (
            self._bastion or self._mind or self._arcana or self._dream or self._main or self._has_guest
            or self._lost
        )  # fmt: skip
        if nothing and not self._problems:
            self._wrong(
                1,
                self._name,
                msg(
                    'I found no cards in this text. Write each card on its own line, like "3 Chalk Sentinel".'
                ),
            )
        if self._problems:
            raise DeckTextError(sorted(self._problems, key=lambda problem: problem.line))
        main = self._main[2] if self._main and not self._bastion else None
        deck = DeckList(
            self._bastion, self._mind, tuple(self._arcana), tuple(self._dream), self._guest, main, tuple(self._lost)
        )  # fmt: skip
        if not self._has_guest and deck.faction is not None:
            factions = {
                card.faction for card in (*deck.arcana, *deck.dream, *([deck.mind] if deck.mind else []))
            }
            factions -= {deck.faction, Faction.NEUTRAL}
            if len(factions) == 1:
                deck = replace(deck, guest=factions.pop())
        return NamedList(" ".join(self._name.split()), deck.ordered())

    def _wrong(self, number: int, text: str, message: Message, suggestion: Message | None = None) -> None:
        self._problems.append(LineProblem(number, _short(text), message, suggestion))

    def _labelled(self, number: int, label: str, value: str, line: str) -> None:
        match label:
            case "name" | "deck name" | "deck" | "title":
                self._name = value
            case "bastion" | "mind" | "mind card":
                kind = Kind.BASTION if label == "bastion" else Kind.MIND
                if _folded(value) not in _NONE:
                    self._card(number, value, kind)
            case "guest" | "guest faction":
                self._has_guest = True
                self._guest = None if _folded(value) in _NONE else self._faction(number, value, line)
            case "faction" | "main faction":
                faction = self._faction(number, value, line)
                self._main = (number, line, faction) if faction else None
            case _:
                return

    def _faction(self, number: int, value: str, line: str) -> Faction | None:
        faction = self._factions.get(_folded(value))
        if faction is None:
            near = get_close_matches(_folded(value), self._factions, 1)
            suggestion = msg(_label(self._factions[near[0]])) if near else None
            self._wrong(
                number, line, msg("I can't find a faction called “{name}”.", name=_short(value)), suggestion
            )
        return faction

    def _card(self, number: int, text: str, kind: Kind | None = None) -> None:
        copies, card, called = self._counted(text)
        former = ""
        if card is None and (former_card := self._former(text)) is not None:
            copies, former = former_card
        if card is None and not former:
            near = self._nearest(called)
            if not self._has_content and copies is None and not (near and _is_similar(near, called)):
                self._has_content, self._name = True, text
                return
            nearest = title(self._by_name[near].title) if near else None
            self._wrong(number, text, msg("I can't find a card with this title."), nearest)
        elif copies is not None and not 1 <= copies <= MOST_COPIES:
            self._wrong(number, text, msg("{n} isn't a number of copies: write 1 to 3.", n=copies))
        elif card is None:
            self._lost += [former] * (copies or 1)
        elif kind is not None and card.kind is not kind:
            message = _NO_BASTION if kind is Kind.BASTION else _NO_MIND
            self._wrong(
                number,
                text,
                msg(message, card=title(card.title), kind=msg(_kind_with_article(card.kind), "one kind")),
            )
        else:
            self._put(number, text, card, copies or 1)
        self._has_content = True

    def _put(self, number: int, text: str, card: Card, copies: int) -> None:
        if card.kind in (Kind.BASTION, Kind.MIND):
            previous = self._bastion if card.kind is Kind.BASTION else self._mind
            if copies > 1 or (previous is not None and previous != card):
                message = _ONE_BASTION if card.kind is Kind.BASTION else _ONE_MIND
                self._wrong(number, text, msg(message, card=title((previous or card).title)))
            elif card.kind is Kind.BASTION:
                self._bastion = card
            else:
                self._mind = card
        else:
            (self._arcana if card.kind is Kind.ARCANUM else self._dream).extend([card] * copies)

    def _counted(self, text: str) -> tuple[int | None, Card | None, str]:
        """Return the number of copies in a line (None if missing), its card (None if unknown), and its title."""
        readings = self._readings(text)
        for copies, called in readings:
            if card := self._by_name.get(_folded(called).strip(" ,;.")):
                return copies, card, called
        copies, called = readings[-1]
        return copies, None, called

    @staticmethod
    def _former(text: str) -> tuple[int | None, str] | None:
        """Return the number of copies (None if missing) and title in a line about a former card; None for other lines."""
        for copies, called in _Reader._readings(text):
            if name := _names_of_former_cards().get(_folded(called).strip(" ,;.")):
                return copies, name
        return None

    @staticmethod
    def _readings(text: str) -> list[tuple[int | None, str]]:
        """Return the ways to split a line into copies and title, beginning with the whole line as the title."""
        readings: list[tuple[int | None, str]] = [(None, text)]
        if match := _BEFORE.fullmatch(text):
            readings.append((int(match[1]), match[2]))
        if match := _TURNED.fullmatch(text):
            readings.append((int(match[1]), match[2]))
        if match := _AFTER.fullmatch(text):
            readings.append((int(match[2] or match[3]), match[1]))
        return readings

    def _nearest(self, called: str) -> str | None:
        """Return the folded name of the card that is most likely meant."""
        folded = _folded(called)
        if len(self._problems) >= MOST_ADVICE:
            return None
        near = get_close_matches(folded, self._by_name, 1, 0.7)
        if not near:
            near = [name for name in self._by_name if len(folded) > 4 and (folded in name or name in folded)][
                :1
            ]
        return near[0] if near else None


def _is_similar(name: str, title: str) -> bool:
    """Return whether a deck's name is more likely a misspelled title (folded)."""
    return bool(get_close_matches(_folded(title), [name], 1, 0.85))


_NO_BASTION = "{card} isn't a bastion but {kind}."
_NO_MIND = "{card} isn't a mind card but {kind}."
_ONE_BASTION = "A deck has one bastion, and this one has {card}."
_ONE_MIND = "A deck has one mind card, and this one has {card}."


def _kind_with_article(kind: Kind) -> str:
    if kind is Kind.MIND:
        return "a mind card"
    return f"{'an' if kind.value[0] in 'ae' else 'a'} {kind}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
