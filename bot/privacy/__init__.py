"""What people decide about themselves: to be given their data, to be forgotten, and who may not call them."""
