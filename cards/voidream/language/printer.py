"""Writes the data of `tree` as card text, in the one canonical wording that the docstrings there give.

What `printer` writes `reader` reads back as the same data. The log and the list of effects in force use the functions
for smaller parts.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import assert_never

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.conjunctions import pieces
from cards.voidream.language.tree import (
    NUMBERED_KEYWORDS,
    Ability,
    Amount,
    Comparison,
    Condition,
    ConflictKind,
    Effect,
    Faction,
    Filter,
    Instruction,
    Keyword,
    Noun,
    Ongoing,
    Player,
    Selection,
    Sentence,
    Text,
    Trait,
    TriggerEvent,
    Zone,
)
from cards.voidream.language.vocabulary import PLURALS, THIRD_PERSONS, article, plural

FACTION_NAMES = {
    Faction.CHIMERIC_COURT: "Chimeric Court",
    Faction.FRACTA: "Fracta",
    Faction.SUBTER_VENELLAM: "Subter Venellam",
    Faction.MAZE: "Maze",
    Faction.NEUTRAL: "neutral",
}
"""The factions as adjectives in front of a noun."""


_JOINTS = {"": "", "then": ", then ", "and": " and ", "apart": ", and "}


def print_text(text: Text) -> str:
    """All the abilities, one a line."""
    return "\n".join(print_ability(ability) for ability in text)


def print_ability(ability: Ability) -> str:
    """One printed line."""
    return _Writer().ability(ability)


def print_effect(effect: Effect) -> str:
    """`You may exhaust an entity, then roll. If you do, evoke.`: the sentences of a line."""
    return _Writer().effect(effect)


@lru_cache(maxsize=2048)
def print_instruction(instruction: Instruction) -> str:
    """`Deal 2 damage to an entity`: one instruction without a full stop, for the log."""
    return _capital(_Writer().instruction(instruction))


def print_keyword(keyword: Keyword) -> str:
    """`deep`, `dormant 2`: a keyword with its number."""
    return f"{keyword.name} {keyword.x}" if keyword.name in NUMBERED_KEYWORDS else keyword.name.value


def _capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _conflict(kind: ConflictKind | None) -> str:
    return f"{kind} conflict" if kind else "conflict"


class _Writer:
    """Writes one line, and remembers what its later words depend on."""

    def __init__(self) -> None:
        self._performer = Player.YOU
        """Who performs an instruction that has no subject."""
        self._subject = Player.YOU
        """Whom "they" and "their" mean; nobody where it is you."""
        self._many = False
        """Whether what was chosen last is "them" rather than "it"."""
        self._explanation = ""
        """What X is, until the end of the instruction says so."""
        self._asked = Player.YOU
        """Who was last given an option."""

    # Lines

    def ability(self, ability: Ability) -> str:
        match ability:
            case tree.Keywords(keywords):
                return " ".join(f"{_capital(print_keyword(keyword))}." for keyword in keywords)
            case tree.PlayOnly(tree.DuringConflict(kind)):
                return f"Play this card only during a {_conflict(kind)}."
            case tree.PlayOnly(tree.Not(tree.DuringConflict(kind))):
                return f"Play this card only outside a {_conflict(kind)}."
            case tree.PlayOnly(condition):
                return f"Play this card only if {self.condition(condition)}."
            case tree.Line(effect):
                return self.effect(effect)
            case tree.Static(ongoing, condition):
                if condition is None:
                    return f"{_capital(self.ongoings(ongoing))}."
                return f"While {self.condition(condition)}, {self.ongoings(ongoing)}."
            case tree.Activated(cost, effect):
                price = ", ".join(self.instruction(instruction) for instruction in cost)
                return f"(A) {_capital(price)}: {self.effect(effect)}"
            case tree.Triggered():
                return f"(!) {self.trigger(ability)} - {self.effect(ability.effect)}"
            case tree.GameStart(effect):
                text = self.effect(effect)
                return f"At the start of the game, {text[0].lower()}{text[1:]}"

    def trigger(self, ability: tree.Triggered) -> str:
        text = ability.timing.value
        if ability.zone is not Zone.IN_PLAY:
            text = f"While this card is in your {ability.zone}, {text.lower()}"
        text += f" {self.event(ability.event)}"
        return f"{text}, if {self.condition(ability.condition)}" if ability.condition else text

    def event(self, event: TriggerEvent) -> str:
        wording: str = event.trigger_type.value
        if event.who is not None and event.trigger_type is tree.TriggerType.CONFLICT_INITIATED:
            wording = "{who} initiate a conflict"
        words: list[str] = [*wording.split(" ")]
        if event.who not in (None, Player.YOU):
            words[1] = THIRD_PERSONS[words[1]]
        if event.kind is not None:
            words[words.index("conflict")] = _conflict(event.kind)
        their = "your" if event.who is Player.YOU else "their"
        return " ".join(words).format(who=event.who, what=self._thing(event.what), their=their)

    def _thing(self, what: Filter | tree.This | tree.Host | None) -> str:
        if isinstance(what, Filter):
            return self.one(what)
        return self.selection(what) if what is not None else ""

    # Sentences

    def effect(self, effect: Effect) -> str:
        return " ".join(f"{_capital(self.sentence(sentence))}." for sentence in effect)

    def sentence(self, sentence: Sentence) -> str:
        return "".join(
            _JOINTS[joint] + self.instruction(instruction) for instruction, joint in pieces(sentence)
        )

    def ongoings(self, ongoing: tuple[Ongoing, ...]) -> str:
        return self.sentence(ongoing)

    @contextmanager
    def _performed_by(self, performer: Player) -> Generator[None]:
        before = self._performer, self._subject
        self._performer = self._subject = performer
        yield
        self._performer, self._subject = before

    # Instructions

    def instruction(self, instruction: Instruction) -> str:
        text = self._instruction(instruction)
        if self._explanation:
            text += f", where X is {self._explanation}"
            self._explanation = ""
        return text

    def _instruction(self, instruction: Instruction) -> str:
        match instruction:
            case tree.May(sentence, who):
                self._asked = who
                with self._performed_by(who):
                    return f"{who} may {self.sentence(sentence)}"
            case tree.IfYouDo(sentence, did):
                they = "you" if self._asked is Player.YOU else "they"
                return f"if {they} do{'' if did else ' not'}, {self.sentence(sentence)}"
            case tree.If(condition, sentence, otherwise):
                text = f"if {self.condition(condition)}, {self.sentence(sentence)}"
                return text if otherwise is None else f"{text}. Otherwise, {self.sentence(otherwise)}"
            case tree.ForEach(filter, sentence):
                return f"for each {self.filter(filter, many=False)}, {self.sentence(sentence)}"
            case tree.ChooseOne(modes, who):
                subject = "choose one" if who is self._performer else self._conjugated(who, "choose one")
                with self._performed_by(who):
                    *most, last = (self.sentence(mode) for mode in modes)
                return f"{subject}: {'; '.join(most)}; or {last}"
            case tree.Modify() | tree.Gain() | tree.CannotBe() | tree.Cannot():
                text = self._ongoing(instruction)
                return f"{text} {instruction.duration}" if instruction.duration else text
            case _:
                return self._clause(instruction)

    def _clause(self, instruction: tree.PlainInstruction) -> str:
        """An instruction with the subject that it needs, if any."""
        performer = self._performer
        match instruction:
            case tree.DreamDamage(_, Player.OPPONENT) if performer is not Player.OPPONENT:
                who = performer
            case tree.DreamDamage(_, to):
                who = to
            case _:
                who: Player = getattr(instruction, "who", performer)
        with self._performed_by(who):
            phrase = self._predicate(instruction)
        return phrase if who is performer else self._conjugated(who, phrase)

    def _conjugated(self, who: Player, phrase: str) -> str:
        verb, *rest = phrase.split(" ")
        return " ".join((who, verb if who is Player.YOU else THIRD_PERSONS[verb], *rest))

    def _predicate(self, instruction: tree.PlainInstruction) -> str:
        """The instruction from its verb on, the verb in its base form."""
        match instruction:
            case tree.Evoke():
                return "evoke"
            case tree.Roll():
                return "roll"
            case tree.Shuffle(who):
                return f"shuffle {self._possessive(who)} deck"
            case tree.Initiate(kind):
                return f"initiate a {_conflict(kind)}"
            case tree.SwitchConflict(before, after):
                change = f" from {before} to {after}" if before and after else ""
                return f"switch the current conflict type{change}"
            case tree.Damage(amount, to):
                return f"deal {self.amount(amount)} damage to {self.selection(to)}"
            case tree.DreamDamage(amount, to):
                if to is Player.OPPONENT and self._performer is not Player.OPPONENT:
                    return f"deal {self.amount(amount)} Dream damage to {to}"
                return f"take {self.amount(amount)} Dream damage"
            case tree.Prevent(amount):
                return f"prevent {self.amount(amount) if amount else 'that'} damage"
            case tree.PreventEvent():
                return "prevent that"
            case tree.Destroy(what):
                return f"destroy {self.selection(what)}"
            case tree.Sacrifice(what):
                return f"sacrifice {self.selection(what)}"
            case tree.Exhaust(what):
                return f"exhaust {self.selection(what)}"
            case tree.Ready(what):
                return f"ready {self.selection(what)}"
            case tree.Attach(what, to):
                return f"attach {self.selection(what)} to {self.selection(to)}"
            case tree.Charge(host):
                return f"charge {self.selection(host)}"
            case tree.Inspire(what):
                return f"inspire {self.selection(what)}"
            case tree.Void(what, offering):
                return f"void {self.selection(what)}{' as an offering' if offering else ''}"
            case tree.Veil(what):
                return f"veil {self.selection(what)}"
            case tree.Unveil(what):
                return f"unveil {self.selection(what)}"
            case tree.Discard(what, who):
                return f"discard {self._discarded(what, who)}"
            case tree.ReturnToHand(what, who):
                return f"return {self.selection(what)} to {self._possessive(who)} hand"
            case tree.Put(what, place, whose, random):
                owner = self._possessive(whose) if whose else "its owner's"
                text = f"put {self.selection(what)} {place} {owner} deck"
                order = "in random order" if random else "in any order" if self._is_many(what) else ""
                return f"{text} {order}" if order else text
            case tree.LookAt(what):
                return f"look at {self.selection(what)}"
            case tree.Reveal(what):
                return f"reveal {self.selection(what)}"
            case tree.ReturnLooked():
                return "return them in any order"
            case tree.ChangeMind(amount, less, who):
                verb = "reduce" if less else "increase"
                return f"{verb} {self._possessive(who)} mind by {self.amount(amount)}"
            case tree.Play(what):
                return f"play {self.selection(what)}"
            case _:
                assert_never(instruction)

    def _discarded(self, what: Selection, who: Player) -> str:
        """An arcanum is discarded from its player's hand, which goes without saying."""
        if isinstance(what, tree.Chosen | tree.All):
            filter = what.filter
            if filter.noun is Noun.ARCANUM and filter.zone is Zone.HAND and filter.whose is who:
                what = replace(what, filter=replace(filter, zone=Zone.IN_PLAY, whose=None))
        return self.selection(what)

    def _ongoing(self, ongoing: Ongoing) -> str:
        match ongoing:
            case tree.Modify(amount, stat, to, negative, each):
                if isinstance(amount, tree.Number):
                    text = f"{amount.n:+d} {stat}"
                else:
                    self._explanation = self.measure(amount)
                    text = f"{'-' if negative else '+'}X {stat}"
                text += f" to {self.selection(to)}" if to else ""
                return f"{text} for each {self.filter(each, many=False)}" if each else text
            case tree.Gain(keyword, to):
                if to is None:
                    return f"gain {print_keyword(keyword)}"
                subject = self._as_subject(to)
                return f"{subject} {'gain' if self._is_many(to) else 'gains'} {print_keyword(keyword)}"
            case tree.CannotBe(what, ban):
                return f"{self._as_subject(what, possessive=True)} cannot {ban}"
            case tree.Cannot(who, what):
                return f"{'players' if who is Player.EACH else who} cannot {what}"

    # Cards

    def _is_many(self, what: Selection) -> bool:
        match what:
            case tree.Chosen(_, _, at_most):
                return at_most != 1
            case tree.All():
                return True
            case tree.TopOf(amount):
                return amount != tree.Number(1)
            case tree.It():
                return self._many
            case tree.This() | tree.Host() | tree.BottomOf():
                return False

    def _as_subject(self, what: Selection, *, possessive: bool = False) -> str:
        if isinstance(what, tree.It):
            return "they" if self._many else "it"
        if possessive and isinstance(what, tree.All):
            filter = what.filter
            if filter.zone is Zone.IN_PLAY and filter.whose is Player.YOU:
                self._many = True
                return f"your {self.filter(replace(filter, whose=None), many=True)}"
        return self.selection(what)

    def selection(self, selection: Selection) -> str:
        match selection:
            case tree.Chosen(filter, at_least, at_most):
                text = self._chosen(filter, at_least, at_most)
            case tree.All(filter):
                text = f"all {self.filter(filter, many=True)}"
            case tree.TopOf(amount, whose):
                cards = "card" if amount == tree.Number(1) else f"{self.amount(amount)} cards"
                text = f"the top {cards} of {self._possessive(whose)} deck"
            case tree.BottomOf(whose):
                text = f"the bottom card of {self._possessive(whose)} deck"
            case tree.This():
                return "this card"
            case tree.Host():
                return "its host"
            case tree.It():
                return "them" if self._many else "it"
        self._many = self._is_many(selection)
        return text

    def _chosen(self, filter: Filter, at_least: int, at_most: int | None) -> str:
        if at_most is None:
            return f"any number of {self.filter(filter, many=True)}"
        if at_least == at_most == 1:
            return self.one(filter)
        number = at_most if at_least == at_most else f"up to {at_most}"
        return f"{number} {self.filter(filter, many=at_most != 1)}"

    def one(self, filter: Filter) -> str:
        """A single card of a sort, with its article."""
        if Trait.ANOTHER in filter.traits:
            traits = tuple(trait for trait in filter.traits if trait is not Trait.ANOTHER)
            return f"another {self.filter(replace(filter, traits=traits), many=False)}"
        phrase = self.filter(filter, many=False)
        return f"{article(phrase)} {phrase}"

    def filter(self, filter: Filter, many: bool) -> str:
        words = ["other" if trait is Trait.ANOTHER else trait.value for trait in filter.traits]
        if filter.faction:
            words.append(FACTION_NAMES[filter.faction])
        if filter.noun is Noun.CARD and filter.subtype == "Offering":
            words.append(PLURALS["offering"] if many else "offering")
        else:
            words += [filter.subtype] if filter.subtype else []
            words.append(plural(filter.noun) if many else filter.noun.value)
            if filter.or_noun:
                words += ["or", plural(filter.or_noun) if many else filter.or_noun.value]
        if filter.value:
            words.append(f"of value {self._compared(filter.value.n, filter.value.comparison)}")
        if filter.title is not None:
            words.append(f'named "{filter.title}"')
        if filter.keyword:
            words.append(f"with {filter.keyword}")
        if filter.zone is not Zone.IN_PLAY:
            words.append(f"in {self._possessive(filter.whose) if filter.whose else 'any'} {filter.zone}")
        elif filter.whose:
            words.append(self._controls(filter.whose))
        if filter.attached_to:
            words.append(f"attached to {self.selection(filter.attached_to)}")
        return " ".join(words)

    def _is_they(self, player: Player) -> bool:
        return player is self._subject and player is not Player.YOU

    def _controls(self, player: Player) -> str:
        if self._is_they(player):
            return "they control"
        return f"{player} {'control' if player is Player.YOU else 'controls'}"

    def _possessive(self, player: Player) -> str:
        if self._is_they(player):
            return "their"
        return "your" if player is Player.YOU else f"{player}'s"

    # Numbers

    def amount(self, amount: Amount) -> str:
        """The number in its place: X, if it has to be explained afterwards."""
        match amount:
            case tree.Number(n):
                return str(n)
            case tree.ThatMany():
                return "that many"
            case _:
                self._explanation = self.measure(amount)
                return "X"

    def measure(self, amount: Amount) -> str:
        match amount:
            case tree.Number(n):
                return str(n)
            case tree.CountOf(filter):
                return f"the number of {self.filter(filter, many=True)}"
            case tree.DepthOf(whose):
                return f"{self._possessive(whose)} depth"
            case tree.MindOf(whose):
                return f"{self._possessive(whose)} mind"
            case tree.Result():
                return "the result"
            case tree.ThatMany():
                return "that many"
            case tree.ValueOf(of):
                return f"{self._cards(of)} value"
            case tree.StatOf(stat, of):
                return f"{self._cards(of)} {stat}"

    def _cards(self, of: tree.This | tree.It) -> str:
        return "this card's" if isinstance(of, tree.This) else "its"

    def _compared(self, n: int, comparison: Comparison, *, count: bool = False) -> str:
        match comparison:
            case Comparison.EXACTLY:
                return str(n)
            case Comparison.OR_MORE:
                return f"{n} or {'more' if count else 'higher'}"
            case Comparison.OR_FEWER:
                return f"{n} or {'fewer' if count else 'lower'}"

    # Conditions

    def condition(self, condition: Condition) -> str:
        match condition:
            case tree.Both(first, second):
                return f"{self.condition(first)} and {self.condition(second)}"
            case tree.Not(denied):
                return self._fact(denied, denied=True)
            case _:
                return self._fact(condition, denied=False)

    def _fact(self, condition: Condition, *, denied: bool) -> str:
        not_ = " not" if denied else ""
        match condition:
            case tree.InNightmare(who):
                return f"{self._who_is(who)}{not_} in Nightmare"
            case tree.DuringConflict(kind):
                return f"there is {'no' if denied else 'a'} {_conflict(kind)}"
            case tree.TakesPart(who, attacking):
                return f"{self._who_is(who)}{not_} {'attacking' if attacking else 'defending'}"
            case tree.Compare(tree.MindOf() as mind, tree.Comparison.EXACTLY, 0):
                return f"{self.measure(mind)} is{not_} spent"
            case tree.Compare(amount, comparison, n):
                count = isinstance(amount, tree.CountOf | tree.ThatMany)
                return f"{self.measure(amount)} is{not_} {self._compared(n, comparison, count=count)}"
            case tree.Exists():
                return self._exists(condition, denied=denied)
            case tree.MatchesFilter(what, filter):
                subject = self._as_subject(what)
                are = "are" if self._is_many(what) else "is"
                return f"{subject} {are}{not_} {self._nature(filter)}"
            case tree.Not() | tree.Both():
                return f"not {self.condition(condition)}"

    def _who_is(self, who: Player) -> str:
        return f"{who} {'are' if who is Player.YOU else 'is'}"

    def _exists(self, exists: tree.Exists, *, denied: bool) -> str:
        filter, comparison, n = exists.filter, exists.comparison, exists.n
        who = filter.whose if filter.zone is Zone.IN_PLAY else None
        if who is not None:
            filter = replace(filter, whose=None)
        if (comparison, n) == (Comparison.OR_MORE, 1):
            many = denied
            cards = f"no {self.filter(filter, many=True)}" if denied else self.one(filter)
            denied = False
        else:
            many = n != 1
            exactly = "exactly " if comparison is Comparison.EXACTLY else ""
            cards = f"{exactly}{self._compared(n, comparison, count=True)} {self.filter(filter, many)}"
        if who is None:
            return f"there {'are' if many else 'is'}{' not' if denied else ''} {cards}"
        if denied:
            return f"{who} {'do' if who is Player.YOU else 'does'} not control {cards}"
        return f"{self._controls(who)} {cards}"

    def _nature(self, filter: Filter) -> str:
        bare = Filter(Noun.CARD, filter.traits)
        if filter == bare and len(filter.traits) == 1 and Trait.ANOTHER not in filter.traits:
            return filter.traits[0].value
        return self.one(filter)
