"""Screens that follow the room: who waits for what, over sockets and streams."""
