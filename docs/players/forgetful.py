"""Beta without a memory: after each deal it meets its opponent for the first time."""

from random import Random

from cutcard.blockhead.beta import Beta
from cutcard.blockhead.deal import Event, Tied, View, Won


class Forgetful:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.beta = Beta(random)

    def act(self, view: View) -> int:
        return self.beta.act(view)

    def see(self, event: Event) -> None:
        self.beta.see(event)
        if isinstance(event, Won | Tied):
            self.beta = Beta(self.random)
