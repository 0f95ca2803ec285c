"""The verb of each instruction of the card language (§6 Glossary). Importing a module makes its verbs known."""
