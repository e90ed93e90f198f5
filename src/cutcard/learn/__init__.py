"""Learning from play: tables of how well each decision has done."""
