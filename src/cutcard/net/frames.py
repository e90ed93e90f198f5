"""Framing: bytes to texts and back.

A message is printable ASCII and ends with a NUL byte; a client whose first message ends with a
newline instead (a person with nc or telnet) is answered with newlines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.net.messages import ProtocolError

LONGEST: Final = 256
"""The most bytes in a message, not counting its end."""


class Frames:
    """Cuts a stream of bytes into messages, and learns from the first how they end."""

    def __init__(self) -> None:
        self.end: bytes | None = None
        """What ends a message: NUL or newline; unknown until the first message has come."""
        self._pending = b""
        self._end_is_late = False
        """A message was taken after a silence, and its end may still come."""

    def feed(self, data: bytes) -> Iterator[str]:
        """Yield the messages that these bytes complete; the caller must take them all."""
        self._pending += data
        if self.end is None:
            # Messages may be padded with NULs, so a NUL at the start says nothing yet.
            ends = [self._pending.find(end) for end in (b"\0", b"\n")]
            if max(ends) >= 0:
                self.end = b"\n" if ends[0] < 0 or 0 <= ends[1] < ends[0] else b"\0"
        if self.end is not None and self.end in self._pending:
            *frames, self._pending = self._pending.split(self.end)
            for frame in frames:
                text = frame.removesuffix(b"\r") if self.end == b"\n" else frame
                late, self._end_is_late = self._end_is_late, False
                # Runs of NULs are padding; an empty line was typed by somebody.
                if text or (self.end == b"\n" and not late):
                    yield _text(text)
        # Refuse at once what can no longer become a message.
        held = self._pending.removesuffix(b"\r") if self.end != b"\0" else self._pending
        if len(held) > LONGEST or not (held.decode("latin-1").isprintable() and held.isascii()):
            _text(held)

    @property
    def pending(self) -> str:
        """The beginning of a message whose end has not come yet."""
        return self._pending.decode("latin-1")

    def end_pending(self) -> str:
        """Take the pending message as it is, since nothing has followed it for a while."""
        text = self.pending
        self._pending = b""
        self._end_is_late = True
        return text

    def encode(self, *messages: object) -> bytes:
        """Messages as bytes, with the ends that the other side uses."""
        end = "\n" if self.end == b"\n" else "\0"
        return "".join([f"{message}{end}" for message in messages]).encode()


def _text(frame: bytes) -> str:
    if len(frame) > LONGEST:
        raise ProtocolError(f"a message is longer than {LONGEST} bytes: {frame[:40]!r}…")
    if not frame:
        raise ProtocolError("a message is empty")
    if not frame.isascii() or not (text := frame.decode()).isprintable():
        raise ProtocolError(f"{frame[:40]!r} is not printable ASCII")
    return text
