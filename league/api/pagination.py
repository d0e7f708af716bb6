"""Lists in pages of a size that the asker may choose."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; an order is always given, so that pages neither repeat nor lose a row."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The description of a page; addresses are null before the first and after the last."""
        address = {"type": ["string", "null"], "format": "uri"}
        properties = {"count": {"type": "integer"}, "next": address, "previous": address, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}
