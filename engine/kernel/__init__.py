"""The shared core of all games: positions as data, questions, events, randomness, matches, records and standing orders.

**Forced answers.** The code that runs a match continues immediately after its beginning and after every answer:

    while (forced := match.forced()) is not None:
        seat, choice = forced
        events += match.answer(seat, match.questions[seat].id, choice)

A forced answer is an answer like any other: it is recorded and replayed. `undo` recognises it by calling `forced` again
at that place: it is taken back together with the answer that led to it, and needs no consent by itself. It needs no
clock, and no notification.

**Standing orders** (`orders`) are stored by the code that runs the match, not in a record, and only their owner sees
them. `Match.order_forms` lists the possible ones, `Match.check_order` tells whether one can be given, and
`Match.by_order` returns its answer to an unforced question, or why it has ended. An answer by order counts as the
owner's own in every way, including take-backs. A take-back may remove the reason for an order, so its owner should
check their orders. `order_preview` tells what an order would have done.

A *plan* is a multi-step order (`Order.past`). `OrderOutcome.after` replaces it once the question is answered, by the plan, by
its owner or by another of their orders, if the answer is the same; otherwise it ends. `Match.plan_form` has the parts for
a plan, `Match.read_plan` describes one.
"""
