"""The lessons of Dreamweavers."""
