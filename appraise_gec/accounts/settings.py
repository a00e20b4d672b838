"""Settings of accounts and of signing in, which do not depend on the environment."""

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 3600
PASSWORD_HASHERS = [
    "appraise_gec.accounts.models.Argon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # of accounts whose person has not signed in since
]

# Signing in, by django-allauth. There is no open registration, and the limits are those of accounts.throttle.
ACCOUNT_ADAPTER = "appraise_gec.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "appraise_gec.accounts.signing_forms.SignInForm",
    "reauthenticate": "appraise_gec.accounts.signing_forms.PasswordAgainForm",
    "change_password": "appraise_gec.accounts.signing_forms.OtherPasswordForm",
    "reset_password": "appraise_gec.accounts.signing_forms.ForgottenPasswordForm",
    "reset_password_from_key": "appraise_gec.accounts.signing_forms.NewPasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Appraise GEC] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105
ACCOUNT_LOGIN_TIMEOUT = 600
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MFA_ADAPTER = "appraise_gec.accounts.adapters.MfaAdapter"
MFA_FORMS = {
    "authenticate": "appraise_gec.accounts.signing_forms.SecondStepForm",
    "authenticate_webauthn": "appraise_gec.accounts.signing_forms.PasskeyStepForm",
    "login_webauthn": "appraise_gec.accounts.signing_forms.PasskeyAloneForm",
    "activate_totp": "appraise_gec.accounts.signing_forms.AppForm",
    "add_webauthn": "appraise_gec.accounts.signing_forms.PasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODE_DIGITS = 12
MFA_RECOVERY_CODES_SHOW_ONCE = True
