"""What reads something that a person, a file or the network gave."""

from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
