"""The room's server: commands in, frames out, over HTTP, WebSockets and server-sent events."""
