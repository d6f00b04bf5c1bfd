"""The book: a page for each game and each wager, as a site that needs no server."""
