"""The texts about what is kept of people, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec

WHAT = """\
## What is kept about you
- **Your name** as Discord showed it when you last challenged or accepted, and **your preferences**: text boards, hidden \
hands, time zone, vacation, reminders, language, explanations, lessons, standing orders, decks.
- **Your matches**: every decision, with its time. They stay for good, so that they can be replayed and checked.
- **Ratings**, which matches you follow, which server settings you changed, which matches you ended as a moderator.
- **For 30 days**: when messages were sent to you, not what they said; and when you changed your own time or reminders.
- **Whom you have blocked**: they are not told. `{/block}` keeps somebody from challenging you or asking you for anything.
- Nothing that you write in chats, and nothing about you from elsewhere.

**Who sees what**
- In a match's thread everybody reads along: moves, results, your name. Your hand, your deck and what you look at come in \
direct messages and in replies that only you see. There are no private threads: moderators could read them.
- When a match is over, its record and its seed show both decks and hands, unless you keep yours private \
(`{/privacy-hands}`): then others get a sealed record, with no card of yours that never came to light.
- Discord carries every message, under its own rules.
- **Whoever runs this bot** can see everything in its database, hands and decks included, and I can't prevent that. What \
they can't do unseen is change a deal: its fingerprint is posted when the match begins, and `{/verify}` checks it.
- Backups that they make are theirs to delete.

`{/privacy-export}` gives you all of it as a file. `{/privacy-delete}` deletes it."""


class PrivacyTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    what: str = WHAT
    export: str = "Export"
    delete: str = "Delete …"

    # -- the file
    exported: str = (
        "This is everything that I keep about you. The file is JSON: it explains itself, and any editor opens it. "
        "Of matches that go on it tells what you may know, and no more."
    )
    exported_packed: str = "It is large, so it is packed with gzip."
    too_large: str = "It is too large for Discord even when it is packed ({size} MB). Please ask whoever runs this bot for it."

    # -- blocking
    has_blocked: str = (
        "You have blocked {who}: they can't challenge you any more, nor ask you for anything in a match that you are playing. "
        "They are not told. Matches under way go on. `{/unblock}` takes it back."
    )
    block_them: str = "Not from them any more"
    has_unblocked: str = "You have unblocked {who}."
    not_blocked: str = "You have blocked nobody called “{typed}”. `{/blocked}` shows whom you have."
    none_blocked: str = "You have blocked nobody."
    blocked: str = "You have blocked:"
    more_blocked: str = "and {n} more"
    d_block: str = "Block someone. They can't challenge you or ask you for anything. They aren't told."
    d_block_user: str = "Whom."
    d_unblock: str = "Allow someone to challenge you again."
    d_unblock_person: str = "Whom of those you have blocked."
    d_blocked: str = "Show whom you have blocked."

    # -- forgetting
    sure_title: str = "## Do you really want to be forgotten?"
    sure_gone: str = (
        "- **For good**: your decks ({decks}), preferences, reminders, standing orders and profile, and my direct messages that "
        "show your matches."
    )
    sure_challenges: str = "- **Taken back or declined**: your open challenges ({n})."
    sure_ending: str = "- **Given up now**, or called off where nothing has been dealt yet: {matches}."
    sure_and_more: str = "{matches} and {n} more"
    sure_over: str = (
        "- **Kept for your opponents, without your name**: matches that are over ({n}). “A former player” stands in your "
        "place, in records and replays too, and in my messages as far as I can still edit them."
    )
    sure_stays: str = (
        "- **Not in my hands**: what others wrote or saved, my older calls and reminders in threads, direct messages to "
        "others, a name that you gave to a deck in a match's record, and backups of whoever runs this bot.\n"
        "- **A fingerprint stays**: a code that tells nobody who you were. It knows you again only if you come back with the same "
        "account, for a year, or while you are blocked or barred, so that nobody gets around a limit by being forgotten. Your ratings stay with it: you go on with them."
    )
    sure_again: str = "Nothing of it can be brought back. If you play again, only your ratings go on."
    sure_yes: str = "Yes, forget me"
    sure_no: str = "No, keep everything"
    kept: str = "Good. Nothing was deleted."
    forgotten: str = "Done: nothing about you is kept any more. Messages are being edited now."
    nothing: str = "There is nothing that I keep about you."
    asked_long_ago: str = (
        "That was asked some time ago. Please look again what would be deleted: `{/privacy-delete}`."
    )

    # -- the descriptions of commands, at most 100 characters each
    d_privacy: str = "What is kept about you: look, take it with you, delete it."
    d_what: str = "What is kept about you, for how long, and who can see it."
    d_hands: str = "Say whether others may see your hands when a match is over."
    d_hands_show: str = "For all your matches."
    d_export: str = "Everything that is kept about you, as a file."
    d_delete: str = "Delete everything about you; it asks once more."
    d_sure: str = "Do it at once, without being asked."
    d_sure_yes: str = "yes, forget me"
