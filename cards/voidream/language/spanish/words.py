"""The words of the card language in Spanish, with their forms: nouns with gender, adjectives, verbs.

Names of keywords, titles and types come from the catalogue, where the law and the cards have them too.
"""

from __future__ import annotations

import msgspec

from cards.i18n import Locale, translator
from cards.voidream.language import tree
from cards.voidream.language.tree import (
    NUMBERED_KEYWORDS,
    ConflictKind,
    Faction,
    Keyword,
    KeywordName,
    Noun,
    Player,
    Stat,
    Trait,
    Zone,
)


class Word(msgspec.Struct, frozen=True):
    """A noun: singular, plural, gender."""

    one: str
    many: str
    masculine: bool = False


class SpanishVerb(msgspec.Struct, frozen=True):
    """A verb: the infinitive, the third persons of the indicative and the subjunctive, the imperative.

    `stressed` is the imperative as it is written with a pronoun behind it: "agóta" for "agótala", "preven" for "prevenlo".
    """

    infinitive: str
    third: str
    subjunctive: str
    stressed: str = ""
    imperative: str = ""

    def order(self, pronoun: str = "") -> str:
        """`agota`, `agótala`."""
        return f"{self.stressed}{pronoun}" if pronoun else self.imperative or self.third

    def finite(self, *, you: bool, pronoun: str = "") -> str:
        """`agotas`, `la agota`."""
        return f"{pronoun} {self.third}{'s' if you else ''}".lstrip()

    def wished(self, *, you: bool, pronoun: str = "") -> str:
        """`agotes`, `la agote`: the subjunctive."""
        return f"{pronoun} {self.subjunctive}{'s' if you else ''}".lstrip()


CARD = Word("carta", "cartas")
OFFERING = Word("ofrenda", "ofrendas")
NOUNS = {
    Noun.CARD: CARD,
    Noun.ARCANUM: Word("arcano", "arcanos", masculine=True),
    Noun.THOUGHT: Word("pensamiento", "pensamientos", masculine=True),
    Noun.MEMORY: Word("recuerdo", "recuerdos", masculine=True),
    Noun.ENTITY: Word("entidad", "entidades"),
    Noun.CONSTRUCT: Word("constructo", "constructos", masculine=True),
    Noun.VEILED_CARD: Word("carta velada", "cartas veladas"),
    Noun.CHARGE: Word("carga", "cargas"),
    Noun.ATTACHMENT: Word("vínculo", "vínculos", masculine=True),
}
STATS = {
    Stat.DAWN: ("el", "alba"),
    Stat.STABILITY: ("la", "estabilidad"),
    Stat.DUSK: ("el", "ocaso"),
}
"""Each number with its article."""
CONFLICTS = {ConflictKind.DAWN: "alba", ConflictKind.DUSK: "ocaso"}
ZONES = {
    Zone.HAND: ("la", "mano"),
    Zone.DISCARD: ("el", "descarte"),
    Zone.VOID: ("el", "Vacío"),
}
FACTIONS = {
    Faction.CHIMERIC_COURT: "de la Corte Quimérica",
    Faction.FRACTA: "de Fracta",
    Faction.SUBTER_VENELLAM: "de Subter Venellam",
    Faction.MAZE: "del Laberinto",
}
"""The factions behind a noun; neutral is an adjective."""
TRAITS = {
    Trait.ANOTHER: "otro",
    Trait.READY: "preparado",
    Trait.EXHAUSTED: "agotado",
    Trait.PARTICIPATING: "participante",
    Trait.ATTACKING: "atacante",
    Trait.DEFENDING: "defensor",
    Trait.OPPOSING: "contrario",
    Trait.INSPIRED: "inspirado",
    Trait.DAMAGED: "dañado",
}
PLAYERS = {
    Player.YOU: "tú",
    Player.OPPONENT: "tu rival",
    Player.EACH: "cada jugador",
    Player.ANY: "un jugador",
}
"""The players as subjects; the controller of something depends on what that is."""
BANS = {
    tree.Ban.DESTROYED: "no se puede{n} destruir",
    tree.Ban.ATTACK: "no puede{n} atacar",
    tree.Ban.DEFEND: "no puede{n} defender",
    tree.Ban.EXHAUST: "no se puede{n} agotar",
    tree.Ban.READY: "no se puede{n} preparar",
}
PROHIBITIONS = {
    tree.Prohibition.PLAY_INVERTED: "jugar arcanos invertidos",
    tree.Prohibition.PLAY_ARCANA: "jugar arcanos",
    tree.Prohibition.EVOKE: "evocar",
    tree.Prohibition.UNVEIL: "desvelar",
    tree.Prohibition.INITIATE: "iniciar conflictos",
    tree.Prohibition.ACTIVATE: "activar habilidades",
    tree.Prohibition.AVOID_NIGHTMARE: "evitar la Pesadilla",
}
DURATIONS = {
    tree.Duration.ROUND: "hasta el final de la ronda",
    tree.Duration.CONFLICT: "hasta el final del conflicto",
}

