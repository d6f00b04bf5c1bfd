"""
Projections: what pages and books read often, as facts that are kept with the entries they follow.

Each module turns entries into facts of one sort and reads them back. Facts are written in the
transaction of their entry, so they are never behind; `rebuilding.py` makes them anew from the
journal, and the audit compares.
"""
