"""Machine code: functions that run compiled, and where it comes from. See docs/compiling.md."""
