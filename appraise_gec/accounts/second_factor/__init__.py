"""Two-step sign-in: after the password a code, a passkey or a recovery code.

`codes` and `passkeys` check what a person shows, `factors` holds what an account has, `first_step` remembers
who has given the right password and nothing more, `requirement` leads people to set it up where the operator
wants it.
"""
