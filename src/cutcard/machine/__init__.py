"""Machine code: functions that run compiled, and where their code comes from.

A function is called as it is written. Its code is in a library that was built beforehand
(`library`), or numba compiles it when it is first used (`numba_code`); nothing here imports numba
before that.
"""
