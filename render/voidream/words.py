"""Texts shared by pictures, alt texts and text boards (rulebook §2 and §4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import ENGLISH, Message, Translator, line, msg, msg_plural, title
from engine.voidream.endings import ENDINGS
from engine.voidream.facts.terms import ScorePart
from engine.voidream.views.types import (
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    SideView,
    VoidreamView,
)
from render.table import words
from render.table.words import Names, TurnStatus, capital, lines_of, plain

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
"""A card's part in a conflict."""

EMBLEMS = {
    "chimeric-court": "crown",
    "fracta": "crystal",
    "subter-venellam": "clock",
    "maze": "labyrinth",
    "neutral": "moon",
}
"""The sign of each faction."""


def shown_names(names: Sequence[str], translator: Translator = ENGLISH) -> Names:
    """Return the names as pictures can show them. An empty name becomes the seat's number."""
    return words.shown_names(names, translator, lambda seat: msg("Dreamer {n}", n=seat + 1))


def phase_words(view: VoidreamView, translator: Translator = ENGLISH) -> str:
    """Return the phase, as a heading."""
    phase = PHASES.get(view.phase)
    return translator(phase) if phase else capital(view.phase)


_DURING = {
    "beginning": msg("{about} in the beginning phase"),
    "main": msg("{about} in the main phase"),
    "Nightmare": msg("{about} in the Nightmare phase"),
    "dawn conflict": msg("{about} in the dawn conflict"),
    "dusk conflict": msg("{about} in the dusk conflict"),
    "conflict": msg("{about} in the conflict"),
}
"""The topic of a decision, with its phase."""


def turn_of(
    view: VoidreamView, names: Names, translator: Translator = ENGLISH, *, says_phase: bool = True
) -> TurnStatus:
    """Return the active player, the player who decides, the phase, and the ending of the match."""
    during = _DURING.get(view.phase) if says_phase else None
    losers = tuple(side.seat for side in view.sides if side.seat not in view.winners)
    return TurnStatus(
        names,
        translator,
        view.viewer,
        view.active,
        tuple(
            (awaited.seat, translator(during.filled(about=awaited.about)) if during else awaited.about)
            for awaited in view.awaited
        ),
        translator(msg("No one's turn yet")),
        ENDINGS,
        view.ended,
        (view.winners, losers) if len(view.winners) == 1 else (),
    )


def rules_of(face: CardFace, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """Return the rules on a card; an arcanum has both texts, each with its label."""
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
    """Return the rules of a card being played; an arcanum has the text as played (R6)."""
    lines = face.inverted if face.kind == "arcanum" and inverted else face.text
    return lines_of(lines, translator) or (capital(translator(msg("no text."))),)


def faction_label(faction: str, translator: Translator = ENGLISH) -> str:
    """Return a faction's name on its own."""
    name = FACTIONS.get(faction)
    return translator(name) if name else faction


def damage_words(damage: int, translator: Translator = ENGLISH) -> str:
    """Return the marked damage in words."""
    return translator(msg("{n} damage", n=damage))


def arcana_words(n: int) -> Message:
    """Return a number of arcana as text."""
    return msg_plural("{n} arcanum", "{n} arcana", n)


def offerings_words(n: int) -> Message:
    """Return a number of offerings as text."""
    return msg_plural("{n} offering", "{n} offerings", n)


def exhausted_word(translator: Translator = ENGLISH) -> str:
    """Return the state of an exhausted card."""
    return translator(msg("exhausted", "state"))


def place(construct: ConstructView, translator: Translator = ENGLISH) -> str:
    """Return a construct's place in the deck: the number of cards above it, as far as known (R52)."""
    if construct.from_top is None:
        return translator(msg("in the deck", "place"))
    if construct.from_top == 0:
        return translator(msg("on top", "place"))
    return translator(msg("{n} above", "place", n=construct.from_top))


def kind_word(kind: str, translator: Translator = ENGLISH) -> str:
    """Return the kind of a card, capitalised."""
    return translator(msg(capital(kind), "kind"))


def types_words(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return the types of a card: "Synthetic, Dreamer"; "" for none."""
    return ", ".join(translator(msg(card_type, "type")) for card_type in face.types)


def kind_line(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Kind and types of a card: "Entity: Synthetic, Dreamer"."""
    kind = kind_word(face.kind, translator)
    types = types_words(face, translator)
    return f"{kind}: {types}" if types else kind


def numbers_words(face: CardFace, translator: Translator = ENGLISH) -> str:
    """Return the numbers printed on a card, as text; "" if it has none."""
    if face.kind == "entity":
        numbers = {"dawn": plain(face.dawn), "stability": plain(face.stability), "dusk": plain(face.dusk)}
        return translator(msg("Dawn {dawn}, stability {stability}, dusk {dusk}.", **numbers))
    if face.kind in ("construct", "bastion"):
        return translator(msg("Stability {n}.", n=face.stability))
    return ""


def keyword_word(keyword: str, translator: Translator = ENGLISH) -> str:
    """Return a current keyword with its number: "Dormant 2"."""
    return capital(translator(line(keyword)))


_SIGNS = {
    "deep": "wave",
    "dread": "teeth",
    "heroic": "peak",
    "indestructible": "crystal",
    "siege": "castle",
    "voidbound": "void",
}
"""The signs of keywords that still matter in play. All others only matter when the card is played."""


def counting_keywords(card: CardInPlay) -> tuple[str, ...]:
    """Return the keywords of a card in play that still matter."""
    return tuple(keyword for keyword in card.keywords if keyword_sign(keyword))


def keyword_sign(keyword: str) -> str:
    """Return the sign of a keyword; "" for one that no longer matters in play."""
    return _SIGNS.get(keyword.split()[0].casefold(), "")


def participants(side: SideView) -> list[CardInPlay]:
    """Return the cards of a side that take part in the conflict."""
    return [card for card in side.play if card.role]


def bystanders(side: SideView) -> list[CardInPlay]:
    """Return the cards of a side that don't take part in the conflict."""
    return [card for card in side.play if not card.role]


def scores_rule(kind: str, translator: Translator = ENGLISH) -> str:
    """Return a short text about the winner of a conflict of this kind, and what counts (§4)."""
    return translator(
        {
            "dawn": msg("ready entities count, the higher score wins"),
            "dusk": msg("exhausted entities count, the lower score wins"),
        }.get(kind, msg("dawn or dusk isn't chosen yet"))
    )


def conflict_lead(conflict: ConflictView, scores: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """Return the attacker's lead (negative for the defender); 0 for a draw or before the kind is chosen (§4)."""
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    return {"dawn": ours[0] - theirs[0], "dusk": theirs[1] - ours[1]}.get(conflict.kind, 0)


def part_words(part: ScorePart, translator: Translator = ENGLISH) -> str:
    """Return the source of a part of a score."""
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
