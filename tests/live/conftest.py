"""The league of the pages' tests: what is watched is pages."""

from tests.web.conftest import closed_league, closed_table, event, league, log_in, owner, players, table

__all__ = ["closed_league", "closed_table", "event", "league", "log_in", "owner", "players", "table"]
