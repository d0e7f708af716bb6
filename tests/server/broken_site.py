"""Settings of a site whose home page fails (see broken_urls.py)."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.broken_urls"
