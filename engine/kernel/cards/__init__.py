"""Cards: their places, who knows them, and the consequences for hidden information.

A game declares its zones with their audiences (`zones`), and the secret fields of its frames (`secret_fields`). From
that follow card movement with records of knowledge (`machine`), and the knowledge of seats, sampled positions and
twins (`knowledge`).
"""
