"""Told to others when a system gets another name: what they stored by name follows."""

from django.dispatch import Signal

# Sent in the transaction of the change, with `campaign` and `renamed`: present names by former ones.
systems_renamed = Signal()
