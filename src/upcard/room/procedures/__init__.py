"""What people do in a room, one procedure per module; the journal records it."""
