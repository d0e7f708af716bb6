"""The site as a WSGI application: what `manage.py serve` runs, and any other WSGI server may."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A hand gives way to other threads at every question to the database. With Python's usual 5 ms it would wait so long
# for its turn each time while a page is rendered beside it.
sys.setswitchinterval(0.0005)

application = get_wsgi_application()
