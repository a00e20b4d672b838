"""The site for WSGI servers such as gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
application = get_wsgi_application()
