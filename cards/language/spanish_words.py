"""Spanish words with their forms: nouns with gender, adjectives, verbs."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.language.records import Record


class SpanishNoun(msgspec.Struct, frozen=True):
    """A noun, or two alternatives: singular, plural, gender.

    Words before it agree with the first of two (`leads_masculine`), all others with both: "una entidad o recuerdo
    agotado".
    """

    one: str
    many: str
    masculine: bool
    leads_masculine: bool
    begins_with_a: bool = False
    """Whether a feminine noun begins with a stressed "a": its singular has the articles "el" and "un"."""

    def the(self, *, many: bool) -> str:
        """Return the definite article: `el`, `la`, `los`, `las`."""
        if many:
            return "los" if self.leads_masculine else "las"
        return "el" if self.leads_masculine or self.begins_with_a else "la"

    @property
    def a(self) -> str:
        """The indefinite article: `un`, `una`."""
        return "un" if self.leads_masculine or self.begins_with_a else "una"

    @property
    def none(self) -> str:
        """`ningún`, `ninguna`."""
        return "ningún" if self.leads_masculine or self.begins_with_a else "ninguna"

    def other(self, adjective: str, *, many: bool) -> str:
        """Return an adjective before the noun: `otro`, `otras`."""
        return agreed(adjective, self.leads_masculine, many)


class SpanishVerb(msgspec.Struct, frozen=True):
    """A verb: the infinitive, the third persons of the indicative and the subjunctive, the imperative.

    `stressed` is the imperative before an attached pronoun: "agóta" for "agótala", "preven" for "prevenlo". A verb with
    only an infinitive isn't used where others are in the imperative.
    """

    infinitive: str
    third: str = ""
    subjunctive: str = ""
    stressed: str = ""
    imperative: str = ""

    def order(self, pronoun: str = "") -> str:
        """Return the imperative: `agota`, or `agótala` with a pronoun."""
        return f"{self.stressed}{pronoun}" if pronoun else self.imperative or self.third


@lru_cache(maxsize=256)
def noun_of(record: Record) -> SpanishNoun:
    """Return a record's noun, such as "carta~velada cartas~veladas f", or "arma armas fa" with the article "el"."""
    one, many, gender = record.es.split(" ")
    return SpanishNoun(
        one.replace("~", " "), many.replace("~", " "), gender == "m", gender == "m", gender == "fa"
    )


@lru_cache(maxsize=1024)
def agreed(adjective: str, masculine: bool, many: bool) -> str:
    """Return an adjective, given in the masculine singular, in agreement: `otro`, `otra`, `otros`, `otras`."""
    if adjective.endswith("o"):
        adjective = adjective if masculine else f"{adjective[:-1]}a"
    elif adjective.endswith("or") and not masculine:
        adjective += "a"
    if not many:
        return adjective
    return f"{adjective}s" if adjective[-1] in "aeo" else f"{adjective}es"


def joined(preposition: str, phrase: str) -> str:
    """Return `de` or `a` with a phrase, contracted with the article `el`."""
    if phrase.startswith("el ") and preposition in ("a", "de"):
        return f"{preposition}l {phrase[3:]}"
    return f"{preposition} {phrase}"


def contracted(phrase: str) -> str:
    """Return a phrase whose initial `de` or `a` is contracted with a following `el`."""
    preposition, _, rest = phrase.partition(" ")
    return joined(preposition, rest) if rest else phrase


def bare(phrase: str) -> str:
    """Return the phrase without its article."""
    return phrase.partition(" ")[2]
