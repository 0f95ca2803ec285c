"""The texts about replays, records and proofs of matches, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class ReplayTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    title: str = "Replay: {title}"
    at: str = "Step {step} of {last}"
    beginning: str = "The beginning"
    happened: str = "What led here"
    nothing_seen: str = "Nothing that these eyes could see."
    hand_of: str = "The hand of {who}"
    first: str = "First"
    back: str = "Back"
    forth: str = "Next"
    last: str = "Last"
    go_to: str = "Go to …"
    part: str = "{name} (step {step})"
    eyes: str = "Through whose eyes?"
    eyes_public: str = "As everybody saw it"
    eyes_of: str = "Through the eyes of {who}"
    eyes_both: str = "With both hands open"
    as_text: str = "As text"
    as_pictures: str = "As pictures"
    more: str = "Part {page} of {pages}: next"
    record: str = "Record"
    verify: str = "Check the deal"
    replay: str = "Replay"
    show_decisive: str = "How it was decided"
    decisive: str = "**How it was decided**: {round}, as everybody saw it"
    show_last: str = "The last round"
    last_round: str = "**The last round**: {round}, as everybody saw it"
    no_decisive: str = "This match ended before it had really begun."
    keep: str = "Keep my hands private"
    show: str = "Show my hands to others"
    keeps: str = (
        "From now on nobody else sees your hands in replays, of any of your matches; records that others get, and the proof "
        "of the deal, leave out what never came to light. What was posted before stays where it is, and matches that you let be "
        "looked back at stay so until you take that back there."
    )
    shows: str = "From now on replays of your matches show your hands, when a match is over."
    record_of: str = (
        "The whole match {title}, as you may have it. `voidream verify {file}` checks it at the command line."
    )
    no_match: str = "You have no finished match to replay."

    # -- the promised deal
    deal_title: str = "The deal of {title}"
    deal_fixed: str = (
        "The deal was fixed before the match began. This is its fingerprint, whose first digits were posted when the challenge was accepted:\n"
        "`{commitment}`\nWhen the match is over, everybody can check it: by its seed, or, where hands are kept private, card by "
        "card as far as they came to light."
    )
    deal_holds: str = (
        "**The deal is the promised one.** It has the promised fingerprint, and with it the whole match plays "
        "again: {answers} answers, every one legal, and the same result: {result}."
    )
    deal_sealed: str = (
        "**The deal is the promised one.** Hands are kept private, so its seed stays secret. In the record, each of the {cards} "
        "cards that are shown lay where it was dealt, every later shuffle is the promised one, and what never came to light "
        "stays sealed. I have also played the whole match again; that you can't check without the seed. Result: {result}."
    )
    deal_won: str = "{who} wins: {reason}"
    deal_share_first: str = "{who} share the first place: {reason}"
    deal_drawn: str = "draw: {reason}"
    deal_none: str = "none"
    deal_fails: str = "**The match does not replay as it was recorded.** {problem}"
    deal_seed: str = (
        "Seed: `{seed}`\nFingerprint, posted at the beginning by its first digits: `{commitment}`"
    )
    deal_fingerprint: str = "Fingerprint, posted at the beginning by its first digits: `{commitment}`"
    promised_there: str = "The promise"
    deal_how: str = (
        "To check it without me, compare the first digits of the fingerprint in the record with those in the message of the challenge, and run "
        "`voidream verify` on the record."
    )

    # -- the descriptions of commands, at most 100 characters each
    d_group: str = (
        "Look back at matches that are over: step through them, get their records, check their deals."
    )
    d_replay: str = "Step through a match that is over, to you alone."
    d_replay_match: str = "Which match; without it the one of this thread, or your last one."
    d_step: str = "Begin at this step; without it, at the end."
    d_round: str = "Show the round in which a match was decided, in moving pictures."
    d_record: str = "Get the record of a match that is over: a file with everything in it."
    d_verify: str = "Check that the deal of a match was the promised one."
    show_public: str = "as everybody saw it"
    show_own: str = "through my own eyes"
    show_both: str = "with both hands open"
    show_keep: str = "keep my hands private, in all my matches"
    show_open: str = "let others see my hands when a match is over"
