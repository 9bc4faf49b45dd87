"""Tests of the readers of small files."""
