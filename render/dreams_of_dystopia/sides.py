"""The text of one player's side of the table: Master, LP, FAME, and cards."""

from __future__ import annotations

from cards.i18n import Message, Translator, line, msg, title
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia.words import faction_word, standing_of, titles, turn_notes
from render.markdown import escaped
from render.table.words import Names, capital, side_heading


def side_lines(view: DystopiaView, player: PlayerView, names: Names, translator: Translator) -> list[str]:
    """Return the lines of a player's side in Discord's Markdown."""
    standing = standing_of(view, player)
    is_viewer = view.viewer == player.seat
    lines = side_heading(names[player.seat], is_viewer, [standing] if standing else [], translator)
    if player.is_out:
        return lines
    if not player.master:
        return [*lines, translator(msg("No Master yet."))]
    life = msg("LP {lp}, FAME {fame}.", lp=player.lp, fame=player.fame)
    lines.append(f"**{escaped(master_words(player, translator))}**. {translator(life)}")
    counts = msg(
        "Hand {hand}, deck {deck}, discard pile {discard}, used {used}.",
        hand=len(player.hand), deck=len(player.deck), discard=len(player.discard), used=len(player.used),
    )  # fmt: skip
    lines.append(translator(counts))
    for name, cards in _lists(player, is_viewer):
        if cards:
            lines.append(f"- {translator(name.filled(cards=escaped(titles(cards, translator))))}")
    lines += [f"- {escaped(capital(note))}." for note in turn_notes(player, translator)]
    lines += [f"- {translator(line(text))}" for text in player.once if view.active == player.seat]
    return lines


def master_words(player: PlayerView, translator: Translator) -> str:
    """Return the Master and its faction, such as "Warden of the Last Garden (Divine)"."""
    name = translator(title(player.master))
    faction = faction_word(player.faction, translator)
    return f"{name} ({faction})" if faction else name


def _lists(player: PlayerView, is_viewer: bool) -> list[tuple[Message, tuple[str, ...]]]:
    """Return a player's known cards by place, with a sentence for each."""
    known = tuple(card for card in player.hand if card)
    top = tuple(card for card in player.deck if card)
    hand_text = msg("In your hand: {cards}.") if is_viewer else msg("Known in hand: {cards}.")
    return [
        (hand_text, known),
        (msg("On the table: {cards}."), player.table),
        (msg("Can attack again: {cards}."), player.to_attack),
        (msg("Can block again: {cards}."), player.to_block),
        (msg("Used: {cards}."), player.used),
        (msg("Turned over: {cards}."), player.turned),
        (msg("Known in the deck, from the top: {cards}."), top),
        (msg("In your deck: {cards}."), player.in_deck),
        (msg("Hand and deck together: {cards}."), () if is_viewer else player.holds),
        (msg("Discard pile: {cards}."), player.discard),
    ]
