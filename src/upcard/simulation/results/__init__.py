"""What a run comes to: figures with their spread, as records and as files."""
