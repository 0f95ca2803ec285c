"""Hand-written parts of the card language reference: examples, accepted variants, introductions."""

from __future__ import annotations

from cards.voidream.language.reader import LONGEST_LINE
from cards.voidream.model import Kind

EXAMPLES = (
    (Kind.ENTITY, "(!) After you evoke - Deal 1 damage to an entity, then deal that many Dream damage to your opponent."),
    (Kind.THOUGHT, "Deal X Dream damage to your opponent, where X is your mind."),
    (Kind.THOUGHT, "Exhaust an entity, then deal X Dream damage to your opponent, where X is its value."),
    (Kind.ENTITY, "(A) Exhaust this card: Deal X damage to an entity, where X is this card's dawn."),
    (Kind.THOUGHT, "Reveal the top card of your deck. If it is a thought, play it."),
    (Kind.ARCANUM, "If you are not in Nightmare, evoke."),
    (Kind.THOUGHT, "If you are attacking and your depth is 3 or higher, ready an entity."),
    (Kind.THOUGHT, "Look at the bottom card of your deck."),
    (Kind.THOUGHT, "For each memory you control, deal 1 damage to an entity."),
    (Kind.THOUGHT, "Roll, then deal X Dream damage to your opponent, where X is the result."),
    (Kind.ENTITY, "+2 dawn for each attachment attached to this card."),
    (Kind.MEMORY, "(!) After an entity is exhausted - Evoke."),
    (Kind.THOUGHT, "Shuffle your deck."),
    (Kind.ENTITY, "(!) When this card is destroyed - Prevent that."),
    (Kind.THOUGHT, "Your opponent may discard an arcanum. If they do not, deal 2 Dream damage to your opponent."),
    (Kind.THOUGHT, "Play this card only during a conflict."),
    (Kind.MEMORY, "(!) After a player enters Nightmare - Take 1 Dream damage."),
    (Kind.THOUGHT, "Deal 1 damage to a defending entity."),
    (Kind.THOUGHT, "Destroy a damaged entity."),
    (Kind.THOUGHT, "Destroy an entity of value 3 or higher."),
    (Kind.THOUGHT, "Ready all inspired entities."),
    (Kind.THOUGHT, "Put a thought in your discard pile on top of your deck."),
    (Kind.THOUGHT, "Ready a Chimeric Court entity."),
    (Kind.THOUGHT, "Ready a Fracta entity."),
    (Kind.THOUGHT, "Ready a Subter Venellam entity."),
    (Kind.THOUGHT, "Ready a Maze entity."),
    (Kind.THOUGHT, "Ready a neutral entity."),
    (Kind.THOUGHT, "+2 dawn to an entity until the end of the conflict."),
    (Kind.THOUGHT, "An entity cannot exhaust."),
    (Kind.THOUGHT, "Your opponent cannot play arcana."),
    (Kind.THOUGHT, "Your opponent cannot evoke."),
    (Kind.THOUGHT, "Your opponent cannot unveil until the end of the round."),
    (Kind.MEMORY, "(!) After you evoke - Charge this card."),
    (Kind.MEMORY, "(!) After you shuffle - Roll."),
    (Kind.ENTITY, "(!) After another entity leaves play - Ready this card."),
    (Kind.ENTITY, "(!) After another entity is sacrificed - Evoke."),
    (Kind.MEMORY, "(!) After an arcanum is discarded - Charge this card."),
    (Kind.MEMORY, "(!) After a card is voided - Roll."),
    (Kind.MEMORY, "(!) After an entity is veiled - Evoke."),
    (Kind.MEMORY, "(!) After an entity is readied - +1 dawn to it."),
    (Kind.ENTITY, "(!) When this card is dealt damage - Prevent 1 damage."),
    (Kind.MEMORY, "(!) After this card becomes attached - Evoke."),
    (Kind.MEMORY, "(!) After a conflict ends - Roll."),
    (Kind.MEMORY, "(!) After you lose a conflict - Evoke."),
    (Kind.MEMORY, "(!) After you avoid Nightmare - Evoke."),
    (Kind.MEMORY, "(!) After you reduce your mind - Charge this card."),
    (Kind.MEMORY, "(!) After your opponent spends their mind - Evoke."),
    (Kind.THOUGHT, "Additional cost: discard an arcanum."),
    (Kind.THOUGHT, "If your depth is higher than your opponent's depth, evoke."),
    (Kind.THOUGHT, "If your mind is lower than your opponent's mind, evoke."),
    (Kind.THOUGHT, "If your depth is the same as your opponent's depth, evoke."),
    (Kind.THOUGHT, "If you have rolled this round, evoke."),
    (Kind.CONSTRUCT, "While this card is on top of your deck, +1 dawn to all entities you control."),
    (Kind.THOUGHT, "Deal X damage to an entity, where X is the number of times you have rolled this round."),
    (Kind.THOUGHT, "Look at the top 3 cards of your deck, then void one of them."),
    (Kind.THOUGHT, "Exhaust 2 entities, then destroy one of them, then ready the others."),
)  # fmt: skip
"""Examples for words that no card of the set uses, each with a kind of card that can have the line."""

