"""Checks for texts that can be read but match no template, or mean nothing in their place.

Examples: a line for another kind of card or only for a Combat, a number out of range, "If you do" without an option, a
question in another player's turn. The engine relies on linted texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards.dreams_of_dystopia.language import continuous_effects, instructions, lines, selections
from cards.dreams_of_dystopia.language.conditions import HasMoreLP, MatchesFilter, Unblocked
from cards.dreams_of_dystopia.language.printer import print_ability, print_sentence
from cards.dreams_of_dystopia.language.words import Happening, KeywordName, Moment, Noun, Stat, Use
from cards.language.nodes import ChooseOne, ForEach, If, IfYouDo, It, May, Number, Player
from cards.language.parts import parts_of
from cards.language.records import Node

LONGEST_TEXT = 300
"""The maximum length of a side's text in characters, including line breaks, so that it fits on a phone's screen."""

MOST_LINES = 4
"""The maximum number of lines of a side's text."""

HIGHEST = 20
"""The highest number in a text, as on the dice. The lowest is 1."""

YOUR_MINIONS = selections.All(selections.Filter(Noun.MINION, whose=Player.YOU))
_RECRUITED = selections.All(selections.Filter(Noun.MINION, recruited=True))
_COUNTED = frozenset(map(selections.in_discard, (Noun.CURSE, Noun.DEED, Noun.WEAPON)))
_REVEALED = frozenset(map(selections.Filter, (Noun.MINION, Noun.WEAPON, Noun.CURSE, Noun.DEED)))

_OF_A_COMBAT = (
    continuous_effects.GainKeyword,
    instructions.OnceMore,
    continuous_effects.CannotUse,
    instructions.LoseLess,
    instructions.SearchAndUse,
    HasMoreLP,
    Unblocked,
    selections.Fighter,
    selections.Opposing,
)
_ALWAYS = 'On a Master, what is always in force has a line of its own; else it is "this turn".'

Findings = Iterator[tuple[int | None, int, str]]
"""Findings: the index of the line (None for the text as a whole), the column in its printed line, and a sentence."""


def lint(text: lines.Text, kind: Noun | None) -> Findings:
    """Yield the findings on a side's text. `kind` is the noun of the card, None for a Master."""
    for index, ability in enumerate(text):
        for message in _line(ability, kind):
            yield index, 1, message
        printed = print_ability(ability).casefold()
        place = _Place(ability, kind)
        for sentence in lines.effect_of(ability):
            column = printed.find(print_sentence(sentence).casefold()) + 1
            for message in place.sentence(sentence):
                yield index, max(column, 1), message
    length = len("\n".join(map(print_ability, text)))
    if length > LONGEST_TEXT:
        yield None, 1, f"A text has at most {LONGEST_TEXT} signs, and this one has {length}."
    if len(text) > MOST_LINES:
        yield None, 1, f"A text has at most {MOST_LINES} lines, and this one has {len(text)}."
    if sum(isinstance(ability, lines.Used) and ability.use is Use.ABILITY for ability in text) > 1:
        yield None, 1, "A Minion has one line that begins with ABILITY."


def _line(ability: lines.Ability, kind: Noun | None) -> Iterator[str]:
    """Yield the findings on a line as a whole: whether this kind of card has such lines, and its keywords."""
    match kind, ability:
        case Noun.MINION, lines.Keywords(keywords):
            if len({keyword.name for keyword in keywords}) < len(keywords):
                yield "A keyword stands twice on this line."
        case (
            (Noun.MINION, lines.Used())
            | (Noun.WEAPON, lines.Line() | lines.Upon())
            | (None, lines.OncePerTurn() | lines.Whenever())
        ):
            pass
        case None, lines.DrawMore() | lines.CannotFall():
            yield from _numbers(ability)
        case None, lines.Static(ongoing):
            if ability.condition is not None:
                yield 'What is always in force has no condition: leave out "While …".'
            for part in ongoing:
                yield from _always(part)
        case Noun.MINION, _:
            yield "A line of a Minion begins with ABILITY, SUPPORT or COMBAT, or is a keyword (T1 to T3, T8, T9)."
        case Noun.WEAPON, _:
            yield "A line of a Weapon says what it does when it is used, or begins with Upon (T4, T5)."
        case _:
            yield 'A line of a Master begins with "Once per turn:" or "When …", or is always in force (T6, T7, T44 to T47).'
    if isinstance(ability, lines.Used) and ability.use is Use.ABILITY and ability.moment is not None:
        yield f"An ABILITY is used outside of Combats: leave out {ability.moment.record.en}."


def _always(part: Node) -> Iterator[str]:
    match part:
        case continuous_effects.Modify(to=to):
            if to != YOUR_MINIONS or part.amount.n < 0:
                yield 'Say "Your Minions get +X …" (T44).'
        case continuous_effects.WaiveFaction(selections.All(filter)):
            if filter not in (
                selections.Filter(Noun.MINION, other_faction=True),
                selections.Filter(Noun.WEAPON, other_faction=True),
            ):
                yield 'Say "Minions of the other faction …" or "Weapons of the other faction …" (T46).'
        case _:
            pass
    for node in parts_of(part):
        yield from _numbers(node)


