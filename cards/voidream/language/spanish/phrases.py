"""Cards and numbers in Spanish: which cards, how many of them, and what is counted or measured."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.spanish.words import (
    CARD,
    FACTIONS,
    NOUNS,
    OFFERING,
    PLAYERS,
    STATS,
    TRAITS,
    ZONES,
    Word,
    agreed,
    joined,
    keyword,
    titled,
    type_name,
)
from cards.voidream.language.tree import (
    Amount,
    Comparison,
    Faction,
    Filter,
    Noun,
    Player,
    Selection,
    Trait,
    Zone,
)


class Phrases:
    """Writes the parts of one line that speak of cards and numbers, and remembers what later words depend on."""

    def __init__(self) -> None:
        self.performer = Player.YOU
        """Who performs an instruction that has no subject."""
        self.subject = Player.YOU
        """Whom "su" means; nobody where it is you."""
        self.word = CARD
        self.many = False
        """What was chosen last, and whether it is several: what a pronoun agrees with."""
        self.explanation = ""
        """What X is, until the end of the instruction says so."""

    @contextmanager
    def performed_by(self, performer: Player) -> Generator[None]:
        """Within this, instructions without a subject are this player's."""
        before = self.performer, self.subject
        self.performer = self.subject = performer
        yield
        self.performer, self.subject = before

    # Players

    def player(self, player: Player) -> str:
        """`tu rival`, `quien la controla`: a player as a subject."""
        return PLAYERS.get(player) or f"quien {self.pronoun()} controla"

    def is_they(self, player: Player) -> bool:
        """Whether the player is who performs the instruction, and not you."""
        return player is self.subject and player is not Player.YOU

    def whose(self, player: Player, article: str, thing: str) -> str:
        """`tu mazo`, `su mazo`, `el mazo de tu rival`."""
        if player is Player.YOU:
            return f"tu {thing}"
        return f"su {thing}" if self.is_they(player) else f"{article} {thing} de {self.player(player)}"

    def deck(self, player: Player) -> str:
        """Somebody's deck."""
        return self.whose(player, "el", "mazo")

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

    def speak_of(self, word: Word, many: bool) -> None:
        """From here on, pronouns agree with this."""
        self.word, self.many = word, many

    # Cards

    def is_many(self, what: Selection) -> bool:
        """Whether the selection is written in the plural."""
        match what:
            case tree.Chosen(_, _, at_most):
                return at_most != 1
            case tree.All():
                return True
            case tree.TopOf(amount):
                return amount != tree.Number(1)
            case tree.It():
                return self.many
            case tree.This() | tree.Host() | tree.BottomOf():
                return False

    def selection(self, selection: Selection) -> str:
        """`hasta 2 entidades que controlas`: which cards; what was chosen last stands behind a preposition."""
        word = CARD
        match selection:
            case tree.Chosen(filter, at_least, at_most):
                text = self._chosen(filter, at_least, at_most)
                word = self.noun(filter)
            case tree.All(filter):
                word = self.noun(filter)
                text = self.all(filter, "todos los" if word.masculine else "todas las")
            case tree.TopOf(tree.Number(1), whose):
                text = f"la carta superior {joined('de', self.deck(whose))}"
            case tree.TopOf(amount, whose):
                number = self.amount(amount)
                cards = "esa cantidad de" if isinstance(amount, tree.ThatMany) else f"las {number}"
                text = f"{cards} cartas superiores {joined('de', self.deck(whose))}"
            case tree.BottomOf(whose):
                text = f"la carta del fondo {joined('de', self.deck(whose))}"
            case tree.This():
                return "esta carta"
            case tree.Host():
                return "su anfitrión"
            case tree.It():
                return self.stressed_pronoun()
        self.speak_of(word, self.is_many(selection))
        return text

    def as_object(self, selection: Selection) -> str:
        """The selection behind a verb."""
        text = self.selection(selection)
        return f"a {text}" if isinstance(selection, tree.Host) else text

    def as_subject(self, selection: Selection) -> str:
        """The selection in front of a verb."""
        if isinstance(selection, tree.It):
            return "esas cartas" if self.many else "esa carta"
        return self.selection(selection)

    def _chosen(self, filter: Filter, at_least: int, at_most: int | None) -> str:
        if at_most is None:
            return f"cualquier número de {self.filter(filter, many=True)}"
        if at_least == at_most == 1:
            return self.one(filter)
        return self.counted("" if at_least == at_most else "hasta", str(at_most), filter, many=at_most != 1)

    def all(self, filter: Filter, the: str) -> str:
        """`todas las entidades`, `todas las demás entidades`: every card of a sort, with the article given."""
        if Trait.ANOTHER in filter.traits:
            return f"{the} demás {self.filter(_without_another(filter), many=True)}"
        return f"{the} {self.filter(filter, many=True)}"

    def one(self, filter: Filter) -> str:
        """`una entidad`, `otra entidad`: a single card of a sort."""
        phrase = self.filter(filter, many=False)
        if Trait.ANOTHER in filter.traits:
            return phrase
        return f"{'un' if self.noun(filter).masculine else 'una'} {phrase}"

    def counted(self, before: str, number: str, filter: Filter, *, many: bool, inside: str = "de") -> str:
        """`hasta 2 entidades`, `hasta otras 2 entidades`."""
        other = ""
        if Trait.ANOTHER in filter.traits:
            other = agreed(TRAITS[Trait.ANOTHER], self.noun(filter).masculine, many)
            filter = _without_another(filter)
        return " ".join(part for part in (before, other, number, self.filter(filter, many, inside)) if part)

    def noun(self, filter: Filter) -> Word:
        """The noun of a filter; an offering is a card of that type."""
        is_offering = filter.noun is Noun.CARD and filter.subtype == "Offering"
        if filter.or_noun is None:
            return OFFERING if is_offering else NOUNS[filter.noun]
        one, other = NOUNS[filter.noun], NOUNS[filter.or_noun]
        if other.masculine and not one.masculine:
            one, other = other, one
        return Word(f"{one.one} o {other.one}", f"{one.many} o {other.many}", masculine=one.masculine)

    def filter(self, filter: Filter, many: bool, inside: str = "de") -> str:
        """`entidad preparada que controlas`: which cards, without an article.

        `inside` is how another zone is written: cards are taken from it ("de") or counted in it ("en").
        """
        noun = self.noun(filter)
        words = [noun.many if many else noun.one]

        def agreeing(adjective: str) -> str:
            return agreed(adjective, noun.masculine, many)

        for trait in filter.traits:
            if trait is Trait.ANOTHER:
                words.insert(0, agreeing(TRAITS[trait]))
            else:
                words.append(agreeing(TRAITS[trait]))
        if filter.faction:
            neutral = filter.faction is Faction.NEUTRAL
            words.append(agreeing("neutral") if neutral else FACTIONS[filter.faction])
        if filter.subtype and noun is not OFFERING:
            words.append(f"de tipo {type_name(filter.subtype)}")
        if filter.value:
            words.append(f"de valor {self.compared(filter.value.n, filter.value.comparison)}")
        if filter.title is not None:
            words.append(f"{agreeing('llamado')} {titled(filter.title)}")
        if filter.keyword:
            words.append(f"con {keyword(filter.keyword)}")
        if filter.zone is not Zone.IN_PLAY:
            words.append(joined(inside, self._zone(filter.zone, filter.whose)))
        elif filter.whose:
            words.append(f"que {self.controls(filter.whose)}")
        if filter.attached_to:
            is_attachment = filter.noun is Noun.ATTACHMENT
            under = (self.as_subject if is_attachment else self.selection)(filter.attached_to)
            words.append(f"de {under}" if is_attachment else f"{agreeing('vinculado')} a {under}")
        return " ".join(words)

    def _zone(self, zone: Zone, whose: Player | None) -> str:
        article, name = ZONES[zone]
        return self.whose(whose, article, name) if whose else f"cualquier {name}"

    # Numbers

    def amount(self, amount: Amount) -> str:
        """The number in its place: X, if it has to be explained afterwards."""
        match amount:
            case tree.Number(n):
                return str(n)
            case tree.ThatMany():
                return "esa cantidad"
            case _:
                self.explanation = self.measure(amount)
                return "X"

    def measure(self, amount: Amount) -> str:
        """`el número de arcanos en tu mano`: what is counted or measured."""
        match amount:
            case tree.Number(n):
                return str(n)
            case tree.CountOf(filter):
                return f"el número de {self.filter(filter, many=True, inside='en')}"
            case tree.DepthOf(whose):
                return self.whose(whose, "la", "profundidad")
            case tree.MindOf(whose):
                return self.whose(whose, "la", "mente")
            case tree.Result():
                return "el resultado"
            case tree.ThatMany():
                return "esa cantidad"
            case tree.ValueOf(of):
                return _of("el", "valor", of)
            case tree.StatOf(stat, of):
                return _of(*STATS[stat], of)

    def compared(self, n: int, comparison: Comparison) -> str:
        """`2`, `2 o más`, `2 o menos`."""
        match comparison:
            case Comparison.EXACTLY:
                return str(n)
            case Comparison.OR_MORE:
                return f"{n} o más"
            case Comparison.OR_FEWER:
                return f"{n} o menos"


def _of(article: str, name: str, of: tree.This | tree.It) -> str:
    return f"{article} {name} de esta carta" if isinstance(of, tree.This) else f"su {name}"


def _without_another(filter: Filter) -> Filter:
    return replace(filter, traits=tuple(trait for trait in filter.traits if trait is not Trait.ANOTHER))