MORE = (
    (Kind.THOUGHT, "Play this card only outside a conflict."),
    (Kind.THOUGHT, "Play this card only if you are in Nightmare."),
    (Kind.THOUGHT, "If you are attacking, evoke."),
    (Kind.MEMORY, "(!) When you take Dream damage - Prevent that damage."),
    (Kind.THOUGHT, "+1 dawn, and -1 dusk to all entities."),
    (Kind.THOUGHT, "Void any number of arcana in your discard pile, then deal that many damage to an entity."),
    (Kind.THOUGHT, "Put 2 cards in your Void on the bottom of your deck in any order."),
    (Kind.THOUGHT, "Put all cards in your discard pile on the bottom of your deck in random order."),
    (Kind.THOUGHT, 'Put all cards named "Paper Heron" in your discard pile on the bottom of your deck in any order.'),
    (Kind.THOUGHT, "Exhaust all entities with heroic."),
    (Kind.MEMORY, "Attach this card to an entity or memory."),
    (Kind.MEMORY, "(!) After you play a thought or memory - Evoke."),
    (Kind.THOUGHT, "Void the top card of each player's deck."),
    (Kind.THOUGHT, "Destroy an entity, then void the top card of its controller's deck."),
    (Kind.THOUGHT, "Exhaust an entity, then deal X damage to another entity, where X is its dawn."),
    (Kind.ENTITY, "(A) Exhaust this card: Deal X damage to an entity, where X is this card's value."),
    (Kind.THOUGHT, "An entity gains deep until the end of the round."),
    (Kind.THOUGHT, "If you control another entity, evoke."),
    (Kind.THOUGHT, "If you control exactly 2 entities, evoke."),
    (Kind.THOUGHT, "If you control no constructs, roll."),
    (Kind.THOUGHT, "If your opponent does not control 2 or more entities, evoke."),
    (Kind.THOUGHT, "If your opponent's mind is spent, evoke."),
    (Kind.THOUGHT, "If there are 2 or more veiled cards, roll."),
    (Kind.THOUGHT, "If there are 3 or more cards in any Void, evoke."),
    (Kind.THOUGHT, "If there is no dusk conflict, evoke."),
    (Kind.MEMORY, "(!) After a dawn conflict is initiated - Evoke."),
    (Kind.ENTITY, "(!) When the round begins, if this card is ready - Roll."),
    (Kind.ENTITY, "(!) While this card is in your Void, after an entity enters play - Take 1 Dream damage."),
    (Kind.MEMORY, "(A) Once each round, take 1 Dream damage: Evoke."),
    (Kind.MEMORY, "(!) Once each round, after you roll - Evoke."),
    (Kind.THOUGHT, "Destroy an entity with dawn 2 or higher."),
    (Kind.THOUGHT, "If there is a construct on top of your opponent's deck, evoke."),
    (Kind.THOUGHT, "If there is no construct on top of your deck, evoke."),
    (Kind.THOUGHT, "Reveal the top card of your deck, then shuffle your deck. If it is on top of its owner's deck, evoke."),
    (Kind.THOUGHT, "Look at the top 3 cards of your deck, then put one of them on the bottom of your deck, then return the others in any order."),
    (Kind.THOUGHT, "Look at the top 4 cards of your deck, then void 2 of them, then discard up to 1 of them."),
    (Kind.THOUGHT, "Look at the top 4 cards of your deck, then void any number of them."),
    (Kind.THOUGHT, "Reveal the top 3 cards of your deck, then play an entity among them."),
    (Kind.THOUGHT, "Reveal the top 5 cards of your deck, then play 2 entities among them, then void up to 2 memories among them, then discard any number of thoughts among them."),
    (Kind.THOUGHT, "If you have rolled 2 or more times this round and you have shuffled this round, evoke."),
    (Kind.THOUGHT, "If you have played 2 or more arcana this round, evoke."),
    (Kind.THOUGHT, "If your opponent has played an inverted arcanum this round and you have evoked this round, roll."),
    (Kind.THOUGHT, "If you have taken Dream damage this round and you have not entered Nightmare this round, evoke."),
    (Kind.THOUGHT, "If you have avoided Nightmare this round and your opponent has spent their mind this round, evoke."),
    (Kind.THOUGHT, "If you have reduced your mind this round and a dusk conflict has been initiated this round, evoke."),
    (Kind.THOUGHT, "If you have initiated a conflict this round and a conflict has ended this round, evoke."),
    (Kind.THOUGHT, "If you have won a conflict this round and your opponent has lost a conflict this round, evoke."),
    (Kind.THOUGHT, "If an entity has entered play this round and a memory has left play this round, evoke."),
    (Kind.THOUGHT, "If 2 or more entities have been destroyed this round and an entity has been sacrificed this round, evoke."),
    (Kind.THOUGHT, "If a card has been discarded this round and a card has been voided this round, evoke."),
    (Kind.THOUGHT, "If a card has been veiled this round and a card has been unveiled this round, evoke."),
    (Kind.THOUGHT, "If an entity has been exhausted this round and an entity has been readied this round, evoke."),
    (Kind.THOUGHT, "If an entity has been dealt damage this round and an entity has been charged this round, evoke."),
    (Kind.THOUGHT, "If a memory has become attached this round and an entity has been inspired this round, evoke."),
    (Kind.THOUGHT, "If an entity has attacked this round and an entity has defended this round, evoke."),
)  # fmt: skip
"""Examples for the rest of the grammar, so that the page contains each of its alternatives."""

