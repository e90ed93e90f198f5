"""Mutation tests: every score that docs/mutation.md quotes is printed here, by `make mutate`."""
