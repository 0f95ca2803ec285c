"""What each instruction of the card language does (§6 Glossary). Importing a module makes its verbs known."""
