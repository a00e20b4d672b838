"""An app for tests only: its command takes the place of Django's `flush`."""
