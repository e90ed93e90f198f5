"""How the schema came about, step by step; a store is brought up to date when it is opened."""
