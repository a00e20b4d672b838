"""The printed tables and figures of four papers, computed again from the released data.

For each paper, `papers` holds what is printed and why numbers differ (TOML), and what computes ours.
"""
