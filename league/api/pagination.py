"""Lists in pages of a size that the asker may choose."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; an order is always given, so that pages neither repeat nor lose a row."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
