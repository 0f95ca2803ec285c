"""The rules of Dreamweavers."""
