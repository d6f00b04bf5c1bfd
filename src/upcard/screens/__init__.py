"""What people see of a room, as plain data: frames, keys, placards, the desk, past rounds."""
