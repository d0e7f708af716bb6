"""The description of the API, for programs and as a page to try it out."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class SchemaView(SpectacularAPIView):
    """The OpenAPI description, in YAML or JSON."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answer the description in the reader's language."""
        return self._get_schema_response(request)


class DocumentationView(SpectacularSwaggerSplitView):
    """Swagger UI from this site's own files; its script is an address of its own, as our policy wants it."""

    url_name = "api:schema"
    template_name = "api/documentation.html"


class UnknownAddressView(APIView):
    """Every address below the API that is none."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise NotFound, whatever the method."""
        raise NotFound
