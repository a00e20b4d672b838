"""Results of the analyses: plain data with a form in JSON, read by the site without numerical libraries."""
