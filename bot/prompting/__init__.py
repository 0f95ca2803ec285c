"""Who is asked, and how they hear of it."""
