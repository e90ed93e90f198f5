"""Simulators of other making, written only for the fast simulator to be measured against."""
