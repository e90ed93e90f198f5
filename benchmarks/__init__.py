"""Benchmarks: every speed that a document quotes is printed here, by `make bench`."""
