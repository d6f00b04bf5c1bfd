"""Who works in a room: roles, badges, PINs, and waiting after a wrong one."""
