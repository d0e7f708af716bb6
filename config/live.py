"""The live process: sends what changes to everybody who watches, and does nothing else (league.live)."""

import os
import resource

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from league.live.streams import LiveApplication  # noqa: E402  (models need the settings)

# Every viewer is an open file; the usual 1,024 are fewer than a large hall.
_soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
_WANTED = 8192
if _soft != resource.RLIM_INFINITY and _soft < _WANTED:
    _most = _WANTED if _hard == resource.RLIM_INFINITY else min(_WANTED, _hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_most, _hard))

application = LiveApplication()
