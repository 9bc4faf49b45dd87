"""Tests of the readers of state.vscdb."""
