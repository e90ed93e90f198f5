"""Where compiled code is made: numba's own code, behind entrances for C. See docs/compiling.md."""
