"""Recipes: a line of plain words that says what a card's picture shows.

    recipe  = clause { "," clause }
    clause  = subject | "in" PLACE [light] | light | "at" HOUR | WEATHER | "framed by" FRAME | "mirrored"
    subject = noun { RELATION noun }
    noun    = MOTIF, and around it { COUNT | SIZE | POSE | WHERE | PLANE | TONE | "turned" }
    light   = ["no" | PHASE] [LIGHT_SIZE] [ACROSS] [LIGHT_HEIGHT], and among them "moon" | "sun"

The words are English in every language, and may be written large or small; "a, an, the, of, and" say nothing. What a
motif is called stands with the motifs (`render.illustration.motifs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from msgspec import Struct

from render.illustration.motifs import motifs

LONGEST = 160
"""The most characters of a recipe."""
MOST_SUBJECTS = 5
MOST_NOUNS = 4
"""The most nouns of one subject."""
MOST_THINGS = 40
"""The most things that are drawn, each of a row, a flock, … counted."""

SIZES = ("tiny", "small", "big", "giant")
COUNTS: Mapping[str, int] = {"two": 2, "three": 3, "four": 4, "row": 5, "ring": 9, "flock": 9, "many": 12}
"""How many things each word for a number draws."""
POSES = ("falling", "rising", "leaning", "tilted", "upside-down")
ACROSS = ("left", "centre", "right")
HEIGHTS = ("high", "up", "low")
PLANES = ("far", "mid", "near", "front")
TONES = ("pale", "dark")
RELATIONS = ("on", "under", "over", "behind", "before", "beside", "inside", "holding", "facing")
PLACES = (
    "dream",
    "hill",
    "room",
    "court",
    "lake",
    "crystals",
    "deep",
    "tunnel",
    "platform",
    "maze",
    "void",
    "stage",
    "forest",
    "sea",
    "city",
    "snow",
    "ruin",
    "dune",
    "refinery",
    "chapel",
)
HOURS = ("night", "dusk")
WEATHERS = ("snow", "rain", "bubbles", "sparks", "dust", "scraps", "petals")
FRAMES = ("arch", "keyhole", "window", "branches")
PHASES = ("crescent", "full")
LIGHT_SIZES = ("small", "big", "giant")
LIGHT_HEIGHTS = ("low", "high")
LIGHTS = ("moon", "sun")
FILLERS = frozenset({"a", "an", "the", "of", "and"})
"""Words that may stand anywhere and say nothing."""


class Noun(Struct, frozen=True):
    """A thing that is drawn, once or as often as `count` says. What a recipe leaves open is ""."""

    motif: str
    size: str = ""
    count: str = ""
    pose: str = ""
    where: tuple[str, ...] = ()
    """A word of ACROSS, one of HEIGHTS, or both in this order."""
    plane: str = ""
    tone: str = ""
    turned: bool = False


class Subject(Struct, frozen=True):
    """Nouns that belong together: `relations[k]` says how noun k stands to noun k + 1."""

    nouns: tuple[Noun, ...]
    relations: tuple[str, ...]


class Light(Struct, frozen=True):
    """What is said about the moon or the sun; "" is for the place to decide."""

    absent: bool = False
    phase: str = ""
    size: str = ""
    across: str = ""
    height: str = ""
    sun: bool = False
    """Whether the recipe calls it the sun."""


class Recipe(Struct, frozen=True):
    """What a picture shows; "" is for the card's faction and title to decide."""

    subjects: tuple[Subject, ...]
    place: str = ""
    hour: str = ""
    light: Light = Light()
    weather: tuple[str, ...] = ()
    frame: str = ""
    mirrored: bool = False


