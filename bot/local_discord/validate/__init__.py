"""Every documented limit of Discord, enforced as Discord enforces it: 400/50035 with a tree of errors."""
