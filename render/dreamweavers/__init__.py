"""Pictures and texts of Dreamweavers."""
