"""Tables of results: a result goes in, the description of a table comes out."""
