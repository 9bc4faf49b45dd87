"""Tests of the parsers and parser plugins."""