class RecipeError(ValueError):
    """A recipe that can't be read. Its text is one sentence, with the nearest known word where there is one.

    `column` counts from 1, and `found` is what stands there; it is "" if something is missing.
    """

    def __init__(self, message: str, column: int, found: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.found = found


# ------------------------------------------------------------------------------------------------------------ words


@cache
def motif_words() -> Mapping[str, str]:
    """Return which word means which motif.

    A name goes before a plural, a plural before another word for a motif, and of two motifs that share such a word the
    one that stands first has it.
    """
    words: dict[str, str] = {}
    for forms in (
        ((one.name, one.name) for one in motifs().values()),
        ((one.plural, one.name) for one in motifs().values()),
        ((word, one.name) for one in motifs().values() for word in one.words),
    ):
        for word, name in forms:
            words.setdefault(word, name)
    return words


def motif_of(word: str) -> str:
    """Return the name of the motif that a small-lettered word means, be it a plural or not, and "" if there is none."""
    words = motif_words()
    return next((words[form] for form in _singulars(word) if form in words), "")


def _singulars(word: str) -> Iterator[str]:
    """Give a word, and what it may be the plural of."""
    yield word
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]


_FEATURES: Mapping[str, str] = {
    word: feature
    for feature, words in (
        ("size", SIZES),
        ("count", COUNTS),
        ("pose", POSES),
        ("across", ACROSS),
        ("height", HEIGHTS),
        ("plane", PLANES),
        ("tone", TONES),
        ("turned", ("turned",)),
    )
    for word in words
}
"""What each word that stands with a motif is about."""

_LIGHT_FEATURES: Mapping[str, str] = {
    word: feature
    for feature, words in (
        ("phase", ("no", *PHASES)),
        ("size", LIGHT_SIZES),
        ("across", ACROSS),
        ("height", LIGHT_HEIGHTS),
        ("name", LIGHTS),
    )
    for word in words
}

GRAMMAR_WORDS = frozenset(
    {*_FEATURES, *RELATIONS, *FILLERS, "in", "at", "framed", "by", "mirrored", "no", *PHASES}
)
"""Words that no motif can be called by, as recipes use them for something else."""


# ---------------------------------------------------------------------------------------------------------- reading


class _Word(Struct, frozen=True):
    """A word of a recipe in small letters, and where it stands."""

    text: str
    column: int


class _Clause(Struct, frozen=True):
    """What stands between two commas: the text itself, and its words without those that say nothing."""

    text: str
    words: tuple[_Word, ...]


def read_recipe(text: str) -> Recipe:
    """Return what a recipe says. Raises RecipeError at the first word that it can't be read by."""
    if len(text) > LONGEST:
        raise RecipeError(
            f"A recipe has {LONGEST} characters at most; this one has {len(text)}.", LONGEST + 1
        )
    reading = _Reading()
    for clause in _clauses(text):
        reading.take(clause)
    return reading.recipe()


def _clauses(text: str) -> Iterator[_Clause]:
    """Give the clauses of a recipe. Raises RecipeError if one is empty."""
    begin = 0
    for part in text.split(","):
        words = tuple(word for word in _words(part, begin) if word.text not in FILLERS)
        if not words:
            end = begin + len(part)
            if not text.strip():
                raise RecipeError("A recipe names something to draw; this one is empty.", 1)
            if end < len(text):
                raise RecipeError("There is nothing to draw before this comma.", end + 1, ",")
            if begin:
                raise RecipeError("There is nothing to draw after the last comma.", begin, ",")
            raise RecipeError("This recipe names nothing to draw.", 1)
        yield _Clause(part.strip(), words)
        begin += len(part) + 1


def _words(part: str, begin: int) -> Iterator[_Word]:
    """Give the words of a part of a recipe that begins after `begin` characters."""
    start = -1
    for place, sign in enumerate(f"{part} "):
        if sign.isascii() and (sign.isalpha() or sign == "-"):
            start = place if start < 0 else start
        elif sign == " ":
            if start >= 0:
                yield _Word(part[start:place].lower(), begin + start + 1)
            start = -1
        else:
            shown = f'"{sign}"' if sign.isprintable() else "A line break or an invisible character"
            message = f"{shown} can't stand in a recipe: it is one line of words without accents, with commas between."
            raise RecipeError(message, begin + place + 1, sign if sign.isprintable() else "")


