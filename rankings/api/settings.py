"""Settings of the API, which do not depend on the environment."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rankings.api.access.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "rankings.api.access.WithinScope",
    ],
    # The browsable pages carry inline scripts and styles, which the content security policy forbids.
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rankings.api.access.StrictJSONParser"],
    "EXCEPTION_HANDLER": "rankings.api.base.explain",
    "DEFAULT_SCHEMA_CLASS": "rankings.api.documents.ApiSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Appraise GEC",
    "DESCRIPTION": "Human evaluation of grammatical error correction, by program. See docs/api.md.",
    "VERSION": "v1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "PATH_CONVERTER_OVERRIDES": {"key": int},
    "POSTPROCESSING_HOOKS": ["rankings.api.documents.state_security"],
}
