"""The words that pictures, alt texts and text boards share (rulebook §2 and §4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.voidream.view import CardFace, ConflictView, ConstructView, InPlay, Side, VoidreamView
from render.fonts import ACTIVATED, TRIGGERED, drawable

Names = tuple[str, str]
"""The display names of seat 0 and seat 1."""

PHASES = {
    "setup": "Setup",
    "beginning": "Beginning phase",
    "main": "Main phase",
    "Nightmare": "Nightmare phase",
    "dawn conflict": "Dawn conflict",
    "dusk conflict": "Dusk conflict",
    "conflict": "Conflict",
    "over": "Game over",
}

FACTIONS = {
    "chimeric-court": "Chimeric Court",
    "fracta": "Fracta",
    "subter-venellam": "Subter Venellam",
    "maze": "The Maze",
    "neutral": "Neutral",
}


EMBLEMS = {
    "chimeric-court": "crown",
    "fracta": "crystal",
    "subter-venellam": "clock",
    "maze": "labyrinth",
    "neutral": "moon",
}
"""The sign of each faction."""


def shown_names(names: Names) -> Names:
    """The names as a picture can show them; a name of which nothing remains becomes the seat's number."""
    first, second = (drawable(name)[:60].strip() or f"Dreamer {seat + 1}" for seat, name in enumerate(names))
    return first, second


def bottom_seat(view: VoidreamView) -> int:
    """Who is drawn at the bottom: the viewer, or seat 0 for spectators."""
    return 0 if view.viewer is None else view.viewer


def phase_words(view: VoidreamView) -> str:
    """The phase, as a heading."""
    return PHASES.get(view.phase, view.phase[:1].upper() + view.phase[1:])


def of(name: str) -> str:
    """Whose: Ada's, Boris'."""
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


def headline(view: VoidreamView, names: Names) -> str:
    """Whose turn it is, or who has won."""
    if view.phase == "over" or view.ended:
        if len(view.winners) == 1:
            return f"{names[view.winners[0]]} wins"
        return "A draw"
    return f"{of(names[view.active])} turn" if view.active is not None else "Nobody's turn yet"


def ending(view: VoidreamView, names: Names) -> str:
    """How the match ended; "" while it goes on."""
    if not view.ended:
        return ""
    if len(view.winners) != 1:
        told = {"bastion": "Both bastions have fallen", "both": "Both bastions have fallen"}
    else:
        loser = names[1 - view.winners[0]]
        told = {
            "bastion": f"{of(loser)} bastion has fallen",
            "insanity": f"{of(loser)} mind is torn apart by Nightmare",
            "resignation": f"{loser} has resigned",
        }
    return told.get(view.ended, view.ended[:1].upper() + view.ended[1:])


def waiting(view: VoidreamView, names: Names) -> list[str]:
    """Whose decision is awaited, and about what, one sentence each."""
    return [f"{names[one.seat]} decides: {one.about}" for one in view.awaited]


def rules(line: str) -> str:
    """A line of rules with the signs for activated and triggered abilities as our fonts draw them."""
    return line.replace("(A)", ACTIVATED).replace("(!)", TRIGGERED)


def rules_of(face: CardFace) -> tuple[str, ...]:
    """The lines of rules on a card; of an arcanum both texts, each said to be which."""
    if face.kind != "arcanum":
        return face.text
    return (
        f"Upright: {' '.join(face.text) or 'no text.'}",
        f"Inverted: {' '.join(face.inverted) or 'no text.'}",
    )


def plain(number: int) -> str:
    """A number with a minus sign that is read and seen as one."""
    return str(number).replace("-", "\u2212")


def plural(n: int, one: str, many: str = "") -> str:
    """1 card, 2 cards."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def place(construct: ConstructView) -> str:
    """Where in the deck a construct lies: how many cards are above it, as far as that is known (R52)."""
    if construct.from_top is None:
        return "in the deck"
    return "on top" if construct.from_top == 0 else f"{construct.from_top} above"


def kind_line(face: CardFace) -> str:
    """Kind and types of a card: "Entity: Synthetic, Dreamer"."""
    kind = face.kind[:1].upper() + face.kind[1:]
    return f"{kind}: {', '.join(face.types)}" if face.types else kind


def participants(side: Side) -> list[InPlay]:
    """The cards of a side that take part in the conflict."""
    return [card for card in side.play if card.role]


def bystanders(side: Side) -> list[InPlay]:
    """The cards of a side that do not take part in a conflict."""
    return [card for card in side.play if not card.role]


def scores_rule(kind: str) -> str:
    """Who wins a conflict of this kind, and what counts, in a few words (§4)."""
    return {
        "dawn": "ready entities count, the higher score wins",
        "dusk": "exhausted entities count, the lower score wins",
    }.get(kind, "dawn or dusk is yet to be chosen")


def conflict_lead(conflict: ConflictView, scores: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """By how much the attacker leads (negative: the defender); 0 for a draw or while the kind is not chosen (§4)."""
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    return {"dawn": ours[0] - theirs[0], "dusk": theirs[1] - ours[1]}.get(conflict.kind, 0)


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
