"""The main game, exactly: what every hand, decision, chart and game is worth."""
