"""Write answers as JSON, whatever has to be said back in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer


class _EscapingRenderer(JSONRenderer):
    ensure_ascii = True


class AnswerRenderer(JSONRenderer):
    """JSON in UTF-8. An answer that echoes half a letter, which UTF-8 has not, is written with escapes instead."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """The bytes of an answer."""
        try:
            return super().render(data, accepted_media_type, renderer_context)
        except UnicodeEncodeError:
            return _EscapingRenderer().render(data, accepted_media_type, renderer_context)
