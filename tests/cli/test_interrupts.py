"""Ctrl-C at three moments of every verb; `make interrupt` tries twenty.

At the first two modules are still being loaded, at the third the verb is at work. What is loaded
by then is the same each time, so that most verbs find it loaded.
"""

import subprocess
import sys

import pytest
from cli.ctrl_c_moments import COMMANDS, interrupt, moments, python_starts

from cutcard.cli import EDITIONS, VERBS

STARTED = {"equilibrium", "train", "tour", "web"}
"""Verbs that are started at all moments: three have processes of their own, which a terminal tells
of Ctrl-C and a stand-in does not, and the last loads what no warm process has."""


def test_every_verb_is_interrupted():
    assert sorted(COMMANDS) == sorted((*VERBS, *EDITIONS))
    assert moments(3)[0] == python_starts()


@pytest.mark.parametrize("verb", COMMANDS)
def test_ctrl_c_ends_every_verb_as_it_should(verb, warm_starts):
    for after in (0.02, 0.15):
        interrupt(verb, python_starts() + after)
    if verb in STARTED:
        interrupt(verb, python_starts() + 0.8)
    else:
        interrupt(verb, 0.3, warm_starts.stand_in)


EARLY = """\
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
begun = False

def interrupt_the_first_import(event, arguments):
    global begun
    if event == "exec" and getattr(arguments[0], "co_filename", "").endswith("cutcard/entry.py"):
        begun = True
    elif event == "import" and begun:
        os.kill(os.getpid(), signal.SIGINT)

for name in [name for name in sys.modules if name not in before]:
    del sys.modules[name]
sys.addaudithook(interrupt_the_first_import)
sys.argv = ["cutcard", "rules"]
from cutcard.entry import main
sys.exit(main())
"""


def test_ctrl_c_makes_no_traceback_once_the_entry_has_begun():
    """At the first import, which may take long, it is heard."""
    words = [sys.executable, "-c", f"import sys\nbefore = {{*sys.modules}}\n{EARLY}"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")
