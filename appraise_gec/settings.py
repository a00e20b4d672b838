"""Settings. Placeholder values until the settings module reads the environment."""

SECRET_KEY = "not-for-use"
USE_TZ = True
INSTALLED_APPS: list[str] = []
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "var/db.sqlite3"}}
