"""Where the library of compiled code is made: numba's own code, behind entrances for C.

`python -m foundry` builds it into the package. `workload` is the list of what it holds.
"""
