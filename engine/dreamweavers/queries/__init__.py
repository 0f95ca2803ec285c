"""What is asked of a position: numbers in force, descriptions, conditions."""
