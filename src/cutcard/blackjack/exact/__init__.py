"""Exact values: what mathematics says, with no luck in it.

`solution` has the edge of the best play and of a chart, `chart_search` the best charts, `best_play`
a player that plays best, `advice` the value of every action on a hand, `odds` the dealer's odds,
`results` the odds of every result, `effects` what cards removed and the number of decks do.
"""
