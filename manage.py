#!/usr/bin/env python3
"""Run a management command: `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Run the command named on the command line with the settings of the site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
