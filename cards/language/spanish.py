"""Prints nodes as Spanish card text, in one consistent wording.

Instructions to you are in the imperative ("agótala"), options in the infinitive ("puedes agotarla"), and instructions
to others in the third person ("tu rival la agota"). A game's own words come from its records.

Templates have slots that English doesn't need: `{what:object}` is a pronoun at the verb when it is "it", and so is
`{to:dative}`; `{their|el mazo}`, `{whose:owner|el mazo}` and `{of:possessor|el valor}` are "tu mazo", "su mazo" or
"el mazo de …" (a field can name the thing: `{whose:owner|pile}`); `{who:verb|está}` is a subject with its verb, `{s}`
and `{n}` are verb endings, `{can}` is "puede"; `{agreed|girado}` agrees with its subject, and `{what:plural}` is the
plural s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cards.language import nodes
from cards.language.conjunctions import pieces
from cards.language.nodes import Comparison, Player
from cards.language.printer import Speaker, Step, Steps, capital, elsewhere, optional
from cards.language.records import Form, Node, Word
from cards.language.spanish_phrases import SpanishPhrases, compared, verb_of
from cards.language.spanish_words import SpanishVerb, agreed, bare
from cards.language.template import Optional, Part, Slot, parse_spaced
from cards.language.vocabulary import Vocabulary

_JOINTS = {"": "", "then": " y luego ", "and": " y ", "apart": ", y "}
_COMMAS = {"": "", "then": ", ", "and": ", ", "apart": ", "}
_EXPLAINED = ", donde X es "
"""The words between an instruction and its definition of X."""
_FORM = r"[^\s{}\[\]:]+"
_VERB = re.compile(rf"({_FORM}|{_FORM}(?: {_FORM}){{2,}}):(?: |$)(.*)")
"""A verb in its forms (one, or more than two), and the words after it."""


class Spanish(Speaker):
    """Prints a game's texts in Spanish."""

    def __init__(self, vocabulary: Vocabulary, named: Callable[[str, str], str]) -> None:
        """Prepare a game's Spanish. `named` translates a keyword ("law"), a title ("title") or a type ("type")."""
        super().__init__(vocabulary)
        self.named = named
        self._templated: dict[str, Steps] = {}

    def ability(self, ability: Node) -> str:
        """Return one printed line."""
        return _Writer(self).ability(ability)

    def compiled(
        self, form: Form, kinds: Mapping[str, str], *, begins: bool
    ) -> tuple[SpanishVerb | None, Steps]:
        """Return the verb of a form, and the steps that print the rest."""
        template, verb = form.es, None
        if begins and (match := _VERB.fullmatch(template)):
            verb, template = (
                SpanishVerb(*(forms.replace("~", " ") for forms in match[1].split(" "))),
                match[2],
            )
        return verb, self._steps(parse_spaced(template, dict(kinds)), kinds)

    def _steps(self, parts: tuple[Part, ...], kinds: Mapping[str, str]) -> Steps:
        steps: list[str | Step] = []
        for part in parts:
            match part:
                case Optional(inner):
                    steps.append(optional(part, self._steps(inner, kinds)))
                case Slot("who", "player"):
                    pass  # The actor is printed first (`event`).
                case Slot():
                    steps.append(self.chosen(part, kinds) or self._filled(part, kinds))
                case _:
                    steps.append(str(part))
        return tuple(steps)

    def _filled(self, slot: Slot, kinds: Mapping[str, str]) -> Step:
        name, arg, fill = slot.name, slot.arg, self.fill(slot, kinds, _SLOTS, _word)
        return lambda writer, node: fill(writer, getattr(node, name, None), node, arg)

    def templated(self, es: str) -> Steps:
        """Return the steps for words with slots, such as "no {can} atacar"."""
        steps = self._templated.get(es)
        if steps is None:
            steps = self._templated[es] = self._steps(parse_spaced(es, {}), {})
        return steps


