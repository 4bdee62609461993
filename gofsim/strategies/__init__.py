"""The bots, one idea a file, and what they share."""
