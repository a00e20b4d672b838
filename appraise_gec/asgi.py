"""The site for ASGI servers."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
application = get_asgi_application()