UNDERSTOOD = (
    (Kind.THOUGHT, "Deal 2 damage to target entity."),
    (Kind.THOUGHT, "Exhaust each entity."),
    (Kind.THOUGHT, "Exhaust your entities."),
    (Kind.THOUGHT, "Ready your opponent's exhausted entities."),
    (Kind.THOUGHT, "Exhaust 1 entity."),
    (Kind.THOUGHT, "Exhaust a friendly entity."),
    (Kind.THOUGHT, "Destroy an entity with 2 or less dawn."),
    (Kind.THOUGHT, "If you have 2 or more arcana in hand, evoke."),
    (Kind.THOUGHT, "Turn a veiled card face up."),
    (Kind.ENTITY, "(A) Remove a charge from this card: Evoke."),
    (Kind.MEMORY, "(!) When you take Dream damage - Prevent 1 of it."),
    (Kind.THOUGHT, "Ready up to two entities."),
    (Kind.THOUGHT, "Exhaust one entity."),
    (Kind.THOUGHT, "Exhaust a Dreamer."),
    (Kind.THOUGHT, "Destroy an entity or a memory."),
    (Kind.THOUGHT, "Ready one of your entities."),
    (Kind.THOUGHT, "Exhaust 2 of your opponent's entities."),
    (Kind.THOUGHT, "Ready up to 2 of your exhausted entities."),
    (Kind.THOUGHT, "Destroy an enemy entity."),
    (Kind.THOUGHT, "Return all discarded arcana to your hand."),
    (Kind.THOUGHT, "Return one of your voided arcana to your hand."),
    (Kind.THOUGHT, "Exhaust your offerings."),
    (Kind.THOUGHT, "Move an arcanum from your hand to the Void."),
    (Kind.THOUGHT, "Put a discarded arcanum into your hand."),
    (Kind.THOUGHT, "Inspire each of your entities."),
    (Kind.THOUGHT, "Move the top card of your Dream deck to the bottom of your Dream deck."),
    (Kind.ENTITY, "(A) Exhaust this entity: Evoke."),
    (Kind.THOUGHT, "Your opponent takes 2 Dream damage."),
    (Kind.THOUGHT, "Deal 2 Dream damage to you."),
    (Kind.THOUGHT, "Reduce your opponent's mind by 1."),
    (Kind.MIND, "While in Nightmare, +1 dawn."),
    (Kind.MIND, "During a dusk conflict, -1 dusk."),
    (Kind.THOUGHT, "Evoke twice."),
    (Kind.THOUGHT, "Charge an entity twice."),
    (Kind.THOUGHT, "Deal damage equal to your depth to an entity."),
    (Kind.THOUGHT, "Deal damage to an entity equal to your depth."),
    (Kind.THOUGHT, "Deal Dream damage equal to your mind to your opponent."),
    (Kind.THOUGHT, "Deal Dream damage to your opponent equal to your mind."),
    (Kind.THOUGHT, "Take Dream damage equal to your depth."),
    (Kind.THOUGHT, "Initiate a dawn or dusk conflict."),
    (Kind.THOUGHT, "Switch the conflict to dusk."),
    (Kind.THOUGHT, "Play only during dusk conflicts."),
    (Kind.THOUGHT, "Play only outside dusk conflicts."),
    (Kind.THOUGHT, "If you control as many entities as your opponent, evoke."),
    (Kind.THOUGHT, "Increase your opponent's mind by 1."),
    (Kind.THOUGHT, "Return an entity to the top of its owner's deck."),
    (Kind.THOUGHT, "Return all memories you control to the bottom of your deck in random order."),
    (Kind.THOUGHT, "Look at your opponent's hand."),
    (Kind.THOUGHT, "Look at the top 3 cards of your deck, then put them back in any order."),
    (Kind.MEMORY, "Attach to an entity."),
    (Kind.MEMORY, "The host gets +1 dawn for each charge on it."),
    (Kind.ENTITY, "Deep, Heroic, Hierarchy (1)."),
    (Kind.ENTITY, "(A) Exhaust: Evoke."),
    (Kind.ENTITY, "(A) Exhaust this card and another entity: Evoke."),
    (Kind.ENTITY, "(A) Discard a charge from this card: Evoke."),
    (Kind.ENTITY, "While ready, +1 dusk."),
    (Kind.ENTITY, "While this card has 2 or more charges, it has heroic."),
    (Kind.ENTITY, "Your opponent can't evoke while this card is ready."),
    (Kind.MIND, "+1 dawn during dusk conflicts."),
    (Kind.MIND, "+1 dawn. You cannot evoke."),
    (Kind.THOUGHT, "Reveal your hand."),
    (Kind.THOUGHT, "Discard your hand."),
    (Kind.THOUGHT, "If the current conflict is dusk, -2 dusk."),
    (Kind.MEMORY, "(!) When you take Dream damage, prevent 1 damage."),
    (Kind.MEMORY, "(!) After you discard an arcanum - Evoke."),
    (Kind.MEMORY, "(!) After you sacrifice an entity - Evoke."),
    (Kind.MEMORY, "(!) After your mind is spent - Evoke."),
    (Kind.MEMORY, "(!) After the conflict ends - Evoke."),
    (Kind.MIND, "While your hand is empty, +2 dawn."),
    (Kind.MIND, "While your depth is higher than 2, -1 dusk."),
    (Kind.THOUGHT, "If you have fewer than 3 arcana in your hand, evoke."),
    (Kind.THOUGHT, "If you don't have an exhausted entity, evoke."),
    (Kind.ENTITY, "(!) When the round ends, if this card has 3 or more charges - Evoke."),
    (Kind.ENTITY, "(!) After an entity enters play, if it has heroic - Charge this card."),
    (Kind.ENTITY, "(!) After an arcanum is played - Roll."),
    (Kind.ENTITY, "(!) After you evoke a card - Roll."),
    (Kind.ENTITY, "(!) When you take Dream damage - Prevent 1 Dream damage."),
    (Kind.THOUGHT, "+1 dawn until the end of the phase."),
    (Kind.MIND, "+2 dawn -2 dusk."),
    (Kind.MEMORY, "All entities you control get +1 dawn and -1 dusk."),
    (Kind.MEMORY, "Attacking entities get +1 dawn for each memory you control."),
    (Kind.THOUGHT, "An entity gets +2 dawn and has deep until the end of the round."),
    (Kind.THOUGHT, "An entity gains deep, heroic and +1 dawn."),
    (Kind.THOUGHT, "An entity cannot attack or defend this round."),
    (Kind.THOUGHT, "An entity cannot be exhausted and cannot be destroyed."),
    (Kind.THOUGHT, "An entity gains deep and has +2 dawn."),
    (Kind.MEMORY, "Your opponent cannot evoke or unveil."),
    (Kind.MEMORY, "Your opponent cannot evoke and cannot unveil."),
    (Kind.THOUGHT, "Until end of round, your entities cannot be destroyed."),
    (Kind.THOUGHT, "Exhaust all exhausted ready inspired entities."),
    (Kind.THOUGHT, "Void an Offering card in your Void."),
    (Kind.THOUGHT, "Deal 1 damage to an entity, then deal 1 damage to it again."),
    (Kind.MIND, "If your opponent's mind is 0, evoke."),
    (Kind.THOUGHT, "Return an arcanum from your discard pile to your hand."),
    (Kind.THOUGHT, "Return a veiled card you control to the bottom of your deck."),
    (Kind.THOUGHT, "Ready all your entities."),
    (Kind.THOUGHT, "Destroy an entity with value 2 or less."),
    (Kind.ENTITY, "(A) Exhaust this card and discard an arcanum: Evoke."),
    (Kind.ENTITY, "Your opponent can't evoke."),
    (Kind.MEMORY, "(!) After you evoke — Look at your opponent’s veiled cards."),
    (Kind.MEMORY, "(!) The first time you take Dream damage each round - Prevent 1 damage."),
    (Kind.MEMORY, "(!) The first time you roll each round, evoke."),
    (Kind.MEMORY, "(A) Once per round, take 1 Dream damage: Evoke."),
    (Kind.THOUGHT, "As an additional cost to play this card, sacrifice an entity."),
    (Kind.ENTITY, "As an additional cost to play or unveil this entity, discard an arcanum."),
    (Kind.THOUGHT, "As an additional cost, discard an arcanum."),
    (Kind.ENTITY, "To play this card, you must also exhaust an entity you control."),
    (Kind.MEMORY, "(!) When an entity you control would be destroyed, void it instead."),
    (Kind.THOUGHT, "Roll. If you are in Nightmare, evoke instead."),
    (Kind.THOUGHT, "If your depth is higher than your opponent's, evoke."),
    (Kind.MEMORY, "(!) After you roll for the first time each round - Evoke."),
    (Kind.MEMORY, "(!) After you roll for the first time each round, evoke."),
    (Kind.THOUGHT, "If your opponent controls fewer entities than you, evoke."),
    (Kind.THOUGHT, "If you have more arcana in your hand than your opponent, evoke."),
    (Kind.THOUGHT, "If you have fewer arcana in your Void than your opponent, evoke."),
    (Kind.THOUGHT, "Ready an entity with 1 or less dawn."),
    (
        Kind.THOUGHT,
        "Look at the top 2 cards of your opponent's deck. Put one of them on the bottom of that deck.",
    ),
    (Kind.THOUGHT, "If you and your opponent have the same depth, evoke."),
    (Kind.THOUGHT, "If you and your opponent have the same mind, evoke."),
    (Kind.THOUGHT, "If an entity was destroyed this round, evoke."),
    (Kind.THOUGHT, "If you rolled twice this round, evoke."),
    (Kind.THOUGHT, "If you have rolled at least 2 times this round, evoke."),
    (Kind.THOUGHT, "Look at the top 2 cards of your deck. Void one of them, then discard the other."),
    (Kind.THOUGHT, "Look at the top 2 cards of your deck. Void one of them, then return the rest."),
    (Kind.THOUGHT, "Look at the top 3 cards of your deck. Void one of them, then discard the rest."),
    (Kind.THOUGHT, "Look at the top 2 cards of your deck. Void one of them, then return the others."),
    (Kind.ENTITY, "(A) Exhaust this card: If this card has heroic, evoke."),
    (Kind.THOUGHT, "Exhaust an entity. If it has 2 or more charges, evoke."),
    (Kind.THOUGHT, "If you have rolled at least twice this round, evoke."),
    (Kind.THOUGHT, "Exhaust an entity. That entity cannot ready until the end of the round."),
    (Kind.THOUGHT, "Turn a veiled card you control face up."),
    (Kind.THOUGHT, "Flip a veiled card face up."),
    (Kind.ENTITY, "(A) Remove two charges from this entity: Evoke."),
    (Kind.THOUGHT, "Ready a friendly entity with 1 or less dawn."),
    (Kind.THOUGHT, "Void one of your arcana in hand."),
    (Kind.MEMORY, "(!) When you take Dream damage, prevent 1 of it."),
    (Kind.THOUGHT, "If you control more entities than your opponent, evoke."),
    (Kind.THOUGHT, "If you have fewer arcana in your hand than your opponent, evoke."),
    (Kind.THOUGHT, "If your opponent controls fewer memories than you do, evoke."),
    (Kind.THOUGHT, "If your opponent has more arcana in their Void than you do, evoke."),
    (Kind.THOUGHT, "Each player must discard an arcanum, then evokes."),
    (Kind.THOUGHT, "Each player exhausts one of their entities."),
)
"""Other wordings with the same meaning as the printed one."""


