"""What a class must have for players to be made of it."""

from __future__ import annotations

import pickle
from inspect import signature

from cutcard.errors import Invalid


def methods_of(protocol: type) -> dict[str, str]:
    """The methods of a game's players, by name, and their signatures."""
    codes = {name: getattr(method, "__code__", None) for name, method in vars(protocol).items()}
    return {
        name: f"{name}({', '.join(code.co_varnames[1 : code.co_argcount])})"
        for name, code in codes.items()
        if code is not None and not name.startswith("_")
    }


def missing_methods(found: object, protocol: type) -> list[str]:
    """The signatures of methods that a class, or a player made of one, lacks."""
    methods = methods_of(protocol).items()
    return [told for name, told in methods if not _defined(getattr(found, name, None))]


def left_to_define(protocol: type) -> str:
    """The methods that a class built on a protocol must define; none if nobody builds on it."""
    methods = methods_of(protocol).items()
    return " and ".join(told for name, told in methods if not _defined(getattr(protocol, name)))


def class_wanted(protocol: type) -> str:
    """What a class must be and have for a game's players, in words that follow its name."""
    if left := left_to_define(protocol):
        return f"built on cc.{protocol.__name__} with {left}"
    return f"with {' and '.join(methods_of(protocol).values())}"


def _defined(method: object) -> bool:
    return callable(method) and not getattr(method, "__isabstractmethod__", False)


def travels(found: type) -> bool:
    """Whether a class can be sent to other processes; one made inside a function cannot."""
    try:
        pickle.dumps(found)
    except (pickle.PicklingError, AttributeError):
        return False
    return True


def check_methods(found: object, protocol: type, name: str) -> None:
    """Complain, by this name, about a class or an object without the methods of players."""
    if missing := missing_methods(found, protocol):
        left = left_to_define(protocol)
        built = protocol in (found if isinstance(found, type) else type(found)).__mro__
        if left and not built:
            raise Invalid(
                f"{name} is not a player: build its class on cc.{protocol.__name__} and define"
                f" {left}"
            )
        raise Invalid(f"{name} is not a player: it lacks {' and '.join(missing)}")


def check_player(found: type, protocol: type) -> None:
    """Complain about a class that no player of a game can be made of."""
    name = found.__qualname__
    check_methods(found, protocol, name)
    try:
        signature(found).bind(None)
    except TypeError:
        raise Invalid(
            f"{name} is not a player: it takes __init__(self, random), since players are made with"
            " random numbers of their own"
        ) from None
    except ValueError:  # made by code that tells no signature
        pass
