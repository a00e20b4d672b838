"""Human judgment: files, items, rankings and the statistics computed from them."""
