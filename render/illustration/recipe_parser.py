"""Read recipes. Every mistake has its place and the possible words there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from msgspec import Struct

from render.illustration.recipe import (
    COUNTS,
    FEATURES,
    FILLERS,
    FRAMES,
    HOURS,
    LIGHT_FEATURES,
    LIGHTS,
    LONGEST,
    MOST_NOUNS,
    MOST_SUBJECTS,
    MOST_THINGS,
    PHASES,
    PLACES,
    RELATIONS,
    WEATHERS,
    DrawnGroup,
    DrawnThing,
    Light,
    Recipe,
    RecipeError,
    motif_of,
    motif_words,
)


class _Word(Struct, frozen=True):
    """A word of a recipe in lowercase, and its position."""

    text: str
    column: int


class _Clause(Struct, frozen=True):
    """The text between two commas, and its meaningful words."""

    text: str
    words: tuple[_Word, ...]


def read_recipe(text: str) -> Recipe:
    """Parse a recipe. Raises RecipeError at the first unexpected word."""
    if len(text) > LONGEST:
        raise RecipeError(
            f"A recipe has {LONGEST} characters at most; this one has {len(text)}.", LONGEST + 1
        )
    reading = _Reading()
    for clause in _clauses(text):
        reading.take(clause)
    return reading.recipe()


def _clauses(text: str) -> Iterator[_Clause]:
    """Yield the clauses of a recipe. Raises RecipeError for an empty one."""
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
    """Yield the words of a part of a recipe that begins after `begin` characters."""
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
    """Return a question with the known word nearest to an unknown one, or ""."""
    near = get_close_matches(word, list(known), 1)
    return f'; did you mean "{near[0]}"?' if near else "."


class _Reading:
    """A recipe in progress, read clause by clause."""

    def __init__(self) -> None:
        self._subjects: list[DrawnGroup] = []
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
        """Return the recipe. Raises RecipeError if nothing is drawn."""
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
        earlier = self._said.get(what)
        if earlier == word.text:
            raise _twice(word)
        if earlier is not None:
            message = f'A picture has one {what}; "{earlier}" is said already.'
            raise RecipeError(message, word.column, word.text)
        self._said[what] = word.text

    def _take_light(self, words: Sequence[_Word]) -> None:
        words_by_feature: dict[str, _Word] = {}
        for word in words:
            feature = LIGHT_FEATURES.get(word.text)
            if feature is None:
                message = f'"{word.text}" says nothing about the light in "{_said(words)}"'
                raise RecipeError(message + _nearest(word.text, LIGHT_FEATURES), word.column, word.text)
            _agree(words_by_feature, feature, word)
        if "name" not in words_by_feature:
            message = f'"{_said(words)}" is said of the light: a "moon" or a "sun" must stand with it.'
            raise RecipeError(message, words[0].column, words[0].text)
        if len(words_by_feature) == 1:
            name = words_by_feature["name"]
            message = f'"{name.text}" alone says nothing about the light: "no", "big" or "low" could stand before it.'
            raise RecipeError(message, name.column, name.text)
        phase = words_by_feature["phase"].text if "phase" in words_by_feature else ""
        if phase == "no" and len(words_by_feature) > 2:
            other = next(word for word in words if word.text not in ("no", *LIGHTS))
            message = f'"no" and "{other.text}" contradict each other.'
            raise RecipeError(message, other.column, other.text)
        if self._light != Light():
            raise RecipeError("What the light is like is said already.", words[0].column, words[0].text)
        self._light = Light(
            absent=phase == "no",
            phase="" if phase == "no" else phase,
            size=words_by_feature["size"].text if "size" in words_by_feature else "",
            across=words_by_feature["across"].text if "across" in words_by_feature else "",
            height=words_by_feature["height"].text if "height" in words_by_feature else "",
            sun=words_by_feature["name"].text == "sun",
        )

    def _take_subject(self, clause: _Clause) -> None:
        if len(self._subjects) == MOST_SUBJECTS:
            message = f"A recipe has {MOST_SUBJECTS} subjects at most."
            raise RecipeError(message, clause.words[0].column, clause.words[0].text)
        nouns: list[DrawnThing] = []
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
        self._subjects.append(DrawnGroup(tuple(nouns), tuple(relations)))


class _OpenNoun:
    """A noun in progress. `relation` is the word before it."""

    def __init__(self, clause: _Clause, relation: _Word | None = None) -> None:
        self._clause = clause
        self._relation = relation
        self._said: dict[str, _Word] = {}
        self._named: _Word | None = None
        self._motif = ""

    def take(self, word: _Word) -> None:
        """Read a word. Raises RecipeError."""
        feature = FEATURES.get(word.text)
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

    def noun(self, before: _Word | None = None) -> DrawnThing:
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
        features = {feature: word.text for feature, word in self._said.items()}
        return DrawnThing(
            motif=self._motif,
            size=features.get("size", ""),
            count=features.get("count", ""),
            pose=features.get("pose", ""),
            where=tuple(features[feature] for feature in ("across", "height") if feature in features),
            plane=features.get("plane", ""),
            tone=features.get("tone", ""),
            turned="turned" in features,
        )

    def _unknown(self, word: _Word) -> RecipeError:
        begins = {"in": "in room", "at": "at night", "framed": "framed by arch", "mirrored": "mirrored"}
        if word.text in begins:
            message = f'A comma must stand before "{word.text}", as in "dog, {begins[word.text]}".'
        elif word.text in PLACES:
            message = f'"{word.text}" is a place: it is written "in {word.text}", after a comma.'
        elif word.text in LIGHT_FEATURES:
            message = f'"{word.text}" is said of the light alone, as in ", {word.text if word.text in PHASES else "no"} moon".'
        else:
            known = (*motif_words(), *FEATURES, *RELATIONS, *WEATHERS)
            message = (
                f'I know no picture of "{word.text}" in "{self._clause.text}"{_nearest(word.text, known)}'
            )
        return RecipeError(message, word.column, word.text)


def _is_light(words: Sequence[_Word]) -> bool:
    """Return whether a clause is about the light. "moon" alone, or on a ladder, is a thing."""
    names = [word.text for word in words if word.text in LIGHTS]
    if not names or (names[0] == "moon" and len(words) == 1):
        return False
    if all(word.text in LIGHT_FEATURES for word in words):
        return True
    return "sun" in names and not motif_of("sun") and not any(word.text in RELATIONS for word in words)


def _agree(said: dict[str, _Word], feature: str, word: _Word) -> None:
    """Store a word's meaning. Raises RecipeError if the feature already has one."""
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
