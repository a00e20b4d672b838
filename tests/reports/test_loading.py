"""What a process loads before it does anything: the site answers without numerical and drawing libraries."""

import os
import subprocess
import sys

LOADED = """
import sys
import django
django.setup()
import appraise_gec.urls
print(sorted({"matplotlib", "numba", "scipy.sparse", "scipy.special", "scipy.stats"} & set(sys.modules)))
"""


def test_the_pages_of_the_site_load_without_drawing_and_statistics() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
