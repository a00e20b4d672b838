"""Reports: compute statistics, show them, download them."""
