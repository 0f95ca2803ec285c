"""The verbs of the card language's instructions (§6 Glossary). Importing a module registers its verbs."""
