"""A made-up campaign that a new installation opens on. Invented throughout: never use it as data."""
