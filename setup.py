"""Packages with the folders of the site beside them; all else of the build stands in pyproject.toml."""

from pathlib import Path

from setuptools import find_packages, setup

# The documentation is there once `./run docs` has built it.
FOLDERS = [name for name in ("templates", "static", "locale", "build/docs") if Path(name).is_dir()]
SHIPPED = {f"appraise_gec.shipped.{name.replace('/', '.')}": name for name in FOLDERS}

setup(
    packages=[*find_packages(include=["appraise_gec*", "rankings*", "metrics*"]), *SHIPPED],
    package_dir=SHIPPED,
)
