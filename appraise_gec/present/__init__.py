"""One way to print: how numbers are worded, how a table is described, and what writes it."""
