"""How Dreamweavers looks."""
