"""Solo tables: one player, a demo jackpot, and advice on what to do."""
