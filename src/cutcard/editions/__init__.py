"""Editions: the seeds' own programs, byte for byte.

An edition reads the seed's command line, builds rules, shoe and seats, and prints what the
seed prints. All literal text of a seed lives in its edition, and only there.
"""
