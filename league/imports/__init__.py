"""Files into tables: decode, read, check every row, and hand over to the one service that stores."""
