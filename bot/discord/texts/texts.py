"""Every text that the bot itself writes: a field a text, English here.

In another language it is the same struct, its texts found in the one catalogue (`bot.discord.texts.translations`). Private texts are
taken in the reader's language, public ones in the server's: see `words_for`. Texts of the game (questions, logs, cards)
are said by the game in the same language, which is `Texts.locale`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from bot.discord.texts.translations import ready, translated
from bot.features.challenges.texts import BeforeTexts, TableTexts
from bot.features.decks.texts import DeckTexts
from bot.features.endings.texts import EndingTexts
from bot.features.follows.texts import WatchTexts
from bot.features.help.texts import HELP_PAGES
from bot.features.lessons.texts import LearnTexts
from bot.features.matches.texts import ServerListTexts
from bot.features.moderation.texts import ModerationTexts
from bot.features.orders.texts import OrderTexts
from bot.features.privacy.texts import PrivacyTexts
from bot.features.profiles.texts import ProfileTexts
from bot.features.puzzles.texts import PuzzleTexts
from bot.features.ratings.texts import RatingTexts
from bot.features.reference.texts import ReferenceTexts
from bot.features.reminders.texts import ReminderTexts
from bot.features.replays.texts import ReplayTexts
from bot.features.review.texts import LookBackTexts
from bot.features.server_settings.texts import SettingsTexts
from bot.features.takeovers.texts import TakeoverTexts
from bot.features.time.texts import TimeTexts
from bot.features.welcome.texts import WelcomeTexts
from bot.panel.texts import PanelTexts
from bot.people.locales import locale_of
from cards.i18n import Locale, translator

_CHOICES = {
    "yes": "yes",
    "no": "no",
    "on": "on",
    "off": "off",
    "add": "add",
    "remove": "remove",
    "all channels": "all channels",
    "only": "only",
    "all games": "all games",
    "by permission": "by permission",
    "both": "both",
    "one": "one",
}


class Texts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    locale: Locale = Locale.ENGLISH
    """The language that they are in."""

    # -- questions
    because: str = "Because of {cause}"
    choose: str = "Choose …"
    choose_this: str = "Choose"
    yours: str = "{card} (yours)"
    nothing_to_choose: str = "There is nothing to choose from."
    none_of_them: str = "None of them"
    choose_exactly: str = "Choose {n}."
    choose_up_to: str = "Choose up to {n}, or none."
    choose_between: str = "Choose {low} to {high}."
    chosen: str = "Chosen: {names}."
    too_many: str = "That is {n} too many."
    confirm_n: str = "Confirm ({n})"
    both: str = "both"
    all_n: str = "all {n}"
    all_but: str = "all but {name}"
    one_then_other: str = "{first}, then {other}"
    in_this_order: str = "In this order"
    other_way_round: str = "The other way round"
    another_order: str = "Another order: the first one …"
    in_order: str = "Pick them one after another, the first one first."
    next_one: str = "The next one …"
    confirm_order: str = "Confirm this order"
    undo_last: str = "Undo the last pick"
    rest_as_listed: str = "The rest as listed"
    shared: str = "Shared out: {n} of {total}."
    share: str = "**{name}**: {n} of at most {limit}"
    share_part: str = "{n} to {name}"
    fill: str = "fill"
    confirm_shares: str = "Confirm"
    start_over: str = "Start over"
    previous: str = "Back"
    following: str = "Page {page} of {pages}: next"
    number_between: str = "A number from {low} to {high}."
    type_it: str = "Type the answer"
    form_title: str = "Your answer"
    form_label: str = "Answer"
    type_single: str = "Type the name of an option, or its number."
    type_set: str = "Type the names or numbers of the options, with commas between them, or “none”."
    type_sequence: str = "Type the names or numbers in the order you want, with commas between them."
    type_shares: str = "Type each name or number with its points, as in “1 = 2, 3 = 1”."
    type_number: str = "Type a number from {low} to {high}."
    too_big_to_click: str = "There are too many ways to answer this by buttons. Please type it."
    not_understood: str = "“{typed}” is none of the options. {how}"
    several_fit: str = "“{typed}” could be {names}. Please say which."
    no_points: str = "“{typed}” needs points, as in “{typed} = 1”."
    what_can_be_chosen: str = "You can choose {names}."
    quoted: str = "“{name}”"

    # -- a match, wherever it is shown
    match_title: str = "{first} against {second}"
    match_name: str = "Match {id}"
    waiting_for: str = "Waiting for {who}: {about}."
    turn_order: str = "Order of turns: {who}"
    thinking: str = "{who} is thinking …"
    lately: str = "What happened last"
    nothing_yet: str = "Nothing has happened yet."
    won: str = "{who} has won: {reason}."
    share_first: str = "{who} share the first place: {reason}."
    drawn: str = "A draw: {reason}."
    turned: str = "The turning point ({chapter}): {told} After that, {who} was ahead for good."
    decided: str = "What decided it ({chapter}): {told}"
    led_throughout: str = "{who} was never behind."
    commitment: str = "The deal is fixed: its fingerprint begins with `{commitment}`. When the match is over, everybody can check it."
    commitment_then: str = "The deal was fixed: its fingerprint begins with `{commitment}`."
    record: str = "The whole match, as far as everybody may have it, is in this file. `voidream verify {file}` checks the deal."
    record_not_allowed: str = "The record of the match can't be shown: I lack “Attach Files” in {channel}."
    record_failed: str = "The record of the match could not be written just now. The match itself is kept."
    my_turn: str = "My turn"
    turn_of: tuple[str, str] = ("{who}'s turn", "{who}'s and {other}'s turn")
    """The same where everybody sees it: of one person, and of two."""
    board: str = "Board"
    board_as_text: str = "Board as text"
    hand: str = "Hand"
    shared_as_text: str = "As text"
    hand_as_text: str = "Hand as text"
    log: str = "Log"
    help: str = "Help"
    give_up: str = "Give up"
    open_match: str = "Go to the match"

    # -- the private panel
    your_decision: str = "Your decision"
    your_match: str = "Your match"
    panel: PanelTexts = msgspec.field(default_factory=PanelTexts)
    """The texts of the panel's controls, and of looking at cards."""
    hand_title: str = "Your hand"
    decided_already: str = "That has been decided already. This is how the match stands now."
    which_question: str = (
        "I can't tell which question this answer is for, so it decided nothing. Press your answer here, or choose a "
        "suggestion while you type."
    )
    counted: str = (
        "This counted, so you need not do it again. Only showing it failed. If that happens again, tell whoever runs "
        "the bot this code: `{code}`."
    )
    done_before: str = "That had been done already; nothing was done twice."
    you_watch: str = "You are reading along in this match: its decisions are for {who}."
    no_pictures: str = "-# In words, because I lack “Attach Files” in {channel}."
    picture_failed: str = "The picture could not be drawn just now; here it is in words."

    reference: ReferenceTexts = msgspec.field(default_factory=ReferenceTexts)
    """The texts about rules and cards."""
    time: TimeTexts = msgspec.field(default_factory=TimeTexts)
    takeovers: TakeoverTexts = msgspec.field(default_factory=TakeoverTexts)
    """The texts about clocks, pauses and vacations."""

    reminders: ReminderTexts = msgspec.field(default_factory=ReminderTexts)
    """The texts about reminders."""
    endings: EndingTexts = msgspec.field(default_factory=EndingTexts)
    """The texts about taking back and ending."""
    orders: OrderTexts = msgspec.field(default_factory=OrderTexts)
    """The texts about standing orders."""
    tables: TableTexts = msgspec.field(default_factory=TableTexts)
    """The texts about open tables."""
    before: BeforeTexts = msgspec.field(default_factory=BeforeTexts)
    """The texts about the beginning of a match."""
    looking_back: LookBackTexts = msgspec.field(default_factory=LookBackTexts)
    """The texts about reviews of finished matches."""
    replays: ReplayTexts = msgspec.field(default_factory=ReplayTexts)
    """The texts about replays, records and the promised deal."""

    profiles: ProfileTexts = msgspec.field(default_factory=ProfileTexts)
    """The texts about people's records."""

    ratings: RatingTexts = msgspec.field(default_factory=RatingTexts)
    """The texts about ratings."""

    puzzles: PuzzleTexts = msgspec.field(default_factory=PuzzleTexts)
    """The texts about puzzles."""

    moderation: ModerationTexts = msgspec.field(default_factory=ModerationTexts)
    """The texts about barring people from playing."""

    here: ServerListTexts = msgspec.field(default_factory=ServerListTexts)
    """The texts about the matches of a server."""

    settings: SettingsTexts = msgspec.field(default_factory=SettingsTexts)
    """The texts about a server's settings."""

    privacy: PrivacyTexts = msgspec.field(default_factory=PrivacyTexts)
    """The texts about people's data."""

    watch: WatchTexts = msgspec.field(default_factory=WatchTexts)
    """The texts for spectators who follow a match."""

    learn: LearnTexts = msgspec.field(default_factory=LearnTexts)
    """The texts for learners of a game."""

    welcome: WelcomeTexts = msgspec.field(default_factory=WelcomeTexts)
    """The texts that a server is shown once."""

    # -- boards and logs
    board_title: str = "The board"
    as_picture: str = "As a picture"
    always_text: str = "Always text"
    always_pictures: str = "Always pictures"
    text_from_now: str = "From now on you get boards and hands as text."
    pictures_from_now: str = "From now on you get boards and hands as pictures."
    log_title: str = "Log of {title}"
    log_page: str = "Page {page} of {pages}"
    log_empty: str = "Nothing has happened yet."
    older: str = "Older"
    newer: str = "Newer"
    more_text: str = "Next part ({page} of {pages})"
    less_text: str = "Part before"

    # -- challenges
    challenge_title: str = "A match of {game}"
    challenge_text: str = "{opponent}, {challenger} challenges you to a match of {game}."
    challenge_text_all: str = "{opponent}: {challenger} challenges you to a match of {game}."
    challenge_answers: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "open": "Still to answer: {names}",
                "accepted": "Accepted: {names}",
                "declined": "Declined: {names}",
            }
        )
    )
    challenge_start: str = "Begin without the rest"
    challenge_how: str = (
        "Accept with a deck of your choice. The match is played in a thread here, over hours or days."
    )
    challenge_how_plain: str = "The match is played in a thread here, over hours or days."
    accept: str = "Accept"
    decline: str = "Decline"
    challenge_somebody: str = "Challenge someone"
    challenge_form: str = "A new match"
    challenge_whom: str = "Against whom?"
    challenge_deck: str = "With which deck?"
    challenge_clock: str = "With which clock?"
    challenge_sent: str = "Your challenge to {opponent} is on its way. You play {deck}."
    challenge_sent_plain: str = "Your challenge to {opponent} is on its way."
    practice_begun_plain: str = "Match on! I answer at once."
    practice_begun: str = "Match on! You play {deck}, and I answer at once."
    practice_level_plain: str = "Match on! My level is **{level}**; a challenge can name another one."
    practice_level: str = (
        "Match on! You play {deck}. My level is **{level}**; a challenge can name another one."
    )
    challenge_nobody: str = "Choose whom you challenge, and send the form again."
    challenge_not_shown: str = "I could not show your challenge in this channel, so it is taken back."
    opponent_not_here: str = (
        "They are not on this server, so they could not see your challenge. Invite them here first."
    )
    opponent_sees_nothing: str = "They can't see this channel. Challenge them in one that you both see."
    challenge_accepted: str = (
        "{opponent} has accepted the challenge of {challenger}. The match is in the thread below."
    )
    challenge_begun: str = "**{names}** play. The match is in the thread below."
    challenge_failed: str = "Too few have accepted the challenge of {challenger} to {opponent}."
    challenge_declined: str = "{opponent} has declined the challenge of {challenger}."
    challenge_withdrawn: str = "{challenger} has taken the challenge to {opponent} back."
    challenge_over: str = "The match of {challenger} and {opponent} is over."
    pick_deck: str = "Which deck will you play against {challenger}?"
    pick_deck_menu: str = "Choose your deck …"
    pick_deck_first: str = "Play {deck}"
    pick_deck_begin: str = "Play {deck}: good to begin with"
    deck_last_time: str = "last time"
    deck_default: str = "your default"
    deck_own: str = "Your deck: {summary}"
    accepted_plain: str = "Match on!"
    accepted_first: str = "You have accepted. It is now for {who} to answer."
    accepted: str = "Match on! You play {deck}."
    declined: str = "You have declined the challenge of {challenger}."
    withdrawn: str = "You have taken your challenge to {opponent} back."
    thread_name: str = "{game}: {names}"
    not_in_dm: str = "A match between people needs a channel on a server. Challenge there, or leave `user:` out to play against me here."
    not_on_server: str = (
        "I'm not on this server, so a match can't have its thread here. Someone who manages it can invite me."
    )
    not_in_thread: str = (
        "A match opens a thread of its own, so please challenge in the channel, not in a thread."
    )
    not_this_channel: str = (
        "Threads can't be opened in this kind of channel. Please challenge in a text channel."
    )
    not_in_post: str = (
        "This is a forum post, and a match needs its own thread. Please challenge in a text channel."
    )
    there_instead: str = "Here it can be done: {channels}"
    missing_permissions: str = (
        "I can't play here: in this channel I lack {names}. Somebody who manages the server can allow it."
    )
    permissions: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "view_channel": "“View Channel”",
                "send_messages": "“Send Messages”",
                "create_public_threads": "“Create Public Threads”",
                "send_messages_in_threads": "“Send Messages in Threads”",
                "attach_files": "“Attach Files”",
                "read_message_history": "“Read Message History”",
            }
        )
    )

    # -- announcements
    ping: str = "{who}, it is your decision in {title}: {about}."
    ping_in: str = "{who}, it is your decision in {title}, {stage}: {about}."
    ping_where: str = (
        "I can't send you direct messages, so press **My turn** or type `{/hand}` or `{/decide}` here."
    )
    ended_title: str = "{title}: the match is over"
    troubles: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "no access": "I can't see this match's channel any more: I lack “View Channel” in {channel}.",
                "may not open threads": "I can't open this match's thread: I lack “Create Public Threads” in {channel}.",
                "may not write in threads": "I can't write in this match's thread: I lack “Send Messages in Threads” in "
                "{channel}.",
                "may not write": "I can't show the challenge of this match: I lack “Send Messages” in {channel}.",
                "locked": "This match's thread is archived and locked. Somebody who manages threads can reopen it.",
                "deleted": "This match's channel was deleted, so nobody can read along. You can play on here.",
                "too many": "There are too many open threads on the server for this match's one.",
            }
        )
    )
    thread_gone: str = "The thread of {title} is gone. The match goes on in this one."

    # -- commands and their refusals
    no_match: str = "You have no match under way. `{/challenge}` begins one."
    which_match: str = "You have several matches: please say which with `match:`. {names}."
    no_such_match: str = "I can't find the match “{typed}” here. Pick one from the list that `match:` offers."
    not_your_decision: str = "It is not your decision right now. Waiting for {who}: {about}."
    match_over: str = "This match is over."
    no_challenge: str = "Nobody has challenged you."
    which_challenge: str = "You have several challenges: please say which with `match:`."
    not_an_action: str = "First there is something else to decide: {purpose}"
    decide_first: str = "`{/decide}` answers it, and so do the buttons here."
    cannot_now: str = "“{wish}” can't be done now."
    rule: str = "({rule} of the rules)"
    other_games_action: str = "This is a match of {game}: `{command}` is for that."
    no_such_action: str = "This is a match of {game}, and `{command}` is not for that. `{/decide}` answers whatever you are asked."
    can_now: str = "Possible now: {names}."
    nothing_like_it_now: str = "Nothing of the kind is possible now."
    resign_sure: str = "Do you really want to give up {title}? {opponent} would win."
    resign_sure_all: str = (
        "Do you really want to give up your match with {opponent}? They play on without you."
    )
    you_are_out: str = "You're out of this match. You can watch how it goes on."
    out_in_place: str = "You placed {place} of {all}. You see what spectators see."
    resign_yes: str = "Yes, give up"
    resign_no: str = "No, play on"
    resigned: str = "You have given up the match."
    played_on: str = "Good. Nothing was given up."
    matches_title: str = "Your matches"
    matches_none: str = "You have no matches and no challenges. `{/challenge}` begins one."
    matches_yours: str = "your decision"
    matches_theirs: str = "waiting for {who}"
    matches_challenged_you: str = "{who} challenges you: `{/accept}` or `{/decline}`"
    matches_accepted: str = "you have accepted; it is now for {who} to answer"
    matches_you_challenged: str = "you challenged {who}; `{/decline}` takes it back"
    matches_menu: str = "Open a match …"
    dm_closed: str = (
        "I can't send you direct messages, so I call you in the match's thread instead. "
        "Everything works without them. To have them again, allow direct messages from this server and press the button, "
        "or type `{/messages}`."
    )
    dm_try: str = "Try direct messages again"
    dm_trying: str = "I will send you a direct message the next time it is your decision."
    help_title: str = "{game}"
    which_game: str = "Which game?"
    which_game_named: str = "Which game? Name it with `game:`. You can choose {names}."
    help_pages: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=lambda: HELP_PAGES)
    """The pages of the help, by name: what a page is called, and what stands on it."""
    help_lapses: str = (
        "- **In {games}** I answer as if you did nothing when your time is up, in a rated match as well. Nobody can claim "
        "the win. The third time in a row you are out of the match; on some servers, the first time."
    )
    """The additional lines of the page on clocks where doing nothing is an answer."""
    help_commands: str = "Commands"
    help_pages_menu: str = "Read about …"
    help_menu: str = "All commands …"
    practise: str = "Practise against me"
    practise_in: str = "Play {game} against me"
    no_help: str = "There is no help about “{typed}”. Choose something from the list that `about:` offers."

    # -- when something can't be done
    old_control: str = (
        "This button is from an older version and does nothing any more. `{/matches}` shows your matches."
    )
    old_command: str = "This command has changed. Please close and reopen Discord, then try again."
    from_before: str = (
        "This button is from before the bot was set back to an earlier copy of its data. It has decided nothing. "
        "This is how the match stands now."
    )
    from_before_elsewhere: str = (
        "This button is from before the bot was set back to an earlier copy of its data. It has decided nothing. "
        "`{/matches}` shows how your matches stand now."
    )
    match_undone: str = (
        "This match was begun after the earlier copy of its data to which the bot was set back, so it is lost. "
        "I am sorry. `{/matches}` shows your matches."
    )
    unknown_control: str = "This control does nothing any more. `{/matches}` shows your matches."
    too_long: str = "This is too long: “{name}” has room for {n} characters."
    failed: str = (
        "Something went wrong on our side, and nothing of it is your fault. Please try again. "
        "If it happens again, tell whoever runs the bot this code: `{code}`."
    )

    # -- decks that people build
    decks: DeckTexts = DeckTexts()

    # -- the descriptions of commands, at most 100 characters each
    d_group: str = "Begin a match, or learn a game, and what you can do in it by typing."
    d_game_group: str = "What you can do in {game} by typing."
    d_game: str = "Which game; needed only when it isn't clear."
    d_match_group: str = "Your matches: what waits for you, boards, taking back, ending."
    d_me_group: str = (
        "What you want for all your matches: reminders, vacation, who may challenge you, your data."
    )
    d_challenge: str = "Challenge someone to a match, or open a table that anyone can join."
    d_challenge_user: str = "Your opponent. Without one, you open a table that anyone can join."
    d_challenge_more: str = "One more opponent, in a game for more than two. I can take several seats."
    d_challenge_level: str = (
        "How well I play if you challenge me; without it medium, and easy in your first match."
    )
    d_deck: str = "The deck that you will play."
    d_accept: str = "Accept a challenge."
    d_decline: str = "Decline a challenge, or take your own back."
    d_decide: str = "Answer whatever you are being asked. Without an answer, it shows you the question."
    d_decide_answer: str = "Names or numbers, with commas between several; points as in “1 = 2, 3 = 1”."
    d_board: str = "Show the board, to you alone."
    d_board_as: str = "As a picture or as text, now or always."
    d_hand: str = "Show your hand and what you have to decide, to you alone."
    d_log: str = "Show what has happened, to you alone."
    d_log_page: str = "The page; without it, the latest."
    d_matches: str = "Show your matches and challenges."
    d_resign: str = "Give a match up. You will be asked once more."
    d_messages: str = "Have me try to send you direct messages again."
    d_help: str = "How to play here."
    d_help_about: str = "About what; without it, how it all begins."
    d_match: str = "Which match; needed only when it isn't clear."
    choices: Mapping[str, str] = msgspec.field(default_factory=lambda: MappingProxyType(_CHOICES))
    """Choices that are called what they are in code."""
    as_picture_now: str = "picture"
    as_text_now: str = "text"
    as_picture_always: str = "always as a picture"
    as_text_always: str = "always as text"


WRITTEN = Texts()
"""The texts as they are written here and in the catalogue, with the keys of commands in them."""
ENGLISH = ready(WRITTEN)


@cache
def _words(locale: Locale) -> Texts:
    said = ready(translated(WRITTEN, translator(locale)))
    return msgspec.structs.replace(said, locale=locale)


def texts_for(locale: object) -> Texts:
    """Return the texts in a language; `locale` is one of ours, or Discord's ("en-GB", or an enumeration of such)."""
    return _words(locale_of(locale))
