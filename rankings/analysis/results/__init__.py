"""What the analyses find: plain data with a form in JSON, read by the site without numerical libraries."""
