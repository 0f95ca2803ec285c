"""Cards: where they are, who knows which they are, and all that follows for what is secret.

A game declares its zones and who sees them (`zones`), and the secret fields of its frames (`secret_fields`). From that
follow moving cards with marks of who knows them (`machine`), and what seats know, sampled positions and twins (`knowledge`).
"""
