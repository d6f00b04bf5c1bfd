"""Shoes that nobody chose: committed, shuffled, cut, dealt, revealed and proved."""
