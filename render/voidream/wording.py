"""The words that pictures, alt texts and text boards share (rulebook §2 and §4)."""

from __future__ import annotations

from collections.abc import Iterable

from cards.locales import ENGLISH, Phrase, Tongue, Value, as_phrase, line, say, say_many, series, title
from engine.kernel.endings import why
from engine.voidream.endings import ENDINGS
from engine.voidream.view import CardFace, ConflictView, ConstructView, InPlay, ScorePart, Side, VoidreamView
from render.fonts import ACTIVATED, TRIGGERED, drawable

Names = tuple[str, str]
"""The display names of seat 0 and seat 1."""

PHASES = {
    "setup": say("Setup", "phase"),
    "beginning": say("Beginning phase", "phase"),
    "main": say("Main phase", "phase"),
    "Nightmare": say("Nightmare phase", "phase"),
    "dawn conflict": say("Dawn conflict", "phase"),
    "dusk conflict": say("Dusk conflict", "phase"),
    "conflict": say("Conflict", "phase"),
    "over": say("Game over", "phase"),
}

FACTIONS = {
    "chimeric-court": say("Chimeric Court", "faction alone"),
    "fracta": say("Fracta", "faction alone"),
    "subter-venellam": say("Subter Venellam", "faction alone"),
    "maze": say("The Maze", "faction alone"),
    "neutral": say("Neutral", "faction alone"),
}

ROLES = {"attacking": say("attacking", "role"), "defending": say("defending", "role")}
"""How a card takes part in a conflict."""

EMBLEMS = {
    "chimeric-court": "crown",
    "fracta": "crystal",
    "subter-venellam": "clock",
    "maze": "labyrinth",
    "neutral": "moon",
}
"""The sign of each faction."""


def shown_names(names: Names, tongue: Tongue = ENGLISH) -> Names:
    """The names as a picture can show them; a name of which nothing remains becomes the seat's number."""
    first, second = (
        drawable(name)[:60].strip() or tongue(say("Dreamer {n}", n=seat + 1))
        for seat, name in enumerate(names)
    )
    return first, second


def bottom_seat(view: VoidreamView) -> int:
    """Who is drawn at the bottom: the viewer, or seat 0 for spectators."""
    return 0 if view.viewer is None else view.viewer


def phase_words(view: VoidreamView, tongue: Tongue = ENGLISH) -> str:
    """The phase, as a heading."""
    phase = PHASES.get(view.phase)
    return tongue(phase) if phase else capital(view.phase)


