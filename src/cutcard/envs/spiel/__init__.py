"""Games for OpenSpiel; importing this makes them loadable by `pyspiel.load_game`.

>>> import pyspiel
>>> import cutcard.envs.spiel
>>> pyspiel.load_game("python_cutcard_small_blockhead").num_distinct_actions()
3
"""

from cutcard.envs.spiel.blackjack import register_blackjack
from cutcard.envs.spiel.blockhead import register_blockhead

register_blackjack()
register_blockhead()
