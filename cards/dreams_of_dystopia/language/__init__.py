"""The card language of Dreams of Dystopia: its words, as frozen data with their records.

A text is a tuple of lines. The engine defines their effects. T1 to T52 are the templates of sentences
(`templates.toml`), and DD1 to DD130 the rulings of the game.
"""
