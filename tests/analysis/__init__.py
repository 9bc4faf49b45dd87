"""Tests of the analysis plugin."""
