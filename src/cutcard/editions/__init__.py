"""Editions: the originals' own programs, byte for byte.

An edition reads the original's command line, builds rules, shoe and seats, and prints what the
original prints. All literal text of an original lives in its edition, and only there.
"""
