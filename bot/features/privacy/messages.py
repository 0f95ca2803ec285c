"""A person's data in words: the file, and the question before they are forgotten."""

from __future__ import annotations

import gzip

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, PrivateText, button, file, row, text
from bot.discord.match_text import title
from bot.discord.texts.texts import Texts
from bot.features.privacy.own_data import Holdings

LARGEST = 8_000_000
"""Bytes of a file that Discord takes everywhere, with some room."""
NAMED = 10
"""Matches that are named before they are given up."""


def what_message(words: Texts) -> PrivateMessage:
    """Return what is kept about people, for how long, and who can see it."""
    said = words.privacy
    buttons = row(
        button(said.export, CustomId("privacy", state="export").id),
        button(said.delete, CustomId("privacy", state="delete").id),
    )
    return PrivateMessage((text(said.what), buttons))


def export_message(content: str, words: Texts) -> PrivateMessage:
    """Return the file with everything about a person; packed where it is large."""
    said, written = words.privacy, content.encode()
    if len(written) <= LARGEST:
        whole = PrivateText(written, "voidream-about-you.json")
        return PrivateMessage((text(said.exported), file(whole)), texts=(whole,))
    # Without the time of packing in it: the same content is the same file.
    packed = PrivateText(gzip.compress(written, mtime=0), "voidream-about-you.json.gz")
    if len(packed.content) > LARGEST:
        return PrivateMessage((text(said.too_large.format(size=len(packed.content) // 1_000_000)),))
    return PrivateMessage((text(f"{said.exported} {said.exported_packed}"), file(packed)), texts=(packed,))


def delete_question(found: Holdings, words: Texts) -> PrivateMessage:
    """Return the question whether a person really wants to be forgotten, with what becomes of what there is."""
    said = words.privacy
    lines = [said.sure_title, said.sure_gone.format(decks=found.decks)]
    if found.challenges:
        lines.append(said.sure_challenges.format(n=found.challenges))
    if found.ending:
        matches = ", ".join(title(table, words) for table in found.ending[:NAMED])
        if len(found.ending) > NAMED:
            matches = said.sure_and_more.format(matches=matches, n=len(found.ending) - NAMED)
        lines.append(said.sure_ending.format(matches=matches))
    if found.over:
        lines.append(said.sure_over.format(n=found.over))
    lines += [said.sure_stays, said.sure_again]
    buttons = row(
        button(said.sure_yes, CustomId("privacy", state="forget").id, discord.ButtonStyle.danger),
        button(said.sure_no, CustomId("privacy", state="keep").id),
        button(said.export, CustomId("privacy", state="export").id),
    )
    return PrivateMessage((text("\n".join(lines)), buttons))
