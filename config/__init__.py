"""How the site is put together: settings, addresses, task queue, start and supervision."""

from config.celery import app as celery_app

__all__ = ("celery_app",)
