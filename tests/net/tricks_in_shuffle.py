"""Dealers who cheat with commitments, terms, digests and nonces, one trick each."""

from __future__ import annotations

import secrets

from net.crooked import HungUp, Trick, hits_once, result_of

from cutcard.cards import Card
from cutcard.net.fair import Terms, commitment

# Commitment and secret.


class TwoCommitments(Trick):
    """A second commitment comes once the player is bound to its nonce."""

    says = "COMMIT .* came out of turn"

    def bind(self) -> None:
        self.hear("DIGEST")
        self.secret = secrets.token_bytes(32)
        self.c = commitment(self.terms.of_round(self.number, bytes(32)), self.secret)
        self.say_commitment()
        super().bind()


class CommitsAgainAfterNonce(Trick):
    """A second commitment comes once the player has shown its nonce."""

    says = "COMMIT .* came out of turn"

    def shuffle(self) -> None:
        super().shuffle()
        self.say_commitment()


class AnotherSecret(Trick):
    """The secret revealed is not the one committed to."""

    says = "the secret is not the one that the dealer was bound to"

    def reveal(self) -> None:
        self.say(f"REVEAL {secrets.token_hex(32)}")


class SecretChosenLast(Trick):
    """The dealer searches a secret that makes it win, once it knows all nonces."""

    says = "the secret is not the one that the dealer was bound to"

    def shuffle(self) -> None:
        for _ in range(50):
            super().shuffle()
            hand = [self.due(self.seat, 0), self.due(self.seat, 1)]
            if result_of(hand, self.dealers_hand()) == "LOOSE":
                break
            self.secret = secrets.token_bytes(32)
        else:
            raise AssertionError("no secret was found that makes the dealer win")

    def commit(self) -> None:
        super().commit()
        # So that the search never finds the secret that was committed to.
        self.secret = secrets.token_bytes(32)


class RevealsInPlay(Trick):
    """Another secret is revealed in the middle of the round, as if the dealer had to end."""

    says = "the secret is not the one that the dealer was bound to"

    def ask(self) -> bool:
        self.say(f"REVEAL {secrets.token_hex(32)}", "QUIT")
        raise HungUp


class PlaysOnAfterReveal(Trick):
    """The dealer reveals in the middle of the round, and plays on."""

    says = "DECISION came out of turn"

    def ask(self) -> bool:
        self.reveal()
        return super().ask()


# Rounds and terms.


class RoundReplayed(Trick):
    """A round number comes a second time."""

    says = "commits itself for round 1 after round 1"

    def say_commitment(self) -> None:
        self.number = 1
        super().say_commitment()


class RoundSkipped(Trick):
    """A round number is passed over, as if the player had missed a round."""

    says = "commits itself for round 3 after round 1"

    def commit(self) -> None:
        self.number += self.number - 1
        super().commit()


class SecondTerms(Trick):
    """The terms are told anew between rounds."""

    says = "TERMS .* came out of turn"

    def settle(self) -> None:
        super().settle()
        self.seconds = 30
        self.say_terms()


class OtherTermsCommitted(Trick):
    """C is computed under other terms than those told."""

    says = "the secret is not the one that the dealer was bound to"

    @property
    def terms(self) -> Terms:
        return Terms(self.table, self.seats, self.dialect, seconds=7)


class UnchainedRound(Trick):
    """C leaves out the commitment of the round before."""

    says = "the secret is not the one that the dealer was bound to"

    def commit(self) -> None:
        self.before = bytes(32)
        super().commit()


class SeatChanged(Trick):
    """The player's seat changes between rounds."""

    says = "has changed your seat to 1"
    seats = 2

    def commit(self) -> None:
        self.seat = (self.number + 1) % 2
        super().commit()


class SeatBeyondTable(Trick):
    """The player's seat is not at the table."""

    says = "seat"

    def say_commitment(self) -> None:
        self.say(f"COMMIT {self.number} 1 {self.c.hex()}")


# The list of digests, and the nonces.


class DigestReplaced(Trick):
    """Another digest stands in the player's place."""

    says = "another digest in the place of yours"
    seats = 2

    def digests_shown(self) -> list[str]:
        self.digests[self.seat] = secrets.token_bytes(32)
        return super().digests_shown()


