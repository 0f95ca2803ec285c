"""People's decisions about themselves: to be given their data, to be forgotten, and who may not mention them."""
