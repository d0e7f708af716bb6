"""Settings of the tests: those of the site in a folder of their own, whatever this machine has set.

DATABASE_URL alone is taken over, so that the same tests run on PostgreSQL.
"""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="oddtrick-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

NOT_TAKEN_OVER = (
    "ALLOWED_HOSTS", "BEHIND_PROXY", "CSRF_TRUSTED_ORIGINS", "DEBUG", "DEFAULT_FROM_EMAIL", "EMAIL_URL",
    "HTTPS_IN_HALL", "LIVE_URL", "REDIS_URL", "SITE_URL", "TIME_ZONE",
)  # fmt: skip
for _name in NOT_TAKEN_OVER:
    os.environ.pop(_name, None)
os.environ |= {"VAR_DIR": _folder, "SECRET_KEY": "for tests only"}

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

# A file and not memory: threads then have connections of their own, as on the site.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}

# Slow on purpose is what a password hash is; not in tests.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A task runs where it is called, unless a test uses a real worker (redis_worker, folder_worker).
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
