"""Who may ask the server, how often, and from where: the gate every request passes."""
