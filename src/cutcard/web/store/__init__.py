"""The store: seats, chips, finished rounds, tables in progress, drills and proofs.

In SQLite or PostgreSQL, without any web framework; whoever serves the table calls `keeper.Store`.
"""