def _said(clause: Iterable[_Word]) -> str:
    return " ".join(word.text for word in clause)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the question for the known word that is nearest to an unknown one, "" if none is near."""
    near = get_close_matches(word, list(known), 1)
    return f'; did you mean "{near[0]}"?' if near else "."


class _Reading:
    """A recipe while it is read, clause by clause."""

    def __init__(self) -> None:
        self._subjects: list[Subject] = []
        self._light = Light()
        self._said: dict[str, str] = {}
        self._weather: list[str] = []
        self._things = 0

    def take(self, clause: _Clause) -> None:
        """Read a clause. Raises RecipeError."""
        words = clause.words
        start = words[0]
        first = start.text
        if first == "in":
            self._once("place", _one_of(words, 1, PLACES, "place"))
            if words[2:]:
                self._take_light(words[2:])
        elif first == "at":
            self._once("hour", _one_of(words, 1, HOURS, "hour"))
            _nothing_after(words, 2)
        elif first == "framed":
            if len(words) < 2 or words[1].text != "by":
                raise RecipeError(
                    f'After "framed" must come "by" and a frame: {_listed(FRAMES)}.', _after(start)
                )
            self._once("frame", _one_of(words, 2, FRAMES, "frame"))
            _nothing_after(words, 3)
        elif first == "mirrored":
            _nothing_after(words, 1)
            self._once("mirrored", start)
        elif len(words) == 1 and first in WEATHERS:
            if first in self._weather:
                raise _twice(start)
            self._weather.append(first)
        elif _is_light(words):
            self._take_light(words)
        else:
            self._take_subject(clause)

    def recipe(self) -> Recipe:
        """Return what was read. Raises RecipeError if nothing is drawn."""
        if not self._subjects:
            raise RecipeError("This recipe names nothing to draw.", 1)
        return Recipe(
            subjects=tuple(self._subjects),
            place=self._said.get("place", ""),
            hour=self._said.get("hour", ""),
            light=self._light,
            weather=tuple(self._weather),
            frame=self._said.get("frame", ""),
            mirrored="mirrored" in self._said,
        )

    def _once(self, what: str, word: _Word) -> None:
        said = self._said.get(what)
        if said == word.text:
            raise _twice(word)
        if said is not None:
            message = f'A picture has one {what}; "{said}" is said already.'
            raise RecipeError(message, word.column, word.text)
        self._said[what] = word.text

    def _take_light(self, words: Sequence[_Word]) -> None:
        said: dict[str, _Word] = {}
        for word in words:
            feature = _LIGHT_FEATURES.get(word.text)
            if feature is None:
                message = f'"{word.text}" says nothing about the light in "{_said(words)}"'
                raise RecipeError(message + _nearest(word.text, _LIGHT_FEATURES), word.column, word.text)
            _agree(said, feature, word)
        if "name" not in said:
            message = f'"{_said(words)}" is said of the light: a "moon" or a "sun" must stand with it.'
            raise RecipeError(message, words[0].column, words[0].text)
        if len(said) == 1:
            name = said["name"]
            message = f'"{name.text}" alone says nothing about the light: "no", "big" or "low" could stand before it.'
            raise RecipeError(message, name.column, name.text)
        phase = said["phase"].text if "phase" in said else ""
        if phase == "no" and len(said) > 2:
            other = next(word for word in words if word.text not in ("no", *LIGHTS))
            message = f'"no" and "{other.text}" contradict each other.'
            raise RecipeError(message, other.column, other.text)
        if self._light != Light():
            raise RecipeError("What the light is like is said already.", words[0].column, words[0].text)
        self._light = Light(
            absent=phase == "no",
            phase="" if phase == "no" else phase,
            size=said["size"].text if "size" in said else "",
            across=said["across"].text if "across" in said else "",
            height=said["height"].text if "height" in said else "",
            sun=said["name"].text == "sun",
        )

    def _take_subject(self, clause: _Clause) -> None:
        if len(self._subjects) == MOST_SUBJECTS:
            message = f"A recipe has {MOST_SUBJECTS} subjects at most."
            raise RecipeError(message, clause.words[0].column, clause.words[0].text)
        nouns: list[Noun] = []
        relations: list[str] = []
        open_noun = _OpenNoun(clause)
        for word in clause.words:
            if word.text not in RELATIONS:
                open_noun.take(word)
                continue
            if len(nouns) == MOST_NOUNS - 1:
                message = (
                    f'"{clause.text}" names more than {MOST_NOUNS} things; a comma begins another subject.'
                )
                raise RecipeError(message, word.column, word.text)
            nouns.append(open_noun.noun(before=word))
            relations.append(word.text)
            open_noun = _OpenNoun(clause, word)
        nouns.append(open_noun.noun())
        for noun in nouns:
            self._things += COUNTS.get(noun.count, 1)
        if self._things > MOST_THINGS:
            message = f"A recipe draws {MOST_THINGS} things at most; with these it would be {self._things}."
            raise RecipeError(message, clause.words[0].column, clause.words[0].text)
        self._subjects.append(Subject(tuple(nouns), tuple(relations)))


class _OpenNoun:
    """A noun while its words are read; `relation` is the word that it follows."""

    def __init__(self, clause: _Clause, relation: _Word | None = None) -> None:
        self._clause = clause
        self._relation = relation
        self._said: dict[str, _Word] = {}
        self._named: _Word | None = None
        self._motif = ""

    def take(self, word: _Word) -> None:
        """Read a word. Raises RecipeError."""
        feature = _FEATURES.get(word.text)
        if feature is not None:
            _agree(self._said, feature, word)
            return
        motif = motif_of(word.text)
        if not motif:
            raise self._unknown(word)
        if self._named is not None:
            together = f"{self._named.text}-{word.text}"
            if motif_of(together):
                message = f'"{self._named.text} {word.text}" is written "{together}".'
                raise RecipeError(message, word.column, word.text)
            message = (
                f'"{self._named.text}" and "{word.text}" are two things: '
                'a comma, or a word such as "on", must stand between them.'
            )
            raise RecipeError(message, word.column, word.text)
        self._named, self._motif = word, motif

    def noun(self, before: _Word | None = None) -> Noun:
        """Return the noun, which ends at the relation `before` or with the clause. Raises RecipeError without a motif."""
        if self._named is None:
            message = f'"{self._clause.text}" names nothing to draw'
            if before is not None:
                raise RecipeError(f'{message} before "{before.text}".', before.column, before.text)
            if self._relation is not None:
                raise RecipeError(
                    f'{message} after "{self._relation.text}".', self._relation.column, self._relation.text
                )
            raise RecipeError(f"{message}.", self._clause.words[0].column, self._clause.words[0].text)
        said = {feature: word.text for feature, word in self._said.items()}
        return Noun(
            motif=self._motif,
            size=said.get("size", ""),
            count=said.get("count", ""),
            pose=said.get("pose", ""),
            where=tuple(said[feature] for feature in ("across", "height") if feature in said),
            plane=said.get("plane", ""),
            tone=said.get("tone", ""),
            turned="turned" in said,
        )

    def _unknown(self, word: _Word) -> RecipeError:
        begins = {"in": "in room", "at": "at night", "framed": "framed by arch", "mirrored": "mirrored"}
        if word.text in begins:
            message = f'A comma must stand before "{word.text}", as in "dog, {begins[word.text]}".'
        elif word.text in PLACES:
            message = f'"{word.text}" is a place: it is written "in {word.text}", after a comma.'
        elif word.text in _LIGHT_FEATURES:
            message = f'"{word.text}" is said of the light alone, as in ", {word.text if word.text in PHASES else "no"} moon".'
        else:
            known = (*motif_words(), *_FEATURES, *RELATIONS, *WEATHERS)
            message = (
                f'I know no picture of "{word.text}" in "{self._clause.text}"{_nearest(word.text, known)}'
            )
        return RecipeError(message, word.column, word.text)


def _is_light(words: Sequence[_Word]) -> bool:
    """Whether a clause is about the light: "moon" alone, or on a ladder, is a thing."""
    names = [word.text for word in words if word.text in LIGHTS]
    if not names or (names[0] == "moon" and len(words) == 1):
        return False
    if all(word.text in _LIGHT_FEATURES for word in words):
        return True
    return "sun" in names and not motif_of("sun") and not any(word.text in RELATIONS for word in words)


def _agree(said: dict[str, _Word], feature: str, word: _Word) -> None:
    """Keep what a word says. Raises RecipeError if the same, or something else about it, was said before."""
    other = said.setdefault(feature, word)
    if other is word:
        return
    if other.text == word.text:
        raise _twice(word)
    message = f'"{other.text}" and "{word.text}" contradict each other.'
    raise RecipeError(message, word.column, word.text)


def _twice(word: _Word) -> RecipeError:
    return RecipeError(f'"{word.text}" is said twice.', word.column, word.text)


def _after(word: _Word) -> int:
    return word.column + len(word.text)


def _one_of(words: Sequence[_Word], place: int, known: Sequence[str], what: str) -> _Word:
    """Return the word at a place of a clause. Raises RecipeError if there is none, or it is none of those known."""
    if len(words) <= place:
        raise RecipeError(
            f'After "{_said(words)}" must come the {what}: {_listed(known)}.', _after(words[-1])
        )
    word = words[place]
    if word.text not in known:
        message = f'"{word.text}" is no {what}; {what}s: {_listed(known)}.'
        raise RecipeError(message, word.column, word.text)
    return word


def _nothing_after(words: Sequence[_Word], place: int) -> None:
    if len(words) > place:
        word = words[place]
        message = f'After "{_said(words[:place])}" must come a comma, not "{word.text}".'
        raise RecipeError(message, word.column, word.text)


# ---------------------------------------------------------------------------------------------------------- writing


def written(recipe: Recipe) -> str:
    """Return a recipe's text with its words in their usual order: `read_recipe(written(recipe)) == recipe`.

    That holds for every recipe that was read; one that is put together otherwise may have no text of its own.
    """
    clauses = [_written_subject(subject) for subject in recipe.subjects]
    light = _written_light(recipe.light)
    if recipe.place:
        clauses.append(f"in {recipe.place} {light}".rstrip())
    elif light:
        clauses.append(light)
    if recipe.hour:
        clauses.append(f"at {recipe.hour}")
    clauses.extend(recipe.weather)
    if recipe.frame:
        clauses.append(f"framed by {recipe.frame}")
    if recipe.mirrored:
        clauses.append("mirrored")
    return ", ".join(clauses)


def _written_subject(subject: Subject) -> str:
    words = [_written_noun(subject.nouns[0])]
    for relation, noun in zip(subject.relations, subject.nouns[1:], strict=True):
        words += [relation, _written_noun(noun)]
    return " ".join(words)


def _written_noun(noun: Noun) -> str:
    turned = "turned" if noun.turned else ""
    words = (noun.count, noun.plane, noun.size, noun.tone, noun.pose, noun.motif, *noun.where, turned)
    return " ".join(filter(None, words))


def _written_light(light: Light) -> str:
    if light == Light():
        return ""
    words = (
        "no" if light.absent else light.phase,
        light.height,
        light.size,
        "sun" if light.sun else "moon",
        light.across,
    )
    return " ".join(filter(None, words))
