"""What messages are made of: layout, ids of controls, lengths, replies."""
