"""A person's data in words: the file, and the question before they are forgotten."""

from __future__ import annotations

import gzip

import discord

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, PrivateText, button, file, row, text
from bot.discord.match_text import title
from bot.features.privacy.own_data import Holdings
from cards.i18n import Translator, msg

EXPORTED = msg(
    "This is everything that I keep about you. The file is JSON: it explains itself, and any editor "
    "opens it. Of matches that go on it tells what you may know, and no more."
)
EXPORTED_PACKED = msg("It is large, so it is packed with gzip.")

LARGEST = 8_000_000
"""Bytes of a file that Discord takes everywhere, with some room."""
NAMED = 10
"""Matches that are named before they are given up."""


def what_message(translate: Translator) -> PrivateMessage:
    """Return what is kept about people, for how long, and who can see it."""
    buttons = row(
        button(translate.msg("Export"), CustomId("privacy", state="export").id),
        button(translate.msg("Delete …"), CustomId("privacy", state="delete").id),
    )
    return PrivateMessage(
        (
            text(
                translate(
                    with_commands(
                        msg(
                            "## What is kept about you\n"
                            "- **Your name** as Discord showed it when you last challenged or accepted, and **your "
                            "preferences**: text boards, hidden hands, time zone, vacation, reminders, language, explanations, "
                            "lessons, standing orders, decks.\n"
                            "- **Your matches**: every decision, with its time. They stay for good, so that they can be "
                            "replayed and checked.\n"
                            "- **Ratings**, which matches you follow, which server settings you changed, which matches you "
                            "ended as a moderator.\n"
                            "- **For 30 days**: when messages were sent to you, not what they said; and when you changed your "
                            "own time or reminders.\n"
                            "- **Whom you have blocked**: they are not told. `{/block}` keeps somebody from challenging you or "
                            "asking you for anything.\n"
                            "- Nothing that you write in chats, and nothing about you from elsewhere.\n"
                            "\n"
                            "**Who sees what**\n"
                            "- In a match's thread everybody reads along: moves, results, your name. Your hand, your deck and "
                            "what you look at come in direct messages and in replies that only you see. There are no private "
                            "threads: moderators could read them.\n"
                            "- When a match is over, its record and its seed show both decks and hands, unless you keep yours "
                            "private (`{/privacy-hands}`): then others get a sealed record, with no card of yours that never "
                            "came to light.\n"
                            "- Discord carries every message, under its own rules.\n"
                            "- **Whoever runs this bot** can see everything in its database, hands and decks included, and I "
                            "can't prevent that. What they can't do unseen is change a deal: its fingerprint is posted when the "
                            "match begins, and `{/verify}` checks it.\n"
                            "- Backups that they make are theirs to delete.\n"
                            "\n"
                            "`{/privacy-export}` gives you all of it as a file. `{/privacy-delete}` deletes it."
                        )
                    )
                )
            ),
            buttons,
        )
    )


def export_message(content: str, translate: Translator) -> PrivateMessage:
    """Return the file with everything about a person; packed where it is large."""
    written = content.encode()
    if len(written) <= LARGEST:
        whole = PrivateText(written, "voidream-about-you.json")
        return PrivateMessage((text(translate(EXPORTED)), file(whole)), texts=(whole,))
    # Without the time of packing in it: the same content is the same file.
    packed = PrivateText(gzip.compress(written, mtime=0), "voidream-about-you.json.gz")
    if len(packed.content) > LARGEST:
        return PrivateMessage(
            (
                text(
                    translate.msg(
                        "It is too large for Discord even when it is packed ({size} MB). Please ask whoever runs this bot for it.",
                        size=len(packed.content) // 1_000_000,
                    )
                ),
            )
        )
    return PrivateMessage(
        (text(f"{translate(EXPORTED)} {translate(EXPORTED_PACKED)}"), file(packed)), texts=(packed,)
    )


def delete_question(found: Holdings, translate: Translator) -> PrivateMessage:
    """Return the question whether a person really wants to be forgotten, with what becomes of what there is."""
    lines = [
        translate.msg("## Do you really want to be forgotten?"),
        translate.msg(
            "- **For good**: your decks ({decks}), preferences, reminders, standing orders and profile, and my "
            "direct messages that show your matches.",
            decks=found.decks,
        ),
    ]
    if found.challenges:
        lines.append(
            translate.msg("- **Taken back or declined**: your open challenges ({n}).", n=found.challenges)
        )
    if found.ending:
        matches = ", ".join(title(table, translate) for table in found.ending[:NAMED])
        if len(found.ending) > NAMED:
            matches = translate.msg("{matches} and {n} more", matches=matches, n=len(found.ending) - NAMED)
        lines.append(
            translate.msg(
                "- **Given up now**, or called off where nothing has been dealt yet: {matches}.",
                matches=matches,
            )
        )
    if found.over:
        lines.append(
            translate.msg(
                "- **Kept for your opponents, without your name**: matches that are over ({n}). “A former player” "
                "stands in your place, in records and replays too, and in my messages as far as I can still edit "
                "them.",
                n=found.over,
            )
        )
    lines += [
        translate.msg(
            "- **Not in my hands**: what others wrote or saved, my older calls and reminders in threads, direct "
            "messages to others, a name that you gave to a deck in a match's record, and backups of whoever "
            "runs this bot.\n"
            "- **A fingerprint stays**: a code that tells nobody who you were. It knows you again only if you "
            "come back with the same account, for a year, or while you are blocked or barred, so that nobody "
            "gets around a limit by being forgotten. Your ratings stay with it: you go on with them."
        ),
        translate.msg("Nothing of it can be brought back. If you play again, only your ratings go on."),
    ]
    buttons = row(
        button(
            translate.msg("Yes, forget me"),
            CustomId("privacy", state="forget").id,
            discord.ButtonStyle.danger,
        ),
        button(translate.msg("No, keep everything"), CustomId("privacy", state="keep").id),
        button(translate.msg("Export"), CustomId("privacy", state="export").id),
    )
    return PrivateMessage((text("\n".join(lines)), buttons))
