"""The site as a WSGI application: what `manage.py serve` runs, and any other WSGI server may."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
