"""What a kernel reads: a game, its wagers and a chart as arrays, asked of the table itself."""
