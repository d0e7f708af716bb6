"""Reads: what pages, the API, exports and commands show. Nothing here writes."""
