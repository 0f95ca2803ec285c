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
    """Writes the parts of one line that speak of cards and numbers, and remembers what pronouns agree with."""

    that_many = "esa cantidad"

    def __init__(self, speaker: Speaker, named: Callable[[str, str], str]) -> None:
        """Begin a line; `named` has the Spanish of a keyword ("law"), a title ("title") or a type of cards ("type")."""
        super().__init__(speaker)
        self.named = named
        self.card = noun_of(speaker.card.record)
        """Any card."""
        self.word = self.card
        """The latest choice; a pronoun agrees with it, and with `many`."""
        self.described: tuple[bool, bool] | None = None
        """Within a description, whether its noun is masculine, and whether it is in the plural."""

    # Words

    def run(self, steps: Steps, node: Node) -> str:
        """Return the parts of a node's wording; "de" and "a" are one word with the article "el"."""
        text = ""
        for step in steps:
            if isinstance(step, str):
                text += step
                continue
            said = step(self, node)
            if said.startswith("el ") and text.endswith((" de ", " a ")):
                text, said = text[:-1], said[1:]
            text += said
        return text

    def written(self, saying: Saying, node: Node) -> str:
        """Return a node's wording, without a verb that agrees."""
        return self.run(saying.steps, node)

    def keyword(self, name: Word) -> str:
        """`Profunda`: a keyword."""
        return name.record.es or self.named(name.record.en.capitalize(), "law")

    # Players

    def player(self, player: Word) -> str:
        """`tu rival`, `quien la controla`: a player as a subject."""
        return player.record.es or f"quien {self.pronoun()} controla"

    def whose(self, player: Player, thing: str) -> str:
        """`tu mazo`, `su mazo`, `el mazo de tu rival`, of `el mazo`."""
        if player is Player.YOU:
            return f"tu {bare(thing)}"
        return f"su {bare(thing)}" if self.is_they(player) else f"{thing} de {self.player(player)}"

    def controls(self, player: Player) -> str:
        """`controlas`, `controla tu rival`."""
        if player is Player.YOU:
            return "controlas"
        return "controla" if self.is_they(player) else f"controla {self.player(player)}"

    # What was chosen last

    def pronoun(self) -> str:
        """`la`, `los`: what was chosen last, as an object."""
        if self.word.masculine:
            return "los" if self.many else "lo"
        return "las" if self.many else "la"

    def stressed_pronoun(self) -> str:
        """`ella`, `ellos`: what was chosen last, behind a preposition."""
        if self.word.masculine:
            return "ellos" if self.many else "él"
        return "ellas" if self.many else "ella"

    def speak_of(self, word: SpanishNoun, many: bool) -> None:
        """From here on, pronouns agree with this."""
        self.word, self.many = word, many

    def agreement(self, what: Node) -> tuple[bool, bool]:
        """Return whether these are masculine, and whether they are several, when they have been said."""
        match what:
            case nodes.This():
                return self.card.masculine, False
            case nodes.Host():
                return True, False
            case _:
                return self.word.masculine, self.many

    def agreeing(self, adjective: str) -> str:
        """Return an adjective of the cards that are being described, or of what was chosen last."""
        masculine, many = self.described or (self.word.masculine, self.many)
        return agreed(adjective, masculine, many)

    # Cards

    def cards(self, what: Node) -> str:
        """Return `hasta 2 entidades que controlas`: a description; the last choice follows a preposition."""
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
        """Return the cards behind a verb."""
        text = self.thing(what)
        return f"a {text}" if isinstance(what, nodes.Host) else text

    def as_subject(self, what: Node) -> str:
        """Return the cards in front of a verb."""
        if isinstance(what, nodes.It):
            return "esas cartas" if self.many else "esa carta"
        return self.cards(what)

    def all_such(self, what: Node) -> str:
        """Return the cards of which something holds: all of them are "las entidades", all of yours "tus entidades"."""
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
        """`todas las entidades`, `todas las demás entidades`: every card of a sort, with the article given."""
        if self.is_another(filter):
            return f"{the} demás {self.filter(self.without_another(filter), many=True)}"
        return f"{the} {self.filter(filter, many=True)}"

    def one(self, filter: nodes.Filter) -> str:
        """`una entidad`, `otra entidad`: a single card of a sort."""
        phrase = self.filter(filter, many=False)
        return phrase if self.is_another(filter) else f"{self.noun(filter).a} {phrase}"

    def counted(
        self, before: str, number: str, filter: nodes.Filter, *, many: bool, inside: str = "de"
    ) -> str:
        """`hasta 2 entidades`, `hasta otras 2 entidades`."""
        other, another = "", self.vocabulary.another
        if another is not None and self.is_another(filter):
            other = self.noun(filter).other(another.record.es, many=many)
            filter = self.without_another(filter)
        return " ".join(part for part in (before, other, number, self.filter(filter, many, inside)) if part)

    def noun(self, filter: nodes.Filter) -> SpanishNoun:
        """Return the noun of a description; if there are two sorts, both."""
        one = noun_of(self.noun_of_type(filter) or filter.noun.record)
        second: Word | None = getattr(filter, "or_noun", None)
        if second is None:
            return one
        other = noun_of(second.record)
        masculine = one.masculine or other.masculine
        return SpanishNoun(
            f"{one.one} o {other.one}",
            f"{one.many} o {other.many}",
            masculine,
            one.masculine,
            one.begins_with_a,
        )

    def filter(self, filter: nodes.Filter, many: bool, inside: str = "de") -> str:
        """`entidad preparada que controlas`: which cards, without an article.

        `inside` is how another zone is written: cards are taken from it ("de") or counted in it ("en").
        """
        noun = self.noun(filter)
        words = [noun.many if many else noun.one]
        for adjective in self.adjectives(filter):
            said = adjective_of(adjective)
            if adjective is self.vocabulary.another:
                words.insert(0, noun.other(said, many=many))
            else:
                words.append(said if " " in said else agreed(said, noun.masculine, many))
        subtype: str | None = getattr(filter, "subtype", None)
        if subtype and self.noun_of_type(filter) is None:
            words.append(f"de tipo {self.named(subtype, 'type')}")
        before, self.described = self.described, (noun.masculine, many)
        for field, sayings in self.speaker.details(filter.__class__):
            if not field:
                words += self._where(filter, inside)
            elif getattr(filter, field) not in (None, False):
                words.append(contracted(self.written(self.fitting(sayings, filter), filter)))
        self.described = before
        return " ".join(words)

    def _where(self, filter: nodes.Filter, inside: str) -> list[str]:
        """In whose zone the cards lie, or who controls them, if that is said."""
        whose = nodes.whose_of(filter)
        if zone := elsewhere(filter):
            place = zone.record.es
            return [joined(inside, self.whose(whose, place) if whose else f"cualquier {bare(place)}")]
        return [f"que {self.controls(whose)}"] if whose else []


def compared(n: int, comparison: Comparison) -> str:
    """`2`, `2 o más`, `2 o menos`."""
    return str(n) if comparison is Comparison.EXACTLY else f"{n} {comparison.record.es}"


def adjective_of(word: Word) -> str:
    """Return the Spanish adjective of a record, before the verb that may stand behind it."""
    return word.record.es.partition("; ")[0]


def verb_of(word: Word) -> str:
    """Return the verb that says an adjective, "ataca" for "atacante"; "" if there is none."""
    return word.record.es.partition("; ")[2]
