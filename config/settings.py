"""Settings of the site: safe by default, changed by environment variables or var/settings.env.

Every variable that is read here is listed in that file, which the first start makes
(config.first_run); an environment variable goes before a line of the file.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.first_run import SETTINGS_FILE, make_folder, make_settings_file
from config.live_address import OFF, list_live_origins
from config.log_lines import shorten_refusal

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

# --- Where the site keeps what it makes, and who it is ----------------------------------------

# Database, settings.env, task queue, uploads. Git ignores the default.
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").absolute()

env.read_env(VAR_DIR / SETTINGS_FILE)
if not os.environ.get("SECRET_KEY"):
    env.read_env(make_settings_file(VAR_DIR))

SECRET_KEY = env.str("SECRET_KEY")
DEBUG = env.bool("DEBUG", default=False)

# The address that people type. Links in mails and QR codes start with it.
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
_SITE = urlsplit(SITE_URL)
_IS_HTTPS = _SITE.scheme == "https"

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]", _SITE.hostname or ""])
# Behind a proxy that speaks https, Django itself sees http and would refuse the browser's Origin.
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL] if _IS_HTTPS else [])
# The site speaks https by a certificate of its own (script/server --hall --https): who comes by plain http is told how
# to trust it (config.plain_http).
HTTPS_IN_HALL = env.bool("HTTPS_IN_HALL", default=False)
AUTHORITY_FILE = VAR_DIR / "tls" / "authority.crt"
# Only a proxy's word about the visitor's address and scheme is believed, and only when there is one.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)

# Where browsers find the process that tells them what is new: an address, or a port (`:8001`) of the host that a page
# came from. `manage.py serve` starts it and says so; without it pages ask every second and a half.
LIVE_URL = env.str("LIVE_URL", default="").rstrip("/")
if LIVE_URL == OFF:
    LIVE_URL = ""

# --- Parts -------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "template_partials",
    "csp",
    "league",
]

MIDDLEWARE = [
    "config.head_requests.drop_bodies",
    "django.middleware.security.SecurityMiddleware",
    "league.live.news.answer_at_once",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.plain_http.lead_to_https",
    "config.upload_limit.refuse_large_requests",
    "config.methods.refuse_unknown_methods",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.web.limits.tell_wait",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

# template_partials wraps the loaders when it starts, so that "page.html#part" names a part of a page.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database ----------------------------------------------------------------------------------

# Every request decides by itself what belongs into one transaction: services do, pages do not.
ATOMIC_REQUESTS = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if env.str("DATABASE_URL", default=""):
    _database = env.db("DATABASE_URL")
else:
    _database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "oddtrick.sqlite3")}

if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["NAME"] = str(BASE_DIR / _database["NAME"])
    make_folder(Path(_database["NAME"]).parent)
    _database["OPTIONS"] = {
        # Readers go on while one writes; a write waits its turn instead of failing half way.
        # (Django itself turns foreign keys on.)
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    }
else:
    _database |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

DATABASES = {"default": _database}

# --- Redis, cache, tasks -----------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")

# cache.clear() empties the whole Redis database, waiting tasks included: no code may call it.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "oddtrick",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# The state of a job is a row of the database, written by the task; the queue carries only its id.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page that cannot reach the broker says so after a second or two and does not hang.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.3}

if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_TASK_TIME_LIMIT = 30 * 60
    # Longer than any task may run: a task that Redis hands out twice would run twice.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60 * 60, "global_keyprefix": "oddtrick:"}
else:
    _queue = make_folder(VAR_DIR / "queue")
    CELERY_BROKER_URL = "filesystem://localhost"  # a host that is not used, or kombu warns
    CELERY_WORKER_POOL = "solo"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(make_folder(_queue / "waiting")),
        "data_folder_out": str(_queue / "waiting"),
        "control_folder": str(make_folder(_queue / "control")),
        "store_processed": False,
        "polling_interval": 0.1,
    }

# --- Log-in ------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "league.accounts.OldTokensEnd"},
]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "league.accounts.ClosedSignupAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# A whole club may come from one address, so the limits for one address are wide. Guessing at one account is counted by
# name and address or device (league.accounts): what somebody else types locks nobody out of his own account.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "30/m/ip,5/5m/key",
    "login_failed_anywhere": "100/h/key",
    "invitation": "20/m/ip",
    "signup": "20/m/ip",
}

MFA_ADAPTER = "league.accounts.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Odd Trick"
# A laptop in a hall has no time server: a code of half a minute before or after still counts.
MFA_TOTP_TOLERANCE = 1
# A site that sends no mail could not verify an address, and people make no accounts by themselves.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
MFA_FORMS = {
    "add_webauthn": "league.web.account_forms.PasskeyForm",
    "login_webauthn": "league.web.account_forms.PasskeyLogInForm",
    "authenticate_webauthn": "league.web.account_forms.PasskeyStepForm",
    "reauthenticate_webauthn": "league.web.account_forms.PasskeyAgainForm",
}

# --- What a browser is told --------------------------------------------------------------------

SESSION_COOKIE_NAME = "oddtrick_session"
CSRF_COOKIE_NAME = "oddtrick_csrf"
LANGUAGE_COOKIE_NAME = "oddtrick_language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _IS_HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# Not in a hall: a browser that is told to come by https only would refuse the page that explains the certificate.
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _IS_HTTPS and not HTTPS_IN_HALL else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF, *list_live_origins(LIVE_URL, scheme=_SITE.scheme, hosts=ALLOWED_HOSTS)],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
    },
}

# --- Uploads -----------------------------------------------------------------------------------

UPLOAD_MAX_BYTES = 10 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
MEDIA_ROOT = VAR_DIR / "uploads"
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700

# --- Static files: WhiteNoise serves them from where they lie, nothing has to be collected -------

STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_versions.VersionedStaticFilesStorage"},
}
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True

# --- API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "league.api.authentication.BrowserAuthentication",
    ],
    # Objects are looked up through league.access, which shows public leagues to everybody.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "EXCEPTION_HANDLER": "league.api.refusals.answer_exception",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["league.api.rendering.AnswerRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.api.json_body.JSONBodyParser"],
    "DEFAULT_PAGINATION_CLASS": "league.api.pagination.Pages",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    # A view may have a limit of its own, by which alone it is counted: its throttle_scope with ScopedRateThrottle.
    "DEFAULT_THROTTLE_RATES": {
        "anon": "120/min",
        "user": "1200/min",
        "score": "60/min",
        "token": "20/min",
        # Wrong codes typed at /open/, which REST framework only counts: a whole hall types from one address, so that
        # the limit of an address leaves room for slips, and the one for everybody together keeps codes from guessing.
        "wrong_codes": "40/hour",
        "wrong_codes_everywhere": "400/hour",
    },
    # Whose address counts against the limit for people who are not logged in.
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Odd Trick",
    "DESCRIPTION": "Keeps score for card leagues.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    # Values stay where they belong; a schema made for each game needs no invented names for them.
    "POSTPROCESSING_HOOKS": [],
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- Language, time, mail, log -----------------------------------------------------------------

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "config.formats"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")

# EMAIL_BACKEND, EMAIL_HOST and so on, from one address. Without it mails only show in the log, and nobody is
# promised one (config/urls.py).
CAN_MAIL = bool(env.str("EMAIL_URL", default=""))
globals().update(env.email("EMAIL_URL", default="consolemail://"))
# Who can be reached by mail is told of changes of his account, and can prove by a code who he is.
ACCOUNT_EMAIL_NOTIFICATIONS = CAN_MAIL
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", *(["code"] if CAN_MAIL else [])]
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="oddtrick@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"refusals": {"()": "django.utils.log.CallbackFilter", "callback": shorten_refusal}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["refusals"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "league": {"level": "INFO"},
        "config": {"level": "INFO"},
    },
}
