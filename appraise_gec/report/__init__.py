"""The report: one page of everything that judgments tell, its folder, and its place on the site."""
