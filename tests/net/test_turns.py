"""Which message may come when, on both sides, without a socket."""

from __future__ import annotations

from itertools import product

import pytest

from cutcard.cards import DECK
from cutcard.net.fair import Terms
from cutcard.net.messages import (
    FAIR,
    Begin,
    BrokenOff,
    CardDealt,
    Commit,
    DealerShows,
    Decision,
    Digest,
    DigestShown,
    Hit,
    Join,
    Nonce,
    NonceShown,
    ProtocolError,
    Quit,
    Refused,
    Result,
    Reveal,
    Stand,
    TermsTold,
)
from cutcard.net.turns import IN_PLAY, At, DealerSide, In, PlayerSide

VALUE = bytes(32)
PLAYER_SAYS = {
    "JOIN": Join("ann"),
    "JOIN FAIR": Join("ann", FAIR),
    "DIGEST": Digest(VALUE),
    "NONCE": Nonce(VALUE),
    "HIT": Hit(),
    "STAND": Stand(),
}
MAY_SAY = {
    At.JOINING: {"JOIN", "JOIN FAIR"},
    At.BINDING: {"DIGEST"},
    At.OPENING: {"NONCE"},
    At.WAITING: set(),
    At.DECIDING: {"HIT", "STAND"},
    At.GONE: set(),
}


@pytest.mark.parametrize(("at", "said"), list(product(At, PLAYER_SAYS)), ids=str)
def test_a_dealer_takes_each_message_only_in_its_turn(at: At, said: str):
    side = DealerSide()
    side.at = at
    if said in MAY_SAY[at]:
        side.receive(PLAYER_SAYS[said])
        assert side.at is At.WAITING
        return
    with pytest.raises(ProtocolError, match="out of turn") as refused:
        side.receive(PLAYER_SAYS[said])
    assert str(refused.value).endswith(f"{at.value} may come now")
    assert side.at is at


DEALER_SAYS = {
    "BEGIN": Begin(),
    "CARD": CardDealt(DECK[0]),
    "DEALER": DealerShows(DECK[0]),
    "DECISION": Decision(),
    "RESULT": Result("WIN"),
    "QUIT": Quit(),
    "TERMS": TermsTold(Terms(bytes(16), 1, "course", 60)),
    "COMMIT": Commit(1, 0, VALUE),
    "DIGEST": DigestShown(0, VALUE),
    "NONCE": NonceShown(0, VALUE),
    "REVEAL": Reveal(VALUE),
    "BROKEN": BrokenOff(0),
    "REFUSED": Refused("no"),
}
BOTH_HEAR = {
    (In.FIRST, "CARD"): In.SECOND,
    (In.SECOND, "CARD"): In.UP,
    (In.UP, "DEALER"): In.ASKED,
    (In.ASKED, "DECISION"): In.DECIDING,
    (In.HIT, "CARD"): In.DRAWN,
    (In.DRAWN, "DECISION"): In.DECIDING,
}
PLAYER_HEARS = {
    **BOTH_HEAR,
    (In.LOBBY, "BEGIN"): In.FIRST,
    (In.DRAWN, "RESULT"): In.BETWEEN,
    (In.STOOD, "RESULT"): In.BETWEEN,
    (In.STOOD, "DECISION"): In.DECIDING,  # the original's dealer asks again
    (In.BETWEEN, "BEGIN"): In.FIRST,
    (In.BETWEEN, "CARD"): In.SECOND,  # and says BEGIN only once
}
FAIR_PLAYER_HEARS = {
    **BOTH_HEAR,
    (In.FAIR_LOBBY, "TERMS"): In.AGREED,
    (In.FAIR_LOBBY, "REFUSED"): In.LEAVING,
    (In.AGREED, "COMMIT"): In.BOUND,
    (In.BOUND, "DIGEST"): In.BOUND,
    (In.BOUND, "BROKEN"): In.AGREED,
    (In.OPENED, "NONCE"): In.OPENED,
    (In.OPENED, "BROKEN"): In.AGREED,
    (In.DEALT, "BEGIN"): In.FIRST,
    (In.DRAWN, "RESULT"): In.PLAYED,
    (In.STOOD, "RESULT"): In.PLAYED,
    (In.PLAYED, "REVEAL"): In.AGREED,
    (In.DEALT, "REVEAL"): In.LEAVING,
    **{(at, "REVEAL"): In.LEAVING for at in IN_PLAY},
}


@pytest.mark.parametrize("fair", [False, True], ids=["plain", "fair"])
@pytest.mark.parametrize(("at", "said"), list(product(In, DEALER_SAYS)), ids=str)
def test_a_player_takes_each_message_only_in_its_turn(at: In, said: str, fair: bool):
    side = PlayerSide(fair=fair)
    side.at = at
    hears = FAIR_PLAYER_HEARS if fair else PLAYER_HEARS
    after = In.OVER if said == "QUIT" else hears.get((at, said))
    if after is not None:
        side.receive(DEALER_SAYS[said])
        assert side.at is after
        return
    with pytest.raises(ProtocolError, match="out of turn") as refused:
        side.receive(DEALER_SAYS[said])
    assert str(refused.value).endswith(f"{at.value} may come now")
    assert side.at is at


@pytest.mark.parametrize("at", In, ids=str)
def test_a_player_decides_only_when_asked(at: In):
    for decision, after in ((Hit(), In.HIT), (Stand(), In.STOOD)):
        side = PlayerSide()
        side.at = at
        if at is In.DECIDING:
            side.decide(decision)
            assert side.at is after
            continue
        with pytest.raises(ProtocolError, match="nobody has asked"):
            side.decide(decision)
