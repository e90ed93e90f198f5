"""What can go wrong: a thing cannot be read, or it is read and not allowed now."""


class CutcardError(ValueError):
    """Something a person gave cannot be used; the message is a sentence for that person."""


class Invalid(CutcardError):
    """It cannot be read; the message names the value and what would be accepted."""


class Illegal(CutcardError):
    """It was read, but is not allowed now; the message lists what is."""