def capital(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def of(name: str) -> str:
    """Whose, in English: Ada's, Boris'. Texts that use it have the plain name for other languages as well."""
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


def headline(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> str:
    """Whose turn it is, or who has won."""
    if view.phase == "over" or view.ended:
        if len(view.winners) == 1:
            return tongue(say("{name} wins", name=names[view.winners[0]]))
        is_draw = view.ended not in ENDINGS or ENDINGS[view.ended].counts
        return tongue(say("A draw") if is_draw else say("No result"))
    if view.active is None:
        return tongue(say("Nobody's turn yet"))
    name = names[view.active]
    return tongue(say("{whose} turn", whose=of(name), name=name))


def ending(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> str:
    """How the match ended; "" while it goes on."""
    if not view.ended:
        return ""
    ended = ENDINGS.get(view.ended)
    if ended is None:
        return capital(tongue(as_phrase(view.ended)))
    places = [view.winners, [1 - view.winners[0]]] if len(view.winners) == 1 else []
    return capital(tongue(ended.sentence or why(places, ended, names)))


_DURING = {
    "beginning": say("{about} in the beginning phase"),
    "main": say("{about} in the main phase"),
    "Nightmare": say("{about} in the Nightmare phase"),
    "dawn conflict": say("{about} in the dawn conflict"),
    "dusk conflict": say("{about} in the dusk conflict"),
    "conflict": say("{about} in the conflict"),
}
"""What a decision is about, with the phase in which it is made."""


def waiting(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> list[str]:
    """Whose decision is awaited, and about what, one sentence each."""
    told: list[str] = []
    for one in view.awaited:
        about = _about(view, one.about, tongue)
        whose = (
            say("You decide: {about}", about=about)
            if one.seat == view.viewer
            else say("{name} decides: {about}", name=names[one.seat], about=about)
        )
        told.append(tongue(whose))
    return told


def _about(view: VoidreamView, about: str, tongue: Tongue) -> str:
    during = _DURING.get(view.phase)
    return tongue(during.filled(about=about)) if during else about


def deciding(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> tuple[str, tuple[str, ...]]:
    """Who decides, and what about, one line each; else whose turn it is, or who has won and why."""
    if view.ended:
        return headline(view, names, tongue), (ending(view, names, tongue),)
    if not view.awaited:
        return headline(view, names, tongue), ()
    asked = {one.seat for one in view.awaited}
    if asked == {view.viewer}:
        lead = tongue(say("You decide"))
    elif len(asked) == 1:
        lead = tongue(say("{name} decides", name=names[view.awaited[0].seat]))
    else:
        lead = tongue(say("{names} decide", names=listed(names, tongue)))
    abouts = {one.about for one in view.awaited}
    if len(asked) == 1 or len(abouts) == 1:
        return lead, tuple(
            _about(view, about, tongue) for about in dict.fromkeys(one.about for one in view.awaited)
        )
    return lead, tuple(waiting(view, names, tongue))


def rules(line: str) -> str:
    """A line of rules with the signs for activated and triggered abilities as our fonts draw them."""
    return line.replace("(A)", ACTIVATED).replace("(!)", TRIGGERED)


def lines_of(lines: Iterable[str], tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """Printed lines in a language."""
    return tuple(tongue(line(text)) for text in lines)


def rules_of(face: CardFace, tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """The lines of rules on a card; of an arcanum both texts, each said to be which."""
    if face.kind != "arcanum":
        return lines_of(face.text, tongue)
    upright, inverted = (
        " ".join(lines_of(lines, tongue)) or say("no text.") for lines in (face.text, face.inverted)
    )
    return (
        tongue(say("Upright: {text}", text=upright)),
        tongue(say("Inverted: {text}", text=inverted)),
    )


def played_rules(face: CardFace, inverted: bool, tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """The lines of rules of a card as it is being played: of an arcanum those of the way it is played (R6)."""
    lines = face.inverted if face.kind == "arcanum" and inverted else face.text
    return lines_of(lines, tongue) or (capital(tongue(say("no text."))),)


def title_of(face: CardFace, tongue: Tongue = ENGLISH) -> str:
    """A card's title."""
    return tongue(title(face.title))


def flavour_of(face: CardFace, tongue: Tongue = ENGLISH) -> str:
    """A card's flavour text; "" for none."""
    return tongue(say(face.flavour, "flavour"))


def faction_label(faction: str, tongue: Tongue = ENGLISH) -> str:
    """A faction's name, standing by itself."""
    known = FACTIONS.get(faction)
    return tongue(known) if known else faction


def plain(number: int) -> str:
    """A number with a minus sign that is read and seen as one."""
    return str(number).replace("-", "\u2212")


def damage_words(damage: int, tongue: Tongue = ENGLISH) -> str:
    """How much damage is marked."""
    return tongue(say("{n} damage", n=damage))


def arcana_words(n: int) -> Phrase:
    """So many arcana."""
    return say_many("{n} arcanum", "{n} arcana", n)


def cards_words(n: int) -> Phrase:
    """So many cards."""
    return say_many("{n} card", "{n} cards", n)


def offerings_words(n: int) -> Phrase:
    """So many offerings."""
    return say_many("{n} offering", "{n} offerings", n)


def exhausted_word(tongue: Tongue = ENGLISH) -> str:
    """The state of a card that is turned sideways."""
    return tongue(say("exhausted", "state"))


def place(construct: ConstructView, tongue: Tongue = ENGLISH) -> str:
    """Where in the deck a construct lies: how many cards are above it, as far as that is known (R52)."""
    if construct.from_top is None:
        return tongue(say("in the deck", "place"))
    if construct.from_top == 0:
        return tongue(say("on top", "place"))
    return tongue(say("{n} above", "place", n=construct.from_top))


def kind_word(kind: str, tongue: Tongue = ENGLISH) -> str:
    """The kind of a card, with a capital."""
    return tongue(say(capital(kind), "kind"))


def kind_line(face: CardFace, tongue: Tongue = ENGLISH) -> str:
    """Kind and types of a card: "Entity: Synthetic, Dreamer"."""
    kind = kind_word(face.kind, tongue)
    types = ", ".join(tongue(say(one, "type")) for one in face.types)
    return f"{kind}: {types}" if types else kind


def numbers_words(face: CardFace, tongue: Tongue = ENGLISH) -> str:
    """The numbers printed on a card, in a sentence; "" where there are none."""
    if face.kind == "entity":
        numbers = {"dawn": plain(face.dawn), "stability": plain(face.stability), "dusk": plain(face.dusk)}
        return tongue(say("Dawn {dawn}, stability {stability}, dusk {dusk}.", **numbers))
    if face.kind in ("construct", "bastion"):
        return tongue(say("Stability {n}.", n=face.stability))
    return ""


def keyword_word(keyword: str, tongue: Tongue = ENGLISH) -> str:
    """A keyword that a card has now, with its number: "Dormant 2"."""
    return capital(tongue(line(keyword)))


def participants(side: Side) -> list[InPlay]:
    """The cards of a side that take part in the conflict."""
    return [card for card in side.play if card.role]


def bystanders(side: Side) -> list[InPlay]:
    """The cards of a side that do not take part in a conflict."""
    return [card for card in side.play if not card.role]


def scores_rule(kind: str, tongue: Tongue = ENGLISH) -> str:
    """Who wins a conflict of this kind, and what counts, in a few words (§4)."""
    return tongue(
        {
            "dawn": say("ready entities count, the higher score wins"),
            "dusk": say("exhausted entities count, the lower score wins"),
        }.get(kind, say("dawn or dusk is yet to be chosen"))
    )


def conflict_lead(conflict: ConflictView, scores: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """By how much the attacker leads (negative: the defender); 0 for a draw or while the kind is not chosen (§4)."""
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    return {"dawn": ours[0] - theirs[0], "dusk": theirs[1] - ours[1]}.get(conflict.kind, 0)


def listed(words: Iterable[Value], tongue: Tongue = ENGLISH) -> str:
    """a, b and c."""
    return tongue(series(*words))


def part_words(part: ScorePart, tongue: Tongue = ENGLISH) -> str:
    """What a part of a score comes from."""
    card = tongue(title(part.title)) if part.title else ""
    match part.what:
        case "depth":
            return tongue(say("depth"))
        case "mind":
            return tongue(say("mind: {card}", card=card))
        case "dread":
            return tongue(say("Dread of {card}", card=card))
        case "limit":
            return tongue(say("above the limit"))
        case _:
            return card
