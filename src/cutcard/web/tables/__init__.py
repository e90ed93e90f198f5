"""Tables: blackjack and Blockhead Poker played move by move, by people who may come and go."""