class DigestMissing(Trick):
    """The list leaves the player's digest out, and another seat's stands twice."""

    says = "another digest in the place of yours"
    seats = 2

    def digests_shown(self) -> list[str]:
        self.digests[0] = self.digests[1]
        return super().digests_shown()


class DigestCopied(Trick):
    """A confederate's digest is a copy of the player's."""

    says = "your digest in the place of seat 1"
    seats = 2

    def digests_shown(self) -> list[str]:
        self.digests[1] = self.digests[0]
        return super().digests_shown()


class DigestsExchanged(Trick):
    """The player's digest stands in another's place, and the other's in the player's."""

    says = "another digest in the place of yours"
    seats = 2

    def digests_shown(self) -> list[str]:
        self.digests.reverse()
        return super().digests_shown()


class ListTooShort(Trick):
    """A seat has no digest, and the dealer goes on."""

    says = "NONCE .* came out of turn"
    seats = 3

    def digests_shown(self) -> list[str]:
        return [*super().digests_shown()[:2], f"NONCE 0 {secrets.token_hex(32)}"]


class ListTooLong(Trick):
    """The list has a seat more than the table."""

    says = "DIGEST .* came out of turn"
    seats = 2

    def digests_shown(self) -> list[str]:
        return [*super().digests_shown(), f"DIGEST 2 {secrets.token_hex(32)}"]


class ListOutOfOrder(Trick):
    """The digests come in another order than that of the seats."""

    says = "shows the digest of seat 1 where that of seat 0 must come"
    seats = 2

    def digests_shown(self) -> list[str]:
        return super().digests_shown()[::-1]


class NonceThatDoesNotFit(Trick):
    """A confederate shows another nonce than the one it is bound to."""

    says = "the nonce of seat 1 is not the one that it was bound to"
    seats = 2

    def nonces_shown(self) -> list[str]:
        self.nonces[1] = secrets.token_bytes(32)
        return super().nonces_shown()


class OurNonceReplaced(Trick):
    """Another nonce stands in the player's place."""

    says = "the nonce of seat 0 is not the one that it was bound to"

    def nonces_shown(self) -> list[str]:
        self.nonces[0] = secrets.token_bytes(32)
        return super().nonces_shown()


class NoncesOutOfOrder(Trick):
    """The nonces come in another order than that of the seats."""

    says = "shows the nonce of seat 1 where that of seat 0 must come"
    seats = 2

    def nonces_shown(self) -> list[str]:
        return super().nonces_shown()[::-1]


class ChoosesAfterUsAtTheLastSeat(Trick):
    """A confederate behind the player chooses its nonce when it has seen the player's."""

    says = "the nonce of seat 1 is not the one that it was bound to"
    seats = 2

    def shuffle(self) -> None:
        other = 1 - self.seat
        for _ in range(200):
            self.nonces[other] = secrets.token_bytes(32)
            super().shuffle()
            hand = [self.due(self.seat, 0), self.due(self.seat, 1)]
            if result_of(hand, self.dealers_hand()) == "LOOSE":
                return


class ChoosesAfterUsAtTheFirstSeat(ChoosesAfterUsAtTheLastSeat):
    """A confederate before the player chooses its nonce when it has seen the player's."""

    says = "the nonce of seat 0 is not the one that it was bound to"
    seat = 1


class WaitsToBeBoundAtTheLastSeat(Trick):
    """A confederate behind the player waits to be bound until the player shows its nonce."""

    caught = "void"
    says = "void: the dealer has said nothing for "
    seats = 2
    patience = 0.3

    def bind(self) -> None:
        self.digest = bytes.fromhex(self.hear("DIGEST"))
        self.say(f"DIGEST {self.seat} {self.digest.hex()}")
        self.hear("NONCE")
        raise AssertionError("the player shows its nonce before all are bound")


class WaitsToBeBoundAtTheFirstSeat(WaitsToBeBoundAtTheLastSeat):
    """A confederate before the player waits to be bound until the player shows its nonce."""

    seat = 1

    def bind(self) -> None:
        self.hear("DIGEST")
        self.hear("NONCE")
        raise AssertionError("the player shows its nonce before all are bound")


class DealsByInventedMoves(Trick):
    """Hits come from behind cards that other seats are said to have taken."""

    says = "card 3 was the .* but should have been the "
    player = staticmethod(hits_once)
    seats = 3

    def hit_card(self) -> Card:
        return self.due(self.seat, len(self.cards) + 2)
