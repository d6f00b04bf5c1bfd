"""Every route of the server, one module for each part of the pages."""
