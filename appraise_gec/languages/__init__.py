"""The languages of the site: which one a request gets, and the catalogs of translations."""
