"""The site for WSGI servers such as gunicorn."""

import os
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")


class Utf8Request(WSGIRequest):
    """A request that is read as UTF-8 whatever encoding it names; the middleware refuses the others.

    Python has codecs that are not text encodings ("hex"). Django decodes the query with the named one while
    it builds the request, before any middleware can answer.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


application = get_wsgi_application()
application.request_class = Utf8Request
