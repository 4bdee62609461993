"""Experiments, blocks and shards, workers, files; knows no cards."""
