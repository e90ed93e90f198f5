"""Bytes thrown at everything that reads: `make fuzz`.

A target is a module in `fuzz/targets` with a function `throw(data)`, which may raise nothing, and
`SEEDS`, inputs to begin with. A new module there is found by itself.
"""
