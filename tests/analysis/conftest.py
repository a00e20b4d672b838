"""How the tests of the statistics run."""

from hypothesis import settings

# Examples that share a busy machine take as long as they take.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