HEAD = """\
# The card language

The text on a card is the program that the engine runs. It is plain English with a fixed grammar. Text that can't be
read is an error with its place and reason; nothing is guessed, and a card without any effect is an error, too.

This page is generated by `python -m cards.voidream.reference`. Its examples are lines of the game's own cards, each with
the title of its card. Those that begin with “For example” are made up.

## A first card

A card file is a TOML file with any number of cards. This one is complete. Save it as `mine.toml`:

```toml
[[card]]
title = "Paper Lantern"
kind = "entity"
faction = "neutral"
value = 3
types = ["Dreamer"]
dawn = 1
stability = 2
dusk = 0
text = \"\"\"
Heroic.
(!) After another entity enters play - You may exhaust this card. If you do, ready it.
(A) Exhaust this card: Deal 1 damage to an entity.
\"\"\"
flavour = "It has been folded four times, and remembers each."
art = "small child holding big lantern, in hill crescent moon left"
```

Check it:

```
voidream cards check mine.toml
```

Each error has the file, line, column and card, the text found there, the expected text, and the nearest word:

```
mine.toml, line 13, column 44, "Paper Lantern": "enttiy" can't stand here. Here could stand: … Did you mean "entity"?
```

Play it: a scenario sets up a position with your own cards, gives answers in the game's words, and checks the result
(`docs/scenarios.md`). Save this as `lantern.scenario`, and run `voidream scenario lantern.scenario`:

```scenario
card: Paper Lantern, entity, value 3, dawn 1, stability 2, dusk 0, types Dreamer
  Heroic.
  (A) Exhaust this card: Deal 1 damage to an entity.

card: Moth, entity, value 2, dawn 1, stability 1, dusk 1

scenario: The lantern burns the moth
Ada:
  play: Paper Lantern
Bo:
  play: Moth
Ada activates Paper Lantern
Ada chooses Moth
Then Bo's discard is Moth
And Paper Lantern is exhausted
```"""

