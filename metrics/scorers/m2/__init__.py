"""MaxMatch (M2)."""
