"""Fixtures for everything that talks over the wire."""

from net.wire import serve

__all__ = ["serve"]
