"""`cutcard web`: the table in the browser."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from ipaddress import ip_address

from cutcard.cli.arguments import VerbParser, read_port
from cutcard.cli.terminal import tell
from cutcard.commandline import typed
from cutcard.errors import Invalid, installing

EXAMPLES = """\
  cutcard web                         then open http://127.0.0.1:8021/
  cutcard web --open                  open the browser as well
  cutcard web --port 9000 --store postgresql://localhost/cutcard"""


def run(words: list[str]) -> int:
    """Serve the application until stopped."""
    arguments = _parser().parse_args(words)
    if not all(map(find_spec, ("starlette", "uvicorn", "sqlalchemy"))):
        raise Invalid(f"the browser's table needs more packages: {installing('web')}")
    from cutcard.web.service import is_loopback, run_web

    def announce(address: str) -> None:
        if not is_loopback(arguments.host):
            tell(
                f"on {arguments.host} everybody who reaches this machine can play, read the lobby"
                " and start simulations; nothing is encrypted"
            )
        sys.stdout.write(f"The table is open at {address} - Ctrl-C closes it.\n")
        sys.stdout.flush()
        if arguments.open:
            import webbrowser

            webbrowser.open(address)

    names = frozenset(arguments.name)
    return run_web(
        arguments.host,
        arguments.port,
        names,
        announce,
        arguments.store,
        arguments.behind_proxy,
    )


def _parser() -> VerbParser:
    about = "Play, practise and measure in the browser."
    parser = VerbParser("web", about, EXAMPLES)
    parser.add_argument("--host", default="127.0.0.1", help="address (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=typed(read_port), default=8021, metavar="P", help="port (default: 8021)"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name by which browsers reach this host, beside localhost",
    )
    parser.add_argument(
        "--behind-proxy",
        type=typed(_read_proxy),
        metavar="ADDRESS",
        help="the IP address of a proxy, whose X-Forwarded-For and X-Forwarded-Proto are believed",
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where seats and rounds are kept: sqlite:///FILE or postgresql://… (default: a file in"
        " the user's data folder)",
    )
    return parser


def _read_proxy(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise Invalid(f"{text!r} is not an IP address, such as 127.0.0.1") from None
