"""What the server says to people, in the language that a page asks for. English is the source."""