class _Writer(SpanishPhrases):
    """Writes one line in Spanish."""

    def __init__(self, spanish: Spanish) -> None:
        super().__init__(spanish, spanish.named)
        self.spanish = spanish

    is_infinitive = False
    """Whether verbs are in the infinitive, as after "puedes" or in a choice."""
    clitic = ""
    """The pronoun of the object, attached to the verb."""
    ending = ""
    """The verb ending for the subject of a lasting effect: "s" for you, "n" for several."""

    # Lines

    def ability(self, ability: Node) -> str:
        match ability:
            case nodes.Keywords():
                return " ".join(f"{capital(self.numbered(keyword))}." for keyword in ability.keywords)
            case nodes.Line():
                return self.effect(ability.effect)
            case nodes.Static():
                if ability.condition is None:
                    return f"{capital(self.sentence(ability.ongoing))}."
                return f"Mientras {self.condition(ability.condition)}, {self.sentence(ability.ongoing)}."
            case nodes.Activated():
                once = f"{self.often().es}, " if ability.once else ""
                return f"(A) {capital(once + self.prices(ability.cost))}: {self.effect(ability.effect)}"
            case nodes.Triggered():
                return f"(!) {capital(self.trigger(ability))} - {self.effect(ability.effect)}"
            case _:
                return capital(self.bare_word(ability))

    def prices(self, cost: Sequence[Node]) -> str:
        return ", ".join(self.instruction(instruction) for instruction in cost)

    def trigger(self, ability: nodes.Triggered) -> str:
        text = f"{ability.timing.record.es} {self.event(ability.event)}"
        if ability.zone is not None and ability.zone.record.written:
            text = f"mientras esta carta está en tu {bare(ability.zone.record.es)}, {text}"
        if ability.once:
            text = f"{self.often().es}, {text}"
        return f"{text}, si {self.condition(ability.condition)}" if ability.condition else text

    def event(self, event: nodes.TriggerEvent) -> str:
        """Return a trigger's event with its actor first."""
        return self._with_actor(event, self.written(self.event_wording(event), event))

    def _with_actor(self, event: nodes.TriggerEvent, text: str) -> str:
        return text.strip() if event.who in (None, Player.YOU) else f"{self.player(event.who)} {text.strip()}"

    def past(self, event: nodes.TriggerEvent, node: Node) -> str:
        """Return the clause that something has happened: `se han destruido 2 o más entidades`."""
        self.tally = (getattr(node, "comparison", Comparison.OR_MORE), getattr(node, "n", 1))
        ending, self.ending = self.ending, "n" if self.tally[1] != 1 else ""
        denied, self.denied = self.denied, self.denied and hasattr(node, "comparison")
        self.none = self.happened_to_none(event)
        wording = self.event_wording(event, past=True)
        if self.none and wording.form.es.startswith(
            "{what"
        ):  # "ninguna entidad ha atacado", without a second no.
            self.denied = False
        text = self.written(wording, event)
        self.tally, self.ending, self.denied, self.none = None, ending, denied, False
        return self._with_actor(event, text)

    # Sentences

    def effect(self, effect: Sequence[Sequence[Node]]) -> str:
        return " ".join([f"{capital(self.sentence(sentence))}." for sentence in effect])

    def sentence(self, sentence: Sequence[Node]) -> str:
        text = last_text = ""
        joints = _COMMAS if self.vocabulary.commas else _JOINTS
        parts = [*pieces(sentence, commas=self.vocabulary.commas)]
        last = max((place for place, (_, joint, *_) in enumerate(parts) if joint == "then"), default=0)
        for place, (part, joint, duration, same) in enumerate(parts):
            text += "," if _EXPLAINED in last_text and joint != "apart" else ""
            last_text = self.instruction(part, duration, same=same)
            is_listed = joints is _JOINTS and joint == "then" and place < last
            text += (", luego " if is_listed else joints[joint]) + last_text
        return text

    def instruction(self, instruction: Node, duration: Word | None = None, *, same: bool = False) -> str:
        match instruction:
            case nodes.Lasting():
                text = self.lasting(instruction, same=same and self.vocabulary.shares_subject)
                if duration:
                    text += f" {duration.record.es}"
            case nodes.If():
                text = self.bare_word(instruction)
                if instruction.otherwise is not None:
                    text += f". De lo contrario, {self.sentence(instruction.otherwise)}"
            case _:
                text = self.clause(instruction)
        if self.explanation:
            text += _EXPLAINED + self.explanation
            self.explanation = ""
        return text

    def clause(self, node: Node) -> str:
        """Return an instruction in the form that its subject requires."""
        saying, performer = self.wording(node), self.performer
        who: Player = getattr(node, saying.subject) if saying.subject else performer
        subject = "" if who is performer else self.player(who)
        if saying.form.write is not None:
            node = saying.form.write(node, who)
        outer, self.clitic, self.performer = self.clitic, "", who
        rest = self.run(saying.steps, node).strip()
        clitic, self.clitic, self.performer = self.clitic, outer, performer
        if self.vocabulary.has_flag(node.__class__, "names"):
            self.speak_of(self.card, many=False)
        verb: SpanishVerb | None = saying.verb
        if verb is None:
            return rest
        if who is not performer:
            s = "s" if who is Player.YOU else ""
            form = f"{verb.subjunctive if self.is_infinitive else verb.third}{s}"
            form = f"{clitic} {form}" if clitic else form
            form = f"hacer que {subject} {form}" if self.is_infinitive else f"{subject} {form}"
        else:
            form = f"{verb.infinitive}{clitic}" if self.is_infinitive else verb.order(clitic)
        return f"{form} {rest}" if rest else form

    def lasting(self, node: nodes.Lasting, *, same: bool = False) -> str:
        """Return a continuous effect with its cards or players; `same` if they were just named.

        In an option, the effect is in the subjunctive.
        """
        saying = self.wording(node)
        verb: SpanishVerb | None = saying.verb
        about = getattr(node, saying.subject) if saying.subject else None
        if about is None:
            form = verb.infinitive if verb and self.is_infinitive else verb.order() if verb else ""
            return f"{form} {self.run(saying.steps, node)}".strip()
        if isinstance(about, Word):
            you, every = about is Player.YOU, about is Player.EACH
            subject = "" if you else "los jugadores" if every else self.player(about)
            self.ending = "s" if you else "n" if every else ""
        else:
            subject = self.all_such(about) if self.is_in_force(node) else self.as_subject(about)
            self.ending = "n" if self.is_many(about) else ""
            self.described = self.agreement(about)
        text = self.run(saying.steps, node)
        self.described = None
        if verb is not None:
            text = f"{verb.subjunctive if self.is_infinitive else verb.third}{self.ending} {text}"
        if same:
            return text
        text = f"{subject} {text}" if subject else text
        return f"hacer que {text}" if self.is_infinitive else text

    def can(self) -> str:
        """Return `puede` or `puedan`, the verb of a prohibition."""
        return ("pueda" if self.is_infinitive else "puede") + self.ending

    def optional_action(self, sentence: Sequence[Node], who: Player) -> str:
        """Return a player's optional action."""
        self.asked = who
        before, self.is_infinitive = self.is_infinitive, True
        with self.performed_by(who):
            text = self.sentence(sentence)
        self.is_infinitive = before
        return text

    def modes(self, modes: Sequence[Sequence[Node]]) -> str:
        before, self.is_infinitive = self.is_infinitive, True
        *most, last = [self.sentence(mode) for mode in modes]
        self.is_infinitive = before
        joined = "u" if last.startswith(("o", "ho")) else "o"
        return f"{'; '.join(most)}; {joined} {last}"

    def numbered(self, keyword: nodes.Keyword) -> str:
        """Return a keyword with its number: `Profunda`, `Latente 2`."""
        name = self.keyword(keyword.name)
        return f"{name} {keyword.x}" if keyword.name.record.numbered else name

    # Slots

    def object(self, what: Node) -> str:
        if isinstance(what, nodes.It):
            self.clitic = self.pronoun()
            return ""
        return self.as_object(what)

    def dative(self, what: Node) -> str:
        if isinstance(what, nodes.It):
            self.clitic = "les" if self.many else "le"
            return ""
        return f"a {self.cards(what)}"

    def with_pronoun(self, pronoun: str) -> str:
        self.clitic = pronoun
        return ""

    def verb(self, who: Player, verb: str) -> str:
        """Return a fact about a player up to its verb: `no estás`, `tu rival está`, `ningún jugador está`."""
        no = "no " if self.denied else ""
        if who is Player.YOU:
            return f"{no}{verb}s"
        if who is Player.EACH and self.denied:
            return f"ningún jugador {verb}"
        return f"{self.player(who)} {no}{verb}"

    def possessed(self, of: Node, thing: str) -> str:
        return f"{thing} de esta carta" if isinstance(of, nodes.This) else f"su {bare(thing)}"

    # Conditions

    def condition(self, condition: Node, *, span: bool = False) -> str:
        match condition:
            case nodes.Both():
                return f"{self.condition(condition.first)} y {self.condition(condition.second)}"
            case nodes.Not():
                return self.fact(condition.condition, denied=True, span=span)
            case _:
                return self.fact(condition, denied=False, span=span)

    def fact(self, fact: Node, *, denied: bool, span: bool) -> str:
        self.denied = denied
        match fact:
            case nodes.Exists():
                return self.exists(fact)
            case nodes.MatchesFilter():
                subject = "" if isinstance(fact.what, nodes.It) else "esta carta "
                return f"{subject}{'no ' if denied else ''}{self.nature(fact.filter, fact.what)}"
            case nodes.Not() | nodes.Both():
                return f"no es cierto que {self.condition(fact)}"
            case _:
                return self.written(self.wording(fact, denied=denied, span=span), fact)

    def exists(self, exists: nodes.Exists) -> str:
        filter = exists.filter
        comparison, n = exists.comparison, exists.n
        who = None if elsewhere(filter) else nodes.whose_of(filter)
        if who is not None:
            filter = replace(filter, whose=None)
        noun = self.noun(filter)
        if comparison is not Comparison.OR_MORE or n != 1:
            exactly = "exactamente" if comparison is Comparison.EXACTLY else ""
            many = comparison is not Comparison.EXACTLY or n != 1
            cards = self.counted(exactly, compared(n, comparison), filter, many=many, inside="en")
        elif not self.denied:
            article = "" if self.is_another(filter) else noun.a
            cards = self.counted("", article, filter, many=False, inside="en")
        elif who is Player.EACH:
            cards = self.filter(filter, many=True, inside="en")
        else:
            none = noun.none
            cards = f"{none} {self.filter(filter, many=False, inside='en')}"
        if who is None:
            return f"{'no ' if self.denied else ''}hay {cards}"
        return f"{self.verb(who, 'controla')} {cards}"

    def nature(self, filter: nodes.Filter, of: Node) -> str:
        """Return the description of a card, with its verb: `está preparada`, `ataca`, `es una entidad`."""
        many, trait = self.is_many(of), self.only_trait(filter)
        if trait is None:
            return f"{'son' if many else 'es'} {self.one(filter)}"
        if verb := verb_of(trait):
            return f"{verb}n" if many else verb
        return f"{'están' if many else 'está'} {agreed(trait.record.es, *self.agreement(of))}"


