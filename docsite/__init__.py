"""The documentation site: made from `docs/` and from the code, searchable, served by the site under /docs/.

`./run docs` builds it into `build/docs`; `python -m docsite.screenshots` and `python -m docsite.diagrams`
make the pictures of `docs/images`.
"""
