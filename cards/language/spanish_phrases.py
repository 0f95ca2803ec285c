"""Cards, players and numbers in Spanish: descriptions, counts, owners, and measured values."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from cards.language import nodes
from cards.language.nodes import Comparison, Player
from cards.language.printer import Saying, Speaker, Steps, Writer, elsewhere
from cards.language.records import Node, Word
from cards.language.spanish_words import SpanishNoun, agreed, bare, contracted, joined, noun_of


class SpanishPhrases(Writer):
    """Prints the cards and numbers of a line, and remembers the noun with which pronouns agree."""

    that_many = "esa cantidad"

    def __init__(self, speaker: Speaker, named: Callable[[str, str], str]) -> None:
        """Begin a line. `named` returns the Spanish of a keyword ("law"), a title ("title") or a card type ("type")."""
        super().__init__(speaker)
        self.named = named
        self.card = noun_of(speaker.card.record)
        """The noun for any card."""
        self.word = self.card
        """The noun of the latest choice. Pronouns agree with it and with `many`."""
        self.described: tuple[bool, bool] | None = None
        """Within a description: whether its noun is masculine, and whether it is plural."""

    # Words

    def run(self, steps: Steps, node: Node) -> str:
        """Return the printed parts of a node's wording. "de" and "a" contract with the article "el"."""
        text = ""
        for step in steps:
            if isinstance(step, str):
                text += step
                continue
            part = step(self, node)
            if part.startswith("el ") and text.endswith((" de ", " a ")):
                text, part = text[:-1], part[1:]
            text += part
        return text

    def written(self, saying: Saying, node: Node) -> str:
        """Return a node's wording, without an agreeing verb."""
        return self.run(saying.steps, node)

    def keyword(self, name: Word) -> str:
        """Return a keyword: `Profunda`."""
        return name.record.es or self.named(name.record.en.capitalize(), "law")

    # Players

    def player(self, player: Word) -> str:
        """Return a player as a subject: `tu rival`, `quien la controla`."""
        return player.record.es or f"quien {self.pronoun()} controla"

    def whose(self, player: Player, thing: str) -> str:
        """Return a player's thing, such as `el mazo`: `tu mazo`, `su mazo`, `el mazo de tu rival`."""
        if player is Player.YOU:
            return f"tu {bare(thing)}"
        return f"su {bare(thing)}" if self.is_they(player) else f"{thing} de {self.player(player)}"

    def controls(self, player: Player) -> str:
        """Return `controlas` or `controla tu rival`."""
        if player is Player.YOU:
            return "controlas"
        return "controla" if self.is_they(player) else f"controla {self.player(player)}"

    # The latest choice

    def pronoun(self) -> str:
        """Return the object pronoun for the latest choice: `la`, `los`."""
        if self.word.masculine:
            return "los" if self.many else "lo"
        return "las" if self.many else "la"

    def stressed_pronoun(self) -> str:
        """Return the pronoun after a preposition for the latest choice: `ella`, `ellos`."""
        if self.word.masculine:
            return "ellos" if self.many else "él"
        return "ellas" if self.many else "ella"

    def speak_of(self, word: SpanishNoun, many: bool) -> None:
        """Make pronouns agree with this noun from here on."""
        self.word, self.many = word, many

    def agreement(self, what: Node) -> tuple[bool, bool]:
        """Return whether a reference to these is masculine, and whether it is plural."""
        match what:
            case nodes.This():
                return self.card.masculine, False
            case nodes.Host():
                return True, False
            case _:
                return self.word.masculine, self.many

    def agreeing(self, adjective: str) -> str:
        """Return an adjective that agrees with the description in progress, or with the latest choice."""
        masculine, many = self.described or (self.word.masculine, self.many)
        return agreed(adjective, masculine, many)

    # Cards

    def cards(self, what: Node) -> str:
        """Return a choice of cards: `hasta 2 entidades que controlas`."""
        word = self.card
        match what:
            case nodes.Chosen(filter, at_least, at_most):
                text = self._chosen(filter, at_least, at_most)
                word = self.noun(filter)
            case nodes.All(filter):
                word = self.noun(filter)
                text = self.all(
                    filter, f"{agreed('todo', word.leads_masculine, many=True)} {word.the(many=True)}"
                )
            case nodes.This():
                return "esta carta"
            case nodes.Host():
                return "su anfitrión"
            case nodes.It():
                return self.stressed_pronoun()
            case _:
                text = self.bare_word(what)
                if text.startswith("el "):
                    word = SpanishNoun("", "", masculine=True, leads_masculine=True)
        self.speak_of(word, self.is_many(what))
        return text

    def as_object(self, what: Node) -> str:
        """Return the cards after a verb."""
        text = self.thing(what)
        return f"a {text}" if isinstance(what, nodes.Host) else text

    def as_subject(self, what: Node) -> str:
        """Return the cards before a verb."""
        if isinstance(what, nodes.It):
            return "esas cartas" if self.many else "esa carta"
        return self.cards(what)

    def all_such(self, what: Node) -> str:
        """Return the cards that a general statement is about: "las entidades", or "tus entidades" for all of yours."""
        if not isinstance(what, nodes.All):
            return self.as_subject(what)
        filter = what.filter
        noun = self.noun(filter)
        if nodes.whose_of(filter) is Player.YOU and not elsewhere(filter):
            text = self.all(replace(filter, whose=None), "tus")
        else:
            text = self.all(filter, noun.the(many=True))
        self.speak_of(noun, many=True)
        return text

    def thing(self, what: Node) -> str:
        """Return the object of an event."""
        if not isinstance(what, nodes.Filter):
            return self.cards(what)
        comparison, n = self.tally or (Comparison.OR_MORE, 1)
        if self.none:
            text, many = f"{self.noun(what).none} {self.filter(what, many=False)}", False
        elif comparison is Comparison.OR_MORE and n == 1:
            text, many = self.one(what), False
        else:
            exactly = "exactamente" if comparison is Comparison.EXACTLY else ""
            many = comparison is not Comparison.EXACTLY or n != 1
            text = self.counted(exactly, compared(n, comparison), what, many=many)
        self.speak_of(self.noun(what), many=many)
        return text

    def _chosen(self, filter: nodes.Filter, at_least: int, at_most: int | None) -> str:
        if at_most is None:
            return f"cualquier número de {self.filter(filter, many=True)}"
        if at_least == at_most == 1:
            return self.one(filter)
        return self.counted("" if at_least == at_most else "hasta", str(at_most), filter, many=at_most != 1)

    def all(self, filter: nodes.Filter, the: str) -> str:
        """Return every card of a kind with this article: `todas las entidades`, `todas las demás entidades`."""
        if self.is_another(filter):
            return f"{the} demás {self.filter(self.without_another(filter), many=True)}"
        return f"{the} {self.filter(filter, many=True)}"

    def one(self, filter: nodes.Filter) -> str:
        """Return a single card of a kind: `una entidad`, `otra entidad`."""
        phrase = self.filter(filter, many=False)
        return phrase if self.is_another(filter) else f"{self.noun(filter).a} {phrase}"

    def counted(
        self, before: str, number: str, filter: nodes.Filter, *, many: bool, inside: str = "de"
    ) -> str:
        """Return a number of cards: `hasta 2 entidades`, `hasta otras 2 entidades`."""
        other, another = "", self.vocabulary.another
        if another is not None and self.is_another(filter):
            other = self.noun(filter).other(another.record.es, many=many)
            filter = self.without_another(filter)
        return " ".join(part for part in (before, other, number, self.filter(filter, many, inside)) if part)

    def noun(self, filter: nodes.Filter) -> SpanishNoun:
        """Return the noun of a description, combined if it names two kinds."""
        first = noun_of(self.noun_of_type(filter) or filter.noun.record)
        or_noun: Word | None = getattr(filter, "or_noun", None)
        if or_noun is None:
            return first
        second = noun_of(or_noun.record)
        masculine = first.masculine or second.masculine
        return SpanishNoun(
            f"{first.one} o {second.one}",
            f"{first.many} o {second.many}",
            masculine,
            first.masculine,
            first.begins_with_a,
        )

    def filter(self, filter: nodes.Filter, many: bool, inside: str = "de") -> str:
        """Return a description of cards without an article: `entidad preparada que controlas`.

        `inside` is the preposition of another zone: cards are taken from it ("de") or counted in it ("en").
        """
        noun = self.noun(filter)
        words = [noun.many if many else noun.one]
        for adjective in self.adjectives(filter):
            spanish_adjective = adjective_of(adjective)
            if adjective is self.vocabulary.another:
                words.insert(0, noun.other(spanish_adjective, many=many))
            else:
                words.append(
                    spanish_adjective
                    if " " in spanish_adjective
                    else agreed(spanish_adjective, noun.masculine, many)
                )
        subtype: str | None = getattr(filter, "subtype", None)
        if subtype and self.noun_of_type(filter) is None:
            words.append(f"de tipo {self.named(subtype, 'type')}")
        outer, self.described = self.described, (noun.masculine, many)
        for field, sayings in self.speaker.details(filter.__class__):
            if not field:
                words += self._where(filter, inside)
            elif getattr(filter, field) not in (None, False):
                words.append(contracted(self.written(self.fitting(sayings, filter), filter)))
        self.described = outer
        return " ".join(words)

    def _where(self, filter: nodes.Filter, inside: str) -> list[str]:
        """Return the words for the zone of the cards, or for their controller, if stated."""
        whose = nodes.whose_of(filter)
        if zone := elsewhere(filter):
            place = zone.record.es
            return [joined(inside, self.whose(whose, place) if whose else f"cualquier {bare(place)}")]
        return [f"que {self.controls(whose)}"] if whose else []


def compared(n: int, comparison: Comparison) -> str:
    """Return `2`, `2 o más` or `2 o menos`."""
    return str(n) if comparison is Comparison.EXACTLY else f"{n} {comparison.record.es}"


def adjective_of(word: Word) -> str:
    """Return the Spanish adjective of a record, without the verb that may follow it."""
    return word.record.es.partition("; ")[0]


def verb_of(word: Word) -> str:
    """Return the verb for an adjective, such as "ataca" for "atacante", or ""."""
    return word.record.es.partition("; ")[2]
