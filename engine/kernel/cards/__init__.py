"""Cards: their zones, the seats that know them, and the resulting hidden information.

A game declares its zones with their audiences (`zones`), and the secret fields of its frames (`secret_fields`). From
these follow card movement with records of knowledge (`machine`), and the knowledge of seats, sampled positions and
twins (`knowledge`).
"""
