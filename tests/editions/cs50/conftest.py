"""Fixtures for the networked edition."""

from net.wire import serve

__all__ = ["serve"]
