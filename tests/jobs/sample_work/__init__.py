"""Work that only tests ask for."""