KEYS_INTRODUCTION = "“yes”: required for this kind of card. “may”: optional. There are no other keys."

HOLDS = {
    "title": "The name, up to 60 characters on one line; no other card has it.",
    "kind": "One of the kinds in this table.",
    "faction": "chimeric-court, fracta, subter-venellam, maze or neutral.",
    "value": "1 to 4.",
    "types": 'Capitalised words that texts can refer to: ["Dreamer"]. “Offering” counts for Worship.',
    "dawn": "A number, which may be negative.",
    "stability": "1 or more.",
    "dusk": "A number, which may be negative.",
    "text": "The lines; the upright ones of an arcanum. Put several lines between triple quotation marks.",
    "inverted": "The inverted lines of an arcanum.",
    "major": "true for the arcanum that belongs to a bastion.",
    "dream": "The number of Dream cards in the deck, and the maximum number of guests among them: 40(8).",
    "arcana": "The major arcanum, the number of other arcana, and the maximum number of guests: The Dreamliner + 7(2).",
    "back": "Lines that begin with “At the start of the game,”.",
    "spent": "The text of the spent side. All texts of a mind can be empty.",
    "1": "The text that applies when 1 is upright.",
    "2": "The text that applies when 2 is upright.",
    "3": "The text that applies when 3 is upright.",
    "4": "The text that applies when 4 is upright.",
    "flavour": "A sentence without any effect.",
    "art": "The picture in plain words: big whale under small bed, in room (`docs/illustration.md`). "
    "Without it, the picture is based on the title.",
}
"""The content of each key of a card file."""

