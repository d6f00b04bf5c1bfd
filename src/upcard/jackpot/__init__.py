"""Progressive jackpots: accounts, transfers, meters and awards. Knows money, not cards."""
