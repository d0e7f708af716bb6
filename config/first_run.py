"""What a site makes for itself the first time: its folder and the file with its settings.

Never overwrites: a file or folder that is there is taken as it is.
"""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SETTINGS_FILE = "settings.env"

_CONTENT = """\
# Settings of this site, made at its first start. Not in git; keep it secret and in your backups.
# An environment variable of the same name goes before a line here. Restart the site after a change.

# Signs sessions and links. Whoever knows it can log in as anybody.
SECRET_KEY={secret_key}

# The address that people type, when it is not http://127.0.0.1:8000 (used in links and QR codes).
#SITE_URL=https://scores.example.org

# Host names that the site answers to, when not only this machine's own and that of SITE_URL.
#ALLOWED_HOSTS=127.0.0.1,localhost,scores.example.org

# on when a reverse proxy stands before the site and sets X-Forwarded-For and X-Forwarded-Proto.
#BEHIND_PROXY=off

# Live updates: the address of the live process where a reverse proxy stands before it too (docs/live.md), or off.
#LIVE_URL=https://scores.example.org

# PostgreSQL instead of the SQLite file in this folder; Redis for jobs and cache.
#DATABASE_URL=postgres:///oddtrick
#REDIS_URL=redis://127.0.0.1:6379/0

# Mail for forgotten passwords; without it, mails are only written to the log.
#EMAIL_URL=smtp://mail.example.org:25
#DEFAULT_FROM_EMAIL=scores@example.org
"""


def make_folder(path: Path) -> Path:
    """Make the folder, readable for its owner only, unless it is there; return it.

    Raises ImproperlyConfigured when it cannot be made.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {path} cannot be made ({error.strerror}). "
            "Let this user write there, or name another folder in the environment variable VAR_DIR."
        ) from error
    return path


def make_settings_file(folder: Path) -> Path:
    """Make settings.env with a new secret key (mode 600) unless it is there; return its path.

    Safe when several processes start at once: all of them get the file of the one that came first,
    and none ever sees it half written (the finished file is linked into place, which fails when the
    name is taken). Raises ImproperlyConfigured when it cannot be written.
    """
    target = make_folder(folder) / SETTINGS_FILE
    if target.exists():
        return target
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{SETTINGS_FILE}.", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(_CONTENT.format(secret_key=secrets.token_urlsafe(50)))
            os.link(draft, target)
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{target} cannot be written ({error.strerror}), and SECRET_KEY is not set. "
            "Let this user write there, or set the environment variable SECRET_KEY to a long random text."
        ) from error
    return target
