"""Studies: how far metrics agree with people."""
