"""Drills: exercises for a person, marked exactly; they know neither terminal nor clock."""
