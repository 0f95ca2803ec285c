"""The words that pictures, alt texts and text boards share (rulebook §2 and §4)."""

from __future__ import annotations

from collections.abc import Iterable

from cards.i18n import ENGLISH, Message, Translator, Value, as_message, line, msg, msg_plural, series, title
from engine.kernel.endings import why
from engine.voidream.endings import ENDINGS
from engine.voidream.score_part import ScorePart
from engine.voidream.views.types import (
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    SideView,
    VoidreamView,
)
from render.fonts import ACTIVATED, TRIGGERED, drawable

Names = tuple[str, str]
"""The display names of seat 0 and seat 1."""

PHASES = {
    "setup": msg("Setup", "phase"),
    "beginning": msg("Beginning phase", "phase"),
    "main": msg("Main phase", "phase"),
    "Nightmare": msg("Nightmare phase", "phase"),
    "dawn conflict": msg("Dawn conflict", "phase"),
    "dusk conflict": msg("Dusk conflict", "phase"),
    "conflict": msg("Conflict", "phase"),
    "over": msg("Game over", "phase"),
}

FACTIONS = {
    "chimeric-court": msg("Chimeric Court", "faction alone"),
    "fracta": msg("Fracta", "faction alone"),
    "subter-venellam": msg("Subter Venellam", "faction alone"),
    "maze": msg("The Maze", "faction alone"),
    "neutral": msg("Neutral", "faction alone"),
}

ROLES = {"attacking": msg("attacking", "role"), "defending": msg("defending", "role")}
"""How a card takes part in a conflict."""

EMBLEMS = {
    "chimeric-court": "crown",
    "fracta": "crystal",
    "subter-venellam": "clock",
    "maze": "labyrinth",
    "neutral": "moon",
}
"""The sign of each faction."""


def shown_names(names: Names, translator: Translator = ENGLISH) -> Names:
    """The names as a picture can show them; a name of which nothing remains becomes the seat's number."""
    first, second = (
        drawable(name)[:60].strip() or translator(msg("Dreamer {n}", n=seat + 1))
        for seat, name in enumerate(names)
    )
    return first, second


def bottom_seat(view: VoidreamView) -> int:
    """Who is drawn at the bottom: the viewer, or seat 0 for spectators."""
    return 0 if view.viewer is None else view.viewer


def phase_words(view: VoidreamView, translator: Translator = ENGLISH) -> str:
    """The phase, as a heading."""
    phase = PHASES.get(view.phase)
    return translator(phase) if phase else capital(view.phase)


