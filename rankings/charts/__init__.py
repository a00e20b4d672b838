"""Results described as charts, for every page and file that shows them."""
