"""What people do in a room, one procedure a module: decided here, recorded by the journal."""
