"""What players say before they are asked."""
