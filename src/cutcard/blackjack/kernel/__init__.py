"""The kernel: rounds compiled to machine code. Nothing but this package imports numba for them."""
