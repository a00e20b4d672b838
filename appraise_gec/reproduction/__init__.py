"""The printed tables and figures of four papers, computed again from the released data.

One module of `papers` per paper says what is computed and why numbers differ; the module beside it, ending in
`_print`, holds the printed numbers.
"""