def _yours(node: Any) -> bool:
    return node.who in (None, Player.YOU)


def _test(_writer: _Writer, value: Comparison | nodes.Test, node: Any, _arg: str) -> str:
    """Return the condition on a number. In a comparison, the node itself has the number."""
    if isinstance(value, nodes.Test):
        return compared(value.n, value.comparison)
    return compared(node.n, value)


def _thing(node: Node, arg: str) -> str:
    """Return a player's possession: `la mano`, or the word in a field of the node."""
    return arg if " " in arg else getattr(node, arg).record.es


def _word(_writer: _Writer, value: Word, _node: Node, _arg: str) -> str:
    return value.record.es


_SLOTS: dict[str, Callable[[_Writer, Any, Any, str], str]] = {
    "after": lambda writer, value, _node, _: (text := writer.effect(value))[0].lower() + text[1:],
    "agreed": lambda writer, _value, _node, arg: writer.agreeing(arg),
    "amount": lambda writer, value, _node, _: writer.amount(value),
    "asked": lambda writer, _value, _node, _: "haces" if writer.asked is Player.YOU else "hace",
    "ban": lambda writer, value, node, _: writer.run(writer.spanish.templated(value.record.es), node),
    "bare": lambda _writer, value, _node, _: bare(value.record.es),
    "can": lambda writer, _value, _node, _: writer.can(),
    "cards": lambda writer, value, _node, _: writer.cards(value),
    "condition": lambda writer, value, _node, _: writer.condition(value),
    "cost": lambda writer, value, _node, _: writer.prices(value),
    "counted": lambda writer, value, _node, _: writer.filter(value, many=True, inside="en"),
    "dative": lambda writer, value, _node, _: writer.dative(value),
    "doer": lambda writer, value, _node, _: "" if value is Player.YOU else f" {writer.player(value)}",
    "each": lambda writer, value, _node, _: writer.filter(value, many=False, inside="en"),
    "effect": lambda writer, value, _node, _: writer.effect(value),
    "filter": lambda writer, value, _node, _: writer.thing(value),
    "its_controller": lambda writer, _value, _node, _: writer.player(Player.ITS_CONTROLLER),
    "keyword": lambda writer, value, _node, _: writer.numbered(value),
    "keywordname": lambda writer, value, _node, _: writer.keyword(value),
    "line": lambda writer, value, _node, _: writer.ability(value),
    "may": lambda writer, value, _node, _: (
        "puedes" if value is Player.YOU else f"{writer.player(value)} puede"
    ),
    "measure": lambda writer, value, _node, _: writer.measure(value),
    "many": lambda writer, value, _node, _: writer.filter(value, many=True),
    "modes": lambda writer, value, _node, _: writer.modes(value),
    "n": lambda writer, _value, _node, _: "n" if writer.ending == "n" else "",
    "number": lambda _writer, value, _node, _: str(value),
    "object": lambda writer, value, _node, _: writer.object(value),
    "owner": lambda writer, value, node, arg: writer.whose(value, _thing(node, arg)),
    "past": lambda writer, value, node, _: writer.past(value, node),
    "plural": lambda writer, value, _node, _: "s" if writer.is_many(value) else "",
    "player": lambda writer, value, _node, _: writer.player(value),
    "possessor": lambda writer, value, node, arg: writer.possessed(value, _thing(node, arg)),
    "price": lambda writer, value, _node, _: writer.instruction(value),
    "pronoun": lambda writer, _value, _node, arg: writer.with_pronoun(arg),
    "s": lambda _writer, _value, node, _: "s" if _yours(node) else "",
    "sentence": lambda writer, value, _node, _: writer.sentence(value),
    "signed": lambda writer, value, node, _: writer.signed(value, getattr(node, "negative", False)),
    "span": lambda writer, value, _node, _: writer.condition(value, span=True),
    "subject": lambda writer, value, _node, _: writer.as_subject(value),
    "test": _test,
    "their": lambda _writer, _value, node, arg: f"{'tu' if _yours(node) else 'su'} {bare(arg)}",
    "described": lambda writer, value, _node, _: writer.thing(value),
    "times": lambda _writer, value, node, _: f"{compared(node.n, value)} veces",
    "title": lambda writer, value, _node, _: f"«{writer.named(value, 'title')}»",
    "verb": lambda writer, value, _node, arg: writer.verb(value, arg),
    "wanted": lambda writer, value, node, _: writer.optional_action(value, node.who),
}
"""The printers of slots by kind. All other slots are words."""
