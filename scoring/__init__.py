"""From deals to places: reads score sheets, folds games, ranks entries. Pure Python, above `rules` only."""
