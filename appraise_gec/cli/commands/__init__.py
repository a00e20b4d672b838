"""The commands of appraise-gec: module `head_to_head`, with a click command named `command`, is head-to-head.

Import what is slow inside the function, because `appraise-gec --help` imports every module of this package.
"""
