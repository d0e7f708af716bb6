"""From deals to places: reads score sheets, folds games and ranks entries. Pure Python, above `rules` only."""
