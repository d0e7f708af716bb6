"""Refuses the methods that no page knows, before anything is looked up: Django's views take them for a GET."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed

PAGE_METHODS = ("GET", "HEAD", "POST")

NextStep = Callable[[HttpRequest], HttpResponseBase]


def refuse_unknown_methods(get_response: NextStep) -> NextStep:
    """Middleware: answer 405 to a page that is asked by another method. The API answers for itself."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method not in PAGE_METHODS and not request.path.startswith("/api/"):
            return HttpResponseNotAllowed(PAGE_METHODS)
        return get_response(request)

    return answer
