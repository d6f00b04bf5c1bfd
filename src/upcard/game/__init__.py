"""The rule book: every question of the rules of a round, answered once, over small numbers."""
