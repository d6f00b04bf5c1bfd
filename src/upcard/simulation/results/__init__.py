"""The results of a run: figures with their errors, as records and files."""
