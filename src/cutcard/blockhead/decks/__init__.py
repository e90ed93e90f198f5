"""The decks of many deals at once."""