class _Place:
    """The place of a sentence, with the state of its line so far."""

    def __init__(self, ability: lines.Ability, kind: Noun | None) -> None:
        self.kind = kind
        self.in_combat = isinstance(ability, lines.Line | lines.Upon) or (
            isinstance(ability, lines.Used) and ability.use is not Use.ABILITY
        )
        self.own_combat = isinstance(ability, lines.Used) and ability.use is Use.COMBAT
        self.on_hit = isinstance(ability, lines.Used | lines.Upon) and ability.moment is Moment.HIT
        self.asks_no_one = isinstance(ability, lines.Whenever) and ability.happening is Happening.FAME
        self.optional = False
        self.revealed = False

    def sentence(self, sentence: lines.Sentence) -> Iterator[str]:
        """Yield the findings on the next sentence of the line."""
        for node in parts_of(sentence):
            yield from self._node(node)
            yield from _numbers(node)
        first = sentence[0]
        if isinstance(first, IfYouDo) and not self.optional:
            yield '"If you do" follows a sentence that begins with "You may" (T48).'
        self.optional = isinstance(first, May)

    def _node(self, node: object) -> Iterator[str]:
        if isinstance(node, _OF_A_COMBAT) and not self.in_combat:
            yield "This happens in a Combat only: it stands behind SUPPORT or COMBAT, or on a Weapon (T37 to T43, T51)."
        if self.asks_no_one and _asks(node):
            yield "Fame can be gained in another player's turn, where no one is asked anything (DD84)."
        match node:
            case instructions.Reveal():
                self.revealed = True
            case It() if not self.revealed:
                yield '"It" is a card that has been revealed before (T30).'
            case selections.ThisCard(noun) if noun is not self.kind:
                yield f"This card is no {noun}."
            case instructions.OnceMore(what=selections.ThisCard()) if not self.own_combat:
                yield "Only a Minion's own COMBAT says it of this Minion; else it is your Minion (T41)."
            case Unblocked() if self.in_combat and not self.on_hit:
                yield "That the attack was not blocked is known upon a hit: begin with Upon Hit (T51)."
            case _:
                yield from _strange(node, in_combat=self.in_combat)


def _strange(node: object, *, in_combat: bool) -> Iterator[str]:
    """Yield parts of a sentence that no template has."""
    match node:
        case May(who=who) | ChooseOne(who=who) if who is not Player.YOU:
            yield "Nobody else is given a choice (DD24)."
        case IfYouDo(did=False):
            yield 'Say "If you do, …" (T48).'
        case If(otherwise=otherwise) if otherwise is not None:
            yield "Nothing happens otherwise: say it in a sentence of its own, with a condition of its own (T50)."
        case ForEach(filter) if filter not in _COUNTED:
            yield 'Say "For each Curse in your Discard, …", or of Heroic Deeds or Weapons (T52).'
        case MatchesFilter(what, filter) if what != It() or filter not in _REVEALED:
            yield 'Say "If it is a Weapon, …", or of another sort of card (T30).'
        case continuous_effects.Modify():
            yield from _changed(node, in_combat=in_combat)
        case continuous_effects.GainKeyword(what, keyword) if (
            what != selections.Fighter() or keyword is not KeywordName.DEFENDER
        ):
            yield 'Say "Your Minion gains Defender." (T40).'
        case continuous_effects.RequireLess(what) if what != _RECRUITED:
            yield 'Say "Minions you recruit this turn require X less Fame." (T34).'
        case continuous_effects.WaiveFaction(_, None):
            yield _ALWAYS
        case continuous_effects.WaiveFaction(selections.All(filter)) if filter != selections.Filter(
            Noun.CARD, other_faction=True
        ):
            yield 'Say "Cards of the other faction do not require 2 more Fame this turn." (T35).'
        case continuous_effects.CannotUse(who) if who is not Player.OPPONENT:
            yield 'Say "Your opponent cannot use …" (T42).'
        case _:
            pass


def _changed(node: continuous_effects.Modify, *, in_combat: bool) -> Iterator[str]:
    if node.to is None:
        if not in_combat:
            yield 'Outside a Combat, say "Your Minions get +X … this turn." (T36).'
        elif node.duration is not None:
            yield 'It holds until Clean-Up: leave out "this turn" (T37).'
        elif node.each is not None and node.stat is Stat.SKL:
            yield "Only ATK and DEF are counted in the Damage step (T38)."
    elif isinstance(node.to, selections.Opposing):
        if node.duration is not None or node.stat is Stat.SKL:
            yield 'Say "The opposing Minion gets +X ATK.", or DEF (T39).'
    elif isinstance(node.to, selections.ThisCard):
        yield 'A helper does not fight: say "+X ATK." of your Minion, which does (T37, DD61).'
    elif node.to != YOUR_MINIONS or node.amount.n < 0:
        yield 'Say "Your Minions get +X … this turn." (T36).'
    elif node.duration is None:
        yield _ALWAYS


def _numbers(node: object) -> Iterator[str]:
    match node:
        case instructions.Allow(Number(n)) if n < 0:
            yield "Allowances are only added to."
        case instructions.OnceMore(Number(n)) if n != 1:
            yield "A Minion attacks, or blocks, once more and no oftener: say +1 (DD66)."
        case _:
            pass
    numbers = [getattr(node, name, 1) for name in ("n", "by", "at_most")] if isinstance(node, Node) else []
    if any(isinstance(n, int) and not 1 <= abs(n) <= HIGHEST for n in numbers):
        yield f"A number in a text is from 1 to {HIGHEST}."


def _asks(node: object) -> bool:
    """Return whether a part asks a player something, such as whom "your opponent" means (DD44)."""
    if isinstance(node, instructions.DiscardSome):
        return not node.random
    choices = May | ChooseOne | selections.Chosen | instructions.TakeLP | instructions.GiveCurses
    return isinstance(node, choices) or getattr(node, "who", None) is Player.OPPONENT
