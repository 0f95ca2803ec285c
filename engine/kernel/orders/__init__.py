"""Standing orders: what a seat wants answered for it, secretly, until something happens.

An order is plain data (`order`) and does nothing by itself. A game declares an order book (`book.OrderBook`): the kinds of
orders that it takes, how long they can last (`span`), and the events that can end them early (`stop`). `kinds` has the kinds
that most games need; `plan` is the kind that goes on from step to step. `order_preview` tries an order on the last round.

An order is judged by what its owner knows, never by the whole position: the question, the owner's view, and the events
since it was given as the owner saw them. So an order does what its owner would have done, and nothing else.
"""
