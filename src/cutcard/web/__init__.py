"""The table in the browser: pages, a JSON interface and tables over WebSocket.

The web asks `study`, `report` and the front door for answers; it computes none.
"""