KEYWORDS = "§6 of the rulebook has the complete rules. X is a number."

REFERENCES = f"""\
## References and joined parts

- “it”, “them”: the cards chosen, looked at, revealed or rolled last on the same line. Without such cards, “it” is an
  error. In a trigger's effect, “it” is at first the card of the trigger's event.
- “they”, “their”: the player who performs the instruction, if it isn't you: “Your opponent exhausts an entity they control.”
- “that many”: the number or amount of the last instruction on the same line. “The result”: of the last roll on it.
- “, then” joins the instructions of a sentence, and “and” joins continuous effects. A full stop ends a sentence. Each
  printed line is separate: if one fails, the next one still happens (§7).
- Parts joined with “and” share their cards and duration. In “+1 dawn and -1 dusk to all entities until the end of the
  round”, both numbers apply to all entities, for the round. “An entity gets +1 dawn and cannot defend” is about one
  entity. A comma before “and” separates the parts: “+1 dawn, and -1 dusk to all entities” changes your own score, and
  the entities' dusk.
- Numbers go up to 1000, and lines to {LONGEST_LINE} characters. Upper and lower case are the same, except that a type
  begins with a capital letter. Curly quotes and long dashes are read as plain ones."""

MORE_INTRODUCTION = "Made-up lines for the forms that are missing above."

UNDERSTOOD_INTRODUCTION = (
    "The wording before the arrow is accepted. The card is shown with the wording after it."
)
