"""Cards, players and numbers in English: descriptions, counts, owners, and measured values."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from cards.language import nodes
from cards.language.forms import article, plural
from cards.language.nodes import Comparison, Player
from cards.language.printer import Saying, Writer, elsewhere
from cards.language.records import Node, Record, Word


class EnglishPhrases(Writer):
    """Prints the cards and numbers of a line."""

    that_many = "that many"

    place = "in"
    """The preposition before a zone: "in", or "from" if cards are taken out of it."""

    # Words

    def written(self, saying: Saying, node: Node) -> str:
        """Return a node's wording, without a subject."""
        text = self.run(saying.steps, node)
        return saying.verb[0] + text if saying.verb else text

    # Cards

    def as_subject(self, what: Node, *, possessive: bool = False) -> str:
        """Return the cards before a verb. `possessive` prints all of yours as "your entities", all others as "entities"."""
        if isinstance(what, nodes.It):
            return "they" if self.many else "it"
        if possessive and isinstance(what, nodes.All):
            filter = what.filter
            if nodes.whose_of(filter) is Player.YOU and not elsewhere(filter):
                self.many = True
                return f"your {self.filter(replace(filter, whose=None), many=True)}"
            if self.vocabulary.without_all != "forbidden":
                self.many = True
                return self.filter(filter, many=True)
        return self.cards(what)

    def cards(self, what: Node) -> str:
        """Return a choice of cards: `up to 2 entities you control`."""
        match what:
            case nodes.Chosen(filter, at_least, at_most):
                text = self._chosen(filter, at_least, at_most)
            case nodes.All(filter):
                text = f"all {self.filter(filter, many=True)}"
            case nodes.This():
                return "this card"
            case nodes.Host():
                return "its host"
            case nodes.It():
                return "them" if self.many else "it"
            case _:
                text = self.bare_word(what)
        self.many = self.is_many(what)
        return text

    def out_of(self, what: Node) -> str:
        """Return cards taken out of a zone: `a card from your hand`."""
        self.place = "from"
        text = self.cards(what)
        self.place = "in"
        return text

    def _chosen(self, filter: nodes.Filter, at_least: int, at_most: int | None) -> str:
        if at_most is None:
            return f"any number of {self.filter(filter, many=True)}"
        if at_least == at_most == 1:
            return self.one(filter)
        number = at_most if at_least == at_most else f"up to {at_most}"
        return f"{number} {self.filter(filter, many=at_most != 1)}"

    def one(self, filter: nodes.Filter) -> str:
        """Return a single card of a kind, with its article."""
        if self.is_another(filter):
            return f"another {self.filter(self.without_another(filter), many=False)}"
        phrase = self.filter(filter, many=False)
        return f"{article(phrase)} {phrase}"

    def thing(self, what: Node) -> str:
        """Return the object of an event."""
        if not isinstance(what, nodes.Filter):
            return self.cards(what)
        if self.none:
            return f"no {self.filter(what, many=False)}"
        comparison, n = self.tally or (Comparison.OR_MORE, 1)
        once = comparison is Comparison.OR_MORE and n == 1
        return self.one(what) if once else self.counted(what, comparison, n)

    def counted(self, filter: nodes.Filter, comparison: Comparison, n: int) -> str:
        """Return a number of cards: `2 or more entities`, `1 or fewer entities`, `exactly 1 entity`."""
        exactly = "exactly " if comparison is Comparison.EXACTLY else ""
        many = n != 1 or comparison is not Comparison.EXACTLY
        return f"{exactly}{compared(n, comparison, count=True)} {self.filter(filter, many)}"

    def filter(self, filter: nodes.Filter, many: bool) -> str:
        """Return a description of cards without an article: `ready Fracta entities of value 2 you control`."""
        words = [adjective.record.en for adjective in self.adjectives(filter)]
        record = self.noun_of_type(filter)
        if record is None:
            record = filter.noun.record
            if subtype := getattr(filter, "subtype", None):
                words.append(subtype)
        words.append(_plural(record) if many else record.en)
        other: Word | None = getattr(filter, "or_noun", None)
        if other is not None:
            words += ["or", _plural(other.record) if many else other.record.en]
        for field, sayings in self.speaker.details(filter.__class__):
            if not field:
                words += self.whose(filter)
            elif getattr(filter, field) not in (None, False):
                words.append(self.written(self.fitting(sayings, filter), filter))
        return " ".join(words)

    def whose(self, filter: nodes.Filter) -> list[str]:
        """Return the words for the zone of the cards, or for their controller, if stated."""
        whose = nodes.whose_of(filter)
        if zone := elsewhere(filter):
            return [f"{self.place} {self.possessive(whose) if whose else 'any'} {zone.record.en}"]
        return [self.controls(whose)] if whose else []

    # Players

    def controls(self, player: Player) -> str:
        """Return `you control`, `they control` or `your opponent controls`."""
        if self.is_they(player):
            return "they control"
        return f"{player.record.en} {'control' if player is Player.YOU else 'controls'}"

    def possessive(self, player: Player) -> str:
        """Return `your`, `their` or `your opponent's`."""
        if self.is_they(player):
            return "their"
        return "your" if player is Player.YOU else f"{player.record.en}'s"


@lru_cache(maxsize=256)
def _plural(record: Record) -> str:
    """Return the plural of a noun."""
    return record.many or plural(record.en)


def keyword_name(keyword: nodes.Keyword) -> str:
    """Return a keyword with its number: `deep`, `dormant 2`."""
    record = keyword.name.record
    return f"{record.en} {keyword.x}" if record.numbered else record.en


def compared(n: int, comparison: Comparison, *, count: bool) -> str:
    """Return `2` or `2 or higher`; for a count, `2 or more`."""
    match comparison:
        case Comparison.EXACTLY:
            return str(n)
        case Comparison.OR_MORE:
            return f"{n} or {'more' if count else 'higher'}"
        case Comparison.OR_FEWER:
            return f"{n} or {'fewer' if count else 'lower'}"
