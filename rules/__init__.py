"""What a deal of each card game is worth. Pure Python: no Django, no storage, no clock."""
