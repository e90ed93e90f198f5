"""Answers as text, page and picture."""
