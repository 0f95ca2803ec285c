"""What is kept about a person."""
