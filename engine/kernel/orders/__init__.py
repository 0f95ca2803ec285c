"""Standing orders: a seat's secret instructions for answers, until an event.

An order is plain data (`order`) and does nothing by itself. A game declares an order book (`book.OrderBook`): its
kinds of orders, their possible durations (`Span`), and the events that can end them early (`Stop`). `kind` has the
kinds that most games need; `plan` is the multi-step kind. `order_preview` tries an order on the last round.

An order is applied to what its owner knows, never to the whole position: the question, the owner's view, and the
events since it was given as the owner saw them. So an order can only do what its owner could have done.
"""
