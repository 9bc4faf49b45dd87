"""Benchmarks: what reading costs, beside plaso's floor and the peers."""
