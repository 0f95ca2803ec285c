"""Messages about a person's data: the overview, the exported file, and the confirmation before deletion."""

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
    "This is everything I store about you. The file is JSON: it explains itself, and "
    "any editor opens it. For matches in progress it holds only what you may know."
)
EXPORTED_PACKED = msg("It's large, so I compressed it with gzip.")

LARGEST = 8_000_000
"""Maximum bytes of a file. Below the smallest upload limit of any Discord server."""
NAMED = 10
"""Maximum number of matches to be resigned that the confirmation names."""


def what_message(translate: Translator) -> PrivateMessage:
    """Return the message about what the bot stores about people, for how long, and who can see it."""
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
                            "## What I store about you\n"
                            "- **Your name**, as Discord showed it when you last challenged or "
                            "accepted, and **your preferences**: text boards, hidden hands, time zone, "
                            "vacation, reminders, language, explanations, lessons, standing orders, "
                            "decks.\n"
                            "- **Your matches**: every decision and its time. I keep them for good, so "
                            "that they can be replayed and checked.\n"
                            "- **Ratings**, matches you follow, server settings you changed, matches "
                            "you ended as a moderator.\n"
                            "- **For 30 days**: when I sent you messages (not their text), and when "
                            "you changed your time or reminders.\n"
                            "- **The people you blocked**: I don't tell them. `{/block}` stops someone "
                            "from challenging you or asking you for anything.\n"
                            "- I store nothing you write in chats, and nothing about you from elsewhere.\n"
                            "\n"
                            "**Who sees what**\n"
                            "- Anyone can follow a match in its thread: moves, results, your name. "
                            "Your hand, your deck and the cards you look at appear only in direct "
                            "messages and in replies that only you see. There are no private threads, "
                            "because moderators could read them.\n"
                            "- After a match, its record and seed show all decks and hands, unless you "
                            "keep yours private (`{/privacy-hands}`). Then others get a sealed record, "
                            "without your cards that were never revealed.\n"
                            "- Discord carries every message, under its own rules.\n"
                            "- **The person who runs this bot** can see everything in its database, "
                            "including hands and decks. I can't prevent that. But no one can change a "
                            "deal unnoticed: its fingerprint is posted when the match begins, and "
                            "`{/verify}` checks it.\n"
                            "- Only they can delete the backups they make.\n"
                            "\n"
                            "`{/privacy-export}` gives you everything as a file. `{/privacy-delete}` "
                            "deletes it."
                        )
                    )
                )
            ),
            buttons,
        )
    )


def export_message(content: str, translate: Translator) -> PrivateMessage:
    """Return the message with a person's data as a file, compressed if it is large."""
    data = content.encode()
    if len(data) <= LARGEST:
        plain_file = PrivateText(data, "voidream-about-you.json")
        return PrivateMessage((text(translate(EXPORTED)), file(plain_file)), texts=(plain_file,))
    # Without a timestamp, so that the same content gives the same file.
    packed_file = PrivateText(gzip.compress(data, mtime=0), "voidream-about-you.json.gz")
    if len(packed_file.content) > LARGEST:
        return PrivateMessage(
            (
                text(
                    translate.msg(
                        "It's too large for Discord, even compressed ({size} MB). Ask the person "
                        "who runs this bot for it.",
                        size=len(packed_file.content) // 1_000_000,
                    )
                ),
            )
        )
    return PrivateMessage(
        (text(f"{translate(EXPORTED)} {translate(EXPORTED_PACKED)}"), file(packed_file)), texts=(packed_file,)
    )


def delete_question(holdings: Holdings, translate: Translator) -> PrivateMessage:
    """Return the confirmation question for deleting a person's data, with the effect on each kind of data."""
    lines = [
        translate.msg("## Delete everything about you?"),
        translate.msg(
            "- **Deleted for good**: your decks ({decks}), preferences, reminders, "
            "standing orders and profile, and my direct messages that show your matches.",
            decks=holdings.decks,
        ),
    ]
    if holdings.challenges:
        lines.append(
            translate.msg("- **Withdrawn or declined**: your open challenges ({n}).", n=holdings.challenges)
        )
    if holdings.ending:
        matches = ", ".join(title(table, translate) for table in holdings.ending[:NAMED])
        if len(holdings.ending) > NAMED:
            matches = translate.msg("{matches} and {n} more", matches=matches, n=len(holdings.ending) - NAMED)
        lines.append(
            translate.msg(
                "- **Resigned now**, or cancelled if nothing was dealt yet: {matches}.",
                matches=matches,
            )
        )
    if holdings.over:
        lines.append(
            translate.msg(
                "- **Kept for your opponents, without your name**: finished matches ({n}). "
                "You become “a former player”, also in records and replays, and in every "
                "message of mine that I can still edit.",
                n=holdings.over,
            )
        )
    lines += [
        translate.msg(
            "- **Out of my control**: what others wrote or saved, my older mentions "
            "and reminders in threads, direct messages to others, deck names in match "
            "records, and backups made by the person who runs this bot.\n"
            "- **A fingerprint stays**: a code that doesn't reveal who you were. I use "
            "it to recognise the same account for a year, or as long as it is blocked "
            "or barred, so that no one escapes a limit by deleting their data. Your "
            "ratings stay with it, and continue if you come back."
        ),
        translate.msg("You can't undo this. If you play again, only your ratings continue."),
    ]
    buttons = row(
        button(
            translate.msg("Yes, delete it all"),
            CustomId("privacy", state="forget").id,
            discord.ButtonStyle.danger,
        ),
        button(translate.msg("No, keep everything"), CustomId("privacy", state="keep").id),
        button(translate.msg("Export"), CustomId("privacy", state="export").id),
    )
    return PrivateMessage((text("\n".join(lines)), buttons))