EVOKE = SpanishVerb("evocar", "evoca", "evoque")
ROLL = SpanishVerb("tirar", "tira", "tire")
SHUFFLE = SpanishVerb("barajar", "baraja", "baraje")
INITIATE = SpanishVerb("iniciar", "inicia", "inicie")
SWITCH = SpanishVerb("cambiar", "cambia", "cambie")
DEAL = SpanishVerb("infligir", "inflige", "inflija", "inflíge")
TAKE = SpanishVerb("recibir", "recibe", "reciba")
PREVENT = SpanishVerb("prevenir", "previene", "prevenga", "preven", "prevén")
DESTROY = SpanishVerb("destruir", "destruye", "destruya", "destrúye")
SACRIFICE = SpanishVerb("sacrificar", "sacrifica", "sacrifique", "sacrifíca")
EXHAUST = SpanishVerb("agotar", "agota", "agote", "agóta")
READY = SpanishVerb("preparar", "prepara", "prepare", "prepára")
ATTACH = SpanishVerb("vincular", "vincula", "vincule", "vincúla")
CHARGE = SpanishVerb("cargar", "carga", "cargue", "cárga")
INSPIRE = SpanishVerb("inspirar", "inspira", "inspire", "inspíra")
SEND = SpanishVerb("enviar", "envía", "envíe", "envía")
VEIL = SpanishVerb("velar", "vela", "vele", "véla")
UNVEIL = SpanishVerb("desvelar", "desvela", "desvele", "desvéla")
DISCARD = SpanishVerb("descartar", "descarta", "descarte", "descárta")
RETURN = SpanishVerb("devolver", "devuelve", "devuelva", "devuélve")
PUT = SpanishVerb("poner", "pone", "ponga", "pon", "pon")
LOOK = SpanishVerb("mirar", "mira", "mire", "míra")
REVEAL = SpanishVerb("mostrar", "muestra", "muestre", "muéstra")
INCREASE = SpanishVerb("aumentar", "aumenta", "aumente")
REDUCE = SpanishVerb("reducir", "reduce", "reduzca")
PLAY = SpanishVerb("jugar", "juega", "juegue", "juéga")
CHOOSE = SpanishVerb("elegir", "elige", "elija")
GAIN = SpanishVerb("obtener", "obtiene", "obtenga", imperative="obtén")
APPLY = SpanishVerb("aplicar", "aplica", "aplique")


def agreed(adjective: str, word_is_masculine: bool, many: bool) -> str:
    """The form of an adjective, given in the masculine singular: `otro`, `otra`, `otros`, `otras`."""
    if adjective.endswith("o"):
        adjective = adjective if word_is_masculine else f"{adjective[:-1]}a"
    elif adjective.endswith("or") and not word_is_masculine:
        adjective += "a"
    if not many:
        return adjective
    return f"{adjective}s" if adjective[-1] in "aeo" else f"{adjective}es"


def joined(preposition: str, phrase: str) -> str:
    """`de` or `a` in front of a phrase, in one word with the article `el`."""
    if phrase.startswith("el ") and preposition in ("a", "de"):
        return f"{preposition}l {phrase[3:]}"
    return f"{preposition} {phrase}"


def conflict(kind: ConflictKind | None) -> str:
    """`conflicto`, `conflicto de alba`."""
    return f"conflicto de {CONFLICTS[kind]}" if kind else "conflicto"


def keyword(name: KeywordName) -> str:
    """`Profunda`: the keyword as the law calls it."""
    return translator(Locale.SPANISH).word(name.capitalize(), "law")


def numbered(word: Keyword) -> str:
    """`Profunda`, `Latente 2`: a keyword with its number."""
    return f"{keyword(word.name)} {word.x}" if word.name in NUMBERED_KEYWORDS else keyword(word.name)


def titled(title: str) -> str:
    """`«Portero de noche»`: a card's title."""
    return f"«{translator(Locale.SPANISH).word(title, 'title')}»"


def type_name(subtype: str) -> str:
    """`Soñador`: a type of cards."""
    return translator(Locale.SPANISH).word(subtype, "type")


def capital(phrase: str) -> str:
    """The phrase with a capital letter in front."""
    return phrase[:1].upper() + phrase[1:]
