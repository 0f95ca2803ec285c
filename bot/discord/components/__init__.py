"""Components of messages: layout, ids of controls, lengths, replies."""