def capital(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def of(name: str) -> str:
    """Whose, in English: Ada's, Boris'. Texts that use it have the plain name for other languages as well."""
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


def headline(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> str:
    """Whose turn it is, or who has won."""
    if view.phase == "over" or view.ended:
        if len(view.winners) == 1:
            return translator(msg("{name} wins", name=names[view.winners[0]]))
        is_draw = view.ended not in ENDINGS or ENDINGS[view.ended].counts
        return translator(msg("A draw") if is_draw else msg("No result"))
    if view.active is None:
        return translator(msg("Nobody's turn yet"))
    name = names[view.active]
    return translator(msg("{whose} turn", whose=of(name), name=name))


def ending(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> str:
    """How the match ended; "" while it goes on."""
    if not view.ended:
        return ""
    ended = ENDINGS.get(view.ended)
    if ended is None:
        return capital(translator(as_message(view.ended)))
    places = [view.winners, [1 - view.winners[0]]] if len(view.winners) == 1 else []
    return capital(translator(ended.sentence or why(places, ended, names)))


_DURING = {
    "beginning": msg("{about} in the beginning phase"),
    "main": msg("{about} in the main phase"),
    "Nightmare": msg("{about} in the Nightmare phase"),
    "dawn conflict": msg("{about} in the dawn conflict"),
    "dusk conflict": msg("{about} in the dusk conflict"),
    "conflict": msg("{about} in the conflict"),
}
"""What a decision is about, with the phase in which it is made."""


def waiting(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> list[str]:
    """Whose decision is awaited, and about what, one sentence each."""
    told: list[str] = []
    for one in view.awaited:
        about = _about(view, one.about, translator)
        whose = (
            msg("You decide: {about}", about=about)
            if one.seat == view.viewer
            else msg("{name} decides: {about}", name=names[one.seat], about=about)
        )
        told.append(translator(whose))
    return told


def _about(view: VoidreamView, about: str, translator: Translator) -> str:
    during = _DURING.get(view.phase)
    return translator(during.filled(about=about)) if during else about


def deciding(
    view: VoidreamView, names: Names, translator: Translator = ENGLISH
) -> tuple[str, tuple[str, ...]]:
    """Who decides, and what about, one line each; else whose turn it is, or who has won and why."""
    if view.ended:
        return headline(view, names, translator), (ending(view, names, translator),)
    if not view.awaited:
        return headline(view, names, translator), ()
    asked = {one.seat for one in view.awaited}
    if asked == {view.viewer}:
        lead = translator(msg("You decide"))
    elif len(asked) == 1:
        lead = translator(msg("{name} decides", name=names[view.awaited[0].seat]))
    else:
        lead = translator(msg("{names} decide", names=listed(names, translator)))
    abouts = {one.about for one in view.awaited}
    if len(asked) == 1 or len(abouts) == 1:
        return lead, tuple(
            _about(view, about, translator) for about in dict.fromkeys(one.about for one in view.awaited)
        )
    return lead, tuple(waiting(view, names, translator))


def rules(line: str) -> str:
    """A line of rules with the signs for activated and triggered abilities as our fonts draw them."""
    return line.replace("(A)", ACTIVATED).replace("(!)", TRIGGERED)


def lines_of(lines: Iterable[str], translator: Translator = ENGLISH) -> tuple[str, ...]:
    """Printed lines in a language."""
    return tuple(translator(line(text)) for text in lines)


def rules_of(face: CardFace, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """The lines of rules on a card; of an arcanum both texts, each said to be which."""
    if face.kind != "arcanum":
        return lines_of(face.text, translator)
    upright, inverted = (
        " ".join(lines_of(lines, translator)) or msg("no text.") for lines in (face.text, face.inverted)
    )
    return (
        translator(msg("Upright: {text}", text=upright)),
        translator(msg("Inverted: {text}", text=inverted)),
    )


def played_rules(face: CardFace, inverted: bool, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """The lines of rules of a card as it is being played: of an arcanum those of the way it is played (R6)."""
    lines = face.inverted if face.kind == "arcanum" and inverted else face.text
    return lines_of(lines, translator) or (capital(translator(msg("no text."))),)


def title_of(face: CardFace, translator: Translator = ENGLISH) -> str:
    """A card's title."""
    return translator(title(face.title))


def flavour_of(face: CardFace, translator: Translator = ENGLISH) -> str:
    """A card's flavour text; "" for none."""
    return translator(msg(face.flavour, "flavour"))


def faction_label(faction: str, translator: Translator = ENGLISH) -> str:
    """A faction's name, standing by itself."""
    known = FACTIONS.get(faction)
    return translator(known) if known else faction


def plain(number: int) -> str:
    """A number with a minus sign that is read and seen as one."""
    return str(number).replace("-", "\u2212")


def damage_words(damage: int, translator: Translator = ENGLISH) -> str:
    """How much damage is marked."""
    return translator(msg("{n} damage", n=damage))


def arcana_words(n: int) -> Message:
    """So many arcana."""
    return msg_plural("{n} arcanum", "{n} arcana", n)


def cards_words(n: int) -> Message:
    """So many cards."""
    return msg_plural("{n} card", "{n} cards", n)


def offerings_words(n: int) -> Message:
    """So many offerings."""
    return msg_plural("{n} offering", "{n} offerings", n)


def exhausted_word(translator: Translator = ENGLISH) -> str:
    """The state of a card that is turned sideways."""
    return translator(msg("exhausted", "state"))


def place(construct: ConstructView, translator: Translator = ENGLISH) -> str:
    """Where in the deck a construct lies: how many cards are above it, as far as that is known (R52)."""
    if construct.from_top is None:
        return translator(msg("in the deck", "place"))
    if construct.from_top == 0:
        return translator(msg("on top", "place"))
    return translator(msg("{n} above", "place", n=construct.from_top))


def kind_word(kind: str, translator: Translator = ENGLISH) -> str:
    """The kind of a card, with a capital."""
    return translator(msg(capital(kind), "kind"))


def kind_line(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Kind and types of a card: "Entity: Synthetic, Dreamer"."""
    kind = kind_word(face.kind, translator)
    types = ", ".join(translator(msg(one, "type")) for one in face.types)
    return f"{kind}: {types}" if types else kind


def numbers_words(face: CardFace, translator: Translator = ENGLISH) -> str:
    """The numbers printed on a card, in a sentence; "" where there are none."""
    if face.kind == "entity":
        numbers = {"dawn": plain(face.dawn), "stability": plain(face.stability), "dusk": plain(face.dusk)}
        return translator(msg("Dawn {dawn}, stability {stability}, dusk {dusk}.", **numbers))
    if face.kind in ("construct", "bastion"):
        return translator(msg("Stability {n}.", n=face.stability))
    return ""


def keyword_word(keyword: str, translator: Translator = ENGLISH) -> str:
    """A keyword that a card has now, with its number: "Dormant 2"."""
    return capital(translator(line(keyword)))


def participants(side: SideView) -> list[CardInPlay]:
    """The cards of a side that take part in the conflict."""
    return [card for card in side.play if card.role]


def bystanders(side: SideView) -> list[CardInPlay]:
    """The cards of a side that do not take part in a conflict."""
    return [card for card in side.play if not card.role]


def scores_rule(kind: str, translator: Translator = ENGLISH) -> str:
    """Who wins a conflict of this kind, and what counts, in a few words (§4)."""
    return translator(
        {
            "dawn": msg("ready entities count, the higher score wins"),
            "dusk": msg("exhausted entities count, the lower score wins"),
        }.get(kind, msg("dawn or dusk is yet to be chosen"))
    )


def conflict_lead(conflict: ConflictView, scores: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """By how much the attacker leads (negative: the defender); 0 for a draw or while the kind is not chosen (§4)."""
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    return {"dawn": ours[0] - theirs[0], "dusk": theirs[1] - ours[1]}.get(conflict.kind, 0)


def listed(words: Iterable[Value], translator: Translator = ENGLISH) -> str:
    """a, b and c."""
    return translator(series(*words))


def part_words(part: ScorePart, translator: Translator = ENGLISH) -> str:
    """What a part of a score comes from."""
    card = translator(title(part.title)) if part.title else ""
    match part.what:
        case "depth":
            return translator(msg("depth"))
        case "mind":
            return translator(msg("mind: {card}", card=card))
        case "dread":
            return translator(msg("Dread of {card}", card=card))
        case "limit":
            return translator(msg("above the limit"))
        case _:
            return card
