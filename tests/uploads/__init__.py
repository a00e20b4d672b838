"""Files that people hand in."""
