"""Static files under names that hold a hash of their content, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped base
    """Also rewrites the imports between JavaScript modules to the hashed names."""

    support_js_module_import_aggregation = True
