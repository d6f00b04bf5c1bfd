"""Fair shoes: committed, shuffled, cut, dealt, revealed and proved."""
