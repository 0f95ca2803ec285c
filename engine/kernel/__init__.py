"""The common core of all games: positions as data, questions, events, chance, matches, records and standing orders.

**Forced answers.** The code that runs a match goes on after every answer, and after its beginning, in the same breath:

    while (forced := match.forced()) is not None:
        seat, choice = forced
        events += match.answer(seat, match.questions[seat].id, choice)

A forced answer is an answer of the match like any other: it stands in the record and is replayed. `taking_back` tells
it from one that a player has given, by asking `forced` again at that place: it is taken back together with the answer
that led to it, and for itself needs nobody's consent. A clock need not run for it, and nobody need be told of it.

**Standing orders** (`orders`) are kept by the code that runs the match, in no record, and in nobody's sight but their owner's.
`Match.order_forms` says which there are, `Match.check_order` whether one can be given, and when its owner is asked
something that is not forced, `Match.by_order` what it answers, or why it has ended. An answer by order is the owner's
own in every way: it is taken back like one. What was taken back may have been what an order was given upon: the one who
takes an answer back should look at their orders again. `order_preview` says what an order would have done.

A *plan* is an order that goes from step to step (`Order.past`). What `Ordered.after` returns takes its place once the
question is answered, by the plan, by its owner or by another order of theirs, if that comes to the same answer; else it
ends. `Match.plan_form` says what a plan can be made of, `Match.read_plan` reads one back.
"""
