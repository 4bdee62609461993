"""The slow proofs: `python -m verification`."""
