"""The commands of appraise-gec. Module `head_to_head` here, with a click command named `command`, is head-to-head.

Import what is slow inside the function, because `appraise-gec --help` imports every module of this package.
"""
